"""Public tables: anybody finds them while somebody is there, and reads nothing of others."""

import time
from typing import Any

import pytest

from tests.server.cluster import Cluster
from tests.server.parts import BOT, OPEN, SOON, Server

pytestmark = pytest.mark.once


def board(server: Server) -> dict[str, Any]:
    answer = server.http.get("/api/board")
    assert answer.status_code == 200
    return {table["table"]: table for table in answer.json()}


def until(server: Server, *tables: str, gone: str | None = None) -> dict[str, Any]:
    """The board as soon as these are on it, and that one is not."""
    end = time.monotonic() + SOON
    while time.monotonic() < end:
        found = board(server)
        if found.keys() >= set(tables) and gone not in found:
            return found
        time.sleep(0.1)
    raise AssertionError(found)


def test_a_public_table_is_on_the_board_while_somebody_is_there(server):
    made = server.create("ritual", [OPEN, OPEN, BOT], name="Aya", public=True, pace={"kind": "live"})
    private = server.create("ritual", [OPEN, OPEN])
    server.socket(private["table"], private["token"]).until("state")
    first = server.socket(made["table"], made["token"])
    first.until("state")
    told = until(server, made["table"])
    assert private["table"] not in told
    created = server.look(made["table"])["table"]["created"]
    assert told[made["table"]] == {
        "table": made["table"], "game": "ritual", "players": 3, "free": 1, "names": ["Aya"], "status": "waiting",
        "pace": "live", "own": False, "rated": False, "created": created,
    }  # fmt: skip
    assert server.look(made["table"])["table"]["talk"] == "refuse"  # strangers are held to the book
    second = server.join(made["table"], name="Ken")
    server.socket(made["table"], second["token"]).until("state")
    while (there := until(server, made["table"])[made["table"]])["status"] != "playing":
        time.sleep(0.1)
    assert (there["free"], there["names"]) == (0, ["Aya", "Ken"])  # to be watched
    server.close_sockets()
    until(server, gone=made["table"])


def test_the_host_makes_a_table_public_and_private_again(server):
    made = server.create("ritual", [OPEN, OPEN], spectators="none")
    guest_of = server.create("ritual", players=3)
    guest = server.join(guest_of["table"])
    refused = server.socket(guest_of["table"], guest["token"]).ask(type="publish", public=True)
    assert (refused["code"], refused["reason"]) == ("not-host", "Only the host of the table makes it public.")
    host = server.socket(made["table"], made["token"])
    assert host.ask(type="publish", public=1)["code"] == "malformed"
    assert host.ask(type="publish", public=True)["type"] == "ack"
    until(server, made["table"])
    assert host.ask(type="publish", public=False)["type"] == "ack"
    until(server, gone=made["table"])
    assert host.ask(type="publish", public=True)["type"] == "ack"
    until(server, made["table"])
    server.join(made["table"])  # it begins, and nobody may watch it
    until(server, gone=made["table"])


def test_the_board_is_the_same_at_every_node(nursery, tmp_path, database, nats):
    with Cluster(nursery, tmp_path, database, nats) as cluster:
        here, there = cluster.nodes
        tables = [node.create("ritual", [OPEN, OPEN], public=True) for node in (here, there)]
        for node, made in zip((here, there), tables, strict=True):
            node.socket(made["table"], made["token"]).until("state")
        for node in (here, there):
            until(node, *(made["table"] for made in tables))
        watcher = there.socket(tables[0]["table"])
        aside = here.socket(tables[0]["table"])
        aside.until("presence", watching=2)
        assert watcher.ask(type="aside", name="Rin", text="hello")["type"] == "ack"
        assert aside.until("gallery")["lines"][0]["text"] == "hello"
        here.close_sockets()
        until(there, tables[1]["table"], gone=tables[0]["table"])
