"""Names for numbers, declared once: rules read them as attributes, compiled or not.

Compiled code takes an attribute of a module for the constant it is, and reading it costs nothing. So a namespace is a
module.
"""

import re
from collections.abc import Iterable
from itertools import accumulate
from types import ModuleType
from typing import TYPE_CHECKING

__all__ = ["Blocks", "Namespace", "constant"]


def constant(name: str) -> str:
    """A name as code writes it: `take-sets` is TAKE_SETS, and the section `3.2-1 a` is S3_2_1_A."""
    words = re.sub(r"\W+", "_", name).strip("_").upper()
    return f"S{words}" if words[0].isdigit() else words


class Namespace(ModuleType):
    """Numbers by name, as attributes in capitals."""

    def __init__(self, numbers: Iterable[tuple[str, int]]):
        super().__init__(type(self).__name__)
        for name, number in numbers:
            if constant(name) in vars(self):
                raise ValueError(f"two things are called {constant(name)}")
            setattr(self, constant(name), number)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...


class Blocks(Namespace):
    """The parts of a row of numbers, by their sizes in order: each name is where that part begins, `size` the whole."""

    def __init__(self, **sizes: int):
        *starts, self.size = accumulate(sizes.values(), initial=0)
        super().__init__(zip(sizes, starts, strict=True))
        self.sizes = sizes
