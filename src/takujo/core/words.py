"""Catalogues of words: one file a language, in the syntax of Fluent (docs/decisions/0011).

A value in a sentence is `{ $name }`. `KEY($name)` is what chooses between variants: the value as JSON writes it, `none`
for null. `COUNT($names)` is how many there are in a list.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Any, ClassVar

from babel import Locale, localedata
from babel.lists import format_list
from fluent.runtime import FluentBundle
from fluent.runtime.types import FluentInt, FluentType
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from takujo.core.text import DEFAULT, FRAME, Names, Table

if TYPE_CHECKING:
    from takujo.core.text import Text

__all__ = ["Catalogue", "Several", "Shown", "Speech", "filled", "frame"]

LOCALES = {DEFAULT: "en-GB"}  # whose rules a language follows, where it has several
LONGEST = 1000  # characters of a value: the runtime refuses very long ones


def _key_of(value: Any) -> str:
    """A value as catalogues write it in their keys and variants."""
    if value is None or value == []:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


class Shown(FluentType):
    """A value and what it is called."""

    def __init__(self, text: str, key: str):
        self.text, self.key = text, key

    def format(self, locale: Any) -> str:
        return self.text if len(self.text) <= LONGEST else f"{self.text[:LONGEST]}…"


class Several(FluentType):
    """A list of words, written as the language writes lists."""

    def __init__(self, items: Sequence[str]):
        self.items = items

    def format(self, locale: Any) -> str:
        return format_list(self.items, locale=locale) if self.items else "–"


def _given(value: Any) -> FluentType | int:
    """A value for a sentence; numbers stay numbers, so that a sentence can choose by them."""
    if type(value) is int or isinstance(value, FluentType):
        return value
    return Several(value) if isinstance(value, list) else Shown(str(value), _key_of(value))


def _key(value: Any) -> str:
    return value.key if isinstance(value, Shown) else _key_of(value)


def _count(value: Any) -> FluentInt:
    return FluentInt(len(value.items))


def _locale(language: str) -> Locale:
    name = LOCALES.get(language, language)
    return Locale.parse(name if localedata.exists(name.replace("-", "_")) else LOCALES[DEFAULT], sep="-")


class Catalogue:
    """The words of one language. ValueError for a file that is wrong, with the line."""

    functions: ClassVar[dict[str, Any]] = {"KEY": _key, "COUNT": _count}

    def __init__(self, file: Path):
        self.file = file
        self.locale = _locale(file.stem)

    @cached_property
    def messages(self) -> dict[str, ast.Message]:
        """Every message, parsed, in the order of the file."""
        source = self.file.read_text(encoding="utf-8")
        messages: dict[str, ast.Message] = {}
        for entry in FluentParser().parse(source).body:
            if isinstance(entry, ast.BaseComment):
                continue
            assert entry.span
            where = f"{self.file}, line {source.count(chr(10), 0, entry.span.start) + 1}"
            if not isinstance(entry, ast.Message):
                first = source[entry.span.start : entry.span.end].splitlines()[0]
                why = entry.annotations[0].message if isinstance(entry, ast.Junk) else "terms are not used here"
                raise ValueError(f"{where}: {first!r} is no message: {why}")
            if entry.id.name in messages:
                raise ValueError(f"{where}: {entry.id.name} stands here once more")
            if entry.value is None or entry.attributes:
                raise ValueError(f"{where}: {entry.id.name} takes a text and no attributes")
            messages[entry.id.name] = entry
        return messages

    @cached_property
    def _bundle(self) -> FluentBundle:
        bundle = FluentBundle([str(self.locale)], self.functions, use_isolating=False)
        bundle.add_resource(ast.Resource(list(self.messages.values())))
        return bundle

    def say(self, key: str, values: Mapping[str, Any] = {}) -> str:
        """A sentence, filled. ValueError names the file and the key of one that asks for a value there is not."""
        pattern = self._bundle.get_message(key).value
        assert pattern
        text, errors = self._bundle.format_pattern(pattern, {part: _given(value) for part, value in values.items()})
        if errors:
            raise ValueError(f"{self.file}: {key}: {errors[0]}")
        return str(text)

    def slots(self, key: str) -> set[str]:
        """The values that a sentence asks for."""
        return _slots(self.messages[key])


class _Slots(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802  # Fluent's name
        self.names.add(node.id.name)


def _slots(message: ast.Message) -> set[str]:
    visitor = _Slots()
    visitor.visit(message)
    return visitor.names


class Speech:
    """One language of a folder of catalogues; what it lacks is said in the default one."""

    def __init__(self, folder: Path, language: str, numbers: Mapping[str, int | str] = {}):
        self.language, self.numbers = language, numbers
        files = [folder / f"{name}.ftl" for name in dict.fromkeys((language, DEFAULT))]
        self.catalogues = [Catalogue(file) for file in files if file.exists()]
        if not self.catalogues:
            raise ValueError(f"{folder} has no words; it takes {DEFAULT}.ftl")

    @cached_property
    def words(self) -> Table:
        """The words that values have, by `value`, or by `part:value` where a value has it only there."""
        found = {}
        for catalogue in reversed(self.catalogues):
            for key in catalogue.messages:
                kind, _, value = key.partition("-")
                if kind == "word":
                    found[value] = catalogue.say(key, self.numbers)
                elif kind == "in":
                    found[value.replace("-", ":", 1)] = catalogue.say(key, self.numbers)
        return found

    def has(self, key: str) -> bool:
        return any(key in catalogue.messages for catalogue in self.catalogues)

    def say(self, key: str, **values: Any) -> str:
        """The sentence of a key, filled."""
        for catalogue in self.catalogues:
            if key in catalogue.messages:
                return catalogue.say(key, {**self.numbers, **values})
        raise ValueError(f"{self.catalogues[-1].file} has no {key}")

    def tell(self, key: str, told: Mapping[str, Any], text: "Text", name: Names) -> str:
        """The sentence of an event or an action: seats become names, values words; `text` says what is a seat."""
        values = {part: self._seats(part, value, text, name) for part, value in told.items()}
        return self.say(key, **{part: values[part] or self._value(part, value) for part, value in told.items()})

    def word(self, value: Any) -> str:
        """A value as a word, several of them as a list."""
        if isinstance(value, dict):
            value = list(value.values())
        if not isinstance(value, list):
            return "?" if value is None else self.words.get(_key_of(value), str(value))
        if value and isinstance(value[0], list):
            return " ".join(",".join(map(self.word, part)) for part in value)
        return self._several(value).format(self.catalogues[0].locale)

    def _several(self, values: Sequence[Any]) -> FluentType:
        """A list of words; numbers in a list are a notation: a square, the back of a card."""
        words = [self.word(value) for value in values]
        return Shown(", ".join(words), "") if values and type(values[0]) is int else Several(words)

    def _seats(self, part: str, value: Any, text: "Text", name: Names) -> FluentType | None:
        """What the seats are called, if the value is one or several, or has one entry a seat."""
        if part in text.seats and isinstance(value, int):
            return Shown(name(value), str(value))
        if part in text.seat_lists:
            return Several([name(seat) for seat in value])
        if part in text.by_seat and isinstance(value, list):
            return Several([f"{name(seat)} {self.word(each)}" for seat, each in enumerate(value)])
        return None

    def _value(self, part: str, value: Any) -> FluentType | int:
        key = _key_of(value)
        if own := self.words.get(f"{part}:{key}") or self.words.get(key):
            return Shown(own, key)
        if type(value) is int:
            return value
        if isinstance(value, list) and not (value and isinstance(value[0], list)):
            return self._several(value)
        return Shown(self.word(value), key)


def filled(text: str, language: str, values: Mapping[str, Any]) -> str:
    """A text of its own, of several lines perhaps, with what stands in braces filled in as in a catalogue."""
    bold = re.sub(r"^(?=\*\*)", '{ "" }', text, flags=re.MULTILINE)  # there an asterisk would be a variant
    entry, *more = FluentParser().parse("text =\n" + indent(bold, "    ")).body
    if more or not isinstance(entry, ast.Message) or entry.value is None:
        raise ValueError("what stands in braces is wrong")
    bundle = FluentBundle([str(_locale(language))], Catalogue.functions, use_isolating=False)
    bundle.add_resource(ast.Resource([entry]))
    pattern = bundle.get_message("text").value
    assert pattern
    said, errors = bundle.format_pattern(pattern, {part: _given(value) for part, value in values.items()})
    if errors:
        raise ValueError(str(errors[0]))
    return str(said)


@cache
def frame(language: str) -> Speech:
    """The words of page and terminal."""
    return Speech(FRAME, language)
