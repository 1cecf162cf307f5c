"""The hall: all tables of this server. It takes what people and bots do, has it written, and tells those who listen.

Several nodes may have the same tables. Each serves everybody at any of them; the bots and clocks of a table are looked
after by one node, its keeper.
"""

import asyncio
import base64
import contextlib
import hashlib
import logging
import math
import random
import re
import weakref
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, NoReturn

from takujo.bots import LEVELS
from takujo.bots.minds import forget as forget_mind
from takujo.core.components import BadComponents, checked, component_content
from takujo.core.errors import IllegalAction
from takujo.core.game import Game
from takujo.core.options import checked_options, checked_players
from takujo.games import DIGITS, SLUGS, forget, load, variants
from takujo.match import canonical

from . import metrics, wire
from .bus import Bus
from .compiling import Compiling
from .keys import Keys
from .limits import Rate
from .replay import eyes_of, replay
from .series import LONGEST
from .settings import Settings
from .store import Conflict, Entry, Link, Row, Store, Token, TooMany, Unavailable, Vanished, clock_now
from .table import Refused, Table, asked_for, card_name, reused
from .table import digest as digest_of
from .thinking import Thinking
from .webhook import Webhooks

__all__ = ["Hall", "Person", "Room", "removed"]

Json = dict[str, Any]
Thought = asyncio.Task[tuple[int, Json]]  # a decision of a seat, and its action

log = logging.getLogger("takujo.server")

DAY = 86_400_000  # milliseconds
WORD_BEFORE = 3 * DAY  # so long before a table is removed it says so
TOLD_REMOVED = 30 * DAY  # so long who asks for it is told that there was one
CLEANED = 20  # tables found at once that are to be looked at
BETWEEN = 0.05  # seconds between two of them: those who play go first
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look alike
AWAKE = 2000  # tables in memory; above that those go that were not looked at for the longest, if nothing needs them
REFUSALS = 4  # answers to refused keys remembered for each seat: a client has one action under way
LONG = 16  # characters of a key that nobody guesses
LINKS = 1000  # of the chain, sent at once
LOOK = 2.0  # seconds between looks for what the bus has not told
CARD_SETS = 60  # other than ours, in memory: a table with a new one is refused
TAKEN = 16  # tables without a keeper taken at once, so that all nodes get some
AT_THE_CLOCK = 0.5  # seconds between looks at it
PAUSED = 1_000  # milliseconds between two of them: the process stood still, and heard nobody meanwhile
PRESENCE = 5.0  # seconds between two times that a node tells who is connected to it
TOLD = 500  # tables in one message about that
KEY = re.compile(r"[\w-]{1,24}", re.ASCII)  # an id or a code


def _time() -> float:
    """Seconds by the loop's clock, which only goes forward."""
    return asyncio.get_running_loop().time()


def digest(token: str) -> bytes:
    """Tokens are random and long: one hash hides them."""
    return hashlib.sha256(token.encode()).digest()


class Person:
    """Who a token belongs to: a seat, or the maker of the table who does not sit (`seat` is None)."""

    __slots__ = ("maker", "seat")

    def __init__(self, seat: int | None, *, maker: bool):
        self.seat = seat
        self.maker = maker


SPECTATOR = Person(None, maker=False)


class Room:
    """A table in memory, those who listen to it, and what drives its bots and clocks."""

    def __init__(self, table: Table, crier: "Crier"):
        self.table, self.crier = table, crier
        self.lock = asyncio.Lock()
        self.listeners: dict[asyncio.Event, None] = {}  # in the order in which they came
        self.present: Counter[int] = Counter()  # open connections of each seat here
        self.elsewhere: dict[str, tuple[float, list[int]]] = {}  # node -> until when this holds, seats connected there
        self.seats_present: list[int] = []  # here or elsewhere
        self.refusals: dict[int | None, dict[str, tuple[int, Refused]]] = {}  # seat -> key -> asked for what, why not
        self.changed = asyncio.Event()  # wakes the driver
        self.driver: asyncio.Task[None] | None = None
        self.delays: dict[tuple[int, int], float] = {}
        self.thoughts: dict[int, tuple[int, Thought]] = {}  # seat -> since when it is to act, what its bot will do
        self.replays: dict[wire.Eyes, asyncio.Future[bytes]] = {}
        self.used = _time()
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
        before = self.seats_present
        self.seats_present = sorted({*self.present, *(seat for _, seats in self.elsewhere.values() for seat in seats)})
        return self.seats_present != before

    def forget_silent_nodes(self) -> None:
        now = _time()
        silent = [node for node, (until, _) in self.elsewhere.items() if until < now]
        for node in silent:
            del self.elsewhere[node]
        if self.count_present():
            self.wake()

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

    def call(self, room: Room) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._tell)
        self._waiting[room] = None

    def _tell(self) -> None:
        room = next(iter(self._waiting))
        del self._waiting[room]
        for listener in room.listeners:
            listener.set()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._tell)


