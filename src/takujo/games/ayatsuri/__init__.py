"""Ayatsuri (あやつり殺人事件): villains kill each other without knowing who is who. Published by PURPURIN."""

from typing import Any

from takujo.core.game import Game

from . import knowledge, position, text
from .cards import CARDS, DETECTIVE, SEATS
from .state import CITATIONS, EVENTS, OPTIONS, State

ACTIONS: list[dict[str, Any]] = [
    *({"type": "pick", "role": role} for role in range(CARDS)),
    {"type": "condemn"},
    {"type": "spare"},
    {"type": "keep"},
    *({"type": "hand", "target": seat} for seat in range(SEATS)),
    *({"type": "accuse", "target": seat} for seat in range(SEATS)),
    *({"type": "name", "role": role} for role in range(DETECTIVE, CARDS)),
    *({"type": kind, "target": seat} for kind in ("guard", "treat", "murder") for seat in range(SEATS)),
    *({"type": kind, "side": side} for kind in ("pay", "take") for side in ("life", "kill")),
]

GAME = Game(
    __name__,
    slug="ayatsuri",
    version=2,
    players=range(3, SEATS + 1),
    options=OPTIONS,
    table_options={"max_rounds": 0},  # by the book there is no last round
    state=State,
    events=EVENTS,
    citations=CITATIONS,
    actions=ACTIONS,
    private={"pick": "role"},
    refusal=text.refusal,
    text=text.TEXT,
    complete=position.complete,
    resumes=True,
    faults=text.FAULTS,
    default_players=position.count_players,
    read_view=knowledge.read_view,
    check_view=knowledge.check_view,
    belief=knowledge.belief,
    observation_size=knowledge.OBSERVATION_SIZE,
    derived={
        "stock": position.stock,
        "proxies": position.proxies,
        "hand": position.hand,
        "leftover": position.leftover,
        "seen": position.seen,
        "luck": position.luck,
    },
)
