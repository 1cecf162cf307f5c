"""All chance: xoshiro128++ in the record, hidden from everybody, or a script given by the caller.

The field `chance` of every record holds four 32-bit words of the generator, then the script: what it is a
script of, how many numbers have been taken, how many there are, the size of the draw that found it empty,
and the numbers themselves. These are draws, for `below`, or whole outcomes in a game's own words, for `outcome`.
"""

import hashlib
import hmac
import struct
from collections.abc import Sequence

from takujo.core.jit import Ints, rule

__all__ = [
    "CHANCE_SIZE",
    "DRAWS",
    "OUTCOMES",
    "SCRIPT_SIZE",
    "below",
    "needed",
    "outcome",
    "outcomes",
    "script",
    "seed_chance",
    "seed_words",
    "shuffle",
]

WORDS = 4
OF, TAKEN, GIVEN, NEED, FIRST = 4, 5, 6, 7, 8  # places in the field `chance`
DRAWS, OUTCOMES = 1, 2  # what a script is of; 0: there is none
SCRIPT_SIZE = 64  # more numbers than any single action of any game draws
CHANCE_SIZE = FIRST + SCRIPT_SIZE

MASK = 0xFFFFFFFF
FOUR_WORDS = struct.Struct("<4I")


@rule
def below(chance: Ints, k: int) -> int:
    """A number 0 .. k-1, each equally likely. Scripted: the next of the script; past its end 0, noting k."""
    if chance[OF] == DRAWS:
        if chance[TAKEN] >= chance[GIVEN]:
            if chance[NEED] == 0:
                chance[NEED] = k
            return 0
        chance[TAKEN] += 1
        return chance[FIRST - 1 + chance[TAKEN]]
    while True:
        a, b, c, d = chance[0], chance[1], chance[2], chance[3]
        x = (a + d) & MASK
        word = (((x << 7) & MASK | x >> 25) + a) & MASK
        c ^= a
        d ^= b
        chance[1] = b ^ c
        chance[0] = a ^ d
        chance[2] = c ^ (b << 9) & MASK
        chance[3] = (d << 11) & MASK | d >> 21
        product = word * k
        low = product & MASK
        if low >= k or low >= (MASK + 1 - k) % k:  # else the first of these numbers would come too often
            return product >> 32


@rule
def outcome(chance: Ints) -> int:
    """The next outcome of the script, which is then shorter by it; -1: none is told, so the generator decides."""
    if chance[OF] != OUTCOMES:
        return -1
    told = chance[FIRST]
    chance[GIVEN] -= 1
    for i in range(FIRST, FIRST + chance[GIVEN]):
        chance[i] = chance[i + 1]
    chance[FIRST + chance[GIVEN]] = 0
    if chance[GIVEN] == 0:
        chance[OF] = 0
    return told


@rule
def shuffle(chance: Ints, cards: Ints, n: int) -> None:
    """Shuffle the first n cards: from the last place down, swap with a place at or before it."""
    for i in range(n - 1, 0, -1):
        j = below(chance, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@rule
def seed_chance(chance: Ints, seed: int) -> None:
    """Seed from a number inside compiled code (a mixing step a word; never all zero)."""
    x = seed & MASK
    y = (seed >> 32) & MASK
    for i in range(4):
        x = (x + 0x9E3779B9) & MASK
        z = x ^ y
        z = ((z ^ (z >> 16)) * 0x85EBCA6B) & MASK
        z = ((z ^ (z >> 13)) * 0xC2B2AE35) & MASK
        y = z ^ (z >> 16)
        chance[i] = y
    chance[0] |= 1
    for i in range(4, 8):
        chance[i] = 0


def seed_words(seed: bytes | int, number: int = 0) -> list[int]:
    """The generator's four words for one action of a match: HMAC-SHA256(seed, action number)."""
    digest = hmac.digest(seed_bytes(seed), b"takujo chance %d" % number, hashlib.sha256)
    words = list(FOUR_WORDS.unpack_from(digest))
    return words if any(words) else [1, 0, 0, 0]


def seed_bytes(seed: bytes | int) -> bytes:
    """A seed as bytes; an int in its shortest form."""
    if isinstance(seed, bytes):
        return seed
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ValueError(f"seed is {seed!r}; it takes bytes or an integer >= 0")
    return seed.to_bytes((seed.bit_length() + 7) // 8 or 1, "big")


def script(chance: Ints | list[int], numbers: Sequence[int] | None, of: int = DRAWS) -> None:
    """Let the next draws, or outcomes, be these numbers instead of the generator's; None: the generator again."""
    if numbers is not None and len(numbers) > SCRIPT_SIZE:
        raise ValueError(f"a script of {len(numbers)} numbers; it takes at most {SCRIPT_SIZE}")
    for i in range(OF, CHANCE_SIZE):
        chance[i] = 0
    if numbers is not None:
        chance[OF], chance[GIVEN] = of, len(numbers)
        for i, number in enumerate(numbers):
            chance[FIRST + i] = number


def needed(chance: Ints | list[int]) -> int:
    """The size of the first draw that found the script empty; 0 if none did."""
    return int(chance[NEED])


def outcomes(chance: Ints | list[int]) -> list[int]:
    """The outcomes that are still told."""
    return [int(number) for number in chance[FIRST : FIRST + chance[GIVEN]]] if chance[OF] == OUTCOMES else []
