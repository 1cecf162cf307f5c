"""Builds the wheels: `python -m native` (make wheels); with --engine only the page's engine (make engine).

A second time only what has changed is made again.
"""

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

from takujo.games import SLUGS

from .build import ROOT, dumped, library, sdist, wheel
from .page import engine, publish
from .targets import TARGETS


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m native", description=__doc__)
    parser.add_argument("--title", action="append", choices=SLUGS, help="with its library (default: all)")
    parser.add_argument("--target", action="append", choices=TARGETS, help="for this system (default: all)")
    parser.add_argument("--libraries", action="store_true", help="no wheels: only libraries, in build/native/TARGET")
    parser.add_argument("--engine", action="store_true", help="no wheels: only the page's engine, into its files")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time (default: one a core)")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder for wheels (default: dist)")
    options = parser.parse_args()
    missing = [name for name in ("numba", "ziglang") if find_spec(name) is None]
    if missing:
        sys.exit(f"{' and '.join(missing)} must be installed to build this: scripts/prepare wheels")
    titles, targets = options.title or SLUGS, options.target or list(TARGETS)
    console = Console(stderr=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with (
        ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool,
        Progress(*columns, console=console, disable=not console.is_terminal) as bar,
    ):
        compiled = pool.map(partial(dumped, for_page=options.engine), titles)
        list(bar.track(compiled, len(titles), description="compiling"))
        if not options.libraries:
            list(bar.track(pool.map(engine, titles), len(titles), description="the page's engine"))
            publish(titles)
        if options.engine:
            return
        pairs = [(title, target) for target in targets for title in titles]
        made = list(bar.track(pool.map(library, *zip(*pairs, strict=True)), len(pairs), description="linking"))
        if options.libraries:
            return
        for target in bar.track(targets, description="wheels"):
            mine = [file for (_, of), file in zip(pairs, made, strict=True) if of == target]
            wheel(target, mine, options.out)
    sdist(options.out)
    for file in sorted(options.out.glob("takujo-*")):
        print(f"{file.stat().st_size / 1e6:6.1f} MB  {file}")


if __name__ == "__main__":
    try:
        main()
    except RuntimeError as error:
        sys.exit(str(error))
