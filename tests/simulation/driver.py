"""SQLite through apsw, as SQLAlchemy wants a DBAPI module: a database on a simulated disk, and its ways to be away."""

import contextlib
import random
import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import apsw

from takujo.server.store import _sqlite_settings

from .disk import Died, Disk

__all__ = ["FILE", "Database"]

FILE = "/tables.db"
DML = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)
FAULTS: list[tuple[type[Exception], type[Exception]]] = [
    (apsw.ConstraintError, sqlite3.IntegrityError),
    (apsw.CorruptError, sqlite3.DatabaseError),
    (apsw.NotADBError, sqlite3.DatabaseError),
    (apsw.Error, sqlite3.OperationalError),
    (Died, sqlite3.OperationalError),
]


class Database:
    """One database, and the module that connects to it. What is done in one step of the loop is done alone."""

    apilevel, paramstyle, threadsafety = "2.0", "qmark", 1
    sqlite_version_info = tuple(map(int, apsw.sqlite_lib_version().split(".")))
    sqlite_version = apsw.sqlite_lib_version()
    Binary = bytes
    Error, DatabaseError, InterfaceError = sqlite3.Error, sqlite3.DatabaseError, sqlite3.InterfaceError
    OperationalError, IntegrityError, DataError = sqlite3.OperationalError, sqlite3.IntegrityError, sqlite3.DataError
    ProgrammingError, InternalError = sqlite3.ProgrammingError, sqlite3.InternalError
    NotSupportedError, Warning = sqlite3.NotSupportedError, sqlite3.Warning

    def __init__(self, rng: random.Random, files: dict[str, bytes]):
        self.rng = rng
        self.disk = Disk(rng, files)
        self.away = False
        self.forgetful = 0.0  # of all commits: done, and the answer is lost
        self.interrupt: Callable[[], None] = lambda: None  # before every statement: may raise Died
        self.opened: apsw.Connection | None = None
        self.crashes = 0
        self.columns: list[Any] = []

    @property
    def handle(self) -> apsw.Connection:
        if self.away:
            raise sqlite3.OperationalError("the database is away")
        if self.opened is None:
            self.opened = apsw.Connection(FILE, vfs=self.disk.name)
            try:
                self.opened.execute("PRAGMA locking_mode = EXCLUSIVE")  # one at a time: no shared memory is needed
                self.opened.exec_trace = self._describe
                _sqlite_settings(Connection(self), None)  # a connection of a node may outlive what it is connected to
            except Exception:
                self._close()
                raise
        return self.opened

    def _close(self) -> None:
        opened, self.opened = self.opened, None
        if opened is not None:
            with contextlib.suppress(Exception):
                opened.close(True)

    def _describe(self, cursor: apsw.Cursor, *_: Any) -> bool:
        """What the columns are must be asked for before the first row."""
        self.columns = [(name, *[None] * 6) for name, _ in cursor.get_description()]
        return True

    def connect(self, *_: Any, **__: Any) -> "Connection":
        with _translated():
            assert self.handle
        return Connection(self)

    def crash(self, *, power_lost: bool) -> None:
        """Whoever has it open dies; the next finds what is on the disk."""
        files = self.disk.image(power_lost=power_lost)
        self.disk.dead = True
        self._close()
        self.disk = Disk(self.rng, files)
        self.crashes += 1


@contextlib.contextmanager
def _translated() -> Any:
    try:
        yield
    except (apsw.Error, Died) as error:
        raise next(ours for theirs, ours in FAULTS if isinstance(error, theirs))(str(error)) from None


class Connection:
    """As sqlite3.Connection: a transaction begins with the first change."""

    def __init__(self, database: Database):
        self.database = database

    @property
    def in_transaction(self) -> bool:
        return self.database.handle.in_transaction

    def cursor(self) -> "Cursor":
        return Cursor(self)

    def run(self, statement: str, parameters: Sequence[Any] = ()) -> apsw.Cursor:
        with _translated():
            self.database.interrupt()
            handle = self.database.handle
            if DML.match(statement) and not handle.in_transaction:
                handle.execute("BEGIN")
            return handle.execute(statement, tuple(parameters))

    def commit(self) -> None:
        with _translated():
            self.database.interrupt()
            if self.database.handle.in_transaction:
                self.database.handle.execute("COMMIT")
                if self.database.rng.random() < self.database.forgetful:
                    raise sqlite3.OperationalError("the connection was lost while the database committed")

    def rollback(self) -> None:
        if self.database.opened is not None and self.database.opened.in_transaction:
            with contextlib.suppress(apsw.Error, Died):
                self.database.opened.execute("ROLLBACK")

    def close(self) -> None:
        self.rollback()

    def create_function(self, *_: Any, **__: Any) -> None:
        pass


class Cursor:
    arraysize = 1

    def __init__(self, connection: Connection):
        self.connection = connection
        self.description: list[Any] | None = None
        self.rowcount, self.lastrowid = -1, 0
        self.rows: list[Any] = []

    def execute(self, statement: str, parameters: Sequence[Any] = ()) -> "Cursor":
        with _translated():
            cursor = self.connection.run(statement, parameters)
            self.description = self.connection.database.columns or None
            self.rows = list(cursor)[::-1]
            handle = self.connection.database.handle
            self.rowcount = handle.changes() if DML.match(statement) else -1
            self.lastrowid = handle.last_insert_rowid()
        return self

    def executemany(self, statement: str, many: Iterable[Sequence[Any]]) -> "Cursor":
        count = 0
        for parameters in many:
            count += self.execute(statement, parameters).rowcount
        self.rowcount = count
        return self

    def fetchone(self) -> Any:
        return self.rows.pop() if self.rows else None

    def fetchmany(self, size: int = 1) -> list[Any]:
        return [self.rows.pop() for _ in range(min(size, len(self.rows)))]

    def fetchall(self) -> list[Any]:
        rows, self.rows = self.rows[::-1], []
        return rows

    def close(self) -> None:
        self.rows = []

    def setinputsizes(self, *_: Any) -> None:
        pass

    def setoutputsize(self, *_: Any) -> None:
        pass
