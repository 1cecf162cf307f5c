"""IN THE RUIN's geometry on the same sheets: ours inside compiled code, and the plain Python of the oracle."""

import random
from collections.abc import Callable
from functools import partial
from itertools import cycle
from typing import Any

import numpy as np

import takujo
from benchmarks.measure import Slice, repeat
from takujo.core.jit import Bytes, Events, built_on, busy, entry
from takujo.games.in_the_ruin import sheet
from takujo.games.in_the_ruin.state import MARK, Play
from tests.oracles.in_the_ruin import Sheet, largest_rectangle, placements

__all__ = ["card_set", "oracle_placements", "oracle_rectangle", "ours_placements", "ours_rectangle"]

built_on("benchmarks", "takujo.games.in_the_ruin")

DTYPE = Play.dtype
CALLS = 2000  # inside compiled code at a time


def card_set() -> dict[str, Any]:
    """The components, as the oracle takes them."""
    from takujo.games.in_the_ruin.cards import DATA

    return dict(DATA)


def _states() -> list[Any]:
    """Sheets of all ages: two seats of random games."""
    game, rng, states = takujo.load("in-the-ruin"), random.Random(1), []
    for seed in range(20):
        s = game.new(2, seed)
        for _ in range(10 + 5 * seed):
            if s.to_act and s.position()["stage"] == 1:
                seat = rng.choice(s.to_act)
                s.step(seat, rng.choice(s.legal_numbers(seat)))
        if s.position()["row"]:
            states.append(s)
    return states


@busy
def all_placements(raw: Bytes, chalk: Events, out: Events, times: int) -> int:
    s, n = raw.view(DTYPE)[0], 0
    for _ in range(times):
        sheet.chalk_up(s, 0, chalk)
        n += sheet.list_drawings(
            chalk, s.row[0], MARK.WALL, out, sheet.list_drawings(chalk, s.row[0], MARK.PASSAGE, out, 0)
        )
    return n


@busy
def all_rectangles(raw: Bytes, chalk: Events, out: Events, times: int) -> int:
    s, n = raw.view(DTYPE)[0], 0
    for i in range(times):
        s.sheet[0, 0] ^= i & 1  # so that the loop is not done once for all
        n += sheet.largest_rectangle(s, 0)
    return n


def _ours(function: Callable[..., int]) -> Slice:
    loop, states = entry(function), cycle([np.frombuffer(bytearray(bytes(s)), dtype=np.uint8) for s in _states()])
    chalk, out = np.zeros(200, dtype=np.int64), np.zeros(4011, dtype=np.int64)

    def once() -> int:
        loop(next(states), chalk, out, CALLS)
        return CALLS

    once()
    return repeat(once)


ours_placements, ours_rectangle = partial(_ours, all_placements), partial(_ours, all_rectangles)


def oracle_placements() -> Slice:
    """All legal drawings of the card's piece, as passage and as wall."""
    cells = {card["letter"]: tuple(map(tuple, card["cells"])) for card in card_set()["exploration"]}
    sheets = cycle([(Sheet.read(p["seats"][0]["sheet"]), cells[p["row"][0]]) for p in map(_position, _states())])

    def once() -> int:
        placements(*next(sheets))
        return 1

    return repeat(once)


def oracle_rectangle() -> Slice:
    sheets = [Sheet.read(p["seats"][0]["sheet"]) for p in map(_position, _states())]
    filled = cycle([sheet.passages | sheet.walls for sheet in sheets])

    def once() -> int:
        largest_rectangle(next(filled))
        return 1

    return repeat(once)


def _position(s: Any) -> dict[str, Any]:
    return dict(s.position())
