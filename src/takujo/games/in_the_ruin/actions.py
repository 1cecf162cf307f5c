"""Dense action ids (section 8.1): an action of a seat as a number and back. They depend on its card and its hand."""

from itertools import combinations
from typing import Any

from takujo.core.codec import expect
from takujo.core.record import Record

from .cards import GOAL_IDS, LETTERS, PIECE_OF, SHAPES
from .pieces import SIZE, normalised
from .state import SETUP

SQUARES = SIZE * SIZE
KEEP_0, TAKE_0, DRAW_0, SINGLE_0, NO_DRAW_0, EXTRA_0, MOVE_0, WARP_0, ESCAPE_0, REMAIN_0, NUM_ACTIONS = (
    0, 6, 14, 1950, 2071, 2072, 3282, 3403, 4008, 4009, 4010
)  # fmt: skip

Json = dict[str, Any]
MARKS = ("passage", "wall")
PAIRS = tuple(combinations(range(4), 2))
KEYS = {  # of each type of action
    "keep": {"goals"}, "take": {"card", "mark"}, "draw": {"mark", "cells"}, "single-wall": {"cell"}, "no-draw": set(),
    "extra": {"goal", "mark", "cell"}, "move": {"to", "warp"}, "escape": set(), "remain": set(),
}  # fmt: skip


def is_square(value: Any) -> bool:
    """Is it [row, column], in the grid or not?"""
    return isinstance(value, list) and len(value) == 2 and all(type(v) is int and abs(v) < 1000 for v in value)


def is_on_grid(square: list[int]) -> bool:
    return all(1 <= v <= SIZE for v in square)


def parsed(action: Json) -> Json | None:
    """The action with nothing left out (a missing warp is null); None if it is malformed."""
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in KEYS:
        return None
    if kind == "move":
        action = {"warp": None} | action
    if action.keys() != KEYS[kind] | {"type"}:
        return None
    warp = action.get("warp")
    fine = (
        action.get("mark", "wall") in MARKS
        and all(is_square(action[key]) for key in ("cell", "to") if key in action)
        and all(isinstance(action[key], str) for key in ("card", "goal") if key in action)
        and (warp is None or (isinstance(warp, dict) and warp.keys() == {"goal"} and isinstance(warp["goal"], str)))
    )
    if "cells" in action:
        fine = fine and isinstance(action["cells"], list) and all(map(is_square, action["cells"]))
    if "goals" in action:
        fine = fine and isinstance(action["goals"], list) and all(isinstance(goal, str) for goal in action["goals"])
    return action if fine else None


def hand(s: Record, seat: int) -> list[str]:
    """The goal cards of a seat, by slot."""
    return [GOAL_IDS[goal] for goal in s.goals[seat] if goal >= 0]


def dealt(s: Record, seat: int) -> list[str]:
    """The set-up cards of a seat, by slot."""
    return [LETTERS[card] for card in s.dealt[seat] if card >= 0]


def card_to_draw(s: Record, seat: int) -> int:
    """In set-up the card taken, in a round row[0]; NONE if there is none."""
    return int(s.taken_card[seat] if s.phase == SETUP else s.row[0])


def cell(square: list[int]) -> int:
    return SIZE * (square[0] - 1) + square[1] - 1


