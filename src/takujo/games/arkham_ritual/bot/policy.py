"""Whom to offer the card, whether to take it, and what the way it came tells about the two cards one does not see.

My card and the one offered come from the same unseen cards, so without a hint they are equally good. The hint is the
way the card came: whoever offers it sees my card, the parent sees both, and people hand on harm.
"""

from takujo.bots.care import HASTY, NOVICE
from takujo.bots.tuning import NEVER, Tuning
from takujo.core.jit import Events, Floats, Ints, rule
from takujo.core.record import NONE, UNKNOWN, table
from takujo.core.scratch import scratch
from takujo.core.sets import has, only, without

from ..cards import CARD, MAD, SANITY, SEATS, TURN, TYPES
from ..judgement import old_one_holder
from ..knowledge import pool
from ..rules import all_but, nearest
from ..state import ACTION, PHASE, PLACE, Play
from .novice import weigh_as_novice

from .outlook import (  # isort: skip
    KEPT, MILLE, WIN, awakened, failed, hands_of, judged, keep_notes, put_back, share, with_card,
)  # fmt: skip

# A search ends with the round (`chapter`). A decision is worth a hundredth of a win or two: so the policy, which reads
# the way of a card only roughly, must not outweigh what was seen, and others should be foreseen well. Judged by long
# searches of 45 decisions with REGULAR inside (so not by a neutral judge), one with HASTY inside lost 0.9 % of a win in
# each, the policy 0.8, this 0.2.
SEARCH = Tuning(horizon=1000, trust=NEVER, exploration=2000, doubt=1000, episodes=1)

# Tried by play_policies, 4,000 games of one REGULAR among four NOVICE each: a CHURN of 200 to 800, TAKES of 500 and
# 700, a MALICE of 6 to 27 and an ENVY of 1 to 6 make no difference beyond chance. Among three who expect a MALICE of 12
# one who refuses every parent, and takes what others hand on, wins 1.18 times his share; of 3, 0.91 times.
CHURN = 500  # thousandths of what the cards in hand decide that the rest of the round will undo
TAKES = 500  # thousandths: how often a child is expected to take a card
MALICE = 3  # how much likelier a card is offered where it does a step more harm
PULL = table([1, MALICE, MALICE * MALICE])  # by harm, from -1 on
ENVY = 3  # how much likelier a card is handed on to somebody who would survive as things are
KEENNESS = 300.0  # a hundredth of a win makes an action e^3 times as likely

# Sums: of all weights, of what an end now is worth, and of what it is worth that each seat takes the card.
TOTAL, NOW, TAKEN = 0, 1, 2
SUMS = TAKEN + SEATS


# What the hidden cards may be


@rule
def ways(s: Play, seat: int, cards: int, mine: int, new: int) -> int:
    """In how many ways, up to a factor, the unseen cards lie if these are my card and the one in question (5.5)."""
    n = 1
    if s.hand[seat] == UNKNOWN:
        n = cards >> 2 * mine & 3
        if mine == s.opt_great_old_one and has(s.gate_clear, seat):
            return 0
        if s.look_at == PLACE.HAND and s.look_holder == seat and s.look_colour not in (NONE, MAD[mine]):
            return 0
        cards -= int(n > 0) << 2 * mine
    elif s.hand[seat] != mine:
        return 0
    known = s.deck[0] if s.phase == PHASE.ORB else s.offered
    if known == UNKNOWN:
        n *= cards >> 2 * new & 3
        if s.look_at == PLACE.OFFERED and s.look_colour not in (NONE, MAD[new]):
            return 0
        cards -= int(n > 0) << 2 * new
    elif known != new:
        return 0
    if n > 0 and s.look_at == PLACE.TOP and s.look_colour != NONE and s.deck[0] == UNKNOWN:
        alike = 0  # the Trapezohedron has shown the colour of the top card
        for card in range(TYPES):
            if MAD[card] == s.look_colour:
                alike += cards >> 2 * card & 3
        n *= alike
    return n


@rule
def offer_hint(s: Play, hands: int, new: int, fails: int) -> int:
    """How likely, in thousandths, the parent would have offered this card to whom he did."""
    total = chosen = 0
    for child in range(s.players):
        if child != s.parent:
            harm = has(failed(s, with_card(hands, child, new)), child) - int(has(fails, child))
            pull = PULL[1 + harm]
            total += pull
            if child == s.path[0]:
                chosen = pull
    return MILLE * chosen // total


@rule
def pass_hint(s: Play, fails: int) -> int:
    """How likely, in thousandths, children who do not see the card would have handed it on as they did."""
    hint, left = MILLE, all_but(s, s.parent)
    for i in range(SEATS - 1):
        if s.path[i] == NONE:
            break
        total = chosen = 0
        for child in range(s.players):
            if has(left, child):
                pull = 1 if has(fails, child) else ENVY
                total += pull
                if child == s.path[i]:
                    chosen = pull
        left = without(left, s.path[i])
        if i > 0:
            hint = hint * chosen // total
    return hint + 1


# What may come of the card


@rule
def after(s: Play, hands: int, seat: int, base: int, child: int, new: int) -> int:
    """What it is worth to a seat that a child takes this card and discards its own [6-2-1][10-2]."""
    old, s.hand[child] = s.hand[child], new
    gain = 0
    if old == CARD.SHINING_TRAPEZOHEDRON and s.deck[0] != NONE:
        gain = min(TURN, SANITY - s.sanity[child])
    s.sanity[child] += gain  # three of four cards are sane: sanity is likelier won than lost
    if old in (CARD.GATE_A, CARD.GATE_B) and old_one_holder(s) != NONE:
        worth = awakened(s, seat)
    else:
        worth = judged(s, with_card(hands, child, new), seat)
        if old != CARD.ELDER_SIGN and s.deck[0] != NONE:
            worth += (base - worth) * CHURN // MILLE
    s.hand[child] = old
    s.sanity[child] -= gain
    return worth


