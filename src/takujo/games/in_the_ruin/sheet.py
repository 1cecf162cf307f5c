"""Drawing and moving on one sheet. Compiled; used by the rules and by samples of what a seat cannot see.

A row of a sheet is one integer: passages in bits 0-10, walls in 11-21, gates (which are passages too) in 22-32.
"""

from takujo.core.events import ALL, put, put4, tell
from takujo.core.jit import Events, Ints, rule
from takujo.core.sets import first_of, has_several, only, without

from .cards import (
    BAN_COLUMN,
    BAN_FROM,
    BAN_PLACE,
    BLOCKY,
    CELL_COLUMN,
    CELL_FROM,
    CELL_ROW,
    HEIGHT,
    LEFTMOST,
    LONGEST,
    PIECE,
    TURNS,
    WIDTH,
)
from .kinds import FULL
from .pieces import BACKSLASH, EMPTY, FREE, PAIR_ACROSS, PAIR_DOWN, PASSAGES, SIZE, SLASH, SQUARES, TOUCH
from .state import ACTION, EVENT, MARK, Play

ENTRANCE = SQUARES // 2
GATES = 2 * SIZE  # where the gates of a row begin; its walls begin at SIZE
FOOT, JUMP, REACH = 0, SIZE, 2 * SIZE  # two boards of the chalk, for moving: reached on foot, reached with one warp


@rule
def is_full(s: Play, seat: int) -> bool:
    for r in range(SIZE):
        if (s.sheet[seat, r] | s.sheet[seat, r] >> SIZE) & FULL != FULL:
            return False
    return True


@rule
def chalk_up(s: Play, seat: int, chalk: Ints) -> None:
    """What must be known of a sheet to judge a drawing, row by row, for all squares of a row at once."""
    above = walls = 0
    for r in range(SIZE):
        row, below = s.sheet[seat, r], s.sheet[seat, r + 1] if r < SIZE - 1 else 0
        up, here, down = above & FULL, row & FULL, below & FULL
        filled = here | row >> SIZE & FULL
        left, right = here << 1, here >> 1
        chalk[EMPTY + r] = FULL & ~filled
        near = filled << 1 | filled >> 1 | up | walls | down | below >> SIZE & FULL
        chalk[TOUCH + r] = FULL & ~filled & near  # 3.2: empty, and shares an edge with a filled square (J1)
        fourth = up & (left & up << 1 | right & up >> 1) | down & (left & down << 1 | right & down >> 1)
        chalk[FREE + r] = FULL & ~filled & ~fourth  # 3-1: not the fourth square of a 2x2 block (J7)
        chalk[PASSAGES + r] = here
        chalk[PAIR_ACROSS + r] = up & up >> 1 | down & down >> 1  # a pair of passages above or below this pair
        chalk[PAIR_DOWN + r] = left & down << 1 | right & down >> 1  # the same to the left or right of a pair
        chalk[SLASH + r] = here & down >> 1
        chalk[BACKSLASH + r] = right & down
        above, walls = row, row >> SIZE & FULL


