"""How the bots play RITUAL: better with more care, sensibly where the right chant is clear, and by their view alone."""

import random

import numpy as np
import pytest

import takujo
from takujo.bots.care import HASTY, NOVICE, REGULAR
from takujo.bots.loops import play_policies
from takujo.bots.minds import mind
from takujo.core.maths import exp
from tests.helpers import option_sets

pytestmark = pytest.mark.once

GAME = takujo.load("ritual")
MIND = mind(GAME)


def chances(position, seat, care=REGULAR):
    """How likely each chant is, by card and side."""
    s = GAME.from_position(position)
    assert s.to_act == (seat,)
    view = s.view_raw(seat)
    numbers = MIND.legal(view, seat)
    chosen = [s.decode(seat, int(number)) for number in numbers]
    weights = MIND.weigh(view, seat, numbers, care)
    return {(a["card"], a["side"]): float(w) for a, w in zip(chosen, weights, strict=True)}


def on_altar(weights, letter):
    """How likely the altar's colour is; ids name the colours of both ends."""
    return sum(weight for (card, side), weight in weights.items() if card[2 * side] == letter)


def row(*entries):
    return [{"card": card, "side": side, "result": result} for card, side, result in entries]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_care_pays(players):
    """One regular player among novices wins far more than a fair share. (Thousands of games: 1.5 to 2 times.)"""
    wins = []
    for seat in range(players):
        cares = [NOVICE] * players
        cares[seat] = REGULAR
        results, _ = play_policies(MIND, cares, 400 // players, seed=seat)
        assert (abs(results.sum(axis=1) - 1000) < players).all()
        wins.append(results[:, seat].mean() / 1000)
    assert np.mean(wins) > 1.4 / players


def test_exactly_ten_is_taken():
    """END-M0: at seven with a red three and a red four to chant, three makes ten, four only eleven."""
    rows = [
        row(("r3g4", 1, "scored"), ("r3y4", 1, "none"), ("g1y3", 1, "scored"), ("g2y3", 0, "none")),
        row(("r2g3", 0, "none"), ("r2g4", 0, "none"), ("r2y3", 0, "none"), ("r2y4", 0, "none")),
        row(("r3g2", 0, "none"), ("r4g2", 0, "none"), ("r3y2", 0, "none"), ("r4g3", 0, "none")),
    ]
    position = {"players": 3, "rows": rows, "altar": "red", "used_markers": [["red"] * 4]}
    position["hands"] = [["r3g1", "r4y3"], [], []]
    weights = chances(position, 0)
    assert weights["r3g1", 0] > 10 * weights["r4y3", 0]


def test_who_is_near_madness_keeps_to_the_altar():
    """MAD-2: with four minus points any vortex puts a player out, so chanting off the altar is for others."""
    others = [row((card, 0, "none")) for card in ("r2g3", "r2g4", "r2y3")]
    hand = ["r1g2", "r3g1", "g2y3", "r2y4", "g3y4"]

    def weights(paid):
        rows = [row(("r3y4", 1, paid)), *others]
        return chances({"players": 4, "rows": rows, "altar": "red", "hands": [hand, [], [], []]}, 0)

    assert on_altar(weights("madness"), "r") > on_altar(weights("none"), "r") + 0.2


def backs_tell(care):
    """How likely it is not to chant red, against two who fear madness, chanted red in the last round, and now have laid [1, 2]: if the
    own hand has all the red cards with that back, and if it has none of them."""
    rows = [
        row(("r2g4", 1, "madness"), ("r3g2", 0, "none")),
        row(("r2y4", 1, "madness"), ("r3y2", 0, "none")),
        row(("r3g4", 0, "scored"), ("r4g3", 0, "none")),
    ]
    position = {"players": 3, "altar": "red", "used_markers": [["red", "red"]], "rows": rows, "start": 0,
                "played": [{"card": "g1y2", "side": 0}, {"card": "g2y1", "side": 1}, None]}  # fmt: skip
    hands = (["r1g2", "r2g1", "r1y2", "r2y1"], ["r1g3", "r3g1", "r1y3", "r3y1"])
    each = [chances({**position, "hands": [[], [], hand]}, 2, care) for hand in hands]
    return [sum(weight for (card, side), weight in weights.items() if card[2 * side] != "r") for weights in each]


def test_backs_tell_who_is_off_the_altar():
    """A08: if nobody else can have red with this back, both are off the altar and red scores alone (RES-V)."""
    sure, open_question = backs_tell(REGULAR)
    assert sure < 0.05
    assert open_question > 1000 * sure  # else they may be on it: not all is lost off it


def test_beginners_do_not_count_backs():
    sure, open_question = backs_tell(NOVICE)
    assert abs(sure - open_question) < 0.1


def decisions(players, options, seed):
    """The decisions of a game played at random: states, with the seat to act."""
    s, rng = GAME.new(players, seed, options), random.Random(seed)
    while s.to_act:
        yield s, s.to_act[0]
        s.step(s.to_act[0], rng.choice(s.legal_numbers(s.to_act[0])))


@pytest.mark.parametrize("players", GAME.players)
def test_any_position_can_be_weighed(players):
    """Every chance is a number, and what a state is worth to all seats is one win together."""
    for number, options in enumerate(option_sets(GAME, players)):
        for s, seat in decisions(players, options, number):
            view = s.view_raw(seat)
            numbers = MIND.legal(view, seat)
            for care in (HASTY, NOVICE, REGULAR):
                out = np.full(len(numbers), np.nan, dtype=np.float32)
                MIND.door.weigh(view, seat, numbers, len(numbers), care, out)
                assert np.isfinite(out).all()
            assert abs(sum(MIND.door.worth(s._raw, other) for other in range(players)) - 1000) <= players


def test_what_is_hidden_makes_no_difference():
    """Worlds that look alike to a seat are weighed alike."""
    for players in GAME.players:
        for s, seat in decisions(players, {}, players):
            other = GAME.determinize(s.view(seat), 5)
            numbers = MIND.legal(s.view_raw(seat), seat)
            for care in (HASTY, NOVICE, REGULAR):
                mine, theirs = (MIND.weigh(w.view_raw(seat), seat, numbers, care) for w in (s, other))
                assert (mine == theirs).all()


def test_strengths_by_tables_are_exact():
    """`units` multiplies two entries of tables; to the last unit that is what `exp` gives, as far as strengths go."""
    prospects = MIND._doors.module.policy.strength.__globals__
    far, steps, one, unit = (prospects[name] for name in ("FAR", "FINE_STEPS", "ONE", "UNIT"))
    for power in range(2 * far + 1):
        by_tables = int(prospects["COARSE"][power // steps] * prospects["FINE"][power % steps])
        assert by_tables == int(unit * exp((power - far) / one)), power - far
