"""A record as the JSON of a position or view, and back: made from the `json` paths of the field table.

A path is a key, then steps: `.key` goes into an object, `[]` over a list that ends at the first NONE,
`[name]` over a list as long as the field `name` says. `?` marks what stands at that point as null when it
is empty (a list) or its first value is NONE (an object). So `rows[players][].card`, `played[players]?.card`.
At the end it says that a value may be NONE, or UNKNOWN by rule: `altar?`, `hands[players][]?`.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from itertools import accumulate
from math import prod
from typing import Any, TypedDict

import numpy as np
from pydantic_core import to_json

from takujo.core.kinds import Kind
from takujo.core.record import NONE, UNKNOWN, Field, Record, Seen
from takujo.core.writer import LISTS, Pen
from takujo.core.writer import Place as Spot

__all__ = ["Codec", "Derived", "compact", "expect", "members", "object_type", "reads"]

STEP = re.compile(r"(?P<key>\w+)\.?|\.(?P<next>\w+)|\[(?P<list>\w*)\]|(?P<null>\?)")

Steps = list[tuple[str, str]]
Place = tuple[int, ...]
Writer = Callable[[list[int]], Any]  # from all integers of a record to the JSON of one place
Derived = Callable[[Any], Any]  # a key worked out from a record of the game
Texter = Callable[[bytes], str]  # from the integers that a key is written from to its JSON as text
Part = tuple[list[slice], Texter]  # where the bytes of one key stand, and what writes them

KEPT = 1 << 16  # integers whose text is kept at hand, for each key
SETS = 1 << 12  # of keys that change together: always the same ones
NAMED = 1 << 12  # texts of a kind that a program has at hand
# JSON in the one way that digests and signatures are made of; made once: it is used often
CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def compact(value: Any) -> str:
    """JSON without spaces: three times as quick as the standard library's."""
    return to_json(value).decode()


def members(values: dict[str, Any]) -> str:
    """The same of what stands between the braces of an object."""
    return ",".join([f'"{key}":{compact(value)}' for key, value in values.items()])


def expect(condition: bool, key: str, got: Any, takes: str) -> None:
    """ValueError that names the key, what it was and what it takes, unless the condition holds."""
    if not condition:
        raise ValueError(f"{key} is {got!r}; it takes {takes}")


def object_type(keys: Mapping[str, Any]) -> Any:
    """The type of an object with these keys."""
    return TypedDict("Object", keys)  # type: ignore[operator]  # it is made of values


def reads(*fields: str) -> Callable[[Derived], Derived]:
    """Says which fields a derived key is worked out from, so that it is not worked out again while they stay."""

    def mark(function: Derived) -> Derived:
        function.reads = fields  # type: ignore[attr-defined]  # functions take attributes
        return function

    return mark


