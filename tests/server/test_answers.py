"""Questions of pages without an engine: answered from the view they send, within limits, and no table is touched."""

import json
import time

import pytest

import takujo
from tests.own_cards import own_set
from tests.server.cluster import Node
from tests.server.parts import BOT, OPEN

pytestmark = pytest.mark.once

CHANTS = [{"ask": "chants"}]


def asked(server, view, seat=0, questions=CHANTS, **more):
    return server.http.post("/api/games/ritual/ask", json={"view": view, "seat": seat, "questions": questions, **more})


def test_a_question_is_answered_from_the_view(server):
    """As Python answers it; whether there is such a table or not."""
    game = takujo.load("ritual")
    s = game.new(3, 5)
    while s.view(0)["phase"] != "chant":
        s.apply(s.to_act[0], s.legal(s.to_act[0])[0])
    answer = asked(server, s.view(0), 0, CHANTS * 2)
    assert answer.status_code == 200
    assert answer.json()["answers"] == [game.ask(s.view(0), "chants")] * 2
    assert asked(server, s.view(0), None).json()["answers"] == [[]]


def test_what_is_no_question_is_refused(server):
    """With what is wrong and what is expected."""
    view = takujo.load("ritual").new(3, 5).view(0)
    for wrong, reason in [
        (asked(server, view, questions=[{"ask": "weather"}]), "question is 'weather'; it takes one of this game's"),
        (asked(server, {}), "view is 'without "),
        (asked(server, view | {"totals": "many"}), "totals is 'many'"),
        (asked(server, view | {"players": 99}), "players"),
        (asked(server, view, 7), "seat is 7; it takes a seat of the view"),
        (asked(server, view, questions=[]), "at least 1 item"),
        (asked(server, view, questions=CHANTS * 13), "at most 12 items"),
    ]:
        assert wrong.status_code == 422, wrong.text
        assert reason in wrong.json()["reason"]
    assert server.http.post("/api/games/chess/ask", json={"view": {}, "questions": CHANTS}).status_code == 404
    assert asked(server, view, table="no-such-table-anywhere-x").status_code == 404
    assert asked(server, view | {"more": "x" * 70_000}).status_code == 413


def test_a_table_with_its_own_cards_is_asked_of_these(server):
    """They are in no page. Nothing is written, and nobody's turn changes."""
    table, tokens = server.full("ritual", 2, components=own_set("ritual", 2))
    before = server.look(table, tokens[0])
    assert asked(server, before["view"]).status_code == 422  # the usual cards have other names
    answer = asked(server, before["view"], table=table)
    assert answer.status_code == 200, answer.text
    assert server.look(table, tokens[0])["seq"] == before["seq"]
    other = server.create("in-the-ruin", [OPEN, BOT])["table"]
    assert asked(server, before["view"], table=other).status_code == 422


def test_an_address_may_ask_only_so_much(nursery, tmp_path):
    """The time that answers take is counted."""
    view = takujo.load("ritual").new(5, 5).view(0)
    with Node(nursery, tmp_path, ask_rate="1,0.001") as server:
        statuses = [asked(server, view, questions=CHANTS * 12).status_code for _ in range(400)]
    assert statuses[0] == 200
    assert statuses[-1] == 429


def judged(server, view, seat=0, game="ritual", **more):
    """As soon as the server has compiled the title."""
    while True:
        answer = server.http.post(f"/api/games/{game}/analysis", json={"view": view, "seat": seat, "rounds": 40} | more)
        if answer.status_code != 503:
            return answer
        assert answer.json()["code"] == "no-engine"
        time.sleep(0.1)


def test_what_choices_are_worth_is_worked_out_from_the_view(server):
    """With the numbers of Python; what was asked about is looked at in any case, and nothing is touched."""
    game = takujo.load("ritual")
    s = game.new(3, 5)
    start, idle = s.clone(), next(seat for seat in range(3) if seat not in s.to_act)
    while s.view(0)["phase"] != "chant":
        s.apply(s.to_act[0], s.legal(s.to_act[0])[0])
    seat = s.to_act[0]
    view, action = s.view(seat), s.legal(seat)[-1]
    found = game.analysis(view, seat=seat, actions=[action], rounds=40)  # the first one on this machine compiles it
    answer = judged(server, view, seat, actions=[action])
    assert answer.status_code == 200, answer.text
    assert answer.json() == json.loads(json.dumps(found))
    for wrong, reason in [
        (judged(server, view, seat, actions=[{"type": "fly"}]), "fly"),
        (judged(server, view, seat, actions=[action] * 5), "at most 4 items"),
        (judged(server, view, seat, rounds=201), "less than or equal to 200"),
        (judged(server, view, 7), "seat"),
        (judged(server, {}, seat), "view is 'without "),
        (judged(server, start.view(idle), idle), "has nothing to decide"),
    ]:
        assert wrong.status_code == 422, wrong.text
        assert reason in wrong.json()["reason"]
    assert judged(server, view, game="chess").status_code == 404


def test_thinking_about_decisions_is_counted_too(nursery, tmp_path):
    game = takujo.load("ritual")
    s = game.new(3, 5)
    seat = s.to_act[0]
    game.analysis(s.view(seat), seat=seat, rounds=1)  # compiled, if it never was
    with Node(nursery, tmp_path, ask_rate="1,0.001") as server:
        statuses = [judged(server, s.view(seat), seat).status_code for _ in range(20)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
