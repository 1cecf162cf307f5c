"""Several nodes on one PostgreSQL and one NATS: every node serves every table, and any of the parts may fail."""

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from takujo.server.store import Conflict, Line, Row, Store, Vanished
from tests.server.cluster import LEASE, Cluster, Database, Nats, Node
from tests.server.nursery import Nursery
from tests.server.ordeal import Found, Ordeal
from tests.server.parts import BOT, OPEN, READY, SOON, Server, Socket, bearer
from tests.server.test_daily import PATH, game_of, send
from tests.server.test_twin_worlds import World, middle, play_alike

pytestmark = [pytest.mark.once, pytest.mark.xdist_group("nodes")]


@pytest.fixture(scope="module")
def cluster(
    nursery: Nursery, tmp_path_factory: pytest.TempPathFactory, database: Database, nats: Nats
) -> Iterator[Cluster]:
    with Cluster(nursery, tmp_path_factory.mktemp("cluster"), database, nats) as cluster:
        yield cluster


@pytest.fixture(autouse=True)
def _no_open_sockets(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "cluster" in request.fixturenames:
        for node in request.getfixturevalue("cluster").nodes:
            node.close_sockets()


def wait_for(true: Callable[[], Any], what: str, seconds: float = SOON) -> Any:
    end = time.monotonic() + seconds
    while True:
        with contextlib.suppress(AssertionError):
            if value := true():
                return value
        assert time.monotonic() < end, what
        time.sleep(0.02)


def decide(look_at: Server, act_at: Server, table: str, tokens: list[str]) -> int:
    """The seat to act does the first thing it may: looked up at one node, done at another."""
    seat: int = look_at.look(table)["to_act"][0]
    look = look_at.look(table, tokens[seat])
    answer = act_at.act(table, tokens[seat], look["legal"][0], decision=look["decision"])
    assert answer.status_code == 200, answer.text
    return seat


def until_seq(client: Socket, seq: int) -> None:
    while client.state.get("seq", -1) < seq:
        client.receive()


# -- all is well


def test_who_sits_elsewhere_or_at_another_device_does_so_at_every_node(cluster):
    first, second = cluster.nodes
    made = first.create("ritual", players=3, gather=True)
    table, guest = made["table"], second.join(made["table"])
    listener = second.socket(table, guest["token"])
    assert listener.until("table")["seat"] == 1
    answer = first.http.post(f"/api/tables/{table}/order", json={"seats": [1, 0]}, headers=bearer(made["token"]))
    assert answer.status_code == 204, answer.text
    assert listener.until("table", seat=0)
    far = first.socket(table, made["token"])
    assert far.until("presence", seats=[0, 1])
    secret = first.http.post(f"/api/tables/{table}/pass", headers=bearer(guest["token"])).json()["secret"]
    claim = {"secret": secret, "key": "k" * 16}
    claimed = [node.http.post(f"/api/tables/{table}/claim", json=claim) for node in (second, first)]
    assert claimed[0].json() == claimed[1].json()  # the second asks once more
    again = first.http.post(f"/api/tables/{table}/claim", json={**claim, "key": "x" * 16})
    assert again.json()["code"] == "no-pass"
    for each in (first.socket(table, claimed[0].json()["token"]), far):
        assert each.ask(type="ready", yes=True)["type"] == "ack"
    wait_for(lambda: second.look(table)["table"]["status"] == "playing", "both are ready")


def test_every_node_serves_every_table_and_knows_what_was_acknowledged_at_another(cluster):
    first, second = cluster.nodes
    table, tokens = first.full("ritual", 2)
    watcher = second.socket(table, tokens[0])
    for _ in range(6):
        decide(first, second, table, tokens)
        decide(second, first, table, tokens)
    until_seq(watcher, first.look(table, tokens[0])["seq"])
    for token in (*tokens, None):
        assert first.look(table, token) == second.look(table, token)
    fresh = second.socket(table, tokens[0]).until("state")
    assert [watcher.state[key] for key in ("seq", "view", "legal")] == [fresh[key] for key in ("seq", "view", "legal")]


def test_a_map_of_the_day_is_counted_once_at_all_nodes(cluster):
    today = cluster.nodes[0].http.get(PATH).json()["today"]
    actions, score = game_of(today, 7)
    for node in cluster.nodes:
        assert send(node, today, actions)["of"] == 1
        assert node.http.get(PATH).json()["scores"] == [[score, 1]]


def test_simultaneous_submissions_of_all_seats_through_different_nodes(cluster):
    """One result, none stale."""
    for _ in range(5):
        submit_all_at_once(cluster)


def submit_all_at_once(cluster: Cluster) -> None:
    table, tokens = cluster.nodes[0].full("in-the-ruin", 4)
    looks = [cluster.nodes[seat % 2].look(table, token) for seat, token in enumerate(tokens)]
    gate, answers = threading.Barrier(4), {}

    def submit(seat: int) -> None:
        node, look = cluster.nodes[seat % 2], looks[seat]
        gate.wait()
        answers[seat] = node.act(table, tokens[seat], look["legal"][0], decision=look["decision"]).status_code

    threads = [threading.Thread(target=submit, args=(seat,)) for seat in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == dict.fromkeys(range(4), 200)
    for token in tokens:
        assert cluster.nodes[0].look(table, token) == cluster.nodes[1].look(table, token)
        assert cluster.nodes[0].look(table, token)["decision"] == 1
    acts = [entry.seat for entry in cluster.nodes[0].entries(table) if entry.kind == "act"]
    assert len(acts) == 4
    assert {*acts} == {0, 1, 2, 3}


def test_the_same_key_through_two_nodes_at_once_is_done_once(cluster):
    table, tokens = cluster.nodes[0].full("ritual", 2)
    seat = cluster.nodes[0].look(table)["to_act"][0]
    action = cluster.nodes[0].look(table, tokens[seat])["legal"][0]
    answers = []

    def submit(node: Server) -> None:
        answers.append(node.act(table, tokens[seat], action, key="once"))

    threads = [threading.Thread(target=submit, args=(node,)) for node in cluster.nodes * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {(answer.status_code, answer.text) for answer in answers} == {(200, answers[0].text)}
    assert [entry.key for entry in cluster.nodes[0].entries(table) if entry.kind == "act"] == ["once"]


def test_two_join_at_two_nodes_at_once(cluster):
    made = cluster.nodes[0].create("ritual", players=2)
    cluster.nodes[1].look(made["table"])
    answers = []

    def join(node: Server) -> None:
        answers.append(node.http.post(f"/api/tables/{made['table']}/join", json={}).status_code)

    threads = [threading.Thread(target=join, args=(node,)) for node in cluster.nodes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 409]


def test_who_is_connected_is_known_at_every_node(cluster):
    first, second = cluster.nodes
    table, tokens = first.full("ritual", 2)
    here, there = first.socket(table, tokens[0]), second.socket(table, tokens[1])
    here.until("presence", seats=[0, 1])
    there.until("presence", seats=[0, 1])
    there.close()
    here.until("presence", seats=[0])


@pytest.mark.parametrize("slug", ["arkham-ritual", "in-the-ruin"])
def test_twin_worlds_hold_through_two_nodes(cluster, slug):
    """What a seat receives at one node depends on nothing it may not know of what is done at the other."""
    rng = random.Random(slug)
    first_node, second_node = cluster.nodes
    for seat in range(3):
        s = middle(slug, 3, rng)
        twin = s.game.determinize(s.view(seat), rng.getrandbits(64))
        worlds = [Apart(first_node, second_node, state.position(), seat) for state in (s, twin)]
        for world in worlds:
            world.look()
        play_alike(worlds[0], worlds[1], rng)
        assert worlds[0].received() == worlds[1].received()
        for node in cluster.nodes:
            node.close_sockets()


class Apart(World):
    """The seat looks on at one node; everything is done at another."""

    def __init__(self, far: Server, *arguments: Any):
        super().__init__(*arguments)
        self.far = far

    def act(self, seat: int, action: dict[str, Any]) -> None:
        near, self.server = self.server, self.far
        super().act(seat, action)
        self.server = near
        eyes = (self.tokens[self.seat], None)
        seqs = [self.far.look(self.table, token)["seq"] for token in eyes for _ in ("whole views", "changes")]
        for client, seq in zip(self.sockets, seqs, strict=True):
            until_seq(client, seq)  # so that two states never come as one


# -- a part fails


def test_without_a_bus_nodes_look_into_the_log(cluster, nats):
    first, second = cluster.nodes
    table, tokens = first.full("ritual", 2)
    watcher = second.socket(table, tokens[0])
    watcher.until("presence")
    nats.kill()
    try:
        decide(first, first, table, tokens)
        until_seq(watcher, first.look(table, tokens[0])["seq"])
        ready = first.http.get("/readyz")
        assert (ready.status_code, ready.json()["bus"]) == (200, False)
    finally:
        nats.start()
    wait_for(
        lambda: all(node.http.get("/readyz").json()["bus"] for node in cluster.nodes), "the bus comes back by itself"
    )


def test_the_tables_of_a_dead_node_move_to_another(nursery, tmp_path, database, nats):
    """Bots go on, and the clock of somebody away runs out."""
    with Cluster(nursery, tmp_path, database, nats) as cluster:
        first, second = cluster.nodes
        bots = first.create("ritual", [OPEN, BOT, BOT])
        clock = first.full("ritual", 2, pace={"kind": "live", "bank": 10, "increment": 0})[0]
        keepers = {cluster.keeper(bots["table"]), cluster.keeper(clock)}
        assert len(keepers) == 1
        first.kill()
        wait_for(lambda: cluster.keeper(bots["table"]) not in (None, *keepers), "another node keeps it")
        look = wait_for(lambda: (look := second.look(bots["table"], bots["token"]))["legal"] and look, "bots go on")
        decisions = look["decision"]
        assert second.act(bots["table"], bots["token"], look["legal"][0]).status_code == 200
        wait_for(lambda: second.look(bots["table"], bots["token"])["decision"] > decisions, "the table goes on")
        wait_for(lambda: any(seat["auto"] for seat in second.look(clock)["table"]["seats"]), "the clock runs out")
        numbers = [entry.number for entry in second.entries(clock)]
        assert numbers == list(range(1, len(numbers) + 1))


def test_a_paused_node_does_nothing_with_what_others_have_taken_over(nursery, tmp_path, database, nats):
    with Cluster(nursery, tmp_path, database, nats, bot_delay="0.5,0.5") as cluster:
        first, second = cluster.nodes
        made = first.create("ritual", [OPEN, BOT], pace={"kind": "live", "bank": 7000, "increment": 1})
        client = first.socket(made["table"], made["token"])
        client.until("state")
        keeper = cluster.keeper(made["table"])
        os.kill(first.process.pid, signal.SIGSTOP)
        try:
            wait_for(lambda: cluster.keeper(made["table"]) not in (None, keeper), "another node keeps it")
            for _ in range(3):
                look = wait_for(
                    lambda: (look := second.look(made["table"], made["token"]))["legal"] and look, "bots go on"
                )
                answer = second.act(made["table"], made["token"], look["legal"][0], decision=look["decision"])
                assert answer.status_code == 200
        finally:
            os.kill(first.process.pid, signal.SIGCONT)
        until_seq(client, second.look(made["table"], made["token"])["seq"])
        assert cluster.keeper(made["table"]) not in (None, keeper)
        new = first.create("ritual", [OPEN, BOT])  # and it is a node again, under another name
        wait_for(lambda: cluster.keeper(new["table"]), "new tables are kept")
        wait_for(lambda: first.look(new["table"], new["token"])["legal"], "its bots play")


def test_the_database_is_restarted(nursery, tmp_path, database, nats):
    """503 with Retry-After and a closed socket while it is away; then the same key is done once and play goes on."""
    with Cluster(nursery, tmp_path, database, nats) as cluster:
        first, second = cluster.nodes
        table, tokens = first.full("ritual", 2)
        seat = first.look(table)["to_act"][0]
        action = first.look(table, tokens[seat])["legal"][0]
        client = first.socket(table, tokens[seat])
        client.until("presence")
        database.stop()
        try:
            for answer in (
                first.http.get("/readyz"),
                first.http.get(f"/api/tables/{table}", headers=bearer(tokens[0])),
                second.act(table, tokens[seat], action, key="once"),
            ):
                assert answer.status_code == 503
                assert int(answer.headers["retry-after"]) > 0
            assert answer.json()["code"] == "unavailable"
            client.send(type="act", key="once", action=action)
            assert client.until("refused", code="unavailable")["key"] is None
            client.connection.recv_events_thread.join(5)
            assert client.connection.close_code == 4503
            assert first.http.get("/healthz").status_code == 200
        finally:
            database.start()
        wait_for(lambda: all(node.http.get("/readyz").status_code == 200 for node in cluster.nodes), "they come back")
        assert {node.act(table, tokens[seat], action, key="once").status_code for node in cluster.nodes} == {200}
        assert [entry.key for entry in first.entries(table) if entry.kind == "act"] == ["once"]
        decide(second, first, table, tokens)


def test_bots_go_on_after_a_database_that_was_away_for_longer_than_a_lease(nursery, tmp_path, database, nats):
    """Nobody could renew, nobody has taken anything over: the keeper is still the keeper."""
    with Cluster(nursery, tmp_path, database, nats, nodes=1, bot_delay="3,3") as cluster:
        node = cluster.nodes[0]
        made = node.create("ritual", [OPEN, BOT])
        look = node.look(made["table"], made["token"])
        if look["legal"]:
            node.act(made["table"], made["token"], look["legal"][0])
        assert node.look(made["table"])["to_act"] == [1]
        database.stop()
        time.sleep(3 + LEASE)  # the bot has wanted to act, and the lease has run out
        database.start()
        wait_for(lambda: node.look(made["table"], made["token"])["legal"], "the bot goes on")


def test_a_commit_whose_answer_is_lost_is_done_once(nursery, tmp_path, database, nats):
    """The connection breaks after COMMIT was sent: nobody can know; the same key again finds out."""
    url = database.fresh()
    with Cutter(tmp_path / "cut", url) as cutter:
        settings = {"database": cutter.url, "bus": nats.url, "lease": "60"}
        with Node(nursery, tmp_path, **settings) as node:
            table, tokens = node.full("ritual", 2)
            seat = node.look(table)["to_act"][0]
            action = node.look(table, tokens[seat])["legal"][0]
            cutter.cutting = True
            lost = node.act(table, tokens[seat], action, key="once")
            assert (lost.status_code, lost.json()["code"]) == (503, "unavailable")
            assert cutter.cuts == 1
            found = wait_for(
                lambda: (answer := node.act(table, tokens[seat], action, key="once")).status_code == 200 and answer,
                "the same key gets its answer",
            )
            assert found.json()["seq"] == node.look(table, tokens[seat])["seq"]
            assert [entry.key for entry in node.entries(table) if entry.kind == "act"] == ["once"]


class Cutter:
    """A socket between node and database that breaks after the next COMMIT, when it is told to."""

    def __init__(self, folder: Path, url: str):
        folder.mkdir()
        base, _, target = url.partition("?host=")
        self.target, self.file = f"{target}/.s.PGSQL.5432", folder / ".s.PGSQL.5432"
        self.url = f"{base}?host={folder}"
        self.cutting, self.cuts = False, 0
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.file))
        self.listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "Cutter":
        return self

    def __exit__(self, *_: object) -> None:
        self.listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(self.target)
                cut = threading.Event()
                threading.Thread(target=self._forward, args=(near, far, cut), daemon=True).start()
                threading.Thread(target=self._back, args=(far, near, cut), daemon=True).start()

    def _forward(self, near: socket.socket, far: socket.socket, cut: threading.Event) -> None:
        with contextlib.suppress(OSError):
            inserted = False
            while data := near.recv(65536):
                inserted |= b"INSERT INTO entry" in data
                if self.cutting and inserted and b"COMMIT" in data:
                    self.cutting, self.cuts = False, self.cuts + 1
                    cut.set()
                far.sendall(data)
        far.close()

    def _back(self, far: socket.socket, near: socket.socket, cut: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := far.recv(65536):
                if cut.is_set():
                    break
                near.sendall(data)
        near.shutdown(socket.SHUT_RDWR)
        near.close()


def test_a_node_that_does_not_know_what_it_keeps_finds_out(cluster):
    """As after a database that failed between taking a table and saying so."""
    known = cluster.nodes[0].create("ritual", [OPEN, BOT])
    keeper = cluster.keeper(known["table"])
    body = {"game": "ritual", "players": 2, "options": {}, "seats": [BOT, BOT], "pace": {"kind": "relaxed"}}
    body |= {"spectators": "public", "watched": 0, "host": None, "webhook": None}
    store = Store(cluster.url)
    store.open()
    try:
        row = Row("unknown-to-its-keeper", "UNKNWN", bytes(32))
        assert asyncio.run(store.create(row, [Line(1, 0, "create", body=body)], [], keeper))
    finally:
        store.close()
    wait_for(lambda: cluster.nodes[1].look(row.id)["result"], "its bots play to the end")


def test_a_node_paused_in_the_middle_of_writing_holds_nobody_up(cluster):
    """Its open transaction has locks on what others want to write: the database ends it."""
    table, tokens = cluster.nodes[0].full("ritual", 2)
    paused = Store(cluster.url)
    number = len(cluster.nodes[0].entries(table)) + 1
    with paused.engine.connect() as connection:
        paused._write_entries(connection, [(table, Line(number, 0, "chat", 0, None, {"text": "never committed"}))])
        seat = cluster.nodes[0].look(table)["to_act"][0]
        look = cluster.nodes[0].look(table, tokens[seat])
        answer = wait_for(
            lambda: (
                (answer := cluster.nodes[0].act(table, tokens[seat], look["legal"][0], key="once")).status_code != 503
                and answer
            ),
            "the others go on",
        )
        assert answer.status_code == 200
        connection.invalidate()
    paused.close()
    assert [entry.kind for entry in cluster.nodes[0].entries(table)][number - 1 :] == ["act"]


def test_kills_at_random_moments(nursery, tmp_path, database, nats):
    """A few of what `make torture` does hundreds of."""

    async def ordeal(nodes: list[Node]) -> Found:
        async with Ordeal(nodes, tables=3, seed=1, games=["ritual", "arkham-ritual"]).going_on() as ordeal:
            for number in range(4):
                await asyncio.sleep(0.3)
                await asyncio.to_thread(nodes[number % 2].kill)
                await asyncio.to_thread(nodes[number % 2].start)
                await ordeal.check()
        return ordeal.found

    with Cluster(nursery, tmp_path, database, nats) as cluster:
        found = asyncio.run(ordeal(cluster.nodes))
    assert found.faults == []
    assert (found.lost, found.doubled) == (0, 0)
    assert found.tables >= 3
    assert found.tables == found.verified
    assert found.compared > 0


# -- the store


@pytest.fixture(params=["postgresql", "sqlite"])
def opened(request, database, tmp_path) -> Iterator[Callable[[], Store]]:
    """What opens a new database, and then that one again, as another node would; on SQLite as another worker."""
    url = database.fresh() if request.param == "postgresql" else f"sqlite:///{tmp_path}/tables.db"
    stores: list[Store] = []

    def another() -> Store:
        stores.append(Store(url, several=True))
        stores[-1].open()
        return stores[-1]

    yield another
    for store in stores:
        store.close()


def test_a_table_has_one_keeper(opened):
    """Leases in the database: renewed, run out, taken by one; whoever was taken for dead learns of it."""
    store = opened()

    async def lives() -> None:
        await store.enter("one", 60_000)
        await store.enter("two", 60_000)
        assert await store.create(Row("t1", "AAAAAA", b""), [Line(1, 0, "create")], [], "one")
        assert not await store.create(Row("t2", "BBBBBB", b""), [Line(1, 0, "create")], [], "never entered")
        taken = await asyncio.gather(store.take("one", 9), store.take("two", 9))
        assert sorted(taken) == [[], ["t2"]]
        await store.bury()
        assert await store.take("two", 9) == []  # the lease of the other holds
        assert await store.beat("one", -1)
        await store.bury()
        assert not await store.beat("one", 60_000)
        assert "t1" in await store.take("two", 9)
        assert await store.take("one", 9) == []  # it is no more
        await store.leave("two")
        await store.enter("three", 60_000)
        await store.close_table("t1")
        assert await store.take("three", 9) == ["t2"]  # a table that has ended needs nobody

    asyncio.run(lives())


def test_an_entry_is_written_by_one_node(opened):
    """Two nodes append the same numbers at many tables, all at once: one of them succeeds at each."""
    stores = [opened(), opened()]
    tables = [f"t{number:02}" for number in range(40)]

    async def race() -> None:
        for number, table in enumerate(tables):
            await stores[0].create(Row(table, f"C{number}", b""), [Line(1, 0, "create")], [])

        async def append(store: Store, table: str) -> bool:
            try:
                await store.append(table, Line(2, 0, "chat", 0, None, {"text": str(id(store))}))
            except Conflict:
                return False
            return True

        order = random.Random(1)
        jobs = [(store, table) for store in stores for table in tables]
        order.shuffle(jobs)
        won = await asyncio.gather(*(append(*job) for job in jobs))
        winners = [job for job, first in zip(jobs, won, strict=True) if first]
        assert sorted(table for _, table in winners) == tables
        for store, table in winners:
            assert (await store.entries(table))[1].body == {"text": str(id(store))}

    asyncio.run(race())


def test_a_table_is_not_removed_with_what_another_node_has_just_written(opened):
    """Either it is gone before that, which the other node is told, or it stays."""
    stores, tables = [opened(), opened()], [f"t{number:02}" for number in range(40)]

    async def race() -> None:
        for number, table in enumerate(tables):
            await stores[0].create(Row(table, f"C{number}", b""), [Line(1, 0, "create")], [])

        async def append(table: str) -> bool:
            try:
                await stores[1].append(table, Line(2, 0, "chat", 0, None, {"text": "wait"}))
            except Vanished:
                return False
            return True

        for table in tables:
            gone, written = await asyncio.gather(
                stores[0].remove(Row(table, f"C{table[1:]}", b""), 1, 0, None), append(table)
            )
            assert gone != written
            assert [line.number for line in await stores[0].entries(table)] == ([1, 2] if written else [])

    asyncio.run(race())


def test_nodes_that_start_together_migrate_once(opened):
    faults: list[Exception] = []

    def start() -> None:
        try:
            opened()
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--database", "postgresql://nobody:secret@127.0.0.1:1/none"], "database postgresql+psycopg://nobody:***@"),
        (["--bus", "nats://127.0.0.1:4222"], "with the database sqlite:///FILE it takes local"),
    ],
)
def test_a_node_that_cannot_start_says_why(tmp_path, arguments, says):
    command = [sys.executable, "-m", "takujo.cli", "serve", "--database", f"sqlite:///{tmp_path}/t.db", *arguments]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=READY)
    assert answer.returncode == 1
    assert says in " ".join(answer.stderr.split())
    assert "secret" not in answer.stderr
    assert "Traceback" not in answer.stderr
