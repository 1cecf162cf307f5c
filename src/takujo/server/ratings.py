"""What becomes of a match for people with an account: a line of their history, and their rating if they want one.

Ratings are of OpenSkill (Plackett-Luce, Weng and Lin), one a person and title, told on a scale like Elo's. Bots of each
level have fixed ones, measured once: so somebody alone at a table gets one, too, and no bot's moves with its guests.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sql
from openskill.models import PlackettLuce

from . import account_wire as wire
from .notary import Notary
from .people import SEATS, Account, People
from .rooms import Room, Rooms
from .store import CHAIN_FIRST, TABLES, Store, metadata
from .table import Table

__all__ = ["BOTS", "Ratings", "outcomes", "rated"]

Json = dict[str, Any]
Outcome = Literal["won", "lost", "away", "ended"]

MODEL = PlackettLuce()
SURE = 1.0  # sigma of a bot
PROVISIONAL = 10  # matches before a rating is taken for what it is
PAGE = 20
# mu of the bots, a regular's being the middle: of the ladder in docs/bots.md, by `python -m benchmarks.ratings`
BOTS: dict[str, dict[str, float]] = {
    "arkham-ritual": {"novice": 20.0, "regular": 25.0, "expert": 35.6},
    "ayatsuri": {"novice": 19.5, "regular": 25.0, "expert": 30.6},
    "in-the-ruin": {"novice": 3.0, "regular": 25.0, "expert": 36.5},
    "ritual": {"novice": 13.8, "regular": 25.0, "expert": 30.6},
}

PLAYED = sql.Table(
    "played",
    metadata,
    sql.Column("account_id", sql.String(24), sql.ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("table_id", sql.String(24), primary_key=True),  # it may be removed: this line stays
    sql.Column("code", sql.String(12), nullable=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("game", sql.String(60), nullable=False),
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Column("players", sql.Integer, nullable=False),
    sql.Column("outcome", sql.String(8), nullable=False),
    sql.Column("others", sql.Text, nullable=False),  # JSON: what the people in the other seats were called
    sql.Column("before", sql.Integer),  # the rating; null: it did not count
    sql.Column("after", sql.Integer),
    sql.Index("ix_played_account_at", "account_id", "at"),
    sql.Index("ix_played_table", "table_id"),
)
RATINGS = sql.Table(
    "rating",
    metadata,
    sql.Column("account_id", sql.String(24), sql.ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("game", sql.String(60), primary_key=True),
    sql.Column("mu", sql.Float, nullable=False),
    sql.Column("sigma", sql.Float, nullable=False),
    sql.Column("matches", sql.Integer, nullable=False),
)
RATED = sql.Table(  # matches that have been counted: each once
    "rated_match",
    metadata,
    sql.Column("table_id", sql.String(24), sql.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("at", sql.BigInteger, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Rating:
    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    matches: int = 0

    @property
    def points(self) -> int:
        """As people read it: 400 more win ten times of eleven, between two."""
        return round(1500 + 30 * (self.mu - MODEL.mu))

    @property
    def provisional(self) -> bool:
        return self.matches < PROVISIONAL


# -- what counts


def outcomes(table: Table) -> list[Outcome]:
    """How it ended for each seat. Whoever is not there at the end, so that a bot decides for them, has lost: `away`."""
    winners = (table.result or {}).get("winners", []) if table.status == "over" else []
    told: list[Outcome] = []
    for seat, person in enumerate(table.seats):
        if table.status == "ended":
            told.append("ended")
        elif person.kind == "person" and person.auto:
            told.append("away")
        else:
            told.append("won" if seat in winners else "lost")
    return told


def ranks(table: Table) -> list[int] | None:
    """The place of each seat, 0 the first; None: the match counts for nobody.

    Winners stand before all others, and those who are away at the end behind them. A match that two or more people
    ended by their vote does not count; whoever ends it alone has lost it to the bots, and so have all people there.
    """
    if table.status == "ended":
        if len(table.enders) != 1:
            return None
        return [0 if person.kind == "bot" else 1 for person in table.seats]
    return [{"won": 0, "lost": 1, "away": 2}.get(outcome, 1) for outcome in outcomes(table)]


def is_proven(table: Table) -> bool:
    """Was the deal bound by somebody who sat there, and everybody dealt alike?"""
    bound = any(seat.commitment and seat.entropy for seat in table.seats)
    return table.match is not None and table.position is None and table.own is None and bound


def rated(known: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a match."""
    teams = [[MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in known]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma, rating.matches + 1) for team, rating in zip(after, known, strict=True)]


