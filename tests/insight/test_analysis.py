"""What each action is worth: from the view alone, the same in every slice, and true where it can be worked out."""

import copy
import doctest
import random

import numpy as np
import pytest

import takujo
from takujo.bots.care import REGULAR
from takujo.bots.levels import regular
from takujo.bots.minds import mind
from takujo.bots.trials import DROPPED, Trials
from takujo.games import SLUGS
from takujo.insight import Analysis
from takujo.insight.analysis import SURE
from tests.helpers import ROOT

pytestmark = pytest.mark.once  # hundreds of plays a decision: compiled only
FEW = 6  # guesses


def middle(slug, seed=3, moves=9, players=None):
    """A state some decisions into a game of regulars."""
    game = takujo.load(slug)
    state, rng = game.new(players or min(3, game.players[-1]), seed), random.Random(seed)
    for _ in range(moves):
        seat = state.to_act[0]
        state.apply_number(seat, regular.pick(game, state.view_raw(seat), seat, rng))
    return state


@pytest.mark.parametrize("slug", SLUGS)
def test_a_view_is_all_that_is_used(slug):
    """Two worlds that a seat cannot tell apart get the same analysis, whatever is hidden in them."""
    state = middle(slug)
    seat = state.to_act[-1]
    view = state.view(seat)
    other = state.game.determinize(view, 8)
    assert bytes(other) != bytes(state)
    assert other.view(seat) == view
    assert state.game.analysis(view, rounds=FEW, simulations=FEW) == state.game.analysis(
        other.view(seat), rounds=FEW, simulations=FEW
    )
    assert state.game.analysis(view, rounds=FEW, seed=1) != state.game.analysis(view, rounds=FEW, seed=2)


@pytest.mark.parametrize("slug", SLUGS)
def test_slices_change_nothing(slug):
    state = middle(slug, moves=4)
    view = state.view(state.to_act[0])
    whole, sliced = Analysis(state.game, view, seed=4), Analysis(state.game, view, seed=4)
    whole.run(FEW)
    whole.think(FEW)
    for part in (1, 2, FEW - 3):
        sliced.run(part)
        sliced.think(part)
    assert sliced.result() == whole.result()


@pytest.mark.parametrize("slug", SLUGS)
def test_plain_python_agrees_with_compiled_code(slug):
    """To the last integer. (Of Arkham Ritual where nothing is to be retraced: that is slow in plain Python.)"""
    state = middle(slug, moves=0 if slug == "arkham-ritual" else 9)
    seat = state.to_act[0]
    view, plain = state.view_raw(seat), copy.copy(mind(state.game))
    plain.door = plain._doors.plain
    assert [own.compiled for _, own in (mind(state.game).doors, plain.doors)] == [True, False]
    found = []
    for thinks in (mind(state.game), plain):
        trials = Trials(thinks, view, seat, state.legal_numbers(seat)[:2], [], 3)
        trials.run(2)
        found.append([trials.moves, trials.pairs.tolist()])
    assert found[0] == found[1]


def late_decision():
    """Of seat 0 in a game of RITUAL, that is soon over and still open."""
    state, rng, decisions = middle("ritual", moves=0, players=2), random.Random(1), []
    while state.to_act:
        seat = state.to_act[0]
        if seat == 0 and len(state.legal(0)) > 1:
            decisions.append(state.clone())
        state.apply_number(seat, regular.pick(state.game, state.view_raw(seat), seat, rng))
    return decisions[-5]


