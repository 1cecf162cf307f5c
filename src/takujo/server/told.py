"""What is told of a table: to a seat or spectator what stands in its outbox, to everybody what is public."""

import hashlib
from typing import Any
from zlib import crc32

from pydantic_core import from_json

from takujo.core.codec import compact
from takujo.core.components import components
from takujo.core.game import Game
from takujo.core.showing import show, show_all
from takujo.match import canonical, commitment

from . import wire
from .outbox import Outbox, Who, Written
from .table import Table

__all__ = [
    "card_name", "change_text", "clock", "deal", "digest", "info", "own_components", "position_for", "record",
    "state_text", "whole_record",
]  # fmt: skip

Json = dict[str, Any]


# -- to a seat, or to the spectators


def position_for(table: Table, who: Who, now: int) -> Json:
    """What `wire.Position` holds, and the result."""
    outbox = table.outbox(who, now)
    view = outbox.state and outbox.state.game.json(outbox.state.view_raw(outbox.seat))
    return {"view": view, **_beside_view(table, who, now)}


def state_text(table: Table, who: Who, outbox: Outbox, now: int, after: int) -> str:
    """`wire.StateMessage` as JSON, with the events and stages after this seq."""
    _written(table, outbox)
    view = show([outbox.state], outbox.seat).whole.decode() if outbox.state else "null"
    events, stages, rest = outbox.events_after(after), outbox.stages_after(after), _rest(table, who, outbox, now)
    return f'{{"type":"state","view":{view},{rest},"events":{events},"stages":{stages}}}'


def change_text(table: Table, who: Who, outbox: Outbox, now: int, after: int) -> str | None:
    """`wire.ChangeMessage` as JSON, for somebody who has the view of this seq; None: it takes the whole.

    Nothing is sent so often.
    """
    view = _written(table, outbox)
    if view is None or not view.since == after == outbox.seq - 1 or table.status != "playing":
        return None
    events, stages = outbox.events_after(after), outbox.stages_after(after, changes=True)
    rest = f'{_rest(table, who, outbox, now)},"events":{events},"stages":{stages}'
    return f'{{"type":"change","changes":{{{view.changes}}},"digest":{view.digest},{rest}}}'


def _written(table: Table, outbox: Outbox) -> Written | None:
    """The view of an outbox, and those of its stages before it, each once and in their order.

    Those of others with it who are shown the same, if they asked for theirs the last time: one call writes them all.
    """
    if outbox.view is None and outbox.state:
        steps, before = outbox.steps, outbox.shown is not None
        others = [box for box in table.outboxes.values() if box is not outbox and box.asked and box.view is None]
        boxes = [outbox, *(box for box in others if list(map(id, box.steps)) == list(map(id, steps)))]
        written = show_all(steps, [box.seat for box in boxes], [box.kept for box in boxes])
        for box, (changes, whole) in zip(boxes, written, strict=True):
            if not before:
                changes.insert(0, "")  # all is new: nobody is sent that as a change
            if box.staged and not box.staged.changes:
                box.staged.changes.extend(changes[:-1])
            box.view = Written(changes[-1], box.written, crc32(whole))
            box.shown, box.written, box.asked = box.state, box.seq, False
    outbox.asked = True
    return outbox.view


def _rest(table: Table, who: Who, outbox: Outbox, now: int) -> str:
    """What `_beside_view` has, as text: most of it is the same for all, most of the time."""
    playing = table.match if table.status == "playing" else None
    legal = compact(playing.state.legal(who)) if playing and isinstance(who, int) and who in outbox.to_act else "[]"
    to_act = ",".join(map(str, outbox.to_act)) if playing else ""
    times, result = clock(table, who, now), table.result
    return (
        f'"seq":{outbox.seq},"decision":{outbox.decision},"legal":{legal},"to_act":[{to_act}],'
        f'"undo":{"true" if table.may_take_back(who) else "false"},'
        f'"clock":{compact(times) if times else "null"},"result":{compact(result) if result else "null"}'
    )


def _beside_view(table: Table, who: Who, now: int) -> Json:
    outbox = table.outbox(who, now)
    playing = table.match if table.status == "playing" else None
    return {
        "seq": outbox.seq,
        "decision": outbox.decision,
        "legal": playing.state.legal(who) if playing and isinstance(who, int) and who in outbox.to_act else [],
        "to_act": list(outbox.to_act) if playing else [],
        "undo": table.may_take_back(who),
        "clock": clock(table, who, now),
        "result": table.result,
    }


