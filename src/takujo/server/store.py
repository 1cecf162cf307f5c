"""The store: an append-only log of entries for each table. What it holds is the truth; all else is worked out from it.

An entry is on the disk before anybody hears of it. One thread writes, and commits together what waits together. On
PostgreSQL any number of nodes write to the same log; which of them looks after the bots and clocks of a table stands
there too.
"""

import asyncio
import contextlib
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from sqlalchemy.dialects.postgresql import insert as insert_on_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_on_sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from . import metrics

__all__ = ["Conflict", "Entry", "Row", "Store", "Token", "Unavailable"]

Json = dict[str, Any]
T = TypeVar("T")

# PostgreSQL: notice within seconds that the other side is gone.
PATIENCE = {"connect_timeout": 3, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
PATIENCE |= {"tcp_user_timeout": 8000}
# A node that is paused in the middle of a transaction must not hold up the others by its locks.
TIMEOUTS = "-c statement_timeout=10000 -c idle_in_transaction_session_timeout=5000"
GATHER = 0.012  # seconds that something waits for others, to be committed with them: a commit costs more than an action
MOST = 256  # jobs of one commit, about
MIGRATION_LOCK = 0x74616B756A6F  # "takujo": nodes that start together do not migrate together

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
    sql.Column("table_id", sql.String(24), sql.ForeignKey("game_table.id"), nullable=False),
    sql.Column("seat", sql.Integer),  # null: the maker of the table, who does not sit
    sql.Column("joined", sql.Integer, nullable=False),  # the entry with which the seat was taken
)
APPEND_ON_SQLITE = f"INSERT INTO entry VALUES ({', '.join('?' * len(ENTRIES.c))}) ON CONFLICT DO NOTHING"


class Conflict(Exception):
    """Somebody else was quicker: that number, code or key is taken."""


class Unavailable(Exception):
    """The database is not there. What was being written may be in it or not: the same key again will tell."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened at a table."""

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
    seed: bytes


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
    entry: Entry | None = None  # to append, with the tokens; entries of one commit are one statement
    tokens: Sequence[Token] = ()
    write: Callable[[sql.Connection], Any] | None = None  # else: what to do

    def finish(self, value: Any, error: BaseException | None) -> None:
        if self.done.done():  # whoever asked went away
            return
        if error:
            self.done.set_exception(error)
        else:
            self.done.set_result(value)


