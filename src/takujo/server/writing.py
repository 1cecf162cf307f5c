"""How a table changes: checked against its newest state, written, and only then shown."""

import asyncio
from collections.abc import Callable

from takujo.core.errors import IllegalAction

from .bus import Bus
from .entry import Entry
from .keys import digest
from .node import Node
from .notary import Notary
from .push import Push
from .refused import Refused
from .rooms import Room, Rooms, removed
from .store import Conflict, Store, Token, Vanished
from .table import Table
from .webhook import Webhooks

__all__ = ["Writing", "note_place"]


class Writing:
    """Writes entries; those who listen, other nodes, webhooks and closed pages are told."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        node: Node,
        rooms: Rooms,
        notary: Notary,
        webhooks: Webhooks,
        push: Push,
        drive: Callable[[Room], None],
    ):
        self.store, self.bus, self.node, self.rooms = store, bus, node, rooms
        self.notary, self.webhooks, self.push, self._drive = notary, webhooks, push, drive

    async def change(self, room: Room, entry: Entry, token: str | None = None) -> None:
        """Check against the newest table, write, and only then show it. Whoever asked may go away meanwhile.

        What has been done before, by its key, is not done again.
        """
        change = asyncio.ensure_future(self.change_here(room, entry, token))
        change.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be left to hear of it
        await asyncio.shield(change)

    async def change_here(self, room: Room, entry: Entry, token: str | None = None) -> None:
        """The same in a task that nobody cancels."""
        table = room.table
        async with room.lock:
            number = table.number
            try:
                if not await self._write(room, entry, token):
                    return
                before = table.outboxes[None].to_act
                places = _note_places(table) if entry.changes_info else set()
                table.apply(entry)
            finally:
                if table.number != number:
                    self._drive(room)
                    room.wake()
        await self.bus.tell({"table": table.id, "number": entry.number})
        for place in places and places - _note_places(table):  # the seat is another's: what was its owner's is nobody's
            await self.store.remove_own("note", *place)
            await self.store.remove_own("push", *place)
        await self.notary.settle_if_due(room)
        if table.status == "playing":
            turn = set(table.outboxes[None].to_act) - set(before)  # as everybody sees it
            if table.webhook:
                self.webhooks.turn(table, turn)
            for seat in sorted(turn - set(room.seats_present)):
                if not table.seats[seat].by_bot:
                    self.push.turn(table, note_place(table, seat))

    async def _write(self, room: Room, entry: Entry, token: str | None) -> bool:
        """Into the log, unless it is there. Only the newest table refuses: another node may have been quicker."""
        table = room.table
        while True:
            if room.removed:
                raise removed()
            if self.node.closing:
                raise Refused("closing", "The server is being restarted: try again in a moment.", status=503)
            entry.number, entry.at = table.number + 1, max(self.node.now(), table.at)
            try:
                if entry.is_done(table):
                    return False
                if type(entry).see is not Entry.see:
                    entry.see(room.absent)
                if entry.by_keeper:
                    self.node.check_keeps(table.id)
                table.check(entry)
            except (Refused, IllegalAction):
                if self.store.shared and await self.rooms.read_new(room):
                    continue
                raise
            tokens = [Token(digest(token), table.id, entry.who, entry.seated)] if token else []
            try:
                await self.store.append(table.id, entry.line(), tokens)
                return True
            except Vanished:
                self.rooms.let_go(table.id)
                raise removed() from None
            except Conflict:
                if not await self.rooms.read_new(room):
                    raise RuntimeError("a conflict with nothing in the log") from None


def _note_places(table: Table) -> set[tuple[str, int, int]]:
    return {note_place(table, seat) for seat, person in enumerate(table.seats) if person.kind == "person"}


def note_place(table: Table, seat: int | None) -> tuple[str, int, int]:
    """Where the notes of a seat are: those of whoever takes it next are elsewhere."""
    person = table.person(seat)
    return table.id, person.first, person.joined
