"""Words: what a game calls things and what it tells, in every language there is a catalogue for.

A game's words are `words/<language>.ftl` beside its sources (`core/words.py`), its rules for players `guide.toml` with
`guide/<language>.toml`. What a language lacks is said in the default one.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from takujo.core.components import GUIDE
from takujo.core.talk import Talk

if TYPE_CHECKING:
    from takujo.core.words import Speech
else:
    Speech = Any  # what parses is loaded when something is said

__all__ = ["DEFAULT", "LANGUAGES", "GuideTexts", "Names", "Section", "Speech", "Table", "Text", "read_guide"]

DEFAULT = "en"
FRAME = Path(__file__).parents[1] / "words"  # of the page and the terminal
LANGUAGES = tuple(
    sorted((file.stem for file in FRAME.glob("*.ftl")), key=lambda language: (language != DEFAULT, language))
)

UNTOLD = frozenset({"game", "players", "options", "phase", "to_act", "rng", "result"})  # by a plain board

Names = Callable[[int], str]  # what a seat is called
Table = dict[str, str]  # language -> text


@dataclass(frozen=True)
class Section:
    """A part of the guide: the rules for players, in Markdown of paragraphs, "- " lists and **bold**."""

    id: str
    rules: tuple[str, ...]  # the citations it explains; the first section that lists one is opened for it
    phases: tuple[str, ...]  # of a view in which it is at hand
    title: Mapping[str, str]
    text: Mapping[str, str]


class GuideTexts:
    """The texts of a game's guide, by the way to them: `told("section", "goal", "title")`."""

    def __init__(self, folder: Path, numbers: Mapping[str, int | str]):
        self.numbers = numbers
        self.files = {file.stem: file for file in sorted((folder / "guide").glob("*.toml"))}
        self.trees = {language: _tree(file) for language, file in self.files.items()}
        if DEFAULT not in self.trees:
            raise ValueError(f"{folder / 'guide'} has no texts; it takes {DEFAULT}.toml")

    def __call__(self, *way: str | int) -> Table:
        """In every language; what one lacks is said in the default one."""
        default = self._text(DEFAULT, way)
        if default is None:
            raise ValueError(f"{self.files[DEFAULT]} has no text {'.'.join(map(str, way))}")
        return {language: self._text(language, way) or default for language in LANGUAGES}

    def has(self, *way: str | int) -> bool:
        return self._text(DEFAULT, way) is not None

    def _text(self, language: str, way: tuple[str | int, ...]) -> str | None:
        tree = self.trees.get(language)
        for key in way:
            try:
                tree = tree[key]  # type: ignore[index]  # what is none there is an exception
            except (KeyError, IndexError, TypeError):
                return None
        if not isinstance(tree, str) or not tree.strip():
            return None
        return self._filled(tree.strip(), language) if "{" in tree else tree.strip()

    def _filled(self, text: str, language: str) -> str:
        """A text with the numbers that it names."""
        from takujo.core.words import filled

        try:
            return filled(text, language, self.numbers)
        except ValueError as error:
            raise ValueError(f"{self.files[language]}: {text[:60]!r}: {error}") from None


def _tree(file: Path) -> Any:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{file}: {error}") from None


def read_guide(folder: Path, numbers: Mapping[str, int | str]) -> tuple[Section, ...]:
    """The sections of the guide of a game's package, in the order of reading."""
    told = GuideTexts(folder, numbers)
    return tuple(
        Section(
            id=section["id"],
            rules=tuple(section["rules"]),
            phases=tuple(section["phases"]),
            title=told("section", section["id"], "title"),
            text=told("section", section["id"], "text"),
        )
        for section in _tree(folder / GUIDE)["section"]
    )


