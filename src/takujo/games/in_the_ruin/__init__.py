"""IN THE RUIN: map the ruin, find gems, get out in time. Design 沢川 游祐, artwork たかみまこと (fudacoma.jp)."""

from pathlib import Path
from typing import Any

from takujo.core.codec import expect
from takujo.core.components import component_file
from takujo.core.game import Game

from . import actions, knowledge, position, questions, text
from .cards import CARDS, NAME, SEATS, check, design_faults
from .state import ACTION, EVENT, OPTIONS, RULE, Play

STANDARD = "standard"


def card_set(s: Play) -> str:
    """Which components this is played with."""
    return NAME


def route(given: dict[str, Any]) -> Game | None:
    """The game with the card set that options or a position ask for, by name or path; None: it is this one."""
    options = given.get("options")
    wanted = options.get("card_set") if isinstance(options, dict) else None
    wanted = given.get("card_set", wanted)
    if wanted is None or wanted == NAME:
        return None
    takes = f'"{NAME}", "{STANDARD}" or the path of a card set file'
    expect(isinstance(wanted, str), "card_set", wanted, takes)
    if wanted == STANDARD:
        return Game.loader("in-the-ruin")
    expect(Path(wanted).is_file(), "card_set", wanted, takes)
    game = Game.loader("in-the-ruin", wanted)
    return None if game.package == __name__ else game


# Everybody decides at the same time: what a seat does is its own until all are ready.
PRIVATE = {kind: " ".join([*keys, "type"]) for kind, keys in actions.VALUES.items()}

GAME = Game(
    __name__,
    slug="in-the-ruin",
    version=2,
    players=range(1, SEATS + 1),
    options=OPTIONS,
    state=Play,
    events=EVENT.types,
    citations=tuple(RULE.names),
    num_actions=ACTION.size,
    action_values=actions.VALUES,
    encode=actions.encode,
    decode=actions.decode,
    private=PRIVATE,
    refusal=text.refusal,
    text=text.TEXT,
    complete=position.complete,
    check_view=knowledge.check_view,
    read_view=knowledge.read_view,
    belief=knowledge.belief,
    observation_size=knowledge.OBS.size,
    outcomes=CARDS,
    derived={"card_set": card_set},
    facts=questions.facts,
    questions={
        "standings": questions.standings,
        "drafts": questions.drafts,
        "refusals": questions.refusals,
        "ways": questions.ways,
    },
    default_players=position.default_players,
    extra_keys=("seed",),
    route=route,
    spectator_observes=False,
    rounds=("stage", "round"),
    aim="solo_target",
    simultaneous=True,
    components=component_file(__name__) if "@" in __name__ else None,
    check_components=check,
    advice=design_faults,
)
