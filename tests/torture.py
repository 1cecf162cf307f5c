"""Kill nodes, bus and database hundreds of times under load: nothing acknowledged is lost, nothing is done twice.

On one node with SQLite, and on two nodes with a real PostgreSQL and NATS. Clients lose their connections all the time.
After each failure every table must go on, every client must have what a fresh view gives at every node, and what was
acknowledged must stand in the log once; at its end the record of every table must verify. Writes torture.html and
torture.json.
"""

import argparse
import asyncio
import html
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from benchmarks.report import machine
from tests.server.cluster import LEASE, Cluster, Database, Nats, Node
from tests.server.nursery import Nursery
from tests.server.ordeal import Found, Ordeal

TABLES = 6  # played at the same time
Failure = Callable[[], Awaitable[None]]


@dataclass
class Run:
    """One set-up, what was done to it and what came of it."""

    name: str
    done: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=dict)  # from the failure until every table had gone on
    found: Found = field(default_factory=Found)

    @property
    def kills(self) -> int:
        """Of nodes."""
        return (
            self.done["kill -9 of the node"] + self.done["kill -9 of a node"] + 2 * self.done["kill -9 of both nodes"]
        )

    @property
    def fine(self) -> bool:
        return not (self.found.lost or self.found.doubled or self.found.faults)


async def torture(
    run: Run,
    nodes: list[Node],
    failures: dict[str, tuple[int, Failure]],
    rng: random.Random,
    tick: Callable[[str], None],
) -> None:
    """Each failure as often as it says, in random order, at random moments."""
    order = [name for name, (times, _) in failures.items() for _ in range(times)]
    rng.shuffle(order)
    ordeal = Ordeal(nodes, TABLES, rng.getrandbits(32))
    run.found = ordeal.found
    async with ordeal.going_on():
        for name in order:
            await asyncio.sleep(rng.uniform(0.02, 0.5))
            began = time.monotonic()
            await failures[name][1]()
            await ordeal.check()
            run.done[name] += 1
            run.seconds.setdefault(name, []).append(time.monotonic() - began)
            tick(f"{run.name}: {name}")


async def kill(node: Node) -> None:
    await asyncio.to_thread(node.kill)
    await asyncio.to_thread(node.start)


async def pause(node: Node, seconds: float) -> None:
    os.kill(node.process.pid, signal.SIGSTOP)
    try:
        await asyncio.sleep(seconds)
    finally:
        os.kill(node.process.pid, signal.SIGCONT)


async def restart(part: Any, stop: Callable[[], None], seconds: float) -> None:
    await asyncio.to_thread(stop)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(part.start)


def on_sqlite(kills: int, nursery: Nursery, folder: Path, rng: random.Random, tick: Callable[[str], None]) -> Run:
    run = Run("one node, SQLite")
    with Node(nursery, folder) as node:
        asyncio.run(torture(run, [node], {"kill -9 of the node": (kills, lambda: kill(node))}, rng, tick))
    return run


