"""What to chant: every way the others may chant is weighed by what it leaves us with (prospects.py, others.py)."""

from takujo.bots.care import NOVICE
from takujo.bots.tuning import Tuning
from takujo.core.jit import Events, Floats, rule
from takujo.core.maths import log
from takujo.core.record import table
from takujo.core.scratch import scratch
from takujo.core.sets import has, only

from ..cards import COLOUR, HAND, POINTS, ROUNDS, SEATS
from ..rules import winners
from ..state import ACTION, PHASE, Play
from .others import SHARPNESS, chance_of, foresee
from .prospects import ALL_FATES, ONE, chance_to_win, note_fates, strength, sums_of, sureness

SEARCH = Tuning(horizon=24, played=24)  # a ritual of four

SURE = table([60, 10, SHARPNESS])  # of a choice, by care
HABIT = 0.75  # beginners follow the altar: so much they prefer its colour, whatever it brings


@rule
def weigh_sets(n: int, out: Floats) -> None:
    """SET-4: all sets alike. Preferring high, low or uneven backs changed nothing that 2500 games could show."""
    for i in range(n):
        out[i] = 0.0


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
    absent, fates, chances = only(seat), scratch(ALL_FATES), scratch(SEATS)
    foresee(s, seat, care, fates, chances)
    for other in range(s.players):
        absent |= s.out[other] << other
    for i in range(n):
        card, side, value = ACTION.chant_card(numbers[i]), ACTION.chant_side(numbers[i]), 0.0
        note_fates(s, seat, POINTS[card, side], sums_of(s, seat, place(s, seat, card)), fates)
        for others in range(1 << s.players):  # the set of those on the altar
            if not others & absent:
                on = others | is_on(s, numbers[i]) << seat
                value += chance_of(s, others, seat, chances) * chance_to_win(s, seat, on, fates)
        out[i] = value


@rule
def weigh_chants(s: Play, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """RND-2. A hand has more ends off the altar than on it: that alone must not make a chant off it more likely."""
    expect(s, seat, numbers, n, care, out)
    on = 0
    for i in range(n):
        on += is_on(s, numbers[i])
    for i in range(n):
        out[i] *= SURE[care] * sureness(s)
        if is_on(s, numbers[i]):
            out[i] += log(max(n - on, 1) / on) + (HABIT if care == NOVICE else 0.0)


@rule
def weigh(s: Play, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    if s.phase == PHASE.TAKE_SETS:
        weigh_sets(n, out)
    else:
        weigh_chants(s, seat, numbers, n, care, out)


@rule
def worth(s: Play, seat: int) -> int:
    """The share of the win (FIN-1 to FIN-3); before the end a seat's part of the strength of all."""
    mine = total = 0.0
    won, rounds = winners(s), min(ROUNDS - s.round_no + 1, ROUNDS)
    for other in range(s.players):
        if s.phase == PHASE.OVER:
            value = 1.0 if has(won, other) else 0.0
        else:
            value = strength(s, other, s.total[other], s.minus[other], sums_of(s, other, HAND), rounds)
        total += value
        if other == seat:
            mine = value
    return int(ONE * mine / total)
