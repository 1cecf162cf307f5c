"""What one address, one seat or one table may grow: attacks on memory, disk and log; tables that sleep or are removed."""

import asyncio
import contextlib
import itertools
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from takujo.server.entries.play import ACTIONS
from takujo.server.store import Line, Link, Store
from takujo.server.table import SAID, SAID_EARLY
from tests.server.cluster import Cluster, Node
from tests.server.parts import BOT, OPEN, SOON, Server, bearer

pytestmark = [pytest.mark.once, pytest.mark.xdist_group("quotas")]

DAY = 86_400
OPERATOR = "for-the-operator-alone"


def wait_for(true: Callable[[], Any], what: str, seconds: float = 2 * SOON) -> Any:
    end = time.monotonic() + seconds
    while not (value := true()):
        assert time.monotonic() < end, what
        time.sleep(0.05)
    return value


def write(server: Server, table: str, *entries: tuple[str, int, dict[str, Any]]) -> None:
    """Into the log, past the server."""
    store = Store(server.database)

    async def work() -> None:
        first, now = len(await store.entries(table)) + 1, time.time_ns() // 1_000_000
        made = [Line(first + n, now, kind, seat, None, body) for n, (kind, seat, body) in enumerate(entries)]
        await asyncio.gather(*(store.append(table, entry) for entry in made))

    try:
        asyncio.run(work())
    finally:
        store.close()


def awake(server: Server) -> int:
    text = server.http.get("/metrics", headers=bearer(OPERATOR)).text
    return int(float(text.split("\ntakujo_tables_awake ")[1].split("\n")[0]))


# -- entries


def test_an_address_writes_so_much_and_no_more(nursery, tmp_path):
    """By whatever way; who only looks is not held up."""
    with Node(nursery, tmp_path, entry_rate="20,0.001", chat_rate="1000,1000") as server:
        table, tokens = server.full("ritual", 2)
        sockets = [server.socket(table, token) for token in tokens]
        answers = [socket.ask(type="chat", text=str(n)) for n in range(10) for socket in sockets]
        assert [answer.get("code") for answer in answers] == [None] * 18 + ["too-many"] * 2
        seat = server.look(table)["to_act"][0]
        refused = [
            server.act(table, tokens[seat], server.look(table, tokens[seat])["legal"][0]),
            server.http.post("/api/tables", json={"game": "ritual", "players": 2}),
            server.http.post(f"/api/tables/{table}/join", json={}),
            server.http.post(f"/api/tables/{table}/seats/1", json=BOT, headers=bearer(tokens[0])),
            server.http.post(f"/api/tables/{table}/rematch", headers=bearer(tokens[0])),
        ]
        assert [(answer.status_code, answer.json()["code"]) for answer in refused] == [(429, "too-many")] * 5
        assert len(server.entries(table)) == 3 + 18


def test_an_address_has_so_many_tables_that_have_not_ended(nursery, tmp_path):
    with Node(nursery, tmp_path, open_tables="3") as server:
        bodies = [{"game": "ritual", "seats": [OPEN, BOT], "key": f"a long key number {n}"} for n in range(4)]
        made = [server.http.post("/api/tables", json=body) for body in bodies]
        assert [answer.status_code for answer in made] == [201, 201, 201, 429]
        assert made[3].json()["code"] == "too-many-tables"
        assert "3 tables made from your address" in made[3].json()["reason"]
        assert server.http.post("/api/tables", json=bodies[0]).json() == made[0].json()  # asked for again
        first = made[0].json()
        assert server.socket(first["table"], first["token"]).ask(type="vote", what="end", yes=True)["type"] == "ack"
        wait_for(lambda: server.http.post("/api/tables", json=bodies[3]).status_code == 201, "there is room again")
        again = server.http.post(f"/api/tables/{first['table']}/rematch", headers=bearer(first["token"]))
        assert (again.status_code, again.json()["code"]) == (429, "too-many-tables")