@dataclass(frozen=True)
class Text:
    """The words of one game."""

    module: str  # the one beside which they lie: `__file__`
    credits: str
    minutes: int
    draw: Callable[[dict[str, Any], Speech, Names], str] | None = None  # a view for the terminal, as rich markup
    picture: Callable[[dict[str, Any], int], str] | None = None  # a view from one seat, as SVG
    named: Callable[[Speech], Table] = lambda speech: {}  # words that are made of others: those of cards
    seats: frozenset[str] = frozenset({"seat", "to", "from", "target", "by", "owner", "start", "turn", "previous"})
    seat_lists: frozenset[str] = frozenset({"winners", "skipped", "on", "off"})  # these: keys whose integers are seats
    by_seat: frozenset[str] = frozenset({"scores"})  # keys whose lists hold one value a seat, told with its name
    asks: tuple[str, ...] = ()  # options that a question at the table settles: who begins
    talk: Talk | None = None  # what may not be said at the table; None: talk is free
    numbers: Mapping[str, int | str] = field(default_factory=dict)  # of the rules: every sentence may say them

    @cached_property
    def _speeches(self) -> dict[str, Speech]:
        return {}

    def speech(self, language: str) -> Speech:
        """Everything in one language, read when it is first asked for."""
        from takujo.core.words import Speech

        if language not in self._speeches:
            speech = Speech(Path(self.module).with_name("words"), language, self.numbers)
            speech.words.update(self.named(speech))
            self._speeches[language] = speech
        return self._speeches[language]

    @cached_property
    def guide(self) -> tuple[Section, ...]:
        folder = Path(self.module).parent
        return read_guide(folder, self.numbers) if (folder / GUIDE).exists() else ()

    @property
    def title(self) -> Table:
        return self.of("title")

    @property
    def blurb(self) -> Table:
        """The game in one sentence."""
        return self.of("blurb")

    @property
    def words(self) -> dict[str, Table]:
        """Values that have a word of their own, by language."""
        words = {language: self.speech(language).words for language in LANGUAGES}
        return {key: {language: words[language][key] for language in LANGUAGES} for key in words[DEFAULT]}

    @property
    def catalogues(self) -> Table:
        """The files themselves; a language that has none is left out."""
        files = Path(self.module).with_name("words").glob("*.ftl")
        return {file.stem: file.read_text(encoding="utf-8") for file in sorted(files) if file.stem in LANGUAGES}

    def of(self, key: str) -> Table:
        """A text without places in every language."""
        return {language: self.speech(language).say(key) for language in LANGUAGES}

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """What people say at the table in one tap: the keys of the messages `say-KEY`."""
        messages = self.speech(DEFAULT).catalogues[-1].messages
        return tuple(key.removeprefix("say-") for key in messages if key.startswith("say-"))

    def line(self, line: str) -> Table:
        return self.of(f"say-{line}")

    def option(self, name: str) -> Table:
        return self.of(f"option-{name}")

    def ask(self, option: str) -> Table:
        """The question that settles an option."""
        return self.of(f"ask-{option}")

    def phase(self, phase: str, language: str) -> str:
        """What the seat to act must do."""
        return self.speech(language).say(f"phase-{phase}")

    def event(self, event: Mapping[str, Any], language: str, name: Names) -> str:
        """An event as a sentence."""
        return self.speech(language).tell(f"event-{event['type']}", event, self, name)

    def action(self, action: Mapping[str, Any], language: str, name: Names) -> str:
        """An action as a sentence."""
        return self.speech(language).tell(f"action-{action['type']}", action, self, name)

    def has_action(self, kind: str) -> bool:
        return self.speech(DEFAULT).has(f"action-{kind}")

    def refusal(self, code: str, details: Mapping[str, Any], language: str) -> str:
        return self.speech(language).say(f"refusal-{code}", **details)

    def board(self, view: dict[str, Any], language: str, name: Names) -> str:
        """A view for the terminal, as rich markup; a game that does not draw it has its keys told one by one."""
        if self.draw:
            return self.draw(view, self.speech(language), name)
        told = (key for key in view if key not in UNTOLD and view[key] is not None)
        return "\n".join(self._line(key, view[key], self.speech(language), name) for key in told)

    def _line(self, key: str, value: Any, speech: Speech, name: Names) -> str:
        label = speech.words.get(f"view:{key}") or key.replace("_", " ")
        told = name(value) if key in self.seats and isinstance(value, int) else speech.word(value)
        return f"[bold]{label}[/]  {told}"

    def word(self, value: Any, language: str) -> str:
        """A value as a word."""
        return self.speech(language).word(value)
