"""What a round is worth to each seat, by where it leaves everybody in the ritual and in the game.

A seat has a strength; its chance to win the game is its part of the strength of all. What makes strength was fitted to
what became of such standings when regular players met each other (fitted.py).
"""

from typing import NamedTuple

from takujo.core.jit import Ints, rule
from takujo.core.maths import exp
from takujo.core.record import NONE, table
from takujo.core.sets import has, size_of

from ..cards import BACKS, HAND, MADNESS_LIMIT, RITUALS, ROUNDS, SEATS, TARGET
from ..state import OUTCOME, Play
from . import fitted

ONE = 1000  # certain, in thousandths
UNIT = 1 << 20  # the same where chances and strengths are kept as integers
FAR = 12 * ONE  # as far as a strength goes: that it stays one where cards have any points
MOST = 15  # points of a back that are told apart: sums of four stand in one integer
LOW = table([min(*back, MOST) for back in BACKS])  # the points a back shows
HIGH = table([min(max(back), MOST) for back in BACKS])

# e to the power of so many thousandths, FAR added: a coarse step, and a fine one. `units` is their product.
FINE_STEPS = 128
COARSE = table([UNIT * exp((step - FAR) / ONE) for step in range(0, 2 * FAR + 1, FINE_STEPS)], float)
FINE = table([exp(step / ONE) for step in range(FINE_STEPS)], float)

LEAD, SCALE, SLOPE = table(fitted.LEAD), table(fitted.SCALE), table(fitted.SLOPE)
OUT, TEN, MINUS, REACH = table(fitted.OUT), table(fitted.TEN), table(fitted.MINUS), table(fitted.REACH)


class Sums(NamedTuple):
    """The sets of sums that one to four cards of a hand can make, one end of each."""

    one: int
    two: int
    three: int
    four: int


@rule
def sums_of(s: Play, seat: int, without: int) -> Sums:
    """By the backs, which everybody sees; the card at one place of the hand is left out."""
    one = two = three = four = 0
    for i in range(HAND):
        back = s.hand_back[seat, i]
        if i != without and back != NONE:
            low, high = LOW[back], HIGH[back]
            four |= three << low | three << high
            three |= two << low | two << high
            two |= one << low | one << high
            one |= 1 << low | 1 << high
    return Sums(one, two, three, four)


@rule
def cards_for(sums: Sums, points: int) -> int:
    """The fewest cards that make these points; 0 if none do."""
    points = points if 1 <= points <= 4 * MOST else 0  # no card makes nothing
    cards = 4 if has(sums.four, points) else 0  # no early way out: which one it is cannot be foreseen
    cards = 3 if has(sums.three, points) else cards
    cards = 2 if has(sums.two, points) else cards
    return 1 if has(sums.one, points) else cards


@rule
def logarithm(s: Play, seat: int, total: int, minus: int, sums: Sums, rounds: int) -> int:
    """Of the strength of a seat that has this total, these minus points, and so many rounds to come; in thousandths."""
    row, later = s.players - 2, min(RITUALS - s.ritual, 2)
    value = SLOPE[row, min(rounds, 4)] * total * fitted.TARGET // TARGET
    if s.out[seat] or minus >= MADNESS_LIMIT:
        value += OUT[row, min(rounds, 1)]
    elif total == TARGET:
        value += TEN[row, min(rounds, 2)]
    elif rounds > 0:
        cards = cards_for(sums, TARGET - total)
        value += MINUS[row, minus * fitted.LIMIT // MADNESS_LIMIT] + (REACH[row, cards] if cards <= rounds else 0)
    value = LEAD[row, later] * s.contribution[seat] + SCALE[row, later] * value // ONE
    return min(max(value, -FAR), FAR)


@rule
def strength(s: Play, seat: int, total: int, minus: int, sums: Sums, rounds: int) -> float:
    return exp(logarithm(s, seat, total, minus, sums, rounds) / ONE)


@rule
def units(s: Play, seat: int, total: int, minus: int, sums: Sums, rounds: int) -> int:
    """The same as an integer: `int(UNIT * strength(...))` to the last unit, without working out a power."""
    power = logarithm(s, seat, total, minus, sums, rounds) + FAR
    return int(COARSE[power // FINE_STEPS] * FINE[power % FINE_STEPS])


# The results of a round (RES)

SCORED, NOTHING, MADNESS = range(3)  # what becomes of a chant
FATES = 3
ALL_FATES = FATES * SEATS


@rule
def note_fates(s: Play, seat: int, points: int, sums: Sums, fates: Ints) -> None:
    """The strength of a seat that chants so many points, if they count for it or against it."""
    total, minus, rounds, i = s.total[seat], s.minus[seat], ROUNDS - s.round_no, FATES * seat
    fates[i + SCORED] = units(s, seat, total + points, minus, sums, rounds)
    fates[i + MADNESS] = units(s, seat, total - points, minus + points, sums, rounds)


@rule
def note_nothing(s: Play, seat: int, sums: Sums, fates: Ints) -> None:
    """The same of a seat whose chant comes to nothing."""
    fates[FATES * seat + NOTHING] = units(s, seat, s.total[seat], s.minus[seat], sums, ROUNDS - s.round_no)


@rule
def fate(result: int, on: int) -> int:
    """RES: of a chant on (1) or off (0) the altar."""
    if on:
        return NOTHING if result == OUTCOME.WICKED else SCORED
    return MADNESS if result == OUTCOME.VORTEX else SCORED


@rule
def result_of(among: int, on: int) -> int:
    """RES: when of so many just this set of seats is on the altar; if nobody is, they may agree instead (`accord`)."""
    off = among - size_of(on)
    if off == 0:
        return OUTCOME.SMOOTH
    return OUTCOME.VORTEX if off > size_of(on) else OUTCOME.WICKED


@rule
def accord(among: int) -> float:
    """The chance that all of so many, who are off the altar, chant the same colour: each has one of two."""
    return 2 / (1 << among)  # no power: it would need a C library


@rule
def strength_of_all(s: Play, but: int, on: int, result: int, fates: Ints) -> int:
    """Of all seats but one (NONE: of all) together."""
    total = 0
    for other in range(s.players):
        if other != but:
            total += fates[FATES * other + (NOTHING if s.out[other] else fate(result, has(on, other)))]
    return total


@rule
def sureness(s: Play) -> float:
    """By how much a difference counts for more: in a ritual that is not the last all differences are small."""
    return ONE / SCALE[s.players - 2, min(RITUALS - s.ritual, 2)]
