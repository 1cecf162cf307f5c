"""How people play who are new to the game.

They see who would survive, and give harm where they can; but they do so plainly, forget the discards, think neither of
the effects of cards nor of who leads, and do not ask why a card comes to them.
"""

from takujo.core.jit import Events, Floats, rule
from takujo.core.maths import log
from takujo.core.record import UNKNOWN
from takujo.core.sets import has

from ..cards import CARD, DUMMIES, MAD, TYPES
from ..judgement import failing
from ..rules import copies
from ..state import ACTION, PHASE, Play

SPITE = 2.5  # for each step of harm done
ENVY = 1.0  # for handing the card on to somebody who would survive
WORRY = 4.0  # for taking it, by the chance that one's own card fails
CALM = 0.45  # about the chance that any card fails


@rule
def doubt(s: Play, seat: int) -> int:
    """The chance in thousandths that my card fails, counting only the cards in sight on the table."""
    hidden, n, bad = s.hand[seat], 0, 0
    for card in range(TYPES):
        left = copies(s, card)
        for other in range(s.players):
            left -= int(other != seat and s.hand[other] == card)
        for i in range(DUMMIES):
            left -= int(s.dummy[i] == card)
        if hidden not in (UNKNOWN, card):
            left = 0
        if left > 0:
            s.hand[seat] = card
            n += left
            bad += left * has(failing(s), seat)
            s.hand[seat] = hidden
    return 1000 * bad // max(n, 1)


@rule
def harm(s: Play, child: int, new: int) -> int:
    """1: the child would fail with the new card only; -1: with its old one only."""
    before = has(failing(s), child)
    old, s.hand[child] = s.hand[child], new
    step = has(failing(s), child) - before
    s.hand[child] = old
    return step


@rule
def weigh_as_novice(s: Play, seat: int, numbers: Events, n: int, out: Floats) -> None:
    """The same decisions with a beginner's eyes."""
    hidden, bad = s.hand[seat], doubt(s, seat)
    if hidden == UNKNOWN:
        s.hand[seat] = CARD.ELDER_SIGN  # any sane card that equals no other: one's own is not thought of
    for i in range(n):
        action = numbers[i]
        out[i] = 0.0
        if s.phase == PHASE.OFFER:
            out[i] = SPITE * harm(s, action - ACTION.OFFER, s.offered)
        elif action == ACTION.ACCEPT:
            out[i] = WORRY * (bad / 1000 - CALM) + log(n - 1)  # as likely as all the others together
        elif action == ACTION.RETURN:
            out[i] = -1.5 if MAD[s.deck[0]] else 1.5  # mad cards are thought to be better away
        elif s.phase == PHASE.RESPOND and action != ACTION.DECLINE:
            out[i] = 0.0 if has(failing(s), action - ACTION.PASS) else ENVY
    s.hand[seat] = hidden
