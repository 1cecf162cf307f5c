"""Clients that do not behave: wrong requests of every kind, floods, other people's tokens."""

import json
import random

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from websockets.exceptions import ConnectionClosed, InvalidStatus

from takujo.server.app import openapi
from takujo.server.limits import Rate
from tests.server.cluster import Node
from tests.server.parts import SOON, Server, bearer

pytestmark = pytest.mark.once

DOCUMENT = openapi()
DOCUMENT["paths"] = {  # a stream has no end of its own
    path: methods for path, methods in DOCUMENT["paths"].items() if not path.endswith("/stream")
}
schema = schemathesis.openapi.from_dict(DOCUMENT)


@schema.parametrize()
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_makes_the_server_fail(case, server):
    """Requests of every kind, made from the OpenAPI document."""
    if "table" in case.path_parameters:
        case.path_parameters["table"] = random.choice([_table(server)[0], case.path_parameters["table"]])
    if random.random() < 0.7:
        case.headers = {**(case.headers or {}), **bearer(_table(server)[1])}
    answer = case.call(base_url=str(server.http.base_url))
    assert answer.status_code < 500
    if answer.status_code >= 400 and "json" in answer.headers.get("content-type", [""])[0]:
        assert {"code", "reason"} <= answer.json().keys()


def _table(server: Server, made: list[tuple[str, str]] = []) -> tuple[str, str]:  # noqa: B006 - one table for all
    if not made:
        table, tokens = server.full("ritual", 3)
        made.append((table, tokens[0]))
    return made[0]


FRAMES = [
    "", "{", "[]", "null", "3", '"x"', "{}", '{"type":null}', '{"type":"act"}', '{"type":"fly","key":"k"}',
    '{"type":"act","key":"k","decision":"0","action":{}}', '{"type":"act","key":"k","decision":0,"action":[]}',
    '{"type":"act","key":"","decision":0,"action":{}}', '{"type":"act","key":3,"decision":0,"action":{"type":"x"}}',
    '{"type":"act","key":"k","decision":1e400,"action":{}}', '{"type":"act","key":"k","action":{"type":{"a":[1]}}}',
    '{"type":"chat","key":"k","text":3}', '{"type":"chat","key":"k","text":"\\u0000"}', '{"type":"name","key":"k"}',
    '{"type":"vote","key":"k","what":"all","yes":1}', '{"type":"hello","token":"again"}', "[" * 5000, "\ud800".encode("utf-8", "replace").decode(),
]  # fmt: skip


def test_no_frame_makes_the_server_fail_leak_or_hang(server):
    table, tokens = server.full("arkham-ritual", 3)
    rng = random.Random(1)
    for who in (tokens[0], None):
        socket = server.socket(table, who)
        socket.until("presence")
        for _ in range(100):
            frame = rng.choice(FRAMES)
            if rng.random() < 0.3:
                frame = "".join(rng.choice('{}[]",:0a\\') for _ in range(rng.randrange(50)))
            socket.connection.send(frame)
            answer = socket.receive()
            while answer["type"] in ("state", "table", "presence", "chat"):
                answer = socket.receive()
            assert answer["type"] == "refused"
            assert "Traceback" not in answer["reason"]
            assert tokens[1] not in answer["reason"]
        socket.connection.send(b"\xff\xfe\x00")
        assert socket.receive()["code"] == "malformed"
    assert server.look(table, tokens[0])["seq"] == 1
    assert [entry.kind for entry in server.entries(table)] == ["create", "join", "join", "join"]


def test_a_replayed_key_of_another_seat_is_another_key(server):
    table, tokens = server.full("in-the-ruin", 2)
    for token in tokens:
        look = server.look(table, token)
        assert server.act(table, token, look["legal"][0], "same", decision=0).status_code == 200
    assert [server.look(table, token)["decision"] for token in tokens] == [1, 1]


def test_a_message_that_is_too_large_ends_the_connection_and_a_request_is_refused(server):
    table, tokens = server.full("ritual", 2)
    large = "x" * 70_000
    answer = server.http.post("/api/tables", json={"game": large})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    socket = server.socket(table, tokens[0])
    socket.until("presence")
    socket.connection.send(json.dumps({"type": "chat", "key": "k", "text": large}))
    with pytest.raises(ConnectionClosed):
        socket.until("no such message")
    assert socket.connection.close_code == 1009
    assert server.look(table, tokens[0])["seq"] == 1


def test_pages_of_other_sites_may_not_act(server):
    table, _ = server.full("ritual", 2)
    evil = {"Origin": "https://evil.example"}
    answer = server.http.post("/api/tables", json={"game": "ritual", "players": 2}, headers=evil)
    assert (answer.status_code, answer.json()["code"]) == (403, "bad-origin")
    with pytest.raises(InvalidStatus, match="403"), server.raw_socket(table, origin="https://evil.example"):
        pass
    own = {"Origin": f"http://127.0.0.1:{server.port}"}
    assert server.http.post("/api/tables", json={"game": "ritual", "players": 2}, headers=own).status_code == 201


def test_floods_are_slowed_down(nursery, tmp_path):
    rates = {
        "address_rate": "60,0.01",
        "token_rate": "5,0.01",
        "table_rate": "3,0.01",
        "chat_rate": "2,0.01",
        "sockets": "3",
    }
    with Node(nursery, tmp_path, **rates) as server:
        made = [server.http.post("/api/tables", json={"game": "ritual", "players": 2}) for _ in range(4)]
        assert [answer.status_code for answer in made] == [201, 201, 201, 429]
        table, token = made[0].json()["table"], made[0].json()["token"]
        answers = [server.act(table, token, {}).status_code for _ in range(7)]
        assert 429 in answers
        socket = server.socket(made[1].json()["table"], made[1].json()["token"])
        chats = [socket.ask(type="chat", text=str(n)).get("code") for n in range(3)]
        assert chats == [None, None, "too-many"]
        for _ in range(2):
            server.socket(table, token).until("presence")
        with pytest.raises(InvalidStatus, match="403"), server.raw_socket(table):
            pass
        looks = [server.http.get("/api/games") for _ in range(70)]
        refused = [answer for answer in looks if answer.status_code == 429]
        assert refused
        assert int(refused[0].headers["retry-after"]) >= 1
        assert server.http.get("/healthz").status_code == 200  # a node that is flooded is not dead


def test_a_rate_refills():
    now = 0.0
    rate = Rate(2, 0.5, now=lambda: now)
    assert [rate.wait("a"), rate.wait("a")] == [0, 0]
    assert rate.wait("a") == pytest.approx(2)
    assert rate.wait("b") == 0
    now = 2.0
    assert rate.wait("a") == 0
    assert rate.wait("a") > 0
    rate.KEYS = 2
    rate.wait("c")
    assert rate.wait("b") == 0  # forgotten: as new


def test_a_connection_that_says_nothing_is_closed(server, monkeypatch):
    table, _ = server.full("ritual", 2)
    with server.raw_socket(table) as silent:
        assert json.loads(silent.recv(timeout=SOON))["code"] == "no-hello"
