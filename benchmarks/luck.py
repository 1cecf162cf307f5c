"""How much of a result is luck, and how many games the account of it saves: `python -m benchmarks.luck [SLUG ...]`.

One player of known strength among regulars, whose own decisions the account does not know: as a person's or an
expert's. The mean must be the same with luck taken off, luck must be 0 on average, and the spread smaller. Writes the
table of docs/insight.md.
"""

import argparse
import random
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.progress import track

from takujo.bots import LEVELS
from takujo.bots.minds import mind, prepare
from takujo.games import SLUGS, load
from takujo.insight.luck import PLAYS, Ledger, adjusted

__all__ = ["Measured", "measure", "row"]

PAGE = Path(__file__).parents[1] / "docs" / "insight.md"
BEGIN, END = "<!-- luck: python -m benchmarks.luck -->\n", "<!-- end of luck -->\n"
HEAD = (
    "| title | players | bot | games | result [95 %] | luck taken off [95 %] | spread left | as good as | "
    "CPU a game |\n|---|---|---|---|---|---|---|---|---|\n"
)
OPTIONS: dict[str, dict[str, Any]] = {"arkham-ritual": {"true_winner": True}}
SEATS = {"in-the-ruin": 2}


class Measured(NamedTuple):
    results: list[float]
    lucks: list[float]
    seconds: float  # that the account took, in all


def measure(
    slug: str, players: int, one: str, among: str, games: int, plays: int = PLAYS, seed: int = 1, **how: Any
) -> Measured:
    """What the one player got, and the luck in it; its seat is another in every game."""
    game, options = load(slug), OPTIONS.get(slug, {})
    prepare(game)
    policy, found = mind(game), Measured([], [], 0.0)
    for number in track(range(games), f"{slug}, {one}"):
        state, rng, place = (
            game.new(players, seed * 1_000_003 + number, options),
            random.Random(number),
            number % players,
        )
        known = [None if seat == place else LEVELS[among].care for seat in range(players)]
        begun = time.process_time()
        ledger = Ledger(policy, known, options, plays, seed * 1_000_003 + number, **how)
        ledger.deal(state._raw)
        spent = time.process_time() - begun
        while state.to_act:
            seat = state.to_act[0]
            choice = LEVELS[one if seat == place else among].pick(game, state.view_raw(seat), seat, rng)
            before = state._raw.copy()
            state.step(seat, choice)
            begun = time.process_time()
            ledger.step(before, seat, choice, state._raw)
            spent += time.process_time() - begun
        begun = time.process_time()
        found.lucks.append(float(ledger.end(state._raw)[place]))
        found.results.append(policy.door.worth(state._raw, place) / 1000)
        found = found._replace(seconds=found.seconds + spent + time.process_time() - begun)
    return found


def row(slug: str, players: int, one: str, among: str, found: Measured) -> str:
    told, luck = adjusted(found.results, found.lucks), np.array(found.lucks)
    off = luck.mean() / (luck.std(ddof=1) / len(luck) ** 0.5)
    shown = [
        f"{100 * mean:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
        for mean, low, high in (told.raw, (told.mean, told.low, told.high))
    ]
    who = f"{one} among {among}" if players > 1 else f"{one} alone"
    print(f"luck on average: {100 * luck.mean():.2f} %, {off:.1f} standard errors")
    return (
        f"| {load(slug).title} | {players} | {who} | {len(luck)} | {shown[0]} | {shown[1]} | "
        f"{100 / told.times:.0f} % | {told.times:.1f} times the games | {1000 * found.seconds / len(luck):.0f} ms |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slugs", nargs="*", default=list(SLUGS))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--plays", type=int, default=PLAYS)
    parser.add_argument("--reach", help="decisions,chapters instead of the title's own")
    parser.add_argument("--one", default="regular,novice")
    parser.add_argument("--write", action="store_true", help="write the rows into docs/insight.md")
    asked = parser.parse_args()
    how: dict[str, Any] = {"reach": tuple(map(int, asked.reach.split(",")))} if asked.reach else {}
    rows = []
    for slug in asked.slugs:
        for one in asked.one.split(","):
            players = SEATS.get(slug, 4)
            rows.append(
                row(
                    slug,
                    players,
                    one,
                    "regular",
                    measure(slug, players, one, "regular", asked.games, asked.plays, **how),
                )
            )
            print(rows[-1], flush=True)
    if asked.write:
        write(rows)


def write(rows: list[str]) -> None:
    """Into the table, in the order of the titles; what was not measured now stays as it is."""
    head, rest = PAGE.read_text("utf-8").split(BEGIN)
    old, tail = rest.split(END)
    known = {_measured(line): line for line in old.removeprefix(HEAD).splitlines() + rows}
    titles = [load(slug).title for slug in SLUGS]
    lines = sorted(known.values(), key=lambda line: titles.index(_measured(line)[0]))
    PAGE.write_text(head + BEGIN + HEAD + "\n".join(lines) + "\n" + END + tail, "utf-8")


def _measured(line: str) -> tuple[str, ...]:
    """Which title, how many players, who."""
    return tuple(cell.strip() for cell in line.split("|")[1:4])


if __name__ == "__main__":
    main()