def test_a_person_writes_so_much_at_a_table_and_others_are_not_held_up(nursery, tmp_path):
    with Node(nursery, tmp_path, chat_rate="1000,1000") as server:
        table, tokens = server.full("ritual", 2)
        server.stop()
        write(server, table, *[("chat", 0, {"text": str(n)}) for n in range(SAID - 2)])
        server.start()
        loud, other = (server.socket(table, token) for token in tokens)
        asked = [loud.ask(type="vote", what="pause", yes=True), loud.ask(type="name", name="me")]
        asked += [loud.ask(type="chat", text="more"), loud.ask(type="vote", what="pause", yes=False)]
        assert [answer.get("code") for answer in asked] == [None, None, "said-enough", "said-enough"]
        assert other.ask(type="chat", text="still here")["type"] == "ack"
        for _ in range(2):
            seat = server.look(table)["to_act"][0]
            assert server.act(table, tokens[seat], server.look(table, tokens[seat])["legal"][0]).status_code == 200
        assert loud.ask(type="leave")["type"] == "ack"


def test_a_table_that_has_not_started_takes_so_much(nursery, tmp_path):
    """Coming and going fills the log as words do."""
    with Node(nursery, tmp_path) as server:
        made = server.create("ritual", players=3)
        server.stop()
        comings = [(kind, 1, {}) for _ in range(SAID_EARLY // 2 - 1) for kind in ("join", "leave")]
        write(server, made["table"], *comings)
        server.start()
        joined = server.join(made["table"])
        answer = server.http.post(f"/api/tables/{made['table']}/join", json={})
        assert (answer.status_code, answer.json()["code"]) == (409, "said-enough")
        answer = server.http.post(f"/api/tables/{made['table']}/seats/2", json=BOT, headers=bearer(made["token"]))
        assert (answer.status_code, answer.json()["code"]) == (409, "said-enough")
        leaving = server.socket(made["table"], joined["token"])
        leaving.send(type="leave", key="leave")
        with pytest.raises(ConnectionClosed):
            leaving.until("nothing more")
        assert len(server.entries(made["table"])) <= SAID_EARLY + 3
    assert ACTIONS > 20 * 312  # far from the longest game of random players


def memory(server: Server) -> int:
    """Bytes that the process has in memory."""
    return 4096 * int(Path(f"/proc/{server.process.pid}/statm").read_text(encoding="ascii").split()[1])


def test_refused_messages_leave_nothing_behind_however_large(nursery, tmp_path):
    """64 at each of 40 tables: large ones take no more memory than small ones."""
    with Node(nursery, tmp_path) as server:
        grown = []
        for size in (1, 1, 60_000, 350):
            before = memory(server)
            for _ in range(40):
                table, tokens = server.full("ritual", 2)
                socket = server.socket(table, tokens[0])
                for number in range(64):
                    answer = socket.ask(type="act", key=f"{number}", action={"type": "x" * size})
                    assert answer["type"] == "refused"
                socket.close()
                server.sockets.clear()
            grown.append(memory(server) - before)
        small = max(grown[1], 4_000_000)
        assert max(grown[2:]) < 3 * small, grown  # were the large ones kept: 150 MB
        assert len(server.entries(table)) == 3


# -- sleeping


def test_tables_nobody_looks_at_sleep_and_wake_as_they_were(nursery, tmp_path):
    with Node(nursery, tmp_path, idle="1", metrics_token=OPERATOR) as server:
        waiting = [server.create("ritual", players=3) for _ in range(30)]
        playing = [server.full("ritual", 2, pace={"kind": kind}) for kind in ("relaxed", "days")]
        tokens = {made["table"]: made["token"] for made in waiting} | {table: held[0] for table, held in playing}
        before = {table: server.look(table, token) for table, token in tokens.items()}
        wait_for(lambda: awake(server) == 0, "all sleep")
        for table, token in tokens.items():
            look = server.look(table, token)
            for clock in (*(look["clock"] or []), *(before[table]["clock"] or [])):
                clock.pop("left")
            assert look == before[table]
        wait_for(lambda: awake(server) == 0, "all sleep again")
        socket = server.socket(waiting[0]["table"], waiting[0]["token"])
        socket.until("presence")
        wait_for(lambda: awake(server) == 1, "one is listened to")
        server.join(waiting[0]["table"])
        while socket.until("table")["table"]["seats"][1]["kind"] != "person":
            pass
        server.kill()
        server.start()
        wait_for(lambda: awake(server) == 0, "all sleep soon after a start")
        assert len(server.look(waiting[0]["table"], waiting[0]["token"])["table"]["seats"]) == 3


def test_a_bot_answers_at_a_table_that_slept(nursery, tmp_path):
    with Node(nursery, tmp_path, idle="1", metrics_token=OPERATOR) as server:
        made = server.create("ritual", [OPEN, BOT])
        table, token = made["table"], made["token"]
        for _ in range(2):
            wait_for(lambda: server.look(table)["to_act"] == [0], "the bot has decided")
            wait_for(lambda: awake(server) == 0, "it sleeps while the person thinks")
            assert server.act(table, token, server.look(table, token)["legal"][0]).status_code == 200
        wait_for(lambda: server.look(table)["to_act"] == [0] or server.look(table)["result"], "the bot goes on")


def test_the_clock_of_a_sleeping_table_runs_out_in_time(nursery, tmp_path):
    with Node(nursery, tmp_path, idle="1", metrics_token=OPERATOR) as server:
        bank = 26
        table, _ = server.full("ritual", 2, pace={"kind": "live", "bank": bank, "increment": 0})
        started = server.entries(table)[2].at
        wait_for(lambda: awake(server) == 0, "it sleeps")
        assert time.time() * 1000 < started + bank * 1000
        away = wait_for(lambda: [e for e in server.entries(table) if e.kind == "away"], "time is up", bank + SOON)
        assert away[0].at >= started + bank * 1000


@pytest.mark.parametrize("bus", [True, False])
def test_a_table_that_sleeps_at_its_keeper_is_woken_by_what_is_done_at_another_node(
    nursery, tmp_path, database, nats, bus
):
    """Told by the bus, or found in the log."""
    with Cluster(
        nursery, tmp_path, database, nats, idle="1", metrics_token=OPERATOR, **({} if bus else {"bus": "local"})
    ) as cluster:
        keeper, other = cluster.nodes
        made = keeper.create("ritual", [OPEN, BOT])
        table, token = made["table"], made["token"]
        for _ in range(2):
            wait_for(lambda: other.look(table)["to_act"] == [0], "the bot has decided")
            wait_for(lambda: awake(keeper) == 0, "it sleeps while the person thinks")
            assert other.act(table, token, other.look(table, token)["legal"][0]).status_code == 200
        wait_for(lambda: other.look(table)["to_act"] == [0] or other.look(table)["result"], "the bot goes on")


# -- removal


def rows(server: Server, table: str) -> list[int]:
    """What the database has of a table: itself, entries, tokens, notes, where somebody is told of their turn."""
    with contextlib.closing(sqlite3.connect(server.file)) as connection:
        names = (
            ("game_table", "id"),
            ("entry", "table_id"),
            ("token", "table_id"),
            ("note", "table_id"),
            ("push", "table_id"),
        )
        queries = [f"SELECT count(*) FROM {name} WHERE {column} = ?" for name, column in names]
        return [connection.execute(query, (table,)).fetchone()[0] for query in queries]


def wait_until_removed(server: Server, table: str) -> None:
    wait_for(lambda: server.http.get(f"/api/tables/{table}").json().get("code") == "removed", "it is removed")


def days(seconds: float) -> str:
    return f"{seconds / DAY:.9f}"


def test_a_waiting_table_nobody_touches_is_removed_with_a_word_before(nursery, tmp_path):
    with Node(nursery, tmp_path, keep_waiting=days(5), clean_every="1") as server:
        made = server.create("ritual", players=2)
        table, token = made["table"], made["token"]
        playing, tokens = server.full("ritual", 2)
        socket = server.socket(table, token)
        assert server.http.post(f"/api/tables/{table}/notes", json={"text": "7"}, headers=bearer(token)).is_success
        assert rows(server, table)[3] == 1
        until = socket.until("table")["table"]["until"]
        assert until == server.entries(table)[-1].at + 5000
        assert socket.ask(type="chat", text="wait")["type"] == "ack"
        assert server.look(table, token)["table"]["until"] == server.entries(table)[-1].at + 5000
        until = server.look(table, token)["table"]["until"]
        with pytest.raises(ConnectionClosed):
            socket.until("nothing more")
        assert socket.connection.close_code == 4410
        assert time.time() * 1000 >= until
        for key in (table, made["code"], made["code"].lower()):
            answer = server.http.get(f"/api/tables/{key}", headers=bearer(token))
            assert (answer.status_code, answer.json()["code"]) == (410, "removed")
        assert server.http.get("/api/tables/nosuch").status_code == 404
        assert not any(rows(server, table))
        assert [link["kind"] for link in server.http.get("/api/chain").json()["links"]] == ["deal"]
        assert server.look(playing, tokens[0])["table"]["until"] is None  # it has started: that lasts longer
        server.kill()
        server.start()
        assert server.http.get(f"/api/tables/{table}").status_code == 410
        assert server.look(playing, tokens[0])["view"]


def test_the_chain_tells_which_tables_were_removed(nursery, tmp_path):
    with Node(nursery, tmp_path, keep_relaxed=days(4), keep_finished=days(4), clean_every="1") as server:
        left, _ = server.full("ritual", 2)
        ended = server.create("ritual", [OPEN, BOT])
        assert server.socket(ended["table"], ended["token"]).ask(type="vote", what="end", yes=True)["type"] == "ack"
        timed, tokens = server.full("ritual", 2, pace={"kind": "days"})
        waiting = server.create("ritual", players=2)
        digest = wait_for(
            lambda: [link for link in server.http.get("/api/chain").json()["links"] if link["kind"] == "end"], "an end"
        )[0]["digest"]
        for table in (left, ended["table"]):
            wait_until_removed(server, table)
            assert not any(rows(server, table))
        links = server.http.get("/api/chain").json()["links"]
        gone = {link["table"]: link["digest"] for link in links if link["kind"] == "gone"}
        dealt = [link["table"] for link in links if link["kind"] == "deal"]
        assert len(gone) == 2
        assert gone.keys() < set(dealt)
        assert digest in gone.values(), "of what has ended, the record is named once more"
        for before, link in itertools.pairwise(links):
            made = Link.after(_link(before), link["at"], link["kind"], link["table"], link["digest"])
            assert made.link == link["link"]
        assert server.look(timed, tokens[0])["table"]["until"] is None
        assert server.look(waiting["table"], waiting["token"])["table"]["status"] == "waiting"


def _link(link: dict[str, Any]) -> Link:
    return Link(link["number"], link["at"], link["kind"], link["table"], link["digest"], link["link"])


def test_two_nodes_remove_a_table_once(nursery, tmp_path, database, nats):
    with Cluster(nursery, tmp_path, database, nats, keep_relaxed=days(4), clean_every="1") as cluster:
        one, other = cluster.nodes
        tables = [one.full("ritual", 2) for _ in range(5)]
        listening = other.socket(tables[0][0], tables[0][1][0])
        with pytest.raises(ConnectionClosed):
            listening.until("nothing more")
        assert listening.connection.close_code == 4410
        for table, tokens in tables:
            for node in cluster.nodes:
                wait_until_removed(node, table)
                assert node.act(table, tokens[0], {"type": "x"}).status_code == 410
        kinds = [link["kind"] for link in one.http.get("/api/chain").json()["links"]]
        assert kinds.count("gone") == 5
