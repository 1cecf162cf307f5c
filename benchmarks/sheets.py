"""IN THE RUIN: are guessed sheets of others like true ones? `python -m benchmarks.sheets`.

Games of regulars; at some decisions the sheets of the others are guessed from the view (games/in_the_ruin/sketch.py)
and held against those that lie there: what is drawn, what it is expected to count, and what who decides is then worth
beside what came.
"""

import argparse
import random
from collections import defaultdict
from statistics import fmean
from typing import Any

import numpy as np

from takujo.bots.levels import regular
from takujo.bots.minds import mind
from takujo.core.game import Game, State
from takujo.games import load

__all__ = ["compare"]

OF_A_GAME, GUESSES = 6, 4
MEASURES = ("squares", "passages", "rectangle", "first bonus", "penalties", "routes", "points", "worth")
ROUNDS = 6  # of a line of the table
Pair = tuple[float, float]


def _sheet(game: Game, state: State, seat: int) -> dict[str, float]:
    """What is on a sheet, and what it is expected to count."""
    raw, box = np.frombuffer(bytearray(bytes(state)), np.uint8), state.position()["seats"][seat]
    notes, row = np.zeros(32, np.int64), np.zeros(len(mind(game).outcomes), np.int64)
    notes[0], notes[1] = seat, 1  # of the last look: bots/tuning.py
    mind(game).door.heed(raw, notes, row)
    found = dict(zip(mind(game).outcomes, row.tolist(), strict=True))
    squares = "".join(box["sheet"])
    return {
        "squares": len(squares) - squares.count("."),
        "passages": squares.count("o") + squares.count("@"),
        "rectangle": found["rectangle"],
        "first bonus": box["square"][0] or 0,
        "penalties": box["penalties"],
        "routes": found["routes"],
        "points": mind(game).door.points(raw, seat),
    }


def compare(games: int, first_seed: int) -> dict[Any, dict[str, list[Pair]]]:
    """By stage and rounds: of each measure pairs, the true one and the mean of those guessed."""
    game, table = load("in-the-ruin"), defaultdict[Any, dict[str, list[Pair]]](lambda: defaultdict(list))
    for number in range(first_seed, first_seed + games):
        rng = random.Random(number)
        state, seen = game.new(rng.choice([2, 3, 4]), number), []
        while state.to_act:
            seat = state.to_act[0]
            if state.position()["phase"] == "step1":
                seen.append((state.clone(), seat))
            state.apply_number(seat, regular.pick(game, state.view_raw(seat), seat, rng))
        raw = np.frombuffer(bytearray(bytes(state)), np.uint8)
        for before, seat in rng.sample(seen, OF_A_GAME):
            position = before.position()
            line = table[position["stage"], position["round"] // ROUNDS * ROUNDS]
            worlds = [game.determinize(before.view(seat), guess) for guess in range(GUESSES)]
            for other in set(range(before.players)) - {seat}:
                true, guessed = (
                    _sheet(game, before, other),
                    [_sheet(game, world, other) for world in worlds],
                )
                for name, value in true.items():
                    line[name].append((value, fmean(each[name] for each in guessed)))
            told = [mind(game).door.worth(np.frombuffer(bytearray(bytes(w)), np.uint8), seat) for w in worlds]
            line["worth"].append((mind(game).door.worth(raw, seat) / 1000, fmean(told) / 1000))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sheets", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1_000_000)
    options = parser.parse_args()
    print("Each: true / guessed. Points: expected of that sheet. Worth: what came of the game / what was expected.\n")
    print("| stage, round | " + " | ".join(MEASURES) + " |\n" + "|---" * (1 + len(MEASURES)) + "|")
    for (stage, rounds), line in sorted(compare(options.games, options.seed).items()):
        cells = [" / ".join(f"{fmean(side):.3g}" for side in zip(*line[name], strict=True)) for name in MEASURES]
        print(f"| {stage}, from {rounds} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
