"""A seat follows its person: to another device by a link, and out of a lost browser when the others agree."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.server.cluster import Node
from tests.server.parts import BOT, OPEN, Server, bearer

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def hasty(nursery, tmp_path_factory) -> Iterator[Server]:
    """Who has had no connection for a second is away."""
    with Node(nursery, tmp_path_factory.mktemp("hasty"), absent_after="1", reveal_within="1") as server:
        yield server
        server.close_sockets()


def post(server: Server, path: str, token: str | None = None, **body: Any) -> Any:
    return server.http.post(f"/api/tables/{path}", json=body, headers=bearer(token))


def link(server: Server, table: str, token: str) -> str:
    answer = post(server, f"{table}/pass", token)
    assert answer.status_code == 200, answer.text
    secret: str = answer.json()["secret"]
    return secret


def eventually(true: Callable[[], Any]) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_link_opens_the_seat_on_another_device_once_and_the_first_stays(server):
    table, (first, second, *_) = server.full("arkham-ritual", 3)
    assert post(server, f"{table}/pass").json()["code"] == "no-token"
    secret = link(server, table, first)
    answer = post(server, f"{table}/claim", secret=secret, key="a" * 16)
    assert answer.json()["seat"] == 0
    token = answer.json()["token"]
    assert token not in (first, second)
    assert post(server, f"{table}/claim", secret=secret, key="a" * 16).json() == answer.json()  # its answer was lost
    assert post(server, f"{table}/claim", secret=secret, key="b" * 16).json()["code"] == "no-pass"
    assert post(server, f"{table}/claim", secret="nonsense", key="b" * 16).json()["code"] == "no-pass"
    views = [server.look(table, each)["view"] for each in (first, token)]
    assert views[0] == views[1] != server.look(table, second)["view"]
    sockets = [server.socket(table, each) for each in (first, token)]
    assert [socket.until("table")["seat"] for socket in sockets] == [0, 0]
    sockets[0].close()
    server.sockets.remove(sockets[0])
    assert sockets[1].ask(type="name", name="here")["type"] == "ack"
    assert not any(secret in str(entry) or token in str(entry) for entry in server.entries(table))


def test_the_newest_link_is_the_good_one_and_none_is_good_for_a_seat_that_was_left(server):
    made = server.create("ritual", players=3)
    table, guest = made["table"], server.join(made["table"])
    old, new = (link(server, table, guest["token"]) for _ in range(2))
    assert post(server, f"{table}/claim", secret=old, key="k").json()["code"] == "no-pass"
    assert post(server, f"{table}/order", made["token"], seats=[1, 0, 2]).status_code == 204
    claimed = post(server, f"{table}/claim", secret=new, key="k" * 16).json()
    assert claimed["seat"] == 0  # where its person sits now
    gone = link(server, table, claimed["token"])
    server.socket(table, guest["token"]).send(type="leave", key="l")
    eventually(lambda: server.look(table)["table"]["seats"][0]["kind"] == "open")
    assert post(server, f"{table}/claim", secret=gone, key="k" * 16).json()["code"] == "no-pass"
    assert post(server, f"{table}/claim", secret=new, key="k" * 16).json()["code"] == "no-pass"
    assert server.http.get(f"/api/tables/{table}", headers=bearer(claimed["token"])).status_code == 401


def test_a_link_of_an_hour_ago_is_void(server):
    table, tokens = server.full("ritual", 2)
    answer = post(server, f"{table}/pass", tokens[0]).json()
    assert 3_590_000 < answer["until"] - 1000 * time.time() <= 3_600_000


def lost(server: Server, players: int = 3, **more: Any) -> tuple[str, list[str], list[Any]]:
    """All but the last of these people are there."""
    table, tokens = server.full("ritual", players, **more)
    assert post(server, f"{table}/notes", tokens[-1], text="secret").status_code == 204
    sockets = [server.socket(table, token) for token in tokens[:-1]]
    for socket in sockets:
        socket.until("presence", gone=[players - 1])
    return table, tokens, sockets


def votes(server: Server, table: str) -> Any:
    return server.look(table)["table"]["votes"]


def test_a_lost_browser_is_replaced_when_all_others_agree(hasty):
    table, tokens, (first, second) = lost(hasty)
    assert first.ask(type="vote", what="return", yes=True, seat=2)["code"] == "no-vote"
    answer = post(hasty, f"{table}/ask", seat=2, key="k" * 16)
    token = answer.json()["token"]
    assert post(hasty, f"{table}/ask", seat=2, key="k" * 16).json() == answer.json()
    assert post(hasty, f"{table}/ask", seat=1, key="k" * 16).json()["code"] in ("is-there", "key-reused")
    assert post(hasty, f"{table}/ask", seat=2, key="x" * 16).json()["code"] == "is-asked"
    assert [(vote["what"], vote["seat"], vote["yes"]) for vote in votes(hasty, table)] == [("return", 2, [])]
    assert first.ask(type="vote", what="return", yes=True, seat=2)["type"] == "ack"
    assert hasty.http.get(f"/api/tables/{table}", headers=bearer(token)).status_code == 401  # not before
    assert second.ask(type="vote", what="return", yes=False, seat=2)["type"] == "ack"
    assert votes(hasty, table)[0]["no"] == [1]
    assert second.ask(type="vote", what="return", yes=True, seat=2)["type"] == "ack"
    assert votes(hasty, table) == []
    assert hasty.look(table, token)["seat"] == 2
    assert [seat["person"] for seat in hasty.look(table)["table"]["seats"]] == [1, 2, 4]  # perhaps somebody else
    assert hasty.http.get(f"/api/tables/{table}", headers=bearer(tokens[2])).status_code == 401
    notes = hasty.http.get(f"/api/tables/{table}/notes", headers=bearer(token))
    assert notes.json() == {"text": ""}  # they are not shown to who may be somebody else
    assert hasty.socket(table, token).ask(type="back")["code"] == "not-away"


def test_nobody_gets_a_seat_alone_nor_while_its_person_is_there(hasty):
    alone, bots = hasty.create("ritual", [OPEN, BOT]), {"seat": 0, "key": "k" * 16}
    assert post(hasty, f"{alone['table']}/ask", **bots).json()["code"] == "too-few"
    table, tokens, sockets = lost(hasty)
    assert post(hasty, f"{table}/ask", seat=0, key="k" * 16).json()["code"] == "is-there"
    assert post(hasty, f"{table}/ask", seat=7, key="k" * 16).json()["code"] == "no-such-seat"
    token = post(hasty, f"{table}/ask", seat=2, key="k" * 16).json()["token"]
    owner = hasty.socket(table, tokens[2])
    sockets[0].until("presence", seats=[0, 1, 2])
    for socket in sockets:
        assert socket.ask(type="vote", what="return", yes=True, seat=2)["type"] == "ack"
    assert hasty.http.get(f"/api/tables/{table}", headers=bearer(token)).status_code == 401
    assert owner.ask(type="vote", what="return", yes=True, seat=2)["code"] == "yourself"
    assert owner.ask(type="vote", what="return", yes=False, seat=2)["type"] == "ack"
    assert votes(hasty, table) == []
    for socket in (owner, sockets[1]):
        socket.close()
        hasty.sockets.remove(socket)
    sockets[0].until("presence", gone=[1, 2])
    assert post(hasty, f"{table}/ask", seat=2, key="y" * 16).status_code == 200
    assert sockets[0].ask(type="vote", what="return", yes=True, seat=2)["type"] == "ack"  # the only one there
    eventually(lambda: votes(hasty, table) == [])  # it lapses
    assert hasty.look(table, tokens[2])["seat"] == 2


def test_one_other_person_gives_a_seat_when_its_owner_has_not_been_here_for_long(hasty):
    """Five times as long as a vote: here 20 seconds. The word of the one is not enough before."""
    table, tokens, (first,) = lost(hasty, 2)
    asked = time.time()
    token = post(hasty, f"{table}/ask", seat=1, key="k" * 16).json()["token"]
    (vote,) = votes(hasty, table)
    assert (vote["alone"], vote["until"] - vote["until"] % 1000 - 1000 * asked > 17_000) == (True, True)
    assert first.ask(type="vote", what="return", yes=True, seat=1)["type"] == "ack"
    assert hasty.http.get(f"/api/tables/{table}", headers=bearer(token)).status_code == 401
    end = time.monotonic() + 40
    while hasty.http.get(f"/api/tables/{table}", headers=bearer(token)).status_code == 401:
        assert time.monotonic() < end
        time.sleep(0.2)
    assert time.time() - asked > 18
    assert hasty.look(table, token)["seat"] == 1
    assert hasty.http.get(f"/api/tables/{table}", headers=bearer(tokens[1])).status_code == 401
    assert hasty.http.get(f"/api/tables/{table}/notes", headers=bearer(token)).json() == {"text": ""}


def test_whoever_uses_a_seat_has_not_lost_it(hasty):
    """One person alone asks for the other's seat, and agrees: any sign of its owner ends it."""
    table, tokens, (first,) = lost(hasty, 2)
    token = post(hasty, f"{table}/ask", seat=1, key="k" * 16).json()["token"]
    assert first.ask(type="vote", what="return", yes=True, seat=1)["type"] == "ack"
    assert len(votes(hasty, table)) == 1
    assert hasty.look(table, tokens[1])["seat"] == 1
    assert votes(hasty, table) == []
    assert hasty.http.get(f"/api/tables/{table}", headers=bearer(token)).status_code == 401


