"""The components of IN THE RUIN, from standard.toml or the file an owner gives instead, and tables made of them."""

import warnings
from collections import Counter
from typing import Any

from takujo.core.codec import expect
from takujo.core.components import check_belongs, check_numbers, component_file, components, is_text, named, numbers
from takujo.core.record import table

from .pieces import SIZE, Cells, bans, is_blocky, normalised, orientations

SEATS = 4  # the most there can be
LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWX")
CARDS = GOALS = len(LETTERS)
ENTRANCE = (6, 6)
TEXT = "a text of 1 to 40 characters"
POINTS = ("gem_points", "penalty_points", "route_points", "first_out", "second_out", "later_out", "trapped_points")
RULES = dict.fromkeys(POINTS, (0, 99)) | {"goal_limit": (4, 6)}

Json = dict[str, Any]
Square = tuple[int, int]


class CardSetWarning(UserWarning):
    """A card set breaks a design rule, D0 to D7: playable, but not as balanced as it could be."""


# Hard rules (section 1.4): a file that breaks one is refused.


def check(data: Json) -> None:
    """V1 to V8. ValueError names the rule, the entry and what it takes."""
    check_belongs(data, "game", "in-the-ruin", "V1: ")
    expect(data.get("format") == 1, "V1: format", data.get("format"), "1")
    name = data.get("name")
    expect(is_text(name), "V1: name", name, TEXT)
    expect(
        isinstance(data.get("reconstruction"), bool), "V1: reconstruction", data.get("reconstruction"), "true or false"
    )
    check_numbers(data, "rules", RULES)
    sheet = data.get("sheet")
    expect(isinstance(sheet, dict), "V1: sheet", sheet, "a table")
    assert isinstance(sheet, dict)
    expect(sheet.get("size") == SIZE, "V1: sheet.size", sheet.get("size"), str(SIZE))
    expect(sheet.get("entrance") == list(ENTRANCE), "V1: sheet.entrance", sheet.get("entrance"), str(list(ENTRANCE)))
    _check_letters(sheet.get("letters"))
    _check_exploration(data.get("exploration"))
    _check_goals(data.get("goal"))


def is_pair(value: Any, low: int, high: int) -> bool:
    """Is it [row, column], both of the range?"""
    return isinstance(value, list) and len(value) == 2 and all(type(v) is int and low <= v <= high for v in value)


def _check_letters(letters: Any) -> None:
    named = isinstance(letters, dict) and sorted(letters) == list(LETTERS)
    expect(named, "V2: sheet.letters", letters, "the letters A to X")
    for letter, square in letters.items():
        expect(is_pair(square, 1, SIZE), f"V2: sheet.letters.{letter}", square, f"[row, column], 1 to {SIZE}")
        expect(tuple(square) != ENTRANCE, f"V3: sheet.letters.{letter}", square, "a square other than the entrance")
        same = [other for other in letters if letters[other] == square]
        expect(same == [letter], f"V2: sheet.letters.{letter}", square, f"a square of its own, not that of {same[0]}")


def _check_exploration(cards: Any) -> None:
    listed = isinstance(cards, list) and all(isinstance(card, dict) for card in cards)
    expect(listed and len(cards) == CARDS, "V4: exploration", len(cards) if listed else cards, f"{CARDS} cards")
    letters = Counter(str(card.get("letter")) for card in cards)
    expect(sorted(letters) == list(LETTERS), "V4: exploration", sorted(letters), "each letter A to X on one card")
    shapes: dict[Cells, str] = {}
    names: dict[str, Cells] = {}
    for card in cards:
        at, name = f"exploration.{card['letter']}", card.get("piece")
        cells = _checked_cells(card.get("cells"), card.get("size"), at)
        expect(is_text(name), f"V6: {at}.piece", name, TEXT)
        expect(names.setdefault(name, cells) == cells, f"V6: {at}.cells", cells, f"the same for every piece {name}")
        other = shapes.setdefault(min(orientations(cells)), name)
        expect(other == name, f"V6: {at}.piece", name, f"{other}: it is the same shape, turned or mirrored")
    slim = sum(not is_blocky(tuple(map(tuple, card["cells"]))) for card in cards)
    expect(slim >= SEATS, "V7: exploration", f"{slim} pieces without a 2x2 block", f"at least {SEATS}")


