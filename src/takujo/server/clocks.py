"""Who sits at a table, and how much time each seat has."""

from collections.abc import Sequence
from dataclasses import dataclass

from . import wire

__all__ = ["DAY", "Clocks", "Seat", "Times"]

GRACE = 30_000  # milliseconds that somebody who comes back has at least
DAY = 86_400_000
SLOW = 180_000  # milliseconds that others wait without a clock, where the host says nothing about it

Times = tuple[tuple[int, int | None], ...]  # of each seat: what is left of its time, and when that is up if it runs


@dataclass
class Seat:
    """Who sits there."""

    kind: wire.Kind
    level: wire.Level | None = None
    name: str = ""
    face: wire.Face | None = None
    auto: wire.Auto | None = None  # a bot decides for this person: away, left
    joined: int = 0  # the entry with which the seat was taken
    person: int = 0  # the how manieth to sit down here: a number that tells no others what entries there are
    first: int = 0  # where its person sat down: the host may have them sit elsewhere
    ready: bool = False  # to start
    commitment: str | None = None  # binds what it will reveal
    entropy: bytes = b""
    said: int = 0  # entries that are not actions, since the start
    seen: int = 0  # when its person last did something that everybody noticed

    @property
    def awaited(self) -> bool:
        """Has it to reveal what it committed to?"""
        return self.commitment is not None and not self.entropy and not self.by_bot

    @property
    def taken(self) -> bool:
        return self.kind in ("person", "bot")

    @property
    def by_bot(self) -> bool:
        return self.kind == "bot" or self.auto is not None


class Clocks:
    """The clocks of a table's seats. `began`: when this decision of a seat began, as everybody sees it."""

    def __init__(self, pace: wire.Pace, seats: Sequence[Seat], patience: int = 0):
        self.pace, self._seats, self.patience = pace, seats, patience
        self.began: list[int | None] = [None] * len(seats)
        self._bank = [pace.bank * 1000] * len(seats)
        self._before = [(0, 0)] * len(seats)  # its bank, and when it began, before a seat last decided
        self._paused: int | None = None

    def run(self, acting: Sequence[int], at: int, decided: int | None = None) -> None:
        """Clocks run while a seat is to act. `decided`: a seat that has just decided, as everybody can see.

        What a seat does in private neither stops its clock nor adds time: its clock would tell.
        """
        if self._paused is not None:  # nobody's time has run meanwhile, nor would it if a decision were taken back
            self._before = [(bank, began + at - self._paused) for bank, began in self._before]
            self._paused = None
        for seat in range(len(self._seats)):
            if seat not in acting or seat == decided:
                self._before[seat] = self._now(seat)
                self._stop(seat, at, credit=self.pace.increment * 1000)
            if seat in acting and self.began[seat] is None:
                self.began[seat] = at

    def _now(self, seat: int) -> tuple[int, int]:
        began = self.began[seat]
        return self._before[seat] if began is None else (self._bank[seat], began)

    def take_back(self, seat: int) -> None:
        """A seat has not decided after all: its time has run on."""
        self._bank[seat], self.began[seat] = self._before[seat]

    def may_take_back(self, seat: int, at: int) -> bool:
        """Would it have any time left?"""
        bank, began = self._before[seat]
        return self.began[seat] is not None or self.pace.kind == "relaxed" or began + self._whole(bank) > at

    def _whole(self, bank: int) -> int:
        return bank if self.pace.kind == "live" else self.pace.days * DAY

    def pause(self, at: int) -> None:
        self._paused = at
        for seat in range(len(self._seats)):
            self._stop(seat, at, credit=0)

    def end(self) -> None:
        self.began = [None] * len(self._seats)

    def _stop(self, seat: int, at: int, credit: int) -> None:
        began = self.began[seat]
        self.began[seat] = None
        if began is not None and not self._seats[seat].by_bot:
            self._bank[seat] = max(0, self._bank[seat] - (at - began)) + credit

    def run_out(self, seat: int) -> None:
        self._bank[seat] = 0

    def come_back(self, seat: int, at: int) -> None:
        """Its owner decides again, and has some time for it."""
        self._bank[seat] = max(self._bank[seat], GRACE)
        if self.began[seat] is not None:
            self.began[seat] = at

    def slow_at(self, seat: int) -> int | None:
        """When others need not wait for its decision any longer; None: its clock says, or it is not to act.

        It counts from where everybody sees the decision begin: steps in private must not show in it.
        """
        began = self.began[seat]
        if began is None or self._seats[seat].by_bot or self.pace.kind != "relaxed":
            return None
        return began + (self.patience or SLOW)

    def due(self, seat: int) -> int | None:
        """When the time of a seat is up; None: its clock does not run."""
        began = self.began[seat]
        if began is None or self._seats[seat].by_bot or self.pace.kind == "relaxed":
            return None
        return began + self._whole(self._bank[seat])

    @property
    def times(self) -> Times:
        if self.pace.kind == "relaxed":
            return ()
        due = map(self.due, range(len(self._seats)))
        return tuple(zip(map(self._whole, self._bank), due, strict=True))