def square_of(number: int) -> list[int]:
    return [number // SIZE + 1, number % SIZE + 1]


def encode(s: Record, seat: int, action: Json) -> int | None:
    """The number of an action, legal or not; None if it is not in the space."""
    given = parsed(action)
    if given is None or type(seat) is not int or not 0 <= seat < s.players:
        return None
    goals = hand(s, seat)
    match given["type"]:
        case "keep":
            slots = tuple(sorted(goals.index(goal) for goal in given["goals"] if goal in goals))
            return PAIRS.index(slots) if len(given["goals"]) == 2 and slots in PAIRS else None
        case "take":
            cards = dealt(s, seat)
            return (
                TAKE_0 + 2 * cards.index(given["card"]) + MARKS.index(given["mark"]) if given["card"] in cards else None
            )
        case "draw":
            return _encode_drawing(s, seat, given)
        case "move":
            return _encode_move(goals, given)
        case "no-draw" | "escape" | "remain" as kind:
            return {"no-draw": NO_DRAW_0, "escape": ESCAPE_0, "remain": REMAIN_0}[kind]
    if not is_on_grid(given["cell"]):
        return None
    if given["type"] == "single-wall":
        return SINGLE_0 + cell(given["cell"])
    if given["goal"] not in goals:
        return None
    return EXTRA_0 + SQUARES * (2 * goals.index(given["goal"]) + MARKS.index(given["mark"])) + cell(given["cell"])


def _encode_drawing(s: Record, seat: int, given: Json) -> int | None:
    card, cells = card_to_draw(s, seat), tuple((r, c) for r, c in given["cells"])
    if card < 0 or not cells:
        return None
    anchor = [min(r for r, _ in cells), min(c for _, c in cells)]
    shapes = SHAPES[PIECE_OF[card]]
    if not is_on_grid(anchor) or normalised(cells) not in shapes:
        return None
    turn = shapes.index(normalised(cells))
    return DRAW_0 + 8 * SQUARES * MARKS.index(given["mark"]) + SQUARES * turn + cell(anchor)


def _encode_move(goals: list[str], given: Json) -> int | None:
    if not is_on_grid(given["to"]):
        return None
    if given["warp"] is None:
        return MOVE_0 + cell(given["to"])
    goal = given["warp"]["goal"]
    return WARP_0 + SQUARES * goals.index(goal) + cell(given["to"]) if goal in goals else None


def decode(s: Record, seat: int, number: int) -> Json:
    """The action of a number; ValueError if the seat's card or hand gives that number no meaning."""
    goals, cards = hand(s, seat), dealt(s, seat)
    action: Json | None = None
    if number < TAKE_0:
        slots = PAIRS[number]
        action = {"type": "keep", "goals": [goals[i] for i in slots]} if slots[1] < len(goals) else None
    elif number < DRAW_0:
        slot, mark = divmod(number - TAKE_0, 2)
        action = {"type": "take", "card": cards[slot], "mark": MARKS[mark]} if slot < len(cards) else None
    elif number < SINGLE_0:
        action = _decode_drawing(card_to_draw(s, seat), number - DRAW_0)
    elif number < NO_DRAW_0:
        action = {"type": "single-wall", "cell": square_of(number - SINGLE_0)}
    elif number < EXTRA_0 or number >= ESCAPE_0:
        action = {"type": {NO_DRAW_0: "no-draw", ESCAPE_0: "escape", REMAIN_0: "remain"}[number]}
    elif number < MOVE_0:
        slot, rest = divmod(number - EXTRA_0, 2 * SQUARES)
        if slot < len(goals):
            mark, square = divmod(rest, SQUARES)
            action = {"type": "extra", "goal": goals[slot], "mark": MARKS[mark], "cell": square_of(square)}
    else:
        slot, to = divmod(number - MOVE_0, SQUARES)
        if slot <= len(goals):
            warp = {"goal": goals[slot - 1]} if slot else None
            action = {"type": "move", "to": square_of(to), "warp": warp}
    expect(action is not None, "number", number, "an action that the seat's card and hand give a meaning")
    assert action is not None
    return action


def _decode_drawing(card: int, number: int) -> Json | None:
    mark, rest = divmod(number, 8 * SQUARES)
    turn, anchor = divmod(rest, SQUARES)
    if card < 0 or turn >= len(SHAPES[PIECE_OF[card]]):
        return None
    top, left = square_of(anchor)
    cells = [[top + r, left + c] for r, c in SHAPES[PIECE_OF[card]][turn]]
    return {"type": "draw", "mark": MARKS[mark], "cells": cells}
