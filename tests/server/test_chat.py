"""Talk: quick lines, stamps, what spectators say among themselves, and how the host closes it all."""

import json
from typing import Any

import pytest

from takujo.games import load
from tests.server.cluster import Node
from tests.server.parts import Socket

pytestmark = pytest.mark.once


def line(message: dict[str, Any]) -> tuple[Any, ...]:
    (said,) = message["lines"]
    return said["seat"], said["name"], said["text"], said["say"], said["stamp"]


def test_a_quick_line_and_a_stamp_are_heard_by_all_and_stay_in_the_log(server):
    table, tokens = server.full("ritual", 2, name="Aya")
    first, second, watcher = (server.socket(table, token) for token in (*tokens, None))
    english = load("ritual").text.line("together")["en"]
    for message, told in (
        ({"type": "quick", "say": "together"}, (0, "Aya", english, "together", None)),
        ({"type": "stamp", "stamp": "heart"}, (0, "Aya", "", None, "heart")),
    ):
        assert first.ask(**message)["type"] == "ack"
        assert line(second.until("chat")) == line(watcher.until("chat")) == told
    assert [entry.body for entry in server.entries(table) if entry.kind in ("quick", "stamp")] == [
        {"say": "together"},
        {"stamp": "heart"},
    ]
    assert len(server.socket(table).until("chat")["lines"]) == 2  # who comes later reads it, too
    assert "it takes together, " in first.ask(type="quick", say="nonsense")["reason"]
    assert first.ask(type="quick", say="x\n")["code"] == "malformed"
    assert first.ask(type="stamp", stamp="<svg>")["code"] == "malformed"
    assert watcher.ask(type="stamp", stamp="heart")["code"] == "no-seat"
    assert watcher.ask(type="quick", say="together")["code"] == "no-seat"


def test_the_host_closes_talk_and_opens_it_again(server):
    table, tokens = server.full("ritual", 2)
    host, guest, watcher = (server.socket(table, token) for token in (*tokens, None))
    assert guest.ask(type="hush", closed=True)["code"] == "not-host"
    assert host.ask(type="hush", closed=True)["type"] == "ack"
    assert server.look(table)["table"]["hushed"] is True
    for socket in (host, guest):
        for message in (
            {"type": "chat", "text": "hi"},
            {"type": "quick", "say": "thanks"},
            {"type": "stamp", "stamp": "tea"},
        ):
            assert socket.ask(**message)["code"] == "hushed"
    assert watcher.ask(type="aside", text="hi")["code"] == "hushed"
    assert host.ask(type="leave")["type"] == "ack"
    assert guest.ask(type="hush", closed=False)["type"] == "ack"  # nobody else can
    assert guest.ask(type="stamp", stamp="tea")["type"] == "ack"


def heard(socket: Socket) -> list[str]:
    """The texts of spectators among all that came; a ping shows that it has come."""
    socket.send(type="ping")
    socket.until("pong")
    frames = [json.loads(frame) for frame in socket.frames]
    return [said["text"] for frame in frames if frame["type"] == "gallery" for said in frame["lines"]]


def test_spectators_talk_among_themselves_and_those_who_sit_hear_of_it_after_the_end(server):
    """Who looks through a seat knows what others must not: not a byte of it reaches them before."""
    table, tokens = server.full("arkham-ritual", 3, spectators="seat", watched=1, delay=0)
    server.http.cookies.clear()
    seats = [server.socket(table, token) for token in tokens]
    watchers = [server.socket(table) for _ in range(2)]
    for socket in (*seats, *watchers):
        socket.until("presence", watching=2)
    assert watchers[0].ask(type="aside", name="Rin", text="she holds the Necronomicon", key="k" * 8)["type"] == "ack"
    assert watchers[0].ask(type="aside", name="Rin", text="she holds the Necronomicon", key="k" * 8)["type"] == "ack"
    assert line(watchers[1].until("gallery")) == (None, "Rin", "she holds the Necronomicon", None, None)
    assert len(server.socket(table).until("gallery")["lines"]) == 1  # who comes later reads it, once
    assert seats[0].ask(type="aside", text="hi")["code"] == "seated"
    assert watchers[0].ask(type="aside", name="a\nb", text="hi")["code"] == "malformed"
    for seat in seats:
        assert heard(seat) == []
        assert not any("Rin" in frame for frame in seat.frames)
    for seat in seats:
        assert seat.ask(type="vote", what="end", yes=True)["type"] == "ack"
    assert line(seats[0].until("gallery"))[1] == "Rin"
    watchers[1].close()
    seats[0].until("presence", watching=2)
    assert "aside" not in {entry.kind for entry in server.entries(table)}


def test_who_says_too_much_waits(nursery, tmp_path):
    with Node(nursery, tmp_path, chat_rate="2,0.001") as server:
        table, tokens = server.full("ritual", 2)
        first, second, watcher = (server.socket(table, token) for token in (*tokens, None))
        said = [first.ask(**message).get("code") for message in (
            {"type": "stamp", "stamp": "tea"}, {"type": "quick", "say": "thanks"}, {"type": "stamp", "stamp": "tea"},
        )]  # fmt: skip
        assert said == [None, None, "too-many"]
        assert [watcher.ask(type="aside", text=str(n)).get("code") for n in range(3)] == [None, None, "too-many"]
        assert second.ask(type="stamp", stamp="tea")["type"] == "ack"
