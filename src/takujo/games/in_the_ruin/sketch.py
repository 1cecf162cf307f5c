"""Sheets of others (section 8.3), guessed as people draw them who know the game: compiled, from what is public.

All that is certain of a sheet is the letters claimed, and about how many squares are drawn. What is usual was counted
on sheets of regulars (`python -m benchmarks.sheets` compares): passages that join letters to the entrance, those of
the goals held first, then a rectangle as large as the rest allows, and some squares beside it.
"""

from takujo.core.chance import below
from takujo.core.jit import rule
from takujo.core.record import NONE, table
from takujo.core.scratch import scratch
from takujo.core.sets import has, only

from .board import (  # isort: skip
    HI, LO, LOW, blocked_hi, blocked_lo, grown_hi, grown_lo, inside_hi, inside_lo, line, placed_hi, placed_lo, sheet_hi,
    sheet_lo, size, target, with_two_hi, with_two_lo,
)  # fmt: skip
from .cards import (
    BLOCKY,
    CARDS,
    CELL_COLUMN,
    CELL_FROM,
    CELL_ROW,
    GOAL_FROM,
    GOAL_TO,
    HEIGHT,
    NUMBER,
    PIECE,
    SQUARE,
    TURNS,
    WIDTH,
)
from .kinds import FULL
from .pieces import SIZE, SQUARES
from .piles import count
from .sheet import ENTRANCE, GATES, largest_rectangle, mark_square
from .state import BLANK, MAIN, MARK, NULL, Play

__all__ = ["STEP_COLUMN", "STEP_ROW", "free_spot", "guess_sheet"]

TRIES = 60
STEP_ROW, STEP_COLUMN = table([-1, 1, 0, 0]), table([0, 0, -1, 1])
FAR = 30  # squares of the longest way that is carved
LAYERS = 2 * FAR + 2

# Of sheets of regulars: hundredths of the squares that are passages, of the first so many squares, and of later ones.
WAYS, EARLY, LATER_WAYS = 80, 45, 30
# Hundredths of the walls with which the rectangle grows in a stage: at least, and so many more at most.
FIRST_GROWTH, GROWTH, SPREAD = 58, 28, 35
SNUG = 60  # hundredths of the others that are drawn where hardly a piece fits any more; in stage 1 all that can be
CRAMPED = 33  # empty squares: with fewer, a piece may find no place
CLUMSY = 32  # one sheet of so many is that of somebody who often draws one wall where a piece would fit
EIGHTHS = 8  # of the cards


@rule
def is_block(s: Play, seat: int, top: int, bottom: int) -> bool:
    """Is there a 2x2 block of passages between these rows?"""
    blocks = 0
    for r in range(max(top, 0), min(bottom, SIZE - 1)):
        pair = s.sheet[seat, r] & s.sheet[seat, r + 1] & FULL
        blocks |= pair & pair >> 1
    return blocks != 0


