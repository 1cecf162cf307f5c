"""The lesson of a title: short scenes from prepared positions in which the learner makes the moves.

A scene is data: `lessons/scenes.toml`, its position `lessons/<scene>.json`, its texts `lesson` in
`guide/<language>.toml`.
The engine plays all of it beforehand, each answer that a scene has: so a page needs no rules to give a lesson, what a
learner is told cannot go wrong, and nothing is shown but the view of the learner's seat.
"""

import json
import tomllib
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError, model_validator

from takujo.core.components import package_folder
from takujo.core.errors import IllegalAction
from takujo.core.game import Game, State
from takujo.core.text import GuideTexts
from takujo.guide import Move, Part, Stage, Words, at, told

__all__ = ["Answer", "Lesson", "Place", "PlayedScene", "played", "read", "texts"]

Json = dict[str, Any]

FOLDER = "lessons"
FILE = "scenes.toml"
LONGEST = 6  # scenes of a lesson


class Case(Part):
    """Decisions that are answered alike: those that have this in them, and after which the learner sees that."""

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    action: Json = Field({})
    expect: dict[str, Any] = Field({})  # dotted path into the view afterwards -> value
    then: tuple[Move, ...] | None = None  # what others do afterwards; None: as the step says
    show: bool = False  # what a wrong one leads to is played, and taken back


class Step(Part):
    """One decision of the learner."""

    first: tuple[Move, ...] = ()  # what others do before it
    then: tuple[Move, ...] = ()  # and afterwards
    right: Annotated[tuple[Case, ...], Field(min_length=1)]
    wrong: tuple[Case, ...] = ()

    @model_validator(mode="after")
    def _told_apart(self) -> "Step":
        ids = [case.id for case in (*self.right, *self.wrong)]
        if len(set(ids)) < len(ids):
            raise ValueError(f"the cases of a step have different ids, not {ids}")
        return self


class Scene(Part):
    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    seat: int
    rules: tuple[str, ...] = ()  # what it teaches
    step: Annotated[tuple[Step, ...], Field(min_length=1)]
    position: Json


class Lesson(Part):
    aim: str = Field(description="The example of the guide whose last picture shows the aim.")
    scenes: Annotated[tuple[Scene, ...], Field(min_length=1, max_length=LONGEST)]


class Answer(BaseModel):
    """What is said to some of the decisions that are possible."""

    actions: list[Json] | None = Field(description="To these; null: to all others.")
    right: bool
    text: Words
    place: "Place | None" = Field(description="Where it leads; null for a wrong one that is not played.")


class Place(BaseModel):
    """The board before a decision of the learner, or after the last one."""

    task: Words = Field(description="What is to be done here; empty where a scene ends.")
    hint: Words
    view: Json
    events: list[Json] = Field(description="What has happened since the place before.")
    stages: list[Stage]
    to_act: list[int]
    legal: list[Json]
    answers: list[Answer] = Field(description="The first that names a decision; [] where a scene ends.")


class PlayedScene(BaseModel):
    id: str
    seat: int
    rules: list[str]
    title: Words
    place: Place


