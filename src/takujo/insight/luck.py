"""How much of a result was luck, and how much decisions (docs/insight.md, docs/decisions/0023-luck-and-decisions.md).

`Ledger` follows a game while it is played and sums up what chance brought each seat, and what others did whose policy
is known; `adjusted` takes that off the results of many games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from takujo.bots.care import REGULAR
from takujo.bots.luck import DEAL, GO_ON, Outlook
from takujo.bots.minds import Mind
from takujo.bots.tuning import NEVER, Tuning
from takujo.core.chance import WORDS
from takujo.core.loops import blank_record

__all__ = ["PLAYS", "Adjusted", "Ledger", "account", "adjusted", "drew", "interval"]

Json = dict[str, Any]
Array = npt.NDArray[np.float64]
MILLE = 1000
PLAYS = 64  # by which a state is judged
TURNS = 3  # decisions of each seat, on average, where an analysis is played to the end
FEW = 8  # games of a fold below which nothing is fitted
WIDE = 1.96  # standard errors to either side: 95 %


def drew(before: Any, after: Any) -> bool:
    """Was there chance in what led from one state to the other? Then the generator is elsewhere."""
    words = slice(1, 1 + WORDS)
    return bool((before.view(np.int64)[words] != after.view(np.int64)[words]).any())


def _reach(how: Tuning, players: int) -> tuple[int, int]:
    """How many decisions and chapters ahead a state is judged: the farther, the truer, and the more noise."""
    if how.episodes < NEVER:
        return how.played, how.episodes + 1  # the next deal is looked at, too
    return how.played if how.played < NEVER else TURNS * players, how.episodes


class Ledger:
    """What luck brought each seat in one game: on average 0, whoever plays, and whatever states are said to be worth.

    `known` has the care of each seat that decides by the policy and by nothing else, None for the others. A stretch
    goes from what one of the others decided to their next decision: all in it is chance. What it led to is played on
    by policies, and so is where it began, as far; the difference is the luck of the stretch.
    """

    def __init__(
        self,
        mind: Mind,
        known: Sequence[int | None],
        options: dict[str, Any] | None = None,
        plays: int = PLAYS,
        seed: int = 0,
        reach: tuple[int, int] | None = None,
    ):
        self._known, self._plays = known, plays
        self._horizon, self._episodes = reach or _reach(mind.tuning, len(known))
        self._outlook = Outlook(mind, [REGULAR if care is None else care for care in known], seed)
        self._legal = mind.doors[0].legal
        self._numbers = np.empty(mind.game.num_actions, dtype=np.int64)
        self._blank = blank_record(mind.game, len(known), options)
        self._sums = np.zeros(len(known))

    def deal(self, raw: Any) -> None:
        """A game has been set up."""
        self._sums[:] = 0
        self._begin(self._blank, DEAL, 0, self._outlook.chapter(raw))
        self._chance = True

    def step(self, before: Any, actor: int, number: int, after: Any) -> None:
        """A seat has decided: the states before and after."""
        choices = self._legal(before, actor, self._numbers)
        if choices > 1 and self._known[actor] is None:
            self._end(before)
            self._begin(before.copy(), actor, number, self._outlook.chapter(before))
        else:
            self._left -= 1
            self._chance |= choices > 1
        self._chance |= drew(before, after)
        if self._left == 0 or self._outlook.chapter(after) >= self._last:
            self._end(after)
            self._begin(after.copy(), GO_ON, 0, self._outlook.chapter(after))

    def end(self, raw: Any) -> Array:
        """The game is over: what luck brought each seat, as a part of a win."""
        self._end(raw)
        self._chance = False
        return self._sums / (MILLE * self._plays)

    def _begin(self, root: Any, actor: int, number: int, chapter: int) -> None:
        self._from, self._chance = (root, actor, number), False
        self._left, self._last = self._horizon, chapter + self._episodes

    def _end(self, raw: Any) -> None:
        if self._chance:
            root, actor, number = self._from
            came = self._outlook.sums(raw, self._plays, self._left, self._last)
            mean = self._outlook.sums(root, self._plays, self._horizon, self._last, actor, number)
            self._sums += came[:, 0] - mean[:, 0]


Values = Sequence[Sequence[float]]  # for each seat a mean and its standard error


def account(
    values: Sequence[Values], redrawn: Mapping[int, Values], actors: Sequence[int], gains: Mapping[int, Sequence[Json]]
) -> list[Json]:
    """What the result of each seat is made of: these parts sum to it.

    `values` after so many actions; `redrawn`: the same on average over the chance of the next action (-1: of the deal);
    `gains`: of seats that were looked at, by how much each decision was better than a regular's, by what was known.
    """
    came = [0]  # the step whose value a step has: the same where nothing was decided or drawn
    for step in range(1, len(values)):
        came.append(came[-1] if values[step] == values[step - 1] else step)
    found = []
    for seat, (result, _) in enumerate(values[-1]):
        told: Json = {"seat": seat, "result": result}
        for name, part in _parts(came, redrawn, actors, seat).items():
            looked = [(n, (redrawn if anew else values)[step][seat]) for (step, anew), n in part.items()]
            value = sum(n * mean for n, (mean, _) in looked)
            half = WIDE * sqrt(sum((n * error) ** 2 for n, (_, error) in looked))
            told[name] = {"value": value, "low": value - half, "high": value + half}
        found.append(told | {"known": _summed(gains[seat]) if seat in gains else None})
    return found


Part = dict[tuple[int, bool], int]  # step, and whether it is what was to be expected: how often it is added


def _parts(came: Sequence[int], redrawn: Mapping[int, Values], actors: Sequence[int], seat: int) -> dict[str, Part]:
    """Each part as a sum of values."""
    parts: tuple[Part, Part, Part, Part] = ({}, {}, {}, {})
    start, cards, own, others = parts

    def change(part: Part, to: tuple[int, bool], by: tuple[int, bool]) -> None:
        part[to] = part.get(to, 0) + 1
        part[by] = part.get(by, 0) - 1

    if -1 in redrawn:
        start[-1, True] = 1
        change(cards, (0, False), (-1, True))
    else:
        start[0, False] = 1
    for step, actor in enumerate(actors):
        after = (came[step + 1], False)
        if step in redrawn:
            change(cards, after, (step, True))
            after = (step, True)
        change(own if actor == seat else others, after, (came[step], False))
    return dict(zip(("start", "cards", "own", "others"), parts, strict=True))


def _summed(gains: Sequence[Json]) -> Json:
    value = sum(gain["value"] for gain in gains)
    half = sqrt(sum((gain["high"] - gain["value"]) ** 2 for gain in gains))
    return {"value": value, "low": value - half, "high": value + half}


@dataclass(frozen=True)
class Adjusted:
    """The mean of many results with its 95 % interval, as it is and with luck taken off."""

    games: int
    raw: tuple[float, float, float]
    mean: float
    low: float
    high: float
    times: float  # as good as so many times as many games
    values: Array  # each result, luck taken off

    @property
    def saved(self) -> int:
        """Games that were not needed; below 0: luck was not told well enough to pay."""
        return round(self.games * (self.times - 1))

    def json(self) -> dict[str, Any]:
        found = {"value": self.mean, "low": self.low, "high": self.high}
        return found | {"times_the_games": self.times, "games_saved": self.saved}


def interval(values: Sequence[float] | Array) -> tuple[float, float, float]:
    """The mean and its 95 % interval."""
    mean = float(np.mean(values))
    half = WIDE * float(np.std(values, ddof=1)) / sqrt(len(values)) if len(values) > 1 else inf
    return mean, mean - half, mean + half


def adjusted(results: Sequence[float] | Array, lucks: Sequence[float] | Array, games: int | None = None) -> Adjusted:
    """Results less so much of their luck as leaves the least spread.

    How much that is, each half is told by the other: so what is taken off a result does not depend on it, and the mean
    stays what it is. Of fewer than `FEW` each nothing is taken off. `games`: how many there were, if a result is of
    several.
    """
    values, luck = np.array(results, dtype=float), np.array(lucks, dtype=float)
    less = values.copy()
    for half in (0, 1):
        of, other = slice(half, None, 2), slice(1 - half, None, 2)
        spread = luck[other] - luck[other].mean() if len(luck) >= 2 * FEW else np.zeros(1)
        if (spread**2).sum() > 0:
            less[of] -= luck[of] * float((spread * values[other]).sum() / (spread**2).sum())
    was, now = np.var(values), np.var(less)
    times = float(was / now) if now > 0 else 1.0
    return Adjusted(games or len(values), interval(values), *interval(less), times, less)
