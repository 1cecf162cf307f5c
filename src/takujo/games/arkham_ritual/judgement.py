"""The end of a round of Arkham Ritual: the judgement [7], or the Great Old One that replaces it [10-4].

What each seat is due is worked out first, in `l_delta`; then all of it is settled together (2.6).
"""

from takujo.core.events import ALL, pause, put, put2, put4, put_list, put_set, tell
from takujo.core.jit import Events, rule
from takujo.core.record import NONE
from takujo.core.sets import all_of, has, only, without

from .cards import ARTIFACT, CARD, GAIN, HEADS, LOSS, MAD, SANITY
from .state import EVENT, RULE, WHY, Play

# Holders: the seats, then the dummies


@rule
def heads(s: Play) -> int:
    """The head count: dummies count as players [14]."""
    return max(s.players, HEADS)


@rule
def held(s: Play, holder: int) -> int:
    """The card of a seat or a dummy."""
    return s.hand[holder] if holder < s.players else s.dummy[holder - s.players]


@rule
def holds(s: Play, card: int) -> bool:
    """Has any holder, a dummy too (R20), this card?"""
    for holder in range(heads(s)):
        if held(s, holder) == card:
            return True
    return False


@rule
def old_one_holder(s: Play) -> int:
    """The holder of the Great Old One, a dummy too (R19); NONE if nobody holds it."""
    for holder in range(heads(s)):
        if held(s, holder) == s.opt_great_old_one:
            return holder
    return NONE


# Cards are turned up [7]


@rule
def turn_up(s: Play, ev: Events, cause: int, citation: int) -> None:
    """[7]: all cards are turned up for everybody, and noted with the round (R39)."""
    pause(s, ev)  # what led to it is seen before they are
    s.l_round, s.l_cause, s.l_parent = s.round_no, cause, s.parent  # R6: the parent of this turn
    s.l_card = s.l_effect = s.l_owner = s.l_owner_dummy = s.l_loss = NONE
    s.l_extra = 0
    for seat in range(s.players):
        s.l_hand[seat], s.l_failed[seat], s.l_delta[seat] = s.hand[seat], NONE, 0
    for i in range(len(s.dummy)):
        s.l_dummy[i], s.l_failed_dummy[i] = s.dummy[i], NONE
    tell(ev, EVENT.ROUND_END, citation, ALL, ALL)
    put2(ev, s.round_no, cause)
    put_list(ev, s.hand)
    put_list(ev, s.dummy)
    pause(s, ev)


@rule
def fail(s: Play, failing: int) -> None:
    """Note who fails, and the prescribed number: so many as fail [7-3], or the doom board's [13]."""
    seats = dummies = 0
    for holder in range(heads(s)):
        if has(failing, holder) and holder < s.players:
            s.l_failed[seats] = holder
            seats += 1
        elif has(failing, holder):
            s.l_failed_dummy[dummies] = holder - s.players
            dummies += 1
    s.l_loss = seats
    if s.opt_doom_board:
        s.l_loss = s.opt_doom_values[s.doom_space]
    elif s.opt_dummies_raise_loss:  # R8
        s.l_loss += dummies


@rule
def change_sanity(s: Play, ev: Events, seat: int, due: int, why: int, citation: int) -> int:
    """Never below 0 nor above the most [7-3][Q5] (R33). The change really made."""
    before = s.sanity[seat]
    s.sanity[seat] = max(0, min(SANITY, before + due))
    delta = s.sanity[seat] - before
    if delta != 0:
        tell(ev, EVENT.SANITY, citation, ALL, ALL)
        put4(ev, seat, delta, s.sanity[seat], why)
    return delta


@rule
def settle(s: Play, ev: Events) -> None:
    """All changes of sanity at the round's end, computed before any is made (2.6)."""
    for seat in range(s.players):
        why, citation = WHY.JUDGEMENT, RULE.S13 if s.opt_doom_board else RULE.S7_3
        if s.l_effect != NONE:
            why, citation = s.l_effect, RULE.S10_4
        elif s.hand[seat] == CARD.WARY_STUDENT:
            why, citation = CARD.WARY_STUDENT, RULE.S10_3
        elif s.l_delta[seat] > 0:
            why, citation = CARD.INVESTIGATOR, RULE.S10_3
        s.l_delta[seat] = change_sanity(s, ev, seat, s.l_delta[seat], why, citation)
        if s.l_delta[seat]:
            pause(s, ev)


# The judgement [7-1][7-2][7-3][10-3]


@rule
def failing(s: Play) -> int:
    """[7-1][7-2][10-3]: the set of holders that fail the judgement."""
    cultist, professor = holds(s, CARD.CULTIST), holds(s, CARD.MAD_PROFESSOR)
    once = twice = 0  # sets of artifacts held
    for holder in range(heads(s)):
        if ARTIFACT[held(s, holder)] != NONE:
            kind = only(ARTIFACT[held(s, holder)])
            twice |= once & kind
            once |= kind
    seats = 0
    for holder in range(heads(s)):
        card = held(s, holder)
        if MAD[card] != cultist:
            seats |= only(holder)  # mad cards fail; with the Cultist sane ones do, his own too
        elif ARTIFACT[card] != NONE:
            seats |= has(twice, ARTIFACT[card]) << holder  # of two equal artifacts both, whatever their colours
        elif professor or card == CARD.WARY_STUDENT:
            seats |= only(holder)  # R9: the Wary Student counts
    return seats


