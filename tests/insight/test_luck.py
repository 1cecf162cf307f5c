"""How much was luck: parts that sum to the result, luck that is nothing on average, and less spread for the same mean."""

import random

import numpy as np
import pytest

import takujo
from takujo.bots.care import NOVICE, REGULAR
from takujo.bots.levels import LEVELS
from takujo.bots.minds import mind, prepare
from takujo.games import SLUGS
from takujo.insight.luck import FEW, Ledger, account, adjusted, drew
from takujo.insight.review import Review
from tests.insight.test_review import played

pytestmark = pytest.mark.once  # thousands of plays: compiled only
GUESSES, PLAYS = 4, 16


def games(slug, players, bots, known, many, plays=8, reach=None, options=None, seed=1):
    """Results and luck of each seat, a game a row."""
    game = takujo.load(slug)
    prepare(game)
    results, lucks = [], []
    for number in range(many):
        state, rng = game.new(players, seed * 10_000 + number, options), random.Random(number)
        ledger = Ledger(mind(game), known, options, plays, seed * 10_000 + number, reach)
        ledger.deal(state._raw)
        while state.to_act:
            seat = state.to_act[0]
            choice = LEVELS[bots[seat]].pick(game, state.view_raw(seat), seat, rng)
            before = state._raw.copy()
            state.step(seat, choice)
            ledger.step(before, seat, choice, state._raw)
        lucks.append(ledger.end(state._raw))
        results.append([mind(game).door.worth(state._raw, seat) / 1000 for seat in range(players)])
    return np.array(results), np.array(lucks)


def errors_off(values):
    """By how many standard errors means are not 0."""
    return np.abs(values.mean(0)) / (values.std(0, ddof=1) / len(values) ** 0.5)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_parts_sum_to_the_result(slug):
    match = played(slug, players=2 if slug == "in-the-ruin" else 3)
    review = Review(match, [1], GUESSES, PLAYS)
    review._due = review._due[:1]
    list(review.steps())
    found = review.result()["account"]
    won = match.state.result["winners"]
    for told in found:
        parts = [told[name]["value"] for name in ("start", "cards", "own", "others")]
        assert sum(parts) == pytest.approx(told["result"], abs=1e-9)
        assert (told["result"] > 0) == (told["seat"] in won)
        assert all(
            told[name]["low"] <= told[name]["value"] <= told[name]["high"] for name in ("cards", "own", "others")
        )
        assert (told["known"] is None) == (told["seat"] != 1)
    assert sum(told["start"]["value"] for told in found) == pytest.approx(1, abs=0.01), "a win is shared out"
    assert sum(told["cards"]["value"] for told in found) == pytest.approx(0, abs=0.02 * len(review.redrawn))


def test_a_match_that_begins_from_a_position_has_no_deal():
    middle = played("ayatsuri", most=6).state
    match, rng = takujo.Match(middle.game, 3, seed=3, position=middle.position()), random.Random(1)
    assert Review(match, [0], GUESSES).result()["account"] is None, "it goes on"
    while match.state.to_act:
        seat = match.state.to_act[0]
        match.play(seat, rng.choice(match.state.legal(seat)))
    review = Review(match, [], GUESSES, PLAYS)
    list(review.steps())
    assert -1 not in review.redrawn
    for told in review.result()["account"]:
        assert told["start"]["value"] == review.values[0][told["seat"]][0]
        assert sum(told[name]["value"] for name in ("start", "cards", "own", "others")) == pytest.approx(told["result"])


