"""What an operator relies on: metrics, files, faults of the disk, pauses. And what keeps a busy server quick."""

import asyncio
import gc
import os
import re
import signal
import stat
import time
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

from takujo.server import sweep
from takujo.server.hall import Crier, Room
from takujo.server.run import _alone
from takujo.server.settings import Settings
from takujo.server.store import Row
from takujo.server.table import Table
from tests.server.cluster import Node
from tests.server.parts import SOON

pytestmark = pytest.mark.once


def wait_for(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.05)


# -- files


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_nobody_else_can_read_the_files_of_a_server(nursery, tmp_path):
    folder = tmp_path / "data"
    with Node(nursery, tmp_path, database=f"sqlite:///{folder}/tables.db") as server:
        server.full("ritual", 2)
        files = sorted(folder.iterdir())
        names = ["tables.db", "tables.db-shm", "tables.db-wal", "tables.db.key", "tables.db.lock"]
        assert [file.name for file in files] == names
        assert {mode(file) for file in files} == {0o600}
        assert mode(folder) == 0o700


def test_files_of_before_are_closed_to_others_and_the_log_says_so(nursery, tmp_path):
    with Node(nursery, tmp_path) as server:
        server.kill()
        for end in ("", "-wal", "-shm", ".lock", ".key"):
            Path(f"{server.file}{end}").chmod(0o644)
        server.start()
        assert {mode(file) for file in tmp_path.glob("tables.db*")} == {0o600}
        assert f"others could read {server.file}: now only its owner can" in server.stop()


def test_the_seed_of_a_table_that_is_played_is_not_in_the_files(nursery, tmp_path):
    """Its record shows it at the end; the raw files beside the key do not until then."""
    with Node(nursery, tmp_path) as server:
        made = server.create("ritual", [{"kind": "bot"}] * 2, sit=False, spectators="public")
        wait_for(lambda: server.record(made["table"]).json().get("seed") is not None, "the bots come to an end")
        seed = server.record(made["table"]).json()["seed"]
        server.kill()
        raw = b"".join(file.read_bytes() for file in tmp_path.glob("tables.db*"))
        assert made["table"].encode() in raw
        assert bytes.fromhex(seed) not in raw
        assert seed.encode() not in raw


@pytest.mark.parametrize("make", [os.symlink, os.link])
def test_another_name_of_the_file_does_not_evade_the_lock(nursery, tmp_path, make):
    with Node(nursery, tmp_path) as server:
        other = tmp_path / "elsewhere" / "other.db"
        other.parent.mkdir()
        make(server.file, other)
        where = f"http://127.0.0.1:{server.port}/" if make is os.symlink else "somewhere"
        words = f"another takujo server has .* open: it is at {where}"
        with pytest.raises(ValueError, match=words), _alone(Settings(database=f"sqlite:///{other}")):
            pass
    with _alone(Settings(database=f"sqlite:///{other}")) as settings:
        assert settings.database == f"sqlite:///{server.file if make is os.symlink else other}"


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("TAKUJO_DATABASE", "sqlite:///x.db?uri=true", "it takes sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("TAKUJO_DATABASE", "sqlite:///:memory:", "it takes sqlite:///FILE or postgresql://USER@HOST/NAME"),
    ],
)
def test_bad_settings_are_refused_with_what_they_take(name, value, words):
    with pytest.raises(ValueError, match=re.escape(words.removeprefix("it "))):
        Settings.read({}, {name: value})


# -- pauses


@pytest.mark.parametrize("grace", ["30", "0"])
def test_nobodys_time_runs_out_while_the_process_stands_still(nursery, tmp_path, grace):
    """As after a restart, there is time to come back; without grace the clock strikes."""
    with Node(nursery, tmp_path, restart_grace=grace) as server:
        table, tokens = server.full("ritual", 2, pace={"kind": "live", "bank": 10, "increment": 0})
        look = server.look(table)
        seat = look["to_act"][0]
        legal = server.look(table, tokens[seat])["legal"]
        left = look["clock"][seat]["left"] / 1000
        time.sleep(left - 2)
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(3.5)
        server.process.send_signal(signal.SIGCONT)
        time.sleep(1)
        after = server.look(table)
        if grace == "0":
            assert after["table"]["seats"][seat]["auto"] == "away"
        else:
            assert after["clock"][seat]["left"] == 0
            assert after["table"]["seats"][seat]["auto"] is None
            assert server.act(table, tokens[seat], legal[0]).status_code == 200


# -- a busy server


def test_one_room_is_told_in_a_step_of_the_loop():
    """So what comes in, and its acknowledgement, waits for one room at most."""

    async def told() -> list[str]:
        crier, order = Crier(), []
        rooms = [Room(Table(Row(name, name, b""), b""), crier) for name in ("first", "second", "third")]
        listening = []
        for room in (*rooms, rooms[0]):
            room.listeners.add(heard := asyncio.Event())
            listening.append(asyncio.create_task(note(heard, order, room.table.id)))
        await asyncio.sleep(0)
        for room in (*rooms, rooms[0]):  # the first has more to tell before its turn comes
            room.wake()
        for step in range(6):
            order.append(f"step {step}")
            await asyncio.sleep(0)
        await asyncio.gather(*listening)
        return order

    async def note(heard: asyncio.Event, order: list[str], name: str) -> None:
        await heard.wait()
        order.append(name)

    order = asyncio.run(told())
    steps = ",".join(order).replace("step ", "").split(",")
    assert [name for name in order if "step" not in name] == ["first", "first", "second", "third"]
    assert steps.index("third") - steps.index("second") > 1, "a step of the loop lies between two rooms"


@pytest.fixture
def collector():
    """As it was, afterwards."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


class Knot:
    """Garbage that only a search finds: it holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.usefixtures("collector")
def test_garbage_is_found_when_the_server_is_calm(monkeypatch):
    """Also if it has grown old."""
    monkeypatch.setattr(sweep, "LOOK", 0.05)
    monkeypatch.setattr(sweep, "FEW", 3)

    async def run() -> None:
        sweeping = asyncio.create_task(sweep.sweep_when_calm())
        await asyncio.sleep(0)
        old = Knot()
        gone = weakref.ref(old)
        kept = [[number] for number in range(6 * sweep.YOUNG)]  # rounds of new objects
        del old
        assert gone(), "it is old by now: no round of new objects finds it"
        async with asyncio.timeout(10):
            while gone():
                await asyncio.sleep(0.01)
        assert len(kept) == 6 * sweep.YOUNG
        sweeping.cancel()

    asyncio.run(run())
