"""A state is ONE flat record of integers, described field by field; the table below is all there is to it.

`Field.seen` has no default: who may see a field must be said. From the table come the record itself (for
compiled code and for lists), the views (`redact`) and the JSON of a position (core/codec.py).

In bytes a field is as wide as its kind needs: first all integers of 64 bits, then those of 32, then those of 16, and
room up to a multiple of 8 bytes. Outside of compiled code a record is a row of integers in that order, all alike.
"""

import inspect
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Self, overload

import numpy as np

from takujo.core.chance import CHANCE_SIZE
from takujo.core.jit import Bytes, Events, Floats, rule
from takujo.core.kinds import INT, Kind

__all__ = [
    "NONE",
    "UNKNOWN",
    "Field",
    "Record",
    "Seen",
    "hidden_from",
    "loose",
    "may_see",
    "redact",
    "redact_raw",
    "shown_to",
    "table",
]

NONE = 1 - (1 << 15)  # nothing there: an empty place, null in JSON, the end of a list; all widths hold it
UNKNOWN = NONE - 1  # something is there, and this view may not know what
WIDTHS = (np.int64, np.int32, np.int16)  # of the integers of a record, in the order in which they lie there


class Seen(IntEnum):
    """Who sees a field. For OWNER and OTHERS its first axis is the seat."""

    EVERYONE = 0
    OWNER = 1
    OTHERS = 2  # all but the owner: Arkham Ritual's hands
    NOBODY = 3
    BY_RULE = 4  # the game's knowledge.unveil says


MOST_SEATS = 7  # of any game


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

    @property
    def width(self) -> int:
        """Which of WIDTHS its integers have: by its kind; but what has no JSON may be anything, a large set too."""
        bits = self.kind.bits if self.json else 64
        return 0 if bits > 32 else 1 if bits > 16 else 2


OWN_FIELDS = (
    Field("players", (), Seen.EVERYONE, "how many seats", "players", Kind()),  # 64 bits: both stand first
    Field("chance", (CHANCE_SIZE,), Seen.NOBODY, "the generator and its script (core/chance.py)"),
)


