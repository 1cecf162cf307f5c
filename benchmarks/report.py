"""The results as a table for the terminal and as JSON."""

import os
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from benchmarks.measure import MICROSECONDS, Aim, Result
from takujo.core.jit import JIT

__all__ = ["as_json", "machine", "number", "table"]

PACKAGES = ("takujo", "numba", "numpy", "open_spiel", "pettingzoo", "rlcard")


def machine() -> dict[str, Any]:
    """What the numbers depend on."""
    return {
        "cpu": _cpu_model(),
        "cpus": os.cpu_count(),
        "load_before": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "compiled": JIT,
        "versions": {package: _version(package) for package in PACKAGES},
    }


def _cpu_model() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def number(value: float) -> str:
    """Three digits are all that such a measurement is good for."""
    if value >= 100:
        digits = len(str(int(value))) - 3
        return f"{round(value, -digits):,.0f}"
    return f"{value:.3g}"


def ratios(result: Result, results: Sequence[Result]) -> dict[str, float]:
    """How many times the baselines of its game a row reaches."""
    row = result.contender
    baselines = {r.contender.baseline: r.median for r in results if r.contender.game == row.game and r.median}
    if not result.median:
        return {}
    less_is_better = row.unit == MICROSECONDS
    pairs = {name: (result.median, baselines[name]) for name in row.against if name in baselines}
    return {name: theirs / mine if less_is_better else mine / theirs for name, (mine, theirs) in pairs.items()}


def reached(aim: Aim, result: Result, results: Sequence[Result]) -> bool | None:
    """Is the aim met? None: it cannot be said, because something was not measured."""
    if result.median is None:
        return None
    if aim.times:
        ratio = ratios(result, results).get(aim.times)
        return None if ratio is None else ratio >= aim.value
    if result.contender.unit == MICROSECONDS:
        return result.median <= aim.value
    return result.median >= aim.value


WORDS = {True: "[green]met[/]", False: "[red]missed[/]", None: "[dim]not measured[/]"}


def table(results: Sequence[Result], rounds: int, seconds: float) -> Table:
    """Name, unit, median, ratios, aims: a line for each ratio and aim."""
    title = (
        f"Medians of {rounds} rounds of {seconds:g} s; random play, one process, one core but where threads are named"
    )
    out = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    out.add_column("name", no_wrap=True)
    out.add_column("median", justify="right")
    for heading in "unit", "ratio", "aim", "":
        out.add_column(heading)
    game = ""
    for result in results:
        row = result.contender
        if row.game != game:
            game = row.game
            out.add_row(f"[bold]{game}[/]")
        name = f"  {'ours: ' if row.ours else ''}{row.name}"
        if result.median is None:
            out.add_row(name, "", row.unit, f"[yellow]{result.problem}[/]")
            continue
        out.add_row(
            name,
            number(result.median),
            row.unit,
            "\n".join(f"{number(ratio)}x {name}" for name, ratio in ratios(result, results).items()),
            "\n".join(aim.text(row.unit) for aim in row.aims),
            "\n".join(WORDS[reached(aim, result, results)] for aim in row.aims),
        )
    return out


def as_json(results: Sequence[Result], rounds: int, seconds: float, core: float) -> dict[str, Any]:
    return {
        "rounds": rounds,
        "seconds_a_slice": seconds,
        "part_of_a_core": round(core, 3),
        "results": [
            {
                "game": result.contender.game,
                "name": result.contender.name,
                "ours": result.contender.ours,
                "unit": result.contender.unit,
                "median": result.median,
                "rounds": result.rounds,
                "ratios": ratios(result, results),
                "aims": [
                    {"aim": aim.text(result.contender.unit), "met": reached(aim, result, results)}
                    for aim in result.contender.aims
                ],
                **({"problem": result.problem} if result.problem else {}),
            }
            for result in results
        ],
    }
