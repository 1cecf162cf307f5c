"""How squares, rows of a sheet, sets and short lists are written in JSON, each of them one integer in the record."""

from collections.abc import Sequence
from typing import Any, TypedDict

from takujo.core.kinds import Kind, Names, either

from .pieces import SIZE

FULL = (1 << SIZE) - 1  # a row of the sheet, all of it
MARKS = ".o#@"  # empty, passage, wall, gate


class SquareKind(Kind):
    """A square: [row, column] from 1, in the record a number in reading order from 0."""

    takes = f"[row, column], both 1 to {SIZE}"
    type = tuple[int, int]
    bits = 16

    def write(self, value: int) -> list[int]:
        return [value // SIZE + 1, value % SIZE + 1]

    def read(self, value: Any) -> int:
        if (
            not isinstance(value, list)
            or len(value) != 2
            or any(type(v) is not int or not 1 <= v <= SIZE for v in value)
        ):
            raise ValueError
        return SIZE * (value[0] - 1) + value[1] - 1


class SheetRow(Kind):
    """A row of a sheet: 11 characters; in the record three masks, passages, walls << 11 and gates << 22."""

    takes = f"a text of {SIZE} characters, each one of . o # @"
    type = str

    def write(self, value: int) -> str:
        at = [(value >> c & 1) + 2 * (value >> SIZE + c & 1) + 2 * (value >> 2 * SIZE + c & 1) for c in range(SIZE)]
        return "".join(MARKS[mark] for mark in at)

    def read(self, value: Any) -> int:
        if not isinstance(value, str) or len(value) != SIZE or set(value) - set(MARKS):
            raise ValueError
        bits = {".": 0, "o": 1, "#": 1 << SIZE, "@": 1 | 1 << 2 * SIZE}
        return sum(bits[mark] << c for c, mark in enumerate(value))


class SetOf(Kind):
    """A sorted list of different names; in the record a bit set."""

    def __init__(self, item: Names):
        self.names, self.type = item.names, list.__class_getitem__(item.type)
        self.bits = 1 + len(self.names)
        self.takes = f"a list of different ones of {', '.join(map(str, self.names))}"

    def write(self, value: int) -> list[Any]:
        return [name for i, name in enumerate(self.names) if value >> i & 1]

    def read(self, value: Any) -> int:
        known = isinstance(value, list) and all(type(v) is type(self.names[0]) and v in self.names for v in value)
        if not known or len(set(value)) != len(value):
            raise ValueError
        return sum(1 << self.names.index(v) for v in value)


class ShortList(Kind):
    """A list of up to four names, repeats allowed; in the record their numbers, 5 bits each, below a leading 1."""

    bits = 32

    def __init__(self, item: Names, *more: Any):
        self.names = [*item.names, *more]
        self.type = list.__class_getitem__(either([item.type, *map(type, more)]))
        self.takes = f"a list of at most four of {', '.join(map(str, self.names))}"

    def write(self, value: int) -> list[Any]:
        n = (value.bit_length() - 1) // 5
        return [self.names[value >> 5 * (n - 1 - i) & 31] for i in range(n)]

    def read(self, value: Any) -> int:
        if not isinstance(value, list) or len(value) > 4:
            raise ValueError
        packed = 1
        for item in value:
            number = next((i for i, name in enumerate(self.names) if name == item and type(name) is type(item)), None)
            if number is None:
                raise ValueError
            packed = packed << 5 | number
        return packed


class Box(Kind):
    """A box for a square bonus: an area, or -1 while nothing is written in it."""

    takes = f"null or an area, 0 to {SIZE * SIZE}"
    type = int | None
    bits = 16

    def write(self, value: int) -> int | None:
        return None if value < 0 else value

    def read(self, value: Any) -> int:
        if type(value) is not int or not 0 <= value <= SIZE * SIZE:
            raise ValueError
        return value


class Payment(TypedDict):
    goal: str


class Warp(Kind):
    """The goal card a warp was paid with."""

    type = Payment

    def __init__(self, goals: Sequence[str]):
        self.goals = goals

    def write(self, value: int) -> Payment:
        return {"goal": self.goals[value]}
