"""What an end of the round with certain cards in hand is worth to a seat, in millionths of a win.

Cards are laid tentatively into a view. What they cost is worked out by the game's own rules, which note it with the
last round; so `keep_notes` remembers what stood there, and `put_back` writes it again.
"""

from takujo.core.jit import Ints, rule
from takujo.core.maths import exp
from takujo.core.record import NONE, table
from takujo.core.scratch import scratch
from takujo.core.sets import all_of, has, has_several, size_of

from ..cards import ARTIFACT, ARTIFACTS, CARD, MAD, SANITY, SEATS, TYPES
from ..state import Play

from ..judgement import (  # isort: skip
    cthulhu, hastur, heads, held, nyarlathotep, old_one_holder, yog_sothoth,
)  # fmt: skip

WIN = 1_000_000
MILLE = 1000

# How much likelier each point of sanity makes it to have the most at the end: e^0.5 times. Fitted to the ends of 9,000
# games of HASTY and NOVICE (0.6 with 3 to 5 seats, 0.5 with 6, 0.35 with 7; about the same with the doom board).
LEAD = table([round(MILLE * exp(0.5 * points)) for points in range(SANITY + 1)])
# Where all win who have any sanity left, the first points hardly matter: Cthulhu takes four at once. Same games.
_safe = [0, 195, 200, 220, 270, 510, 830, 1000]
SAFE = table([_safe[max(round(7 * points / SANITY), points > 0)] for points in range(SANITY + 1)])


@rule
def share(s: Play, sanity: Ints, seat: int) -> int:
    """The chance to win with these points of sanity in hand; exact if somebody has none left [8]."""
    fewest, most = SANITY, 0
    for i in range(s.players):
        fewest, most = min(fewest, sanity[i]), max(most, sanity[i])
    mine = total = 0
    for i in range(s.players):
        if fewest == 0:
            weight = int(sanity[i] == most) if s.opt_true_winner else int(sanity[i] > 0)
        else:
            weight = LEAD[sanity[i]] if s.opt_true_winner else SAFE[sanity[i]]
        total += weight
        if i == seat:
            mine = weight
    if most == 0:
        return 0
    return WIN * mine // total


KEPT = 2 * SEATS + 4  # integers that the last round's notes take


@rule
def keep_notes(s: Play, kept: Ints) -> None:
    for i in range(SEATS):
        kept[i], kept[SEATS + i] = s.l_delta[i], s.l_failed[i]
    at = 2 * SEATS
    kept[at], kept[at + 1] = s.l_failed_dummy[0], s.l_failed_dummy[1]
    kept[at + 2], kept[at + 3] = s.l_loss, s.l_extra


@rule
def put_back(s: Play, kept: Ints) -> None:
    for i in range(SEATS):
        s.l_delta[i], s.l_failed[i] = kept[i], kept[SEATS + i]
    at = 2 * SEATS
    s.l_failed_dummy[0], s.l_failed_dummy[1] = kept[at], kept[at + 1]
    s.l_loss, s.l_extra = kept[at + 2], kept[at + 3]


@rule
def settled(s: Play, seat: int) -> int:
    """What is left after these losses and gains, never below 0 nor above the most, is worth so much."""
    sanity = scratch(SEATS)
    for i in range(s.players):
        sanity[i] = max(0, min(SANITY, s.sanity[i] + s.l_delta[i]))
    return share(s, sanity, seat)


# All cards in hand as bits of one integer: the set of holders of each kind of artifact, of mad cards, and of three
# characters. So what another card in one hand changes takes a few instructions, and no look at all hands.
KINDS = ARTIFACTS + 4
MADS, CULTISTS, PROFESSORS, STUDENTS = range(SEATS * ARTIFACTS, SEATS * KINDS, SEATS)
HOLDERS = (1 << SEATS) - 1


def _kinds(card: int) -> int:
    """The bits of the first holder, if he has this card."""
    bits = 1 << SEATS * ARTIFACT[card] if ARTIFACT[card] != NONE else 0
    characters = {CARD.CULTIST: CULTISTS, CARD.MAD_PROFESSOR: PROFESSORS, CARD.WARY_STUDENT: STUDENTS}
    return bits | MAD[card] << MADS | (1 << characters[card] if card in characters else 0)


KINDS_OF = table([_kinds(card) for card in range(TYPES)])
ALL_KINDS = sum(1 << SEATS * kind for kind in range(KINDS))


@rule
def with_card(hands: int, holder: int, card: int) -> int:
    """These hands, if a holder has this card instead of his own."""
    return hands & ~(ALL_KINDS << holder) | KINDS_OF[card] << holder


@rule
def hands_of(s: Play, but: int) -> int:
    """All hands, dummies' too, one seat left out."""
    hands = 0
    for holder in range(heads(s)):
        if holder != but:
            hands |= KINDS_OF[held(s, holder)] << holder
    return hands


@rule
def failed(s: Play, hands: int) -> int:
    """[7-1][7-2][10-3]: the set of holders that fail the judgement, as `failing` has it."""
    everybody, mad = all_of(heads(s)), hands >> MADS & HOLDERS
    artifacts = twice = 0
    for kind in range(ARTIFACTS):
        holders = hands >> SEATS * kind & HOLDERS
        artifacts |= holders
        twice |= holders if has_several(holders) else 0
    others = everybody if hands >> PROFESSORS & HOLDERS else hands >> STUDENTS & HOLDERS
    return (everybody & ~mad if hands >> CULTISTS & HOLDERS else mad) | twice | others & ~artifacts


@rule
def judged(s: Play, hands: int, seat: int) -> int:
    """The judgement of the cards in hand [7]."""
    fails = failed(s, hands)
    loss = size_of(fails if s.opt_dummies_raise_loss else fails & all_of(s.players))
    if s.opt_doom_board:
        loss = s.opt_doom_values[s.doom_space]
    for i in range(s.players):
        due = int(s.hand[i] == CARD.INVESTIGATOR)
        due = -loss if has(fails, i) else due
        s.l_delta[i] = -1 if s.hand[i] == CARD.WARY_STUDENT else due
    return settled(s, seat)


@rule
def devoured(s: Play, seat: int, owner: int, effect: int) -> int:
    """A Great Old One acts [10-4]."""
    for i in range(s.players):
        s.l_delta[i] = 0
    s.l_extra = 0
    if effect == CARD.CTHULHU:
        cthulhu(s, owner)
    elif effect == CARD.NYARLATHOTEP:
        nyarlathotep(s, owner)
    elif effect == CARD.YOG_SOTHOTH:
        yog_sothoth(s, owner)
    elif effect == CARD.HASTUR:
        hastur(s)
    return settled(s, seat)


@rule
def awakened(s: Play, seat: int) -> int:
    """A Gate has opened to the Great Old One in somebody's hand; the Mystery Card is any of four."""
    owner, worth, n = old_one_holder(s), 0, 0
    for effect in range(CARD.CTHULHU, CARD.MYSTERY):
        if s.opt_great_old_one in (effect, CARD.MYSTERY):
            worth += devoured(s, seat, owner, effect)
            n += 1
    return worth // n
