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
from dataclasses import dataclass, field, replace
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
from takujo.insight.luck import PLAYS
from takujo.lab.counting.loops import AGAIN, LUCK, OTHER, Luck, counter
from takujo.lab.counting.loops import Counter as Counted
from takujo.lab.measures import Games
from takujo.lab.page import write
from takujo.own import Player, check_budget, find

__all__ = [
    "BOTS",
    "BOTS_OF",
    "COMPONENTS",
    "LETTERS",
    "USUAL",
    "Arm",
    "Experiment",
    "Stopped",
    "chunk_file",
    "explained",
    "loaded",
    "read_games",
    "run",
]

Json = dict[str, Any]
Progress = Callable[[int, int], None]  # games done, games in all

BOTS = {"uniform": UNIFORM} | {  # those that play inside compiled code
    name: level.care for name, level in LEVELS.items() if not level.search
}
CHUNK = 5000  # the most games of a file
FILES = 64  # but rather so many files, for the sake of all cores and of an early estimate
MANIFEST = "experiment.json"
COMPONENTS, BOTS_OF = "components", "bots"  # what can be compared besides options
USUAL = "usual"  # instead of a file: the packaged components
WEAKER = {"regular": "novice", "novice": "uniform"}  # who tells how much skill counts
SIDE = 256  # games at least
LETTERS = "abcdefgh"  # of what is compared, in the names of folders


class Stopped(ValueError):
    """A run has ended before its time; what is done is kept."""


@dataclass(frozen=True)
class Arm:
    """One table of an experiment: a number of players with certain options, components and bots."""

    name: str  # its folder
    players: int
    options: Json
    value: Any = None  # of what is compared
    components: bytes | None = None  # None: as printed
    bots: tuple[str, ...] = ("regular",)
    games: int = 0
    again: bool = False  # the deals of another table once more: bots have another generator

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays in each seat."""
        return self.bots * self.players if len(self.bots) == 1 else self.bots


@dataclass(frozen=True)
class Experiment:
    """What is played. Two runs of one experiment give the same files, whoever plays them."""

    game: str
    players: tuple[int, ...]
    bots: tuple[str, ...] = ("regular",)  # one for all seats, or one for each
    games: int = 10_000  # for each number of players, and each variant
    options: Json = field(default_factory=dict)
    compare: tuple[str, tuple[Any, ...]] | None = None  # an option, COMPONENTS or BOTS_OF, and its values
    seed: int = 1
    chunk: int = 0  # games of a file; 0: as many as make sense
    budget: float = BUDGET  # milliseconds that a bot has which does not play inside compiled code
    components: str | None = None  # a component file instead of the packaged one

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
        check_budget(self.budget)
        for name in self.asked:
            player(name)  # refuses what is no bot
        if self.compare and not 2 <= len(self.compare[1]) <= len(LETTERS):
            raise ValueError(
                f"compare {self.compare[0]}: {len(self.compare[1])} values; it takes 2 to {len(LETTERS)}, NAME=A,B"
            )
        if self.compare and self.compare[0] in self.options:
            raise ValueError(f"option {self.compare[0]} is given, and compared; it takes one of the two")
        if self.compare and self.compare[0] == COMPONENTS and self.components is not None:
            raise ValueError(
                "components are given, and compared; it takes one of the two: --compare components=FILE,..."
            )
        for file in (self.components, *(self.compare[1] if self.compare and self.compare[0] == COMPONENTS else ())):
            if file not in (None, USUAL):
                load(self.game, str(file), compiled=False)  # what is wrong is said with its name
        for arm in self.arms():
            game = load(self.game, arm.components)
            if game.new(arm.players, 0, arm.options).game is not game:  # refuses what is impossible, too
                raise ValueError("components are given with --components, not by an option")
            if len(arm.bots) not in (1, arm.players):
                raise ValueError(f"{len(arm.bots)} bots for {arm.players} players; it takes one for all, or one a seat")

    def arms(self) -> list[Arm]:
        """All tables: every number of players, with each value of what is compared."""
        content = _content(self.components)
        if self.compare is None:
            return [Arm(f"players-{n}", n, self.options, None, content, self.bots, self.games) for n in self.players]
        name, values = self.compare
        return [
            Arm(
                f"players-{n}-{LETTERS[i]}",
                n,
                self.options if name in (COMPONENTS, BOTS_OF) else self.options | {name: value},
                value,
                _content(value) if name == COMPONENTS else content,
                (str(value),) if name == BOTS_OF else self.bots,
                self.games,
            )
            for n in self.players
            for i, value in enumerate(values)
        ]

    @property
    def asked(self) -> list[str]:
        """The bots that do not play inside compiled code: experts, and one's own."""
        others = self.compare[1] if self.compare and self.compare[0] == BOTS_OF else ()
        return [name for name in dict.fromkeys((*self.bots, *map(str, others))) if name not in BOTS]

    @property
    def side(self) -> int:
        """Games that tell how much skill and luck count, besides those of a table."""
        return min(self.games, max(SIDE, self.games // 10))

    def skill(self, arm: Arm) -> list[Arm]:
        """Tables with one weaker player, in each seat in turn."""
        weaker = WEAKER.get(arm.bots[0])
        if arm.players == 1 or len(arm.bots) > 1 or weaker is None:
            return []
        seats = range(arm.players)
        mixed = [tuple(weaker if at == seat else arm.bots[0] for at in seats) for seat in seats]
        games = -(-self.side // arm.players)
        return [replace(arm, name=f"{arm.name}-skill-{i}", bots=bots, games=games) for i, bots in enumerate(mixed)]

    def luck(self, arm: Arm) -> list[Arm]:
        """The first deals of a table once more."""
        return [replace(arm, name=f"{arm.name}-luck", games=self.side, again=True)] if arm.players > 1 else []

    def tables(self) -> list[Arm]:
        """All that is played."""
        return [table for arm in self.arms() for table in (arm, *self.skill(arm), *self.luck(arm))]

    def manifest(self) -> Json:
        """All that the results depend on, as JSON."""
        digest = hashlib.sha256()
        variants = dict.fromkeys(arm.components for arm in self.arms())
        for components in variants:
            counts = loaded(self.game, components)
            for package in (counts.game.package, mind(counts.game).package, counts.package):
                for _, content in sorted(sources(package).items()):
                    digest.update(content)
        digests = [load(self.game, components).digest for components in variants]
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
            **({"budget": self.budget, "plays": PLAYS} if self.asked else {}),
            "components": digests if any(digests) else None,
        }


class Task(NamedTuple):
    """One chunk: all that a worker must know."""

    slug: str
    components: bytes | None
    players: int
    options: Json
    bots: tuple[str, ...]
    budget: float
    first_seed: int
    games: int
    first_game: int
    other: int  # the bots' generator
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
            arm.components,
            arm.players,
            arm.options,
            arm.seats,
            experiment.budget,
            (experiment.seed << 32) + first,
            min(experiment.size, arm.games - first),
            first,
            AGAIN if arm.again else OTHER,
            f"{arm.name}/{chunk_file(number)}",
        )
        for number, first in enumerate(range(0, experiment.games, experiment.size))
        for arm in experiment.tables()
        if first < arm.games
    ]


