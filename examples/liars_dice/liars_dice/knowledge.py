"""What a seat can know: its own dice. Those of others may be anything; what was bid is not taken to tell more."""

from takujo.core.chance import below
from takujo.core.jit import Floats, rule
from takujo.core.names import Blocks
from takujo.core.record import UNKNOWN

from .rules import left
from .state import DICE, FACES, MOST, SEATS, Play

OBS = Blocks(own=FACES, left=SEATS, bidder=SEATS, count=1, face=FACES)


@rule
def unveil(s: Play, v: Play, seat: int) -> None:
    """Nothing but the table of fields decides who sees what."""


@rule
def guess(s: Play) -> None:
    """Roll what is not known."""
    for seat in range(s.players):
        for i in range(DICE):
            if s.dice[seat, i] == UNKNOWN:
                s.dice[seat, i] = 1 + below(s.chance, FACES)


@rule
def observe(v: Play, seat: int, out: Floats) -> None:
    """Seats count from the observer's."""
    for i in range(DICE):
        if v.dice[seat, i] > 0:
            out[OBS.OWN + v.dice[seat, i] - 1] += 1 / DICE
    for other in range(v.players):
        place = (other - seat + v.players) % v.players
        out[OBS.LEFT + place] = left(v, other) / DICE
        out[OBS.BIDDER + place] = other == v.bidder
    if v.count > 0:
        out[OBS.COUNT] = v.count / MOST
        out[OBS.FACE + v.face - 1] = 1
