"""Where decisions take days, a calendar finds when one is due: a seat's own deadline, and nothing that is hidden."""

import random
import re
from datetime import UTC, datetime
from typing import Any

import pytest

from takujo.games import SLUGS
from takujo.server.calendar import calendar
from takujo.server.entries import read
from takujo.server.store import Line, Row
from takujo.server.table import Table
from tests.server.parts import BOT, bearer
from tests.server.test_twin_worlds import PLAYERS, SEED, middle

pytestmark = pytest.mark.once

DAYS = {"kind": "days", "days": 2}


def fields(answer: Any) -> dict[str, str]:
    """The lines of a calendar, unfolded; of one name the last."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    rows = answer.content.split(b"\r\n")
    assert rows[0] == b"BEGIN:VCALENDAR"
    assert rows[-2:] == [b"END:VCALENDAR", b""]
    assert all(len(row) <= 75 for row in rows)
    text = answer.content.replace(b"\r\n ", b"").decode()
    return dict(re.split("[:;]", row, maxsplit=1) for row in text.split("\r\n") if row)


def test_a_seat_has_an_address_that_tells_its_deadline_while_it_is_to_act(server):
    table, tokens = server.full("ritual", 2, pace=DAYS)
    paths = [server.http.get(f"/api/tables/{table}/calendar", headers=bearer(token)).json()["path"] for token in tokens]
    assert len(set(paths)) == 2
    assert not any(token in path for token in tokens for path in paths)
    look = server.look(table)
    (acts,) = look["to_act"]
    due = fields(server.http.get(paths[acts]))
    left = datetime.strptime(due["DTEND"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC).timestamp()
    began = server.entries(table)[2].at // 1000
    assert left == began + 2 * 86_400
    assert due["SUMMARY"] == "RITUAL: your decision is due"
    assert due["URL"].endswith(f"/t/{table}")
    assert "SUMMARY" not in fields(server.http.get(paths[1 - acts]))
    japanese = fields(server.http.get(paths[acts], params={"lang": "ja"}))
    assert japanese["SUMMARY"] == "リチュアル：あなたの決定の締め切り"
    while (now := server.look(table))["to_act"] == [acts]:
        legal = server.look(table, tokens[acts])["legal"]
        assert server.act(table, tokens[acts], legal[0]).status_code == 200
    assert "SUMMARY" in fields(server.http.get(paths[now["to_act"][0]]))
    if acts not in now["to_act"]:
        assert "SUMMARY" not in fields(server.http.get(paths[acts]))


def test_who_has_no_seat_or_no_days_has_no_calendar(server):
    table, tokens = server.full("ritual", 2, pace=DAYS)
    path = f"/api/tables/{table}/calendar"
    assert server.http.get(path).status_code == 401
    wrong = server.http.get(f"{path}/{'A' * 22}.ics")
    assert (wrong.status_code, wrong.json()["code"]) == (404, "no-calendar")
    assert server.http.get(f"{path}/{'A' * 99}.ics").status_code == 422
    assert server.http.get(f"{path}/é.ics").status_code == 404
    quick, others = server.full("ritual", 2)
    answer = server.http.get(f"/api/tables/{quick}/calendar", headers=bearer(others[0]))
    assert (answer.status_code, answer.json()["code"]) == (409, "no-calendar")
    mine = server.http.get(path, headers=bearer(tokens[0])).json()["path"]
    elsewhere = mine.replace(table, server.create("ritual", [BOT, BOT], sit=False, pace=DAYS)["table"])
    assert server.http.get(elsewhere).status_code == 404


@pytest.mark.parametrize("slug", SLUGS)
def test_calendars_depend_on_nothing_hidden(slug):
    """Twin worlds, at the same times: the calendars of all seats are the same, byte for byte."""
    rng = random.Random(slug)
    compared = 0
    for _ in range(12):
        s = middle(slug, PLAYERS[slug][0], rng)
        twin = s.game.determinize(s.view(0), rng.getrandbits(64))
        worlds = [_folded(state.position()) for state in (s, twin)]
        for at in range(5):
            states = [world.match.state for world in worlds if world.match]
            if len(states) < 2 or states[0].to_act != states[1].to_act or not states[0].to_act:
                break
            told = [[calendar(world, seat, "en", "PAGE") for seat in range(world.players)] for world in worlds]
            assert told[0] == told[1]
            assert sum(b"BEGIN:VEVENT" in one for one in told[0]) == len(states[0].to_act)
            compared += 1
            seat = rng.choice(states[0].to_act)
            both = [action for action in states[0].legal(seat) if action in states[1].legal(seat)]
            if not both:
                break
            action = rng.choice(both)
            for world in worlds:
                world.apply(read(Line(world.number + 1, 90_000 * (at + 2), "act", seat, body={"action": action})))
    assert compared > 12


def _folded(position: dict[str, Any]) -> Table:
    players = position["players"]
    body = {"game": position["game"], "players": players, "options": position["options"], "position": position}
    body |= {"seats": [{"kind": "open"}] * players, "pace": DAYS, "spectators": "public", "watched": 0, "host": 0}
    table = Table(Row("t", "T", b""), SEED)
    table.apply(read(Line(1, 1000, "create", body=body | {"webhook": None})))
    for seat in range(players):
        table.apply(read(Line(seat + 2, 1000, "join", seat, body={})))
    return table
