"""What may come of a card that is offered, taken or handed on: how the round ends."""

from takujo.bots.tuning import AMOUNT, CHANCE, LAST, OWN
from takujo.core.jit import Events, rule
from takujo.core.record import NONE

from ..state import Play

__all__ = ["OUTCOMES", "heed", "note"]

OUTCOMES = {"survive": CHANCE, "others-fail": AMOUNT, "old-one": CHANCE, "lost": AMOUNT}
SURVIVE, OTHERS, OLD_ONE, LOST = range(len(OUTCOMES))
ROUND, SANITY = OWN, OWN + 1


@rule
def note(s: Play, seat: int, notes: Events, row: Events) -> None:
    notes[ROUND], notes[SANITY] = s.round_no, s.sanity[seat]


@rule
def heed(s: Play, seat: int, notes: Events, row: Events) -> None:
    if notes[LAST] and s.l_round == notes[ROUND]:
        row[SURVIVE], row[OTHERS] = 1, 0
        for i in range(s.players):
            if s.l_failed[i] == seat:
                row[SURVIVE] = 0
            elif s.l_failed[i] != NONE:
                row[OTHERS] += 1
        row[OLD_ONE], row[LOST] = s.l_card != NONE, notes[SANITY] - s.sanity[seat]
