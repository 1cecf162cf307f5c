"""Before the start: who is the host, what people are called, who has to go."""

import hashlib
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


def test_everybody_has_a_sign_of_their_own_and_keeps_it(server):
    made = server.create("ritual", [OPEN, OPEN], face="moon", gather=True)
    table = made["table"]
    guest = server.join(table, face="moon")  # taken: they choose another

    def faces(table: str) -> list[str | None]:
        return [seat["face"] for seat in server.look(table)["table"]["seats"]]

    assert faces(table) == ["moon", None]
    assert ask(server, f"{table}/join", None, face="cat") == (422, "malformed")
    first, second = (server.socket(table, token) for token in (made["token"], guest["token"]))
    assert second.ask(type="face", face="moon")["code"] == "face-taken"
    assert second.ask(type="face", face="fish")["type"] == "ack"
    assert second.ask(type="face", face="leaf")["type"] == "ack"
    assert first.ask(type="face", face="fish")["type"] == "ack"
    assert ask(server, f"{table}/order", made["token"], seats=[1, 0]) == (204, None)
    assert faces(table) == ["leaf", "fish"]
    for message in ({"type": "ready"}, {"type": "vote", "what": "end"}):
        for socket in (first, second):
            assert socket.ask(**message, yes=True)["type"] == "ack"
    assert told(server, table)["again"] == []
    for token, there in ((guest["token"], [0]), (guest["token"], [0]), (made["token"], [0, 1])):
        again = server.http.post(f"/api/tables/{table}/rematch", json={}, headers=bearer(token)).json()
        assert told(server, table)["again"] == there
    assert faces(again["table"]) == ["leaf", "fish"]


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


# -- who is ready, who sits where, what is played


def ask(server: Server, path: str, token: str | None, **body: Any) -> tuple[int, str | None]:
    answer = server.http.post(f"/api/tables/{path}", json=body, headers=bearer(token))
    return answer.status_code, answer.json()["code"] if answer.content else None


def told(server: Server, table: str) -> Any:
    return server.look(table)["table"]


def test_a_table_that_gathers_starts_when_all_are_ready(server):
    made = server.create("ritual", players=3, gather=True)
    table = made["table"]
    tokens = [made["token"], server.join(table)["token"]]
    first, second = (server.socket(table, token) for token in tokens)
    assert second.ask(type="ready", yes=True)["type"] == "ack"
    assert second.ask(type="begin")["code"] == "not-host"
    assert first.ask(type="begin")["code"] == "not-asked"  # a seat is open
    assert arrange(server, table, tokens[0], 2, kind="bot") == (204, None)
    assert [seat["ready"] for seat in told(server, table)["seats"]] == [False, True, False]
    assert first.ask(type="ready", yes=True)["type"] == "ack"
    assert told(server, table)["status"] == "playing"
    assert first.ask(type="ready", yes=False)["code"] == "started"


def test_the_host_need_not_wait_for_all_to_be_ready(server):
    made = server.create("ritual", players=2, gather=True)
    guest = server.join(made["table"])
    assert told(server, made["table"])["status"] == "waiting"
    assert server.socket(made["table"], guest["token"]).ask(type="begin")["code"] == "not-host"
    assert server.socket(made["table"], made["token"]).ask(type="begin")["type"] == "ack"
    assert told(server, made["table"])["status"] == "playing"


def test_a_rematch_waits_for_nobody_who_has_come_again(server):
    made = server.create("ritual", players=2, gather=True)
    tokens = [made["token"], server.join(made["table"])["token"]]
    sockets = [server.socket(made["table"], token) for token in tokens]
    for message in ({"type": "ready"}, {"type": "vote", "what": "end"}):
        for socket in sockets:
            assert socket.ask(**message, yes=True)["type"] == "ack"
    for token in tokens:
        answer = server.http.post(f"/api/tables/{made['table']}/rematch", json={}, headers=bearer(token))
    assert told(server, answer.json()["table"])["status"] == "playing"


