"""Any action, all equally likely: a search over it plays on at random, and counts who wins."""

from importlib import import_module
from typing import Any

from takujo.bots.tuning import Tuning
from takujo.core.jit import Events, Floats, rule
from takujo.core.sets import has, size_of

rules: Any = import_module("..rules", __package__)
Play: Any = import_module("..state", __package__).Play

__all__ = ["SEARCH", "weigh", "worth"]

SEARCH = Tuning(horizon=200)


@rule
def weigh(v: Play, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """All alike."""
    for i in range(n):
        out[i] = 0.0


@rule
def worth(s: Play, seat: int) -> int:
    """Winners share a win; before the end everybody has the same part of it."""
    if rules.acting(s):
        return 1000 // s.players
    won = rules.winners(s)
    return 1000 // size_of(won) if has(won, seat) else 0
