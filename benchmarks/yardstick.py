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
from takujo.games.ritual.cards import COLOUR, POINTS

__all__ = ["c_copies", "c_loop", "play"]

SEATS = 4
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
GAMES = 1000  # of a call
COPIES = 10_000


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
    found.play.restype = ctypes.c_int64
    tables = [np.ascontiguousarray(each.array, dtype=np.uint8) for each in (COLOUR, POINTS)]
    found.take_cards(*(each.ctypes.data_as(ctypes.c_void_p) for each in tables))
    return found


def play(games: int, seed: int) -> tuple[int, list[int]]:
    """So many games, as `play_games` plays them with this seed: how many moves, and the scores of the last one."""
    scores = (ctypes.c_int8 * SEATS)()
    words = (ctypes.c_uint32 * 4)(*seed_words(seed))
    return library().play(words, ctypes.c_int64(games), scores), list(scores)


def c_loop() -> Slice:
    """Whole games inside one loop."""
    seeds = count()
    library()
    return repeat(lambda: play(GAMES, next(seeds))[0])


def c_copies() -> Slice:
    """Copies of a state."""
    library()

    def once() -> int:
        library().copies(ctypes.c_int64(COPIES))
        return COPIES

    return repeat(once)
