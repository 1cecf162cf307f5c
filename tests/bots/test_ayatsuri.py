"""Ayatsuri's bots: how strong they are, what they must see, and that they see no more than their view."""

import random
from typing import Any

import numpy as np
import pytest

from takujo.bots.care import HASTY, NOVICE, REGULAR
from takujo.bots.loops import play_policies
from takujo.bots.minds import Mind, mind
from takujo.core.game import State
from takujo.games import load
from tests.helpers import option_sets

pytestmark = pytest.mark.once  # thousands of games: compiled only


@pytest.fixture(scope="module")
def bot() -> Mind:
    return mind(load("ayatsuri"))


def chances(bot: Mind, s: State, care: int = REGULAR) -> dict[Any, float]:
    """How likely the seat to act chooses whom, which role or which side."""
    (seat,) = s.to_act
    view = s.view_raw(seat)
    weights = bot.weigh(view, seat, bot.legal(view, seat), care)
    return {list(action.values())[-1]: float(w) for action, w in zip(s.legal(seat), weights, strict=True)}


@pytest.mark.parametrize("promo", [False, True])
def test_regular_beats_novices(bot: Mind, promo: bool) -> None:
    """Measured: more than 1.4 times the fair share; here with room for chance."""
    results = [
        play_policies(bot, [REGULAR if seat == me else NOVICE for seat in range(4)], 400, me, {"promo": promo})[0][
            :, me
        ]
        for me in range(4)
    ]
    assert np.mean(results) > 1.2 * 250


FOUR = {"first": 1, "face_up": [6], "face_down": [3], "leftover": [5]}  # seat 0 drafts last: it knows what is left


def test_cop_accuses_who_is_about_to_win(bot: Mind) -> None:
    """3.2-3: all three are as suspicious, but one needs a single kill more."""
    s = bot.game.from_position({**FOUR, "roles": [1, 2, 4, 7], "phase": "accuse", "kills": [0, 0, 2, 0]})
    assert chances(bot, s)[2] > 0.9
    assert chances(bot, s, HASTY)[2] > 0.9


def test_assassin_names_nobody_who_is_not_there(bot: Mind) -> None:
    """2.6: who drafts last has seen the card that nobody took. A novice forgets it."""
    s = bot.game.from_position({**FOUR, "leftover": [7], "roles": [2, 1, 4, 5], "phase": "name"})
    assert chances(bot, s)[7] < 0.01
    assert chances(bot, s, HASTY)[7] < 0.01
    assert chances(bot, s, NOVICE)[7] > 0.05


def test_detective_guards_who_is_aimed_at(bot: Mind) -> None:
    """3.3-3: for the reward. Only seat 2 can have the role that was named."""
    table = {"first": 1, "face_up": [1], "face_down": [4], "leftover": [5, 6], "roles": [3, 2, 7]}
    s = bot.game.from_position({**table, "phase": "guard", "named": 7})
    assert chances(bot, s)[2] > 0.9


def test_detective_takes_his_third_kill(bot: Mind) -> None:
    """3.3-3, 3.2-3: the reward may be taken on either side, and three kills win."""
    table = {"first": 1, "face_up": [1], "face_down": [4], "leftover": [5, 6], "roles": [3, 2, 7]}
    s = bot.game.from_position(
        {**table, "phase": "take", "step": "reveal", "call": 7, "guarded": 2, "paid": "life", "kills": [2, 0, 0]}
    )
    assert chances(bot, s)["kill"] > 0.99


def test_doctor_treats_himself_unless_it_may_cost_the_last_life(bot: Mind) -> None:
    """3.3-6: black turns the own chip, which is his third kill; but with no life left nobody wins (3.2-3)."""
    table = {**FOUR, "face_up": [4], "face_down": [7], "roles": [6, 1, 2, 3], "phase": "treat", "kills": [2, 0, 0, 0]}
    assert chances(bot, bot.game.from_position({**table, "life": [3, 3, 3, 3]}))[0] > 0.9
    assert chances(bot, bot.game.from_position({**table, "life": [1, 3, 3, 3]}))[0] < 0.01


def test_killer_takes_the_kills_that_win(bot: Mind) -> None:
    """3.3-4: of two victims the first may be anybody but himself, whose last life it would be."""
    table = {**FOUR, "face_up": [1], "face_down": [7], "leftover": [6], "roles": [4, 5, 2, 3], "phase": "murder"}
    s = bot.game.from_position({**table, "life": [1, 2, 2, 2], "kills": [1, 0, 0, 2]})
    assert chances(bot, s)[0] < 0.01


def test_nobody_condemns_a_card_that_lies_face_up(bot: Mind) -> None:
    """R-29: it is allowed, and a certain penalty (Promo 2)."""
    s = bot.game.from_position(
        {"options": {"promo": True}, "first": 0, "face_up": [0], "roles": [1, 2, 3, 4], "phase": "condemn"}
    )
    assert chances(bot, s)["spare"] > 0.99
    assert chances(bot, s, NOVICE)["spare"] > 0.5


@pytest.mark.parametrize("players", range(3, 7))
def test_every_view_is_weighed_and_left_as_it_was(bot: Mind, players: int) -> None:
    """In all positions of random play: finite weights, the same for every world that the view allows."""
    rng = random.Random(players)
    for options in option_sets(bot.game, players):
        s = bot.game.new(players, rng.getrandbits(60), {**options, "max_rounds": 6})
        while s.to_act:
            (seat,) = s.to_act
            view = s.view_raw(seat)
            numbers = bot.legal(view, seat)
            other = bot.game.determinize(s.view(seat), rng.getrandbits(60)).view_raw(seat)
            before = view.tobytes()
            for care in (HASTY, NOVICE, REGULAR):
                weights = bot.weigh(view, seat, numbers, care)
                assert np.isfinite(weights).all()
                assert (weights == bot.weigh(other, seat, numbers, care)).all()
            assert view.tobytes() == before
            s.step(seat, rng.choice(s.legal_numbers(seat)))
