"""Where Numba keeps what it compiled for us: in our own directories, whose names say what it was made from.

By itself Numba compiles anew for every place and date of a source file, and so for every checkout.
"""

from typing import Any

from numba import config
from numba.core.caching import _CacheLocator

__all__ = ["Locator"]


class Locator(_CacheLocator):  # type: ignore[misc]  # Numba is not followed
    """The directory that core/jit.py has set."""

    def __init__(self, function: Any):
        self._path, self._line = config.CACHE_DIR, function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Any, file: str) -> "Locator":
        return cls(function)

    def get_cache_path(self) -> str:
        return str(self._path)

    def get_source_stamp(self) -> int:
        return 0

    def get_disambiguator(self) -> str:
        return str(self._line)
