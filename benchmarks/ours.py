"""What is measured of takujo, for any game: random play in four ways, what a new or copied state costs, searching."""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from itertools import count
from typing import Any

import numpy as np

import takujo
from benchmarks.measure import NotInstalled, Slice, repeat
from takujo.adapters.vector import Vector
from takujo.bots.care import REGULAR
from takujo.bots.loops import play_policies
from takujo.bots.minds import Mind
from takujo.bots.search import Search, indifferent
from takujo.core.game import QUIET, Game, State
from takujo.core.jit import handle
from takujo.core.loops import Plays, play_games

__all__ = [
    "ours_apply",
    "ours_batch",
    "ours_clone",
    "ours_games",
    "ours_lab",
    "ours_loop",
    "ours_new",
    "ours_pettingzoo",
    "ours_policies",
    "ours_search",
    "ours_steps",
    "ours_vector",
    "ours_vector_among",
]

Options = Mapping[str, Any]

END = 1 << 30  # decisions: more than any game has
THOUGHT = 0.05  # seconds a decision


def ours_loop(slug: str, players: int, options: Options | None = None) -> Slice:
    """Whole games inside one compiled loop."""
    game, seeds = takujo.load(slug), count()
    games = _games_of_a_call(lambda games: play_games(game, players, games, 0, options))
    return repeat(lambda: play_games(game, players, games, next(seeds), options))


def ours_games(slug: str, players: int) -> Slice:
    """The same, counted in games."""
    game, seeds = takujo.load(slug), count()
    games = _games_of_a_call(lambda games: play_games(game, players, games))

    def play() -> int:
        play_games(game, players, games, next(seeds))
        return games

    return repeat(play)


def ours_vector(slug: str, players: int, threads: int, size: int = 512) -> Slice:
    """The vector environment, so many plays in each thread: an observation and a mask for every move."""
    size *= threads
    batch, rng = Vector(slug, players, size, seed=1, threads=threads), np.random.default_rng(1)

    def step() -> int:
        for _ in range(10):
            batch.step(batch.sample(rng))
        return 10 * size

    return repeat(step)


def ours_vector_among(slug: str, players: int, opponents: str, size: int = 512) -> Slice:
    """The vector environment with a random learner among opponents, counted in games."""
    batch, rng = Vector(slug, players, size, seed=1, opponents=opponents), np.random.default_rng(1)

    def step() -> int:
        return sum(int(batch.step(batch.sample(rng))[3].sum()) for _ in range(20))

    return repeat(step)


def ours_policies(slug: str, players: int) -> Slice:
    """Whole games between regulars inside one compiled loop, counted in games."""
    mind, seeds = Mind(takujo.load(slug)), count()
    mind.compile()

    def play() -> int:
        return len(play_policies(mind, [REGULAR] * players, 200, next(seeds))[0])

    return repeat(play)


def ours_pettingzoo(slug: str, players: int) -> Slice:
    """The same game behind PettingZoo with its three standard wrappers, in PettingZoo's own loop."""
    table, choose = adapters("pettingzoo").env(slug, players), random.Random(1).random
    table.reset(seed=1)

    def game() -> int:
        table.reset()
        moves = 0
        for _ in table.agent_iter():
            seen, _, over, cut, _ = table.last()
            if over or cut:
                table.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            table.step(int(legal[int(choose() * len(legal))]))
            moves += 1
        return moves

    return repeat(game)


def ours_lab(slug: str, players: int) -> Slice:
    """Chunks of the laboratory: random games, each counted, written as Parquet (in memory)."""
    from takujo.lab.experiment import CHUNK, Experiment, play, tasks_of

    task = tasks_of(Experiment(slug, (players,), ("uniform",), CHUNK, chunk=CHUNK))[0]

    def chunk() -> int:
        play(task)
        return task.games

    chunk()
    return repeat(chunk)


def ours_search(slug: str, players: int) -> Slice:
    """The experts' search at the first decision, with random rollouts to the end of the game."""
    game = takujo.load(slug)
    mind: Any = Mind(game)
    mind.compile()
    search, seeds = Search(), count()
    mind.tuning = replace(mind.tuning, horizon=END)
    mind.door.as_weigh = handle(indifferent)  # of this mind alone
    s = game.new(players, 1)
    seat = s.to_act[0]
    view = s.view_raw(seat)

    def think() -> int:
        search.choose(mind, view, seat, next(seeds), THOUGHT, time.perf_counter)
        return search.simulations

    return repeat(think)


def adapters(name: str) -> Any:
    try:
        return import_module(f"takujo.adapters.{name}")
    except ModuleNotFoundError as missing:
        raise NotInstalled(name) from missing


def _games_of_a_call(play: Callable[[int], int], moves: int = 50_000) -> int:
    """So many games that setting up one call does not count, and few enough to end a slice in time."""
    return max(1, moves * 10 // play(10))


def ours_steps(slug: str, players: int, options: Options | None = None) -> Slice:
    """Move by move from Python, by number: the trusting door. Every game is dealt anew."""
    fresh = _dealer(takujo.load(slug), players, options)
    choose = random.Random(1).random

    def game() -> int:
        s = fresh()
        n, moves = s.look(), 0
        assert s.decision is not None
        read, step = s.decision.item, s.step
        while n:
            n = step(read(0), read(1 + int(choose() * n)))
            moves += 1
        return moves

    return repeat(game)


def _dealer(game: Game, players: int, options: Options | None) -> Callable[[], State]:
    """New games as compiled loops make them: a blank record, copied and set up with the next seed."""
    blank, seeds = game.state.pack(game.blank(players, options).flat()), count()

    def fresh() -> State:
        raw = blank.copy()
        game.door.setup(raw, QUIET, next(seeds))
        return State(game, raw)

    return fresh


def ours_batch(slug: str, players: int, options: Options | None = None, size: int = 256) -> Slice:
    """A batch that makes one move a call in each play; NumPy chooses."""
    plays = Plays(takujo.load(slug), players, size, 1, options)
    rng, rows = np.random.default_rng(1), np.arange(size)

    def step() -> int:
        for _ in range(10):
            choice = (rng.random(size) * plays.counts).astype(np.int64)
            plays.step(plays.actions[rows, choice])
        return 10 * size

    return repeat(step)


def ours_apply(slug: str, players: int, options: Options | None = None) -> Slice:
    """The checked door: dicts in, events out."""
    fresh = _dealer(takujo.load(slug), players, options)
    choose = random.Random(1).random

    def game() -> int:
        s, moves = fresh(), 0
        while to_act := s.to_act:
            legal = s.legal(to_act[0])
            s.apply(to_act[0], legal[int(choose() * len(legal))])
            moves += 1
        return moves

    return repeat(game)


def ours_clone(slug: str, players: int, options: Options | None = None) -> Slice:
    """A copy of a state."""
    s = takujo.load(slug).new(players, 1, options)

    def clones() -> int:
        for _ in range(1000):
            s.clone()
        return 1000

    return repeat(clones)


def ours_new(slug: str, players: int, options: Options | None = None) -> Slice:
    """A new game by the public door: options checked, events of the set-up read."""
    game, seeds = takujo.load(slug), count()

    def new() -> int:
        game.new(players, next(seeds), options)
        return 1

    return repeat(new)
