"""What is counted in Arkham Ritual: a column for each thing worth knowing, and what is made of them."""

import numpy as np

from takujo.core.jit import Events, rule
from takujo.core.record import NONE
from takujo.core.words import Speech
from takujo.lab.counting.columns import OWN, SEAT, Column, Columns, look
from takujo.lab.measures import Games, Measure, Section

from ..cards import CARD, CARDS, IDS, OLD_ONES
from ..state import CAUSE, EVENT, WHY, Play
from ..text import TEXT

__all__ = ["ROW", "begin", "end", "hear", "sections"]

CAUSES, REASONS = tuple(CAUSE.names), tuple(WHY.names)

ROW = Columns(
    *OWN,
    Column("turns", "cards drawn and offered"),
    Column("ended", "rounds that ended for this cause", (CAUSES,)),
    Column("held", "times a seat held this card when a round ended", (IDS,)),
    Column("failed", "and failed the judgement with it", (IDS,)),
    Column("lost", "sanity that seats lost with this card at the end of rounds", (IDS,)),
    Column("lost_by", "sanity lost for this reason", (REASONS,)),
    Column("gained_by", "sanity gained for this reason", (REASONS,)),
    Column("woken", "times a Gate met a Great Old One with this effect", (IDS,)),
    Column("last", "the card held at the end of the game, by its number in the order of `held`", (SEAT,)),
    Column("fails", "judgements this seat failed", (SEAT,)),
)


@rule
def begin(s: Play, row: Events) -> None:
    row[ROW.FIRST] = s.parent


@rule
def hear(s: Play, kind: int, ev: Events, row: Events) -> None:
    """One event, its values in the order of the game's event table."""
    if kind == EVENT.ROUND_START:
        row[ROW.ROUNDS] += 1
    elif kind == EVENT.TURN_START:
        row[ROW.TURNS] += 1
    elif kind == EVENT.ROUND_END:
        row[ROW.ENDED + ev[EVENT.ROUND_END_CAUSE]] += 1
        for seat in range(s.players):
            card = ev[EVENT.ROUND_END_HANDS + 1 + seat]
            row[ROW.LAST + seat] = card
            row[ROW.HELD + card] += 1
        look_for_leader(s, row)
    elif kind == EVENT.JUDGEMENT:
        failed = 1 + ev[EVENT.JUDGEMENT_SURVIVED]
        for i in range(ev[failed]):
            seat = ev[failed + 1 + i]
            row[ROW.FAILS + seat] += 1
            row[ROW.FAILED + row[ROW.LAST + seat]] += 1
    elif kind == EVENT.GREAT_OLD_ONE:
        row[ROW.WOKEN + ev[EVENT.GREAT_OLD_ONE_EFFECT]] += 1
    elif kind == EVENT.SANITY:
        seat, change, why = ev[EVENT.SANITY_SEAT], ev[EVENT.SANITY_DELTA], ev[EVENT.SANITY_WHY]
        if change > 0:
            row[ROW.GAINED_BY + why] += change
        else:
            row[ROW.LOST_BY + why] -= change
            if why != CARD.SHINING_TRAPEZOHEDRON:  # which acts within a round
                row[ROW.LOST + row[ROW.LAST + seat]] -= change


@rule
def look_for_leader(s: Play, row: Events) -> None:
    """Most sanity after a round, whose changes have all been made."""
    most, front, n = -1, 0, 0
    for seat in range(s.players):
        if s.sanity[seat] > most:
            most, front, n = s.sanity[seat], seat, 0
        n += s.sanity[seat] == most
    look(row, front if n == 1 else NONE)


@rule
def end(s: Play, row: Events) -> None:
    """All has been heard."""


# What is made of the columns


def sections(g: Games, words: Speech) -> list[Section]:
    """The findings of this title, for one batch of games."""
    won, last, held = g["won"], g["last"], g["held"]
    names = [TEXT.word(card.slug, words.language) for card in CARDS]
    reasons = [TEXT.word(name, words.language) for name in REASONS]
    ended, one = g["ended"], np.ones(len(won))
    return [
        Section(
            "last",
            words,
            [
                Measure(name, ((last == card) & (won == 1)).sum(1), (last == card).sum(1))
                for card, name in enumerate(names)
            ],
            percent=True,
            fair=True,
        ),
        Section(
            "failing",
            words,
            [Measure(name, g["failed"][:, card], held[:, card]) for card, name in enumerate(names)],
            percent=True,
            fair=True,
        ),
        Section(
            "costs",
            words,
            [Measure(name, g["lost"][:, card], held[:, card]) for card, name in enumerate(names)],
            fair=True,
        ),
        Section(
            "causes",
            words,
            [Measure(words.say(f"cause-{name}"), ended[:, i], ended.sum(1)) for i, name in enumerate(CAUSES)],
            percent=True,
        ),
        Section(
            "woken",
            words,
            [Measure(names[card], g["woken"][:, card] > 0, one) for card in OLD_ONES],
            percent=True,
        ),
        Section("takes", words, [Measure(name, g["lost_by"][:, i], one) for i, name in enumerate(reasons)]),
        Section("gives", words, [Measure(name, g["gained_by"][:, i], one) for i, name in enumerate(reasons)]),
    ]
