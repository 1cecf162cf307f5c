"""What every entry of a table's log has. The entries themselves are in `entries/`, a class each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from takujo.match import canonical

from .refused import reused
from .store import Line

if TYPE_CHECKING:
    from .table import Table

__all__ = ["KINDS", "Entry", "OfSeat", "if_any", "noted", "read", "unwritten"]

Json = dict[str, Any]


def unwritten(default: Any) -> Any:
    """A field that is known when the entry is made, and not part of what the log has of it."""
    return field(default=default, metadata={"unwritten": True})


def if_any() -> Any:
    """A field that is written only if there is something."""
    return field(default=None, metadata={"if any": True})


def noted() -> Any:
    """A field that the server adds to what was asked for, if there is something: what the log alone could not tell."""
    return field(default=None, metadata={"if any": True, "noted": True})


@dataclass(kw_only=True)
class Entry:
    """One thing that happens at a table. Its own fields, in their order, are what the log has of it.

    A field that older logs are without has a default. `check` says whether it may be written; `apply` is what it does,
    here and wherever the log is read again.
    """

    type: ClassVar[str]
    of_seat: ClassVar[bool] = False  # somebody who sits does it
    does: ClassVar[str] = "do this"
    counts: ClassVar[bool] = True  # among what people write besides actions
    is_limited: ClassVar[bool] = True  # refused to those who have written too much
    changes_info: ClassVar[bool] = True

    number: int = unwritten(0)
    at: int = unwritten(0)  # milliseconds since 1970
    who: int | None = unwritten(None)  # the seat that does it, or to which it happens
    key: str | None = unwritten(None)
    by_keeper: bool = unwritten(default=False)  # nobody asks for it: the node that looks after the table writes it

    def __init_subclass__(cls, type: str = "") -> None:
        if type:
            cls.type = type
            KINDS[type] = cls

    def body(self) -> Json:
        """What the log has of it."""
        return self._values(_written(self.type))

    def _values(self, names: Mapping[str, bool]) -> Json:
        found = ((name, getattr(self, name), if_any) for name, if_any in names.items())
        return {name: value for name, value, if_any in found if value is not None or not if_any}

    def line(self) -> Line:
        return Line(self.number, self.at, self.type, self.who, self.key, self.body())

    @cached_property
    def meaning(self) -> int:
        """What its key stands for, in this process: the same key for something else is refused."""
        return hash((self.type, canonical(self.wanted)))

    @property
    def wanted(self) -> Json:
        """What the log has of it, but for what the server has noted."""
        return self._values(_wanted(self.type))

    @property
    def seated(self) -> int:
        """The entry with which they sat down who get a token with this one."""
        return self.number

    @property
    def by_person(self) -> bool:
        """Does somebody do it, and not the server?"""
        return self.counts

    def is_done(self, table: "Table") -> bool:
        """Has it been written before? Refused if its key was used for something else."""
        if self.key is None:
            return False
        meaning = self.meaning  # before it is written: what is no text at all fails here
        answered = table.answers.get((self.who, self.key))
        if answered and answered[1] != meaning:
            raise reused()
        return answered is not None

    def see(self, absent: Sequence[int]) -> None:
        """Who is away at this moment: an entry for which that counts notes it, as the log knows of no connections."""

    def check(self, table: "Table") -> None:
        """Refused, or IllegalAction, if it may not be done now."""

    def apply(self, table: "Table") -> None:
        raise NotImplementedError


@dataclass(kw_only=True)
class OfSeat(Entry):
    """What somebody who sits does, or what happens to a seat."""

    of_seat: ClassVar[bool] = True

    who: int = unwritten(None)


KINDS: dict[str, type[Entry]] = {}


@cache
def _written(kind: str) -> dict[str, bool]:
    """The names of the fields that are written; True: only if there is something."""
    return {own.name: "if any" in own.metadata for own in fields(KINDS[kind]) if "unwritten" not in own.metadata}


@cache
def _wanted(kind: str) -> dict[str, bool]:
    """The same of those that are asked for."""
    noted = {own.name for own in fields(KINDS[kind]) if "noted" in own.metadata}
    return {name: if_any for name, if_any in _written(kind).items() if name not in noted}


def read(line: Line) -> Entry:
    """An entry of the log; ValueError or TypeError for one that no server has written."""
    kind = KINDS.get(line.kind)
    if kind is None:
        raise ValueError(f"entry {line.number} is {line.kind!r}; there is {', '.join(KINDS)}")
    if strange := line.body.keys() - _written(line.kind).keys():
        raise ValueError(f"entry {line.number}, {line.kind}, has {', '.join(sorted(strange))}")
    return kind(number=line.number, at=line.at, who=line.seat, key=line.key, **line.body)
