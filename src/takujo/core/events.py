"""What happened: rules tell events into a buffer; who may see what is written down at that moment.

The buffer is a row of integers: the next free place, then the events, each as its number, its citation,
who gets it at all, who knows its hidden part (sets of seats, as bits), and its values. A buffer of length
one means that nobody wants events. In one with room for stages, `pause` writes the whole record between events.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, takewhile
from typing import Any

import numpy as np

from takujo.core.codec import CANONICAL, compact
from takujo.core.jit import Events, Ints, rule
from takujo.core.kinds import Kind
from takujo.core.names import Namespace
from takujo.core.record import NONE, Record
from takujo.core.sets import has, only, size_of

__all__ = [
    "ALL",
    "NOBODY",
    "Each",
    "Event",
    "EventType",
    "EventTypes",
    "Many",
    "Maybe",
    "buffer",
    "only",
    "pause",
    "put",
    "put2",
    "put3",
    "put4",
    "put_list",
    "put_set",
    "staged_buffer",
    "tell",
    "told_in",
]

SPECTATORS = 1 << 15
ALL = (1 << 16) - 1  # every seat and the spectators
NOBODY = 0

BUFFER_SIZE = 8192  # a longer one has room for stages
STAGES = 64
PAUSE = -1  # in the place of an event's number
HEAD = 4  # integers of an event before its values


@rule
def put(ev: Events, value: int) -> None:
    if len(ev) > 1:
        if ev[0] < len(ev):
            ev[ev[0]] = value
        ev[0] += 1


@rule
def put2(ev: Events, a: int, b: int) -> None:
    put(ev, a)
    put(ev, b)


@rule
def put3(ev: Events, a: int, b: int, c: int) -> None:
    put(ev, a)
    put(ev, b)
    put(ev, c)


@rule
def put4(ev: Events, a: int, b: int, c: int, d: int) -> None:
    put2(ev, a, b)
    put2(ev, c, d)


@rule
def put_list(ev: Events, values: Ints) -> None:
    """A list that ends at the first NONE: how many, then each."""
    if len(ev) == 1:
        return
    n = 0
    while n < len(values) and values[n] != NONE:
        n += 1
    put(ev, n)
    for i in range(n):
        put(ev, values[i])


@rule
def put_set(ev: Events, things: int) -> None:
    """The members of a set (bits), as a list in ascending order."""
    if len(ev) == 1:
        return
    put(ev, size_of(things))
    thing = 0
    while things >> thing:
        if has(things, thing):
            put(ev, thing)
        thing += 1


@rule
def tell(ev: Events, kind: int, citation: int, who: int, knows: int) -> None:
    """Begin an event; its values follow by `put`, in the order of the game's event table."""
    put4(ev, kind, citation, who, knows)


def pause(s: Record, ev: Events) -> None:
    """A person may look here: a stage ends, with the record as it is now. (Compiled: core/handle.py.)"""
    if len(ev) > BUFFER_SIZE:
        words = s.pack(s.flat()).view(np.int64)
        put(ev, PAUSE)
        end = ev[0] + len(words)
        if end <= len(ev):
            ev[ev[0] : end] = words
        ev[0] = end


