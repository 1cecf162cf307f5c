"""What costs nothing: memory of open sockets and sleeping tables on one node, and how long a table takes to wake.

Tables of RITUAL with four people, some actions old, are put into a SQLite file. A server takes them over and lets them
sleep; then people come to some of them, four sockets a table, and say nothing, or only that they are there; then
sleeping ones are asked for. All on 127.0.0.1. What does not fit the limit of open files is extrapolated from what was
measured.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import uvloop

from benchmarks.load import cpu_seconds, share, start_takujo
from benchmarks.wsclient import Line, connect
from takujo.match import Match
from takujo.server.keys import digest
from takujo.server.store import Store

Json = dict[str, Any]

SEATS, ACTIONS = 4, 8
SEED = bytes(range(32))
SOCKETS, TABLES = 20_000, 50_000  # aimed at, in ...
MEMORY = 1 << 30
WAKES = 200
FEW = 500  # tables that the first server has: what it takes once, and only with tables, is no part of what each takes
SIGNS = 20
AT_ONCE = 50  # sockets that are being opened


def entries() -> list[tuple[str, int | None, Json]]:
    """The log of one such table: kind, seat, body."""
    seats = [{"kind": "open"}] * SEATS
    create = {"game": "ritual", "players": SEATS, "options": {}, "seats": seats, "pace": {"kind": "relaxed"}}
    create |= {"spectators": "public", "watched": 0, "host": 0, "webhook": None}
    log: list[tuple[str, int | None, Json]] = [("create", None, create)]
    log += [("join", seat, {}) for seat in range(SEATS)]
    match, rng = Match("ritual", SEATS, None, SEED), random.Random(1)
    for _ in range(ACTIONS):
        seat = match.state.to_act[0]
        action = rng.choice(match.state.legal(seat))
        match.play(seat, action)
        log.append(("act", seat, {"action": action}))
    return log


def plant(file: Path, tables: range, seeds: Sequence[bytes] = ()) -> None:
    """These tables, as a server would have written them; the people of each hold the tokens `NAME SEAT`.

    `seeds`: with cards of their own, and nothing has been done yet.
    """
    store = Store(f"sqlite:///{file}")
    store.open()
    store.close()
    now, log = time.time_ns() // 1_000_000, [(kind, seat, json.dumps(body)) for kind, seat, body in entries()]
    log = [entry for entry in log if not (seeds and entry[0] == "act")]
    names = [name_of(number) for number in tables]
    with sqlite3.connect(file) as connection:
        connection.executemany(
            "INSERT INTO game_table (id, code, seed, open, look_at) VALUES (?, ?, ?, 1, ?)",
            (
                (name, name[-8:], seed, now + 10**9)
                for name, seed in zip(names, seeds or [SEED] * len(names), strict=True)
            ),
        )
        connection.executemany(
            "INSERT INTO entry (table_id, number, at, kind, seat, body) VALUES (?, ?, ?, ?, ?, ?)",
            ((name, number, now, *entry) for name in names for number, entry in enumerate(log, 1)),
        )
        connection.executemany(
            "INSERT INTO token (hash, table_id, seat, joined) VALUES (?, ?, ?, ?)",
            ((digest(f"{name} {seat}"), name, seat, seat + 2) for name in names for seat in range(SEATS)),
        )


def name_of(number: int) -> str:
    return f"idle-table-{number:08}"


def memory(pid: int) -> int:
    """Bytes that the process has in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


def settled(pid: int) -> int:
    """The same, when it no longer grows."""
    before = 0
    while abs((now := memory(pid)) - before) > 1 << 20:
        before = now
        time.sleep(2)
    return now


def until_adopted(file: Path) -> float:
    """Seconds until the server has looked at every table."""
    began = time.perf_counter()
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as connection:
        while connection.execute("SELECT count(*) FROM game_table WHERE keeper IS NULL").fetchone()[0]:
            time.sleep(0.5)
    return time.perf_counter() - began


