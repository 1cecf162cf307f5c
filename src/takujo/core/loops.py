"""Many plays inside compiled code. Written once for all games: their doors come as arguments."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from takujo.core.chance import CHANCE_SIZE, below, seed_words
from takujo.core.events import buffer
from takujo.core.game import Game
from takujo.core.jit import (
    Batch,
    Bytes,
    Events,
    Grid,
    Ints,
    SetUp,
    Step,
    Unveil,
    busy,
    rule,
)
from takujo.core.record import redact_raw
from takujo.core.writer import is_same, widen, write_key

__all__ = [
    "QUIET",
    "Plays",
    "blank_record",
    "copy",
    "luck_of",
    "of_tier",
    "play_games",
    "see",
    "start_play",
    "write_views",
]

QUIET = buffer(1)


@rule
def see(shown: Grid, raw: Bytes, view: Bytes, seat: int, unveil: Unveil) -> None:
    """The view of a seat, into the buffer given."""
    redact_raw(shown[1 + seat], raw, view)
    unveil(raw, view, seat)


@busy
def write_views(
    shown: Grid, raws: Batch, seats: Events, view: Bytes, rows: Grid, readers: Events, steps: Grid, texts: Bytes,
    names: Grid, keys: Events, out: Bytes, ends: Grid, cuts: Grid, unveil: Unveil,
) -> int:  # fmt: skip
    """Of states that each of these seats is shown one after the other, what is new in each but the first; then all of
    the last one.

    Each key begins with a comma. `ends`: where this text ends, and which keys without a program (bits) may be new,
    too; `cuts`: where the last text has to have these. `rows` is filled with the integers of all views. The bytes
    written, or -1: something could not be.
    """
    at, count = 0, len(raws)
    for eyes in range(len(seats)):
        first = eyes * count
        last = first + count - 1
        for place in range(count):
            see(shown, raws[place], view, int(seats[eyes]), unveil)
            widen(shown, view, rows[first + place])
        for place in range(first + 1, first + count + 1):
            new = min(place, last)
            changed, others, cut = 0, 0, 0
            if place <= last:
                for i in range(len(readers)):
                    if rows[new, i] != rows[new - 1, i]:
                        changed |= int(readers[i])
            for key in range(len(keys)):
                if place <= last and not changed >> key & 1:
                    continue
                if keys[key] < 0:
                    others |= 1 << key
                    if place > last:
                        cuts[eyes, cut] = at
                        cut += 1
                    continue
                middle, end = at, at
                for before in range(2 if place <= last else 1):  # as it is, and after it as it was
                    end = write_key(steps, texts, names, int(keys[key]), rows[new - before], out, end)
                    if end < 0:
                        return -1
                    if before == 0:
                        middle = end
                if place > last or not is_same(out, at, middle, end):
                    at = middle
            ends[place - 1, 0], ends[place - 1, 1] = at, others
    return at


@rule
def copy(raw: Bytes, other: Bytes) -> None:
    """Make a record the same as another."""
    words, others = raw.view(np.int64), other.view(np.int64)
    for i in range(len(words)):
        words[i] = others[i]


@rule
def start_play(setup: SetUp, step: Step, blank: Bytes, raw: Bytes, quiet: Events, luck: Ints, out: Events) -> int:
    """Set up a game with a fresh seed and look for its first decision."""
    copy(raw, blank)
    setup(raw, quiet, below(luck, 1 << 31))
    return step(raw, quiet, -1, 0, out)


@busy
def _play_games(
    setup: SetUp, step: Step, blank: Bytes, raw: Bytes, quiet: Events, luck: Ints, out: Events, games: int
) -> int:
    """Random play of whole games; the number of moves made."""
    moves = 0
    for _ in range(games):
        n = start_play(setup, step, blank, raw, quiet, luck, out)
        while n > 0:
            n = step(raw, quiet, int(out[0]), int(out[1 + below(luck, n)]), out)
            moves += 1
    return moves


@busy
def _start_all(
    setup: SetUp,
    step: Step,
    blank: Bytes,
    raws: Batch,
    quiet: Events,
    luck: Ints,
    table: Grid,
    counts: Events,
) -> None:
    for i in range(len(counts)):
        counts[i] = start_play(setup, step, blank, raws[i], quiet, luck, table[i])


@busy
def _step_all(
    setup: SetUp, step: Step, blank: Bytes, raws: Batch, quiet: Events, luck: Ints, table: Grid, counts: Events,
    actions: Events, ended: Events,
) -> None:  # fmt: skip
    """One action in each play; one that ends so is noted and begun anew."""
    for i in range(len(counts)):
        counts[i] = step(raws[i], quiet, int(table[i, 0]), int(actions[i]), table[i])
        ended[i] = counts[i] == 0
        if ended[i]:
            counts[i] = start_play(setup, step, blank, raws[i], quiet, luck, table[i])


def of_tier(function: Callable[..., Any], doors: Any) -> Callable[..., Any]:
    """A loop for doors of this tier."""
    loop: Callable[..., Any] = doors.loop(function)
    return loop


def luck_of(seed: bytes | int) -> Any:
    return np.array(seed_words(seed) + [0] * (CHANCE_SIZE - 4), dtype=np.int64)


def blank_record(game: Game, players: int, options: Mapping[str, Any] | None) -> Any:
    return game.state.pack(game.blank(players, options).flat())


def play_games(
    game: Game, players: int, games: int, seed: bytes | int = 0, options: Mapping[str, Any] | None = None
) -> int:
    """Play whole games at random, in one compiled loop; the number of moves made."""
    blank = blank_record(game, players, options)
    out = np.zeros(game.num_actions + 1, dtype=np.int64)
    doors = game.door
    moves: int = of_tier(_play_games, doors)(
        doors.as_setup, doors.as_step, blank, blank.copy(), QUIET, luck_of(seed), out, games
    )
    return moves


class Plays:
    """A batch of plays that all make one move a call; a play that has ended begins anew.

    `seats[i]` is to act in play i, and `actions[i, :counts[i]]` are its legal actions, by number.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        size: int,
        seed: bytes | int = 0,
        options: Mapping[str, Any] | None = None,
    ):
        blank = blank_record(game, players, options)
        self._raws, self._doors = np.tile(blank, (size, 1)), game.door
        self._table = np.zeros((size, game.num_actions + 1), dtype=np.int64)
        self.counts = np.zeros(size, dtype=np.int64)
        self.ended = np.zeros(size, dtype=np.int64)
        self._start = (
            self._doors.as_setup,
            self._doors.as_step,
            blank,
            self._raws,
            QUIET,
            luck_of(seed),
            self._table,
            self.counts,
        )
        of_tier(_start_all, self._doors)(*self._start)

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        return self._table[:, 0]

    @property
    def actions(self) -> npt.NDArray[np.int64]:
        return self._table[:, 1:]

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """One action, by number, in each play. Trusts its caller."""
        of_tier(_step_all, self._doors)(*self._start, actions, self.ended)
