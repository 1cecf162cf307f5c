"""Entries of the log: what is written of each stays as it is, and what no server has written is noticed."""

import json
from dataclasses import fields
from typing import Any, get_args

import pytest

from takujo.core.errors import IllegalAction
from takujo.core.game import State
from takujo.server import wire
from takujo.server.entries import Act, read
from takujo.server.entry import KINDS
from takujo.server.refused import Refused
from takujo.server.store import Line, Row
from takujo.server.table import Table

DIGEST = "ab" * 32
OPTIONS = '{"start":null,"restart_cap":null,"out_may_start":false,"out_ranks":false}'
PACE = '{"kind":"relaxed","bank":600,"increment":15,"days":3}'
CREATE = (
    f'{{"game":"ritual","players":2,"options":{OPTIONS},"seats":[{{"kind":"open"}},{{"kind":"bot","level":"novice"}}],'
    f'"pace":{PACE},"spectators":"public","watched":0,"delay":null,"talk":"ask","aids":true,"host":0,"webhook":null,'
    f'"maker":"3ddb6d","reveal_within":30,"start":"lots","series":null'
)
# as the log has had them since each of its parts was there
WRITTEN = [
    ("create", CREATE + f',"asked":"{DIGEST}"}}'),
    ("create", CREATE + f',"asked":"{DIGEST}","components":"name = \\"花\\""}}'),
    ("create", CREATE + f',"asked":"{DIGEST}","coach":true}}'),
    ("create", CREATE + "}"),  # a rematch
    ("create", CREATE + f',"asked":"{DIGEST}","patience":180}}'),
    ("join", f'{{"name":"花","request":"{DIGEST}","asked":"{DIGEST}"}}'),
    ("join", f'{{"commitment":"{DIGEST}","name":"","entropy":"a","request":"{DIGEST}","asked":"{DIGEST}"}}'),
    ("seat", '{"kind":"bot","level":"novice"}'),
    ("seat", '{"kind":"open","level":null}'),
    ("seat", '{"kind":"open","level":null,"remove":true}'),
    ("join", '{"name":"花","asked":"","called":"花 2","hosts":true}'),
    ("host", "{}"),
    ("create", CREATE + ',"gather":true}'),
    ("order", '{"seats":[1,0,null]}'),
    ("options", '{"options":{"out_ranks":true}}'),
    ("ready", '{"yes":true}'),
    ("join", '{"face":"moon","asked":""}'),
    ("face", '{"face":"moon"}'),
    ("again", "{}"),
    ("pass", f'{{"secret":"{DIGEST}"}}'),
    ("claim", f'{{"secret":"{DIGEST}","request":"{DIGEST}"}}'),
    ("ask", f'{{"request":"{DIGEST}"}}'),
    ("vote", '{"what":"return","yes":true,"seat":2}'),
    ("commit", f'{{"commitment":"{DIGEST}"}}'),
    ("name", '{"name":"花"}'),
    ("name", '{"name":"花","called":"花 2"}'),
    ("chat", '{"text":"hi ö"}'),
    ("quick", '{"say":"thanks"}'),
    ("stamp", '{"stamp":"heart"}'),
    ("hush", '{"closed":true}'),
    ("publish", '{"public":true}'),
    ("create", CREATE + f',"asked":"{DIGEST}","public":true,"patience":180}}'),
    ("start", '{"seat":null}'),
    ("swap", '{"options":{"out_ranks":true}}'),
    ("agree", '{"yes":true}'),
    ("begin", "{}"),
    ("reveal", f'{{"entropy":"{DIGEST}"}}'),
    ("silent", "{}"),
    ("act", '{"action":{"type":"take-set","set":0}}'),
    ("act", '{"action":{"type":"take-set","set":0},"by":"bot"}'),
    ("undo", "{}"),
    ("vote", '{"what":"pause","yes":true}'),
    ("resume", "{}"),
    ("vote", '{"what":"kick","yes":true,"seat":2,"absent":[0]}'),
    ("lapse", "{}"),
    ("lapse", '{"absent":[0]}'),
    ("relieve", '{"seat":2}'),
    ("away", "{}"),
    ("away", '{"gone":true}'),
    ("back", "{}"),
    ("leave", "{}"),
    ("leave", '{"host":2}'),
    ("rematch", '{"table":"zFH4lnJsZWh-LVx1ZHbyZA","series":true}'),
]


