"""Measure every level among the one below, and write the rows into the table of docs/bots.md.

    python -m benchmarks.ladder                      all of it: hours
    python -m benchmarks.ladder --only expert        rows with this word; the others stay as they are
    python -m benchmarks.ladder --only ruin --games 0.1 --budget 50

Every row is one call of the arena (takujo arena GAME --players N --bots AMONG,ONE).
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from takujo.games import SLUGS, load
from takujo.lab.arena import Report, run

PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
BEGIN, END = "<!-- ladder: python -m benchmarks.ladder -->\n", "<!-- end of ladder -->\n"
HEAD = "| title | players | bot | times fair, or points [95 %] | games |\n|---|---|---|---|---|\n"
LEVELS = "novice", "regular", "expert", "cheat"
PLAIN, SEARCHING = 2000, 400  # games a row


@dataclass(frozen=True)
class Rung:
    """A challenger among others."""

    slug: str
    players: int
    among: str
    one: str
    games: int
    budget: float = 200.0
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.slug} {self.players} {self.one} among {self.among}"


def plan() -> Iterator[Rung]:
    tables = {"ritual": (2, 4), "arkham-ritual": (5, 4), "ayatsuri": (4, 5), "in-the-ruin": (2, 3)}
    for slug, counts in tables.items():
        options = {"true_winner": True} if slug == "arkham-ritual" else {}
        for players in counts:
            for among, one, games in (
                ("novice", "regular", PLAIN),
                ("regular", "expert", SEARCHING),
                ("regular", "cheat", SEARCHING // 4),
            ):
                yield Rung(slug, players, among, one, games, options=options)
    for one, games, budget in ("novice", 200, 0), ("regular", 200, 0), ("expert", 200, 100), ("expert", 40, 1000):
        yield Rung("in-the-ruin", 1, one, one, games, budget)


def written(page: str, rows: list[str]) -> str:
    """The page with these rows; each instead of the one it is measured anew for, in the order of titles and levels."""
    head, _, rest = page.partition(BEGIN)
    old, _, tail = rest.partition(END)
    kept = {_what(row): row for row in old.splitlines()[2:]}
    kept |= {_what(row): row for row in rows}
    return head + BEGIN + HEAD + "".join(f"{row}\n" for row in sorted(kept.values(), key=_place)) + END + tail


def _what(row: str) -> tuple[str, ...]:
    return tuple(row.split("|")[1:4])


def _place(row: str) -> tuple[int, int, int]:
    title, players, bot = map(str.strip, _what(row))
    titles = [load(slug, compiled=False).title for slug in SLUGS]
    return titles.index(title), int(players), LEVELS.index(bot.split()[0])


def climb(rung: Rung, part: float, budget: float, workers: int, console: Console) -> Report:
    bots = [rung.one] if rung.players == 1 else [rung.among, rung.one]
    games = max(2 * rung.players, round(part * rung.games))
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(str(rung))

        def progress(done: int, deals: int) -> None:
            bar.update(task, completed=done, total=deals)

        return run(rung.slug, rung.players, bots, games, rung.options, budget, workers, progress=progress)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", metavar="WORDS", default="", help="only rows with all of these words")
    parser.add_argument("--games", type=float, default=1.0, help="so many times the games planned")
    parser.add_argument("--budget", type=float, help="milliseconds of a search, instead of those planned")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    options = parser.parse_args()
    rungs = [rung for rung in plan() if set(options.only.split()) <= set(str(rung).replace("-", " ").split())]
    if not rungs:
        parser.error(f"no row has the words {options.only!r}: there are {', '.join(map(str, plan()))}")
    console = Console(width=120)
    for rung in rungs:
        report = climb(rung, options.games, options.budget or rung.budget, options.workers, console)
        rows = report.markdown()
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), rows), encoding="utf-8")
        longest = ", ".join(f"{name} {taken['most']:.1f} ms" for name, taken in report.json()["decision_ms"].items())
        console.print(f"{rows[0]} longest: {longest}", highlight=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
