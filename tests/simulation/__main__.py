"""Simulate worlds, each from one seed, and say which of them does not come right."""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

Json = dict[str, Any]

LONGEST = 900  # seconds of a core that one world may take


def simulate(seed: int, options: argparse.Namespace) -> Json:
    from .world import World

    began = time.process_time()
    world = World(seed, print if options.verbose else None, lying_disk=options.lying_disk)
    if options.verbose:
        print(world.plan)
    return world.run() | {"cpu": round(time.process_time() - began, 2)}


def work(options: argparse.Namespace) -> None:
    """A process that has everything loaded: it forks for each seed, so that no world sees another."""
    from .world import prepare_worlds

    prepare_worlds()
    for line in sys.stdin:
        seed = int(line)
        child = os.fork()
        if not child:
            resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
            print(json.dumps(simulate(seed, options)), flush=True)
            os._exit(0)  # at once: those who were killed in the world do not get to run their last lines
        _, status = os.waitpid(child, 0)
        if status:
            print(json.dumps({"seed": seed, "faults": [f"the process ended with status {status}"]}), flush=True)


class Worker:
    def __init__(self, arguments: list[str]):
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process: Any = subprocess.Popen(
            [sys.executable, "-m", "tests.simulation", "--worker", *arguments], text=True, **pipes
        )

    def run(self, seed: int) -> Json:
        self.process.stdin.write(f"{seed}\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())  # type: ignore[no-any-return]  # JSON


class Runs:
    """What all worlds together came to."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.failed: list[Json] = []
        self.cpu = 0.0
        self.worlds = 0

    def add(self, result: Json) -> None:
        self.worlds += 1
        self.counts.update(result.get("counts", {}))
        self.cpu += result.get("cpu", 0.0)
        if result["faults"]:
            self.failed.append(result)

    def __str__(self) -> str:
        counts = self.counts
        return (
            f"{counts['deaths']:,} deaths ({counts['power cuts']:,} with the power), {counts['acknowledged']:,} "
            f"acknowledged, {counts['lost']} lost"
        )


def simulate_many(seeds: range, options: argparse.Namespace, arguments: list[str], console: Console) -> Runs:
    runs, lock, coming = Runs(), threading.Lock(), iter(seeds)
    began = time.monotonic()

    def results(worker: Worker) -> Iterator[Json]:
        while True:
            with lock:
                seed = next(coming, None)
            if seed is None or (runs.failed and not options.go_on):
                worker.process.communicate()
                return
            yield worker.run(seed)

    columns = TextColumn("{task.description:<80.80}"), BarColumn(bar_width=20), MofNCompleteColumn()
    with (
        Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console, transient=True) as bar,
        ThreadPoolExecutor(options.jobs) as pool,
    ):
        task = bar.add_task("loading the games ...", total=len(seeds))

        def all_of(worker: Worker) -> None:
            for result in results(worker):
                with lock:
                    runs.add(result)
                    bar.update(task, advance=1, description=str(runs))
                    if result["faults"]:
                        console.print(f"[red]{result['faults'][0]}[/]", highlight=False, soft_wrap=True)
                        again = " ".join(["--seed", str(result["seed"]), *arguments, "--verbose"])
                        console.print(f'  again: make simulate ARGS="{again}"', highlight=False, soft_wrap=True)
                    elif not console.is_terminal and runs.worlds % 10 == 0:
                        print(f"{runs.worlds} worlds, {time.monotonic() - began:.0f} s: {runs}", flush=True)

        for done in as_completed([pool.submit(all_of, Worker(arguments)) for _ in range(options.jobs)]):
            done.result()
    return runs


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seeds", type=int, default=100, help="how many worlds")
    parser.add_argument("--first", type=int, default=None, help="the seed of the first; others count up from it")
    parser.add_argument("--seed", type=int, default=None, help="this one world alone, in this process")
    parser.add_argument("--verbose", action="store_true", help="print all that happens in it")
    parser.add_argument("--go-on", action="store_true", help="simulate the others, too, when one does not come right")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes side by side")
    parser.add_argument("--lying-disk", action="store_true", help="a disk that does not sync: this must be noticed")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        work(options)
        return 0
    if options.seed is not None:
        from .world import prepare_worlds

        prepare_worlds()
        result = simulate(options.seed, options)
        print(json.dumps(result, indent=1), flush=True)
        os._exit(1 if result["faults"] else 0)
    console = Console() if sys.stdout.isatty() else Console(width=120)
    first = random.randrange(10**6) if options.first is None else options.first
    console.print(f"Seeds {first} to {first + options.seeds - 1}.", highlight=False)
    began = time.monotonic()
    arguments = ["--lying-disk"] if options.lying_disk else []
    runs = simulate_many(range(first, first + options.seeds), options, arguments, console)
    console.print(summary(runs, time.monotonic() - began), highlight=False)
    return 1 if runs.failed else 0


def summary(runs: Runs, seconds: float) -> str:
    counts = runs.counts
    others = ("stop", "freeze", "jump", "full", "failing", "slow", "away", "forgetful", "bus", "crash")
    troubles = ", ".join(f"{counts[kind]} {kind}" for kind in others if counts[kind])
    rate = f"{counts['deaths'] / seconds * 3600:,.0f} deaths an hour" if seconds else ""
    return (
        f"{runs.worlds} worlds, {len(runs.failed)} failed. {runs}.\n"
        f"{counts['deaths while writing']:,} deaths within a write, {counts['deaths in a transaction']:,} in a "
        f"transaction; other troubles: {troubles}.\n"
        f"{counts['tables']:,} tables, {counts['compared']:,} clients compared with fresh views, {counts['verified']:,} "
        f"records verified, {counts['twins']:,} pairs of twin tables, {counts['attacks']:,} attacks.\n"
        f"{seconds:,.0f} s, {runs.cpu / max(1, counts['deaths']):.2f} s of a core a death: {rate}."
    )


if __name__ == "__main__":
    sys.exit(main())
