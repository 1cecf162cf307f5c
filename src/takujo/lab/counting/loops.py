"""Whole games, each counted into a row, in one compiled loop for all titles."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from takujo.bots.care import UNIFORM
from takujo.bots.loops import ONE, sample
from takujo.bots.minds import Mind
from takujo.core.chance import below, seed_chance
from takujo.core.components import package_folder, part_of
from takujo.core.events import buffer
from takujo.core.game import Doors, Game
from takujo.core.jit import (
    Bytes,
    Events,
    Floats,
    Grid,
    Ints,
    SetUp,
    Step,
    Tally,
    Unveil,
    Weigh,
    built_on,
    busy,
)
from takujo.core.loops import blank_record, copy, luck_of, of_tier, see
from takujo.core.words import Speech
from takujo.insight.luck import Ledger
from takujo.lab.measures import Games, Section

from .columns import ROW, Column

__all__ = ["AGAIN", "LUCK", "MILLION", "OTHER", "Counter", "Luck", "counter"]

Choose = Callable[[Bytes, int, "Luck"], int]  # the number of an action, of a view

PLAIN = Path(__file__).with_name("plain")  # the tally of a game that has none
NEVER = -1e4  # as a weight
LUCK, MILLION = "luck", 1_000_000  # a column for each seat where seats are asked
OTHER = 1 << 62  # the bots of a game have a generator of their own, seeded by the game's seed and this
AGAIN = 3 << 61  # instead, where a deal is played once more


@busy
def _count_games(
    setup: SetUp, step: Step, unveil: Unveil, weigh: Weigh, begin: Tally, hear: Tally, end: Tally, shown: Grid,
    blank: Bytes, raw: Bytes, view: Bytes, ev: Events, luck: Ints, out: Events, weights: Floats, cares: Events,
    first_seed: int, other: int, choice_of: Events, stamps: Events, offered: int, taken: int, rows: Grid,
) -> int:  # fmt: skip
    """A game for each row; the longest run of events."""
    longest = moment = 0
    for game in range(len(rows)):
        row = rows[game]
        copy(raw, blank)
        ev[0] = 1
        setup(raw, ev, first_seed + game)
        seed_chance(luck, first_seed + game | other)
        begin(raw, ev, row)
        n = step(raw, ev, -1, 0, out)
        while n > 0:
            hear(raw, ev, row)
            longest = max(longest, ev[0])
            ev[0] = 1
            row[ROW.DECISIONS] += 1
            seat, choice = int(out[0]), 0
            row[ROW.DECIDER] = seat
            moment += 1
            if cares[seat] == UNIFORM:
                choice = below(luck, n)
            elif n > 1:
                see(shown, raw, view, seat, unveil)
                weigh(view, seat, out[1:], n, int(cares[seat]), weights)
                choice = sample(luck, n, weights)
            number = int(out[1 + choice])
            different = 0
            for i in range(1, n + 1):
                kind = choice_of[out[i]]
                different += stamps[kind] != moment
                stamps[kind] = moment
            if different > 1:
                row[taken + choice_of[number]] += 1
                for kind in range(len(stamps)):
                    row[offered + kind] += stamps[kind] == moment
            n = step(raw, ev, seat, number, out)
        hear(raw, ev, row)
        longest = max(longest, ev[0])
        end(raw, ev, row)
    return longest


class Luck:
    """The generator of a game's bots, as those take it that are asked."""

    def __init__(self, luck: Ints):
        self._luck = luck

    def random(self) -> float:
        return below(self._luck, ONE) / ONE