@rule
def is_filled(s: Play, seat: int, square: int) -> bool:
    row = s.sheet[seat, square // SIZE]
    return (row | row >> SIZE) >> square % SIZE & 1 == 1


@rule
def carve(s: Play, seat: int, square: int) -> None:
    """Make an empty square a passage, unless that makes a 2x2 block."""
    p_lo, p_hi = sheet_lo(s, seat, 0), sheet_hi(s, seat, 0)
    lo, hi = placed_lo(1, square), placed_hi(1, square)
    if not (lo & blocked_lo(p_lo, p_hi) | hi & blocked_hi(p_lo, p_hi) or is_filled(s, seat, square)):
        mark_square(s, seat, square, MARK.PASSAGE)


@rule
def spot_of(s: Play, lo: int, hi: int) -> int:
    """One of a set of squares, at random; NONE if there is none."""
    start = below(s.chance, SQUARES)
    for i in range(SQUARES):
        square = (start + i) % SQUARES
        if has(lo, square) if square < LOW else has(hi, square - LOW):
            return square
    return NONE


@rule
def free_spot(s: Play, seat: int) -> int:
    """A random empty square that touches something; NONE on a full sheet."""
    f_lo = sheet_lo(s, seat, 0) | sheet_lo(s, seat, SIZE)
    f_hi = sheet_hi(s, seat, 0) | sheet_hi(s, seat, SIZE)
    return spot_of(s, grown_lo(f_lo, f_hi) & LO & ~f_lo, grown_hi(f_lo, f_hi) & HI & ~f_hi)


@rule
def draw_over(s: Play, seat: int, card: int, mark: int, spot: int) -> bool:
    """Draw the card's piece over an empty square, turned at random; False if it did not fit."""
    shape = 8 * PIECE[card] + below(s.chance, TURNS[PIECE[card]])
    first, last = CELL_FROM[shape], CELL_FROM[shape + 1]
    pivot = first + below(s.chance, last - first)
    top, left = spot // SIZE - CELL_ROW[pivot], spot % SIZE - CELL_COLUMN[pivot]
    fits = 0 <= top <= SIZE - HEIGHT[shape] and 0 <= left <= SIZE - WIDTH[shape]
    for i in range(first, last):
        fits = fits and not is_filled(s, seat, SIZE * (top + CELL_ROW[i]) + left + CELL_COLUMN[i])
    if not fits:
        return False
    for i in range(first, last):
        mark_square(s, seat, SIZE * (top + CELL_ROW[i]) + left + CELL_COLUMN[i], mark)
    undone = mark == MARK.PASSAGE and is_block(s, seat, top - 1, top + HEIGHT[shape])
    for i in range(first, last):
        s.sheet[seat, top + CELL_ROW[i]] &= ~(int(undone) << left + CELL_COLUMN[i])
    return not undone


@rule
def claimed(s: Play, seat: int) -> int:
    """The letters this seat is known to have claimed; if it has more gems than that, further taken letters."""
    letters = n = 0
    if s.claim_letter[seat] != NONE:
        letters |= only(s.claim_letter[seat])
    for i in range(count(s.log_round)):
        letter = s.log_claims[i] >> 5 * (s.players - 1 - seat) & 31
        if letter != NULL:
            letters |= only(letter)
    for letter in range(CARDS):
        n += has(letters, letter)
    start = below(s.chance, CARDS)
    for i in range(CARDS):
        letter = (start + i) % CARDS
        if n < s.gems[seat] and has(s.taken_letters, letter) and not has(letters, letter):
            letters |= only(letter)
            n += 1
    return letters


@rule
def join(s: Play, seat: int, square: int, most: int) -> None:
    """Carve a shortest way from a square to what hangs together with the entrance, if it needs no more squares.

    A shortest way makes no 2x2 block.
    """
    p_lo, p_hi = sheet_lo(s, seat, 0), sheet_hi(s, seat, 0)
    w_lo, w_hi = sheet_lo(s, seat, SIZE), sheet_hi(s, seat, SIZE)
    free_lo = LO & ~(w_lo | blocked_lo(p_lo, p_hi)) | p_lo
    free_hi = HI & ~(w_hi | blocked_hi(p_lo, p_hi)) | p_hi
    at_lo, at_hi, was_lo, was_hi = only(LOW - 1), 0, 0, 0
    while at_lo != was_lo or at_hi != was_hi:
        was_lo, was_hi = at_lo, at_hi
        at_lo, at_hi = at_lo | grown_lo(was_lo, was_hi) & p_lo, at_hi | grown_hi(was_lo, was_hi) & p_hi
    end_lo, end_hi, layers, steps = placed_lo(1, square), placed_hi(1, square), scratch(LAYERS), 0
    while not at_lo & end_lo | at_hi & end_hi:
        layers[2 * steps], layers[2 * steps + 1] = at_lo, at_hi
        next_lo, next_hi = at_lo | grown_lo(at_lo, at_hi) & free_lo, at_hi | grown_hi(at_lo, at_hi) & free_hi
        steps += 1
        if (next_lo == at_lo and next_hi == at_hi) or steps > min(most, FAR):
            return
        at_lo, at_hi = next_lo, next_hi
    for step in range(steps - 1, -1, -1):
        carve(s, seat, square)
        side = below(s.chance, 4)
        for _ in range(4):
            r, c = square // SIZE + STEP_ROW[side], square % SIZE + STEP_COLUMN[side]
            near = SIZE * r + c
            if 0 <= r < SIZE and 0 <= c < SIZE:
                lo, hi = placed_lo(1, near), placed_hi(1, near)
                if layers[2 * step] & lo | layers[2 * step + 1] & hi:
                    break
            side = (side + 1) % 4
        square = near


@rule
def join_more(s: Play, seat: int, square: int, usual: int) -> int:
    """Join a square, if no more passages than usual come of it; is it joined now?"""
    had = size(sheet_lo(s, seat, 0), sheet_hi(s, seat, 0))
    if had < usual:
        join(s, seat, square, usual - had)
    return s.sheet[seat, square // SIZE] >> square % SIZE & 1


@rule
def join_letters(s: Play, seat: int, claims: int, due: int) -> None:
    """Ways to the letters claimed; then, as far as passages go, to a few destinations and the goals held; the rest."""
    for letter in range(CARDS):
        if has(claims, letter):
            join(s, seat, SQUARE[letter], FAR)
    usual = (WAYS * min(due, EARLY) + LATER_WAYS * max(due - EARLY, 0)) // 100
    first, near = below(s.chance, CARDS), 0
    for i in range(CARDS):
        letter = (first + i) % CARDS
        if has(s.open_letters, letter) and near < 3 - s.stage:
            near += join_more(s, seat, SQUARE[letter], usual)
    for i in range(count(s.goals[seat])):
        join_more(s, seat, SQUARE[GOAL_FROM[s.goals[seat, i]]], usual)
        join_more(s, seat, SQUARE[GOAL_TO[s.goals[seat, i]]], usual)
    for i in range(CARDS):
        to_letter = s.stage == 1 or below(s.chance, 3) == 0
        join_more(s, seat, SQUARE[(first + i) % CARDS] if to_letter else below(s.chance, SQUARES), usual)


@rule
def fill(s: Play, seat: int, due: int, growth: int) -> None:
    """Walls until so many squares are drawn: a rectangle first, then squares that touch something."""
    f_lo = sheet_lo(s, seat, 0) | sheet_lo(s, seat, SIZE)
    f_hi = sheet_hi(s, seat, 0) | sheet_hi(s, seat, SIZE)
    left = due - size(f_lo, f_hi)
    if left <= 0:
        return
    rectangle = target(f_lo, f_hi, left * (growth + below(s.chance, SPREAD)) // 100)
    new_lo, new_hi = inside_lo(rectangle) & ~f_lo, inside_hi(rectangle) & ~f_hi
    f_lo, f_hi, left = f_lo | new_lo, f_hi | new_hi, left - size(new_lo, new_hi)
    for _ in range(left):
        square, e_lo, e_hi = NONE, LO & ~f_lo, HI & ~f_hi
        if growth == FIRST_GROWTH or below(s.chance, 100) < SNUG:
            square = spot_of(s, e_lo & ~with_two_lo(e_lo, e_hi), e_hi & ~with_two_hi(e_lo, e_hi))
        if square == NONE:
            square = spot_of(s, grown_lo(f_lo, f_hi) & e_lo, grown_hi(f_lo, f_hi) & e_hi)
        lo, hi = placed_lo(1, square), placed_hi(1, square)
        new_lo, new_hi, f_lo, f_hi = new_lo | lo, new_hi | hi, f_lo | lo, f_hi | hi
    for r in range(SIZE):
        s.sheet[seat, r] |= line(new_lo, new_hi, r) << SIZE


@rule
def draw_setup(s: Play, seat: int) -> None:
    """[4]: nothing but the cards of the set-up, the first over the entrance."""
    door = only(ENTRANCE % SIZE)
    for i in range(count(s.setup_card[seat])):
        if i == 0:
            s.sheet[seat, ENTRANCE // SIZE] &= ~door
        for _ in range(TRIES):
            spot = ENTRANCE if i == 0 else free_spot(s, seat)
            if draw_over(s, seat, s.setup_card[seat, i], s.setup_mark[seat, i], spot):
                break
        s.sheet[seat, ENTRANCE // SIZE] |= door


@rule
def drawn_with(s: Play, seat: int, card: int, due: int, clumsy: int) -> int:
    """So many squares are due, then this card is drawn: how many now; a penalty, if its piece found no place."""
    empty = SQUARES - due
    if below(s.chance, CRAMPED) >= empty or (clumsy > 0 and below(s.chance, EIGHTHS) < clumsy):
        s.penalties[seat] += 1 if empty > 0 else s.opt_full_sheet_penalty  # J10
        return min(due + 1, SQUARES)
    return due + min(NUMBER[card], empty)


@rule
def guess_sheet(s: Play, seat: int, finished: bool) -> None:
    """A sheet drawn with the public cards: a gate on every letter claimed, about as many squares as were due."""
    s.sheet[seat, ENTRANCE // SIZE] = only(ENTRANCE % SIZE)
    claims, rounds = claimed(s, seat), count(s.log_round)
    for letter in range(CARDS):
        if has(claims, letter):
            carve(s, seat, SQUARE[letter])
    due = clumsy = 0
    if below(s.chance, CLUMSY) == 0:
        clumsy = 1 + below(s.chance, EIGHTHS)
    for i in range(count(s.setup_card[seat])):
        due += NUMBER[s.setup_card[seat, i]]
    for i in range(rounds):
        if s.escaped[seat] != NONE and s.log_round[i] > s.escaped[seat]:
            break
        if s.log_stage[i] == 2 and s.square[seat, 0] == BLANK:
            first_square(s, seat, claims, due)
        due = drawn_with(s, seat, s.log_card[i], due, clumsy)
        if s.log_special[i] >> 5 * (s.players - 1 - seat) & 1:
            due = min(due + below(s.chance, 2), SQUARES)  # [8-1]
    if s.stage == 2 and s.square[seat, 0] == BLANK:
        first_square(s, seat, claims, due)
    if finished:
        due, had = drawn_with(s, seat, s.row[0], due, clumsy), due
        mark = MAIN.WALL if BLOCKY[PIECE[s.row[0]]] else below(s.chance, 2)
        s.main[seat] = MAIN.NONE if due == had else MAIN.SINGLE_WALL if due == had + 1 else mark
    if s.round_no <= 1 and not finished:
        draw_setup(s, seat)
    else:
        join_letters(s, seat, claims, due)
        fill(s, seat, due, GROWTH if s.stage == 2 else FIRST_GROWTH)
    convert(s, seat)


@rule
def first_square(s: Play, seat: int, claims: int, due: int) -> None:
    """[6]: the sheet at the end of stage 1, and its square bonus."""
    join_letters(s, seat, claims, due)
    fill(s, seat, due, FIRST_GROWTH)
    s.square[seat, 0] = largest_rectangle(s, seat) >> 16


@rule
def convert(s: Play, seat: int) -> None:
    """[5-2]: gate or wall on every taken letter, but for those taken when the seat was out (J16)."""
    letters = s.taken_letters
    for i in range(count(s.log_round)):
        if s.escaped[seat] != NONE and s.log_round[i] >= s.escaped[seat]:
            for other in range(s.players):
                letters &= ~(1 << (s.log_claims[i] >> 5 * other & 31))
    for letter in range(CARDS):
        r, c = SQUARE[letter] // SIZE, SQUARE[letter] % SIZE
        if has(letters, letter):
            if has(s.sheet[seat, r], c):
                s.sheet[seat, r] |= only(GATES + c)
            else:
                s.sheet[seat, r] |= only(SIZE + c)
