"""The replay of a finished match, compared with the engine's own views of its record."""

import time
from typing import Any

import pytest

from takujo.games import SLUGS, load
from takujo.match import Match, verify
from tests.server.parts import BOT, OPEN, Server, bearer

pytestmark = pytest.mark.once

Json = dict[str, Any]


def replay(server: Server, table: str, seat: int | str, token: str | None = None) -> Any:
    return server.http.get(f"/api/tables/{table}/replay", params={"seat": seat}, headers=bearer(token))


def finished(server: Server, slug: str, players: int, **more: Any) -> tuple[str, str]:
    """A table played to its end by bots: its id and its maker's token."""
    made = server.create(slug, [BOT] * players, sit=False, **more)
    while server.look(made["table"], made["token"])["table"]["status"] != "over":
        time.sleep(0.05)
    return made["table"], made["token"]


def engine_steps(record: Json, eyes: object) -> list[Json]:
    """What the replay has to be: the record played again by the library."""
    done = verify(record)
    match = Match(done.game, done.players, done.options, done.seed, entropy=done.entropy)
    seat = None if eyes == "spectator" else eyes

    def view(state: Any) -> Any:
        return state.position() if eyes == "all" else state.view(seat)

    def step(actor: int | None, action: Json | None, events: Any) -> Json:
        state, stages = match.state, []
        for stage in getattr(events, "stages", ())[:-1]:
            told = list(stage.events) if eyes == "all" else state.events_for(seat, stage.events)
            start = stages[-1]["end"] if stages else 0
            if told:
                stages.append({"start": start, "end": start + len(told), "view": view(stage.state)})
        return {
            "seat": actor,
            "action": action,
            "events": list(events) if eyes == "all" else state.events_for(seat, events),
            "view": view(state),
            "to_act": list(state.to_act),
            "stages": stages,
        }

    steps = [step(None, None, match.state.opening)]
    for actor, action in done.actions:
        events = match.play(actor, action)
        steps.append(step(actor, action if eyes in ("all", actor) else None, events))
    return steps


def round_steps(views):
    """The first step, and those in which the round, or what it is a round of, is another than before."""
    part = [[view.get(key) for key in ("stage", "ritual", "restarts", "round")] for view in views]
    return [i for i in range(len(part)) if not i or part[i] != part[i - 1]]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_step_is_the_engines_own_view(server, slug):
    """From every seat, as a spectator and with all open; the record itself is checked on the way."""
    players = load(slug).players[0] + 1
    table, _ = finished(server, slug, players)
    record = server.record(table).json()
    for eyes in (*range(players), "spectator", "all"):
        answer = replay(server, table, eyes)
        assert answer.status_code == 200, answer.text
        told = answer.json()
        assert told["seat"] == eyes
        assert told["verified"] is True
        assert told["steps"] == engine_steps(record, eyes)
        assert told["rounds"] == round_steps([step["view"] for step in told["steps"]])
    assert told["steps"][-1]["view"]["result"] == record["result"]
    assert told["steps"][-1]["stages"], "the end can be looked at"


def test_a_seat_is_shown_its_own_actions_and_never_those_of_others(server):
    table, _ = finished(server, "ritual", 2)
    steps = replay(server, table, 1).json()["steps"][1:]
    assert {step["action"] is not None for step in steps if step["seat"] == 1} == {True}
    assert {step["action"] for step in steps if step["seat"] == 0} == {None}
    assert all(card is None for step in steps for card in step["view"]["hands"][0])


def test_the_answer_is_compressed_for_who_can_read_it(server):
    table, _ = finished(server, "ritual", 2)
    path = f"/api/tables/{table}/replay"
    packed = server.http.get(path)
    plain = server.http.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content) / 10
    assert packed.json()["seat"] == "all"


def test_before_the_end_nobody_gets_it(server):
    made = server.create("ritual", [OPEN, BOT, OPEN])
    for token in (None, made["token"]):  # waiting
        answer = replay(server, made["table"], "all", token)
        assert (answer.status_code, answer.json()["code"]) == (409, "not-finished")
    server.join(made["table"])
    for eyes in ("all", "spectator", 0):  # playing
        answer = replay(server, made["table"], eyes, made["token"])
        assert (answer.status_code, answer.json()["code"]) == (409, "not-finished")


def test_a_match_ended_by_a_vote_has_its_steps_up_to_there(server):
    made = server.create("ritual", [OPEN, OPEN], entropy="a word")
    other = server.join(made["table"], entropy="and another")
    sockets = [server.socket(made["table"], token) for token in (made["token"], other["token"])]
    for socket in sockets:
        socket.until("state")
        assert socket.ask(type="vote", what="end", yes=True)["type"] == "ack"
    told = replay(server, made["table"], "all").json()
    assert len(told["steps"]) == 1
    assert told["steps"][0]["view"]["result"] is None
    assert told["verified"] is True


def test_a_seat_that_is_not_there_is_said_to_be_none(server):
    table, _ = finished(server, "ritual", 2)
    for seat in ("2", "-1", "x", "1.0", "", "９", "9" * 20):
        answer = replay(server, table, seat)
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-seat")
        assert f"{seat!r}; it takes 0 to 1, spectator or all" in answer.json()["reason"]


@pytest.mark.parametrize(("spectators", "status"), [("none", 403), ("after", 200), ("seat", 200), ("public", 200)])
def test_who_may_have_the_record_may_have_the_replay(server, spectators, status):
    """And nobody else: the table's setting for spectators decides for both."""
    table, token = finished(server, "ritual", 2, spectators=spectators)
    assert replay(server, table, "all").status_code == server.record(table).status_code == status
    assert replay(server, table, 0, token).status_code == 200
    assert replay(server, table, "all", "nobody's").status_code == 401