class Grid:
    """A list-backed array of two or more axes, indexed as NumPy does: `grid[i, j]`, `grid[i]`."""

    __slots__ = ("rows",)

    def __init__(self, rows: list[Any]):
        self.rows = rows

    @overload
    def __getitem__(self, key: int) -> list[int]: ...

    @overload
    def __getitem__(self, key: tuple[int, ...]) -> int: ...

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
    """A state outside compiled code: the fields as plain integers and lists. Games subclass it as Play.

    Inside compiled code the same names are read from the raw buffer, as a NumPy record of `dtype`.
    """

    title: ClassVar[str]  # of the game
    fields: ClassVar[tuple[Field, ...]]
    dtype: ClassVar[np.dtype[Any]]
    size: ClassVar[int]  # in integers
    shown: ClassVar[Any]  # what each seat may see: shown_to
    _hidden: ClassVar[list[list[tuple[slice, Any, Any]]]]  # and what it may not: hidden_from
    _parts: ClassVar[list[tuple[slice, slice, Any]]]  # for each of WIDTHS: its integers, its bytes, the type
    _row: ClassVar[struct.Struct]  # the same for Python: quicker than an array where a list is wanted
    _places: ClassVar[list[tuple[str, int, int, tuple[int, ...]]]]
    _place: ClassVar[dict[str, tuple[int, int, tuple[int, ...]]]]
    _blank: ClassVar[list[int]]

    if TYPE_CHECKING:  # the fields of a game's own record are known by takujo.mypy
        players: int
        chance: list[int]

    def __init_subclass__(cls) -> None:
        cls.fields = (*OWN_FIELDS, *cls.fields)
        names = [f.name for f in cls.fields]
        for name in names:
            if names.count(name) > 1 or hasattr(np.record, name):
                raise TypeError(f"field name {name!r} is taken (by another field or by numpy.record)")
        for f in cls.fields:
            if not isinstance(f.seen, Seen):
                raise TypeError(f"field {f.name!r}: seen is {f.seen!r}; it takes a member of Seen")
        laid = sorted(cls.fields, key=lambda f: f.width)
        cls.dtype = np.dtype([(f.name, WIDTHS[f.width], f.shape) for f in laid], align=True)
        cls.size = sum(f.count for f in laid)
        cls._parts, first, begin = [], 0, 0
        for width, kind in enumerate(WIDTHS):
            count = sum(f.count for f in laid if f.width == width)
            end = begin + count * np.dtype(kind).itemsize
            cls._parts.append((slice(first, first + count), slice(begin, end), kind))
            first, begin = first + count, end
        sizes = [integers.stop - integers.start for integers, _, _ in cls._parts]
        cls._row = struct.Struct("={}q{}i{}h".format(*sizes))
        cls._places, cls._blank, at = [], [], 0
        for f in laid:
            cls._places.append((f.name, at, at + f.count, f.shape))
            cls._blank += [f.fill] * f.count
            at += f.count
        cls._place = {name: (start, stop, shape) for name, start, stop, shape in cls._places}
        cls.shown, cls._hidden = shown_to(cls, cls.fields), hidden_from(cls, cls.fields)

    def __init__(self, flat: list[int] | None = None):
        self._flat = self._blank if flat is None else flat

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field that is asked for the first time: most are never asked for."""
            place = self._place.get(name)
            if place is None:
                raise AttributeError(f"{type(self).__name__} has no field {name!r}")
            start, stop, shape = place
            if len(self._flat) < stop:
                raise AttributeError(f"this part of a record is without its field {name!r}")
            value = _shaped(self._flat[start:stop], shape) if shape else self._flat[start]
            setattr(self, name, value)
            return value

    def flat(self) -> list[int]:
        """All integers in order."""
        out: list[int] = []
        own = self.__dict__
        for name, start, stop, shape in self._places:
            value = own.get(name)
            if value is None:
                out.extend(self._flat[start:stop])
            elif not shape:
                out.append(value)
            else:
                _flatten(value, out)
        return out

    def write(self, raw: Any) -> None:
        """Put what may have changed into the raw state that it was unpacked from."""
        words = raw.view(self.dtype)[0]
        for name, value in self.__dict__.items():
            if name in self._place:
                _, _, shape = self._place[name]
                if shape:
                    flat: list[int] = []
                    _flatten(value, flat)
                    words[name].reshape(-1)[:] = flat  # OverflowError where one is too wide
                else:
                    words[name] = value

    @classmethod
    def of(cls, starts: Mapping[str, int], values: list[int]) -> Self:
        """A record of some fields alone, which begin at these places among the values; to ask for others fails."""
        record = cls([])
        for name, at in starts.items():
            start, stop, shape = cls._place[name]
            part = values[at : at + stop - start]
            setattr(record, name, _shaped(part, shape) if shape else part[0])
        return record

    @classmethod
    def pack(cls, flat: Sequence[int]) -> Any:
        """A raw state of these integers: bytes. OverflowError where one is too wide for its field."""
        raw = np.zeros(cls.dtype.itemsize, dtype=np.uint8)
        for integers, place, kind in cls._parts:
            raw[place].view(kind)[:] = flat[integers]
        return raw

    @classmethod
    def integers(cls, raw: Any) -> Any:
        """All integers of a raw state, in order, as an array of 64-bit ones."""
        return np.concatenate([raw[place].view(kind) for _, place, kind in cls._parts])

    @classmethod
    def unpack(cls, raw: Any) -> Self:
        """A list-backed copy of a raw state."""
        return cls(list(cls._row.unpack_from(raw)))


def may_see(state: type[Record], fields: Iterable[Field], seat: int) -> list[bool]:
    """For each integer of a record of these fields: may this seat (-1: a spectator) see it, whatever it is?"""
    shown, by_name = [], {f.name: f for f in fields}
    for name, *_ in state._places:
        f = by_name[name]
        part = f.count // f.shape[0] if f.shape else 1  # of one owner
        for i in range(f.count):
            own = i // part == seat
            shown.append({Seen.EVERYONE: True, Seen.OWNER: own, Seen.OTHERS: seat >= 0 and not own}.get(f.seen, False))
    return shown


def shown_to(state: type[Record], fields: Iterable[Field]) -> Any:
    """A row for the spectator and for each seat, as compiled code takes it.

    How many bytes the integers of each width have, then a record: in what this seat may see all bits are set.
    """
    head = [place.stop - place.start for _, place, _ in state._parts]
    rows = [state.pack([-int(may) for may in may_see(state, fields, seat)]) for seat in range(-1, MOST_SEATS)]
    return np.array([[*head, *row.view(np.int64)] for row in rows], dtype=np.int64)


def hidden_from(state: type[Record], fields: Iterable[Field]) -> list[list[tuple[slice, Any, Any]]]:
    """The same for Python: where something is hidden, bytes, their type, and for each integer there whether it is."""
    rows = [~np.array(may_see(state, fields, seat)) for seat in range(-1, MOST_SEATS)]
    return [[(place, kind, row[part]) for part, place, kind in state._parts if row[part].any()] for row in rows]


class Loose:
    """In the place of a raw state in uncompiled rules: `raw.view(dtype)[0]` is a list-backed record."""

    __slots__ = ("record",)

    def __init__(self, record: Record):
        self.record = record

    def view(self, _: Any) -> tuple[Record]:
        return (self.record,)


class Reals:
    """In the place of an array of 32-bit numbers: what is read of it is a plain number, as exact as compiled code's."""

    __slots__ = ("array",)

    def __init__(self, array: Any):
        self.array = array

    def __getitem__(self, place: Any) -> Any:
        return Reals(self.array[place]) if isinstance(place, slice) else float(self.array[place])

    def __setitem__(self, place: int, value: float) -> None:
        self.array[place] = value


