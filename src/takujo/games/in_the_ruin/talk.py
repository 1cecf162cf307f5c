"""Table talk in IN THE RUIN: not in step 1 that one takes a gem or escapes; never which special action one chose."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from takujo.core.talk import Talk


def is_judged(view: Mapping[str, Any]) -> bool:
    """In step 1: before it nobody has done such a thing, and step 2 is over at once."""
    return bool(view["phase"] == "step1")


TALK = Talk(
    folder=Path(__file__).parent,
    topic="GDKEXWPCS",
    reasons={
        "G": ("gem-told", "5-1-2"),
        "WPS": ("special-told", "8"),
        "EX": ("escape-told", "5-1-2-E"),
        "": ("gem-told", "5-1-2"),
    },
    is_judged=is_judged,
)
