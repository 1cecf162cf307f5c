"""Thousands of plays side by side for learners: NumPy in, NumPy out, one compiled loop, no library needed."""

from typing import Any

import numpy as np
import numpy.typing as npt

from takujo.adapters.play import is_zero_sum, opened, worth
from takujo.core.jit import (
    JIT,
    Batch,
    Bytes,
    Events,
    Floats,
    Ints,
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
from takujo.core.loops import QUIET, blank_record, luck_of, start_play
from takujo.core.record import redact_flat

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
    setup: SetUp, step: Step, unveil: Unveil, observe: Observe, runs: Table, blank: Bytes, quiet: Events, luck: Ints,
    raws: Batch, finals: Batch, view: Bytes, table: Table, counts: Events, ended: Events, observations: Floats,
    masks: Batch, actions: Events,
) -> int:  # fmt: skip
    """One action in each play. One that is over, or not begun, begins anew; how many have ended, kept in `finals`."""
    n, width = 0, len(observations) // len(counts)
    for i in range(len(counts)):
        raw, choice = raws[i], table[i]
        ended[i] = 0
        if counts[i] > 0:
            counts[i] = step(raw, quiet, int(choice[0]), int(actions[i]), choice)
            if counts[i] == 0:
                ended[i] = 1
                for b in range(len(raw)):
                    finals[n][b] = raw[b]
                n += 1
        if counts[i] == 0:
            counts[i] = start_play(setup, step, blank, raw, quiet, luck, choice)
        seat, out = int(choice[0]), observations[i * width : (i + 1) * width]
        show(runs[1 + seat], raw, view)
        unveil(raw, view, seat)
        for j in range(width):
            out[j] = 0
        observe(view, seat, out)
        for j in range(masks.shape[1]):
            masks[i, j] = 0
        for j in range(1, counts[i] + 1):
            masks[i, choice[j]] = 1
    return n


compile_rules(__package__ or "", "the vector environment")
_illegal_entry, _advance_entry = entry(_illegal), entry(_advance)


class Vector:
    """A batch of plays of one title that all make one move a step; a play that ends begins anew.

    In play i the seat `seats[i]` decides: `observations[i]` is what it knows, `masks[i]` has 1 for its legal actions.
    `dones[i]` says that the last step ended the play; then `rewards[i]` is what that was worth to each seat. All arrays
    are the same ones after every step: copy what you keep.
    """

    def __init__(self, slug: str, players: int, size: int, seed: bytes | int = 0, **options: Any):
        if type(size) is not int or size < 1:
            raise ValueError(f"size is {size!r}; it takes a number of plays, 1 or more")
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
        opens = game.door
        self._loop = (
            opens.as_setup, opens.as_step, opens.as_unveil, opens.as_observe, game.state.runs, blank, QUIET,
            luck_of(seed), self._raws, self._finals, blank.copy(), self._table, self.counts, self._ended, flat,
            self.masks,
        )  # fmt: skip
        _advance_entry(*self._loop, self._ended)

    def _records(self, blank: Any) -> Any:
        return np.tile(blank, (self.size, 1)) if JIT else [blank.copy() for _ in range(self.size)]

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """The seat to act in each play."""
        return self._table[:, 0]

    def sample(self, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """A legal action for each play, all equally likely."""
        choice = (rng.random(self.size) * self.counts).astype(np.int64)
        return self._table[np.arange(self.size), 1 + choice]

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
        ended = _advance_entry(*self._loop, given)
        self.dones[:] = self._ended
        self.rewards[:] = 0
        for final, i in zip(range(ended), np.flatnonzero(self._ended), strict=True):
            self.rewards[i] = worth(self.game.door.winners(self._finals[final]), self.players, self._zero_sum)
        return self.observations, self.masks, self.rewards, self.dones
