"""A state, or a decision in it, played on by policies again and again with fresh chance: what it is worth to each seat.

What a step led to, less what it would have led to on average, is luck. Both are looked at by the same loop, so whoever
says what a state is worth may say it well or badly: the difference is 0 on average in any case
(docs/decisions/0023-luck-and-decisions.md).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from takujo.bots.care import REGULAR, UNIFORM
from takujo.bots.loops import choose
from takujo.bots.minds import Mind
from takujo.core.chance import CHANCE_SIZE, below, seed_chance
from takujo.core.jit import Bytes, Events, Floats, Grid, Ints, SetUp, Step, Unveil, Weigh, Worth, busy
from takujo.core.loops import QUIET, copy, luck_of, of_tier

__all__ = ["DEAL", "GO_ON", "Outlook", "look_ahead", "open_values"]

GO_ON, DEAL = -1, -2  # instead of who decides: nobody; the record is blank, and a game is dealt


@busy
def look_ahead(
    setup: SetUp, step: Step, unveil: Unveil, weigh: Weigh, worth: Worth, chapter: Worth, shown: Grid, root: Bytes,
    raw: Bytes, view: Bytes, quiet: Events, luck: Ints, out: Events, weights: Floats, cares: Events, sums: Grid,
    actor: int, number: int, horizon: int, last: int, rounds: int,
) -> int:  # fmt: skip
    """For each seat the sum of what the ends were worth, and of the squares; the number of decisions played.

    An end is that of the game, or after so many decisions, or where the last chapter begins.
    """
    moves = 0
    for _ in range(rounds):
        copy(raw, root)
        seed = int(below(luck, 1 << 31))
        if actor == DEAL:
            setup(raw, quiet, seed)
        else:
            seed_chance(raw.view(np.int64)[1 : 1 + CHANCE_SIZE], seed)
        n, left = step(raw, quiet, max(actor, GO_ON), number, out), horizon
        while n > 0 and left > 0 and chapter(raw, 0) < last:
            seat = int(out[0])
            if cares[seat] == UNIFORM:
                choice = int(out[1 + below(luck, n)])
            else:
                choice = choose(unveil, weigh, shown, raw, view, luck, out, n, int(cares[seat]), weights)
            n = step(raw, quiet, seat, choice, out)
            left -= 1
            moves += 1
        for seat in range(len(sums)):
            value = worth(raw, seat)
            sums[seat, 0] += value
            sums[seat, 1] += value * value
    return moves


class Outlook:
    """What states of one game are worth among policies, one care a seat. The order of questions counts."""

    def __init__(self, mind: Mind, cares: Sequence[int], seed: int):
        game, (doors, own) = mind.game, mind.doors
        size = game.state.dtype.itemsize
        self._loop, self._chapter = of_tier(look_ahead, doors), own.chapter
        self._doors = (doors.as_setup, doors.as_step, doors.as_unveil, own.as_weigh, own.as_worth, own.as_chapter)
        self._room = (
            np.zeros(size, dtype=np.uint8), np.zeros(size, dtype=np.uint8), QUIET, luck_of(seed),
            np.zeros(game.num_actions + 1, dtype=np.int64), np.zeros(game.num_actions, dtype=np.float32),
            np.array(cares, dtype=np.int64),
        )  # fmt: skip
        self._shown, self._seats = game.state.shown, len(cares)
        self.moves = 0  # decisions played so far

    def chapter(self, raw: Any) -> int:
        return int(self._chapter(raw, 0))

    def sums(
        self, root: Any, rounds: int, horizon: int, last: int, actor: int = GO_ON, number: int = 0
    ) -> npt.NDArray[np.int64]:
        """For each seat a sum over so many plays, in thousandths of a win, and of the squares."""
        sums = np.zeros((self._seats, 2), dtype=np.int64)
        self.moves += self._loop(
            *self._doors, self._shown, root, *self._room, sums, actor, number, horizon, last, rounds
        )
        return sums


def open_values(mind: Mind, raw: Any, rounds: int, seed: int) -> npt.NDArray[np.int64]:
    """What a state, nothing hidden, is worth to each seat: sums over so many plays of regulars, and of squares."""
    outlook, how = Outlook(mind, [REGULAR] * int(raw.view(np.int64)[0]), seed), mind.tuning
    return outlook.sums(raw, rounds, how.played, outlook.chapter(raw) + how.episodes)
