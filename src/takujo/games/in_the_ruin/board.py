"""Sets of squares of a sheet as two integers, so that a whole sheet grows by a step in a few machine instructions.

The low word holds squares 0 to 60 in reading order (60 is the entrance), the high word 61 to 120. A rule returns
one integer, so what has two words comes as two rules, `_lo` and `_hi`.
"""

from takujo.core.jit import rule
from takujo.core.record import table
from takujo.core.scratch import scratch
from takujo.core.sets import has

from .cards import CELL_COLUMN, CELL_FROM, CELL_ROW, PIECE, SHAPES, SQUARE_OF, TURNS, WIDTH
from .kinds import FULL
from .pieces import SIZE, SQUARES
from .state import Play

LOW = SQUARES // 2 + 1  # squares in the low word
LO, HI = (1 << LOW) - 1, (1 << SQUARES - LOW) - 1
LINE = LOW - SIZE  # from here on the squares of the low word have their lower neighbour in the high word

_first_column = sum(1 << SIZE * r for r in range(SIZE))
_last_column = _first_column << SIZE - 1
NOT_FIRST_LO, NOT_FIRST_HI = LO & ~_first_column, HI & ~(_first_column >> LOW)
NOT_LAST_LO, NOT_LAST_HI = LO & ~_last_column, HI & ~(_last_column >> LOW)

BIT_LO = table([1 << q & LO for q in SQUARE_OF])  # letter -> its square
BIT_HI = table([1 << q >> LOW for q in SQUARE_OF])
LETTERS_LO, LETTERS_HI = sum(1 << q for q in SQUARE_OF) & LO, sum(1 << q for q in SQUARE_OF) >> LOW

# Squares on which the left edge of something so wide can lie.
_left = [sum(1 << SIZE * r + c for r in range(SIZE) for c in range(SIZE - width + 1)) for width in range(SIZE)]
LEFT_LO, LEFT_HI = table([squares & LO for squares in _left]), table([squares >> LOW for squares in _left])

# A piece in its place: 8 x piece + orientation -> its squares with the anchor on square 0; no piece is taller than 5.
STAMP = table(
    [
        sum(1 << SIZE * r + c for r, c in shapes[turn]) if turn < len(shapes) else 0
        for shapes in SHAPES
        for turn in range(8)
    ]
)


@rule
def placed_lo(squares: int, anchor: int) -> int:
    """Squares near the upper left corner, moved to their place."""
    return squares << anchor & LO if anchor < LOW else 0


@rule
def placed_hi(squares: int, anchor: int) -> int:
    return squares >> LOW - anchor if anchor < LOW else squares << anchor - LOW


@rule
def east_lo(lo: int, hi: int) -> int:
    """Each square's right neighbour; likewise west, south, north."""
    return (lo & NOT_LAST_LO) << 1 & LO


@rule
def east_hi(lo: int, hi: int) -> int:
    return (hi & NOT_LAST_HI) << 1 | lo >> LOW - 1


@rule
def west_lo(lo: int, hi: int) -> int:
    return (lo & NOT_FIRST_LO) >> 1 | (hi & 1) << LOW - 1


@rule
def west_hi(lo: int, hi: int) -> int:
    return (hi & NOT_FIRST_HI) >> 1


@rule
def south_lo(lo: int, hi: int) -> int:
    return lo << SIZE & LO


@rule
def south_hi(lo: int, hi: int) -> int:
    return hi << SIZE & HI | lo >> LINE


@rule
def north_lo(lo: int, hi: int) -> int:
    return lo >> SIZE | hi << LINE & LO


@rule
def north_hi(lo: int, hi: int) -> int:
    return hi >> SIZE


@rule
def grown_lo(lo: int, hi: int) -> int:
    """The squares and all that share an edge with one of them (J1)."""
    return lo | east_lo(lo, hi) | west_lo(lo, hi) | south_lo(lo, hi) | north_lo(lo, hi)


@rule
def grown_hi(lo: int, hi: int) -> int:
    return hi | east_hi(lo, hi) | west_hi(lo, hi) | south_hi(lo, hi) | north_hi(lo, hi)


@rule
def blocked_lo(p_lo: int, p_hi: int) -> int:
    """Squares that would be the fourth of a 2x2 block of passages [3-1]."""
    above_lo, above_hi, below_lo, below_hi = (
        south_lo(p_lo, p_hi), south_hi(p_lo, p_hi), north_lo(p_lo, p_hi), north_hi(p_lo, p_hi)
    )  # fmt: skip
    left, right = east_lo(p_lo, p_hi), west_lo(p_lo, p_hi)
    return above_lo & (left & east_lo(above_lo, above_hi) | right & west_lo(above_lo, above_hi)) | below_lo & (
        left & east_lo(below_lo, below_hi) | right & west_lo(below_lo, below_hi)
    )


@rule
def blocked_hi(p_lo: int, p_hi: int) -> int:
    above_lo, above_hi, below_lo, below_hi = (
        south_lo(p_lo, p_hi), south_hi(p_lo, p_hi), north_lo(p_lo, p_hi), north_hi(p_lo, p_hi)
    )  # fmt: skip
    left, right = east_hi(p_lo, p_hi), west_hi(p_lo, p_hi)
    return above_hi & (left & east_hi(above_lo, above_hi) | right & west_hi(above_lo, above_hi)) | below_hi & (
        left & east_hi(below_lo, below_hi) | right & west_hi(below_lo, below_hi)
    )


