"""What each seat, and the spectators, were sent."""

from collections import deque
from dataclasses import dataclass, field, replace
from itertools import accumulate

from takujo.core.codec import Scribe, compact
from takujo.core.events import SPECTATORS, Event
from takujo.core.game import Outcome, State

from .clocks import Times

__all__ = ["Late", "Moment", "Outbox", "Staged", "Telling", "Through", "Who", "Written"]


@dataclass(frozen=True, slots=True)
class Written:
    """A view, its keys as JSON, and those of them that are new since the one written before it for the same eyes."""

    state: State
    seat: int | None
    keys: list[str]
    changes: str
    since: int = -1  # the seq of that one, stages between them left out

    @property
    def whole(self) -> str:
        return self.state.view_text(self.seat, self.keys)


@dataclass(frozen=True, slots=True)
class Staged:
    """What a seat could look at on the way to `seq`: the state, after which of all the events that it was ever told."""

    seq: int
    stages: list[tuple[int, int, State]]
    views: list[Written] = field(default_factory=list)  # once somebody has asked for them


class Telling:
    """What an action tells, as JSON: each event is written once for all who know the same of it."""

    def __init__(self, outcome: Outcome):
        self._stages: list[tuple[list[tuple[Event, dict[bool, str]]], State]] = [
            ([(event, {}) for event in events], state) for events, state in outcome.stages
        ]

    def stages_for(self, seat: int | None) -> list[tuple[list[str], State]]:
        """As `Outcome.stages_for`, with events as texts."""
        told = [(self._told(events, seat), state) for events, state in self._stages]
        return [*(stage for stage in told[:-1] if stage[0]), told[-1]]

    def _told(self, events: list[tuple[Event, dict[bool, str]]], seat: int | None) -> list[str]:
        bit = SPECTATORS if seat is None else 1 << seat
        texts = []
        for event, written in events:
            if event.who & bit:
                knows = bool(event.knows & bit)
                if knows not in written:
                    written[knows] = compact(event.seen_by(seat))
                texts.append(written[knows])
        return texts


@dataclass
class Outbox:
    """All that one seat, or the spectators, were sent: `seq` counts it, and nothing else moves `seq`."""

    seat: int | None
    seq: int = 0
    state: State | None = None  # whose view was sent: all outboxes share it
    view: Written | None = None  # that view, once somebody has asked for it, by ...
    scribe: Scribe | None = None
    written: int = -1  # the seq of what it last wrote
    to_act: tuple[int, ...] = ()
    decision: int = 0
    told: list[str] = field(default_factory=list)  # the events sent with seq 1, 2 and so on: JSON, with commas between
    counts: list[int] = field(default_factory=lambda: [0])  # how many events were told up to seq 0, 1 and so on
    staged: Staged | None = None  # the last there was

    def is_new(self, state: State, to_act: tuple[int, ...]) -> bool:
        return to_act != self.to_act or self.state is None or self._seen(state) != self._seen(self.state)

    def _seen(self, state: State) -> bytes:
        seen: bytes = state.view_raw(self.seat).tobytes()
        return seen

    def events_after(self, seq: int) -> str:
        """As one list in JSON."""
        return f"[{','.join(filter(None, self.told[seq : self.seq]))}]"

    def stages_after(self, seq: int, *, changes: bool = False) -> str:
        """The same of the stages, whose views have been written."""
        if self.staged is None or self.staged.seq <= seq:
            return "[]"
        before, parts = self.counts[seq], []
        for (start, end, _), view in zip(self.staged.stages, self.staged.views, strict=True):
            shown = f'"changes":{{{view.changes}}}' if changes else f'"view":{view.whole}'
            parts.append(f'{{"start":{start - before},"end":{end - before},{shown}}}')
        return f"[{','.join(parts)}]"

    def add(self, stages: list[tuple[list[str], State]]) -> None:
        """What happened, as the seat is told it, with the next seq."""
        self.seq += 1
        self.told.append(",".join([text for events, _ in stages for text in events]))
        places = list(accumulate((len(events) for events, _ in stages), initial=self.counts[-1]))
        self.counts.append(places[-1])
        if len(stages) > 1:
            parts = zip(places, places[1:], (state for _, state in stages[:-1]), strict=False)
            self.staged = Staged(self.seq, list(parts))


@dataclass(frozen=True, slots=True)
class Through:
    """A spectator who has chosen through whose eyes they look."""

    seat: int


Who = int | Through | None  # a seat, or a spectator


@dataclass(frozen=True, slots=True)
class Moment:
    """What stood before a watched seat from a certain time on."""

    at: int
    seq: int
    state: State | None
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
                self.state, self.view = moment.state, None
                # its changes are others than the seat's; written once, or the next would be measured against old stages
                if moment.staged and (self.staged is None or self.staged.seq != moment.staged.seq):
                    self.staged = replace(moment.staged, views=[])
            else:
                self.ticks += 1
            self.seq, self.to_act, self.decision = moment.seq, moment.to_act, moment.decision
            self.times = moment.times

    def note(self, at: int, box: Outbox, times: Times) -> None:
        """What spectators see later, if it is new."""
        last = self.coming[-1] if self.coming else self
        if (box.seq, times) != (last.seq, last.times):
            self.coming.append(Moment(at, box.seq, box.state, box.staged, box.to_act, box.decision, times))
