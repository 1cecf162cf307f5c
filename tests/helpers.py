"""What several tests share."""

import json
import random
from pathlib import Path
from typing import Any

from takujo.core.chance import CHANCE_SIZE, below
from takujo.core.game import State
from takujo.core.jit import plain
from takujo.games import SLUGS

ROOT = Path(__file__).parent.parent

__all__ = ["ROOT", "SLUGS", "Chance", "play_out", "scenarios"]


class Chance:
    """The engine's generator in plain Python, for oracles: begins where a position's `rng` stands."""

    def __init__(self, rng: int):
        self.words = [rng >> 32 * i & 0xFFFFFFFF for i in range(4)] + [0] * (CHANCE_SIZE - 4)

    def below(self, k: int) -> int:
        return int(plain(below)(self.words, k))


def scenarios(slug: str) -> list[dict[str, Any]]:
    book = json.loads((ROOT / "tests" / "scenarios" / f"{slug}.json").read_text(encoding="utf-8"))
    return list(book["scenarios"])


def play_out(s: State, rng: random.Random, most: int = 10**6) -> State:
    """Random play, to the end or for so many actions."""
    for _ in range(most):
        if not s.to_act:
            break
        seat = rng.choice(s.to_act)
        s.step(seat, rng.choice(s.legal_numbers(seat)))
    return s
