"""Many games in chunks: each chunk is a file, so that a run can be stopped, resumed, and shared by machines."""

import hashlib
import json
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from socket import create_connection
from typing import Any, NamedTuple

import numpy as np

from takujo.bots import BUDGET, LEVELS
from takujo.bots.care import REGULAR, UNIFORM
from takujo.bots.minds import mind
from takujo.core.jit import sources
from takujo.games import load
from takujo.lab.counting.loops import Counter as Counted
from takujo.lab.counting.loops import Luck, counter
from takujo.lab.measures import Games
from takujo.lab.page import write
from takujo.own import Player, find

__all__ = ["BOTS", "Arm", "Experiment", "Stopped", "chunk_file", "explained", "loaded", "read_games", "run"]

Json = dict[str, Any]
Progress = Callable[[int, int], None]  # games done, games in all

BOTS = {"uniform": UNIFORM} | {  # those that play inside compiled code
    name: level.care for name, level in LEVELS.items() if not level.search
}
CHUNK = 5000  # the most games of a file
FILES = 64  # but rather so many files, for the sake of all cores and of an early estimate
MANIFEST = "experiment.json"


class Stopped(ValueError):
    """A run has ended before its time; what is done is kept."""


@dataclass(frozen=True)
class Arm:
    """One table of an experiment: a number of players with certain options."""

    name: str  # its folder
    players: int
    options: Json
    value: Any = None  # of the option that is compared


