"""The printed components of a game, as data that an owner of the physical game can replace.

A package with other components is named `package@variant`: the same sources, imported once more.
"""

import builtins
import importlib.util
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = [
    "BOUND",
    "GUIDE",
    "BadComponents",
    "check_belongs",
    "check_numbers",
    "checked",
    "component_content",
    "component_file",
    "components",
    "forget_variant",
    "in_variant",
    "is_text",
    "named",
    "numbers",
    "package_folder",
    "part_of",
    "replace_components",
    "span",
    "unit",
    "unread",
    "whose",
]

LONGEST = 300  # characters of a complaint
BOUND = 8  # no number of an observation is further from zero, whatever the components
GUIDE = "guide.toml"  # the rules for players (core/text.py): words, not components

Ranges = Mapping[str, tuple[int, int]]  # what a number of the rules may be: from, to

_replaced: dict[str, tuple[Path | None, bytes]] = {}  # package -> what was given instead of the packaged file


def component_file(package: str) -> Path | None:
    """The data file of a game's package, if it has one."""
    if package in _replaced:
        return _replaced[package][0]
    return next((file for file in sorted(package_folder(package).glob("*.toml")) if file.name != GUIDE), None)


def component_content(package: str) -> bytes | None:
    """What is in it, also where no file but its content was given."""
    if package in _replaced:
        return _replaced[package][1]
    file = component_file(package)
    return file.read_bytes() if file else None


def package_folder(package: str) -> Path:
    """Where the sources of a package are; `name@variant` shares those of `name`."""
    spec = importlib.util.find_spec(package)
    assert spec and spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0])


def part_of(package: str, name: str, plain: Path) -> str:
    """A package inside a game's, such as its `bot`. A game without it gets the plain one, by the same name."""
    part = f"{package}.{name}"
    if importlib.util.find_spec(part) is None:
        spec = importlib.util.spec_from_file_location(
            part, plain / "__init__.py", submodule_search_locations=[str(plain)]
        )
        assert spec
        sys.modules[part] = importlib.util.module_from_spec(spec)
    importlib.import_module(part)
    return part


def replace_components(package: str, file: Path | None, content: bytes) -> None:
    """Let the package, not yet imported, have other components: those of a file, or just these."""
    _replaced[package] = file, content


def forget_variant(package: str) -> None:
    """Let go of the modules of a package, and of its components."""
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]
    _replaced.pop(package, None)


def components(package: str) -> dict[str, Any]:
    """The parsed data file of a game's package."""
    content = component_content(package)
    if content is None:
        raise ValueError(f"{package} has no component file (*.toml)")
    try:
        return parsed(content)
    except ValueError as error:
        raise ValueError(f"{named(package)}{error}") from None


def named(package: str) -> str:
    """How a complaint about components begins: with their file, if they came in one."""
    file = component_file(package)
    return f"component file {file}: " if file else ""


def parsed(content: bytes) -> dict[str, Any]:
    """A data file, read. ValueError says where it is no TOML."""
    try:
        return tomllib.loads(content.decode("utf-8-sig"))  # some editors begin a file with a mark
    except RecursionError:
        raise ValueError("not a readable TOML file: nested too deeply") from None
    except UnicodeDecodeError:
        raise ValueError("not a readable TOML file: its text is not in UTF-8; save it so") from None
    except ValueError as error:  # also a number too long to be one
        raise ValueError(f"not a readable TOML file: {error}") from None


class BadComponents(ValueError):
    """What is wrong with a data file: in which line, and of which entry, as far as that is known."""

    def __init__(self, text: str, line: int | None, at: str | None):
        super().__init__(text)
        self.line, self.at = line, at


def checked(content: bytes, check: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """A data file, read and checked. BadComponents if it is refused."""
    at = None
    try:
        data = parsed(content)
        check(data)
        return data
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        told = str(error)
    if found := re.search(r"\(at line (\d+), column \d+\)", told):
        line: int | None = int(found[1])
    elif found := re.match(r"(?:V\d: )?([\w.\[\]-]+) is ", told):
        at = found[1]
        line = line_of(content.decode(), at)
    else:
        line = None
    raise BadComponents(told if len(told) <= LONGEST else f"{told[:LONGEST]} ...", line, at)


def line_of(text: str, at: str) -> int | None:
    """The line, from 1, of an entry such as `rules.target`, `cards[3].back` or `exploration.A.cells`, or near it."""
    path = re.findall(r"\w+|\[\d+\]", at)
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    first, found = 0, None
    while path:
        part = path.pop(0)
        rest = lines[first:]
        heads = [i for i, (_, line) in enumerate(rest) if re.match(rf"\[\[?\s*([\w.-]+\.)?{part}\s*[\].]", line)]
        keys = [i for i, (_, line) in enumerate(rest) if re.match(rf"[\"']?{part}[\"']?\s*=", line)]
        if heads and path and rest[heads[0]][1].startswith("[["):  # one of several: by its number, or by a text in it
            which = path.pop(0)
            if which.startswith("["):
                heads = heads[int(which[1:-1]) :]
            else:
                heads = [i for i in heads if re.search(rf"\"{which}\"", " ".join(_block(rest, i)))]
        place = next(iter(heads or keys), None)
        if place is None:
            break
        found = rest[place][0]
        first = found - 1  # a head may name several parts
    return found


def _block(lines: list[tuple[int, str]], start: int) -> list[str]:
    """The lines of a table, without its head."""
    inside = []
    for _, line in lines[start + 1 :]:
        if line.startswith("["):
            break
        inside.append(line)
    return inside


# The numbers of the rules


def numbers(package: str, key: str) -> dict[str, int]:
    """The numbers in a table of the data file; those that another file leaves out are as printed."""
    printed: dict[str, int] = components(package.partition("@")[0]).get(key, {})
    given = components(package).get(key, {})
    return {name: given.get(name, value) for name, value in printed.items()}


def check_numbers(data: Mapping[str, Any], key: str, ranges: Ranges) -> None:
    """A table of numbers, if there is one: each is known and in its range. ValueError names the entry otherwise."""
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise ValueError(f"{key} is {table!r}; it takes a table")
    for name, value in table.items():
        if name not in ranges:
            raise ValueError(f"{key}.{name} is unknown; it takes {', '.join(ranges)}")
        low, high = ranges[name]
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"{key}.{name} is {value!r}; it takes an integer {low} to {high}")


