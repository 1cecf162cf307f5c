"""What people note for themselves: it stays with the seat, and nobody else is sent it."""

import contextlib
import sqlite3

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.cluster import Cluster, Node
from tests.server.parts import BOT, OPEN, bearer
from tests.server.test_quotas import wait_for

pytestmark = pytest.mark.once

TEXT = "あや: Necronomicon?\n3 left 🕯"


def write(server, table, token, text):
    return server.http.post(f"/api/tables/{table}/notes", json={"text": text}, headers=bearer(token))


def read(server, table, token):
    answer = server.http.get(f"/api/tables/{table}/notes", headers=bearer(token))
    assert answer.status_code == 200, answer.text
    return answer.json()["text"]


def stored(server, table):
    """The seats of a table that have notes, read past the server."""
    with contextlib.closing(sqlite3.connect(server.file)) as connection:
        found = connection.execute("SELECT seat FROM note WHERE table_id = ? ORDER BY seat", (table,)).fetchall()
    return [seat for (seat,) in found]


def leave(server, table, token):
    """Before the start: that ends the connection."""
    socket = server.socket(table, token)
    socket.send(type="leave", key="leave")
    with pytest.raises(ConnectionClosed):
        socket.until("nothing more")
    assert socket.connection.close_code == 4000


def test_notes_are_read_again_by_who_wrote_them_and_by_nobody_else(server):
    table, tokens = server.full("arkham-ritual", 3)
    assert read(server, table, tokens[0]) == ""
    assert write(server, table, tokens[0], TEXT).status_code == 204
    assert read(server, table, tokens[0]) == TEXT
    assert [read(server, table, token) for token in tokens[1:]] == ["", ""]
    assert write(server, table, tokens[1], "mine").status_code == 204
    assert read(server, table, tokens[0]) == TEXT
    assert write(server, table, tokens[0], "").status_code == 204
    assert [read(server, table, token) for token in tokens] == ["", "mine", ""]
    assert stored(server, table) == [1], "what was deleted is gone"


def test_only_who_sits_at_the_table_has_notes(server):
    table, _ = server.full("ritual", 2)
    _, others = server.full("ritual", 2)
    made = server.create("ritual", [OPEN, BOT], sit=False)
    for where, token, wanted in (
        (table, None, (401, "no-token")),
        (table, others[0], (401, "bad-token")),
        (made["table"], made["token"], (403, "no-seat")),
    ):
        path = f"/api/tables/{where}/notes"
        answers = [server.http.get(path, headers=bearer(token)), write(server, where, token, "x")]
        assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [wanted] * 2


def test_notes_are_no_entries_and_stand_in_no_record_or_replay(server):
    table, tokens = server.full("ritual", 2)
    before = server.entries(table)
    write(server, table, tokens[0], TEXT)
    assert server.entries(table) == before
    for token in tokens:
        server.socket(table, token).ask(type="vote", what="end", yes=True)
    for path in ("", "/record", "/replay", "/deal"):
        answer = server.http.get(f"/api/tables/{table}{path}", headers=bearer(tokens[0]))
        assert answer.status_code == 200
        assert "Necronomicon?" not in answer.text
    assert read(server, table, tokens[0]) == TEXT, "kept after the end"


def test_who_takes_a_seat_that_was_left_does_not_see_its_notes(server):
    made = server.create("ritual", players=3)
    table = made["table"]
    guest = server.join(table)
    write(server, table, guest["token"], TEXT)
    leave(server, table, guest["token"])
    wait_for(lambda: stored(server, table) == [], "nobody could delete them any more")
    next_one = server.join(table)
    assert next_one["seat"] == guest["seat"]
    assert read(server, table, next_one["token"]) == ""
    assert write(server, table, guest["token"], "again").json()["code"] == "bad-token"
    write(server, table, next_one["token"], "mine")
    assert stored(server, table) == [next_one["seat"]]


def test_who_leaves_after_the_start_finds_the_notes_again(server):
    table, tokens = server.full("ritual", 2)
    write(server, table, tokens[0], TEXT)
    socket = server.socket(table, tokens[0])
    assert socket.ask(type="leave")["type"] == "ack"
    assert socket.ask(type="back")["type"] == "ack"
    assert read(server, table, tokens[0]) == TEXT


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"text": "x" * 4001}, "4000"),
        ({"text": 3}, "text"),
        ({}, "text"),
        ({"text": "x", "seat": 1}, "seat"),
        ({"text": "a\0b"}, "NUL"),
    ],
)
def test_notes_that_cannot_be_kept_are_refused_and_the_old_ones_stay(server, body, says):
    table, tokens = server.full("ritual", 2)
    write(server, table, tokens[0], TEXT)
    answer = server.http.post(f"/api/tables/{table}/notes", json=body, headers=bearer(tokens[0]))
    assert answer.status_code == 422
    assert says in answer.json()["reason"]
    assert read(server, table, tokens[0]) == TEXT


def test_the_longest_notes_are_kept_whatever_their_letters(server):
    table, tokens = server.full("ritual", 2)
    assert write(server, table, tokens[0], "🕯" * 4000).status_code == 204
    assert read(server, table, tokens[0]) == "🕯" * 4000


def test_notes_are_sealed_survive_a_crash_and_are_written_at_a_measured_pace(nursery, tmp_path):
    with Node(nursery, tmp_path, chat_rate="3,0.001", entry_rate="20,0.001") as server:
        table, tokens = server.full("ritual", 2)
        answers = [write(server, table, tokens[0], f"Necronomicon {n}") for n in range(4)]
        assert [answer.status_code for answer in answers] == [204, 204, 204, 429]
        assert write(server, table, tokens[1], "mine").status_code == 204, "everybody has their own pace"
        server.kill()
        assert not [file for file in tmp_path.iterdir() if b"Necronomicon" in file.read_bytes()]
        server.start()
        assert read(server, table, tokens[0]) == "Necronomicon 2"


def test_notes_follow_the_seat_to_another_node(nursery, tmp_path, database, nats):
    """On PostgreSQL."""
    with Cluster(nursery, tmp_path, database, nats) as cluster:
        one, other = cluster.nodes
        made = one.create("ritual", players=2)
        table, token = made["table"], made["token"]
        assert write(one, table, token, TEXT).status_code == 204
        assert read(other, table, token) == TEXT
        assert write(other, table, token, "more").status_code == 204
        assert read(one, table, token) == "more"
        leave(other, table, token)
        assert read(one, table, one.join(table, seat=0)["token"]) == ""
