"""IN THE RUIN in words: why an action is refused, and the terminal's table."""

from typing import Any

from takujo.core.game import Refusal
from takujo.core.record import NONE
from takujo.core.text import Names, Speech, Text

from .actions import VALUES, card_to_draw, cell, dealt, hand, is_on_grid, parsed
from .cards import IS_BLOCKY, LETTERS, PIECE_OF, SAID, SHAPES
from .picture import sheet, svg
from .pieces import SIZE, normalised
from .sheet import ENTRANCE
from .state import PHASE, SUB, Play
from .talk import TALK

Json = dict[str, Any]

# Which actions a sub-step takes, and what a refusal of another one cites.
TYPES = {
    SUB.KEEP: ({"keep"}, "4"),
    SUB.TAKE: ({"take"}, "4"),
    SUB.PLACE: ({"draw"}, "4"),
    SUB.DRAW: ({"draw", "single-wall", "no-draw", "extra"}, "5-1-1"),
    SUB.MOVE: ({"extra", "move"}, "5-1-2"),
    SUB.EXIT: ({"escape", "remain"}, "5-1-2-E"),
}


def refusal(s: Play, seat: int, action: Json) -> Refusal:
    """Why an action that is not legal is refused: the first line of the table of section 5 that applies."""
    if type(seat) is int and 0 <= seat < s.players and s.escaped[seat] != NONE:
        return Refusal("out", "5-1-2-E", {})
    if type(seat) is not int or not 0 <= seat < s.players or not s.to_act >> seat & 1:
        return Refusal("nothing-to-decide", "5", {})
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in VALUES:
        return Refusal("malformed", "", {})
    types, rule = TYPES[s.sub[seat]]
    if s.sub[seat] == SUB.DRAW and s.opt_extra_after_main:  # J11
        types = types - {"extra"}
    if kind not in types:
        return _wrong_part(s, seat, kind, types, rule)
    given = parsed(action)
    if given is None:
        return Refusal("malformed", "", {})
    if kind == "keep":
        return Refusal("keep-two", "4", {"goals": ", ".join(hand(s, seat))})
    if kind == "take":
        if (
            given["mark"] == "passage"
            and given["card"] in LETTERS
            and IS_BLOCKY[PIECE_OF[LETTERS.index(given["card"])]]
        ):
            return Refusal("block-as-passage", "3-1", {"card": given["card"]})
        rule = "10" if s.players == 1 else "4"
        return Refusal("cannot-take", rule, {"dealt": ", ".join(dealt(s, seat))})
    if kind == "no-draw":
        return Refusal("squares-left", "5-1-1", {})
    if kind == "draw":
        return _drawing(s, seat, given)
    goal = given["goal"] if kind == "extra" else (given.get("warp") or {}).get("goal")
    if goal is not None and s.special[seat] != NONE:
        return Refusal("one-special", "8", {})
    if goal is not None and goal not in hand(s, seat):
        return Refusal("goal-not-in-hand", "8", {"goal": goal, "goals": ", ".join(hand(s, seat))})
    if kind == "move":
        return Refusal("too-far", "5-1-2", {}) if goal is None else Refusal("no-warp", "8-2", {})
    return _single(s, seat, kind, given)


def _wrong_part(s: Play, seat: int, kind: str, types: set[str], rule: str) -> Refusal:
    if kind in ("escape", "remain"):
        return Refusal("not-at-the-exit", "5-1-2-E", {})
    if kind == "extra":
        rule = "8" if s.phase in (PHASE.GOALS, PHASE.SETUP) else "8-1"
    return Refusal("not-now", rule, {"sub": SUB.names[s.sub[seat]], "takes": ", ".join(sorted(types))})


def _filled(s: Play, seat: int) -> set[int]:
    rows = s.sheet[seat]
    return {q for q in range(SIZE * SIZE) if (rows[q // SIZE] | rows[q // SIZE] >> SIZE) >> q % SIZE & 1}


def _touches(cells: list[list[int]], filled: set[int]) -> bool:
    near = [[r + dr, c + dc] for r, c in cells for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return any(is_on_grid(q) and cell(q) in filled for q in near)


def _drawing(s: Play, seat: int, given: Json) -> Refusal:
    """3.2, in its order; what is left is a 2x2 block."""
    cells, filled, setup = given["cells"], _filled(s, seat), s.phase == PHASE.SETUP
    if not all(is_on_grid(q) and cell(q) not in filled for q in cells):
        return Refusal("not-empty", "3", {})
    if not cells or normalised(tuple((r, c) for r, c in cells)) not in SHAPES[PIECE_OF[card_to_draw(s, seat)]]:
        return Refusal("not-the-piece", "4" if setup else "5-1-1", {"card": LETTERS[card_to_draw(s, seat)]})
    if setup and given["mark"] != ("passage", "wall")[s.taken_mark[seat]]:
        return Refusal("other-mark", "4", {"mark": ("passage", "wall")[s.taken_mark[seat]]})
    first = setup and s.setup_card[seat, 0] == NONE
    if first and ENTRANCE not in map(cell, cells):
        return Refusal("not-over-the-entrance", "4", {})
    if not first and not _touches(cells, filled):
        return Refusal("touches-nothing", "3-1" if given["mark"] == "passage" else "3-2", {})
    return Refusal("makes-a-block", "3-1", {})


def _single(s: Play, seat: int, kind: str, given: Json) -> Refusal:
    filled = _filled(s, seat)
    if not is_on_grid(given["cell"]) or cell(given["cell"]) in filled:
        return Refusal("not-empty", "3", {})
    if not _touches([given["cell"]], filled):
        return Refusal("touches-nothing", "8-1" if kind == "extra" else "3-2", {})
    return Refusal("makes-a-block", "3-1", {})


def board(view: Json, speech: Speech, name: Names) -> str:
    """The table for a terminal: cards and letters, each seat, and the sheet that the view shows."""
    say, letters = speech.say, view["letters"]
    lines = [
        f"{say('terminal-stage')} {view['stage']}  {say('terminal-round')} {view['round']}  "
        f"{say('terminal-row')} {' '.join(view['row']) or '–'}  {say('terminal-deck')} {len(view['deck'])}",
        f"{say('terminal-open')} {' '.join(letters['open']) or '–'}  "
        f"{say('terminal-taken')} {' '.join(letters['taken']) or '–'}",
    ]
    for seat, own in enumerate(view["seats"]):
        here = "►" if seat in view["to_act"] else " "
        out = f"  {say('terminal-escaped')} {own['escaped']}" if own["escaped"] else ""
        sums = f"{say('terminal-gems')} {own['gems']}  {say('terminal-goals')} {len(own['goals'])}"
        lines.append(f"{here} [bold]{name(seat)}[/]  {sums}{out}")
    shown = [seat for seat, own in enumerate(view["seats"]) if own["sheet"][0] is not None]
    return "\n".join([*lines, *(sheet(view, seat, lambda key: say(f"terminal-{key}")) for seat in shown)])


TEXT = Text(
    __file__,
    credits="ゲームデザイン 沢川 游祐、アートワーク たかみまこと (fudacoma.jp)",
    minutes=45,
    draw=board,
    picture=svg,
    seats=frozenset({"seat"}),
    seat_lists=frozenset({"winners"}),
    talk=TALK,
    numbers=SAID,
)
