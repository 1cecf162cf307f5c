"""A series: several games one after the other, the score kept by the server."""

import random
import secrets
import time
from typing import Any

import pytest

import takujo
from takujo.match import read_record
from takujo.proof import judge
from takujo.server.series import LONGEST
from tests.server.cluster import Cluster, Node
from tests.server.parts import BOT, OPEN, SOON, Server, bearer, plant
from tests.server.test_start import info, say
from tests.server.test_tables import finish

pytestmark = pytest.mark.once

QUICK = {"max_rounds": 1}  # Ayatsuri, over after a round
PLAN = {"games": 2, "score": "both"}


def follow(server: Server, table: str, tokens: list[str]) -> tuple[str, list[str]]:
    """To the next game, all of them: its table, and their tokens there."""
    made = [post(server, table, "rematch", token) for token in tokens]
    assert len({there["table"] for there in made}) == 1, made
    return made[0]["table"], [there["token"] for there in made]


def post(server: Server, table: str, what: str, token: str) -> Any:
    return server.http.post(f"/api/tables/{table}/{what}", headers=bearer(token)).json()


def series(server: Server, table: str, token: str | None = None) -> Any:
    return server.http.get(f"/api/tables/{table}/series", headers=bearer(token)).json()


def end(server: Server, table: str, tokens: list[str]) -> None:
    """By a vote."""
    for token in tokens:
        assert say(server, table, token, type="vote", what="end", yes=True) == "ack"


def added(tally: list[Any], result: Any) -> list[Any]:
    return [
        {"wins": seat["wins"] + (n in result["winners"]), "points": seat["points"] + result["scores"][n]}
        for n, seat in enumerate(tally)
    ]


def nearly_over(players: int = 3) -> Any:
    """A position of Arkham Ritual with one action left."""
    game, rng = takujo.load("arkham-ritual"), random.Random(players)
    s = game.new(players, 5)
    while s.to_act:
        before, seat = s.clone(), s.to_act[0]
        s.apply(seat, rng.choice(s.legal(seat)))
    return before.position()


def swapped(server: Server, swap: str = "host") -> tuple[str, list[str]]:
    """The second table of a series of Arkham Ritual, all at it."""
    plan = {"games": 3, "score": "wins", "swap": swap}
    table, tokens = plant(server, nearly_over(), secrets.token_bytes(32), series=plan)
    finish(server, table, tokens)
    return follow(server, table, tokens)


def test_the_tally_goes_from_game_to_game_and_says_who_has_won_the_evening(server):
    table, tokens = server.full("ayatsuri", 3, options=QUICK, series=PLAN)
    first = table
    told = info(server, table)["series"]
    tally = [{"wins": 0, "points": 0}] * 3
    assert told == {
        **PLAN, "swap": "host", "id": table, "number": 1, "tally": tally, "leaders": [], "over": False
    }  # fmt: skip
    for number in (1, 2):
        assert info(server, table)["series"] == {**told, "number": number, "tally": tally}
        finish(server, table, tokens)
        tally = added(tally, server.look(table)["result"])
        now = info(server, table)["series"]
        best = max((seat["wins"], seat["points"]) for seat in tally)
        leaders = [n for n, seat in enumerate(tally) if (seat["wins"], seat["points"]) == best]
        assert now == {**told, "number": number, "tally": tally, "leaders": leaders, "over": number == 2}
        told = {**now, "over": False}
        table, tokens = follow(server, table, tokens)
    anew = info(server, table)["series"]  # after the last game an evening begins anew
    assert (anew["id"], anew["number"]) == (table, 1)
    assert anew["tally"] == [{"wins": 0, "points": 0}] * 3
    assert len(series(server, first)["tables"]) == 2


