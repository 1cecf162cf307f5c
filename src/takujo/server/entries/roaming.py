"""Entries with which a seat follows its person: to another device, or after a browser was lost."""

from dataclasses import dataclass
from typing import ClassVar

from .. import wire
from ..entry import Entry, OfSeat, unwritten
from ..refused import Refused, reused
from ..table import Ballot, Table

__all__ = ["Ask", "Claim", "Pass"]

PASS = 3_600_000  # milliseconds that a link to one's own seat is good for
ASKS = 20  # that a table hears in all: whoever knows its link may ask


@dataclass(kw_only=True)
class Pass(OfSeat, type="pass"):
    """A link to one's own seat, for another device. The log has its digest; one made before is void."""

    does: ClassVar[str] = "have a link to their seat"
    changes_info: ClassVar[bool] = False

    secret: str

    def apply(self, table: Table) -> None:
        joined = table.seats[self.who].joined
        table.passes = {secret: found for secret, found in table.passes.items() if found[0] != joined}
        table.passes[self.secret] = (joined, self.at + PASS)


@dataclass(kw_only=True)
class Claim(Entry, type="claim"):
    """Another device takes such a link, once: it sits in the seat as well as the first."""

    changes_info: ClassVar[bool] = False

    secret: str
    request: str  # its key, hashed

    joined: int = unwritten(0)

    @property
    def seated(self) -> int:
        return self.joined

    def is_done(self, table: Table) -> bool:
        if self.secret not in table.claims:
            return False
        request, self.joined = table.claims[self.secret]
        if request != self.request:
            raise _used()
        self.who = table.seat_of(self.joined)
        if self.who is None:
            raise _used()
        return True

    def check(self, table: Table) -> None:
        self.joined, until = table.passes.get(self.secret, (0, 0))
        self.who = table.seat_of(self.joined)
        if self.who is None or until < self.at:
            raise _used()

    def apply(self, table: Table) -> None:
        self.joined, _ = table.passes.pop(self.secret)
        table.claims[self.secret] = (self.request, self.joined)


@dataclass(kw_only=True)
class Ask(OfSeat, type="ask"):
    """Somebody without a seat says that one is theirs, and that they have lost the browser: the others vote on it.

    The token that is written with it opens the seat if they agree.
    """

    counts: ClassVar[bool] = False

    request: str  # its key, hashed

    def is_done(self, table: Table) -> bool:
        asked = table.pleas.get(self.request)
        if asked not in (None, self.who):
            raise reused()
        return asked is not None

    def check(self, table: Table) -> None:
        table.check_seat(self.who, status=404)
        if table.status != "playing":
            reason = "The game is not being played. Before the start the host can open the seat, and you sit down anew."
            raise Refused("not-playing", reason)
        if table.seats[self.who].kind != "person":
            raise Refused("no-person", "Nobody sits there: it is a bot's seat.")
        if not table.people() - {self.who}:
            raise Refused("too-few", "Nobody else sits here who could say that it is you.")
        if ("return", self.who) in table.ballots:
            raise Refused("is-asked", "Somebody asks for this seat already.")
        if len(table.pleas) >= ASKS:
            raise Refused("said-enough", f"Seats of this table were asked for {ASKS} times: that is enough.")

    def apply(self, table: Table) -> None:
        table.pleas[self.request] = self.who
        ballot = Ballot("return", self.who, self.at, asked=self.number, days=table.clocks.pace.kind == "days")
        ballot.alone = len(table.people() - {self.who}) < wire.CONSENT
        table.ballots["return", self.who] = ballot


def _used() -> Refused:
    reason = "This link to a seat was used, or is too old: make a new one on the device that has the seat."
    return Refused("no-pass", reason, status=403)
