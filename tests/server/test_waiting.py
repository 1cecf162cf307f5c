"""Before the start: who is the host, what people are called, who has to go."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from takujo.server import wire
from tests.server.cluster import Node
from tests.server.parts import OPEN, Server, bearer

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def hasty(nursery, tmp_path_factory) -> Iterator[Server]:
    """Who has had no connection for a second is away."""
    with Node(nursery, tmp_path_factory.mktemp("hasty"), absent_after="1", idle="1") as server:
        yield server
        server.close_sockets()


def names(server: Server, table: str) -> list[str]:
    return [seat["name"] for seat in server.look(table)["table"]["seats"]]


def host(server: Server, table: str) -> int | None:
    found: int | None = server.look(table)["table"]["host"]
    return found


def arrange(server: Server, table: str, token: str, seat: int, **plan: Any) -> tuple[int, str | None]:
    answer = server.http.post(f"/api/tables/{table}/seats/{seat}", json=plan, headers=bearer(token))
    return answer.status_code, answer.json()["code"] if answer.content else None


def leave(server: Server, made: dict[str, Any]) -> None:
    """The host, who sits in the first seat."""
    server.socket(made["table"], made["token"]).send(type="leave", key="k")
    while server.look(made["table"])["table"]["seats"][0]["kind"] != "open":
        time.sleep(0.02)


def test_the_hosts_rights_go_to_the_next_person_when_the_host_leaves(server):
    made = server.create("ritual", players=4)
    guest, third = server.join(made["table"], seat=2), server.join(made["table"], seat=3)
    assert arrange(server, made["table"], guest["token"], 1, kind="bot") == (403, "not-host")
    leave(server, made)
    assert host(server, made["table"]) == 2
    assert arrange(server, made["table"], third["token"], 1, kind="bot") == (403, "not-host")
    assert arrange(server, made["table"], guest["token"], 1, kind="bot") == (204, None)
    assert [entry.body for entry in server.entries(made["table"]) if entry.kind == "leave"] == [{"host": 2}]


def test_whoever_comes_to_a_table_that_its_host_has_left_is_its_host(server):
    made = server.create("ritual", players=3)
    leave(server, made)
    guest = server.join(made["table"], seat=2)
    assert host(server, made["table"]) == 2
    server.join(made["table"], seat=1)
    assert host(server, made["table"]) == 2
    assert arrange(server, made["table"], guest["token"], 0, kind="bot") == (204, None)


def test_a_host_without_a_connection_is_followed_by_one_who_is_there_and_by_nobody_else(hasty):
    made, other = hasty.create("ritual", players=4), hasty.create("ritual", players=3)
    hasty.join(made["table"])  # not connected either
    third = hasty.join(made["table"])
    hasty.join(other["table"])
    socket = hasty.socket(made["table"], third["token"])
    end = time.monotonic() + 20
    while host(hasty, made["table"]) == 0:
        assert time.monotonic() < end, "the next person becomes the host"
        time.sleep(0.05)
    assert host(hasty, made["table"]) == 2
    assert host(hasty, other["table"]) == 0  # nobody is there to be it
    back = hasty.socket(made["table"], made["token"])
    assert back.ask(type="name", name="late")["type"] == "ack"
    assert host(hasty, made["table"]) == 2
    assert socket.ask(type="name", name="host")["type"] == "ack"


def test_names_at_a_table_are_told_apart(server):
    made = server.create("ritual", players=4, name="Ken")
    server.join(made["table"], name="ｋｅｎ")
    third = server.join(made["table"], name="Ken")
    assert names(server, made["table"]) == ["Ken", "ｋｅｎ 2", "Ken 3", ""]
    socket = server.socket(made["table"], third["token"])
    assert socket.ask(type="name", name="Mio", key="a")["type"] == "ack"
    assert socket.ask(type="name", name=" Ken ", key="b")["type"] == "ack"
    assert socket.ask(type="name", name="Ken", key="b")["type"] == "ack"  # the same once more
    assert names(server, made["table"])[2] == "Ken 3"
    assert socket.ask(type="name", name="")["type"] == "ack"
    assert names(server, made["table"])[2:] == ["", ""]
    long = "あ" * wire.NAME
    assert socket.ask(type="name", name=long)["type"] == "ack"
    server.join(made["table"], name=long)
    assert names(server, made["table"])[3] == "あ" * (wire.NAME - 3) + " 2"


def test_a_rematch_keeps_the_names(server):
    made = server.create("ritual", [OPEN, OPEN], name="Ken")
    tokens = [made["token"], server.join(made["table"], name="Ken")["token"]]
    for socket in [server.socket(made["table"], token) for token in tokens]:
        socket.ask(type="vote", what="end", yes=True)
    for token in reversed(tokens):
        answer = server.http.post(f"/api/tables/{made['table']}/rematch", json={}, headers=bearer(token))
        again = answer.json()["table"]
    assert names(server, again) == ["Ken", "Ken 2"]


def test_the_host_removes_somebody_only_when_it_is_meant(server):
    made = server.create("ritual", players=3)
    guest = server.join(made["table"])
    table, token = made["table"], made["token"]
    assert arrange(server, table, token, 1, kind="bot") == (409, "taken")
    assert arrange(server, table, guest["token"], 0, kind="open", remove=True) == (403, "not-host")
    assert arrange(server, table, token, 0, kind="open", remove=True) == (409, "yourself")
    assert arrange(server, table, token, 1, kind="open", remove=1) == (422, "malformed")
    assert arrange(server, table, token, 1, kind="open", remove=True) == (204, None)
    assert server.look(table)["table"]["seats"][1]["kind"] == "open"
    assert server.http.get(f"/api/tables/{table}", headers=bearer(guest["token"])).status_code == 401
    for _ in range(2):
        server.join(table)
    assert arrange(server, table, token, 1, kind="open", remove=True) == (409, "started")
