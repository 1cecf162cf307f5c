"""The guide of a title: facts about it, and worked examples that the engine plays, so that they cannot go wrong.

The sections are words of the game (`core/text.py`); the rest of `guide.toml` is read here. Texts stand in
`guide/<language>.toml`.
"""

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from takujo.core.components import GUIDE, package_folder
from takujo.core.errors import IllegalAction
from takujo.core.game import Game, Outcome, State
from takujo.core.text import GuideTexts
from takujo.core.words import frame

__all__ = [
    "About",
    "Example",
    "Guide",
    "Move",
    "Part",
    "Picture",
    "Stage",
    "Words",
    "at",
    "names",
    "pictures",
    "read",
    "told",
    "view_of",
]

Json = dict[str, Any]
Eyes = int | Literal["all"] | None  # through which something is seen; None: a spectator's

Words = dict[str, str]  # by language
Players = Annotated[int, Field(ge=1)]
Minutes = Annotated[int, Field(ge=1)]


class Part(BaseModel):
    """A part of the file: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class About(Part):
    """What to know before one opens the box, as far as the box says it."""

    best: tuple[Players, ...] = Field((), description="Recommended numbers of players.")
    age: int | None = Field(None, ge=1, description="From this age.")
    minutes: tuple[Minutes, Minutes] = Field(description="How long: from, to.")
    story: Words
    designer: Words | None = Field(None, description="What the designers say about it, in our words.")


class Move(Part):
    seat: int
    action: Json


class Step(Part):
    """One picture, after its actions."""

    play: tuple[Move, ...]
    text: Words
    expect: dict[str, Any] = {}  # dotted path into the position then -> value

    @model_validator(mode="after")
    def _proven(self) -> "Step":
        if self.play and not self.expect:
            raise ValueError("a step with actions expects something: a path into the position and its value")
        return self


class Example(Part):
    """A case from a position on."""

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    section: str
    rules: tuple[str, ...]
    title: Words
    text: Words
    seat: Eyes = None
    show: tuple[str, ...] | None = None  # parts of the board; None: all that its pictures have
    step: Annotated[tuple[Step, ...], Field(min_length=1)]
    position: Json


class Guide(Part):
    about: About
    examples: tuple[Example, ...] = ()


class Stage(BaseModel):
    """A place where a person may look before what follows, as the rules have it."""

    start: int = Field(description="Its part of the `events` beside it: from this one on ...")
    end: int = Field(description="... up to, and without, this one.")
    view: Json = Field(description="As it was then.")


class Picture(BaseModel):
    """An example after one of its steps."""

    text: dict[str, str]
    view: Json  # the position, where everything is open
    events: list[Json]
    to_act: list[int]
    stages: list[Stage]  # of its last action that had any


def told(outcome: Outcome, eyes: Eyes, before: int = 0) -> tuple[list[Json], list[Stage]]:
    """The events of an action through these eyes, and its stages but for the last; `before`: events told before it."""
    events: list[Json] = []
    stages = []
    for part, state in outcome.stages if eyes == "all" else outcome.stages_for(eyes):
        start, end = before + len(events), before + len(events) + len(part)
        stages.append(Stage(start=start, end=end, view=view_of(state, eyes)))
        events += map(dict, part)
    return events, stages[:-1]


def view_of(state: State, eyes: Eyes) -> Json:
    return state.position() if eyes == "all" else state.view(eyes)


def names(language: str) -> list[str]:
    """What the seats of examples are called."""
    return frame(language).say("example-names").split()


@cache
def read(game: Game) -> Guide:
    """The guide of a game; one without a file has a story and no examples. ValueError says what is wrong with it."""
    folder = package_folder(game.package)
    file = folder / GUIDE
    if not file.exists():
        return Guide(about=About(minutes=(game.text.minutes, game.text.minutes), story=game.text.blurb))
    texts = GuideTexts(folder, game.text.numbers)
    try:
        tree = tomllib.loads(file.read_text(encoding="utf-8"))
        examples = [_with_texts(folder, example, texts) for example in tree.get("example", ())]
        about = tree.get("about", {}) | {key: texts(key) for key in ("story", "designer") if texts.has(key)}
        guide = Guide.model_validate({"about": about, "examples": examples})
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, json.JSONDecodeError, ValidationError) as error:
        raise ValueError(f"{file}: {error}") from None
    _check(game, guide, f"{file}: ")
    return guide


def _with_texts(folder: Path, example: Json, texts: GuideTexts) -> Json:
    """An example with its position and its texts."""
    name = str(example.get("id"))
    file = folder / "examples" / f"{name}.json"
    own = {key: texts("example", name, key) for key in ("title", "text")}
    steps = [step | {"text": texts("example", name, "steps", i)} for i, step in enumerate(example.get("step", ()))]
    return example | own | {"step": steps, "position": json.loads(file.read_text(encoding="utf-8"))}


def _check(game: Game, guide: Guide, where: str) -> None:
    """Everything that is named exists, once."""
    if not set(guide.about.best) <= set(game.players):
        raise ValueError(f"{where}about.best is {guide.about.best}; the game takes {list(game.players)}")
    sections = {section.id for section in game.text.guide}
    seen: set[str] = set()
    for example in guide.examples:
        if example.id in seen:
            raise ValueError(f"{where}there are two examples {example.id}")
        if example.section not in sections:
            raise ValueError(f"{where}example {example.id}: there is no section {example.section!r}")
        seen.add(example.id)


def pictures(game: Game, example: Example) -> list[Picture]:
    """The example played by the engine. ValueError for a step that the rules refuse or that ends otherwise."""
    state, drawn = game.from_position(example.position), []
    for number, step in enumerate(example.step, 1):
        where = f"{game.slug}, example {example.id}, step {number}"
        events: list[Json] = []
        stages: list[Stage] = []
        try:
            for move in step.play:
                new, passed = told(state.apply(move.seat, move.action), example.seat, len(events))
                events, stages = events + new, passed or stages
        except IllegalAction as error:
            raise ValueError(f"{where}: {error}") from None
        position = state.position()
        for path, value in step.expect.items():
            if (found := at(position, path)) != value:
                raise ValueError(f"{where}: {path} is {found!r}, not {value!r}")
        view, to_act = view_of(state, example.seat), list(state.to_act)
        drawn.append(Picture(text=step.text, view=view, events=events, to_act=to_act, stages=stages))
    return drawn


def at(tree: Any, path: str) -> Any:
    """The value at a dotted path; a text that says so if there is none."""
    for key in path.split("."):
        try:
            tree = tree[int(key)] if isinstance(tree, list | str) else tree[key]
        except (KeyError, IndexError, ValueError, TypeError):
            return f"missing at {key}"
    return tree
