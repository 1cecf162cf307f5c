"""Two tiers of one source: uncompiled and compiled doors do the same, and can be swapped between two actions."""

import hashlib

import numpy as np
import pytest

import takujo
from takujo.bots.care import HASTY, NOVICE, REGULAR
from takujo.bots.minds import mind
from takujo.bots.search import VISITS, Search
from takujo.core.jit import JIT
from takujo.match import canonical
from tests.helpers import SLUGS

pytestmark = pytest.mark.once


@pytest.fixture(params=SLUGS)
def game(request):
    """A compiled game, which gets its compiled doors back."""
    game = takujo.load(request.param)
    compiled = game.door
    assert compiled.compiled is JIT
    yield game
    game.door = compiled


def digests(game, tier_of, players):
    """A playthrough to the end; before each action the doors are those of `tier_of` its number. What was seen of it."""
    game.door = tier_of(0)
    state, number, seen = game.new(players, 11), 0, []
    while state.to_act:
        game.door = tier_of(number)
        seat = state.to_act[-1]
        legal = state.legal(seat)
        outcome = state.apply(seat, legal[number * 7919 % len(legal)])
        stages = [(stage.events, bytes(stage.state).hex()) for stage in outcome.stages]
        views = [state.view(other) for other in (*range(players), None)]
        guess = game.determinize(views[0], number)
        numbers = game.observation(views[0]).tobytes().hex()
        told = [bytes(state).hex(), stages, views, bytes(guess).hex(), numbers, state.result]
        seen.append(hashlib.sha256(canonical(told)).hexdigest())
        number += 1
    return seen


def test_both_tiers_play_the_same_and_can_be_swapped_in_mid_game(game):
    """Records, stages, views, guesses, observations and the result are equal bit for bit."""
    compiled, plain, players = game.door, game.plain, game.players[-1]
    first = digests(game, lambda number: compiled, players)
    assert digests(game, lambda number: plain if number < len(first) // 2 else compiled, players) == first
    if len(first) < 200:
        assert digests(game, lambda number: plain, players) == first


def test_policies_weigh_the_same_in_both_tiers(game):
    """What a policy prefers, and what a state is worth to it, is equal to the last bit."""
    thinks = mind(game)
    compiled, plain, players = thinks.door, thinks._doors.plain, min(4, game.players[-1])
    state, number = game.new(players, 3), 0
    while state.to_act and number < 40:
        seat = state.to_act[0]
        view = state.view_raw(seat)
        numbers = thinks.legal(view, seat)
        for care in (HASTY, NOVICE, REGULAR):
            weighed = []
            for doors in (compiled, plain):
                out = np.zeros(len(numbers), dtype=np.float32)
                doors.weigh(view, seat, numbers, len(numbers), care, out)
                weighed.append(out.tobytes())
            assert weighed[0] == weighed[1], (number, care)
        assert compiled.worth(state._raw, seat) == plain.worth(state._raw, seat)
        state.apply_number(seat, int(numbers[number * 7919 % len(numbers)]))
        number += 1


@pytest.mark.parametrize("game", ["arkham-ritual", "ayatsuri", "ritual"], indirect=True)
def test_a_search_grows_the_same_tree_in_both_tiers(game):
    """Keys of views, priors, visits and values: an expert decides the same wherever it thinks.

    Uncompiled, a sheet of IN THE RUIN takes too long.
    """
    thinks, trees = mind(game), []
    compiled, state = thinks.door, game.new(3, 5)
    for number in range(5):
        legal = state.legal(state.to_act[0])
        state.apply(state.to_act[0], legal[number % len(legal)])
    seat = state.to_act[0]
    try:
        for doors in (compiled, thinks._doors.plain):
            thinks.door, search = doors, Search()
            search.begin(thinks, state.view_raw(seat), seat, 9)
            search.run(12)
            trees.append(search._tree)
    finally:
        thinks.door = compiled
    assert np.array_equal(*trees)
    assert trees[0][:, VISITS].max() == 12
