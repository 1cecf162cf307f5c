"""One bot among others of one kind, thousands of games inside compiled code, every deal from every seat."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

import takujo
from takujo.bots.care import NOVICE, REGULAR
from takujo.bots.loops import sample
from takujo.bots.minds import mind
from takujo.core.jit import Bytes, Events, Floats, Grid, Ints, SetUp, Step, Unveil, Weigh, Worth, built_on, door, handle
from takujo.core.loops import QUIET, blank_record, copy, luck_of, of_tier, see
from takujo.games import SLUGS

OURS = {"novice": NOVICE, "regular": REGULAR}
PACKAGES = [takujo.load(slug, compiled=False).package for slug in SLUGS]
built_on("tests.bots.zoo", "takujo.bots", *PACKAGES, *(f"{package}.bot" for package in PACKAGES))


@door
def _play(
    setup: SetUp, step: Step, unveil: Unveil, ours: Weigh, theirs: Weigh, worth: Worth, shown: Grid, blank: Bytes,
    raw: Bytes, view: Bytes, quiet: Events, luck: Ints, out: Events, weights: Floats, bots: Events, first_seed: int,
    results: Grid,
) -> None:  # fmt: skip
    """A game for each row of results. A bot of ours is its care, one of the zoo ~ its number."""
    for game in range(len(results)):
        copy(raw, blank)
        setup(raw, quiet, first_seed + game)
        n = step(raw, quiet, -1, 0, out)
        while n > 0:
            seat = int(out[0])
            see(shown, raw, view, seat, unveil)
            if bots[seat] >= 0:
                ours(view, seat, out[1:], n, int(bots[seat]), weights)
            else:
                theirs(view, seat, out[1:], n, int(~bots[seat]), weights)
            n = step(raw, quiet, seat, int(out[1 + sample(luck, n, weights)]), out)
        for seat in range(len(bots)):
            results[game, seat] = worth(raw, seat)


@dataclass(frozen=True)
class Share:
    """Times the fair share of wins, with its 95 % interval over deals."""

    mean: float
    half: float
    games: int

    @property
    def low(self) -> float:
        return self.mean - self.half

    def __str__(self) -> str:
        return f"{self.mean:.2f} [{self.low:.2f}, {self.mean + self.half:.2f}]"


def zoo(slug: str) -> Any:
    """The module of a title: `BOT`, its bots, and `weigh`, which has their numbers as care."""
    return import_module(f"tests.bots.zoo.{slug.replace('-', '_')}")


def share(
    slug: str, players: int, one: str, among: str, games: int, seed: int = 1, options: dict[str, Any] | None = None
) -> Share:
    """How many times its fair share one bot wins among others, over so many games or a few more."""
    game, wild = takujo.load(slug), zoo(slug)
    numbers = OURS | {name: ~number for number, name in enumerate(wild.BOT.names)}
    doors, own = mind(game).doors
    blank = blank_record(game, players, options)
    results = np.zeros((players, -(-games // players), players), dtype=np.int64)
    for place in range(players):
        bots = np.full(players, numbers[among], dtype=np.int64)
        bots[place] = numbers[one]
        of_tier(_play, doors)(
            doors.as_setup, doors.as_step, doors.as_unveil, own.as_weigh, handle(wild.weigh), own.as_worth,
            game.state.shown, blank, blank.copy(), blank.copy(), QUIET, luck_of(seed * 100 + place),
            np.zeros(game.num_actions + 1, dtype=np.int64), np.zeros(game.num_actions, dtype=np.float32), bots,
            seed * 1_000_003 & 0xFFFFFFF, results[place],
        )  # fmt: skip
    worths = np.stack([results[place, :, place] for place in range(players)]).mean(axis=0) * players / 1000
    half = 1.96 * float(worths.std(ddof=1)) / len(worths) ** 0.5
    return Share(float(worths.mean()), half, results.shape[0] * results.shape[1])