class Hall:
    """All tables. One instance serves a server process."""

    keys: Keys  # from when the store is open

    def __init__(
        self,
        settings: Settings,
        store: Store,
        bus: Bus,
        now: Callable[[], int] = clock_now,
        chance: random.Random | None = None,
    ):
        self.settings, self.store, self.bus, self.now = settings, store, bus, now
        self.chance = chance or random.SystemRandom()
        self.rooms: dict[str, Room] = {}
        self.known: weakref.WeakValueDictionary[str, Room] = weakref.WeakValueDictionary()  # also those still in use
        self.asleep: dict[str, Nap] = {}
        self.crier = Crier()
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.thinking = Thinking(settings)
        self.compiling = Compiling(settings, self._swapped)
        self.card_rate = Rate(*settings.card_rate)
        self.replayer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="replay")
        self.webhooks = Webhooks(settings)
        self.node = ""
        self.kept: set[str] = set()  # the tables whose bots and clocks this node looks after
        self.kept_until = 0.0  # by time.monotonic: then others may have them
        self.away_until = 0  # when the database was last away, or the process stood still
        self.awake = now()  # when it last was seen not to
        self.closing = False
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        while not self.node:
            try:
                await self._enter()
            except Unavailable:
                await asyncio.sleep(1)
        metrics.AWAKE.set_function(lambda: len(self.rooms))
        await self.bus.open(self._hear, self._missed)
        lease = self.settings.lease
        self._spawn(self._every(min(LOOK, lease / 4), self._adopt))
        self._spawn(self._every(self.settings.clean_every, self._clean))
        self._spawn(self._every(min(PRESENCE, self.settings.idle), self._forget))
        self._spawn(self._every(AT_THE_CLOCK, self._look_up))
        if self.store.shared:
            self._spawn(self._every(lease / 4, self._keep))
            self._spawn(self._every(LOOK, self._look))

    def say_goodbye(self) -> None:
        """Take nothing new; those who listen are told, and go."""
        self.closing = True
        for room in self.rooms.values():
            room.wake()

    async def close(self) -> None:
        """Finish what is being written, and leave the tables to others."""
        self.say_goodbye()
        drivers = [room.driver for room in self.rooms.values() if room.driver]
        for task in (*drivers, *self._tasks):
            task.cancel()
        await asyncio.gather(*drivers, *self._tasks, return_exceptions=True)
        for room in list(self.rooms.values()):
            async with room.lock:
                pass
        await self.webhooks.close()
        self.thinking.close()
        self.replayer.shutdown(wait=False, cancel_futures=True)
        with contextlib.suppress(Unavailable):  # then the lease runs out
            await self.store.leave(self.node)
        await self.bus.close()

    def _new_id(self, size: int) -> str:
        return base64.urlsafe_b64encode(self.chance.randbytes(size)).decode().rstrip("=")

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
                self.away_until = self.now()
            except Exception as error:
                log.error("%s failed: %s", work.__name__, type(error).__name__, exc_info=self.settings.debug)
            await asyncio.sleep(seconds)

    async def _look_up(self) -> None:
        """Was the process stopped, or the machine asleep? Then nobody's time ran out by their own fault."""
        now = self.now()
        if now - self.awake > PAUSED:
            self.away_until = now
        self.awake = now

    # -- rooms

    async def room(self, key: str) -> Room:
        """The table with this id or join code, up to date."""
        room = self.rooms.get(key)
        if room is None:
            row = await self.store.row(key) if KEY.fullmatch(key) else None
            if row is None:
                if KEY.fullmatch(key) and await self.store.was_removed(key):
                    raise removed()
                raise Refused("no-such-table", "There is no table with this address or code.", status=404)
            room = self.rooms.get(row.id) or await self._wake_up(row)
        if self.store.shared:  # whoever asks may have seen more at another node
            await self._catch_up(room)
        room.used = _time()
        return room

    async def _wake_up(self, row: Row) -> Room:
        """Into memory, once for all who ask at the same time."""
        loading = self.loading.get(row.id)
        if loading is None:
            loading = self.loading[row.id] = asyncio.ensure_future(self._load(row))
            loading.add_done_callback(lambda done: (self.loading.pop(row.id), done.cancelled() or done.exception()))
        return await asyncio.shield(loading)

    async def _load(self, row: Row) -> Room:
        room = self.known.get(row.id)
        if room is None:
            room = Room(Table(row, self.keys.unseal(row.seed, row.id)), self.crier)
            await self._read_new(room)
        nap = self.asleep.pop(row.id, None)
        room.since = nap.since if nap else room.since
        self.rooms[row.id] = self.known[row.id] = room
        self.compiling.want(room.table.game, room.table.maker or row.id)
        self._drive(room)
        return room

    async def _read_new(self, room: Room) -> bool:
        """Take what others have written; was there any?"""
        entries = await self.store.entries(room.table.id, room.table.number)
        for entry in entries:
            room.table.apply(entry)
        return bool(entries)

    async def _catch_up(self, room: Room) -> None:
        async with room.lock:
            if await self._read_new(room):
                self._drive(room)
                room.wake()

    # -- other nodes

    def _hear(self, message: Json) -> None:
        """Another node tells that a table has changed, or who is connected to it."""
        if "present" in message:
            self._hear_presence(message["node"], message["present"])
            return
        if "removed" in message:
            self._let_go(message["table"])
        elif self._is_behind(message["table"], message["number"]):
            self._spawn(self._at_leisure(self._follow(message["table"])))

    def _is_behind(self, table: str, number: int) -> bool:
        """Has more been written about a table in memory, or one that must be woken by it?"""
        room, nap = self.rooms.get(table), self.asleep.get(table)
        return room.table.number < number if room else nap is not None and nap.number < number

    async def _follow(self, table: str) -> None:
        room = self.rooms.get(table)
        await (self._catch_up(room) if room else self.room(table))

    def _missed(self) -> None:
        self._spawn(self._at_leisure(self._look()))
        self._spawn(self._tell_presence(list(self.rooms.values())))

    async def _at_leisure(self, work: Awaitable[Any]) -> None:
        with contextlib.suppress(Unavailable, Refused):  # the next look will find it
            await work

    async def _look(self) -> None:
        """What the bus did not tell stands in the log."""
        tables = [*self.rooms, *self.asleep]
        for start in range(0, len(tables), TOLD):
            part = tables[start : start + TOLD]
            numbers = await self.store.numbers(part)
            for table in part:
                if table not in numbers:
                    self._let_go(table)
                elif self._is_behind(table, numbers[table]):
                    await self._follow(table)

    def _hear_presence(self, node: str, present: dict[str, list[int]]) -> None:
        for table, seats in present.items():
            room = self.rooms.get(table)
            if room is None:
                continue
            if node not in room.elsewhere and room.present:  # it cannot have heard of ours
                self._spawn(self._tell_presence([room]))
            room.elsewhere[node] = (_time() + 3 * PRESENCE, seats)
            if room.count_present():
                room.wake()

    def changed_presence(self, room: Room) -> None:
        if room.count_present():
            room.wake()
        self._spawn(self._tell_presence([room]))

    async def _tell_presence(self, rooms: list[Room]) -> None:
        for start in range(0, len(rooms), TOLD):
            present = {room.table.id: sorted(room.present) for room in rooms[start : start + TOLD]}
            await self.bus.tell({"node": self.node, "present": present})

    # -- which tables this node keeps

    @property
    def _lease(self) -> int:
        return 1000 * self.settings.lease

    async def _enter(self) -> None:
        node, asked = self._new_id(12), _time()
        self.kept.clear()
        self.asleep.clear()
        await self.store.enter(node, self._lease)
        self.node = node
        self.kept_until = asked + self.settings.lease if self.store.shared else float("inf")

    async def _keep(self) -> None:
        """Renew the lease. Counted from before it was asked for: this node gives up before others may take over."""
        asked = _time()
        if await self.store.beat(self.node, self._lease):
            lapsed = _time() >= self.kept_until
            self.kept_until = asked + self.settings.lease
            if lapsed:  # nobody has taken over meanwhile: those who drive had stopped
                for room in [self.rooms[table] for table in sorted(self.kept) if table in self.rooms]:
                    self._drive(room)
        else:
            log.warning("this node was silent for too long: others have its tables")
            await self._enter()
        await self.store.bury()

    async def _adopt(self) -> None:
        """Look after tables that nobody keeps: their node has died, or this one starts.

        What this node keeps is read back: the answer to `take` may have been lost with the database.
        """
        node = self.node
        more = True
        while more:
            more = len(await self.store.take(node, TAKEN)) == TAKEN
            for table in sorted(set(await self.store.kept(node)) - self.kept):
                try:
                    room = await self.room(table)
                except Unavailable:
                    raise
                except Exception as error:
                    log.error("a table could not be opened: %s", type(error).__name__)
                    self.kept.add(table)  # it stays so: to try again would fail again
                    continue
                if node != self.node:
                    return
                self.kept.add(table)
                room.since = self.now()
                self._drive(room)
                await self._settle_if_due(room)
                self._sleep(room)

    def _keeps(self, room: Room) -> bool:
        return room.table.id in self.kept and _time() < self.kept_until

    def _check_keeps(self, room: Room) -> None:
        """A node that was paused while its bot thought does nothing: another one has the table."""
        if not self._keeps(room):
            raise Refused("not-kept", "Another node looks after this table.")

    async def _settle(self, room: Room) -> None:
        """What follows from a deal or an end: links of the chain; nobody need look after a table that has ended."""
        table, links = room.table, room.links
        if table.match and "deal" not in links:
            links["deal"] = await self.store.link(table.id, "deal", digest_of(table.deal()), self.now())
        if table.match and table.finished and "end" not in links:
            end = await self.store.link(table.id, "end", digest_of(table.whole_record()), self.now())
            await self.store.close_table(table.id)
            self.kept.discard(table.id)
            links["end"] = end

    async def _settle_if_due(self, room: Room) -> None:
        if room.unsettled and not room.settling:
            room.settling = True
            try:
                with contextlib.suppress(Unavailable):  # its keeper will see to it
                    await self._settle(room)
            finally:
                room.settling = False

    async def _forget(self) -> None:
        """Put tables nobody looks at out of memory, and wake those whose time comes; say again who is connected."""
        oldest = _time() - self.settings.idle
        for room in sorted(self.rooms.values(), key=lambda room: room.used):
            room.forget_silent_nodes()
            await self._settle_if_due(room)
            if room.table.finished:
                self.kept.discard(room.table.id)
            if room.used < oldest or len(self.rooms) > AWAKE:
                self._sleep(room)
        self._forget_variants()
        await self._tell_presence([room for room in self.rooms.values() if room.present])
        soon = self.now() + 2000 * PRESENCE
        for table in [table for table, nap in self.asleep.items() if nap.alarm is not None and nap.alarm < soon]:
            await self._at_leisure(self.room(table))

    def _sleep(self, room: Room) -> None:
        """Put a table out of memory, unless somebody listens, or something is to happen to it soon."""
        table = room.table
        following = None if table.finished else self._next(room)
        soon = self.now() + 1000 * max(self.settings.idle, 4 * PRESENCE)
        kept = table.id in self.kept
        bots = any(seat.by_bot and began is not None for seat, began in zip(table.seats, table.began, strict=True))
        if room.busy or (kept and following and (bots or following[0] < soon)):
            return
        if room.driver:
            room.driver.cancel()
            room.driver = None
        if kept and not table.finished:
            self.asleep[table.id] = Nap(table.number, following and following[0], room.since)
        self.rooms.pop(table.id, None)

    # -- what is removed

    def until(self, table: Table) -> int | None:
        """When it is removed, if nobody does anything there."""
        days: float = getattr(self.settings, f"keep_{table.rests}") if table.rests else 0
        return table.at + round(days * DAY) if days else None

    def word_before(self, table: Table) -> int | None:
        """The same, when that is soon."""
        until = self.until(table)
        return until if until is not None and until < self.now() + WORD_BEFORE else None

    @property
    def _soonest(self) -> int:
        """Milliseconds after which a new table may be removed, however it goes on."""
        days = (self.settings.keep_waiting, self.settings.keep_relaxed, self.settings.keep_finished)
        return min((round(most * DAY) for most in days if most), default=TOLD_REMOVED)

    async def _clean(self) -> None:
        """Remove tables that nobody has touched for long. Any node may do so: it is done once."""
        await self.store.forget_removed(self.now() - TOLD_REMOVED)
        ended = self.settings.keep_finished > 0
        while tables := await self.store.due(self.now(), CLEANED, ended=ended):
            for table in tables:
                await asyncio.sleep(BETWEEN)
                try:
                    await self._clean_up(await self.room(table))
                except Refused:
                    continue  # another node has removed it
                except Unavailable:
                    raise
                except Exception as error:
                    log.error("a table could not be looked at: %s", type(error).__name__)
                    await self.store.look_again(table, self.now() + TOLD_REMOVED)

    async def _clean_up(self, room: Room) -> None:
        table = room.table
        await self._settle(room)
        async with room.lock:
            until = self.until(table)
            if until is not None and until <= self.now():
                digest = digest_of(table.whole_record()) if table.match else None
                if await self.store.remove(table.row, table.number, self.now(), digest):
                    self._let_go(table.id)
                    await self.bus.tell({"table": table.id, "number": table.number, "removed": True})
                return  # if it was not removed, more has been written: it is looked at again
        latest = self.now() + TOLD_REMOVED  # settings may change
        await self.store.look_again(table.id, min(until or latest, latest))
        self._sleep(room)

    def _let_go(self, table: str) -> None:
        self.kept.discard(table)
        self.asleep.pop(table, None)
        if room := self.rooms.pop(table, None):
            room.removed = True
            room.wake()

    async def identify(self, room: Room, token: str | None) -> Person:
        """Who this is. Without a token: a spectator, where they are allowed."""
        if token is None:
            room.table.check_watch()
            return SPECTATOR
        found = await self.store.token(digest(token))
        table = room.table
        if found is not None and found.table == table.id:
            if found.seat is None:
                return Person(None, maker=True)
            if table.seats[found.seat].joined == found.joined:
                return Person(found.seat, maker=table.host == found.seat)
        raise Refused("bad-token", "This token is not one of this table.", status=401)

    async def admit(self, room: Room, token: str | None, cookies: Mapping[str, str]) -> Person:
        """Who wants to look. Nobody who sits sees through a watched seat: it may show what they must not know."""
        person, table = await self.identify(room, token), room.table
        if person.seat is None and table.late and not table.finished:
            marks = [self.mark(table, seat) for seat, sits in enumerate(table.seats) if sits.kind == "person"]
            if any(cookies.get(name) == value for name, value in marks):
                reason = "This browser holds a seat at this table: who sits does not look through the watched seat."
                raise Refused("seated", reason, status=403)
        return person

    def mark(self, table: Table, seat: int) -> tuple[str, str]:
        """A cookie, name and value, by which the browser of who sits there is known again."""
        return f"takujo-{table.id}-{seat}", self.keys.token("mark", table.id, str(seat), str(table.seats[seat].joined))

    async def replay(self, room: Room, seat: str) -> bytes:
        """The replay, compressed. Made once while the table is in memory, beside those who play."""
        eyes = eyes_of(room.table, seat)
        match = room.table.match
        assert match  # a finished table had one
        if eyes not in room.replays:
            room.replays[eyes] = asyncio.get_running_loop().run_in_executor(self.replayer, replay, match, eyes)
        return await asyncio.shield(room.replays[eyes])

    # -- what people do

    async def create(self, request: wire.NewTable, address: str) -> wire.Created:
        """A new table; or the one that was made with the same key."""
        game = self.game(request.game)
        if request.components is not None:
            game = await self._with_own(game, request.components, address)
        plans = request.seats or []
        players = request.players if request.players is not None else len(plans) or game.players[0]
        try:
            checked_players(players, game.players, game.slug)
            if len(plans) > players:
                raise ValueError(f"seats has {len(plans)} entries; there are {players} players")
            if "card_set" in request.options:  # a file on this machine
                raise ValueError("unknown option 'card_set'; your own cards are `components`, as TOML")
            options = checked_options(game.table_options | request.options, game.options, players, game.slug)
            options.pop("card_set", None)
            if request.watched >= players:
                raise ValueError(f"watched is {request.watched}; it takes 0 to {players - 1}")
            if request.delay is not None and request.spectators != "seat":
                raise ValueError(f"delay is {request.delay}; it is for spectators `seat`")
            if request.start != "lots" and not game.text.asks:
                raise ValueError(f"start is {request.start!r}; {game.slug} has no start player, so it takes lots")
            if request.start == "host" and not request.sit:
                raise ValueError(
                    "start is 'host'; with sit false there is no host at the table, so it takes lots or vote"
                )
            if request.series and request.series.swap == "vote" and not any(option.between for option in game.options):
                raise ValueError(f"swap is 'vote'; {game.slug} has nothing to change between games, so it takes host")
        except ValueError as error:
            raise Refused("bad-table", str(error), status=422) from None
        if request.webhook is not None:
            self.webhooks.check(request.webhook)
        seats: list[Json] = [{"kind": plan.kind, "level": plan.level if plan.kind == "bot" else None} for plan in plans]
        seats += [{"kind": "open"} for _ in range(players - len(seats))]
        host = next((n for n, seat in enumerate(seats) if seat["kind"] == "open"), None) if request.sit else None
        if request.sit and host is None:
            raise Refused("full", 'All seats are for bots: leave one open, or give "sit": false.', status=422)
        if request.commitment and host is None:
            raise Refused("malformed", "commitment: it binds a seat, and with sit false you take none.", status=422)
        body = {
            "game": game.slug,
            "players": players,
            "options": options,
            "seats": seats,
            "pace": request.pace.model_dump(),
            "spectators": request.spectators,
            "watched": request.watched,
            "delay": request.delay,
            "talk": request.talk or "ask",
            "aids": request.aids,
            "host": host,
            "webhook": request.webhook,
            "maker": self.keys.pseudonym(address),
            "reveal_within": self.settings.reveal_within,
            "start": request.start,
            "series": request.series and request.series.model_dump(),
            "asked": digest_of(request.model_dump()),
        }
        if game.digest:
            body["components"] = request.components
        return await self._make(body, host, request, self._scope(request.key, address))

    def game(self, slug: str) -> Any:
        if slug not in SLUGS:
            raise Refused("no-such-game", f"There is no game {slug!r}; there is {', '.join(SLUGS)}.", status=422)
        return load(slug, compiled=False)

    async def check_components(self, slug: str, text: str) -> wire.ComponentsCheck:
        """Can this be played? Refused with what is wrong, and in which line."""
        game = self.game(slug)
        data, content = await asyncio.to_thread(_checked, game, text), text.encode()
        digest = hashlib.sha256(content).hexdigest()[:DIGITS]
        return wire.ComponentsCheck(digest=digest, name=card_name(data), advice=game.advice(data))

    async def _with_own(self, game: Game, text: str, address: str) -> Game:
        """The game with somebody's own cards."""
        known = {room.table.game.digest for room in self.known.values()}
        checked = await self.check_components(game.slug, text)
        if text.encode() == component_content(game.package):
            return game
        if checked.digest not in known:
            if len(known) > CARD_SETS:
                reason = f"{CARD_SETS} card sets are being played with at the moment: try again later."
                raise Refused("too-many-cards", reason, status=503)
            if self.card_rate.wait(address):
                reason = "Too many new card sets from this address: try again in half an hour, or with one you had."
                raise Refused("too-many-cards", reason, status=429)
        return await asyncio.to_thread(load, game.slug, text.encode(), compiled=False)

    def _swapped(self, game: Game) -> None:
        """Its doors are compiled: nothing is said to those who play, but experts search from now on."""
        for room in self.rooms.values():
            if room.table.game is game:
                room.table.version += 1
                room.wake()

    def _forget_variants(self) -> None:
        """Let go of the cards that no table in memory is played with."""
        used = {room.table.game.package for room in self.known.values()}
        for game in variants():
            if game.package not in used:
                self.compiling.forget(game)
                forget_mind(game)
                forget(game)

    def _scope(self, key: str | None, address: str) -> str:
        """What a key stands for: a short one could be guessed, so it counts for the address that uses it."""
        if key is None:
            return self._new_id(16)
        return key if len(key) >= LONG else f"{key} {self.keys.pseudonym(address)}"

    async def _make(self, body: Json, sits: int | None, request: wire.NewTable | None, scope: str) -> wire.Created:
        now, token, table = self.now(), self.keys.token("seat", scope), self.keys.token("table", scope)
        entries = [Entry(1, now, "create", body=body)]
        if sits is not None and request is not None:
            entries.append(Entry(2, now, "join", sits, body=_seated(request, scope)))
        tokens = [Token(digest(token), table, sits, len(entries))]
        seed = self.keys.seal(self.chance.randbytes(32), table)
        while True:
            code = "".join(self.chance.choice(CODE_LETTERS) for _ in range(6))
            try:
                row = Row(table, code, seed, body["maker"], now + self._soonest)
                if await self.store.create(row, entries, tokens, self.node, self.settings.open_tables):
                    self.kept.add(table)
                break
            except TooMany:
                reason = f"{self.settings.open_tables} tables made from your address have not ended: play or vote one "
                reason += "to its end first. One that still waits for people is removed by itself in some days."
                raise Refused("too-many-tables", reason, status=429) from None
            except Conflict:
                made = await self.store.row(table)
                if made is None:
                    continue  # another table has the code
                room = await self.room(table)
                if room.table.asked != body.get("asked"):
                    raise reused() from None
                return wire.Created(table=table, code=made.code, seat=sits, token=token)
        metrics.TABLES.inc()
        await self._settle_if_due(await self.room(table))
        return wire.Created(table=table, code=code, seat=sits, token=token)

    async def join(self, room: Room, request: wire.Join, address: str) -> wire.Seated:
        """Take an open seat; or the one that was taken with the same key."""
        if request.commitment and request.seat is None:
            raise Refused("malformed", "seat: a commitment is bound to a seat: name the one you want.", status=422)
        scope = self._scope(request.key, address)
        token = self.keys.token("seat", scope, room.table.id)
        body = _seated(request, scope)

        def entry(table: Table) -> Entry:
            if table.check_join(body["request"], body["asked"]) is not None:
                _answered()
            return self._entry(table, "join", table.free_seat(request.seat), None, **body)

        with contextlib.suppress(_Answered):
            await self._change(room, entry, token)
        return wire.Seated(seat=room.table.check_join(body["request"], body["asked"]), token=token)

    async def set_seat(self, room: Room, person: Person, seat: int, plan: wire.SeatPlan) -> None:
        """The maker gives a seat to a bot, or opens it."""

        def entry(table: Table) -> Entry:
            table.check_seat(person.maker, seat)
            level = plan.level if plan.kind == "bot" else None
            return self._entry(table, "seat", seat, kind=plan.kind, level=level)

        await self._change(room, entry)

    async def rematch(self, room: Room, person: Person, request: wire.Rematch, address: str) -> wire.Created:
        """The same people once more. The first to ask makes the table; each gets the seat they had, and one token."""
        old = room.table
        seat = person.seat
        old.check_person(seat)
        assert seat is not None
        if not old.finished:
            raise Refused("not-over", "A rematch is for after the end.")
        if old.rematch is None:
            await self._make_rematch(room, seat, self.keys.pseudonym(address))
        assert old.rematch is not None
        new = await self.room(old.rematch)
        scope = f"{old.id} {seat} {old.seats[seat].joined}"  # whoever asks has shown the token of this seat
        token = self.keys.token("seat", scope, new.table.id)
        body = {**_seated(request, scope), "name": old.seats[seat].name}

        def entry(table: Table) -> Entry:
            if table.check_join(body["request"], body["asked"]) is not None:
                _answered()
            if table.seats[seat].kind != "reserved":
                raise Refused("taken", "The seat was given away.")
            return self._entry(table, "join", seat, None, **body)

        with contextlib.suppress(_Answered):
            await self._change(new, entry, token)
        return wire.Created(table=new.table.id, code=new.table.code, seat=seat, token=token)

    async def _make_rematch(self, room: Room, host: int, maker: str) -> None:
        old = room.table
        series = old.series and self._next_in(old)
        seats: list[Json] = [
            {"kind": "bot", "level": seat.level} if seat.kind == "bot" else {"kind": "reserved", "name": seat.name}
            for seat in old.seats
        ]
        body = {
            "game": old.game.slug,
            "players": old.players,
            "options": old.options,
            "seats": seats,
            "pace": old.pace.model_dump(),
            "spectators": old.spectators,
            "watched": old.watched,
            "delay": old.delay // 1000,
            "talk": old.talk,
            "aids": old.aids,
            "host": host,
            "webhook": old.webhook,
            "maker": maker,
            "reveal_within": self.settings.reveal_within,
            "start": old.start,
            "series": series,
        }
        if old.components:
            body["components"] = old.components
        made = await self._make(body, None, None, self._new_id(16))
        with contextlib.suppress(_Answered):  # somebody else was quicker: theirs counts
            goes_on = bool(series and "id" in series)
            await self._change(room, lambda table: self._rematch_entry(table, made.table, goes_on))

    def _rematch_entry(self, table: Table, new: str, goes_on: bool) -> Entry:
        if table.rematch is not None:
            _answered()
        return self._entry(table, "rematch", None, table=new, series=goes_on)

    def _next_in(self, old: Table) -> Json:
        """What the next table of a series carries. After its last game a new series begins."""
        series, games = old.series, old.games()
        assert series
        if series.is_over(games):
            return series.plan
        if len(games) >= LONGEST:
            raise Refused("series-long", f"A series has at most {LONGEST} tables: make a new one.")
        host = old.host if series.host is None else series.host
        return {**series.plan, "id": series.id, "host": host, "earlier": games}

    async def series(self, room: Room) -> wire.Series:
        """All games of the series, up to the newest, whichever of its tables is asked."""
        if room.table.series is None:
            raise Refused("no-series", "This table is a single game.", status=404)
        newest = room.table.id
        for _ in range(LONGEST):
            following = await self.store.following(newest)
            if following is None or not following.get("series") or not await self.store.numbers([following["table"]]):
                break
            newest = following["table"]
        table = (await self.room(newest)).table
        assert table.series
        games = table.games()
        if not table.finished:
            games.append({"table": table.id, "options": table.rules, "result": None, "status": table.status})
        there = set(await self.store.numbers([game["table"] for game in games]))
        info = table.series.info(table.games())
        return wire.Series(**info.model_dump(), tables=table.series.told(games, there))

    async def act(self, room: Room, seat: int | None, request: wire.Act) -> int:
        """An action; the seat's seq after it. The same key again gets the same answer."""
        asked = asked_for("act", {"action": request.action})
        refusals = room.refusals.setdefault(seat, {})
        if request.key in refusals:
            before, known = refusals[request.key]
            raise known if before == asked else reused()

        def entry(table: Table) -> Entry:
            table.check_act(seat, request.decision, request.action)
            return self._entry(table, "act", seat, request.key, action=request.action)

        try:
            seq = await self._answer(room, seat, request.key, asked, entry)
        except IllegalAction as error:
            metrics.REFUSALS.inc()
            while len(refusals) >= REFUSALS:
                del refusals[next(iter(refusals))]
            refused = _illegal(room.table, request.action, error)
            refusals[request.key] = (asked, refused)
            raise refused from None
        metrics.ACTIONS.inc()
        return seq

    async def reveal(self, room: Room, seat: int | None, request: wire.Reveal) -> int:
        """What a seat had committed to, once all seats are taken."""

        def entry(table: Table) -> Entry:
            table.check_reveal(seat, request.entropy)
            return self._entry(table, "reveal", seat, request.key, entropy=request.entropy)

        return await self._answer(room, seat, request.key, asked_for("reveal", {"entropy": request.entropy}), entry)

    async def say(self, room: Room, seat: int | None, message: Any) -> int:
        """A chat line, name, vote, and the like; the seat's seq."""

        body = message.model_dump(exclude={"type", "key", "anyway"})

        def entry(table: Table) -> Entry:
            match message:
                case wire.ChatMessage(text=words) | wire.NameMessage(name=words):
                    table.check_words(seat, words, anyway=message.anyway)
                case wire.VoteMessage():
                    table.check_vote(seat)
                case wire.StartMessage(seat=named):
                    table.check_start(seat, named)
                case wire.SwapMessage(options=options):
                    table.check_swap(seat, options)
                case wire.AgreeMessage():
                    table.check_agree(seat)
                case wire.BeginMessage():
                    table.check_begin(seat)
                case wire.ResumeMessage():
                    table.check_resume(seat)
                case wire.BackMessage():
                    table.check_back(seat)
                case wire.LeaveMessage():
                    table.check_leave(seat)
            return self._entry(table, message.type, seat, message.key, **body)

        return await self._answer(room, seat, message.key, asked_for(message.type, body), entry)

    async def _answer(self, room: Room, seat: int | None, key: str, asked: int, entry: Callable[[Table], Entry]) -> int:
        """Do it unless its key has been answered."""

        def new(table: Table) -> Entry:
            return entry(table) if table.check_again(seat, key, asked) is None else _answered()

        with contextlib.suppress(_Answered):
            await self._change(room, new)
        return room.table.answers[seat, key][0]

    # -- what people note for themselves

    async def notes(self, room: Room, seat: int | None) -> str:
        """Those of whoever sits there now."""
        place = _place(room.table, seat)
        sealed = await self.store.note(*place)
        return self.keys.unseal(sealed, str(place)).decode() if sealed else ""

    async def set_notes(self, room: Room, seat: int | None, text: str) -> None:
        """It changes nothing that anybody else is sent, not even a number. Without text nothing is kept."""
        place = _place(room.table, seat)
        if not text:
            return await self.store.remove_note(*place)
        try:
            await self.store.write_note(*place, self.keys.seal(text.encode(), str(place)))
        except Vanished:
            self._let_go(room.table.id)
            raise removed() from None

    # -- what proves

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
            await self._settle(room)
        receipt = {"deal": table.deal(), **_told(room.links["deal"]), "key": self.keys.public}
        return {**receipt, "signature": self.keys.sign(canonical(receipt))}

    async def record(self, room: Room, seat: int | None) -> Json:
        """The record; of a match that has ended, signed."""
        table = room.table
        record = table.record(seat, self.now())
        if table.match and table.finished:
            if room.unsettled:
                await self._settle(room)
            links = {kind: _told(link) for kind, link in room.links.items()}
            server = {"key": self.keys.public, **links}
            record["server"] = server
            server["signature"] = self.keys.sign(canonical(record))
        return record

    # -- writing

    def _entry(self, table: Table, kind: str, seat: int | None, key: str | None = None, /, **body: Any) -> Entry:
        return Entry(table.number + 1, max(self.now(), table.at), kind, seat, key, body)

    async def _change(self, room: Room, make: Callable[[Table], Entry], token: str | None = None) -> Entry:
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
                place = _place(table, entry.seat) if entry.kind == "leave" else None
                table.apply(entry)
            finally:
                if table.number != number:
                    self._drive(room)
                    room.wake()
        await self.bus.tell({"table": table.id, "number": entry.number})
        if place and place != _place(table, entry.seat):  # the seat is open: nobody can ask for its notes again
            await self.store.remove_note(*place)
        await self._settle_if_due(room)
        if table.webhook and table.status == "playing":
            self.webhooks.turn(table, set(table.outboxes[None].to_act) - set(before))
        return entry

    async def _write(self, room: Room, make: Callable[[Table], Entry], token: str | None) -> Entry:
        """The entry, written. Only the newest table refuses: another node may have been quicker."""
        table = room.table
        while True:
            if room.removed:
                raise removed()
            if self.closing:
                raise Refused("closing", "The server is being restarted: try again in a moment.", status=503)
            try:
                entry = make(table)
                table.check_length(entry)
            except (Refused, IllegalAction):
                if self.store.shared and await self._read_new(room):
                    continue
                raise
            tokens = [Token(digest(token), table.id, entry.seat, entry.number)] if token else []
            try:
                await self.store.append(table.id, entry, tokens)
                return entry
            except Vanished:
                self._let_go(table.id)
                raise removed() from None
            except Conflict:
                if not await self._read_new(room):
                    raise RuntimeError("a conflict with nothing in the log") from None

    # -- bots and clocks

    def _drive(self, room: Room) -> None:
        """See that somebody looks after the bots and clocks of a table that has any."""
        room.changed.set()
        needed = not (room.table.finished or self.closing) and self._keeps(room) and self._next(room) is not None
        if needed and (room.driver is None or room.driver.done()):
            room.driver = asyncio.ensure_future(self._run(room))

    async def _run(self, room: Room) -> None:
        try:
            while not (room.table.finished or self.closing) and self._keeps(room):
                room.changed.clear()
                await self._look_up()
                try:
                    self._think(room)
                    following = self._next(room)
                    if following is None:
                        return
                    when, seat, by = following
                    wait = (when - self.now()) / 1000
                    if wait > 0:
                        with contextlib.suppress(TimeoutError):
                            async with asyncio.timeout(wait if wait < math.inf else None):
                                await room.changed.wait()
                        continue
                    does = {
                        "clock": self._time_up,
                        "bot": self._decide,
                        "deal": self._go_on_without,
                        "ask": self._stop_asking,
                    }
                    await does[by](room, seat)
                except Refused:
                    continue  # the table has gone on
                except Unavailable:
                    self.away_until = self.now()
                    await asyncio.sleep(1)
                except Exception as error:
                    log.error("a bot or clock failed: %s", type(error).__name__, exc_info=self.settings.debug)
                    await asyncio.sleep(1)
        finally:
            if room.driver is asyncio.current_task():
                room.driver = None
            room.drop_thoughts({})

    def _next(self, room: Room) -> tuple[float, int, str] | None:
        """The next thing to happen by itself: when, which seat, by bot or clock, or as people have not spoken."""
        table = room.table
        if table.paused:
            return None
        found: list[tuple[float, int, str]] = []
        # time that ran out while server or database was away: its owner could do nothing about it
        back = max(room.since, self.away_until)
        earliest = back + self.settings.restart_grace * 1000 if back else 0
        if (until := table.reveal_until) is not None:
            found += [(max(until, earliest), seat, "deal") for seat, person in enumerate(table.seats) if person.awaited]
        if (until := table.ask_until) is not None:
            found.append((max(until, earliest), -1, "ask"))
        for seat, person in enumerate(table.seats):
            began = table.began[seat]
            if began is None:
                continue
            if person.by_bot:
                due = began + self._delay(room, seat, began)
                ready = seat in room.thoughts and room.thoughts[seat][1].done()
                found.append((due if ready else math.inf, seat, "bot"))
            elif (up := table.due(seat)) is not None:
                found.append((max(up, earliest), seat, "clock"))
        return min(found, default=None)

    def _delay(self, room: Room, seat: int, began: int) -> float:
        """How long a bot seems to think, in milliseconds: drawn before it looks at its cards."""
        if (seat, began) not in room.delays:
            room.delays = {key: value for key, value in room.delays.items() if key[0] != seat}
            low, high = self.settings.bot_delay
            room.delays[seat, began] = 1000 * self.chance.uniform(low, high)
        return room.delays[seat, began]

    async def _time_up(self, room: Room, seat: int) -> None:
        def entry(table: Table) -> Entry:
            self._check_keeps(room)
            due = table.due(seat)
            if due is None or due > self.now():
                raise Refused("late", "The seat has decided.")
            return self._entry(table, "away", seat)

        await self._change(room, entry)

    async def _stop_asking(self, room: Room, _: int) -> None:
        def entry(table: Table) -> Entry:
            self._check_keeps(room)
            if table.ask_until is None or table.ask_until > self.now():
                raise Refused("late", "Nobody is asked any more.")
            return self._entry(table, "begin", None)

        await self._change(room, entry)

    async def _go_on_without(self, room: Room, seat: int) -> None:
        def entry(table: Table) -> Entry:
            self._check_keeps(room)
            until = table.reveal_until
            if until is None or until > self.now() or not table.seats[seat].awaited:
                raise Refused("late", "The seat has revealed.")
            return self._entry(table, "silent", seat)

        await self._change(room, entry)

    def _think(self, room: Room) -> None:
        """Bots think from when they are to act, and not on when the table has gone on."""
        seats = enumerate(room.table.began)
        acting = {seat: began for seat, began in seats if began is not None and room.table.seats[seat].by_bot}
        room.drop_thoughts(acting)
        for seat, began in acting.items():
            if seat not in room.thoughts:
                thought = asyncio.ensure_future(self._consider(room, seat))
                thought.add_done_callback(lambda done: done.cancelled() or done.exception())  # it may be dropped
                thought.add_done_callback(lambda _: room.changed.set())
                room.thoughts[seat] = began, thought

    async def _consider(self, room: Room, seat: int) -> tuple[int, Json]:
        """What a bot will do. It gets the seat's view, and nothing else.

        Steps that nobody else sees are taken at once, all in one turn: their number must not show in its time.
        """
        table, level = room.table, room.table.seats[seat].level or "regular"
        assert table.match
        if level == "expert" and not self.compiling.is_done(table.game):
            level = "regular"  # a search would find nothing in its time
        several = table.match.game.simultaneous
        parts = 1 + several if level == "expert" else 0
        rng = random.Random(self.chance.getrandbits(64))
        async with self.thinking.turn(table.maker or table.id, lonely=not room.seats_present, parts=parts) as turn:
            while True:
                state, decision = table.match.state, table.outboxes[seat].decision
                action = await turn.think(LEVELS[level], state.view(seat), state.legal(seat), rng)
                if not several or _shows(table, seat, action):
                    return decision, action
                await self._act(room, seat, decision, action)

    async def _decide(self, room: Room, seat: int) -> None:
        _, thought = room.thoughts.pop(seat)
        await self._act(room, seat, *thought.result())

    async def _act(self, room: Room, seat: int, decision: int, action: Json) -> None:
        def entry(table: Table) -> Entry:
            self._check_keeps(room)
            table.check_act(seat, decision, action, by_bot=True)
            return self._entry(table, "act", seat, action=action, by="bot")

        await self._change(room, entry)
        metrics.ACTIONS.inc()