@pytest.mark.parametrize(("score", "leaders"), [("wins", [0, 1]), ("points", [2]), ("both", [1])])
def test_wins_points_or_both_decide(server, score, leaders):
    earlier = [
        {"table": f"t{n}", "options": {}, "result": {"winners": winners, "scores": scores}}
        for n, (winners, scores) in enumerate(
            [([0], [5, 1, 4]), ([1], [0, 7, 6]), ([0, 1], [1, 1, 0]), ([], [0, 0, 0])]
        )
    ]
    plan = {"games": None, "score": score, "swap": "host", "id": "t0", "host": 0, "earlier": earlier}
    table, _ = plant(server, nearly_over(), secrets.token_bytes(32), series=plan)
    told = info(server, table)["series"]
    assert told["tally"] == [{"wins": 2, "points": 6}, {"wins": 2, "points": 9}, {"wins": 0, "points": 10}]
    assert (told["leaders"], told["number"], told["over"]) == (leaders, 5, False)


def test_a_game_ended_by_a_vote_counts_as_not_played(server):
    table, tokens = server.full("ayatsuri", 3, options=QUICK, series=PLAN)
    end(server, table, tokens)
    assert info(server, table)["series"]["leaders"] == []
    first, (table, tokens) = table, follow(server, table, tokens)
    assert info(server, table)["series"]["number"] == 1
    finish(server, table, tokens)
    found = series(server, first)
    assert [(game["table"], game["number"], game["status"]) for game in found["tables"]] == [
        (first, None, "ended"),
        (table, 1, "over"),
    ]
    assert found["tables"][0]["result"] is None
    assert found["tables"][1]["tally"] == found["tally"] == info(server, table)["series"]["tally"]


def test_bots_and_those_who_left_keep_their_seat_and_its_tally(server):
    made = server.create("ayatsuri", [OPEN, BOT, OPEN], name="A", options=QUICK, series=PLAN)
    guest = server.join(made["table"], name="B")
    for token in (guest["token"], made["token"]):
        assert say(server, made["table"], token, type="leave") == "ack"
    stop = time.monotonic() + SOON
    while info(server, made["table"])["status"] != "over":
        assert time.monotonic() < stop
    tally = info(server, made["table"])["series"]["tally"]
    there = post(server, made["table"], "rematch", made["token"])
    found = info(server, there["table"])
    assert [(seat["kind"], seat["name"]) for seat in found["seats"]] == [
        ("person", "A"),
        ("bot", ""),
        ("reserved", "B"),
    ]
    body = {"kind": "bot", "level": "regular"}
    path = f"/api/tables/{there['table']}/seats/2"
    assert server.http.post(path, json=body, headers=bearer(there["token"])).status_code == 204
    found = info(server, there["table"])
    assert (found["status"], found["series"]["tally"]) == ("playing", tally)


def test_all_games_are_told_at_each_table(server):
    """With results, options, and the tally after each; of a game that goes on nothing but that it does."""
    table, tokens = server.full("ayatsuri", 3, options=QUICK, series={"score": "points"}, start="host")
    tables, tally = [], [{"wins": 0, "points": 0}] * 3
    for number in (1, 2):
        say(server, table, tokens[0], type="start", seat=number)
        tables.append(table)
        finish(server, table, tokens)
        tally = added(tally, server.look(table)["result"])
        before, (table, tokens) = series(server, table), follow(server, table, tokens)
        assert before["tables"][-1]["tally"] == tally
        assert before["tables"][-1]["options"]["start"] == number
        assert before["tables"][-1]["options"]["max_rounds"] == 1
        assert before["tables"][-1]["result"] == server.look(tables[-1])["result"]
    assert info(server, table)["asking"]["asked"] == [0]  # the book says nothing of a second game: asked as before
    tables.append(table)
    for one in tables:
        found = series(server, one)
        assert [game["table"] for game in found["tables"]] == tables
        assert (found["id"], found["games"], found["number"]) == (tables[0], None, 3)
        last = found["tables"][-1]
        assert (last["status"], last["number"], last["result"], last["tally"]) == ("waiting", 3, None, tally)
        assert not any(game["removed"] for game in found["tables"])


def test_who_may_not_see_the_table_does_not_see_the_series(server):
    table, tokens = server.full("ayatsuri", 3, series=PLAN, spectators="none")
    assert series(server, table)["code"] == "no-spectators"
    assert series(server, table, "nonsense")["code"] == "bad-token"
    assert series(server, table, tokens[1])["id"] == table
    single, _ = server.full("ritual", 2)
    assert series(server, single)["code"] == "no-series"
    assert series(server, "nowhere")["code"] == "no-such-table"