class Store:
    """A database. Everything written is durable when the call returns. Any call may raise Unavailable."""

    def __init__(self, url: str):
        address = sql.make_url(url)
        if address.drivername == "postgresql":
            address = address.set(drivername="postgresql+psycopg")
            self.engine = sql.create_engine(
                address, connect_args={**PATIENCE, "options": TIMEOUTS}, pool_size=8, max_overflow=8, pool_timeout=5
            )
        else:
            self.engine = sql.create_engine(address)
            sql.event.listen(self.engine, "connect", _sqlite_settings)
        self.shared = self.engine.dialect.name != "sqlite"  # other nodes may write, too
        self._insert = insert_on_postgresql if self.shared else insert_on_sqlite
        self._append = self._insert(ENTRIES).on_conflict_do_nothing().returning(ENTRIES.c.table_id, ENTRIES.c.number)
        self._waiting: list[Job] = []
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def open(self) -> None:
        """Bring the database to the newest form and start writing."""
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
        with _translated(), self.engine.begin() as connection:
            if self.shared:
                connection.execute(sql.select(sql.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what waits, then stop."""
        if self._thread:
            self._hand_over()
            self._queue.put(None)
            self._thread.join()
            self._thread = None
        self.engine.dispose()

    # -- the log

    async def create(
        self, row: Row, entries: Sequence[Entry], tokens: Sequence[Token], node: str | None = None
    ) -> bool:
        """A new table, kept by this node if it lives: is it? Conflict: its code is taken."""

        def write(connection: sql.Connection) -> Literal["kept", "free", "taken"]:
            living = sql.select(NODES.c.id).where(NODES.c.id == node).scalar_subquery()
            made = connection.execute(
                self._insert(TABLES)
                .values(id=row.id, code=row.code, seed=row.seed, open=True, keeper=living)
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
        return outcome == "kept"

    async def append(self, table: str, entry: Entry, tokens: Sequence[Token] = ()) -> None:
        """One more entry. Conflict: its number or key is taken, so that what it rests on is out of date."""

        if not await self._written(table, entry=entry, tokens=tokens):
            raise Conflict

    def _write_entries(self, connection: sql.Connection, entries: Sequence[tuple[str, Entry]]) -> list[bool]:
        """Which of them were written? The others are there already, or another one in their place."""
        if not entries:
            return []
        rows = [(table, e.number, e.at, e.kind, e.seat, e.key, _json(e.body)) for table, e in entries]
        if not self.shared:  # by hand: it takes half as long, of the core that also serves those who play
            cursor = connection.connection.cursor()
            return [cursor.execute(APPEND_ON_SQLITE, row).rowcount == 1 for row in rows]
        named = [dict(zip(ENTRIES.c.keys(), row, strict=True)) for row in rows]
        written = {(table, number) for table, number in connection.execute(self._append, named)}
        answers = []
        for table, entry in entries:
            answers.append((table, entry.number) in written)
            written.discard((table, entry.number))  # of two with one number, the first was written
        return answers

    async def close_table(self, table: str) -> None:
        """It has ended: nobody needs to look after it."""
        query = TABLES.update().where(TABLES.c.id == table).values(open=False, keeper=None)
        await self._written(table, write=lambda connection: connection.execute(query))

    async def add_token(self, token: Token) -> None:
        await self._written(token.table, write=lambda connection: _write_tokens(connection, [token]))

    async def row(self, key: str) -> Row | None:
        """A table by its id or its join code."""
        query = sql.select(TABLES.c.id, TABLES.c.code, TABLES.c.seed)
        query = query.where(sql.or_(TABLES.c.id == key, TABLES.c.code == key.upper()))
        found = await self._read(lambda connection: connection.execute(query).first())
        return Row(*found) if found else None

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        columns = [column for column in ENTRIES.c if column.name != "table_id"]
        query = sql.select(*columns).where(ENTRIES.c.table_id == table, ENTRIES.c.number > after)
        rows = await self._read(lambda connection: connection.execute(query.order_by(ENTRIES.c.number)).all())
        return [Entry(n, at, kind, seat, key, json.loads(body)) for n, at, kind, seat, key, body in rows]

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
            if not self.shared:  # one process has the file (run.py): others in it are dead
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

    def _now(self) -> Any:
        """By the clock that all nodes share."""
        if self.shared:
            return sql.cast(sql.extract("epoch", sql.func.clock_timestamp()) * 1000, sql.BigInteger)
        return time.time_ns() // 1_000_000

    # -- how

    async def _read(self, read: Callable[[sql.Connection], T]) -> T:
        def work() -> T:
            with _translated(), self.engine.connect() as connection:
                return read(connection)

        return await asyncio.to_thread(work)

    async def _at_once(self, write: Callable[[sql.Connection], T]) -> T:
        """In a transaction of its own, past what waits to be written."""

        def work() -> T:
            with _translated(), self.engine.begin() as connection:
                return write(connection)

        return await asyncio.to_thread(work)

    async def _written(self, table: str, **what: Any) -> Any:
        """Done when it is on the disk. Whoever asked may go away: what has been asked for is written nevertheless."""
        loop = asyncio.get_running_loop()
        job = Job(table, loop.create_future(), **what)
        self._waiting.append(job)
        if len(self._waiting) == 1:
            loop.call_later(GATHER, self._hand_over)
        return await job.done

    def _hand_over(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting:
            self._queue.put(waiting)

    def _write_all(self) -> None:
        """Commit what waits together; if that fails, one by one, so that each hears of its own fault only."""
        for batch in self._batches():
            batch.sort(key=lambda job: job.table)
            error = self._commit(batch)
            if error and len(batch) > 1 and not isinstance(error, Unavailable):
                for job in batch:
                    alone = self._commit([job])
                    if alone:
                        _report([job], [None], alone)
            elif error:
                _report(batch, [None] * len(batch), error)

    def _batches(self) -> Iterator[list[Job]]:
        while (batch := self._queue.get()) is not None:
            with contextlib.suppress(queue.Empty):
                while len(batch) < MOST:
                    following = self._queue.get_nowait()
                    if following is None:
                        yield batch
                        return
                    batch += following
            yield batch

    def _commit(self, batch: Sequence[Job]) -> BaseException | None:
        """Write these and report; or nothing was written, nobody was told, and this is why."""
        try:
            with metrics.COMMITS.time(), _translated(), self.engine.begin() as connection:
                values = {job: job.write(connection) for job in batch if job.write}
                appends = [(job, job.entry) for job in batch if job.entry]
                written = self._write_entries(connection, [(job.table, entry) for job, entry in appends])
                for (job, _), fine in zip(appends, written, strict=True):
                    values[job] = fine
                    if fine:
                        _write_tokens(connection, job.tokens)
        except Exception as error:
            return error
        _report(batch, [values[job] for job in batch], None)
        return None


def _report(batch: Sequence[Job], values: Sequence[Any], error: BaseException | None) -> None:
    """To all who wait, in one step of the loop."""

    def finish() -> None:
        for job, value in zip(batch, values, strict=True):
            job.finish(value, error)

    batch[0].done.get_loop().call_soon_threadsafe(finish)


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    """Unavailable for all the ways in which a database is away."""
    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout, sqlite3.OperationalError) as error:
        raise Unavailable(str(error.orig if isinstance(error, DBAPIError) else error)) from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise Unavailable(str(error.orig)) from error
        raise


def _json(body: Json) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


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
    cursor.execute("PRAGMA cache_size = -65536")  # KiB: entries of all tables are written all over the file
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()
