"""Entries about who sits where: from the making of a table to the next one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from takujo.core.options import checked_options, checked_players
from takujo.games import load

from .. import wire
from ..clocks import DAY, Seat
from ..entry import Entry, OfSeat, if_any, noted, unwritten
from ..refused import Refused, reused
from ..series import Series
from ..table import Table
from ..told import own_components

__all__ = [
    "Again", "Arrange", "Commit", "Create", "Host", "Join", "Leave", "Options", "Order", "Publish", "Ready", "Rematch",
]  # fmt: skip

Json = dict[str, Any]

ASK = 4  # times as long as to reveal: people talk about who begins
DELAY = 60  # seconds after which spectators see what a watched seat has seen


@dataclass(kw_only=True)
class Create(Entry, type="create"):
    """The first entry. What it says has been checked by the lobby, which makes tables."""

    counts: ClassVar[bool] = False

    game: str
    players: int
    options: Json
    seats: list[Json]
    pace: Json
    spectators: wire.Spectators
    watched: int
    delay: int | None = None
    talk: wire.Talk = "refuse"  # of tables made before there was a choice
    aids: bool = True
    host: int | None
    webhook: str | None
    maker: str | None = None
    reveal_within: int = 30
    start: wire.Start = "lots"
    series: Json | None = None
    asked: str | None = if_any()
    components: str | None = if_any()
    public: Literal[True] | None = if_any()
    patience: int | None = if_any()  # seconds; None: of tables made before there was a choice, never
    gather: Literal[True] | None = if_any()
    rated: Literal[True] | None = if_any()
    coach: Literal[True] | None = if_any()
    position: Json | None = if_any()  # noqa: RUF009  # it makes a field; tables made for tests may start in the middle

    def apply(self, table: Table) -> None:
        table.components = self.components
        table.game = load(self.game, self.components and self.components.encode(), compiled=False)
        table.own = own_components(table.game)
        table.options, table.position = self.options, self.position
        pace = wire.Pace(**self.pace)
        table.spectators, table.watched = self.spectators, self.watched
        table.delay = 1000 * (DELAY if self.delay is None else self.delay)
        table.host, table.webhook, table.maker, table.asked = self.host, self.webhook, self.maker, self.asked
        table.talk, table.aids, table.public, table.gather = self.talk, self.aids, bool(self.public), bool(self.gather)
        table.rated, table.coach = bool(self.rated), bool(self.coach)
        table.reveal_within = DAY if pace.kind == "days" else 1000 * self.reveal_within
        table.ask_within = DAY if pace.kind == "days" else ASK * table.reveal_within
        table.start, table.starts = self.start, next(iter(table.game.text.asks), "")
        series = self.series and {"id": table.id, "players": self.players, **self.series}
        table.series = Series(**series) if series else None
        table.created = self.at
        table.seats = [Seat(plan["kind"], plan.get("level"), plan.get("name", "")) for plan in self.seats]
        table.patience = 1000 * (self.patience or 0)
        table.lay(pace)
        table.start_if_full()


@dataclass(kw_only=True)
class Join(Entry, type="join"):
    """Somebody takes a seat: the one they wish, the first that is free, or the one that is reserved for them."""

    commitment: str | None = if_any()
    name: str | None = if_any()
    entropy: str | None = if_any()
    face: wire.Face | None = if_any()  # noqa: RUF009  # it makes a field
    request: str | None = if_any()  # its key, hashed
    asked: str = ""  # a digest of what for, in all
    called: str | None = noted()  # where somebody else has the name
    hosts: Literal[True] | None = noted()  # the host has left, and nobody else was there

    wish: int | None = unwritten(None)
    reserved: bool = unwritten(default=False)

    def is_done(self, table: Table) -> bool:
        return self.seat_taken(table) is not None

    def seat_taken(self, table: Table) -> int | None:
        """With this key; Refused if it was about something else, or the seat was left."""
        if self.request is None or self.request not in table.joins:
            return None
        before, joined = table.joins[self.request]
        if before != self.asked:
            raise reused()
        if (seat := table.seat_of(joined)) is None:
            raise Refused("left", "The seat that was taken with this key was left: a new one takes a new key.")
        return seat

    def check(self, table: Table) -> None:
        if self.reserved:
            if table.person(self.wish).kind != "reserved":
                raise Refused("taken", "The seat was given away.")
            self._sit(table, self.wish)
            return
        if self.wish is not None:
            table.check_seat(self.wish, status=404)
        free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
        if self.wish is not None and self.wish not in free:
            raise Refused("taken", f"Seat {self.wish} is taken; free are {', '.join(map(str, free)) or 'none'}.")
        if not free:
            raise Refused("full", "All seats are taken.")
        self._sit(table, free[0] if self.wish is None else self.wish)

    def _sit(self, table: Table, seat: int | None) -> None:
        assert seat is not None
        self.who = seat
        called = table.free_name(self.name or "", seat)
        self.called = None if called == (self.name or "") else called
        if self.face and table.has_face(self.face, seat):
            self.face = None
        self.hosts = True if table.host is not None and table.seats[table.host].kind == "open" else None

    def apply(self, table: Table) -> None:
        assert self.who is not None
        seat = Seat("person", name=self.called or self.name or "", joined=self.number, commitment=self.commitment)
        seat.first, seat.ready = self.who, table.seats[self.who].kind == "reserved"  # who comes again wants to play
        seat.face, seat.person = self.face, table.newcomer()
        seat.entropy = b"" if self.commitment else (self.entropy or "").encode()
        table.seats[self.who] = seat
        if table.series and self.who == table.series.host:
            table.host = self.who  # until then it was whoever asked for the next game
        if self.hosts:
            table.host = self.who
        if self.request:
            table.joins[self.request] = (self.asked, self.number)
        table.start_if_full()


@dataclass(kw_only=True)
class Arrange(OfSeat, type="seat"):
    """The host gives a seat to a bot, or opens it; also one where somebody sits, who then has to go."""

    kind: wire.Kind
    level: wire.Level | None = None
    remove: Literal[True] | None = if_any()

    by_maker: bool = unwritten(default=False)

    def check(self, table: Table) -> None:
        if not self.by_maker:
            raise Refused("not-host", "Only the host of the table arranges its seats.", status=403)
        table.check_seat(self.who, status=404)
        if table.status != "waiting" or table.full_since is not None:
            raise Refused("started", "Play has started.")
        if table.seats[self.who].kind == "person":
            if self.who == table.host:
                raise Refused("yourself", "This is your own seat: you can leave it.")
            if not self.remove:
                raise Refused("taken", "Somebody sits there: `remove` sends them away.")

    def apply(self, table: Table) -> None:
        if table.seats[self.who].kind == "person":
            table.expelled.add(table.seats[self.who].joined)
        table.seats[self.who] = Seat(self.kind, self.level)
        table.start_if_full()


@dataclass(kw_only=True)
class Order(Entry, type="order"):
    """The host has people sit elsewhere, closes seats or adds some: of each seat the one it was; None: a new one."""

    seats: list[int | None]

    by_maker: bool = unwritten(default=False)

    def check(self, table: Table) -> None:
        _check_may_change(table, by_maker=self.by_maker)
        kept = [seat for seat in self.seats if seat is not None]
        for seat in kept:
            table.check_seat(seat)
        if len(set(kept)) < len(kept):
            raise Refused("bad-order", "seats: each seat of the table at most once, null for a new one.")
        for number, who in enumerate(table.seats):
            if who.kind == "person" and number not in kept:
                raise Refused("taken", f"Somebody sits in seat {number}: people are sent away one by one.")
            if who.kind == "reserved" and self.seats[number : number + 1] != [number]:
                raise Refused("reserved", f"Seat {number} is kept for somebody who is expected: it stays.")
        if table.spectators == "seat" and table.watched not in kept:
            raise Refused("watched", f"Spectators see through seat {table.watched}: it stays.")
        try:
            checked_players(len(self.seats), table.game.players, table.game.slug)
            checked_options(table.options, table.game.options, len(self.seats), table.game.slug)
        except ValueError as error:
            raise Refused("bad-order", str(error)) from None

    def apply(self, table: Table) -> None:
        now: dict[int | None, int | None] = {old: new for new, old in enumerate(self.seats) if old is not None}
        now[None] = None
        for old, seat in enumerate(table.seats):
            if (
                now.get(old) != old and seat.commitment
            ):  # it was for the old place: they have time to bind one for the new
                seat.commitment, table.gather = None, True
        table.seats = [Seat("open") if old is None else table.seats[old] for old in self.seats]
        table.host, table.watched = now[table.host], now.get(table.watched) or 0
        table.answers = {(now[who], key): told for (who, key), told in table.answers.items() if who in now}
        if table.series:
            table.series = replace(table.series, players=len(self.seats))
        table.lay(table.clocks.pace)
        table.ask_if_ready()
        table.start_if_full()


@dataclass(kw_only=True)
class Options(Entry, type="options"):
    """The host changes options before the start; who was ready is asked again."""

    options: Json

    by_maker: bool = unwritten(default=False)

    def check(self, table: Table) -> None:
        _check_may_change(table, by_maker=self.by_maker)
        try:
            if unknown := sorted(self.options.keys() - table.options.keys()):
                raise ValueError(f"unknown option {unknown[0]!r}; {table.game.slug} takes {', '.join(table.options)}")
            checked_options(table.options | self.options, table.game.options, table.players, table.game.slug)
        except ValueError as error:
            raise Refused("bad-options", str(error)) from None

    def apply(self, table: Table) -> None:
        table.options = table.options | self.options
        table.ask_if_ready()


@dataclass(kw_only=True)
class Ready(OfSeat, type="ready"):
    """To start, or not yet."""

    yes: bool

    def check(self, table: Table) -> None:
        _check_open(table)

    def apply(self, table: Table) -> None:
        table.seats[self.who].ready = self.yes
        table.start_if_full()


@dataclass(kw_only=True)
class Commit(OfSeat, type="commit"):
    """A part of the shuffle, bound to the seat that somebody was moved to."""

    commitment: str

    def check(self, table: Table) -> None:
        _check_open(table)
        if table.seats[self.who].commitment:
            raise Refused("committed", "Your seat has a commitment already: it stays, unless you are moved.")

    def apply(self, table: Table) -> None:
        table.seats[self.who].commitment = self.commitment


@dataclass(kw_only=True)
class Leave(OfSeat, type="leave"):
    """Before the start the seat becomes open; later a bot decides until the owner is back."""

    is_limited: ClassVar[bool] = False

    host: int | None = noted()  # who has the host's rights from now on

    absent: Sequence[int] = unwritten(())

    def see(self, absent: Sequence[int]) -> None:
        self.absent = absent

    def check(self, table: Table) -> None:
        waits = table.status == "waiting" and self.who == table.host
        self.host = table.next_host(self.absent) if waits else None
        if table.seats[self.who].auto == "left":
            raise Refused("left", "You have left already.")
        if table.finished:
            raise Refused("over", "The game is over.")

    def apply(self, table: Table) -> None:
        if self.host is not None:
            table.host = self.host
        if table.status == "waiting" and table.full_since is None:
            table.seats[self.who] = Seat("open")
        else:
            table.seats[self.who].auto = "left"
            table.forget_votes(self.who)
            table.count_votes()
        table.start_if_full()


@dataclass(kw_only=True)
class Host(OfSeat, type="host"):
    """The host of a table that has not started is gone: the next person has their rights."""

    counts: ClassVar[bool] = False

    absent: Sequence[int] = unwritten(())

    def see(self, absent: Sequence[int]) -> None:
        self.absent = absent

    def check(self, table: Table) -> None:
        here = self.who in table.people() and self.who not in self.absent
        if table.status != "waiting" or table.host not in self.absent or not here:
            raise Refused("late", "The host is there.")

    def apply(self, table: Table) -> None:
        table.host = self.who


@dataclass(kw_only=True)
class Publish(OfSeat, type="publish"):
    """The host lets anybody find the table, or nobody any more."""

    public: bool

    def check(self, table: Table) -> None:
        table.check_host(self.who, "makes it public")

    def apply(self, table: Table) -> None:
        table.public = self.public


@dataclass(kw_only=True)
class Rematch(Entry, type="rematch"):
    """Where the same people play again. The first who asks makes that table."""

    counts: ClassVar[bool] = False

    table: str
    series: bool = False  # it is the next game of this one's

    def is_done(self, table: Table) -> bool:
        return table.rematch is not None

    def apply(self, table: Table) -> None:
        table.rematch = self.table


@dataclass(kw_only=True)
class Again(OfSeat, type="again"):
    """Somebody has gone there."""

    counts: ClassVar[bool] = False

    def is_done(self, table: Table) -> bool:
        return self.who in table.again

    def apply(self, table: Table) -> None:
        table.again = sorted([*table.again, self.who])


def _check_open(table: Table) -> None:
    if not table.may_change:
        raise Refused("started", "Play has started, or is about to: nothing of this changes any more.")


def _check_may_change(table: Table, *, by_maker: bool) -> None:
    if not by_maker:
        raise Refused("not-host", "Only the host of the table does this.", status=403)
    _check_open(table)
    if table.series and table.series.earlier:
        raise Refused("in-series", "Within a series people keep their seats, and options change as it was agreed.")
