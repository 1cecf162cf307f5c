"""How long it takes from nothing to the first move: a child process, with compiled rules in the cache or without."""

import os
import subprocess
import sys
import tempfile
import time
from statistics import median

__all__ = ["cold_start", "warm_start"]

FIRST_MOVE = """
import takujo
s = takujo.load("{slug}").new(players={players}, seed=1)
seat = s.to_act[0]
s.apply(seat, s.legal(seat)[0])
"""


def _seconds(slug: str, players: int, env: dict[str, str]) -> float:
    start = time.perf_counter()
    command = [sys.executable, "-c", FIRST_MOVE.format(slug=slug, players=players)]
    subprocess.run(command, env={**os.environ, **env}, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def warm_start(slug: str, players: int, times: int = 3) -> float:
    """Python, import, load, new game, first move: the median of a few."""
    return median(_seconds(slug, players, {}) for _ in range(times))


def cold_start(slug: str, players: int) -> float:
    """The same the first time, when the rules are compiled."""
    with tempfile.TemporaryDirectory() as empty:
        return _seconds(slug, players, {"XDG_CACHE_HOME": empty})
