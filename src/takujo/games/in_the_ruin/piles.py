"""Cards in hands, rows and piles: lists that end at the first NONE. Compiled."""

from takujo.core.jit import Ints, rule
from takujo.core.record import NONE


@rule
def count(cards: Ints) -> int:
    n = 0
    while n < len(cards) and cards[n] != NONE:
        n += 1
    return n


@rule
def drop(cards: Ints, n: int) -> None:
    """Take the first n away."""
    for i in range(len(cards)):
        cards[i] = cards[i + n] if i + n < len(cards) else NONE


@rule
def insert(cards: Ints, card: int) -> None:
    """Put a card into a sorted hand."""
    i = count(cards)
    while i > 0 and cards[i - 1] > card:
        cards[i] = cards[i - 1]
        i -= 1
    cards[i] = card


@rule
def remove(cards: Ints, card: int) -> None:
    i = 0
    while cards[i] != card:
        i += 1
    while i < len(cards) - 1:
        cards[i] = cards[i + 1]
        i += 1
    cards[i] = NONE
