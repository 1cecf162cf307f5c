"""What every adapter needs: a title opened with its options, and a play as numbers."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.text import Text

from takujo.core.game import Game, State, View
from takujo.core.text import DEFAULT
from takujo.games import load

__all__ = [
    "absolute",
    "action",
    "checked",
    "drawn",
    "is_zero_sum",
    "legal",
    "mask",
    "missing",
    "number",
    "observation",
    "opened",
    "relative",
    "returns",
    "worth",
]

Json = dict[str, Any]
Numbers = npt.NDArray[np.int64]


def opened(slug: str, players: int, options: Mapping[str, Any], components: Path | str | None = None) -> Game:
    """The game that these options ask for, with these components. ValueError if the title cannot be played so."""
    return load(slug, components).new(players, options=options).game


def observation(state: State, seat: int) -> npt.NDArray[np.float32]:
    """What a seat knows, as numbers: made from its view, never from the state."""
    out = np.zeros(state.game.observation_size, dtype=np.float32)
    state.game.door.observe(state.view_raw(seat), seat, out)
    return out


@cache
def relative(game: Game, players: int) -> Numbers:
    """For each seat: of each number of the engine that of the same action with seats counted from it."""
    return np.array([game.turned(players, -seat) for seat in range(players)])


@cache
def absolute(game: Game, players: int) -> Numbers:
    """The way back."""
    return np.array([game.turned(players, seat) for seat in range(players)])


def number(view: Json, action: Json, seat: int | None = None) -> int:
    """The number by which learners know an action: seats are counted from the owner of the view, as in observations.

    `seat` is needed only for plain JSON that does not show whose view it is.
    """
    game, seat = _owned(view, seat)
    return int(relative(game, view["players"])[seat, game.number(View(view, seat, game), action)])


def action(view: Json, number: int, seat: int | None = None) -> Json:
    """The way back: what a learner's number means for the owner of a view."""
    game, seat = _owned(view, seat)
    game.check_number(number)
    return game.action(View(view, seat, game), int(absolute(game, view["players"])[seat, number]))


def _owned(view: Json, seat: int | None) -> tuple[Game, int]:
    game = view.game if isinstance(view, View) else load(view["game"])
    if seat is None:
        seat = game.owner(view)
    if type(seat) is not int or not 0 <= seat < view["players"]:
        raise ValueError(f"seat is {seat!r}; it takes the seat whose view this is")
    return game, seat


def legal(state: State, seat: int) -> Numbers:
    """The legal actions of a seat as learners number them; none if it has nothing to decide."""
    return relative(state.game, state.players)[seat, state.legal_numbers(seat)]


def mask(state: State, seat: int, size: int) -> npt.NDArray[np.int8]:
    """1 for each legal number; all 0 if the seat has nothing to decide."""
    out = np.zeros(size, dtype=np.int8)
    out[legal(state, seat)] = 1
    return out


def checked(state: State, seat: int, number: Any) -> int:
    """An action given from outside, as the engine numbers it. ValueError if it is not legal."""
    if not isinstance(number, int | np.integer) or int(number) not in legal(state, seat):
        takes = "one of its legal numbers, those with 1 in action_mask" if seat in state.to_act else "none: it waits"
        raise ValueError(f"the action of seat {seat} is {number!r}; it takes {takes}")
    return int(absolute(state.game, state.players)[seat, number])


def is_zero_sum(game: Game, players: int) -> bool:
    """Is what some win lost by the others? A player alone takes it from nobody."""
    return game.zero_sum and players > 1


@cache
def worth(winners: int, players: int, zero_sum: bool) -> tuple[float, ...]:
    """What an end with this set of winners is worth to each seat.

    Each winner has 1; in a zero-sum game the winners share 1, and everybody pays an equal part of it.
    """
    won = [winners >> seat & 1 for seat in range(players)]
    return tuple(one / sum(won) - 1 / players if zero_sum else float(one) for one in won)


def returns(state: State) -> tuple[float, ...]:
    """What a state is worth to each seat: zeros before the end."""
    players, result = state.players, state.result
    if result is None:
        return (0.0,) * players
    return worth(sum(1 << seat for seat in result["winners"]), players, is_zero_sum(state.game, players))


def drawn(state: State, seat: int | None) -> str:
    """The table as a seat sees it, or a spectator, as in the terminal."""
    return Text.from_markup(state.game.text.board(state.view(seat), DEFAULT, "player {}".format)).plain


def missing(library: str, extra: str) -> ModuleNotFoundError:
    """What to say where a library is not installed."""
    return ModuleNotFoundError(f"{library} is not installed: pip install 'takujo[{extra}]'", name=extra)
