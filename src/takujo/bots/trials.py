"""What each action of a decision leads to: all of them tried on the same guesses, with the same luck.

A guess is a whole state that agrees with the view of who decides, as the search draws it (`believe`). From there each
action is done once, and the policy plays all seats on, to the end or as far as the title's tuning says. Since every
action meets the same hidden cards and the same luck, two of them differ by what they do and not by what was drawn: sums
of differences and of their squares tell how sure it is which one is better.
"""

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from takujo.bots.care import REGULAR
from takujo.bots.loops import choose
from takujo.bots.minds import Mind, mind
from takujo.bots.search import LIKELIEST, NODES, ROW, believe
from takujo.bots.tuning import LAST, SEAT
from takujo.core.chance import CHANCE_SIZE, below, seed_chance
from takujo.core.game import Game
from takujo.core.jit import (
    Bytes,
    Events,
    Floats,
    Grid,
    Guess,
    Ints,
    Step,
    Tally,
    Unveil,
    Weigh,
    Worth,
    busy,
    rule,
    was_compiled,
)
from takujo.core.loops import QUIET, copy, luck_of, of_tier

__all__ = ["FIRST", "MEASURES", "NOTES", "SUMS", "Trials", "are_ready", "try_actions"]

MEASURES = (
    "win",
    "points",
)  # of every end: thousandths of a win, and points (`_points`); a title's own outcomes follow
FIRST = 32  # guesses before it is first asked whether an action is hopeless; then whenever there are twice as many
HOPELESS = 16.0  # squared standard errors by which the mean of an action is below that of another: then it is dropped
WARM = 64  # guesses drawn and not used, from which it is known how likely the likeliest are
NOTES = 32  # integers that a title notes when a decision is made, the seat first
DROPPED, TRIED, ASKED = range(3)  # of an action: given up, tried, tried to the end because somebody asked for it
SUMS = 1  # a row of `pairs`: how many guesses, then for each measure the sum of differences, then of their squares


@rule
def _drop(pairs: Grid, active: Events, measures: int) -> None:
    """Give up the actions that are worse than another beyond doubt."""
    size = len(active)
    for a in range(size):
        for b in range(size):
            row = pairs[a * size + b]
            n, less, square = float(row[0]), float(row[SUMS]), float(row[SUMS + measures])
            spread = n * square - less * less
            if active[a] == TRIED and a != b and less < 0 and less * less * (n - 1) > HOPELESS * spread:
                active[a] = DROPPED


@rule
def _add(values: Grid, pairs: Grid, active: Events) -> None:
    """What one guess says of each pair of actions; an action beside itself stands for its own values."""
    size, measures = len(active), values.shape[1]
    for a in range(size):
        for b in range(size):
            if active[a] != DROPPED and active[b] != DROPPED:
                row = pairs[a * size + b]
                row[0] += 1
                for m in range(measures):
                    value = values[a, m] if a == b else values[a, m] - values[b, m]
                    row[SUMS + m] += value
                    row[SUMS + measures + m] += value * value


