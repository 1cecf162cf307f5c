"""Table talk in あやつり殺人事件 (3.2-1 notes): while roles are chosen, nothing of the cards one saw or chose."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from takujo.core.talk import Talk


def is_judged(view: Mapping[str, Any]) -> bool:
    """While roles are chosen."""
    return bool(view["phase"] == "draft")


TALK = Talk(
    folder=Path(__file__).parent,
    topic="NKATD",
    reasons={"": ("draft-told", "3.2-1 notes")},
    is_judged=is_judged,
)
