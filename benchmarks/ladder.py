"""Measure every level among every other, and the zoo's best among each, into the table of docs/bots.md.

    python -m benchmarks.ladder                      all of it: many hours
    python -m benchmarks.ladder --without expert     rows without this word: half an hour
    python -m benchmarks.ladder --only expert        rows with this word; the others stay as they are
    python -m benchmarks.ladder --only ruin --games 0.1 --budget 50

Levels that do not search meet in compiled code (tests/bots/zoo/table.py); a row with one that does is a call of the
arena (takujo arena GAME --players N --bots AMONG,ONE). The zoo (tests/bots/zoo) is all measured among those that do not
search, and its best one told; among experts plays the one that is best among regulars.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from takujo.games import SLUGS, load
from takujo.lab.arena import Report, run
from tests.bots.zoo.table import share, zoo

PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
BEGIN, END = "<!-- ladder: python -m benchmarks.ladder -->\n", "<!-- end of ladder -->\n"
HEAD = "| title | players | bot | times fair, or points [95 %] | games |\n|---|---|---|---|---|\n"
LEVELS = "uniform", "novice", "regular", "expert", "cheat", "best"
ZOO = "zoo"
SEARCHERS = "expert", "cheat"
PLAIN, SEARCHING = 4000, 400  # games a row


@dataclass(frozen=True)
class Rung:
    """A challenger among others."""

    slug: str
    players: int
    among: str
    one: str
    games: int
    budget: float = 200.0
    options: dict[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return f"{self.slug} {self.players} {self.one} among {self.among}"


def plan() -> Iterator[Rung]:
    tables = {"ritual": (2, 4), "arkham-ritual": (5, 4), "ayatsuri": (4, 5), "in-the-ruin": (2, 3)}
    for slug, counts in tables.items():
        options = {"true_winner": True} if slug == "arkham-ritual" else {}
        plain = PLAIN // 10 if slug == "in-the-ruin" else PLAIN
        for players in counts:
            for one, among in (
                *permutations(("uniform", "novice", "regular", "expert"), 2),
                ("cheat", "regular"),
                *((ZOO, level) for level in ("novice", "regular", "expert")),
            ):
                searching = {one, among} & set(SEARCHERS)
                yield Rung(slug, players, among, one, SEARCHING if searching else plain, options=options)
    for one, games, budget in ("novice", 200, 100), ("regular", 200, 100), ("expert", 200, 100), ("expert", 40, 1000):
        yield Rung("in-the-ruin", 1, one, one, games, budget)


def written(page: str, rows: list[str]) -> str:
    """The page with these rows; each instead of the one it is measured anew for, in the order of titles and levels."""
    head, _, rest = page.partition(BEGIN)
    old, _, tail = rest.partition(END)
    kept = {_what(row): row for row in old.splitlines()[2:]}
    kept |= {_what(row): row for row in rows}
    return head + BEGIN + HEAD + "".join(f"{row}\n" for row in sorted(kept.values(), key=_place)) + END + tail


def _what(row: str) -> tuple[str, ...]:
    title, players, bot = row.split("|")[1:4]
    if players.strip() != "1":  # alone, an expert is measured with several budgets
        bot = re.sub(r" \(\d+ ms\)", "", bot)
    return title, players, re.sub(r"zoo \(.*?\)", "zoo", bot)  # another one may be the best now


def _place(row: str) -> tuple[int, ...]:
    title, players, bot = map(str.strip, _what(row))
    titles = [load(slug, compiled=False).title for slug in SLUGS]
    levels = [LEVELS.index(word) for word in bot.split() if word in LEVELS]
    return titles.index(title), int(players), *levels


def row_of(rung: Rung, part: float, budget: float, workers: int, console: Console) -> str:
    """The rung, measured."""
    games = max(2 * rung.players, round(part * rung.games))
    if rung.players == 1 or (rung.one != ZOO and {rung.one, rung.among} & set(SEARCHERS)):
        return climb(rung, rung.one, games, budget, workers, console).markdown()[0]
    best = rung.one
    if rung.one == ZOO:
        level = "regular" if rung.among in SEARCHERS else rung.among
        names = zoo(rung.slug).BOT.names[1:]  # the first is uniform, which has rows of its own
        shares = [
            (share(rung.slug, rung.players, name, level, games, options=rung.options).mean, name) for name in names
        ]
        best = max(shares)[1]
        if rung.among in SEARCHERS:
            name = f"tests.bots.zoo.bots:{rung.slug}_{best}".replace("-", "_")
            return (
                climb(rung, name, games, budget, workers, console)
                .markdown()[0]
                .replace(name, f"best of the zoo ({best})")
            )
    found = share(
        rung.slug, rung.players, best, rung.among, games, 2, rung.options
    )  # other deals than it was chosen by
    one = f"best of the zoo ({best})" if rung.one == ZOO else best
    title = load(rung.slug).title
    return f"| {title} | {rung.players} | {one} among {rung.among} | {found} | {found.games:,} |"


def climb(rung: Rung, one: str, games: int, budget: float, workers: int, console: Console) -> Report:
    bots = [one] if rung.players == 1 else [rung.among, one]
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(str(rung))

        def progress(done: int, deals: int) -> None:
            bar.update(task, completed=done, total=deals)

        return run(rung.slug, rung.players, bots, games, rung.options, budget, workers, progress=progress, plays=0)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", metavar="WORDS", default="", help="only rows with all of these words")
    parser.add_argument("--without", metavar="WORDS", default="", help="only rows with none of these words")
    parser.add_argument("--games", type=float, default=1.0, help="so many times the games planned")
    parser.add_argument("--budget", type=float, help="milliseconds of a search, instead of those planned")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    options = parser.parse_args()
    only, without = set(options.only.split()), set(options.without.split())
    words = {rung: set(str(rung).replace("-", " ").split()) for rung in plan()}
    rungs = [rung for rung in words if only <= words[rung] and not without & words[rung]]
    if not rungs:
        parser.error(f"no row has the words {options.only!r}: there are {', '.join(map(str, plan()))}")
    console = Console(width=120)
    for rung in rungs:
        row = row_of(rung, options.games, options.budget or rung.budget, options.workers, console)
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), [row]), encoding="utf-8")
        console.print(row, highlight=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