def loose(function: Callable[..., Any], state: type[Record]) -> Callable[..., Any]:
    """A door without its compiler: what it gets as bytes is lists while it runs."""
    kinds = [p.annotation for p in inspect.signature(function).parameters.values()]

    def call(*given: Any) -> Any:
        taken = [_taken(state, kind, value) for kind, value in zip(kinds, given, strict=True)]
        value = function(*taken)
        for raw, used in zip(given, taken, strict=True):
            if isinstance(used, Loose):
                used.record.write(raw)
        return value

    return call


def _taken(state: type[Record], kind: Any, value: Any) -> Any:
    if kind is Bytes:
        return Loose(state.unpack(value))
    if kind is Floats:
        return Reals(value)
    return int(value) if kind is int else value


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


class Row(list[Any]):
    """A table of one axis: a list, which Numba takes for the array that it was made of."""

    def __init__(self, array: Any):
        super().__init__(array.tolist())
        self.array = array

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["array"], name)


class Grids(Grid):
    """The same of two or more."""

    __slots__ = ("array",)

    def __init__(self, array: Any):
        super().__init__(array.tolist())
        self.array = array

    def __getattr__(self, name: str) -> Any:
        return getattr(self.array, name)


def table(values: Any, kind: Any = np.int64) -> Any:
    """Constant numbers for the rules, integers or (`float`) doubles: lists, and an array for compiled code."""
    array = np.array(values, dtype=kind)
    return Row(array) if array.ndim == 1 else Grids(array)


@rule
def redact_raw(shown: Events, raw: Bytes, view: Bytes) -> None:
    """Build a view: what is shown is copied; the rest is UNKNOWN or NONE. `shown`: a row of shown_to."""
    wide, middle, narrow, may = int(shown[0]), int(shown[1]), int(shown[2]), shown[3:].view(np.uint8)
    may_64, raw_64, view_64 = may[:wide].view(np.int64), raw[:wide].view(np.int64), view[:wide].view(np.int64)
    view_64[0] = raw_64[0]  # players
    for i in range(1, 1 + CHANCE_SIZE):
        view_64[i] = UNKNOWN
    for i in range(1 + CHANCE_SIZE, len(view_64)):
        view_64[i] = raw_64[i] if may_64[i] or raw_64[i] == NONE else UNKNOWN
    end = wide + middle
    may_32, raw_32, view_32 = may[wide:end].view(np.int32), raw[wide:end].view(np.int32), view[wide:end].view(np.int32)
    for i in range(len(view_32)):
        view_32[i] = raw_32[i] if may_32[i] or raw_32[i] == NONE else UNKNOWN
    begin, end = end, end + narrow
    may_16, raw_16, view_16 = (
        may[begin:end].view(np.int16),
        raw[begin:end].view(np.int16),
        view[begin:end].view(np.int16),
    )
    for i in range(len(view_16)):
        view_16[i] = raw_16[i] if may_16[i] or raw_16[i] == NONE else UNKNOWN


def redact(state: type[Record], raw: Any, seat: int) -> Any:
    """The raw view of a raw state, but for what is seen by rule."""
    view = raw.copy()
    for place, kind, hidden in state._hidden[1 + seat]:
        words = view[place].view(kind)
        words[hidden & (words != NONE)] = UNKNOWN
    return view
