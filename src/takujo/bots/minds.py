"""The policy of each game, loaded as it is needed."""

import importlib
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np
import numpy.typing as npt

from takujo import games
from takujo.bots.tuning import Tuning
from takujo.core.game import Game, load_door
from takujo.core.jit import was_compiled

__all__ = ["Mind", "is_compiled", "mind", "prepare"]

_lock = RLock()  # compiling is not for two threads at once


class Mind:
    """A game and the doors of its policy (bots/door.py)."""

    def __init__(self, game: Game):
        package = f"takujo.bots.{game.slug.replace('-', '_')}"
        importlib.import_module(package)
        self.game = game
        self.door = load_door(package, Path(__file__).with_name("door.py"))
        self.tuning: Tuning = self.door.policy.SEARCH

    def legal(self, view: Any, seat: int) -> npt.NDArray[np.int64]:
        """The legal actions of a seat, by number: its view tells them."""
        numbers = np.empty(self.game.num_actions, dtype=np.int64)
        return numbers[: self.game.door.legal(view, seat, numbers)]

    def weigh(self, view: Any, seat: int, numbers: npt.NDArray[np.int64], care: int) -> npt.NDArray[np.float64]:
        """The chance with which each of these actions is chosen."""
        out = np.empty(len(numbers), dtype=np.float32)
        self.door.weigh(view, seat, numbers, len(numbers), care, out)
        chances = np.exp(out.astype(np.float64) - out.max())
        return chances / chances.sum()


def is_compiled(slug: str) -> bool:
    """Has all that bots need for this game been compiled on this machine before, as it is now?"""
    package = f"takujo.bots.{slug.replace('-', '_')}"
    importlib.import_module(package)
    return games.is_compiled(slug) and was_compiled(package) and was_compiled("takujo.bots")


def prepare(slug: str) -> None:
    """Load, and the first time compile, all that bots need for a game."""
    with _lock:
        importlib.import_module("takujo.bots.search")
        mind(games.load(slug))


@cache
def _mind(game: Game) -> Mind:
    return Mind(game)


def mind(game: Game) -> Mind:
    """The mind of a game. ValueError for other components than the packaged ones: the policies know only these."""
    if game.digest:
        raise ValueError(f"bots play {game.slug} with the packaged components only")
    with _lock:
        return _mind(game)
