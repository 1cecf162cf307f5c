"""Entries of play: actions, and what stops play or lets it go on."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from ..entry import OfSeat, if_any, unwritten
from ..refused import Refused
from ..table import Table

__all__ = ["Act", "Away", "Back", "Resume", "Vote"]

Json = dict[str, Any]

ACTIONS = 20_000  # of people at one table: the longest games take some hundred


@dataclass(kw_only=True)
class Act(OfSeat, type="act"):
    """An action. The rules check it before it is written, and again where the log is read: there it has no number."""

    does: ClassVar[str] = "act"
    counts: ClassVar[bool] = False
    changes_info: ClassVar[bool] = False

    action: Json
    by: Literal["bot"] | None = if_any()

    decision: int | None = unwritten(None)  # the one of the seat that it is for; None: its next one
    choice: int | None = unwritten(None)  # its number among the actions of the seat, once it is checked

    def check(self, table: Table) -> None:
        if table.match is None:
            raise Refused("not-started", "Play starts when all seats are taken.")
        if table.status == "ended":
            raise Refused("ended", "The table was ended by a vote.")
        now = table.outboxes[self.who].decision
        if self.decision is not None and self.decision != now:
            raise Refused("late", f"Decision {self.decision} is not open: your next one is {now}.")
        if table.paused:
            raise Refused("paused", "The table is paused.")
        if self.by and not table.seats[self.who].by_bot:
            raise Refused("late", "The owner of the seat is back.")
        self.choice = table.match.state.checked_number(self.who, self.action)
        if len(table.match.actions) >= ACTIONS and not self.by:
            raise Refused("too-long", f"This table has had {ACTIONS} actions: end it by a vote.")

    def apply(self, table: Table) -> None:
        assert table.match
        if not self.by and table.seats[self.who].auto:
            table.come_back(self.who)
            table.version += 1
        public = table.outboxes[None].seq
        outcome = table.match.play(self.who, self.action, self.choice)
        table.outboxes[self.who].decision += 1
        table.tell(outcome, self.who)
        was_seen = table.outboxes[None].seq > public
        table.clocks.run(table.match.state.to_act, self.at, decided=self.who if was_seen else None)
        if table.result is not None:
            table.finish("over")


@dataclass(kw_only=True)
class Away(OfSeat, type="away"):
    """The time of a seat is up: a bot decides."""

    counts: ClassVar[bool] = False

    def check(self, table: Table) -> None:
        due = table.clocks.due(self.who)
        if due is None or due > self.at:
            raise Refused("late", "The seat has decided.")

    def apply(self, table: Table) -> None:
        table.clocks.run_out(self.who)
        table.seats[self.who].auto = "away"


@dataclass(kw_only=True)
class Back(OfSeat, type="back"):
    """I decide for myself again."""

    of_seat: ClassVar[bool] = False  # before the start this is no time for it, whoever asks

    def check(self, table: Table) -> None:
        if table.status == "waiting":
            raise Refused("not-started", "Play starts when all seats are taken.")
        if table.person(self.who).auto is None:
            raise Refused("not-away", "You decide for yourself already.")

    def apply(self, table: Table) -> None:
        table.come_back(self.who)


@dataclass(kw_only=True)
class Vote(OfSeat, type="vote"):
    """Pause or end the table: done when every person at it agrees."""

    what: Literal["pause", "end"]
    yes: bool

    def check(self, table: Table) -> None:
        if table.status != "playing":
            raise Refused("not-playing", "There is no play to pause or end.")

    def apply(self, table: Table) -> None:
        votes = table.votes[self.what]
        votes.add(self.who) if self.yes else votes.discard(self.who)
        table.count_votes()


@dataclass(kw_only=True)
class Resume(OfSeat, type="resume"):
    """Play goes on: anybody may say so."""

    def check(self, table: Table) -> None:
        if not table.paused:
            raise Refused("not-paused", "The table is not paused.")

    def apply(self, table: Table) -> None:
        assert table.match
        table.paused = False
        table.clocks.run(table.match.state.to_act, self.at)
