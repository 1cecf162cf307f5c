"""Who will be on the altar: everybody is taken to think as we do, and to go on as he has begun.

Who takes the others for blind strays where they do, and all end in the vortex. So nobody's chance is guessed: a player
is on the altar by how much better that is for him, given how often the others are there, who reckon likewise.
"""

from takujo.bots.care import NOVICE, REGULAR
from takujo.core.jit import Doubles, Ints, rule
from takujo.core.maths import exp
from takujo.core.record import NONE, table
from takujo.core.scratch import doubles, scratch
from takujo.core.sets import has, without

from ..cards import BACK, CARDS, COLOUR, HAND, ROUNDS, SEATS, TARGET
from ..knowledge import known_in
from ..rules import casters
from ..state import OUTCOME, Play

from .prospects import (  # isort: skip
    ALL_FATES, FATES, HIGH, LOW, MADNESS, SCORED, UNIT, accord, fate, note_fates, note_nothing, result_of,
    strength_of_all, sums_of, sureness, units,
)  # fmt: skip

USUAL = 0.55  # how often others are on the altar, if nobody reckons
OBEDIENT = 0.6  # what beginners expect of everybody
COMMON = 0.667  # two cards in three carry a given colour
AIM = 0.6  # how often who has the points missing to ten chants them, if he scores
SHARPNESS = 200  # how surely others do what is better for them, as regular players do
FAITH = 3  # that they do so weighs as much as three rounds in which a player was seen
STEPS = 8  # towards chances that agree with each other
# By how many chant. With long strides all soon have a part, on the altar or off it; but each gives the parts otherwise,
# and so of four nearly all strayed in the first round. With short ones nobody is sure of anybody, and all mix.
STRIDE = table([0.25, 0.25, 0.25, 0.15, 0.07, 0.1], float)
LEAST = 0.002  # nobody is sure to do anything
SETS = 1 << SEATS  # of seats
GAINS = SEATS * SETS


@rule
def known_cards(s: Play, seat: int) -> int:
    """The set of cards that can be in no other hand: the seat's own and all chanted before (A36)."""
    known = known_in(s.hand[seat])
    for other in range(s.players):
        known |= known_in(s.row_card[other])
    return known


@rule
def fitting(s: Play, known: int, back: int) -> float:
    """The chance that a card with this back carries the altar's colour: each unseen one is equally likely (A10)."""
    unseen = fit = 0
    for card in range(CARDS):
        if BACK[card] == back and not has(known, card):
            unseen += 1
            fit += COLOUR[card, 0] == s.altar or COLOUR[card, 1] == s.altar
    return fit / max(unseen, 1)


@rule
def colour_chance(s: Play, other: int, known: int) -> float:
    """The chance that a player has the altar's colour, on the card he laid (A08) or else in his hand."""
    if s.played_back[other] != NONE:
        return fitting(s, known, s.played_back[other])
    without = 1.0
    for i in range(HAND):
        if s.hand_back[other, i] != NONE:
            without *= 1 - fitting(s, known, s.hand_back[other, i])
    return 1 - without


@rule
def on_chance(s: Play, other: int, liking: float, colour: float) -> float:
    """The chance that a player is on the altar who likes it so much and has its colour with this chance.

    The back of a card that lies there tells more: chanting on needs the colour, chanting off does with any card.
    """
    on = liking * colour
    if on > 0 and s.played_back[other] != NONE:
        on /= on + (1 - liking) * COMMON
    return min(max(on, LEAST), 1 - LEAST)


@rule
def habit(s: Play, other: int) -> int:
    """What a player did in this ritual: 16 times how often he was on the altar, and how often he was seen."""
    on = seen = 0
    for i in range(ROUNDS):
        card, altar = s.row_card[other, i], s.used[s.ritual - 1, i]
        if card != NONE and altar != NONE:
            on += COLOUR[card, s.row_side[other, i]] == altar
            seen += 1
    return on << 4 | seen


@rule
def with_habit(habits: int, liking: float) -> float:
    """How much a player likes the altar, by what is good for him and by what he did in this ritual."""
    on = FAITH * liking
    for _ in range(habits >> 4):
        on += 1
    return on / (FAITH + (habits & 15))


