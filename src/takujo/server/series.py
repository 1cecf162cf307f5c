"""A series: an evening of several games, one table after the other, with a running score for each seat.

Each table carries what came before it, so that it can be told without the tables of earlier games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import wire

__all__ = ["LONGEST", "Series", "counted"]

Json = dict[str, Any]

LONGEST = 50  # tables of one series: an open end has an end, and games that were ended by a vote are not counted


def counted(games: Sequence[Json]) -> list[Json]:
    """Those that were played to their end: one that was ended by a vote counts as not played."""
    return [game for game in games if game["result"] is not None]


@dataclass(frozen=True)
class Series:
    """What a table knows of its series. `earlier` has table, options and result of each game before this one."""

    id: str  # of its first table
    players: int
    games: int | None
    score: wire.Score
    swap: wire.Word
    host: int | None = None  # who made the series, from the second table on
    earlier: Sequence[Json] = ()

    @property
    def plan(self) -> Json:
        return {"games": self.games, "score": self.score, "swap": self.swap}

    def tally(self, games: Sequence[Json]) -> list[wire.Tally]:
        results = [game["result"] for game in counted(games)]
        return [
            wire.Tally(
                wins=sum(seat in result["winners"] for result in results),
                points=sum(result["scores"][seat] for result in results),
            )
            for seat in range(self.players)
        ]

    def is_over(self, games: Sequence[Json]) -> bool:
        return self.games is not None and len(counted(games)) >= self.games

    def info(self, games: Sequence[Json]) -> wire.SeriesInfo:
        """After these games. `earlier`, or with this one if it has ended."""
        tally = self.tally(games)
        ranks = [{"wins": (t.wins,), "points": (t.points,), "both": (t.wins, t.points)}[self.score] for t in tally]
        return wire.SeriesInfo(
            **self.plan,
            id=self.id,
            number=len(counted(self.earlier)) + 1,
            tally=tally,
            leaders=[seat for seat, rank in enumerate(ranks) if rank == max(ranks)] if counted(games) else [],
            over=self.is_over(games),
        )

    def told(self, games: Sequence[Json], there: set[str]) -> list[wire.SeriesGame]:
        """All games, the tally after each; `there`: the tables that have not been removed."""
        told = []
        for n, game in enumerate(games):
            status = game.get("status") or ("ended" if game["result"] is None else "over")
            number = None if status == "ended" else len(counted(games[:n])) + 1
            tally, removed = self.tally(games[: n + 1]), game["table"] not in there
            told.append(wire.SeriesGame(**game | {"status": status}, number=number, tally=tally, removed=removed))
        return told