@dataclass(frozen=True)
class Experiment:
    """What is played. Two runs of one experiment give the same files, whoever plays them."""

    game: str
    players: tuple[int, ...]
    bots: tuple[str, ...] = ("regular",)  # one for all seats, or one for each
    games: int = 10_000  # for each number of players, and each variant
    options: Json = field(default_factory=dict)
    compare: tuple[str, tuple[Any, ...]] | None = None  # an option, and its values
    seed: int = 1
    chunk: int = 0  # games of a file; 0: as many as make sense
    budget: float = BUDGET  # milliseconds that a bot has which does not play inside compiled code

    @property
    def size(self) -> int:
        """Games of a file."""
        return self.chunk or min(CHUNK, -(-self.games // FILES))

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ValueError(f"games is {self.games}; it takes 1 or more")
        if not 0 <= self.seed < 1 << 30:
            raise ValueError(f"seed is {self.seed}; it takes 0 to {(1 << 30) - 1}")
        if self.games > 1 << 31:
            raise ValueError(f"games is {self.games}; it takes at most {1 << 31}")
        if self.budget <= 0:
            raise ValueError(f"budget is {self.budget:g}; it takes milliseconds, more than 0")
        for name in self.asked:
            player(name)  # refuses what is no bot
        if self.compare and len(self.compare[1]) != 2:
            raise ValueError(f"compare {self.compare[0]}: {len(self.compare[1])} values; it takes two, OPTION=A,B")
        game = load(self.game)
        for arm in self.arms():
            state = game.new(arm.players, 0, arm.options)  # refuses what is impossible, before the first game
            if state.game.digest:
                raise ValueError(f"the laboratory plays {self.game} with the packaged components only")
            if len(self.bots) not in (1, arm.players):
                raise ValueError(
                    f"{len(self.bots)} bots for {arm.players} players; it takes one for all, or one a seat"
                )

    def arms(self) -> list[Arm]:
        """All tables: every number of players, with each value of the option that is compared."""
        if self.compare is None:
            return [Arm(f"players-{n}", n, self.options) for n in self.players]
        option, values = self.compare
        return [
            Arm(f"players-{n}-{'ab'[i]}", n, self.options | {option: value}, value)
            for n in self.players
            for i, value in enumerate(values)
        ]

    @property
    def asked(self) -> list[str]:
        """The bots that do not play inside compiled code: experts, and one's own."""
        return [name for name in dict.fromkeys(self.bots) if name not in BOTS]

    def seats(self, players: int) -> tuple[str, ...]:
        """Who plays in each seat."""
        return self.bots * players if len(self.bots) == 1 else self.bots

    def manifest(self) -> Json:
        """All that the results depend on, as JSON."""
        digest, counts = hashlib.sha256(), loaded(self.game)
        for package in (counts.game.package, mind(counts.game).package, counts.package):
            for _, content in sorted(sources(package).items()):
                digest.update(content)
        return {
            "game": self.game,
            "players": list(self.players),
            "bots": list(self.bots),
            "games": self.games,
            "options": self.options,
            "compare": [self.compare[0], list(self.compare[1])] if self.compare else None,
            "seed": self.seed,
            "chunk": self.size,
            "rules": digest.hexdigest()[:16],
            **({"budget": self.budget} if self.asked else {}),
        }


class Task(NamedTuple):
    """One chunk: all that a worker must know."""

    slug: str
    players: int
    options: Json
    bots: tuple[str, ...]
    budget: float
    first_seed: int
    games: int
    first_game: int
    file: str  # where it goes, in the folder of the experiment


class Done(NamedTuple):
    """A chunk that has been played."""

    task: Task
    content: bytes
    worker: str  # the process or machine that played it


def chunk_file(number: int) -> str:
    return f"chunk-{number:05}.parquet"


def tasks_of(experiment: Experiment) -> list[Task]:
    """All chunks; those of variants side by side, so that an unfinished run has as much of each."""
    return [
        Task(
            experiment.game,
            arm.players,
            arm.options,
            experiment.seats(arm.players),
            experiment.budget,
            (experiment.seed << 32) + first,
            min(experiment.size, experiment.games - first),
            first,
            f"{arm.name}/{chunk_file(number)}",
        )
        for number, first in enumerate(range(0, experiment.games, experiment.size))
        for arm in experiment.arms()
    ]


def play(task: Task) -> bytes:
    """Play a chunk; its Parquet file."""
    pa, parquet = arrow()
    counts = loaded(task.slug)
    cares = [BOTS.get(name, REGULAR) for name in task.bots]
    asked = {seat: _chooser(task, name) for seat, name in enumerate(task.bots) if name not in BOTS}
    columns = counts.play(mind(counts.game), task.players, cares, task.options, task.first_seed, task.games, asked)
    numbers = np.arange(task.first_game, task.first_game + task.games, dtype=np.int32)
    out = pa.BufferOutputStream()
    table = pa.table({"game": numbers} | columns)
    parquet.write_table(table, out, compression="zstd", use_dictionary=False, write_statistics=False)  # half the time
    content: bytes = out.getvalue().to_pybytes()
    return content


def _chooser(task: Task, name: str) -> Callable[[Any, int, Luck], int]:
    game, bot = loaded(task.slug).game, player(name)
    return lambda view, seat, luck: bot.pick(game, view, seat, luck, task.budget, time.thread_time)


@cache
def player(name: str) -> Player:
    """A bot that does not play inside compiled code. ValueError if there is none."""
    return find(name)


def explained(slug: str, players: int) -> list[tuple[str, str]]:
    """Every column of a file, and what it says."""
    rows = [("game", "its number, from 0: the seed of the experiment and this number are all it depends on")]
    for column in loaded(slug).columns:
        names = [name for _, name in column.fields(players)] if column.saved else []
        rows += [(names[0] if len(names) == 1 else f"{names[0]} ... {names[-1]}", column.doc)] if names else []
    return rows


def loaded(slug: str) -> Counted:
    """A game with all that counts what happens in it."""
    return counter(load(slug))


def arrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise ValueError("the laboratory needs pyarrow: pip install 'takujo[lab]'") from None
    return pa, parquet


def read_games(file: Path) -> Games:
    """The games of a chunk."""
    pa, parquet = arrow()
    try:
        table = parquet.read_table(file)
    except (OSError, pa.ArrowException) as error:
        raise ValueError(f"{file} cannot be read ({error}); delete it and run the same command again") from None
    return Games({name: table[name].to_numpy() for name in table.column_names})


# Running


def run(
    experiment: Experiment,
    out: Path,
    workers: int = 1,
    ray: str | None = None,
    progress: Progress = lambda done, all_games: None,
) -> dict[str, int]:
    """Play all chunks that are not in the folder yet; how many each worker played.

    ValueError says why a run could not begin, or (Stopped) not be finished.
    """
    arrow()
    played: Counter[str] = Counter()
    if workers < 1:
        raise ValueError(f"workers is {workers}; it takes 1 or more")
    tasks = tasks_of(experiment)
    try:
        _claim(experiment, out)
        todo = [task for task in tasks if not (out / task.file).exists()]
        done = sum(task.games for task in tasks) - sum(task.games for task in todo)
        whole = sum(task.games for task in tasks)
        progress(done, whole)
        mind(load(experiment.game))  # compiled here, once, not by every worker
        loaded(experiment.game)
        for chunk in _on_ray(todo, ray) if ray else _on_processes(todo, max(1, min(workers, len(todo)))):
            write(out / chunk.task.file, chunk.content)
            played[chunk.worker] += 1
            done += chunk.task.games
            progress(done, whole)
    except OSError as error:
        raise Stopped(f"{out}: {error.strerror or error}. {_kept(out, tasks)}") from None
    except BrokenProcessPool:
        raise Stopped(f"a worker was killed, perhaps for want of memory. {_kept(out, tasks)}") from None
    return played


def _claim(experiment: Experiment, out: Path) -> None:
    """The folder is this experiment's alone."""
    file, manifest = out / MANIFEST, experiment.manifest()
    if not file.exists():
        if out.exists() and any(out.iterdir()):
            raise ValueError(f"{out} holds other files; --out takes a new folder, or that of the same experiment")
        write(file, json.dumps(manifest, indent=1, ensure_ascii=False) + "\n")
        return
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{file} is not JSON: {error}") from None
    differs = [key for key in manifest if not isinstance(found, dict) or found.get(key) != manifest[key]]
    if differs:
        key = differs[0]
        was = found.get(key) if isinstance(found, dict) else None
        raise ValueError(f"{out} holds another experiment: its {key} is {was}, not {manifest[key]}; give another --out")


def _kept(out: Path, tasks: Sequence[Task]) -> str:
    done = sum((out / task.file).exists() for task in tasks)
    return f"{done} of {len(tasks)} chunks are done and kept; the same command goes on from there"


def _on_processes(tasks: Sequence[Task], workers: int) -> Iterator[Done]:
    """Chunks as they are done by so many processes; by this one if one is enough."""
    if workers == 1:
        yield from map(_play_here, tasks)
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_to_parent)
    try:
        futures = {pool.submit(_play_here, task) for task in tasks}
        for future in as_completed(futures):
            futures.discard(future)  # and the chunk with it, once it is written
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _play_here(task: Task) -> Done:
    return Done(task, play(task), str(os.getpid()))


def _leave_to_parent() -> None:
    """Ctrl-C goes to all processes of a terminal; the parent ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_ray(tasks: Sequence[Task], address: str) -> Iterator[Done]:
    """Chunks as they are done by the machines of a Ray cluster."""
    try:
        import ray
    except ImportError:
        raise ValueError("--ray needs Ray: pip install 'takujo[ray]'") from None
    try:
        host, colon, port = address.rpartition(":")
        if colon and port.isdecimal() and "//" not in host:
            create_connection((host, int(port)), timeout=10).close()  # Ray itself would ask for minutes
        ray.init(address=address, log_to_driver=False, configure_logging=False)
    except (OSError, ValueError, RuntimeError) as error:
        raise ValueError(f"--ray {address}: no cluster is there ({error}); `ray start --head` starts one") from None

    @ray.remote(num_cpus=1, scheduling_strategy="SPREAD")
    def play_there(task: Task) -> tuple[bytes, str]:
        return play(task), ray.get_runtime_context().get_node_id()

    try:
        waiting = {play_there.remote(task): task for task in tasks}
        while waiting:
            (ready,), _ = ray.wait(list(waiting), num_returns=1)
            content, node = ray.get(ready)
            yield Done(waiting.pop(ready), content, node)
    except ray.exceptions.RayError as error:
        raise BrokenProcessPool(str(error)) from None
    finally:
        ray.shutdown()
