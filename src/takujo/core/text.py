"""Words: each game has tables of sentences, Japanese and English, with places for what happened."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from takujo.core.components import GUIDE
from takujo.core.talk import Talk

__all__ = ["LANGUAGES", "Section", "Text", "read_guide"]

LANGUAGES = ("en", "ja")

Sentences = Mapping[str, Mapping[str, str]]  # key -> language -> sentence
Names = Callable[[int], str]  # what a seat is called
SEATS = frozenset({"seat", "to", "from", "target", "by", "owner", "start", "turn", "previous"})
UNTOLD = frozenset({"game", "players", "options", "phase", "to_act", "rng", "result"})  # by a plain board
COMMA = {"en": ", ", "ja": "、"}  # between names


@dataclass(frozen=True)
class Section:
    """A part of the guide: the rules for players, in Markdown of paragraphs, "- " lists and **bold**."""

    id: str
    rules: tuple[str, ...]  # the citations it explains; the first section that lists one is opened for it
    phases: tuple[str, ...]  # of a view in which it is at hand
    title: Mapping[str, str]
    text: Mapping[str, str]


def read_guide(module: str) -> tuple[Section, ...]:
    """The sections of the guide that lies beside a module, given as its `__file__`, in the order of reading."""
    guide = tomllib.loads(Path(module).with_name(GUIDE).read_text(encoding="utf-8"))
    return tuple(
        Section(
            id=section["id"],
            rules=tuple(section["rules"]),
            phases=tuple(section["phases"]),
            title=section["title"],
            text={language: text.strip() for language, text in section["text"].items()},
        )
        for section in guide["section"]
    )


@dataclass(frozen=True)
class Text:
    """The words of one game. A sentence for `type:value` goes before the one for `type` (see `variants`)."""

    title: Mapping[str, str]
    blurb: Mapping[str, str]  # the game in one sentence
    credits: str
    minutes: int
    options: Sentences
    phases: Sentences  # what the seat to act must do
    actions: Sentences
    events: Sentences
    refusals: Sentences
    draw: Callable[[dict[str, Any], str, Names], str] | None = None  # a view for the terminal, as rich markup
    picture: Callable[[dict[str, Any], int], str] | None = None  # a view from one seat, as SVG
    words: Sentences = field(default_factory=dict)  # values that have a word of their own
    variants: Mapping[str, str] = field(default_factory=dict)  # type -> the key whose value chooses the sentence
    seats: frozenset[str] = SEATS  # keys whose integers are seats
    seat_lists: frozenset[str] = frozenset({"winners", "skipped", "on", "off"})
    by_seat: frozenset[str] = frozenset({"scores"})  # keys whose lists hold one value a seat, told with its name
    guide: tuple[Section, ...] = ()
    asks: Sentences = field(default_factory=dict)  # option -> the question that settles it at the table: who begins
    talk: Talk | None = None  # what may not be said at the table; None: talk is free

    def board(self, view: dict[str, Any], language: str, name: Names) -> str:
        """A view for the terminal, as rich markup; a game that does not draw it has its keys told one by one."""
        if self.draw:
            return self.draw(view, language, name)
        told = (key for key in view if key not in UNTOLD and view[key] is not None)
        return "\n".join(self._line(key, view[key], language, name) for key in told)

    def _line(self, key: str, value: Any, language: str, name: Names) -> str:
        label = self.words.get(f"view:{key}", {}).get(language) or key.replace("_", " ")
        told = name(value) if key in self.seats and isinstance(value, int) else self.word(value, language)
        return f"[bold]{label}[/]  {told}"

    def event(self, event: Mapping[str, Any], language: str, name: Names) -> str:
        """An event as a sentence."""
        return self._say(self.events, event, language, name)

    def action(self, action: Mapping[str, Any], language: str, name: Names) -> str:
        """An action as a sentence."""
        return self._say(self.actions, action, language, name)

    def refusal(self, code: str, details: Mapping[str, Any], language: str) -> str:
        return self.refusals[code][language].format(**details)

    def word(self, value: Any, language: str) -> str:
        """A value as a word."""
        if isinstance(value, list) and value and isinstance(value[0], list):
            return " ".join(",".join(self.word(v, language) for v in part) for part in value)
        if isinstance(value, list):
            return ", ".join(self.word(v, language) for v in value) or "–"
        if value is None:
            return "?"
        if isinstance(value, dict):
            return ", ".join(self.word(v, language) for v in value.values())
        found = self.words.get(str(value))
        return found[language] if found else str(value)

    def _say(self, table: Sentences, what: Mapping[str, Any], language: str, name: Names) -> str:
        key = what["type"]
        if key in self.variants:
            special = f"{key}:{what[self.variants[key]]}"
            key = special if special in table else key
        values = {}
        for part, value in what.items():
            if part in self.seats and isinstance(value, int):
                values[part] = name(value)
            elif part in self.seat_lists:
                values[part] = COMMA[language].join(map(name, value)) or "–"
            elif part in self.by_seat and isinstance(value, list):
                told = (f"{name(seat)} {self.word(v, language)}" for seat, v in enumerate(value))
                values[part] = COMMA[language].join(told)
            else:
                own = self.words.get(f"{part}:{value}")  # a word that this value has only here
                values[part] = own[language] if own else self.word(value, language)
        return table[key][language].format(**values)