def clock(table: Table, who: Who, now: int) -> list[Json] | None:
    """The clocks as everybody sees them; spectators who see through a seat, as they were then."""
    if table.clocks.pace.kind == "relaxed":
        return None
    late = table.late_for(who)
    times, now = (late.times, now - table.delay) if late else (table.clocks.times, now)
    return [{"left": rest if due is None else max(0, due - now), "running": due is not None} for rest, due in times]


# -- to everybody


def info(table: Table, until: int | None = None) -> wire.TableInfo:
    """All that is public about the table."""
    return wire.TableInfo(
        id=table.id,
        code=table.code,
        game=table.game.slug,
        players=table.players,
        options=table.rules,
        pace=table.clocks.pace,
        spectators=table.spectators,
        watched=table.watched,
        delay=table.delay // 1000 if table.late else None,
        talk=table.talk,
        public=table.public,
        rated=table.rated,
        coach=table.coach,
        hushed=table.hushed,
        aids=table.aids,
        gather=table.gather,
        status=table.status,
        paused=table.paused,
        seats=[
            wire.SeatInfo(
                seat=number,
                kind=seat.kind,
                name=seat.name,
                level=seat.level,
                auto=seat.auto,
                face=seat.face,
                person=seat.person or None,
                ready=seat.ready,
            )
            for number, seat in enumerate(table.seats)
        ],
        host=table.host,
        votes=[
            wire.Vote(
                what=ballot.what,
                seat=ballot.seat,
                yes=sorted(ballot.yes),
                no=sorted(ballot.no),
                until=table.until(ballot),
                alone=ballot.alone,
            )
            for ballot in table.ballots.values()
        ],
        patience=table.patience // 1000,
        commitment=commitment(table.seed),
        deal=_deal_info(table),
        start=table.start,
        asking=_asking_info(table),
        series=table.series and table.series.info(table.games()),
        rematch=table.rematch,
        again=table.again,
        created=table.created,
        components=table.own,
        compiled=table.game.door.compiled,
        until=until,
    )


def _asking_info(table: Table) -> wire.Asking | None:
    if table.ask_until is None:
        return None
    return wire.Asking(
        asked=table.speakers,
        answers=table.named,
        swaps=table.swaps,
        proposal=table.proposal,
        agreed=sorted(table.agreed),
        until=table.ask_until,
    )


def _deal_info(table: Table) -> wire.Deal | None:
    commitments = [seat.commitment for seat in table.seats]
    if not any(commitments):
        return None
    dealt = table.match and [part.hex() or None for part in table.match.entropy or [b""] * table.players]
    awaited = [number for number, seat in enumerate(table.seats) if seat.awaited] if table.full_since else []
    return wire.Deal(commitments=commitments, entropy=dealt, awaited=awaited, until=table.reveal_until)


def own_components(game: Game) -> wire.ComponentsInfo | None:
    """What tells a variant; None: it is played with the usual cards."""
    if game.digest is None:
        return None
    return wire.ComponentsInfo(digest=game.digest, name=card_name(components(game.package)))


def card_name(data: Json) -> str:
    """How a file with cards calls itself."""
    return str(data.get("name") or data.get("title"))


# -- what is kept


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def deal(table: Table) -> Json:
    """What was bound when the cards were dealt. Nothing in it tells a card."""
    assert table.match
    start = {} if table.position is None else {"position": digest(table.position)}
    return {
        "table": table.id,
        "game": table.game.slug,
        "version": table.match.game.version,
        "components": table.match.game.digest,
        "players": table.players,
        "options": table.match.options,
        "commitment": commitment(table.seed),
        "commitments": [seat.commitment for seat in table.seats],
        "entropy": [part.hex() for part in table.match.entropy],
        **start,
    }


def whole_record(table: Table) -> Json:
    """The record of a match that has ended, with what its seats had committed to."""
    assert table.match
    record = {**table.match.record(), "commitments": [seat.commitment for seat in table.seats], "table": table.id}
    if table.series:
        record["series"] = {"id": table.series.id, "number": table.series.info(table.series.earlier).number}
    return record


def record(table: Table, who: Who, now: int) -> Json:
    """The record: whole after the end, before it what the asker was told."""
    if table.match is not None and table.finished:
        return whole_record(table)
    outbox = table.outbox(who, now)
    return {
        "game": table.game.slug,
        "players": table.players,
        "options": table.rules,
        "commitment": commitment(table.seed),
        "seat": who if isinstance(who, int) else None,
        "log": [{"seq": seq, "events": from_json(f"[{outbox.told[seq - 1]}]")} for seq in range(1, outbox.seq + 1)],
    }
