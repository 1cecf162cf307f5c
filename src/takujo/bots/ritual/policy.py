"""What to chant."""

from takujo.core.jit import Events, Floats, flow
from takujo.games.ritual.rules import winners
from takujo.games.ritual.state import OVER, State

HORIZON = 1000  # decisions a search looks ahead before it asks what a state is worth
OTHERS = 2  # the care with which a search expects others to play


@flow
def weigh(s: State, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    for i in range(n):
        out[i] = 0.0


@flow
def worth(s: State, seat: int) -> int:
    """The share of the win."""
    if s.phase != OVER:
        return 1000 // s.players
    won, among = winners(s), 0
    for other in range(s.players):
        among += won >> other & 1
    return 1000 // among if won >> seat & 1 else 0
