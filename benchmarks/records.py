"""A record copied, and a view made of it, inside compiled code: what a search does in every step."""

from typing import Any

import takujo
from benchmarks.measure import Slice, repeat
from takujo.core.jit import Bytes, Grid, Unveil, busy, entry, handle
from takujo.core.loops import copy, see

__all__ = ["ours_copies", "ours_views"]

TIMES = 10_000  # inside compiled code at a time
PLAYERS = 4


@busy
def _copies(one: Bytes, other: Bytes, times: int) -> None:
    for i in range(times):
        one[8] = i & 127  # a word of the generator: no two copies are alike
        copy(other, one)
        one, other = other, one


@busy
def _views(unveil: Unveil, shown: Grid, raw: Bytes, view: Bytes, times: int) -> None:
    for i in range(times):
        see(shown, raw, view, i % PLAYERS, unveil)


def _midway(slug: str) -> Any:
    """A state of a game under way."""
    s = takujo.load(slug).new(PLAYERS, 1)
    for _ in range(20):
        s.look()
        assert s.decision is not None
        s.step(int(s.decision[0]), int(s.decision[1]))
    return s


def ours_copies(slug: str) -> Slice:
    s, loop = _midway(slug), entry(_copies)
    one, other = s.view_raw(0), s.view_raw(0)

    def once() -> int:
        loop(one, other, TIMES)
        return TIMES

    return repeat(once)


def ours_views(slug: str) -> Slice:
    s, loop = _midway(slug), entry(_views)
    raw, view, unveil = s.clone()._raw, s.view_raw(0), handle(s.game._doors.module._unveil)

    def once() -> int:
        loop(unveil, s.game.state.shown, raw, view, TIMES)
        return TIMES

    return repeat(once)