@rule
def with_two_lo(lo: int, hi: int) -> int:
    """Squares that share edges with two of them, or more."""
    a, b, c, d = east_lo(lo, hi), west_lo(lo, hi), south_lo(lo, hi), north_lo(lo, hi)
    return a & b | c & d | (a | b) & (c | d)


@rule
def with_two_hi(lo: int, hi: int) -> int:
    a, b, c, d = east_hi(lo, hi), west_hi(lo, hi), south_hi(lo, hi), north_hi(lo, hi)
    return a & b | c & d | (a | b) & (c | d)


@rule
def size(lo: int, hi: int) -> int:
    """How many squares."""
    n = 0
    while lo:
        lo &= lo - 1
        n += 1
    while hi:
        hi &= hi - 1
        n += 1
    return n


@rule
def line(lo: int, hi: int, r: int) -> int:
    """A row of the sheet."""
    start = SIZE * r
    if start + SIZE <= LOW:
        return lo >> start & FULL
    return hi >> start - LOW & FULL if start >= LOW else (lo >> start | hi << LOW - start) & FULL


@rule
def sheet_lo(s: Play, seat: int, shift: int) -> int:
    """What a sheet holds: passages at shift 0, walls at SIZE, gates at 2 x SIZE."""
    lo = 0
    for r in range(LOW // SIZE + 1):
        lo |= (s.sheet[seat, r] >> shift & FULL) << SIZE * r
    return lo & LO


@rule
def sheet_hi(s: Play, seat: int, shift: int) -> int:
    first = LOW // SIZE
    hi = (s.sheet[seat, first] >> shift & FULL) >> LOW - SIZE * first
    for r in range(first + 1, SIZE):
        hi |= (s.sheet[seat, r] >> shift & FULL) << SIZE * r - LOW
    return hi


@rule
def letters_lo(letters: int) -> int:
    """The squares of a set of letters."""
    lo = 0
    for letter in range(len(BIT_LO)):
        lo |= BIT_LO[letter] * has(letters, letter)
    return lo


@rule
def letters_hi(letters: int) -> int:
    hi = 0
    for letter in range(len(BIT_HI)):
        hi |= BIT_HI[letter] * has(letters, letter)
    return hi


@rule
def spaced(row: int) -> int:
    """The squares of a row, four bits apart."""
    row = (row | row << 24) & 0x000000FF000000FF
    row = (row | row << 12) & 0x000F000F000F000F
    row = (row | row << 6) & 0x0303030303030303
    return (row | row << 3) & 0x1111111111111111


@rule
def target(f_lo: int, f_hi: int, holes: int) -> int:
    """The largest rectangle with at most so many empty squares, as top, left, bottom, right: four bits each."""
    best = found = 0
    gaps, full = scratch(SIZE), scratch(SIZE)  # of each row: its empty squares, four bits apart; how many others
    for r in range(SIZE):
        empty = FULL & ~line(f_lo, f_hi, r)
        gaps[r], full[r] = spaced(empty), SIZE - size(empty, 0)
    for top in range(SIZE):
        empty, filled = 0, 0  # empty squares of each column, 4 bits each; all others
        for bottom in range(top, SIZE):
            empty, filled = empty + gaps[bottom], filled + full[bottom]
            if 128 * min(SIZE * (bottom + 1 - top), filled + holes) <= best:
                continue  # there cannot be a larger one in these rows
            left = inside = 0
            for right in range(SIZE):
                inside += empty >> 4 * right & 15
                while inside > holes:
                    inside -= empty >> 4 * left & 15
                    left += 1
                area = (right + 1 - left) * (bottom + 1 - top)
                if 128 * area - inside > best:
                    best, found = 128 * area - inside, top << 12 | left << 8 | bottom << 4 | right
    return found


@rule
def inside_lo(rectangle: int) -> int:
    """The squares of a rectangle."""
    across = (2 << (rectangle & 15)) - (1 << (rectangle >> 8 & 15))
    lo = 0
    for r in range(rectangle >> 12, min(rectangle >> 4 & 15, LOW // SIZE) + 1):
        lo |= across << SIZE * r
    return lo & LO


@rule
def inside_hi(rectangle: int) -> int:
    across, first = (2 << (rectangle & 15)) - (1 << (rectangle >> 8 & 15)), LOW // SIZE
    hi = 0
    for r in range(max(rectangle >> 12, first), (rectangle >> 4 & 15) + 1):
        hi |= across >> LOW - SIZE * first if r == first else across << SIZE * r - LOW
    return hi


@rule
def fits(card: int, e_lo: int, e_hi: int) -> bool:
    """Can the card's piece be drawn as a wall on these empty squares? (That it must touch something hardly matters.)"""
    for shape in range(8 * PIECE[card], 8 * PIECE[card] + TURNS[PIECE[card]]):
        lo, hi = LEFT_LO[WIDTH[shape]], LEFT_HI[WIDTH[shape]]
        for i in range(CELL_FROM[shape], CELL_FROM[shape + 1]):
            away = SIZE * CELL_ROW[i] + CELL_COLUMN[i]
            lo, hi = lo & (e_lo >> away | e_hi << LOW - away), hi & e_hi >> away
        if lo | hi:
            return True
    return False
