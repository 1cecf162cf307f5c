"""Libraries made ahead of time, one for each title (decision 0012): what a wheel has instead of a compiler."""

import hashlib
import importlib.util
import json
import os
import sys
import warnings
from collections.abc import Callable
from functools import cache
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from typing import Any

from takujo.core.jit import JIT

__all__ = ["HOME", "Library", "digest_of", "library"]

HOME = Path(__file__).parents[1]  # of takujo
FOLDER = os.environ.get("TAKUJO_NATIVE", str(HOME / "native"))  # another may be named; an empty name: none is used
SUFFIX = "pyd" if sys.platform == "win32" else "abi3.so"


class Library:
    """One title's doors and loops, as an extension module."""

    def __init__(self, file: Path):
        name = file.name.partition(".")[0]
        spec = importlib.util.spec_from_file_location(name, loader=ExtensionFileLoader(name, str(file)))
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self._file, self._functions = file, vars(module)
        self._sources: dict[str, str] = json.loads(module.SOURCES)

    def is_current(self) -> bool:
        """Are the files that it was made from as they were then?"""
        return all(digest_of(HOME / name) == digest for name, digest in self._sources.items())

    def entry(self, function: Callable[..., Any]) -> Any:
        """A door or loop in it."""
        name = f"{function.__module__}.{function.__name__}"
        if name not in self._functions:
            why = "TAKUJO_NATIVE= (empty) and takujo[jit] compile it"
            raise ValueError(f"{name} is not in {self._file}: {why}")
        return self._functions[name]


def digest_of(file: Path) -> str | None:
    """What tells a file from what it was before; None if it is not there."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return None


def library(game: str) -> Library | None:
    """That of a game's package, if there is one and it was made from these sources."""
    home, _, title = game.rpartition(".")
    return _library(title) if JIT and FOLDER and home == "takujo.games" and "@" not in title else None


@cache
def _library(title: str) -> Library | None:
    file = Path(FOLDER) / f"{title}.{SUFFIX}"
    if not file.is_file():
        return None
    try:
        found = Library(file)
        if found.is_current():
            return found
        why = "it was made from other sources than these"
    except ImportError as error:
        why = str(error)
    warnings.warn(f"{file} is not used: {why}", RuntimeWarning, stacklevel=3)
    return None
