"""Whole games, each counted into a row, in one compiled loop for all titles."""

import importlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from takujo.bots.care import HASTY
from takujo.bots.loops import sample
from takujo.bots.minds import Mind
from takujo.core.chance import below, seed_chance
from takujo.core.events import buffer
from takujo.core.game import Game, load_door
from takujo.core.jit import (
    Bytes,
    Events,
    Floats,
    Ints,
    SetUp,
    Step,
    Table,
    Tally,
    Unveil,
    Weigh,
    compile_rules,
    door,
    entry,
)
from takujo.core.loops import blank_record, luck_of, see

from .columns import DECISIONS, Column

__all__ = ["UNIFORM", "Counter", "counter"]

UNIFORM = HASTY - 1  # as a care: any legal action, all equally likely
OTHER = 1 << 62  # the bots of a game have a generator of their own, seeded by the game's seed and this


@door
def _count_games(
    setup: SetUp, step: Step, unveil: Unveil, weigh: Weigh, begin: Tally, hear: Tally, end: Tally, shown: Table,
    blank: Bytes, raw: Bytes, view: Bytes, ev: Events, luck: Ints, out: Events, weights: Floats, cares: Events,
    first_seed: int, rows: Table,
) -> int:  # fmt: skip
    """A game for each row; the longest run of events."""
    longest = 0
    for game in range(len(rows)):
        row = rows[game]
        for i in range(len(raw)):
            raw[i] = blank[i]
        ev[0] = 1
        setup(raw, ev, first_seed + game)
        seed_chance(luck, first_seed + game | OTHER)
        begin(raw, ev, row)
        n = step(raw, ev, -1, 0, out)
        while n > 0:
            hear(raw, ev, row)
            longest = max(longest, ev[0])
            ev[0] = 1
            row[DECISIONS] += 1
            seat, choice = int(out[0]), 0
            if cares[seat] == UNIFORM:
                choice = below(luck, n)
            elif n > 1:
                see(shown, raw, view, seat, unveil)
                weigh(view, seat, out[1:], n, int(cares[seat]), weights)
                choice = sample(luck, n, weights)
            n = step(raw, ev, seat, int(out[1 + choice]), out)
        hear(raw, ev, row)
        longest = max(longest, ev[0])
        end(raw, ev, row)
    return longest


compile_rules("takujo.lab.counting", "the laboratory's loop")
_count_games_entry = entry(_count_games)


class Counter:
    """A game and the doors of its tally (lab/counting/door.py)."""

    def __init__(self, game: Game):
        package = f"takujo.lab.{game.slug.replace('-', '_')}"
        importlib.import_module(package)
        self.game = game
        self.door = load_door(package, Path(__file__).with_name("door.py"))
        self.columns: tuple[Column, ...] = self.door.COLUMNS

    def play(
        self,
        mind: Mind,
        players: int,
        cares: Sequence[int],
        options: Mapping[str, Any] | None,
        first_seed: int,
        games: int,
    ) -> dict[str, npt.NDArray[np.int32]]:
        """So many games, one care a seat: each column of their rows. A game's seed is all that it depends on."""
        game, opens = self.game, self.door
        blank = blank_record(game, players, options)
        rows, ev = np.zeros((games, opens.WIDTH), dtype=np.int64), buffer()
        longest = _count_games_entry(
            game.door.as_setup, game.door.as_step, game.door.as_unveil, mind.door.as_weigh, opens.as_begin,
            opens.as_hear, opens.as_end, game.state.shown, blank, blank.copy(), blank.copy(), ev, luck_of(0),
            np.zeros(game.num_actions + 1, dtype=np.int64), np.zeros(game.num_actions, dtype=np.float32),
            np.array(cares, dtype=np.int64), first_seed, rows,
        )  # fmt: skip
        if longest > len(ev):
            raise RuntimeError(f"events of {longest} integers do not fit the buffer of {len(ev)}")
        return {name: rows[:, place].astype(np.int32) for place, name in self.fields(players)}

    def fields(self, players: int) -> list[tuple[int, str]]:
        """Place in a row and name of all that is kept."""
        return [
            (place + part, name)
            for place, column in zip(self.door.PLACES, self.columns, strict=True)
            if column.saved
            for part, name in column.fields(players)
        ]


@cache
def counter(game: Game) -> Counter:
    """The counter of a game."""
    return Counter(game)
