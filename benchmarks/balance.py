"""Write docs/balance.md and its plots: what many games say about each title.

`scripts/balance --games 1000000` plays so many games of RITUAL with four players, and as many or fewer at the other
tables, by how long they take (PLAN). What is played stays in --out, so that an interrupted run goes on where it was.
"""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from takujo.core.words import Speech
from takujo.games import load
from takujo.lab.experiment import Experiment, run
from takujo.lab.page import alone, write
from takujo.lab.report import WORDS, Report, differences, figure, finding, report, sentences

ROOT = Path(__file__).resolve().parent.parent
REGULAR = ("regular",)

# Title, players, option compared, one game where RITUAL has so many, and the sections that are told.
PLAN: list[tuple[str, tuple[int, ...], tuple[str, tuple[Any, ...]] | None, int, list[str]]] = [
    ("ritual", (4,), None, 1, ["Who wins", "Cards in hand", "Hand sets", "Madness", "Lead changes"]),
    ("ritual", (2, 3, 5), None, 10, ["Who wins"]),
    ("arkham-ritual", (5,), None, 4, ["Who wins", "The last card", "Failing the judgement", "What takes sanity"]),
    ("arkham-ritual", (5,), ("great_old_one", ("cthulhu", "mystery")), 20, []),
    ("arkham-ritual", (5,), ("doom_board", (False, True)), 20, []),
    ("ayatsuri", (5,), None, 1, ["Who wins", "The role in the last round", "Chips by role", "Survival by role"]),
    ("ayatsuri", (5,), ("promo", (False, True)), 4, []),
    ("in-the-ruin", (1,), None, 100, ["How often it is won"]),
    ("in-the-ruin", (3,), None, 100, ["Who wins", "Goal cards", "What getting out is worth"]),
]
MOST = 8  # differences told


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/balance", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="games of RITUAL with four players")
    parser.add_argument("--out", type=Path, default=Path("lab-balance"), help="folder of the games")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    parts, last = [HEAD.format(games=options.games)], ""
    for number, (slug, players, compare, share, told) in enumerate(PLAN):
        experiment = Experiment(slug, players, REGULAR, max(64, options.games // share), compare=compare)
        out = options.out / f"{number}-{slug}"
        run(experiment, out, options.workers)
        print(f"{out}: done", file=sys.stderr)
        if slug != last:
            parts.append(f"## {load(slug).title}\n")
            last = slug
        parts.append(chapter(report(experiment, out), told))
    write(ROOT / "docs" / "balance.md", "\n".join(parts))
    return 0


HEAD = """# What very many games say

Written by `scripts/balance --games {games}`: regular bots, fixed seeds, numbers with 95 % intervals. What is said here
holds for these bots; people may find what they do not. How such runs are made:
[run-an-experiment.md](run-an-experiment.md).

Regulars of RITUAL once ruined each other ([bots.md](bots.md)), and this page rested on them. It said then, of four players: who
begins wins most often (26.1 %); hands of few points come first most often (30.6 % against 24.6 %, now it is those of many);
who is never put out wins 57 % of games; the lead changes 0.31 times. Of Arkham Ritual and IN THE RUIN, whose regulars changed
little or not, and of あやつり殺人事件 it says what it said. Since they were mended once more, against who follows
in the first round and strays then, the first in turn wins most often; before that number 2 did (26.0 %), sets of 34 and more points came
first in 30.5 %, and who was never put out won 42.3 % of games.
"""  # noqa: E501 - lines of the page that is written


def chapter(found: Report, told: list[str]) -> str:
    """The sentences and plots of one experiment."""
    e, lines = found.experiment, []
    for group, sums in zip(found.groups, found.sums, strict=True):
        n = group[0].players
        people = "1 player" if n == 1 else f"{n} players"
        if e.compare:
            lines += compared(e, people, differences(sums[-1]))
            continue
        lines.append(f"### {people}, {e.games:,} games\n")
        for part in sums[0]:
            if part.section.title in told:
                lines.append(f"**{part.section.title}.** {finding(part)}\n")
                name = f"{e.game}-{n}-{part.section.title.lower().replace(' ', '-')}.svg"
                write(ROOT / "docs" / "balance" / name, alone(figure(part)))
                lines.append(f"![{part.section.unit}](balance/{name})\n")
    return "\n".join(lines)


def compared(e: Experiment, people: str, rows: list[dict[str, Any]]) -> list[str]:
    assert e.compare
    option, (a, b) = e.compare
    lines = [f"### {people}, {option}: {json.dumps(a)} (A) or {json.dumps(b)} (B), {e.games:,} games each\n"]
    sure = sentences(Speech(WORDS, "en"), rows)
    lines.append(f"{len(sure)} of {len(rows)} numbers differ by more than chance explains (Holm).\n")
    wins = [row for row in rows if row["section"] == "who" and row["corrected"] < 0.05]
    lines.append(
        f"Places at the table that win more or less often with one than with the other: {len(wins) or 'none'}.\n"
    )
    return [*lines, *(f"- {line}" for line in sure[:MOST]), ""]


if __name__ == "__main__":
    sys.exit(main())