@cache
def read(game: Game) -> Lesson | None:
    """The lesson of a game, if it has one. ValueError says what is wrong with it."""
    folder = package_folder(game.package) / FOLDER
    file = folder / FILE
    if not file.exists():
        return None
    try:
        tree = tomllib.loads(file.read_text(encoding="utf-8"))
        scenes = [
            scene | {"position": json.loads((folder / f"{scene['id']}.json").read_text(encoding="utf-8"))}
            for scene in tree.get("scene", ())
        ]
        return Lesson.model_validate({"aim": tree.get("aim"), "scenes": scenes})
    except (OSError, KeyError, UnicodeDecodeError, json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{file}: {error}") from None
    except ValidationError as error:
        raise ValueError(f"{file}: {error}") from None


def texts(game: Game) -> GuideTexts:
    return GuideTexts(package_folder(game.package), game.text.numbers)


def played(game: Game, scene: Scene) -> PlayedScene:
    """A scene, played by the engine. ValueError for one that cannot be taught so."""
    return _Player(game, scene).scene()


class _Player:
    def __init__(self, game: Game, scene: Scene):
        self.game, self.played = game, scene
        self.texts = texts(game)
        self.met: set[tuple[int, str]] = set()  # cases that some decision has come to

    def scene(self) -> PlayedScene:
        scene = self.played
        place = self.place(self.game.from_position(scene.position), 0, (), scene.step[0].first)
        for number, step in enumerate(scene.step):
            for case in (*step.right, *step.wrong):
                if (number, case.id) not in self.met:
                    raise ValueError(f"{self.where(number)}: there is no decision for {case.id!r}")
        return PlayedScene(
            id=scene.id,
            seat=scene.seat,
            rules=list(scene.rules),
            title=self.texts("lesson", scene.id, "title"),
            place=place,
        )

    def place(self, state: State, number: int, *moves: tuple[Move, ...]) -> Place:
        """After these moves, before the step with this number."""
        events, stages = self.play(state, [move for some in moves for move in some], number)
        ends = number == len(self.played.step)
        seat = self.played.seat
        legal = [] if ends else state.legal(seat)
        if not ends and not legal:
            raise ValueError(f"{self.where(number)}: the learner has nothing to decide")
        return Place(
            task={} if ends else self.say(number, "task"),
            hint={} if ends else self.say(number, "hint"),
            view=state.view(seat),
            events=events,
            stages=stages,
            to_act=list(state.to_act),
            legal=legal,
            answers=[] if ends else self.answers(state, number, legal),
        )

    def answers(self, state: State, number: int, legal: list[Json]) -> list[Answer]:
        step = self.played.step[number]
        left, answers = list(legal), []
        for case in (*step.right, *step.wrong):
            met = [action for action in left if self.is_met(case, state, number, action)]
            if not met:
                continue
            self.met.add((number, case.id))
            left = [action for action in left if action not in met]
            right = case in step.right
            text = self.say(number, case.id)
            if right or case.show:  # each leads elsewhere
                for action in met:
                    place = self.after(state, number, action, case) if right else self.seen(state, number, action, case)
                    answers.append(Answer(actions=[action], right=right, text=text, place=place))
            else:
                answers.append(Answer(actions=met, right=False, text=text, place=None))
        if not any(answer.right for answer in answers):
            raise ValueError(f"{self.where(number)}: there is no right decision")
        if left:
            answers.append(Answer(actions=None, right=False, text=self.say(number, "otherwise"), place=None))
        return answers

    def moves(self, number: int, action: Json, case: Case | None) -> tuple[Move, ...]:
        """A decision, and what others do then."""
        then = self.played.step[number].then if case is None or case.then is None else case.then
        return (Move(seat=self.played.seat, action=action), *then)

    def after(self, state: State, number: int, action: Json, case: Case) -> Place:
        following = self.played.step[number + 1 :]
        first = following[0].first if following else ()
        return self.place(state.clone(), number + 1, self.moves(number, action, case), first)

    def seen(self, state: State, number: int, action: Json, case: Case | None) -> Place:
        """What a wrong decision leads to."""
        return self.place(state.clone(), len(self.played.step), self.moves(number, action, case))

    def is_met(self, case: Case, state: State, number: int, action: Json) -> bool:
        if not case.action.items() <= {key: value for key, value in action.items() if key in case.action}.items():
            return False
        if not case.expect:
            return True
        after = state.clone()
        self.play(after, self.moves(number, action, case), number)
        view = after.view(self.played.seat)
        return all(at(view, path) == value for path, value in case.expect.items())

    def play(self, state: State, moves: Any, number: int) -> tuple[list[Json], list[Stage]]:
        """What the learner is told of these moves."""
        events: list[Json] = []
        stages: list[Stage] = []
        for move in moves:
            try:
                new, passed = told(state.apply(move.seat, move.action), self.played.seat, len(events))
            except IllegalAction as error:
                raise ValueError(f"{self.where(number)}: {move.action} of seat {move.seat}: {error}") from None
            events, stages = events + new, passed or stages
        return events, stages

    def say(self, number: int, what: str) -> Words:
        return self.texts("lesson", self.played.id, "step", number, what)

    def where(self, number: int) -> str:
        return f"{self.game.slug}, scene {self.played.id}, step {number + 1}"
