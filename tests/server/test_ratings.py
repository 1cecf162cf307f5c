"""Ratings and history: counted once, by a simple rule, for those who want it, and nobody else reads them."""

import json
import secrets
import sqlite3
import time
from hashlib import sha256
from typing import Any

import pytest

from takujo.games import slugs
from takujo.server.ratings import BOTS, Rating, rated
from tests.server.authenticator import Browser, text
from tests.server.cluster import Cluster, Node
from tests.server.parts import BOT, OPEN, SOON, Server, bearer

pytestmark = pytest.mark.once

NOVICE = {"kind": "bot", "level": "novice"}


class Player(Browser):
    """Somebody with an account, at a table with a part of the shuffle of their own."""

    def __init__(self, server: Server, *, rated: bool = True, **profile: Any):
        super().__init__(server)
        self.server = server
        self.key = self.make(rated=rated, **profile)

    def _bound(self, seat: int) -> dict[str, str]:
        self.entropy = secrets.token_hex(32)
        return {"commitment": sha256(f"takujo entropy {seat} {self.entropy}".encode()).hexdigest()}

    def open(self, seats: list[Any], game: str = "ritual", **more: Any) -> str:
        more = {"rated": True, **self._bound(0), **more}
        self.seat = self.server.create(game, seats, **more)
        self.sync(self.seat)
        return str(self.seat["table"])

    def sit(self, table: str, seat: int, *, link: bool = True) -> None:
        self.seat = {"table": table, **self.server.join(table, seat=seat, name=f"P{seat}", **self._bound(seat))}
        if link:
            self.sync(self.seat)

    def reveal(self) -> None:
        body = {"key": secrets.token_hex(8), "entropy": self.entropy}
        path = f"/api/tables/{self.seat['table']}/reveal"
        answer = self.server.http.post(path, json=body, headers=bearer(self.seat["token"]))
        assert answer.status_code == 200, answer.text

    def vote_end(self) -> None:
        self.server.socket(self.seat["table"], self.seat["token"]).ask(type="vote", what="end", yes=True)

    def ratings(self) -> list[Any]:
        return list(self.http.get("/api/account/ratings").json())

    def history(self, **wanted: Any) -> list[Any]:
        answer = self.http.get("/api/account/history", params=wanted)
        assert answer.status_code == 200, answer.text
        return list(answer.json()["matches"])


def play(server: Server, *players: Player) -> Any:
    """To the end, everybody doing the first thing they may; the result."""
    table = players[0].seat["table"]
    for player in players:
        player.reveal()
    end = time.monotonic() + 2 * SOON
    while time.monotonic() < end:
        for player in players:
            state = server.look(table, player.seat["token"])
            if state["table"]["status"] in ("over", "ended"):
                return state["result"]
            if state["legal"]:
                server.act(table, player.seat["token"], state["legal"][0])
    raise AssertionError("the game does not end")


def until(work: Any, what: str) -> Any:
    end = time.monotonic() + SOON
    while not (found := work()):
        assert time.monotonic() < end, what
        time.sleep(0.05)
    return found


def told(server: Server, table: str) -> Any:
    answer = server.http.get(f"/api/tables/{table}/ratings")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_bots_of_every_level_and_title_have_a_rating_and_stand_in_order():
    assert BOTS.keys() == set(slugs())
    for levels in BOTS.values():
        assert levels["novice"] < levels["regular"] == Rating().mu < levels["expert"]


def test_a_win_raises_and_more_so_against_the_strong():
    strong, weak = (rated([Rating(), Rating(mu, 1, 10)], [0, 1])[0] for mu in (36, 14))
    assert strong.points > weak.points > Rating().points == 1500
    alike = rated([Rating(), Rating()], [1, 1])
    assert alike[0].points == alike[1].points == 1500


def test_somebody_alone_among_bots_gets_a_rating(server):
    one = Player(server)
    table = one.open([OPEN, NOVICE])
    assert server.look(table)["table"]["rated"] is True
    before = {seat["seat"]: seat for seat in told(server, table)}
    assert before[0] == {"seat": 0, "points": 1500, "provisional": True, "change": None}
    assert (before[1]["points"], before[1]["provisional"]) == (1164, False)
    result = play(server, one)
    (mine,) = until(one.ratings, "a rating")
    assert (mine["game"], mine["matches"], mine["provisional"]) == ("ritual", 1, True)
    assert (mine["points"] > 1500) == (0 in result["winners"])
    (line,) = one.history()
    assert (line["outcome"] == "won") == (0 in result["winners"])
    assert (line["points"], line["change"]) == (mine["points"], mine["points"] - 1500)
    assert told(server, table)[0]["change"] == mine["points"] - 1500
    assert told(server, table)[1]["change"] is None  # bots stay as they were measured