def test_the_record_names_the_series_and_is_verified(server, tmp_path):
    table, tokens = server.full("ayatsuri", 3, options=QUICK, series=PLAN)
    first = table
    for number in (1, 2):
        finish(server, table, tokens)
        file = tmp_path / "record.json"
        file.write_bytes(server.record(table).content)
        record = read_record(file)
        assert record["series"] == {"id": first, "number": number}
        chain = server.http.get("/api/chain").json()
        while len(chain["links"]) < chain["head"]["number"]:
            chain["links"] += server.http.get(f"/api/chain?after={len(chain['links'])}").json()["links"]
        assert {point.name for point in judge(record, chain=chain).points if point.proven} >= {"signature", "told"}
        table, tokens = follow(server, table, tokens)


def test_a_record_of_a_single_game_is_as_it_was(server):
    table, tokens = server.full("ayatsuri", 3, options=QUICK)
    finish(server, table, tokens)
    assert "series" not in server.record(table).json()


@pytest.mark.parametrize(
    "plan",
    [{"games": 1}, {"games": 21}, {"games": True}, {"score": "money"}, {"swap": "vote"}, {"tally": [1]}, [], "yes"],
)
def test_a_plan_that_makes_no_sense_is_refused(server, plan):
    """Ayatsuri has nothing to swap. The tally is never taken from a client."""
    answer = server.http.post("/api/tables", json={"game": "ayatsuri", "players": 3, "series": plan})
    assert (answer.status_code, answer.json()["code"]) in ((422, "malformed"), (422, "bad-table"))


# -- what changes between games


def test_the_host_swaps_cards_between_games(server):
    """What he says holds with the next game, and the ones after it; nothing else can change."""
    table, tokens = swapped(server)
    found = info(server, table)
    assert (found["status"], found["asking"]["swaps"], found["asking"]["asked"]) == ("waiting", True, [])
    for options, why in (
        ({"doom_board": True}, "stays as it is"),
        ({"nonsense": 1}, "stays as it is"),
        ({"event": "hastur"}, "it takes one of magical-orb"),
        ({"event": None}, "it takes one of magical-orb"),
    ):
        answer = server.socket(table, tokens[0]).ask(type="swap", options=options)
        assert answer["code"] == "bad-swap"
        assert why in answer["reason"]
    assert say(server, table, tokens[0], type="swap", options={"event": "x" * 500}) == "malformed"
    assert say(server, table, tokens[1], type="swap", options={"great_old_one": "hastur"}) == "not-host"
    assert info(server, table)["options"]["great_old_one"] == "cthulhu"
    assert say(server, table, tokens[0], type="swap", options={"great_old_one": "hastur"}) == "ack"
    assert info(server, table)["options"]["great_old_one"] == "hastur"
    assert say(server, table, tokens[1], type="begin") == "not-host"
    assert say(server, table, tokens[0], type="begin") == "ack"
    state = server.look(table)
    assert (state["table"]["status"], state["view"]["options"]["great_old_one"]) == ("playing", "hastur")
    assert say(server, table, tokens[0], type="swap", options={"great_old_one": "cthulhu"}) == "not-asked"
    end(server, table, tokens)
    table, tokens = follow(server, table, tokens)
    assert info(server, table)["options"]["great_old_one"] == "hastur"


