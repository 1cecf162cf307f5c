"""What boards ask about views: answered as the rules play it, from what is seen alone."""

import itertools
import random
from collections import Counter

import pytest

import takujo
from takujo.core.shapes import answers_type, facts_type
from takujo.games import SLUGS


def played(slug, players=3, seed=1, most=400):
    """The states of a game."""
    s = takujo.load(slug).new(players, seed)
    for n in range(most):
        if not s.to_act:
            return
        yield s
        seat = s.to_act[n % len(s.to_act)]
        legal = s.legal(seat)
        s = s.clone()
        s.apply(seat, legal[(7 * n) % len(legal)])


@pytest.mark.parametrize("slug", SLUGS)
def test_who_asks_is_whose_view_it_is(slug):
    """Plain JSON does not say whose it is: then the seat is given, or a spectator asks."""
    game = takujo.load(slug)
    s = game.new(game.players[-1], 3)
    view = s.view(1)
    for question in game.questions:
        assert game.ask(view, question) == game.ask(dict(view), question, seat=1)
        game.ask(dict(view), question)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"question": "weather"}, "question is 'weather'; it takes one of this game's: chants"),
        ({"about": 3}, "about is 3; it takes an object"),
        ({"seat": 5}, "seat is 5; it takes a seat of the view"),
        ({"view": {}}, "view is 'without "),
        ({"view": 3}, "view is 3; it takes the JSON of a view"),
    ],
)
def test_a_bad_question_is_refused(given, reason):
    """With what is wrong, and what is expected."""
    game = takujo.load("ritual")
    asked = {"view": dict(game.new(3, 1).view(0)), "question": "chants"} | given
    with pytest.raises(ValueError, match=reason):
        game.ask(**asked)


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_printed_and_answered_has_its_type(slug):
    """Facts are said by every title, and the page's types are made of what is declared."""
    game = takujo.load(slug)
    assert set(game.facts()) == set(facts_type(game).__annotations__)
    assert set(game.questions) <= set(answers_type(game).__annotations__)


def test_a_view_without_an_answer_is_refused(monkeypatch):
    """What cannot be is no crash."""
    game = takujo.load("ritual")
    monkeypatch.setitem(game.questions, "odd", lambda v, seat, about: [][0])
    with pytest.raises(ValueError, match="the view has no answer to odd: IndexError"):
        game.ask(game.new(3, 1).view(0), "odd")


def test_a_chant_does_what_was_said():
    """RES, LAY, MAD-2: its points if it scores; else its cost in a vortex, and whether that is the end of the ritual."""
    game, seen = takujo.load("ritual"), set()
    for seed in range(6):
        before = None
        for s in played("ritual", 4, seed):
            view = s.view(None)
            rows = view["rows"]
            if before and before["phase"] == "chant" and view["round"] == before["round"] + 1:
                for seat, row in enumerate(rows):
                    if len(row) < before["round"]:
                        continue
                    told = {(c["card"], c["side"]): c for c in before["chants"][seat]}[row[-1]["card"], row[-1]["side"]]
                    due = {"scored": told["total"], "none": before["totals"][seat]}
                    due["madness"] = before["totals"][seat] - told["cost"]
                    assert view["totals"][seat] == due[row[-1]["result"]]
                    assert told["with_altar"] == (row[-1]["result"] != "madness") or row[-1]["result"] == "scored"
                    if row[-1]["result"] == "madness":
                        assert view["eliminated"][seat] == told["out"]
                    seen.add((row[-1]["result"], told["out"]))
            if view["phase"] == "chant" and len(s.to_act) == 1 and view["to_act"][0] == view["start"]:
                chants = [game.ask(s.view(seat), "chants") for seat in range(4)]
                before = view | {"chants": chants}
    assert {("scored", False), ("none", False), ("madness", False), ("madness", True)} <= seen
    assert game.ask(game.new(3, 1).view(None), "chants") == []


def test_why_holders_failed_is_why_the_rules_say_so():
    """[7-1][7-2][10-3]: whoever has a reason fails, and nobody else; artifacts of one kind are bound to each other."""
    game, seen = takujo.load("arkham-ritual"), set()
    for seed, options in enumerate(({}, {"character1": "wary-student", "character2": "mad-professor"}) * 4):
        s = game.new(3 + seed % 4, seed, options)
        rng = random.Random(seed)
        while s.to_act:
            seat = s.to_act[0]
            for stage in s.apply(seat, rng.choice(s.legal(seat))).stages:
                last = stage.state.position()["last_round"]
                if not any(event["type"] == "judgement" for event in stage.events):
                    continue
                found = game.ask(stage.state.view(0), "judgement")
                failed = [*last["failed"], *(s.players + dummy for dummy in last["failed_dummies"])]
                assert [holder for holder, why in enumerate(found["why"]) if why] == failed
                twins = {holder for bond in found["bonds"] for holder in bond}
                assert twins == {holder for holder, why in enumerate(found["why"]) if "twin" in why}
                seen.update(reason for why in found["why"] for reason in why)
    assert seen == {"mad", "sane", "twin", "plain", "student"}


