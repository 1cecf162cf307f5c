"""What a board asks about IN THE RUIN: what is printed, points now and with a drawing, what does not fit, and ways."""

from typing import Any, TypedDict

from takujo.core.record import NONE, UNKNOWN
from takujo.core.scratch import scratch
from takujo.core.sets import has

from .actions import card_to_draw, cell
from .cards import DATA, GOAL_IDS, LETTERS, PIECE, SHAPES
from .cards import ENTRANCE as ENTRANCE_AT
from .kinds import FULL
from .pieces import CHALK, EMPTY, SIZE, SQUARES, TOUCH
from .rules import draw_extra, draw_single_wall, legal
from .scoring import join_routes, rank_escape, sum_up
from .sheet import GATES, chalk_up, draw_piece, largest_rectangle, touch_entrance_only
from .state import ACTION, BLANK, MARK, PHASE, SUB, Play

Json = dict[str, Any]
Square = tuple[int, int]

QUIET: Any = [1]  # no events


class Facts(TypedDict):
    letters: dict[str, Square]  # where they stand
    shapes: dict[str, list[Square]]  # the piece of each card: [row, column] from its upper left corner
    entrance: Square


def facts() -> Facts:
    """What is printed on the sheet and on the exploration cards."""
    shapes = {card["letter"]: [(r, c) for r, c in card["cells"]] for card in DATA["exploration"]}
    letters = {letter: (r, c) for letter, (r, c) in DATA["sheet"]["letters"].items()}
    return Facts(letters=letters, shapes={letter: shapes[letter] for letter in LETTERS}, entrance=ENTRANCE_AT)


# Points


class Rect(TypedDict):
    area: int
    top: int
    left: int
    bottom: int
    right: int


class Points(TypedDict):
    square: tuple[int, int | None]
    gems: int
    penalty: int
    escape: int | None  # null: it is not known before the end
    routes: list[str]  # the goal cards that are joined
    route: int
    total: int


class Standing(TypedDict):
    rect: Rect | None  # the largest rectangle
    points: Points


def standings(v: Play, seat: int | None, about: Json) -> list[Standing | None]:
    """What each seat whose sheet is seen has now (6, 7): of this stage the area so far, of escaping what is sure."""
    return [standing(v, at) if UNKNOWN not in v.sheet[at] else None for at in range(v.players)]


def standing(v: Play, seat: int) -> Standing:
    found, boxes = largest_rectangle(v, seat), list(v.square[seat])
    area = found >> 16
    for stage in range(v.stage):
        if v.square[seat, stage] == BLANK:
            v.square[seat, stage] = area
    rank_escape(v, seat)
    inside = v.phase != PHASE.OVER and v.escaped[seat] == NONE
    if inside:
        v.vp_escape[seat] = 0
    join_routes(v, seat)
    sum_up(v, seat)
    v.square[seat, 0], v.square[seat, 1] = boxes[0], boxes[1]
    points = Points(
        square=(v.vp_square[seat, 0], v.vp_square[seat, 1] if v.stage == 2 else None),
        gems=v.vp_gem[seat],
        penalty=v.vp_penalty[seat],
        escape=None if inside else v.vp_escape[seat],
        routes=[name for goal, name in enumerate(GOAL_IDS) if has(v.routes[seat], goal)],
        route=v.vp_route[seat],
        total=v.vp_total[seat],
    )
    edges = [found >> 12 & 15, found >> 8 & 15, found >> 4 & 15, found & 15]
    rect = Rect(area=area, top=edges[0], left=edges[1], bottom=edges[2], right=edges[3])
    return Standing(rect=rect if area else None, points=points)


def drafts(v: Play, seat: int | None, about: Json) -> list[Standing | None]:
    """What the seat would have after each of its legal actions, in their order; null for those that draw nothing."""
    return [draft(v, seat, number) for number in choices(v, seat)] if seat is not None else []


def choices(v: Play, seat: int) -> list[int]:
    """The numbers of the legal actions."""
    if not has(v.to_act, seat) or v.sub[seat] == NONE:
        return []
    out: Any = [0] * ACTION.size
    n = legal(v, seat, out)
    return list(out[:n])


def draft(v: Play, seat: int, number: int) -> Standing | None:
    rows, goals = list(v.sheet[seat]), list(v.goals[seat])
    penalties, spent, special = v.penalties[seat], v.spent[seat], v.special[seat]
    if ACTION.DRAW <= number < ACTION.DRAW_END:
        draw_piece(v, QUIET, seat, card_to_draw(v, seat), number, 0)
    elif ACTION.SINGLE_WALL <= number < ACTION.SINGLE_WALL_END:
        draw_single_wall(v, QUIET, seat, number - ACTION.SINGLE_WALL)
    elif ACTION.EXTRA <= number < ACTION.EXTRA_END:
        draw_extra(v, QUIET, seat, number)
    else:
        return None
    found = standing(v, seat)
    for r in range(SIZE):
        v.sheet[seat, r] = rows[r]
    for i in range(len(goals)):
        v.goals[seat, i] = goals[i]
    v.penalties[seat], v.spent[seat], v.special[seat] = penalties, spent, special
    return found


