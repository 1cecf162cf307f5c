"""Spectators who see through a seat: nobody who sits is one of them, and they see everything later."""

import json
import random
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from takujo.games import SLUGS, load
from takujo.server.entries import read
from takujo.server.outbox import Through, Who
from takujo.server.store import Line, Row
from takujo.server.table import Table
from takujo.server.told import position_for, record, state_text
from tests.server.cluster import Node
from tests.server.parts import BOT, OPEN, SOON, Server, bearer

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def _new_browser(server: Server) -> Iterator[None]:
    server.http.cookies.clear()
    yield
    server.http.cookies.clear()


def watched_table(server: Server, delay: int, game: str = "arkham-ritual", **more: Any) -> tuple[str, list[str]]:
    return server.full(game, 3, spectators="seat", watched=1, delay=delay, **more)


def elsewhere(server: Server) -> httpx.Client:
    """Another device."""
    return httpx.Client(base_url=server.http.base_url, timeout=SOON, trust_env=False)


def test_who_sits_does_not_see_through_the_watched_seat(server):
    table, tokens = watched_table(server, 0)
    code = server.look(table, tokens[0])["table"]["code"]
    for key in (table, code, code.lower()):
        for path in ("", "/record", "/stream", "/replay"):
            answer = server.http.get(f"/api/tables/{key}{path}")
            assert (answer.status_code, answer.json()["code"]) == (403, "seated"), (key, path)
        cookies = "; ".join(f"{name}={value}" for name, value in server.http.cookies.items())
        with server.raw_socket(key, additional_headers={"Cookie": cookies}) as socket:
            socket.send('{"type":"hello"}')
            assert json.loads(socket.recv(timeout=SOON))["code"] == "seated"
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=SOON)
            assert socket.close_code == 4403
    for seat, token in enumerate(tokens):
        hands = server.look(table, token)["view"]["hands"]
        assert hands[seat] is None, "their own card stays hidden from those who hold it"
    with elsewhere(server) as other:  # what a second device gets cannot be told apart: that is said when it is made
        seen = other.get(f"/api/tables/{table}").json()
        assert seen["view"] == server.look(table, tokens[1])["view"]
        assert (seen["seat"], seen["legal"]) == (None, [])


def test_the_browser_of_who_sits_is_known_by_a_cookie_that_is_worth_nothing_else(server):
    answer = server.http.post("/api/tables", json={"game": "ritual", "players": 2, "spectators": "seat"})
    (cookie,) = answer.headers.get_list("set-cookie")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/api/tables" in cookie
    made, value = answer.json(), cookie.split(";")[0].split("=")[1]
    assert made["token"] not in cookie
    assert server.http.get(f"/api/tables/{made['table']}", headers=bearer(value)).status_code == 401
    assert "set-cookie" not in server.http.post("/api/tables", json={"game": "ritual", "players": 2}).headers


def test_the_maker_without_a_seat_watches_until_the_same_browser_takes_one(server):
    made = server.create("ritual", [OPEN, OPEN, OPEN], sit=False, spectators="seat", watched=1, delay=0)
    assert server.look(made["table"], made["token"])["seat"] is None
    server.join(made["table"])
    path = f"/api/tables/{made['table']}"
    answer = server.http.get(path, headers=bearer(made["token"]))
    assert (answer.status_code, answer.json()["code"]) == (403, "seated")
    for seat in (1, 2):  # the table is still theirs to arrange
        arranged = server.http.post(f"{path}/seats/{seat}", json=BOT, headers=bearer(made["token"]))
        assert arranged.status_code == 204


def test_who_has_left_before_the_start_may_watch(server):
    made = server.create("ritual", [OPEN, OPEN], spectators="seat")
    assert server.http.get(f"/api/tables/{made['table']}").status_code == 403
    socket = server.socket(made["table"], made["token"])
    socket.send(type="leave", key="leave")
    with pytest.raises(ConnectionClosed):
        socket.until("nothing more")
    assert server.look(made["table"])["seat"] is None


def test_who_sits_at_one_table_may_watch_another(server):
    made = server.create("ritual", [OPEN, OPEN], spectators="seat")
    server.http.cookies.clear()
    server.create("ritual", [OPEN, OPEN], spectators="seat")
    assert server.look(made["table"])["seat"] is None


def test_a_rematch_marks_those_who_sit_again(server):
    made = server.create("ritual", [OPEN, BOT], spectators="seat", delay=300)
    assert server.socket(made["table"], made["token"]).ask(type="vote", what="end", yes=True)["type"] == "ack"
    assert server.look(made["table"])["table"]["status"] == "ended"  # what has ended is open to all
    server.http.cookies.clear()
    again = server.http.post(f"/api/tables/{made['table']}/rematch", headers=bearer(made["token"])).json()
    assert server.http.get(f"/api/tables/{again['table']}").json()["code"] == "seated"
    assert server.look(again["table"], again["token"])["table"]["delay"] == 300


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"delay": 5}, "delay is 5; it is for spectators `seat` and `seats`"),
        ({"delay": 601, "spectators": "seat"}, "less than or equal to 600"),
        ({"delay": -1, "spectators": "seat"}, "greater than or equal to 0"),
    ],
)
def test_a_delay_that_cannot_be_is_refused(server, body, says):
    answer = server.http.post("/api/tables", json={"game": "ritual", "players": 2, **body})
    assert answer.status_code == 422
    assert says in answer.json()["reason"]


