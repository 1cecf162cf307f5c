"""What a board asks about Arkham Ritual: the printed cards, what hidden ones can be, and why holders fail."""

from typing import Any, Literal, TypedDict

from takujo.core.record import NONE

from .cards import ARTIFACT, CARD, CARDS, GROUPS, IDS, MAD
from .knowledge import LIES, Hidden
from .state import Play

Json = dict[str, Any]


class Card(TypedDict):
    kind: Literal["artifact", "event", "character", "great-old-one"]
    colour: Literal["sane", "mad"]
    artifact: str | None  # whatever its colour
    copies: int
    rule: str  # where the rules speak of it


class Facts(TypedDict):
    cards: dict[str, Card]
    groups: dict[str, list[str]]  # of each of these only the one that the option names is in the deck


RULES = {"artifact": "10-1", "event": "10-2", "character": "10-3", "great-old-one": "10-4"}


def facts() -> Facts:
    """Every card, by its name."""
    return Facts(
        cards={
            card.slug: Card(
                kind=card.kind,
                colour=card.colour,
                artifact=card.slug.partition("-")[0] if card.kind == "artifact" else None,
                copies=card.copies,
                rule="promo" if card.slug == "mystery" else RULES[card.kind],
            )
            for card in CARDS
        },
        groups={option: list(cards) for option, cards in GROUPS.items()},
    )


class Chance(TypedDict):
    card: str
    ways: int  # of `total`
    total: int


class Chances(TypedDict):
    hands: list[list[Chance]]
    offered: list[Chance]  # empty: there is none


def chances(v: Play, seat: int | None, about: Json) -> Chances:
    """What the cards in hand and the one offered can be: exactly, but for what the choices of others give away."""
    hidden = Hidden(v)
    return Chances(
        hands=[told(hidden, place) for place in range(v.players)],
        offered=told(hidden, LIES.OFFERED),
    )


def told(hidden: Hidden, place: int) -> list[Chance]:
    card = hidden.at[place]
    if card == NONE:
        return []
    odds = hidden.odds(place) if card < 0 else {card: 1}
    total = sum(odds.values())
    return [Chance(card=IDS[card], ways=ways, total=total) for card, ways in odds.items()]


Reason = Literal["mad", "sane", "twin", "plain", "student"]


class Judgement(TypedDict):
    why: list[list[Reason]]  # of each holder, seats first, then dummies; nothing for those who survive
    bonds: list[tuple[int, int]]  # holders whose artifacts resonate


def judgement(v: Play, seat: int | None, about: Json) -> Judgement:
    """Why holders failed the judgement of the last round, as its cards were turned up [7-1][7-2][10-3]."""
    cards = [card for card in [*v.l_hand[: v.players], *v.l_dummy] if card != NONE]
    pairs = [(i, j) for j in range(len(cards)) for i in range(j) if are_twins(cards[i], cards[j])]
    return Judgement(why=[reasons(cards, holder) for holder in range(len(cards))], bonds=pairs)


def are_twins(card: int, other: int) -> bool:
    """[7-1]: the same artifact, whatever the colours."""
    return ARTIFACT[card] != NONE and ARTIFACT[card] == ARTIFACT[other]


def reasons(cards: list[int], holder: int) -> list[Reason]:
    card, cultist = cards[holder], CARD.CULTIST in cards
    twins = [other for i, other in enumerate(cards) if i != holder and are_twins(card, other)]
    tests: list[tuple[Reason, bool]] = [
        ("mad", bool(MAD[card]) and not cultist),
        ("sane", cultist and not MAD[card]),
        ("twin", bool(twins)),
        ("plain", CARD.MAD_PROFESSOR in cards and ARTIFACT[card] == NONE),
        ("student", card == CARD.WARY_STUDENT),
    ]
    return [why for why, holds in tests if holds]
