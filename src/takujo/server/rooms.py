"""Tables in memory: which of them are awake, who listens to each, and how one is woken and brought up to date."""

import asyncio
import contextlib
import re
import weakref
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from takujo.games import BrokenGame, UnknownGame

from . import wire
from .compiling import Compiling
from .entries import read
from .keys import Keys
from .node import Node, loop_time
from .refused import Refused
from .store import Link, Row, Store, Unavailable
from .table import Table

__all__ = ["Crier", "Nap", "Room", "Rooms", "at_leisure", "removed"]

Json = dict[str, Any]
Thought = asyncio.Task[tuple[int, Json]]  # a decision of a seat, and its action

GALLERY = 100  # lines of spectators at hand
KEY = re.compile(r"[\w-]{1,24}", re.ASCII)  # an id or a code


class Room:
    """A table in memory, those who listen to it, and what drives its bots and clocks."""

    def __init__(self, table: Table, crier: "Crier", node: Node):
        self.table, self.crier, self.node = table, crier, node
        self.opened = node.now()
        self.lock = asyncio.Lock()
        self.listeners: dict[Callable[[], None], None] = {}  # in the order in which they came
        self.present: Counter[int] = Counter()  # open connections of each seat here
        self.spectators = 0  # open connections of those who do not sit, here
        # node -> until when this holds, seats connected there, and spectators
        self.elsewhere: dict[str, tuple[float, list[int], int]] = {}
        self.seats_present: list[int] = []  # here or elsewhere
        self.watching = 0  # the same of spectators
        self.gallery: dict[str, wire.ChatLine] = {}  # key -> what spectators last said: it is kept nowhere else
        self.gallery_count = 0
        self.heard: dict[int, int] = {}  # seat -> when this node last heard of its person, milliseconds since 1970
        self.gone: list[int] = []  # as they were last told
        self.slow: list[int] = []
        self.refusals: dict[int | None, dict[str, tuple[int, Refused]]] = {}  # seat -> key -> asked for what, why not
        self.changed = asyncio.Event()  # wakes the driver
        self.driver: asyncio.Task[None] | None = None
        self.delays: dict[tuple[int, int], float] = {}
        self.thoughts: dict[int, tuple[int, Thought]] = {}  # seat -> since when it is to act, what its bot will do
        self.replays: dict[wire.Eyes, asyncio.Future[bytes]] = {}
        self.used = loop_time()
        self.since = 0  # when this node took it over, if it did
        self.links: dict[str, Link] = {}  # of the chain: its deal, its end
        self.settling = False
        self.removed = False

    @property
    def unsettled(self) -> bool:
        """Is a link of the chain due?"""
        return self.table.match is not None and ("end" if self.table.finished else "deal") not in self.links

    @property
    def busy(self) -> bool:
        """Does anybody listen, write or think here?"""
        return bool(self.listeners or self.lock.locked() or self.thoughts or self.unsettled)

    def drop_thoughts(self, acting: dict[int, int]) -> None:
        """All but those of seats that have been to act ever since."""
        for seat, (began, thought) in list(self.thoughts.items()):
            if acting.get(seat) != began:
                thought.cancel()
                del self.thoughts[seat]

    def count_present(self) -> bool:
        """After a change of who is connected: does it show?"""
        before = (self.seats_present, self.watching)
        there = self.elsewhere.values()
        self.seats_present = sorted({*self.present, *(seat for _, seats, _ in there for seat in seats)})
        self.watching = self.spectators + sum(watching for *_, watching in there)
        for seat in before[0]:
            self.hear_from(seat)
        return self._count_absent() or (self.seats_present, self.watching) != before

    def add_to_gallery(self, key: str, line: wire.ChatLine) -> bool:
        """Something a spectator says; False: it was heard before."""
        if key in self.gallery:
            return False
        self.gallery[key] = line
        if len(self.gallery) > GALLERY:
            del self.gallery[next(iter(self.gallery))]
        self.gallery_count += 1
        self.wake()
        return True

    # -- who is away

    def hear_from(self, seat: int) -> None:
        self.heard[seat] = self.node.now()

    def last_here(self, seat: int) -> int:
        """When somebody without a connection was last here, as far as this node can know."""
        return max(self.opened, self.table.seats[seat].seen, self.heard.get(seat, 0))

    def gone_at(self, seat: int) -> int | None:
        """When others need not wait for somebody who has no connection; None: they have one, or do not need it."""
        if seat in self.seats_present:
            return None
        if self.table.seats[seat].auto:
            return 0
        if self.table.clocks.pace.kind == "days":
            return None
        return self.last_here(seat) + self._absent_after

    @property
    def _absent_after(self) -> int:
        return 1000 * self.node.settings.absent_after

    @property
    def absent(self) -> list[int]:
        now = self.node.now()
        return [seat for seat in sorted(self.table.people()) if (at := self.gone_at(seat)) is not None and at <= now]

    @property
    def deserted(self) -> bool:
        """Have all its people been gone for a while? Where days are given nobody need be there."""
        people = [seat for seat, person in enumerate(self.table.seats) if person.kind == "person"]
        if self.seats_present or not people or self.table.clocks.pace.kind == "days":
            return False
        last = max(max(self.table.seats[seat].seen, self.heard.get(seat, 0)) for seat in people)
        return self.node.now() - last >= self._absent_after

    def _count_absent(self) -> bool:
        before, now = (self.gone, self.slow), self.node.now()
        slow = map(self.table.clocks.slow_at, range(self.table.players))
        self.gone = self.absent
        self.slow = [] if self.table.paused else [seat for seat, at in enumerate(slow) if at is not None and at <= now]
        return (self.gone, self.slow) != before

    def forget_silent_nodes(self) -> bool:
        """After some time: does it show who is there?"""
        now = loop_time()
        silent = [node for node, (until, *_) in self.elsewhere.items() if until < now]
        for node in silent:
            del self.elsewhere[node]
        return self.count_present()

    def wake(self) -> None:
        self.changed.set()
        self.crier.call(self)


