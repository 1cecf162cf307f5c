"""What the others will chant, as far as a view tells. Chances are in thousandths.

A small number for each seat is packed into one integer: a rule can return it.
"""

from takujo.bots.care import NOVICE, REGULAR
from takujo.core.jit import rule
from takujo.core.record import NONE, table
from takujo.core.sets import has

from ..cards import BACK, BACKS, CARDS, COLOUR, HAND, ROUNDS, TARGET
from ..knowledge import known_in
from ..rules import casters
from ..state import Play

ONE = 1000  # certain
MOST = 15  # points of a back that are told apart: sums of four stand in one integer
LOW = table([min(*back, MOST) for back in BACKS])  # the points a back shows
HIGH = table([min(max(back), MOST) for back in BACKS])

# How often others chant on the altar, by how many are in, before anything is known of them. Chosen near the rate at
# which regular players who expect it chant so themselves: who expects more strays more, and all end in the vortex.
USUAL = table([0, 0, 250, 540, 440, 540])
OBEDIENT = 600  # what beginners expect of everybody: it is also what four of them do
FAITH = 2  # that expectation weighs as much as two rounds in which a player was seen
DREAD = 3  # minus points from which another madness mostly puts a player out (MAD-2), so that he keeps to the altar
COMMON = 667  # two cards in three carry a given colour
AIM = 700  # how often who has the points missing to ten chants them, if he scores: a guess

WIDTH = 10  # bits of a packed number


@rule
def packed(number: int, seat: int) -> int:
    return number << WIDTH * seat


@rule
def unpacked(numbers: int, seat: int) -> int:
    return numbers >> WIDTH * seat & (1 << WIDTH) - 1


@rule
def known_cards(s: Play, seat: int) -> int:
    """The set of cards that can be in no other hand: the seat's own and all chanted before (A36)."""
    known = known_in(s.hand[seat])
    for other in range(s.players):
        known |= known_in(s.row_card[other])
    return known


@rule
def fitting(s: Play, known: int, back: int) -> int:
    """The chance that a card with this back carries the altar's colour: each unseen one is equally likely (A10)."""
    unseen = fit = 0
    for card in range(CARDS):
        if BACK[card] == back and not has(known, card):
            unseen += 1
            fit += COLOUR[card, 0] == s.altar or COLOUR[card, 1] == s.altar
    return ONE * fit // max(unseen, 1)


@rule
def leaning(s: Play, other: int) -> int:
    """How often a player chants on the altar when he can: by what he did in this ritual, and by his fear."""
    on, seen = USUAL[casters(s)] * FAITH, FAITH
    for i in range(ROUNDS):
        card, altar = s.row_card[other, i], s.used[s.ritual - 1, i]
        if card != NONE and altar != NONE:
            seen += 1
            on += ONE * (COLOUR[card, s.row_side[other, i]] == altar)
    return on // seen if s.minus[other] < DREAD else (on // seen + ONE) // 2


@rule
def on_chance(s: Play, other: int, known: int, care: int) -> int:
    """The chance that another player's chant of this round is on the altar.

    A card that lies there already shows its back (A08): chanting on needs the colour, chanting off does with any card.
    Before that all backs in hand speak: who has not the colour cannot chant it.
    """
    if care != REGULAR:
        return OBEDIENT if care == NOVICE else USUAL[casters(s)]
    lean = leaning(s, other)
    if s.played_back[other] != NONE:
        on = lean * fitting(s, known, s.played_back[other])
        return ONE * on // (on + (ONE - lean) * COMMON) if on else 0
    without = ONE
    for i in range(HAND):
        if s.hand_back[other, i] != NONE:
            without = without * (ONE - fitting(s, known, s.hand_back[other, i])) // ONE
    return lean * (ONE - without) // ONE


@rule
def usual_points(s: Play, other: int) -> int:
    """The mean of the points a player can chant in this round, in tenths, by the backs he has."""
    if s.played_back[other] != NONE:
        return 5 * (LOW[s.played_back[other]] + HIGH[s.played_back[other]])
    total = cards = 0
    for i in range(HAND):
        back = s.hand_back[other, i]
        if back != NONE:
            total += 5 * (LOW[back] + HIGH[back])
            cards += 1
    return total // max(cards, 1)


@rule
def ten_chance(s: Play, other: int, care: int) -> int:
    """The chance that a player who scores in this round has exactly ten (END-M0); only regular players watch for it."""
    need = TARGET - s.total[other]
    if care != REGULAR:
        return 0
    back = s.played_back[other]
    if back != NONE:
        return AIM if LOW[back] == need or HIGH[back] == need else 0
    for i in range(HAND):
        back = s.hand_back[other, i]
        if back != NONE and (LOW[back] == need or HIGH[back] == need):
            return AIM
    return 0
