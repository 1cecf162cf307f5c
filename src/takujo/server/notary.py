"""What proves: links of the chain, receipts of a deal, signed records."""

import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any

from takujo.match import canonical

from . import wire
from .keys import Keys
from .node import Node
from .outbox import Who
from .refused import Refused
from .rooms import Room
from .store import Link, Store, Unavailable
from .told import deal, record, whole_record
from .told import digest as digest_of

__all__ = ["Notary"]

Json = dict[str, Any]

LINKS = 1000  # of the chain, sent at once


class Notary:
    """Binds deals and ends to the chain, and signs what the server says of them."""

    def __init__(self, store: Store, keys: Keys, node: Node):
        self.store, self.keys, self.node = store, keys, node
        self.ended: Callable[[Room, int], Awaitable[None]] | None = None  # what else follows from an end, done once

    async def settle(self, room: Room) -> None:
        """What follows from a deal or an end: links of the chain; nobody need look after a table that has ended."""
        table, links = room.table, room.links
        if table.match and "deal" not in links:
            links["deal"] = await self.store.link(table.id, "deal", digest_of(deal(table)), self.node.now())
        if table.match and table.finished and "end" not in links:
            end = await self.store.link(table.id, "end", digest_of(whole_record(table)), self.node.now())
            if self.ended:
                await self.ended(room, end.at)
            await self.store.close_table(table.id)
            self.node.kept.discard(table.id)
            links["end"] = end

    async def settle_if_due(self, room: Room) -> None:
        if room.unsettled and not room.settling:
            room.settling = True
            try:
                with contextlib.suppress(Unavailable):  # its keeper will see to it
                    await self.settle(room)
            finally:
                room.settling = False

    async def chain(self, after: int) -> wire.Chain:
        links = await self.store.chain(after, LINKS)
        head = links[-1] if 0 < len(links) < LINKS else await self.store.head()
        signature = self.keys.sign(f"takujo head {head.number} {head.link}".encode()) if head else None
        shown = [_link(link) for link in links]
        return wire.Chain(key=self.keys.public, links=shown, head=_link(head) if head else None, signature=signature)

    async def receipt(self, room: Room) -> Json:
        """What was bound when the cards were dealt, signed."""
        table = room.table
        if table.match is None:
            raise Refused("not-started", "Play starts when all seats are taken.")
        if room.unsettled:
            await self.settle(room)
        receipt = {"deal": deal(table), **_told(room.links["deal"]), "key": self.keys.public}
        return {**receipt, "signature": self.keys.sign(canonical(receipt))}

    async def record(self, room: Room, who: Who) -> Json:
        """The record; of a match that has ended, signed."""
        table = room.table
        told = record(table, who, self.node.now())
        if table.match and table.finished:
            if room.unsettled:
                await self.settle(room)
            links = {kind: _told(link) for kind, link in room.links.items()}
            server = {"key": self.keys.public, **links}
            told["server"] = server
            server["signature"] = self.keys.sign(canonical(told))
        return told


def _told(link: Link) -> Json:
    """What a receipt or a record says of a link."""
    return {"number": link.number, "at": link.at, "link": link.link}


def _link(link: Link) -> wire.Link:
    return wire.Link(**asdict(link))
