"""Entries of play: actions, and what stops play or lets it go on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from .. import wire
from ..clocks import Seat
from ..entry import Entry, OfSeat, if_any, noted, unwritten
from ..refused import Refused
from ..table import Ballot, Table

__all__ = ["Act", "Away", "Back", "Lapse", "Relieve", "Resume", "Undo", "Vote"]

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

    @property
    def by_person(self) -> bool:
        return self.by is None

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
        before = table.match.mark
        outcome = table.match.play(self.who, self.action, self.choice, shared=True)
        table.outboxes[self.who].decision += 1
        told = table.tell(outcome, self.who)
        table.undoable.note(table.match, before, outcome, self.who, told, own=not self.by)
        table.clocks.run(table.match.state.to_act, self.at, decided=self.who if None in told else None)
        if table.result is not None:
            table.finish("over")


@dataclass(kw_only=True)
class Undo(OfSeat, type="undo"):
    """A seat takes its last decision back, from which nobody has learned anything. The count of its decisions goes on.

    It counts among what people write: else somebody could decide and take back for ever.
    """

    does: ClassVar[str] = "take back"
    changes_info: ClassVar[bool] = False

    decision: int | None = unwritten(None)  # the next one of the seat, as it knows

    def check(self, table: Table) -> None:
        _check_playing(table)
        assert table.match
        now = table.outboxes[self.who].decision
        if self.decision is not None and self.decision != now:
            raise Refused("late", f"Your next decision is {now}, not {self.decision}.")
        if table.paused:
            raise Refused("paused", "The table is paused.")
        if table.seats[self.who].by_bot:
            raise Refused("by-bot", "A bot decides for you: come back first.")
        if table.undoable.without(table.match, self.who) is None:
            reason = "You have decided nothing yet, or somebody has learned something since: that is not taken back."
            raise Refused("no-undo", reason)
        if not table.clocks.may_take_back(self.who, self.at):
            raise Refused("no-time", "Your time would be up: it runs on if you take your decision back.")

    def apply(self, table: Table) -> None:
        table.take_back(self.who)
        table.outboxes[self.who].decision += 1


@dataclass(kw_only=True)
class Away(OfSeat, type="away"):
    """The time of a seat is up, or its person is gone while others wait: a bot decides."""

    counts: ClassVar[bool] = False

    gone: Literal[True] | None = if_any()

    absent: Sequence[int] = unwritten(())

    def see(self, absent: Sequence[int]) -> None:
        self.absent = absent

    def check(self, table: Table) -> None:
        if self.gone:
            if table.clocks.began[self.who] is None or table.seats[self.who].by_bot or self.who not in self.absent:
                raise Refused("late", "The seat has decided, or its person is there.")
            return
        due = table.clocks.due(self.who)
        if due is None or due > self.at:
            raise Refused("late", "The seat has decided.")

    def apply(self, table: Table) -> None:
        if not self.gone:
            table.clocks.run_out(self.who)
        table.seats[self.who].auto = "away"


@dataclass(kw_only=True)
class Relieve(OfSeat, type="relieve"):
    """Somebody lets a bot decide for another who is away, until they are back."""

    seat: int

    absent: Sequence[int] = unwritten(())

    def see(self, absent: Sequence[int]) -> None:
        self.absent = absent

    def check(self, table: Table) -> None:
        _check_playing(table)
        person = _other(table, self.who, self.seat)
        if person.auto:
            raise Refused("by-bot", "A bot decides there already.")
        slow = table.clocks.slow_at(self.seat)
        if self.seat not in self.absent and (slow is None or slow > self.at):
            reason = (
                "They are there: a bot may take over when they have had no connection, or not decided, for some time."
            )
            raise Refused("is-there", reason)

    def apply(self, table: Table) -> None:
        table.seats[self.seat].auto = "away"


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
    """Pause or end the table, or send somebody away. The last word of everybody counts, until the vote lapses."""

    what: wire.Question
    yes: bool
    seat: int | None = if_any()  # who is to go

    absent: Sequence[int] | None = noted()

    def see(self, absent: Sequence[int]) -> None:
        self.absent = [seat for seat in absent if seat != self.who] or None

    def check(self, table: Table) -> None:
        _check_playing(table)
        if (self.what in ("kick", "return")) != (self.seat is not None):
            raise Refused("malformed", "seat: a vote to kick or return names one, others do not.")
        if self.seat is not None and not self.denies:
            _other(table, self.who, self.seat)
        if self.what == "pause" and table.paused:
            raise Refused("paused", "The table is paused.")
        if (not self.yes or self.what == "return") and (self.what, self.seat) not in table.ballots:
            raise Refused("no-vote", "Nothing of the kind is being voted on.")

    @property
    def denies(self) -> bool:
        """Somebody else asks for one's own seat: one word of its owner is enough."""
        return self.what == "return" and self.seat == self.who and not self.yes

    def apply(self, table: Table) -> None:
        if self.denies:
            del table.ballots[self.what, self.seat]
            return
        ballot = table.ballots.setdefault((self.what, self.seat), Ballot(self.what, self.seat, self.at))
        ballot.take_back(self.who)
        (ballot.yes if self.yes else ballot.no).add(self.who)
        ballot.absent = set(self.absent or ())
        if not ballot.yes and not ballot.asked:
            del table.ballots[self.what, self.seat]
        table.count_votes()


@dataclass(kw_only=True)
class Lapse(Entry, type="lapse"):
    """The time of a vote is up: it is counted once more without those who are away now, and is over."""

    counts: ClassVar[bool] = False

    absent: Sequence[int] | None = noted()

    def see(self, absent: Sequence[int]) -> None:
        self.absent = absent or None

    def check(self, table: Table) -> None:
        if table.vote_until is None or table.vote_until > self.at:
            raise Refused("late", "Nothing is being voted on for so long.")

    def apply(self, table: Table) -> None:
        for ballot in table.ballots.values():
            ballot.absent = set(self.absent or ())
            ballot.waited = ballot.alone and table.until(ballot) <= self.at
        table.count_votes()
        table.ballots = {key: ballot for key, ballot in table.ballots.items() if table.until(ballot) > self.at}


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


def _check_playing(table: Table) -> None:
    if table.status != "playing":
        raise Refused("not-playing", "The game is not being played.")


def _other(table: Table, who: int, seat: int) -> Seat:
    """Another person at the table."""
    table.check_seat(seat)
    person = table.seats[seat]
    if seat == who:
        raise Refused("yourself", "This is your own seat: you can leave it.")
    if person.kind != "person":
        raise Refused("no-person", "Nobody sits there: it is a bot's seat.")
    return person
