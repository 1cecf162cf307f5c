"""The hall: all tables of this server, put together from its parts, and what people do at them.

Several nodes may have the same tables. Each serves everybody at any of them; the bots and clocks of a table are looked
after by one node, its keeper.
"""

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from takujo.core.errors import IllegalAction
from takujo.core.game import Game
from takujo.core.text import DEFAULT

from . import metrics, wire
from .accounts import Accounts
from .board import Board
from .bus import Bus
from .cluster import LOOK, Cluster
from .compiling import Compiling
from .driver import Driver
from .entries.talk import check_open
from .entry import KINDS, Entry
from .keys import Keys
from .lobby import Lobby
from .node import Node
from .notary import Notary
from .presence import PRESENCE, Presence
from .push import Push
from .ratings import Ratings
from .refused import Refused, reused
from .replay import eyes_of, replay
from .rooms import Room, Rooms, removed
from .settings import Settings
from .store import Store, Unavailable, Vanished, clock_now
from .table import Table
from .thinking import Thinking
from .upkeep import Upkeep
from .webhook import Webhooks
from .writing import Writing, note_place

__all__ = ["Hall"]

Json = dict[str, Any]

log = logging.getLogger("takujo.server")

REFUSALS = 4  # answers to refused keys remembered for each seat: a client has one action under way
AT_THE_CLOCK = 0.5  # seconds between looks at the clock