@rule
def judge(s: Play, ev: Events) -> None:
    """[7]: the judgement; what each seat is due goes into l_delta."""
    seats = failing(s)
    fail(s, seats)
    for seat in range(s.players):
        if s.hand[seat] == CARD.WARY_STUDENT:
            s.l_delta[seat] = -LOSS  # R10: also with the doom board
        elif has(seats, seat):
            s.l_delta[seat] = -s.l_loss
        elif s.hand[seat] == CARD.INVESTIGATOR:
            s.l_delta[seat] = GAIN
    if len(ev) == 1:
        return
    citation = RULE.S7_1
    if holds(s, CARD.CULTIST):
        citation = RULE.S7_2
    elif holds(s, CARD.MAD_PROFESSOR):
        citation = RULE.S10_3
    tell(ev, EVENT.JUDGEMENT, citation, ALL, ALL)
    put_set(ev, all_of(s.players) & ~seats)
    put_list(ev, s.l_failed)
    put_list(ev, s.l_failed_dummy)
    put(ev, s.l_loss)
    pause(s, ev)


# Great Old Ones [10-4]: no character acts (R37)


@rule
def cthulhu(s: Play, owner: int) -> None:
    """All but the owner lose one less than there are players, dummies counted [14]."""
    s.l_loss = heads(s) - 1
    for seat in range(s.players):
        if seat != owner:
            s.l_delta[seat] = -s.l_loss


@rule
def nyarlathotep(s: Play, owner: int) -> None:
    """Those with most sanity fail, but not the owner, who gains what they really lost (R24)."""
    most, leaders, lost = 0, 0, 0
    for seat in range(s.players):
        if seat == owner and not s.opt_nyarlathotep_owner_compared:  # R23
            continue
        if s.sanity[seat] > most:
            most, leaders = s.sanity[seat], 0
        if s.sanity[seat] == most:
            leaders |= only(seat)
    leaders = without(leaders, owner)
    fail(s, leaders)
    for seat in range(s.players):
        if has(leaders, seat):
            s.l_delta[seat] = -s.l_loss
            lost += min(s.l_loss, most)
    if owner < s.players:
        s.l_delta[owner] = lost


@rule
def yog_sothoth(s: Play, owner: int) -> None:
    """One seat lowest: all but it and the owner lose all. Several: the owner drops to 1, the others lose 1."""
    fewest, lowest, n = SANITY + 1, NONE, 0
    for seat in range(s.players):
        if seat == owner and not s.opt_yog_owner_compared:  # R22
            continue
        if s.sanity[seat] < fewest:
            fewest, lowest, n = s.sanity[seat], seat, 0
        n += s.sanity[seat] == fewest
    for seat in range(s.players):
        if n > 1:
            s.l_delta[seat] = 1 - s.sanity[seat] if seat == owner else -1
        elif seat not in (owner, lowest):
            s.l_delta[seat] = -s.sanity[seat]


@rule
def hastur(s: Play) -> None:
    """Holders of artifacts fail, and lose one more for each mad card held, dummies' too (R25)."""
    holders = 0
    for holder in range(heads(s)):
        if ARTIFACT[held(s, holder)] != NONE:
            holders |= only(holder)
        s.l_extra += MAD[held(s, holder)]
    fail(s, holders)
    for seat in range(s.players):
        if has(holders, seat):
            s.l_delta[seat] = -(s.l_loss + s.l_extra)


@rule
def wreak_havoc(s: Play, ev: Events) -> None:
    """The Great Old One's effect replaces the judgement; the Mystery Card borrows one of the four set aside."""
    holder = old_one_holder(s)
    s.l_card = s.l_effect = s.opt_great_old_one
    if holder < s.players:
        s.l_owner = holder
    else:
        s.l_owner_dummy = holder - s.players
    if s.l_card == CARD.MYSTERY:
        s.l_effect = s.set_aside[0]
        tell(ev, EVENT.MYSTERY, RULE.PROMO, ALL, ALL)
        put(ev, s.l_effect)
        pause(s, ev)
    if s.l_effect == CARD.CTHULHU:
        cthulhu(s, holder)
    elif s.l_effect == CARD.NYARLATHOTEP:
        nyarlathotep(s, holder)
    elif s.l_effect == CARD.YOG_SOTHOTH:
        yog_sothoth(s, holder)
    elif s.l_effect == CARD.HASTUR:
        hastur(s)
    tell(ev, EVENT.GREAT_OLD_ONE, RULE.S10_4, ALL, ALL)
    put4(ev, s.l_card, s.l_effect, s.l_owner, s.l_owner_dummy)
    put_list(ev, s.l_failed)
    put_list(ev, s.l_failed_dummy)
    put2(ev, s.l_loss, s.l_extra)
    pause(s, ev)
