"""The engines of the page (decision 0014): only those are named that were made of the rules this process plays by."""

import json
from functools import cache
from pathlib import Path

from takujo.core.native import HOME, digest_of

__all__ = ["engines"]

Files = dict[str, str]


def engines(folder: Path) -> dict[str, Files]:
    """The files of each title, by slug, from `index.json` there."""
    try:
        index = json.loads((folder / "index.json").read_text("utf-8"))
    except OSError:
        return {}
    return {slug: each["files"] for slug, each in index.items() if _is_current(each["sources"])}


def _is_current(sources: Files) -> bool:
    return all(_digest(name) == digest for name, digest in sources.items())


@cache  # as it was when the rules were loaded, or soon after
def _digest(name: str) -> str | None:
    return digest_of(HOME / name)