class Codec:
    """Writes and reads one game's records."""

    def __init__(self, state: type[Record], derived: Mapping[str, Derived] = {}):
        self._root = _Object()
        for field in state.fields:
            if field.json:
                _grow(self._root, _steps(field.json), field, 0)
        starts = {name: start for name, start, _, _ in state._places}
        self._write = self._root.writer(starts, ())
        self._parts = [
            _part(key, state, node.needs(), partial(_texter, node)) for key, node in self._root.children.items()
        ]
        self._parts += [_derived_part(key, state, function) for key, function in derived.items()]
        self.readers = np.zeros(state.size, dtype=np.int64)  # of each integer: a bit for every part that reads it
        self.count = len(self._parts)
        for number, (places, _) in enumerate(self._parts):
            for place in places:
                self.readers[place.start // 8 : place.stop // 8] |= 1 << number
        pen, nodes = Pen(), [*self._root.children.items(), *((key, None) for key in derived)]
        programs = [_put_down(pen, key, node, starts) for key, node in nodes]
        self.by_hand = tuple(number for number, start in enumerate(programs) if start < 0)  # keys without a program
        self.most, self.programs = pen.most, (*pen.tables, np.array(programs, dtype=np.int64))
        self.keys = tuple(self._root.children)
        self.derived = frozenset(key for key, node in self._root.children.items() if node.is_derived())
        self.types = {key: node.type for key, node in self._root.children.items()}

    def write(self, flat: list[int]) -> dict[str, Any]:
        """The JSON of a record, given as all its integers; NONE and UNKNOWN are null."""
        tree: dict[str, Any] = self._write(flat)
        return tree

    def text(self, number: int, content: bytes) -> str:
        """One key, by its number, from all integers of a record."""
        places, write = self._parts[number]
        return write(content[places[0]] if len(places) == 1 else b"".join([content[place] for place in places]))

    @staticmethod
    @lru_cache(SETS)
    def numbers(keys: int) -> tuple[int, ...]:
        """Of a set of keys, a bit each."""
        return tuple(number for number in range(keys.bit_length()) if keys >> number & 1)

    def read(self, tree: dict[str, Any], s: Record) -> None:
        """Put these keys into a record. null: UNKNOWN if the field can be hidden, else NONE (if it can be empty)."""
        for key, node in self._root.children.items():
            if key in tree:
                node.read(tree[key], s, (), key)


def _put_down(pen: Pen, key: str, node: "_Node | None", starts: dict[str, int]) -> int:
    """A program that writes a key, after a comma: where it begins. -1: it takes more than a program can do."""
    if node is None or node.depth > LISTS or not all(map(_is_written, node.leaves())):
        return -1
    start = pen.begin()
    pen.say(f',"{key}":')
    node.put(pen, starts, 0)
    pen.end()
    return start


def _is_written(field: Field) -> bool:
    kind = field.kind
    return type(kind).write is Kind.write or (kind.values.start == 0 and 0 < len(kind.values) <= NAMED)


def _part(key: str, state: type[Record], needed: set[str], texter: Callable[[dict[str, int]], Texter]) -> Part:
    """What writes one key from the integers of the fields it needs, and from no others."""
    starts: dict[str, int] = {}
    places: list[slice] = []
    size = 0
    for name, start, stop, _ in state._places:
        if name in needed:
            starts[name] = size
            size += stop - start
            adjacent = bool(places) and places[-1].stop == 8 * start
            begin = places.pop().start if adjacent else 8 * start
            places.append(slice(begin, 8 * stop))
    write = texter(starts)

    @lru_cache(maxsize=max(16, KEPT // size))
    def text(integers: bytes) -> str:
        return f'"{key}":{write(integers)}'

    return places, text


def _derived_part(key: str, state: type[Record], function: Derived) -> Part:
    needed = set(getattr(function, "reads", ())) or {field.name for field in state.fields}
    return _part(key, state, needed, lambda starts: _as_text(lambda flat: function(state.of(starts, flat))))


def _as_text(write: Writer) -> Texter:
    return lambda integers: compact(write(memoryview(integers).cast("q").tolist()))


def _texter(node: "_Node", starts: dict[str, int]) -> Texter:
    """Hands, rows and the like are remembered one by one: most of them stay, or look alike to most seats."""
    if not (isinstance(node, _List) and node.has_rows):
        return _as_text(node.writer(starts, ()))
    sizes = {field.name: prod(field.shape[1:]) for field in node.leaves()}
    within = dict(zip(sizes, accumulate(sizes.values(), initial=0)))
    row = lru_cache(maxsize=KEPT // sum(sizes.values()))(_as_text(node.child.writer(within, (0,))))
    count = slice(8 * starts[node.length], 8 * starts[node.length] + 8)
    begins = [[(starts[name] + i * size, size) for name, size in sizes.items()] for i in range(node.room)]
    rows = [[slice(8 * begin, 8 * (begin + size)) for begin, size in parts] for parts in begins]

    def text(integers: bytes) -> str:
        n = int.from_bytes(integers[count], "little")
        return f"[{','.join([row(b''.join([integers[place] for place in places])) for places in rows[:n]])}]"

    return text


def _steps(path: str) -> Steps:
    steps, at = [], 0
    while at < len(path):
        match = STEP.match(path, at)
        assert match and match.lastgroup, f"bad path {path!r}"
        word = match.group(match.lastgroup)
        steps.append(("key" if match.lastgroup == "next" else match.lastgroup, word))
        at = match.end()
    return steps


class _Node:
    """One place in the JSON: an object, a list or a value."""

    nullable = False

    def is_derived(self) -> bool:
        raise NotImplementedError

    @property
    def type(self) -> Any:
        """What stands here in a view, as Python writes types."""
        return self._type | None if self.nullable else self._type

    @property
    def _type(self) -> Any:
        raise NotImplementedError

    def needs(self) -> set[str]:
        """The fields that say what stands here."""
        raise NotImplementedError

    def leaves(self) -> list[Field]:
        """The fields whose values stand here, in their order."""
        raise NotImplementedError

    def first(self, starts: dict[str, int], at: Place) -> int:
        """Where the first value of this place stands: if it is NONE, nothing is here."""
        raise NotImplementedError

    def spot(self, starts: dict[str, int], depth: int) -> Spot:
        """The same, in so many lists."""
        field = self.leaves()[0]
        return starts[field.name], tuple(prod(field.shape[1 + axis :]) for axis in range(depth))

    @property
    def depth(self) -> int:
        """How many lists there are in each other."""
        return max(len(field.shape) for field in self.leaves())

    def put(self, pen: Pen, starts: dict[str, int], depth: int) -> None:
        """Have this place written by a program."""
        raise NotImplementedError

    def writer(self, starts: dict[str, int], at: Place) -> Writer:
        """What writes this place. Where everything stands is worked out here, once: views are written all the time."""
        raise NotImplementedError

    def read(self, value: Any, s: Record, at: Place, key: str) -> None:
        raise NotImplementedError


class _Value(_Node):
    def __init__(self, field: Field):
        self.field = field
        self.null = NONE if field.seen is Seen.EVERYONE else UNKNOWN

    def first(self, starts: dict[str, int], at: Place) -> int:
        place = 0
        for index, room in zip(at, self.field.shape):
            place = place * room + index
        return starts[self.field.name] + place

    def is_derived(self) -> bool:
        return self.field.derived

    @property
    def _type(self) -> Any:
        kind = self.field.kind.type
        return kind | None if self.field.seen in (Seen.OWNER, Seen.OTHERS, Seen.NOBODY) else kind

    def needs(self) -> set[str]:
        return {self.field.name}

    def leaves(self) -> list[Field]:
        return [self.field]

    @property
    def is_plain(self) -> bool:
        """Are its integers written as they are?"""
        return type(self.field.kind).write is Kind.write

    def writer(self, starts: dict[str, int], at: Place) -> Writer:
        place, write = self.first(starts, at), self.field.kind.write
        if self.is_plain:
            return lambda flat: value if (value := flat[place]) > NONE else None
        return lambda flat: write(value) if (value := flat[place]) > NONE else None

    def put(self, pen: Pen, starts: dict[str, int], depth: int) -> None:
        kind = self.field.kind
        if self.is_plain:
            pen.number(self.spot(starts, depth))
        else:
            pen.name(self.spot(starts, depth), [compact(kind.write(value)) for value in kind.values])

    def read(self, value: Any, s: Record, at: Place, key: str) -> None:
        number = self.null
        if value is None:
            expect(number == UNKNOWN or self.field.fill == NONE, key, value, self.field.kind.takes)
        else:
            try:
                number = self.field.kind.read(value)
            except ValueError:
                expect(False, key, value, self.field.kind.takes)
        if not at:
            setattr(s, self.field.name, number)
        else:
            getattr(s, self.field.name)[at if len(at) > 1 else at[0]] = number


class _Object(_Node):
    def __init__(self) -> None:
        self.children: dict[str, _Node] = {}

    def first(self, starts: dict[str, int], at: Place) -> int:
        return next(iter(self.children.values())).first(starts, at)

    def is_derived(self) -> bool:
        return all(child.is_derived() for child in self.children.values())

    @property
    def _type(self) -> Any:
        return object_type({key: child.type for key, child in self.children.items()})

    def needs(self) -> set[str]:
        return {name for child in self.children.values() for name in child.needs()}

    def leaves(self) -> list[Field]:
        return [field for child in self.children.values() for field in child.leaves()]

    def writer(self, starts: dict[str, int], at: Place) -> Writer:
        parts = [(key, child.writer(starts, at)) for key, child in self.children.items()]
        if not self.nullable:
            return lambda flat: {key: write(flat) for key, write in parts}
        first = self.first(starts, at)
        return lambda flat: None if flat[first] == NONE else {key: write(flat) for key, write in parts}

    def put(self, pen: Pen, starts: dict[str, int], depth: int) -> None:
        asked = pen.unless_none(self.spot(starts, depth)) if self.nullable else None
        for number, (key, child) in enumerate(self.children.items()):
            pen.say(f'{"," if number else "{"}"{key}":')
            child.put(pen, starts, depth)
        pen.say("}")
        if asked is not None:
            pen.or_so(asked)

    def read(self, value: Any, s: Record, at: Place, key: str) -> None:
        if value is None and self.nullable:
            return
        expect(isinstance(value, dict), key, value, "an object")
        unknown = sorted(map(str, value.keys() - self.children.keys()))
        expect(not unknown, key, value, f"the keys {', '.join(self.children)}, not {', '.join(unknown)}")
        for name, child in self.children.items():
            if name in value:
                child.read(value[name], s, at, f"{key}.{name}")


class _List(_Node):
    child: _Node

    def __init__(self, length: str, room: int):
        self.length, self.room = length, room

    def is_derived(self) -> bool:
        return self.child.is_derived()

    @property
    def _type(self) -> Any:
        return list.__class_getitem__(self.child.type)

    def leaves(self) -> list[Field]:
        return self.child.leaves()

    @property
    def has_rows(self) -> bool:
        """Is it a list of lists or objects, each written from integers of its own alone?"""
        alone = self.child.needs() == {field.name for field in self.leaves()}
        return alone and not isinstance(self.child, _Value) and bool(self.length) and not self.nullable

    def needs(self) -> set[str]:
        return self.child.needs() | ({self.length} if self.length else set())

    def first(self, starts: dict[str, int], at: Place) -> int:
        return self.child.first(starts, (*at, 0))

    def writer(self, starts: dict[str, int], at: Place) -> Writer:
        length, items = self._length(starts, at), self._items(starts, at)
        if self.nullable:
            return lambda flat: items(flat, count) if (count := length(flat)) else None
        return lambda flat: items(flat, length(flat))

    def _items(self, starts: dict[str, int], at: Place) -> Callable[[list[int], int], list[Any]]:
        """What writes so many of them."""
        if not isinstance(self.child, _Value):
            writers = [self.child.writer(starts, (*at, i)) for i in range(self.room)]
            return lambda flat, count: [write(flat) for write in writers[:count]]
        start, write = self.first(starts, at), self.child.field.kind.write
        if self.child.is_plain:
            return lambda flat, count: [v if v > NONE else None for v in flat[start : start + count]]
        return lambda flat, count: [write(v) if v > NONE else None for v in flat[start : start + count]]

    def put(self, pen: Pen, starts: dict[str, int], depth: int) -> None:
        start, strides = self.spot(starts, depth + 1)
        place, stride = ((starts[self.length], ()), 0) if self.length else ((start, strides[:-1]), strides[-1])
        opened = pen.open(place, self.room, depth, stride, nullable=self.nullable)
        self.child.put(pen, starts, depth + 1)
        pen.close(opened, self.room, depth)

    def is_counted(self, s: Record) -> bool:
        """Does the length stand in the JSON by itself?"""
        return any(f.name == self.length and f.json for f in s.fields)

    def _length(self, starts: dict[str, int], at: Place) -> Callable[[list[int]], int]:
        """What tells how many there are."""
        if self.length:
            count = starts[self.length]
            return lambda flat: flat[count]
        firsts = [self.child.first(starts, (*at, i)) for i in range(self.room)]

        def length(flat: list[int]) -> int:
            for i, first in enumerate(firsts):
                if flat[first] == NONE:
                    return i
            return len(firsts)

        return length

    def read(self, value: Any, s: Record, at: Place, key: str) -> None:
        if value is None and self.nullable:
            return
        expect(isinstance(value, list), key, value, "a list")
        expect(len(value) <= self.room, key, value, f"at most {self.room} values")
        if self.length and self.is_counted(s):
            length = getattr(s, self.length)
            expect(len(value) == length, key, value, f"{length} values, one for each of {self.length}")
        elif self.length:
            setattr(s, self.length, len(value))
        for i, item in enumerate(value):
            self.child.read(item, s, (*at, i), f"{key}[{i}]")


def _grow(node: _Node | None, steps: Steps, field: Field, axis: int) -> _Node:
    """Make, or add to, what stands where these steps begin."""
    nullable = bool(steps) and steps[0][0] == "null"
    steps = steps[nullable:]
    if not steps:
        assert node is None, f"two fields at {field.json}"
        node = _Value(field)
    elif steps[0][0] == "list":
        node = node or _List(steps[0][1], field.shape[axis])
        assert isinstance(node, _List)
        node.child = _grow(getattr(node, "child", None), steps[1:], field, axis + 1)
    else:
        node = node or _Object()
        assert isinstance(node, _Object)
        key = steps[0][1]
        node.children[key] = _grow(node.children.get(key), steps[1:], field, axis)
    node.nullable |= nullable
    return node
