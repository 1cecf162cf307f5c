"""What to chant: every way the others may chant is weighed by what it leaves us with (prospects.py, others.py)."""

from takujo.bots.care import NOVICE, REGULAR
from takujo.bots.tuning import Tuning
from takujo.core.jit import Events, Floats, flow, rule
from takujo.core.maths import log
from takujo.core.record import table
from takujo.core.sets import has, only

from ..cards import COLOUR, HAND, POINTS
from ..rules import casters, winners
from ..state import ACTION, OUTCOME, PHASE, Play
from .others import ONE, known_cards, on_chance, packed, ten_chance, unpacked, usual_points
from .prospects import NOTHING, prospect, stakes_of

SEARCH = Tuning(horizon=24)  # a ritual of four

# How sure a choice is, by care: hasty and novice (they weigh awards), regular (chances to win). Sharper regular players
# do better against novices and worse among themselves, where to be foreseen is to be outwitted (play_policies).
SHARPNESS = table([10, 4, 50])
HABIT = 0.75  # beginners follow the altar: so much they prefer its colour, whatever it brings


@rule
def weigh_sets(n: int, out: Floats) -> None:
    """SET-4: all sets alike. Preferring high, low or uneven backs changed nothing that 2500 games could show."""
    for i in range(n):
        out[i] = 0.0


@rule
def result_of(on: int, off: int, same: int) -> int:
    """RES: the result of so many chants on and off the altar; `same`: those off it are of one colour."""
    if off == 0:
        return OUTCOME.SMOOTH
    if on == 0:
        return OUTCOME.ACCORD if same else OUTCOME.VORTEX
    return OUTCOME.VORTEX if off > on else OUTCOME.WICKED


@rule
def is_on(s: Play, action: int) -> bool:
    """Is this chant of the altar's colour?"""
    return COLOUR[ACTION.chant_card(action), ACTION.chant_side(action)] == s.altar


@rule
def place(s: Play, seat: int, card: int) -> int:
    """Where in the hand a card is."""
    i = 0
    while s.hand[seat, i] != card:
        i += 1
    return i


@rule
def expect(s: Play, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """What each chant is worth, over all the ways in which the others may be on or off the altar."""
    absent, on_chances, usual, tens, known = only(seat), 0, 0, 0, known_cards(s, seat)
    for other in range(s.players):
        if s.out[other]:
            absent |= only(other)
        elif other != seat:
            on_chances |= packed(on_chance(s, other, known, care), other)
            usual |= packed(usual_points(s, other), other)
            tens |= packed(ten_chance(s, other, care), other)
    for i in range(n):
        out[i] = 0.0
    chanting, stakes = casters(s), stakes_of(s, seat, care)
    for others in range(1 << s.players):  # the set of those on the altar
        if others & absent:
            continue
        chance, count = 1.0, 0
        for other in range(s.players):
            if not has(absent, other):
                is_there = has(others, other)
                count += is_there
                chance *= (unpacked(on_chances, other) if is_there else ONE - unpacked(on_chances, other)) / ONE
        for i in range(n):
            card, side = ACTION.chant_card(numbers[i]), ACTION.chant_side(numbers[i])
            on = count + is_on(s, numbers[i])
            accord = 0.5 ** (chanting - 1) if on == 0 else 0.0  # all are off: each has one of two colours
            for same in range(2):
                share = chance * (accord if same else 1 - accord)
                if share > 0:
                    seats = others | is_on(s, numbers[i]) << seat
                    result, at = result_of(on, chanting - on, same), place(s, seat, card)
                    value = prospect(s, seat, result, seats, POINTS[card, side], at, usual, tens, stakes)
                    out[i] += share * value / (ONE * ONE)


@rule
def weigh_chants(s: Play, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """RND-2. A hand has more ends off the altar than on it: that alone must not make a chant off it more likely."""
    expect(s, seat, numbers, n, care, out)
    on = 0
    for i in range(n):
        on += is_on(s, numbers[i])
    for i in range(n):
        out[i] *= SHARPNESS[care]
        if is_on(s, numbers[i]):
            out[i] += log(max(n - on, 1) / on) + (HABIT if care == NOVICE else 0.0)


@flow
def weigh(s: Play, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    if s.phase == PHASE.TAKE_SETS:
        weigh_sets(n, out)
    else:
        weigh_chants(s, seat, numbers, n, care, out)


@flow
def worth(s: Play, seat: int) -> int:
    """The share of the win (FIN-1 to FIN-3); before the end what each seat's prospects are among those of all."""
    mine = total = 0
    won = winners(s)
    for other in range(s.players):
        stakes = stakes_of(s, other, REGULAR)
        value = has(won, other) if s.phase == PHASE.OVER else prospect(s, other, NOTHING, 0, 0, HAND, 0, 0, stakes)
        total += value
        if other == seat:
            mine = value
    return ONE * mine // max(total, 1)
