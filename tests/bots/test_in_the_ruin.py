"""How well IN THE RUIN is played, and that the clear choices are made."""

import random
from typing import Any

import numpy as np
import pytest

import takujo
from takujo.bots.care import HASTY, NOVICE, REGULAR
from takujo.bots.loops import play_policies
from takujo.bots.minds import mind
from tests.helpers import option_sets

pytestmark = pytest.mark.once

GAME = takujo.load("in-the-ruin")
MIND = mind(GAME)
POINTS = 0.4  # of a thousandth that a solo play is worth


def choices(position: dict[str, Any], care: int = REGULAR) -> list[tuple[dict[str, Any], float]]:
    """The actions of seat 0 and their chances, the likeliest first."""
    s = GAME.from_position(position)
    numbers = np.array(s.legal_numbers(0), dtype=np.int64)
    chances = MIND.weigh(s.view_raw(0), 0, numbers, care)
    return sorted(zip(s.legal(0), map(float, chances), strict=True), key=lambda choice: -choice[1])


def worth(s: Any, seat: int) -> int:
    """What the policy takes a whole state to be worth; the state stays as it is."""
    raw = np.frombuffer(bytearray(bytes(s)), dtype=np.uint8)
    found = MIND.door.worth(raw, seat)
    assert raw.tobytes() == bytes(s)
    return int(found)