def test_everybody_is_told_that_a_seat_is_watched(server):
    table, tokens = server.full("ritual", 2, spectators="seat", watched=1)
    for token in tokens:
        info = server.look(table, token)["table"]
        assert (info["spectators"], info["watched"], info["delay"]) == ("seat", 1, 60)
    table, tokens = server.full("ritual", 2)
    assert server.look(table, tokens[0])["table"]["delay"] is None


def test_a_spectator_chooses_through_whose_eyes(server):
    table, tokens = server.full("arkham-ritual", 3, spectators="seats", delay=0)
    with elsewhere(server) as other:
        for seat, token in enumerate(tokens):
            mine = server.look(table, token)
            seen = other.get(f"/api/tables/{table}", params={"eyes": seat}).json()
            assert (seen["view"], seen["seq"], seen["seat"], seen["legal"]) == (mine["view"], mine["seq"], None, [])
            assert server.socket(table, eyes=seat).until("state")["view"] == mine["view"]
            assert other.get(f"/api/tables/{table}/record", params={"eyes": seat}).json()["seat"] is None
        assert other.get(f"/api/tables/{table}").json()["view"] == server.look(table, tokens[0])["view"]
        assert len({json.dumps(server.look(table, token)["view"]) for token in tokens}) == 3
        for asked, status, code in ((3, 404, "no-such-seat"), (99, 422, "malformed"), ("x", 422, "malformed")):
            answer = other.get(f"/api/tables/{table}", params={"eyes": asked})
            assert (answer.status_code, answer.json()["code"]) == (status, code)
        mine = other.get(f"/api/tables/{table}", params={"eyes": 1}, headers=bearer(tokens[0]))
        assert (mine.status_code, mine.json()["code"]) == (403, "seated")
        for spectators in ("public", "seat"):
            closed, _ = server.full("arkham-ritual", 3, spectators=spectators)
            answer = other.get(f"/api/tables/{closed}", params={"eyes": 1})
            assert (answer.status_code, answer.json()["code"]) == (403, "no-eyes")


def test_who_sits_does_not_see_through_the_eyes_of_others_where_spectators_choose(server):
    table, _ = server.full("arkham-ritual", 3, spectators="seats", delay=0)
    answer = server.http.get(f"/api/tables/{table}", params={"eyes": 1})
    assert (answer.status_code, answer.json()["code"]) == (403, "seated")
    rated = server.http.post("/api/tables", json={"game": "ritual", "players": 2, "spectators": "seats", "rated": True})
    assert rated.status_code == 422


def test_a_seat_that_somebody_looks_through_may_be_taken_away_before_the_start(server):
    made = server.create("ritual", players=3, spectators="seats", delay=0, gather=True)
    path, mine = f"/api/tables/{made['table']}", bearer(made["token"])
    socket = server.socket(made["table"], eyes=2)
    socket.until("state")
    assert server.http.post(f"{path}/order", json={"seats": [0, 1]}, headers=mine).status_code == 204
    while socket.until("table", seat=None)["table"]["players"] != 2:
        pass
    assert server.http.post(f"{path}/seats/1", json=BOT, headers=mine).status_code == 204
    assert server.socket(made["table"], made["token"]).ask(type="ready", yes=True)["type"] == "ack"
    while (state := socket.until("state"))["view"] is None:
        pass
    assert state["view"]["players"] == 2


def test_spectators_hear_of_it_when_the_delay_is_over_and_not_before(server):
    table, tokens = watched_table(server, 2, "ritual", pace={"kind": "live", "bank": 600, "increment": 9})
    socket = server.socket(table)
    first = socket.until("state")
    assert (first["seq"], first["view"], first["to_act"], first["events"]) == (0, None, [], [])
    assert not any(clock["running"] for clock in first["clock"])
    assert socket.until("state")["view"] is not None
    at = {1: server.entries(table)[3].at}  # seq of the watched seat -> when
    for _ in range(3):
        seat = server.look(table, tokens[1])["to_act"][0]
        assert server.act(table, tokens[seat], server.look(table, tokens[seat])["legal"][0]).status_code == 200
        at[server.look(table, tokens[1])["seq"]] = server.entries(table)[-1].at
        assert server.http.cookies
        with elsewhere(server) as other:
            assert other.get(f"/api/tables/{table}/record").json()["log"][-1]["seq"] < max(at)
    while socket.state["seq"] < max(at):
        state = socket.until("state")
        assert time.time_ns() // 1_000_000 >= at[state["seq"]] + 2000
    now = server.look(table, tokens[1])
    for part in ("view", "to_act", "decision", "seq"):
        assert socket.state[part] == now[part]
    resumed = server.socket(table, after=1).until("state")
    log = server.record(table, tokens[1]).json()["log"]
    assert resumed["events"] == [event for step in log[1:] for event in step["events"]]