def test_chances_are_those_of_the_belief():
    """Exact: so many ways of so many; for a card that is seen, all of them."""
    game = takujo.load("arkham-ritual")
    for seed in range(4):
        for s in played("arkham-ritual", 3 + seed, seed, 60):
            for seat in range(s.players):
                view = s.view(seat)
                belief, found = game.belief(view), game.ask(view, "chances")
                pairs = [*zip(belief["hands"], found["hands"], strict=True), (belief["offered"], found["offered"])]
                for due, chances in pairs:
                    ways = {chance["card"]: chance["ways"] / chance["total"] for chance in chances}
                    assert ways == pytest.approx(due or {})
                    assert sum(chance["ways"] for chance in chances) == (chances[0]["total"] if chances else 0)


def test_gains_of_a_round_are_the_chips_that_moved():
    """What the events of a round brought each seat is what it has more, or less, than before."""
    game, moved = takujo.load("ayatsuri"), 0
    for seed in range(6):
        rng, s = random.Random(seed), game.new(3 + seed % 4, seed, {"promo": seed % 2 == 1})
        while s.to_act:
            before, seat = s.view(None), s.to_act[0]
            outcome = s.apply(seat, rng.choice(s.legal(seat)))
            after = s.view(None)
            found = game.ask(after, "gains", {"events": s.events_for(None, outcome)})
            for key in ("life", "kills"):
                change = [now - then for now, then in zip(after[key], before[key], strict=True)]
                assert found[key] == change
                moved += any(change)
    assert moved > 50
    assert game.ask(after, "gains") == {"life": [0] * s.players, "kills": [0] * s.players}


REASONS = {
    "o": "not-empty",
    "d": "not-empty",
    "e": "not-over-the-entrance",
    "a": "touches-nothing",
    "b": "makes-a-block",
}


def refused(s, seat, action):
    """The code of a refusal; "." for what is legal."""
    try:
        s.clone().apply(seat, action)
    except takujo.IllegalAction as error:
        return error.code
    return "."


def ruins(**options):
    """States of IN THE RUIN, the first of each kind of decision and some later ones."""
    for seed, players in enumerate((1, 3)):
        s = takujo.load("in-the-ruin").new(players, seed, options)
        rng, seen = random.Random(seed), Counter()
        while s.to_act:
            seat = rng.choice(s.to_act)
            sub = (s.view(seat)["seats"][seat]["turn"]["sub"], s.view(seat)["stage"])
            seen[sub] += 1
            if seen[sub] in (1, 2, 9, 15):
                yield s, seat
            s.apply(seat, rng.choice(s.legal(seat)))
        yield s, None


def test_points_of_a_drawing_are_those_it_brings():
    """After each legal action the seat has what was said, its penalties and the goal card it pays with among it."""
    game, kinds = takujo.load("in-the-ruin"), set()
    for s, seat in ruins():
        if seat is None:
            continue
        drafts, legal = game.ask(s.view(seat), "drafts"), s.legal(seat)
        assert len(drafts) == len(legal)
        for number in random.Random(1).sample(range(len(legal)), min(6, len(legal))):
            then = s.clone()
            then.apply(seat, legal[number])
            draws = legal[number]["type"] in ("draw", "single-wall", "extra")
            assert (drafts[number] is not None) == draws
            if draws and then.view(seat)["round"] == s.view(seat)["round"] and seat in then.to_act:
                assert drafts[number] == game.ask(then.view(seat), "standings")[seat]
                kinds.add(legal[number]["type"])
    assert kinds == {"draw", "single-wall", "extra"}


def test_standings_at_the_end_are_the_scores():
    """(6, 7): all of it, and the rectangle is as large as the bonus of the stage."""
    game, ended = takujo.load("in-the-ruin"), 0
    for s, seat in ruins():
        standings = game.ask(s.view(None), "standings")
        assert standings == ([None] * s.players if seat is not None else standings)
        for own, score in zip(standings, s.position()["scores"] or [], strict=False):
            points = own["points"]
            assert [points["square"], points["gems"], points["penalty"], points["escape"]] == [
                *(tuple(score["square"]), score["gem_vp"], score["penalty_vp"], score["escape_vp"])
            ]
            assert [points["routes"], points["route"], points["total"]] == [
                *(score["routes"], score["route_vp"], score["total"])
            ]
            assert own["rect"]["area"] == score["square"][1]
            ended += 1
    assert ended == 4


