"""What is put out of memory for a while, and what is removed for good."""

import asyncio
import logging

from takujo.bots.minds import forget as forget_mind
from takujo.games import forget, variants

from .bus import Bus
from .compiling import Compiling
from .driver import Driver
from .node import Node, loop_time
from .notary import Notary
from .presence import PRESENCE, Presence
from .refused import Refused
from .rooms import Nap, Room, Rooms, at_leisure
from .settings import Settings
from .store import Store, Unavailable
from .table import Table
from .told import digest as digest_of
from .told import whole_record

__all__ = ["Upkeep", "soonest"]

log = logging.getLogger("takujo.server")

DAY = 86_400_000  # milliseconds
WORD_BEFORE = 3 * DAY  # so long before a table is removed it says so
TOLD_REMOVED = 30 * DAY  # so long who asks for it is told that there was one
CLEANED = 20  # tables found at once that are to be looked at
BETWEEN = 0.05  # seconds between two of them: those who play go first
AT_ONCE = 50  # tables in memory that are looked at in one go
AWAKE = 2000  # tables in memory; above that those go that were not looked at for the longest, if nothing needs them


def soonest(settings: Settings) -> int:
    """Milliseconds after which a new table may be removed, however it goes on."""
    days = (settings.keep_waiting, settings.keep_relaxed, settings.keep_finished)
    return min((round(most * DAY) for most in days if most), default=TOLD_REMOVED)


class Upkeep:
    """Keeps memory and database from filling with tables that nobody looks at."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        bus: Bus,
        node: Node,
        rooms: Rooms,
        presence: Presence,
        notary: Notary,
        driver: Driver,
        compiling: Compiling,
    ):
        self.settings, self.store, self.bus, self.node, self.rooms = settings, store, bus, node, rooms
        self.presence, self.notary, self.driver, self.compiling = presence, notary, driver, compiling
        self._untouched = soonest(settings) - WORD_BEFORE  # milliseconds after which that may be soon

    # -- out of memory

    async def forget(self) -> None:
        """Put tables nobody looks at out of memory, and wake those whose time comes; say again who is connected."""
        oldest = loop_time() - self.settings.idle
        rooms = sorted(self.rooms.awake.values(), key=lambda room: room.used)
        for number, room in enumerate(rooms, 1):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)  # those who play go first
            if room.forget_silent_nodes():
                room.wake()
                self.driver.drive(room)
            await self.notary.settle_if_due(room)
            if room.table.finished:
                self.node.kept.discard(room.table.id)
            if room.used < oldest or len(self.rooms.awake) > AWAKE:
                self.sleep(room)
        self._forget_variants()
        await self.presence.tell([room for room in self.rooms.awake.values() if room.present or room.spectators])
        soon = self.node.now() + 2000 * PRESENCE
        for table in [table for table, nap in self.rooms.asleep.items() if nap.alarm is not None and nap.alarm < soon]:
            await at_leisure(self.rooms.find(table))

    def sleep(self, room: Room) -> None:
        """Put a table out of memory, unless somebody listens, or something is to happen to it soon."""
        table = room.table
        following = None if table.finished else self.driver.upcoming(room)
        soon = self.node.now() + 1000 * max(self.settings.idle, 4 * PRESENCE)
        kept = table.id in self.node.kept
        seats = zip(table.seats, table.clocks.began, strict=True)
        bots = not room.deserted and any(seat.by_bot and began is not None for seat, began in seats)
        if room.busy or (kept and following and (bots or following[0] < soon)):
            return
        if room.driver:
            room.driver.cancel()
            room.driver = None
        if kept and not table.finished:
            self.rooms.asleep[table.id] = Nap(table.number, following and following[0], room.since)
        self.rooms.awake.pop(table.id, None)

    def drop(self, table: str) -> bool:
        """Put a table out of memory that goes on elsewhere, if nobody here needs it: who asks is told the newest."""
        room = self.rooms.awake.get(table)
        if room is None or room.busy or table in self.node.kept:
            return False
        del self.rooms.awake[table]
        return True

    def _forget_variants(self) -> None:
        """Let go of the cards that no table in memory is played with."""
        used = {room.table.game.package for room in self.rooms.known.values()}
        for game in variants():
            if game.package not in used:
                self.compiling.forget(game)
                forget_mind(game)
                forget(game)

    # -- for good

    def until(self, table: Table) -> int | None:
        """When it is removed, if nobody does anything there."""
        days: float = getattr(self.settings, f"keep_{table.rests}") if table.rests else 0
        return table.at + round(days * DAY) if days else None

    def word_before(self, table: Table) -> int | None:
        """The same, when that is soon."""
        if self.node.now() - table.at < self._untouched:
            return None
        until = self.until(table)
        return until if until is not None and until < self.node.now() + WORD_BEFORE else None

    async def clean(self) -> None:
        """Remove tables that nobody has touched for long. Any node may do so: it is done once."""
        await self.store.forget_removed(self.node.now() - TOLD_REMOVED)
        ended = self.settings.keep_finished > 0
        while tables := await self.store.due(self.node.now(), CLEANED, ended=ended):
            for table in tables:
                await asyncio.sleep(BETWEEN)
                try:
                    await self._clean_up(await self.rooms.find(table))
                except Refused:
                    continue  # another node has removed it
                except Unavailable:
                    raise
                except Exception as error:
                    log.error("a table could not be looked at: %s", type(error).__name__)
                    await self.store.look_again(table, self.node.now() + TOLD_REMOVED)

    async def _clean_up(self, room: Room) -> None:
        table = room.table
        await self.notary.settle(room)
        async with room.lock:
            until = self.until(table)
            if until is not None and until <= self.node.now():
                digest = digest_of(whole_record(table)) if table.match else None
                if await self.store.remove(table.row, table.number, self.node.now(), digest):
                    self.rooms.let_go(table.id)
                    await self.bus.tell({"table": table.id, "number": table.number, "removed": True})
                return  # if it was not removed, more has been written: it is looked at again
        latest = self.node.now() + TOLD_REMOVED  # settings may change
        await self.store.look_again(table.id, min(until or latest, latest))
        self.sleep(room)
