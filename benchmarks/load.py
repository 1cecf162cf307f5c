"""How many actions a second one server on one core takes, every socket told, at what delay; and boardgame.io's.

500 tables of RITUAL, four people each, a socket each. First one action a second and table; then more, or fewer, to find
the highest rate at which 99 of 100 actions are acknowledged within 50 ms of when they were due; then half of that. The
same schedule goes to boardgame.io's own server with the same game. When the others are shown it is measured too. Writes
load.json and load.svg. The server has a core of its own, the clients the others, where there are two.

With --workers N instead: processor time an action with one worker and with N, by turns, on PostgreSQL, or with --file
on SQLite.
"""

import argparse
import asyncio
import contextlib
import gc
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import uvloop
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.boardgame import check_replays, components, server_command
from benchmarks.callers import SEATS, BoardgameTable, Table, TakujoTable, Tally
from benchmarks.report import machine
from takujo.games import SLUGS

AIM = 500  # actions a second
WITHIN = 0.05  # seconds, for 99 of 100
COST = 0.0005  # seconds of a core, an action
SHOWN = 0.02  # seconds in which the others are shown an action, 99 of 100 times, at half of the highest rate
RATIO = 3  # times boardgame.io's rate
MORE = 1.18  # times the processor time of one worker that an action may take with several
SHORTEST = 40  # actions that every game has
STEP = 1.25
WARM = 2.0  # seconds at a rate before it is measured
WAIT = 5.0  # seconds for what is still under way at the end of a slice
CALM = 0.2  # part of a core that a server uses at most when it has done what it was asked for


@dataclass
class Slice:
    """One rate, held for some seconds."""

    server: str
    rate: float  # asked for, actions a second
    seconds: float
    due: int
    acknowledged: int
    refused: int
    p50: float  # seconds from due to acknowledged; of what was never acknowledged: infinite, null in JSON
    p99: float
    longest: float
    asked: float  # p99 of seconds from due to when the next player was asked to act
    shown: float  # the same to when each of the others was shown it
    sent_late: float  # p99 of how late the clients were by themselves
    part_of_a_core: float  # that the server used
    cpu: float  # seconds of it for an action
    load_average: float

    @property
    def held(self) -> bool:
        return self.acknowledged == self.due and self.p99 <= WITHIN


