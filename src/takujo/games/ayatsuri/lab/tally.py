"""What is counted in Ayatsuri: a column for each thing worth knowing, and what is made of them."""

import numpy as np

from takujo.core.jit import Events, rule
from takujo.core.record import NONE
from takujo.core.words import Speech
from takujo.lab.counting.columns import OWN, SEAT, Column, Columns, look
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
    look(row, front if n == 1 else NONE)


@rule
def end(s: Play, row: Events) -> None:
    """All has been heard."""


# What is made of the columns


def sections(g: Games, words: Speech) -> list[Section]:
    """The findings of this title, for one batch of games."""
    won, role, held = g["won"], g["role"], g["held"]
    one = np.ones(len(won))
    roles = list(enumerate(TEXT.word(slug, words.language) for slug in ROLE))
    return [
        Section(
            "role",
            words,
            [Measure(name, ((role == i) & (won == 1)).sum(1), (role == i).sum(1)) for i, name in roles],
            percent=True,
            fair=True,
        ),
        Section("gain", words, [Measure(name, g["gain"][:, i], held[:, i]) for i, name in roles], fair=True),
        Section("kills", words, [Measure(name, g["kills"][:, i], held[:, i]) for i, name in roles], fair=True),
        Section(
            "survival",
            words,
            [Measure(name, held[:, i] - g["slain"][:, i], held[:, i]) for i, name in roles],
            percent=True,
            fair=True,
        ),
        Section("taken", words, [Measure(name, held[:, i], g["rounds"]) for i, name in roles], percent=True),
        Section(
            "attempts",
            words,
            [
                Measure(TEXT.word(name, words.language), g["successes"][:, i], g["attempts"][:, i])
                for i, name in enumerate(WAYS)
            ],
            percent=True,
        ),
        Section(
            "ends",
            words,
            [Measure(words.say(f"end-{name}"), g["reason"] == i, one, name) for i, name in enumerate(REASONS)],
            percent=True,
        ),
    ]
