"""Who begins, as the table settles it before the cards are dealt: by lot, by the host's word, by a vote."""

import hashlib
import time
from collections.abc import Iterator
from typing import Any

import pytest

from takujo.games import SLUGS, load
from takujo.match import bound
from tests.server.cluster import Cluster, Node
from tests.server.nursery import Nursery
from tests.server.parts import BOT, OPEN, SOON, Server, bearer

pytestmark = pytest.mark.once

OPTION = {"arkham-ritual": "first_parent", "ayatsuri": "start", "ritual": "start"}


@pytest.fixture(scope="module")
def hasty(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """People have four seconds to say who begins."""
    with Node(nursery, tmp_path_factory.mktemp("hasty"), reveal_within="1") as server:
        yield server


def info(server: Server, table: str, token: str | None = None) -> Any:
    return server.look(table, token)["table"]


def say(server: Server, table: str, token: str, **message: Any) -> str:
    """`ack`, or the code of the refusal."""
    answer = server.socket(table, token).ask(**message)
    return str(answer.get("code", answer["type"]))


def wait_until_playing(server: Server, table: str) -> Any:
    end = time.monotonic() + SOON
    while (found := info(server, table))["status"] != "playing":
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


@pytest.mark.parametrize("slug", OPTION)
def test_everybody_names_who_begins_and_the_deal_binds_it(server, slug):
    """Nobody is asked before all sit; a word can be taken back until all have spoken."""
    table, tokens = server.full(slug, 3, start="vote")
    asking = info(server, table)["asking"]
    assert (asking["asked"], asking["answers"], asking["swaps"]) == ([0, 1, 2], {}, False)
    assert 100_000 < asking["until"] - time.time() * 1000 <= 120_000
    for seat, named in ((0, 0), (1, 2), (0, None), (0, 2)):
        assert say(server, table, tokens[seat], type="start", seat=named) == "ack"
        assert info(server, table)["asking"]["answers"][str(seat)] == named
        assert info(server, table)["status"] == "waiting"
    assert say(server, table, tokens[2], type="start", seat=1) == "ack"
    found = info(server, table)
    assert (found["status"], found["asking"], found["options"][OPTION[slug]]) == ("playing", None, 2)
    deal = server.http.get(f"/api/tables/{table}/deal", headers=bearer(tokens[0])).json()["deal"]
    assert deal["options"][OPTION[slug]] == 2
    assert server.look(table)["view"]["options"][OPTION[slug]] == 2
    assert say(server, table, tokens[0], type="start", seat=0) == "not-asked"


def test_the_host_names_who_begins(server):
    table, tokens = server.full("ayatsuri", 3, start="host")
    assert info(server, table)["asking"]["asked"] == [0]
    assert say(server, table, tokens[1], type="start", seat=1) == "not-asked"
    assert say(server, table, tokens[0], type="start", seat=3) == "no-such-seat"
    assert say(server, table, tokens[0], type="start", seat=-1) == "malformed"
    assert say(server, table, tokens[0], type="start") == "malformed"
    assert say(server, table, tokens[0], type="start", seat=2) == "ack"
    assert info(server, table)["options"]["start"] == 2


def test_between_equals_the_commitment_decides(server):
    found = set()
    for _ in range(12):
        table, tokens = server.full("ritual", 2, start="vote")
        for seat in (0, 1):
            say(server, table, tokens[seat], type="start", seat=seat)
        told = info(server, table)
        lot = hashlib.sha256(f"takujo start {told['commitment']} [0, 1]".encode()).hexdigest()
        assert told["options"]["start"] == int(lot, 16) % 2
        found.add(told["options"]["start"])
    assert found == {0, 1}


def test_who_says_nothing_is_not_waited_for(hasty):
    """After a time what was said counts; where nobody spoke, lots decide as ever. Bots are not asked."""
    table, tokens = hasty.full("ritual", 3, start="vote")
    silent, _ = hasty.full("ritual", 2, start="vote")
    alone = hasty.create("ritual", [BOT, BOT], start="vote", sit=False)
    assert info(hasty, alone["table"])["status"] == "playing"
    say(hasty, table, tokens[2], type="start", seat=1)
    assert wait_until_playing(hasty, table)["options"]["start"] == 1
    assert wait_until_playing(hasty, silent)["options"]["start"] is None
    kinds = [(entry.kind, entry.seat) for entry in hasty.entries(silent)]
    assert kinds[-1] == ("begin", None)


def test_play_by_days_has_a_day_to_say_who_begins(hasty):
    table, _ = hasty.full("ritual", 2, start="vote", pace={"kind": "days"})
    assert info(hasty, table)["asking"]["until"] > (time.time() + 86_000) * 1000


def test_the_host_goes_on_with_what_was_said(server):
    table, tokens = server.full("ritual", 3, start="vote")
    assert say(server, table, tokens[1], type="start", seat=1) == "ack"
    assert say(server, table, tokens[1], type="begin") == "not-host"
    assert say(server, table, tokens[0], type="begin") == "ack"
    assert info(server, table)["options"]["start"] == 1
    assert say(server, table, tokens[0], type="begin") == "not-asked"


def test_it_is_settled_before_anybody_reveals(server):
    """Whoever knows the others' parts of the shuffle can no longer choose who begins."""
    entropy = ["0" * 64, "1" * 64]
    made = server.create("ritual", [OPEN, OPEN], start="vote", commitment=bound(0, entropy[0]))
    table, tokens = made["table"], [made["token"]]
    tokens.append(server.join(table, seat=1, commitment=bound(1, entropy[1]))["token"])

    def reveal(seat: int) -> Any:
        body = {"key": "r", "entropy": entropy[seat]}
        return server.http.post(f"/api/tables/{table}/reveal", json=body, headers=bearer(tokens[seat])).json()

    assert info(server, table)["deal"]["awaited"] == []
    assert reveal(0)["code"] == "not-awaited"
    for token in tokens:
        assert say(server, table, token, type="start", seat=1) == "ack"
    found = info(server, table)
    assert (found["status"], found["asking"], found["options"]["start"]) == ("waiting", None, 1)
    assert found["deal"]["awaited"] == [0, 1]
    assert say(server, table, tokens[0], type="start", seat=0) == "not-asked"
    assert "seq" in reveal(0)
    assert "seq" in reveal(1)
    assert info(server, table)["status"] == "playing"


def test_who_leaves_while_all_are_asked_makes_room(server):
    """And all are asked again, the new one too."""
    table, tokens = server.full("ritual", 2, start="vote")
    say(server, table, tokens[0], type="start", seat=1)
    server.socket(table, tokens[1]).send(type="leave", key="k")
    watcher = server.socket(table, tokens[0])
    while watcher.until("table")["table"]["asking"]:
        pass
    token = server.join(table)["token"]
    assert info(server, table)["asking"]["answers"] == {}
    for who in (tokens[0], token):
        assert say(server, table, who, type="start", seat=0) == "ack"
    assert info(server, table)["options"]["start"] == 0


def test_a_word_is_taken_once_for_its_key(server):
    table, tokens = server.full("ritual", 2, start="vote")
    socket = server.socket(table, tokens[0])
    assert socket.ask(type="start", seat=1, key="k")["type"] == "ack"
    assert socket.ask(type="start", seat=1, key="k")["type"] == "ack"
    assert socket.ask(type="start", seat=0, key="k")["code"] == "key-reused"
    assert [entry.kind for entry in server.entries(table)].count("start") == 1


def test_nothing_is_asked_where_the_options_say_it_or_lots_decide(server):
    table, _ = server.full("ritual", 2, start="vote", options={"start": 1})
    assert (info(server, table)["status"], info(server, table)["options"]["start"]) == ("playing", 1)
    table, _ = server.full("ritual", 2)
    assert (info(server, table)["status"], info(server, table)["start"]) == ("playing", "lots")


def test_only_what_can_be_settled_is_offered(server):
    for body, why in (
        ({"game": "in-the-ruin", "players": 2, "start": "vote"}, "no start player"),
        ({"game": "ritual", "players": 2, "start": "host", "sit": False}, "no host at the table"),
        ({"game": "ritual", "players": 2, "start": "dice"}, "start"),
    ):
        answer = server.http.post("/api/tables", json=body)
        assert answer.status_code == 422
        assert why in answer.json()["reason"]


def test_each_title_has_a_question_of_its_own(server):
    """In both languages, for the option that names a seat; IN THE RUIN has no start player."""
    asks = {}
    for game in server.http.get("/api/games").json():
        asks[game["game"]] = {option["name"]: option["ask"] for option in game["options"] if option["ask"]}
    assert {slug: list(found) for slug, found in asks.items()} == {
        slug: [OPTION[slug]] if slug in OPTION else [] for slug in SLUGS
    }
    for slug, found in asks.items():
        options = {option.name: option for option in load(slug).options}
        for name, words in found.items():
            assert (options[name].type, options[name].nullable) == ("seat", True)
            assert words.keys() == {"en", "ja"}
            assert all(words.values())


def test_a_server_that_is_killed_while_people_are_asked_goes_on(nursery, tmp_path):
    with Node(nursery, tmp_path, reveal_within="1", restart_grace="2") as server:
        table, tokens = server.full("ritual", 3, start="vote")
        say(server, table, tokens[1], type="start", seat=2)
        server.close_sockets()
        server.kill()
        time.sleep(4)  # time is up
        server.start()
        assert info(server, table)["asking"]["answers"] == {"1": 2}
        assert say(server, table, tokens[0], type="start", seat=2) == "ack"
        assert wait_until_playing(server, table)["options"]["start"] == 2


def test_people_at_different_nodes_settle_it(nursery, tmp_path, database, nats):
    """And if the node that keeps the table dies, another one sees that it goes on."""
    with Cluster(nursery, tmp_path, database, nats, reveal_within="1") as cluster:
        first, second = cluster.nodes
        table, tokens = first.full("ritual", 2, start="vote")
        assert say(second, table, tokens[1], type="start", seat=1) == "ack"
        assert say(first, table, tokens[0], type="start", seat=1) == "ack"
        assert info(second, table)["options"]["start"] == 1
        table, tokens = first.full("ritual", 2, start="vote")
        assert say(first, table, tokens[1], type="start", seat=0) == "ack"
        first.close_sockets()
        first.kill()
        assert wait_until_playing(second, table)["options"]["start"] == 0
        second.close_sockets()
