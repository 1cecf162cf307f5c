"""Nobody is left waiting: seats of people who are away, votes that do not count them, tables that all have left."""

import contextlib
import json
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.cluster import Cluster, Node
from tests.server.parts import BOT, OPEN, SOON, Server, Socket, bearer
from tests.server.test_twin_worlds import World, _ways, middle, play_alike

pytestmark = pytest.mark.once

PATIENCE = 10  # seconds: the shortest there is
HASTY = {"absent_after": "1", "reveal_within": "1", "idle": "1"}


@pytest.fixture(scope="module")
def hasty(nursery, tmp_path_factory) -> Iterator[Server]:
    """Who has had no connection for a second is away, and a vote lapses after four."""
    with Node(nursery, tmp_path_factory.mktemp("hasty"), **HASTY) as server:
        yield server


@pytest.fixture(autouse=True)
def _no_open_sockets(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "hasty" in request.fixturenames:
        request.getfixturevalue("hasty").close_sockets()


def wait_for(true: Callable[[], Any], what: str, seconds: float = SOON) -> Any:
    end = time.monotonic() + seconds
    while not (value := true()):
        assert time.monotonic() < end, what
        time.sleep(0.02)
    return value


def autos(server: Server, table: str) -> list[str | None]:
    return [seat["auto"] for seat in server.look(table)["table"]["seats"]]


def alone(server: Server, slug: str = "ritual", players: int = 3, **more: Any) -> tuple[str, list[str], int, Socket]:
    """A table at which one is connected, and another is to act."""
    while True:
        table, tokens = server.full(slug, players, **more)
        seat = server.look(table)["to_act"][0]
        if seat != 0:
            return table, tokens, seat, server.socket(table, tokens[0])


def until_gone(socket: Socket, *seats: int) -> None:
    while not set(seats) <= set(socket.until("presence")["gone"]):
        pass


# -- a bot for somebody who is away


def test_anybody_hands_the_seat_of_who_is_away_to_a_bot_and_its_owner_takes_it_again(hasty):
    table, tokens, seat, me = alone(hasty)
    there = hasty.socket(table, tokens[seat])
    there.until("presence")
    refused = me.ask(type="relieve", seat=seat)
    assert refused["code"] == "is-there"
    there.close()
    until_gone(me, seat)
    assert me.ask(type="relieve", seat=seat)["type"] == "ack"
    assert me.ask(type="relieve", seat=seat)["code"] == "by-bot"
    wait_for(lambda: seat not in hasty.look(table)["to_act"], "its bot decides")
    assert autos(hasty, table)[seat] == "away"
    back = hasty.socket(table, tokens[seat])
    assert back.ask(type="back")["type"] == "ack"
    assert autos(hasty, table)[seat] is None
    assert me.ask(type="relieve", seat=seat)["code"] == "is-there"


def test_a_seat_that_is_not_to_act_may_be_handed_over_too(hasty):
    table, tokens, seat, me = alone(hasty)
    other = ({1, 2} - {seat}).pop()
    hasty.socket(table, tokens[seat])
    until_gone(me, other)
    assert me.ask(type="relieve", seat=other)["type"] == "ack"
    assert autos(hasty, table)[other] == "away"


def test_what_cannot_be_handed_over(hasty):
    made = hasty.create("ritual", [OPEN, BOT, OPEN])
    me = hasty.socket(made["table"], made["token"])
    assert me.ask(type="relieve", seat=1)["code"] == "not-playing"
    hasty.join(made["table"])
    assert me.ask(type="relieve", seat=0)["code"] == "yourself"
    assert me.ask(type="relieve", seat=1)["code"] == "no-person"
    assert me.ask(type="relieve", seat=5)["code"] == "no-such-seat"
    assert me.ask(type="relieve", seat=-1)["code"] == "malformed"
    assert hasty.socket(made["table"]).ask(type="relieve", seat=0)["code"] == "no-seat"
    assert autos(hasty, made["table"]) == [None] * 3


def test_where_days_are_given_nobody_need_be_there(hasty):
    table, _, seat, me = alone(hasty, pace={"kind": "days", "days": 1})
    time.sleep(2.5)
    assert me.ask(type="relieve", seat=seat)["code"] == "is-there"
    assert me.ask(type="vote", what="end", yes=True)["type"] == "ack"
    assert hasty.look(table)["table"]["status"] == "playing"


def test_a_bot_takes_over_by_itself_from_who_is_gone_while_others_wait_and_from_nobody_else(hasty):
    """Three tables: one where the host wants it, one where not, and one where nobody waits. And somebody who thinks."""
    table, _, seat, _ = alone(hasty, patience=PATIENCE)
    never, _, waits, _ = alone(hasty, patience=0)
    empty, _ = hasty.full("ritual", 2, patience=PATIENCE)
    thinking, tokens, thinker, me = alone(hasty, patience=PATIENCE)
    hasty.socket(thinking, tokens[thinker])
    assert [hasty.look(which)["table"]["patience"] for which in (table, never)] == [PATIENCE, 0]
    wait_for(lambda: autos(hasty, table)[seat] == "away", "a bot takes over", PATIENCE + SOON)
    entries = hasty.entries(table)
    first = [entry.kind for entry in entries].index("away")
    assert (entries[first].seat, entries[first].body) == (seat, {"gone": True})
    assert entries[first].at - entries[first - 1].at >= PATIENCE * 1000, "since play began, by the server's own clock"
    while thinker not in me.until("presence")["slow"]:  # it does not happen by itself, but others may do it
        pass
    assert autos(hasty, thinking)[thinker] is None
    assert me.ask(type="relieve", seat=thinker)["type"] == "ack"
    assert autos(hasty, never)[waits] is None
    assert not any(autos(hasty, empty))


def test_the_host_says_how_long_others_wait(server):
    assert server.look(server.create("ritual")["table"])["table"]["patience"] == 180
    assert server.look(server.create("ritual", pace={"kind": "live"})["table"])["table"]["patience"] == 0
    for patience in (-1, 1, 9, 86_401, True, "10"):
        answer = server.http.post("/api/tables", json={"game": "ritual", "patience": patience})
        assert (answer.status_code, "patience" in answer.text) == (422, True)


# -- votes


def votes(server: Server, table: str) -> list[tuple[str, list[int], list[int]]]:
    return [(vote["what"], vote["yes"], vote["no"]) for vote in server.look(table)["table"]["votes"]]


def test_who_is_away_does_not_count_in_a_vote_and_after_the_end_nobody_is_to_act(hasty):
    table, tokens, _, me = alone(hasty)
    other = hasty.socket(table, tokens[1])
    until_gone(me, 2)
    assert me.ask(type="vote", what="end", yes=True)["type"] == "ack"
    assert votes(hasty, table) == [("end", [0], [])]
    assert me.state["to_act"]
    assert other.ask(type="vote", what="end", yes=True)["type"] == "ack"
    look = hasty.look(table)
    assert (look["table"]["status"], look["table"]["votes"]) == ("ended", [])
    while me.state["to_act"]:
        me.until("state")
    assert me.state["legal"] == []


def test_a_vote_has_a_no_and_lapses(hasty):
    table, tokens = hasty.full("ritual", 2)
    first, second = (hasty.socket(table, token) for token in tokens)
    for socket in (first, second):
        socket.until("presence")
    assert second.ask(type="vote", what="end", yes=False)["code"] == "no-vote"
    first.ask(type="vote", what="end", yes=True)
    second.ask(type="vote", what="end", yes=False)
    assert votes(hasty, table) == [("end", [0], [1])]
    wait_for(lambda: not votes(hasty, table), "it lapses")
    assert hasty.look(table)["table"]["status"] == "playing"
    first.ask(type="vote", what="pause", yes=True)
    first.ask(type="vote", what="pause", yes=False)  # taken back: there is nothing left to vote on
    assert votes(hasty, table) == []


def test_when_a_vote_lapses_those_who_went_meanwhile_do_not_count(hasty):
    table, tokens = hasty.full("ritual", 2)
    first, second = (hasty.socket(table, token) for token in tokens)
    second.until("presence")
    first.ask(type="vote", what="end", yes=True)
    second.close()
    wait_for(lambda: hasty.look(table)["table"]["status"] == "ended", "the vote is counted again")


def test_a_vote_lapses_in_a_pause_too(hasty):
    table, tokens = hasty.full("ritual", 2)
    first, second = (hasty.socket(table, token) for token in tokens)
    second.until("presence")
    for socket in (first, second):
        socket.ask(type="vote", what="pause", yes=True)
    assert first.ask(type="vote", what="pause", yes=True)["code"] == "paused"
    first.ask(type="vote", what="end", yes=True)
    assert votes(hasty, table)
    wait_for(lambda: not votes(hasty, table), "it lapses")
    assert hasty.look(table)["table"]["paused"]


def test_most_of_the_others_and_at_least_two_send_somebody_away_for_good(server):
    table, tokens = server.full("ritual", 3)
    sockets = [server.socket(table, token) for token in tokens]
    for socket in sockets:
        socket.until("presence", seats=[0, 1, 2])
    path = f"/api/tables/{table}/notes"
    assert server.http.post(path, json={"text": "mine"}, headers=bearer(tokens[2])).status_code == 204
    assert sockets[0].ask(type="vote", what="kick", yes=True)["code"] == "malformed"
    assert sockets[0].ask(type="vote", what="end", yes=True, seat=1)["code"] == "malformed"
    assert sockets[0].ask(type="vote", what="kick", yes=True, seat=0)["code"] == "yourself"
    assert sockets[0].ask(type="vote", what="kick", yes=True, seat=7)["code"] == "no-such-seat"
    sockets[2].ask(type="vote", what="pause", yes=True)
    assert sockets[0].ask(type="vote", what="kick", yes=True, seat=2)["type"] == "ack"
    assert [vote["seat"] for vote in server.look(table)["table"]["votes"]] == [None, 2]
    assert sockets[1].ask(type="vote", what="kick", yes=True, seat=2)["type"] == "ack"
    info = server.look(table)["table"]
    assert (info["seats"][2]["kind"], info["votes"]) == ("bot", [])
    with pytest.raises(ConnectionClosed) as closed:
        sockets[2].until("nothing more")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4001
    assert server.http.get(f"/api/tables/{table}", headers=bearer(tokens[2])).status_code == 401
    assert server.http.post(f"/api/tables/{table}/join", json={}).json()["code"] == "full"
    assert sockets[0].ask(type="vote", what="kick", yes=True, seat=2)["code"] == "no-person"
    # two are left: neither sends the other away alone
    assert sockets[0].ask(type="vote", what="kick", yes=True, seat=1)["type"] == "ack"
    assert server.look(table)["table"]["seats"][1]["kind"] == "person"


def test_the_same_key_after_a_restart_is_still_answered(nursery, tmp_path):
    """Although the log has with the vote who was away, which nobody had asked for."""
    with Node(nursery, tmp_path, absent_after="1", idle="1") as server:
        table, tokens = server.full("ritual", 3)
        me = server.socket(table, tokens[0])
        server.socket(table, tokens[1])
        until_gone(me, 2)
        assert me.ask(type="vote", what="pause", yes=True, key="again")["type"] == "ack"
        (vote,) = [entry for entry in server.entries(table) if entry.kind == "vote"]
        assert vote.body == {"what": "pause", "yes": True, "absent": [2]}
        server.close_sockets()
        server.kill()
        server.start()
        me = server.socket(table, tokens[0])
        assert me.ask(type="vote", what="pause", yes=True, key="again")["type"] == "ack"
        assert me.ask(type="vote", what="end", yes=True, key="again")["code"] == "key-reused"


# -- a table that all have left


def test_a_table_that_all_have_left_stands_still_until_somebody_is_back(nursery, tmp_path):
    with Node(nursery, tmp_path, bot_delay="0.3,0.3", **HASTY) as server:
        made = server.create("in-the-ruin", [OPEN, BOT, BOT])
        me = server.socket(made["table"], made["token"])
        me.ask(type="leave")
        me.close()

        def written() -> int:
            return len(server.entries(made["table"]))

        def stands() -> bool:
            before = written()
            time.sleep(1.5)
            return written() == before

        wait_for(stands, "its bots wait")
        assert server.look(made["table"])["table"]["status"] == "playing"
        before = written()
        server.socket(made["table"])  # one who only watches is not waited for
        assert stands()
        server.socket(made["table"], made["token"])
        wait_for(lambda: written() > before, "its bots go on")


# -- nothing hidden shows


def presences(world: World) -> list[list[str]]:
    """What the seat, and the spectators, were told about who is there: each twice, by whole views and by changes."""
    return [[frame for frame in socket.frames if '"type":"presence"' in frame] for socket in world.sockets]


def settle(world: World, gone: list[int]) -> None:
    """Everybody has been told that these are away: who has just acted is so a second later."""
    for number, socket in enumerate(world.sockets):
        while not any(json.loads(frame)["gone"] == gone for frame in presences(world)[number][-1:]):
            socket.receive()


def test_twin_worlds_hold_for_who_is_away_and_for_votes(hasty):
    """People are away, votes are open, a relief is refused: not a byte of it depends on what is hidden."""
    rng = random.Random(5)
    for slug in ("arkham-ritual", "in-the-ruin"):
        while len((s := middle(slug, 3, rng)).to_act) == 3 or 0 in s.to_act:
            if slug == "in-the-ruin" and len(s.to_act) == 3:
                break
        twin = s.game.determinize(s.view(0), rng.getrandbits(64))
        worlds = [World(hasty, state.position(), 0, patience=PATIENCE) for state in (s, twin)]
        for world in worlds:
            until_gone(world.sockets[0], 1, 2)
            world.look()
        play_alike(worlds[0], worlds[1], rng, 2)
        for world in worlds:
            hasty.socket(world.table, world.tokens[1]).ask(type="vote", what="pause", yes=True, key="p")
            answers = [world.sockets[0].ask(type=kind, key=kind, **more) for kind, more in SAID]
            world.bytes += [json.dumps(answer) for answer in answers]
            world.look()
        for world in worlds:
            settle(world, gone=[2])
        first, second = (world.received() for world in worlds)
        assert [without_until(text) for text in first] == [without_until(text) for text in second]
        told, twin_told = ([frames[-1:] for frames in presences(world)] for world in worlds)
        assert told == twin_told  # how many came before is a matter of how quick the machine is
        hasty.close_sockets()


SAID: list[tuple[str, dict[str, Any]]] = [
    ("vote", {"what": "end", "yes": True}),
    ("relieve", {"seat": 0}),
]


def without_until(text: str) -> str:
    with contextlib.suppress(ValueError):
        value = json.loads(text.replace(":TIME", ":0"))
        for vote in value.get("table", {}).get("votes", []) if isinstance(value, dict) else []:
            vote["until"] = 0
        return json.dumps(value)
    return text


def test_how_long_somebody_has_been_to_act_counts_from_where_everybody_saw_it(hasty):
    """IN THE RUIN: whoever takes more private steps is not said to be slow later than whoever takes fewer."""
    rng = random.Random(3)
    while len((s := middle("in-the-ruin", 3, rng)).to_act) < 3 or len(ways := _ways(s)) < 2:
        pass
    busy, watcher = s.to_act[0], s.to_act[1]
    worlds = [World(hasty, s.position(), watcher, patience=PATIENCE) for _ in range(2)]
    sockets = [hasty.socket(world.table, token) for world in worlds for token in world.tokens]
    time.sleep(PATIENCE / 2)
    for action in ways[max(ways)][:-1]:
        worlds[1].act(busy, action)
    for world in worlds:
        while len((told := world.sockets[0].until("presence"))["slow"]) < 3:
            pass
        assert told["slow"] == [0, 1, 2]
    assert worlds[0].sockets[0].ask(type="chat", text="that is all")["type"] == "ack"
    for spectator in (2, 3):  # whole views, and changes
        worlds[0].sockets[spectator].until("chat")
        assert all(not json.loads(frame)["slow"] for frame in presences(worlds[0])[spectator])
    assert len(sockets) == 6


# -- several nodes


@pytest.mark.xdist_group("nodes")
def test_who_is_at_another_node_is_not_away_and_who_goes_there_is_missed_here(nursery, tmp_path, database, nats):
    with Cluster(nursery, tmp_path, database, nats, **HASTY) as cluster:
        first, second = cluster.nodes
        table, tokens, seat, me = alone(first, patience=PATIENCE)
        other = ({1, 2} - {seat}).pop()
        there = second.socket(table, tokens[seat])
        until_gone(me, other)
        assert me.ask(type="relieve", seat=seat)["code"] == "is-there"
        assert me.ask(type="vote", what="end", yes=True)["type"] == "ack"
        assert first.look(table)["table"]["status"] == "playing"  # who is at the other node has not agreed
        me.ask(type="vote", what="end", yes=False)
        there.close()
        wait_for(lambda: autos(first, table)[seat] == "away", "a bot takes over by itself", 3 * PATIENCE)
        assert autos(second, table)[seat] == "away"
        me.close()
        me = second.socket(table, tokens[0])  # the keeper may be either of them
        until_gone(me, other)
        assert me.ask(type="relieve", seat=other)["type"] == "ack"
        for node in cluster.nodes:
            node.close_sockets()