def check_belongs(data: Mapping[str, Any], key: str, slug: str, rule: str = "") -> None:
    """The file is for this game. ValueError says for which it is, and by which rule it is refused."""
    if data.get(key) != slug:
        other = next((data[name] for name in ("game", "slug") if isinstance(data.get(name), str)), None)
        whose = f"it is for {other!r}" if other else "it names no game"
        raise ValueError(f"{rule}{key} is {data.get(key)!r}; it takes {slug!r}: {whose}")


def unread(package: str, data: Mapping[str, Any] | None = None) -> list[str]:
    """What stands in a data file although nothing reads it: a line each."""
    known = components(package.partition("@")[0]) | {"size": None}
    given = components(package) if data is None else data
    return [f"{path} is not read: nothing is played by it" for path in dict.fromkeys(_beyond(given, known))]


def _beyond(given: Mapping[str, Any], known: Mapping[str, Any], at: str = "") -> Iterator[str]:
    """What a table has and the packaged one has not, also deeper; of the tables in a list any may have it.

    A table where a plain value should stand is for the title's own check to refuse.
    """
    for key, value in given.items():
        path, printed = f"{at}{key}", known.get(key)
        if key not in known:
            yield path
        elif isinstance(value, dict) and isinstance(printed, dict):
            yield from _beyond(value, printed, f"{path}.")
        elif isinstance(value, list) and isinstance(printed, list):
            tables = [each for each in printed if isinstance(each, dict)]
            every = {name: part for each in tables for name, part in each.items()}
            for each in value:
                if tables and isinstance(each, dict):
                    yield from _beyond(each, every, f"{path}[].")


def span(values: Iterable[int]) -> int | str:
    """Numbers that differ by the number of players, as a sentence says them: 3, or from 2 to 4."""
    low, *_, high = sorted([*values] * 2)
    return low if low == high else f"{low}–{high}"


def unit(usual: int, most: int) -> int:
    """What observations divide a number by: as with the printed components, if that keeps the most within BOUND."""
    return max(usual, -(-most // BOUND))


def whose(content: bytes) -> tuple[str | None, str]:
    """The game that a data file is for, if it says so, and what it calls itself."""
    data = parsed(content)
    slug = next((data[key] for key in ("game", "slug") if isinstance(data.get(key), str)), None)
    return slug, str(data.get("name") or data.get("title"))


def is_text(value: Any) -> bool:
    """A name that can be shown: not empty, not long, in one line."""
    return isinstance(value, str) and 0 < len(value) <= 40 and value.isprintable()


# Importing variants


def in_variant(package: str, name: str) -> str:
    """What a package, itself a variant, means by the name of a module: that of the same variant, if there is one."""
    parts, variant = name.split("."), package.partition("@")[2].partition(".")[0]
    for i in range(1, len(parts) + 1) if variant else ():
        other = f"{'.'.join(parts[:i])}@{variant}"
        if other in _replaced:
            return ".".join([other, *parts[i:]])
    return name


class _Loader(SourceFileLoader):
    """Runs a module so that what it imports is of its own variant, by whatever name."""

    def exec_module(self, module: ModuleType) -> None:
        def import_(name: str, *more: Any) -> ModuleType:
            return builtins.__import__(in_variant(module.__name__, name), *more)

        module.__dict__["__builtins__"] = vars(builtins) | {"__import__": import_}
        super().exec_module(module)


class _Finder(MetaPathFinder):
    """Finds `package@variant` and its modules."""

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if "@" not in name:
            return None
        spec = importlib.util.find_spec(re.sub("@[^.]*", "", name))
        if spec is None or spec.origin is None:
            return None
        loader, folders = _Loader(name, spec.origin), spec.submodule_search_locations
        return importlib.util.spec_from_file_location(
            name, spec.origin, loader=loader, submodule_search_locations=folders
        )


sys.meta_path.insert(0, _Finder())
