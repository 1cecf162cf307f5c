"""A trial game for the conformance suite: three seats lay cards face down. Its option `leak` breaks one thing."""

from takujo.core.game import Game
from takujo.core.kinds import INT
from takujo.core.text import Text

from .state import CARDS, CITATIONS, EVENTS, OPTIONS, Play

GAME = Game(
    __name__,
    slug="trial",
    version=1,
    players=range(3, 4),
    options=OPTIONS,
    state=Play,
    events=EVENTS,
    citations=CITATIONS,
    actions=[{"type": "lay", "card": card} for card in range(CARDS)],
    action_values={"lay": {"card": INT}},
    private={"lay": "card"},
    text=Text(__file__, credits="", minutes=1),
    observation_size=1,
    outcomes=CARDS,
)