def on_postgresql(
    kills: int, others: int, nursery: Nursery, folder: Path, rng: random.Random, tick: Callable[[str], None]
) -> Run:
    run = Run("two nodes, PostgreSQL and NATS")
    database, nats = Database(), Nats()
    try:
        with Cluster(nursery, folder, database, nats) as cluster:
            nodes = cluster.nodes

            async def kill_both() -> None:
                await asyncio.gather(*(kill(node) for node in nodes))

            failures: dict[str, tuple[int, Failure]] = {
                "kill -9 of a node": (kills - others, lambda: kill(rng.choice(nodes))),
                "kill -9 of both nodes": (others, kill_both),
                "kill -9 of NATS, restarted": (others, lambda: restart(nats, nats.kill, rng.uniform(0, 2))),
                "PostgreSQL restarted": (others, lambda: restart(database, database.stop, rng.uniform(0, 2))),
                "PostgreSQL crashed, restarted": (others, lambda: restart(database, database.kill, rng.uniform(0, 2))),
                "a node paused within its lease": (others, lambda: pause(rng.choice(nodes), LEASE / 3)),
                "a node paused beyond its lease": (others, lambda: pause(rng.choice(nodes), LEASE * 2)),
            }
            asyncio.run(torture(run, nodes, failures, rng, tick))
    finally:
        nats.kill()
        database.close()
    return run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=220, help="of nodes: half on SQLite, half on two nodes")
    parser.add_argument("--others", type=int, default=10, help="of each other failure")
    parser.add_argument("--seed", type=int, default=None, help="of the order and the moments, as far as these are ours")
    parser.add_argument("--out", metavar="DIR", type=Path, default=Path("torture"), help="where to write")
    options = parser.parse_args()
    seed = random.randrange(10**6) if options.seed is None else options.seed
    rng, facts, began = random.Random(seed), machine(), time.monotonic()
    console = Console() if sys.stdout.isatty() else Console(width=120)
    console.print(f"Seed {seed}. Loading the games ...")
    nursery = Nursery()
    columns = TextColumn("{task.description:<64.64}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("torture", total=options.kills + 5 * options.others)
        done = 0

        def tick(what: str) -> None:
            nonlocal done
            done += 1
            bar.update(task, description=what, advance=1)
            if done % 20 == 0 and not console.is_terminal:
                print(f"{done} failures, {time.monotonic() - began:.0f} s", flush=True)

        with tempfile.TemporaryDirectory() as folder:
            runs = [on_sqlite(options.kills // 2, nursery, Path(folder), rng, tick)]
        with tempfile.TemporaryDirectory() as folder:
            rest = options.kills - options.kills // 2
            runs.append(on_postgresql(rest, options.others, nursery, Path(folder), rng, tick))
    nursery.close()
    facts |= {"seed": seed, "seconds": round(time.monotonic() - began), "load_after": round(os.getloadavg()[0], 2)}
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "torture.json").write_text(json.dumps(as_json(runs, facts), indent=1) + "\n", encoding="utf-8")
    (options.out / "torture.html").write_text(as_html(runs, facts), encoding="utf-8")
    for run in runs:
        console.print(sentence(run), highlight=False)
        for fault in run.found.faults[:10]:
            console.print(f"  [red]{fault}[/]")
    console.print(f"written: torture.html and torture.json in {options.out}", highlight=False)
    return 0 if all(run.fine for run in runs) else 1


def sentence(run: Run) -> str:
    found = run.found
    return (
        f"{run.name}: {run.kills} kills of nodes, {run.done.total() - run.kills} other failures, {found.cuts} cut "
        f"connections; {found.acknowledged:,} actions acknowledged, {found.lost} lost, {found.doubled} doubled; "
        f"{found.tables} tables played to the end, {found.verified} records verified; {found.compared:,} clients' states "
        f"equal to fresh views; {len(found.faults)} faults"
    )


def as_json(runs: list[Run], facts: dict[str, Any]) -> dict[str, Any]:
    return {
        "machine": facts,
        "fine": all(run.fine for run in runs),
        "runs": [
            {"name": run.name, "kills": run.kills, "failures": run.done, "seconds": run.seconds, **asdict(run.found)}
            for run in runs
        ],
    }


def as_html(runs: list[Run], facts: dict[str, Any]) -> str:
    parts = []
    for run in runs:
        rows = "".join(
            f"<tr><td>{html.escape(name)}<td>{len(taken)}<td>{sorted(taken)[len(taken) // 2]:.2f}<td>{max(taken):.2f}"
            f"<td>{_dots(taken)}"
            for name, taken in sorted(run.seconds.items())
        )
        faults = "".join(f"<li>{html.escape(fault)}" for fault in run.found.faults)
        parts.append(
            f"<h2>{html.escape(run.name)}: <b class={'fine' if run.fine else 'bad'}>{'held' if run.fine else 'broken'}</b></h2>"
            f"<p>{html.escape(sentence(run))}.</p><ul>{faults}</ul><table><tr><th>failure<th>times<th>median s<th>longest s"
            f"<th>seconds until every table had gone on and everything was compared{rows}</table>"
        )
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>takujo: torture</title><style>body{font:16px/1.5 "
        "system-ui;max-width:70rem;margin:2rem auto;padding:0 1rem}td,th{text-align:left;padding:.2rem .8rem;border-top:"
        "1px solid #ccc}.fine{color:#0f766e}.bad{color:#b91c1c}</style><h1>Torture</h1>"
        f"<p>{html.escape(json.dumps(facts))}</p>{''.join(parts)}</html>\n"
    )


def _dots(taken: list[float]) -> str:
    """All of them on a line from 0 to 20 seconds."""
    dots = "".join(f'<circle cx="{min(value, 20) * 15 + 4:.1f}" cy="8" r="3"/>' for value in taken)
    return (
        f'<svg width="310" height="16" fill="#0f766e" fill-opacity=".4"><path d="M4 8h300" stroke="#ccc"/>{dots}</svg>'
    )


if __name__ == "__main__":
    sys.exit(main())
