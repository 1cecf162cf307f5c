"""What each seat, and the spectators, were sent."""

from collections import deque
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from takujo.core.codec import Scribe, compact
from takujo.core.game import Stage, State

from .clocks import Times

__all__ = ["Late", "Moment", "Outbox", "Staged"]


@dataclass(frozen=True)
class Staged:
    """What a seat could look at on the way to `seq`: the state, after which of all the events that it was ever told."""

    seq: int
    seat: int | None
    stages: list[tuple[int, int, State]]
    texts: list[str] = field(default_factory=list)  # the views as JSON, once somebody has asked for them


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
    counts: list[int] = field(default_factory=lambda: [0])  # how many events were told up to seq 0, 1 and so on
    staged: Staged | None = None  # the last there was

    def is_new(self, shown: Any, to_act: tuple[int, ...]) -> bool:
        return self.shown is None or to_act != self.to_act or shown.tobytes() != self.shown.tobytes()

    def events_after(self, seq: int) -> str:
        """As one list in JSON."""
        return f"[{','.join(filter(None, self.told[seq : self.seq]))}]"

    def stages_after(self, seq: int) -> str:
        """The same of the stages, whose views have been written."""
        if self.staged is None or self.staged.seq <= seq:
            return "[]"
        before, stages = self.counts[seq], zip(self.staged.stages, self.staged.texts, strict=True)
        parts = [f'{{"start":{start - before},"end":{end - before},"view":{text}}}' for (start, end, _), text in stages]
        return f"[{','.join(parts)}]"

    def add(self, seat: int | None, stages: list[Stage]) -> None:
        """What happened, as the seat is told it, with the next seq."""
        self.seq += 1
        self.told.append(",".join(compact(event) for stage in stages for event in stage.events))
        places = list(accumulate((len(stage.events) for stage in stages), initial=self.counts[-1]))
        self.counts.append(places[-1])
        if len(stages) > 1:
            parts = zip(places, places[1:], (stage.state for stage in stages[:-1]), strict=False)
            self.staged = Staged(self.seq, seat, list(parts))


@dataclass(frozen=True, slots=True)
class Moment:
    """What stood before a watched seat from a certain time on."""

    at: int
    seq: int
    shown: Any
    staged: Staged | None
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
                self.shown, self.staged, self.text = moment.shown, moment.staged, None
            else:
                self.ticks += 1
            self.seq, self.to_act, self.decision = moment.seq, moment.to_act, moment.decision
            self.times = moment.times

    def note(self, at: int, box: Outbox, times: Times) -> None:
        """What spectators see later, if it is new."""
        last = self.coming[-1] if self.coming else self
        if (box.seq, times) != (last.seq, last.times):
            self.coming.append(Moment(at, box.seq, box.shown, box.staged, box.to_act, box.decision, times))
