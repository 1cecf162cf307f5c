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

from takujo.bots.care import REGULAR
from takujo.bots.luck import DEAL, GO_ON, Outlook
from takujo.bots.minds import mind
from takujo.core.game import State
from takujo.core.loops import blank_record
from takujo.insight.analysis import MILLE, VERSION, Analysis
from takujo.insight.luck import account, drew
from takujo.match import Match, canonical, read_json

__all__ = ["CLEAR", "OPEN", "ROUNDS", "TURNS", "Review", "kept_beside"]

Json = dict[str, Any]

ROUNDS = 200  # guesses a decision
THOUGHT = 200  # simulations of an expert
OPEN = 200  # plays from each position, all open
TURNS = 5  # turning points told
CLEAR = 3.0  # standard errors by which a position must have changed
SHOWN = 4  # actions told of a decision, besides the one that was taken


class Review:
    """The review of one match, made bit by bit: `steps` does a part and says how much is done."""

    def __init__(self, match: Match, seats: list[int], rounds: int = ROUNDS, plays: int = OPEN):
        self.match, self.seats, self.rounds, self.plays = match, seats, rounds, plays
        self._states = list(_states(match))
        self._due = [
            step
            for step, ((seat, _), state) in enumerate(zip(match.actions, self._states, strict=False))
            if seat in seats and len(state.legal_numbers(seat)) > 1
        ]
        # With all cards open only after the end: of a match that goes on nothing is told but what a seat knew.
        self._looks = [] if match.state.to_act else list(range(len(self._states)))
        self._drawn = [] if match.state.to_act else _drawn(match, self._states)
        self.decisions: dict[int, Json] = {}  # by the number of the action in the match
        self.values: dict[int, list[list[float]]] = {}  # after so many actions: for each seat a mean and its error
        self.redrawn: dict[int, list[list[float]]] = {}  # the same with the chance of the next action, or deal, anew

    @property
    def key(self) -> Json:
        """What it is a review of, and by which numbers."""
        record = hashlib.sha256(canonical(self.match.record())).hexdigest()
        return {"record": record, "version": VERSION, "seats": self.seats, "rounds": self.rounds, "plays": self.plays}

    def resume(self, kept: Json) -> None:
        """Take over what was worked out before, if it is of the same match and by the same numbers."""
        if kept.get("key") == self.key:
            self.decisions = {int(step): found for step, found in kept["decisions"].items()}
            # what an older version saw with all cards open in a match that goes on, is not told
            self.values = {int(step): found for step, found in kept["values"].items() if int(step) in self._looks}
            self.redrawn = {int(step): found for step, found in kept["redrawn"].items() if int(step) in self._drawn}

    def kept(self) -> Json:
        return {"key": self.key, "decisions": self.decisions, "values": self.values, "redrawn": self.redrawn}

    def steps(self) -> Iterator[tuple[int, int]]:
        """Work on; after each part how much is done, and of how much."""
        total = len(self._due) + len(self._looks) + len(self._drawn)

        def done() -> tuple[int, int]:
            return len(self.decisions) + len(self.values) + len(self.redrawn), total

        for step in self._due:
            if step not in self.decisions:
                self.decisions[step] = self._judged(step)
                yield done()
        for step in self._looks:
            if step not in self.values:
                self.values[step] = self._open(step)
                yield done()
        for step in self._drawn:
            if step not in self.redrawn:
                self.redrawn[step] = self._anew(step)
                yield done()

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
            "gain": thought.lead(action),
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
            "account": self._account(decisions) if self._is_whole else None,
        }

    @property
    def _is_whole(self) -> bool:
        """Is every position valued, and every draw drawn again?"""
        return len(self.values) == len(self._states) and len(self.redrawn) == len(self._drawn)

    def _account(self, decisions: list[Json]) -> list[Json]:
        """For each seat: luck, decisions, and what was to be expected."""
        actors = [seat for seat, _ in self.match.actions]
        gains = {seat: [d["gain"] for d in decisions if d["seat"] == seat] for seat in self.seats}
        return account([self.values[step] for step in sorted(self.values)], self.redrawn, actors, gains)

    def _open(self, step: int) -> list[list[float]]:
        """What a position is worth, nothing hidden; the same as before where nothing was decided or drawn."""
        if step and step - 1 not in self._drawn:
            seat, before = self.match.actions[step - 1][0], self._states[step - 1]
            if len(before.legal_numbers(seat)) == 1 and self._states[step].to_act:
                return self.values[step - 1]
        return self._looked(self._states[step], step)

    def _anew(self, step: int) -> list[list[float]]:
        """What an action was worth on average over its chance; before the first: what a deal is."""
        if step < 0:
            return self._looked(self._states[0], step, DEAL)
        seat, action = self.match.actions[step]
        state = self._states[step]
        return self._looked(state, step, seat, state.encode(seat, action))

    def _looked(self, state: State, step: int, actor: int = GO_ON, number: int = 0) -> list[list[float]]:
        policy, game, players = mind(state.game), state.game, self.match.players
        outlook, how = Outlook(policy, [REGULAR] * players, 2 * (step + 1) + (actor != GO_ON)), policy.tuning
        n, raw = self.plays, np.frombuffer(bytes(state), np.uint8).copy()
        root = blank_record(game, players, self.match.options) if actor == DEAL else raw
        sums = outlook.sums(root, n, how.played, outlook.chapter(raw) + how.episodes, actor, number)
        return [
            [total / n / MILLE, sqrt(max(n * squares - total * total, 0) / max(n - 1, 1)) / n / MILLE]
            for total, squares in sums.tolist()
        ]

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
                    told = {"step": step, "seat": seat, "action": action, "before": [mean for mean, _ in before]}
                    found.append(told | {"changes": changes})
        return sorted(found, key=lambda turn: -max(abs(change) for change in turn["changes"]))[:TURNS]


def _states(match: Match) -> Iterator[State]:
    """The states of a match, from its start."""
    again = Match(match.game, match.players, match.options, match.seed, entropy=match.entropy, position=match.start)
    yield again.state
    for seat, action in match.actions:
        again.play(seat, action)
        yield again.state


def _drawn(match: Match, states: list[State]) -> list[int]:
    """The actions with chance in them, by number; -1: the deal."""
    found = [] if match.start else [-1]
    for step, (seat, action) in enumerate(match.actions):
        after = states[step].clone()
        after.step(seat, after.encode(seat, action))
        if drew(states[step]._raw, after._raw):
            found.append(step)
    return found


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
