"""Thousands of plays side by side for learners: NumPy in, NumPy out, one compiled loop, no library needed."""

import random
import time
import weakref
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import numpy as np
import numpy.typing as npt

from takujo.adapters.play import absolute, is_zero_sum, opened, relative, worth
from takujo.bots import BUDGET, LEVELS, Bot
from takujo.bots.care import REGULAR, UNIFORM
from takujo.bots.loops import sample
from takujo.bots.minds import mind
from takujo.core.chance import CHANCE_SIZE, below, seed_words
from takujo.core.game import Game, State
from takujo.core.jit import (
    Batch,
    Bytes,
    Events,
    Floats,
    Grid,
    Ints,
    Observe,
    SetUp,
    Step,
    Unveil,
    Weigh,
    Winners,
    borrowed,
    busy,
    door,
    rule,
)
from takujo.core.loops import QUIET, blank_record, of_tier, see, start_play
from takujo.own import Function, Player, check_budget, find

__all__ = ["Vector"]

GOES_ON = -1  # as a set of winners: the play is not over
WAIT = -1  # as an action: this play stands still
NOBODY = 0  # as a policy: it is never asked
LEARNER, ASKED = UNIFORM - 2, UNIFORM - 1  # as cares: who is asked through `step`, and whom Python asks in between

Opponent = str | Bot | Callable[..., Any]


@door
def _illegal(masks: Batch, actions: Events) -> int:
    """The first play whose action is not legal; -1: there is none."""
    for i in range(len(actions)):
        if not 0 <= actions[i] < masks.shape[1] or not masks[i, actions[i]]:
            return i
    return -1


@rule
def _decide(
    unveil: Unveil, weigh: Weigh, shown: Grid, raw: Bytes, view: Bytes, luck: Ints, choice: Events, n: int, care: int,
    weights: Floats,
) -> int:  # fmt: skip
    """What an opponent does who has n legal actions."""
    if care == UNIFORM or n == 1:
        return int(choice[1 + below(luck, n)])
    seat = int(choice[0])
    see(shown, raw, view, seat, unveil)
    weigh(view, seat, choice[1:], n, care, weights)
    return int(choice[1 + sample(luck, n, weights)])


@busy
def _advance(
    setup: SetUp, step: Step, unveil: Unveil, observe: Observe, winners: Winners, weigh: Weigh, shown: Grid,
    relative: Grid, absolute: Grid, cares: Events, blank: Bytes, quiet: Events, lucks: Grid, wits: Grid, raws: Batch,
    view: Bytes, weights: Floats, table: Grid, counts: Events, won: Events, observations: Floats, masks: Batch,
    actions: Events, first: int, last: int,
) -> None:  # fmt: skip
    """One action in each of these plays (WAIT: none), and those of opponents up to the next decision of a learner.

    Of a play that ends the winners are noted; it begins anew, as one not begun.
    """
    width = len(observations) // len(counts)
    for i in range(first, last):
        raw, choice, luck, n = raws[i], table[i], lucks[i], counts[i]
        if n > 0:
            if actions[i] == WAIT:
                continue
            n = step(raw, quiet, int(choice[0]), int(absolute[choice[0], actions[i]]), choice)
            if n == 0:
                won[i] = winners(raw)
        if n == 0:
            n = start_play(setup, step, blank, raw, quiet, luck, choice)
        while cares[choice[0]] > ASKED:
            number = _decide(unveil, weigh, shown, raw, view, wits[i], choice, n, int(cares[choice[0]]), weights)
            n = step(raw, quiet, int(choice[0]), number, choice)
            if n == 0:
                if won[i] == GOES_ON:  # else no learner has decided anything in this one
                    won[i] = winners(raw)
                n = start_play(setup, step, blank, raw, quiet, luck, choice)
        counts[i] = n
        seat, out = int(choice[0]), observations[i * width : (i + 1) * width]
        see(shown, raw, view, seat, unveil)
        for j in range(width):
            out[j] = 0
        observe(view, seat, out)
        legal = masks[i]
        for j in range(len(legal)):
            legal[j] = 0
        for j in range(1, n + 1):
            legal[relative[seat, choice[j]]] = 1


