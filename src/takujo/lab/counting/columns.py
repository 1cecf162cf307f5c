"""The columns of a row. Those below are every title's; a title adds its own in its lab/tally.py."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import prod
from typing import Any

from takujo.core.actions import ActionTypes
from takujo.core.events import Each, EventType, Many
from takujo.core.jit import Events, rule
from takujo.core.kinds import Names
from takujo.core.names import Namespace
from takujo.core.record import MOST_SEATS, NONE

__all__ = ["EVERY", "OWN", "SEAT", "Column", "Columns", "choices", "layouts", "look"]

LOOKS = 100  # that are remembered
SEAT = tuple(map(str, range(MOST_SEATS)))  # as parts: one for each player


@dataclass(frozen=True)
class Column:
    """A number of each game, or one for each of its parts (seats, roles, cards), or of two kinds of parts."""

    name: str
    doc: str
    parts: tuple[Sequence[str], ...] = ()
    saved: bool = True  # False: the tally's own notes while a game is played

    @property
    def count(self) -> int:
        return prod(map(len, self.parts))

    def fields(self, players: int) -> Iterator[tuple[int, str]]:
        """Where each part stands, from the column's place on, and its name in a file; of seats only those taken."""
        for number, labels in enumerate(product(*self.parts)):
            taken = (int(label) < players for label, part in zip(labels, self.parts, strict=True) if part is SEAT)
            if all(taken):
                yield number, ".".join((self.name, *labels))


EVERY = (  # of any game, filled without a tally of its own
    Column("won", "1: this seat has won, alone or with others", (SEAT,)),
    Column("score", "its score in the end", (SEAT,)),
    Column("first", "the seat that began; 0 where all seats decide at once"),
    Column("decisions", "decisions made by all seats"),
    Column("decider", "the seat that made the last of them"),
)
OWN = (
    *EVERY,
    Column("rounds", "rounds played"),
    Column("lead_changes", "times that another seat was alone in front than the one before"),
    Column("looks", "times that it was looked who is in front"),
    Column("led_from", "the look at which the last to be alone in front took the lead; 0: nobody ever was"),
    Column("halfway", "who was alone in front last when half of the looks were over, from 1; 0: nobody"),
    Column("leader", "who was alone in front last, from 1; 0: nobody ever was"),
    Column("front", "the same at each look", (tuple(map(str, range(LOOKS))),), saved=False),
)


class Columns(Namespace):
    """The columns of a row: ROW.WON is where a column begins, `width` where the last one ends."""

    def __init__(self, *columns: Column):
        *starts, self.width = accumulate((column.count for column in columns), initial=0)
        super().__init__((column.name, start) for column, start in zip(columns, starts, strict=True))
        self.columns, self.starts = columns, starts


ROW = Columns(*OWN)


@rule
def look(row: Events, seat: int) -> None:
    """It is looked who is in front: this seat, or several (NONE)."""
    row[ROW.LOOKS] += 1
    if seat != NONE and row[ROW.LEADER] != seat + 1:
        row[ROW.LEAD_CHANGES] += row[ROW.LEADER] != 0
        row[ROW.LEADER], row[ROW.LED_FROM] = seat + 1, row[ROW.LOOKS]
    if row[ROW.LOOKS] <= LOOKS:
        row[ROW.FRONT + row[ROW.LOOKS] - 1] = row[ROW.LEADER]
    half = min((row[ROW.LOOKS] + 1) // 2, LOOKS)
    row[ROW.HALFWAY] = row[ROW.FRONT + half - 1]


Choice = tuple[str, tuple[tuple[str, Any], ...]]


def choices(actions: ActionTypes, words: Container[str]) -> dict[Choice, list[int]]:
    """What may be chosen, wherever and whoever it is done to: a type with what has a name in it, and its numbers.

    "KEY:VALUE" is among the words where a number has a name.
    """
    found: dict[Choice, list[int]] = {}
    for first, kind in actions.rows:
        for number, values in enumerate(product(*kind.ranges), first):
            parts = zip(kind.parameters.items(), values, strict=True)
            named = (
                (key, part.write(value))
                for (key, part), value in parts
                if isinstance(part, Names) or f"{key}:{value}" in words
            )
            found.setdefault((kind.name, tuple(named)), []).append(number)
    return found


SCALAR, LIST, LISTS, OBJECTS = 1, 2, 3, 4  # OBJECTS + n: a list of objects of n values


def layouts(events: Sequence[EventType]) -> list[list[int]]:
    """The shapes of the values of each type, as numbers; 0 after the last."""
    rows = [[_layout(shape) for shape in event.shapes.values()] for event in events]
    return [row + [0] * (max(map(len, rows)) - len(row)) for row in rows]


def _layout(shape: object) -> int:
    if not isinstance(shape, Many):
        return SCALAR
    if isinstance(shape.item, Each):
        return OBJECTS + len(shape.item.keys)
    return LIST if _layout(shape.item) == SCALAR else LISTS
