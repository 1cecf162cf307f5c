"""A decision is taken back while nobody has learned anything from it; else it stands, and a reason is said."""

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from takujo.core.codec import compact
from takujo.match import Match, verify
from takujo.server.entries import Act, Resume, Undo, Vote, read
from takujo.server.entry import Entry
from takujo.server.refused import Refused
from takujo.server.store import Line, Row
from takujo.server.table import Table
from takujo.server.told import whole_record
from tests.server.parts import Server, Socket

SECOND, DAY = 1000, 86_400_000
RELAXED = {"kind": "relaxed", "bank": 600, "increment": 15, "days": 3}
LIVE = {"kind": "live", "bank": 60, "increment": 5, "days": 3}


class Logged(Table):
    """A table with the log it is folded from beside it."""

    log: list[Line]


def made(game: str = "in-the-ruin", players: int = 2, pace: dict[str, Any] = RELAXED) -> Logged:
    """People sit in all seats."""
    table = Logged(Row("t", "T", b""), bytes(32))
    body = {
        "game": game, "players": players, "options": {}, "seats": [{"kind": "open"}] * players, "pace": pace,
        "spectators": "public", "watched": 0, "delay": None, "talk": "ask", "aids": True, "host": 0, "webhook": None,
        "maker": "a", "reveal_within": 30, "start": "lots", "series": None,
    }  # fmt: skip
    table.log = [Line(1, 0, "create", body=body)]
    table.log += [Line(2 + seat, 0, "join", seat) for seat in range(players)]
    for line in table.log:
        table.apply(read(line))
    assert table.match
    return table


def write(table: Logged, entry: Entry, at: int = 0) -> None:
    """As the server does: checked, written, done."""
    entry.number, entry.at = table.number + 1, at * SECOND
    table.check(entry)
    table.log.append(entry.line())
    table.apply(entry)


def act(table: Table, seat: int, kind: str | None = None, at: int = 0) -> None:
    legal = table.match.state.legal(seat)
    write(table, Act(who=seat, action=next(a for a in legal if kind in (None, a["type"]))), at)


def finish(table: Table, seat: int, at: int = 0) -> None:
    """All that a seat has to do in this phase."""
    now = stage(table)
    while seat in table.match.state.to_act and stage(table) == now:
        act(table, seat, at=at)


def stage(table: Table) -> Any:
    view = table.match.state.view(None)
    return view["phase"], view["round"]


def drawing(**more: Any) -> Table:
    """A table where all are about to draw their first piece."""
    table = made(**more)
    while table.match.state.view(None)["phase"] != "step1":
        for seat in range(table.players):
            finish(table, seat)
    return table


def told(table: Table) -> Any:
    """All numbers and texts that anybody gets."""
    boxes = [(box.seq, box.decision, box.told, box.counts, box.to_act) for box in table.outboxes.values()]
    views = [bytes(box.state) for box in table.outboxes.values()]
    return boxes, views, table.clocks.times, [table.may_take_back(seat) for seat in range(table.players)]


def again(table: Logged) -> Table:
    """The same log, folded once more."""
    other = Table(Row("t", "T", b""), bytes(32))
    for line in table.log:
        other.apply(read(Line(**{**vars_of(line), "body": json.loads(json.dumps(line.body))})))
    return other


def vars_of(line: Line) -> dict[str, Any]:
    return {name: getattr(line, name) for name in ("number", "at", "kind", "seat", "key", "body")}


def refused(table: Table, **entry: Any) -> str:
    with pytest.raises(Refused) as error:
        write(table, Undo(**entry))
    return str(error.value.problem.code)


# -- what is taken back


def test_a_private_step_is_taken_back_and_nobody_else_notices() -> None:
    table = drawing()
    before = {seat: table.match.state.view(seat) for seat in (0, 1, None)}
    others = [(box.seq, list(box.told)) for who, box in table.outboxes.items() if who != 0]
    act(table, 0, "draw")
    assert table.may_take_back(0)
    assert not table.may_take_back(1)
    write(table, Undo(who=0, decision=table.outboxes[0].decision))
    assert {seat: table.match.state.view(seat) for seat in (0, 1, None)} == before
    assert [(box.seq, box.told) for who, box in table.outboxes.items() if who != 0] == others
    assert table.outboxes[0].told[-1] == compact({"type": "taken-back", "seat": 0})
    assert not table.may_take_back(0)  # it was the first of this round


def test_step_by_step_to_where_the_phase_began() -> None:
    table = drawing()
    view = table.match.state.view(0)
    act(table, 0, "draw")
    act(table, 0, "move")
    assert 0 not in table.match.state.to_act
    write(table, Undo(who=0))
    assert [a["type"] for a in table.match.state.legal(0)].count("move")
    write(table, Undo(who=0))
    assert table.match.state.view(0) == view
    assert refused(table, who=0) == "no-undo"


