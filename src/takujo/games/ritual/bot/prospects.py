"""What a result of a round is worth to a seat, by where it leaves everybody in the ritual and in the game."""

from math import comb, sqrt
from typing import NamedTuple

from takujo.bots.care import REGULAR
from takujo.core.jit import rule
from takujo.core.record import NONE, table
from takujo.core.sets import has

from ..cards import AWARD, AWARDS, HAND, MADNESS_LIMIT, RITUALS, ROUNDS, TARGET
from ..state import OUTCOME, Play
from .others import HIGH, LOW, ONE, packed, unpacked

NOTHING = -1  # a result for positions between rounds: nobody is paid

# Steering to ten. About two chants in five score; a third of the chances that follow did as well (play_policies).
SCORES = 0.4
HITS = table(
    [
        [
            round(ONE * sum(comb(n, k) * SCORES**k * (1 - SCORES) ** (n - k) for k in range(scored, n + 1)))
            for scored in range(ROUNDS + 1)
        ]
        for n in range(ROUNDS + 1)
    ]
)  # the chance that at least so many of n chants score
STRAY = 0.4  # others come to ten so much more seldom than their points allow; 0.15 and 0.8 were no better
MOST = max(HIGH)


def _reach(rounds: int, need: int) -> int:
    """The chance to score exactly what is needed in so many rounds, with cards nobody has looked at."""
    chances = [HITS[rounds, scored] for scored in range(1, rounds + 1) if scored <= need <= MOST * scored]
    return int(max(chances, default=0))


REACH = table([[_reach(rounds, need) for need in range(TARGET + 1)] for rounds in range(ROUNDS + 1)])


@rule
def own_reach(s: Play, seat: int, without: int, need: int, rounds: int) -> int:
    """The chance to come to exactly ten with the hand less a card: one end each of some cards must make the sum."""
    if s.hand_back[seat, 0] == NONE:  # sets are still being taken
        return REACH[rounds, TARGET]
    sums1 = sums2 = sums3 = sums4 = 0  # the sets of sums that so many cards can make; five cards make no ten alone
    for i in range(HAND):
        back = s.hand_back[seat, i]
        if i != without and back != NONE:
            low, high = LOW[back], HIGH[back]
            sums4 |= sums3 << low | sums3 << high
            sums3 |= sums2 << low | sums2 << high
            sums2 |= sums1 << low | sums1 << high
            sums1 |= 1 << low | 1 << high
    if not 1 <= need <= 4 * MOST:
        return 0
    if has(sums1, need):
        return HITS[rounds, 1]
    if has(sums2, need):
        return HITS[rounds, 2]
    if has(sums3, need):
        return HITS[rounds, 3]
    return HITS[rounds, 4] if has(sums4, need) else 0


# The game

STAKES = (2.2, 1.6, 0.4)  # by ritual: with such a lead in contribution 85 of 100 games end ahead
LEADS = max(12, RITUALS * max(map(max, AWARD.rows)))  # as printed there can be nine


def _lead(lead: int, scale: float) -> int:
    """The chance to end ahead of another player with this lead in contribution."""
    return round(ONE * (0.5 + 0.5 * lead / sqrt(scale**2 + lead**2)))


LEAD = table([[_lead(lead, scale) for lead in range(-LEADS, LEADS + 1)] for scale in STAKES])


class Stakes(NamedTuple):
    """The chances to win the game by how this ritual ends for a seat: the same for all ways a round may go.

    Where another one has won it, they are packed by who that is; where not, they stand at the seat's own place.
    """

    first: int  # the most points: after the five rounds, or as the last caster
    alone: int  # exactly ten, nobody else
    shared: int
    second: int  # another one has the most points
    none: int
    runner_up: int  # another one has exactly ten
    lost: int


@rule
def winning(s: Play, seat: int, gains: int, others_gain: int, care: int) -> int:
    """The chances to win the game when this ritual gives so much to the seat and to one other, for each of them.

    Only regular players look at contribution; to the rest an award is worth what it counts.
    """
    chances = 0
    for other in range(s.players):
        chance = 1.0
        for rival in range(s.players):
            if rival != seat:
                lead = s.contribution[seat] + gains - s.contribution[rival]
                if rival == other:
                    lead -= others_gain
                chance *= LEAD[s.ritual - 1, min(max(lead, -LEADS), LEADS) + LEADS] / ONE
        plain = ONE * gains // max(AWARD[s.players, AWARDS.MASTERED_ALONE], 1)
        chances |= packed(int(ONE * chance) if care == REGULAR else plain, other)
    return chances


