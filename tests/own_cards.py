"""Card sets that strangers might bring: valid, and unlike ours in every way that the checks allow."""

import random
import re
from pathlib import Path
from typing import Any

from tests.helpers import ROOT

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"


def packaged(slug: str) -> str:
    """The standard set of a game."""
    file = "standard" if slug == "in-the-ruin" else slug.replace("-", "_")
    folder = Path(ROOT) / "src/takujo/games" / slug.replace("-", "_")
    return (folder / f"{file}.toml").read_text(encoding="utf-8")


def number_lines(slug: str, rng: random.Random) -> list[str]:
    """The numbers of the rules of a game, each at one of its ends or anywhere between, or left out."""
    lines = []
    for line in packaged(slug).splitlines():
        if found := re.match(r"(\w+) = \d+ +# (\d+) to (\d+)", line):
            low, high = int(found[2]), int(found[3])
            lines += [f"{found[1]} = {rng.choice([low, high, rng.randint(low, high)])}"] * (rng.random() < 0.8)
        elif line in ("[rules]", "[victims]"):
            lines.append(line)
    return lines


def number_set(slug: str, seed: int) -> str:
    """Other numbers of the rules of a game that has no cards in its file."""
    return "\n".join([f'game = "{slug}"', f'name = "set {seed}"', *number_lines(slug, random.Random(seed))]) + "\n"


def _piece(rng: random.Random, size: int) -> list[list[int]]:
    """A random polyomino that fits into eight by eight."""
    while True:
        cells = {(0, 0)}
        while len(cells) < size:
            r, c = rng.choice(sorted(cells))
            cells.add(rng.choice([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]))
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        moved = sorted([r - top, c - left] for r, c in cells)
        if max(max(cell) for cell in moved) <= 7:
            return moved


def _turns(cells: list[list[int]]) -> set[tuple[tuple[int, int], ...]]:
    found = set()
    for flip in (1, -1):
        now = [(r, flip * c) for r, c in cells]
        for _ in range(4):
            now = [(c, -r) for r, c in now]
            top, left = min(r for r, _ in now), min(c for _, c in now)
            found.add(tuple(sorted((r - top, c - left) for r, c in now)))
    return found


def ruin_set(seed: int) -> str:
    """Letters anywhere, pieces of one to eight squares, any goals."""
    rng = random.Random(seed)
    squares = [[r, c] for r in range(1, 12) for c in range(1, 12) if [r, c] != [6, 6]]
    lines = ["format = 1", 'game = "in-the-ruin"', f'name = "set {seed}"', "reconstruction = false", "[sheet]"]
    lines += ["size = 11", "entrance = [6, 6]", *number_lines("in-the-ruin", rng), "[sheet.letters]"]
    lines += [f"{x} = {square}" for x, square in zip(LETTERS, rng.sample(squares, 24), strict=True)]
    names: dict[frozenset[Any], tuple[str, list[list[int]]]] = {}
    for i, letter in enumerate(LETTERS):
        cells = _piece(rng, 2 if i < 4 else rng.choice([1, 2, 3, 5, 8, 8]))
        name, cells = names.setdefault(frozenset(_turns(cells)), (f"p{i}", cells))
        lines += ["[[exploration]]", f'letter = "{letter}"', f'piece = "{name}"', f"size = {len(cells)}"]
        lines += [f"cells = {cells}"]
    pairs = [a + b for a in LETTERS for b in LETTERS if a < b]
    for pair in rng.sample(pairs, 24):
        lines += ["[[goal]]", f'id = "{pair}"', f'letters = ["{pair[0]}", "{pair[1]}"]']
    return "\n".join(lines) + "\n"


def ritual_set(seed: int, size: str = "full", *, wild: bool = True) -> str:
    """Any points, backs that tell little or much; if `wild` any awards, targets and limits."""
    rng = random.Random(seed)
    rituals, rounds, hand, cards = (3, 5, 6, 30) if size == "full" else (1, 2, 2, 6)
    if wild:
        rituals, hand = rng.randint(1, 5), rng.randint(1, 6 if size == "full" else 3)
        rounds = rng.randint(1, hand)
    lines = ['slug = "ritual"', 'title = "T"', 'title_ja = "題"', 'provenance = "verified"', f'size = "{size}"']
    lines += ["[rules]", f"rituals = {rituals}", f"rounds = {rounds}", f"hand = {hand}"]
    target, limit = (rng.choice([1, 7, 40, 99]), rng.choice([1, 5, 99])) if wild else (10, 5)
    lines += [f"target = {target}", f"madness_limit = {limit}"]
    lines += [
        "[colours]",
        'order = ["red", "green", "yellow"]',
        'ja = ["赤", "緑", "黄"]',
        "[backs]",
        "oriented = false",
    ]
    first = rng.randint(0, rituals * rounds)
    second = rng.randint(0, rituals * rounds - first)
    lines += ["[spell_markers]", f"red = {first}", f"green = {second}", f"yellow = {rituals * rounds - first - second}"]
    keys = ("mastered_alone", "mastered_shared", "mastered_runner_up", "excellent_first", "excellent_second")
    for players in range(2, 6):
        points = [rng.choice([0, 1, 3, 99]) for _ in keys] if wild else [3, 2, 1, 2, 1]
        lines += [f"[awards.{players}]", *(f"{key} = {n}" for key, n in zip(keys, points, strict=True))]
    for i in range(cards):
        ends = [
            f'{{ colour = "{rng.choice(["red", "green", "yellow"])}", points = {rng.randint(1, 9)} }}' for _ in "ab"
        ]
        back = [rng.choice([0, 1, 9, 99]) for _ in range(rng.randint(1, 2))]
        lines += ["[[cards]]", f'id = "card {i}"', f"ends = [{', '.join(ends)}]", f"back = {back}"]
    return "\n".join(lines) + "\n"


def wild_set(slug: str, seed: int) -> str:
    """Whatever the engine takes."""
    if slug == "ritual":
        return ritual_set(seed, "small" if seed % 5 == 4 else "full")
    return ruin_set(seed) if slug == "in-the-ruin" else number_set(slug, seed)


def own_set(slug: str, seed: int) -> str:
    """What a server takes."""
    return ritual_set(seed) if slug == "ritual" else wild_set(slug, seed)
