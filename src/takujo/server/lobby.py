"""Before play and after it: tables are made, seats taken and given, and who comes is known or turned away."""

import asyncio
import contextlib
import hashlib
import hmac
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from takujo.core.components import BadComponents, checked, component_content, unread
from takujo.core.game import Game
from takujo.core.options import checked_options, checked_players
from takujo.games import DIGITS, load

from . import metrics, wire
from .entries import Again, Arrange, Ask, Claim, Create, Join, Options, Order, Pass, Rematch, Vote
from .keys import Keys, digest
from .limits import Rate
from .node import Node, new_id
from .notary import Notary
from .outbox import Through, Who
from .refused import Refused, reused
from .rooms import Room, Rooms
from .series import LONGEST
from .settings import Settings
from .store import Conflict, Row, Store, Token, TooMany
from .table import Table
from .told import card_name
from .told import digest as digest_of
from .upkeep import soonest
from .webhook import Webhooks
from .writing import Writing

__all__ = ["LATE", "Lobby", "Person"]

Json = dict[str, Any]

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look alike
LONG = 16  # characters of a key that nobody guesses
PATIENT = 10  # seconds at least
PATIENCE = 180  # seconds, where no clock runs and the host says nothing
LATE = ("seat", "seats")  # spectators who look through somebody's eyes
CARD_SETS = 60  # other than ours, in memory: a table with a new one is refused


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks: somebody who sits, wherever that is by now, the maker of the table who does not, or a spectator."""

    table: Table
    joined: int | None = None  # the entry with which they sat down
    made: bool = False  # the table, and no seat taken
    eyes: Through | None = None  # chosen by somebody who watches

    @property
    def seat(self) -> int | None:
        return self.table.seat_of(self.joined)

    @property
    def who(self) -> Who:
        """Whose outbox is theirs."""
        return self.eyes if (seat := self.seat) is None else seat

    @property
    def maker(self) -> bool:
        """Have they the host's rights?"""
        return self.made or (self.joined is not None and self.seat == self.table.host)


