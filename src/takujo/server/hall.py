"""The hall: all tables of this server. It takes what people and bots do, has it written, and tells those who listen.

Several nodes may have the same tables. Each serves everybody at any of them; the bots and clocks of a table are looked
after by one node, its keeper.
"""

import asyncio
import base64
import contextlib
import hashlib
import logging
import os
import random
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any, NoReturn

from takujo.bots import BUDGET, LEVELS
from takujo.core.errors import IllegalAction
from takujo.core.options import checked_options, checked_players
from takujo.games import SLUGS, load
from takujo.match import canonical

from . import metrics, wire
from .bus import Bus
from .keys import Keys
from .replay import eyes_of, replay
from .settings import Settings
from .store import Conflict, Entry, Link, Row, Store, Token, Unavailable, clock_now
from .table import Refused, Table, asked_for, reused
from .table import digest as digest_of
from .webhook import Webhooks

__all__ = ["Hall", "Person", "Room"]

Json = dict[str, Any]

log = logging.getLogger("takujo.server")

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look alike
IDLE = 600.0  # seconds after which a table nobody looks at is forgotten: the log has it
REFUSALS = 4  # answers to refused keys remembered for each seat: a client has one action under way
LONG = 16  # characters of a key that nobody guesses
LINKS = 1000  # of the chain, sent at once
LOOK = 2.0  # seconds between looks for what the bus has not told
TAKEN = 16  # tables without a keeper taken at once, so that all nodes get some
PRESENCE = 5.0  # seconds between two times that a node tells who is connected to it
TOLD = 500  # tables in one message about that
BOTS_STEP_BACK = 10  # the niceness of their threads
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
        self.listeners: set[asyncio.Event] = set()
        self.present: Counter[int] = Counter()  # open connections of each seat here
        self.elsewhere: dict[str, tuple[float, list[int]]] = {}  # node -> until when this holds, seats connected there
        self.seats_present: list[int] = []  # here or elsewhere
        self.refusals: dict[
            int | None, dict[str, tuple[int, Refused]]
        ] = {}  # seat -> key -> what was asked for, why not
        self.changed = asyncio.Event()  # wakes the driver
        self.driver: asyncio.Task[None] | None = None
        self.delays: dict[tuple[int, int], float] = {}
        self.replays: dict[wire.Eyes, asyncio.Future[bytes]] = {}
        self.used = _time()
        self.since = 0  # when this node took it over, if it did
        self.settling = False

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
        self.crier = Crier()
        self.loading: dict[str, asyncio.Lock] = {}
        self.thinkers = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot", initializer=_step_back)
        self.replayer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="replay")
        self.webhooks = Webhooks(settings)
        self.node = ""
        self.kept: set[str] = set()  # the tables whose bots and clocks this node looks after
        self.kept_until = 0.0  # by time.monotonic: then others may have them
        self.away_until = 0  # when the database was last away
        self.closing = False
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        while not self.node:
            try:
                await self._enter()
            except Unavailable:
                await asyncio.sleep(1)
        await self.bus.open(self._hear, self._missed)
        lease = self.settings.lease
        self._spawn(self._every(min(LOOK, lease / 4), self._adopt))
        self._spawn(self._every(PRESENCE, self._forget))
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
        self.thinkers.shutdown(wait=False, cancel_futures=True)
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

    # -- rooms

    async def room(self, key: str) -> Room:
        """The table with this id or join code, up to date."""
        room = self.rooms.get(key)
        if room is None:
            row = await self.store.row(key) if KEY.fullmatch(key) else None
            if row is None:
                raise Refused("no-such-table", "There is no table with this address or code.", status=404)
            async with self.loading.setdefault(row.id, asyncio.Lock()):
                room = self.rooms.get(row.id)
                if room is None:
                    room = Room(Table(row, self.keys.unseal(row.seed, row.id)), self.crier)
                    await self._read_new(room)
                    self.rooms[row.id] = room
                    self._drive(room)
            self.loading.pop(row.id, None)
        elif self.store.shared:  # whoever asks may have seen more at another node
            await self._catch_up(room)
        room.used = _time()
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
        room = self.rooms.get(message["table"])
        if room and room.table.number < message["number"]:
            self._spawn(self._catch_up_soon(room))

    def _missed(self) -> None:
        self._spawn(self._look_soon())
        self._spawn(self._tell_presence(list(self.rooms.values())))

    async def _catch_up_soon(self, room: Room) -> None:
        with contextlib.suppress(Unavailable):  # the next look will find it
            await self._catch_up(room)

    async def _look(self) -> None:
        """What the bus did not tell stands in the log."""
        for table, number in (await self.store.numbers(list(self.rooms))).items():
            room = self.rooms.get(table)
            if room and room.table.number < number:
                await self._catch_up(room)

    async def _look_soon(self) -> None:
        with contextlib.suppress(Unavailable):
            await self._look()

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
                for room in [self.rooms[table] for table in self.kept if table in self.rooms]:
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
            for table in set(await self.store.kept(node)) - self.kept:
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
                await self._settle(room)
                self._drive(room)

    def _keeps(self, room: Room) -> bool:
        return room.table.id in self.kept and _time() < self.kept_until

    def _check_keeps(self, room: Room) -> None:
        """A node that was paused while its bot thought does nothing: another one has the table."""
        if not self._keeps(room):
            raise Refused("not-kept", "Another node looks after this table.")

    async def _settle(self, room: Room) -> None:
        """What follows from a deal or an end: links of the chain; nobody need look after a table that has ended."""
        table = room.table
        if table.match and "deal" not in table.links:
            await self._link(room, "deal", digest_of(table.deal()))
        if table.finished:
            if "end" not in table.links:
                await self._link(room, "end", digest_of(table.whole_record()))
            await self.store.close_table(table.id)
            self.kept.discard(table.id)

    def _settle_soon(self, room: Room) -> None:
        if room.table.unsettled and not room.settling:
            room.settling = True
            self._spawn(self._settle_at_leisure(room))

    async def _settle_at_leisure(self, room: Room) -> None:
        try:
            with contextlib.suppress(Unavailable):  # its keeper will see to it
                await self._settle(room)
        finally:
            room.settling = False

    async def _link(self, room: Room, kind: str, digest: str) -> None:
        table = room.table
        async with room.lock:
            while kind not in table.links:
                entry = await self.store.link(table.id, kind, digest, self._entry(table, "link", None))
                if entry is not None:
                    table.apply(entry)
                elif not await self._read_new(room):
                    raise RuntimeError("a conflict with nothing in the log")
        await self.bus.tell({"table": table.id, "number": table.number})

    async def _forget(self) -> None:
        """Forget tables nobody looks at; say again who is connected."""
        oldest = _time() - IDLE
        for key, room in list(self.rooms.items()):
            room.forget_silent_nodes()
            if room.table.finished:
                self.kept.discard(key)
            if room.used < oldest and not room.listeners and key not in self.kept and not room.lock.locked():
                del self.rooms[key]
        await self._tell_presence([room for room in self.rooms.values() if room.present])

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
        plans = request.seats or []
        players = request.players if request.players is not None else len(plans) or game.players[0]
        try:
            checked_players(players, game.players, game.slug)
            if len(plans) > players:
                raise ValueError(f"seats has {len(plans)} entries; there are {players} players")
            if "card_set" in request.options:  # a file on this machine
                raise ValueError("unknown option 'card_set'; tables are played with the packaged cards")
            options = checked_options(request.options, game.options, players, game.slug)
            options.pop("card_set", None)
            if request.watched >= players:
                raise ValueError(f"watched is {request.watched}; it takes 0 to {players - 1}")
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
            "host": host,
            "webhook": request.webhook,
            "maker": self.keys.pseudonym(address),
            "reveal_within": self.settings.reveal_within,
            "asked": digest_of(request.model_dump()),
        }
        return await self._make(body, host, request, self._scope(request.key, address))

    def game(self, slug: str) -> Any:
        if slug not in SLUGS:
            raise Refused("no-such-game", f"There is no game {slug!r}; there is {', '.join(SLUGS)}.", status=422)
        return load(slug)

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
                if await self.store.create(Row(table, code, seed, body.get("maker")), entries, tokens, self.node):
                    self.kept.add(table)
                break
            except Conflict:
                made = await self.store.row(table)
                if made is None:
                    continue  # another table has the code
                room = await self.room(table)
                if room.table.asked != body.get("asked"):
                    raise reused() from None
                return wire.Created(table=table, code=made.code, seat=sits, token=token)
        metrics.TABLES.inc()
        self._settle_soon(await self.room(table))
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

    async def rematch(self, room: Room, person: Person, request: wire.Rematch) -> wire.Created:
        """The same people once more. The first to ask makes the table; each gets the seat they had, and one token."""
        old = room.table
        seat = person.seat
        old.check_person(seat)
        assert seat is not None
        if not old.finished:
            raise Refused("not-over", "A rematch is for after the end.")
        if old.rematch is None:
            await self._make_rematch(room, seat)
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

    async def _make_rematch(self, room: Room, host: int) -> None:
        old = room.table
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
            "host": host,
            "webhook": old.webhook,
            "maker": old.maker,
            "reveal_within": self.settings.reveal_within,
        }
        made = await self._make(body, None, None, self._new_id(16))
        with contextlib.suppress(Refused):  # somebody else was quicker: theirs counts
            await self._change(room, lambda table: self._rematch_entry(table, made.table))

    def _rematch_entry(self, table: Table, new: str) -> Entry:
        if table.rematch is not None:
            raise Refused("made", "The rematch is there already.")
        return self._entry(table, "rematch", None, table=new)

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

        body = message.model_dump(exclude={"type", "key"})

        def entry(table: Table) -> Entry:
            match message:
                case wire.ChatMessage(text=text):
                    table.check_chat(seat, text)
                case wire.NameMessage():
                    table.check_person(seat)
                case wire.VoteMessage():
                    table.check_vote(seat)
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
        if table.unsettled:
            await self._settle(room)
        receipt = {"deal": table.deal(), **table.links["deal"], "key": self.keys.public}
        return {**receipt, "signature": self.keys.sign(canonical(receipt))}

    async def record(self, room: Room, seat: int | None) -> Json:
        """The record; of a match that has ended, signed."""
        table = room.table
        record = table.record(seat)
        if table.match and table.finished:
            if table.unsettled:
                await self._settle(room)
            server = {"key": self.keys.public, "deal": table.links["deal"], "end": table.links["end"]}
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
                table.apply(entry)
            finally:
                if table.number != number:
                    self._drive(room)
                    room.wake()
        await self.bus.tell({"table": table.id, "number": entry.number})
        self._settle_soon(room)
        if table.webhook and table.status == "playing":
            self.webhooks.turn(table, set(table.outboxes[None].to_act) - set(before))
        return entry

    async def _write(self, room: Room, make: Callable[[Table], Entry], token: str | None) -> Entry:
        """The entry, written. Only the newest table refuses: another node may have been quicker."""
        table = room.table
        while True:
            if self.closing:
                raise Refused("closing", "The server is being restarted: try again in a moment.", status=503)
            try:
                entry = make(table)
            except (Refused, IllegalAction):
                if self.store.shared and await self._read_new(room):
                    continue
                raise
            tokens = [Token(digest(token), table.id, entry.seat, entry.number)] if token else []
            try:
                await self.store.append(table.id, entry, tokens)
                return entry
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
                following = self._next(room)
                if following is None:
                    return
                when, seat, by = following
                wait = (when - self.now()) / 1000
                if wait > 0:
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(wait):
                            await room.changed.wait()
                    continue
                try:
                    await {"clock": self._time_up, "bot": self._decide, "deal": self._go_on_without}[by](room, seat)
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

    def _next(self, room: Room) -> tuple[float, int, str] | None:
        """The next thing to happen by itself: when, which seat, by bot or clock, or because it has not revealed."""
        table = room.table
        if table.paused:
            return None
        found: list[tuple[float, int, str]] = []
        # time that ran out while server or database was away: its owner could do nothing about it
        back = max(room.since, self.away_until)
        earliest = back + self.settings.restart_grace * 1000 if back else 0
        if (until := table.reveal_until) is not None:
            found += [(max(until, earliest), seat, "deal") for seat, person in enumerate(table.seats) if person.awaited]
        for seat, person in enumerate(table.seats):
            began = table.began[seat]
            if began is None:
                continue
            if person.by_bot:
                found.append((began + self._delay(room, seat, began), seat, "bot"))
            elif (due := table.due(seat)) is not None:
                found.append((max(due, earliest), seat, "clock"))
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

    async def _go_on_without(self, room: Room, seat: int) -> None:
        def entry(table: Table) -> Entry:
            self._check_keeps(room)
            until = table.reveal_until
            if until is None or until > self.now() or not table.seats[seat].awaited:
                raise Refused("late", "The seat has revealed.")
            return self._entry(table, "silent", seat)

        await self._change(room, entry)

    async def _decide(self, room: Room, seat: int) -> None:
        """A bot gets the seat's view, and nothing else."""
        table = room.table
        assert table.match
        state, decision = table.match.state, table.outboxes[seat].decision
        view, legal = state.view(seat), state.legal(seat)
        choose = LEVELS[table.seats[seat].level or "regular"]
        loop = asyncio.get_running_loop()
        rng = random.Random(self.chance.getrandbits(64))
        action = await loop.run_in_executor(self.thinkers, choose, view, legal, rng, BUDGET, time.perf_counter)

        def entry(table: Table) -> Entry:
            self._check_keeps(room)
            table.check_act(seat, decision, action, by_bot=True)
            return self._entry(table, "act", seat, action=action, by="bot")

        await self._change(room, entry)
        metrics.ACTIONS.inc()


def _step_back() -> None:
    """Bots think with what people leave: their threads go after the event loop's wherever a core is short."""
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BOTS_STEP_BACK)


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


def _link(link: Link) -> wire.Link:
    return wire.Link(**asdict(link))


class _Answered(Exception):
    """The key was answered while this one waited."""


def _answered() -> NoReturn:
    raise _Answered