# What does not fit


class Refusals(TypedDict):
    shapes: list[list[Square]]  # every way to hold the piece, [row, column] from its upper left corner
    passage: list[str]  # for each of them, and each square under that corner: why not (a letter), or "." where it fits
    wall: list[str]
    single: str  # for each square, as the only one
    extra_passage: str
    extra_wall: str


def refusals(v: Play, seat: int | None, about: Json) -> Refusals | None:
    """Why the piece, or a single square, may not be drawn somewhere (3.2)."""
    if seat is None or v.sub[seat] not in (SUB.PLACE, SUB.DRAW, SUB.MOVE) or not has(v.to_act, seat):
        return None
    chalk = scratch(CHALK)
    chalk_up(v, seat, chalk)
    first = v.sub[seat] == SUB.PLACE and v.setup_card[seat, 0] == NONE
    if first:
        touch_entrance_only(chalk)
    card, fits = card_to_draw(v, seat), choices(v, seat)
    shapes, one = SHAPES[PIECE[card]], [(0, 0)]
    return Refusals(
        shapes=[list(shape) for shape in shapes],
        passage=[why(chalk, shape, fits, ACTION.draw(MARK.PASSAGE, k, 0), first) for k, shape in enumerate(shapes)],
        wall=[why(chalk, shape, fits, ACTION.draw(MARK.WALL, k, 0), first) for k, shape in enumerate(shapes)],
        single=why(chalk, one, fits, ACTION.SINGLE_WALL, first),
        extra_passage=why(chalk, one, fits, ACTION.extra(0, MARK.PASSAGE, 0), first),
        extra_wall=why(chalk, one, fits, ACTION.extra(0, MARK.WALL, 0), first),
    )


def why(chalk: Any, shape: Any, fits: list[int], number: int, first: bool) -> str:
    """A letter for each square on which the upper left corner can be; `number`: of the action on the first of them."""
    legal_here = set(fits)
    found = []
    for square in range(SQUARES):
        cells = [(square // SIZE + r, square % SIZE + c) for r, c in shape]
        if number + square in legal_here:
            found.append(".")
        elif not all(r < SIZE and c < SIZE for r, c in cells):
            found.append("o")  # off the sheet
        elif not all(has(chalk[EMPTY + r], c) for r, c in cells):
            found.append("d")  # over something drawn
        elif not any(has(chalk[TOUCH + r], c) for r, c in cells):
            found.append("e" if first else "a")  # not over the entrance, apart
        else:
            found.append("b")  # a block
    return "".join(found)


# Ways


class Ways(TypedDict):
    foot: list[list[int]]  # for each square the squares of a shortest way to it, from end to end; empty: there is none
    warp: list[list[int]]  # with one step from gate to gate


def ways(v: Play, seat: int | None, about: Json) -> Ways | None:
    """The shortest ways along passages (5-1-2, 8-2); about: the `seat` whose sheet it is, and `from` where."""
    whose = about.get("seat", seat)
    if whose is None or UNKNOWN in v.sheet[whose]:
        return None
    start = cell(about["from"]) if "from" in about else v.piece[whose]
    if start < 0 or not is_passage(v, whose, start):
        return None
    came = {start: NONE}  # where a way comes from; beyond SQUARES: after the jump
    queue = [start]
    for at in queue:
        here, jumped = at % SQUARES, at - at % SQUARES
        near = [to + jumped for to in neighbours(here) if is_passage(v, whose, to)]
        if not jumped and is_gate(v, whose, here):
            near += [to + SQUARES for to in range(SQUARES) if to != here and is_gate(v, whose, to)]
        for to in near:
            if to not in came:
                came[to] = at
                queue.append(to)
    return Ways(
        foot=[way(came, square) for square in range(SQUARES)],
        warp=[way(came, square + SQUARES) for square in range(SQUARES)],
    )


def way(came: dict[int, int], to: int) -> list[int]:
    found: list[int] = []
    while to != NONE and to in came:
        found.insert(0, to % SQUARES)
        to = came[to]
    return found


def neighbours(square: int) -> list[int]:
    r, c = square // SIZE, square % SIZE
    sides = [(r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)]
    return [SIZE * r + c for r, c in sides if 0 <= r < SIZE and 0 <= c < SIZE]


def is_passage(v: Play, seat: int, square: int) -> bool:
    return has(v.sheet[seat, square // SIZE] & FULL, square % SIZE)


def is_gate(v: Play, seat: int, square: int) -> bool:
    return has(v.sheet[seat, square // SIZE] >> GATES, square % SIZE)