def _shows(table: Table, seat: int, action: Json) -> bool:
    """Would anybody else notice this action? Tried on a copy, with other chance than play will have."""
    assert table.match
    state = table.match.state.clone()
    events = state.apply(seat, action)
    return any(
        state.events_for(other, events) or outbox.is_new(state.view_raw(other), state.to_act)
        for other, outbox in table.outboxes.items()
        if other != seat
    )


def _seated(request: wire.Making, scope: str) -> Json:
    """The body of a `join`. The key itself is as secret as a token: its digest is kept."""
    body = request.model_dump(include={"name", "entropy", "commitment"}, exclude_none=True)
    key = hashlib.sha256(scope.encode()).hexdigest()
    return {**body, "request": key, "asked": digest_of(request.model_dump(exclude={"key"}))}


def _illegal(table: Table, action: Json, error: IllegalAction) -> Refused:
    """The rules' refusal, without what was tried: only the name of an action that there is."""
    kind = action.get("type")
    details = {**error.details, "action": kind if isinstance(kind, str) and kind in table.game.text.actions else "?"}
    return Refused(error.code, table.game.text.refusal(error.code, details, "en"), error.rule, details)


def _place(table: Table, seat: int | None) -> tuple[str, int, int]:
    """Where the notes of a seat are: those of whoever takes it next are elsewhere."""
    joined = table.check_person(seat).joined
    assert seat is not None
    return table.id, seat, joined


def _told(link: Link) -> Json:
    """What a receipt or a record says of a link."""
    return {"number": link.number, "at": link.at, "link": link.link}


def _link(link: Link) -> wire.Link:
    return wire.Link(**asdict(link))


def removed() -> Refused:
    return Refused("removed", "This table was removed: nobody had done anything there for long.", status=410)


def _checked(game: Game, text: str) -> Json:
    """Somebody's own cards, read and checked."""
    if game.check_components is None:
        raise Refused("no-components", f"{game.slug} is always played with the same cards.", status=422)
    try:
        return checked(text.encode(), game.check_components)
    except BadComponents as error:
        at = f"line {error.line}: " if error.line is not None else ""
        details = {"line": error.line, "at": error.at}
        raise Refused("bad-components", f"{at}{error}", details=details, status=422) from None


class _Answered(Exception):
    """The key was answered while this one waited."""


def _answered() -> NoReturn:
    raise _Answered
