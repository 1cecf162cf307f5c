"""States one after the other, as the seats and the spectators see them, in JSON: only what has changed is written."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from takujo.core.codec import Scribe
from takujo.core.game import State

__all__ = ["Showing"]

AT_HAND = 2  # showings: all who look are told one after the other, and nobody asks again


class Seen(NamedTuple):
    """Of all eyes, the spectators' first, and the states in their order; but for the first one: what is new."""

    views: Any  # records
    changed: list[list[int]]  # the keys that are not as in the state before, a bit each
    public: list[dict[int, str]]  # those of them that everybody sees, as text


class Showing:
    """Some states that follow on each other. The views of all eyes are worked out together, if anybody looks."""

    __slots__ = ("places", "states")

    def __init__(self, states: Sequence[State]):
        self.states = states  # the first one may have been shown before
        self.places = {id(state): place for place, state in enumerate(states)}

    def write(self, scribe: Scribe, seat: int | None, state: State) -> str:
        """The keys of a seat's view that are others than those its scribe wrote last; None: the spectators'."""
        place, since = self.places.get(id(state)), self.places.get(id(scribe.last))
        scribe.last = state
        if place is None:  # it was there some time ago
            return ",".join(scribe.write(state.game.state.integers(state.view_raw(seat)).tobytes()))
        eyes, seen = 0 if seat is None else 1 + seat, _seen(self)
        if since is None or since > place:
            return ",".join(scribe.write(seen.views[eyes, place].tobytes()))
        todo, known, changes = 0, dict[int, str](), []
        for keys, public in zip(seen.changed[eyes][since:place], seen.public[since:place], strict=True):
            todo |= keys
            known |= public
        for number, text in known.items():
            if text != scribe.texts[number]:
                scribe.texts[number] = text
                changes.append(text)
        if own := todo & ~state.game.codec.public:
            changes += scribe.write(seen.views[eyes, place].tobytes(), own)
        return ",".join(changes)


@lru_cache(AT_HAND)
def _seen(showing: Showing) -> Seen:
    game = showing.states[0].game
    codec, views = game.codec, game.see(showing.states)
    changed = np.bitwise_or.reduce((views[:, 1:] != views[:, :-1]) * codec.readers, axis=2).tolist()
    public = []
    for place, keys in enumerate(changed[0], 1):
        content = views[0, place].tobytes()
        public.append({number: codec.text(number, content) for number in codec.numbers(keys & codec.public)})
    return Seen(views, changed, public)
