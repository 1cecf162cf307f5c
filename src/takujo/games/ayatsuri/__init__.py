"""Ayatsuri (あやつり殺人事件): villains kill each other without knowing who is who. Published by PURPURIN."""

from takujo.core.components import component_file
from takujo.core.game import Game

from . import knowledge, position, questions, text
from .cards import CARDS, SEATS, check
from .state import ACTION, EVENT, OPTIONS, RULE, Play

GAME = Game(
    __name__,
    slug="ayatsuri",
    version=2,
    players=range(3, SEATS + 1),
    options=OPTIONS,
    table_options={"max_rounds": 0},  # by the book there is no last round
    state=Play,
    events=EVENT.types,
    citations=tuple(RULE.names),
    actions=ACTION.json,
    action_values=ACTION.values,
    private=ACTION.private,
    refusal=text.refusal,
    text=text.TEXT,
    complete=position.complete,
    resumes=True,
    faults=text.FAULTS,
    default_players=position.count_players,
    read_view=knowledge.read_view,
    check_view=knowledge.check_view,
    belief=knowledge.belief,
    observation_size=knowledge.OBS.size,
    outcomes=CARDS,
    components=component_file(__name__) if "@" in __name__ else None,
    check_components=check,
    facts=questions.facts,
    questions={"gains": questions.gains, "threads": questions.threads},
    derived={
        "stock": position.stock,
        "proxies": position.proxies,
        "hand": position.hand,
        "leftover": position.leftover,
        "seen": position.seen,
        "luck": position.luck,
    },
)
