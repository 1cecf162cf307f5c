"""What is counted in RITUAL: a column for each thing worth knowing, and what is made of them."""

import numpy as np

from takujo.core.jit import Events, rule
from takujo.core.record import NONE
from takujo.core.sets import only
from takujo.core.words import Speech
from takujo.lab.counting.columns import OWN, SEAT, Column, Columns, look
from takujo.lab.measures import Games, Measure, Section

from ..cards import BACK_OF, BACKS, CARDS, HAND, IDS, RITUALS, ROUNDS
from ..state import EVENT, OUTCOME, REASON, Play
from ..text import TEXT

__all__ = ["ROW", "begin", "end", "hear", "sections"]

RITUAL = tuple(str(number + 1) for number in range(RITUALS))
ROUND = tuple(str(number + 1) for number in range(ROUNDS))
RESULTS, REASONS = tuple(OUTCOME.names), tuple(REASON.names)

ROW = Columns(
    *OWN,
    Column("chants", "rounds of this number with this result, restarts included", (ROUND, RESULTS)),
    Column("reason", "why the ritual ended: " + ", ".join(f"{i} {name}" for i, name in enumerate(REASONS)), (RITUAL,)),
    Column("place", "place in the ritual: 1, 2, or 0 for nothing won", (RITUAL, SEAT)),
    Column("hand", "cards taken for the ritual, a bit each in the order of ritual.toml", (RITUAL, SEAT)),
    Column("madness", "minus points in all rituals", (SEAT,)),
    Column("out", "times put out of a ritual", (SEAT,)),
    Column("tens", "rituals ended with exactly the target", (SEAT,)),
    Column("restarts", "rituals done again because everybody was out"),
    Column("ritual", "the ritual under way", saved=False),
    Column("round", "its round", saved=False),
)
SEATS = len(SEAT)


@rule
def begin(s: Play, row: Events) -> None:
    row[ROW.FIRST] = s.ritual_start


@rule
def hear(s: Play, kind: int, ev: Events, row: Events) -> None:
    """One event, its values in the order of the game's event table."""
    if kind == EVENT.RITUAL_BEGINS:
        row[ROW.RITUAL] = ev[EVENT.RITUAL_BEGINS_RITUAL] - 1
    elif kind == EVENT.ALTAR:
        row[ROW.ROUND] = ev[EVENT.ALTAR_ROUND] - 1
        row[ROW.ROUNDS] += 1
    elif kind == EVENT.OUTCOME:
        row[ROW.CHANTS + len(RESULTS) * row[ROW.ROUND] + ev[EVENT.OUTCOME_RESULT]] += 1
    elif kind == EVENT.POINTS:
        if ev[EVENT.POINTS_DELTA] < 0:
            row[ROW.MADNESS + ev[EVENT.POINTS_SEAT]] -= ev[EVENT.POINTS_DELTA]
    elif kind == EVENT.SET_TAKEN:
        cards, first = 0, EVENT.SET_TAKEN_CARDS + 1
        for i in range(first, first + ev[EVENT.SET_TAKEN_CARDS]):
            cards |= only(ev[i])
        row[ROW.HAND + SEATS * row[ROW.RITUAL] + ev[EVENT.SET_TAKEN_SEAT]] = cards
    elif kind == EVENT.ELIMINATED:
        row[ROW.OUT + ev[EVENT.ELIMINATED_SEAT]] += 1
    elif kind == EVENT.RITUAL_RESTARTS:
        row[ROW.RESTARTS] += 1
    elif kind == EVENT.RITUAL_ENDS:
        row[ROW.REASON + row[ROW.RITUAL]] = ev[EVENT.RITUAL_ENDS_REASON]
    elif kind == EVENT.CONTRIBUTION:
        seat, place = ev[EVENT.CONTRIBUTION_SEAT], ev[EVENT.CONTRIBUTION_PLACE]
        row[ROW.PLACE + SEATS * row[ROW.RITUAL] + seat] = place
        row[ROW.TENS + seat] += row[ROW.REASON + row[ROW.RITUAL]] == REASON.EXACT_TEN and place == 1


@rule
def end(s: Play, row: Events) -> None:
    """The lead is looked at after each ritual."""
    for ritual in range(RITUALS):
        most, front, n = -1, 0, 0
        for seat in range(s.players):
            total = 0
            for i in range(ritual + 1):
                total += s.h_award[i, seat]
            if total > most:
                most, front, n = total, seat, 0
            n += total == most
        look(row, front if n == 1 else NONE)


# What is made of the columns


def sections(g: Games, words: Speech) -> list[Section]:
    """The findings of this title, for one batch of games."""
    won, hand, place, reason = g["won"], g["hand"], g["place"], g["reason"]
    won_in = won[:, None, :]  # the same for each ritual
    one, say = np.ones(len(won)), words.say
    chants = g["chants"]
    weight = np.sum([np.where(hand >> card & 1, sum(BACKS[BACK_OF[card]]), 0) for card in range(CARDS)], axis=0)
    mean = HAND * sum(sum(back) for back in BACKS) / len(BACKS)
    spans = [
        (0, mean - 3.5),
        (mean - 3.5, mean - 1.5),
        (mean - 1.5, mean + 1.5),
        (mean + 1.5, mean + 3.5),
        (mean + 3.5, 9999),
    ]
    faces = [TEXT.word(card, words.language).replace(" | ", " / ") for card in IDS]
    return [
        Section(
            "cards",
            words,
            [
                Measure(name, ((hand >> card & 1) * (place == 1)).sum((1, 2)), (hand >> card & 1).sum((1, 2)))
                for card, name in enumerate(faces)
            ],
            percent=True,
            fair=True,
        ),
        Section(
            "results",
            words,
            [
                Measure(f"{say(name)}|{say('round', n=int(r))}", chants[:, int(r) - 1, i], chants[:, int(r) - 1].sum(1))
                for i, name in enumerate(RESULTS)
                for r in ROUND
            ],
            percent=True,
            matrix=True,
        ),
        Section(
            "ends",
            words,
            [
                Measure(f"{say(name)}|{say('ritual', n=int(r))}", reason[:, int(r) - 1] == i, one, f"{name} {r}")
                for i, name in enumerate(REASONS)
                for r in RITUAL
            ],
            percent=True,
            matrix=True,
        ),
        Section(
            "worth",
            words,
            [
                Measure(
                    f"{say(name)}|{say(what)}",
                    ((reason == i)[:, :, None] & (place == p) & (won_in == 1)).sum((1, 2)),
                    ((reason == i)[:, :, None] & (place == p)).sum((1, 2)),
                    f"{name} {what}",
                )
                for i, name in enumerate(REASONS)
                for p, what in ((1, "first"), (2, "second"), (0, "nothing"))
            ],
            percent=True,
            matrix=True,
        ),
        Section(
            "sets",
            words,
            [
                Measure(
                    say("span", low=max(0, int(np.ceil(a))), high=int(b))
                    if b < 9999
                    else say("more", low=int(np.ceil(a))),
                    ((weight > a) & (weight <= b) & (place == 1)).sum((1, 2)),
                    ((weight > a) & (weight <= b)).sum((1, 2)),
                )
                for a, b in spans
            ],
            percent=True,
            fair=True,
        ),
        Section(
            "madness",
            words,
            [
                Measure(
                    say(f"out-{n}"),
                    ((np.minimum(g["out"], 3) == n) & (won == 1)).sum(1),
                    (np.minimum(g["out"], 3) == n).sum(1),
                )
                for n in range(4)
            ],
            percent=True,
            fair=True,
        ),
    ]
