"""What a seat can know: every card it has not seen may be anywhere."""

from takujo.core.chance import below
from takujo.core.jit import Floats, rule
from takujo.core.record import UNKNOWN

from .state import CARDS, GUESS, HAND, SEATS, Play


@rule
def unveil(s: Play, v: Play, seat: int) -> None:
    """Nothing."""


@rule
def drawn(s: Play, left: int) -> int:
    n = 0
    for card in range(CARDS):
        n += left >> card & 1
    skip = below(s.chance, n)
    for card in range(CARDS):
        if left >> card & 1:
            if skip == 0:
                return card
            skip -= 1
    return 0


@rule
def guess(s: Play) -> None:
    left = (1 << CARDS) - 1
    for i in range(SEATS * HAND):
        if s.row[i] >= 0:
            left &= ~(1 << s.row[i])
    for seat in range(SEATS):
        if s.laid[seat] >= 0:
            left &= ~(1 << s.laid[seat])
        for i in range(HAND):
            if s.hand[seat, i] >= 0:
                left &= ~(1 << s.hand[seat, i])
    for seat in range(SEATS):
        for i in range(HAND):
            if s.hand[seat, i] == UNKNOWN:
                s.hand[seat, i] = drawn(s, left & ~1 if s.opt_leak == GUESS else left)
                left &= ~(1 << s.hand[seat, i])
        if s.laid[seat] == UNKNOWN:
            s.laid[seat] = drawn(s, left)
            left &= ~(1 << s.laid[seat])
    for i in range(CARDS):
        if s.rest[i] == UNKNOWN:
            s.rest[i] = drawn(s, left)
            left &= ~(1 << s.rest[i])


@rule
def observe(v: Play, seat: int, out: Floats) -> None:
    out[0] = seat
