"""What each seat, and the spectators, were sent."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from takujo.core.codec import Scribe

from .clocks import Times

__all__ = ["Late", "Moment", "Outbox"]


@dataclass
class Outbox:
    """All that one seat, or the spectators, were sent: `seq` counts it, and nothing else moves `seq`."""

    seq: int = 0
    shown: Any = None  # the raw view
    text: str | None = None  # its JSON, once somebody has asked for it, by ...
    scribe: Scribe | None = None
    to_act: tuple[int, ...] = ()
    decision: int = 0
    told: list[str] = field(default_factory=list)  # the events sent with seq 1, 2 and so on: JSON, with commas between

    def is_new(self, shown: Any, to_act: tuple[int, ...]) -> bool:
        return self.shown is None or to_act != self.to_act or shown.tobytes() != self.shown.tobytes()

    def events_after(self, seq: int) -> str:
        """As one list in JSON."""
        return f"[{','.join(filter(None, self.told[seq : self.seq]))}]"


@dataclass(frozen=True, slots=True)
class Moment:
    """What stood before a watched seat from a certain time on."""

    at: int
    seq: int
    shown: Any
    to_act: tuple[int, ...]
    decision: int
    times: Times


@dataclass
class Late(Outbox):
    """The spectators' outbox at a table that they see through a seat, some time after it."""

    times: Times = ()
    ticks: int = 0  # changes of the clocks alone
    coming: deque[Moment] = field(default_factory=deque)

    def show(self, until: float) -> None:
        """All that was before the seat at this time."""
        while self.coming and self.coming[0].at <= until:
            moment = self.coming.popleft()
            if moment.seq != self.seq:
                self.shown, self.text = moment.shown, None
            else:
                self.ticks += 1
            self.seq, self.to_act, self.decision = moment.seq, moment.to_act, moment.decision
            self.times = moment.times

    def note(self, at: int, box: Outbox, times: Times) -> None:
        """What spectators see later, if it is new."""
        last = self.coming[-1] if self.coming else self
        if (box.seq, times) != (last.seq, last.times):
            self.coming.append(Moment(at, box.seq, box.shown, box.to_act, box.decision, times))