def test_a_match_counts_for_those_who_wanted_it_before_the_deal(server):
    """Not for guests, for those who do not want it, nor for whoever brings the seat along when the result is known."""
    one, other, late = Player(server), Player(server, rated=False), Player(server)
    table = one.open([OPEN, OPEN, OPEN, BOT])
    other.sit(table, 1)
    late.sit(table, 2, link=False)
    play(server, one, other, late)
    until(one.ratings, "a rating")
    assert late.history() == []
    late.sync(late.seat)
    assert other.ratings() == late.ratings() == []
    for player in (other, late):
        (line,) = player.history()
        assert (line["points"], line["change"]) == (None, None)


@pytest.mark.parametrize("more", [{"rated": False}, {"commitment": None}])
def test_what_is_not_rated_or_not_proven_does_not_count(server, more):
    one = Player(server)
    table = one.open([OPEN, NOVICE], **more)
    while (state := server.look(table, one.seat["token"]))["table"]["status"] != "over":
        if state["table"]["deal"] and 0 in state["table"]["deal"]["awaited"]:
            one.reveal()
        if state["legal"]:
            server.act(table, one.seat["token"], state["legal"][0])
    (line,) = until(one.history, "a line")
    assert line["change"] is None
    assert one.ratings() == []


def test_who_ends_alone_has_lost_and_who_ends_together_has_not_played(server):
    one = Player(server)
    one.open([OPEN, NOVICE])
    one.reveal()
    one.vote_end()
    (mine,) = until(one.ratings, "a rating")
    assert mine["points"] < 1500
    assert [line["outcome"] for line in one.history()] == ["ended"]
    two, three = Player(server), Player(server)
    table = two.open([OPEN, OPEN])
    three.sit(table, 1)
    two.reveal()
    three.reveal()
    two.vote_end()
    three.vote_end()
    assert until(two.history, "a line")[0]["outcome"] == "ended"
    assert two.ratings() == three.ratings() == []


def test_who_is_away_at_the_end_has_lost(server):
    """Whatever the bot in their seat has won."""
    one, gone = Player(server), Player(server)
    table = one.open([OPEN, OPEN])
    gone.sit(table, 1)
    gone.reveal()
    one.reveal()
    server.socket(table, gone.seat["token"]).ask(type="leave")
    one_alone = server.socket(table, one.seat["token"])
    one_alone.until("state")
    while (state := server.look(table, one.seat["token"]))["table"]["status"] != "over":
        if state["legal"]:
            server.act(table, one.seat["token"], state["legal"][0])
    until(gone.ratings, "a rating")
    assert gone.history()[0]["outcome"] == "away"
    assert gone.ratings()[0]["points"] < 1500 < one.ratings()[0]["points"]


