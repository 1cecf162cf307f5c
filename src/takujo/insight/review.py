"""A match looked at again: what each decision cost, from what its seat knew then; and where the match turned, all open.

A decision is judged by the view of its seat at that moment and nothing else, so a review tells nobody what luck alone
would have told. The turning points are of another kind: they see all cards, since the match is over.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from takujo.bots.minds import mind
from takujo.bots.trials import open_values
from takujo.core.game import State
from takujo.insight.analysis import MILLE, VERSION, Analysis
from takujo.match import Match, canonical, read_json

__all__ = ["OPEN", "ROUNDS", "Review", "kept_beside"]

Json = dict[str, Any]

ROUNDS = 200  # guesses a decision
THOUGHT = 200  # simulations of an expert
OPEN = 60  # plays from each position, all open
TURNS = 5  # turning points told
CLEAR = 3.0  # standard errors by which a position must have changed
SHOWN = 4  # actions told of a decision, besides the one that was taken


class Review:
    """The review of one match, made bit by bit: `steps` does a part and says how much is done."""

    def __init__(self, match: Match, seats: list[int], rounds: int = ROUNDS):
        self.match, self.seats, self.rounds = match, seats, rounds
        self._states = list(_states(match))
        self._due = [
            step
            for step, ((seat, _), state) in enumerate(zip(match.actions, self._states, strict=False))
            if seat in seats and len(state.legal_numbers(seat)) > 1
        ]
        self.decisions: dict[int, Json] = {}  # by the number of the action in the match
        self.values: dict[int, list[list[float]]] = {}  # after so many actions: for each seat a mean and its error

    @property
    def key(self) -> Json:
        """What it is a review of, and by which numbers."""
        record = hashlib.sha256(canonical(self.match.record())).hexdigest()
        return {"record": record, "version": VERSION, "seats": self.seats, "rounds": self.rounds}

    def resume(self, kept: Json) -> None:
        """Take over what was worked out before, if it is of the same match and by the same numbers."""
        if kept.get("key") == self.key:
            self.decisions = {int(step): found for step, found in kept["decisions"].items()}
            self.values = {int(step): values for step, values in kept["values"].items()}

    def kept(self) -> Json:
        return {"key": self.key, "decisions": self.decisions, "values": self.values}

    def steps(self) -> Iterator[tuple[int, int]]:
        """Work on; after each part how much is done, and of how much."""
        total = len(self._due) + len(self._states)
        for step in self._due:
            if step not in self.decisions:
                self.decisions[step] = self._judged(step)
                yield len(self.decisions) + len(self.values), total
        for step, state in enumerate(self._states):
            if step not in self.values:
                self.values[step] = _open(state, step)
                yield len(self.decisions) + len(self.values), total

    def _judged(self, step: int) -> Json:
        seat, action = self.match.actions[step]
        thought = Analysis(self.match.game, self._states[step].view(seat), seat=seat, actions=[action], seed=step)
        thought.run(self.rounds)
        thought.think(THOUGHT)
        found = thought.result()
        rows = found["actions"]
        mine = next(row for row in rows if row["action"] == action)
        behind = mine["behind"]["win"] if mine["behind"] else {"value": 0.0, "low": 0.0, "high": 0.0}
        told = [row for row in rows[:SHOWN] if row is not mine]
        return {
            "step": step,
            "seat": seat,
            "action": action,
            "best": rows[0]["action"],
            "expert": max(rows, key=lambda row: row["tries"])["action"],
            "cost": {"value": -behind["value"], "low": -behind["high"], "high": -behind["low"]},
            "same": mine["same"],
            "why": [
                {"outcome": name, "mine": mine["outcomes"][name]["value"], "best": rows[0]["outcomes"][name]["value"]}
                for name in mine["why"]
            ],
            "legal": found["legal"],
            "belief": found["belief"],
            "actions": [
                {key: row[key] for key in ("action", "chance", "tries", "win", "points")} for row in [mine, *told]
            ],
        }

    def result(self) -> Json:
        """All that is worked out: decisions in order, which mattered most, and turning points, the greatest first."""
        decisions = [self.decisions[step] for step in sorted(self.decisions)]
        costly = sorted((d for d in decisions if not d["same"]), key=lambda d: -d["cost"]["value"])
        return {
            "game": self.match.game.slug,
            "players": self.match.players,
            "result": self.match.state.result,
            "decisions": decisions,
            "mattered": [d["step"] for d in costly],
            "cost": {seat: sum(d["cost"]["value"] for d in costly if d["seat"] == seat) for seat in self.seats},
            "values": [[mean for mean, _ in self.values[step]] for step in sorted(self.values)],
            "turns": self._turns(),
        }

    def _turns(self) -> list[Json]:
        """Actions after which the chances of a seat were clearly others, all open."""
        found: list[Json] = []
        for step in range(len(self.match.actions)):
            if step in self.values and step + 1 in self.values:
                before, after = self.values[step], self.values[step + 1]
                changes = [b[0] - a[0] for a, b in zip(before, after, strict=True)]
                clear = [
                    abs(change) > CLEAR * sqrt(a[1] ** 2 + b[1] ** 2) + 1e-9
                    for change, a, b in zip(changes, before, after, strict=True)
                ]
                if any(clear):
                    seat, action = self.match.actions[step]
                    found.append({"step": step, "seat": seat, "action": action, "changes": changes})
        return sorted(found, key=lambda turn: -max(abs(change) for change in turn["changes"]))[:TURNS]


def _states(match: Match) -> Iterator[State]:
    """The states of a match, from its start."""
    again = Match(match.game, match.players, match.options, match.seed, entropy=match.entropy, position=match.start)
    yield again.state
    for seat, action in match.actions:
        again.play(seat, action)
        yield again.state


def _open(state: State, seed: int) -> list[list[float]]:
    sums = open_values(mind(state.game), np.frombuffer(bytes(state), np.uint8).copy(), OPEN, seed)
    return [
        [total / OPEN / MILLE, sqrt(max(OPEN * squares - total * total, 0) / (OPEN - 1)) / OPEN / MILLE]
        for total, squares in sums.tolist()
    ]


def kept_beside(file: Path, review: Review, progress: Callable[[int, int], None]) -> Json:
    """The review of the match in a record file: what is kept beside it, and the rest worked out and kept, too."""
    beside = file.with_name(f"{file.name}.review")
    if beside.exists():
        review.resume(read_json(beside))
    for done, of in review.steps():
        fresh = beside.with_name(f"{beside.name}.fresh")
        fresh.write_text(json.dumps(review.kept(), ensure_ascii=False), encoding="utf-8")
        fresh.replace(beside)
        progress(done, of)
    return review.result()
