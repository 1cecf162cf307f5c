"""Memory of a rule's own."""

from typing import Any

from takujo.core.jit import Doubles, Ints

__all__ = ["doubles", "scratch"]


def scratch(size: int) -> Ints:
    """A row of zeros that is gone when the rule returns; its size is a constant.

    Compiled it lies on the stack (core/handle.py), so it costs as much as writing the zeros.
    """
    row: Any = [0] * size
    return row


def doubles(size: int) -> Doubles:
    """The same of numbers with a point."""
    row: Any = [0.0] * size
    return row
