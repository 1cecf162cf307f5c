"""How late a server's event loop is while eight experts think: two tables of every title, all seats experts.

    python -m benchmarks.thinking --seconds 20
    python -m benchmarks.thinking --seconds 60 --flood 295

A probe in the server's own loop asks to be woken every few milliseconds and notes how late it was; first while nobody
plays, so that one sees what the machine itself adds. With --flood: how long the experts at somebody's table take for a
decision, first while nobody else plays, then while another address has so many tables of four experts.
"""

import argparse
import asyncio
import contextlib
import math
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise
from typing import Any

import uvloop
from rich.console import Console

from takujo.games import SLUGS, load
from takujo.server import wire
from takujo.server.app import Server
from takujo.server.settings import Settings

EVERY = 0.002  # seconds between two looks
WITHIN = 0.020  # seconds: 999 of 1000 looks
THINKERS = 8


async def lateness(seconds: float) -> list[float]:
    """By how many seconds each look came too late, sorted."""
    late, end = [], time.perf_counter() + seconds
    while (now := time.perf_counter()) < end:
        await asyncio.sleep(EVERY)
        late.append(time.perf_counter() - now - EVERY)
    return sorted(late)


@contextlib.asynccontextmanager
async def serving(**settings: Any) -> AsyncIterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Settings(database=f"sqlite:///{folder}/tables.db", **settings))
        server.open()
        await server.start()
        try:
            while not server.ready:
                await asyncio.sleep(0.1)
            yield server
        finally:
            await server.stop()


async def experts(server: Server, slug: str, players: int, address: str = "192.0.2.1") -> str:
    """A new table with experts in all seats."""
    seats = [wire.SeatPlan(kind="bot", level="expert")] * players
    table = wire.NewTable(game=slug, players=players, seats=seats, sit=False)
    return (await server.hall.lobby.create(table, address)).table


async def measure(seconds: float) -> tuple[list[float], list[float], int]:
    """How late the loop is at rest, and while experts think; how many actions those took."""
    async with serving(bot_threads=THINKERS, bot_delay=(0, 0), thinking_rate=(math.inf, 0)) as server:
        rest = await lateness(seconds)
        tables = [
            await experts(server, slug, load(slug, compiled=False).players[-1])
            for slug in SLUGS * (THINKERS // len(SLUGS))
        ]
        late = await lateness(seconds)
        return rest, late, sum(server.hall.rooms.awake[table].table.number for table in tables)


async def waits(server: Server, table: str) -> list[float]:
    """How many seconds each decision at a table took."""
    log = await server.store.entries(table)
    return [(after.at - before.at) / 1000 for before, after in pairwise(log) if after.kind == "act"]


async def measure_flood(seconds: float, flood: int) -> tuple[list[float], list[float], list[float]]:
    """How long decisions at one table take, sorted: alone, beside the flood; and those of the flood."""
    async with serving() as server:
        alone = await experts(server, "ritual", 2)
        await asyncio.sleep(seconds)
        flooding = [await experts(server, "ritual", 4, "192.0.2.2") for _ in range(flood)]
        beside = await experts(server, "ritual", 2, "192.0.2.3")
        await asyncio.sleep(seconds)
        theirs = [wait for table in flooding for wait in await waits(server, table)]
        return sorted(await waits(server, alone)), sorted(await waits(server, beside)), sorted(theirs)


def show_flood(console: Console, seconds: float, flood: int) -> None:
    alone, beside, theirs = uvloop.run(measure_flood(seconds, flood))
    flooded = f"beside {flood} tables of another address"
    for name, took in (("alone", alone), (flooded, beside), ("at those tables", theirs)):
        middle = f"median {took[len(took) // 2]:.2f} s, longest {took[-1]:.2f} s, " if took else ""
        console.print(f"an expert's decision {name}: {middle}{len(took):,} decisions", highlight=False)
    console.print(f"load average {os.getloadavg()[0]:.1f}", highlight=False)


def line(name: str, late: Sequence[float]) -> str:
    at = {part: 1000 * late[int(len(late) * part)] for part in (0.5, 0.99, 0.999)}
    shown = ", ".join(f"p{100 * part:g} {value:.1f} ms" for part, value in at.items())
    return f"{name}: {shown}, longest {1000 * late[-1]:.1f} ms, {len(late):,} looks"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.thinking", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="of each of the two measurements")
    parser.add_argument("--flood", type=int, default=0, help="tables of experts that another address has")
    options = parser.parse_args()
    if options.seconds <= 0:
        parser.error("--seconds takes a number above 0")
    if options.flood < 0:
        parser.error("--flood takes 0 or more tables")
    console = Console(width=120)
    if options.flood:
        show_flood(console, options.seconds, options.flood)
        return 0
    rest, late, actions = uvloop.run(measure(options.seconds))
    console.print(line("nobody plays", rest), highlight=False)
    console.print(line(f"{THINKERS} experts think", late), highlight=False)
    console.print(f"{actions} entries in their tables' logs; load average {os.getloadavg()[0]:.1f}", highlight=False)
    met = late[int(len(late) * 0.999)] <= WITHIN
    console.print(f"p99.9 at most {1000 * WITHIN:.0f} ms: {'[green]met[/]' if met else '[red]missed[/]'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