def _asking(asked: Mapping[int, Choose], policy: Weigh, luck: Luck) -> Weigh:
    """A policy that asks for what these seats do."""

    def weigh(view: Bytes, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
        if seat not in asked:
            return policy(view, seat, numbers, n, care, out)
        number = asked[seat](view, seat, luck)
        for i in range(n):
            out[i] = 0.0 if numbers[i] == number else NEVER
        return None

    return weigh


class Followed:
    """The doors of a game whose account of luck is kept: in millionths of a win, a row a game."""

    def __init__(self, mind: Mind, known: Sequence[int | None], options: Mapping[str, Any] | None, plays: int):
        self._doors = mind.doors[0]
        self.rows: list[npt.NDArray[np.int32]] = []
        self._ledger = partial(Ledger, mind, known, dict(options or {}), plays)

    def setup(self, raw: Bytes, ev: Events, seed: int) -> None:
        self._doors.setup(raw, ev, seed)
        self._now = self._ledger(seed)
        self._now.deal(raw)

    def step(self, raw: Bytes, ev: Events, seat: int, number: int, out: Events) -> int:
        before = raw.copy()
        n: int = self._doors.step(raw, ev, seat, number, out)
        if seat >= 0:
            self._now.step(before, seat, number, raw)
        if n == 0:
            self.rows.append(np.rint(MILLION * self._now.end(raw)).astype(np.int32))
        return n

    def columns(self) -> dict[str, npt.NDArray[np.int32]]:
        return {f"{LUCK}.{seat}": values for seat, values in enumerate(np.array(self.rows).T)}


class Counter:
    """A game and the doors of its tally (lab/counting/door.py)."""

    def __init__(self, game: Game):
        self.game, self.package = game, part_of(game.package, "lab", PLAIN)
        built_on(self.package, "takujo.lab.counting", game.package)
        self._doors = Doors(self.package, Path(__file__).with_name("door.py"), game.state)
        self.door: Any = self._doors.module
        self.columns: tuple[Column, ...] = self.door.ROW.columns

    def words(self, language: str) -> Speech | None:
        """What the title calls what it counts, if it counts anything of its own."""
        folder = package_folder(self.package) / "words"
        return Speech(folder, language, self.game.text.numbers) if folder.exists() else None

    def sections(self, g: Games, language: str) -> list[Section]:
        """What the title itself makes of its columns."""
        words = self.words(language)
        found: list[Section] = self.door.tally.sections(g, words) if words else []
        return found

    def play(
        self,
        mind: Mind,
        players: int,
        cares: Sequence[int],
        options: Mapping[str, Any] | None,
        first_seed: int,
        games: int,
        asked: Mapping[int, Choose] | None = None,
        other: int = OTHER,
        plays: int = 0,
    ) -> dict[str, npt.NDArray[np.int32]]:
        """So many games, one care a seat: each column of their rows. A game's seed is all that it depends on.

        Seats in `asked` decide outside compiled code; then the same loop runs in Python, over the same doors. With an
        `other` generator of the bots the same deals are played once more. `plays`: by how many luck is told where seats
        are asked.
        """
        game, door, (doors, policy) = self.game, self.door, mind.doors
        tally = self._doors.compiled() if doors.compiled else self._doors.plain
        blank = blank_record(game, players, options)
        rows, ev = np.zeros((games, self.door.ROW.width), dtype=np.int64), buffer()
        luck = luck_of(0)
        arguments: tuple[Any, ...] = (
            game.state.shown, blank, blank.copy(), blank.copy(), ev, luck,
            np.zeros(game.num_actions + 1, dtype=np.int64), np.zeros(game.num_actions, dtype=np.float32),
            np.array(cares, dtype=np.int64), first_seed, other, door.CHOICE_OF,
            np.zeros(len(door.CHOICES), dtype=np.int64), door.ROW.OFFERED, door.ROW.TAKEN, rows,
        )  # fmt: skip
        told: dict[str, npt.NDArray[np.int32]] = {}
        if asked:
            weigh, known = (
                _asking(asked, policy.weigh, Luck(luck)),
                [None if s in asked else c for s, c in enumerate(cares)],
            )
            game_of = Followed(mind, known, options, plays) if plays else doors
            longest = _count_games(
                game_of.setup, game_of.step, doors.unveil, weigh, tally.begin, tally.hear, tally.end, *arguments
            )
            told = game_of.columns() if plays else {}
        else:
            longest = of_tier(_count_games, doors)(
                doors.as_setup, doors.as_step, doors.as_unveil, policy.as_weigh, tally.as_begin, tally.as_hear,
                tally.as_end, *arguments,
            )  # fmt: skip
        if longest > len(ev):
            raise RuntimeError(f"events of {longest} integers do not fit the buffer of {len(ev)}")
        return {name: rows[:, place].astype(np.int32) for place, name in self.fields(players)} | told

    def fields(self, players: int) -> list[tuple[int, str]]:
        """Place in a row and name of all that is kept."""
        return [
            (place + part, name)
            for place, column in zip(self.door.ROW.starts, self.columns, strict=True)
            if column.saved
            for part, name in column.fields(players)
        ]


@cache
def counter(game: Game) -> Counter:
    """The counter of a game."""
    return Counter(game)
