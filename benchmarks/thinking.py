"""How late a server's event loop is while eight experts think: two tables of every title, all seats experts.

    python -m benchmarks.thinking --seconds 20

A probe in the server's own loop asks to be woken every few milliseconds and notes how late it was; first while nobody
plays, so that one sees what the machine itself adds.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence

import uvloop
from rich.console import Console

from takujo.games import SLUGS
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


async def measure(seconds: float) -> tuple[list[float], list[float], int]:
    """How late the loop is at rest, and while experts think; how many actions those took."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/tables.db", bot_threads=THINKERS, bot_delay=(0, 0))
        server = Server(settings)
        server.store.open()
        await server.start()
        try:
            while not server.ready:
                await asyncio.sleep(0.1)
            rest = await lateness(seconds)
            rooms = []
            for slug in SLUGS * (THINKERS // len(SLUGS)):
                players = server.hall.game(slug).players[-1]
                seats = [wire.SeatPlan(kind="bot", level="expert")] * players
                table = await server.hall.create(wire.NewTable(game=slug, players=players, seats=seats, sit=False))
                rooms.append(await server.hall.room(table.table))
            late = await lateness(seconds)
            return rest, late, sum(room.table.number for room in rooms)
        finally:
            await server.stop()


def line(name: str, late: Sequence[float]) -> str:
    at = {part: 1000 * late[int(len(late) * part)] for part in (0.5, 0.99, 0.999)}
    shown = ", ".join(f"p{100 * part:g} {value:.1f} ms" for part, value in at.items())
    return f"{name}: {shown}, longest {1000 * late[-1]:.1f} ms, {len(late):,} looks"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.thinking", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="of each of the two measurements")
    options = parser.parse_args()
    if options.seconds <= 0:
        parser.error("--seconds takes a number above 0")
    console = Console(width=120)
    rest, late, actions = uvloop.run(measure(options.seconds))
    console.print(line("nobody plays", rest), highlight=False)
    console.print(line(f"{THINKERS} experts think", late), highlight=False)
    console.print(f"{actions} entries in their tables' logs; load average {os.getloadavg()[0]:.1f}", highlight=False)
    met = late[int(len(late) * 0.999)] <= WITHIN
    console.print(f"p99.9 at most {1000 * WITHIN:.0f} ms: {'[green]met[/]' if met else '[red]missed[/]'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