def test_all_vote_on_what_the_host_proposes(server):
    table, tokens = swapped(server, "vote")
    swap = {"event": "shining-trapezohedron", "character1": "wary-student"}
    assert say(server, table, tokens[1], type="agree", yes=True) == "no-proposal"
    assert say(server, table, tokens[0], type="swap", options=swap) == "ack"
    assert say(server, table, tokens[1], type="agree", yes=True) == "ack"
    asking = info(server, table)["asking"]
    assert (asking["proposal"], asking["agreed"]) == (swap, [0, 1])
    assert info(server, table)["options"]["event"] == "magical-orb"
    assert say(server, table, tokens[1], type="agree", yes=False) == "ack"
    assert say(server, table, tokens[2], type="agree", yes=True) == "ack"
    assert info(server, table)["options"]["event"] == "magical-orb"
    assert say(server, table, tokens[1], type="agree", yes=True) == "ack"
    found = info(server, table)
    assert found["asking"]["proposal"] is None
    assert {name: found["options"][name] for name in swap} == swap
    assert say(server, table, tokens[0], type="swap", options={"event": "magical-orb"}) == "ack"
    assert say(server, table, tokens[0], type="begin") == "ack"  # not all agreed
    assert {name: server.look(table)["view"]["options"][name] for name in swap} == swap


def test_nothing_is_swapped_before_the_first_game_or_where_the_title_has_nothing(server):
    table, tokens = server.full("arkham-ritual", 3, series=PLAN, start="vote")
    assert say(server, table, tokens[0], type="swap", options={"great_old_one": "hastur"}) == "no-swap"
    table, tokens = server.full("ayatsuri", 3, options=QUICK, series=PLAN)
    end(server, table, tokens)
    table, _ = follow(server, table, tokens)
    assert info(server, table)["status"] == "playing"


def test_who_made_the_series_is_host_again_when_there(server):
    """Somebody else may ask for the next game, and fill empty seats meanwhile."""
    table, tokens = plant(server, nearly_over(), secrets.token_bytes(32), series={**PLAN, "swap": "host"})
    finish(server, table, tokens)
    there = post(server, table, "rematch", tokens[2])
    assert info(server, there["table"])["host"] == 2
    post(server, table, "rematch", tokens[0])
    assert info(server, there["table"])["host"] == 0


# -- what lasts


def test_a_series_has_an_end(server):
    earlier = [{"table": f"t{n}", "options": {}, "result": None} for n in range(LONGEST - 1)]
    plan = {"games": None, "score": "wins", "swap": "host", "id": "t0", "host": 0, "earlier": earlier}
    table, tokens = plant(server, nearly_over(), secrets.token_bytes(32), series=plan)
    assert say(server, table, tokens[0], type="begin") == "ack"
    finish(server, table, tokens)
    assert post(server, table, "rematch", tokens[0])["code"] == "series-long"
    found = series(server, table)
    assert [game["removed"] for game in found["tables"]] == [True] * (LONGEST - 1) + [False]


def test_old_tables_may_be_removed_and_the_server_killed(nursery, tmp_path):
    """The later table has all that counts."""
    with Node(nursery, tmp_path, keep_finished=str(5 / 86_400), clean_every="1") as server:
        table, tokens = server.full("ayatsuri", 3, options=QUICK, series=PLAN)
        first = table
        finish(server, table, tokens)
        table, tokens = follow(server, table, tokens)
        before = series(server, table)
        server.close_sockets()
        server.kill()
        server.start()
        assert [game["table"] for game in series(server, table)["tables"]] == [first, table]
        stop = time.monotonic() + 60
        while server.http.get(f"/api/tables/{first}").status_code != 410:
            assert time.monotonic() < stop
            time.sleep(0.2)
        after = series(server, table)
        assert [game.pop("removed") for game in after["tables"]] == [True, False]
        assert [game.pop("removed") for game in before["tables"]] == [False, False]
        assert after == before
        assert info(server, table)["series"]["tally"] == before["tally"]


def test_a_series_goes_from_node_to_node(nursery, tmp_path, database, nats):
    with Cluster(nursery, tmp_path, database, nats) as cluster:
        first, second = cluster.nodes
        table, tokens = first.full("ayatsuri", 3, options=QUICK, series=PLAN)
        finish(second, table, tokens)
        made = [post(node, table, "rematch", token) for node, token in zip((first, second, first), tokens, strict=True)]
        assert len({there["table"] for there in made}) == 1
        new = made[0]["table"]
        finish(first, new, [there["token"] for there in made])
        assert series(first, table) == series(second, new)
        assert series(second, table)["over"]
