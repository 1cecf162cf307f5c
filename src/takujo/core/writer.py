"""Views as JSON, written by compiled code: for each key a short program, made from the paths of the field table.

core/codec.py makes the programs, from the same tree by which it writes JSON itself. A step that reads an integer of the
record has its place: where it stands in the first items of all lists around it, and a stride for each of these.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from takujo.core.jit import Bytes, Events, Grid, rule
from takujo.core.record import NONE
from takujo.core.scratch import scratch

__all__ = ["LISTS", "Pen", "Place", "is_same", "widen", "write_key"]

LISTS = 3  # in each other, at most
COPY, NUMBER, NAME, COUNTED, ENDING, AGAIN, NULL, DONE = range(8)  # what a step does
DOES, START, STRIDES, FIRST, LAST, DEPTH, STRIDE, NULLABLE = 0, 1, 2, 5, 6, 7, 8, 9  # its columns
DIGITS = 20  # of the longest integer, with its sign
COMMA, MINUS, ZERO, OPENS, CLOSES = b",-0[]"
EMPTY, NOTHING = 0, 2  # where the texts of these stand

Place = tuple[int, tuple[int, ...]]  # start, strides


class Pen:
    """Puts down the programs of all keys, one after the other."""

    def __init__(self) -> None:
        self.most = 0  # bytes that all of it can become
        self._steps: list[list[int]] = []
        self._texts = bytearray(b"[]null")
        self._names: list[tuple[int, int]] = [(0, 0)]  # where the text of each begins and ends
        self._known: dict[tuple[str, ...], int] = {}
        self._said, self._times = "", 1

    @property
    def tables(self) -> tuple[Any, Any, Any]:
        """As `write_key` takes them: steps, texts, names."""
        steps = np.array([*self._steps, [DONE] * (1 + NULLABLE)], dtype=np.int64)
        return steps, np.frombuffer(bytes(self._texts), dtype=np.uint8).copy(), np.array(self._names, dtype=np.int64)

    def begin(self) -> int:
        """Where the program of the next key begins."""
        return len(self._steps)

    def end(self) -> None:
        self._do(DONE)

    def say(self, text: str) -> None:
        self._said += text

    def number(self, place: Place) -> None:
        self._do(NUMBER, place)
        self.most += self._times * DIGITS

    def name(self, place: Place, texts: Sequence[str]) -> None:
        """One of these texts, by its number."""
        key = tuple(texts)
        if key not in self._known:
            self._known[key] = len(self._names)
            self._names += map(self._kept, texts)
        self._do(NAME, place, first=self._known[key], last=len(texts))
        self.most += self._times * max(4, *(stop - start for start, stop in map(self._kept, texts)))

    def unless_none(self, place: Place) -> int:
        """null, if NONE stands there; else what follows up to `or_so`."""
        return self._do(NULL, place)

    def open(self, place: Place, room: int, depth: int, stride: int, *, nullable: bool) -> int:
        """A list in so many others. `stride` 0: its length stands there; else its items do, up to the first NONE."""
        self.most += self._times * (room + 4)
        self._times *= room
        return self._do(ENDING if stride else COUNTED, place, 0, room, depth, stride, nullable)

    def close(self, opened: int, room: int, depth: int) -> None:
        self._do(AGAIN, first=1 + opened, depth=depth)
        self._times //= room
        self.or_so(opened)

    def or_so(self, step: int) -> None:
        """Here goes on whoever had nothing to write there."""
        self._flush()
        self._steps[step][FIRST] = len(self._steps)

    def _do(
        self, does: int, place: Place = (0, ()), first: int = 0, last: int = 0, depth: int = 0, stride: int = 0,
        nullable: bool = False,
    ) -> int:  # fmt: skip
        self._flush()
        start, strides = place
        padded = [*strides, *[0] * (LISTS - len(strides))]
        self._steps.append([does, start, *padded, first, last, depth, stride, nullable])
        return len(self._steps) - 1

    def _flush(self) -> None:
        if self._said:
            (start, stop), self._said = self._kept(self._said), ""
            self._do(COPY, (start, ()), stop)
            self.most += self._times * (stop - start)

    def _kept(self, text: str) -> tuple[int, int]:
        content = text.encode()
        start = self._texts.find(content)
        if start < 0:
            start = len(self._texts)
            self._texts += content
        return start, start + len(content)


@rule
def widen(shown: Grid, raw: Bytes, row: Events) -> None:
    """All integers of a record, in order."""
    wide, middle, narrow = int(shown[0, 0]), int(shown[0, 1]), int(shown[0, 2])
    widths_64, widths_32 = raw[:wide].view(np.int64), raw[wide : wide + middle].view(np.int32)
    widths_16 = raw[wide + middle : wide + middle + narrow].view(np.int16)
    for i in range(len(widths_64)):
        row[i] = widths_64[i]
    start = len(widths_64)
    for i in range(len(widths_32)):
        row[start + i] = widths_32[i]
    start += len(widths_32)
    for i in range(len(widths_16)):
        row[start + i] = widths_16[i]


@rule
def copy_text(texts: Bytes, start: int, stop: int, out: Bytes, at: int) -> int:
    for i in range(start, stop):
        out[at + i - start] = texts[i]
    return at + stop - start


@rule
def write_number(value: int, out: Bytes, at: int) -> int:
    if value < 0:
        out[at] = MINUS
        at += 1
        value = -value
    end, rest = at + 1, value // 10
    while rest > 0:
        end += 1
        rest //= 10
    place = end
    while place > at:
        place -= 1
        out[place] = ZERO + value % 10
        value //= 10
    return end


@rule
def write_key(steps: Grid, texts: Bytes, names: Grid, first: int, row: Events, out: Bytes, at: int) -> int:
    """Run a program; where its text ends. -1: an integer has no name."""
    item, count = scratch(LISTS), scratch(LISTS)
    step = first
    while True:
        does, place = int(steps[step, DOES]), int(steps[step, START])
        for i in range(LISTS):
            place += int(item[i]) * int(steps[step, STRIDES + i])
        first, last, depth = int(steps[step, FIRST]), int(steps[step, LAST]), int(steps[step, DEPTH])
        step += 1
        if does == COPY:
            at = copy_text(texts, place, first, out, at)
        elif does in (NUMBER, NAME):
            value = int(row[place])
            if value <= NONE:
                at = copy_text(texts, NOTHING, NOTHING + 4, out, at)
            elif does == NUMBER:
                at = write_number(value, out, at)
            elif 0 <= value < last:
                at = copy_text(texts, int(names[first + value, 0]), int(names[first + value, 1]), out, at)
            else:
                return -1
        elif does in (COUNTED, ENDING):
            stride, n = int(steps[step - 1, STRIDE]), 0
            if does == COUNTED:
                n = min(int(row[place]), last)
            else:
                while n < last and row[place + n * stride] != NONE:
                    n += 1
            if n > 0:
                count[depth], item[depth], out[at] = n, 0, OPENS
                at += 1
            elif n == 0 and steps[step - 1, NULLABLE]:
                at, step = copy_text(texts, NOTHING, NOTHING + 4, out, at), first
            else:
                at, step = copy_text(texts, EMPTY, EMPTY + 2, out, at), first
        elif does == AGAIN:
            item[depth] += 1
            if item[depth] < count[depth]:
                out[at], step = COMMA, first
            else:
                out[at], item[depth] = CLOSES, 0
            at += 1
        elif does == NULL:
            if row[place] == NONE:
                at, step = copy_text(texts, NOTHING, NOTHING + 4, out, at), first
        else:
            return at


@rule
def is_same(out: Bytes, start: int, middle: int, end: int) -> bool:
    """Are these two texts the same?"""
    if end - middle != middle - start:
        return False
    for i in range(middle - start):
        if out[start + i] != out[middle + i]:
            return False
    return True