@busy
def try_actions(
    step: Step, unveil: Unveil, guess: Guess, weigh: Weigh, worth: Worth, points: Worth, retrace: Worth, chapter: Worth,
    note: Tally, heed: Tally, shown: Grid, root: Bytes, seat: int, raw: Bytes, past: Bytes, dealt: Bytes, view: Bytes,
    quiet: Events, luck: Ints, own: Ints, out: Events, weights: Floats, tree: Grid, so_far: Events, notes: Events,
    row: Events, actions: Events, active: Events, values: Grid, pairs: Grid, horizon: int, episodes: int, care: int,
    rounds: int,
) -> int:  # fmt: skip
    """So many guesses more; the number of decisions played."""
    moves, size = 0, len(actions)
    if so_far[LIKELIEST] == 0:
        for _ in range(WARM):
            believe(
                step, unveil, guess, weigh, retrace, shown, root, raw, past, view, quiet, luck, out, weights, tree,
                so_far,
            )  # fmt: skip
    for _ in range(rounds):
        believe(
            step, unveil, guess, weigh, retrace, shown, root, dealt, past, view, quiet, luck, out, weights, tree, so_far
        )
        seed = int(below(luck, 1 << 31))
        for a in range(size):
            if active[a] == DROPPED:
                continue
            copy(raw, dealt)
            seed_chance(own, seed)
            for i in range(len(row)):
                row[i] = 0
            notes[SEAT], notes[LAST] = seat, 0
            n, left, decided = step(raw, quiet, -1, 0, out), horizon, False
            last = chapter(raw, seat) + episodes
            while n > 0 and left > 0 and chapter(raw, seat) < last:
                actor = int(out[0])
                if actor == seat and not decided:
                    note(raw, notes, row)
                    choice, decided = int(actions[a]), True
                else:
                    choice = choose(unveil, weigh, shown, raw, view, own, out, n, care, weights)
                n = step(raw, quiet, actor, choice, out)
                if decided:
                    heed(raw, notes, row)
                left -= 1
                moves += 1
            notes[LAST] = 1
            heed(raw, notes, row)
            values[a, 0], values[a, 1] = worth(raw, seat), points(raw, seat)
            for i in range(len(row)):
                values[a, 2 + i] = row[i]
        _add(values, pairs, active)
        played = pairs[0, 0]
        for a in range(size):
            played = max(played, pairs[a * size + a, 0])
        if played >= FIRST and played & (played - 1) == 0:
            _drop(pairs, active, values.shape[1])
    return moves


def are_ready(game: Game) -> bool:
    """Can a decision be tried at machine speed, without a compiler's work before it?"""
    return bool(mind(game).door.compiled) and (game.is_native or was_compiled([try_actions]))


class Trials:
    """The trials of one decision, in as many slices as its caller likes; the numbers do not depend on the slices."""

    def __init__(
        self, mind: Mind, view: Any, seat: int, numbers: list[int], asked: list[int], seed: int, care: int = REGULAR
    ):
        """Of these actions, by number, of a raw view; those that are asked for are never given up."""
        game, (doors, own) = mind.game, mind.doors
        self.numbers = numbers
        self.measures = (*MEASURES, *mind.outcomes)
        size, measures = len(numbers), len(self.measures)
        self.active = np.array([ASKED if number in asked else TRIED for number in numbers], dtype=np.int64)
        self.pairs = np.zeros((size * size, SUMS + 2 * measures), dtype=np.int64)
        self.moves = 0
        self._run = partial(
            of_tier(try_actions, doors), doors.as_step, doors.as_unveil, doors.as_guess, own.as_weigh, own.as_worth,
            own.as_points, own.as_retrace, own.as_chapter, own.as_note, own.as_heed, game.state.shown, view, seat,
            view.copy(), view.copy(), view.copy(), view.copy(), QUIET, luck_of(seed),
            np.zeros(CHANCE_SIZE, dtype=np.int64), np.zeros(game.num_actions + 1, dtype=np.int64),
            np.zeros(game.num_actions, dtype=np.float32), np.zeros((NODES, ROW), dtype=np.int64),
            np.zeros(LIKELIEST + 1, dtype=np.int64),
            np.zeros(NOTES, dtype=np.int64), np.zeros(measures - len(MEASURES), dtype=np.int64),
            np.array(numbers, dtype=np.int64), self.active, np.zeros((size, measures), dtype=np.int64), self.pairs,
            mind.tuning.played, mind.tuning.episodes, care,
        )  # fmt: skip

    def run(self, rounds: int) -> None:
        """So many guesses more."""
        self.moves += self._run(rounds)

    def row(self, a: int, b: int) -> npt.NDArray[np.int64]:
        """What is known of two actions, by their places: how many guesses, sums, sums of squares."""
        return self.pairs[a * len(self.numbers) + b]
