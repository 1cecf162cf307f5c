"""What a seat may take back: a decision from which nobody has learned anything (docs/decisions/0024).

All is worked out from views and events, so it holds for every title. Whether a decision may be taken back follows from
what its own seat knows; `takujo.testing` holds titles to that.
"""

from collections.abc import Collection
from typing import Any

from takujo.core.errors import IllegalAction
from takujo.core.events import Event
from takujo.core.game import Outcome, State
from takujo.match import Mark, Match

__all__ = ["Undoable", "is_quiet"]


class Undoable:
    """The decisions of each seat that it may take back, the last one first."""

    def __init__(self, players: int):
        self._seats: list[list[int]] = [[] for _ in range(players)]  # the numbers of their actions
        self._mark: Mark | None = None  # how it stood before all of them

    def note(
        self, match: Match, before: Mark, outcome: Outcome, seat: int, told: Collection[int | None], *, own: bool = True
    ) -> None:
        """An action was played. `told`: who noticed anything at all; `own`: the person decided, and not a bot."""
        others = [other for other in told if other != seat]
        for other in others:
            if other is not None and self._seats[other] and _learns(before.state, match.state, outcome, other, seat):
                self._seats[other].clear()
        if own and not match.drew and is_quiet(before.state, match.state, outcome, seat, others):
            self._seats[seat].append(before.number)
            self._mark = self._mark or before
        else:
            self._seats[seat].clear()
        if not any(self._seats):
            self._mark = None

    def may(self, seat: int) -> bool:
        return bool(self._seats[seat])

    def without(self, match: Match, seat: int) -> Match | None:
        """The match without the last decision of a seat; None: it may not be taken back.

        What others have done since then is played again, and must look to them as it does.
        """
        if not self._seats[seat]:
            return None
        assert self._mark
        try:
            back = match.without(self._seats[seat][-1], self._mark)
        except IllegalAction:
            return None
        now, then = match.state, back.state
        others = [other for other in (*range(match.players), None) if other != seat]
        fine = {*then.to_act} == {*now.to_act, seat} and all(_seen(now, who) == _seen(then, who) for who in others)
        return back if fine else None

    def forget(self, seat: int) -> None:
        """It was taken back."""
        gone = self._seats[seat].pop()
        self._seats = [[number - (number > gone) for number in numbers] for numbers in self._seats]


def is_quiet(
    before: State, after: State, outcome: Outcome, seat: int, others: Collection[int | None] | None = None
) -> bool:
    """Has nobody learned anything from an action of this seat, if it drew no chance? `others`: who could have."""
    if len(outcome.stages) > 1 or not {*before.to_act} - {seat} <= {*after.to_act} <= {*before.to_act}:
        return False
    if others is None:
        others = [other for other in (*range(before.players), None) if other != seat]
    kinds = {kind.name: kind for kind in before.game.events}
    for event in outcome:
        kind = kinds[event["type"]]
        if (kind.reveals or kind.hidden) and event.who >> seat & 1 and not _says_done(event, after, seat):
            return False
    return not any(_learns(before, after, outcome, other, seat) for other in others)


def _learns(before: State, after: State, outcome: Outcome, who: int | None, actor: int) -> bool:
    """Has somebody learned more from another's action than that this one need not act any more?"""
    told = [event for event in outcome if event.seen_by(who)]
    return not all(_says_done(event, after, actor) for event in told) or _seen(before, who) != _seen(after, who)


def _says_done(event: Event, after: State, actor: int) -> bool:
    """Does an event say no more than who is still to act?"""
    return event.keys() <= {"type", "seat", "rule"} and event.get("seat") == actor and actor not in after.to_act


def _seen(state: State, who: int | None) -> bytes:
    """A view, but for who is to act."""
    words: Any = state.game.state.integers(state.view_raw(who))
    start, stop, _ = state.game.state._place.get("to_act", (0, 0, ()))
    words[start:stop] = 0
    seen: bytes = words.tobytes()
    return seen
