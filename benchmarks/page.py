"""The page's engine: how fast its search is in Chromium against the native library, how soon it is there, its size.

    python -m benchmarks --only page

Both search the same view with the same luck, so they do the very same work: in slices, round after round in turns,
after a few that are not counted. Of each slice the quickest round counts: what else the machine does slows neither.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

import hatch_build
from benchmarks.report import number
from native.build import ROOT, library
from native.page import engine
from takujo.games import SLUGS, load

__all__ = ["measure"]

SYSTEM = "x86_64-linux"
READY_TRIES = 5
WARM = 3  # rounds that are not counted: a browser compiles better what runs often
SLICE = 0.004  # seconds, about
SEED = 5
BROTLI = 'console.log(require("zlib").brotliCompressSync(require("fs").readFileSync(process.argv[1])).length)'
ESBUILD = ROOT / "web/node_modules/.bin/esbuild"


def measure(*, rounds: int, seconds: float) -> int:
    from playwright.sync_api import sync_playwright

    table = Table("title", "native, simulations/s", "Chromium", "share", "ready, ms", "brotli, kB")
    with tempfile.TemporaryDirectory() as made, served(Path(made)) as address, sync_playwright() as playwright:
        folder = Path(made)
        noble = f"--alias:@noble/hashes={ROOT}/web/node_modules/@noble/hashes"
        bundle: list[str | Path] = [ESBUILD, Path(__file__).with_name("page.ts"), "--bundle", "--format=esm", noble]
        subprocess.run([*bundle, f"--outfile={folder}/page.mjs", "--log-level=error"], check=True)
        (folder / "index.html").write_text("<!doctype html><title>-</title>", "utf-8")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for slug in track(SLUGS, "measuring", console=Console(stderr=True), transient=True):
            files = engine(slug)
            for file, suffix in zip(files, ("wasm", "mjs"), strict=True):
                shutil.copy(file, folder / f"{slug}.{suffix}")
            size = sum(int(subprocess.check_output([*hatch_build.node(), "-e", BROTLI, file])) for file in files)
            ready = []
            for _ in range(READY_TRIES):
                page = browser.new_page()
                page.goto(address)
                ready.append(page.evaluate("async (game) => (await import('/page.mjs')).ready(game)", slug))
            players = min(4, load(slug, compiled=False).players[-1])
            ask = "async (slices) => (await import('/page.mjs')).searched(...slices)"
            here, there = [], []
            with native(slug, players) as search:
                each, slices = slices_of(search(1, 200), seconds)
                for _ in range(WARM + rounds):
                    here.append(search(each, slices))
                    there.append(page.evaluate(ask, [players, SEED, each, slices]))
            ours, page_s = (each * slices / quickest(times[WARM:]) for times in (here, there))
            cells = [number(ours), number(page_s), f"{page_s / ours:.0%}", f"{median(ready):.0f}", f"{size / 1000:.1f}"]
            table.add_row(slug, *cells)
        browser.close()
    console = Console(width=None if sys.stdout.isatty() else 120)
    console.print(table)
    said = f"{rounds} rounds of {seconds} s each, of each slice the quickest; load average {os.getloadavg()[0]:.1f}"
    console.print(said, highlight=False)
    return 0


def slices_of(times: list[float], seconds: float) -> tuple[int, int]:
    """Simulations of a slice, and slices of a round, from what single simulations took."""
    each = max(1, round(SLICE / median(times)))
    return each, max(1, round(seconds / (each * median(times))))


def quickest(rounds: list[list[float]]) -> float:
    """Seconds of all slices."""
    slices: list[tuple[float, ...]] = list(zip(*rounds, strict=True))
    return sum(map(min, slices))


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A folder as a site."""

    class Quiet(SimpleHTTPRequestHandler):
        extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

        def log_message(self, *_: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def native(slug: str, players: int) -> Iterator[Any]:
    """A process with the title's library; each call is a search, and gives the seconds of its slices."""
    folder = library(slug, SYSTEM).parent
    environment = os.environ | {"TAKUJO_NATIVE": str(folder), "TAKUJO_JIT": "1"}
    command = [sys.executable, "-m", "benchmarks.page", slug, str(players)]
    with subprocess.Popen(
        command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdin
        assert process.stdout

        def search(each: int, slices: int) -> list[float]:
            print(each, slices, file=process.stdin, flush=True)
            return [float(time) for time in process.stdout.readline().split()]  # type: ignore[union-attr]  # it is there

        yield search
        process.stdin.close()


def _search(slug: str, players: int) -> None:
    from takujo.bots.minds import mind, prepare
    from takujo.bots.search import Search

    game, search = load(slug), Search()
    assert game.is_native, f"{slug} has no library here"
    prepare(game)
    state = game.new(players, 3)
    seat = state.to_act[0]
    for line in sys.stdin:
        each, slices = map(int, line.split())
        search.begin(mind(game), state.view_raw(seat), seat, SEED)
        marks = [time.perf_counter()]
        for _ in range(slices):
            search.run(each)
            marks.append(time.perf_counter())
        print(*(after - before for before, after in pairwise(marks)), flush=True)


if __name__ == "__main__":
    _search(sys.argv[1], int(sys.argv[2]))