def test_the_host_changes_options_and_who_was_ready_is_asked_again(server):
    made = server.create("ritual", players=3, gather=True)
    table, guest = made["table"], server.join(made["table"])
    socket = server.socket(table, guest["token"])
    assert socket.ask(type="ready", yes=True)["type"] == "ack"
    assert ask(server, f"{table}/options", guest["token"], options={"out_ranks": True}) == (403, "not-host")
    for wrong in ({"out_ranks": 3}, {"nonsense": True}, {"start": 3}, {"components": "x"}):
        assert ask(server, f"{table}/options", made["token"], options=wrong) == (409, "bad-options")
    assert ask(server, f"{table}/options", made["token"], options={"start": ["x" * 500]}) == (422, "malformed")
    assert told(server, table)["seats"][1]["ready"]
    assert ask(server, f"{table}/options", made["token"], options={"out_ranks": True}) == (204, None)
    assert told(server, table)["options"]["out_ranks"] is True
    assert not told(server, table)["seats"][1]["ready"]
    for seat in (0, 1):
        assert server.socket(table, [made, guest][seat]["token"]).ask(type="ready", yes=True)["type"] == "ack"
    assert arrange(server, table, made["token"], 2, kind="bot") == (204, None)
    assert told(server, table)["status"] == "playing"
    assert ask(server, f"{table}/options", made["token"], options={"out_ranks": False}) == (409, "started")
    assert server.look(table, made["token"])["view"]["options"]["out_ranks"] is True


def test_the_host_has_people_sit_elsewhere_and_they_keep_all_that_is_theirs(server):
    made = server.create("ritual", players=4, gather=True, name="Aya")
    table, ken = made["table"], server.join(made["table"], name="Ken", key="k" * 16)
    socket = server.socket(table, ken["token"])
    assert socket.until("table")["seat"] == 1
    notes = f"/api/tables/{table}/notes"
    assert server.http.post(notes, json={"text": "mine"}, headers=bearer(ken["token"])).status_code == 204
    assert ask(server, f"{table}/order", ken["token"], seats=[1, 0, 2, 3]) == (403, "not-host")
    assert ask(server, f"{table}/order", None, seats=[1, 0, 2, 3]) == (401, "no-token")
    assert ask(server, f"{table}/order", made["token"], seats=[3, 0, 1, 2]) == (204, None)
    assert names(server, table) == ["", "Aya", "Ken", ""]
    assert host(server, table) == 1
    assert socket.until("table", seat=2)
    assert socket.until("presence", seats=[2])
    assert [seat["person"] for seat in server.look(table)["table"]["seats"]] == [None, 1, 2, None]
    assert socket.ask(type="chat", text="I sit here now")["type"] == "ack"
    assert [(line["seat"], line["person"]) for line in socket.until("chat")["lines"]] == [(2, 2)]
    assert server.look(table, ken["token"])["seat"] == 2
    assert server.http.get(notes, headers=bearer(ken["token"])).json() == {"text": "mine"}
    assert server.join(table, name="Ken", key="k" * 16) == {"seat": 2, "token": ken["token"]}  # asked once more
    assert socket.ask(type="name", name="Kenji")["type"] == "ack"
    assert names(server, table)[2] == "Kenji"
    assert arrange(server, table, made["token"], 2, kind="open", remove=True) == (204, None)
    assert server.http.get(f"/api/tables/{table}", headers=bearer(ken["token"])).status_code == 401


