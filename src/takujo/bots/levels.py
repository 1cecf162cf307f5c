"""The levels: bots of three strengths for every title. A bot gets a view and its legal actions, never a state."""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from takujo.bots.care import NOVICE, REGULAR
from takujo.bots.minds import Mind, mind
from takujo.core.game import Game, View
from takujo.games import load

if TYPE_CHECKING:  # the compiled search is loaded when it is first needed
    from takujo.bots.search import Search

__all__ = ["BUDGET", "LEVELS", "Bot", "Generator", "Level", "expert", "novice", "regular", "uniform"]

Json = dict[str, Any]
Clock = Callable[[], float]

BUDGET = 200.0  # milliseconds that an expert thinks


class Generator(Protocol):
    """Where a bot's chance comes from; `random.Random` is one."""

    def random(self) -> float: ...


class Bot(Protocol):
    """Anything that chooses one of the legal actions. `budget`: how many milliseconds it has, by a clock in seconds."""

    def __call__(self, view: Json, legal: list[Json], rng: Generator, budget: float, clock: Clock) -> Json: ...


def uniform(view: Json, legal: list[Json], rng: Generator, budget: float = 0, clock: Clock | None = None) -> Json:
    """The simplest player: any legal action, all equally likely."""
    return legal[int(rng.random() * len(legal))]


class Level:
    """A bot of one strength. `pick` is the same bot for those who have raw views and want numbers."""

    def __init__(self, care: int, search: float = 0, plain: float = 0):
        self.care = care  # with which it follows the policy of the game, where it does not search
        self.search = search  # the part of its time in which it searches
        self.plain = plain  # the same where a game has no policy of its own

    @property
    def quick(self) -> "Level":
        """The same without a search: for a game that is not compiled yet."""
        return Level(self.care)

    def searches(self, game: Game) -> bool:
        return self._share(mind(game)) > 0

    def _share(self, mind: Mind) -> float:
        return self.plain if mind.is_plain else self.search

    def __call__(
        self, view: Json, legal: list[Json], rng: Generator, budget: float = BUDGET, clock: Clock | None = None
    ) -> Json:
        game = view.game if isinstance(view, View) else load(view["game"])
        seat = game.owner(view)
        if seat is None:
            raise ValueError("whose view this is does not show: give a View, as State.view returns it")
        raw = game.view_raw(view)
        numbers = mind(game).legal(raw, seat)
        if len(numbers) != len(legal):
            raise ValueError(f"{len(legal)} legal actions were given; the view of seat {seat} has {len(numbers)}")
        return legal[self._choose(mind(game), raw, seat, numbers, rng, budget, clock)]

    def pick(
        self, game: Game, view: Any, seat: int, rng: Generator, budget: float = BUDGET, clock: Clock | None = None
    ) -> int:
        """The number of an action, for a raw view (State.view_raw)."""
        numbers = mind(game).legal(view, seat)
        return int(numbers[self._choose(mind(game), view, seat, numbers, rng, budget, clock)])

    def _choose(
        self,
        mind: Mind,
        view: Any,
        seat: int,
        numbers: npt.NDArray[np.int64],
        rng: Generator,
        budget: float,
        clock: Clock | None,
    ) -> int:
        """One of the legal numbers, by its place."""
        share = self._share(mind)
        if share == 0:
            chances = mind.weigh(view, seat, numbers, self.care)
            return min(int(np.searchsorted(chances.cumsum(), rng.random(), side="right")), len(numbers) - 1)
        if len(numbers) == 1:
            return 0
        if clock is None:
            raise ValueError("an expert needs a clock (time.perf_counter) to keep to its budget")
        from takujo.bots.search import Search

        try:
            search = _idle.pop()
        except IndexError:
            search = Search()
        number = search.choose(mind, view, seat, int(rng.random() * (1 << 53)), share * budget / 1000, clock)
        _idle.append(search)
        return int(np.flatnonzero(numbers == number)[0])


_idle: "deque[Search]" = deque()  # memory of searches that are over, for the next ones

LEVELS = {
    "novice": Level(NOVICE),
    "regular": Level(REGULAR, plain=0.2),
    "expert": Level(REGULAR, search=1, plain=1),
}
novice, regular, expert = LEVELS["novice"], LEVELS["regular"], LEVELS["expert"]
