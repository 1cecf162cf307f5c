"""The doors into a game's bot. This file is loaded once for each game, as the module `door` of its bot's package.

They get views, as raw records; only `worth`, `retrace` and `chapter` get a whole state, one that a search has guessed.
"""

from importlib import import_module
from typing import Any

from takujo.core.jit import Bytes, Events, Floats, door, rule
from takujo.core.record import NONE

policy: Any = import_module(".policy", __package__)
Play: Any = policy.Play
DTYPE = Play.dtype


@rule
def nothing(s: Play, k: int) -> int:
    """For a game in which what others did tells nothing beyond what the view holds."""
    return NONE


@rule
def only(s: Play) -> int:
    """For a game that a search does not divide."""
    return 0


retrace = getattr(policy, "retrace", nothing)
chapter = getattr(policy, "chapter", only)


@door
def _weigh(view: Bytes, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """How much each of n actions is preferred: it is chosen with a chance in proportion to exp(out[i])."""
    policy.weigh(view.view(DTYPE)[0], seat, numbers, n, care, out)


@door
def _worth(raw: Bytes, seat: int) -> int:
    """What a state is worth to a seat, in thousandths of a win; exact when the game is over."""
    return policy.worth(raw.view(DTYPE)[0], seat)


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
