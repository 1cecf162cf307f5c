"""A state is ONE flat record of integers, described field by field; the table below is all there is to it.

`Field.seen` has no default: who may see a field must be said. From the table come the record itself (for
compiled code and for lists), the views (`redact`) and the JSON of a position (core/codec.py).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from takujo.core.chance import CHANCE_SIZE
from takujo.core.jit import JIT, Ints, door, entry
from takujo.core.kinds import INT, Kind

__all__ = ["NONE", "UNKNOWN", "Field", "Record", "Seen", "redact", "table"]

NONE = -(1 << 20)  # nothing there: an empty place, null in JSON, the end of a list
UNKNOWN = NONE - 1  # something is there, and this view may not know what


class Seen(IntEnum):
    """Who sees a field. For OWNER and OTHERS its first axis is the seat."""

    EVERYONE = 0
    OWNER = 1
    OTHERS = 2  # all but the owner: Arkham Ritual's hands
    NOBODY = 3
    BY_RULE = 4  # the game's knowledge.unveil says


EVERYONE, OWNER, OTHERS = int(Seen.EVERYONE), int(Seen.OWNER), int(Seen.OTHERS)  # for compiled code


@dataclass(frozen=True)
class Field:
    """One field of a record.

    `json` says where it stands in a position (grammar in core/codec.py; "" = nowhere); `kind` how one of
    its integers is written there; `derived`: from_position ignores it, the rules work it out.
    """

    name: str
    shape: tuple[int, ...]
    seen: Seen
    doc: str
    json: str = ""
    kind: Kind = INT
    fill: int = 0
    derived: bool = False

    @property
    def count(self) -> int:
        return int(np.prod(self.shape, dtype=int))


OWN_FIELDS = (
    Field("players", (), Seen.EVERYONE, "how many seats", "players"),
    Field("chance", (CHANCE_SIZE,), Seen.NOBODY, "the generator and its script (core/chance.py)"),
)


class Grid:
    """A list-backed array of two or more axes, indexed as NumPy does: `grid[i, j]`, `grid[i]`."""

    __slots__ = ("rows",)

    def __init__(self, rows: list[Any]):
        self.rows = rows

    def __getitem__(self, key: Any) -> Any:
        value: Any = self.rows
        for index in key if isinstance(key, tuple) else (key,):
            value = value[index]
        return value

    def __setitem__(self, key: tuple[int, ...], value: int) -> None:
        row: Any = self.rows
        for index in key[:-1]:
            row = row[index]
        row[key[-1]] = value


class Record:
    """A state outside compiled code: the fields as plain integers and lists. Games subclass it as State.

    Inside compiled code the same names are read from the raw buffer, as a NumPy record of `dtype`.
    """

    fields: ClassVar[tuple[Field, ...]]
    dtype: ClassVar[np.dtype[Any]]
    size: ClassVar[int]  # in integers
    seen_table: ClassVar[Ints]
    _places: ClassVar[list[tuple[str, int, int, tuple[int, ...]]]]
    _blank: ClassVar[list[int]]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...

    def __init_subclass__(cls) -> None:
        cls.fields = (*OWN_FIELDS, *cls.fields)
        names = [f.name for f in cls.fields]
        for name in names:
            if names.count(name) > 1 or hasattr(np.record, name):
                raise TypeError(f"field name {name!r} is taken (by another field or by numpy.record)")
        cls.dtype = np.dtype([(f.name, np.int64, f.shape) for f in cls.fields], align=True)
        cls.size = sum(f.count for f in cls.fields)
        cls._places, cls._blank, rows, at = [], [], [], 0
        for f in cls.fields:
            if not isinstance(f.seen, Seen):
                raise TypeError(f"field {f.name!r}: seen is {f.seen!r}; it takes a member of Seen")
            cls._places.append((f.name, at, at + f.count, f.shape))
            cls._blank += [f.fill] * f.count
            rows.append((at, f.count, f.count // f.shape[0] if f.shape else 1, int(f.seen)))
            at += f.count
        cls.seen_table = np.array(rows, dtype=np.int64).reshape(-1)

    def __init__(self, flat: list[int] | None = None):
        flat = self._blank if flat is None else flat
        for name, start, stop, shape in self._places:
            setattr(self, name, _shaped(flat[start:stop], shape) if shape else flat[start])

    def flat(self) -> list[int]:
        """All integers in order."""
        out: list[int] = []
        for name, _, _, shape in self._places:
            value = getattr(self, name)
            if not shape:
                out.append(value)
            else:
                _flatten(value, out)
        return out

    @classmethod
    def pack(cls, flat: Iterable[int]) -> Any:
        """A raw state of these integers: bytes for compiled code, a list-backed stand-in without."""
        if JIT:
            return np.array(flat, dtype=np.int64).view(np.uint8)
        return Loose(cls(list(flat)))

    @classmethod
    def unpack(cls, raw: Any) -> "Record":
        """A list-backed copy of a raw state."""
        return cls(raw.view(np.int64).tolist())


class Loose:
    """The stand-in for a raw buffer in uncompiled mode: `raw.view(dtype)[0]` is a list-backed record."""

    __slots__ = ("record",)

    def __init__(self, record: Record):
        self.record = record

    def view(self, dtype: Any) -> Any:
        return np.array(self.record.flat(), dtype=np.int64) if dtype is np.int64 else (self.record,)

    def __len__(self) -> int:
        return 1  # for copying: the one element is everything

    def __getitem__(self, _: int) -> list[int]:
        return self.record.flat()

    def __setitem__(self, _: int, flat: list[int]) -> None:
        self.record = type(self.record)(flat)

    def copy(self) -> "Loose":
        return Loose(type(self.record)(self.record.flat()))

    def tobytes(self) -> bytes:
        return bytes(self.view(np.int64).tobytes())


def _shaped(values: list[int], shape: tuple[int, ...]) -> Any:
    if len(shape) == 1:
        return values
    return Grid(_nested(values, shape))


def _nested(values: list[int], shape: tuple[int, ...]) -> list[Any]:
    if len(shape) == 1:
        return values
    step = len(values) // shape[0]
    return [_nested(values[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]


def _flatten(value: Any, out: list[int]) -> None:
    rows = value.rows if isinstance(value, Grid) else value
    if rows and isinstance(rows[0], list):
        for row in rows:
            _flatten(row, out)
    else:
        out.extend(rows)


def table(values: Any) -> Any:
    """Constant numbers for the rules: an array for compiled code, lists of plain integers without."""
    array = np.array(values, dtype=np.int64)
    return array if JIT else _shaped(array.reshape(-1).tolist(), array.shape)


@door
def _redact(table: Ints, state: Ints, view: Ints, seat: int) -> None:
    """Build a view: what this seat (-1: a spectator) may see is copied; the rest is UNKNOWN or NONE."""
    for row in range(0, len(table), 4):
        at, count, stride, seen = table[row], table[row + 1], table[row + 2], table[row + 3]
        for i in range(count):
            value = state[at + i]
            shown = seen == EVERYONE
            if seen == OWNER:
                shown = i // stride == seat
            elif seen == OTHERS:
                shown = seat >= 0 and i // stride != seat
            view[at + i] = value if shown or value == NONE else UNKNOWN


def redact(state: type[Record], raw: Any, seat: int) -> Any:
    """The raw view of a raw state, but for what is seen by rule."""
    shown = np.empty(state.size, dtype=np.int64)
    entry(_redact)(state.seen_table, raw.view(np.int64), shown, seat)
    return state.pack(shown)
