"""Are the words of a game whole? What is declared has a sentence, in every language, and asks for nothing else."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from takujo.bots.minds import mind
from takujo.core.components import GUIDE, package_folder
from takujo.core.game import Game
from takujo.core.kinds import BOOL, Kind, Names
from takujo.core.text import DEFAULT, FRAME, LANGUAGES, GuideTexts
from takujo.core.words import Catalogue
from takujo.guide import read
from takujo.lessons import Step
from takujo.lessons import read as read_lesson

__all__ = ["check_words", "word_faults"]

PLURALS = {"zero", "one", "two", "few", "many", "other"}
Values = Mapping[str, Kind | None]  # what a sentence may ask for; the kind where it is one integer


def check_words(game: Game) -> None:
    """AssertionError names each file with what it lacks or has too much."""
    faults = [fault for language in LANGUAGES for fault in word_faults(game, language)]
    assert not faults, "\n".join(faults)


def word_faults(game: Game | None, language: str) -> list[str]:
    """What is wrong with one language of a game, or of page and terminal (None): a line each, with file and key."""
    folder = package_folder(game.package) / "words" if game else FRAME
    file = folder / f"{language}.ftl"
    if not file.exists():
        return [f"{file} is missing"]
    try:
        return [*_catalogue_faults(game, folder, file), *(_guide_faults(game, language) if game else ())]
    except ValueError as error:
        return [str(error)]


def _catalogue_faults(game: Game | None, folder: Path, file: Path) -> Iterator[str]:
    catalogue, default = Catalogue(file), Catalogue(folder / f"{DEFAULT}.ftl")
    declared, numbers = (_declared(game), set(game.text.numbers)) if game else ({}, set())
    groups = {key.partition("-")[0] for key in declared}  # of which nothing else may be there
    due = dict.fromkeys([*declared, *(key for key in default.messages if key.partition("-")[0] not in groups)])
    yield from (f"{file}: {key} is missing" for key in due if key not in catalogue.messages)
    for key in catalogue.messages:
        if key not in due:
            yield f"{file}: {key} is nothing that is said"
            continue
        known = declared.get(key)
        values: Values = dict.fromkeys(default.slots(key)) if known is None else known
        for name in sorted(catalogue.slots(key) - set(values) - numbers):
            yield f"{file}: {key} asks for ${name}; there is {', '.join(sorted(values)) or 'nothing'}"
        chosen = _Choices()
        chosen.visit(catalogue.messages[key])
        for choice in chosen.found:
            yield from (f"{file}: {key}: {fault}" for fault in _choice_faults(choice, values))


def _declared(game: Game) -> dict[str, Values | None]:
    """Every key that follows from what the game declares; its values where they are declared too."""
    keys: dict[str, Values | None] = {"title": {}, "blurb": {}, "score": {}}
    keys |= {f"option-{option.name}": {} for option in game.options}
    keys |= {f"ask-{option}": {} for option in game.text.asks}
    if (package_folder(game.package) / GUIDE).exists():
        keys |= {f"phase-{phase}": {} for section in game.text.guide for phase in section.phases}
    keys |= {f"event-{event.name}": {**_kinds(event.shapes), "rule": None} for event in game.events}
    keys |= {f"outcome-{name}": {"value": None} for name in mind(game).outcomes}
    keys |= {f"action-{name}": _kinds(values) for name, values in game.action_values.items()}
    return keys


def _kinds(values: Mapping[str, Any]) -> Values:
    return {name: shape if isinstance(shape, Kind) else None for name, shape in values.items()}


class _Choices(Visitor):
    def __init__(self) -> None:
        self.found: list[ast.SelectExpression] = []

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802  # Fluent's name
        self.found.append(node)
        self.generic_visit(node)


def _choice_faults(choice: ast.SelectExpression, values: Values) -> Iterator[str]:
    """Variants that no value chooses, and values that no variant is for."""
    variants = {variant.key.name if isinstance(variant.key, ast.Identifier) else "" for variant in choice.variants}
    by = choice.selector
    if not (isinstance(by, ast.FunctionReference) and by.id.name == "KEY"):
        yield from (f"[{name}] is no form of a number" for name in sorted(variants - PLURALS - {""}))
        return
    (argument,) = by.arguments.positional
    assert isinstance(argument, ast.VariableReference)
    kind = values.get(argument.id.name)
    if isinstance(kind, Names) or kind is BOOL:
        names = {str(kind.write(value)).lower() if kind is BOOL else str(kind.write(value)) for value in kind.values}
        yield from (f"${argument.id.name} is never {name}" for name in sorted(variants - names - {"none", "other"}))
        if "other" not in variants:
            yield from (f"nothing is said where ${argument.id.name} is {name}" for name in sorted(names - variants))


def _guide_faults(game: Game, language: str) -> Iterator[str]:
    folder = package_folder(game.package)
    if not (folder / GUIDE).exists():
        return
    told = GuideTexts(folder, game.text.numbers)
    if language not in told.files:
        yield f"{folder / 'guide' / f'{language}.toml'} is missing"
        return
    examples = {example.id: {"title", "text", "steps"} for example in read(game).examples}
    sections = {section.id: {"title", "text"} for section in game.text.guide}
    whole: dict[str, Any] = {key: None for key in ("story", "designer") if told.has(key)}
    whole |= {"section": sections, "example": examples}
    lesson = read_lesson(game)
    if lesson:
        whole["lesson"] = {"aim": None} | {scene.id: {"title": None, "step": None} for scene in lesson.scenes}
    yield from _differences(told.files[language], told.trees[language], whole)
    for example in read(game).examples:
        steps = told.trees[language].get("example", {}).get(example.id, {}).get("steps", ())
        if steps and len(steps) != len(example.step):
            yield f"{told.files[language]}: example.{example.id} has {len(steps)} steps, not {len(example.step)}"

    for scene in lesson.scenes if lesson else ():
        for number, step in enumerate(scene.step):
            way = ("lesson", scene.id, "step", number)
            yield from _step_faults(told, language, way, step)


def _step_faults(told: GuideTexts, language: str, way: tuple[str | int, ...], step: Step) -> Iterator[str]:
    """A decision of a lesson: the task, a hint, an answer to each case; one to all others where the default has it."""
    found: Any = told.trees[language]
    for key in way:
        try:
            found = found[key]
        except (KeyError, IndexError):
            found = {}
    due = dict.fromkeys(["task", "hint", *(case.id for case in (*step.right, *step.wrong))])
    if told.has(*way, "otherwise"):
        due["otherwise"] = None
    yield from _differences(told.files[language], found, due, ".".join(map(str, way)) + ".")


def _differences(file: Path, found: Any, due: Any, way: str = "") -> Iterator[str]:
    if due is None or not isinstance(found, dict):
        return
    for key in due:
        if not found.get(key):
            yield f"{file}: {way}{key} is missing"
    for key in found:
        if key not in due:
            yield f"{file}: {way}{key} is nothing that is said"
        elif isinstance(due, dict):
            yield from _differences(file, found[key], due[key], f"{way}{key}.")
