"""What a seat can know: its own card, and one that it has swapped away. All others may be anywhere."""

from takujo.core.chance import below
from takujo.core.jit import Floats, rule
from takujo.core.names import Blocks
from takujo.core.record import UNKNOWN
from takujo.core.sets import all_of, has, size_of, without

from .state import CARDS, PHASE, SEATS, Play

OBS = Blocks(card=CARDS, players=1, turn=SEATS)


@rule
def unveil(s: Play, v: Play, seat: int) -> None:
    """Write into a view what the table of fields cannot say: in the end all cards lie open."""
    if s.phase == PHASE.OVER:
        for other in range(s.players):
            v.hand[other] = s.hand[other]


@rule
def drawn(s: Play, left: int) -> int:
    """One of these cards, all equally likely."""
    skip, card = below(s.chance, size_of(left)), 0
    while not has(left, card) or skip > 0:
        skip -= has(left, card)
        card += 1
    return card


@rule
def guess(s: Play) -> None:
    """Fill in what a view does not know, so that it could be true."""
    left = without(all_of(CARDS + 1), 0)
    for seat in range(s.players):
        if s.hand[seat] > 0:
            left = without(left, s.hand[seat])
    for seat in range(s.players):
        if s.hand[seat] == UNKNOWN:
            s.hand[seat] = drawn(s, left)
            left = without(left, s.hand[seat])
    for i in range(SEATS):
        if s.discard[i] == UNKNOWN:
            s.discard[i] = drawn(s, left)
            left = without(left, s.discard[i])
    for i in range(CARDS):
        if s.deck[i] == UNKNOWN:
            s.deck[i] = drawn(s, left)
            left = without(left, s.deck[i])


@rule
def observe(v: Play, seat: int, out: Floats) -> None:
    """The view as numbers; seats count from the observer's."""
    out[OBS.CARD + v.hand[seat] - 1] = 1
    out[OBS.PLAYERS] = v.players / SEATS
    out[OBS.TURN + (v.turn - seat + v.players) % v.players] = 1
