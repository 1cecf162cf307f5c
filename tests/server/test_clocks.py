"""Time at the table: banks, increments, days, and the bot that decides when time is up."""

import threading
import time
from typing import Any

import pytest

from tests.server.cluster import Node
from tests.server.parts import OPEN, Server

pytestmark = pytest.mark.once


def live(bank: int = 600, increment: int = 15) -> dict[str, Any]:
    return {"kind": "live", "bank": bank, "increment": increment}


def decide(server: Server, table: str, tokens: list[str]) -> Any:
    seat = server.look(table)["to_act"][0]
    look = server.look(table, tokens[seat])
    assert server.act(table, tokens[seat], look["legal"][0], decision=look["decision"]).status_code == 200
    return seat


def test_a_relaxed_table_has_no_clock(server):
    table, _ = server.full("ritual", 2)
    assert server.look(table)["clock"] is None


def test_only_the_clock_of_those_to_act_runs_and_a_decision_adds_the_increment(server):
    table, tokens = server.full("ritual", 3, pace=live())
    seat = server.look(table)["to_act"][0]
    clock = server.look(table)["clock"]
    assert [part["running"] for part in clock] == [number == seat for number in range(3)]
    decide(server, table, tokens)
    clock = server.look(table)["clock"]
    assert 600_000 < clock[seat]["left"] <= 615_000
    assert not clock[seat]["running"]


def test_private_sub_steps_add_no_time(server):
    table, tokens = server.full("in-the-ruin", 2, pace=live())
    steps = 0
    while 0 in server.look(table)["to_act"]:
        assert server.look(table)["clock"][0]["left"] <= 600_000
        server.act(table, tokens[0], server.look(table, tokens[0])["legal"][0])
        steps += 1
    assert 600_000 < server.look(table)["clock"][0]["left"] <= 615_000


def test_days_are_per_decision(server):
    table, tokens = server.full("ritual", 2, pace={"kind": "days", "days": 2})
    day = 86_400_000
    assert all(2 * day - 60_000 < part["left"] <= 2 * day for part in server.look(table)["clock"])
    decide(server, table, tokens)
    assert all(2 * day - 60_000 < part["left"] <= 2 * day for part in server.look(table)["clock"])


def test_when_time_is_up_a_bot_decides_and_a_late_action_hits_nothing(nursery, tmp_path):
    """With the smallest bank there is: an action for the decision that was is late."""
    with Node(nursery, tmp_path) as server:
        table, tokens = server.full("ritual", 2, pace=live(10, 0))
        seat = server.look(table)["to_act"][0]
        look = server.look(table, tokens[seat])
        socket = server.socket(table, tokens[seat])
        while socket.until("table")["table"]["seats"][seat]["auto"] != "away":
            pass
        while socket.state["decision"] == look["decision"]:
            socket.until("state")
        late = server.act(table, tokens[seat], look["legal"][0], decision=look["decision"])
        assert (late.status_code, late.json()["code"]) == (409, "late")
        entries = [entry for entry in server.entries(table) if entry.kind == "act"]
        assert all(entry.body["by"] == "bot" for entry in entries)
        assert socket.ask(type="back")["type"] == "ack"
        assert server.look(table)["table"]["seats"][seat]["auto"] is None
        assert server.look(table)["clock"][seat]["left"] > 20_000


def test_clocks_survive_a_restart_and_nobody_loses_by_the_servers_absence(nursery, tmp_path):
    with Node(nursery, tmp_path, restart_grace="30") as server:
        table, tokens = server.full("ritual", 2, pace=live(10, 0))
        first = decide(server, table, tokens)
        before = server.look(table)["clock"]
        server.kill()
        time.sleep(max(0, before[1 - first]["left"] / 1000))
        server.start()
        after = server.look(table)
        assert after["clock"][first]["left"] == before[first]["left"]
        assert after["clock"][1 - first]["left"] == 0
        assert after["table"]["seats"][1 - first]["auto"] is None  # there is time to come back
        decide(server, table, tokens)


def test_paused_clocks_stand(server):
    table, tokens = server.full("ritual", 2, pace=live())
    for token in tokens:
        server.socket(table, token).ask(type="vote", what="pause", yes=True)
    clock = server.look(table)["clock"]
    assert not any(part["running"] for part in clock)
    assert server.look(table)["clock"] == clock
    server.socket(table, tokens[0]).ask(type="resume")
    assert any(part["running"] for part in server.look(table)["clock"])


def test_simultaneous_submissions_of_all_seats_are_all_taken(server):
    table, tokens = server.full("in-the-ruin", 4)
    looks = [server.look(table, token) for token in tokens]
    answers = []

    def submit(seat: int) -> None:
        look = looks[seat]
        answers.append(server.act(table, tokens[seat], look["legal"][0], decision=look["decision"]).status_code)

    threads = [threading.Thread(target=submit, args=(seat,)) for seat in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 4
    assert [server.look(table, token)["decision"] for token in tokens] == [1] * 4


def test_a_bot_thinks_as_long_whatever_it_holds(nursery, tmp_path):
    """Its delay is drawn before it sees its cards, and starts when everybody sees that it is to act."""
    with Node(nursery, tmp_path, bot_delay="0.4,0.4") as server:
        made = server.create("in-the-ruin", [OPEN, {"kind": "bot", "level": "regular"}])
        socket = server.socket(made["table"], made["token"])
        while 1 in socket.until("state")["to_act"]:
            pass
        times = {entry.at for entry in server.entries(made["table"]) if entry.seat == 1 and entry.kind == "act"}
        created = server.entries(made["table"])[0].at
        assert all(400 <= at - created < 2000 for at in times)
        assert max(times) - min(times) < 400  # all its sub-steps at once
