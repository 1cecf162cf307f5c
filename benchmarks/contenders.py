"""The table of what is measured. A further game is one more function like `ritual`."""

import os
from collections.abc import Callable
from functools import partial

from benchmarks import ruin
from benchmarks.measure import GAMES, MICROSECONDS, MOVES, SIMULATIONS, Aim, Contender, Slice
from benchmarks.oracles import oracle_events, oracle_loop
from benchmarks.ours import (
    ours_apply,
    ours_batch,
    ours_clone,
    ours_games,
    ours_lab,
    ours_loop,
    ours_new,
    ours_pettingzoo,
    ours_policies,
    ours_search,
    ours_steps,
    ours_vector,
    ours_vector_among,
)
from benchmarks.peers import goofspiel, ismcts_cpp, ismcts_python, openspiel_ritual, uno
from benchmarks.records import ours_copies, ours_views
from benchmarks.yardstick import c_copies, c_loop, c_views

__all__ = ["BASELINES", "all_contenders"]

PYTHON, EVENTS, OPENSPIEL = "Python", "Python+events", "OpenSpiel"  # the baselines
PETTINGZOO, UNO, ISMCTS, POLICIES, BY_HAND = "PettingZoo", "RLCard uno", "ISMCTS", "policies alone", "C"
BASELINES = (
    f"{PYTHON}: the same rules in plain Python (tests/oracles). {EVENTS}: those with dicts and events.\n"
    f"{OPENSPIEL}: those as a Python game of OpenSpiel, stepped through its interface.\n"
    f"{BY_HAND}: RITUAL in C by hand (yardstick.c): the same games by the same chance, move by move.\n"
    f"{PETTINGZOO}: our RITUAL behind PettingZoo, its three standard wrappers and observations.\n"
    f"{POLICIES}: whole games of our regulars in one compiled loop, without a learner.\n"
    f"{ISMCTS}: OpenSpiel's information-set search in Python, on our RITUAL through our adapter."
)


def all_contenders() -> list[Contender]:
    return [
        *ritual(),
        *against_oracle("Arkham Ritual, 5 players", "arkham-ritual", 5, 20),
        *against_oracle("あやつり殺人事件, 4 players", "ayatsuri", 4, 20),
        *against_oracle("IN THE RUIN, 2 players", "in-the-ruin", 2, 100, card_set=True),
        *records(),
        *learning(),
        *among_regulars(),
        *searching(),
        *geometry(),
        *other_games(),
    ]


def against_oracle(game: str, slug: str, players: int, times: int, card_set: bool = False) -> list[Contender]:
    """Random play in our compiled loop, and by the same rules in plain Python."""
    module = slug.replace("-", "_")
    return [
        Contender(
            game, "compiled loop", MOVES, partial(ours_loop, slug, players), [Aim(times, PYTHON)], [PYTHON], ours=True
        ),
        Contender(game, "stepped from Python", MOVES, partial(ours_steps, slug, players), (), [PYTHON], ours=True),
        Contender(game, "plain Python", MOVES, partial(_oracle, module, players, card_set), baseline=PYTHON),
    ]


def _oracle(module: str, players: int, card_set: bool) -> Slice:
    return oracle_loop(module, players, **({"card_set": ruin.card_set()} if card_set else {}))


def geometry() -> list[Contender]:
    """IN THE RUIN's two hot functions, inside compiled code."""
    rows: list[Contender] = []
    for name, ours, oracle, aim in [
        ("all placements of a piece", ruin.ours_placements, ruin.oracle_placements, 5.0),
        ("largest rectangle", ruin.ours_rectangle, ruin.oracle_rectangle, 0.5),
    ]:
        game = f"IN THE RUIN: {name}"
        rows += [
            Contender(game, "compiled", MICROSECONDS, ours, [Aim(aim), Aim(200, PYTHON)], [PYTHON], ours=True),
            Contender(game, "plain Python", MICROSECONDS, oracle, baseline=PYTHON),
        ]
    return rows


