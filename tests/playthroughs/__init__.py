"""Golden playthroughs: a text of one random game a title and number of players, with every seat's view.

`scripts/playthroughs` writes them anew; a diff in them is a change of behaviour, meant or not.
"""

import json
import random
from pathlib import Path
from typing import Any

import takujo
from takujo.games import SLUGS

FOLDER = Path(__file__).parent


def names() -> list[tuple[str, int]]:
    """Each title for its fewest and most players, so that no game is without one."""
    ranges = {slug: takujo.load(slug).players for slug in SLUGS}
    return [(slug, players) for slug, allowed in ranges.items() for players in (allowed[0], allowed[-1])]


def file(slug: str, players: int) -> Path:
    return FOLDER / f"{slug}-{players}.txt"


def playthrough(slug: str, players: int, most: int = 60) -> str:
    """One game as text: each of its first actions with its events and what has changed in each view; then its end."""
    match = takujo.Match(slug, players, seed=players)
    game, rng = match.game, random.Random(players)
    lines = [f"# {game.text.title['en']}, {players} players, behaviour version {game.version}"]
    lines += [f"+ {_json(event)}" for event in match.state.opening]
    before: dict[Any, Any] = {}
    _changes(match, before, lines)
    while match.state.to_act:
        seat = rng.choice(match.state.to_act)
        action = rng.choice(match.state.legal(seat))
        number = match.state.encode(seat, action)
        events = match.play(seat, action)
        if len(match.actions) > most and match.state.to_act:
            continue
        name = f"seat {seat}: {game.text.action(action, 'en', lambda k: f'seat {k}')}"
        lines += ["", f"## {len(match.actions)} {name} ({number}) {_json(action)}"]
        for event in events:
            lines.append(f"+ {game.text.event(event, 'en', lambda k: f'seat {k}')} {_json(event)}")
        _changes(match, before, lines)
    return "\n".join([*lines, "", f"# result {_json(match.state.result)}", ""])


def _changes(match: takujo.Match, before: dict[Any, Any], lines: list[str]) -> None:
    views: dict[str, Any] = {"all": match.state.position()}
    views |= {f"seat {seat}": match.state.view(seat) for seat in range(match.players)}
    views["spectator"] = match.state.view(None)
    for name, view in views.items():
        old = before.get(name, {})
        new = {key: value for key, value in view.items() if old.get(key, "absent") != value}
        if name != "all":  # what everybody sees alike is written once
            new = {key: value for key, value in new.items() if value != views["all"][key]}
        lines += [f"  {name} {key} {_json(value)}" for key, value in new.items() if key != "rng"]
        before[name] = view


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
