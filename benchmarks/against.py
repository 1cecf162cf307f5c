"""Is this tree slower than a commit was? Both are measured in turns, in CPU time, each in processes of its own."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

__all__ = ["Comparison", "against", "against_numba"]

ROOT = Path(__file__).parent.parent
PLAYERS = {"arkham-ritual": 5, "ayatsuri": 4, "in-the-ruin": 2, "ritual": 4}
COMPILED = "cold compile: rules", "cold compile: with bots"
ROUNDS = 5
LIMIT = 1.05  # so much more time is too much
SLOW = 1.25  # and for a library, which is made for any machine
HEADING = "| title | what | time, then = 1 | rounds | |\n|---|---|---|---|---|"


@dataclass(frozen=True)
class Comparison:
    """One row of one title: the time taken now for what took 1 then, round by round."""

    title: str
    row: str
    rounds: list[float]
    seconds: tuple[float, float] | None = None  # then and now, where these mean something

    @property
    def ratio(self) -> float:
        return median(self.rounds)

    @property
    def is_worse(self) -> bool:
        """Beyond the limit and beyond noise: all rounds say so, but for one in five."""
        return sorted(self.rounds)[len(self.rounds) // 5] > LIMIT

    def __str__(self) -> str:
        took = "{:.1f} → {:.1f} CPU s".format(*self.seconds) if self.seconds else ""
        spread = f"{min(self.rounds):.2f} to {max(self.rounds):.2f}"
        note = ", ".join(filter(None, (took, "worse" if self.is_worse else "")))
        return f"| {self.title} | {self.row} | {self.ratio:.2f} | {spread} | {note} |"


T = TypeVar("T")


def in_turns(once: Callable[[str], T]) -> list[tuple[T, T]]:
    """What `once` gives for then and for now; who goes first changes, so that a drift of the machine favours nobody."""
    pairs = []
    for number in range(ROUNDS):
        order = ("then", "now") if number % 2 == 0 else ("now", "then")
        found = {which: once(which) for which in order}
        pairs.append((found["then"], found["now"]))
    return pairs


def ratios(pairs: list[tuple[float, float]]) -> list[float]:
    return [now / then for then, now in pairs]


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """The files of a commit in a folder that goes away again."""
    with tempfile.TemporaryDirectory(prefix="takujo-then-") as folder:
        tree = Path(folder) / "takujo"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, commit], cwd=ROOT, check=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


def command(tree: Path, *words: object, cache: str | None = None, native: str = "") -> dict[str, Any]:
    path = f"{tree / 'src'}{os.pathsep}{tree}"
    environment = os.environ | {"PYTHONPATH": path, "TAKUJO_JIT": "1", "TAKUJO_NATIVE": native}
    if cache is not None:
        environment["XDG_CACHE_HOME"] = cache
    program = [sys.executable, "-P", str(Path(__file__).with_name("subject.py")), *map(str, words)]
    return {"args": program, "env": environment, "cwd": tree, "text": True}


class Subject:
    """A process that works in slices, when told so."""

    def __init__(self, tree: Path, slug: str, native: str = ""):
        its = command(tree, "serve", slug, PLAYERS[slug], native=native)
        self._process = subprocess.Popen(**its, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> "Subject":
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.communicate()

    def _answer(self) -> Any:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"measuring failed: {self._process.args!r}")
        return json.loads(line)

    def rows(self) -> list[str]:
        """What it measures; asked once, it answers when all is compiled."""
        return list(self._answer())

    def cost(self, row: str, seconds: float) -> float:
        """CPU seconds for one of what the row counts."""
        assert self._process.stdin
        print(row, seconds, file=self._process.stdin, flush=True)
        much, taken = self._answer()
        return float(taken / much)


def _cost(subjects: dict[str, Subject], row: str, seconds: float, which: str) -> float:
    return subjects[which].cost(row, seconds)


def speed(trees: dict[str, Path], slug: str, seconds: float, native: str = "") -> Iterator[Comparison]:
    """Row by row; `native`: a folder with the libraries of now."""
    with ExitStack() as running:
        libraries = {"then": "", "now": native}
        both = {which: Subject(tree, slug, libraries[which]) for which, tree in trees.items()}
        subjects = {which: running.enter_context(subject) for which, subject in both.items()}
        _, rows = (subjects[which].rows() for which in ("then", "now"))
        for row in rows:
            yield Comparison(slug, row, ratios(in_turns(partial(_cost, subjects, row, seconds))))


def compiled(tree: Path, slug: str) -> list[float]:
    """CPU seconds until the rules are compiled, and until all is that bots need, with an empty cache."""
    with tempfile.TemporaryDirectory() as empty:
        run = subprocess.run(**command(tree, "compile", slug, cache=empty), capture_output=True)
    if run.returncode:
        raise SystemExit(f"compiling {slug} failed:\n{run.stderr}")
    return list(json.loads(run.stdout))


def compiling(trees: dict[str, Path], slug: str) -> Iterator[Comparison]:
    found = in_turns(lambda which: compiled(trees[which], slug))
    for i, row in enumerate(COMPILED):
        pairs = [(then[i], now[i]) for then, now in found]
        yield Comparison(slug, row, ratios(pairs), (median(a for a, _ in pairs), median(b for _, b in pairs)))


def against(commit: str, only: str, *, quick: bool) -> int:
    """Compare, print a line a row; 1 if anything got worse, 2 if there is nothing to compare."""
    named = ["git", "rev-parse", "--short", "--verify", "--quiet", f"{commit}^{{commit}}"]
    found = subprocess.run(named, cwd=ROOT, capture_output=True, text=True)
    slugs = [only] if only in PLAYERS else [slug for slug in PLAYERS if only in slug]
    if found.returncode or not slugs:
        what = f"no commit {commit!r}" if found.returncode else f"no title has {only!r} in its name"
        print(f"{what}; it takes a commit of this repository, and a part of {', '.join(PLAYERS)}", file=sys.stderr)
        return 2
    print(f"Medians of {ROUNDS} rounds in turns with {found.stdout.strip()}; worse: more than {LIMIT - 1:.0%} in all")
    print(
        f"rounds but for one in five. {os.cpu_count()} CPUs, load average {os.getloadavg()[0]:.1f}.\n\n{HEADING}",
        flush=True,
    )
    worse = 0
    with tree_of(commit) as then:
        trees = {"then": then, "now": ROOT}
        for slug in slugs:
            for row in chain(speed(trees, slug, 0.1 if quick else 1.0), () if quick else compiling(trees, slug)):
                print(row, flush=True)
                worse += row.is_worse
    return int(worse > 0)


def against_numba(folder: Path, only: str, *, quick: bool) -> int:
    """The same for libraries made ahead of time, against what Numba compiles here; 1 if one takes a quarter more."""
    slugs = [slug for slug in PLAYERS if only in slug and list(folder.glob(f"{slug.replace('-', '_')}.*"))]
    if not slugs:
        print(f"no libraries in {folder}; `python -m native --libraries` makes some", file=sys.stderr)
        return 2
    print(f"Libraries in {folder} against Numba (= 1): medians of {ROUNDS} rounds in turns.")
    print(f"{os.cpu_count()} CPUs, load average {os.getloadavg()[0]:.1f}.\n\n{HEADING}", flush=True)
    slow = 0
    for slug in slugs:
        for row in speed({"then": ROOT, "now": ROOT}, slug, 0.1 if quick else 1.0, str(folder.resolve())):
            print(row, flush=True)
            slow += row.ratio > SLOW
    return int(slow > 0)
