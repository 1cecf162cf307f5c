"""Entries with words: what people say, and what they call themselves."""

from dataclasses import dataclass
from typing import ClassVar

from takujo.core.text import DEFAULT

from .. import wire
from ..entry import OfSeat, noted, unwritten
from ..refused import Refused
from ..table import Table

__all__ = ["Chat", "Name"]

CHATS = 200  # lines kept at hand


@dataclass(kw_only=True)
class Chat(OfSeat, type="chat"):
    """A line that everybody at the table reads."""

    changes_info: ClassVar[bool] = False

    text: str

    anyway: bool = unwritten(default=False)  # although it was held back

    def check(self, table: Table) -> None:
        _check_words(table, self.text, anyway=self.anyway)

    def apply(self, table: Table) -> None:
        name = table.seats[self.who].name
        table.chats.append(wire.ChatLine(seat=self.who, name=name, text=self.text, at=self.at))
        del table.chats[:-CHATS]
        table.chat_count += 1


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


def _check_words(table: Table, words: str, *, anyway: bool) -> None:
    """Chat and names, held back by what they say: nothing that anybody hides has a part in it."""
    ask = table.talk == "ask"
    if table.match is None or table.status != "playing" or table.talk == "off" or (ask and anyway):
        return
    held = table.game.talk(table.match.state.view(None), words)
    if held:
        reason = table.game.text.refusal(held.code, held.details, DEFAULT)
        raise Refused(held.code, reason, held.rule, held.details, anyway=ask)
