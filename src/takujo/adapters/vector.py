"""Thousands of plays side by side for learners: NumPy in, NumPy out, one compiled loop, no library needed."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from takujo.adapters.play import is_zero_sum, opened, worth
from takujo.core.chance import CHANCE_SIZE, seed_words
from takujo.core.jit import (
    JIT,
    Batch,
    Bytes,
    Events,
    Floats,
    Observe,
    SetUp,
    Step,
    Table,
    Unveil,
    compile_rules,
    door,
    entry,
    rule,
)
from takujo.core.loops import QUIET, blank_record, start_play
from takujo.core.record import redact_flat, table

__all__ = ["Vector"]


def _show(runs: Events, raw: Bytes, view: Bytes) -> None:
    """Write what the field table lets a seat see into a view."""
    redact_flat(runs, raw.view(np.int64), view.view(np.int64))


def _show_loose(runs: Events, raw: Any, view: Any) -> None:
    """The same uncompiled: a list-backed record is no window on a buffer."""
    flat = raw.view(np.int64)
    redact_flat(runs, raw.view(np.int64), flat)
    view[0] = flat.tolist()


show = rule(_show) if JIT else _show_loose


@door
def _illegal(masks: Batch, actions: Events) -> int:
    """The first play whose action is not legal; -1: there is none."""
    for i in range(len(actions)):
        if not 0 <= actions[i] < masks.shape[1] or not masks[i, actions[i]]:
            return i
    return -1


@door
def _advance(
    setup: SetUp, step: Step, unveil: Unveil, observe: Observe, runs: Table, blank: Bytes, quiet: Events, lucks: Table,
    raws: Batch, finals: Batch, view: Bytes, table: Table, counts: Events, ended: Events, observations: Floats,
    masks: Batch, actions: Events, first: int, last: int,
) -> None:  # fmt: skip
    """One action in each of these plays. One that ends is kept in `finals` and, as one not begun, begins anew."""
    width = len(observations) // len(counts)
    for i in range(first, last):
        raw, choice = raws[i], table[i]
        ended[i] = 0
        if counts[i] > 0:
            counts[i] = step(raw, quiet, int(choice[0]), int(actions[i]), choice)
            if counts[i] == 0:
                ended[i] = 1
                for b in range(len(raw)):
                    finals[i][b] = raw[b]
        if counts[i] == 0:
            counts[i] = start_play(setup, step, blank, raw, quiet, lucks[i], choice)
        seat, out = int(choice[0]), observations[i * width : (i + 1) * width]
        show(runs[1 + seat], raw, view)
        unveil(raw, view, seat)
        for j in range(width):
            out[j] = 0
        observe(view, seat, out)
        legal = masks[i]
        for j in range(len(legal)):
            legal[j] = 0
        for j in range(1, counts[i] + 1):
            legal[choice[j]] = 1


compile_rules(__package__ or "", "the vector environment")
_illegal_entry, _advance_entry = entry(_illegal), entry(_advance)


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
        self._raws, self._finals = self._records(blank), self._records(blank)
        self._table = np.zeros((size, game.num_actions + 1), dtype=np.int64)
        self.counts = np.zeros(size, dtype=np.int64)
        self._ended = np.zeros(size, dtype=np.int64)
        flat = np.zeros(size * game.observation_size, dtype=np.float32)
        self.observations = flat.reshape(size, -1)
        self.masks = np.zeros((size, game.num_actions), dtype=np.uint8)
        self.rewards = np.zeros((size, players), dtype=np.float32)
        self.dones = np.zeros(size, dtype=np.bool_)
        self._zero_sum = is_zero_sum(game, players)
        self._plays = np.arange(size)
        lucks = table([seed_words(seed, i) + [0] * (CHANCE_SIZE - 4) for i in range(size)])  # of each play: its deals
        opens = game.door
        self._parts = [
            (
                opens.as_setup, opens.as_step, opens.as_unveil, opens.as_observe, game.state.runs, blank, QUIET, lucks,
                self._raws, self._finals, blank.copy(), self._table, self.counts, self._ended, flat, self.masks,
            )
            for _ in range(threads)
        ]  # fmt: skip
        self._ends = [size * (part + 1) // threads for part in range(threads)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._advance(self._ended)

    def _records(self, blank: Any) -> Any:
        return np.tile(blank, (self.size, 1)) if JIT else [blank.copy() for _ in range(self.size)]

    def _advance(self, actions: npt.NDArray[np.int64]) -> None:
        """One move in all plays, a part of them in each thread."""
        spans = list(zip(self._parts, [0, *self._ends], self._ends, strict=False))
        others = [
            self._pool.submit(_advance_entry, *part, actions, first, last)
            for part, first, last in spans[1:]
            if self._pool
        ]
        part, first, last = spans[0]
        _advance_entry(*part, actions, first, last)
        for other in others:
            other.result()

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
        given = np.ascontiguousarray(given, dtype=np.int64)
        bad = _illegal_entry(self.masks, given)
        if bad >= 0:
            raise ValueError(f"actions[{bad}] is {given[bad]}; it takes a number with 1 in masks[{bad}]")
        self._advance(given)
        self.dones[:] = self._ended
        self.rewards[:] = 0
        for i in self.dones.nonzero()[0].tolist():
            self.rewards[i] = worth(self.game.door.winners(self._finals[i]), self.players, self._zero_sum)
        return self.observations, self.masks, self.rewards, self.dones
