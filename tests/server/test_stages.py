"""Stages over the wire: what every seat and a spectator may look at on the way, compared with the engine's own."""

import random
from typing import Any

import pytest

from takujo.games import SLUGS, load
from takujo.match import Match
from takujo.server import wire
from takujo.testing.game import random_action
from tests.server.parts import Server, plant

pytestmark = pytest.mark.once

SEED = bytes(range(32))
ACTIONS = 400


def told(outcome: Any, seat: int | None, before: int = 0) -> list[dict[str, Any]]:
    """What `stages` has to be, where so many events were told before."""
    stages = []
    for stage in outcome.stages_for(seat)[:-1]:
        stages.append({"start": before, "end": before + len(stage.events), "view": stage.state.view(seat)})
        before += len(stage.events)
    return stages


@pytest.mark.parametrize("slug", SLUGS)
def test_every_stage_is_the_engines_own_view(server: Server, slug: str) -> None:
    """As it happens; and for who comes later, only the last, after the events that it belongs to."""
    players, rng = load(slug).players[0] + 1, random.Random(slug)
    position = load(slug).new(players, 5).position()
    match = Match(slug, players, None, SEED, position=position)
    table, tokens = plant(server, position, SEED)
    holders: dict[int | None, str | None] = {**dict(enumerate(tokens)), None: None}
    eyes = {seat: (server.socket(table, token), token) for seat, token in holders.items()}
    total = dict.fromkeys(eyes, 0)
    seqs: dict[int | None, int] = {}
    for seat, (socket, _) in eyes.items():
        state = socket.until("state")
        assert state["stages"] == []
        total[seat], seqs[seat] = len(state["events"]), state["seq"]
    last: dict[int | None, tuple[int, Any]] = {}
    for _ in range(ACTIONS):
        if not match.state.to_act:
            break
        actor, action = random_action(match.state, rng)
        outcome = match.play(actor, action)
        assert server.act(table, tokens[actor], action).status_code == 200
        for seat, (socket, token) in eyes.items():
            if server.look(table, token)["seq"] == seqs[seat]:
                continue  # nothing changed for it
            state = socket.until("state")
            assert state["stages"] == told(outcome, seat)
            assert state["events"] == match.state.events_for(seat, outcome)
            if state["stages"]:
                last[seat] = (state["seq"], told(outcome, seat, total[seat]))
            total[seat], seqs[seat] = total[seat] + len(state["events"]), state["seq"]
    for seat, (seq, stages) in last.items():
        token = eyes[seat][1]
        assert server.socket(table, token).until("state")["stages"] == stages
        assert server.socket(table, token, after=seq).until("state")["stages"] == []
        short = server.socket(table, token, after=seq - 1).until("state")
        assert [stage["view"] for stage in short["stages"]] == [stage["view"] for stage in stages]
        assert short["stages"][0]["start"] == 0
    assert last.keys() == eyes.keys()
    server.close_sockets()


def test_the_messages_have_a_version(server: Server) -> None:
    """Whoever connects learns it with the first word about the table."""
    made = server.create("ritual")
    message = server.socket(made["table"], made["token"]).until("table")
    assert message["protocol"] == wire.PROTOCOL == 6
    assert wire.TableMessage(**message)
