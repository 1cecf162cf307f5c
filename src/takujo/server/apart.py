"""Compile a game in a process apart: `python -m takujo.server.apart SLUG`, other components on its standard input.

What strangers have compiled is held to limits, and nobody who plays waits for it.
"""

import contextlib
import os
import sys

__all__ = ["command", "environment"]

STEP_BACK = 19  # the niceness
LIMITS = {
    "RLIMIT_CPU": 1200,  # seconds: the longest takes two minutes
    "RLIMIT_AS": 4 << 30,  # bytes
    "RLIMIT_FSIZE": 64 << 20,  # bytes of a file
    "RLIMIT_CORE": 0,
}


def command(slug: str) -> list[str]:
    return [sys.executable, "-m", "takujo.server.apart", slug]


def environment() -> dict[str, str]:
    return os.environ | {"TAKUJO_JIT": "1"}


def _main() -> None:
    if sys.platform != "win32":
        import resource

        os.nice(STEP_BACK)
        for what, most in LIMITS.items():
            with contextlib.suppress(ValueError, OSError):  # not every system has each of them
                resource.setrlimit(getattr(resource, what), (most, most))
    components = sys.stdin.buffer.read()
    from takujo.bots.minds import prepare  # after the limits
    from takujo.games import load

    prepare(load(sys.argv[1], components or None))


if __name__ == "__main__":
    _main()