async def come(port: int, count: int) -> list[Line]:
    """So many people, four a table."""
    lines: list[Line] = []
    waiting: Iterator[int] = iter(range(count))

    async def work() -> None:
        for number in waiting:
            name, told = name_of(number // SEATS), asyncio.Event()
            line = await connect(port, f"/api/tables/{name}/play", lambda _, told=told: told.set())  # type: ignore[misc]  # mypy does not infer it
            line.send(json.dumps({"type": "hello", "token": f"{name} {number % SEATS}", "changes": True}).encode())
            await told.wait()
            lines.append(line)

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    return lines


async def signs_of_life(lines: list[Line]) -> int:
    """Each says so many times that it is there, as pages do; how many that are."""
    for _ in range(SIGNS):
        for line in lines:
            line.send(b'{"type":"ping"}')
            await asyncio.sleep(0)
        await asyncio.sleep(1)
    return SIGNS * len(lines)


def wake(port: int, numbers: list[int]) -> list[float]:
    """Seconds from asking for a sleeping table to having it."""
    taken = []
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as http:
        http.get("/healthz")
        for number in numbers:
            began = time.perf_counter()
            answer = http.get(f"/api/tables/{name_of(number)}")
            taken.append(time.perf_counter() - began)
            assert answer.json()["seq"] > ACTIONS // 2, answer.text
    return sorted(taken)


def measure(tables: int, sockets: int) -> Json:
    cores = set(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        plant(file := Path(folder) / "tables.db", range(FEW))
        process, port = start_takujo(folder, cores)
        until_adopted(file)
        few = settled(process.pid)
        process.terminate()
        process.wait()
        plant(file, range(FEW, tables))
        process, port = start_takujo(folder, cores)
        try:
            adopted = until_adopted(file)
            asleep = settled(process.pid)
            cpu = cpu_seconds(process.pid)
            time.sleep(10)
            idle = (cpu_seconds(process.pid) - cpu) / 10
            a_table = (asleep - few) / (tables - FEW)
            wakes = wake(port, random.Random(1).sample(range(sockets // SEATS, tables), WAKES))
            before = settled(process.pid)

            async def crowd() -> tuple[int, float, float]:
                lines = await come(port, sockets)
                full = await asyncio.to_thread(settled, process.pid)
                cpu, began = cpu_seconds(process.pid), time.perf_counter()
                signs = await signs_of_life(lines)
                signing, took = cpu_seconds(process.pid) - cpu, time.perf_counter() - began
                cpu = cpu_seconds(process.pid)
                await asyncio.sleep(10)
                busy = (cpu_seconds(process.pid) - cpu) / 10
                a_sign = (signing - took * busy) / signs
                assert not any(line.closed for line in lines), "the server has closed some"
                for line in lines:
                    line.transport.abort()
                return full, busy, a_sign

            full, busy, a_sign = uvloop.run(crowd())
        finally:
            process.kill()
            process.wait()
    return {
        "tables": tables, "sockets": sockets, "empty": few - FEW * a_table, "asleep": asleep, "full": full,
        "adopted_seconds": adopted, "a_sleeping_table": a_table,
        "a_socket": (full - before) / sockets,
        "wake_p50": share(wakes, 0.5), "wake_p99": share(wakes, 0.99), "core_asleep": idle, "core_open": busy,
        "a_sign": a_sign,
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.idle", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=TABLES)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1] * 3 // 4 - 100
    parser.add_argument("--sockets", type=int, default=min(SOCKETS, most), help=f"at most {most} here")
    parser.add_argument("--out", metavar="DIR", type=Path, default=Path(__file__).parent / "out", help="where to write")
    options = parser.parse_args()
    if not 0 < options.sockets <= most or options.tables < options.sockets // SEATS + WAKES + FEW:
        parser.error(f"sockets takes 1 to {most}, tables at least {SEATS}ths of that and {WAKES + FEW}")
    found = measure(options.tables, options.sockets)
    whole = found["empty"] + TABLES * found["a_sleeping_table"] + SOCKETS * found["a_socket"]
    print(f"empty: {found['empty'] / 1e6:.0f} MB; a sleeping table {found['a_sleeping_table']:.0f} bytes")
    print(f"a socket, with its part of the table: {found['a_socket'] / 1000:.1f} kB ({SEATS} a table)")
    print(f"measured: {found['full'] / 1e6:.0f} MB with {found['sockets']:,} sockets and {found['tables']:,} tables")
    print(f"{SOCKETS:,} sockets and {TABLES:,} sleeping tables: {whole / 1e6:.0f} MB of {MEMORY / 1e6:.0f}")
    print(f"a table wakes in {found['wake_p50'] * 1000:.1f} ms, 99 of 100 in {found['wake_p99'] * 1000:.1f} ms")
    print(f"part of a core: asleep {found['core_asleep']:.1%}, with the sockets {found['core_open']:.1%}")
    print(f"an answer to a sign of life: {found['a_sign'] * 1e6:.0f} µs of a core")
    options.out.mkdir(parents=True, exist_ok=True)
    text = json.dumps(found | {"together": whole}, indent=2) + "\n"
    (options.out / "idle.json").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
