"""Dense action ids (section 8.1): an action of a seat as a number and back. They depend on its card and its hand."""

from itertools import combinations
from typing import Any

from takujo.core.codec import expect
from takujo.core.events import Many, Maybe

from .cards import GOAL_IDS, LETTERS, PIECE_OF, SHAPES
from .pieces import SIZE, normalised
from .state import ACTION, GOAL, LETTER, MARK, PHASE, SQUARE, WARP, Play

Json = dict[str, Any]
PAIRS = tuple(combinations(range(4), 2))
VALUES: dict[str, Json] = {  # of each type of action
    "keep": {"goals": Many(GOAL)}, "take": {"card": LETTER, "mark": MARK},
    "draw": {"mark": MARK, "cells": Many(SQUARE)}, "single-wall": {"cell": SQUARE}, "no-draw": {},
    "extra": {"goal": GOAL, "mark": MARK, "cell": SQUARE}, "move": {"to": SQUARE, "warp": Maybe(WARP)},
    "escape": {}, "remain": {},
}  # fmt: skip


def is_square(value: Any) -> bool:
    """Is it [row, column], in the grid or not?"""
    return isinstance(value, list) and len(value) == 2 and all(type(v) is int and abs(v) < 1000 for v in value)


def is_on_grid(square: list[int]) -> bool:
    return all(1 <= v <= SIZE for v in square)


def parsed(action: Json) -> Json | None:
    """The action with nothing left out (a missing warp is null); None if it is malformed."""
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in VALUES:
        return None
    if kind == "move":
        action = {"warp": None} | action
    if action.keys() != {"type", *VALUES[kind]}:
        return None
    warp = action.get("warp")
    fine = (
        action.get("mark", "wall") in MARK.names
        and all(is_square(action[key]) for key in ("cell", "to") if key in action)
        and all(isinstance(action[key], str) for key in ("card", "goal") if key in action)
        and (warp is None or (isinstance(warp, dict) and warp.keys() == {"goal"} and isinstance(warp["goal"], str)))
    )
    if "cells" in action:
        fine = fine and isinstance(action["cells"], list) and all(map(is_square, action["cells"]))
    if "goals" in action:
        fine = fine and isinstance(action["goals"], list) and all(isinstance(goal, str) for goal in action["goals"])
    return action if fine else None


def hand(s: Play, seat: int) -> list[str]:
    """The goal cards of a seat, by slot."""
    return [GOAL_IDS[goal] for goal in s.goals[seat] if goal >= 0]


def dealt(s: Play, seat: int) -> list[str]:
    """The set-up cards of a seat, by slot."""
    return [LETTERS[card] for card in s.dealt[seat] if card >= 0]


def card_to_draw(s: Play, seat: int) -> int:
    """In set-up the card taken, in a round row[0]; NONE if there is none."""
    return int(s.taken_card[seat] if s.phase == PHASE.SETUP else s.row[0])


def cell(square: list[int]) -> int:
    return SIZE * (square[0] - 1) + square[1] - 1


def square_of(number: int) -> list[int]:
    return [number // SIZE + 1, number % SIZE + 1]


def encode(s: Play, seat: int, action: Json) -> int | None:
    """The number of an action, legal or not; None if it is not in the space."""
    given = parsed(action)
    if given is None or type(seat) is not int or not 0 <= seat < s.players:
        return None
    goals, mark = hand(s, seat), MARK.names.index(given.get("mark", "wall"))
    match given["type"]:
        case "keep":
            slots = tuple(sorted(goals.index(goal) for goal in given["goals"] if goal in goals))
            return ACTION.KEEP + PAIRS.index(slots) if len(given["goals"]) == 2 and slots in PAIRS else None
        case "take":
            cards = dealt(s, seat)
            return ACTION.number_of("take", cards.index(given["card"]), mark) if given["card"] in cards else None
        case "draw":
            return _encode_drawing(s, seat, mark, given)
        case "move":
            return _encode_move(goals, given)
        case "no-draw" | "escape" | "remain" as kind:
            return {"no-draw": ACTION.NO_DRAW, "escape": ACTION.ESCAPE, "remain": ACTION.REMAIN}[kind]
    if not is_on_grid(given["cell"]):
        return None
    if given["type"] == "single-wall":
        return ACTION.SINGLE_WALL + cell(given["cell"])
    if given["goal"] not in goals:
        return None
    return ACTION.number_of("extra", goals.index(given["goal"]), mark, cell(given["cell"]))


def _encode_drawing(s: Play, seat: int, mark: int, given: Json) -> int | None:
    card, cells = card_to_draw(s, seat), tuple((r, c) for r, c in given["cells"])
    if card < 0 or not cells:
        return None
    anchor = [min(r for r, _ in cells), min(c for _, c in cells)]
    shapes = SHAPES[PIECE_OF[card]]
    if not is_on_grid(anchor) or normalised(cells) not in shapes:
        return None
    return ACTION.number_of("draw", mark, shapes.index(normalised(cells)), cell(anchor))


def _encode_move(goals: list[str], given: Json) -> int | None:
    if not is_on_grid(given["to"]):
        return None
    if given["warp"] is None:
        return ACTION.MOVE + cell(given["to"])
    goal = given["warp"]["goal"]
    return ACTION.number_of("warp", goals.index(goal), cell(given["to"])) if goal in goals else None


def decode(s: Play, seat: int, number: int) -> Json:
    """The action of a number; ValueError if the seat's card or hand gives that number no meaning."""
    goals, cards = hand(s, seat), dealt(s, seat)
    action: Json | None = None
    match ACTION.parts_of(number):
        case "keep", [pair] if PAIRS[pair][1] < len(goals):
            action = {"type": "keep", "goals": [goals[i] for i in PAIRS[pair]]}
        case "take", [slot, mark] if slot < len(cards):
            action = {"type": "take", "card": cards[slot], "mark": MARK.names[mark]}
        case "draw", [mark, turn, anchor]:
            action = _decode_drawing(card_to_draw(s, seat), mark, turn, anchor)
        case "single-wall", [at]:
            action = {"type": "single-wall", "cell": square_of(at)}
        case "extra", [slot, mark, at] if slot < len(goals):
            action = {"type": "extra", "goal": goals[slot], "mark": MARK.names[mark], "cell": square_of(at)}
        case "move", [to]:
            action = {"type": "move", "to": square_of(to), "warp": None}
        case "warp", [slot, to] if slot < len(goals):
            action = {"type": "move", "to": square_of(to), "warp": {"goal": goals[slot]}}
        case kind, []:
            action = {"type": kind}
    expect(action is not None, "number", number, "an action that the seat's card and hand give a meaning")
    assert action is not None
    return action


def _decode_drawing(card: int, mark: int, turn: int, anchor: int) -> Json | None:
    if card < 0 or turn >= len(SHAPES[PIECE_OF[card]]):
        return None
    top, left = square_of(anchor)
    cells = [[top + r, left + c] for r, c in SHAPES[PIECE_OF[card]][turn]]
    return {"type": "draw", "mark": MARK.names[mark], "cells": cells}
