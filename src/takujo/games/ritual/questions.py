"""What a board asks about RITUAL: the printed cards, and what chants would do."""

from typing import Any, Literal, TypedDict

from .cards import COLOUR as COLOUR_OF
from .cards import DATA, IDS, MADNESS_LIMIT, POINTS
from .state import Play

Json = dict[str, Any]


class End(TypedDict):
    colour: Literal["red", "green", "yellow"]
    points: int


class Card(TypedDict):
    ends: list[End]
    back: list[int]


class Facts(TypedDict):
    cards: dict[str, Card]


def facts() -> Facts:
    """Every card, by its id."""
    return Facts(cards={card["id"]: Card(ends=card["ends"], back=card["back"]) for card in DATA["cards"]})


class Chant(TypedDict):
    card: str
    side: int
    with_altar: bool  # it is that of the altar
    gain: int  # should it score
    total: int  # and then
    cost: int  # in a vortex
    out: bool  # and that would be the end of this ritual


def chants(v: Play, seat: int | None, about: Json) -> list[Chant]:
    """What each end of the cards in hand would do: RES, LAY, MAD-2."""
    if seat is None:
        return []
    return [chant(v, seat, card, side) for card in v.hand[seat] if card >= 0 for side in range(2)]


def chant(v: Play, seat: int, card: int, side: int) -> Chant:
    points, with_altar = POINTS[card, side], COLOUR_OF[card, side] == v.altar
    cost = 0 if with_altar else points  # LAY-3: only who is off the altar pays
    out = cost > 0 and v.minus[seat] + cost >= MADNESS_LIMIT
    total = v.total[seat] + points
    return Chant(card=IDS[card], side=side, with_altar=with_altar, gain=points, total=total, cost=cost, out=out)
