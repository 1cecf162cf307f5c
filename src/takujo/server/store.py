"""The store: an append-only log of entries for each table. What it holds is the truth; all else is worked out from it.

An entry is on the disk before anybody hears of it. One thread writes, and commits together what waits together.
"""

import asyncio
import contextlib
import json
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import IntegrityError

from . import metrics

__all__ = ["Conflict", "Entry", "Row", "Store", "Token"]

Json = dict[str, Any]

metadata = sql.MetaData()
TABLES = sql.Table(
    "game_table",
    metadata,
    sql.Column("id", sql.String(24), primary_key=True),
    sql.Column("code", sql.String(12), nullable=False, unique=True),
    sql.Column("seed", sql.LargeBinary, nullable=False),
    sql.Column("open", sql.Boolean, nullable=False, index=True),  # has not ended: to be looked after on a restart
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


class Conflict(Exception):
    """Somebody else was quicker: that number, code or key is taken."""


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
    open: bool = True


@dataclass(frozen=True, slots=True)
class Token:
    """Who holds a token, known by its hash alone."""

    hash: bytes
    table: str
    seat: int | None
    joined: int


Write = Callable[[sql.Connection], object]


class Store:
    """A database. Everything written is durable when the call returns."""

    def __init__(self, url: str):
        self.engine = sql.create_engine(url)
        if self.engine.dialect.name == "sqlite":
            sql.event.listen(self.engine, "connect", _sqlite_settings)
        self._queue: queue.SimpleQueue[tuple[Write, Callable[[BaseException | None], None]] | None] = (
            queue.SimpleQueue()
        )
        self._thread: threading.Thread | None = None

    def open(self) -> None:
        """Bring the database to the newest form and start writing."""
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
        with self.engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what waits, then stop."""
        if self._thread:
            self._queue.put(None)
            self._thread.join()
            self._thread = None
        self.engine.dispose()

    # -- writing

    async def create(self, row: Row, entries: Sequence[Entry], tokens: Sequence[Token]) -> None:
        """A new table. Conflict: its code is taken."""

        def write(connection: sql.Connection) -> None:
            connection.execute(TABLES.insert(), {"id": row.id, "code": row.code, "seed": row.seed, "open": True})
            _insert(connection, row.id, entries, tokens)

        await self._write(write)

    async def append(self, table: str, entry: Entry, tokens: Sequence[Token] = ()) -> None:
        """One more entry. Conflict: its number or key is taken, so that what it rests on is out of date."""
        await self._write(lambda connection: _insert(connection, table, [entry], tokens))

    async def close_table(self, table: str) -> None:
        """It has ended: no restart needs to look after it."""
        query = TABLES.update().where(TABLES.c.id == table).values(open=False)
        await self._write(lambda connection: connection.execute(query))

    async def add_token(self, token: Token) -> None:
        await self._write(lambda connection: _insert(connection, token.table, [], [token]))

    async def _write(self, write: Write) -> None:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def finish(error: BaseException | None) -> None:
            if error:
                done.set_exception(error)
            else:
                done.set_result(None)

        def report(error: BaseException | None) -> None:
            loop.call_soon_threadsafe(finish, error)

        self._queue.put((write, report))
        # Whoever asked may go away: what has been handed over is written nevertheless.
        await asyncio.shield(done)

    def _write_all(self) -> None:
        """Commit what waits together; if that fails, one by one, so that each hears of its own fault only."""
        for batch in self._batches():
            try:
                self._commit([write for write, _ in batch])
            except Exception:
                for write, report in batch:
                    report(self._attempt(write))
            else:
                for _, report in batch:
                    report(None)

    def _batches(self) -> Iterator[list[tuple[Write, Callable[[BaseException | None], None]]]]:
        while (job := self._queue.get()) is not None:
            batch = [job]
            with contextlib.suppress(queue.Empty):
                while len(batch) < 256:
                    following = self._queue.get_nowait()
                    if following is None:
                        yield batch
                        return
                    batch.append(following)
            yield batch

    def _attempt(self, write: Write) -> BaseException | None:
        try:
            self._commit([write])
        except IntegrityError:
            return Conflict()
        except Exception as error:
            return error
        return None

    def _commit(self, writes: Sequence[Write]) -> None:
        with metrics.COMMITS.time(), self.engine.begin() as connection:
            for write in writes:
                write(connection)

    # -- reading

    async def row(self, key: str) -> Row | None:
        """A table by its id or its join code."""

        def read() -> Row | None:
            with self.engine.connect() as connection:
                found = connection.execute(
                    sql.select(TABLES).where(sql.or_(TABLES.c.id == key, TABLES.c.code == key.upper()))
                ).first()
                return Row(*found) if found else None

        return await asyncio.to_thread(read)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        def read() -> list[Entry]:
            columns = [column for column in ENTRIES.c if column.name != "table_id"]
            query = sql.select(*columns).where(ENTRIES.c.table_id == table, ENTRIES.c.number > after)
            with self.engine.connect() as connection:
                rows = connection.execute(query.order_by(ENTRIES.c.number)).all()
            return [Entry(n, at, kind, seat, key, json.loads(body)) for n, at, kind, seat, key, body in rows]

        return await asyncio.to_thread(read)

    async def token(self, digest: bytes) -> Token | None:
        def read() -> Token | None:
            with self.engine.connect() as connection:
                found = connection.execute(sql.select(TOKENS).where(TOKENS.c.hash == digest)).first()
                return Token(*found) if found else None

        return await asyncio.to_thread(read)

    async def open_tables(self) -> list[str]:
        """The ids of the tables that have not ended."""

        def read() -> list[str]:
            with self.engine.connect() as connection:
                return list(connection.execute(sql.select(TABLES.c.id).where(TABLES.c.open)).scalars())

        return await asyncio.to_thread(read)


def _insert(connection: sql.Connection, table: str, entries: Sequence[Entry], tokens: Sequence[Token]) -> None:
    for entry in entries:
        connection.execute(
            ENTRIES.insert(),
            {
                "table_id": table,
                "number": entry.number,
                "at": entry.at,
                "kind": entry.kind,
                "seat": entry.seat,
                "key": entry.key,
                "body": json.dumps(entry.body, ensure_ascii=False, separators=(",", ":")),
            },
        )
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
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()