@pytest.mark.parametrize("options", [{}, {"single_wall_anywhere": True}])
def test_why_a_drawing_does_not_fit_is_why_it_is_refused(options):
    """3.2: for every way to hold the piece and every square, and for single squares."""
    game, seen = takujo.load("in-the-ruin"), set()
    for s, seat in ruins(**options):
        told = game.ask(s.view(seat), "refusals", seat=seat) if seat is not None else None
        turn = s.view(seat)["seats"][seat]["turn"] if seat is not None else {"sub": None}
        assert (told is not None) == (turn["sub"] in ("place", "draw", "move"))
        if told is None or turn["sub"] == "move":
            continue
        rng = random.Random(3)
        marks = [turn["taken"]["mark"]] if turn["taken"] else ["passage", "wall"]
        for mark, (k, shape) in itertools.product(marks, enumerate(told["shapes"])):
            for square in rng.sample(range(121), 12):
                cells = [[square // 11 + 1 + r, square % 11 + 1 + c] for r, c in shape]
                letter = told[mark][k][square]
                action = {"type": "draw", "mark": mark, "cells": cells}
                assert REASONS.get(letter, ".") == refused(s, seat, action), (letter, action)
                seen.add(letter)
        if turn["sub"] == "draw":
            for square in rng.sample(range(121), 30):
                action = {"type": "single-wall", "cell": [square // 11 + 1, square % 11 + 1]}
                assert REASONS.get(told["single"][square], ".") == refused(s, seat, action)
    assert seen == {".", "o", "d", "e", "a", "b"}


def ruin(rows, piece, goals):
    """A round of stage 2 with this sheet."""
    sheet = [row.ljust(11, ".") for row in rows] + ["." * 11] * (11 - len(rows))
    seat = {"sheet": sheet, "piece": piece, "goals": goals, "turn": {"sub": "move", "main": "wall"}}
    position = {"game": "in-the-ruin", "stage": 2, "seats": [seat], "letters": {"taken": ["A", "J"]}, "row": ["V"]}
    return takujo.load("in-the-ruin").from_position(position)


def test_ways_lead_where_the_piece_may_go():
    """5-1-2, 8-2: as far as the card says, one square after the other, and once from gate to gate where it warps."""
    game, warped = takujo.load("in-the-ruin"), 0
    gates = ["..@ooo", "", "", "", "ooo@", "...o.o", "...ooo"]
    for s, seat in [*ruins(), (ruin(gates, [5, 2], ["BC"]), 0)]:
        moves = [a for a in s.legal(seat) if a["type"] == "move"] if seat is not None else []
        if not moves:
            continue
        view = s.view(seat)
        own, ways = view["seats"][seat], game.ask(view, "ways")
        pace = len(game.facts()["shapes"][view["row"][0]])
        square = {tuple(a["to"]) for a in moves if a["warp"] is None}
        assert square == {(n // 11 + 1, n % 11 + 1) for n, way in enumerate(ways["foot"]) if 0 < len(way) <= pace + 1}
        jumps = {tuple(a["to"]) for a in moves if a["warp"]}
        warped += len(jumps)
        if jumps:
            assert jumps == {(n // 11 + 1, n % 11 + 1) for n, w in enumerate(ways["warp"]) if 0 < len(w) <= pace + 1}
        start = 11 * (own["piece"][0] - 1) + own["piece"][1] - 1
        for n, way in [*enumerate(ways["foot"]), *enumerate(ways["warp"])]:
            assert not way or (way[0], way[-1]) == (start, n)
        for way in ways["foot"]:
            assert all(abs(a // 11 - b // 11) + abs(a % 11 - b % 11) == 1 for a, b in itertools.pairwise(way))
        for action in moves[:: 1 + len(moves) // 4]:
            (moved,) = (e for e in s.clone().apply(seat, action) if e["type"] == "moved")
            kind = "warp" if action["warp"] else "foot"
            way = ways[kind][11 * (action["to"][0] - 1) + action["to"][1] - 1]
            assert moved["steps"] == len(way) - 1
            assert game.ask(s.view(seat), "ways", {"seat": seat, "from": own["piece"]}) == ways
    assert warped
    assert game.ask(game.new(2, 1).view(0), "ways", {"seat": 1}) is None  # a sheet that is not seen
