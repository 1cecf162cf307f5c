"""The types of a game for the page, as TypeScript: written by `scripts/types`, held to the games by `make check`."""

import re
from collections.abc import Iterable
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from takujo.core.game import Game
from takujo.core.shapes import action_type, answers_type, event_type, facts_type, named_types, view_type
from takujo.core.text import DEFAULT
from takujo.core.words import frame

__all__ = ["module", "words"]

PLAIN = {int: "number", bool: "boolean", str: "string", NoneType: "null", Any: "unknown"}


def words() -> str:
    """A TypeScript module with the keys of what page and terminal say."""
    keys = frame(DEFAULT).catalogues[0].messages
    return f"/** What the page says, by its keys. Made by scripts/types. */\n\nexport type FrameWord ={_union(keys)};\n"


def module(game: Game) -> str:
    """A TypeScript module: View, Action, Event, Facts and Answers, types that the game has names for, and its words."""
    names = {kind: name for name, kind in named_types(game).items()}
    types = [f"export type View = {_written(view_type(game), names, 1)};\n"]
    for name, kind in (("Action", action_type(game)), ("Event", event_type(game))):
        members = [f"\n  | {_written(member, names)}" for member in get_args(kind) or (kind,)]
        types.append(f"export type {name} ={''.join(members)};\n")
    for name, kind in (("Facts", facts_type(game)), ("Answers", answers_type(game))):
        if get_type_hints(kind):
            types.append(f"export type {name} = {_written(kind, names, 1)};\n")
    used = [
        f"export type {name} = {_written(kind, {})};\n"
        for kind, name in names.items()
        if any(re.search(rf"\b{name}\b", text) for text in types)
    ]
    head = f"/** What {game.slug} has in JSON, as it declares it. Made by scripts/types. */\n"
    keys = [key for key in game.text.speech(DEFAULT).catalogues[0].messages if key.startswith("board-")]
    if keys:  # of a board of its own
        types.append(f"export type Word ={_union(key.removeprefix('board-') for key in keys)};\n")
    return "\n".join([head, "".join(used), *types])


def _union(keys: Iterable[str]) -> str:
    return "".join(f'\n  | "{key}"' for key in keys)


def _written(kind: Any, names: dict[Any, str], depth: int = 0) -> str:
    """A type; `depth`: objects take a line for each key, indented so deep; 0: they stay on one line."""
    if kind in names:
        return names[kind]
    if kind in PLAIN:
        return PLAIN[kind]
    parts = get_args(kind)
    if is_typeddict(kind):
        deeper = depth + 1 if depth else 0
        keys = [f"{key}: {_written(value, names, deeper)};" for key, value in get_type_hints(kind).items()]
        if not depth:
            return f"{{ {' '.join(keys)[:-1]} }}"
        return "\n".join(["{", *(f"{'  ' * depth}{key}" for key in keys), f"{'  ' * (depth - 1)}}}"])
    if get_origin(kind) is Literal:
        return " | ".join(f'"{word}"' for word in parts)
    written = [_written(part, names, depth) for part in parts]
    if get_origin(kind) in (Union, UnionType):
        return " | ".join(written)
    if get_origin(kind) is tuple:
        return f"[{', '.join(written)}]"
    if get_origin(kind) is dict:
        return f"Record<{', '.join(written)}>"
    assert get_origin(kind) is list, f"{kind} has no TypeScript"
    is_union = get_origin(parts[0]) in (Union, UnionType) or (get_origin(parts[0]) is Literal and parts[0] not in names)
    return f"({written[0]})[]" if is_union else f"{written[0]}[]"