@rule
def touch_entrance_only(chalk: Ints) -> None:
    """J4: the first piece covers the entrance, and has nothing to touch."""
    for r in range(SIZE):
        chalk[TOUCH + r] = 0
    chalk[TOUCH + ENTRANCE // SIZE] = only(ENTRANCE % SIZE)


@rule
def list_drawings(chalk: Ints, card: int, mark: int, out: Events, n: int) -> int:
    """3.2: every way to draw the card's piece: on empty squares, touching something, without a 2x2 block."""
    piece = PIECE[card]
    if mark == MARK.PASSAGE and BLOCKY[piece]:
        return n
    ground = FREE if mark == MARK.PASSAGE else EMPTY
    for turn in range(TURNS[piece]):
        shape = 8 * piece + turn
        first, last = CELL_FROM[shape], CELL_FROM[shape + 1]
        for top in range(SIZE - HEIGHT[shape] + 1):
            fits, touches = (1 << SIZE - WIDTH[shape] + 1) - 1, 0  # bit c: with the left edge in column c
            for i in range(first, last):
                fits &= chalk[ground + top + CELL_ROW[i]] >> CELL_COLUMN[i]
                touches |= chalk[TOUCH + top + CELL_ROW[i]] >> CELL_COLUMN[i]
            fits &= touches
            if fits and mark == MARK.PASSAGE:
                for i in range(BAN_FROM[shape], BAN_FROM[shape + 1]):
                    fits &= ~(chalk[BAN_PLACE[i] + top] >> BAN_COLUMN[i])
            number = ACTION.draw(mark, turn, SIZE * top)
            while fits:
                column = first_of(fits)
                out[n], fits = number + column, without(fits, column)
                n += 1
    return n


@rule
def list_singles(chalk: Ints, ground: int, anywhere: int, number: int, out: Events, n: int) -> int:
    """Single squares: J8, [8-1]: they too must touch something, unless they may stand anywhere."""
    for r in range(SIZE):
        fits = chalk[ground + r] & (FULL if anywhere else chalk[TOUCH + r])
        while fits:
            column = first_of(fits)
            out[n], fits = number + SIZE * r + column, without(fits, column)
            n += 1
    return n


@rule
def mark_square(s: Play, seat: int, square: int, mark: int) -> None:
    s.sheet[seat, square // SIZE] |= 1 << square % SIZE + SIZE * mark


@rule
def draw_piece(s: Play, ev: Events, seat: int, card: int, action: int, citation: int) -> int:
    """Draw a piece as a `draw` action says; the mark."""
    mark, anchor, shape = (
        ACTION.draw_mark(action),
        ACTION.draw_anchor(action),
        8 * PIECE[card] + ACTION.draw_turn(action),
    )
    first, last = CELL_FROM[shape], CELL_FROM[shape + 1]
    tell(ev, EVENT.DRAWN, citation, only(seat), ALL)
    put4(ev, seat, card, mark, last - first)
    for i in range(first, last):
        square = anchor + SIZE * CELL_ROW[i] + CELL_COLUMN[i]
        mark_square(s, seat, square, mark)
        put(ev, square)
    return mark


@rule
def walk(s: Play, seat: int, chalk: Ints, steps: int) -> None:
    """Chalk the squares in reach: on foot, and with exactly one jump from a gate to another (J13, J14)."""
    for r in range(REACH):
        chalk[r] = 0
    chalk[FOOT + s.piece[seat] // SIZE] = only(s.piece[seat] % SIZE)
    for _ in range(steps):
        gates = only_row = only_gate = 0  # gates reached on foot: how many (2: or more), and the last one
        for r in range(SIZE):
            here = chalk[FOOT + r] & s.sheet[seat, r] >> GATES
            if here:
                gates += 2 if has_several(here) else 1
                only_row, only_gate = r, here
        foot = jump = 0  # the row above, as it was
        for r in range(SIZE):
            row, on_foot, by_jump = s.sheet[seat, r], chalk[FOOT + r], chalk[JUMP + r]
            foot |= on_foot | on_foot << 1 | on_foot >> 1
            jump |= by_jump | by_jump << 1 | by_jump >> 1
            if r < SIZE - 1:
                foot |= chalk[FOOT + r + 1]
                jump |= chalk[JUMP + r + 1]
            doors = row >> GATES if gates else 0
            if gates == 1 and r == only_row:
                doors &= ~only_gate
            chalk[FOOT + r] = foot & row & FULL
            chalk[JUMP + r] = jump & row & FULL | doors
            foot, jump = on_foot, by_jump


@rule
def largest_rectangle(s: Play, seat: int) -> int:
    """[6], J27: of filled squares only. Its area, top, left, bottom, right; of equal ones the first (J39)."""
    best = place = 0
    for top in range(SIZE):
        common = FULL
        for bottom in range(top, SIZE):
            common &= s.sheet[seat, bottom] | s.sheet[seat, bottom] >> SIZE
            if common == 0:
                break
            width, left = LONGEST[common], LEFTMOST[common]
            area = width * (bottom - top + 1)
            here = (top + 1) << 12 | (left + 1) << 8 | (bottom + 1) << 4 | left + width
            if area > best or (area == best and here < place):
                best, place = area, here
    return best << 16 | place
