"""Table talk in Arkham Ritual [11]: neither the name of a card held or face down, nor the colour of a card held."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from takujo.core.talk import Talk

from .cards import CARDS

COPIES: Counter[str] = Counter()  # by the printed name
for _card in CARDS:
    COPIES[_card.ja] += _card.copies
PRINTED = {card.slug: card.ja for card in CARDS}


def is_judged(view: Mapping[str, Any]) -> bool:
    """Until the game is over."""
    return bool(view["phase"] != "over")


def names_open(view: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of those cards of which every copy lies open."""
    count = Counter(PRINTED[slug] for slug in [*view.get("discard", ()), *view.get("dummies", ())] if slug)
    names = {words.split()[0]: words for words in TALK.words["N"]}
    return tuple(names[name] for name in count if count[name] == COPIES[name])


TALK = Talk(
    folder=Path(__file__).parent,
    topic="NC",
    reasons={"": ("card-told", "11")},
    is_judged=is_judged,
    open=names_open,
)
