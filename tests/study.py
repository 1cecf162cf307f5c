"""A study too long for every run: `make study` plays many random games of each title and checks that all holds.

Every game ends; pieces are conserved and the facts of the rules pages hold after every action; engine and oracle
agree, action by action, on a part of them.
"""

import argparse
import importlib
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from rich.progress import Progress

import takujo
from takujo.core.game import State
from tests.helpers import SLUGS, Chance, option_sets, play_both

BLOCK = 50  # games one task plays


def study(task: tuple[str, int, int, int]) -> tuple[int, int, int]:
    """A block of games of one title: how many games, decisions, and games compared with the oracle."""
    slug, block, games, compared = task
    name = slug.replace("-", "_")
    oracles: Any = importlib.import_module(f"tests.oracles.{name}")
    tests: Any = importlib.import_module(f"tests.games.test_{name}")
    card_set = [tests.SET] if hasattr(tests, "SET") else []  # a game with components gives them to its oracle
    game, rng = takujo.load(slug), random.Random(f"{slug} {block}")
    decisions = 0
    for number in range(games):
        players = rng.choice(game.players)
        s = game.new(players, rng.getrandbits(64), rng.choice(option_sets(game, players)))
        if number < compared:
            position = s.position()
            decisions += play_both(s, oracles.Oracle.from_position(position, Chance(position["rng"]), *card_set), rng)
        else:
            decisions += getattr(tests, "play_checked", partial(play_checked, facts=tests.check_facts))(s, rng)
    return games, decisions, min(compared, games)


def play_checked(s: State, rng: random.Random, facts: Any) -> int:
    """Random play with the facts of the rules page checked after every action."""
    actions = 0
    before = s.position()
    while s.to_act:
        seat = rng.choice(s.to_act)
        events = s.apply_number(seat, rng.choice(s.legal_numbers(seat)))
        before = facts(s, events, before)
        actions += 1
    return actions


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.study", description=__doc__)
    parser.add_argument("games", nargs="*", help=f"titles, of {', '.join(SLUGS)} (all when left out)")
    parser.add_argument("--count", type=int, default=100_000, help="random games a title")
    parser.add_argument("--oracle", type=int, default=5_000, help="of which compared with the oracle")
    parser.add_argument("--first", type=int, default=0, help="go on with this game: what was printed last")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    for slug in options.games or SLUGS:
        takujo.load(slug)  # compile once, and refuse a wrong title
    compared = -(-BLOCK * options.oracle // options.count)
    with Progress() as bar, ProcessPoolExecutor(options.workers) as pool:
        for slug in options.games or SLUGS:
            blocks = range(options.first // BLOCK * BLOCK, options.count, BLOCK)
            tasks = [(slug, b, min(BLOCK, options.count - b), compared) for b in blocks]
            line = bar.add_task(slug, total=options.count - blocks.start)
            totals = [0, 0, 0]
            for counts in pool.map(study, tasks):
                totals = [a + b for a, b in zip(totals, counts, strict=True)]
                bar.update(line, completed=totals[0])
                if totals[0] % 1000 == 0 and not bar.console.is_terminal:
                    print(f"{slug}: {blocks.start + totals[0]:,} games hold", flush=True)
            bar.print(
                f"{slug}: {totals[0]:,} games, {totals[1]:,} decisions, {totals[2]:,} games equal to the oracle's"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