class Bench:
    """A server and its clients."""

    def __init__(self, name: str, port: int, pid: int, make: Callable[[], Table], tables: int):
        self.name, self.port, self.pid, self.make, self.count = name, port, pid, make, tables
        self.tables: list[Table] = []

    async def open(self) -> None:
        """All tables anew; back when the server has calmed down."""
        for table in self.tables:
            table.close()
        self.tables = [self.make() for _ in range(self.count)]
        waiting = deque(self.tables)

        async def work(http: httpx.AsyncClient) -> None:
            while waiting:
                await waiting.popleft().open(http, self.port)

        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=60, trust_env=False) as http:
            await asyncio.gather(*(work(http) for _ in range(8)))
        busy = 1.0
        while busy > CALM or not all(table.move for table in self.tables):
            before = cpu_seconds(self.pid)
            await asyncio.sleep(0.5)
            busy = (cpu_seconds(self.pid) - before) / 0.5

    async def hold(self, rate: float, seconds: float, profile: Path | None = None) -> Slice:
        """Every action that comes due is counted, whatever becomes of it. `profile`: where py-spy writes."""
        turns = self._turns()
        gc.collect()
        gc.disable()  # the clients' pauses would count as the server's
        warm, tally = Tally(), Tally()
        await self._call(turns, rate, WARM, warm)
        spy = profile and subprocess.Popen(
            ["py-spy", "record", "-p", str(self.pid), "-d", str(int(seconds)), "-f", "raw", "-o", str(profile)]
        )
        cpu, began, before = cpu_seconds(self.pid), time.perf_counter(), len(warm.delays)
        await self._call(turns, rate, seconds, tally)
        used, taken = cpu_seconds(self.pid) - cpu, time.perf_counter() - began
        done = len(warm.delays) - before + len(tally.delays)  # meanwhile
        end = time.perf_counter() + WAIT
        while len(tally.delays) + tally.refused < tally.due and time.perf_counter() < end:
            await asyncio.sleep(0.02)
        gc.enable()
        if spy:
            spy.wait()
        lost = tally.due - len(tally.delays)
        delays = sorted(tally.delays) + [float("inf")] * lost
        return Slice(
            server=self.name,
            rate=rate,
            seconds=seconds,
            due=tally.due,
            acknowledged=len(tally.delays),
            refused=tally.refused,
            p50=share(delays, 0.5),
            p99=share(delays, 0.99),
            longest=delays[-1],
            asked=share(sorted(tally.asked) or [0.0], 0.99),
            shown=share(sorted(tally.shown) or [0.0], 0.99),
            sent_late=share(sorted(tally.late) or [0.0], 0.99),
            part_of_a_core=used / taken,
            cpu=used / max(1, done),
            load_average=round(os.getloadavg()[0], 2),
        )

    async def _call(self, turns: Iterator[Table], rate: float, seconds: float, tally: Tally) -> None:
        began = time.perf_counter()
        for number in range(int(rate * seconds)):
            due = began + number / rate
            while (wait := due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            next(turns).call(due, tally)
        while time.perf_counter() < began + seconds:
            await asyncio.sleep(0.001)

    def _turns(self) -> Iterator[Table]:
        """One table after the other, ready or not; but for games that are over."""
        while any(not table.over for table in self.tables):
            yield from (table for table in self.tables if not table.over)
        raise RuntimeError("all games are over: fewer seconds, or more tables")


def share(values: list[float], part: float) -> float:
    """The value that this part of them does not exceed."""
    return values[min(len(values) - 1, int(len(values) * part))]


def cpu_seconds(pid: int) -> float:
    """Of a process and its workers, whatever runs in them."""
    processes = [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split())]
    stats = [Path(f"/proc/{one}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split() for one in processes]
    return sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")


def compile_titles() -> None:
    """All of them, where they are not yet: else the server would do it beside what is measured, on the same core."""
    code = "import sys, takujo; from takujo.bots.minds import prepare; prepare(takujo.load(sys.argv[1]))"
    for slug in SLUGS:
        subprocess.run([sys.executable, "-c", code, slug], check=True)


def start_takujo(
    folder: str, core: set[int], database: str | None = None, workers: int = 1
) -> tuple[subprocess.Popen[str], int]:
    """On a file of its own, or this database, without limits of rate."""
    free = "1000000,1000000"
    limits = {"ADDRESS_RATE": free, "TOKEN_RATE": free, "TABLE_RATE": free, "SOCKETS": "100000"}
    limits |= {"ENTRY_RATE": free, "OPEN_TABLES": "100000"}
    environment = os.environ | {f"TAKUJO_{name}": value for name, value in limits.items()}
    command = [sys.executable, "-m", "takujo.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--database", database or f"sqlite:///{folder}/tables.db", "--workers", str(workers)]
    process = _start(command, core, environment)
    assert process.stdout
    port = int(process.stdout.readline().rsplit(":", 1)[1].strip().rstrip("/"))
    while httpx.get(f"http://127.0.0.1:{port}/readyz", trust_env=False, timeout=60).status_code != 200:
        time.sleep(0.2)
    return process, port


def start_boardgame(_: str, core: set[int]) -> tuple[subprocess.Popen[str], int]:
    """As it comes: tables in memory, nothing on the disk."""
    process = _start(server_command(), core, os.environ | {"NODE_ENV": "production"})
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps(components()))
    process.stdin.close()
    return process, int(process.stdout.readline().split()[1])


def _start(command: list[str], core: set[int], environment: dict[str, str]) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True)
    os.sched_setaffinity(process.pid, core)  # before it has threads
    return process


Start = Callable[[str, set[int]], tuple[subprocess.Popen[str], int]]
SERVERS: dict[str, tuple[Start, Callable[[], Table]]] = {
    "takujo": (start_takujo, TakujoTable),
    "boardgame.io": (start_boardgame, BoardgameTable),
}


async def measure(bench: Bench, options: argparse.Namespace, tick: Callable[[Slice], None]) -> list[Slice]:
    """The rate that is aimed at; by steps to where it is no longer held, or is; once in between; half the highest."""
    slices: list[Slice] = []
    seconds = options.seconds

    async def take(rate: float, seconds: float) -> Slice:
        await bench.open()  # games end: always the same part of a game
        seconds = min(seconds, SHORTEST * options.tables / rate - WARM)
        slices.append(await bench.hold(rate, seconds, None if slices else options.profile))
        tick(slices[-1])
        return slices[-1]

    first = await take(options.rate, seconds)
    step = STEP if first.held else 1 / STEP
    rate = options.rate * step
    for _ in range(options.steps):
        if (await take(rate, seconds / 2)).held != first.held:
            await take(rate / step**0.5, seconds / 2)
            break
        rate *= step
    if highest := highest_rate(slices):
        await take(highest / 2, seconds / 2)
    return slices


def highest_rate(slices: list[Slice]) -> float:
    """At which 99 of 100 were acknowledged in time; 0: at none."""
    return max((done.rate for done in slices if done.held), default=0.0)


