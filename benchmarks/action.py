"""Processor time of an action in the server, without the network: for comparing two ways of doing it.

Tables of RITUAL with four people are in a SQLite file, as `benchmarks.idle` has them, each with cards of its own. In
this process the real application takes sockets that lead nowhere, and gets the frames of actions which were written
down before: so nothing else is measured. `--batch` of them come at once. What others do on this machine still counts,
as caches are shared; how many functions are called (`--calls`) is always the same.
"""

import argparse
import asyncio
import cProfile
import gc
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import uvloop

from benchmarks.idle import SEATS, name_of, plant
from takujo.match import Match
from takujo.server.app import Server, make_app
from takujo.server.settings import Settings
from takujo.server.transport import Config, Socket

Json = dict[str, Any]

FREE = (1e9, 1e9)
ACTIONS = 40  # of a game, at most


class Nowhere:
    """A transport that takes all and keeps nothing."""

    awaited: ClassVar[set["Nowhere"]] = set()  # to be written to, before ...
    told = asyncio.Event()

    def __init__(self) -> None:
        self.count = self.bytes = 0

    def write(self, data: bytes) -> None:
        self.count += 1
        self.bytes += len(data)
        if self in self.awaited:
            self.awaited.remove(self)
            if not self.awaited:
                self.told.set()

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def close(self) -> None: ...
    def abort(self) -> None: ...


class Door:
    """What a socket is opened from."""

    def __init__(self, config: Config, address: str):
        self.config, self.address, self.transport = config, address, Nowhere()
        self.loop, self.connections = asyncio.get_running_loop(), set[Any]()


def frame(message: Json) -> bytes:
    text = json.dumps(message).encode()
    size = bytes([128 | len(text)]) if len(text) < 126 else bytes([254]) + len(text).to_bytes(2, "big")
    return b"\x81" + size + b"\0\0\0\0" + text


def script(seed: bytes) -> Iterator[tuple[int, bytes]]:
    """The actions of a game, as frames, and who sends them."""
    match, rng, counts = Match("ritual", SEATS, None, seed), random.Random(seed), [0] * SEATS
    for number in range(ACTIONS):
        if not match.state.to_act:
            return
        seat = match.state.to_act[0]
        action = rng.choice(match.state.legal(seat))
        match.play(seat, action)
        yield seat, frame({"type": "act", "key": str(number), "decision": counts[seat], "action": action})
        counts[seat] += 1


async def sit(config: Config, name: str) -> list[Socket]:
    sockets = []
    for seat in range(SEATS):
        door: Any = Door(config, "127.0.0.1")
        socket, path = Socket(door), f"/api/tables/{name}/play"
        head = [(b"host", b"127.0.0.1"), (b"upgrade", b"websocket"), (b"connection", b"Upgrade")]
        head += [(b"sec-websocket-key", b"AAAAAAAAAAAAAAAAAAAAAA=="), (b"sec-websocket-version", b"13")]
        scope: Json = {"headers": head, "scheme": "http", "type": "http", "method": "GET", "client": ("127.0.0.1", 1)}
        scope |= {"asgi": {"version": "3.0"}, "http_version": "1.1", "server": ("127.0.0.1", 1), "root_path": ""}
        socket.open(scope, path.encode(), set())
        while not door.transport.count:
            await asyncio.sleep(0)
        socket.data_received(frame({"type": "hello", "token": f"{name} {seat}", "changes": True}))
        while door.transport.count < 2:
            await asyncio.sleep(0.001)
        sockets.append(socket)
    return sockets


async def measure(
    folder: Path, tables: int, batch: int, profile: Path | None, counter: cProfile.Profile | None
) -> Json:
    seeds = [random.Random(number).randbytes(32) for number in range(tables)]
    scripts = [list(script(seed)) for seed in seeds]
    plant(folder / "tables.db", range(tables), seeds)
    rates: Any = {f"{name}_rate": FREE for name in ("address", "token", "entry", "table")}
    settings = Settings(database=f"sqlite:///{folder}/tables.db", sockets=10**6, connections=10**6, **rates)
    server = Server(settings)
    server.open()
    config = Config(make_app(settings, server), settings)
    config.load()
    await server.start()
    try:
        while not server.ready or not server.game("ritual").door.compiled:
            await asyncio.sleep(0.05)
        places = [await sit(config, name_of(number)) for number in range(tables)]
        gc.collect()
        gc.freeze()
        turns = [
            (table, *scripts[table][step]) for step in range(min(map(len, scripts)) - 1) for table in range(tables)
        ]
        warm = len(turns) // 4 // batch * batch
        for start in range(0, len(turns), batch):
            if start == warm:
                if profile:
                    command = ["py-spy", "record", "-p", str(os.getpid()), "-d", "60", "-r", "400", "-f", "raw"]
                    spy = subprocess.Popen([*command, "-o", str(profile)], stderr=subprocess.DEVNULL)
                    time.sleep(3)
                if counter:
                    counter.enable()
                began, loop, sent = time.process_time(), time.thread_time(), _sent(places)
            wave = turns[start : start + batch]
            ends: list[Any] = [socket.transport for table, *_ in wave for socket in places[table]]
            Nowhere.awaited.update(ends)
            Nowhere.told.clear()
            for table, seat, data in wave:
                places[table][seat].data_received(data)
            await Nowhere.told.wait()
        count = len(turns) - warm
        used, own = time.process_time() - began, time.thread_time() - loop
        if counter:
            counter.disable()
        if profile:
            spy.send_signal(signal.SIGINT)
            spy.wait()
        writes, size = (now - before for now, before in zip(_sent(places), sent, strict=True))
        return {
            "actions": count,
            "cpu": used / count,
            "loop": own / count,
            "writes": writes / count,
            "bytes": size / count,
        }
    finally:
        await server.stop()


def _sent(places: list[list[Socket]]) -> tuple[int, int]:
    ends: list[Any] = [socket.transport for sockets in places for socket in sockets]
    return sum(end.count for end in ends), sum(end.bytes for end in ends)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.action", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--batch", type=int, default=4, help="actions that are committed together")
    parser.add_argument("--profile", type=Path, metavar="FILE", help="py-spy (on the path) samples it")
    parser.add_argument("--calls", action="store_true", help="count them, which takes time by itself")
    options = parser.parse_args()
    counter = cProfile.Profile() if options.calls else None
    with tempfile.TemporaryDirectory() as folder:
        found = uvloop.run(measure(Path(folder), options.tables, options.batch, options.profile, counter))
    print(
        f"{found['actions']:,} actions: {found['cpu'] * 1e6:.0f} µs of processor time each, "
        f"{found['loop'] * 1e6:.0f} of them in the loop; {found['writes']:.1f} writes, {found['bytes'] / 1000:.1f} kB"
    )
    if counter:
        calls = sum(row.callcount for row in counter.getstats())
        print(f"{calls / found['actions']:,.0f} calls of functions an action")
    return 0


if __name__ == "__main__":
    sys.exit(main())