def bot(game: str, level: str | None) -> Rating | None:
    """Of the server's own bots there is none: nobody has measured them."""
    mu = BOTS.get(game, {}).get(level or "")
    return None if mu is None else Rating(mu, SURE, PROVISIONAL)


class Ratings:
    """Counts matches, and tells people of theirs."""

    def __init__(self, store: Store, rooms: Rooms, notary: Notary):
        self.store, self.rooms, self.notary, self.people = store, rooms, notary, People(store)
        notary.ended = self.settle

    # -- at the end of a match

    async def settle(self, room: Room, at: int) -> None:
        """After the end, at any node, as often as you like: history is written, and ratings are counted, once."""
        table, dealt = room.table, room.links["deal"].at
        places, ended = ranks(table) if table.rated and is_proven(table) else None, outcomes(table)
        mine = sql.select(SEATS.c.account_id, SEATS.c.joined, SEATS.c.rated, SEATS.c.at)
        mine = mine.where(SEATS.c.table_id == table.id).order_by(SEATS.c.account_id)
        once = self.store.insert(RATED).values(table_id=table.id, at=at).on_conflict_do_nothing().returning(RATED.c.at)

        def write(connection: sql.Connection) -> None:
            if not self.store.on_sqlite:  # nodes one after the other
                connection.execute(sql.text("LOCK TABLE chain IN EXCLUSIVE MODE"))
            sitting = {}  # seat -> account, and whether it counts for it
            for account, joined, wants, at in connection.execute(mine):
                if (seat := table.seat_of(joined)) is not None:
                    sitting[seat] = (account, wants and at <= dealt)
            first = table.rated and connection.execute(once).first() is not None
            changes = self._count(connection, table, places, sitting) if first and places else {}
            for seat, (account, _) in sorted(sitting.items()):
                before, after = changes.get(seat, (None, None))
                line = _line(table, at, seat, ended[seat], before, after)
                new = self.store.insert(PLAYED).values(account_id=account, **line)
                connection.execute(new.on_conflict_do_nothing())

        await self.store.write(CHAIN_FIRST, write)

    def _count(
        self, connection: sql.Connection, table: Table, places: list[int], sitting: dict[int, tuple[str, bool]]
    ) -> dict[int, tuple[int, int]]:
        """Count the match for those who want it, among themselves and the bots; points before and after, by seat."""
        game, accounts = table.game.slug, [account for account, _ in sitting.values()]
        known: dict[int, Rating] = {}
        for seat, person in enumerate(table.seats):
            account, wants = sitting.get(seat, ("", False))
            if person.kind == "bot" and (found := bot(game, person.level)):
                known[seat] = found
            elif wants and accounts.count(account) == 1:  # who sits in two seats plays against nobody
                known[seat] = _rating(connection, account, game)
        people = [seat for seat in known if seat in sitting]
        if len(known) < 2 or not people:
            return {}
        after = dict(zip(known, rated(list(known.values()), [places[seat] for seat in known]), strict=True))
        for seat in people:
            new = after[seat]
            values = {"mu": new.mu, "sigma": new.sigma, "matches": new.matches}
            row = self.store.insert(RATINGS).values(account_id=sitting[seat][0], game=game, **values)
            connection.execute(row.on_conflict_do_update(index_elements=["account_id", "game"], set_=values))
        return {seat: (known[seat].points, after[seat].points) for seat in people}

    async def settle_if_ended(self, table: str) -> None:
        """For a seat that became an account's after the end: a line of its history."""
        query = sql.select(TABLES.c.open).where(TABLES.c.id == table)
        if await self.store.read(lambda connection: connection.execute(query).scalar()) is False:
            room = await self.rooms.find(table)
            if room.table.match and room.table.finished:
                await self.notary.settle(room)
                await self.settle(room, room.links["end"].at)

    # -- what is told

    async def at(self, table: Table) -> list[wire.SeatRating]:
        """Of those who sit at a rated table: before the end as they are, then what became of them."""
        if not table.rated:
            return []
        game, id = table.game.slug, table.id
        seats = sql.select(SEATS.c.joined, SEATS.c.account_id).where(SEATS.c.table_id == id, SEATS.c.rated)
        lines = sql.select(PLAYED.c.seat, PLAYED.c.before, PLAYED.c.after).where(PLAYED.c.table_id == id)

        def read(connection: sql.Connection) -> list[wire.SeatRating]:
            told = {
                seat: wire.SeatRating(seat=seat, points=found.points, provisional=False, change=None)
                for seat, person in enumerate(table.seats)
                if person.kind == "bot" and (found := bot(game, person.level))
            }
            for joined, account in connection.execute(seats):
                if (seat := table.seat_of(joined)) is not None:
                    now = _rating(connection, account, game)
                    told[seat] = wire.SeatRating(seat=seat, points=now.points, provisional=now.provisional, change=None)
            for seat, before, after in connection.execute(lines) if table.finished else ():
                if before is not None and seat in told:
                    told[seat] = told[seat].model_copy(update={"points": after, "change": after - before})
            return [told[seat] for seat in sorted(told)]

        return await self.store.read(read)

    async def of(self, account: str) -> list[wire.Rating]:
        query = sql.select(RATINGS).where(RATINGS.c.account_id == account).order_by(RATINGS.c.game)
        rows = await self.store.read(lambda connection: connection.execute(query).all())
        return [_told(row.game, Rating(row.mu, row.sigma, row.matches)) for row in rows]

    async def history(self, account: str, wanted: wire.Wanted) -> wire.History:
        """The newest first."""
        found, c = sql.select(PLAYED).where(PLAYED.c.account_id == account), PLAYED.c
        exact = {"game": c.game, "outcome": c.outcome, "players": c.players}
        for name, column in exact.items():
            if (value := getattr(wanted, name)) is not None:
                found = found.where(column == value)
        if wanted.since is not None:
            found = found.where(c.at >= wanted.since)
        if wanted.until is not None:
            found = found.where(c.at < wanted.until)
        if wanted.who:
            found = found.where(sql.func.lower(c.others).contains(wanted.who.lower(), autoescape=True))
        found = found.order_by(c.at.desc(), c.table_id).offset(PAGE * wanted.page).limit(PAGE + 1)
        rows = await self.store.read(lambda connection: connection.execute(found).all())
        there = set(await self.store.numbers([row.table_id for row in rows[:PAGE]])) if rows else set()
        return wire.History(matches=[_match(row, there) for row in rows[:PAGE]], more=len(rows) > PAGE)

    async def profile(self, shown: str, page: int) -> tuple[Account, list[wire.Rating], wire.History] | None:
        """What anybody may see of somebody who wants it so: ratings, and how matches ended. Nothing of the others."""
        account = await self.people.shown(shown)
        if account is None or not account.public:
            return None
        history = await self.history(account.id, wire.Wanted(page=page))
        hidden: Json = {"others": [], "code": None, "seat": None}
        matches = [match.model_copy(update=hidden) for match in history.matches]
        return account, await self.of(account.id), wire.History(matches=matches, more=history.more)

    async def export(self, account: str) -> Json:
        """For its owner."""
        query = sql.select(PLAYED).where(PLAYED.c.account_id == account).order_by(PLAYED.c.at)
        rows = await self.store.read(lambda connection: connection.execute(query).all())
        return {
            "ratings": [rating.model_dump() for rating in await self.of(account)],
            "history": [_match(row, set()).model_dump(exclude={"code"}) | {"table": row.table_id} for row in rows],
        }