def test_where_days_are_given_all_others_must_agree(server):
    table, tokens = server.full("ritual", 3, pace={"kind": "days"})
    token = post(server, f"{table}/ask", seat=2, key="k" * 16).json()["token"]
    for each in tokens[:2]:
        assert server.http.get(f"/api/tables/{table}", headers=bearer(token)).status_code == 401
        assert server.socket(table, each).ask(type="vote", what="return", yes=True, seat=2)["type"] == "ack"
    assert server.look(table, token)["seat"] == 2


def test_seats_are_not_asked_for_without_end_nor_where_nobody_sits(server):
    made = server.create("ritual", players=3)
    assert post(server, f"{made['table']}/ask", seat=0, key="k" * 16).json()["code"] == "not-playing"
    table, tokens = server.full("ritual", 4)
    owner = server.socket(table, tokens[3])
    for key in map("{:016}".format, range(20)):
        owner.close()
        while post(server, f"{table}/ask", seat=3, key=key).status_code != 200:
            time.sleep(0.02)  # the server has still to notice
        owner = server.socket(table, tokens[3])
        assert owner.ask(type="vote", what="return", yes=False, seat=3)["type"] == "ack"
    assert post(server, f"{table}/ask", seat=2, key="k" * 16).json()["code"] == "said-enough"
