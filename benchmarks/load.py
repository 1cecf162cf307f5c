"""How many actions a second one server on one core takes, every socket told, at what delay.

500 tables of RITUAL, four people each, a socket each. First one action a second and table; then more and more, until
the 99th percentile of the time from when an action was due until it was acknowledged leaves 50 ms. Writes load.json and
load.svg. Server and clients have a core each, where there are two.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import httpx
import uvloop
from pydantic_core import from_json
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.report import machine
from benchmarks.wsclient import Line, connect

SEATS = 4
AIM = 500  # actions a second
WITHIN = 0.05  # seconds, for 99 of 100
STEP = 1.25
WAIT = 5.0  # seconds for what is still under way at the end of a slice


@dataclass
class Slice:
    """One rate, held for some seconds."""

    server: str
    rate: float  # asked for, actions a second
    seconds: float
    sent: int
    acknowledged: int
    refused: int
    p50: float  # seconds
    p99: float
    longest: float
    part_of_a_core: float  # that the server used
    load_average: float

    @property
    def held(self) -> bool:
        return self.acknowledged == self.sent and not self.refused and self.p99 <= WITHIN


class Table:
    """Four people at a table; whoever is to act does something when told to."""

    def __init__(self, bench: "Bench"):
        self.bench = bench
        self.lines: list[Line] = []
        self.choices: dict[int, tuple[int, list[Any]]] = {}  # seat -> decision, legal actions
        self.due: float | None = None  # when the action that is waited for was to be sent
        self.waiting = 0  # its number
        self.over = False

    async def open(self, http: httpx.AsyncClient, port: int) -> None:
        made = (await http.post("/api/tables", json={"game": "ritual", "players": SEATS})).json()
        path = f"/api/tables/{made['table']}"
        tokens = [made["token"]]
        for _ in range(SEATS - 1):
            tokens.append((await http.post(f"{path}/join", json={})).json()["token"])
        for seat, token in enumerate(tokens):
            line = await connect(port, f"{path}/play", lambda text, seat=seat: self.hear(seat, text))  # type: ignore[misc]  # mypy does not infer it
            line.send(json.dumps({"type": "hello", "token": token}).encode())
            self.lines.append(line)

    def hear(self, seat: int, text: bytes) -> None:
        if text.startswith(b'{"type":"state"'):
            state = from_json(text)
            self.over = state["result"] is not None
            if state["legal"]:
                self.choices = {seat: (state["decision"], state["legal"])}
                if self.due is not None and not self.waiting:
                    self.act()
        elif text.startswith(b'{"type":"ack"'):
            self.bench.acknowledge(self)
        elif text.startswith(b'{"type":"refused"'):
            self.bench.refused += 1
            self.waiting, self.due = 0, None

    def act(self) -> None:
        seat, (decision, legal) = self.choices.popitem()
        self.waiting = self.bench.number()
        message = {"type": "act", "key": str(self.waiting), "decision": decision, "action": random.choice(legal)}
        self.lines[seat].send(json.dumps(message).encode())

    def close(self) -> None:
        for line in self.lines:
            line.transport.abort()


class Bench:
    """A server and its clients."""

    def __init__(self, port: int, pid: int, tables: int):
        self.port, self.pid, self.count = port, pid, tables
        self.tables: list[Table] = []
        self.sent = self.refused = 0
        self.delays: list[float] = []

    def number(self) -> int:
        self.sent += 1
        return self.sent

    def acknowledge(self, table: Table) -> None:
        assert table.due is not None
        self.delays.append(time.perf_counter() - table.due)
        table.waiting, table.due = 0, None

    async def open(self) -> None:
        """All tables anew."""
        for table in self.tables:
            table.close()
        self.tables = [Table(self) for _ in range(self.count)]
        waiting = deque(self.tables)

        async def work(http: httpx.AsyncClient) -> None:
            while waiting:
                await waiting.popleft().open(http, self.port)

        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=60, trust_env=False) as http:
            await asyncio.gather(*(work(http) for _ in range(8)))
        while not all(table.choices for table in self.tables):
            await asyncio.sleep(0.05)

    async def hold(self, rate: float, seconds: float) -> Slice:
        """Actions come due at this rate, whatever the server does; each waits for its table if that is not ready."""
        self.sent, self.refused, self.delays = 0, 0, []
        cpu, began = cpu_seconds(self.pid), time.perf_counter()
        turns = self._turns()
        for number in range(int(rate * seconds)):
            due = began + number / rate
            while (wait := due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            table = next(turns)
            if table is not None:
                table.due = due
                if table.choices:
                    table.act()
        taken = time.perf_counter() - began
        cpu = cpu_seconds(self.pid) - cpu
        end = time.perf_counter() + WAIT
        while any(table.due is not None for table in self.tables) and time.perf_counter() < end:
            await asyncio.sleep(0.02)
        lost = sum(table.due is not None for table in self.tables)
        delays = sorted(self.delays) or [WAIT]
        return Slice(
            server="takujo",
            rate=rate,
            seconds=round(taken, 2),
            sent=len(self.delays) + lost,
            acknowledged=len(self.delays),
            refused=self.refused,
            p50=delays[len(delays) // 2],
            p99=delays[int(len(delays) * 0.99)],
            longest=delays[-1],
            part_of_a_core=round(cpu / taken, 3),
            load_average=round(os.getloadavg()[0], 2),
        )

    def _turns(self) -> Iterator[Table | None]:
        """One table after the other, but for those that wait or are over. None: all of them."""
        while True:
            found = False
            for table in self.tables:
                if table.due is None and not table.over:
                    found = True
                    yield table
            if not found:
                yield None


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start_server(folder: str) -> tuple[subprocess.Popen[str], int]:
    """On a file of its own, without limits of rate."""
    free = "1000000,1000000"
    limits = {"ADDRESS_RATE": free, "TOKEN_RATE": free, "TABLE_RATE": free, "SOCKETS": "100000"}
    environment = os.environ | {f"TAKUJO_{name}": value for name, value in limits.items()}
    command = [sys.executable, "-m", "takujo.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--database", f"sqlite:///{folder}/tables.db"], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    port = int(process.stdout.readline().rsplit(":", 1)[1].strip().rstrip("/"))
    while httpx.get(f"http://127.0.0.1:{port}/readyz", trust_env=False, timeout=60).status_code != 200:
        time.sleep(0.2)
    return process, port


async def measure(bench: Bench, seconds: float, steps: int, tick: Any) -> list[Slice]:
    await bench.open()
    slices = [await bench.hold(AIM, seconds)]
    tick(slices[-1])
    rate = AIM * STEP if slices[0].held else AIM / STEP
    for _ in range(steps):
        await bench.open()  # games end: always the same part of a game
        slices.append(await bench.hold(rate, seconds / 2))
        tick(slices[-1])
        if slices[-1].held != slices[0].held:
            break
        rate = rate * STEP if slices[0].held else rate / STEP
    return slices


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20, help="of the first rate; half of it for each other")
    parser.add_argument("--steps", type=int, default=12, help="further rates at most")
    parser.add_argument("--out", metavar="DIR", type=Path, default=Path(__file__).parent / "out", help="where to write")
    options = parser.parse_args()
    facts = machine()
    console = Console() if sys.stdout.isatty() else Console(width=120)
    cores = sorted(os.sched_getaffinity(0))
    columns = TextColumn("{task.description:<60.60}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with tempfile.TemporaryDirectory() as folder, Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("starting the server", total=options.steps + 1)

        def tick(done: Slice) -> None:
            bar.update(task, description=line(done), advance=1)
            console.print(line(done), highlight=False)

        process, port = start_server(folder)
        try:
            for thread in os.listdir(f"/proc/{process.pid}/task"):
                os.sched_setaffinity(int(thread), {cores[0]})
            os.sched_setaffinity(0, set(cores[1:]) or set(cores))
            bench = Bench(port, process.pid, options.tables)
            slices = uvloop.run(measure(bench, options.seconds, options.steps, tick))
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
    report(slices, facts, options.out, console)
    return 0


def line(done: Slice) -> str:
    return (
        f"{done.server}: {done.rate:,.0f} actions/s: {done.acknowledged:,} of {done.sent:,} acknowledged, p50 "
        f"{done.p50 * 1000:.1f} ms, p99 {done.p99 * 1000:.1f} ms, longest {done.longest * 1000:.0f} ms, "
        f"{done.part_of_a_core:.0%} of a core, load average {done.load_average}"
    )


def report(slices: list[Slice], facts: dict[str, Any], folder: Path, console: Console) -> None:
    first = slices[0]
    held = max((done.rate for done in slices if done.held), default=0.0)
    words = {True: "[green]met[/]", False: "[red]missed[/]"}
    console.print(f"Every action acknowledged at {AIM}/s: {words[first.acknowledged == first.sent]}")
    console.print(f"p99 at most {WITHIN * 1000:.0f} ms at {AIM}/s on one core: {words[first.held]}")
    console.print(f"Highest rate held at that p99: {held:,.0f} actions/s", highlight=False)
    folder.mkdir(parents=True, exist_ok=True)
    data = {"machine": facts, "aim": AIM, "within_seconds": WITHIN, "held": held, "slices": [asdict(s) for s in slices]}
    (folder / "load.json").write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    (folder / "load.svg").write_text(plot(slices), encoding="utf-8")
    console.print(f"written: load.json and load.svg in {os.path.relpath(folder)}", highlight=False)


def plot(slices: list[Slice]) -> str:
    """Rate against p50 and p99, the limit as a line."""
    width, height, left, bottom, top = 720, 360, 70, 300, 40
    right = max(done.rate for done in slices) * 1.1
    high = max(WITHIN * 2, *(min(done.p99, WITHIN * 4) for done in slices))

    def point(rate: float, delay: float) -> tuple[float, float]:
        return left + (width - left - 30) * rate / right, bottom - (bottom - top) * min(delay, high) / high

    body = []
    for name, colour in ("p99", "#0f766e"), ("p50", "#9aa5b4"):
        places = [point(done.rate, getattr(done, name)) for done in sorted(slices, key=lambda done: done.rate)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        body.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        body += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in places]
        body.append(f'<text x="{places[-1][0] + 8:.1f}" y="{places[-1][1]:.1f}" fill="{colour}">{name}</text>')
    y = point(0, WITHIN)[1]
    body.append(f'<path d="M{left} {y:.1f}H{width - 30}" stroke="#b91c1c" stroke-dasharray="4"/>')
    body.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{WITHIN * 1000:.0f} ms</text>')
    for done in slices:
        x = point(done.rate, 0)[0]
        body.append(f'<text x="{x:.1f}" y="{bottom + 20}" text-anchor="middle">{done.rate:,.0f}</text>')
    body.append(f'<path d="M{left} {top}V{bottom}H{width - 30}" fill="none" stroke="#1c2430"/>')
    body.append(
        f'<text x="{width / 2}" y="{height - 16}" text-anchor="middle">actions a second, server on one core</text>'
    )
    body.append(f'<text x="{left}" y="24">from due to acknowledged, {SEATS} sockets told each time</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" '
        f'font-size="13" fill="#1c2430"><rect width="{width}" height="{height}" fill="#fff"/>{"".join(body)}</svg>\n'
    )


if __name__ == "__main__":
    sys.exit(main())