def test_values_are_those_of_guesses_played_out_one_by_one():
    """By other code: the checked door, and guesses drawn in Python."""
    state = late_decision()
    game, seat = state.game, 0
    view, thinks = state.view(seat), mind(state.game)
    thought = Analysis(game, view, seed=1)
    thought.run(400)
    actions = thought.result()["actions"]
    assert 0 < actions[0]["win"]["value"] < 1
    for found in actions[:3]:
        rng, shares = random.Random(5), []
        for seed in range(400):
            play = game.determinize(view, seed)
            play.apply(seat, found["action"])
            while play.to_act:
                actor = play.to_act[0]
                play.apply_number(actor, regular.pick(game, play.view_raw(actor), actor, rng))
            shares.append(thinks.door.worth(np.frombuffer(bytes(play), np.uint8).copy(), seat) / 1000)
        error = (np.var(shares) / len(shares)) ** 0.5
        assert abs(found["win"]["value"] - np.mean(shares)) < 4 * error + 2 * (
            found["win"]["high"] - found["win"]["value"]
        )


def test_the_action_asked_for_is_never_given_up():
    """A hopeless one is, when nobody asks for it: then it has fewer guesses, and the best has all of them."""
    state = middle("ritual", seed=5, moves=6, players=4)
    view = state.view(state.to_act[0])
    thought = Analysis(state.game, view)
    thought.run(200)
    result = thought.result()
    dropped = [row for row in result["actions"] if row["dropped"]]
    assert dropped
    assert all(row["rounds"] < 200 and not row["same"] for row in dropped)
    best = result["actions"][0]
    assert (best["rounds"], best["dropped"], best["behind"], best["same"]) == (200, False, None, True)
    asked = state.game.analysis(view, rounds=200, actions=[dropped[-1]["action"]])
    (row,) = [row for row in asked["actions"] if row["action"] == dropped[-1]["action"]]
    assert (row["rounds"], row["dropped"]) == (200, False)


def test_hundreds_of_placements_are_narrowed_down_but_not_the_one_asked_for():
    state = middle("in-the-ruin", moves=14, players=2)
    seat = state.to_act[0]
    view, legal = state.view(seat), state.legal(seat)
    assert len(legal) > 60
    chances = mind(state.game).weigh(state.view_raw(seat), seat, np.array(state.legal_numbers(seat)), REGULAR)
    worst = legal[int(chances.argmin())]
    result = state.game.analysis(view, rounds=2, width=4, actions=[worst])
    assert (result["legal"], len(result["actions"])) == (len(legal), 5)
    assert worst in [row["action"] for row in result["actions"]]
    assert all(row["points"]["value"] > 0 for row in result["actions"])


def test_differences_are_paired():
    """On the same guesses with the same luck: an action tried twice differs from itself by nothing."""
    state = middle("ayatsuri")
    seat = state.to_act[0]
    view = state.view_raw(seat)
    number = state.legal_numbers(seat)[0]
    trials = Trials(mind(state.game), view, seat, [number, number], [], 1)
    trials.run(40)
    assert trials.row(0, 1).tolist() == [40] + [0] * (len(trials.row(0, 1)) - 1)
    assert trials.row(0, 0)[1] == trials.row(1, 1)[1] > 0
    assert DROPPED not in trials.active


def test_more_comparisons_at_once_need_more_certainty():
    assert SURE[1] == pytest.approx(1.96, abs=0.001)
    assert sorted(SURE) == SURE


def test_wrong_questions_are_refused():
    state = middle("ritual")
    game, seat = state.game, state.to_act[0]
    view = state.view(seat)
    with pytest.raises(ValueError, match="whose it is does not show"):
        game.analysis(state.view(None))
    with pytest.raises(ValueError, match="not legal here"):
        game.analysis(view, actions=[{"type": "take-set", "set": 0}])
    with pytest.raises(ValueError, match="one of the game"):
        game.analysis(view, actions=[{"type": "nonsense"}])
    while state.to_act:
        state.apply(state.to_act[0], state.legal(state.to_act[0])[0])
    with pytest.raises(ValueError, match="nothing to decide"):
        game.analysis(state.view(0))


def test_the_page_of_the_documentation_is_true():
    file = str(ROOT / "docs/insight.md")
    failed, tried = doctest.testfile(file, module_relative=False, encoding="utf-8")
    assert (failed, tried) == (0, 18)