@rule
def possible(s: Play, cards: int, known: int, card: int, care: int) -> bool:
    """May a card be this one? In haste only every fourth is thought of, others in each turn."""
    if known != UNKNOWN:
        return known == card
    return cards >> 2 * card & 3 != 0 and (care != HASTY or (card + s.turn) % 4 == 0)


@rule
def explore(s: Play, seat: int, takers: int, care: int, sums: Ints) -> None:
    """Sum up, over all that my card and the one in question may be, what can come of it."""
    cards, hidden, base, theirs = pool(s), s.hand[seat], share(s, s.sanity, seat), hands_of(s, seat)
    known = s.deck[0] if s.phase == PHASE.ORB else s.offered
    for mine in range(TYPES):
        if not possible(s, cards, hidden, mine, care):
            continue
        s.hand[seat], hands = mine, with_card(theirs, seat, mine)
        now, fails, hint = judged(s, hands, seat), failed(s, hands), 1
        if s.phase == PHASE.RESPOND:
            hint = pass_hint(s, fails)
        s.hand[seat] = hidden
        for new in range(TYPES):
            if not possible(s, cards, known, new, care):
                continue
            weight = ways(s, seat, cards, mine, new) * hint
            if weight == 0:
                continue
            s.hand[seat] = mine
            if s.phase == PHASE.RESPOND:
                weight *= offer_hint(s, hands, new, fails)
            sums[TOTAL] += weight
            sums[NOW] += weight * now
            for child in range(s.players):
                if has(takers, child):
                    sums[TAKEN + child] += weight * after(s, hands, seat, base, child, new)
            s.hand[seat] = hidden
    total = max(sums[TOTAL], 1)
    for i in range(NOW, SUMS):
        sums[i] //= total


# Decisions


@rule
def handed_on(s: Play, sums: Ints, to: int) -> int:
    """D2: what it is worth to hand the card on to a child: it may take it, or others may, or nobody."""
    now, others, n, nobody = sums[NOW], 0, 0, MILLE
    for child in range(s.players):
        if has(s.on_table, child) and child != to:
            others += sums[TAKEN + child]
            n += 1
            nobody = nobody * (MILLE - TAKES) // MILLE
    rest = now
    if n > 0:
        rest = (nobody * now + (MILLE - nobody) * (others // n)) // MILLE
    return (TAKES * sums[TAKEN + to] + (MILLE - TAKES) * rest) // MILLE


@rule
def returned(s: Play, sums: Ints, seat: int, takers: int, stays: int) -> int:
    """D3: put back, the card will be offered to anybody, and I shall know it if it comes to me."""
    worth = n = 0
    for child in range(s.players):
        if has(takers, child):
            worth += max(sums[TAKEN + child], stays) if child == seat else sums[TAKEN + child]
            n += 1
    return worth // n


@rule
def weigh(s: Play, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """How much each action is preferred."""
    if care == NOVICE:
        weigh_as_novice(s, seat, numbers, n, out)
        return
    takers = s.on_table
    if s.phase == PHASE.RESPOND:
        takers |= only(seat)
    elif s.phase == PHASE.ORB:
        takers = all_but(s, nearest(s, s.on_table))
    base = share(s, s.sanity, seat)
    kept, sums = scratch(KEPT), scratch(SUMS)
    keep_notes(s, kept)
    explore(s, seat, takers, care, sums)
    stays = sums[NOW] + (base - sums[NOW]) * CHURN // MILLE
    for i in range(n):
        action = numbers[i]
        if action == ACTION.RETURN:
            worth = returned(s, sums, seat, takers, stays)
        elif action == ACTION.DECLINE:
            worth = sums[NOW]
        elif action == ACTION.ACCEPT:
            worth = sums[TAKEN + seat]
        elif action == ACTION.REMOVE:
            worth = stays
        elif s.phase == PHASE.OFFER:
            worth = sums[TAKEN + action - ACTION.OFFER]
        else:
            worth = handed_on(s, sums, action - ACTION.PASS)
        out[i] = KEENNESS * worth / WIN
    put_back(s, kept)


@rule
def worth(s: Play, seat: int) -> int:
    """The share of the win; before the end the chance that the points of sanity give."""
    return share(s, s.sanity, seat) * MILLE // WIN


@rule
def retrace(s: Play, k: int) -> int:
    """Back to the k-th decision about the card on its way: the parent saw it and my card, who handed it on saw mine."""
    if s.phase != PHASE.RESPOND or k >= len(s.path) or s.path[k] == NONE:
        return NONE
    to = s.path[k]
    for i in range(k, len(s.path)):
        if s.path[i] != NONE:
            s.on_table |= only(s.path[i])
            s.path[i] = NONE
    if k == 0:
        s.phase, s.to_act[0] = PHASE.OFFER, s.parent
        return ACTION.OFFER + to
    s.to_act[0] = s.path[k - 1]
    return ACTION.PASS + to


@rule
def chapter(s: Play) -> int:
    """A round that is over leaves nothing but the points of sanity: `share` knows what they are worth."""
    return s.round_no
