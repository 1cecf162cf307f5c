"""What is stored of people with an account: beside the log, so that all of it can be removed and no table changes.

Secrets are stored as digests; what people choose for themselves is sealed by the server's secret.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import sqlalchemy as sql

from .store import CHAIN_FIRST, ENTRIES, TABLES, TOKENS, Store, Token, metadata

__all__ = ["Account", "Challenge", "Passkey", "People", "Seat", "Session", "TooManyOf"]

Json = dict[str, Any]
T = TypeVar("T")
Purpose = Literal["new", "sign-in", "add"]


def _account() -> sql.ForeignKey:
    return sql.ForeignKey("account.id", ondelete="CASCADE")


ACCOUNTS = sql.Table(
    "account",
    metadata,
    sql.Column("id", sql.String(24), primary_key=True),  # what its passkeys know it by: random
    sql.Column("shown", sql.String(24), nullable=False, unique=True),  # the address of its profile
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("rated", sql.Boolean, nullable=False),
    sql.Column("public", sql.Boolean, nullable=False),
    sql.Column("profile", sql.LargeBinary, nullable=False),  # sealed
)
PASSKEYS = sql.Table(
    "passkey",
    metadata,
    sql.Column("id", sql.LargeBinary, primary_key=True),
    sql.Column("account_id", sql.String(24), _account(), nullable=False, index=True),
    sql.Column("rp", sql.String(255), nullable=False),  # the name of this server where it was made
    sql.Column("key", sql.LargeBinary, nullable=False),  # public
    sql.Column("count", sql.BigInteger, nullable=False),
    sql.Column("label", sql.String(60), nullable=False),
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("used", sql.BigInteger),
)
SESSIONS = sql.Table(
    "session",
    metadata,
    sql.Column("hash", sql.LargeBinary, primary_key=True),
    sql.Column("account_id", sql.String(24), _account(), nullable=False, index=True),
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("seen", sql.BigInteger, nullable=False),
    sql.Column("until", sql.BigInteger, nullable=False, index=True),
    sql.Column("label", sql.String(60), nullable=False),
)
CHALLENGES = sql.Table(
    "challenge",
    metadata,
    sql.Column("hash", sql.LargeBinary, primary_key=True),
    sql.Column("purpose", sql.String(8), nullable=False),
    sql.Column("rp", sql.String(255), nullable=False),
    sql.Column("account_id", sql.String(24)),  # for which it is, or of the one to be made
    sql.Column("until", sql.BigInteger, nullable=False, index=True),
)
SEATS = sql.Table(  # a person at a table is the entry with which they sat down; it is one account's
    "account_seat",
    metadata,
    sql.Column("table_id", sql.String(24), sql.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("joined", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("account_id", sql.String(24), _account(), nullable=False, index=True),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("game", sql.String(60), nullable=False),
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Column("rated", sql.Boolean, nullable=False),  # its owner wanted ratings then: nobody chooses by the result
    sql.Column("listed", sql.Boolean, nullable=False),  # among the tables that its owner's devices show
)
SEAT_TOKENS = sql.Table(  # tokens that end with a session
    "seat_token",
    metadata,
    sql.Column("hash", sql.LargeBinary, sql.ForeignKey("token.hash", ondelete="CASCADE"), primary_key=True),
    sql.Column("session", sql.LargeBinary, sql.ForeignKey("session.hash", ondelete="CASCADE"), nullable=False),
    sql.Index("ix_seat_token_session", "session"),
)


class TooManyOf(Exception):
    """There are as many as there may be."""


@dataclass(frozen=True, slots=True)
class Account:
    id: str
    shown: str
    created: int
    rated: bool
    public: bool
    profile: bytes


@dataclass(frozen=True, slots=True)
class Passkey:
    id: bytes
    account: str
    rp: str
    key: bytes
    count: int
    label: str
    created: int
    used: int | None


@dataclass(frozen=True, slots=True)
class Session:
    hash: bytes
    account: str
    created: int
    seen: int
    until: int
    label: str


@dataclass(frozen=True, slots=True)
class Challenge:
    hash: bytes
    purpose: Purpose
    rp: str
    account: str | None
    until: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of an account: where, and the game."""

    table: str
    joined: int
    account: str
    seat: int
    game: str
    at: int
    rated: bool
    listed: bool