class Opponents:
    """Who plays in which seat, as the compiled loop takes it."""

    def __init__(self, game: Game, players: int, learners: Sequence[int], opponents: Any):
        self.cares = np.full(players, LEARNER, dtype=np.int64)
        self.asked: dict[int, Player] = {}  # the opponents that Python asks
        self.doors, self.weigh = game.door, NOBODY
        others = [seat for seat in range(players) if seat not in learners]
        if not others:
            return
        named = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * len(others)
        if len(named) != len(others):
            raise ValueError(f"opponents are {len(named)}; it takes one for all, or {len(others)}: one for each")
        own = {id(one): one for one in named if hasattr(one, "py_func")}
        if len(own) > 1:
            raise ValueError(f"opponents have {len(own)} compiled policies; it takes one for all seats that have one")
        if own:
            (policy,) = own.values()
            self.weigh = _policy(policy, game)
        for seat, one in zip(others, named, strict=True):
            if hasattr(one, "py_func") or one == "uniform":
                self.cares[seat] = REGULAR if hasattr(one, "py_func") else UNIFORM
            elif isinstance(one, str) and one in LEVELS and not own and not LEVELS[one].searches(game):
                self.cares[seat] = LEVELS[one].care
                self.doors, policy_doors = mind(game).doors
                self.weigh = policy_doors.as_weigh
            else:
                if not isinstance(one, str) and not callable(one):
                    raise ValueError(f"opponents have {one!r}; it takes names of bots, functions or compiled policies")
                self.cares[seat] = ASKED
                self.asked[seat] = find(one) if isinstance(one, str) else Function(one)


def _policy(policy: Any, game: Game) -> Any:
    """A policy that somebody has compiled, as an argument of the loop."""
    if not game.door.compiled:
        return policy.py_func
    if game.is_native:
        raise ValueError("opponents have a compiled policy: it needs takujo[jit] and TAKUJO_NATIVE= (empty)")
    return borrowed(policy, Weigh)


def _learners(learners: Sequence[int] | None, players: int, opponents: Any) -> tuple[int, ...]:
    """The seats that are asked: all, or seat 0 among opponents."""
    if learners is None:
        return tuple(range(players)) if opponents is None else (0,)
    found = (
        tuple(int(s) if isinstance(s, np.integer) else s for s in learners) if isinstance(learners, Iterable) else ()
    )
    if not found or not all(type(s) is int and 0 <= s < players for s in found) or len(set(found)) < len(found):
        raise ValueError(f"learners are {learners!r}; it takes one or more different seats, 0 to {players - 1}")
    if opponents is None and len(found) < players:
        raise ValueError(f"opponents is None; with the learners {list(found)} it takes who plays the other seats")
    return found


class Crew:
    """Threads that do their jobs each time they are told: plain locks, which cost a step less than a pool does."""

    def __init__(self, jobs: Sequence[Callable[[], None]]):
        self._told, self._done = [Lock() for _ in jobs], [Lock() for _ in jobs]
        for lock in (*self._told, *self._done):
            lock.acquire()
        hired = [True]
        for work in zip(jobs, self._told, self._done, strict=True):
            Thread(target=self._serve, args=(hired, *work), daemon=True).start()
        weakref.finalize(self, self._dismiss, hired, self._told)

    def tell(self) -> None:
        for lock in self._told:
            lock.release()

    def wait(self) -> None:
        for lock in self._done:
            lock.acquire()

    @staticmethod
    def _serve(hired: list[bool], job: Callable[[], None], told: Lock, done: Lock) -> None:
        while told.acquire() and hired:
            job()
            done.release()

    @staticmethod
    def _dismiss(hired: list[bool], told: list[Lock]) -> None:
        hired.clear()
        for lock in told:
            lock.release()


