"""The doors into compiled code, over raw buffers. This file is loaded once for each game, as its module `door`.

They trust their caller; core/game.py checks. Few and flat, because each is compiled whole.
"""

from importlib import import_module
from typing import Any

from takujo.core.chance import below, seed_chance
from takujo.core.jit import Bytes, Events, Floats, door, seldom
from takujo.core.sets import first_of

rules: Any = import_module(".rules", __package__)
knowledge: Any = import_module(".knowledge", __package__)
Play: Any = import_module(".state", __package__).Play
DTYPE = Play.dtype


@door
def _setup(raw: Bytes, ev: Events, seed: int) -> None:
    """Set up a game in a blank record; seed -1: the record has one."""
    s = raw.view(DTYPE)[0]
    if seed >= 0:
        seed_chance(s.chance, seed)
    rules.setup(s, ev)


@door
def _acting(raw: Bytes) -> int:
    return rules.acting(raw.view(DTYPE)[0])


@door
def _legal(raw: Bytes, seat: int, out: Events) -> int:
    s = raw.view(DTYPE)[0]
    if not rules.acting(s) >> seat & 1:
        return 0
    return rules.legal(s, seat, out)


@door
def _winners(raw: Bytes) -> int:
    return rules.winners(raw.view(DTYPE)[0])


@door
def _score(raw: Bytes, seat: int) -> int:
    return rules.score(raw.view(DTYPE)[0], seat)


@door
def _step(raw: Bytes, ev: Events, seat: int, action: int, out: Events) -> int:
    """Act (seat -1: not), then write the first seat to act and its legal actions; how many, 0 when over."""
    s = raw.view(DTYPE)[0]
    if seat >= 0:
        rules.act(s, ev, seat, action)
    seats = rules.acting(s)
    if seats == 0:
        return 0
    out[0] = first_of(seats)
    return rules.legal(s, first_of(seats), out[1:])


@door
def _unveil(raw: Bytes, view: Bytes, seat: int) -> None:
    knowledge.unveil(raw.view(DTYPE)[0], view.view(DTYPE)[0], seat)


@door
def _guess(view: Bytes, seed: int) -> None:
    """Fill in what a view does not know, with fresh chance."""
    s = view.view(DTYPE)[0]
    for i in range(len(s.chance)):
        s.chance[i] = 0
    seed_chance(s.chance, seed)
    knowledge.guess(s)
    seed_chance(s.chance, below(s.chance, 1 << 31) ^ seed)


@seldom  # learning programs do; nobody at a table
def _observe(view: Bytes, seat: int, out: Floats) -> None:
    knowledge.observe(view.view(DTYPE)[0], seat, out)