class People:
    """Accounts in the store. Any call may raise Unavailable."""

    def __init__(self, store: Store):
        self.store = store

    # -- challenges: each is good once

    async def remember(self, challenge: Challenge, now: int) -> None:
        def write(connection: sql.Connection) -> None:
            connection.execute(CHALLENGES.delete().where(CHALLENGES.c.until < now))
            connection.execute(CHALLENGES.insert().values(_row(CHALLENGES, challenge)))

        await self._write(write)

    async def use(self, digest: bytes, now: int) -> Challenge | None:
        """The one that was answered; whatever comes of it, it is used up."""
        query = CHALLENGES.delete().where(CHALLENGES.c.hash == digest).returning(*CHALLENGES.c)
        found = await self._write(lambda connection: connection.execute(query).first())
        return Challenge(*found) if found and found.until >= now else None

    # -- accounts and their passkeys

    async def make(self, account: Account, passkey: Passkey, session: Session) -> None:
        def write(connection: sql.Connection) -> None:
            connection.execute(ACCOUNTS.insert().values(_row(ACCOUNTS, account)))
            connection.execute(PASSKEYS.insert().values(_row(PASSKEYS, passkey)))
            connection.execute(SESSIONS.insert().values(_row(SESSIONS, session)))

        await self._write(write)

    async def account(self, id: str) -> Account | None:
        return await self._one(Account, sql.select(ACCOUNTS).where(ACCOUNTS.c.id == id))

    async def shown(self, id: str) -> Account | None:
        """By the address of its profile."""
        return await self._one(Account, sql.select(ACCOUNTS).where(ACCOUNTS.c.shown == id))

    async def change(self, account: Account) -> None:
        query = ACCOUNTS.update().where(ACCOUNTS.c.id == account.id).values(_row(ACCOUNTS, account))
        await self._write(lambda connection: connection.execute(query))

    async def passkeys(self, account: str) -> list[Passkey]:
        query = sql.select(PASSKEYS).where(PASSKEYS.c.account_id == account).order_by(PASSKEYS.c.created)
        return await self._all(Passkey, query)

    async def passkey(self, id: bytes) -> Passkey | None:
        return await self._one(Passkey, sql.select(PASSKEYS).where(PASSKEYS.c.id == id))

    async def add_passkey(self, passkey: Passkey, most: int) -> None:
        count = sql.select(sql.func.count()).where(PASSKEYS.c.account_id == passkey.account)

        def write(connection: sql.Connection) -> bool:
            if connection.execute(count).scalar_one() >= most:
                return False
            connection.execute(PASSKEYS.insert().values(_row(PASSKEYS, passkey)))
            return True

        if not await self._write(write):
            raise TooManyOf

    async def remove_passkey(self, account: str, id: bytes) -> bool:
        """False: it is the last, without which nobody could come in again."""
        mine = PASSKEYS.c.account_id == account

        def write(connection: sql.Connection) -> bool:
            connection.execute(sql.select(ACCOUNTS.c.id).where(ACCOUNTS.c.id == account).with_for_update())
            left = connection.execute(sql.select(PASSKEYS.c.id).where(mine, PASSKEYS.c.id != id)).first()
            if left is not None:
                connection.execute(PASSKEYS.delete().where(mine, PASSKEYS.c.id == id))
            return left is not None

        return await self._write(write)

    # -- sessions

    async def sign_in(self, session: Session, passkey: Passkey, before: int, most: int) -> bool:
        """A new session by this passkey, whose counter was `before`; False: somebody else has used that, too.

        Of more sessions than there may be, the longest unused ends.
        """
        same = sql.and_(PASSKEYS.c.id == passkey.id, PASSKEYS.c.count == before)
        mine = sql.select(SESSIONS.c.hash).where(SESSIONS.c.account_id == session.account)
        oldest = mine.order_by(SESSIONS.c.seen.desc()).offset(most - 1)

        def write(connection: sql.Connection) -> bool:
            update = PASSKEYS.update().where(same).values(count=passkey.count, used=passkey.used)
            if connection.execute(update).rowcount != 1:
                return False
            for old in connection.execute(oldest).scalars().all():
                _end(connection, SESSIONS.c.hash == old)
            connection.execute(SESSIONS.insert().values(_row(SESSIONS, session)))
            return True

        return await self._write(write)

    async def session(self, digest: bytes) -> tuple[Session, Account] | None:
        query = sql.select(SESSIONS, ACCOUNTS).where(SESSIONS.c.hash == digest, ACCOUNTS.c.id == SESSIONS.c.account_id)
        found = await self.store.read(lambda connection: connection.execute(query).first())
        many = len(SESSIONS.c)
        return (Session(*found[:many]), Account(*found[many:])) if found else None

    async def sessions(self, account: str) -> list[Session]:
        query = sql.select(SESSIONS).where(SESSIONS.c.account_id == account).order_by(SESSIONS.c.seen.desc())
        return await self._all(Session, query)

    async def see(self, digest: bytes, now: int, until: int) -> None:
        query = SESSIONS.update().where(SESSIONS.c.hash == digest).values(seen=now, until=until)
        await self._write(lambda connection: connection.execute(query))

    async def end_session(self, account: str, digest: bytes) -> None:
        which = sql.and_(SESSIONS.c.account_id == account, SESSIONS.c.hash == digest)
        await self._write(lambda connection: _end(connection, which))

    async def end_all(self, account: str) -> None:
        await self._write(lambda connection: _end(connection, SESSIONS.c.account_id == account))

    async def forget_old(self, now: int) -> None:
        """Sessions and challenges whose time is up."""

        def write(connection: sql.Connection) -> None:
            _end(connection, SESSIONS.c.until < now)
            connection.execute(CHALLENGES.delete().where(CHALLENGES.c.until < now))

        await self._write(write)

    # -- seats

    async def take_along(self, session: Session, digest: bytes, now: int, *, rated: bool) -> tuple[str, bool] | None:
        """The seat of a token becomes this account's, if it is nobody's: its table, and whether that is new."""
        token = sql.select(TOKENS).where(TOKENS.c.hash == digest)
        first = sql.select(ENTRIES.c.body).where(ENTRIES.c.number == 1)

        def write(connection: sql.Connection) -> tuple[str, bool] | None:
            row = connection.execute(token).first()
            found = Token(*row) if row else None
            if found is None or found.seat is None:
                return None
            body = connection.execute(first.where(ENTRIES.c.table_id == found.table)).scalar_one()
            game = str(json.loads(body)["game"])
            seat = Seat(found.table, found.joined, session.account, found.seat, game, now, rated, listed=True)
            new = self.store.insert(SEATS).values(_row(SEATS, seat)).on_conflict_do_nothing()
            is_new = connection.execute(new.returning(SEATS.c.at)).first() is not None
            same = sql.and_(SEATS.c.table_id == found.table, SEATS.c.joined == found.joined)
            owner = connection.execute(sql.select(SEATS.c.account_id).where(same)).scalar_one()
            if owner != session.account:
                return None
            connection.execute(SEATS.update().where(same).values(listed=True))
            bound = self.store.insert(SEAT_TOKENS).values(hash=digest, session=session.hash)
            connection.execute(bound.on_conflict_do_nothing())
            return found.table, is_new

        return await self._write(write)

    async def seats(self, account: str, most: int | None = None, *, listed: bool = False) -> list[tuple[Seat, str]]:
        """The newest first, each with the code of its table."""
        query = sql.select(SEATS, TABLES.c.code).where(SEATS.c.account_id == account, TABLES.c.id == SEATS.c.table_id)
        if listed:
            query = query.where(SEATS.c.listed)
        query = query.order_by(SEATS.c.at.desc(), SEATS.c.table_id).limit(most)
        rows = await self.store.read(lambda connection: connection.execute(query).all())
        return [(Seat(*row[:-1]), row[-1]) for row in rows]

    async def give_tokens(self, session: Session, tokens: list[Token]) -> None:
        """For a device of the seats' owner: they end with its session."""

        def write(connection: sql.Connection) -> None:
            if connection.execute(sql.select(SESSIONS.c.hash).where(SESSIONS.c.hash == session.hash)).first() is None:
                return  # it has ended meanwhile
            for token in tokens:
                values = {"hash": token.hash, "table_id": token.table, "seat": token.seat, "joined": token.joined}
                connection.execute(self.store.insert(TOKENS).values(values).on_conflict_do_nothing())
                bound = self.store.insert(SEAT_TOKENS).values(hash=token.hash, session=session.hash)
                connection.execute(bound.on_conflict_do_nothing())

        await self._write(write)

    async def unlist(self, account: str, table: str) -> None:
        query = SEATS.update().where(SEATS.c.account_id == account, SEATS.c.table_id == table).values(listed=False)
        await self._write(lambda connection: connection.execute(query))

    # -- all of it

    async def remove(self, account: str, keep: bytes) -> None:
        """All of an account. What the browser of the session `keep` holds stays good: its seats are a guest's again."""

        def write(connection: sql.Connection) -> None:
            others = sql.and_(SESSIONS.c.account_id == account, SESSIONS.c.hash != keep)
            _end(connection, others)
            connection.execute(ACCOUNTS.delete().where(ACCOUNTS.c.id == account))
            connection.execute(CHALLENGES.delete().where(CHALLENGES.c.account_id == account))

        await self._write(write)

    # -- how

    async def _write(self, write: Callable[[sql.Connection], T]) -> T:
        return await self.store.write(CHAIN_FIRST, write)

    async def _one(self, kind: Callable[..., T], query: sql.Select[Any]) -> T | None:
        found = await self.store.read(lambda connection: connection.execute(query).first())
        return kind(*found) if found else None

    async def _all(self, kind: Callable[..., T], query: sql.Select[Any]) -> list[T]:
        return [kind(*row) for row in await self.store.read(lambda connection: connection.execute(query).all())]


def _end(connection: sql.Connection, which: sql.ColumnElement[bool]) -> None:
    """End sessions, and with them what their browsers held of seats."""
    sessions = sql.select(SESSIONS.c.hash).where(which)
    tokens = sql.select(SEAT_TOKENS.c.hash).where(SEAT_TOKENS.c.session.in_(sessions))
    connection.execute(TOKENS.delete().where(TOKENS.c.hash.in_(tokens)))
    connection.execute(SESSIONS.delete().where(which))


def _row(table: sql.Table, value: Any) -> Json:
    """Fields stand in the order of the columns."""
    return {name: getattr(value, field) for name, field in zip(table.c.keys(), value.__slots__, strict=True)}
