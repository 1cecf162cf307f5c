"""What changes, instead of whole views: put together it is the same, to the last key, and anybody may ask for the whole."""

import json
import random
from typing import Any

import pytest

from takujo.games import SLUGS
from tests.server.parts import Server, Socket

pytestmark = pytest.mark.once

PLAYERS = {"arkham-ritual": 3, "ayatsuri": 3, "in-the-ruin": 2, "ritual": 4}


def heard(socket: Socket, seq: int) -> dict[str, Any]:
    """What this socket knows with this seq; as one message it came."""
    while socket.state.get("seq", 0) < seq:
        socket.receive()
    return socket.state


@pytest.mark.parametrize("slug", SLUGS)
def test_changes_put_together_are_the_states(server: Server, slug: str) -> None:
    rng = random.Random(slug)
    table, tokens = server.full(slug, PLAYERS[slug])
    watchers = [(token, server.socket(table, token), server.socket(table, token, changes=True)) for token in tokens]
    watchers.append((None, server.socket(table), server.socket(table, changes=True)))
    for _ in range(25):
        looks = [server.look(table, token) for token in tokens]
        acting = [(token, look) for token, look in zip(tokens, looks, strict=True) if look["legal"]]
        if not acting:
            break
        token, look = rng.choice(acting)
        assert server.act(table, token, rng.choice(look["legal"])).status_code == 200
        for who, whole, changes in watchers:
            seq = server.look(table, who)["seq"]
            assert heard(changes, seq) == heard(whole, seq)
    frames = [json.loads(frame)["type"] for _, _, changes in watchers for frame in changes.frames]
    assert frames.count("change") > 3 * frames.count("state")


def test_who_asks_gets_the_whole_and_what_happened_again(server: Server) -> None:
    table, tokens = server.full("ritual", 2)
    player = server.socket(table, tokens[0], changes=True)
    events = player.until("state")["events"]
    for _ in range(4):
        token = next(token for token in tokens if server.look(table, token)["legal"])
        assert server.act(table, token, server.look(table, token)["legal"][0]).status_code == 200
        events += player.until("change")["events"]
    player.send(type="whole", after=0)
    state = player.until("state")
    assert state["view"] == server.look(table, tokens[0])["view"]
    assert state["events"] == events
    player.send(type="whole", after=-1)
    assert player.until("refused")["code"] == "malformed"


def test_who_does_not_ask_for_changes_gets_whole_views(server: Server) -> None:
    table, tokens = server.full("ritual", 2)
    player = server.socket(table, tokens[0])
    player.until("state")
    token = next(token for token in tokens if server.look(table, token)["legal"])
    server.act(table, token, server.look(table, token)["legal"][0])
    assert player.until("state")["view"] == server.look(table, tokens[0])["view"]
    assert "change" not in [json.loads(frame)["type"] for frame in player.frames]
