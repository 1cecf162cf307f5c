"""What may come of a chant: of itself, and of the ritual it belongs to."""

from takujo.bots.tuning import AMOUNT, CHANCE, OWN
from takujo.core.jit import Events, rule
from takujo.core.record import NONE

from ..state import PAID, PHASE, REASON, Play

__all__ = ["OUTCOMES", "heed", "note"]

OUTCOMES = {"scores": CHANCE, "madness": CHANCE, "out": CHANCE, "ten": CHANCE, "award": AMOUNT}
SCORES, MADNESS, OUT, TEN, AWARD = range(len(OUTCOMES))
RITUAL, RESTARTS, ROUND = OWN, OWN + 1, OWN + 2  # when the decision was made; a round that is known already is 0


@rule
def note(s: Play, seat: int, notes: Events, row: Events) -> None:
    notes[RITUAL], notes[RESTARTS] = s.ritual, s.restarts
    notes[ROUND] = s.round_no if s.phase == PHASE.CHANT else 0


@rule
def heed(s: Play, seat: int, notes: Events, row: Events) -> None:
    h, round_no = notes[RITUAL] - 1, notes[ROUND]
    ended = s.h_ritual[h] != NONE
    if round_no > 0:
        if ended and s.h_rounds[h] == round_no:
            row[SCORES], row[MADNESS] = s.h_last[h, seat] > 0, s.h_last[h, seat] < 0
            notes[ROUND] = 0
        elif not ended and s.restarts == notes[RESTARTS] and s.row_paid[seat, round_no - 1] != NONE:
            paid = s.row_paid[seat, round_no - 1]
            row[SCORES], row[MADNESS] = paid == PAID.SCORED, paid == PAID.MADNESS
            notes[ROUND] = 0
        elif not ended and s.restarts != notes[RESTARTS]:  # MAD-3: everybody went mad, who was in with them
            row[MADNESS] = 1
            notes[ROUND] = 0
    if ended:
        row[OUT], row[AWARD] = s.h_out[h, seat], s.h_award[h, seat]
        row[TEN] = s.h_reason[h] == REASON.EXACT_TEN and s.h_award[h, seat] > 0
    elif s.restarts == notes[RESTARTS]:
        row[OUT] = s.out[seat]
