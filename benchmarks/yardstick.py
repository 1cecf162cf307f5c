"""RITUAL in C by hand (yardstick.c), by which our compiled loop is measured: the same games, move by move."""

import ctypes
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import NotInstalled, Slice, repeat
from takujo.core.chance import seed_words
from takujo.games.ritual.cards import COLOUR, MARKERS, POINTS

__all__ = ["c_copies", "c_loop", "c_views", "look", "play"]

SEATS = 4
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
GAMES = 1000  # of a call
COPIES = VIEWS = 10_000
MOVES = 10_000  # more than any game has


def compiler() -> list[str]:
    """gcc or another C compiler of this system, else zig's (requirements/wheels.txt)."""
    for name in ("gcc", "cc"):
        if shutil.which(name):
            return [name]
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc"]
    raise NotInstalled("a C compiler (gcc, or ziglang: requirements/wheels.txt)")


@cache
def library() -> Any:
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "yardstick.so"
        source = Path(__file__).with_name("yardstick.c")
        subprocess.run([*compiler(), *FLAGS, "-o", made, source], check=True)
        found = ctypes.CDLL(str(made))
    found.play.restype = found.look.restype = ctypes.c_int64
    tables = [np.ascontiguousarray(each.array, dtype=np.uint8) for each in (COLOUR, POINTS)]
    found.take_cards(*(each.ctypes.data_as(ctypes.c_void_p) for each in tables))
    return found


def play(games: int, seed: int) -> tuple[int, list[int]]:
    """So many games, as `play_games` plays them with this seed: how many moves, and the scores of the last one."""
    scores = (ctypes.c_int8 * SEATS)()
    return library().play(_words(seed), ctypes.c_int64(games), scores), list(scores)


def look(seed: int) -> Any:
    """What each seat sees after each move of the first of these games: sets, hands, left out, laid and markers."""
    rows = np.zeros((MOVES, SEATS, 3 * SEATS + 1 + MARKERS), dtype=np.int32)
    moves = library().look(_words(seed), rows.ctypes.data_as(ctypes.c_void_p))
    return rows[:moves]


def _words(seed: int) -> Any:
    return (ctypes.c_uint32 * 4)(*seed_words(seed))


def c_loop() -> Slice:
    """Whole games inside one loop."""
    seeds = count()
    library()
    return repeat(lambda: play(GAMES, next(seeds))[0])


def c_copies() -> Slice:
    """Copies of a state."""
    return _times(library().copies, COPIES)


def c_views() -> Slice:
    """Views of a state."""
    return _times(library().views, VIEWS)


def _times(does: Any, number: int) -> Slice:
    def once() -> int:
        does(ctypes.c_int64(number))
        return number

    return repeat(once)