def compare_workers(options: argparse.Namespace, console: Console) -> int:
    """Processor time an action with one worker and with several, by turns: what others do meanwhile is in both."""
    found: dict[int, list[Slice]] = {1: [], options.workers: []}
    with contextlib.ExitStack() as stack:
        fresh = partial(next, files(stack)) if options.file else postgresql(stack)
        for workers in [*found] * 2:
            process, port = start_takujo("", os.sched_getaffinity(0), fresh(), workers)
            try:
                bench = Bench(f"takujo, {workers} workers", port, process.pid, TakujoTable, options.tables)
                found[workers].append(uvloop.run(once(bench, options.rate, options.seconds)))
                console.print(line(found[workers][-1]), highlight=False, soft_wrap=True)
            finally:
                process.terminate()  # its workers go with it
                process.wait()
    costs = {workers: min(done.cpu for done in slices) for workers, slices in found.items()}
    ratio = costs[options.workers] / costs[1]
    shown = ", ".join(f"{cost * 1000:.2f} ms with {workers}" for workers, cost in costs.items())
    console.print(f"Processor time an action, the smaller of two: {shown}; {ratio:.2f} times", highlight=False)
    console.print(f"At most {MORE} times: {said(ratio <= MORE)}")
    options.out.mkdir(parents=True, exist_ok=True)
    data = {"machine": machine(), "rate": options.rate, "cpu": costs, "ratio": ratio}
    (options.out / "workers.json").write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    return 0


def files(stack: contextlib.ExitStack) -> Iterator[str]:
    """New SQLite databases."""
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    return (f"sqlite:///{folder}/{number}.db" for number in itertools.count())


def postgresql(stack: contextlib.ExitStack) -> Callable[[], str]:
    """New databases in a PostgreSQL of its own."""
    from tests.server.cluster import Database

    database = Database()
    stack.callback(database.close)
    return database.fresh


async def once(bench: Bench, rate: float, seconds: float) -> Slice:
    await bench.open()
    return await bench.hold(rate, min(seconds, SHORTEST * bench.count / rate - WARM))


def said(met: bool) -> str:
    return "[green]met[/]" if met else "[red]missed[/]"


def run(name: str, options: argparse.Namespace, tick: Callable[[Slice], None]) -> list[Slice]:
    start, make = SERVERS[name]
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        process, port = start(folder, {cores[0]})
        try:
            os.sched_setaffinity(0, set(cores[1:]) or set(cores))
            bench = Bench(name, port, process.pid, make, options.tables)
            return uvloop.run(measure(bench, options, tick))
        finally:
            os.sched_setaffinity(0, cores)
            process.kill()
            process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20, help="of the first rate; half of it for each other")
    parser.add_argument("--steps", type=int, default=8, help="further rates at most")
    parser.add_argument("--rate", type=float, default=AIM, help="the first rate, actions a second")
    parser.add_argument("--profile", type=Path, metavar="FILE", help="py-spy (on the path) samples the first rate")
    parser.add_argument("--only", choices=SERVERS, help="this server alone")
    parser.add_argument("--workers", type=int, metavar="N", help="compare N workers with one instead")
    parser.add_argument("--file", action="store_true", help="with --workers: on SQLite instead of PostgreSQL")
    parser.add_argument("--out", metavar="DIR", type=Path, default=Path(__file__).parent / "out", help="where to write")
    options = parser.parse_args()
    facts = machine()
    console = Console() if sys.stdout.isatty() else Console(width=160)
    if options.workers is not None and options.workers < 2:
        parser.error("--workers takes 2 or more: they are compared with one")
    compile_titles()
    if options.workers is not None:
        return compare_workers(options, console)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    names = [options.only] if options.only else list(SERVERS)
    slices: list[Slice] = []
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=len(names) * (options.steps + 3))

        def tick(done: Slice) -> None:
            bar.advance(task)
            console.print(line(done), highlight=False, soft_wrap=True)

        if "boardgame.io" in names:
            bar.update(task, description="replaying our matches on boardgame.io")
            moves = check_replays()
            console.print(f"boardgame.io plays the same RITUAL: {moves:,} moves replayed, every one agrees")
        for number, name in enumerate(names):
            bar.update(task, description=name, completed=number * (options.steps + 3))
            slices += run(name, options, tick)
    report(slices, facts, options.out, console)
    return 0


def line(done: Slice) -> str:
    return (
        f"{done.server}: {done.rate:,.0f} actions/s: {done.acknowledged:,} of {done.due:,} due acknowledged, p50 "
        f"{done.p50 * 1000:.1f} ms, p99 {done.p99 * 1000:.1f} ms, longest {done.longest * 1000:.0f} ms; next player "
        f"asked: p99 {done.asked * 1000:.1f} ms, others shown it: p99 {done.shown * 1000:.1f} ms; "
        f"{done.part_of_a_core:.0%} of a core, {done.cpu * 1000:.2f} ms of it an action "
        f"(clients late by {done.sent_late * 1000:.1f} ms, load average {done.load_average})"
    )


