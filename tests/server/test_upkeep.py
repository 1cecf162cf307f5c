"""What an operator relies on: metrics, files, faults of the disk, pauses. And what keeps a busy server quick."""

import asyncio
import contextlib
import gc
import os
import random
import re
import signal
import sqlite3
import stat
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sql
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from takujo.server import metrics, sweep
from takujo.server.guard import Guard
from takujo.server.keys import SEALED, Keys
from takujo.server.node import Node as ServerNode
from takujo.server.rooms import Crier, Room
from takujo.server.run import _alone
from takujo.server.settings import Settings
from takujo.server.store import Row, Store, clock_now
from takujo.server.table import Table
from tests.server.cluster import LEASE, Node
from tests.server.parts import SOON, bearer, free_port

pytestmark = pytest.mark.once

TOKEN = "a-token-for-metrics"


def wait_for(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.05)


# -- metrics


def test_metrics_are_for_the_operator_alone(nursery, tmp_path):
    """Not there unless asked for; then with the token, or on a port of this machine."""
    with Node(nursery, tmp_path) as server:
        answer = server.http.get("/metrics")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-metrics")
        assert "TAKUJO_METRICS_TOKEN" in answer.json()["reason"]
        assert "TAKUJO_METRICS_PORT" in answer.json()["reason"]
    port = free_port()
    with Node(nursery, tmp_path, metrics_token=TOKEN, metrics_port=str(port)) as server:
        for wrong in ({}, bearer(TOKEN[:-1]), bearer(TOKEN + "x"), bearer("\xe9" * 8), {"Authorization": TOKEN}):
            headers = {name: value.encode("latin-1") for name, value in wrong.items()}
            assert server.http.get("/metrics", headers=headers).status_code == 401
        page = server.http.get("/metrics", headers=bearer(TOKEN)).text
        assert re.search(r"takujo_actions_total \d", page)
        labels = {name for found in re.findall(r"takujo_\w+\{([^}]*)\}", page) for name in re.findall(r"(\w+)=", found)}
        assert labels <= {"code", "le", "status"}
        assert httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text == page


def test_no_scrape_tells_a_private_step(nursery, tmp_path):
    """IN THE RUIN on a quiet server: steps that nobody else may count."""
    with Node(nursery, tmp_path, metrics_token=TOKEN) as server:
        table, tokens = server.full("in-the-ruin", 2)

        def scrape() -> str:
            return server.http.get("/metrics", headers=bearer(TOKEN)).text

        pages = [scrape()]
        for _ in range(12):
            seat = server.look(table)["to_act"][0]
            legal = server.look(table, tokens[seat])["legal"]
            assert server.act(table, tokens[seat], legal[0]).status_code == 200
            pages.append(scrape())
        assert len(set(pages)) == 1
        counts = re.findall(r"^takujo_(?!sockets|tables_awake)\S+ (\S+)$", pages[0], re.MULTILINE)
        assert counts
        assert all(float(count) % 100 == 0 for count in counts)


def test_metrics_are_renewed_once_a_minute_and_rounded_down():
    exact, now = CollectorRegistry(), [0.0]
    count = Counter("count", "Counted", registry=exact)
    taken = Histogram("taken", "Timed", registry=exact)
    shown = CollectorRegistry()
    shown.register(metrics.Coarse(exact, now=lambda: now[0]))
    pages = []
    for second, more in ((0, 99), (59, 1), (60, 99), (119, 1), (120, 0)):
        now[0] = second
        count.inc(more)
        taken.observe(0.1)
        pages.append(generate_latest(shown).decode())
    assert [re.findall(r"count_total (\d\S+)", page)[0] for page in pages] == ["0.0", "0.0", "100.0", "100.0", "200.0"]
    assert not re.search("_sum|_created", pages[-1])
    assert "taken_count 0.0" in pages[-1]


# -- what the log says