def share(care: int, others: int, players: int, games: int) -> float:
    """What a seat of one care wins among others of another, in fair shares; each seat in turn."""
    total = 0.0
    for seat in range(players):
        cares = [others] * players
        cares[seat] = care
        total += play_policies(MIND, cares, games // players, 31 + seat)[0][:, seat].mean()
    return total / 1000


@pytest.mark.parametrize("players", [2, 3, 4])
def test_care_pays(players: int) -> None:
    """Among newcomers a careful player wins well more than a fair share."""
    assert share(REGULAR, NOVICE, players, 120) > 1.4


@pytest.mark.parametrize(("care", "points"), [(REGULAR, 250), (HASTY, 220), (NOVICE, 100)])
def test_points_of_a_solo_play(care: int, points: int) -> None:
    """On average, well below what is measured over more plays."""
    assert play_policies(MIND, [care], 100, 8)[0].mean() * POINTS > points


# A corridor from the entrance to letter I, three steps away.
CORRIDOR = {"o": [[6, 6], [6, 7], [5, 7], [4, 7]], "#": [[7, 6], [7, 7]]}


def late(row: list[str], piece: list[int], open_letters: list[str], **turn: Any) -> dict[str, Any]:
    """Near the end of stage 2."""
    seat = {"sheet": CORRIDOR, "piece": piece, "turn": turn}
    return {"stage": 2, "round": 30, "row": row, "deck": [], "letters": {"open": open_letters}, "seats": [seat]}


def test_a_gem_in_reach_is_taken() -> None:
    """Ten points [7-1]; the three steps of the last card then lead out."""
    (move, chance), *_ = choices(late(["K", "J", "X"], [6, 7], ["I"], sub="move", main="wall"))
    assert move["to"] == [4, 7]
    assert chance > 0.7


@pytest.mark.parametrize("care", [HASTY, NOVICE, REGULAR])
def test_the_last_card_leads_out(care: int) -> None:
    """Who is inside at the end loses 20 points, who is out gets 30 [7-2]: worth more than a gem."""
    (move, chance), *_ = choices(late(["X"], [5, 7], ["I"], sub="move", main="wall"), care)
    assert move["to"] == [6, 6]
    assert chance > 0.9
    (leave, chance), *_ = choices(late(["X"], [6, 6], ["I"], sub="exit", main="wall"), care)
    assert leave["type"] == "escape"
    assert chance > 0.9


def test_who_must_arrive_to_leave_goes_out_and_comes_back() -> None:
    """J15: with the option nobody waits on the entrance to leave there; arrived, one leaves."""
    options = {"options": {"escape_needs_arrival": True}}
    found = choices(late(["K", "X"], [6, 6], [], sub="move", main="wall") | options)
    assert sum(chance for move, chance in found if move["to"] == [6, 6]) < 0.1
    (move, chance), *_ = choices(late(["X"], [5, 7], [], sub="move", main="wall") | options)
    assert move["to"] == [6, 6]
    (leave, chance), *_ = choices(late(["X"], [6, 6], [], sub="exit", main="wall") | options)
    assert leave["type"] == "escape"
    assert chance > 0.9


def test_the_last_wall_of_a_stage_makes_the_rectangle() -> None:
    """The O4 of card W fits the corner that four rows of six lack: 24 points, not 16 [6]."""
    corner = [[8, 10], [8, 11], [9, 10], [9, 11]]
    walls = [[r, c] for r in range(6, 10) for c in range(6, 12) if [r, c] not in [*corner, [6, 6]]]
    seat = {"sheet": {"o": [[6, 6]], "#": walls}, "piece": [6, 6]}
    (draw, chance), *_ = choices({"stage": 1, "round": 20, "row": ["W"], "deck": [], "seats": [seat]})
    assert draw == {"type": "draw", "mark": "wall", "cells": corner}
    assert chance > 0.5


def test_no_penalty_without_need() -> None:
    """A single wall costs ten points [5-1-1-C]: not while the piece fits."""
    found = choices({"row": ["I", "A", "B"], "letters": {"open": ["C"]}, "seats": [{"goals": ["AE", "DI"]}]})
    assert sum(chance for action, chance in found if action["type"] == "single-wall") < 0.01


@pytest.mark.parametrize("players", GAME.players)
def test_every_decision_is_weighed_by_the_view_alone(players: int) -> None:
    """At every count and option: finite preferences, the same in all worlds that a view allows; views stay as they are."""
    for options in option_sets(GAME, players):
        rng, s = random.Random(players), GAME.new(players, players, options)
        while s.to_act:
            seat = rng.choice(s.to_act)
            numbers = np.array(s.legal_numbers(seat), dtype=np.int64)
            view = s.view_raw(seat)
            for care in (HASTY, NOVICE, REGULAR):
                chances = MIND.weigh(view, seat, numbers, care)
                assert np.isfinite(chances).all()
                assert view.tobytes() == s.view_raw(seat).tobytes()
                if rng.random() < 0.02:
                    twin = GAME.determinize(s.view(seat), rng.randrange(1 << 30))
                    assert (MIND.weigh(twin.view_raw(seat), seat, numbers, care) == chances).all()
            s.step(seat, int(rng.choices(numbers, chances)[0]) if rng.random() < 0.8 else int(rng.choice(numbers)))


def test_worth_before_the_end_tells_how_it_ends() -> None:
    """Half way the forecast of solo plays goes with their result, and is not far off on average."""
    told, came = [], []
    for seed in range(40):
        rng, s = random.Random(seed), GAME.new(1, seed)
        while s.to_act:
            if s.position()["stage"] == 2 and len(told) == len(came):
                told.append(worth(s, 0))
            numbers = np.array(s.legal_numbers(0), dtype=np.int64)
            s.step(0, int(rng.choices(numbers, MIND.weigh(s.view_raw(0), 0, numbers, REGULAR))[0]))
        came.append(worth(s, 0))
        assert s.result is not None
        assert came[-1] == min(400, s.result["scores"][0]) * 1000 // 400
    assert np.corrcoef(told, came)[0, 1] > 0.3
    assert abs(np.mean(told) - np.mean(came)) * POINTS < 20


def test_guessed_sheets_are_worth_as_much_as_those_of_regulars() -> None:
    """Else chances to win are overrated (docs/calibration.md). In both stages; what others hold stays a guess."""
    true, guessed = {1: [], 2: []}, {1: [], 2: []}
    for seed in range(12):
        rng, s = random.Random(seed), GAME.new(3, seed)
        while s.to_act:
            seat = s.to_act[0]
            if s.position()["phase"] == "step1" and rng.random() < 0.1:
                worlds = [GAME.determinize(s.view(seat), guess) for guess in range(3)]
                sheets = {str(world.position()["seats"][(seat + 1) % 3]["sheet"]) for world in worlds}
                assert len(sheets) == 3 or s.position()["round"] < 6
                for other in {0, 1, 2} - {seat}:
                    true[s.position()["stage"]].append(points(s, other))
                    guessed[s.position()["stage"]].append(np.mean([points(world, other) for world in worlds]))
            numbers = np.array(s.legal_numbers(seat), dtype=np.int64)
            s.step(seat, int(rng.choices(numbers, MIND.weigh(s.view_raw(seat), seat, numbers, REGULAR))[0]))
    for stage in (1, 2):
        assert abs(np.mean(guessed[stage]) - np.mean(true[stage])) < 12
        assert 0.4 < np.std(guessed[stage]) / np.std(true[stage]) < 1.6


def points(s: Any, seat: int) -> int:
    """What the policy expects a sheet to count."""
    return int(MIND.door.points(np.frombuffer(bytearray(bytes(s)), dtype=np.uint8), seat))