@rule
def points_of(s: Play, other: int, high: int) -> int:
    """The mean of the higher or lower ends of the cards that a player may chant."""
    total = cards = 0
    for i in range(HAND):
        back = s.hand_back[other, i] if s.played_back[other] == NONE else s.played_back[other]
        if back != NONE:
            total += HIGH[back] if high else LOW[back]
            cards += 1
    return (2 * total + cards) // max(2 * cards, 1)


@rule
def may_chant(s: Play, other: int, points: int) -> bool:
    """Does a back show these points?"""
    for i in range(HAND):
        back = s.hand_back[other, i] if s.played_back[other] == NONE else s.played_back[other]
        if back != NONE and (LOW[back] == points or HIGH[back] == points):
            return True
    return False


@rule
def note_others(s: Play, but: int, fates: Ints) -> None:
    """The strength of everybody but one by what becomes of his chant, whose points he alone knows."""
    low = scratch(ALL_FATES)
    for other in range(s.players):
        if other == but:
            continue
        sums = sums_of(s, other, HAND)
        note_fates(s, other, points_of(s, other, 0), sums, low)
        note_fates(s, other, points_of(s, other, 1), sums, fates)
        note_nothing(s, other, sums, fates)
        for i in (FATES * other + SCORED, FATES * other + MADNESS):
            fates[i] = (fates[i] + low[i]) // 2
        if may_chant(s, other, TARGET - s.total[other]):
            ten = units(s, other, TARGET, s.minus[other], sums, ROUNDS - s.round_no)
            fates[FATES * other + SCORED] += int(AIM * (ten - fates[FATES * other + SCORED]))


@rule
def spread(s: Play, skip: int, chances: Ints, likely: Doubles) -> None:
    """The chance of each set of seats to be those on the altar, one seat and who is out left aside."""
    likely[0] = 1.0
    for other in range(s.players):
        if other != skip and not s.out[other]:
            on, off = chances[other] / UNIT, (UNIT - chances[other]) / UNIT
            for others in range(1 << other):
                likely[others | 1 << other] = likely[others] * on
                likely[others] *= off


@rule
def foresee(s: Play, seat: int, care: int, fates: Ints, chances: Ints) -> None:
    """Everybody's strength by what becomes of his chant, and his chance to be on the altar; our own is known better."""
    note_others(s, NONE if care == REGULAR else seat, fates)
    for other in range(s.players):
        chances[other] = int(UNIT * (OBEDIENT if care == NOVICE else USUAL))
    if care == REGULAR:
        agree(s, seat, fates, chances)


@rule
def note_gains(s: Play, among: int, on: int, fates: Ints, gains: Doubles) -> None:
    """Each seat's part of the strength of all when just these are on the altar (RES); below 0 where it is off."""
    result, agreed = result_of(among, on), accord(among)
    total = strength_of_all(s, NONE, on, result, fates)
    together = strength_of_all(s, NONE, on, OUTCOME.ACCORD, fates) if on == 0 else total
    for other in range(s.players):
        if not s.out[other]:
            gain = fates[FATES * other + fate(result, has(on, other))] / total
            if on == 0:
                gain = agreed * (fates[FATES * other + SCORED] / together) + (1 - agreed) * gain
            gains[SEATS * on + other] = int(UNIT * (gain if has(on, other) else -gain)) / UNIT


@rule
def agree(s: Play, seat: int, fates: Ints, chances: Ints) -> None:
    """Bring the chances to where each follows from the others (a quantal response equilibrium)."""
    absent, known, colours, habits, gains = 0, known_cards(s, seat), scratch(SEATS), scratch(SEATS), doubles(GAINS)
    likely, among = doubles(SETS), casters(s)
    for other in range(s.players):
        absent |= s.out[other] << other
        colours[other] = UNIT if other == seat else int(UNIT * colour_chance(s, other, known))
        habits[other] = habit(s, other)
    for on in range(1 << s.players):
        if not on & absent:
            note_gains(s, among, on, fates, gains)
    sharpness = SHARPNESS * sureness(s)
    for _ in range(STEPS):
        for other in range(s.players):
            if not s.out[other]:
                gain = 0.0  # of being on the altar
                spread(s, other, chances, likely)
                for on in range(1 << s.players):
                    if not on & absent:
                        gain += likely[without(on, other)] * gains[SEATS * on + other]
                liking = with_habit(habits[other], 1 / (1 + exp(-sharpness * gain)))
                chance = on_chance(s, other, liking, colours[other] / UNIT)
                chances[other] += int(STRIDE[among] * (UNIT * chance - chances[other]))
