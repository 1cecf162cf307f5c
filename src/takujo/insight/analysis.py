"""One decision: what is hidden, how likely; what each action is worth; what a strong player would do.

`Analysis` goes on as long as its caller likes, and can be asked at any time; `analysis` is the same in one call. The
page has it in web/src/engine/analysis.ts, with the same numbers for the same seed.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from statistics import NormalDist
from typing import Any

from takujo.bots.care import REGULAR
from takujo.bots.minds import mind
from takujo.bots.search import Search
from takujo.bots.trials import DROPPED, SUMS, Trials
from takujo.core.game import Game

__all__ = ["ROUNDS", "SURE", "WIDTH", "Analysis", "analysis"]

Json = dict[str, Any]

VERSION = 2  # of the numbers: what was kept from another one is worked out anew
ROUNDS = 400  # guesses: a chance is then known to 5 in 100
WIDTH = 12  # actions looked at, those that a regular likes best, besides those that somebody asks for
SLICE = 20  # guesses between two looks at who wants to know how far it is
MILLE = 1000
# Standard errors to either side that hold in 95 of 100 cases for so many comparisons at once, with the best of all.
SURE = [NormalDist().inv_cdf(1 - 0.025 / max(n, 1)) for n in range(64)]
UNSEEN = 3.0  # what was never met in n guesses may still have a chance of 3 in n


class Analysis:
    """What the owner of a view may think of its decision. Nothing but the view is used."""

    def __init__(
        self,
        game: Game,
        view: Json,
        *,
        seat: int | None = None,  # needed only for plain JSON that does not show whose it is
        actions: Sequence[Json] = (),  # looked at whatever a regular thinks of them
        width: int = WIDTH,
        seed: int = 0,
    ):
        owner = game.owner(view) if seat is None else seat
        if owner is None:
            raise ValueError("view: whose it is does not show; expected: `seat`, or a View as State.view returns it")
        self.game, self.seat, self._mind = game, owner, mind(game)
        self._view, raw = view, game.view_raw(view)
        legal = self._mind.legal(raw, owner)
        if len(legal) == 0:
            raise ValueError(f"view: seat {owner} has nothing to decide in it; expected: the view of a seat to act")
        asked = [self._number(action, legal.tolist()) for action in actions]
        chances = self._mind.weigh(raw, owner, legal, REGULAR).tolist()
        self._chances = dict(zip(legal.tolist(), chances, strict=True))
        likeliest = sorted(self._chances, key=lambda number: -self._chances[number])[:width]
        looked = list(dict.fromkeys([*likeliest, *asked]))
        if len(looked) >= len(SURE):
            raise ValueError(f"actions: {len(looked)} to look at; expected: at most {len(SURE) - 1}")
        self._trials = Trials(self._mind, raw, owner, looked, asked, seed)
        self._search: Search | None = None
        self._begin = partial(Search.begin, mind=self._mind, view=raw, seat=owner, seed=seed)
        self.rounds = 0

    def _number(self, action: Json, legal: list[int]) -> int:
        number = self.game.number(self._view, action)
        if number not in legal:
            raise ValueError(f"actions: {action!r} is not legal here; expected: some of the legal actions")
        return number

    def run(self, rounds: int) -> None:
        """So many guesses more, on each of which all actions are tried."""
        self._trials.run(rounds)
        self.rounds += rounds

    def think(self, simulations: int) -> None:
        """Let an expert search on, by so many simulations."""
        if self._search is None:
            self._search = Search()
            self._begin(self._search)
        self._search.run(simulations)

    def result(self) -> Json:
        """All that is known so far; the best action first."""
        trials, view, search = self._trials, self._view, self._search
        places = range(len(trials.numbers))
        own = [self._measured(a, a, SURE[1]) for a in places]
        order = sorted(places, key=lambda a: -(own[a]["win"]["value"] or 0))
        tries, simulations = (search.tries, search.simulations) if search else ({}, 0)
        behind = [self._measured(a, order[0], SURE[len(places) - 1]) for a in places]
        dropped = [bool(state == DROPPED) for state in trials.active]
        return {
            "game": self.game.slug,
            "seat": self.seat,
            "rounds": self.rounds,
            "simulations": simulations,
            "whole": self._mind.plays_to_the_end,
            "trusted": bool(self._mind.tuning.trusted),
            "legal": len(self._chances),
            "belief": self.game.belief(view),
            "actions": [
                {
                    "action": self.game.action(view, trials.numbers[a]),
                    "chance": self._chances[trials.numbers[a]],
                    "tries": tries.get(trials.numbers[a], 0) / simulations if tries else None,
                    "rounds": int(trials.row(a, a)[0]),
                    "dropped": dropped[a],
                    **own[a],
                    "behind": None if a == order[0] else behind[a],
                    "why": [] if a == order[0] else _telling(behind[a]["outcomes"]),
                    "same": a == order[0] or (not dropped[a] and (behind[a]["win"]["high"] or 0) >= 0),
                }
                for a in order
            ],
        }

    def lead(self, action: Json) -> Json:
        """By how much an action is better, by what is known, than what a regular does on average.

        Its interval is rather too wide: it takes the errors of all differences to go the same way.
        """
        trials = self._trials
        a = trials.numbers.index(self.game.number(self._view, action))
        rows = [
            (self._chances[trials.numbers[b]], self._measured(a, b, SURE[1])["win"])
            for b in range(len(trials.numbers))
            if b != a
        ]
        rows = [(chance, row) for chance, row in rows if row["value"] is not None]
        whole = self._chances[trials.numbers[a]] + sum(chance for chance, _ in rows)
        if whole == 0:
            return {"value": 0.0, "low": 0.0, "high": 0.0}
        return {key: sum(chance * row[key] for chance, row in rows) / whole for key in ("value", "low", "high")}

    def _measured(self, a: int, b: int, sure: float) -> Json:
        """The means of an action, or by how much it is before another one."""
        row, names = self._trials.row(a, b), self._trials.measures
        n, sums, squares = int(row[0]), row[SUMS:].tolist(), row[SUMS + len(names) :].tolist()
        values = [
            _estimate(n, sums[m], squares[m], MILLE if m == 0 else 1, sure, UNSEEN if m == 0 else 0)
            for m in range(len(names))
        ]
        if a == b and n:
            values[0] |= {"low": max(values[0]["low"], 0.0), "high": min(values[0]["high"], 1.0)}
        points = values[1] if self._mind.knows_points else None
        return {"win": values[0], "points": points, "outcomes": dict(zip(names[2:], values[2:], strict=True))}


def _telling(outcomes: Json) -> list[str]:
    """The outcomes that differ beyond doubt, what is surest first."""
    sure = {
        name: abs(each["value"]) / (each["high"] - each["value"] or 1e-9)
        for name, each in outcomes.items()
        if each["value"]
    }
    return sorted((name for name in sure if sure[name] > 1), key=lambda name: -sure[name])


def _estimate(n: int, total: int, squares: int, unit: int, sure: float, unseen: float) -> Json:
    """A mean and the interval in which it is, with so many standard errors to either side."""
    if n == 0:
        return {"value": None, "low": None, "high": None}
    spread = max(n * squares - total * total, 0)  # n squared times the variance
    half = max(sure * sqrt(spread / max(n - 1, 1)) / n / unit, unseen / n)
    value = total / n / unit
    return {"value": value, "low": value - half, "high": value + half}


def analysis(
    game: Game,
    view: Json,
    *,
    seat: int | None = None,
    actions: Sequence[Json] = (),
    rounds: int = ROUNDS,
    simulations: int = 0,
    width: int = WIDTH,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Json:
    """The chances of what a view hides, and what each action is worth to its owner.

    `rounds`: guesses that each action is tried on; `simulations`: how long an expert thinks about it; `progress` is
    told how much of both is done, and of how much.
    """
    thought, done, of = (
        Analysis(game, view, seat=seat, actions=actions, width=width, seed=seed),
        0,
        rounds + simulations,
    )
    for work, amount, slice_ in ((thought.run, rounds, SLICE), (thought.think, simulations, 10 * SLICE)):
        for begun in range(0, amount, slice_):
            part = min(slice_, amount - begun)
            work(part)
            done += part
            progress(done, of)
    return thought.result()
