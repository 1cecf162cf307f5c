"""Nothing but what every game has: who won, with how much, after how many decisions, and what was told."""

from importlib import import_module
from typing import Any

from takujo.core.jit import Events, rule
from takujo.core.sets import first_of, has_several
from takujo.lab.counting.columns import EVERY, Columns

rules: Any = import_module("..rules", __package__)
Play: Any = import_module("..state", __package__).Play

__all__ = ["ROW", "begin", "end", "hear"]

ROW = Columns(*EVERY)


@rule
def begin(s: Play, row: Events) -> None:
    seats = rules.acting(s)
    if not has_several(seats):
        row[ROW.FIRST] = first_of(seats)


@rule
def hear(s: Play, kind: int, ev: Events, row: Events) -> None:
    """Every event is counted by its type already."""


@rule
def end(s: Play, row: Events) -> None:
    """Winners and scores are noted already."""
