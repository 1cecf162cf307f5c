"""The options of a game: what each takes, and the refusal that names it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Option", "checked_options", "checked_players"]


@dataclass(frozen=True)
class Option:
    """One option. `type`: "bool", "int" (low to high), "seat", "choice", "ints" (a list of them) or "file".

    A "file" is one of the machine that plays, or a name; tables of a server do not take it.
    """

    name: str
    type: str
    default: Any
    rule: str  # the citation it rests on
    nullable: bool = False
    low: int = 0
    high: int | None = None
    choices: tuple[str, ...] = ()
    longest: int = 0
    reading: bool = False  # the rulebook can be read two ways: the default is ours, this chooses the other
    between: bool = False  # may be changed between the games of a series

    def takes(self, players: int) -> str:
        """What the option takes, in words."""
        high = f"{self.low} to {self.high}" if self.high is not None else f">= {self.low}"
        words = {
            "bool": "true or false",
            "int": f"an integer {high}",
            "seat": f"a seat, 0 to {players - 1}",
            "choice": "one of " + ", ".join(self.choices),
            "ints": f"a list of 1 to {self.longest} integers {high}",
            "file": "a text",
        }[self.type]
        return f"{words}, or null" if self.nullable else words

    def accepts(self, value: Any, players: int) -> bool:
        if value is None:
            return self.nullable
        high = players - 1 if self.type == "seat" else 1 << 16 if self.high is None else self.high
        match self.type:
            case "bool":
                return isinstance(value, bool)
            case "int" | "seat":
                return type(value) is int and self.low <= value <= high
            case "ints":
                return (
                    isinstance(value, list)
                    and 1 <= len(value) <= self.longest
                    and all(type(v) is int and self.low <= v <= high for v in value)
                )
            case "choice":
                return isinstance(value, str) and value in self.choices
        return isinstance(value, str)


def checked_players(players: Any, allowed: range, game: str) -> int:
    if type(players) is not int or players not in allowed:
        raise ValueError(f"players is {players!r}; {game} takes {allowed[0]} to {allowed[-1]}")
    return players


def checked_options(given: Any, options: Sequence[Option], players: int, game: str) -> dict[str, Any]:
    """All options, defaults filled in."""
    given = {} if given is None else given
    if not isinstance(given, Mapping):
        raise ValueError(f"options is {given!r}; it takes an object")
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            takes = ", ".join(known) if known else "none"
            raise ValueError(f"unknown option {name!r}; {game} takes {takes}")
        if not known[name].accepts(value, players):
            raise ValueError(f"option {name} is {value!r}; it takes {known[name].takes(players)}")
    return {name: given.get(name, option.default) for name, option in known.items()}