def ritual(players: int = 4) -> list[Contender]:
    """RITUAL: ours in all ways, the same rules in plain Python, and those behind OpenSpiel's interface."""
    game = f"RITUAL, {players} players"
    ours, other = partial(Contender, game, ours=True), partial(Contender, game)
    loop_aims = Aim(25, PYTHON), Aim(100, OPENSPIEL), Aim(0.33, BY_HAND)
    step_aims = Aim(2, PYTHON), Aim(8, OPENSPIEL)
    both = PYTHON, OPENSPIEL
    return [
        ours("compiled loop", MOVES, partial(ours_loop, "ritual", players), loop_aims, (*both, BY_HAND)),
        ours("compiled loop, games", GAMES, partial(ours_games, "ritual", players), [Aim(3_000_000)]),
        ours("laboratory, games counted", GAMES, partial(ours_lab, "ritual", players), [Aim(3_000_000)]),
        ours("batch of 256", MOVES, partial(ours_batch, "ritual", players), (), both),
        ours("stepped from Python", MOVES, partial(ours_steps, "ritual", players), step_aims, both),
        ours("apply, checked, events", MOVES, partial(ours_apply, "ritual", players), [Aim(20_000)], [EVENTS]),
        ours("clone", MICROSECONDS, partial(ours_clone, "ritual", players), [Aim(1)]),
        ours("new, checked, events", MICROSECONDS, partial(ours_new, "ritual", players)),
        other("C by hand", MOVES, c_loop, baseline=BY_HAND),
        other("plain Python", MOVES, partial(oracle_loop, "ritual", players), baseline=PYTHON),
        other("plain Python, events", MOVES, partial(oracle_events, "ritual", players), baseline=EVENTS),
        other("OpenSpiel Python game", MOVES, partial(openspiel_ritual, players), baseline=OPENSPIEL),
    ]


def records() -> list[Contender]:
    """What a search does in every step, inside compiled code."""
    return [
        *against_c("RITUAL: a record copied", partial(ours_copies, "ritual"), c_copies),
        *against_c("RITUAL: a record seen by a seat", partial(ours_views, "ritual"), c_views),
    ]


def against_c(what: str, ours: Callable[[], Slice], other: Callable[[], Slice]) -> list[Contender]:
    return [
        Contender(what, "ours", MICROSECONDS, ours, [Aim(0.25, BY_HAND)], [BY_HAND], ours=True),
        Contender(what, "C by hand", MICROSECONDS, other, baseline=BY_HAND),
    ]


def learning(players: int = 4) -> list[Contender]:
    """RITUAL for learners, with observations and masks; RLCard's uno, which gives both too."""
    game, both = f"RITUAL, {players} players, with observations and masks", (PETTINGZOO, UNO)
    cores, vector = os.cpu_count() or 1, partial(ours_vector, "ritual", players)
    wrapped, aims = partial(ours_pettingzoo, "ritual", players), [Aim(100, PETTINGZOO), Aim(50, UNO)]
    return [
        Contender(game, f"vector, {cores} threads", MOVES, partial(vector, cores), aims, both, ours=True),
        Contender(game, "vector, 1 thread", MOVES, partial(vector, 1), (), both, ours=True),
        Contender(game, "PettingZoo, three wrappers", MOVES, wrapped, baseline=PETTINGZOO),
        Contender(game, "RLCard uno, 2p", MOVES, uno, baseline=UNO),
    ]


def among_regulars(players: int = 4) -> list[Contender]:
    """A learner among regulars, who play inside the vector environment."""
    game, aims = f"RITUAL, {players} players, a learner among regulars", [Aim(0.5, POLICIES)]
    vector, alone = partial(ours_vector_among, "ritual", players, "regular"), partial(ours_policies, "ritual", players)
    return [
        Contender(game, "vector, 1 thread", GAMES, vector, aims, [POLICIES], ours=True),
        Contender(game, "regulars in all seats", GAMES, alone, baseline=POLICIES),
    ]


def searching(players: int = 4) -> list[Contender]:
    """Information-set searches with random rollouts, from the first decision; hearts is about as long as RITUAL."""
    game = f"RITUAL, {players} players, searched"
    ours, other = partial(ours_search, "ritual", players), partial(ismcts_python, players)
    return [
        Contender(game, "expert's search", SIMULATIONS, ours, [Aim(50, ISMCTS)], [ISMCTS], ours=True),
        Contender(game, "OpenSpiel ISMCTS (Python)", SIMULATIONS, other, baseline=ISMCTS),
        Contender(game, "OpenSpiel ISMCTS (C++), its hearts", SIMULATIONS, partial(ismcts_cpp, "hearts")),
    ]


def other_games() -> list[Contender]:
    """Games of the peers' own, which are lighter or heavier than ours: for scale, not for ratios."""
    game = "other games, stepped from Python"
    return [
        Contender(game, "OpenSpiel goofspiel (C++), 4p", MOVES, partial(goofspiel, 4)),
    ]