def test_attempts_that_pile_up_are_counted_and_logged_once_without_whose_they_are(nursery, tmp_path):
    """Tokens, origins, hosts and messages; a few of a kind are nobody's business, nor is what the rules refuse."""
    with Node(nursery, tmp_path, metrics_token=TOKEN, chat_rate="1000,1000") as server:
        table, tokens = server.full("ritual", 2, name="Somebody")
        seat = server.look(table)["to_act"][0]
        with server.raw_socket(table) as socket:
            socket.send('{"type": "hello"}')
            for _ in range(metrics.PILE + 50):
                assert server.http.get(f"/api/tables/{table}", headers=bearer("guess")).status_code == 401
                assert server.http.post("/api/tables", headers={"Origin": "https://evil.example"}).status_code == 403
                assert server.http.get("/api/games", headers={"Host": "evil.example"}).status_code == 421
                assert server.http.post("/api/tables", json={}).status_code == 422
                assert server.act(table, tokens[seat], {"type": "no such"}).status_code == 409
                socket.send('{"type": "chat", "key": "k", "text": "x"}')
            assert server.http.get("/api/tables/nosuch").status_code == 404
            wait_for(lambda: "no-seat" in server.printed.read_text(encoding="utf-8"), "the last kind is logged")
        page = server.http.get("/metrics", headers=bearer(TOKEN)).text
        counted = dict(re.findall(r'takujo_refused_total\{code="([\w-]+)"\} (\S+)', page))
        kinds = {"bad-host", "bad-origin", "bad-token", "malformed", "no-seat"}
        assert {code for code, count in counted.items() if count == "100.0"} == kinds
        assert {count for code, count in counted.items() if code not in kinds} == {"0.0"}
        log = server.stop().partition("Ready.")[2]
        assert sorted(re.findall("100 refusals within a minute: (.+)", log)) == sorted(kinds)
        for nobodys in (table, *tokens, "guess", "evil", "127.0.0.1", "Somebody"):
            assert nobodys not in log


def test_every_line_of_the_log_has_its_time_with_the_zone_its_weight_and_who_says_it(nursery, tmp_path):
    """The address of the server comes before them all."""
    with Node(nursery, tmp_path) as server:
        server.kill()
        server.file.chmod(0o644)
        server.start()
        lines = server.stop().splitlines()
        said = [line for line in lines if "others could read" in line]
        assert "http://127.0.0.1" in lines[0]
        assert len(said) == 1
        pattern = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} WARNING takujo\.server: others could read .+"
        assert re.fullmatch(pattern, said[0])


def test_a_fault_is_logged_by_its_type_and_place_and_its_values_nowhere(caplog):
    async def fails(*_: object) -> None:
        raise KeyError("the seven of cups\n2030-01-01 a line of mine")

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(Guard(fails, Settings()))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.get("/api/games")

    answer = asyncio.run(ask())
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    (line,) = caplog.messages
    assert re.fullmatch(r"KeyError in (\w+:\d+ > )+fails:\d+", line)
    assert "cups" not in answer.text


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


def test_a_seal_that_was_changed_or_is_of_another_table_does_not_open():
    keys, seed = Keys(b"1" * 32), bytes(range(32))
    sealed = keys.seal(seed, "table")
    assert keys.unseal(sealed, "table") == seed
    assert keys.seal(seed, "table") != sealed
    changed = [sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :] for at in range(len(SEALED), len(sealed))]
    for stored, table in [(sealed, "other"), (sealed[:-1], "table"), *((one, "table") for one in changed)]:
        with pytest.raises(ValueError, match="sealed with another key"):
            keys.unseal(stored, table)


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


# -- faults of the disk


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(folder)], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"this needs a small disk: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_shows_and_is_over_by_itself(nursery, tmp_path, small_disk):
    """Nothing that was acknowledged is lost, and what is refused can be sent again."""
    with Node(nursery, tmp_path, database=f"sqlite:///{small_disk}/tables.db") as server:
        table, tokens = server.full("ritual", 2)
        seat = server.look(table)["to_act"][0]
        action = server.look(table, tokens[seat])["legal"][0]
        filler = small_disk / "filler"
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while file.write(bytes(4096)):
                pass
        answer = server.act(table, tokens[seat], action, key="once")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        for _ in range(3):
            ready = server.http.get("/readyz")
            assert ready.status_code == 503
            assert int(ready.headers["retry-after"]) > 0
            assert {"ready": False, "database": True, "writable": False}.items() <= ready.json().items()
            assert "full" in ready.json()["reason"]
            time.sleep(0.5)
        assert server.http.get("/healthz").status_code == 200
        assert server.look(table)["to_act"] == [seat]
        filler.unlink()
        wait_for(lambda: server.http.get("/readyz").status_code == 200, "it is over")
        assert server.http.get("/readyz").json()["writable"]
        assert server.act(table, tokens[seat], action, key="once").status_code == 200
        assert [entry.key for entry in server.entries(table) if entry.kind == "act"] == ["once"]
        log = server.stop()
        assert log.count("the database is stuck: database or disk is full") == 1
        assert log.count("the database can be written again") == 1