def _checked_cells(value: Any, size: Any, at: str) -> Cells:
    pairs = isinstance(value, list) and 1 <= len(value) <= 8 and all(is_pair(cell, 0, 7) for cell in value)
    expect(pairs, f"V5: {at}.cells", value, "1 to 8 pairs [row, column]")
    cells: Cells = tuple((r, c) for r, c in value)
    fine = normalised(cells) == cells and len(set(cells)) == len(cells)
    expect(fine, f"V5: {at}.cells", value, f"different offsets, smallest row and column 0, sorted: {normalised(cells)}")
    expect(size == len(cells), f"V5: {at}.size", size, f"{len(cells)}, the number of squares")
    joined = {cells[0]}
    for _ in cells:
        joined |= {(r, c) for r, c in cells if {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & joined}
    expect(len(joined) == len(cells), f"V5: {at}.cells", value, "squares that hang together by their edges")
    return cells


def _check_goals(goals: Any) -> None:
    listed = isinstance(goals, list) and all(isinstance(goal, dict) for goal in goals)
    expect(listed and len(goals) == GOALS, "V8: goal", len(goals) if listed else goals, f"{GOALS} cards")
    seen = set()
    for i, goal in enumerate(goals):
        pair = goal.get("letters")
        fine = isinstance(pair, list) and len(pair) == 2 and all(x in LETTERS for x in pair) and pair[0] < pair[1]
        expect(fine, f"V8: goal[{i}].letters", pair, "two different letters in alphabetical order")
        expect(goal.get("id") == "".join(pair), f"V8: goal[{i}].id", goal.get("id"), "its two letters")
        expect(goal["id"] not in seen, f"V8: goal[{i}].id", goal["id"], "a pair no other card has")
        seen.add(goal["id"])


# Design rules (section 1.4): a file that breaks one is played with a warning.


def distance(a: Square, b: Square) -> int:
    """Steps between two squares as the crow walks."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def is_near(a: Square, b: Square) -> bool:
    """Within a king's move?"""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1


def design_faults(data: Json) -> list[str]:
    """D0 to D7: which of them a valid card set breaks."""
    at: dict[str, Square] = {letter: (r, c) for letter, (r, c) in data["sheet"]["letters"].items()}
    size = {card["letter"]: card["size"] for card in data["exploration"]}
    squares, pairs = set(at.values()), [tuple(goal["letters"]) for goal in data["goal"]]
    blocky = sum(is_blocky(tuple(map(tuple, card["cells"]))) for card in data["exploration"])
    uses = Counter(letter for pair in pairs for letter in pair)
    distances = {distance(at[a], at[b]) for a, b in pairs}
    close = [a + b for a in LETTERS for b in LETTERS if a < b and is_near(at[a], at[b])]
    rings: Counter[int] = Counter()
    arms: Counter[Square] = Counter()
    for letter, (r, c) in at.items():
        rings[distance((r, c), ENTRANCE)] += size[letter]
        dr, dc = r - ENTRANCE[0], c - ENTRANCE[1]
        arms[((dr > 0) - (dr < 0), 0) if abs(dr) > abs(dc) else (0, (dc > 0) - (dc < 0))] += size[letter]
    uneven = [x for x in (rings, arms) if max(x.values()) - min(x.values()) > 1]
    faults = {
        "D0: more than one piece contains a 2x2 block": blocky > 1,
        "D1: a quarter turn does not map the lettered squares onto themselves": {(c, 12 - r) for r, c in squares}
        != squares,
        "D2: a letter lies within a king's move of the entrance": any(is_near(q, ENTRANCE) for q in squares),
        f"D3: letters lie within a king's move of each other: {', '.join(close)}": bool(close),
        "D4: a letter is not on exactly two goal cards": any(uses[letter] != 2 for letter in LETTERS),
        "D5: fewer than five different goal distances": len(distances) < 5,
        f"D6: the pieces have {sum(size.values())} squares in all, not 93": sum(size.values()) != 93,
        "D7: sizes are not spread evenly over the rings and arms of the sheet": bool(uneven),
    }
    return [text for text, broken in faults.items() if broken]


def _load() -> Json:
    data = components(__package__)
    try:
        check(data)
    except ValueError as error:
        raise ValueError(f"{named(__package__)}{error}") from None
    for fault in design_faults(data) if component_file(__package__) else ():  # else who gave them is told otherwise
        warnings.warn(f"{named(__package__)}{fault}", CardSetWarning, stacklevel=2)
    return data


DATA = _load()
NAME: str = DATA["name"]
SAID = numbers(__package__, "rules")  # in sentences
GEM, PENALTY, ROUTE = SAID["gem_points"], SAID["penalty_points"], SAID["route_points"]
ESCAPE = table([SAID["first_out"], SAID["second_out"], *[SAID["later_out"]] * (SEATS - 1)])  # by place, from 0 [7-2]
TRAPPED = SAID["trapped_points"]
HAND = SAID["goal_limit"]  # goal cards a seat may hold [5-2]
GOAL_IDS = tuple(goal["id"] for goal in DATA["goal"])

_exploration = sorted(DATA["exploration"], key=lambda card: card["letter"])
_names = sorted({card["piece"] for card in _exploration})
_cells = {card["piece"]: tuple((r, c) for r, c in card["cells"]) for card in _exploration}


def cell(square: Square) -> int:
    """The number of a square in reading order, from 0."""
    return SIZE * (square[0] - 1) + square[1] - 1


PIECE_OF = [_names.index(card["piece"]) for card in _exploration]  # card -> piece
SHAPES = [orientations(_cells[name]) for name in _names]  # piece -> orientation -> cells
SQUARE_OF = [cell(tuple(DATA["sheet"]["letters"][letter])) for letter in LETTERS]
GOAL_LETTERS = [[LETTERS.index(letter) for letter in goal["letters"]] for goal in DATA["goal"]]
IS_BLOCKY = [is_blocky(_cells[name]) for name in _names]

# Tables for compiled code. Orientations are numbered through: 8 x piece + orientation.
_turned: list[Cells] = [shape for shapes in SHAPES for shape in [*shapes, *[()] * (8 - len(shapes))]]
_bans = [bans(shape) if shape else [] for shape in _turned]


def _starts(groups: list[Any]) -> list[int]:
    """Where each group begins in the list of all their items."""
    return [sum(len(group) for group in groups[:i]) for i in range(len(groups) + 1)]


NUMBER = table([card["size"] for card in _exploration])  # squares of the piece, and steps
PIECE = table(PIECE_OF)
BLOCKY = table([int(b) for b in IS_BLOCKY])
TURNS = table([len(shapes) for shapes in SHAPES])
HEIGHT = table([1 + max((r for r, _ in shape), default=-1) for shape in _turned])
WIDTH = table([1 + max((c for _, c in shape), default=-1) for shape in _turned])
CELL_FROM = table(_starts(_turned))
CELL_ROW = table([r for shape in _turned for r, _ in shape])
CELL_COLUMN = table([c for shape in _turned for _, c in shape])
BAN_FROM = table(_starts(_bans))
BAN_PLACE = table([place for group in _bans for place, _ in group])
BAN_COLUMN = table([column for group in _bans for _, column in group])
SQUARE = table(SQUARE_OF)  # letter -> square
LETTER_AT = table([SQUARE_OF.index(q) if q in SQUARE_OF else -1 for q in range(SIZE * SIZE)])
GOAL_FROM = table([a for a, _ in GOAL_LETTERS])
GOAL_TO = table([b for _, b in GOAL_LETTERS])

_lines = [format(mask, f"0{SIZE}b")[::-1] for mask in range(1 << SIZE)]
_runs = [max(map(len, line.split("0"))) for line in _lines]
LONGEST = table(_runs)  # row mask -> length of its longest run
LEFTMOST = table([line.find("1" * run) for line, run in zip(_lines, _runs)])  # and where the first such run begins
