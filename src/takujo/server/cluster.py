"""Other nodes on the same database: what they tell, and the tables taken over from those that died."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from . import wire
from .board import Board
from .driver import Driver
from .node import Node, loop_time
from .notary import Notary
from .presence import TOLD, Presence
from .rooms import Rooms, at_leisure
from .store import Store, Unavailable
from .upkeep import Upkeep

__all__ = ["LOOK", "Cluster"]

Json = dict[str, Any]

log = logging.getLogger("takujo.server")

LOOK = 2.0  # seconds between looks for what the bus has not told
TAKEN = 16  # tables without a keeper taken at once, so that all nodes get some


class Cluster:
    """Follows what other nodes write, and looks after tables that nobody keeps."""

    def __init__(
        self,
        store: Store,
        node: Node,
        rooms: Rooms,
        presence: Presence,
        board: Board,
        notary: Notary,
        driver: Driver,
        upkeep: Upkeep,
        spawn: Callable[[Awaitable[Any]], None],
    ):
        self.store, self.node, self.rooms, self.presence, self.board = store, node, rooms, presence, board
        self.notary, self.driver, self.upkeep, self._spawn = notary, driver, upkeep, spawn
        self._sure = False  # did the last look come to its end? Then what this node keeps need only be counted

    def hear(self, message: Json) -> None:
        """Another node tells that a table has changed, who is connected or talks there, or what is public."""
        if "present" in message:
            self.presence.hear(message["node"], message["present"], message["watching"])
            return
        if "board" in message:
            self.board.hear(message["node"], message["board"])
            return
        if "gallery" in message:
            if room := self.rooms.awake.get(message["table"]):
                room.add_to_gallery(message["key"], wire.ChatLine(**message["gallery"]))
            return
        if "removed" in message:
            self.rooms.let_go(message["table"])
        elif self.rooms.is_behind(message["table"], message["number"]):
            if self.upkeep.drop(message["table"]):
                return
            self._spawn(at_leisure(self.rooms.follow(message["table"])))

    def missed(self) -> None:
        self._spawn(at_leisure(self.look()))
        self._spawn(self.presence.tell(list(self.rooms.awake.values())))

    async def look(self) -> None:
        """What the bus did not tell stands in the log."""
        tables = [*self.rooms.awake, *self.rooms.asleep]
        for start in range(0, len(tables), TOLD):
            part = tables[start : start + TOLD]
            numbers = await self.store.numbers(part)
            for table in part:
                if table not in numbers:
                    self.rooms.let_go(table)
                elif self.rooms.is_behind(table, numbers[table]):
                    await self.rooms.follow(table)

    async def enter(self) -> None:
        """As a node with a new name, which keeps nothing yet."""
        self.rooms.asleep.clear()
        await self.node.enter()

    async def keep(self) -> None:
        """Renew the lease, or begin anew."""
        until = self.node.kept_until
        if await self.node.renew():
            if loop_time() >= until:  # nobody has taken over meanwhile: those who drive had stopped
                for room in [self.rooms.awake[table] for table in sorted(self.node.kept) if table in self.rooms.awake]:
                    self.driver.drive(room)
        else:
            log.warning("this node was silent for too long: others have its tables")
            await self.enter()
        await self.store.bury()

    async def adopt(self) -> None:
        """Look after tables that nobody keeps: their node has died, or this one starts.

        What this node keeps is read back: the answer to `take` may have been lost with the database.
        """
        node = self.node.name
        more = True
        sure, self._sure = self._sure, False
        while more:
            taken = len(await self.store.take(node, TAKEN))
            more = taken == TAKEN
            if sure and not taken and await self.store.count_kept(node) == len(self.node.kept):
                break
            for table in sorted(set(await self.store.kept(node)) - self.node.kept):
                try:
                    room = await self.rooms.find(table)
                except Unavailable:
                    raise
                except Exception as error:
                    log.error("a table could not be opened: %s", type(error).__name__)
                    self.node.kept.add(table)  # it stays so: to try again would fail again
                    continue
                if node != self.node.name:
                    return
                self.node.kept.add(table)
                room.since = self.node.now()
                self.driver.drive(room)
                await self.notary.settle_if_due(room)
                self.upkeep.sleep(room)
        self._sure = True
