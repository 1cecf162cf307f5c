"""How a table changes: checked against its newest state, written, and only then shown."""

import asyncio
from collections.abc import Callable
from typing import Any, NoReturn

from takujo.core.errors import IllegalAction

from .bus import Bus
from .keys import digest
from .node import Node
from .notary import Notary
from .rooms import Room, Rooms, removed
from .store import Conflict, Entry, Store, Token, Vanished
from .table import Refused, Table
from .webhook import Webhooks

__all__ = ["Answered", "Writing", "answered", "note_place"]


class Writing:
    """Writes entries; those who listen, other nodes and webhooks are told."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        node: Node,
        rooms: Rooms,
        notary: Notary,
        webhooks: Webhooks,
        drive: Callable[[Room], None],
    ):
        self.store, self.bus, self.node, self.rooms = store, bus, node, rooms
        self.notary, self.webhooks, self._drive = notary, webhooks, drive

    def entry(self, table: Table, kind: str, seat: int | None, key: str | None = None, /, **body: Any) -> Entry:
        return Entry(table.number + 1, max(self.node.now(), table.at), kind, seat, key, body)

    async def change(self, room: Room, make: Callable[[Table], Entry], token: str | None = None) -> Entry:
        """Check against the newest table, write, and only then show it. Whoever asked may go away meanwhile."""
        change = asyncio.ensure_future(self._change_whole(room, make, token))
        change.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be left to hear of it
        return await asyncio.shield(change)

    async def _change_whole(self, room: Room, make: Callable[[Table], Entry], token: str | None) -> Entry:
        table = room.table
        async with room.lock:
            number, before = table.number, table.outboxes[None].to_act
            try:
                entry = await self._write(room, make, token)
                before = table.outboxes[None].to_act
                place = note_place(table, entry.seat) if entry.kind == "leave" else None
                table.apply(entry)
            finally:
                if table.number != number:
                    self._drive(room)
                    room.wake()
        await self.bus.tell({"table": table.id, "number": entry.number})
        if place and place != note_place(table, entry.seat):  # the seat is open: nobody can ask for its notes again
            await self.store.remove_note(*place)
        await self.notary.settle_if_due(room)
        if table.webhook and table.status == "playing":
            self.webhooks.turn(table, set(table.outboxes[None].to_act) - set(before))
        return entry

    async def _write(self, room: Room, make: Callable[[Table], Entry], token: str | None) -> Entry:
        """The entry, written. Only the newest table refuses: another node may have been quicker."""
        table = room.table
        while True:
            if room.removed:
                raise removed()
            if self.node.closing:
                raise Refused("closing", "The server is being restarted: try again in a moment.", status=503)
            try:
                entry = make(table)
                table.check_length(entry)
            except (Refused, IllegalAction):
                if self.store.shared and await self.rooms.read_new(room):
                    continue
                raise
            tokens = [Token(digest(token), table.id, entry.seat, entry.number)] if token else []
            try:
                await self.store.append(table.id, entry, tokens)
                return entry
            except Vanished:
                self.rooms.let_go(table.id)
                raise removed() from None
            except Conflict:
                if not await self.rooms.read_new(room):
                    raise RuntimeError("a conflict with nothing in the log") from None


def note_place(table: Table, seat: int | None) -> tuple[str, int, int]:
    """Where the notes of a seat are: those of whoever takes it next are elsewhere."""
    joined = table.check_person(seat).joined
    assert seat is not None
    return table.id, seat, joined


class Answered(Exception):
    """The key was answered while this one waited."""


def answered() -> NoReturn:
    raise Answered
