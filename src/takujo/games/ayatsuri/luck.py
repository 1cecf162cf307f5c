"""What chance is told beforehand (4.1): outcomes of the script (core/chance.py), each its kind, then what it says."""

from collections.abc import Iterable

from takujo.core.chance import outcome
from takujo.core.jit import rule
from takujo.core.kinds import Terms
from takujo.core.record import NONE

from .cards import CARDS
from .state import FAULT, Play

LUCK = Terms("deal", "toss", "draw")
KIND_BITS = (len(LUCK.names) - 1).bit_length()
CARD_BITS = (CARDS - 1).bit_length()  # of a card in a deal, the first card lowest


@rule
def told(s: Play, kind: int) -> int:
    """What the next outcome is to be; NONE: ask the generator. One of another kind is a fault."""
    entry = outcome(s.chance)
    if entry < 0:
        return NONE
    if kind_of(entry) != kind:
        s.fault = FAULT.LUCK
        return NONE
    return value_of(entry)


@rule
def kind_of(entry: int) -> int:
    return entry & (1 << KIND_BITS) - 1


@rule
def value_of(entry: int) -> int:
    return entry >> KIND_BITS


@rule
def card_of(deal: int, place: int) -> int:
    """The card at a place of a deal."""
    return deal >> CARD_BITS * place & (1 << CARD_BITS) - 1


def entry_of(kind: int, value: int) -> int:
    return value << KIND_BITS | kind


def deal_of(cards: Iterable[int]) -> int:
    return sum(card << CARD_BITS * place for place, card in enumerate(cards))
