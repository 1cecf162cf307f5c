"""Fair measuring: short slices in alternating rounds, so that noise hits all contenders alike; medians."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

__all__ = [
    "GAMES",
    "MICROSECONDS",
    "MOVES",
    "SIMULATIONS",
    "Aim",
    "Contender",
    "NotInstalled",
    "Result",
    "Slice",
    "prepare",
    "repeat",
    "run",
]

Slice = Callable[[float], tuple[int, float]]  # work for so many seconds -> how much was done, in what time

MOVES = "moves/s"
GAMES = "games/min"
SIMULATIONS = "simulations/s"
MICROSECONDS = "µs each"  # of these, less is better


class NotInstalled(Exception):
    """A peer is missing; the others are measured without it."""

    def __init__(self, package: str):
        super().__init__(f"{package} is not installed: make bench installs it")


@dataclass(frozen=True)
class Aim:
    """What a contender should reach: so many times a baseline, or so many of its unit."""

    value: float
    times: str = ""  # the short name of the baseline; "": the value is absolute

    def text(self, unit: str) -> str:
        if self.times:
            return f"≥ {self.value:g}x {self.times}"
        return f"{'≤' if unit == MICROSECONDS else '≥'} {self.value:,g} {unit}"


@dataclass(frozen=True)
class Contender:
    """One row. `prepare` imports, loads and warms up, and returns what is measured."""

    game: str
    name: str
    unit: str
    prepare: Callable[[], Slice]
    aims: Sequence[Aim] = ()
    against: Sequence[str] = ()  # the baselines of its game that it is compared with
    baseline: str = ""  # the short name under which others are compared with it
    ours: bool = False


@dataclass
class Result:
    """What one contender reached, round by round, in its unit."""

    contender: Contender
    work: Slice | None = None
    rounds: list[float] = field(default_factory=list)
    problem: str = ""

    @property
    def median(self) -> float | None:
        return median(self.rounds) if self.rounds else None


def in_unit(count: int, elapsed: float, unit: str) -> float:
    if unit == MICROSECONDS:
        return 1e6 * elapsed / count
    return count / elapsed * (60 if unit == GAMES else 1)


def repeat(once: Callable[[], int]) -> Slice:
    """A slice that calls `once`, which returns how much it did, until the time is up."""

    def slice_of(seconds: float) -> tuple[int, float]:
        count = 0
        start = now = time.perf_counter()
        while now < start + seconds:
            count += once()
            now = time.perf_counter()
        return count, now - start

    return slice_of


def prepare(contenders: Sequence[Contender], seconds: float) -> list[Result]:
    """Import, load and warm up everything; the first time, our rules are compiled, with a progress bar of their own."""
    results = [Result(contender) for contender in contenders]
    for result in results:
        try:
            result.work = result.contender.prepare()
            result.work(seconds / 10)
        except NotInstalled as missing:
            result.problem = str(missing)
    return results


def run(results: Sequence[Result], rounds: int, seconds: float, tick: Callable[[str], None]) -> float:
    """All rounds; returns which part of a core this process had: much less than 1 on a busy machine.

    Every other round goes backwards, so that a slow drift of the machine favours nobody.
    """
    start, start_cpu = time.perf_counter(), time.process_time()
    for number in range(rounds):
        for result in results if number % 2 == 0 else reversed(results):
            if result.work:
                count, elapsed = result.work(seconds)
                result.rounds.append(in_unit(count, elapsed, result.contender.unit))
            tick(f"round {number + 1} of {rounds}: {result.contender.name}")
    return (time.process_time() - start_cpu) / (time.perf_counter() - start)
