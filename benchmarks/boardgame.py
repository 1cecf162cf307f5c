"""The peer of the table server: RITUAL on boardgame.io's own server (benchmarks/peers/boardgame.io), from npm.

That it is the same game is shown by replay: it must say the same as takujo, to everybody, after every move.
"""

import json
import random
import subprocess
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from hatch_build import install, node
from takujo.match import Match

__all__ = ["check_replays", "components", "server_command"]

Json = dict[str, Any]

FOLDER = Path(__file__).parent / "peers" / "boardgame.io"
PUBLIC = (
    "phase", "ritual", "restarts", "round", "start", "ritual_start", "altar", "used_markers", "rows", "contribution",
    "history", "to_act", "eliminated", "totals", "minus", "set_backs", "hand_backs", "unused_backs", "played_backs",
)  # fmt: skip


def components() -> Json:
    """The cards and rules of RITUAL: the peer plays with the same."""
    return tomllib.loads(resources.files("takujo.games.ritual").joinpath("ritual.toml").read_text(encoding="utf-8"))


def server_command() -> list[str]:
    """What starts the server: it takes the components as JSON and prints its port."""
    install(FOLDER)
    return [*node(), str(FOLDER / "server.js")]


def check_replays(matches: int = 20, seed: int = 0) -> int:
    """Replay random matches of takujo on boardgame.io: how many moves agreed. AssertionError if one does not."""
    install(FOLDER)
    played = [_play(2 + number % 4, random.Random(seed + number)) for number in range(matches)]
    given = {"data": components(), "matches": [told for told, _ in played]}
    done = subprocess.run(
        [*node(), str(FOLDER / "replay.js")], input=json.dumps(given), stdout=subprocess.PIPE, text=True, check=True
    )
    moves = 0
    for number, (line, (_, expected)) in enumerate(zip(done.stdout.splitlines(), played, strict=True)):
        for move, (theirs, ours) in enumerate(zip(json.loads(line), expected, strict=True)):
            where = f"match {number}, after move {move}"
            assert theirs["open"] | {"result": theirs["result"]} == ours["open"], f"{where}: {theirs} {ours}"
            for seat, seen in enumerate(theirs["seen"]):
                assert seen == {"keys": [str(seat)], "secret": False, "hand": ours["hands"][seat]}, f"{where}: {seen}"
            moves += 1
    return moves


def _play(players: int, rng: random.Random) -> tuple[Json, list[Json]]:
    """A random match: what its replay needs to know, and what it must say after the set-up and every move."""
    match = Match("ritual", players, seed=rng.randbytes(16))
    dealt: tuple[int, int] | None = None
    told: Json = {"players": players, "start": match.state.position()["start"], "decks": [], "markers": []}
    steps = []
    while True:
        position = match.state.position()
        if dealt != (position["ritual"], position["restarts"]):
            if dealt is None or position["restarts"]:
                told["markers"].append(position["markers"])
            dealt = position["ritual"], position["restarts"]
            told["decks"].append([card for cards in position["sets"] for card in cards] + position["unused"])
        public = {key: position[key] for key in (*PUBLIC, "result")} | {"seats": players}
        steps.append({"open": public, "hands": position["hands"]})
        if not match.state.to_act:
            return told | {"actions": [{"seat": seat, "action": action} for seat, action in match.actions]}, steps
        seat = match.state.to_act[0]
        match.play(seat, rng.choice(match.state.legal(seat)))
