"""A server serves at once, uncompiled, and goes on compiled: those who play notice nothing but the speed."""

import time

import pytest

from takujo.match import verify
from tests.own_cards import own_set, packaged
from tests.server.parts import BOT, OPEN, Server

pytestmark = pytest.mark.once

EXPERT = {"kind": "bot", "level": "expert"}
LONG = 900.0  # seconds, on a machine that is busy


def play_on(server, table, token, stop=lambda state: False):
    """Act until the end, or until `stop`; the last state."""
    end = time.monotonic() + LONG
    while True:
        assert time.monotonic() < end
        state = server.look(table, token)
        if state["table"]["status"] == "over" or stop(state):
            return state
        if state["legal"]:
            answer = server.act(table, token, state["legal"][0], decision=state["decision"])
            assert answer.status_code == 200, answer.text
        else:
            time.sleep(0.02)


def wait_until_compiled(server, table):
    end = time.monotonic() + LONG
    while not server.look(table)["table"]["compiled"]:
        assert time.monotonic() < end
        time.sleep(0.2)


def test_a_table_opened_while_compiling_is_played_on_through_the_swap(tmp_path, monkeypatch):
    """On a machine that has compiled nothing: every title is there at once, and the one that is played comes first."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with Server(tmp_path, jit="") as server:
        tables = {slug: server.create(slug, [OPEN, BOT, BOT]) for slug in ("arkham-ritual", "ayatsuri", "in-the-ruin")}
        made = server.create("ritual", [OPEN, EXPERT])
        for slug, other in tables.items():
            state = play_on(server, other["table"], other["token"], stop=lambda state: state["seq"] >= 4)
            assert state["view"]["game"] == slug
            assert not state["table"]["compiled"]
        state = play_on(server, made["table"], made["token"], stop=lambda state: state["decision"] >= 2)
        assert not state["table"]["compiled"], "experts play, as regulars"
        wait_until_compiled(server, made["table"])
        play_on(server, made["table"], made["token"])
        assert verify(server.record(made["table"]).json()).state.result


def test_own_cards_are_compiled_in_a_process_apart_within_a_quota(tmp_path):
    """One set of this address is compiled and goes on quicker; the next one is played as it is."""
    with Server(tmp_path, jit="", compile_rate="1,0.00001") as server:
        made = server.create("ritual", [OPEN, EXPERT], components=own_set("ritual", 9))
        other = server.create("ritual", [OPEN, BOT], components=packaged("ritual") + "# another\n")
        play_on(server, made["table"], made["token"], stop=lambda state: state["decision"] >= 1)
        wait_until_compiled(server, made["table"])
        state = play_on(server, made["table"], made["token"])
        assert state["table"]["compiled"]
        record = server.record(made["table"]).json()
        assert verify(record, own_set("ritual", 9).encode()).state.result == record["result"]
        assert not play_on(server, other["table"], other["token"])["table"]["compiled"]


def test_what_cannot_be_compiled_is_played_as_it_is(tmp_path, monkeypatch):
    """The log says so once for each title, and nobody else is told."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # so that the compiler fails
    with Server(tmp_path, jit="") as server:
        made = server.create("ritual", [OPEN, EXPERT])
        play_on(server, made["table"], made["token"])
        server.create("ritual", [OPEN, EXPERT])
        time.sleep(15)
        output = server.stop()
        assert output.count(": ritual could not be compiled: it is played uncompiled") == 1, output