@dataclass(frozen=True, slots=True)
class Nap:
    """A table that this node keeps and has put out of memory: the log has it."""

    number: int  # of its last entry: with more of them it is to be woken
    alarm: float | None  # milliseconds since 1970; before that nothing happens by itself
    since: int  # Room.since


class Crier:
    """Wakes those who listen, one room in a step of the loop: what comes in meanwhile is read and acknowledged first.

    A room in which more happens before its turn comes is told all of it at once.
    """

    def __init__(self) -> None:
        self._waiting: dict[Room, None] = {}
        self._loop: asyncio.AbstractEventLoop | None = None  # in which it is used

    def call(self, room: Room) -> None:
        if not self._waiting:
            self._loop = self._loop or asyncio.get_running_loop()
            self._loop.call_soon(self._tell)
        self._waiting[room] = None

    def _tell(self) -> None:
        room = next(iter(self._waiting))
        del self._waiting[room]
        if self._waiting and self._loop:
            self._loop.call_soon(self._tell)
        for listener in list(room.listeners):
            listener()


class Rooms:
    """All tables that this node has in memory, or keeps and has put to sleep."""

    def __init__(self, store: Store, keys: Keys, node: Node, compiling: Compiling, drive: Callable[[Room], None]):
        self.store, self.keys, self.node, self.compiling, self._drive = store, keys, node, compiling, drive
        self.awake: dict[str, Room] = {}
        self.known: weakref.WeakValueDictionary[str, Room] = weakref.WeakValueDictionary()  # also those still in use
        self.asleep: dict[str, Nap] = {}
        self._crier = Crier()
        self._loading: dict[str, asyncio.Task[Room]] = {}

    async def find(self, key: str) -> Room:
        """The table with this id or join code, up to date."""
        room = self.awake.get(key)
        if room is None:
            row = await self.store.row(key) if KEY.fullmatch(key) else None
            if row is None:
                if KEY.fullmatch(key) and await self.store.was_removed(key):
                    raise removed()
                raise Refused("no-such-table", "There is no table with this address or code.", status=404)
            room = self.awake.get(row.id) or await self._wake_up(row)
        if self.store.shared:  # whoever asks may have seen more at another node
            await self.catch_up(room)
        room.used = loop_time()
        return room

    async def _wake_up(self, row: Row) -> Room:
        """Into memory, once for all who ask at the same time."""
        loading = self._loading.get(row.id)
        if loading is None:
            loading = self._loading[row.id] = asyncio.ensure_future(self._load(row))
            loading.add_done_callback(lambda done: (self._loading.pop(row.id), done.cancelled() or done.exception()))
        return await asyncio.shield(loading)

    async def _load(self, row: Row) -> Room:
        room = self.known.get(row.id)
        if room is None:
            room = Room(Table(row, self.keys.unseal(row.seed, row.id)), self._crier, self.node)
            try:
                await self.read_new(room)
            except (UnknownGame, BrokenGame):
                raise Refused(
                    "no-such-game", "This server cannot play the game of this table now.", status=503
                ) from None
        nap = self.asleep.pop(row.id, None)
        room.since = nap.since if nap else room.since
        self.awake[row.id] = self.known[row.id] = room
        self.compiling.want(room.table.game, room.table.maker or row.id)
        self._drive(room)
        return room

    async def read_new(self, room: Room) -> bool:
        """Take what others have written; was there any?"""
        lines = await self.store.entries(room.table.id, room.table.number)
        for line in lines:
            room.table.apply(read(line))
        return bool(lines)

    async def catch_up(self, room: Room) -> None:
        async with room.lock:
            if await self.read_new(room):
                self._drive(room)
                room.wake()

    def is_behind(self, table: str, number: int) -> bool:
        """Has more been written about a table in memory, or one that must be woken by it?"""
        room, nap = self.awake.get(table), self.asleep.get(table)
        return room.table.number < number if room else nap is not None and nap.number < number

    async def follow(self, table: str) -> None:
        room = self.awake.get(table)
        await (self.catch_up(room) if room else self.find(table))

    def let_go(self, table: str) -> None:
        self.node.kept.discard(table)
        self.asleep.pop(table, None)
        if room := self.awake.pop(table, None):
            room.removed = True
            room.wake()


async def at_leisure(work: Awaitable[Any]) -> None:
    with contextlib.suppress(Unavailable, Refused):  # the next look will find it
        await work


def removed() -> Refused:
    return Refused("removed", "This table was removed: nobody had done anything there for long.", status=410)
