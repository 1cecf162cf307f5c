"""Entries with words and signs: what people say, and by what they are known."""

from dataclasses import dataclass
from typing import Any, ClassVar

from takujo.core.text import DEFAULT

from .. import wire
from ..entry import OfSeat, noted, unwritten
from ..refused import Refused
from ..table import Table

__all__ = ["Chat", "Face", "Hush", "Name", "Quick", "Stamp"]

CHATS = 200  # lines kept at hand


@dataclass(kw_only=True)
class Chat(OfSeat, type="chat"):
    """A line that everybody at the table reads."""

    changes_info: ClassVar[bool] = False

    text: str

    anyway: bool = unwritten(default=False)  # although it was held back

    def check(self, table: Table) -> None:
        check_open(table)
        _check_words(table, self.text, anyway=self.anyway)

    def apply(self, table: Table) -> None:
        _say(table, self, text=self.text)


@dataclass(kw_only=True)
class Quick(OfSeat, type="quick"):
    """A line of the title, which everybody reads in their own language."""

    changes_info: ClassVar[bool] = False

    say: str

    anyway: bool = unwritten(default=False)

    def check(self, table: Table) -> None:
        check_open(table)
        lines = table.game.text.lines
        if self.say not in lines:
            raise Refused("malformed", f"say is {self.say!r}; it takes {', '.join(lines) or 'none: there are none'}.")
        for words in table.game.text.line(self.say).values():
            _check_words(table, words, anyway=self.anyway)

    def apply(self, table: Table) -> None:
        text = table.game.text  # an older log may have a line that the title has no more
        said = text.line(self.say)[DEFAULT] if self.say in text.lines else ""
        _say(table, self, text=said, say=self.say)


@dataclass(kw_only=True)
class Stamp(OfSeat, type="stamp"):
    """A picture from a fixed set: it tells nothing that a face at the table would not."""

    changes_info: ClassVar[bool] = False

    stamp: wire.Stamp

    def check(self, table: Table) -> None:
        check_open(table)

    def apply(self, table: Table) -> None:
        _say(table, self, text="", stamp=self.stamp)


@dataclass(kw_only=True)
class Hush(OfSeat, type="hush"):
    """The host closes talk, of players and spectators, or opens it again."""

    closed: bool

    def check(self, table: Table) -> None:
        table.check_host(self.who, "opens and closes talk")

    def apply(self, table: Table) -> None:
        table.hushed = self.closed


@dataclass(kw_only=True)
class Name(OfSeat, type="name"):
    """What somebody who sits is called."""

    name: str
    called: str | None = noted()  # where somebody else has the name

    anyway: bool = unwritten(default=False)

    def check(self, table: Table) -> None:
        _check_words(table, self.name, anyway=self.anyway)
        called = table.free_name(self.name, self.who)
        self.called = None if called == self.name else called

    def apply(self, table: Table) -> None:
        table.seats[self.who].name = self.called or self.name


@dataclass(kw_only=True)
class Face(OfSeat, type="face"):
    """By which sign somebody who sits is known."""

    face: wire.Face

    def check(self, table: Table) -> None:
        if table.has_face(self.face, self.who):
            raise Refused("face-taken", "Somebody else at this table has this sign.")

    def apply(self, table: Table) -> None:
        table.seats[self.who].face = self.face


def check_open(table: Table) -> None:
    """May anything be said at all?"""
    if table.hushed:
        raise Refused("hushed", "The host has closed talk at this table.")


def _say(table: Table, entry: OfSeat, **what: Any) -> None:
    seat = table.seats[entry.who]
    table.chats.append(wire.ChatLine(seat=entry.who, person=seat.person, name=seat.name, at=entry.at, **what))
    del table.chats[:-CHATS]
    table.chat_count += 1


def _check_words(table: Table, words: str, *, anyway: bool) -> None:
    """Chat and names, held back by what they say: nothing that anybody hides has a part in it."""
    ask = table.talk == "ask"
    if table.match is None or table.status != "playing" or table.talk == "off" or (ask and anyway):
        return
    held = table.game.talk(table.match.state.view(None), words)
    if held:
        reason = table.game.text.refusal(held.code, held.details, DEFAULT)
        raise Refused(held.code, reason, held.rule, held.details, anyway=ask)