def report(slices: list[Slice], facts: dict[str, Any], folder: Path, console: Console) -> None:
    names = list(dict.fromkeys(done.server for done in slices))
    held = {name: highest_rate([s for s in slices if s.server == name]) for name in names}
    if "takujo" in held:
        own = [done for done in slices if done.server == "takujo"]
        first, half = own[0], own[-1]
        rate = f"{first.rate:,.0f}/s"
        console.print(f"Every action acknowledged at {rate}: {said(first.acknowledged == first.due)}")
        console.print(f"p99 at most {WITHIN * 1000:.0f} ms at {rate} on one core: {said(first.held)}")
        cost = f"{first.cpu * 1000:.2f} ms at {rate}, at least {min(done.cpu for done in own) * 1000:.2f} ms"
        console.print(f"At most {COST * 1000:.1f} ms of a core an action: {cost}: {said(first.cpu <= COST)}")
        if held["takujo"]:
            shown = f"{half.shown * 1000:.1f} ms at {half.rate:,.0f}/s: {said(half.shown <= SHOWN)}"
            console.print(f"Others shown it within {SHOWN * 1000:.0f} ms (p99) at half of the highest rate: {shown}")
    for name in names:
        console.print(f"{name}: highest rate held at that p99: {held[name]:,.0f} actions/s", highlight=False)
    ratio = None
    if len(names) > 1:
        ratio = held["takujo"] / held["boardgame.io"] if held["boardgame.io"] else None
        met = ratio >= RATIO if ratio is not None else held["takujo"] > 0
        shown = f"{ratio:.1f}" if ratio is not None else "boardgame.io held none of these rates"
        console.print(f"{RATIO} times the rate of boardgame.io at equal p99: {shown}: {said(met)}", highlight=False)
    folder.mkdir(parents=True, exist_ok=True)
    data = {"machine": facts, "aim": AIM, "within_seconds": WITHIN, "held": held, "ratio": ratio}
    finite = [{key: None if value == float("inf") else value for key, value in asdict(s).items()} for s in slices]
    (folder / "load.json").write_text(json.dumps({**data, "slices": finite}, indent=2) + "\n", encoding="utf-8")
    (folder / "load.svg").write_text(plot(slices), encoding="utf-8")
    console.print(f"written: load.json and load.svg in {os.path.relpath(folder)}", highlight=False)


def plot(slices: list[Slice]) -> str:
    """Rate against p99 of each server, the limit as a line."""
    width, height, left, bottom, top = 720, 360, 70, 300, 40
    right = max(done.rate for done in slices) * 1.1
    high = WITHIN * 4

    def point(rate: float, delay: float) -> tuple[float, float]:
        return left + (width - left - 90) * rate / right, bottom - (bottom - top) * min(delay, high) / high

    body = []
    for name, colour in ("takujo", "#0f766e"), ("boardgame.io", "#b45309"):
        own = sorted((done for done in slices if done.server == name), key=lambda done: done.rate)
        if not own:
            continue
        places = [point(done.rate, done.p99) for done in own]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        body.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        body += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in places]
        body.append(f'<text x="{places[-1][0] + 8:.1f}" y="{places[-1][1]:.1f}" fill="{colour}">{name}</text>')
    y = point(0, WITHIN)[1]
    body.append(f'<path d="M{left} {y:.1f}H{width - 30}" stroke="#b91c1c" stroke-dasharray="4"/>')
    body.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{WITHIN * 1000:.0f} ms</text>')
    body.append(f'<text x="{left - 8}" y="{top + 4}" text-anchor="end">{high * 1000:.0f} ms</text>')
    for number in range(1, 6):
        rate = right * number / 5
        body.append(f'<text x="{point(rate, 0)[0]:.1f}" y="{bottom + 20}" text-anchor="middle">{rate:,.0f}</text>')
    body.append(f'<path d="M{left} {top}V{bottom}H{width - 30}" fill="none" stroke="#1c2430"/>')
    body.append(
        f'<text x="{width / 2}" y="{height - 16}" text-anchor="middle">actions a second, server on one core</text>'
    )
    body.append(f'<text x="{left}" y="24">p99 from due to acknowledged, {SEATS} sockets told each time</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" '
        f'font-size="13" fill="#1c2430"><rect width="{width}" height="{height}" fill="#fff"/>{"".join(body)}</svg>\n'
    )


if __name__ == "__main__":
    sys.exit(main())
