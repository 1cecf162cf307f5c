"""Is the search of a title still set well? One expert among regulars, with today's numbers and with others.

    python -m benchmarks.tuning ritual --players 4 --games 200 --budget 50 horizon=12,48 trust=64 exploration=600,2400

Each number is tried by itself, the rest as the title has it (games/<game>/bot/policy.py, SEARCH), on the same deals.
Told are multiples of the fair share, and what a number changes, deal by deal: an interval that holds 0 says that these
games cannot tell.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from functools import partial
from multiprocessing import get_context
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

from takujo.bots.minds import mind, prepare
from takujo.bots.tuning import NEVER, Tuning
from takujo.games import SLUGS, load
from takujo.insight.luck import interval
from takujo.lab.arena import Task, play

NAMES = [field.name for field in fields(Tuning)]


def settings(text: str) -> Iterator[dict[str, int]]:
    """`trust=4,never` as one change after the other."""
    name, _, values = text.partition("=")
    if name not in NAMES or not values:
        raise ValueError(f"{text!r}: it takes NAME=VALUE,...; names are {', '.join(NAMES)}")
    for value in values.split(","):
        if value != "never" and not value.isdecimal():
            raise ValueError(f"{text!r}: {value!r} is no number; it takes whole numbers, or never")
        yield {name: NEVER if value == "never" else int(value)}


def share(slug: str, players: int, options: dict[str, Any], budget: float, change: dict[str, int], seed: int) -> float:
    """One deal with the expert so changed, from every seat: its part of the wins, the fair one = 1."""
    game = load(slug)
    prepare(game)
    kept = mind(game).tuning
    mind(game).tuning = replace(kept, **change)
    try:
        return players * play(Task(slug, players, options, "expert", "regular", seed, budget)).worth
    finally:
        mind(game).tuning = kept


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tuning", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=SLUGS)
    parser.add_argument("changes", nargs="+", metavar="NAME=VALUE,...")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--budget", type=float, default=50.0, help="milliseconds a decision")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    given = parser.parse_args()
    options = {"true_winner": True} if given.game == "arkham-ritual" else {}
    try:
        load(given.game).new(given.players, 0, options)
        changes = [{}, *(change for text in given.changes for change in settings(text))]
    except ValueError as error:
        parser.error(str(error))
    prepare(load(given.game))
    console, deals = Console(width=120), max(2, given.games // given.players)
    with (
        ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool,
        Progress(console=console, transient=True) as bar,
    ):
        usual: list[float] = []
        for change in changes:
            one = partial(share, given.game, given.players, options, given.budget, change)
            found = list(bar.track(pool.map(one, range(deals)), deals, description=str(change or "as it is")))
            usual = usual or found
            mean, low, high = interval(found)
            line = f"{told(change):24} {mean:.2f} [{low:.2f}, {high:.2f}]"
            if change:
                mean, low, high = interval(list(np.subtract(found, usual)))
                line += f"   changed by {mean:+.2f} [{low:+.2f}, {high:+.2f}]"
            console.print(line, highlight=False, markup=False)
    return 0


def told(change: dict[str, int]) -> str:
    return ", ".join(f"{name}={'never' if value == NEVER else value}" for name, value in change.items()) or "as it is"


if __name__ == "__main__":
    sys.exit(main())
