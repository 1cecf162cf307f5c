"""What several tests share."""

import itertools
import json
import random
from pathlib import Path
from typing import Any

from takujo.core.chance import CHANCE_SIZE, below
from takujo.core.game import Game, State
from takujo.core.options import Option
from takujo.core.text import DEFAULT, Text
from takujo.games import SLUGS

ROOT = Path(__file__).parent.parent

__all__ = [
    "ROOT",
    "SLUGS",
    "Chance",
    "catalogue",
    "compare",
    "option_sets",
    "play_both",
    "play_out",
    "scenarios",
    "without_rng",
]


class Chance:
    """The engine's generator in plain Python, for oracles: begins where a position's `rng` stands."""

    def __init__(self, rng: int):
        self.words = [rng >> 32 * i & 0xFFFFFFFF for i in range(4)] + [0] * (CHANCE_SIZE - 4)

    def below(self, k: int) -> int:
        return int(below(self.words, k))


def catalogue(text: Text) -> set[str]:
    """The keys of a game's words."""
    return set(text.speech(DEFAULT).catalogues[0].messages)


def without_rng(tree: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in tree.items() if key != "rng"}


def compare(s: State, oracle: Any) -> None:
    """Engine and oracle stand at the same place, for everybody."""
    assert without_rng(s.position()) == oracle.position()
    assert s.to_act == oracle.to_act
    assert s.result == oracle.result
    for seat in (*range(s.players), None):
        assert without_rng(s.view(seat)) == oracle.view(seat), seat
        if seat is not None:
            assert s.legal(seat) == oracle.legal(seat), seat


def play_both(s: State, oracle: Any, rng: random.Random, choose: Any = None) -> int:
    """Random play of engine and oracle side by side, all alike after every action; the number of actions."""
    actions = 0
    compare(s, oracle)
    while s.to_act:
        seat = rng.choice(s.to_act)
        action = (choose or rng.choice)(s.legal(seat))
        events, expected = s.apply(seat, action), oracle.apply(seat, action)
        assert events == expected
        for other in (*range(s.players), None):
            assert s.events_for(other, events) == oracle.redact(other, expected), other
        compare(s, oracle)
        actions += 1
    return actions


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


def values(option: Option, players: int) -> list[Any]:
    """Some values an option takes: the default first, then others that make a difference."""
    others: dict[str, list[Any]] = {
        "bool": [True, False],
        "seat": [0, players - 1],
        "choice": list(option.choices),
        "int": [option.low, option.low + 2],
        "ints": [[option.low], [option.high, option.low]],
        "file": [],
    }
    return [option.default, *(value for value in others[option.type] if value != option.default)]


def option_sets(game: Game, players: int, seed: int = 0) -> list[dict[str, Any]]:
    """Sets of options in which every pair of values of two options occurs."""
    table = {option.name: values(option, players) for option in game.options}
    pairs = {
        ((a, i), (b, j))
        for a, b in itertools.combinations(table, 2)
        for i in range(len(table[a]))
        for j in range(len(table[b]))
    }
    rng, sets = random.Random(seed), [dict.fromkeys(table, 0)]
    while True:
        pairs -= set(itertools.combinations(sets[-1].items(), 2))
        if not pairs:
            return [{name: table[name][i] for name, i in chosen.items()} for chosen in sets]
        tries = [{name: rng.randrange(len(table[name])) for name in table} for _ in range(20)]
        (a, i), (b, j) = rng.choice(sorted(pairs))
        tries.append({**tries[0], a: i, b: j})
        best = max(tries, key=lambda one: len(pairs & set(itertools.combinations(one.items(), 2))))
        sets.append(best if pairs & set(itertools.combinations(best.items(), 2)) else tries[-1])
