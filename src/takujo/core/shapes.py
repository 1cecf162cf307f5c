"""The JSON of a game as types: what its declarations say of views, actions and events.

Types are written as Python does: `int`, `list[...]`, `Literal[...]`, a TypedDict for an object, `... | None` for what
may be null, since nothing is there or since it is hidden.
"""

from collections.abc import Collection, Mapping
from importlib import import_module
from typing import Any, Literal, get_origin, get_type_hints

from takujo.core.codec import object_type
from takujo.core.events import Each, Many, Maybe
from takujo.core.game import Game
from takujo.core.kinds import Kind, either

__all__ = ["action_type", "answers_type", "event_type", "facts_type", "named_types", "view_type"]

Result = object_type({"winners": list[int], "scores": list[int]})


def view_type(game: Game) -> Any:
    """A view, or a position: a view of which nothing is hidden."""
    derived = {key: _given(function) for key, function in game.derived.items()}
    ending = {"rng": int | None, "result": Result | None}
    return object_type({"game": Literal[game.slug]} | game.codec.types | derived | ending)


def action_type(game: Game) -> Any:
    return either(object_type({"type": Literal[name]} | _types(values)) for name, values in game.action_values.items())


def event_type(game: Game) -> Any:
    """An event, as whoever gets it may see it."""
    rule = {"rule": Literal[game.citations]}
    return either(
        object_type({"type": Literal[kind.name]} | _types(kind.shapes, kind.hidden) | rule) for kind in game.events
    )


def answers_type(game: Game) -> Any:
    """The answers to a game's questions, by name."""
    return object_type({name: _given(question) for name, question in game.questions.items()})


def facts_type(game: Game) -> Any:
    """What is printed on its cards; an empty object where it says nothing."""
    return object_type({}) if isinstance(game.facts, type) else _given(game.facts)


def _given(function: Any) -> Any:
    return get_type_hints(function)["return"]


def named_types(game: Game) -> dict[str, Any]:
    """What state.py has names for: PHASE is the type Phase."""
    declared = vars(import_module(f"{game.package}.state")).items()
    kinds = {name: value.type for name, value in declared if isinstance(value, Kind)}
    return {name.title().replace("_", ""): kind for name, kind in kinds.items() if get_origin(kind) in (Literal, tuple)}


def _types(shapes: Mapping[str, Any], hidden: Collection[str] = ()) -> dict[str, Any]:
    return {key: _type(shape, key in hidden) for key, shape in shapes.items()}


def _type(shape: Any, hidden: bool) -> Any:
    if isinstance(shape, Many):
        return list.__class_getitem__(_type(shape.item, hidden))
    if isinstance(shape, Each):
        return object_type(_types(shape.keys, shape.keys if hidden else ()))
    if isinstance(shape, Maybe):
        return shape.kind.type | None
    return shape.type | None if hidden else shape.type
