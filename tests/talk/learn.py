"""Learns what is held back from the lines in tests/talk/lines: a linear support vector machine, in integers.

Dual coordinate descent (Hsieh and others, 2008). No float and no chance has a part in it: every machine learns the same.
"""

import base64
import json
import re
from collections import Counter
from collections.abc import Iterator
from math import isqrt
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

import takujo
from takujo.core.talk import BUCKETS, UNIT, WEIGHTS, Talk, buckets, share

SLUGS = ("arkham-ritual", "ayatsuri", "in-the-ruin")
LINES = Path(__file__).with_name("lines")
MOST = 8  # lines made of one with alternatives
ROUNDS = 20
ONE = 1 << 20  # the unit of weights while they are learned
SOFT = 16  # the unit of slack: the more a line has, the less it counts
LEAN = 3 * ONE // 10  # in doubt a line is held back: the margin of those that are free is wider by this


class Line(NamedTuple):
    text: str
    held: bool
    number: int  # of the line it was made of


def read(file: Path) -> list[Line]:
    """The lines of a file: + for held, - for free; <word> and {a|b} stand for one of several."""
    words: dict[str, str] = {}
    lines = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
        if line.startswith("@"):
            word, words[word] = line[1:].split(" ", 1)
        elif line[:2] in ("+ ", "- "):
            lines += [Line(text, line[0] == "+", number) for text in alternatives(line[2:], words)]
    return lines


def alternatives(line: str, words: dict[str, str]) -> Iterator[str]:
    """Up to MOST ways to write a line, chosen by its own hash where there are more."""
    line = re.sub(r"\{[^}]*\}", lambda some: re.sub(r"<(\w+)>", lambda word: words[word[1]], some[0]), line)
    line = re.sub(r"<(\w+)>", lambda word: f"{{{words[word[1]]}}}", line)
    parts = [part.strip("{}").split("|") if part.startswith("{") else [part] for part in re.split(r"(\{[^}]*\})", line)]
    ways = 1
    for part in parts:
        ways *= len(part)
    for way in range(min(ways, MOST)):
        text, rest = "", way
        for place, part in enumerate(parts):
            text += part[(rest if ways <= MOST else crc32(f"{line}/{way}/{place}".encode())) % len(part)]
            rest //= len(part)
        yield text


def learn(talk: Talk, lines: list[Line]) -> tuple[int, list[int]]:
    """The bias and a weight of one byte for each bucket."""
    examples = {(talk.signed(line.text), line.held, line.number) for line in lines}
    examples = {example for example in examples if talk.is_topical(example[0])}
    made = Counter(number for _, _, number in examples)
    mass = Counter[bool]()
    for _, held, number in examples:
        mass[held] += ONE // isqrt(made[number])
    order = sorted(examples, key=lambda example: crc32(repr(example).encode()))
    parts = [np.array(sorted(buckets(signed))) for signed, _, _ in order]
    slack = [
        4 * isqrt(made[number]) * (mass[held] if held else mass[False]) // mass[False] for _, held, number in order
    ]
    weights, bias = _descend(parts, [1 if held else -1 for _, held, _ in order], slack)
    top = int(abs(weights).max())
    small = [int(weight) * 127 // top if weight >= 0 else -(int(-weight) * 127 // top) for weight in weights]
    return (bias + LEAN) * UNIT * 127 // top, small


def _descend(
    parts: list[npt.NDArray[np.int64]], signs: list[int], slack: list[int]
) -> tuple[npt.NDArray[np.int64], int]:
    weights, bias = np.zeros(BUCKETS, dtype=np.int64), 0
    alphas = [0] * len(parts)
    for turn in range(ROUNDS):
        for i in range(len(parts)) if turn % 2 else reversed(range(len(parts))):
            each, sign = share(len(parts[i])), signs[i]
            score = (int(weights[parts[i]].sum()) * each >> 10) + bias
            gradient = sign * score - ONE + alphas[i] * slack[i] // SOFT
            step = max(-gradient * SOFT // (2 * SOFT + slack[i]), -alphas[i])
            if step:
                alphas[i] += step
                weights[parts[i]] += sign * (step * each >> 10)
                bias += sign * step
    return weights, bias


def learned(slug: str) -> str:
    """The content of a game's WEIGHTS."""
    talk = takujo.load(slug).text.talk
    assert talk
    bias, weights = learn(talk, read(LINES / f"{slug}.txt"))
    packed = base64.b85encode(np.array(weights, dtype=np.int8).tobytes()).decode()
    return json.dumps({"bias": bias, "weights": packed}) + "\n"


if __name__ == "__main__":
    for slug in SLUGS:
        talk = takujo.load(slug).text.talk
        assert talk
        (talk.folder / WEIGHTS).write_text(learned(slug), encoding="ascii")
        print(slug)