def test_a_file_that_is_damaged_while_it_is_open_shows(nursery, tmp_path):
    """Requests are refused as for a database that is away; it stays so."""
    with Node(nursery, tmp_path) as server:
        table, _ = server.full("ritual", 2)
        server.stop()
        server.start()
        size = server.file.stat().st_size
        with server.file.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * (size - 4096))
        assert server.http.get(f"/api/tables/{table}x").status_code == 503
        ready = server.http.get("/readyz")
        assert (ready.status_code, ready.json()["reason"]) == (503, "database disk image is malformed")
        assert server.stop().count("the database is damaged") == 1


def test_a_postgresql_that_takes_no_writes_shows(nursery, tmp_path, database):
    """As one that has become a standby. And a secret that lies beside what it seals is warned of."""
    url = database.fresh()
    name = sql.make_url(url).database

    def psql(change: str) -> None:
        database.server.psql(
            f"ALTER DATABASE {name} {change};"
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}';"
        )

    with Node(nursery, tmp_path, database=url, lease=str(LEASE)) as node:
        psql("SET default_transaction_read_only = on")
        wait_for(lambda: node.http.get("/readyz").json()["reason"] is not None, "it is noticed")
        ready = node.http.get("/readyz")
        assert (ready.status_code, ready.json()["database"], ready.json()["writable"]) == (503, True, False)
        assert "read-only" in ready.json()["reason"]
        assert node.http.post("/api/tables", json={"game": "ritual"}).status_code == 503
        psql("RESET default_transaction_read_only")
        wait_for(lambda: node.http.get("/readyz").status_code == 200, "it is over")
        node.full("ritual", 2)
        log = node.stop()
        assert log.count("the database is stuck: ") == log.count("the database can be written again") == 1
        assert log.count("TAKUJO_SECRET") == 1


def test_a_secret_in_a_file_is_not_warned_of(nursery, tmp_path, database):
    secret = tmp_path / "secret"
    secret.write_text("5" * 64)
    with Node(nursery, tmp_path, database=database.fresh(), secret=str(secret)) as node:
        assert "TAKUJO_SECRET" not in node.stop()


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


# -- files that are no databases of ours


def text(file: Path) -> None:
    file.write_text("This is a letter. " * 1000)


def another_program(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")


def another_alembic(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")


def ours(file: Path) -> None:
    store = Store(f"sqlite:///{file}")
    store.open()
    store.close()


def truncated(file: Path) -> None:
    ours(file)
    os.truncate(file, file.stat().st_size // 2)


def newer(file: Path) -> None:
    ours(file)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def refused(file: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "takujo.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--database", f"sqlite:///{file}", *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=SOON, check=False)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (text, "file is not a database"),
        (truncated, "database disk image is malformed"),
        (another_program, "it is a database of another program, with the tables bookmarks"),
        (another_alembic, "it is a database of another program, with the tables alembic_version, bookmarks"),
        (newer, "it is of a newer version of takujo, or of another program"),
        (Path.mkdir, "Is a directory"),
    ],
)
def test_a_file_that_is_no_database_of_ours_is_refused_and_left_as_it_is(tmp_path, make, words):
    """One line, exit status 1."""
    file = tmp_path / "tables.db"
    make(file)
    before = file.is_file() and (file.read_bytes(), mode(file))
    done = refused(file)
    lines = done.stderr.splitlines()
    assert (done.returncode, len(lines)) == (1, 1), done.stderr
    assert lines[0].startswith(f"takujo: database sqlite:///{file}: ")
    assert words in lines[0]
    assert before == (file.is_file() and (file.read_bytes(), mode(file)))


def test_a_secret_that_is_not_the_databases_is_refused(tmp_path):
    """The one that was named by the option, as in the variable."""
    file, secret = tmp_path / "tables.db", tmp_path / "secret"
    assert refused(file, "--secret", str(secret)).stderr == f"takujo: secret {secret}: No such file or directory\n"
    store = Store(f"sqlite:///{file}")
    store.known_key("1" * 64)
    store.close()
    secret.write_text("5" * 64)
    done = refused(file, "--secret", str(secret))
    assert (done.returncode, done.stdout) == (1, "")
    assert "the database was written with the key 1111111111111111..." in done.stderr


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("TAKUJO_DATABASE", "sqlite:///x.db?uri=true", "it takes sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("TAKUJO_DATABASE", "sqlite:///:memory:", "it takes sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("TAKUJO_METRICS_TOKEN", "short", "it takes 16 or more"),
        ("TAKUJO_METRICS_PORT", "99999", "it takes 1 to 65535"),
    ],
)
def test_bad_settings_are_refused_with_what_they_take(name, value, words):
    with pytest.raises(ValueError, match=re.escape(words.removeprefix("it "))):
        Settings.read({}, {name: value})


