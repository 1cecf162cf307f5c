"""What to chant: every way the others may chant is weighed by what it leaves us with (prospects.py, others.py)."""

from takujo.bots.care import NOVICE
from takujo.bots.tuning import Tuning
from takujo.core.jit import Doubles, Events, Floats, Ints, rule
from takujo.core.maths import log
from takujo.core.record import table
from takujo.core.scratch import doubles, scratch
from takujo.core.sets import has, only

from ..cards import BACK, CARDS, COLOUR, HAND, POINTS, ROUNDS, SEATS
from ..rules import casters, winners
from ..state import ACTION, OUTCOME, PHASE, Play
from .others import SETS, SHARPNESS, foresee, spread

from .prospects import (  # isort: skip
    ALL_FATES, FATES, MADNESS, ONE, SCORED, accord, fate, note_fates, note_nothing, result_of, strength,
    strength_of_all, sums_of, sureness,
)  # fmt: skip

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


# What the others make of a round: for each way in which they may be on the altar, us on it or not, what becomes of our
# chant, and how strong they are then.
WAYS = SETS // 2
CASES = 2 * WAYS
CHANTS, KEPT = 4 * HAND, 2 * HAND * FATES  # both ends of all cards: on the altar and off it; what may become of them

# Chants that leave the same hand with the same points: of a card with the same back, the end with these.
_ends = [[(BACK[card], POINTS[card, side]) for side in range(2)] for card in range(CARDS)]
_kinds = sorted({end for ends in _ends for end in ends})
LIKE, ALIKE = table([[_kinds.index(end) for end in ends] for ends in _ends]), len(_kinds)


@rule
def note_cases(s: Play, seat: int, fates: Ints, chances: Ints, odds: Doubles, became: Ints, theirs: Ints) -> int:
    """The ways with their chances, first those with us off the altar, then, from WAYS on, with us on it; how many."""
    absent, ways, likely, among = only(seat), 0, doubles(SETS), casters(s)
    for other in range(s.players):
        absent |= s.out[other] << other
    spread(s, seat, chances, likely)
    for others in range(1 << s.players):  # the set of those on the altar
        if not others & absent:
            odds[ways] = likely[others]
            for mine in range(2):
                on = others | mine << seat
                result, case = result_of(among, on), ways + WAYS * mine
                became[case], theirs[case] = fate(result, mine), strength_of_all(s, seat, on, result, fates)
            ways += 1
    return ways


@rule
def like(numbers: Events, i: int, firsts: Ints) -> int:
    """The first chant that is like this one; `firsts` are those found so far, one more each."""
    kind = LIKE[ACTION.chant_card(numbers[i]), ACTION.chant_side(numbers[i])]
    if firsts[kind] == 0:
        firsts[kind] = i + 1
    return firsts[kind] - 1


@rule
def part(mine: int, others: int) -> float:
    """Our part of the strength of all."""
    return mine / (others + mine)


@rule
def expect(s: Play, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """What each chant is worth, over all the ways in which the others may be on or off the altar."""
    fates, chances, odds, became, theirs = (
        scratch(ALL_FATES),
        scratch(SEATS),
        doubles(WAYS),
        scratch(CASES),
        scratch(CASES),
    )
    values, kept, firsts, mine = doubles(CHANTS), scratch(KEPT), scratch(ALIKE), FATES * seat
    foresee(s, seat, care, fates, chances)
    ways, agreed = note_cases(s, seat, fates, chances, odds, became, theirs), accord(casters(s))
    agreeing = strength_of_all(s, seat, 0, OUTCOME.ACCORD, fates)
    for i in range(n):
        first, on = like(numbers, i, firsts), int(is_on(s, numbers[i]))
        at = FATES * first
        if first == i:
            card, side = ACTION.chant_card(numbers[i]), ACTION.chant_side(numbers[i])
            sums = sums_of(s, seat, place(s, seat, card))
            note_fates(s, seat, POINTS[card, side], sums, fates)
            note_nothing(s, seat, sums, fates)
            for k in range(FATES):
                kept[at + k] = fates[mine + k]
        if values[2 * first + on] == 0:  # not worked out yet: a chance to win is never 0
            value = 0.0
            if not on:  # the first way: nobody is on the altar
                apart, together = part(kept[at + MADNESS], theirs[0]), part(kept[at + SCORED], agreeing)
                value = odds[0] * (agreed * together + (1 - agreed) * apart)
            for way in range(1 - on, ways):
                value += odds[way] * part(kept[at + became[WAYS * on + way]], theirs[WAYS * on + way])
            values[2 * first + on] = value
        out[i] = values[2 * first + on]


@rule
def weigh_chants(s: Play, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """RND-2. A hand has more ends off the altar than on it: that alone must not make a chant off it more likely."""
    expect(s, seat, numbers, n, care, out)
    on = 0
    for i in range(n):
        on += is_on(s, numbers[i])
    sure, liked = SURE[care] * sureness(s), log(max(n - on, 1) / max(on, 1)) + (HABIT if care == NOVICE else 0.0)
    for i in range(n):
        out[i] *= sure
        if is_on(s, numbers[i]):
            out[i] += liked


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
