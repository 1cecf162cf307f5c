"""Puzzles: positions, as a seat sees them, where the usual move is clearly worse than another.

They are mined from games of regulars (`mine`), and lie beside a title as `puzzles.json`, the easiest first. A puzzle is
solved by one decision.
"""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from takujo.bots.levels import regular
from takujo.core.components import package_folder
from takujo.core.game import Game
from takujo.insight.analysis import VERSION, Analysis

__all__ = ["GAP", "mine", "puzzles", "verdict"]

Json = dict[str, Any]

FILE = "puzzles.json"
GAP = 0.05  # of a win, by which the usual move must be worse
GLANCE, LOOK, CONFIRM = 32, 96, 400  # guesses: for every position, for one that is promising, and then afresh
THOUGHT = 400  # simulations of an expert, who must agree
SOME = 0.35  # of all positions are looked at
OF_A_GAME = 2  # puzzles at most


def puzzles(game: Game) -> list[Json]:
    """Those of a title; [] if it has none."""
    file = package_folder(game.package) / FILE
    found: list[Json] = json.loads(file.read_text(encoding="utf-8"))["puzzles"] if file.exists() else []
    return found


def verdict(puzzle: Json, action: Json) -> Json | None:
    """What a puzzle knows of an answer: its row, with `good`; None: it was not looked at, no regular would do it."""
    return next((row for row in puzzle["actions"] if row["action"] == action), None)


def mine(game: Game, file: Path, wanted: int, progress: Callable[[int, int], bool]) -> list[Json]:
    """Look for puzzles until there are so many, or `progress` (found, games) says no; what was found is kept in a file.

    What is in the file already stays, and the search goes on where it had ended.
    """
    kept: Json = {"game": game.slug, "version": [game.version, VERSION], "next": 0, "puzzles": []}
    if file.exists():
        old = json.loads(file.read_text(encoding="utf-8"))
        if old["game"] != game.slug:
            raise ValueError(f"{file} has puzzles of {old['game']}, not of {game.slug}")
        if old["version"] == kept["version"]:
            kept = old
    while len(kept["puzzles"]) < wanted and progress(len(kept["puzzles"]), kept["next"]):
        for number, puzzle in enumerate(_of_one_game(game, kept["next"])):
            kept["puzzles"].append({"id": f"{game.slug}-{kept['next']}-{number}", **puzzle})
        kept["next"] += 1
        kept["puzzles"].sort(key=lambda puzzle: -puzzle["gap"]["value"])
        fresh = file.with_suffix(".fresh")
        fresh.write_text(json.dumps(kept, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
        fresh.replace(file)
    found: list[Json] = kept["puzzles"]
    return found


def _of_one_game(game: Game, seed: int) -> Iterator[Json]:
    rng = random.Random(seed)
    players = rng.choice([n for n in game.players if n <= 4])
    state, found = game.new(players, seed), 0
    while state.to_act and found < OF_A_GAME:
        seat = state.to_act[0]
        if len(state.legal_numbers(seat)) > 1 and rng.random() < SOME:
            puzzle = _puzzle(game, state.view(seat), seat, rng.randrange(1 << 30))
            if puzzle:
                found += 1
                yield puzzle
        state.apply_number(seat, regular.pick(game, state.view_raw(seat), seat, rng))


def _puzzle(game: Game, view: Any, seat: int, seed: int) -> Json | None:
    """A view as a puzzle, if it is one."""
    first = Analysis(game, view, seed=seed)
    usual = max(first.result()["actions"], key=lambda row: row["chance"])
    for rounds in (GLANCE, LOOK - GLANCE):
        first.run(rounds)
        row = _row(first.result(), usual["action"])
        if row["behind"] is None or row["behind"]["win"]["value"] > -GAP:
            return None
    if row["same"]:
        return None
    first.think(THOUGHT)
    strong = max(first.result()["actions"], key=lambda each: each["tries"])["action"]
    again = Analysis(game, view, seed=seed + 1, actions=[usual["action"], strong])
    again.run(CONFIRM)
    result = again.result()
    usual = _row(result, usual["action"])
    good = [each["action"] for each in result["actions"] if each["same"]]
    if usual["behind"] is None or usual["behind"]["win"]["high"] > -GAP / 2 or strong not in good:
        return None
    return {
        "players": view["players"],
        "seat": seat,
        "view": dict(view),
        "legal": result["legal"],
        "usual": usual["action"],
        "gap": {
            key: -value for key, value in zip(("value", "high", "low"), usual["behind"]["win"].values(), strict=True)
        },
        "why": usual["why"],
        "actions": [
            {
                "action": each["action"],
                "good": each["same"],
                **{key: _rounded(each[key]) for key in ("win", "points", "outcomes")},
            }
            for each in result["actions"]
        ],
    }


def _row(result: Json, action: Json) -> Json:
    found: Json = next(row for row in result["actions"] if row["action"] == action)
    return found


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    return round(value, 3) if isinstance(value, float) else value
