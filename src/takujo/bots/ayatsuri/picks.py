"""Which role to take."""

from takujo.core.jit import door
from takujo.core.record import table
from takujo.games.ayatsuri.state import State

from .chips import CERTAIN, after_change

# What a round brings: life and kills, for each of the outcomes below.
OUTCOMES = table([[0, 0], [-1, 0], [0, 1], [-1, 1], [1, 0], [0, 2]])

# The chance of each outcome, in hundredths, by role.
BRINGS = table(
    [
        [20, 20, 45, 15, 0, 0],
        [50, 10, 30, 10, 0, 0],
        [25, 25, 35, 15, 0, 0],
        [50, 25, 20, 5, 0, 0],
        [45, 40, 5, 0, 0, 10],
        [70, 0, 0, 0, 30, 0],
        [10, 25, 0, 30, 35, 0],
        [10, 40, 35, 15, 0, 0],
    ]
)


@door
def appeal(s: State, seat: int, role: int) -> int:
    """The chance of a seat to win after a round in this role, by what such a round brings."""
    value = 0
    for i in range(len(OUTCOMES)):
        if BRINGS[role, i]:
            value += BRINGS[role, i] * after_change(s, seat, seat, OUTCOMES[i, 0], OUTCOMES[i, 1])
    return value // 100
