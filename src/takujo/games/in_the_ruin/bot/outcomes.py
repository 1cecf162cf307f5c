"""What some rounds make of a sheet: what was found and lost, and what it would count."""

from takujo.bots.tuning import AMOUNT, CHANCE, LAST, OWN
from takujo.core.jit import Events, rule
from takujo.core.record import NONE
from takujo.core.scratch import scratch

from ..state import Play
from .policy import survey_now
from .prospect import CHALKED, OPEN_JOINED, RECTANGLE, ROUTES

__all__ = ["OUTCOMES", "heed", "note"]

OUTCOMES = {
    "gems": AMOUNT,
    "penalties": AMOUNT,
    "rectangle": AMOUNT,
    "routes": AMOUNT,
    "joined": AMOUNT,
    "escaped": CHANCE,
}
GEMS, PENALTIES, AREA, GOALS, JOINED, ESCAPED = range(len(OUTCOMES))
HAD_GEMS, HAD_PENALTIES = OWN, OWN + 1


@rule
def note(s: Play, seat: int, notes: Events, row: Events) -> None:
    notes[HAD_GEMS], notes[HAD_PENALTIES] = s.gems[seat], max(s.penalties[seat], 0)


@rule
def heed(s: Play, seat: int, notes: Events, row: Events) -> None:
    if notes[LAST]:
        x = scratch(CHALKED)
        survey_now(s, seat, x)
        row[GEMS], row[PENALTIES] = s.gems[seat] - notes[HAD_GEMS], s.penalties[seat] - notes[HAD_PENALTIES]
        row[AREA], row[GOALS], row[JOINED] = x[RECTANGLE], x[ROUTES], x[OPEN_JOINED]
        row[ESCAPED] = s.escaped[seat] != NONE