def test_what_an_account_says_by_hand():
    """Two seats, two actions: the deal brought seat 0 0.1, its decision 0.2, a draw -0.3, the other's decision 0.5."""
    values = [[[0.6, 0.1], [0.4, 0.1]], [[0.5, 0.1], [0.5, 0.1]], [[1.0, 0.0], [0.0, 0.0]]]
    redrawn = {-1: [[0.5, 0.1], [0.5, 0.1]], 0: [[0.8, 0.2], [0.2, 0.2]]}
    gains = {0: [{"value": 0.25, "low": 0.22, "high": 0.28}, {"value": -0.05, "low": -0.09, "high": -0.01}]}
    mine, other = account(values, redrawn, [0, 1], gains)
    assert {name: mine[name]["value"] for name in ("start", "cards", "own", "others", "known")} == pytest.approx(
        {"start": 0.5, "cards": 0.1 - 0.3, "own": 0.2, "others": 0.5, "known": 0.2}
    )
    assert mine["known"]["high"] == pytest.approx(0.25)
    assert mine["own"]["high"] - 0.2 == pytest.approx(1.96 * (0.2**2 + 0.1**2) ** 0.5)
    assert mine["cards"]["low"] + 0.2 == pytest.approx(-1.96 * (3 * 0.1**2 + 0.2**2) ** 0.5)
    assert {name: other[name]["value"] for name in ("start", "cards", "own", "others")} == pytest.approx(
        {"start": 0.5, "cards": 0.2, "own": -0.5, "others": -0.2}
    )
    assert other["known"] is None


@pytest.mark.parametrize(
    ("bots", "known", "reach"),
    [
        (("regular",) * 3, (None, REGULAR, REGULAR), None),
        (("novice", "regular", "regular"), (None, REGULAR, REGULAR), None),
        (("regular", "novice", "novice"), (None, NOVICE, NOVICE), (5, 1 << 40)),
        (
            ("regular", "novice", "regular"),
            (None, None, None),
            (0, 1 << 40),
        ),  # states are said to be worth what lies open
    ],
)
def test_luck_is_nothing_on_average(bots, known, reach):
    """Whoever plays, and however badly states are judged."""
    _, lucks = games("ayatsuri", 3, bots, known, 160, reach=reach)
    assert lucks.any()
    assert errors_off(lucks).max() < 3.5


def test_who_is_taken_for_another_is_found_out():
    """Novices said to be regulars: then what they do is no luck, and the account shows it."""
    _, lucks = games("ayatsuri", 3, ("regular", "novice", "novice"), (None, REGULAR, REGULAR), 250)
    assert errors_off(lucks)[0] > 3.5


@pytest.mark.parametrize("one", ["regular", "novice"])
def test_less_spread_for_the_same_mean(one):
    results, lucks = games("ayatsuri", 4, (one, *["regular"] * 3), (None, *[REGULAR] * 3), 120, plays=32)
    found = adjusted(results[:, 0], lucks[:, 0])
    assert found.times > 1.3
    assert found.high - found.low < found.raw[2] - found.raw[1]
    assert found.saved == round(120 * (found.times - 1))
    assert errors_off((found.values - results[:, 0])[:, None]) < 3.5, "what was taken off is nothing on average"


def test_what_is_taken_off_stays_unbiased():
    """Of a luck that has nothing to do with the result nothing is taken off; of one that is all of it, all."""
    rng = np.random.default_rng(1)
    luck, skill = rng.normal(size=4000), rng.normal(size=4000) / 10 + 0.3
    told = adjusted(skill + 2 * luck, luck)
    assert told.times == pytest.approx(401, rel=0.1)
    assert told.low < 0.3 < told.high
    assert told.high - told.low < 0.01
    assert adjusted(skill, luck).times == pytest.approx(1, abs=0.01)
    few = adjusted([0.0, 1.0] * (FEW - 1), [0.0, 1.0] * (FEW - 1))
    assert (few.times, few.mean) == (1.0, 0.5)
    assert adjusted([0.5] * 40, [0.0] * 40).times == 1.0
    assert adjusted([1.0], [0.1]).high == float("inf")


def test_whether_there_was_chance_shows_in_the_generator():
    state = takujo.load("ritual").new(3, 5)
    drawn = []
    while state.to_act:
        before, phase = state._raw.copy(), state.position()["ritual"]
        state.apply(state.to_act[0], state.legal(state.to_act[0])[0])
        if drew(before, state._raw):
            drawn.append(phase)
    assert {1, 2} <= set(drawn), "sets are laid anew after the first and the second ritual"
