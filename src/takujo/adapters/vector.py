"""Thousands of plays side by side for learners: NumPy in, NumPy out, one compiled loop, no library needed."""

import weakref
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from threading import Lock, Thread
from typing import Any

import numpy as np
import numpy.typing as npt

from takujo.adapters.play import is_zero_sum, opened, worth
from takujo.core.chance import CHANCE_SIZE, seed_words
from takujo.core.jit import (
    Batch,
    Bytes,
    Events,
    Floats,
    Grid,
    Observe,
    SetUp,
    Step,
    Unveil,
    Winners,
    door,
)
from takujo.core.loops import QUIET, blank_record, of_tier, see, start_play

__all__ = ["Vector"]

GOES_ON = -1  # as a set of winners: the play is not over


@door
def _illegal(masks: Batch, actions: Events) -> int:
    """The first play whose action is not legal; -1: there is none."""
    for i in range(len(actions)):
        if not 0 <= actions[i] < masks.shape[1] or not masks[i, actions[i]]:
            return i
    return -1


@door
def _advance(
    setup: SetUp, step: Step, unveil: Unveil, observe: Observe, winners: Winners, shown: Grid, blank: Bytes,
    quiet: Events, lucks: Grid, raws: Batch, view: Bytes, table: Grid, counts: Events, won: Events,
    observations: Floats, masks: Batch, actions: Events, first: int, last: int,
) -> None:  # fmt: skip
    """One action in each of these plays. Of one that ends the winners are noted; it begins anew, as one not begun."""
    width = len(observations) // len(counts)
    for i in range(first, last):
        raw, choice = raws[i], table[i]
        won[i] = GOES_ON
        if counts[i] > 0:
            counts[i] = step(raw, quiet, int(choice[0]), int(actions[i]), choice)
            if counts[i] == 0:
                won[i] = winners(raw)
        if counts[i] == 0:
            counts[i] = start_play(setup, step, blank, raw, quiet, lucks[i], choice)
        seat, out = int(choice[0]), observations[i * width : (i + 1) * width]
        see(shown, raw, view, seat, unveil)
        for j in range(width):
            out[j] = 0
        observe(view, seat, out)
        legal = masks[i]
        for j in range(len(legal)):
            legal[j] = 0
        for j in range(1, counts[i] + 1):
            legal[choice[j]] = 1


class Crew:
    """Threads that do their jobs each time they are told: plain locks, which cost a step less than a pool does."""

    def __init__(self, jobs: Sequence[Callable[[], None]]):
        self._told, self._done = [Lock() for _ in jobs], [Lock() for _ in jobs]
        for lock in (*self._told, *self._done):
            lock.acquire()
        hired = [True]
        for work in zip(jobs, self._told, self._done, strict=True):
            Thread(target=self._serve, args=(hired, *work), daemon=True).start()
        weakref.finalize(self, self._dismiss, hired, self._told)

    def tell(self) -> None:
        for lock in self._told:
            lock.release()

    def wait(self) -> None:
        for lock in self._done:
            lock.acquire()

    @staticmethod
    def _serve(hired: list[bool], job: Callable[[], None], told: Lock, done: Lock) -> None:
        while told.acquire() and hired:
            job()
            done.release()

    @staticmethod
    def _dismiss(hired: list[bool], told: list[Lock]) -> None:
        hired.clear()
        for lock in told:
            lock.release()


class Vector:
    """A batch of plays of one title that all make one move a step; a play that ends begins anew.

    In play i the seat `seats[i]` decides: `observations[i]` is what it knows, `masks[i]` has 1 for its legal actions.
    `dones[i]` says that the last step ended the play; then `rewards[i]` is what that was worth to each seat. All arrays
    are the same ones after every step: copy what you keep. `threads` share the plays; they change no play.
    """

    def __init__(self, slug: str, players: int, size: int, seed: bytes | int = 0, threads: int = 1, **options: Any):
        for name, number in {"size": size, "threads": threads}.items():
            if type(number) is not int or number < 1:
                raise ValueError(f"{name} is {number!r}; it takes a number, 1 or more")
        self.game = game = opened(slug, players, options)
        self.players, self.size, self.num_actions = players, size, game.num_actions
        blank = blank_record(game, players, options)
        self._raws = np.tile(blank, (size, 1))
        self._table = np.zeros((size, game.num_actions + 1), dtype=np.int64)
        self.counts = np.zeros(size, dtype=np.int64)
        self._won = np.zeros(size, dtype=np.int64)
        flat = np.zeros(size * game.observation_size, dtype=np.float32)
        self.observations = flat.reshape(size, -1)
        self.masks = np.zeros((size, game.num_actions), dtype=np.uint8)
        self.rewards = np.zeros((size, players), dtype=np.float32)
        self.dones = np.zeros(size, dtype=np.bool_)
        zero_sum, nobody = is_zero_sum(game, players), (0.0,) * players
        worths = [nobody, *(worth(winners, players, zero_sum) for winners in range(1, 1 << players))]
        self._worths = np.array(worths, dtype=np.float32)  # of each set of winners
        self._plays = np.arange(size)
        words = [seed_words(seed, i) + [0] * (CHANCE_SIZE - 4) for i in range(size)]
        lucks = np.array(words, dtype=np.int64)  # of each play: its deals
        opens = game.door
        self._actions = np.zeros(size, dtype=np.int64)
        ends = [size * part // threads for part in range(threads + 1)]
        self._job, *others = [
            partial(
                of_tier(_advance, opens), opens.as_setup, opens.as_step, opens.as_unveil, opens.as_observe,
                opens.as_winners, game.state.shown, blank, QUIET, lucks, self._raws, blank.copy(), self._table,
                self.counts, self._won, flat, self.masks, self._actions, first, last,
            )
            for first, last in pairwise(ends)
        ]  # fmt: skip
        self._crew = Crew(others)
        self._advance()

    def _advance(self) -> None:
        """One move in all plays, a part of them in each thread."""
        self._crew.tell()
        try:
            self._job()
        finally:  # also when somebody presses Ctrl-C
            self._crew.wait()

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """The seat to act in each play."""
        return self._table[:, 0]

    def sample(self, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """A legal action for each play, all equally likely."""
        choice = (rng.random(self.size) * self.counts).astype(np.int64)
        return self._table[self._plays, 1 + choice]

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.uint8], npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """One action, by number, in each play -> observations, masks, rewards, dones.

        ValueError if one of them is not legal; then nothing has changed.
        """
        given = np.asarray(actions)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions are {given.dtype} of shape {given.shape}; it takes {self.size} integers")
        self._actions[:] = given
        bad = of_tier(_illegal, self.game.door)(self.masks, self._actions)
        if bad >= 0:
            raise ValueError(f"actions[{bad}] is {given[bad]}; it takes a number with 1 in masks[{bad}]")
        self._advance()
        np.not_equal(self._won, GOES_ON, out=self.dones)
        self.rewards[:] = 0
        self.rewards[self.dones] = self._worths[self._won[self.dones]]
        return self.observations, self.masks, self.rewards, self.dones
