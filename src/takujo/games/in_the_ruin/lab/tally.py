"""What is counted in IN THE RUIN: a column for each thing worth knowing, and what is made of them."""

import numpy as np

from takujo.core.jit import Events, rule
from takujo.core.record import NONE
from takujo.lab.counting.columns import OWN, SEAT, Column, Columns, lead
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
        if n == 1:
            lead(row, front)


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


def sections(g: Games) -> list[Section]:
    """The findings of this title, for one batch of games."""
    won, rank, goals, routes = g["won"], g["rank"], g["goals"], g["routes"]
    seats = np.full(len(won), won.shape[1])
    winners, others = won.sum(1), (1 - won).sum(1)
    parts = {
        "square, stage 1": g["square"][:, 0],
        "square, stage 2": g["square"][:, 1],
        "gems": g["gem"],
        "routes": g["route"],
        "escape": g["escape"],
        "penalties": g["penalty"],
    }
    made = np.bitwise_count(routes)
    ranks = [("first", 1), ("second", 2), ("third", 3), ("fourth", 4), ("not escaped", 0)]
    return [
        Section(
            "Where points come from",
            "Most points come from {top}: {top_value} on average.",
            [
                Measure(f"{name}|{who}", (points * chosen).sum(1), n)
                for name, points in parts.items()
                for who, chosen, n in (("all seats", 1, seats), ("winners", won, winners), ("others", 1 - won, others))
            ],
            unit="points a seat, on average",
            matrix=True,
        ),
        Section(
            "Getting out",
            "{top} is the most frequent: {top_value} of seats.",
            [Measure(name, (rank == n).sum(1), seats) for name, n in ranks],
            unit="seats, by the rank of their escape",
            percent=True,
        ),
        Section(
            "What getting out is worth",
            "{top}: such seats win most often, {top_value}; {low}: {low_value}.",
            [Measure(name, ((rank == n) & (won == 1)).sum(1), (rank == n).sum(1)) for name, n in ranks],
            unit="games won, by the rank of the escape",
            percent=True,
            fair=True,
            even="The rank of the escape makes no difference that shows.",
        ),
        Section(
            "Goal cards",
            "{top} is made most often: {top_value} of the times it is in hand at the end; {low} least: {low_value}.",
            [
                Measure(name, (routes >> goal & 1).sum(1), (goals >> goal & 1).sum(1))
                for goal, name in zip(range(GOALS), GOAL_IDS, strict=True)
            ],
            unit="routes made, of the goal cards in hand at the end",
            percent=True,
            fair=True,
            even="No goal card is easier than another, as far as these games can tell.",
        ),
        Section(
            "Routes made",
            "Seats with {top} win most often: {top_value}; with {low} {low_value}.",
            [Measure(f"{n} routes", ((made == n) & (won == 1)).sum(1), (made == n).sum(1)) for n in range(HAND + 1)],
            unit="games won, by the number of routes made",
            percent=True,
            fair=True,
        ),
        Section(
            "Gems by letter",
            "At {top} most gems are found: {top_value} a game; at {low} least: {low_value}.",
            [Measure(letter, g["found"][:, i], np.ones(len(won))) for i, letter in enumerate(LETTERS)],
            unit="gems found at this letter, a game",
        ),
    ]