class Vector:
    """A batch of plays of one title that all make one move a step; a play that ends begins anew.

    In play i the seat `seats[i]` decides: `observations[i]` is what it knows, `masks[i]` has 1 for its legal actions;
    in both, seats are counted from it. `dones[i]` says that the last step ended the play; then `rewards[i]` is what
    that was worth to each seat. All arrays are the same ones after every step: copy what you keep. `threads` share the
    plays; they change no play.

    With `opponents` only the seats in `learners` (0) are asked; who sits elsewhere plays in between. One for all, or a
    list with one for each: a level, a bot of one's own by name (docs/write-a-bot.md) or as a function, or a policy
    compiled by Numba.
    """

    def __init__(
        self,
        slug: str,
        players: int,
        size: int,
        seed: bytes | int = 0,
        threads: int = 1,
        opponents: Opponent | Sequence[Opponent] | None = None,
        learners: Sequence[int] | None = None,
        components: Path | str | None = None,
        budget: float = BUDGET,
        **options: Any,
    ):
        for name, number in {"size": size, "threads": threads}.items():
            if type(number) is not int or number < 1:
                raise ValueError(f"{name} is {number!r}; it takes a number, 1 or more")
        check_budget(budget)
        self.game = game = opened(slug, players, options, components)
        self.players, self.size, self.num_actions = players, size, game.num_actions
        self.learners = _learners(learners, players, opponents)
        blank = blank_record(game, players, options)
        self._raws = np.tile(blank, (size, 1))
        self._table = np.zeros((size, game.num_actions + 1), dtype=np.int64)
        self.counts = np.zeros(size, dtype=np.int64)
        self._won = np.full(size, GOES_ON)
        flat = np.zeros(size * game.observation_size, dtype=np.float32)
        self.observations = flat.reshape(size, -1)
        self.masks = np.zeros((size, game.num_actions), dtype=np.uint8)
        self.rewards = np.zeros((size, players), dtype=np.float32)
        self.dones = np.zeros(size, dtype=np.bool_)
        zero_sum, nobody = is_zero_sum(game, players), (0.0,) * players
        worths = [nobody, *(worth(winners, players, zero_sum) for winners in range(1, 1 << players)), nobody]
        self._worths = np.array(worths, dtype=np.float32)  # of each set of winners; the last: GOES_ON
        self._firsts = np.arange(size) * (game.num_actions + 1) + 1  # where in the table a play's actions begin
        words = [seed_words(seed, i) + [0] * (CHANCE_SIZE - 4) for i in range(2 * size)]
        lucks, wits = np.split(np.array(words, dtype=np.int64), 2)  # of each play: its deals, and what opponents draw
        self._actions = np.zeros(size, dtype=np.int64)
        self._relative = relative(game, players)
        table = Opponents(game, players, self.learners, opponents)
        self._opponents, self._asked, self._budget = table, table.asked, budget
        self._rng = random.Random(seed)
        opens = table.doors
        ends = [size * part // threads for part in range(threads + 1)]
        self._job, *others = [
            partial(
                of_tier(_advance, opens), opens.as_setup, opens.as_step, opens.as_unveil, opens.as_observe,
                opens.as_winners, table.weigh, game.state.shown, self._relative, absolute(game, players), table.cares,
                blank, QUIET, lucks, wits, self._raws, blank.copy(), np.zeros(game.num_actions, dtype=np.float32),
                self._table, self.counts, self._won, flat, self.masks, self._actions, first, last,
            )
            for first, last in pairwise(ends)
        ]  # fmt: skip
        self._crew = Crew(others)
        self._advance()

    def _advance(self) -> None:
        """One move in all plays, and what opponents do up to the next decision of a learner."""
        self._run()
        while self._asked and (at := np.flatnonzero(np.isin(self.seats, list(self._asked)))).size:
            self._actions[:] = WAIT
            for i in at:
                seat, state = int(self._table[i, 0]), State(self.game, self._raws[i])
                view = state.view_raw(seat)
                number = self._asked[seat].pick(self.game, view, seat, self._rng, self._budget, time.perf_counter)
                self._actions[i] = self._relative[seat, number]
            self._run()

    def _run(self) -> None:
        """A part of the plays in each thread."""
        self._crew.tell()
        try:
            self._job()
        finally:  # also when somebody presses Ctrl-C
            self._crew.wait()

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """The seat to act in each play."""
        return self._table[:, 0]

    def sample(self, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """A legal action for each play, all equally likely."""
        choice = (rng.random(self.size) * self.counts).astype(np.int64)
        numbers = self._table.take(self._firsts + choice)  # of the flat table: quicker than by two axes
        return self._relative.take(self.seats * self.num_actions + numbers)

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.uint8], npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """One action, by number, in each play -> observations, masks, rewards, dones.

        ValueError if one of them is not legal; then nothing has changed.
        """
        given = np.asarray(actions)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions are {given.dtype} of shape {given.shape}; it takes {self.size} integers")
        self._actions[:] = given
        bad = of_tier(_illegal, self.game.door)(self.masks, self._actions)
        if bad >= 0:
            raise ValueError(f"actions[{bad}] is {given[bad]}; it takes a number with 1 in masks[{bad}]")
        self._won[:] = GOES_ON
        self._advance()
        np.not_equal(self._won, GOES_ON, out=self.dones)
        self._worths.take(self._won, axis=0, out=self.rewards, mode="wrap")
        return self.observations, self.masks, self.rewards, self.dones
