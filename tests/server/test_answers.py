"""Questions of pages without an engine: answered from the view they send, within limits, and no table is touched."""

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
    made = server.create("ritual", [OPEN, BOT], components=own_set("ritual", 2))
    before = server.look(made["table"], made["token"])
    assert asked(server, before["view"], made["seat"]).status_code == 422  # the usual cards have other names
    answer = asked(server, before["view"], made["seat"], table=made["table"])
    assert answer.status_code == 200, answer.text
    assert server.look(made["table"], made["token"])["seq"] == before["seq"]
    other = server.create("in-the-ruin", [OPEN, BOT])["table"]
    assert asked(server, before["view"], table=other).status_code == 422


def test_an_address_may_ask_only_so_much(nursery, tmp_path):
    """The time that answers take is counted."""
    view = takujo.load("ritual").new(5, 5).view(0)
    with Node(nursery, tmp_path, ask_rate="1,0.001") as server:
        statuses = [asked(server, view, questions=CHANTS * 12).status_code for _ in range(400)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
