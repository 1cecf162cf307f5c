"""What may come of a decision within its round: kills, lives, and whether the game ends."""

from takujo.bots.tuning import AMOUNT, CHANCE, OWN
from takujo.core.jit import Events, rule

from ..state import PHASE, Play

__all__ = ["OUTCOMES", "heed", "note"]

OUTCOMES = {"kills": AMOUNT, "life": AMOUNT, "killed": CHANCE, "others-killed": AMOUNT, "ends": CHANCE}
KILLS, LIFE, KILLED, OTHERS, ENDS = range(len(OUTCOMES))
ROUND, DONE, HAD_KILLS, HAD_LIFE = OWN, OWN + 1, OWN + 2, OWN + 3


@rule
def note(s: Play, seat: int, notes: Events, row: Events) -> None:
    notes[ROUND], notes[DONE] = s.round_no, 0
    notes[HAD_KILLS], notes[HAD_LIFE] = s.kills[seat], s.life[seat]


@rule
def heed(s: Play, seat: int, notes: Events, row: Events) -> None:
    if notes[DONE]:
        return
    row[KILLS], row[LIFE] = s.kills[seat] - notes[HAD_KILLS], s.life[seat] - notes[HAD_LIFE]
    row[ENDS] = s.phase == PHASE.OVER
    if s.round_no != notes[ROUND] or s.phase == PHASE.OVER:
        notes[DONE] = 1  # who was killed is forgotten by now, and chips are as the round left them
    if s.round_no == notes[ROUND]:
        killed = 0
        for other in range(s.players):
            killed += s.killed[other]
        row[KILLED], row[OTHERS] = s.killed[seat], killed - s.killed[seat]
