"""How one integer of a record or an event is written in JSON."""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any, Literal

from takujo.core.names import Namespace

__all__ = ["BOOL", "INT", "Kind", "Names", "Range", "Seat", "Terms", "either"]

LOWEST = 2 - (1 << 15)  # of all integers in JSON: what is lower means that there is none (core/record.py)


def either(types: Iterable[Any]) -> Any:
    """The type of what is of one of these types."""
    return reduce(or_, types)


class Kind:
    """Writes and reads one integer. NONE and UNKNOWN are null and never get here."""

    takes = "an integer"
    type: Any = int  # of what is written
    values = range(0)  # all there are, where they are few: an action may have such a one as a parameter
    bits = 64  # of a signed integer that holds any of them

    def write(self, value: int) -> Any:
        return value

    def read(self, value: Any) -> int:
        """The integer of a JSON value; ValueError if it is none of this kind."""
        if type(value) is not int or not LOWEST <= value <= 1 << 19:
            raise ValueError
        return value


class _Int(Kind):
    bits = 32


class Range(Kind):
    """Integers of a range only."""

    def __init__(self, low: int, high: int):
        self.values, self.bits = range(low, high + 1), _bits(low, high)
        self.takes = f"an integer {low} to {high}"

    def read(self, value: Any) -> int:
        if type(value) is not int or value not in self.values:
            raise ValueError
        return value


class Seat(Range):
    """A seat, of so many at most. Learners count from their own: by this kind it is known which numbers turn."""

    def __init__(self, seats: int):
        super().__init__(0, seats - 1)


class _Bool(Kind):
    takes = "true or false"
    type = bool
    values = range(2)
    bits = 2

    def write(self, value: int) -> bool:
        return bool(value)

    def read(self, value: Any) -> int:
        if not isinstance(value, bool):
            raise ValueError
        return int(value)


class Names(Kind):
    """Integers 0, 1, ... with a name (or any JSON value) each."""

    def __init__(self, names: Sequence[Any]):
        self.names = list(names)
        self.values, self.bits = range(len(self.names)), _bits(0, len(self.names))
        self.type = either(map(_type_of, self.names))  # other components may have other names
        shown = ", ".join(map(str, self.names))
        self.takes = f"one of {shown}"
        if not any(isinstance(name, list) for name in self.names):  # events and views are full of them
            self.write = self.names.__getitem__  # type: ignore[assignment, method-assign]  # the same, without a call of Python's

    def write(self, value: int) -> Any:
        name = self.names[value]
        return list(name) if isinstance(name, list) else name

    def read(self, value: Any) -> int:
        for number, name in enumerate(self.names):  # by type too: 1 is not True
            if name == value and type(name) is type(value):
                return number
        raise ValueError


class Terms(Names, Namespace):
    """Names that rules use too: `PHASE = Terms("offer", "over")` makes PHASE.OFFER 0.

    `passing` ones are numbered after them: what is never at rest has no JSON.
    """

    def __init__(self, *names: str, passing: Sequence[str] = ()):
        Namespace.__init__(self, ((name, number) for number, name in enumerate((*names, *passing))))
        Names.__init__(self, names)
        self.type = Literal[names]


def _bits(low: int, high: int) -> int:
    return 1 + max(high.bit_length(), (-1 - low).bit_length())


def _type_of(name: Any) -> Any:
    return list[int] if isinstance(name, list) else type(name)


INT = _Int()
BOOL = _Bool()
