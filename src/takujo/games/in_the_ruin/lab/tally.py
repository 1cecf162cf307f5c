"""What is counted in IN THE RUIN: a column for each thing worth knowing, and what is made of them."""

import numpy as np

from takujo.core.jit import Events, rule
from takujo.core.record import NONE
from takujo.core.words import Speech
from takujo.lab.counting.columns import OWN, SEAT, Column, Columns, look
from takujo.lab.measures import Games, Measure, Section

from ..cards import GOAL_IDS, GOALS, HAND, LETTERS
from ..state import EVENT, Play

__all__ = ["ROW", "begin", "end", "hear", "sections"]

ROW = Columns(
    *OWN,
    Column("square", "points of the square bonus of each stage", (("1", "2"), SEAT)),
    Column("gem", "points of gems", (SEAT,)),
    Column("penalty", "points of penalties, not above 0", (SEAT,)),
    Column("escape", "points of the escape", (SEAT,)),
    Column("route", "points of routes", (SEAT,)),
    Column("escaped", "the round of the escape; 0: not escaped", (SEAT,)),
    Column("rank", "its rank; 0: not escaped", (SEAT,)),
    Column("passages", "passages drawn", (SEAT,)),
    Column("goals", "goal cards in hand at the end, a bit each in the order of the card set", (SEAT,)),
    Column("routes", "of these the routes made", (SEAT,)),
    Column("found", "gems found at this letter", (LETTERS,)),
    Column("gems", "gems so far", (SEAT,), saved=False),
)
SEATS = len(SEAT)


@rule
def begin(s: Play, row: Events) -> None:
    """All seats decide at once: nobody begins."""


@rule
def hear(s: Play, kind: int, ev: Events, row: Events) -> None:
    """One event, its values in the order of the game's event table."""
    if kind == EVENT.GEM:
        row[ROW.FOUND + ev[EVENT.GEM_LETTER]] += 1
        row[ROW.GEMS + ev[EVENT.GEM_SEAT]] = ev[EVENT.GEM_GEMS]
        most, front, n = -1, 0, 0
        for seat in range(s.players):
            if row[ROW.GEMS + seat] > most:
                most, front, n = row[ROW.GEMS + seat], seat, 0
            n += row[ROW.GEMS + seat] == most
        look(row, front if n == 1 else NONE)


@rule
def end(s: Play, row: Events) -> None:
    """The points, as the sheets have them."""
    row[ROW.ROUNDS] = s.round_no
    for seat in range(s.players):
        row[ROW.SQUARE + seat], row[ROW.SQUARE + SEATS + seat] = s.vp_square[seat, 0], s.vp_square[seat, 1]
        row[ROW.GEM + seat], row[ROW.PENALTY + seat] = s.vp_gem[seat], s.vp_penalty[seat]
        row[ROW.ESCAPE + seat], row[ROW.ROUTE + seat] = s.vp_escape[seat], s.vp_route[seat]
        row[ROW.PASSAGES + seat], row[ROW.ROUTES + seat] = s.passages[seat], s.routes[seat]
        if s.escaped[seat] != NONE:
            row[ROW.ESCAPED + seat], row[ROW.RANK + seat] = s.escaped[seat], s.rank[seat]
        for i in range(HAND):
            if s.goals[seat, i] != NONE:
                row[ROW.GOALS + seat] |= 1 << s.goals[seat, i]


# What is made of the columns


def sections(g: Games, words: Speech) -> list[Section]:
    """The findings of this title, for one batch of games."""
    won, rank, goals, routes = g["won"], g["rank"], g["goals"], g["routes"]
    seats = np.full(len(won), won.shape[1])
    winners, others, say = won.sum(1), (1 - won).sum(1), words.say
    parts = {
        "square-1": g["square"][:, 0],
        "square-2": g["square"][:, 1],
        "gems": g["gem"],
        "routes": g["route"],
        "escape": g["escape"],
        "penalties": g["penalty"],
    }
    made = np.bitwise_count(routes)
    ranks = [(say(f"rank-{n}"), n) for n in (*range(1, won.shape[1] + 1), 0)]
    return [
        Section(
            "points",
            words,
            [
                Measure(f"{say(name)}|{say(who)}", (points * chosen).sum(1), n)
                for name, points in parts.items()
                for who, chosen, n in (("all", 1, seats), ("winners", won, winners), ("others", 1 - won, others))
            ],
            matrix=True,
        ),
        Section("out", words, [Measure(name, (rank == n).sum(1), seats) for name, n in ranks], percent=True),
        Section(
            "worth",
            words,
            [Measure(name, ((rank == n) & (won == 1)).sum(1), (rank == n).sum(1)) for name, n in ranks],
            percent=True,
            fair=True,
        ),
        Section(
            "goals",
            words,
            [
                Measure(name, (routes >> goal & 1).sum(1), (goals >> goal & 1).sum(1))
                for goal, name in zip(range(GOALS), GOAL_IDS, strict=True)
            ],
            percent=True,
            fair=True,
        ),
        Section(
            "made",
            words,
            [
                Measure(say("n-routes", n=n), ((made == n) & (won == 1)).sum(1), (made == n).sum(1))
                for n in range(HAND + 1)
            ],
            percent=True,
            fair=True,
        ),
        Section(
            "letters",
            words,
            [Measure(letter, g["found"][:, i], np.ones(len(won))) for i, letter in enumerate(LETTERS)],
        ),
    ]