def play(task: Task) -> bytes:
    """Play a chunk; its Parquet file."""
    pa, parquet = arrow()
    counts = loaded(task.slug, task.components)
    cares = [BOTS.get(name, REGULAR) for name in task.bots]
    asked = {seat: _chooser(task, name) for seat, name in enumerate(task.bots) if name not in BOTS}
    columns = counts.play(
        mind(counts.game), task.players, cares, task.options, task.first_seed, task.games, asked, task.other, PLAYS
    )
    numbers = np.arange(task.first_game, task.first_game + task.games, dtype=np.int32)
    out = pa.BufferOutputStream()
    table = pa.table({"game": numbers} | columns)
    parquet.write_table(table, out, compression="zstd", use_dictionary=False, write_statistics=False)  # half the time
    content: bytes = out.getvalue().to_pybytes()
    return content


def _chooser(task: Task, name: str) -> Callable[[Any, int, Luck], int]:
    game, bot = loaded(task.slug, task.components).game, player(name)
    return lambda view, seat, luck: bot.pick(game, view, seat, luck, task.budget, time.thread_time)


@cache
def player(name: str) -> Player:
    """A bot that does not play inside compiled code. ValueError if there is none."""
    return find(name)


def explained(slug: str, players: int, components: bytes | None = None) -> list[tuple[str, str]]:
    """Every column of a file, and what it says."""
    rows = [("game", "its number, from 0: the seed of the experiment and this number are all it depends on")]
    for column in loaded(slug, components).columns:
        names = [name for _, name in column.fields(players)] if column.saved else []
        rows += [(names[0] if len(names) == 1 else f"{names[0]} ... {names[-1]}", column.doc)] if names else []
    told = "luck of this seat, in millionths of a win, 0 on average: only where experts play, or bots of one's own"
    return [*rows, (f"{LUCK}.0 ... {LUCK}.{players - 1}", told)]


def loaded(slug: str, components: bytes | None = None) -> Counted:
    """A game with all that counts what happens in it."""
    return counter(load(slug, components))


def _content(file: Any) -> bytes | None:
    """What is in a component file. ValueError if it cannot be read."""
    if file is None or file == USUAL:
        return None
    try:
        return Path(str(file)).read_bytes()
    except OSError as error:
        raise ValueError(
            f"component file {file}: {error.strerror or error}; `{USUAL}` means the packaged one"
        ) from None


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
        for components in dict.fromkeys(task.components for task in tasks):
            mind(loaded(experiment.game, components).game)  # compiled here, once, not by every worker
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
