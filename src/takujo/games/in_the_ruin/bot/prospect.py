"""What a sheet promises: the points a seat may still expect, from features of its sheet with fitted weights."""

from takujo.core.jit import Ints, rule
from takujo.core.record import NONE, table
from takujo.core.scratch import scratch
from takujo.core.sets import has

from ..cards import CARDS, GOAL_FROM, GOAL_TO, HAND, LONGEST
from ..pieces import SIZE
from ..piles import count
from ..state import Play

from ..board import (  # isort: skip
    BIT_HI, BIT_LO, HI, LETTERS_HI, LETTERS_LO, LO, LOW, blocked_hi, blocked_lo, east_hi, east_lo, fits, grown_hi,
    grown_lo, line, north_hi, north_lo, placed_hi, placed_lo, size, south_hi, south_lo, west_hi, west_lo,
)  # fmt: skip
from .fitted import FEATURES, KNOTS_AT, WEIGHTS

(
    ONE,  # the same for all sheets
    RECTANGLE,  # area of the largest filled rectangle [6]
    BROAD, BROAD_HOLES,  # area, empty squares: the largest that can be filled by the end of the stage if all goes well
    NARROW, NARROW_HOLES,  # the same if little goes well
    EMPTY,  # squares
    LONE, TIGHT,  # empty squares with no empty neighbour, with one: no piece, few pieces cover them [5-1-1-C]
    ROOM,  # empty squares, but no more than the cards left can fill
    TOUR,  # gems ahead, each the less the longer the way [5-2]
    OPEN_JOINED, OPEN_NEAR,  # destinations joined to the piece by passages; or but for three squares
    LIVE,  # letters joined to the piece that can still open
    UNWALLED,  # destinations, and letters that can still open, not walled in on this sheet (J22)
    JOINED_LETTERS,  # letters joined to the piece: the more, the likelier a new goal is met already
    MISFITS,  # of the next two cards: those whose piece fits nowhere, which costs a penalty [5-1-1-C]
    ROUTES, ROUTES_NEAR,  # goals met [7-3]; how near the others are
    CARDS_HELD,  # goal cards: they pay for special actions [8]
    WAY_OUT,  # steps to the entrance
    SPARE,  # no feature: the slot of the goal farthest from being met
    HOME_LO, HOME_HI,  # nor these: passages that hang together, if some are known
) = range(FEATURES + 3)  # fmt: skip
CHALKED = FEATURES + 3

KNOT_AT, WEIGHT = table(KNOTS_AT), table([weight for row in WEIGHTS for weight in row])
STAGE_2 = 3  # its first knot
SQUARES_A_CARD = 3  # drawn for each card left, about: a gem costs a card too
FAR = 8  # a letter that needs as many squares to be joined counts as out of reach
NEAR = 3  # squares that may be missing to a destination that is near
GEMS_AHEAD = 3
ROUND = 4  # steps of a round, about: no two gems in one [5-2]
LONG = 18  # steps looked ahead to a gem
WALK = 12  # and on the way out
WHOLE = 1000
HASTE, HASTE_OF_SEVERAL = 933, 900  # thousandths of a gem left after a step; others may be quicker


