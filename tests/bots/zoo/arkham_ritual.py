"""Simple bots for Arkham Ritual."""

from takujo.core.jit import Bytes, Events, Floats, door, rule
from takujo.core.kinds import Terms
from takujo.core.record import NONE
from takujo.games.arkham_ritual.cards import MAD
from takujo.games.arkham_ritual.state import ACTION, PHASE, Play

BOT = Terms(
    "uniform",
    "taker",  # takes every card
    "refuser",  # never takes one
    "hunter",  # hands cards to whoever has the most sanity, and takes none
    "bully",  # hands them to whoever has the least
    "neighbour",  # to the left, always; takes one in two
    "trusting",  # takes what comes from the parent, hands on what others did not want
    "suspicious",  # the other way round
    "poisoner",  # mad cards to whoever has most, sane ones to whoever has least; takes one in two
    "shrewd",  # takes as the suspicious one does, hands on as the poisoner does
    "crafty",  # takes as the suspicious one does, hands on as the levelling one does
    "last",  # takes what nobody else is left to take
    "scared",  # takes when he has less sanity than most, hands on else
    "bold",  # the other way round
    "odd",  # takes if most hands that he sees are sane, hands on to whoever has most
    "levelling",  # mad cards to holders of sane ones, sane cards to holders of mad ones; takes none
)
DTYPE = Play.dtype
SURE = 100.0  # a preference that decides by itself


@rule
def receiver(s: Play, action: int) -> int:
    """Who gets the card by this action; NONE: nobody else."""
    if s.phase == PHASE.OFFER:
        return action - ACTION.OFFER
    return action - ACTION.PASS if ACTION.PASS <= action < ACTION.PASS + s.players else NONE


@rule
def takes(s: Play, seat: int, bot: int) -> int:
    """How much more a bot likes to take a card than not to: 1, -1, or 0 for one in two."""
    if bot == BOT.TAKER:
        return 1
    if bot == BOT.TRUSTING:
        return 1 if s.path[0] == seat else -1
    if bot == BOT.LAST:
        return 1 if s.path[s.players - 2] != NONE else -1
    if bot == BOT.SCARED or bot == BOT.BOLD:
        more = 0
        for other in range(s.players):
            more += 1 if s.sanity[other] > s.sanity[seat] else 0
        return 1 if (more * 2 >= s.players) == (bot == BOT.SCARED) else -1
    if bot == BOT.ODD:
        mad = 0
        for other in range(s.players):
            if other != seat:
                mad += 1 if MAD[s.hand[other]] else -1
        return 1 if mad < 0 else -1
    if bot in (BOT.SUSPICIOUS, BOT.SHREWD, BOT.CRAFTY):
        return -1 if s.path[0] == seat else 1
    return 0 if bot in (BOT.NEIGHBOUR, BOT.POISONER) else -1


@rule
def target(s: Play, seat: int, to: int, bot: int) -> int:
    """How much a bot likes to hand the card to a seat."""
    if bot == BOT.NEIGHBOUR:
        return -((to - seat) % s.players)
    if bot == BOT.HUNTER or bot == BOT.ODD:
        return s.sanity[to]
    if bot == BOT.BULLY:
        return -s.sanity[to]
    if s.phase == PHASE.OFFER and bot in (BOT.POISONER, BOT.SHREWD):
        return s.sanity[to] if MAD[s.offered] else -s.sanity[to]
    if s.phase == PHASE.OFFER and bot in (BOT.LEVELLING, BOT.CRAFTY):
        return 1 if MAD[s.hand[to]] != MAD[s.offered] else 0
    return 0


@door
def weigh(view: Bytes, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """How much a bot of this number likes each action."""
    s = view.view(DTYPE)[0]
    best = -s.players * SURE
    for i in range(n):
        to = receiver(s, numbers[i])
        if to != NONE:
            best = max(best, SURE * target(s, seat, to, care))
    for i in range(n):
        out[i] = 0.0
        if care != BOT.UNIFORM:
            to = receiver(s, numbers[i])
            if to != NONE:
                out[i] = SURE * target(s, seat, to, care) - best
            elif numbers[i] == ACTION.ACCEPT:
                out[i] = SURE * takes(s, seat, care)
