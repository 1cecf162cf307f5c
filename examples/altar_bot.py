"""A bot in twenty lines, for RITUAL: chant the altar's colour if you can, as high as it gets you to ten.

cd examples && takujo arena ritual --bots uniform,altar_bot.py --games 400
"""

from collections.abc import Callable
from random import Random
from typing import Any

COLOURS = {"r": "red", "g": "green", "y": "yellow"}
Json = dict[str, Any]


def choose(view: Json, legal: list[Json], rng: Random, budget: float, clock: Callable[[], float]) -> Json:
    """One of the legal actions. `view` is what this seat may know; it has `budget` milliseconds by `clock()`."""
    (seat,) = view["to_act"]

    def worth(action: Json) -> int:
        if action["type"] != "chant":
            return 0  # sets are taken by their backs: any will do
        colour, points = action["card"][2 * action["side"] :][:2]
        fits = view["totals"][seat] + int(points) <= 10
        return int(COLOURS[colour] == view["altar"]) * 10 + (int(points) if fits else -1)

    best = max(map(worth, legal))
    return rng.choice([action for action in legal if worth(action) == best])