class Lobby:
    """Who may come in, and who sits where."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        keys: Keys,
        node: Node,
        rooms: Rooms,
        notary: Notary,
        writing: Writing,
        webhooks: Webhooks,
        chance: random.Random,
    ):
        self.settings, self.store, self.keys, self.node, self.rooms = settings, store, keys, node, rooms
        self.notary, self.writing, self.webhooks, self.chance = notary, writing, webhooks, chance
        self.card_rate = Rate(*settings.card_rate)

    # -- who comes

    async def identify(self, room: Room, token: str | None) -> Person:
        """Who this is. Without a token: a spectator, where they are allowed."""
        if token is None:
            _check_watch(room.table)
            return Person(room.table)
        found = await self.store.token(digest(token))
        table = room.table
        if found is not None and found.table == table.id:
            if found.seat is None:
                return Person(table, made=True)
            if (seat := table.seat_of(found.joined)) is not None:
                room.hear_from(seat)
                if (ballot := table.ballots.get(("return", seat))) and ballot.alone:
                    await self._object(room, seat)
                return Person(table, found.joined)
        raise Refused("bad-token", "This token is not one of this table.", status=401)

    async def _object(self, room: Room, seat: int) -> None:
        """Its browser is not lost: one person alone does not give the seat away."""
        with contextlib.suppress(Refused):  # the vote is over
            await self.writing.change(room, Vote(who=seat, what="return", seat=seat, yes=False))

    async def admit(self, room: Room, token: str | None, cookies: Mapping[str, str], eyes: int | None = None) -> Person:
        """Who wants to look. Nobody who sits sees through a watched seat: it may show what they must not know."""
        person, table = await self.identify(room, token), room.table
        if person.seat is None and table.late and not table.finished:
            marks = [self.mark(table, seat) for seat, sits in enumerate(table.seats) if sits.kind == "person"]
            if any(cookies.get(name) == value for name, value in marks):
                reason = "This browser holds a seat at this table: who sits does not look through the watched seat."
                raise Refused("seated", reason, status=403)
        if eyes is None:
            return person
        _check_eyes(person, eyes)
        return replace(person, eyes=Through(eyes))

    def mark(self, table: Table, seat: int) -> tuple[str, str]:
        """A cookie, name and value, by which the browser of who sits there is known again."""
        first, joined = str(table.seats[seat].first), str(table.seats[seat].joined)
        return f"takujo-{table.id}-{first}", self.keys.token("mark", table.id, first, joined)

    # -- tables

    async def create(self, request: wire.NewTable, address: str) -> wire.Created:
        """A new table; or the one that was made with the same key."""
        game = load(request.game, compiled=False)
        if request.components is not None:
            game = await self._with_own(game, request.components, address)
        plans = request.seats or []
        players = request.players if request.players is not None else len(plans) or game.players[0]
        try:
            checked_players(players, game.players, game.slug)
            if len(plans) > players:
                raise ValueError(f"seats has {len(plans)} entries; there are {players} players")
            files = {option.name for option in game.options if option.type == "file"}  # of this machine
            if given := sorted(files.intersection(request.options)):
                raise ValueError(f"unknown option {given[0]!r}; your own cards are `components`, as TOML")
            options = checked_options(game.table_options | request.options, game.options, players, game.slug)
            options = {name: value for name, value in options.items() if name not in files}
            if request.watched >= players:
                raise ValueError(f"watched is {request.watched}; it takes 0 to {players - 1}")
            if request.delay is not None and request.spectators not in LATE:
                raise ValueError(f"delay is {request.delay}; it is for spectators `seat` and `seats`")
            if request.rated and (request.components is not None or request.spectators in LATE or players < 2):
                raise ValueError("rated is true; it takes the usual cards, two seats or more, and no watched seat")
            if request.rated and request.coach:
                raise ValueError(
                    "coach is true; at a rated table nobody is told what choices lead to, so it takes false"
                )
            if request.start != "lots" and not game.text.asks:
                raise ValueError(f"start is {request.start!r}; {game.slug} has no start player, so it takes lots")
            if request.start == "host" and not request.sit:
                raise ValueError(
                    "start is 'host'; with sit false there is no host at the table, so it takes lots or vote"
                )
            if request.patience is not None and 0 < request.patience < PATIENT:
                raise ValueError(f"patience is {request.patience}; it takes 0 for never, or {PATIENT} to 86400 seconds")
            if request.series and request.series.swap == "vote" and not any(option.between for option in game.options):
                raise ValueError(f"swap is 'vote'; {game.slug} has nothing to change between games, so it takes host")
        except ValueError as error:
            raise Refused("bad-table", str(error), status=422) from None
        if request.webhook is not None:
            self.webhooks.check(request.webhook)
        for plan in plans:
            self._check_level(plan)
        seats: list[Json] = [{"kind": plan.kind, "level": plan.level if plan.kind == "bot" else None} for plan in plans]
        seats += [{"kind": "open"} for _ in range(players - len(seats))]
        host = next((n for n, seat in enumerate(seats) if seat["kind"] == "open"), None) if request.sit else None
        if request.sit and host is None:
            raise Refused("full", 'All seats are for bots: leave one open, or give "sit": false.', status=422)
        if request.commitment and host is None:
            raise Refused("malformed", "commitment: it binds a seat, and with sit false you take none.", status=422)
        create = Create(
            game=game.slug,
            players=players,
            options=options,
            seats=seats,
            pace=request.pace.model_dump(),
            spectators=request.spectators,
            watched=request.watched,
            delay=request.delay,
            talk=request.talk or ("refuse" if request.public else "ask"),
            aids=request.aids,
            host=host,
            webhook=request.webhook,
            maker=self.keys.pseudonym(address),
            reveal_within=self.settings.reveal_within,
            start=request.start,
            series=request.series.model_dump() if request.series else None,
            asked=digest_of(request.model_dump()),
            gather=True if request.gather else None,
            components=request.components if game.digest else None,
            public=request.public or None,
            rated=request.rated or None,
            coach=request.coach or None,
            patience=(PATIENCE if request.pace.kind == "relaxed" else 0)
            if request.patience is None
            else request.patience,
        )
        scope = self._scope(request.key, address)
        return await self._make(create, scope, None if host is None else Join(who=host, **_seated(request, scope)))

    async def _make(self, create: Create, scope: str, join: Join | None = None) -> wire.Created:
        """A table; `join`: its maker sits."""
        now, token, table = self.node.now(), self.keys.token("seat", scope), self.keys.token("table", scope)
        entries = [create, join] if join else [create]
        for number, entry in enumerate(entries, 1):
            entry.number, entry.at = number, now
        lines = [entry.line() for entry in entries]
        sits = join.who if join else None
        tokens = [Token(digest(token), table, sits, len(lines))]
        seed = self.keys.seal(self.chance.randbytes(32), table)
        while True:
            code = "".join(self.chance.choice(CODE_LETTERS) for _ in range(6))
            try:
                row = Row(table, code, seed, create.maker, now + soonest(self.settings))
                keeper = self.node.keeper_of_new(table)
                kept = await self.store.create(row, lines, tokens, keeper, self.settings.open_tables)
                if kept and keeper == self.node.name:
                    self.node.kept.add(table)
                break
            except TooMany:
                reason = f"{self.settings.open_tables} tables made from your address have not ended: play or vote one "
                reason += "to its end first. One that still waits for people is removed by itself in some days."
                raise Refused("too-many-tables", reason, status=429) from None
            except Conflict:
                made = await self.store.row(table)
                if made is None:
                    continue  # another table has the code
                room = await self.rooms.find(table)
                if room.table.asked != create.asked:
                    raise reused() from None
                return wire.Created(table=table, code=made.code, seat=sits, token=token)
        metrics.TABLES.inc()
        await self.notary.settle_if_due(await self.rooms.find(table))
        return wire.Created(table=table, code=code, seat=sits, token=token)

    def _scope(self, key: str | None, address: str) -> str:
        """What a key stands for: a short one could be guessed, so it counts for the address that uses it."""
        if key is None:
            return new_id(self.chance, 16)
        return key if len(key) >= LONG else f"{key} {self.keys.pseudonym(address)}"

    async def check_components(self, slug: str, text: str) -> wire.ComponentsCheck:
        """Can this be played? Refused with what is wrong, and in which line."""
        game = load(slug, compiled=False)
        data, content = await asyncio.to_thread(_checked, game, text), text.encode()
        digest = hashlib.sha256(content).hexdigest()[:DIGITS]
        advice = [*unread(game.package, data), *game.advice(data)]
        return wire.ComponentsCheck(digest=digest, name=card_name(data), advice=advice)

    async def _with_own(self, game: Game, text: str, address: str) -> Game:
        """The game with somebody's own cards."""
        known = {room.table.game.digest for room in self.rooms.known.values()}
        checked = await self.check_components(game.slug, text)
        if text.encode() == component_content(game.package):
            return game
        offered = text in self.settings.sets.values()  # its owner has chosen it
        if checked.digest not in known and not offered:
            if len(known) > CARD_SETS:
                reason = f"{CARD_SETS} card sets are being played with at the moment: try again later."
                raise Refused("too-many-cards", reason, status=503)
            if self.card_rate.wait(address):
                reason = "Too many new card sets from this address: try again in half an hour, or with one you had."
                raise Refused("too-many-cards", reason, status=429)
        return await asyncio.to_thread(load, game.slug, text.encode(), compiled=False)

    # -- seats

    async def join(self, room: Room, request: wire.Join, address: str) -> wire.Seated:
        """Take an open seat; or the one that was taken with the same key."""
        if request.commitment and request.seat is None:
            raise Refused("malformed", "seat: a commitment is bound to a seat: name the one you want.", status=422)
        scope = self._scope(request.key, address)
        token = self.keys.token("seat", scope, room.table.id)
        join = Join(wish=request.seat, **_seated(request, scope))
        await self.writing.change(room, join, token)
        return wire.Seated(seat=join.seat_taken(room.table), token=token)

    async def set_seat(self, room: Room, person: Person, seat: int, plan: wire.Arrangement) -> None:
        """The host gives a seat to a bot, or opens it, and may send away who sits there."""
        self._check_level(plan)
        arrange = Arrange(who=seat, kind=plan.kind, by_maker=person.maker)
        arrange.level = plan.level if plan.kind == "bot" else None
        arrange.remove = True if plan.remove else None
        await self.writing.change(room, arrange)

    async def set_order(self, room: Room, person: Person, order: wire.Order) -> None:
        """The host has people sit elsewhere, closes seats or adds some."""
        await self.writing.change(room, Order(seats=order.seats, by_maker=person.maker))

    async def set_options(self, room: Room, person: Person, change: wire.OptionChange) -> None:
        """The host changes options before the start."""
        await self.writing.change(room, Options(options=change.options, by_maker=person.maker))

    def _check_level(self, plan: wire.SeatPlan) -> None:
        levels = self.settings.levels
        if plan.kind == "bot" and plan.level not in levels:
            raise Refused("malformed", f"level is {plan.level!r}; it takes {', '.join(levels)}.", status=422)

    # -- a seat follows its person

    async def make_pass(self, room: Room, person: Person) -> wire.Pass:
        """A link to one's own seat: who opens it sits there too."""
        secret = self.keys.token("pass", new_id(self.chance, 16))
        entry = Pass(who=person.seat, secret=_hashed(secret))  # type: ignore[arg-type]  # None is refused as it is written
        await self.writing.change(room, entry)
        return wire.Pass(secret=secret, until=room.table.passes[entry.secret][1])

    def calendar_key(self, table: Table, seat: int | None) -> str:
        """The secret of an address that tells a seat's deadlines, while its person has the seat; it opens no more."""
        sits = table.person(seat)
        if table.clocks.pace.kind != "days":
            raise Refused("no-calendar", "Only where decisions may take days is there a calendar of them.")
        return self.keys.token("calendar", table.id, str(sits.joined))

    def seat_of_calendar(self, table: Table, key: str) -> int:
        """Whose deadlines such an address tells."""
        for seat in table.people():
            if hmac.compare_digest(self.calendar_key(table, seat).encode(), key.encode()):
                return seat
        raise Refused("no-calendar", "There is no such calendar: whoever had the seat has it no more.", status=404)

    async def claim(self, room: Room, request: wire.Claim, address: str) -> wire.Seated:
        """Another device takes such a link, once."""
        scope = f"{request.secret} {self._scope(request.key, address)}"
        token = self.keys.token("seat", scope, room.table.id)
        entry = Claim(secret=_hashed(request.secret), request=_hashed(scope))
        await self.writing.change(room, entry, token)
        return wire.Seated(seat=entry.who, token=token)

    async def ask(self, room: Room, request: wire.Ask, address: str) -> wire.Seated:
        """Somebody who has lost their browser: the token is good when the others have agreed."""
        if request.seat in room.seats_present:
            raise Refused("is-there", "Somebody is connected in this seat.")
        scope = self._scope(request.key, address)
        token = self.keys.token("seat", "ask", scope, room.table.id)
        await self.writing.change(room, Ask(who=request.seat, request=_hashed(scope)), token)
        return wire.Seated(seat=request.seat, token=token)

    # -- once more

    async def rematch(self, room: Room, person: Person, request: wire.Rematch, address: str) -> wire.Created:
        """The same people once more. The first to ask makes the table; each gets the seat they had, and one token."""
        old = room.table
        seat = person.seat
        old.person(seat)
        assert seat is not None
        if not old.finished:
            raise Refused("not-over", "A rematch is for after the end.")
        if old.rematch is None:
            await self._make_rematch(room, seat, self.keys.pseudonym(address))
        assert old.rematch is not None
        new = await self.rooms.find(old.rematch)
        scope = f"{old.id} {seat} {old.seats[seat].joined}"  # whoever asks has shown the token of this seat
        token = self.keys.token("seat", scope, new.table.id)
        known = {"name": old.seats[seat].name, "face": old.seats[seat].face}
        join = Join(wish=seat, reserved=True, **_seated(request, scope) | known)
        await self.writing.change(new, join, token)
        await self.writing.change(room, Again(who=seat))
        return wire.Created(table=new.table.id, code=new.table.code, seat=seat, token=token)

    async def _make_rematch(self, room: Room, host: int, maker: str) -> None:
        old = room.table
        series = self._next_in(old) if old.series else None
        seats: list[Json] = [
            {"kind": "bot", "level": seat.level} if seat.kind == "bot" else {"kind": "reserved", "name": seat.name}
            for seat in old.seats
        ]
        create = Create(
            game=old.game.slug,
            players=old.players,
            options=old.options,
            seats=seats,
            pace=old.clocks.pace.model_dump(),
            spectators=old.spectators,
            watched=old.watched,
            delay=old.delay // 1000,
            talk=old.talk,
            aids=old.aids,
            host=host,
            webhook=old.webhook,
            maker=maker,
            reveal_within=self.settings.reveal_within,
            start=old.start,
            series=series,
            components=old.components,
            patience=old.patience // 1000,
            gather=True if old.gather else None,
            rated=old.rated or None,
            coach=old.coach or None,
        )
        made = await self._make(create, new_id(self.chance, 16))
        # if somebody else was quicker, theirs counts
        await self.writing.change(room, Rematch(table=made.table, series=bool(series and "id" in series)))

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
        table = (await self.rooms.find(newest)).table
        assert table.series
        games = table.games()
        if not table.finished:
            games.append({"table": table.id, "options": table.rules, "result": None, "status": table.status})
        there = set(await self.store.numbers([game["table"] for game in games]))
        info = table.series.info(table.games())
        return wire.Series(**info.model_dump(), tables=table.series.told(games, there))


