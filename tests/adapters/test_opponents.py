"""Opponents inside the vector environment: only learners are asked, and the others play as their bots do."""

import numpy as np
import pytest

from takujo.adapters.vector import Vector
from takujo.core.game import State
from takujo.core.jit import HAS_COMPILER, JIT, Bytes, Events, Floats
from tests.helpers import SLUGS

STEPS = 300 if JIT else 6


def lowest(view: Bytes, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """A policy that nearly always takes the first legal action."""
    for i in range(n):
        out[i] = 50.0 if i == 0 else 0.0


@pytest.mark.parametrize("slug", SLUGS)
def test_only_learners_are_asked(slug):
    """Every play stands at a decision of a learner; what the end was worth is told for all seats."""
    players = {"arkham-ritual": 4, "ayatsuri": 4, "in-the-ruin": 2, "ritual": 3}[slug]
    batch = Vector(slug, players, 4, seed=2, opponents=["novice"] + ["uniform"] * (players - 2), learners=[1])
    rng, ends = np.random.default_rng(1), 0
    for _ in range(STEPS):
        assert set(batch.seats) == {1}
        assert all(1 in State(batch.game, raw).to_act for raw in batch._raws)
        _, _, rewards, dones = batch.step(batch.sample(rng))
        assert (rewards[~dones] == 0).all()
        ends += int(dones.sum())
    assert ends or not JIT


@pytest.mark.parametrize("slug", ["arkham-ritual", "ritual"])
def test_opponents_play_by_their_policy(slug):
    """Regulars that uniform play is put among win more than their share."""
    if not JIT:
        pytest.skip("needs many games")
    batch = Vector(slug, 4, 256, seed=1, opponents="regular")
    rng, total, ends = np.random.default_rng(1), np.zeros(4), 0
    while ends < 1500:
        _, _, rewards, dones = batch.step(batch.sample(rng))
        total, ends = total + rewards[dones].sum(axis=0), ends + int(dones.sum())
    assert total[0] < total[1:].min()


def own_policy():
    if not HAS_COMPILER:
        pytest.skip("needs Numba")
    import numba

    return numba.njit(lowest)


def test_a_policy_of_ones_own():
    """It is asked for every seat that it is given; a level beside it plays, too."""
    batch = Vector("ritual", 3, 3, seed=5, opponents=[own_policy(), "novice"], learners=[0])
    rng = np.random.default_rng(5)
    for _ in range(STEPS):
        batch.step(batch.sample(rng))
    always = Vector("arkham-ritual", 3, 2, seed=5, opponents=own_policy())
    again = Vector("arkham-ritual", 3, 2, seed=5, opponents=lambda view, legal, rng, budget, clock: legal[0])
    for _ in range(60):
        actions = always.masks.argmax(axis=1)
        for mine, theirs in zip(always.step(actions), again.step(actions), strict=True):
            assert np.array_equal(mine, theirs)


def test_a_function_of_views_is_asked_between_steps():
    """It gets the view of its own seat, and what it may do."""
    asked = []

    def last(view, legal, rng, budget, clock):
        asked.append((view.seat, view["to_act"], budget))
        return legal[-1]

    batch = Vector("ritual", 2, 2, seed=1, opponents=last, budget=7.0)
    for _ in range(STEPS):
        batch.step(batch.masks.argmax(axis=1))
    assert {(seat, tuple(to_act), budget) for seat, to_act, budget in asked} == {(1, (1,), 7.0)}


@pytest.mark.parametrize("slug", ["arkham-ritual", "ritual"])
def test_the_plays_are_the_same(slug):
    """With opponents that do the first thing they may, plays end as if a learner in every seat had done that."""
    among = Vector(slug, 3, 2, seed=1, opponents=lambda view, legal, rng, budget, clock: legal[0])
    alone, ends = Vector(slug, 3, 2, seed=1), ([], [])
    for batch, told in zip((among, alone), ends, strict=True):
        while len(told) < 3:
            first = np.array([batch._relative[row[0], row[1]] for row in batch._table])
            _, _, rewards, dones = batch.step(first)
            told += [(i, *rewards[i]) for i in np.flatnonzero(dones)]
    assert sorted(ends[0][:3]) == sorted(ends[1][:3])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"learners": [0]}, r"opponents is None; with the learners \[0\] it takes who plays the other seats"),
        ({"learners": [], "opponents": "novice"}, r"learners are \[\]; it takes one or more different seats, 0 to 2"),
        ({"learners": [3], "opponents": "novice"}, r"learners are \[3\]"),
        ({"learners": [0, 0], "opponents": "novice"}, r"learners are \[0, 0\]"),
        ({"learners": 0, "opponents": "novice"}, "learners are 0; it takes one or more different seats, 0 to 2"),
        ({"learners": [[0]], "opponents": "novice"}, r"learners are \[\[0\]\]; it takes one or more"),
        ({"opponents": 3}, "opponents have 3; it takes names of bots, functions or compiled policies"),
        ({"budget": float("nan")}, "budget is nan; it takes milliseconds, more than 0"),
        ({"opponents": ["novice"]}, "opponents are 1; it takes one for all, or 2: one for each"),
        ({"opponents": "grandmaster"}, "bot 'grandmaster': there is uniform, novice, regular, expert, or your own"),
    ],
)
def test_refusals(given, words):
    with pytest.raises(ValueError, match=words):
        Vector("ritual", 3, 2, **given)


def test_learners_may_be_numbers_of_numpy():
    batch = Vector("ritual", 3, 2, seed=1, opponents="uniform", learners=np.array([0, 2]))
    assert batch.learners == (0, 2)
