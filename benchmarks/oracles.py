"""The games in plain Python: the oracles that the tests compare ours with."""

import random
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from benchmarks.measure import Slice, repeat

__all__ = ["Luck", "oracle_events", "oracle_loop"]


class Luck:
    """An oracle's chance, as quick as Python has it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random

    def below(self, k: int, /) -> int:
        return int(self.random() * k)


def oracle_loop(module: str, players: int, options: Mapping[str, Any] | None = None, **parts: Any) -> Slice:
    """Whole games by the oracle of that name, without events if it can; `parts`: what else its `new` takes."""
    new, rng = _dealer(module, players, options, parts), random.Random(2)

    def game() -> int:
        oracle = new()
        if hasattr(oracle, "play_randomly"):
            decisions: int = oracle.play_randomly(rng)
            return decisions
        return _play_with_events(oracle, rng)

    return repeat(game)


def oracle_events(module: str, players: int, options: Mapping[str, Any] | None = None, **parts: Any) -> Slice:
    """The same by `legal` and `apply`: dicts in, events out, nothing checked."""
    new, rng = _dealer(module, players, options, parts), random.Random(2)
    return repeat(lambda: _play_with_events(new(), rng))


def _dealer(module: str, players: int, options: Mapping[str, Any] | None, parts: dict[str, Any]) -> Callable[[], Any]:
    oracle, luck = import_module(f"tests.oracles.{module}").Oracle, Luck(1)
    return lambda: oracle.new(players, dict(options or {}), luck, **parts)


def _play_with_events(oracle: Any, rng: random.Random) -> int:
    decisions = 0
    while to_act := oracle.to_act:
        legal = oracle.legal(to_act[0])
        oracle.apply(to_act[0], legal[int(rng.random() * len(legal))])
        decisions += 1
    return decisions
