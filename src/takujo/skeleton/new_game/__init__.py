"""New game: a card each, seen by nobody else; keep it or swap it, the highest wins."""

from takujo.core.game import Game
from takujo.core.text import Text

from . import knowledge
from .state import ACTION, CARDS, EVENT, RULE, SEATS, Play

GAME = Game(
    __name__,
    slug="new-game",
    version=1,  # raise it when the behaviour changes: old records replay only with the old one
    players=range(2, SEATS + 1),
    options=(),
    state=Play,
    events=EVENT.types,
    citations=tuple(RULE.names),
    actions=ACTION.json,
    action_values=ACTION.values,
    text=Text(__file__, credits="You", minutes=5),
    observation_size=knowledge.OBS.size,
    outcomes=CARDS,
    spectator_observes=False,
)
