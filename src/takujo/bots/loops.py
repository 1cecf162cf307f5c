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

__all__ = ["play_policies"]

ONE = 1 << 24  # a number below this over it is a chance between 0 and 1


@rule
def sample(luck: Ints, n: int, out: Floats) -> int:
    """One of n actions, each with a chance in proportion to exp(out[i])."""
    most = out[0]
    for i in range(1, n):
        most = max(most, out[i])
    total = 0.0
    for i in range(n):
        total += exp(out[i] - most)
    left = below(luck, ONE) / ONE * total
    for i in range(n):
        left -= exp(out[i] - most)
        if left < 0:
            return i
    return n - 1


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
            see(shown, raw, view, seat, unveil)
            weigh(view, seat, out[1:], n, int(cares[seat]), weights)
            n = step(raw, quiet, seat, int(out[1 + sample(luck, n, weights)]), out)
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
