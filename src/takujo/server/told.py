"""What is told of a table: to a seat or spectator what stands in its outbox, to everybody what is public."""

import hashlib
from typing import Any
from zlib import crc32

from pydantic_core import from_json

from takujo.core.codec import compact
from takujo.core.components import components
from takujo.core.game import Game
from takujo.match import canonical, commitment

from . import wire
from .outbox import Copyist, Outbox, Written
from .table import Table

__all__ = [
    "card_name", "change_text", "clock", "deal", "digest", "info", "own_components", "position_for", "record",
    "state_text", "whole_record",
]  # fmt: skip

Json = dict[str, Any]


# -- to a seat, or to the spectators


def position_for(table: Table, seat: int | None, now: int) -> Json:
    """What `wire.Position` holds, and the result."""
    shown = table.outbox(seat, now).shown
    view = table.match.game.json(shown) if table.match and shown is not None else None
    return {"view": view, **_beside_view(table, seat, now)}


def state_text(table: Table, seat: int | None, now: int, after: int) -> str:
    """`wire.StateMessage` as JSON, with the events and stages after this seq."""
    outbox = table.outbox(seat, now)
    view = _written(table, outbox)
    events, stages, rest = outbox.events_after(after), outbox.stages_after(after), _rest(table, seat, outbox, now)
    return f'{{"type":"state","view":{view.whole},{rest},"events":{events},"stages":{stages}}}'


def change_text(table: Table, seat: int | None, now: int, after: int) -> str | None:
    """`wire.ChangeMessage` as JSON, for somebody who has the view of this seq; None: it takes the whole.

    Nothing is sent so often.
    """
    outbox = table.outbox(seat, now)
    view = _written(table, outbox)
    if not view.since == after == outbox.seq - 1 or table.status != "playing":
        return None
    events, stages = outbox.events_after(after), outbox.stages_after(after, changes=True)
    rest, digest = _rest(table, seat, outbox, now), crc32(view.whole.encode())
    return (
        f'{{"type":"change","changes":{{{view.changes}}},"digest":{digest},{rest},"events":{events},"stages":{stages}}}'
    )


NOTHING = Written("null", "")


def _written(table: Table, outbox: Outbox) -> Written:
    """The view of an outbox, and those of its stages before it, each once and in their order."""
    if table.match is None or outbox.shown is None:
        return NOTHING
    if outbox.view is None:
        game, staged = table.match.game, outbox.staged
        scribe = outbox.scribe = outbox.scribe or Copyist(game.codec)
        if staged and not staged.views:
            for *_, state in staged.stages:
                staged.views.append(Written(game.json_text(state.view_raw(staged.seat), scribe), scribe.changes))
        outbox.view = Written(game.json_text(outbox.shown, scribe), scribe.changes, outbox.written)
        outbox.written = outbox.seq
    return outbox.view


def _rest(table: Table, seat: int | None, outbox: Outbox, now: int) -> str:
    """What `_beside_view` has, as text: most of it is the same for all, most of the time."""
    playing = table.match if table.status == "playing" else None
    legal = compact(playing.state.legal(seat)) if playing and seat is not None and seat in outbox.to_act else "[]"
    to_act = ",".join(map(str, outbox.to_act)) if playing else ""
    times, result = clock(table, seat, now), table.result
    return (
        f'"seq":{outbox.seq},"decision":{outbox.decision},"legal":{legal},"to_act":[{to_act}],'
        f'"clock":{compact(times) if times else "null"},"result":{compact(result) if result else "null"}'
    )


def _beside_view(table: Table, seat: int | None, now: int) -> Json:
    outbox = table.outbox(seat, now)
    playing = table.match if table.status == "playing" else None
    return {
        "seq": outbox.seq,
        "decision": outbox.decision,
        "legal": playing.state.legal(seat) if playing and seat in outbox.to_act else [],
        "to_act": list(outbox.to_act) if playing else [],
        "clock": clock(table, seat, now),
        "result": table.result,
    }


def clock(table: Table, seat: int | None, now: int) -> list[Json] | None:
    """The clocks as everybody sees them; spectators who see through a seat, as they were then."""
    if table.clocks.pace.kind == "relaxed":
        return None
    late = seat is None and table.late
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


def record(table: Table, seat: int | None, now: int) -> Json:
    """The record: whole after the end, before it what the asker was told."""
    if table.match is not None and table.finished:
        return whole_record(table)
    outbox = table.outbox(seat, now)
    return {
        "game": table.game.slug,
        "players": table.players,
        "options": table.rules,
        "commitment": commitment(table.seed),
        "seat": seat,
        "log": [{"seq": seq, "events": from_json(f"[{outbox.told[seq - 1]}]")} for seq in range(1, outbox.seq + 1)],
    }