def test_the_host_closes_seats_and_adds_some_within_what_the_title_takes(server):
    made = server.create("ritual", players=3, gather=True, options={"start": 2})
    table, token = made["table"], made["token"]
    server.join(table, seat=2)
    for wrong, code in (
        ([0, 2, 2], "bad-order"),
        ([0, 1], "taken"),
        ([0, 1, 5], "no-such-seat"),
        ([0, 2], "bad-order"),  # seat 2 is to begin
        ([0, 1, 2, None, None, None, None], "bad-order"),
    ):
        assert ask(server, f"{table}/order", token, seats=wrong) == (409, code)
    assert ask(server, f"{table}/order", token, seats=[0, -1, 2]) == (422, "malformed")
    assert ask(server, f"{table}/options", token, options={"start": None}) == (204, None)
    assert ask(server, f"{table}/order", token, seats=[0, 2]) == (204, None)
    assert told(server, table)["players"] == 2
    assert ask(server, f"{table}/order", token, seats=[None, 0, None, 1]) == (204, None)
    assert [seat["kind"] for seat in told(server, table)["seats"]] == ["open", "person", "open", "person"]
    assert ask(server, f"{table}/order", token, seats=[1, 3]) == (204, None)
    assert server.socket(table, token).ask(type="begin")["type"] == "ack"
    assert len(server.look(table, token)["view"]["hands"]) == 2
    assert ask(server, f"{table}/order", token, seats=[1, 0]) == (409, "started")


def test_who_is_moved_binds_their_part_of_the_shuffle_anew(server):
    entropy = "5a" * 32

    def bound(seat: int) -> str:
        return hashlib.sha256(f"takujo entropy {seat} {entropy}".encode()).hexdigest()

    made = server.create("ritual", players=3, commitment=bound(0))
    table = made["table"]
    guest = server.join(table, seat=1, commitment=bound(1))
    assert ask(server, f"{table}/order", made["token"], seats=[1, 0]) == (204, None)
    assert told(server, table)["deal"] is None
    assert told(server, table)["status"] == "waiting"  # until they have had time for it
    first, second = (server.socket(table, token) for token in (made["token"], guest["token"]))
    assert first.ask(type="commit", commitment=bound(1))["type"] == "ack"
    assert first.ask(type="commit", commitment=bound(2))["code"] == "committed"
    assert second.ask(type="commit", commitment=bound(0))["type"] == "ack"
    for socket in (first, second):
        assert socket.ask(type="ready", yes=True)["type"] == "ack"
    for socket in (first, second):
        assert socket.ask(type="reveal", entropy=entropy)["type"] == "ack"
    assert told(server, table)["status"] == "playing"
    assert told(server, table)["deal"]["entropy"] == [entropy, entropy]


def test_seats_through_which_others_look_and_seats_of_who_is_expected_stay(server):
    made = server.create("ritual", players=3, spectators="seat", watched=1, delay=0)
    table, token = made["table"], made["token"]
    assert ask(server, f"{table}/order", token, seats=[0, 2]) == (409, "watched")
    assert ask(server, f"{table}/order", token, seats=[1, 0, 2]) == (204, None)
    assert server.look(table, token)["table"]["watched"] == 0
    series = server.create("ritual", players=2, series={"games": 3}, gather=True)
    tokens = [series["token"], server.join(series["table"])["token"]]
    assert ask(server, f"{series['table']}/order", tokens[0], seats=[1, 0]) == (204, None)
    sockets = [server.socket(series["table"], each) for each in tokens]
    for message in ({"type": "ready"}, {"type": "vote", "what": "end"}):
        for socket in sockets:
            assert socket.ask(**message, yes=True)["type"] == "ack"
    again = server.http.post(f"/api/tables/{series['table']}/rematch", json={}, headers=bearer(tokens[0])).json()
    assert again["seat"] == 1
    assert ask(server, f"{again['table']}/order", again["token"], seats=[1, 0]) == (409, "in-series")
    assert ask(server, f"{again['table']}/options", again["token"], options={}) == (409, "in-series")
    single, others = server.full("ritual", 2)
    for socket in [server.socket(single, each) for each in others]:
        socket.ask(type="vote", what="end", yes=True)
    again = server.http.post(f"/api/tables/{single}/rematch", json={}, headers=bearer(others[0])).json()
    assert ask(server, f"{again['table']}/order", again["token"], seats=[1, 0]) == (409, "reserved")