@rule
def stakes_of(s: Play, seat: int, care: int) -> Stakes:
    """What is at stake for a seat in this ritual."""
    n = s.players
    return Stakes(
        unpacked(winning(s, seat, AWARD[n, AWARDS.EXCELLENT_FIRST], 0, care), seat),
        unpacked(winning(s, seat, AWARD[n, AWARDS.MASTERED_ALONE], 0, care), seat),
        unpacked(winning(s, seat, AWARD[n, AWARDS.MASTERED_SHARED], 0, care), seat),
        winning(s, seat, AWARD[n, AWARDS.EXCELLENT_SECOND], AWARD[n, AWARDS.EXCELLENT_FIRST], care),
        winning(s, seat, 0, AWARD[n, AWARDS.EXCELLENT_FIRST], care),
        winning(s, seat, AWARD[n, AWARDS.MASTERED_RUNNER_UP], AWARD[n, AWARDS.MASTERED_ALONE], care),
        winning(s, seat, 0, AWARD[n, AWARDS.MASTERED_ALONE], care),
    )


# The ritual


@rule
def payment(result: int, on: int) -> int:
    """RES: what a chant on (1) or off (0) the altar gets: 1 scored, 0 nothing, -1 madness."""
    if result == NOTHING or (on and result == OUTCOME.WICKED):
        return 0
    return -1 if not on and result == OUTCOME.VORTEX else 1


@rule
def standing(s: Play, seat: int, pay: int, points: int, rounds: int) -> int:
    """Where the total of a player is heading who is paid for so many points, all in tenths; NONE: he is out (MAD-2).

    As long as rounds are to come a minus point costs another point: it takes the freedom to chant off the altar.
    """
    minus = 10 * s.minus[seat] + (points if pay < 0 else 0)
    if s.out[seat] or minus >= 10 * MADNESS_LIMIT:
        return NONE
    return 10 * s.total[seat] + pay * points - minus * min(rounds, 1)


SPREAD = table([round(10 * sqrt(0.5 + 2 * 1.9**2 * rounds)) for rounds in range(ROUNDS + 1)])
"""Tenths of a point by which two totals drift apart in the rounds to come; a chant's pay has a deviation of 1.9."""


@rule
def ahead(mine: int, theirs: int, rounds: int) -> int:
    """The chance to end the ritual with more than another player."""
    if mine == NONE:
        return 1
    lead, spread = mine - theirs, SPREAD[rounds]
    return 1 + int((ONE - 2) * (0.5 + 0.5 * lead / sqrt(spread * spread + lead * lead)))


@rule
def prospect(
    s: Play, seat: int, result: int, on: int, points: int, without: int, usual: int, tens: int, stakes: Stakes
) -> int:
    """The chance to win, in millionths, after a result, for a seat that chanted these points with one card of its hand.

    `on` is the set of seats on the altar; `usual` and `tens` say of each other seat what it may have chanted.
    """
    rounds = min(ROUNDS - s.round_no + (result == NOTHING), ROUNDS)
    pay = payment(result, has(on, seat))
    mine, total = standing(s, seat, pay, 10 * points, rounds), s.total[seat] + pay * points
    top, odds, now, later, rivals = 1.0, 0.0, 0.0, 0.0, 0  # top: ahead of all; now, later: another one comes to ten
    leads = 0  # the chance to end ahead of each rival
    for other in range(s.players):
        pay = payment(result, has(on, other))
        theirs = standing(s, other, pay, unpacked(usual, other), rounds)
        if other != seat and theirs != NONE:
            rivals += 1
            leads |= packed(ahead(mine, theirs, rounds), other)
            chance = unpacked(leads, other) / ONE
            top *= chance
            odds += 1 / chance - 1
            now += unpacked(tens, other) * (pay > 0) / ONE
            need = TARGET - s.total[other] - (pay * unpacked(usual, other) + 5) // 10
            later += STRAY * REACH[rounds, min(max(need, 0), TARGET)] / ONE
    now, later, ten = min(now, 1.0), min(later, 1.0), 0.0
    if mine != NONE and total == TARGET:
        return int(ONE * ((1 - now) * stakes.alone + now * stakes.shared))
    if rivals == 0:  # the last caster, or everybody is out and the ritual is done again (MAD-3)
        return ONE * (stakes.first if mine != NONE else unpacked(stakes.none, seat))
    if mine != NONE:
        ten = own_reach(s, seat, without, TARGET - total, rounds) / ONE * (1 - later / 2)  # who of two is quicker?
    later *= 1 - ten
    ranked, next_best = (1 - now) * (1 - ten - later), top * odds  # next_best: behind exactly one
    value = (1 - now) * ten * stakes.alone + ranked * top * stakes.first
    for other in range(s.players):
        chance, scores = unpacked(leads, other) / ONE, payment(result, has(on, other)) > 0
        if chance > 0:
            best = ranked * (1 / chance - 1) / odds  # this one ends the ritual first
            ten = (1 - now) * later / rivals + unpacked(tens, other) * scores / ONE  # or comes to ten
            value += best * next_best * unpacked(stakes.second, other)
            value += best * (1 - top - next_best) * unpacked(stakes.none, other)
            value += ten * top / chance * unpacked(stakes.runner_up, other)
            value += ten * (1 - top / chance) * unpacked(stakes.lost, other)
    return int(ONE * value)
