"""What is counted in Ayatsuri: a column for each thing worth knowing, and what is made of them."""

import numpy as np

from takujo.core.jit import Events, rule
from takujo.core.record import NONE
from takujo.core.text import DEFAULT
from takujo.lab.counting.columns import OWN, SEAT, Column, Columns, lead
from takujo.lab.measures import Games, Measure, Section

from ..cards import LIFE_AT_START
from ..cards import ROLE as ROLES
from ..state import EVENT, MEANS, REASON, Play
from ..text import TEXT

__all__ = ["ROW", "begin", "end", "hear", "sections"]

ROLE = tuple(ROLES.names)
WAYS, REASONS = tuple(MEANS.names), tuple(REASON.names)

ROW = Columns(
    *OWN,
    Column("reason", "why the game ended: " + ", ".join(f"{i} {name}" for i, name in enumerate(REASONS))),
    Column("held", "rounds in which a seat had this role", (ROLE,)),
    Column("slain", "and was killed", (ROLE,)),
    Column("kills", "seats killed by the seat with this role, a double of the Dictator included", (ROLE,)),
    Column("gain", "chips that seats with this role gained in their rounds, less those lost", (ROLE,)),
    Column("attempts", "attempts to kill by this means", (WAYS,)),
    Column("successes", "of these not prevented, a double of the Dictator included", (WAYS,)),
    Column("role", "the role in the last round, by its number in the order of `held`", (SEAT,)),
    Column("chips", "chips at the last end of a round", (SEAT,), saved=False),
)


@rule
def begin(s: Play, row: Events) -> None:
    row[ROW.FIRST] = s.first
    for seat in range(s.players):
        row[ROW.CHIPS + seat] = LIFE_AT_START


@rule
def hear(s: Play, kind: int, ev: Events, row: Events) -> None:
    """One event, its values in the order of the game's event table."""
    if kind == EVENT.ROUND_START:
        row[ROW.ROUNDS] += 1
    elif kind == EVENT.PICK:
        row[ROW.ROLE + ev[EVENT.PICK_SEAT]] = ev[EVENT.PICK_ROLE]
        row[ROW.HELD + ev[EVENT.PICK_ROLE]] += 1
    elif kind == EVENT.ATTEMPT:
        row[ROW.ATTEMPTS + ev[EVENT.ATTEMPT_MEANS]] += 1
    elif kind == EVENT.KILL:
        row[ROW.SUCCESSES + ev[EVENT.KILL_MEANS]] += 1
        row[ROW.SLAIN + row[ROW.ROLE + ev[EVENT.KILL_TARGET]]] += 1
        if ev[EVENT.KILL_BY] != NONE:
            row[ROW.KILLS + row[ROW.ROLE + ev[EVENT.KILL_BY]]] += 1
    elif kind == EVENT.DOUBLE:
        row[ROW.SUCCESSES + ev[EVENT.DOUBLE_MEANS]] += 1
        if ev[EVENT.DOUBLE_BY] != NONE:
            row[ROW.KILLS + row[ROW.ROLE + ev[EVENT.DOUBLE_BY]]] += 1
    elif kind == EVENT.ROUND_END:
        end_round(s.players, ev, row)
    elif kind == EVENT.GAME_OVER:
        row[ROW.REASON] = ev[EVENT.GAME_OVER_WINNERS + 1 + ev[EVENT.GAME_OVER_WINNERS]]  # behind the list


@rule
def end_round(players: int, ev: Events, row: Events) -> None:
    """What the round has brought to each role, and who is in front."""
    most, front, n = -1, 0, 0
    for seat in range(players):
        life = EVENT.ROUND_END_LIFE + 1 + seat
        chips = ev[life] + ev[life + players + 1]  # and kills, the list behind it
        row[ROW.GAIN + row[ROW.ROLE + seat]] += chips - row[ROW.CHIPS + seat]
        row[ROW.CHIPS + seat] = chips
        if chips > most:
            most, front, n = chips, seat, 0
        n += chips == most
    if n == 1:
        lead(row, front)


@rule
def end(s: Play, row: Events) -> None:
    """All has been heard."""


# What is made of the columns


def sections(g: Games) -> list[Section]:
    """The findings of this title, for one batch of games."""
    won, role, held = g["won"], g["role"], g["held"]
    names, one = [TEXT.word(slug, DEFAULT) for slug in ROLE], np.ones(len(won))
    roles = list(enumerate(names))
    return [
        Section(
            "The role in the last round",
            "The {top} of the last round wins most often: {top_value}; the {low} least: {low_value}.",
            [Measure(name, ((role == i) & (won == 1)).sum(1), (role == i).sum(1)) for i, name in roles],
            unit="games won, by the role in the last round",
            percent=True,
            fair=True,
            even="No role in the last round makes a difference that shows.",
        ),
        Section(
            "Chips by role",
            "The {top} gains most: {top_value} chips a round; the {low} least: {low_value}.",
            [Measure(name, g["gain"][:, i], held[:, i]) for i, name in roles],
            unit="chips gained in a round, life and kills together, less those lost",
            fair=True,
        ),
        Section(
            "Kills by role",
            "The {top} kills most: {top_value} seats a round; the {low} least: {low_value}.",
            [Measure(name, g["kills"][:, i], held[:, i]) for i, name in roles],
            unit="seats killed in a round by the one with this role",
            fair=True,
        ),
        Section(
            "Survival by role",
            "The {top} survives most often: {top_value} of rounds; the {low} least: {low_value}.",
            [Measure(name, held[:, i] - g["slain"][:, i], held[:, i]) for i, name in roles],
            unit="rounds in which the one with this role is not killed",
            percent=True,
            fair=True,
        ),
        Section(
            "Roles taken",
            "The {top} is in play most often: {top_value} of rounds; the {low} least: {low_value}.",
            [Measure(name, held[:, i], g["rounds"]) for i, name in roles],
            unit="share of rounds in which somebody has taken this role",
            percent=True,
        ),
        Section(
            "Attempts that succeed",
            "{top} is the surest way to kill: {top_value} of attempts; {low} the least sure: {low_value}.",
            [Measure(name, g["successes"][:, i], g["attempts"][:, i]) for i, name in enumerate(WAYS)],
            unit="attempts to kill that are not prevented",
            percent=True,
        ),
        Section(
            "Why games end",
            "{top} is the most frequent: {top_value} of games.",
            [Measure(name, g["reason"] == i, one) for i, name in enumerate(REASONS)],
            unit="share of games",
            percent=True,
        ),
    ]
