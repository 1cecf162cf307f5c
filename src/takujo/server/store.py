"""The store: an append-only log of entries for each table. What it holds is the truth; all else is worked out from it.

An entry is on the disk before anybody hears of it. One thread writes, and commits together what waits together. On
PostgreSQL any number of nodes write to the same log; which of them looks after the bots and clocks of a table stands
there too.
"""

import asyncio
import contextlib
import hashlib
import json
import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, astuple, dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.dialects.postgresql import insert as insert_on_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_on_sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from takujo.core.codec import compact

from . import metrics

__all__ = [
    "CHAIN_FIRST",
    "Conflict",
    "Line",
    "Link",
    "Row",
    "Store",
    "Token",
    "TooMany",
    "Unavailable",
    "Vanished",
    "clock_now",
]

Json = dict[str, Any]
T = TypeVar("T")

log = logging.getLogger("takujo.server")

# PostgreSQL: notice within seconds that the other side is gone.
PATIENCE = {"connect_timeout": 3, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
PATIENCE |= {"tcp_user_timeout": 8000}
# A node that is paused in the middle of a transaction must not hold up the others by its locks.
TIMEOUTS = "-c statement_timeout=10000 -c idle_in_transaction_session_timeout=5000"
GATHER = 0.006  # seconds that something waits for others, to be committed with them: a commit costs more than an action
MOST = 256  # jobs of one commit, about
CACHED, WRITTEN = 4096, 65536  # KiB of a SQLite file at hand: of each of some connections, and of the one that appends
CHAIN_FIRST = ""  # before all tables in the order of a commit: nodes take the chain's lock before any other
MIGRATION_LOCK = 0x74616B756A6F  # "takujo": nodes that start together do not migrate together
PROBE = 1.0  # seconds between two tries to write, while that fails
VERSION = "alembic_version"  # the table that says which form a database has

# Nothing can be written: there is no room, it is not allowed, or the disk fails. Damage no later try can mend.
STUCK: set[Any] = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}
STUCK |= {"53100", "25006", "58030"}
DAMAGED: set[Any] = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, "XX001", "XX002"}

