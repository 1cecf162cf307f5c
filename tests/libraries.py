"""A library for tests, made once: of RITUAL, for this machine."""

import platform
import sys
from pathlib import Path

import pytest

from native.build import BUILT, library

__all__ = ["SLUG", "TARGET", "made", "only_here"]

SLUG, TARGET = "ritual", "x86_64-linux"
only_here = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="libraries are run on Linux with x86-64 only"
)


def made() -> Path:
    """The file; where several processes want it the first one makes it."""
    import fcntl

    BUILT.mkdir(parents=True, exist_ok=True)
    with open(BUILT / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return library(SLUG, TARGET)