def test_the_end_is_open_at_once(server):
    made = server.create("ritual", [OPEN, BOT], spectators="seat", delay=600)
    with elsewhere(server) as other:
        assert other.get(f"/api/tables/{made['table']}").json()["view"] is None
        watcher = server.socket(made["table"])
        watcher.until("state", seq=0)
        assert server.socket(made["table"], made["token"]).ask(type="vote", what="end", yes=True)["type"] == "ack"
        mine = server.look(made["table"], made["token"])
        seen = other.get(f"/api/tables/{made['table']}").json()
        assert (seen["view"], seen["seq"]) == (mine["view"], mine["seq"])
        assert watcher.until("state")["view"] == mine["view"]


def test_spectators_see_the_same_after_a_restart(nursery, tmp_path):
    with Node(nursery, tmp_path) as server:
        shown, hidden = (watched_table(server, delay, "ritual") for delay in (1, 600))
        with elsewhere(server) as other:
            while other.get(f"/api/tables/{shown[0]}").json()["seq"] == 0:
                time.sleep(0.05)
            before = [other.get(f"/api/tables/{table}").json() for table, _ in (shown, hidden)]
            server.kill()
            server.start()
            assert [other.get(f"/api/tables/{table}").json() for table, _ in (shown, hidden)] == before
        assert [look["seq"] for look in before] == [1, 0]


@pytest.mark.parametrize("slug", SLUGS)
def test_spectators_have_the_table_as_it_stood_before_the_watched_seat_then(slug):
    """Whatever is asked when: the same as a table gives to the seat whose log ends there."""
    rng = random.Random(slug)
    for pace in ({"kind": "relaxed"}, {"kind": "live", "bank": 600, "increment": 9}, {"kind": "days", "days": 2}):
        delay, players = rng.choice([0, 7, 60]), load(slug).players[-1]
        chosen = pace["kind"] != "relaxed"  # by each spectator, or by the host
        log = _log(slug, players, pace, delay, rng, "seats" if chosen else "seat")
        asked = _fold([])
        for number, entry in enumerate(log):
            asked.apply(read(entry))
            later = log[number + 1].at if number + 1 < len(log) else entry.at + 99_000
            now = rng.randint(entry.at, later)
            if rng.random() < 0.5 or number + 1 == len(log):
                seat = rng.randrange(players) if chosen else 1
                eyes = Through(seat) if chosen else None
                assert position_for(asked, eyes, now) == position_for(_fold(log[: number + 1]), eyes, now)
                then = _fold([past for past in log[: number + 1] if past.at <= now - 1000 * delay] or log[:1])
                seen, was = position_for(asked, eyes, now), position_for(then, seat, now - 1000 * delay)
                own = {"legal": [], "undo": False}  # what only the seat itself may do
                assert {**seen, **own} == {**was, **own}
                late, earlier = _state(asked, eyes, now), _state(then, seat, now - 1000 * delay)
                assert late["stages"] == earlier["stages"]
                assert record(asked, eyes, now)["log"] == record(then, seat, now)["log"]


def _state(table: Table, who: Who, now: int) -> Any:
    return json.loads(state_text(table, who, table.outbox(who, now), now, 0))


def _fold(log: list[Line]) -> Table:
    table = Table(Row("t", "T", b""), bytes(32))
    for entry in log:
        table.apply(read(entry))
    return table


def _log(slug: str, players: int, pace: dict[str, Any], delay: int, rng: random.Random, spectators: str) -> list[Line]:
    """Some of a match, with what else happens at a table, at any time."""
    body = {"game": slug, "players": players, "options": {}, "seats": [{"kind": "open"}] * players, "pace": pace}
    body |= {"spectators": spectators, "watched": 1, "host": 0, "webhook": None, "delay": delay}
    log, table = [Line(1, 1_000_000, "create", body=body)], _fold([])
    table.apply(read(log[0]))

    def add(kind: str, seat: int, **more: Any) -> None:
        at = table.at + rng.choice([0, 1, 900, 20_000])
        log.append(Line(table.number + 1, at, kind, seat, body=more))
        table.apply(read(log[-1]))

    for seat in range(players):
        add("join", seat)
    while len(log) < 60 and table.match and len(table.match.state.to_act):
        seat = rng.choice(table.match.state.to_act)
        aside = rng.random()
        if aside < 0.1 and table.clocks.due(seat) is not None:
            add("away", seat)
        elif aside < 0.2:
            add("chat", seat, text="hm")
        if (back := rng.randrange(players)) and aside > 0.7 and table.may_take_back(back):
            add("undo", back)
            continue
        before, action = len(log), rng.choice(table.match.state.legal(seat))
        trial = _fold([*log, Line(table.number + 1, table.at, "act", seat, body={"action": action})])
        if trial.finished:
            break
        add("act", seat, action=action)
        assert len(log) == before + 1
    return log