def _left(haste: int) -> list[int]:
    """Of a gem's value, after so many steps."""
    left = [WHOLE]
    for _ in range(GEMS_AHEAD * LONG):
        left.append(left[-1] * haste // WHOLE)
    return left


LEFT_OF_GEM = table([_left(HASTE), _left(HASTE_OF_SEVERAL)])


@rule
def rectangle(f_lo: int, f_hi: int) -> int:
    """[6]: the area of the largest rectangle of filled squares."""
    best, lines = 0, scratch(SIZE)
    for r in range(SIZE):
        lines[r] = line(f_lo, f_hi, r)
    for top in range(SIZE):
        common = lines[top]
        if LONGEST[common] * (SIZE - top) <= best:
            continue  # there cannot be a larger one from here on
        for bottom in range(top, SIZE):
            common &= lines[bottom]
            if common == 0:
                break
            best = max(best, LONGEST[common] * (bottom - top + 1))
    return best


@rule
def chalk_gaps(x: Ints, e_lo: int, e_hi: int) -> None:
    """Count empty squares, and those among them that are hard to cover."""
    a_lo, b_lo, c_lo, d_lo = east_lo(e_lo, e_hi), west_lo(e_lo, e_hi), south_lo(e_lo, e_hi), north_lo(e_lo, e_hi)
    a_hi, b_hi, c_hi, d_hi = east_hi(e_lo, e_hi), west_hi(e_lo, e_hi), south_hi(e_lo, e_hi), north_hi(e_lo, e_hi)
    some_lo, some_hi = a_lo | b_lo | c_lo | d_lo, a_hi | b_hi | c_hi | d_hi
    two_lo = a_lo & b_lo | c_lo & d_lo | (a_lo | b_lo) & (c_lo | d_lo)
    two_hi = a_hi & b_hi | c_hi & d_hi | (a_hi | b_hi) & (c_hi | d_hi)
    x[EMPTY], x[LONE] = size(e_lo, e_hi), size(e_lo & ~some_lo, e_hi & ~some_hi)
    x[TIGHT] = size(e_lo & some_lo & ~two_lo, e_hi & some_hi & ~two_hi)


@rule
def tour(
    p_lo: int, p_hi: int, g_lo: int, g_hi: int, at_lo: int, at_hi: int, open_lo: int, open_hi: int, soon_lo: int,
    soon_hi: int, several: int,
) -> int:  # fmt: skip
    """Gems ahead, in thousandths: one after the other, each the nearest.

    A step onto a square still to be drawn counts twice; a step costs a gem a part of its value, and each takes a
    round. With the first one found a letter opens.
    """
    worth = gone = 0
    now_lo, now_hi, was_lo, was_hi = at_lo, at_hi, 0, 0
    for gems in range(GEMS_AHEAD):
        steps = late_lo = late_hi = 0  # late: next to where one was a step ago
        while not now_lo & open_lo | now_hi & open_hi and steps < LONG:
            near_lo, near_hi = grown_lo(now_lo, now_hi), grown_hi(now_lo, now_hi)
            next_lo, next_hi = now_lo | near_lo & p_lo | late_lo & g_lo, now_hi | near_hi & p_hi | late_hi & g_hi
            if next_lo == was_lo and next_hi == was_hi:
                break  # there is no way on
            was_lo, was_hi, now_lo, now_hi, late_lo, late_hi = now_lo, now_hi, next_lo, next_hi, near_lo, near_hi
            steps += 1
        found_lo, found_hi = now_lo & open_lo, now_hi & open_hi
        if not found_lo | found_hi:
            break
        gone += max(steps, ROUND)
        worth += LEFT_OF_GEM[several, gone]
        now_lo, now_hi, was_lo, was_hi = found_lo & -found_lo, 0 if found_lo else found_hi & -found_hi, 0, 0
        open_lo, open_hi = open_lo & ~now_lo, open_hi & ~now_hi
        if gems == 0:
            open_lo, open_hi = open_lo | soon_lo, open_hi | soon_hi
    return worth


@rule
def way_out(p_lo: int, p_hi: int, at_lo: int, at_hi: int) -> int:
    """Steps to the entrance along passages."""
    steps = 0
    while not at_lo >> LOW - 1 and steps < WALK:
        next_lo, next_hi = grown_lo(at_lo, at_hi) & p_lo, grown_hi(at_lo, at_hi) & p_hi
        if next_lo == at_lo and next_hi == at_hi:
            return WALK  # there is none
        at_lo, at_hi = next_lo, next_hi
        steps += 1
    return steps


@rule
def chalk_home(x: Ints, p_lo: int, p_hi: int, here: int) -> None:
    """Chalk up the passages that hang together with the one here: they will, whatever is drawn."""
    lo, hi = placed_lo(1, here) & p_lo, placed_hi(1, here) & p_hi
    while lo != x[HOME_LO] or hi != x[HOME_HI]:
        x[HOME_LO], x[HOME_HI] = lo, hi
        lo = grown_lo(lo, hi) & p_lo
        hi = grown_hi(lo, hi) & p_hi


@rule
def chalk_links(
    s: Play, seat: int, x: Ints, p_lo: int, p_hi: int, g_lo: int, g_hi: int, at_lo: int, at_hi: int, open_lo: int,
    open_hi: int, live_lo: int, live_hi: int, spent: int,
) -> None:  # fmt: skip
    """What is joined to the piece by passages, and with how many more squares; a goal needs both its letters."""
    held = count(s.goals[seat])
    missing = 0  # squares for each goal, 8 bits each
    if at_lo & x[HOME_LO] | at_hi & x[HOME_HI]:
        at_lo, at_hi = at_lo | x[HOME_LO], at_hi | x[HOME_HI]
    for squares in range(FAR):
        while True:  # until nothing more is joined: the high word may follow the low one at once
            near_lo = grown_lo(at_lo, at_hi)
            next_lo = at_lo | near_lo & p_lo
            near_hi = grown_hi(next_lo, at_hi)
            next_hi = at_hi | near_hi & p_hi
            if next_lo == at_lo and next_hi == at_hi:
                break
            at_lo, at_hi = next_lo, next_hi
        if squares == 0:
            x[JOINED_LETTERS] = size(at_lo & LETTERS_LO, at_hi & LETTERS_HI)
            x[OPEN_JOINED] = size(at_lo & open_lo, at_hi & open_hi)
            x[LIVE] = size(at_lo & live_lo, at_hi & live_hi)
        elif squares == NEAR:
            x[OPEN_NEAR] = size(at_lo & open_lo, at_hi & open_hi)
        before = missing
        for slot in range(held):
            a, b = GOAL_FROM[s.goals[seat, slot]], GOAL_TO[s.goals[seat, slot]]
            missing += ((at_lo & BIT_LO[a] | at_hi & BIT_HI[a]) == 0) << 8 * slot
            missing += ((at_lo & BIT_LO[b] | at_hi & BIT_HI[b]) == 0) << 8 * slot
        if squares >= NEAR and missing == before:
            break  # all goals are joined
        at_lo, at_hi = at_lo | near_lo & g_lo, at_hi | near_hi & g_hi
    x[ROUTES] = x[ROUTES_NEAR] = x[SPARE] = 0
    for slot in range(held):
        if missing >> 8 * slot & 255 > missing >> 8 * x[SPARE] & 255:
            x[SPARE] = slot
        if slot != spent:
            x[ROUTES] += missing >> 8 * slot & 255 == 0
            x[ROUTES_NEAR] += max(0, FAR - (missing >> 8 * slot & 255)) % FAR


@rule
def survey(
    s: Play, seat: int, x: Ints, p_lo: int, p_hi: int, f_lo: int, f_hi: int, at_lo: int, at_hi: int, open_lo: int,
    open_hi: int, soon_lo: int, soon_hi: int, live_lo: int, live_hi: int, broad_lo: int, broad_hi: int, narrow_lo: int,
    narrow_hi: int, spent: int, gem: int, several: int, card: int, next_card: int,
) -> None:  # fmt: skip
    """Chalk up, in `x`, what a sheet with passages p and filled squares f offers a piece on any square of `at`.

    Destinations are `open`, the one that opens with the next gem `soon`, all that may still open `live`; a goal slot
    may be spent and a gem just found.
    """
    e_lo, e_hi = LO & ~f_lo, HI & ~f_hi
    g_lo, g_hi = e_lo & ~blocked_lo(p_lo, p_hi), e_hi & ~blocked_hi(p_lo, p_hi)
    x[ONE], x[RECTANGLE] = 1, rectangle(f_lo, f_hi)
    x[BROAD], x[BROAD_HOLES] = size(broad_lo, broad_hi), size(broad_lo & e_lo, broad_hi & e_hi)
    x[NARROW], x[NARROW_HOLES] = size(narrow_lo, narrow_hi), size(narrow_lo & e_lo, narrow_hi & e_hi)
    chalk_gaps(x, e_lo, e_hi)
    x[MISFITS] = card != NONE and not fits(card, e_lo, e_hi)
    x[MISFITS] += next_card != NONE and not fits(next_card, e_lo, e_hi)
    x[TOUR] = tour(p_lo, p_hi, g_lo, g_hi, at_lo, at_hi, open_lo, open_hi, soon_lo, soon_hi, several)
    x[UNWALLED] = size((live_lo | open_lo) & (e_lo | p_lo), (live_hi | open_hi) & (e_hi | p_hi))
    chalk_links(s, seat, x, p_lo, p_hi, g_lo, g_hi, at_lo, at_hi, open_lo, open_hi, live_lo, live_hi, spent)
    x[CARDS_HELD] = min(count(s.goals[seat]) - (spent >= 0) + gem, HAND)
    x[WAY_OUT] = way_out(p_lo, p_hi, at_lo, at_hi)


@rule
def expected(x: Ints, stage: int, cards: int, which: int, overlooked: int) -> int:
    """Thousandths of points still to come, by what is chalked up, with so many cards left in the stage."""
    points = 0
    if stage == 1 and cards <= 0:  # the first square bonus is written down, and the cards come again [6]
        points, stage, cards = 1000 * x[RECTANGLE], 2, CARDS
    cards = max(cards, 0)
    knot = 0 if stage == 1 else STAGE_2
    while cards < KNOT_AT[knot + 1]:
        knot += 1
    span, part = KNOT_AT[knot] - KNOT_AT[knot + 1], max(KNOT_AT[knot] - cards, 0)
    x[ROOM] = min(x[EMPTY], SQUARES_A_CARD * cards)
    first = FEATURES * (knot + len(KNOT_AT) * which)
    for i in range(FEATURES):
        if not has(overlooked, i):
            points += x[i] * (WEIGHT[first + i] * (span - part) + WEIGHT[first + FEATURES + i] * part) // span
    return points