def _check_eyes(person: Person, eyes: int) -> None:
    """Refused where spectators may not choose, or there is no such seat."""
    table = person.table
    if person.seat is not None:
        raise Refused("seated", "Who sits at the table looks through their own eyes.", status=403)
    if table.spectators != "seats":
        raise Refused("no-eyes", "Spectators of this table do not choose through whose eyes they look.", status=403)
    if eyes >= table.players:
        raise Refused("no-such-seat", f"Seat {eyes} does not exist.", status=404)


def _check_watch(table: Table) -> None:
    """May somebody without a seat look?"""
    if table.spectators == "none" or (table.spectators == "after" and not table.finished):
        when = " before the end" if table.spectators == "after" else ""
        free = sum(seat.kind == "open" for seat in table.seats)
        details = {"game": table.game.slug, "players": table.players, "status": table.status, "free": free}
        details |= {"talk": table.talk, "aids": table.aids}  # who sits down knows them before
        details |= {"rated": table.rated, "coach": table.coach}
        if table.own:
            details["components"] = table.own.model_dump()
        raise Refused("no-spectators", f"This table lets nobody watch{when}.", details=details, status=403)


def _seated(request: wire.Making, scope: str) -> Json:
    """What a `Join` says. The key itself is as secret as a token: its digest is kept."""
    body = request.model_dump(include={"name", "face", "entropy", "commitment"}, exclude_none=True)
    return {**body, "request": _hashed(scope), "asked": digest_of(request.model_dump(exclude={"key"}))}


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


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
