"""The vector environment is the rules: same observations, masks and rewards as one play at a time."""

import threading

import numpy as np
import pytest

from takujo.adapters.play import checked, mask, returns
from takujo.adapters.vector import Vector
from takujo.core.game import State
from takujo.core.jit import JIT
from tests.helpers import SLUGS

STEPS = 400 if JIT else 12


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("most", [False, True])
def test_it_is_the_same_game(slug, most):
    """Every play goes on as the state stepped by itself: who acts, what it knows and may do, what the end is worth."""
    players = {"arkham-ritual": (3, 7), "ayatsuri": (3, 6), "in-the-ruin": (1, 4), "ritual": (2, 5)}[slug][most]
    batch = Vector(slug, players, 3, seed=4)
    rng, ends = np.random.default_rng(4), 0
    for step in range(STEPS):
        states = [State(batch.game, raw.copy()) for raw in batch._raws]
        for i, state in enumerate(states):
            seat = int(batch.seats[i])
            assert seat == state.to_act[0]
            assert np.array_equal(batch.masks[i], mask(state, seat, batch.num_actions))
            if step % 10 == 0:
                assert np.array_equal(batch.observations[i], batch.game.observation(state.view(seat), seat))
        actions, seats = batch.sample(rng), batch.seats.copy()
        _, _, rewards, dones = batch.step(actions)
        for i, state in enumerate(states):
            state.step(int(seats[i]), checked(state, int(seats[i]), actions[i]))
            assert dones[i] == (not state.to_act)
            assert rewards[i] == pytest.approx(returns(state))
            if not dones[i]:
                assert bytes(State(batch.game, batch._raws[i])) == bytes(state)
        ends += dones.sum()
    assert ends or not JIT or slug == "in-the-ruin"


def test_seeds():
    """The same seed and actions give the same plays, another seed others; the plays of a batch differ."""
    first, again, other = (Vector("ritual", 2, 4, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(first.observations, again.observations)
    assert not np.array_equal(first.observations, other.observations)
    assert len({row.tobytes() for row in first.observations}) > 1


def test_threads_change_no_play():
    """They only share the work."""
    one, three = Vector("ritual", 3, 8, seed=1), Vector("ritual", 3, 8, seed=1, threads=3)
    for _ in range(STEPS // 4):
        actions = one.sample(np.random.default_rng(1))
        for mine, theirs in zip(one.step(actions), three.step(actions), strict=True):
            assert np.array_equal(mine, theirs)


def test_threads_end_with_their_batch():
    """Nobody waits for work that cannot come."""
    before = set(threading.enumerate())
    batch = Vector("ritual", 2, 4, threads=3)
    workers = set(threading.enumerate()) - before
    assert len(workers) == 2
    del batch
    for worker in workers:
        worker.join(10)
        assert not worker.is_alive()


def test_options_reach_the_rules():
    batch = Vector("ritual", 4, 8, start=2)
    assert set(batch.seats) == {1}  # SET-4: who would chant last chooses first


@pytest.mark.once
def test_thousands_of_plays():
    """They end and begin anew, again and again; each end is worth nothing in all."""
    batch, rng = Vector("ritual", 4, 2000, seed=1), np.random.default_rng(1)
    ends, total = 0, np.zeros(4)
    for _ in range(200):
        _, masks, rewards, dones = batch.step(batch.sample(rng))
        assert (masks.sum(axis=1) == batch.counts).all()
        assert not rewards[~dones].any()
        ends += dones.sum()
        total += rewards.sum(axis=0)
    assert ends > 2000
    assert total.sum() == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Vector("chess", 2, 4), "unknown game 'chess'"),
        (lambda: Vector("ritual", 1, 4), "players is 1; ritual takes 2 to 5"),
        (lambda: Vector("ritual", 2, 4, cap=1), "unknown option 'cap'; ritual takes start, restart_cap"),
        (lambda: Vector("ritual", 2, 0), "size is 0; it takes a number, 1 or more"),
        (lambda: Vector("ritual", 2, 2.5), "size is 2.5; it takes a number, 1 or more"),
        (lambda: Vector("ritual", 2, 4, seed=-1), "seed is -1; it takes bytes or an integer >= 0"),
    ],
)
def test_refusals(make, words):
    with pytest.raises(ValueError, match=words):
        make()


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0, 0, 0, 64], r"actions\[3\] is 64; it takes a number with 1 in masks\[3\]"),
        ([0, -1, 0, 0], r"actions\[1\] is -1; it takes"),
        ([0, 0, 99999, 0], r"actions\[2\] is 99999; it takes"),
        ([0, 0, 0], r"actions are int64 of shape \(3,\); it takes 4 integers"),
        ([0.0, 0.0, 0.0, 0.0], r"actions are float64 of shape \(4,\); it takes 4 integers"),
        ([[0, 0, 0, 0]], r"of shape \(1, 4\)"),
        ("0", "it takes 4 integers"),
    ],
)
def test_an_illegal_action_changes_nothing(actions, words):
    batch = Vector("ritual", 2, 4, start=0)
    before = batch.observations.copy()
    with pytest.raises(ValueError, match=words):
        batch.step(actions)
    assert np.array_equal(batch.observations, before)