class Hall:
    """All tables. One instance serves a server process."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        bus: Bus,
        keys: Keys,
        now: Callable[[], int] = clock_now,
        chance: random.Random | None = None,
    ):
        chance = chance or random.SystemRandom()
        self.settings, self.store, self.bus, self.keys, self.now = settings, store, bus, keys, now
        self.thinking = Thinking(settings)
        self.compiling = Compiling(settings, self._swapped)
        self.replayer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="replay")
        self.webhooks = Webhooks(settings)
        self.node = node = Node(settings, store, now, chance)
        self.rooms = rooms = Rooms(store, keys, node, self.compiling, self._drive)
        self.presence = Presence(bus, node, rooms, self._drive, self._spawn)
        self.notary = Notary(store, keys, node)
        self.push = Push(settings, store, keys, self.webhooks, now)
        self.writing = Writing(store, bus, node, rooms, self.notary, self.webhooks, self.push, self._drive)
        self.driver = Driver(settings, node, self.writing, self.thinking, self.compiling, chance)
        self.upkeep = Upkeep(settings, store, bus, node, rooms, self.presence, self.notary, self.driver, self.compiling)
        self.board = Board(bus, node, rooms)
        self.cluster = Cluster(
            store, node, rooms, self.presence, self.board, self.notary, self.driver, self.upkeep, self._spawn
        )
        self.lobby = Lobby(settings, store, keys, node, rooms, self.notary, self.writing, self.webhooks, chance)
        self.ratings = Ratings(store, rooms, self.notary)
        self.accounts = Accounts(store, keys, node, self.ratings, chance)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        while not self.node.name:
            try:
                await self.cluster.enter()
            except Unavailable:
                await asyncio.sleep(1)
        metrics.AWAKE.set_function(lambda: len(self.rooms.awake))
        await self.bus.open(self.cluster.hear, self.cluster.missed)
        lease = self.settings.lease
        self._spawn(self._every(min(LOOK, lease / 4), self.cluster.adopt))
        self._spawn(self._every(self.settings.clean_every, self.upkeep.clean))
        self._spawn(self._every(self.settings.clean_every, self.accounts.clean))
        self._spawn(self._every(min(PRESENCE, self.settings.idle), self.upkeep.forget))
        self._spawn(self._every(AT_THE_CLOCK, self.node.look_up))
        if self.store.shared:
            self._spawn(self._every(lease / 4, self.cluster.keep))
            self._spawn(self._every(LOOK, self.cluster.look))
            self._spawn(self._every(LOOK, self.board.tell))

    def say_goodbye(self) -> None:
        """Take nothing new; those who listen are told, and go."""
        self.node.closing = True
        for room in self.rooms.awake.values():
            room.wake()

    async def close(self) -> None:
        """Finish what is being written, and leave the tables to others."""
        self.say_goodbye()
        drivers = [room.driver for room in self.rooms.awake.values() if room.driver]
        for task in (*drivers, *self._tasks):
            task.cancel()
        await asyncio.gather(*drivers, *self._tasks, return_exceptions=True)
        for room in list(self.rooms.awake.values()):
            async with room.lock:
                pass
        await self.push.close()
        await self.webhooks.close()
        self.thinking.close()
        self.replayer.shutdown(wait=False, cancel_futures=True)
        with contextlib.suppress(Unavailable):  # then the lease runs out
            await self.store.leave(self.node.name)
        await self.bus.close()

    def _spawn(self, work: Awaitable[Any]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Again and again, whatever happens: without these a node is deaf or its tables stand still."""
        while True:
            try:
                await work()
            except Unavailable:
                self.node.away_until = self.now()
            except Exception as error:
                log.error("%s failed: %s", work.__name__, type(error).__name__, exc_info=self.settings.debug)
            await asyncio.sleep(seconds)

    def _swapped(self, game: Game) -> None:
        """Its doors are compiled: nothing is said to those who play, but experts search from now on."""
        for room in self.rooms.awake.values():
            if room.table.game is game:
                room.table.version += 1
                room.wake()

    def _drive(self, room: Room) -> None:
        """What is written drives the table on, and what drives it writes: the two meet here."""
        self.driver.drive(room)

    # -- what people do

    async def act(self, room: Room, seat: int | None, request: wire.Act) -> int:
        """An action; the seat's seq after it. The same key again gets the same answer."""
        entry = _entry(seat, "act", request)
        refusals = room.refusals.setdefault(seat, {})
        if request.key in refusals:
            before, known = refusals[request.key]
            raise known if before == entry.meaning else reused()
        try:
            seq = await self._answer(room, entry)
        except IllegalAction as error:
            metrics.REFUSALS.inc()
            while len(refusals) >= REFUSALS:
                del refusals[next(iter(refusals))]
            refused = _illegal(room.table, request.action, error)
            refusals[request.key] = (entry.meaning, refused)
            raise refused from None
        metrics.ACTIONS.inc()
        return seq

    async def say(self, room: Room, seat: int | None, kind: str, message: wire.Strict) -> int:
        """A chat line, name, vote, and the like; the seat's seq."""
        return await self._answer(room, _entry(seat, kind, message))

    async def say_aside(self, room: Room, seat: int | None, message: wire.AsideMessage) -> int:
        """What a spectator says to the others: no entry of the log, as it is no part of the match."""
        if seat is not None:
            raise Refused("seated", "Who sits at the table speaks to the table.", status=403)
        check_open(room.table)
        line = wire.ChatLine(seat=None, name=message.name or "", text=message.text, at=self.now())
        if room.add_to_gallery(message.key, line):
            await self.bus.tell({"table": room.table.id, "key": message.key, "gallery": line.model_dump()})
        return room.table.outbox(None, self.now()).seq

    async def _answer(self, room: Room, entry: Entry) -> int:
        await self.writing.change_here(room, entry)
        assert entry.key is not None
        return room.table.answers[entry.who, entry.key][0]

    async def replay(self, room: Room, seat: str) -> bytes:
        """The replay, compressed. Made once while the table is in memory, beside those who play."""
        eyes = eyes_of(room.table, seat)
        match = room.table.match
        assert match  # a finished table had one
        if eyes not in room.replays:
            room.replays[eyes] = asyncio.get_running_loop().run_in_executor(self.replayer, replay, match, eyes)
        return await asyncio.shield(room.replays[eyes])

    async def subscribe(self, room: Room, seat: int | None, request: wire.Push, contact: str) -> None:
        """Where somebody's closed page is told that it is their turn; nowhere any more."""
        place = note_place(room.table, seat)
        if request.subscription is None:
            return await self.store.remove_own("push", *place)
        try:
            await self.push.subscribe(place, request.subscription, contact)
        except Vanished:
            self.rooms.let_go(room.table.id)
            raise removed() from None

    # -- what people note for themselves

    async def notes(self, room: Room, seat: int | None) -> str:
        """Those of whoever sits there now."""
        place = note_place(room.table, seat)
        sealed = await self.store.own("note", *place)
        return self.keys.unseal(sealed, str(place)).decode() if sealed else ""

    async def set_notes(self, room: Room, seat: int | None, text: str) -> None:
        """It changes nothing that anybody else is sent, not even a number. Without text nothing is kept."""
        place = note_place(room.table, seat)
        if not text:
            return await self.store.remove_own("note", *place)
        try:
            await self.store.write_own("note", *place, self.keys.seal(text.encode(), str(place)))
        except Vanished:
            self.rooms.let_go(room.table.id)
            raise removed() from None


def _entry(seat: int | None, kind: str, message: wire.Strict) -> Entry:
    """What somebody asks for."""
    return KINDS[kind](who=seat, **{name: value for name, value in message if name != "type"})


def _illegal(table: Table, action: Json, error: IllegalAction) -> Refused:
    """The rules' refusal, without what was tried: only the name of an action that there is."""
    kind = action.get("type")
    details = {**error.details, "action": kind if isinstance(kind, str) and table.game.text.has_action(kind) else "?"}
    return Refused(error.code, table.game.text.refusal(error.code, details, DEFAULT), error.rule, details)