def test_who_had_noticed_is_told_that_the_seat_decides_again() -> None:
    table = drawing()
    act(table, 0, "draw")
    act(table, 0, "move")
    assert table.outboxes[1].to_act == (1,)
    write(table, Undo(who=0))
    for who in (0, 1, None):
        assert table.outboxes[who].to_act == (0, 1)
        assert table.outboxes[who].told[-1] == compact({"type": "taken-back", "seat": 0})


def test_what_others_did_in_the_meantime_stands() -> None:
    """Each may still take back their own, in any order."""
    table = drawing(players=3)
    first = table.match.state.view(0)["seats"][0]
    finish(table, 0)
    act(table, 1, "draw")
    finish(table, 2)
    mine, theirs = (table.match.state.view(seat) for seat in (1, 2))
    write(table, Undo(who=0))
    assert table.match.state.view(1)["seats"] == mine["seats"]
    assert table.match.state.view(2)["seats"] == theirs["seats"]
    assert [table.may_take_back(seat) for seat in range(3)] == [True, True, True]
    write(table, Undo(who=2))
    write(table, Undo(who=1))
    while table.may_take_back(0):
        write(table, Undo(who=0))
    assert table.match.state.to_act == (0, 1, 2)
    assert [table.may_take_back(seat) for seat in range(3)] == [False, False, True]
    assert table.match.state.view(0)["seats"][0] == first


def test_the_count_of_decisions_goes_on() -> None:
    """A late duplicate of an action hits nothing."""
    table = drawing()
    first = Act(who=0, key="a", action=table.match.state.legal(0)[0], decision=table.outboxes[0].decision)
    write(table, first)
    open_now = table.outboxes[0].decision
    write(table, Undo(who=0, key="b", decision=open_now))
    assert table.outboxes[0].decision == open_now + 1
    assert first.is_done(table)
    assert Undo(who=0, key="b").is_done(table)
    with pytest.raises(Refused, match="not open"):
        write(table, Act(who=0, action=first.action, decision=first.decision))
    write(table, Act(who=0, action=first.action, decision=open_now + 1))
    assert refused(table, who=0, decision=open_now) == "late"


@pytest.mark.parametrize("game", ["in-the-ruin", "ritual", "ayatsuri", "arkham-ritual"])
def test_the_log_folds_to_the_same_and_the_record_is_of_a_match_without_it(game: str) -> None:
    rng = random.Random(game)
    table = made(game, 3)
    for _ in range(60):
        if table.finished:
            break
        if open_to := [seat for seat in range(3) if table.may_take_back(seat) and rng.random() < 0.4]:
            write(table, Undo(who=rng.choice(open_to)))
        else:
            seat = rng.choice(table.match.state.to_act)
            write(table, Act(who=seat, action=rng.choice(table.match.state.legal(seat))))
    folded = again(table)
    assert told(folded) == told(table)
    record = whole_record(table)
    assert whole_record(folded) == record
    played = Match(game, 3, record["options"], bytes(32), table.match.actions)
    assert played.record()["actions"] == record["actions"]
    verify(json.loads(json.dumps(record)))
    backs = sum(line.kind == "undo" for line in table.log)
    assert (backs > 5) == (game == "in-the-ruin")  # elsewhere seats decide in turn, before the eyes of all


# -- what stands


def test_a_decision_from_which_others_have_learned_stands() -> None:
    table = drawing()
    finish(table, 0)
    finish(table, 1)  # the last one: all is revealed
    assert [refused(table, who=seat) for seat in (0, 1)] == ["no-undo", "no-undo"]
    chanting = made("ritual", 2)
    seat = chanting.match.state.to_act[0]
    act(chanting, seat)
    assert refused(chanting, who=seat) == "no-undo"


def test_a_decision_that_drew_chance_or_showed_its_own_seat_something_stands() -> None:
    """Alone at a table nobody else could learn anything."""
    table = made(players=1)
    act(table, 0, "keep")  # the goals given back are shuffled
    assert refused(table, who=0) == "no-undo"
    act(table, 0, "take")
    assert table.may_take_back(0)
    finish(table, 0)
    finish(table, 0)
    assert refused(table, who=0) == "no-undo"  # cards were turned up


def test_nothing_is_taken_back_before_anything_is_decided_while_paused_by_a_bot_or_after_the_end() -> None:
    table = made()
    assert refused(table, who=0) == "no-undo"
    act(table, 0)
    write(table, Vote(who=0, what="pause", yes=True))
    write(table, Vote(who=1, what="pause", yes=True))
    assert refused(table, who=0) == "paused"
    write(table, Resume(who=1))
    table.seats[0].auto = "away"
    assert refused(table, who=0) == "by-bot"
    assert not table.may_take_back(0)
    table.seats[0].auto = None
    write(table, Vote(who=0, what="end", yes=True))
    write(table, Vote(who=1, what="end", yes=True))
    assert refused(table, who=0) == "not-playing"
    assert not table.may_take_back(0)


