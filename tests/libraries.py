"""What tests run ahead-of-time code of: a library of RITUAL for this machine, and the page's engines. Each is made once,
by the first process that wants it, and kept in build/native until its sources change."""

import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from native.build import BUILT, dumped, library
from native.page import engine

__all__ = ["SLUG", "TARGET", "engine_of", "made", "only_here"]

SLUG, TARGET = "ritual", "x86_64-linux"
only_here = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="libraries are run on Linux with x86-64 only"
)


@contextmanager
def _alone(slug: str) -> Iterator[None]:
    """No other process makes anything of this title meanwhile."""
    import fcntl

    BUILT.mkdir(parents=True, exist_ok=True)
    with open(BUILT / f"{slug}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def made() -> Path:
    """The library."""
    with _alone(SLUG):
        return library(SLUG, TARGET)


def engine_of(slug: str) -> tuple[Path, Path]:
    """A title's engine: rules and script."""
    with _alone(slug):
        if slug == SLUG:
            dumped(slug)  # whole: the library is made of it, too
        return engine(slug)