metadata = sql.MetaData()
TABLES = sql.Table(
    "game_table",
    metadata,
    sql.Column("id", sql.String(24), primary_key=True),
    sql.Column("code", sql.String(12), nullable=False, unique=True),
    sql.Column("seed", sql.LargeBinary, nullable=False),
    sql.Column("open", sql.Boolean, nullable=False, index=True),  # has not ended
    # The node that looks after its bots and clocks; null: none does, the first to notice may take it.
    sql.Column("keeper", sql.String(24), sql.ForeignKey("node.id", ondelete="SET NULL"), index=True),
    sql.Column("maker", sql.String(24)),  # a pseudonym of the address that made it
    sql.Column("look_at", sql.BigInteger, nullable=False, index=True),  # not before that can it be time to remove it
    sql.Index("ix_game_table_maker_open", "maker", "open"),
)
NODES = sql.Table(
    "node",
    metadata,
    sql.Column("id", sql.String(24), primary_key=True),
    sql.Column("until", sql.BigInteger, nullable=False),  # milliseconds since 1970 by the database's clock
)
ENTRIES = sql.Table(
    "entry",
    metadata,
    sql.Column("table_id", sql.String(24), sql.ForeignKey("game_table.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("seat", sql.Integer),
    sql.Column("key", sql.String(64)),
    sql.Column("body", sql.Text, nullable=False),
    sql.UniqueConstraint("table_id", "seat", "key"),
)
TOKENS = sql.Table(
    "token",
    metadata,
    sql.Column("hash", sql.LargeBinary, primary_key=True),
    sql.Column("table_id", sql.String(24), sql.ForeignKey("game_table.id"), nullable=False, index=True),
    sql.Column("seat", sql.Integer),  # null: the maker of the table, who does not sit
    sql.Column("joined", sql.Integer, nullable=False),  # the entry with which the seat was taken
)


def _of_seats(name: str) -> sql.Table:
    """Something sealed for each seat: no part of the log, which makes what all others are sent."""
    return sql.Table(
        name,
        metadata,
        sql.Column("table_id", sql.String(24), sql.ForeignKey("game_table.id"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),  # one a seat: they cannot pile up
        sql.Column("joined", sql.Integer, nullable=False),  # the entry with which its writer took the seat
        sql.Column("text", sql.LargeBinary, nullable=False),
    )


Own = Literal["note", "push"]  # what people note for themselves; where a closed page is told that it is their turn
OWN: dict[Own, sql.Table] = {"note": _of_seats("note"), "push": _of_seats("push")}
CHAIN = sql.Table(  # of all deals and ends: digests only, so that a table can be deleted and its links stay
    "chain",
    metadata,
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Column("kind", sql.String(8), nullable=False),
    sql.Column("table_hash", sql.String(64), nullable=False),
    sql.Column("digest", sql.String(64), nullable=False),
    sql.Column("link", sql.String(64), nullable=False),
    sql.UniqueConstraint("table_hash", "kind"),
)
REMOVED = sql.Table(  # ids and codes of tables that were, by their hash: whoever asks is told
    "removed",
    metadata,
    sql.Column("hash", sql.String(64), primary_key=True),
    sql.Column("at", sql.BigInteger, nullable=False, index=True),
)
KEYS = sql.Table(  # one row: the public key of whoever writes here, and where no file has it, the secret
    "server_key",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("public", sql.String(64)),
    sql.Column("secret", sql.LargeBinary),
)
APPEND_ON_SQLITE = f"INSERT INTO entry VALUES ({', '.join('?' * len(ENTRIES.c))}) ON CONFLICT DO NOTHING"


def clock_now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Conflict(Exception):
    """Somebody else was quicker: that number, code or key is taken."""


class TooMany(Exception):
    """Whoever makes a table has too many that have not ended."""


class Unavailable(Exception):
    """The database is not there. What was being written may be in it or not: the same key again will tell.

    `fault`: it is there, but cannot be written or is damaged, and stays so until somebody sees to it.
    """

    def __init__(self, reason: str, fault: Literal["stuck", "damaged"] | None = None):
        super().__init__(reason)
        self.fault = fault


class Vanished(Exception):
    """The table was removed."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the log of a table, as it is stored."""

    number: int
    at: int  # milliseconds since 1970
    kind: str
    seat: int | None = None
    key: str | None = None
    body: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of a table besides its entries."""

    id: str
    code: str
    seed: bytes  # as it is stored: sealed
    maker: str | None = None
    look_at: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """One link of the chain: that a table was dealt, has ended or was removed, bound to all links before it."""

    number: int
    at: int
    kind: str
    table: str  # the SHA-256 of its id
    digest: str
    link: str

    @staticmethod
    def after(previous: "Link | None", at: int, kind: str, table: str, digest: str) -> "Link":
        number, bound = (previous.number + 1, previous.link) if previous else (1, "")
        text = f"takujo link {bound} {number} {at} {kind} {table} {digest}"
        return Link(number, at, kind, table, digest, hashlib.sha256(text.encode()).hexdigest())


@dataclass(frozen=True, slots=True)
class Token:
    """Who holds a token, known by its hash alone."""

    hash: bytes
    table: str
    seat: int | None
    joined: int


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """Something to write about a table, and who waits for it. Jobs of one commit go by table: nodes do not deadlock."""

    table: str
    done: asyncio.Future[Any]
    entry: Line | None = None  # to append, with the tokens; entries of one commit are one statement
    tokens: Sequence[Token] = ()
    write: Callable[[sql.Connection], Any] | None = None  # else: what to do

    def finish(self, answer: Any) -> None:
        if self.done.done():  # whoever asked went away
            return
        if isinstance(answer, Exception):
            self.done.set_exception(answer)
        else:
            self.done.set_result(answer)


class Store:
    """A database. Everything written is durable when the call returns. Any call may raise Unavailable."""

    def __init__(self, url: str, now: Callable[[], int] = clock_now, *, several: bool = False, **engine: Any):
        self.now = now
        address = sql.make_url(url)
        self.on_sqlite = address.drivername == "sqlite"
        if self.on_sqlite:
            self.engine = sql.create_engine(address, **engine)
            sql.event.listen(self.engine, "connect", _sqlite_settings)
        else:
            address = address.set(drivername="postgresql+psycopg")
            self.engine = sql.create_engine(
                address, connect_args={**PATIENCE, "options": TIMEOUTS}, pool_size=8, max_overflow=8, pool_timeout=5
            )
        self.shared = several or not self.on_sqlite  # other nodes may write, too
        self.fault: str | None = None  # why nothing can be written
        self._insert = insert_on_sqlite if self.on_sqlite else insert_on_postgresql
        self._append = self._insert(ENTRIES).on_conflict_do_nothing().returning(ENTRIES.c.table_id, ENTRIES.c.number)
        self._waiting: list[Job] = []
        self._since = 0.0  # the first of them waits
        self._writing: asyncio.Task[None] | None = None
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._pen: Any = None  # a connection that is only appended by, on SQLite
        self._probing: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Bring the database to the newest form. What is not ours, or newer, stays as it is."""
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
        try:
            with _translated():
                if self.on_sqlite and self.engine.url.database:
                    _check_file(Path(self.engine.url.database), ScriptDirectory.from_config(config))
                with self.engine.begin() as connection:
                    if self.on_sqlite:  # by hand: Python's own would leave half a form behind if it is killed here
                        connection.exec_driver_sql("BEGIN IMMEDIATE")
                    else:
                        connection.execute(sql.select(sql.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
                    config.attributes["connection"] = connection
                    command.upgrade(config, "head")
        except CommandError as error:
            raise Unavailable(f"it is of a newer version of takujo, or of another program ({error})") from error
        except DBAPIError as error:
            raise Unavailable(str(error.orig)) from error

    async def drain(self) -> None:
        """Until everything that waits is written."""
        while self._writing:
            await asyncio.wait([self._writing])
        if self._probing:
            self._probing.cancel()

    def close(self) -> None:
        self._writer.shutdown()
        if self._pen:
            self._pen.close()
        self.engine.dispose()

    # -- the server's key

    def kept_secret(self, new: bytes) -> bytes:
        """The secret that all nodes share where no file has it; the first brings it."""
        return bytes(self._key("secret", new))

    def known_key(self, public: str) -> str:
        """The public key that this database belongs to: this one, if it is new."""
        return str(self._key("public", public))

    def _key(self, name: str, new: Any) -> Any:
        with _translated(), self._begun() as connection:
            connection.execute(self._insert(KEYS).values(id=1).on_conflict_do_nothing())
            empty = KEYS.update().where(KEYS.c.id == 1, KEYS.c[name].is_(None))
            connection.execute(empty.values({name: new}))
            return connection.execute(sql.select(KEYS.c[name])).scalar_one()

    # -- the log

    async def create(
        self,
        row: Row,
        entries: Sequence[Line],
        tokens: Sequence[Token],
        node: str | None = None,
        most: int | None = None,
    ) -> bool:
        """A new table, kept by this node if it lives: is it? Conflict: its id or code is taken.

        TooMany: its maker has so many open ones.
        """
        mine = sql.select(sql.func.count()).select_from(TABLES).where(TABLES.c.maker == row.maker, TABLES.c.open)
        same = sql.select(TABLES.c.id).where(TABLES.c.id == row.id)

        def write(connection: sql.Connection) -> Literal["kept", "free", "taken", "many"]:
            if most is not None and connection.execute(mine).scalar_one() >= most:
                return "many" if connection.execute(same).first() is None else "taken"
            living = sql.select(NODES.c.id).where(NODES.c.id == node).scalar_subquery()
            made = connection.execute(
                self._insert(TABLES)
                .values(**asdict(row), open=True, keeper=living)
                .on_conflict_do_nothing()
                .returning(TABLES.c.keeper)
            ).first()
            if made is None:
                return "taken"
            self._write_entries(connection, [(row.id, entry) for entry in entries])
            _write_tokens(connection, tokens)
            return "free" if made.keeper is None else "kept"

        outcome: str = await self._written(row.id, write=write)
        if outcome == "taken":
            raise Conflict
        if outcome == "many":
            raise TooMany
        return outcome == "kept"

    async def append(self, table: str, entry: Line, tokens: Sequence[Token] = ()) -> None:
        """One more entry. Conflict: its number or key is taken, so that what it rests on is out of date."""
        try:
            if not await self._written(table, entry=entry, tokens=tokens):
                raise Conflict
        except (IntegrityError, sqlite3.IntegrityError):
            raise Vanished from None

    def _write_entries(self, connection: sql.Connection, entries: Sequence[tuple[str, Line]]) -> list[bool]:
        """Which of them were written? The others are there already, or another one in their place."""
        if not entries:
            return []
        rows = [_row(*entry) for entry in entries]
        if self.on_sqlite:
            cursor = connection.connection.cursor()
            return [cursor.execute(APPEND_ON_SQLITE, row).rowcount == 1 for row in rows]
        named = [dict(zip(ENTRIES.c.keys(), row, strict=True)) for row in rows]
        written = {(table, number) for table, number in connection.execute(self._append, named)}
        answers = []
        for table, entry in entries:
            answers.append((table, entry.number) in written)
            written.discard((table, entry.number))  # of two with one number, the first was written
        return answers

    async def link(self, table: str, kind: str, digest: str, at: int) -> Link:
        """The link of the chain for a table and kind: one that is there already, or a new one."""
        link: Link = await self._written(CHAIN_FIRST, write=lambda c: self._link(c, at, kind, _hidden(table), digest))
        return link

    def _link(self, connection: sql.Connection, at: int, kind: str, table: str, digest: str) -> Link:
        self._lock_chain(connection)
        same = sql.select(CHAIN).where(CHAIN.c.table_hash == table, CHAIN.c.kind == kind)
        last = sql.select(CHAIN).order_by(CHAIN.c.number.desc()).limit(1)
        while (found := connection.execute(same).first()) is None:
            newest = connection.execute(last).first()
            link = Link.after(Link(*newest) if newest else None, at, kind, table, digest)
            values = dict(zip(CHAIN.c.keys(), astuple(link), strict=True))
            connection.execute(self._insert(CHAIN).values(values).on_conflict_do_nothing())
        return Link(*found)

    def _lock_chain(self, connection: sql.Connection) -> None:
        if not self.on_sqlite:
            connection.execute(sql.text("LOCK TABLE chain IN EXCLUSIVE MODE"))

    async def chain(self, after: int, most: int) -> list[Link]:
        query = sql.select(CHAIN).where(CHAIN.c.number > after).order_by(CHAIN.c.number).limit(most)
        return [Link(*row) for row in await self._read(lambda connection: connection.execute(query).all())]

    async def head(self) -> Link | None:
        """The last link."""
        query = sql.select(CHAIN).order_by(CHAIN.c.number.desc()).limit(1)
        found = await self._read(lambda connection: connection.execute(query).first())
        return Link(*found) if found else None

    async def close_table(self, table: str) -> None:
        """It has ended: nobody needs to look after it."""
        query = TABLES.update().where(TABLES.c.id == table).values(open=False, keeper=None)
        await self._written(table, write=lambda connection: connection.execute(query))

    # -- what belongs to whoever sits

    async def own(self, what: Own, table: str, seat: int, joined: int) -> bytes | None:
        """Of whoever took the seat with this entry."""
        of = OWN[what].c
        query = sql.select(of.text).where(of.table_id == table, of.seat == seat, of.joined == joined)
        return await self._read(lambda connection: connection.execute(query).scalar())

    async def write_own(self, what: Own, table: str, seat: int, joined: int, text: bytes) -> None:
        """In place of what was there for this seat before, of whomever. Vanished: the table is no more."""
        new = self._insert(OWN[what]).values(table_id=table, seat=seat, joined=joined, text=text)
        where = OWN[what].c.joined <= joined  # who has left the seat since then does not write over the next one's
        query = new.on_conflict_do_update(
            index_elements=["table_id", "seat"], set_={"joined": joined, "text": text}, where=where
        )
        try:
            await self._written(table, write=lambda connection: connection.execute(query))
        except IntegrityError:
            raise Vanished from None

    async def remove_own(self, what: Own, table: str, seat: int, joined: int) -> None:
        of = OWN[what].c
        query = OWN[what].delete().where(of.table_id == table, of.seat == seat, of.joined == joined)
        await self._written(table, write=lambda connection: connection.execute(query))

    # -- what is removed

    async def due(self, now: int, most: int, *, ended: bool) -> list[str]:
        """Up to so many tables that are to be looked at, with or without those that have ended."""
        query = sql.select(TABLES.c.id).where(TABLES.c.look_at <= now, sql.or_(TABLES.c.open, sql.literal(ended)))
        query = query.order_by(TABLES.c.look_at).limit(most)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def look_again(self, table: str, at: int) -> None:
        query = TABLES.update().where(TABLES.c.id == table).values(look_at=at)
        await self._written(table, write=lambda connection: connection.execute(query))

    async def remove(self, row: Row, number: int, at: int, digest: str | None) -> bool:
        """Remove a table with this last entry, for good; False: more has been written. `digest`: of a dealt one.

        The chain tells a dealt table that was removed from one that was withdrawn.
        """
        last = sql.select(sql.func.max(ENTRIES.c.number)).where(ENTRIES.c.table_id == row.id)
        marks = [{"hash": _hidden(name), "at": at} for name in (row.id, row.code)]

        def write(connection: sql.Connection) -> bool:
            self._lock_chain(connection)
            connection.execute(sql.select(TABLES.c.id).where(TABLES.c.id == row.id).with_for_update())
            if connection.execute(last).scalar() != number:
                return False
            if digest is not None:
                self._link(connection, at, "gone", _hidden(row.id), digest)
            for part in (TOKENS, ENTRIES, *OWN.values()):
                connection.execute(part.delete().where(part.c.table_id == row.id))
            connection.execute(TABLES.delete().where(TABLES.c.id == row.id))
            connection.execute(self._insert(REMOVED).on_conflict_do_nothing(), marks)
            return True

        done: bool = await self._written(CHAIN_FIRST, write=write)
        return done

    async def was_removed(self, key: str) -> bool:
        """Was there a table with this id or code?"""
        query = sql.select(REMOVED.c.at).where(REMOVED.c.hash.in_([_hidden(key), _hidden(key.upper())]))
        return await self._read(lambda connection: connection.execute(query).first()) is not None

    async def forget_removed(self, before: int) -> None:
        query = REMOVED.delete().where(REMOVED.c.at < before)
        await self._written(CHAIN_FIRST, write=lambda connection: connection.execute(query))

    # -- reading

    async def add_token(self, token: Token) -> None:
        await self._written(token.table, write=lambda connection: _write_tokens(connection, [token]))

    async def row(self, key: str) -> Row | None:
        """A table by its id or its join code."""
        query = sql.select(TABLES.c.id, TABLES.c.code, TABLES.c.seed, TABLES.c.maker, TABLES.c.look_at)
        query = query.where(sql.or_(TABLES.c.id == key, TABLES.c.code == key.upper()))
        found = await self._read(lambda connection: connection.execute(query).first())
        return Row(*found) if found else None

    async def entries(self, table: str, after: int = 0) -> list[Line]:
        columns = [column for column in ENTRIES.c if column.name != "table_id"]
        query = sql.select(*columns).where(ENTRIES.c.table_id == table, ENTRIES.c.number > after)
        rows = await self._read(lambda connection: connection.execute(query.order_by(ENTRIES.c.number)).all())
        return [Line(n, at, kind, seat, key, json.loads(body)) for n, at, kind, seat, key, body in rows]

    async def following(self, table: str) -> Json | None:
        """The body of its `rematch`: where the same people play again."""
        query = sql.select(ENTRIES.c.body).where(ENTRIES.c.table_id == table, ENTRIES.c.kind == "rematch")
        found = await self._read(lambda connection: connection.execute(query).scalar())
        return None if found is None else json.loads(found)

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""
        last = sql.select(sql.func.max(ENTRIES.c.number)).where(ENTRIES.c.table_id == TABLES.c.id).scalar_subquery()
        query = sql.select(TABLES.c.id, last).where(TABLES.c.id.in_(tables))
        rows = await self._read(lambda connection: connection.execute(query).all())
        return dict(row.tuple() for row in rows)

    async def token(self, digest: bytes) -> Token | None:
        query = sql.select(TOKENS).where(TOKENS.c.hash == digest)
        found = await self._read(lambda connection: connection.execute(query).first())
        return Token(*found) if found else None

    async def ping(self) -> None:
        """Unavailable, if it is."""
        await self._read(lambda connection: connection.execute(sql.select(1)).first())

    # -- who looks after which table

    async def enter(self, node: str, lease: int) -> None:
        """A node begins. Its lease lasts so many milliseconds and is renewed by `beat`."""

        def write(connection: sql.Connection) -> None:
            if not self.shared:  # this process alone has the file (run.py): others in it are dead
                connection.execute(NODES.delete())
            connection.execute(NODES.insert().values(id=node, until=self._now() + lease))

        await self._at_once(write)

    async def beat(self, node: str, lease: int) -> bool:
        """Renew a lease. False: the node was taken for dead, and others may have its tables."""
        renew = NODES.update().where(NODES.c.id == node).values(until=self._now() + lease)
        return await self._at_once(lambda connection: connection.execute(renew).rowcount == 1)

    async def bury(self) -> None:
        """Nodes whose lease has run out are no more; so nobody keeps their tables.

        A node that renews at this moment waits for the outcome, and so learns of it: that is what makes keepers one.
        """
        dead = sql.select(NODES.c.id).where(NODES.c.until < self._now()).with_for_update(skip_locked=True)
        await self._at_once(lambda connection: connection.execute(NODES.delete().where(NODES.c.id.in_(dead))))

    async def leave(self, node: str) -> None:
        """A node ends: its tables are free."""
        await self._at_once(lambda connection: connection.execute(NODES.delete().where(NODES.c.id == node)))

    async def take(self, node: str, most: int) -> list[str]:
        """Up to so many open tables that nobody kept: this node does now."""
        free = sql.select(TABLES.c.id).where(TABLES.c.open, TABLES.c.keeper.is_(None)).limit(most)
        if not await self._read(lambda connection: connection.execute(free.limit(1)).first()):
            return []  # as nearly always: whoever writes would keep others from writing
        take = TABLES.update().where(TABLES.c.id.in_(free.with_for_update(skip_locked=True))).values(keeper=node)
        take = take.returning(TABLES.c.id)
        try:
            return await self._at_once(lambda connection: list(connection.execute(take).scalars()))
        except IntegrityError:  # this node was buried meanwhile
            return []

    async def kept(self, node: str) -> list[str]:
        """The tables that this node keeps."""
        query = sql.select(TABLES.c.id).where(TABLES.c.keeper == node)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def count_kept(self, node: str) -> int:
        """How many these are: of tens of thousands that sleep, the names take long to read."""
        query = sql.select(sql.func.count()).select_from(TABLES).where(TABLES.c.keeper == node)
        return await self._read(lambda connection: connection.execute(query).scalar_one())

    def _now(self) -> Any:
        """By the clock that all nodes share."""
        if self.on_sqlite:
            return self.now()
        return sql.cast(sql.extract("epoch", sql.func.clock_timestamp()) * 1000, sql.BigInteger)

    # -- for what is stored beside the log

    @property
    def insert(self) -> Any:
        """The dialect's own, which knows `on_conflict_do_nothing`."""
        return self._insert

    async def read(self, read: Callable[[sql.Connection], T]) -> T:
        return await self._read(read)

    async def write(self, order: str, write: Callable[[sql.Connection], T]) -> T:
        """With what else waits to be written; `order`: a table, or CHAIN_FIRST."""
        written: T = await self._written(order, write=write)
        return written

    # -- how

    async def _read(self, read: Callable[[sql.Connection], T]) -> T:
        def work() -> T:
            with _translated(), self.engine.connect() as connection:
                return read(connection)

        return await self._beside(work)

    async def _at_once(self, write: Callable[[sql.Connection], T]) -> T:
        """In a transaction of its own, past what waits to be written."""

        def work() -> T:
            with _translated(), self._begun() as connection:
                return write(connection)

        return await self._beside(work)

    async def _beside(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.to_thread(work)
        except Unavailable as error:
            self._note(error)
            raise

    async def _written(self, table: str, **what: Any) -> Any:
        """Done when it is on the disk. Whoever asked may go away: what has been asked for is written nevertheless."""
        loop = asyncio.get_running_loop()
        job = Job(table, loop.create_future(), **what)
        if not self._waiting:
            self._since = loop.time()
        self._waiting.append(job)
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._write_all())
        return await job.done

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                await asyncio.sleep(max(0.0, self._since + GATHER - loop.time()))
                batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                batch.sort(key=lambda job: job.table)
                for job, answer in zip(
                    batch, await loop.run_in_executor(self._writer, self._commit_all, batch), strict=True
                ):
                    if isinstance(answer, Unavailable):
                        self._note(answer)
                    job.finish(answer)
        finally:
            self._writing = None

    def _note(self, error: Unavailable) -> None:
        """Remember a fault; unless it is damage, try until it is over."""
        if error.fault is None or self.fault is not None:
            return
        self.fault = str(error).partition("\n")[0]
        log.error("the database is %s: %s", error.fault, self.fault)
        if error.fault == "stuck":
            self._probing = asyncio.ensure_future(self._probe())

    async def _probe(self) -> None:
        # An update of nothing would write nothing, and so would succeed on a full disk.
        write = self._insert(KEYS).values(id=1).on_conflict_do_update(index_elements=["id"], set_={"id": 1})
        while self.fault:
            await asyncio.sleep(PROBE)
            with contextlib.suppress(Unavailable):
                await self._at_once(lambda connection: connection.execute(write))
                self.fault = None
        log.warning("the database can be written again")

    def _commit_all(self, batch: list[Job]) -> list[Any]:
        """Commit what waits together; if that fails, one by one, so that each hears of its own fault only."""
        try:
            return self._commit(batch)
        except Unavailable as error:
            return [error] * len(batch)
        except Exception as error:
            if len(batch) == 1:
                return [error]
            return [answer for job in batch for answer in self._commit_all([job])]

    def _commit(self, batch: Sequence[Job]) -> list[Any]:
        """Write these, all or none; what each gave."""
        with metrics.COMMITS.time(), _translated():
            return self._append_only(batch) or self._write(batch)

    def _append_only(self, batch: Sequence[Job]) -> list[Any] | None:
        """Actions and words, as nearly all is, by hand: it takes half as long, of the core that also serves players.

        None: it is something else, or not all of them could be written.
        """
        rows = [_row(job.table, job.entry) for job in batch if job.entry and not job.tokens]
        if not self.on_sqlite or len(rows) < len(batch):
            return None
        pen, self._pen = self._pen or self._open_pen(), None
        try:
            # closed here: collected later it would make that thread, whichever it is, wait for this connection
            with contextlib.closing(pen.cursor()) as cursor:
                cursor.executemany(APPEND_ON_SQLITE, rows)
                whole = cursor.rowcount == len(rows)
            if not whole:
                pen.rollback()
                self._pen = pen
                return None
            pen.commit()
            self._pen = pen
            return [True] * len(rows)
        finally:
            if self._pen is None:  # what has failed is not used again
                pen.close()

    def _open_pen(self) -> Any:
        pen = self.engine.raw_connection()
        pen.cursor().execute(f"PRAGMA cache_size = {-WRITTEN}")  # entries of all tables are written all over the file
        return pen

    @contextlib.contextmanager
    def _begun(self) -> Iterator[sql.Connection]:
        """A transaction that writes. On SQLite nobody else does, from before it reads what it goes by."""
        with self.engine.begin() as connection:
            if self.on_sqlite:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    def _write(self, batch: Sequence[Job]) -> list[Any]:
        with self._begun() as connection:
            values = {job: job.write(connection) for job in batch if job.write}
            appends = [(job, job.entry) for job in batch if job.entry]
            written = self._write_entries(connection, [(job.table, entry) for job, entry in appends])
            for (job, _), fine in zip(appends, written, strict=True):
                values[job] = fine
                if fine:
                    _write_tokens(connection, job.tokens)
        return [values[job] for job in batch]


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    """Unavailable for all the ways in which a database is away, stuck or damaged."""
    try:
        yield
    except (DBAPIError, PoolTimeout, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        away = isinstance(error, OperationalError | InterfaceError | PoolTimeout | sqlite3.OperationalError)
        fault = _fault(cause)
        if fault or away or (isinstance(error, DBAPIError) and error.connection_invalidated):
            raise Unavailable(str(cause), fault) from error
        raise


def _fault(cause: Any) -> Literal["stuck", "damaged"] | None:
    code = getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorcode", 0) & 0xFF
    if code in DAMAGED:
        return "damaged"
    return "stuck" if code in STUCK else None


def _check_file(file: Path, forms: ScriptDirectory) -> None:
    """Is it a database of ours, or a new one? It is only read: what is not ours stays as it is."""
    if not file.exists():
        return
    with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for (form,) in connection.execute(f"SELECT version_num FROM {VERSION}") if VERSION in tables else ():
            forms.get_revision(form)  # CommandError: it is not one of ours
    if not (tables <= {VERSION} or {VERSION, TABLES.name} <= tables):
        raise Unavailable(f"it is a database of another program, with the tables {', '.join(sorted(tables)[:5])}")


def _hidden(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def _row(table: str, entry: Line) -> tuple[Any, ...]:
    return table, entry.number, entry.at, entry.kind, entry.seat, entry.key, compact(entry.body)


def _write_tokens(connection: sql.Connection, tokens: Iterable[Token]) -> None:
    for token in tokens:
        connection.execute(
            TOKENS.insert(),
            {"hash": token.hash, "table_id": token.table, "seat": token.seat, "joined": token.joined},
        )


def _sqlite_settings(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # in WAL: every commit is synced
    cursor.execute("PRAGMA busy_timeout = 10000")
    cursor.execute(f"PRAGMA cache_size = {-CACHED}")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()
