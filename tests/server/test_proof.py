"""Shuffles that nobody could choose: commit, then reveal; signed and chained. And keys, so that nothing is done twice."""

import copy
import json
import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from takujo.match import BadRecord, bound, read_record
from takujo.proof import judge, read_chain, read_mine
from tests.server.cluster import Cluster, Database, Nats, Node
from tests.server.nursery import Nursery
from tests.server.parts import OPEN, SOON, Json, Server, Socket, bearer, plant
from tests.server.test_twin_worlds import middle

pytestmark = pytest.mark.once

QUICK = {"kind": "bot", "level": "novice"}
TOKEN = "a-token-for-metrics"


@pytest.fixture(scope="module")
def hasty(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits a second for what seats reveal."""
    with Node(nursery, tmp_path_factory.mktemp("hasty"), reveal_within="1") as server:
        yield server


class Sitter:
    """Somebody who keeps what a browser keeps."""

    def __init__(self, server: Server, seat: int):
        self.server, self.seat = server, seat
        self.entropy, self.key = secrets.token_hex(32), secrets.token_hex(16)
        self.mine: Json = {"seat": seat, "entropy": self.entropy, "revealed": False, "seen": None, "receipt": None}

    @property
    def making(self) -> Json:
        return {"key": self.key, "commitment": bound(self.seat, self.entropy)}

    def create(self, *seats: Json, game: str = "ritual", **more: Any) -> Json:
        made: Json = self.server.create(game, list(seats), **self.making, **more)
        return self.take(made["table"], made)

    def join(self, table: str, **more: Any) -> Json:
        return self.take(table, self.server.join(table, seat=self.seat, **self.making, **more))

    def take(self, table: str, answer: Json) -> Json:
        assert answer["seat"] == self.seat
        self.table, self.token = table, answer["token"]
        self.mine["table"] = table
        return answer

    def info(self) -> Json:
        found: Json = self.server.look(self.table, self.token)["table"]
        return found

    def see(self) -> None:
        info = self.info()
        assert self.seat in info["deal"]["awaited"]
        self.mine["seen"] = {"commitment": info["commitment"], "commitments": info["deal"]["commitments"]}

    def try_reveal(self, entropy: str | None = None, key: str = "reveal", **more: Any) -> Any:
        body = {"key": key, "entropy": entropy or self.entropy, **more}
        return self.server.http.post(f"/api/tables/{self.table}/reveal", json=body, headers=bearer(self.token))

    def reveal(self) -> None:
        self.see()
        answer = self.try_reveal()
        assert answer.status_code == 200, answer.text
        self.mine["revealed"] = True

    def receive(self) -> Json:
        answer = self.server.http.get(f"/api/tables/{self.table}/deal", headers=bearer(self.token))
        assert answer.status_code == 200, answer.text
        self.mine["receipt"] = answer.json()
        return self.mine["receipt"]  # type: ignore[no-any-return]  # JSON

    def go(self) -> None:
        """Leave: bots play on."""
        assert self.server.socket(self.table, self.token).ask(type="leave")["type"] == "ack"

    def record(self) -> Json:
        """When bots have played to the end."""
        wait_for(lambda: self.info()["status"] in ("over", "ended"))
        found: Json = self.server.record(self.table, self.token).json()
        return found


def wait_for(true: Callable[[], Any]) -> None:
    end = time.monotonic() + SOON
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def chain(server: Server) -> Json:
    """All of it, by its parts."""
    whole: Json = {"links": []}
    while True:
        page = server.http.get("/api/chain", params={"after": len(whole["links"])}).json()
        if not page["links"]:
            return whole
        whole = {**page, "links": whole["links"] + page["links"]}


def told(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# -- commit, reveal, deal


def test_a_deal_is_proven_to_every_seat_that_kept_its_part(server, tmp_path):
    """Two people and a bot; the files as people have them."""
    one, two = Sitter(server, 0), Sitter(server, 2)
    made = one.create(OPEN, QUICK, OPEN)
    assert one.info()["deal"] == {
        "commitments": [bound(0, one.entropy), None, None],
        "entropy": None,
        "awaited": [],
        "until": None,
    }
    two.join(made["table"])
    assert one.info()["status"] == "waiting"
    assert one.info()["deal"]["awaited"] == [0, 2]
    one.reveal()
    assert one.info()["deal"]["awaited"] == [2]
    assert one.info()["deal"]["entropy"] is None  # who is last must not know
    assert told(server.http.get(f"/api/tables/{one.table}/deal", headers=bearer(one.token))) == (409, "not-started")
    two.reveal()
    assert two.info()["deal"]["entropy"] == [one.entropy, None, two.entropy]
    for sitter in (one, two):
        sitter.receive()
        sitter.go()
    record = one.record()
    for name, content in (("record", record), ("one", one.mine), ("two", two.mine), ("chain", chain(server))):
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    for name in ("one", "two"):
        mine, links = read_mine(tmp_path / f"{name}.json"), read_chain([tmp_path / "chain.json"])
        verdict = judge(read_record(tmp_path / "record.json"), mine=mine, chain=links)
        assert verdict.deal_proven
        assert all(point.proven for point in verdict.points), verdict.points
    assert not judge(record).deal_proven


@pytest.mark.parametrize("game", ["ritual", "arkham-ritual", "ayatsuri", "in-the-ruin"])
def test_one_person_among_bots_reveals_over_the_socket(server, game):
    one = Sitter(server, 1)
    one.create(QUICK, OPEN, QUICK, game=game)
    socket = server.socket(one.table, one.token)
    info = socket.until("table")["table"]
    assert info["deal"]["awaited"] == [1]
    one.see()
    assert socket.ask(type="reveal", entropy=one.entropy)["type"] == "ack"
    one.mine["revealed"] = True
    wait_for(lambda: one.info()["status"] == "playing")
    one.receive()
    one.go()
    verdict = judge(one.record(), mine=one.mine, chain=chain(server))
    assert verdict.deal_proven
    assert all(point.proven for point in verdict.points)


def test_what_is_not_bound_has_no_part_where_others_commit(server):
    """It could be chosen after they had revealed."""
    one = Sitter(server, 0)
    made = one.create(OPEN, OPEN)
    server.join(made["table"], entropy="ground until it pleased")
    one.reveal()
    assert one.receive()["deal"]["entropy"] == [one.entropy, ""]
    alone = server.create("ritual", [OPEN, QUICK], entropy="me")  # as it was before there were commitments
    answer = server.http.get(f"/api/tables/{alone['table']}/deal", headers=bearer(alone["token"]))
    assert answer.json()["deal"]["entropy"] == [b"me".hex(), ""]


def test_something_else_is_not_revealed(server):
    one, two = Sitter(server, 0), Sitter(server, 1)
    made = one.create(OPEN, OPEN)
    assert told(one.try_reveal()) == (409, "not-awaited")  # not before all have committed
    two.join(made["table"])
    before = len(server.entries(one.table))
    assert told(one.try_reveal(two.entropy)) == (409, "not-committed")
    assert told(one.try_reveal("00" * 32)) == (409, "not-committed")
    assert one.try_reveal("0" * 63).status_code == 422
    assert one.try_reveal(one.entropy.upper()).status_code in (409, 422)
    stranger = server.http.post(f"/api/tables/{one.table}/reveal", json={"key": "k", "entropy": one.entropy})
    assert stranger.status_code in (401, 403)
    assert len(server.entries(one.table)) == before
    assert one.info()["deal"]["awaited"] == [0, 1]
    one.reveal()


def test_a_reveal_is_answered_again_by_its_key(server):
    one, two = Sitter(server, 0), Sitter(server, 1)
    two.join(one.create(OPEN, OPEN)["table"])
    first, again = one.try_reveal(), one.try_reveal()
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert told(one.try_reveal(two.entropy)) == (409, "key-reused")
    assert told(one.try_reveal(key="another")) == (409, "not-awaited")
    assert [entry.kind for entry in server.entries(one.table)].count("reveal") == 1
    two.reveal()
    assert one.try_reveal().json() == first.json()


def test_a_bot_takes_the_place_of_who_does_not_reveal_in_time(hasty):
    """Before the deal; and the seat can be taken back."""
    one, two = Sitter(hasty, 0), Sitter(hasty, 1)
    two.join(one.create(OPEN, OPEN)["table"])
    info = one.info()
    assert info["deal"]["until"] - hasty.entries(one.table)[-1].at == 1000
    one.reveal()
    two.see()
    wait_for(lambda: one.info()["status"] == "playing")
    assert [seat["auto"] for seat in one.info()["seats"]] == [None, "away"]
    assert one.info()["deal"]["entropy"] == [one.entropy, None]
    assert told(two.try_reveal()) == (409, "not-awaited")
    assert hasty.socket(two.table, two.token).ask(type="back")["type"] == "ack"
    assert [seat["auto"] for seat in one.info()["seats"]] == [None, None]
    for sitter in (one, two):
        sitter.receive()
    one.go()
    two.go()
    record = one.record()
    assert judge(record, mine=one.mine, chain=chain(hasty)).deal_proven
    points = {point.name: point.text for point in judge(record, mine=two.mine).points}
    assert "seat 1 had committed and did not reveal" in points["silent"]
    assert "you did not reveal in time" in points["mine"]
    with pytest.raises(BadRecord, match="the entropy of your seat 1"):  # a server that hid what it had acknowledged
        judge(record, mine=two.mine | {"revealed": True})


def test_where_nobody_reveals_the_cards_are_dealt_without(hasty):
    one = Sitter(hasty, 0)
    one.create(OPEN, QUICK)
    one.record()
    assert not judge(one.record()).deal_proven
    assert one.info()["seats"][0]["auto"] == "away"


def test_who_leaves_during_the_deal_does_not_hold_it_up(server):
    one, two = Sitter(server, 0), Sitter(server, 1)
    two.join(one.create(OPEN, OPEN)["table"])
    one.reveal()
    two.go()
    assert one.info()["status"] == "playing"
    assert [seat["auto"] for seat in one.info()["seats"]] == [None, "left"]
    assert one.receive()["deal"]["entropy"] == [one.entropy, ""]


def test_who_leaves_before_the_deal_leaves_nothing_behind(server):
    """Another one binds that seat anew."""
    one, two, three = Sitter(server, 0), Sitter(server, 1), Sitter(server, 1)
    made = one.create(OPEN, OPEN, OPEN)
    two.join(made["table"])
    server.socket(two.table, two.token).send(type="leave", key="leave")
    wait_for(lambda: one.info()["seats"][1]["kind"] == "open")
    assert one.info()["deal"]["commitments"] == [bound(0, one.entropy), None, None]
    three.join(made["table"])
    assert one.info()["deal"]["commitments"][1] == bound(1, three.entropy)
    answer = server.http.post(f"/api/tables/{made['table']}/join", json={"seat": 1, **two.making})
    assert told(answer) == (409, "left")


def test_seats_are_not_changed_while_people_reveal(server):
    one = Sitter(server, 0)
    one.create(OPEN, QUICK)
    answer = server.http.post(f"/api/tables/{one.table}/seats/1", json={"kind": "open"}, headers=bearer(one.token))
    assert told(answer) == (409, "started")


def test_a_commitment_names_its_seat(server):
    made = server.create("ritual", players=3)
    body: Json = {"commitment": "00" * 32}
    assert server.http.post(f"/api/tables/{made['table']}/join", json=body).status_code == 422
    answer = server.http.post("/api/tables", json={"game": "ritual", "players": 2, "sit": False, **body})
    assert told(answer) == (422, "malformed")
    for wrong in ("0" * 63, "x" * 64, "A" * 64, 7):
        body = {"seat": 1, "commitment": wrong}
        assert server.http.post(f"/api/tables/{made['table']}/join", json=body).status_code == 422


def test_a_server_that_is_killed_in_the_middle_of_a_deal_goes_on(nursery, tmp_path):
    """And those who could not reveal meanwhile still may."""
    with Node(nursery, tmp_path, reveal_within="1", restart_grace="4") as server:
        one, two = Sitter(server, 0), Sitter(server, 1)
        two.join(one.create(OPEN, OPEN)["table"])
        one.reveal()
        seen = two.info()
        server.kill()
        time.sleep(1.2)  # the time to reveal is over
        server.start()
        assert two.info()["deal"] == seen["deal"]
        assert one.try_reveal().status_code == 200  # answered again
        two.reveal()
        assert one.info()["deal"]["entropy"] == [one.entropy, two.entropy]
        one.receive()
        server.kill()
        server.start()
        one.go()
        two.go()
        assert judge(one.record(), mine=one.mine, chain=chain(server)).deal_proven


@pytest.fixture(scope="module")
def cluster(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    database, nats = Database(), Nats()
    with Cluster(nursery, tmp_path_factory.mktemp("proof"), database, nats, reveal_within="3") as cluster:
        yield cluster
    nats.kill()
    database.close()


def test_nodes_on_one_database_share_key_and_chain(cluster):
    """People at different nodes; the chain is one, without a gap, whoever writes."""
    first, second = cluster.nodes
    done = []
    for number in range(6):
        one, two = Sitter(cluster.nodes[number % 2], 0), Sitter(cluster.nodes[1 - number % 2], 1)
        two.join(one.create(OPEN, OPEN)["table"])
        two.reveal()
        one.reveal()
        one.receive()
        two.receive()
        assert one.mine["receipt"] == two.mine["receipt"]
        one.go()
        two.go()
        done.append((one, two))
    for one, two in done:
        record = one.record()
        assert record == two.record()
        for sitter, node in ((one, first), (two, second)):
            assert judge(record, mine=sitter.mine, chain=chain(node)).deal_proven
    assert chain(first) == chain(second)


def test_the_node_that_keeps_a_table_dies_during_the_deal(cluster):
    """Another one replaces who does not reveal."""
    first, second = cluster.nodes
    one, two = Sitter(first, 0), Sitter(second, 1)
    two.join(one.create(OPEN, OPEN)["table"])
    two.reveal()
    first.kill()
    wait_for(lambda: two.info()["status"] == "playing")
    assert [seat["auto"] for seat in two.info()["seats"]] == ["away", None]
    first.start()


# -- keys


def test_the_same_key_gives_the_same_seat_and_token(server):
    """A lost answer leaves no ghost."""
    one, two = Sitter(server, 0), Sitter(server, 1)
    made = one.create(OPEN, OPEN, OPEN)
    assert one.create(OPEN, OPEN, OPEN) == made
    seated = two.join(made["table"], name="Bo")
    assert two.join(made["table"], name="Bo") == seated
    assert [seat["kind"] for seat in one.info()["seats"]] == ["person", "person", "open"]


def test_the_same_key_for_something_else_is_refused(server):
    one, two = Sitter(server, 0), Sitter(server, 1)
    made = one.create(OPEN, OPEN, OPEN)
    two.join(made["table"])
    body: Json = {"game": "ritual", "seats": [OPEN, OPEN, OPEN], **one.making}
    changes: list[Json] = [{"name": "Al"}, {"commitment": "00" * 32}, {"seats": [OPEN, OPEN]}, {"game": "ayatsuri"}]
    for change in changes:
        assert told(server.http.post("/api/tables", json=body | change)) == (409, "key-reused"), change
    body = {"seat": 1, **two.making}
    changes = [{"name": "Al"}, {"commitment": "00" * 32}, {"seat": 2}]
    for change in changes:
        assert told(server.http.post(f"/api/tables/{made['table']}/join", json=body | change)) == (409, "key-reused")
    assert [seat["kind"] for seat in one.info()["seats"]] == ["person", "person", "open"]


def test_the_same_key_for_another_action_or_line_is_refused(server):
    made = server.create("ritual", [OPEN, OPEN])
    second = server.join(made["table"])
    tokens = [made["token"], second["token"]]
    seat = server.look(made["table"])["to_act"][0]
    state = server.look(made["table"], tokens[seat])
    assert len(state["legal"]) > 1
    first = server.act(made["table"], tokens[seat], state["legal"][0], "once")
    assert server.act(made["table"], tokens[seat], state["legal"][0], "once").json() == first.json()
    assert told(server.act(made["table"], tokens[seat], state["legal"][1], "once")) == (409, "key-reused")
    socket = server.socket(made["table"], tokens[0])
    line = {"type": "chat", "key": "line", "text": "hello"}
    assert socket.ask(**line) == socket.ask(**line)
    assert socket.ask(**line | {"text": "bye"})["code"] == "key-reused"
    assert socket.ask(type="name", key="line", name="hello")["code"] == "key-reused"
    assert [entry.kind for entry in server.entries(made["table"])].count("chat") == 1


def test_many_who_ask_at_once_with_one_key_get_one_seat(server):
    two = Sitter(server, 1)
    made = server.create("ritual", players=4)
    answers: list[Json] = []

    def ask() -> None:
        answers.append(server.join(made["table"], seat=1, **two.making))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 8
    assert all(answer == answers[0] for answer in answers)
    assert [entry.kind for entry in server.entries(made["table"])].count("join") == 2


def test_a_short_key_of_somebody_else_opens_nothing(nursery, tmp_path):
    """It counts for the address that uses it."""
    with Node(nursery, tmp_path) as server:
        made = server.create("ritual", players=3)
        mine = server.join(made["table"], key="1")
        assert server.join(made["table"], key="1") == mine
        assert len(mine["token"]) >= 22


# -- rematches


def ended(server: Server) -> tuple[Sitter, Sitter]:
    one, two = Sitter(server, 0), Sitter(server, 1)
    two.join(one.create(OPEN, OPEN)["table"])
    one.reveal()
    two.reveal()
    sockets: list[Socket] = [server.socket(sitter.table, sitter.token) for sitter in (one, two)]
    for socket in sockets:
        assert socket.ask(type="vote", what="end", yes=True)["type"] == "ack"
    return one, two


def test_a_rematch_is_bound_anew(server):
    old = ended(server)
    new = Sitter(server, 0), Sitter(server, 1)
    for before, after in zip(old, new, strict=True):
        for _ in range(2):  # the answer may be lost
            path = f"/api/tables/{before.table}/rematch"
            body = {"commitment": bound(after.seat, after.entropy)}
            answer = server.http.post(path, json=body, headers=bearer(before.token))
            assert answer.status_code == 200, answer.text
            after.take(answer.json()["table"], answer.json())
    for sitter in new:
        sitter.reveal()
    for sitter in new:
        sitter.receive()
        sitter.go()
    assert judge(new[0].record(), mine=new[1].mine, chain=chain(server)).deal_proven


# -- forgeries of what a real server signed


@pytest.fixture(scope="module")
def real(server) -> tuple[Json, Json, Json]:
    """A record, what its seat kept, the chain."""
    one = Sitter(server, 0)
    one.create(OPEN, QUICK, QUICK)
    one.reveal()
    one.receive()
    one.go()
    return one.record(), one.mine, chain(server)


FORGERIES = {
    "position": lambda r: r.update(position={}),
    "entropy": lambda r: r["entropy"].__setitem__(0, "00" * 32),
    "entropy of a bot": lambda r: r["entropy"].__setitem__(1, "00" * 32),
    "commitments": lambda r: r["commitments"].__setitem__(0, "00" * 32),
    "commitments taken out": lambda r: r.pop("commitments"),
    "seed": lambda r: r.update(seed="00" * 32),
    "actions cut": lambda r: (r["actions"].pop(), r.update(result=None)),
    "no actions": lambda r: r.update(actions=[], result=None),
    "result": lambda r: r.update(result=None),
    "options": lambda r: r["options"].clear(),
    "table": lambda r: r.update(table="x"),
    "signature dropped from it": lambda r: r["server"].pop("signature"),
    "another signature": lambda r: r["server"].update(signature="00" * 64),
    "another key": lambda r: r["server"].update(key="00" * 32),
    "another link": lambda r: r["server"]["end"].update(number=1),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_every_forgery_is_named(real, forgery):
    record = copy.deepcopy(real[0])
    judge(record)
    FORGERIES[forgery](record)
    with pytest.raises(BadRecord):
        judge(record)


def test_a_record_without_its_signature_is_nobodys(real):
    record, mine, links = copy.deepcopy(real)
    del record["server"]
    verdict = judge(record, mine=mine, chain=links)
    assert {point.name for point in verdict.points if not point.proven} == {"signature"}


def test_another_server_with_the_same_table_is_found_out(nursery, tmp_path, real):
    """It signs with another key, or has another chain."""
    with Node(nursery, tmp_path) as other:
        one = Sitter(other, 0)
        one.create(OPEN, QUICK, QUICK)
        one.reveal()
        one.go()
        forged = one.record()
        with pytest.raises(BadRecord, match="the key of the chain"):
            judge(forged, chain=real[2])
        with pytest.raises(BadRecord, match="table is"):
            judge(forged, mine=real[1])
        with pytest.raises(BadRecord, match="the key of the chain"):
            judge(real[0], chain=chain(other))


def test_a_planted_position_is_said_to_prove_nothing(server):
    """The operator puts it into the database; the server signs it as what it is."""
    table, tokens = plant(server, middle("ritual", 3, random.Random(3)).position(), b"0123456789abcdef")
    rng = random.Random(1)
    while to_act := server.look(table)["to_act"]:
        token = tokens[to_act[0]]
        server.act(table, token, rng.choice(server.look(table, token)["legal"]))
    verdict = judge(server.record(table).json(), chain=chain(server))
    points = {point.name: point for point in verdict.points}
    assert "from a given position: the deal is NOT proven" in points["start"].text
    assert not verdict.deal_proven
    assert points["told"].proven


def test_reading_a_record_again_and_again_writes_nothing(nursery, tmp_path):
    """Nobody can keep the disk busy by it."""
    with Node(nursery, tmp_path, metrics_token=TOKEN) as server:
        one = Sitter(server, 0)
        one.create(OPEN, QUICK)
        one.reveal()
        one.go()
        record, receipt = one.record(), one.receive()
        before = commits(server)
        assert [one.record() for _ in range(20)] == [record] * 20
        assert [one.receive() for _ in range(20)] == [receipt] * 20
        assert commits(server) - before <= 1  # its keeper may still be closing it


def commits(server: Server) -> float:
    lines = server.http.get("/metrics", headers=bearer(TOKEN)).text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("takujo_commit_seconds_count"))


def test_the_chain_is_told_in_parts(server, real):
    whole = chain(server)
    last = whole["links"][-1]["number"]
    assert [link["number"] for link in whole["links"]] == list(range(1, last + 1))
    tail = server.http.get("/api/chain", params={"after": last - 1}).json()
    assert tail["links"] == [tail["head"]] == whole["links"][-1:]
    assert server.http.get("/api/chain", params={"after": last}).json()["head"] == whole["head"]
    assert server.http.get("/api/chain", params={"after": -1}).status_code == 422