def staged_buffer(state: type[Record]) -> Events:
    """An empty buffer with room for stages."""
    return buffer(BUFFER_SIZE + STAGES * (1 + state.dtype.itemsize // 8))


def buffer(size: int = BUFFER_SIZE) -> Events:
    """An empty event buffer; of size 1: no events, please."""
    ev = np.empty(size, dtype=np.int64)
    ev[0] = 1
    return ev


class Event(dict[str, Any]):
    """One event as JSON with full information, and who may see it: `seen_by(seat)`."""

    __slots__ = ("_texts", "hidden", "knows", "who")

    def __init__(self, values: dict[str, Any], who: int = ALL, knows: int = ALL, hidden: tuple[str, ...] = ()):
        super().__init__(values)
        self.who, self.knows, self.hidden = who, knows, hidden
        self._texts: dict[bool | None, str] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Event, (dict(self), self.who, self.knows, self.hidden)

    def seen_by(self, seat: int | None) -> dict[str, Any] | None:
        """The event as this seat (None: a spectator) gets it; None if it does not get it at all."""
        bit = SPECTATORS if seat is None else 1 << seat
        return self._known(bool(self.knows & bit)) if self.who & bit else None

    def _known(self, knows: bool) -> dict[str, Any]:
        if knows:
            return dict(self)
        return {key: _nulls(value) if key in self.hidden else value for key, value in self.items()}

    def told(self, knows: bool) -> str:
        """As those get it who know its hidden part, or do not: JSON, written once."""
        if knows not in self._texts:
            self._texts[knows] = compact(self._known(knows))
        return self._texts[knows]

    @property
    def canonical(self) -> str:
        """All of it in the one way that digests are made of; written once, too."""
        if None not in self._texts:
            self._texts[None] = CANONICAL.encode(self)
        return self._texts[None]


def _nulls(value: Any) -> Any:
    """The value hidden: lists keep their length, objects their keys."""
    if isinstance(value, list):
        return [_nulls(v) for v in value]
    if isinstance(value, dict):
        return {k: _nulls(v) for k, v in value.items()}
    return None


Reader = Callable[[Iterator[int]], Any]
Skipper = Callable[[Sequence[int], int], int]  # where a value ends that begins there


class Many:
    """A value of an event that is a list: its length, then its items."""

    def __init__(self, item: Any):
        self.item = item


class Each:
    """A value of an event that is an object: its values one after the other."""

    def __init__(self, **keys: Any):
        self.keys = keys


class Maybe:
    """A value of an event that may be nothing: NONE."""

    def __init__(self, kind: Kind):
        self.kind = kind


class EventType:
    """One row of a game's event table: a name and its values in order; `hidden` ones are not for all.

    `reveals`: values by which those who get them learn what they could not know; `type`: that it happens tells.
    """

    def __init__(self, name: str, hidden: str = "", reveals: str = "", **values: Any):
        self.name = name
        self.hidden, self.reveals = tuple(hidden.split()), frozenset(reveals.split())
        self.shapes = {key.rstrip("_"): shape for key, shape in values.items()}  # from_ is "from"
        plain = list(takewhile(lambda each: not isinstance(each[1], Many | Each), self.shapes.items()))
        self.plain = [(key, _kind(shape).write) for key, shape in plain]  # the first values: one integer each
        rest = list(self.shapes.items())[len(plain) :]
        self.rest = [(key, _reader(shape)) for key, shape in rest]
        self._lists = [_skipper(shape) for _, shape in rest]

    def end(self, row: Sequence[int], at: int) -> int:
        """Where the event ends that begins there."""
        at += HEAD + len(self.plain)
        for skip in self._lists:
            at = skip(row, at)
        return at


class EventTypes(Namespace):
    """A game's event table. EVENT.ALTAR is the number of a type, EVENT.ALTAR_ROUND the place of a value in it.

    Only values up to the first list have such a place.
    """

    def __init__(self, *types: EventType):
        super().__init__(_numbers(types))
        self.types = types


def _numbers(types: Iterable[EventType]) -> Iterator[tuple[str, int]]:
    for number, kind in enumerate(types):
        yield kind.name, number
        for place, (key, shape) in enumerate(kind.shapes.items()):
            yield f"{kind.name}_{key}", place
            if isinstance(shape, Many):
                break


def _reader(shape: Any) -> Reader:
    if isinstance(shape, Many) and isinstance(shape.item, Many | Each):
        item = _reader(shape.item)
        return lambda row: [item(row) for _ in range(next(row))]
    if isinstance(shape, Each):
        parts = {key: _reader(value) for key, value in shape.keys.items()}
        return lambda row: {key: read(row) for key, read in parts.items()}
    write = _kind(shape.item if isinstance(shape, Many) else shape).write
    if isinstance(shape, Many):  # at once: a call for each of many cards would take longer than all the rest
        return lambda row: [None if value == NONE else write(value) for value in islice(row, next(row))]

    def leaf(row: Iterator[int]) -> Any:
        value = next(row)
        return None if value == NONE else write(value)

    return leaf


def _skipper(shape: Any) -> Skipper:
    if isinstance(shape, Each):
        return _in_turn([_skipper(part) for part in shape.keys.values()])
    if not isinstance(shape, Many):
        return lambda row, at: at + 1
    if isinstance(shape.item, Kind | Maybe):
        return lambda row, at: at + 1 + row[at]
    item = _skipper(shape.item)

    def skip(row: Sequence[int], at: int) -> int:
        end = at + 1
        for _ in range(row[at]):
            end = item(row, end)
        return end

    return skip


def _in_turn(parts: list[Skipper]) -> Skipper:
    def skip(row: Sequence[int], at: int) -> int:
        for part in parts:
            at = part(row, at)
        return at

    return skip


def _kind(leaf: Kind | Maybe) -> Kind:
    return leaf.kind if isinstance(leaf, Maybe) else leaf


def _end(ev: Events) -> int:
    """Where the room begins that is left."""
    end = int(ev[0])
    if end > len(ev):
        raise RuntimeError(f"events of {end} integers do not fit the buffer of {len(ev)}")
    return end


def told_in(ev: Events) -> Events:
    """What has been told, without the room that is left."""
    return ev[: _end(ev)].copy()


def read_events(ev: Events, types: tuple[EventType, ...], citations: tuple[str, ...]) -> list[Event]:
    """The events of a buffer without stages as JSON."""
    row = iter(ev[1 : _end(ev)].tolist())
    return [_event(number, row, types, citations) for number in row]


def read_stages(
    ev: Events, types: tuple[EventType, ...], read: Callable[[bytes], Event], state: type[Record]
) -> tuple[list[tuple[list[Event], Any]], list[Event]]:
    """The events up to each pause, with the raw record of that moment; and those after the last one.

    `read`: makes an event of its integers (`read_event`).
    """
    stages: list[tuple[list[Event], Any]] = []
    events: list[Event] = []
    at, end, size = 1, _end(ev), state.dtype.itemsize // 8
    row, content = ev.data, ev[:end].tobytes()
    while at < end:
        if row[at] == PAUSE:
            stages.append((events, ev[at + 1 : at + 1 + size].copy().view(np.uint8)))
            events, at = [], at + 1 + size
        else:
            start, at = at, types[row[at]].end(row, at)
            events.append(read(content[8 * start : 8 * at]))
    return stages, events


def read_event(content: bytes, types: tuple[EventType, ...], citations: tuple[str, ...]) -> Event:
    """One event, from the bytes of its integers."""
    row = iter(memoryview(content).cast("q").tolist())
    return _event(next(row), row, types, citations)


def _event(number: int, row: Iterator[int], types: tuple[EventType, ...], citations: tuple[str, ...]) -> Event:
    kind = types[number]
    citation, who, knows = islice(row, 3)
    values: dict[str, Any] = {"type": kind.name}
    for (key, write), value in zip(kind.plain, row):  # in this order: what comes after them stays in the row
        values[key] = None if value == NONE else write(value)
    for key, read in kind.rest:
        values[key] = read(row)
    values["rule"] = citations[citation]
    return Event(values, who, knows, kind.hidden)


def redacted(events: Iterable[Any], seat: int | None) -> list[dict[str, Any]]:
    """The events as one seat gets them. Only events that still know who may see them are taken."""
    out = []
    for event in events:
        if not isinstance(event, Event):
            raise ValueError("events_for takes the events that apply returned, not copies of their JSON")
        seen = event.seen_by(seat)
        if seen is not None:
            out.append(seen)
    return out