def test_history_is_filtered_and_turned_page_by_page(server):
    """Lines are put into the store: 45 matches, an hour apart."""
    one = Player(server)
    account, hour = text(one.key.user), 3_600_000
    outcomes = ("won", "lost", "away")
    with sqlite3.connect(server.file) as store:
        for n in range(45):
            game, others = ("ritual", "ayatsuri")[n % 2], json.dumps([f"Ken {n % 5}", "100%_"])
            row = (account, f"t{n}", f"C{n}", 0, game, n * hour, 2 + n % 3, outcomes[n % 3], others, None, None)
            store.execute(f"INSERT INTO played VALUES ({', '.join('?' * 11)})", row)
    first = one.http.get("/api/account/history").json()
    assert first["more"] is True
    assert [match["at"] // hour for match in first["matches"]] == list(range(44, 24, -1))
    last = one.http.get("/api/account/history", params={"page": 2}).json()
    assert (last["more"], [match["at"] // hour for match in last["matches"]]) == (False, [4, 3, 2, 1, 0])
    assert all(match["code"] is None for match in first["matches"])  # their tables are no more
    found = one.history(game="ritual", outcome="won", who="ken 4", players=2)
    assert [match["at"] // hour for match in found] == [n for n in range(44, -1, -1) if n % 6 == 0 and n % 5 == 4]
    assert len(one.history(since=10 * hour, until=12 * hour)) == 2
    assert len(one.history(who="%_")) == 20
    assert one.history(who="%K") == []
    for wrong in ({"page": -1}, {"outcome": "drawn"}, {"who": "x" * 25}, {"account": account}):
        assert one.http.get("/api/account/history", params=wrong).status_code == 422


def test_history_is_the_owners_alone_unless_they_make_it_public(server):
    one, other = Player(server, name="Aya"), Player(server)
    one.open([OPEN, NOVICE], name="Aya")
    one.reveal()
    one.vote_end()
    until(one.ratings, "a rating")
    shown = one.account().json()["profile"]
    for browser in (other, Browser(server)):
        answer = browser.http.get(f"/api/people/{shown}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-profile")
    assert other.history() == []
    guest = Browser(server)
    assert guest.http.get("/api/account/history").status_code == 401
    assert guest.http.get("/api/account/ratings").status_code == 401
    assert one.post("/profile", public=True).status_code == 204
    profile = guest.http.get(f"/api/people/{shown}").json()
    assert (profile["name"], profile["ratings"][0]["matches"]) == ("Aya", 1)
    (match,) = profile["history"]["matches"]
    assert (match["outcome"], match["others"], match["code"], match["seat"]) == ("ended", [], None, None)
    export = one.http.get("/api/account/export").json()
    assert len(export["history"]) == len(export["ratings"]) == 1
    assert one.post("/delete").status_code == 204
    assert guest.http.get(f"/api/people/{shown}").status_code == 404


def test_a_rated_table_is_said_to_be_one_before_anybody_sits_down(server):
    one = Player(server)
    table = one.open([OPEN, OPEN], spectators="none")
    answer = server.http.get(f"/api/tables/{table}")
    assert answer.json()["details"]["rated"] is True
    for wrong in ({"spectators": "seat"}, {"players": 1, "game": "in-the-ruin"}):
        body = {"game": "ritual", "players": 2, "rated": True, **wrong}
        answer = server.http.post("/api/tables", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad-table")
        assert "rated is true; it takes" in answer.json()["reason"]


def test_a_match_is_counted_once_at_however_many_nodes(nursery, tmp_path, database, nats):
    """Both are asked to settle it again and again: by waking the table, and after a restart of both."""
    with Cluster(nursery, tmp_path, database, nats) as cluster:
        first, second = cluster.nodes
        one = Player(first)
        table = one.open([OPEN, NOVICE])
        one.reveal()
        one.vote_end()
        (mine,) = until(one.ratings, "a rating")
        for node in (first, second):
            assert told(node, table)[0]["points"] == mine["points"]
        for node in (first, second):
            node.stop()
            node.start()
            assert node.record(table).status_code == 200  # wakes it, and settles what is due
            assert told(node, table)[0]["change"] == mine["points"] - 1500
        again = Browser(second)
        again.http.headers.update({"host": one.host, "origin": one.origin})
        again.host, again.origin = one.host, one.origin
        assert again.sign_in(one.key).status_code == 200
        assert again.http.get("/api/account/ratings").json() == [mine]


def test_an_end_that_was_written_before_a_power_cut_is_counted_after_it(nursery, tmp_path):
    with Node(nursery, tmp_path) as server:
        one = Player(server)
        table = one.open([OPEN, NOVICE])
        one.reveal()
        one.vote_end()
        until(one.ratings, "a rating")
        server.kill()
        with sqlite3.connect(server.file) as log:  # as if it had died right after the entry
            log.execute("DELETE FROM rating")
            log.execute("DELETE FROM played")
            log.execute("DELETE FROM rated_match")
            log.execute("DELETE FROM chain WHERE kind = 'end'")
            log.execute("UPDATE game_table SET open = 1")
        server.start()
        again = Browser(server)
        assert again.sign_in(one.key).status_code == 200
        (mine,) = until(lambda: again.http.get("/api/account/ratings").json(), "a rating")
        assert mine["matches"] == 1
        assert told(server, table)[0]["change"] == mine["points"] - 1500
