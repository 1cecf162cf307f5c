"""The zoo for the arena: `tests.bots.zoo.bots:ritual_altar` is a bot by that name (`takujo arena --bots`)."""

from collections.abc import Callable
from typing import Any

import numpy as np

import takujo
from takujo.bots import Bot, Generator
from takujo.bots.minds import mind
from takujo.core.jit import entry
from takujo.core.maths import exp
from takujo.games import SLUGS
from tests.bots.zoo.table import zoo

Json = dict[str, Any]


def bot(slug: str, name: str) -> Bot:
    """A bot of the zoo, as one that gets views."""
    game, number = takujo.load(slug), zoo(slug).BOT.names.index(name)
    weigh = entry(zoo(slug).weigh)

    def choose(view: Json, legal: list[Json], rng: Generator, budget: float, clock: Callable[[], float] | None) -> Json:
        seat, raw = game.owner(view), game.view_raw(view)
        assert seat is not None
        numbers = mind(game).legal(raw, seat)
        out = np.empty(len(numbers), dtype=np.float32)
        weigh(raw, seat, numbers, len(numbers), number, out)
        chances = np.array([exp(float(weight - out.max())) for weight in out]).cumsum()
        return legal[min(int(np.searchsorted(chances, rng.random() * chances[-1], side="right")), len(legal) - 1)]

    return choose


def __getattr__(name: str) -> Bot:
    for slug in SLUGS:
        title, _, one = name.partition(f"{slug.replace('-', '_')}_")
        if not title and one.replace("_", "-") in zoo(slug).BOT.names:
            return bot(slug, one.replace("_", "-"))
    raise AttributeError(name)
