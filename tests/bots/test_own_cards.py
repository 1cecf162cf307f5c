"""Bots play with cards that nobody here has seen: everything that they know of cards is made from the cards."""

import random

import numpy as np
import pytest

from takujo.bots.care import HASTY, NOVICE, REGULAR
from takujo.bots.minds import forget, mind
from takujo.games import forget as forget_game
from takujo.games import load
from tests.helpers import SLUGS
from tests.own_cards import packaged, wild_set


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("slug", SLUGS)
def test_policies_play_any_cards_to_the_end(slug, seed):
    """Every preference is a number, and nothing is looked up that is not there."""
    game = load(slug, wild_set(slug, seed).encode(), compiled=False)
    rng = random.Random(seed)
    thinks = mind(game)
    players = rng.choice(list(game.players))
    state, care = game.new(players, seed), 0
    while state.to_act:
        seat = state.to_act[0]
        view = state.view_raw(seat)
        numbers = thinks.legal(view, seat)
        chances = thinks.weigh(view, seat, numbers, (HASTY, NOVICE, REGULAR)[care % 3])
        assert np.isfinite(chances).all()
        care += 1
        state.apply_number(seat, int(numbers[rng.choices(range(len(numbers)), chances)[0]]))
    assert all(0 <= thinks.door.worth(state._raw, seat) <= 1000 for seat in range(players))
    forget(game)
    forget_game(game)


def test_a_variant_of_a_policy_knows_the_cards_of_its_game():
    """Its tables are made from the other file; the packaged policy keeps its own."""
    text = packaged("ritual").replace("target = 10 ", "target = 12 ")
    game, usual = load("ritual", text.encode(), compiled=False), load("ritual", compiled=False)
    for which, target in ((game, 12), (usual, 10)):
        policy = mind(which)._doors.module.policy
        assert policy.__name__ == f"{which.package}.bot.policy"
        assert policy.strength.__globals__["TARGET"] == target
        assert policy.Play is which.state
    forget(game)
    forget_game(game)
