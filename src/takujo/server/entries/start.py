"""Entries between the last seat taken and the first card: who begins, what a series changes, what was committed to."""

from dataclasses import dataclass
from typing import Any, ClassVar

from takujo.core.options import checked_options
from takujo.match import bound

from ..entry import Entry, OfSeat
from ..refused import Refused
from ..table import Table

__all__ = ["Agree", "Begin", "Reveal", "Silent", "Start", "Swap"]

Json = dict[str, Any]


@dataclass(kw_only=True)
class Start(OfSeat, type="start"):
    """Who begins, if it goes by one of those who are asked; None: lots may decide. The last word counts."""

    seat: int | None

    def check(self, table: Table) -> None:
        if table.asking_since is None or self.who not in table.speakers:
            raise Refused("not-asked", "You are not asked who begins: say it when `asking.asked` names your seat.")
        if self.seat is not None:
            table.check_seat(self.seat)

    def apply(self, table: Table) -> None:
        table.named[self.who] = self.seat
        table.start_if_full()


@dataclass(kw_only=True)
class Begin(Entry, type="begin"):
    """What has been said counts, or not all need be ready: the host wants it so, or time is up."""

    is_limited: ClassVar[bool] = False

    def check(self, table: Table) -> None:
        if not self.by_keeper and table.is_full and table.gathers:
            _check_is_host(table, self.who)
        elif not self.by_keeper:
            _check_host(table, self.who)
        elif table.ask_until is None or table.ask_until > self.at:
            raise Refused("late", "Nobody is asked any more.")

    def apply(self, table: Table) -> None:
        if table.asking_since is None:
            table.insisted = True
        else:
            table.settled = True
        table.start_if_full()


@dataclass(kw_only=True)
class Swap(OfSeat, type="swap"):
    """The host changes options for this game of a series, or proposes it where all vote."""

    options: Json

    def check(self, table: Table) -> None:
        _check_host(table, self.who)
        if not table.swaps:
            raise Refused("no-swap", "Options change only between two games of a series, where the title lets them.")
        for name in self.options:
            if name not in table.between:
                reason = f"Option {name!r} stays as it is; between games these may change: {', '.join(table.between)}."
                raise Refused("bad-swap", reason)
        try:
            checked_options(table.options | self.options, table.game.options, table.players, table.game.slug)
        except ValueError as error:
            raise Refused("bad-swap", str(error)) from None

    def apply(self, table: Table) -> None:
        table.proposal, table.agreed = self.options, {self.who}
        _change_if_agreed(table)


@dataclass(kw_only=True)
class Agree(OfSeat, type="agree"):
    """To what the host proposes: done when every person at the table agrees."""

    yes: bool

    def check(self, table: Table) -> None:
        if table.proposal is None:
            raise Refused("no-proposal", "Nothing is proposed.")

    def apply(self, table: Table) -> None:
        table.agreed.add(self.who) if self.yes else table.agreed.discard(self.who)
        _change_if_agreed(table)


@dataclass(kw_only=True)
class Reveal(OfSeat, type="reveal"):
    """What a seat had committed to, once all seats are taken."""

    is_limited: ClassVar[bool] = False

    entropy: str

    def check(self, table: Table) -> None:
        person = table.seats[self.who]
        if table.full_since is None or not person.awaited:
            raise Refused("not-awaited", "Nothing is to be revealed: reveal when `deal.awaited` names your seat.")
        if bound(self.who, self.entropy) != person.commitment:
            reason = "This is not what the commitment of your seat was made of."
            raise Refused("not-committed", reason, details={"commitment": person.commitment})

    def apply(self, table: Table) -> None:
        table.seats[self.who].entropy = bytes.fromhex(self.entropy)
        table.start_if_full()


@dataclass(kw_only=True)
class Silent(OfSeat, type="silent"):
    """It has not revealed what it committed to: a bot takes its place before the cards are dealt."""

    counts: ClassVar[bool] = False

    def check(self, table: Table) -> None:
        until = table.reveal_until
        if until is None or until > self.at or not table.seats[self.who].awaited:
            raise Refused("late", "The seat has revealed.")

    def apply(self, table: Table) -> None:
        table.seats[self.who].auto = "away"
        table.start_if_full()


def _check_host(table: Table, who: int | None) -> None:
    """Host's word, while people are asked."""
    _check_is_host(table, who)
    if table.asking_since is None:
        raise Refused("not-asked", "Nobody is asked anything now: the host has nothing to say.")


def _check_is_host(table: Table, who: int | None) -> None:
    table.person(who)
    if who != table.host:
        raise Refused("not-host", "Only the host says so.", status=403)


def _change_if_agreed(table: Table) -> None:
    assert table.series
    if table.proposal is not None and (table.series.swap == "host" or table.people() <= table.agreed):
        table.options = {**table.options, **table.proposal}
        table.proposal, table.agreed = None, set()