def test_what_a_bot_decided_for_somebody_stands() -> None:
    table = made()
    table.seats[0].auto = "away"
    write(table, Act(who=0, action=table.match.state.legal(0)[0], by="bot"))
    table.seats[0].auto = None
    assert refused(table, who=0) == "no-undo"


def test_nobody_decides_and_takes_back_for_ever() -> None:
    table = drawing()
    table.seats[0].said = 599
    for code in (None, "said-enough"):
        act(table, 0, "draw")
        if code:
            assert refused(table, who=0) == code
        else:
            write(table, Undo(who=0))


# -- clocks


def left(table: Table, seat: int, at: int) -> int:
    bank, due = table.clocks.times[seat]
    return bank if due is None else due - at * SECOND


def test_nobody_gains_time_by_it() -> None:
    """The clock stands as if the seat had not decided; what it does in private does not touch it."""
    table = drawing(pace=LIVE)
    start = left(table, 0, 0)
    act(table, 0, "draw", at=4)
    write(table, Undo(who=0), at=6)
    assert left(table, 0, 6) == start - 6 * SECOND
    act(table, 0, "draw", at=8)
    act(table, 0, "move", at=10)
    assert left(table, 0, 10) == start - 5 * SECOND  # 10 used, 5 added
    write(table, Undo(who=0), at=30)
    assert left(table, 0, 30) == start - 30 * SECOND
    act(table, 0, "move", at=40)
    assert left(table, 0, 40) == start - 35 * SECOND
    assert told(again(table)) == told(table)


def test_a_pause_takes_no_time_from_who_takes_back() -> None:
    table = drawing(pace=LIVE)
    start = left(table, 0, 0)
    act(table, 0, "draw", at=4)
    act(table, 0, "move", at=10)
    for seat in (0, 1):
        write(table, Vote(who=seat, what="pause", yes=True), at=20)
    write(table, Resume(who=1), at=1020)
    write(table, Undo(who=0), at=1025)
    assert left(table, 0, 1025) == start - 25 * SECOND
    assert left(table, 1, 1025) == start - 25 * SECOND
    assert told(again(table)) == told(table)


def test_it_stands_if_time_would_be_up() -> None:
    table = drawing(pace=LIVE)
    whole = left(table, 0, 0) // SECOND
    finish(table, 0, at=10)
    entry = Undo(who=0, number=table.number + 1, at=whole * SECOND)
    with pytest.raises(Refused, match="time would be up"):
        table.check(entry)
    entry.at -= 1
    table.check(entry)


def test_days_run_on() -> None:
    table = drawing(pace={**RELAXED, "kind": "days"})
    finish(table, 0, at=10)
    assert table.clocks.due(0) is None
    write(table, Undo(who=0), at=5000)
    assert table.clocks.due(0) == 3 * DAY


# -- over the socket


@pytest.mark.once
def test_over_the_socket(server: Server) -> None:
    """Told in whole and in changes, to the seat that may; done once; refused with its reason."""
    table, tokens = server.full("in-the-ruin", 2)
    mine, changes, theirs, spectator = (
        server.socket(table, tokens[0]),
        server.socket(table, tokens[0], changes=True),
        server.socket(table, tokens[1], changes=True),
        server.socket(table),
    )
    before = server.look(table, tokens[0])
    assert before["undo"] is False
    assert server.act(table, tokens[0], before["legal"][0], decision=0).status_code == 200
    for socket in (mine, changes, theirs, spectator):
        state = until_seq(socket, server.look(table, None)["seq"])
        assert state["to_act"] == [1]
        assert state["undo"] is (socket in (mine, changes))
    assert theirs.ask(type="undo", decision=0)["code"] == "no-undo"
    assert spectator.ask(type="undo", decision=0)["code"] == "no-seat"
    assert mine.ask(type="undo", decision=0)["code"] == "late"
    assert mine.ask(type="undo")["code"] == "malformed"
    for _ in range(2):
        assert mine.ask(type="undo", key="back", decision=1)["type"] == "ack"
    after = server.look(table, tokens[0])
    assert (after["decision"], after["undo"], after["to_act"]) == (2, False, [0, 1])
    assert (after["view"], after["legal"]) == (before["view"], before["legal"])
    for socket in (mine, changes, theirs, spectator):
        state = until_seq(socket, after["seq"])
        assert state["to_act"] == [0, 1]
        assert {"type": "taken-back", "seat": 0} in state["events"]
    assert [entry.kind for entry in server.entries(table)].count("undo") == 1
    for one, two in pairwise((mine.state, changes.state)):
        assert one == two
    late = server.socket(table, tokens[0], after=1).until("state")
    assert [event["type"] for event in late["events"]] == ["kept", "ready", "taken-back"]


def until_seq(socket: Socket, seq: int) -> dict[str, Any]:
    while socket.state.get("seq", 0) < seq:
        socket.receive()
    return socket.state
