"""The doors into a game's tally. This file is loaded once for each game, as the module `door` of its package."""

from importlib import import_module
from typing import Any

import numpy as np

from takujo.core.jit import Bytes, Events, door, rule
from takujo.core.record import table
from takujo.core.sets import has
from takujo.lab.counting.columns import EVERY, LIST, LISTS, OBJECTS, SCALAR, Column, Columns, choices, layouts

tally: Any = import_module(".tally", __package__)
rules: Any = import_module("..rules", __package__)
state: Any = import_module("..state", __package__)
Play, ACTION = state.Play, state.ACTION
GAME: Any = import_module("..", __package__).GAME
EVENTS = GAME.events
DTYPE = Play.dtype

SHAPES = layouts(EVENTS)
VALUES, LAYOUTS = len(SHAPES[0]), table(SHAPES)
KINDS = tuple(event.name for event in EVENTS)
CHOICES = choices(ACTION, GAME.text.words)
CHOICE = tuple(  # in the names of columns, which a dot divides
    "-".join((kind, *(str(value) for _, value in named))).replace(".", "-") for kind, named in CHOICES
)
CHOICE_OF = np.empty(GAME.num_actions, dtype=np.int64)
for place, numbers in enumerate(CHOICES.values()):
    CHOICE_OF[numbers] = place
assert tally.ROW.columns[: len(EVERY)] == EVERY, "the columns of a title stand after those of every title"
ROW = Columns(
    *tally.ROW.columns,
    Column("told", "events told of this type", (KINDS,)),
    Column("offered", "decisions in which this was one of several things allowed", (CHOICE,)),
    Column("taken", "times that it was chosen then", (CHOICE,)),
)


@rule
def next_event(ev: Events, at: int, kind: int) -> int:
    """Where the event after this one begins, whose values begin here (core/events.py)."""
    for i in range(VALUES):
        shape = LAYOUTS[kind, i]
        if shape == SCALAR:
            at += 1
        elif shape == LIST:
            at += 1 + ev[at]
        elif shape == LISTS:
            n = ev[at]
            at += 1
            for _ in range(n):
                at += 1 + ev[at]
        elif shape > OBJECTS:
            at += 1 + (shape - OBJECTS) * ev[at]
    return at


@door
def _begin(raw: Bytes, ev: Events, row: Events) -> None:
    """An empty row for a game that has been set up."""
    for i in range(len(row)):
        row[i] = 0
    tally.begin(raw.view(DTYPE)[0], row)


@door
def _hear(raw: Bytes, ev: Events, row: Events) -> None:
    """Count what has been told. The record is as it is after all of it."""
    s = raw.view(DTYPE)[0]
    at = 1
    while at < ev[0]:
        kind = ev[at]
        row[ROW.TOLD + kind] += 1
        tally.hear(s, kind, ev[at + 4 :], row)
        at = next_event(ev, at + 4, kind)


@door
def _end(raw: Bytes, ev: Events, row: Events) -> None:
    """The game is over."""
    s = raw.view(DTYPE)[0]
    won = rules.winners(s)
    for seat in range(s.players):
        row[ROW.WON + seat] = has(won, seat)
        row[ROW.SCORE + seat] = rules.score(s, seat)
    tally.end(s, row)