# -- a busy server


def test_one_room_is_told_in_a_step_of_the_loop(tmp_path):
    """So what comes in, and its acknowledgement, waits for one room at most."""

    async def told() -> list[str]:
        crier, order = Crier(), []
        node = ServerNode(Settings.read({}, {}), Store(f"sqlite:///{tmp_path}/tables.db"), clock_now, random.Random())
        rooms = [Room(Table(Row(name, name, b""), b""), crier, node) for name in ("first", "second", "third")]
        for room in (*rooms, rooms[0]):
            room.listeners[partial(order.append, room.table.id)] = None
        for room in (*rooms, rooms[0]):  # the first has more to tell before its turn comes
            room.wake()
        for step in range(6):
            order.append(f"step {step}")
            await asyncio.sleep(0)
        return order

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
def test_new_garbage_is_found_while_the_server_is_busy():
    """By rounds of new objects, a few at a time; not what was in use all the while: that is old."""

    async def run() -> None:
        sweeping = asyncio.create_task(sweep.sweep_when_calm())
        await asyncio.sleep(0)
        old, kept, rounds = Knot(), [], []
        gone = weakref.ref(old)
        gc.callbacks.append(lambda phase, about: rounds.append(about["generation"]))
        for number in range((sweep.FEW + 3) * sweep.YOUNG):
            kept.append([number])
        del old
        knots = [weakref.ref(Knot()) for _ in range(10)]
        assert any(knot() for knot in knots), "nobody has searched yet"
        for number in range((sweep.FEW + 3) * sweep.YOUNG):
            kept.append([number])
        gc.callbacks.pop()
        assert not any(knot() for knot in knots)
        assert gone(), "it was old before nobody used it"
        assert set(rounds) == {0, 1}, "of all objects never"
        sweeping.cancel()

    asyncio.run(run())


@pytest.mark.usefixtures("collector")
def test_what_comes_and_goes_makes_nobody_wait_for_a_search_of_all(monkeypatch):
    """Only what stays counts: each search of all objects holds up those who play."""
    monkeypatch.setattr(sweep, "LOOK", 0.01)
    monkeypatch.setattr(sweep, "CALM", -1.0)
    monkeypatch.setattr(sweep, "ANYHOW", 0.2)
    searches, search = [], sweep._search_all

    def noted() -> int:
        searches.append(search())
        return searches[-1]

    monkeypatch.setattr(sweep, "_search_all", noted)

    async def run() -> None:
        sweeping = asyncio.create_task(sweep.sweep_when_calm())
        await asyncio.sleep(0)
        for _ in range(searches[0] // (20 * sweep.YOUNG)):
            passing = [[number] for number in range(20 * sweep.YOUNG)]  # old when they go
            await asyncio.sleep(0.02)
            del passing
        sweeping.cancel()

    asyncio.run(run())
    assert len(searches) == 1, "the one at the start"


@pytest.mark.parametrize("calm", [True, False])
@pytest.mark.usefixtures("collector")
def test_garbage_that_was_old_is_found_when_there_is_as_much_new(monkeypatch, calm):
    """Where the server is never calm, too, and not before: to search all takes long."""
    monkeypatch.setattr(sweep, "LOOK", 0.01)
    monkeypatch.setattr(sweep, "CALM", 2.0 if calm else -1.0)
    monkeypatch.setattr(sweep, "CALMLY" if calm else "ANYHOW", 0.2)

    async def run() -> None:
        sweeping = asyncio.create_task(sweep.sweep_when_calm())
        await asyncio.sleep(0)
        old, kept = Knot(), [[number] for number in range(6 * sweep.YOUNG)]
        gone = weakref.ref(old)
        del old
        kept += [[number] for number in range(6 * sweep.YOUNG)]
        await asyncio.sleep(0.1)
        assert gone(), "what is new is searched without it"
        async with asyncio.timeout(20):
            while gone():
                kept += [[number] for number in range(4 * sweep.YOUNG)]
                await asyncio.sleep(0.01)
        sweeping.cancel()

    asyncio.run(run())
