"""Many plays inside compiled code. Written once for all games: their doors come as arguments."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from takujo.core.chance import CHANCE_SIZE, below, seed_words
from takujo.core.events import buffer
from takujo.core.game import Game
from takujo.core.jit import (
    JIT,
    Batch,
    Bytes,
    Events,
    Ints,
    SetUp,
    Step,
    Table,
    Unveil,
    door,
    entry,
    plain,
    rule,
)
from takujo.core.record import redact_flat, table

__all__ = ["QUIET", "Plays", "blank_record", "luck_of", "play_games", "see", "start_play"]

QUIET = buffer(1)


@rule
def see(shown: Table, raw: Bytes, view: Bytes, seat: int, unveil: Unveil) -> None:
    """The view of a seat, into the buffer given."""
    redact_flat(shown[1 + seat], raw.view(np.int64), view.view(np.int64))
    unveil(raw, view, seat)


def _see_loose(shown: Table, raw: Any, view: Any, seat: int, unveil: Any) -> None:
    """The same uncompiled: a list-backed record is no window on a buffer."""
    flat = np.empty(len(raw.view(np.int64)), dtype=np.int64)
    plain(redact_flat)(shown[1 + seat], raw.view(np.int64), flat)
    view[0] = flat.tolist()
    unveil(raw, view, seat)


if not JIT:
    see = _see_loose


@rule
def start_play(setup: SetUp, step: Step, blank: Bytes, raw: Bytes, quiet: Events, luck: Ints, out: Events) -> int:
    """Set up a game with a fresh seed and look for its first decision."""
    for i in range(len(raw)):
        raw[i] = blank[i]
    setup(raw, quiet, below(luck, 1 << 31))
    return step(raw, quiet, -1, 0, out)


@door
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


@door
def _start_all(
    setup: SetUp,
    step: Step,
    blank: Bytes,
    raws: Batch,
    quiet: Events,
    luck: Ints,
    table: Table,
    counts: Events,
) -> None:
    for i in range(len(counts)):
        counts[i] = start_play(setup, step, blank, raws[i], quiet, luck, table[i])


@door
def _step_all(
    setup: SetUp, step: Step, blank: Bytes, raws: Batch, quiet: Events, luck: Ints, table: Table, counts: Events,
    actions: Events, ended: Events,
) -> None:  # fmt: skip
    """One action in each play; one that ends so is noted and begun anew."""
    for i in range(len(counts)):
        counts[i] = step(raws[i], quiet, int(table[i, 0]), int(actions[i]), table[i])
        ended[i] = counts[i] == 0
        if ended[i]:
            counts[i] = start_play(setup, step, blank, raws[i], quiet, luck, table[i])


_play_games_entry, _start_all_entry, _step_all_entry = entry(_play_games), entry(_start_all), entry(_step_all)


def luck_of(seed: bytes | int) -> Any:
    return table(seed_words(seed) + [0] * (CHANCE_SIZE - 4))


def blank_record(game: Game, players: int, options: Mapping[str, Any] | None) -> Any:
    return game.state.pack(game.blank(players, options).flat())


def play_games(
    game: Game, players: int, games: int, seed: bytes | int = 0, options: Mapping[str, Any] | None = None
) -> int:
    """Play whole games at random, in one compiled loop; the number of moves made."""
    blank = blank_record(game, players, options)
    out = np.zeros(game.num_actions + 1, dtype=np.int64)
    moves: int = _play_games_entry(
        game.door.as_setup, game.door.as_step, blank, blank.copy(), QUIET, luck_of(seed), out, games
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
        self._raws = np.tile(blank, (size, 1)) if JIT else [blank.copy() for _ in range(size)]
        self._table = np.zeros((size, game.num_actions + 1), dtype=np.int64)
        self.counts = np.zeros(size, dtype=np.int64)
        self.ended = np.zeros(size, dtype=np.int64)
        self._start = (
            game.door.as_setup,
            game.door.as_step,
            blank,
            self._raws,
            QUIET,
            luck_of(seed),
            self._table,
            self.counts,
        )
        _start_all_entry(*self._start)

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        return self._table[:, 0]

    @property
    def actions(self) -> npt.NDArray[np.int64]:
        return self._table[:, 1:]

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """One action, by number, in each play. Trusts its caller."""
        _step_all_entry(*self._start, actions, self.ended)
