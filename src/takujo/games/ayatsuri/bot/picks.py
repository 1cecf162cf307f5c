"""What a role promises to a seat, by its chips: for one's own pick, and to guess the picks of others."""

from takujo.core.jit import Ints, rule
from takujo.core.record import table
from takujo.core.sets import has

from ..cards import CARDS, KILLS_TO_END, ROLE
from ..state import Play
from .chips import CERTAIN, after_change, strength, strength_of_all

# What a round may bring to a seat: life and kills more.
OUTCOMES = 6
LIFE_MORE = table([0, -1, 0, -1, 1, 0])
KILLS_MORE = table([0, 0, 1, 1, 0, 2])

# The chance of each outcome, in hundredths, by role: counted for a regular player who takes half of his roles by
# chance, 3,000 games each among novices and among hasty ones, four and five players, no promo. The bomber's row is made
# of the bomb's fate and the condemnation's (Promo 2), half each: counting would not settle, as nobody condemns where
# nobody takes her.
BRINGS = table(
    [
        [10, 50, 40, 0, 0, 0],
        [35, 9, 46, 8, 2, 0],
        [18, 33, 41, 7, 1, 0],
        [27, 31, 21, 15, 2, 4],
        [51, 42, 1, 0, 1, 5],
        [96, 2, 0, 0, 2, 0],
        [29, 24, 31, 11, 5, 0],
        [8, 37, 27, 28, 0, 0],
        [45, 30, 3, 0, 2, 20],
    ]
)
LONE_KILLER = CARDS  # the last row: the serial killer if nobody can be the terrorist, who would kill before him

# In the same games one won so much less often, in hundredths, with the two roles that hinder nobody (4 and 5) than the
# chips that they bring would tell.
IDLE = 70


@rule
def row(s: Play, seat: int, role: int) -> int:
    """Which row of BRINGS fits what this seat has seen."""
    shown = s.face_up[0] == ROLE.TERRORIST
    laid = seat == s.first and s.seen[seat] >= 0 and not has(s.seen[seat], ROLE.TERRORIST)  # 2.6: it lies face down
    return LONE_KILLER if role == ROLE.KILLER and (shown or laid) else role


@rule
def note_outcomes(s: Play, seat: int, chances: Ints) -> None:
    """The chance of a seat to win after each outcome: for all roles the same."""
    others = strength_of_all(s, seat)
    for i in range(OUTCOMES):
        life, kills = max(0, s.life[seat] + LIFE_MORE[i]), s.kills[seat] + KILLS_MORE[i]
        if others < 0 or life == 0 or kills >= KILLS_TO_END:
            chances[i] = after_change(s, seat, seat, LIFE_MORE[i], KILLS_MORE[i])
        else:  # the same, where nobody would be judged
            mine = strength(life, kills)
            chances[i] = CERTAIN * mine // (others + mine)


@rule
def appeal(s: Play, seat: int, role: int, chances: Ints) -> int:
    """The chance of a seat to win after a round in this role, by what such a round brings (`note_outcomes`)."""
    value, brings = 0, row(s, seat, role)
    for i in range(OUTCOMES):
        value += BRINGS[brings, i] * chances[i]
    idle = brings == ROLE.KILLER or (role == ROLE.DICTATOR and not s.opt_promo)  # Promo 2: his marker may condemn
    return value * IDLE // 10000 if idle else value // 100
