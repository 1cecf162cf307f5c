"""RITUAL (リチュアル): chant with or against the others. Design 鈴木陽太, 押切隼; TACTICAL GAMES."""

from pathlib import Path
from typing import TypedDict

from takujo.core.codec import reads
from takujo.core.components import component_file
from takujo.core.game import Game

from . import knowledge, position, questions, text
from .cards import CARDS, SEATS, check_table
from .state import ACTION, EVENT, OPTIONS, RULE, Play


class Markers(TypedDict):
    """Of each colour."""

    red: int
    green: int
    yellow: int


@reads("used", "altar")
def markers_left(s: Play) -> Markers:
    """Face-down markers by colour, as everybody can count them."""
    red, green, yellow = knowledge.left(s)
    return Markers(red=red, green=green, yellow=yellow)


GAME = Game(
    __name__,
    slug="ritual",
    version=2,
    players=range(2, SEATS + 1),
    options=OPTIONS,
    state=Play,
    events=EVENT.types,
    citations=tuple(RULE.names),
    actions=ACTION.json,
    action_values=ACTION.values,
    private=ACTION.private,
    refusal=text.refusal,
    text=text.TEXT,
    complete=position.complete,
    check_view=knowledge.check_view,
    belief=knowledge.belief,
    observation_size=knowledge.OBS.size,
    outcomes=CARDS,
    derived={"markers_left": markers_left},
    facts=questions.facts,
    questions={"chants": questions.chants},
    components=component_file(__name__) if "@" in __name__ else None,
    check_components=check_table,
    rounds=("ritual", "restarts", "round"),
    small=(Path(__file__).parent / "small" / "ritual.toml", {"start": 0, "restart_cap": 0}),
)
