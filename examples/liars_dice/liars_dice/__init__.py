"""Liar's dice: bid on the dice of all, seeing only yours; who is called a liar shows."""

from takujo.core.game import Game
from takujo.core.text import Text

from . import knowledge
from .state import ACTION, EVENT, OPTIONS, RULE, SEATS, Play

GAME = Game(
    __name__,
    slug="liars-dice",
    version=1,
    players=range(2, SEATS + 1),
    options=OPTIONS,
    state=Play,
    events=EVENT.types,
    citations=tuple(RULE.names),
    actions=ACTION.json,
    action_values=ACTION.values,
    text=Text(__file__, credits="Traditional", minutes=15, seats=frozenset({"seat", "target", "turn", "bidder"})),
    observation_size=knowledge.OBS.size,
    outcomes=6,
    spectator_observes=False,
)
