"""Sets of seats, cards or other small numbers: the bits of one integer."""

from takujo.core.jit import rule

__all__ = ["all_of", "first_of", "has", "has_several", "members", "only", "size_of", "without"]


@rule
def only(thing: int) -> int:
    """The set of this one alone. Sets are joined by `|`."""
    return 1 << thing


@rule
def all_of(count: int) -> int:
    """The set of the first so many: of all seats, say."""
    return (1 << count) - 1


@rule
def without(things: int, thing: int) -> int:
    return things & ~(1 << thing)


@rule
def has(things: int, thing: int) -> bool:
    return bool(things >> thing & 1)


@rule
def has_several(things: int) -> bool:
    """Are there two or more?"""
    return bool(things & (things - 1))


@rule
def size_of(things: int) -> int:
    n = 0
    while things:
        things &= things - 1
        n += 1
    return n


def first_of(things: int) -> int:
    """The lowest of a set that is not empty; compiled, one instruction (core/handle.py)."""
    thing = 0
    while not things >> thing & 1:
        thing += 1
    return thing


def members(things: int) -> list[int]:
    """All of them, ascending; for Python."""
    return [thing for thing in range(things.bit_length()) if things >> thing & 1]
