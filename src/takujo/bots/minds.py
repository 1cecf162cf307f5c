"""The policy of each game, loaded as it is needed."""

import importlib
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np
import numpy.typing as npt

from takujo.bots.tuning import NEVER, Tuning
from takujo.core.components import forget_variant, package_folder, part_of
from takujo.core.game import Doors, Game
from takujo.core.jit import JIT, built_on, compile_doors, forget_rules, was_compiled
from takujo.core.loops import write_views
from takujo.core.maths import exp

__all__ = ["Mind", "forget", "is_compiled", "mind", "prepare"]

_lock = RLock()  # loading is not for two threads at once
_minds: dict[Game, "Mind"] = {}
PLAIN = Path(__file__).with_name("plain")  # the policy of a game that has none


class Mind:
    """A game and the doors of its policy (bots/door.py)."""

    def __init__(self, game: Game):
        package = part_of(game.package, "bot", PLAIN)
        built_on(package, "takujo.bots", game.package)
        self.game, self.package = game, package
        self.is_plain = package_folder(package) == PLAIN
        self._doors = Doors(package, Path(__file__).with_name("door.py"), game.state)
        self.door = self._doors.plain
        self.tuning: Tuning = self._doors.module.policy.SEARCH
        whole = self.tuning.played >= NEVER and self.tuning.episodes >= NEVER
        self.plays_to_the_end = whole  # where all actions of a decision are tried
        self.knows_points = whole or hasattr(self._doors.module.policy, "points")
        self.outcomes: dict[str, str] = self._doors.module.OUTCOMES  # what a title tells actions apart by -> its kind

    def compile(self) -> None:
        """Go on with compiled doors, those of the game, too."""
        compiled = self._doors.compiled()
        self.game.compile()
        self.door = compiled

    @property
    def is_ready(self) -> bool:
        """Are there compiled doors of the policy on this machine, made from it as it is now?"""
        return self._doors.are_ready()

    @property
    def doors(self) -> tuple[Any, Any]:
        """Those of the game and those of the policy, of one tier."""
        own = self.door
        return self.game.door if own.compiled else self.game.plain, own

    def legal(self, view: Any, seat: int) -> npt.NDArray[np.int64]:
        """The legal actions of a seat, by number: its view tells them."""
        numbers = np.empty(self.game.num_actions, dtype=np.int64)
        return numbers[: self.game.door.legal(view, seat, numbers)]

    def weigh(self, view: Any, seat: int, numbers: npt.NDArray[np.int64], care: int) -> npt.NDArray[np.float64]:
        """The chance with which each of these actions is chosen."""
        out = np.empty(len(numbers), dtype=np.float32)
        self.door.weigh(view, seat, numbers, len(numbers), care, out)
        weights: list[float] = out.tolist()
        most = max(weights)
        chances = np.array([exp(weight - most) for weight in weights])
        return chances / sum(chances.tolist())


def is_compiled(game: Game) -> bool:
    """Has all that bots need for this game been compiled on this machine before, as it is now?"""
    return game.is_ready and mind(game).is_ready and (game.is_native or was_compiled(_loops()))


def _loops() -> list[Any]:
    """What tables need besides doors: the loop of the search, whose module imports this one, and that of views."""
    return [write_views, importlib.import_module("takujo.bots.search").simulate]


def prepare(game: Game) -> None:
    """Load, and the first time compile, all that bots need for a game."""
    with _lock:
        if game.may_be_compiled and not game.is_native:
            compile_doors(_loops(), "the search")
        if JIT:
            mind(game).compile()
        else:
            mind(game)


def mind(game: Game) -> Mind:
    """The mind of a game."""
    with _lock:
        if game not in _minds:
            _minds[game] = Mind(game)
            if game.door.compiled:
                _minds[game].compile()
        return _minds[game]


def forget(game: Game) -> None:
    """Let go of the mind of a variant that nobody plays any more."""
    with _lock:
        if known := _minds.pop(game, None):
            forget_rules(known.package)
            forget_variant(known.package)
