"""The doors into a game's bot. This file is loaded once for each game, as the module `door` of its bot's package.

They get views, as raw records; only `worth`, `worths`, `points`, `retrace`, `chapter`, `note` and `heed` get a
whole state, one that was guessed.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from takujo.bots.tuning import SEAT
from takujo.core.jit import Bytes, Events, Floats, door, rule
from takujo.core.record import NONE
from takujo.core.sets import has

policy: Any = import_module(".policy", __package__)
Play: Any = policy.Play
DTYPE = Play.dtype
rules: Any = import_module("..rules", __package__)
outcomes: Any = import_module(".outcomes", __package__) if find_spec(f"{__package__}.outcomes") else None


@rule
def nothing(s: Play, k: int) -> int:
    """For a game in which what others did tells nothing beyond what the view holds."""
    return NONE


@rule
def only(s: Play) -> int:
    """For a game that a search does not divide."""
    return 0


@rule
def silent(s: Play, seat: int, notes: Events, row: Events) -> None:
    """For a game that names no outcomes."""


@rule
def each(s: Play, seats: int, out: Events) -> None:
    """For a game in which seats have nothing in common when they are asked what a state is worth to them."""
    for seat in range(s.players):
        if has(seats, seat):
            out[seat] = policy.worth(s, seat)


retrace = getattr(policy, "retrace", nothing)
chapter = getattr(policy, "chapter", only)
worths = getattr(policy, "worths", each)
points = getattr(policy, "points", rules.score)
note, heed = getattr(outcomes, "note", silent), getattr(outcomes, "heed", silent)
OUTCOMES: dict[str, str] = getattr(outcomes, "OUTCOMES", {})


@door
def _weigh(view: Bytes, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """How much each of n actions is preferred: it is chosen with a chance in proportion to exp(out[i])."""
    policy.weigh(view.view(DTYPE)[0], seat, numbers, n, care, out)


@door
def _worth(raw: Bytes, seat: int) -> int:
    """What a state is worth to a seat, in thousandths of a win; exact when the game is over."""
    return policy.worth(raw.view(DTYPE)[0], seat)


@door
def _worths(raw: Bytes, seats: int, out: Events) -> None:
    """The same for each of a set of seats."""
    worths(raw.view(DTYPE)[0], seats, out)


@door
def _retrace(raw: Bytes, k: int) -> int:
    """Take a state back to the k-th decision that led to it and still tells something: what was chosen, NONE after all.

    By how likely a policy would have chosen it a search knows how likely a guess is.
    """
    return retrace(raw.view(DTYPE)[0], k)


@door
def _chapter(raw: Bytes, seat: int) -> int:
    """A number that grows where a search may stop and ask what the state is worth, say when a round is over."""
    return chapter(raw.view(DTYPE)[0])


@door
def _points(raw: Bytes, seat: int) -> int:
    """Points of a seat; before the end those it may expect, if the policy can say, else those it has."""
    return points(raw.view(DTYPE)[0], seat)


@door
def _note(raw: Bytes, notes: Events, row: Events) -> None:
    """A seat, notes[SEAT], is about to decide: what its outcomes will be measured by."""
    note(raw.view(DTYPE)[0], notes[SEAT], notes, row)


@door
def _heed(raw: Bytes, notes: Events, row: Events) -> None:
    """A decision later, and once more at the end: what has come of it, a number for each of OUTCOMES."""
    heed(raw.view(DTYPE)[0], notes[SEAT], notes, row)