def _line(table: Table, at: int, seat: int, outcome: Outcome, before: int | None, after: int | None) -> Json:
    others = [who.name for other, who in enumerate(table.seats) if other != seat and who.kind == "person"]
    return {
        "table_id": table.id,
        "code": table.code,
        "seat": seat,
        "game": table.game.slug,
        "at": at,
        "players": table.players,
        "outcome": outcome,
        "others": json.dumps(others, ensure_ascii=False),
        "before": before,
        "after": after,
    }


def _match(row: Any, there: set[str]) -> wire.PlayedMatch:
    return wire.PlayedMatch(
        code=row.code if row.table_id in there else None,
        game=row.game,
        at=row.at,
        players=row.players,
        seat=row.seat,
        outcome=row.outcome,
        others=json.loads(row.others),
        points=row.after,
        change=None if row.before is None else row.after - row.before,
    )


def _rating(connection: sql.Connection, account: str, game: str) -> Rating:
    query = sql.select(RATINGS.c.mu, RATINGS.c.sigma, RATINGS.c.matches)
    row = connection.execute(query.where(RATINGS.c.account_id == account, RATINGS.c.game == game)).first()
    return Rating(*row) if row else Rating()


def _told(game: str, rating: Rating) -> wire.Rating:
    return wire.Rating(game=game, points=rating.points, provisional=rating.provisional, matches=rating.matches)
