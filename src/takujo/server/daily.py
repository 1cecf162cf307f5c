"""The map of the day: one deal for everybody who plays it alone, and how they did, without names.

Only decisions are taken from a page. The server plays them by the rules on the deal of that day: what came of them it
finds itself.
"""

import hashlib
from collections.abc import Callable
from typing import Any

import sqlalchemy as sql

from takujo.core.errors import IllegalAction
from takujo.core.game import Game
from takujo.match import Match, canonical

from . import wire
from .keys import Keys
from .limits import network_of
from .refused import Refused
from .store import Store, metadata

__all__ = ["DAY", "Daily", "seed_of"]

DAY = 86_400_000  # milliseconds; a day is that of UTC, counted from 1970
LATE = 1  # days: who began before midnight may end after it
KEPT = 30  # days
MOST = 20_000  # results of one day
MINE = 5  # of them from one address: a household, not a crowd
ORDER = "daily"

RESULTS = sql.Table(
    "daily",
    metadata,
    sql.Column("game", sql.String(60), primary_key=True),
    sql.Column("day", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("played", sql.LargeBinary, primary_key=True),  # a digest of the decisions: each way counts once
    sql.Column("maker", sql.String(18), nullable=False),  # a pseudonym of the address, another one every day
    sql.Column("score", sql.Integer, nullable=False),
)


def seed_of(game: str, day: int) -> bytes:
    """Everybody can work it out: who wants to look into the deck can, and plays for nothing."""
    return hashlib.sha256(f"takujo day {game} {day}".encode()).digest()


class Daily:
    def __init__(self, store: Store, keys: Keys, now: Callable[[], int]):
        self.store, self.keys, self._now = store, keys, now

    @property
    def today(self) -> int:
        return self._now() // DAY

    def check(self, game: Game, day: int) -> None:
        if 1 not in game.players:
            raise Refused("no-map", f"{game.slug} is not played alone: it has no map of the day.", status=404)
        if not self.today - KEPT <= day <= self.today:
            reason = f"day is {day}; it takes {self.today - KEPT} to {self.today}, which is today."
            raise Refused("other-day", reason, status=422)

    def check_open(self, game: Game, day: int) -> None:
        """May results still come?"""
        self.check(game, day)
        if day < self.today - LATE:
            raise Refused("other-day", f"The map of day {day} is closed; today is day {self.today}.", status=422)

    async def results(self, game: Game, day: int) -> wire.DayResults:
        self.check(game, day)
        count = sql.func.count()
        query = sql.select(RESULTS.c.score, count).where(_of(game, day)).group_by(RESULTS.c.score)
        query = query.order_by(RESULTS.c.score.desc())
        rows = await self.store.read(lambda connection: connection.execute(query).all())
        scores = [(score, n) for score, n in rows]
        return wire.DayResults(day=day, today=self.today, of=sum(n for _, n in scores), scores=scores)

    async def take(self, game: Game, day: int, found: tuple[int, bytes], address: str) -> wire.DayRank:
        """Count a result that `played` has found; how it stands among all of that day."""
        score, digest = found
        maker, today = self.keys.pseudonym(f"{network_of(address)} {day}"), self.today
        all_of, mine = sql.select(sql.func.count()).where(_of(game, day)), RESULTS.c.maker == maker
        new = self.store.insert(RESULTS).values(game=game.slug, day=day, played=digest, maker=maker, score=score)
        known = sql.select(RESULTS.c.score).where(_of(game, day), RESULTS.c.played == digest)

        def write(connection: sql.Connection) -> bool:
            connection.execute(RESULTS.delete().where(RESULTS.c.game == game.slug, RESULTS.c.day < today - KEPT))
            if connection.execute(known).first() is not None:
                return True
            if connection.execute(all_of).scalar_one() >= MOST:
                return False
            if connection.execute(all_of.where(mine)).scalar_one() >= MINE:
                return False
            connection.execute(new.on_conflict_do_nothing())
            return True

        counted = await self.store.write(ORDER, write)
        results = await self.results(game, day)
        rank = 1 + sum(n for other, n in results.scores if other > score)
        return wire.DayRank(**results.model_dump(), score=score, rank=rank, counted=counted)


def played(game: Game, day: int, actions: list[Any]) -> tuple[int, bytes]:
    """The score of these decisions on the deal of that day, and a digest of them. Refused: it is not a whole game."""
    match, numbers = Match(game, 1, seed=seed_of(game.slug, day)), []
    for n, action in enumerate(actions, 1):
        try:
            number = match.state.checked_number(0, action)
        except (IllegalAction, ValueError, RecursionError) as error:
            reason = f"Action {n} cannot be done on the map of day {day}: {error}"
            raise Refused("bad-record", reason[:400], details={"action": n}, status=422) from None
        match.play(0, action, number)
        numbers.append(number)
    if match.state.result is None:
        raise Refused("not-over", f"After {len(actions)} actions the game is not over.", status=422)
    return match.state.result["scores"][0], hashlib.sha256(canonical(numbers)).digest()


def _of(game: Game, day: int) -> sql.ColumnElement[bool]:
    return sql.and_(RESULTS.c.game == game.slug, RESULTS.c.day == day)
