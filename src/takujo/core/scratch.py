"""Memory of a rule's own."""

from typing import Any

from takujo.core.jit import Ints

__all__ = ["scratch"]


def scratch(size: int) -> Ints:
    """A row of zeros that is gone when the rule returns; its size is a constant.

    Compiled it lies on the stack (core/handle.py), so it costs as much as writing the zeros.
    """
    row: Any = [0] * size
    return row
