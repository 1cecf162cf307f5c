"""A trial game for the conformance suite: three seats lay cards face down. Its option `leak` breaks one thing."""

from typing import Any

from takujo.core.codec import Codec
from takujo.core.game import Game, Refusal
from takujo.core.kinds import INT
from takujo.core.record import Record
from takujo.core.text import Text

from .state import CARDS, CITATIONS, EVENTS, OPTIONS, State


def complete(s: Record, given: dict[str, Any], codec: Codec) -> None:
    codec.read(given, s)


GAME = Game(
    __name__,
    slug="trial",
    version=1,
    players=range(3, 4),
    options=OPTIONS,
    state=State,
    events=EVENTS,
    citations=CITATIONS,
    actions=[{"type": "lay", "card": card} for card in range(CARDS)],
    action_values={"lay": {"card": INT}},
    private={"lay": "card"},
    refusal=lambda s, seat, action: Refusal("no", "1", {}),
    text=Text(
        title={"en": "Trial", "ja": "試し"},
        blurb={"en": "", "ja": ""},
        credits="",
        minutes=1,
        options={},
        phases={},
        actions={},
        events={},
        refusals={"no": {"en": "Not now.", "ja": "いまはできません。"}},
        board=lambda view, language, name: "",
    ),
    complete=complete,
    check_view=lambda s: None,
    belief=lambda s: {},
    observation_size=1,
    outcomes=CARDS,
)
