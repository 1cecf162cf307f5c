"""Whole games between policies inside compiled code, written once for all titles."""

from typing import Any

import numpy as np

from takujo.bots.minds import Mind
from takujo.core.chance import below
from takujo.core.jit import (
    Bytes,
    Events,
    Floats,
    Grid,
    Ints,
    SetUp,
    Step,
    Unveil,
    Weigh,
    Worth,
    busy,
    rule,
)
from takujo.core.loops import QUIET, blank_record, copy, luck_of, of_tier, see
from takujo.core.maths import exp
from takujo.core.scratch import doubles

__all__ = ["ONE", "choose", "play_policies", "sample", "weighed"]

KEPT = 16  # actions of which it is not worked out twice how likely they are
ONE = 1 << 24  # a number below this over it is a chance between 0 and 1


@rule
def sample(luck: Ints, n: int, out: Floats) -> int:
    """One of n actions, each with a chance in proportion to exp(out[i])."""
    most = out[0]
    for i in range(1, n):
        most = max(most, out[i])
    total, parts, last, part = 0.0, doubles(KEPT), most, 1.0
    for i in range(n):
        if out[i] != last:  # most of many are out of the question, and so alike
            last = out[i]
            part = exp(last - most)
        total += part
        if i < KEPT:
            parts[i] = part
    left = below(luck, ONE) / ONE * total
    for i in range(n):
        if i < KEPT:
            part = parts[i]
        elif i == KEPT or out[i] != last:
            last = out[i]
            part = exp(last - most)
        left -= part
        if left < 0:
            return i
    return n - 1


@rule
def weighed(weigh: Weigh, view: Bytes, seat: int, out: Events, n: int, care: int, weights: Floats) -> None:
    """What a policy says of the actions in `out`; where there is but one, nothing is asked."""
    if n == 1:
        weights[0] = 0.0
    else:
        weigh(view, seat, out[1:], n, care, weights)


@rule
def choose(
    unveil: Unveil, weigh: Weigh, shown: Grid, raw: Bytes, view: Bytes, luck: Ints, out: Events, n: int, care: int,
    weights: Floats,
) -> int:  # fmt: skip
    """What the seat to act does by its policy. Luck stays in step: where there is but one action, it is drawn, too."""
    if n == 1:
        below(luck, ONE)
        return int(out[1])
    see(shown, raw, view, int(out[0]), unveil)
    weigh(view, int(out[0]), out[1:], n, care, weights)
    return int(out[1 + sample(luck, n, weights)])


@busy
def _play_policies(
    setup: SetUp, step: Step, unveil: Unveil, weigh: Weigh, worth: Worth, shown: Grid, blank: Bytes, raw: Bytes,
    view: Bytes, quiet: Events, luck: Ints, out: Events, weights: Floats, cares: Events, first_seed: int,
    results: Grid,
) -> int:  # fmt: skip
    """A game for each row of results: what its end is worth to each seat. The number of decisions."""
    moves = 0
    for game in range(len(results)):
        copy(raw, blank)
        setup(raw, quiet, first_seed + game)
        n = step(raw, quiet, -1, 0, out)
        while n > 0:
            seat = int(out[0])
            choice = choose(unveil, weigh, shown, raw, view, luck, out, n, int(cares[seat]), weights)
            n = step(raw, quiet, seat, choice, out)
            moves += 1
        for seat in range(len(cares)):
            results[game, seat] = worth(raw, seat)
    return moves


def play_policies(
    mind: Mind, cares: list[int], games: int, seed: int = 0, options: dict[str, Any] | None = None
) -> tuple[Any, int]:
    """Whole games between policies, one care a seat: what each end was worth to each seat, and all decisions made."""
    game, players = mind.game, len(cares)
    blank = blank_record(game, players, options)
    results = np.zeros((games, players), dtype=np.int64)
    doors, own = mind.doors
    moves = of_tier(_play_policies, doors)(
        doors.as_setup, doors.as_step, doors.as_unveil, own.as_weigh, own.as_worth,
        game.state.shown, blank, blank.copy(), blank.copy(), QUIET, luck_of(seed),
        np.zeros(game.num_actions + 1, dtype=np.int64), np.zeros(game.num_actions, dtype=np.float32),
        np.array(cares, dtype=np.int64), seed * 1_000_003 & 0xFFFFFFF, results,
    )  # fmt: skip
    return results, moves
