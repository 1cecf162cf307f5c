"""Arkham Ritual (アーカムリチュアル): everybody sees your card but you. Design 笠輪弘樹, publisher 小林大."""

from takujo.core.codec import reads
from takujo.core.components import component_file
from takujo.core.game import Game
from takujo.core.record import NONE
from takujo.core.sets import members

from . import knowledge, position, questions, text
from .cards import DECK, HEADS, SEATS, check
from .state import ACTION, EVENT, OPTIONS, RULE, Play


@reads("on_table")
def on_table(s: Play) -> list[int]:
    """The seats that may still be offered this turn's card."""
    return members(s.on_table)


@reads("gate_clear")
def gate_clear(s: Play) -> list[int]:
    """The seats whose present card was in hand when a Gate found no Great Old One."""
    return members(s.gate_clear)


@reads("doom_space", "opt_doom_values")
def doom_value(s: Play) -> int | None:
    """What the doom marker points to."""
    return None if s.doom_space == NONE else int(s.opt_doom_values[s.doom_space])


GAME = Game(
    __name__,
    slug="arkham-ritual",
    version=2,
    players=range(3, SEATS + 1),
    options=OPTIONS,
    state=Play,
    events=EVENT.types,
    citations=tuple(RULE.names),
    actions=ACTION.json,
    action_values=ACTION.values,
    refusal=text.refusal,
    text=text.TEXT,
    complete=position.complete,
    check_view=knowledge.check_view,
    belief=knowledge.belief,
    observation_size=knowledge.OBS.size,
    outcomes=DECK,
    derived={"on_table": on_table, "gate_clear": gate_clear, "doom_value": doom_value},
    facts=questions.facts,
    questions={"chances": questions.chances, "judgement": questions.judgement},
    default_players=lambda given: given.get("players", HEADS),
    read_view=position.read_view,
    components=component_file(__name__) if "@" in __name__ else None,
    check_components=check,
    zero_sum=False,  # all who stay sane win
)