@pytest.mark.parametrize(("kind", "text"), WRITTEN)
def test_an_entry_is_written_as_it_always_was(kind, text):
    line = Line(7, 1000, kind, 1, "key", json.loads(text))
    again = read(line).line()
    assert again == line
    assert json.dumps(again.body, ensure_ascii=False, separators=(",", ":")) == text


def test_there_is_a_line_of_each_entry_above():
    assert {kind for kind, _ in WRITTEN} == KINDS.keys()


def test_what_a_client_may_send_is_an_entry():
    """With the same fields, so that nothing is translated on the way."""
    for message in get_args(get_args(wire.ClientMessage)[0]):
        (kind,) = get_args(message.model_fields["type"].annotation)
        if kind not in ("ping", "whole", "aside"):  # what only asks, and what spectators say, is kept nowhere
            assert message.model_fields.keys() - {"type"} <= {own.name for own in fields(KINDS[kind])}, kind


@pytest.mark.parametrize(
    ("kind", "body", "wrong"),
    [
        ("resign", {}, "entry 3 is 'resign'; there is act, "),
        ("act", {"action": {}, "decision": 4}, "entry 3, act, has decision"),  # asked with, and never written
        ("chat", {"text": "", "number": 1}, "entry 3, chat, has number"),
        ("chat", {}, "text"),
    ],
)
def test_what_no_server_has_written_is_not_read(kind, body, wrong):
    with pytest.raises((ValueError, TypeError), match=wrong):
        read(Line(3, 0, kind, 0, None, body))


def _table() -> Table:
    """Two people, and the first is to act."""
    table = Table(Row("t", "T", b""), bytes(32))
    body = json.loads(CREATE + "}") | {"seats": [{"kind": "open"}] * 2}
    for line in (Line(1, 1, "create", body=body), Line(2, 1, "join", 0), Line(3, 1, "join", 1)):
        table.apply(read(line))
    return table


def _action(table: Table) -> tuple[int, dict[str, Any]]:
    assert table.match
    seat = table.match.state.to_act[0]
    return seat, table.match.state.legal(seat)[0]


def test_an_action_is_checked_once_on_its_way(monkeypatch):
    """Where it is asked for, before it is written; and once where the log is read again."""
    checked = []

    def count(self: State, seat: int, action: Any, check: Any = State.checked_number) -> Any:
        checked.append(seat)
        return check(self, seat, action)

    monkeypatch.setattr(State, "checked_number", count)
    asked, reader = _table(), _table()
    seat, action = _action(asked)
    entry = Act(number=4, at=2, who=seat, action=action)
    asked.check(entry)
    asked.apply(entry)
    assert checked == [seat]
    reader.apply(read(entry.line()))
    assert checked == [seat, seat]
    assert asked.match.record() == reader.match.record()


def test_a_log_with_an_action_against_the_rules_is_noticed():
    table = _table()
    seat, action = _action(table)
    for wrong, what in ((1 - seat, action), (seat, {"type": "no such thing"})):
        with pytest.raises(IllegalAction):
            _table().apply(read(Line(4, 2, "act", wrong, None, {"action": what})))
    with pytest.raises(AssertionError, match="entry 5 after 3"):
        table.apply(read(Line(5, 2, "act", seat, None, {"action": action})))


def test_what_is_refused_changes_nothing():
    table = _table()
    seat, action = _action(table)
    entry = Act(number=4, at=2, who=seat, action=action, decision=1)
    with pytest.raises(Refused, match="Decision 1 is not open"):
        table.check(entry)
    assert (table.number, entry.choice, table.match.actions) == (3, None, [])


def test_what_cannot_be_written_fails_before_it_is():
    """Half of a character in two parts would be read again for ever, and never folded."""
    table = _table()
    seat, _ = _action(table)
    with pytest.raises(UnicodeEncodeError):
        Act(number=4, at=2, who=seat, key="k", action={"type": "\ud800"}).is_done(table)
