"""Measure ours and the peers' in one run; print a table, write bench.json and bench.svg. Or ours against a commit."""

import argparse
import json
import os
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from benchmarks.against import against, against_numba
from benchmarks.chart import chart
from benchmarks.contenders import BASELINES, all_contenders
from benchmarks.measure import Contender, prepare, run
from benchmarks.page import measure as page
from benchmarks.report import as_json, machine, table
from benchmarks.start import cold_start, warm_start

ROUNDS = 5
BUSY = 0.9  # with less of a core than this, absolute numbers say little


def main() -> int:
    options = arguments()
    if options.against:
        return against(options.against, options.only, quick=options.quick)
    if options.native:
        return against_numba(options.native, options.only, quick=options.quick)
    seconds = 0.1 if options.quick else 1.0
    if options.only == "page":
        return page(rounds=ROUNDS, seconds=seconds)
    rows = chosen(all_contenders(), options.only)
    if not rows:
        print(f"no row has {options.only!r} in its name or game", file=sys.stderr)
        return 2
    facts = machine()
    console = Console()
    if not console.is_terminal:
        console = Console(width=120)  # a log or a pipe has room for whole lines
    console.print("Preparing ...")
    results = prepare(rows, seconds)
    columns = TextColumn("{task.description:<56.56}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("measuring", total=len(rows) * ROUNDS + 1 + options.cold)

        def tick(what: str) -> None:
            bar.update(task, description=what, advance=1)

        core = run(results, ROUNDS, seconds, tick)
        start = {"warm": warm_start("ritual", 4)}
        tick("warm start")
        if options.cold:
            bar.update(task, description="cold start: compiling the rules")
            start["cold"] = cold_start("ritual", 4)
            tick("cold start")

    versions = ", ".join(f"{name} {number}" for name, number in facts["versions"].items() if number)
    line = f"{facts['cpu']}, {facts['cpus']} CPUs, Python {facts['python']}, {versions}"
    console.print(table(results, ROUNDS, seconds))
    console.print(BASELINES, highlight=False)
    for name, taken in start.items():
        console.print(f"{name} start, from a new Python to the first move of RITUAL: {taken:.2f} s", highlight=False)
    console.print(line, highlight=False)
    if core < BUSY:
        console.print(f"[yellow]Busy machine: we had {core:.0%} of a core. Trust the ratios, not the rates.[/]")

    folder: Path = options.out
    folder.mkdir(parents=True, exist_ok=True)
    data = {"machine": facts, "start_seconds": start, **as_json(results, ROUNDS, seconds, core)}
    (folder / "bench.json").write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    (folder / "bench.svg").write_text(chart(results, line), encoding="utf-8")
    console.print(f"written: bench.json and bench.svg in {os.path.relpath(folder)}", highlight=False)
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="slices of 0.1 s instead of 1 s: a rough idea")
    parser.add_argument(
        "--only",
        metavar="WORD",
        default="",
        help="only rows with this word, and their baselines; page: the page's engine in Chromium",
    )
    parser.add_argument("--cold", action="store_true", help="also measure the first start, which compiles the rules")
    parser.add_argument(
        "--against", metavar="COMMIT", help="is this tree slower than that? --only: titles; --quick: compiling left out"
    )
    parser.add_argument("--native", metavar="DIR", type=Path, help="are the libraries there slower than Numba's code?")
    parser.add_argument("--out", metavar="DIR", type=Path, default=Path(__file__).parent / "out", help="where to write")
    return parser.parse_args()


def chosen(rows: list[Contender], word: str) -> list[Contender]:
    """The rows with this word in their name or game, and what those are compared with."""
    found = [row for row in rows if word.lower() in f"{row.game} {row.name}".lower()]
    games = {row.game for row in found}
    return [row for row in rows if row in found or (row.baseline and row.game in games)]


if __name__ == "__main__":
    sys.exit(main())
