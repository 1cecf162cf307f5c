"""The map of the day: what pages send is played by the rules on that day's deal, and counted without names."""

import random
from functools import cache
from typing import Any

import pytest

from takujo import Match, load
from takujo.server import daily
from tests.server.parts import Server

pytestmark = pytest.mark.once

GAME = "in-the-ruin"
PATH = f"/api/daily/{GAME}"


@cache
def game_of(day, seed):
    """A whole game on that map, somehow played."""
    match, rng = Match(load(GAME), 1, seed=daily.seed_of(GAME, day)), random.Random(seed)
    while match.state.to_act:
        match.play(0, rng.choice(match.state.legal(0)))
    assert match.state.result
    return [action for _, action in match.actions], match.state.result["scores"][0]


def send(server, day, actions, status=200):
    answer = server.http.post(PATH, json={"day": day, "actions": actions})
    assert answer.status_code == status, answer.text
    return answer.json()


def test_results_are_counted_by_rank_and_each_way_once(server):
    """The server's own score; the same decisions again change nothing; from one address five count."""
    today = server.http.get(PATH).json()["today"]
    games = [game_of(today, seed) for seed in range(7)]
    told = [send(server, today, actions) for actions, _ in games]
    assert [rank["score"] for rank in told] == [score for _, score in games]
    assert [rank["counted"] for rank in told] == [True] * 5 + [False] * 2
    assert [rank["of"] for rank in told] == [1, 2, 3, 4, 5, 5, 5]
    counted = [score for _, score in games[:5]]
    for rank, (_, score) in zip(told[5:], games[5:], strict=True):
        assert rank["rank"] == 1 + sum(other > score for other in counted)
    again = send(server, today, games[0][0])
    assert (again["counted"], again["of"]) == (True, 5)
    found = server.http.get(PATH).json()
    assert sorted((score for score, n in found["scores"] for _ in range(n)), reverse=True) == sorted(
        counted, reverse=True
    )
    assert [score for score, _ in found["scores"]] == sorted(set(counted), reverse=True)
    yesterday, _ = game_of(today - 1, 0)
    assert send(server, today - 1, yesterday)["of"] == 1


def test_what_was_not_played_on_that_map_is_refused(server):
    """Another day's game, one that is cut off, decisions that the rules refuse, days that are closed or to come."""
    today = server.http.get(PATH).json()["today"]
    before = server.http.get(PATH).json()
    actions, _ = game_of(today, 0)
    deep: dict[str, Any] = {"type": "draw"}
    for _ in range(50):
        deep = {"type": deep}
    for day, sent, code in [
        (today, game_of(today - 1, 0)[0], "bad-record"),
        (today, actions[:-1], "not-over"),
        (today, [*actions, actions[-1]], "bad-record"),
        (today, [{"type": "win"}], "bad-record"),
        (today, [deep], "bad-record"),
        (today, [{}], "bad-record"),
        (today - 2, game_of(today - 2, 0)[0], "other-day"),
        (today + 1, game_of(today + 1, 0)[0], "other-day"),
        (10**12, actions, "other-day"),
        (-1, actions, "malformed"),
        (today, [], "malformed"),
        (today, actions[:1] * 401, "malformed"),
        (today, ["x"], "malformed"),
    ]:
        assert send(server, day, sent, 422)["code"] == code
    body = {"day": today, "actions": actions, "score": 999}
    assert server.http.post(PATH, json=body).json()["code"] == "malformed"
    assert server.http.get(PATH).json() == before
    assert server.http.get(PATH, params={"day": today - 31}).json()["code"] == "other-day"
    assert server.http.get(PATH, params={"day": 10**30}).status_code == 422
    none = server.http.get("/api/daily/ritual")
    assert (none.status_code, none.json()["code"]) == (404, "no-map")


def test_who_sends_very_much_waits(tmp_path):
    """The time that replays take is charged to the address."""
    with Server(tmp_path, ask_rate="1,0.0001") as server:
        today = server.http.get(PATH).json()["today"]
        send(server, today, game_of(today, 0)[0])
        assert send(server, today, game_of(today, 1)[0], 429)["code"] == "too-many"
