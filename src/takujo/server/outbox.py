"""What each seat, and the spectators, were sent."""

from collections import deque
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from takujo.core.events import ALL, SPECTATORS
from takujo.core.game import Outcome, State
from takujo.core.showing import show

from .clocks import Times

__all__ = ["Late", "Moment", "Outbox", "Staged", "Telling", "Through", "Who", "Written"]


class Written(NamedTuple):
    """A view, as JSON."""

    changes: str  # what is new in it since the one written before it for the same eyes
    since: int  # the seq of that one, stages between them left out; -1: there is none
    digest: int  # of the whole


@dataclass(frozen=True, slots=True)
class Staged:
    """What a seat could look at on the way to `seq`: the state, after which of all the events that it was ever told."""

    seq: int
    stages: list[tuple[int, int, State]]
    changes: list[str] = field(default_factory=list)  # what is new in each, once somebody has asked for it


class Told(NamedTuple):
    """What an action tells somebody."""

    events: str  # JSON, with commas between
    number: int
    pauses: list[tuple[int, int, State]]  # from which event to which, and the state then: all stages but the last one


class Telling:
    """What an action tells, as JSON: written once for all who know the same of it."""

    def __init__(self, outcome: Outcome):
        self._outcome = outcome
        self._partly = [event for event in outcome if event.who & event.knows != ALL]  # the others all know whole
        self._told: dict[tuple[int, ...], Told] = {}

    def to(self, seat: int | None) -> Told:
        """As `Outcome.stages_for`, with events as texts."""
        bit = SPECTATORS if seat is None else 1 << seat
        known = tuple([event.who & bit and 1 + bool(event.knows & bit) for event in self._partly])
        if known not in self._told:
            self._told[known] = self._write(bit)
        return self._told[known]

    def _write(self, bit: int) -> Told:
        told: list[str] = []
        pauses, end = [], self._outcome.stages[-1]
        for stage in self._outcome.stages:
            start = len(told)
            told += [event.told(bool(event.knows & bit)) for event in stage.events if event.who & bit]
            if len(told) > start and stage is not end:
                pauses.append((start, len(told), stage.state))
        return Told(",".join(told), len(told), pauses)


@dataclass
class Outbox:
    """All that one seat, or the spectators, were sent: `seq` counts it, and nothing else moves `seq`."""

    seat: int | None
    seq: int = 0
    state: State | None = None  # whose view was sent: all outboxes share it
    view: Written | None = None  # that view, once somebody has asked for it
    shown: State | None = None  # of the view that was last written, and ...
    written: int = -1  # its seq
    asked: bool = False  # has somebody asked for that view?
    kept: dict[int, str] = field(default_factory=dict)  # what was written of it by hand (core/showing.py)
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

    @property
    def steps(self) -> list[State]:
        """What there is to look at on the way from the view that was last written: stages, and where it stands now."""
        assert self.state
        stages = [state for *_, state in self.staged.stages] if self.staged and not self.staged.changes else []
        return [*([self.shown] if self.shown else []), *stages, self.state]

    def events_after(self, seq: int) -> str:
        """As one list in JSON."""
        return f"[{','.join(filter(None, self.told[seq : self.seq]))}]"

    def stages_after(self, seq: int, *, changes: bool = False) -> str:
        """The same of the stages, once the view after them has been written."""
        if self.staged is None or self.staged.seq <= seq:
            return "[]"
        before, parts = self.counts[seq], []
        for (start, end, state), new in zip(self.staged.stages, self.staged.changes, strict=True):
            shown = f'"changes":{{{new}}}' if changes else f'"view":{show([state], self.seat).whole.decode()}'
            parts.append(f'{{"start":{start - before},"end":{end - before},{shown}}}')
        return f"[{','.join(parts)}]"

    def add(self, told: Told) -> None:
        """What happened, as the seat is told it, with the next seq."""
        self.seq += 1
        before = self.counts[-1]
        self.told.append(told.events)
        self.counts.append(before + told.number)
        if told.pauses:
            self.staged = Staged(self.seq, [(before + start, before + end, state) for start, end, state in told.pauses])


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
                    self.staged = replace(moment.staged, changes=[])
            else:
                self.ticks += 1
            self.seq, self.to_act, self.decision = moment.seq, moment.to_act, moment.decision
            self.times = moment.times

    def note(self, at: int, box: Outbox, times: Times) -> None:
        """What spectators see later, if it is new."""
        last = self.coming[-1] if self.coming else self
        if (box.seq, times) != (last.seq, last.times):
            self.coming.append(Moment(at, box.seq, box.state, box.staged, box.to_act, box.decision, times))
