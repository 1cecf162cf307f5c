"""The peers: OpenSpiel and RLCard. Each is imported only when it is measured."""

import random
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.measure import NotInstalled, Slice, repeat
from benchmarks.oracles import Luck
from tests.oracles.ritual import CARDS, Oracle

__all__ = [
    "EXPLORATION",
    "SEARCH",
    "advance",
    "goofspiel",
    "ismcts_cpp",
    "ismcts_python",
    "openspiel_ritual",
    "peer",
    "uno",
]

FIRST_CHANT = 5  # docs/rules/ritual.md 7.1: 0-4 take a set; then 5 + 2 x card + side
ACTIONS = FIRST_CHANT + 2 * len(CARDS)
MOST_POINTS = 9  # three rituals of at most three
LONGEST = 10_000  # decisions; restarts have no limit, so this is only never reached
SEARCH = "open_spiel.python.algorithms"
EXPLORATION = 1.4  # of UCT: the square root of 2, for utilities between -1/2 and 1/2


def peer(module: str, package: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError:
        raise NotInstalled(package) from None


def openspiel_ritual(players: int) -> Slice:
    """RITUAL's oracle as an OpenSpiel Python game, stepped through OpenSpiel."""
    game = _ritual_in_openspiel(peer("pyspiel", "open_spiel")).load_game("takujo_oracle_ritual", {"players": players})
    choose = random.Random(2).random

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(choose() * len(legal))])
            moves += 1
        return moves

    return repeat(play)


def _ritual_in_openspiel(pyspiel: Any) -> Any:
    """Register the game, as a Python game must be: a pair of subclasses. Chance is inside `apply_action`."""
    kind = pyspiel.GameType(
        short_name="takujo_oracle_ritual",
        long_name="RITUAL in plain Python",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={"players": 4},
    )
    luck = Luck(1)

    class Game(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
        def __init__(self, params: dict[str, Any] | None = None):
            self.players = (params or {}).get("players", 4)
            info = pyspiel.GameInfo(
                num_distinct_actions=ACTIONS,
                max_chance_outcomes=0,
                num_players=self.players,
                min_utility=0,
                max_utility=MOST_POINTS,
                max_game_length=LONGEST,
            )
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> "State":
            return State(self)

    class State(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
        def __init__(self, game: Game):
            super().__init__(game)
            self.oracle = Oracle.new(game.players, {}, luck)

        def current_player(self) -> int:
            waiting = self.oracle.waiting
            return waiting[0] if waiting else int(pyspiel.PlayerId.TERMINAL)

        def _legal_actions(self, player: int) -> list[int]:
            oracle = self.oracle
            if oracle.phase == "take-sets":
                return oracle._sets_left()
            hand = oracle.players[player].hand
            return [FIRST_CHANT + 2 * card.number + side for card in hand for side in (0, 1)]

        def _apply_action(self, action: int) -> None:
            if action < FIRST_CHANT:
                self.oracle._take_set(action)
            else:
                self.oracle._chant(CARDS[(action - FIRST_CHANT) // 2], (action - FIRST_CHANT) % 2)

        def _action_to_string(self, player: int, action: int) -> str:
            return f"{player}: {action}"

        def is_terminal(self) -> bool:
            return not self.oracle.waiting

        def returns(self) -> list[float]:
            return [float(player.contribution) for player in self.oracle.players]

        def __str__(self) -> str:
            return f"{self.oracle.phase}, ritual {self.oracle.ritual}, round {self.oracle.round}"

    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, Game)
    return pyspiel


def goofspiel(players: int) -> Slice:
    """OpenSpiel's C++ goofspiel with a fixed order of prizes: no chance nodes to step through."""
    pyspiel = peer("pyspiel", "open_spiel")
    game = pyspiel.load_game("goofspiel", {"players": players, "points_order": "descending"})
    choose = random.Random(2).random

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            bids = []
            for player in range(players):
                legal = state.legal_actions(player)
                bids.append(legal[int(choose() * len(legal))])
            state.apply_actions(bids)
            decisions += players
        return decisions

    return repeat(play)


def uno() -> Slice:
    """RLCard's uno, which is for two players."""
    env = peer("rlcard", "rlcard").make("uno", {"seed": 1})
    choose = random.Random(2).random

    def play() -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(choose() * len(legal))])
            moves += 1
        return moves

    return repeat(play)


def ismcts_python(players: int, simulations: int = 20) -> Slice:
    """OpenSpiel's information-set search in Python, at the first decision of our RITUAL behind our adapter."""
    pyspiel = peer("pyspiel", "open_spiel")
    ismcts, mcts = peer(f"{SEARCH}.ismcts", "open_spiel"), peer(f"{SEARCH}.mcts", "open_spiel")
    import_module("takujo.adapters.openspiel")
    game = pyspiel.load_game("takujo_ritual", {"players": players})
    rollouts = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, rollouts, EXPLORATION, simulations, random_state=np.random.RandomState(2))
    return _searching(bot, first_decision(game, random.Random(1)), simulations)


def ismcts_cpp(name: str, simulations: int = 200) -> Slice:
    """The same search in C++, on a C++ game of OpenSpiel's own: it cannot search Python games."""
    pyspiel = peer("pyspiel", "open_spiel")
    rollouts, visits = pyspiel.RandomRolloutEvaluator(1, 1), pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, rollouts, EXPLORATION, simulations, -1, visits, False, False)
    return _searching(bot, first_decision(pyspiel.load_game(name), random.Random(1)), simulations)


def _searching(bot: Any, state: Any, simulations: int) -> Slice:
    def think() -> int:
        bot.step(state)
        return simulations

    return repeat(think)


def first_decision(game: Any, rng: random.Random) -> Any:
    """A new play of an OpenSpiel game, dealt, and up to where there is something to choose."""
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        advance(state, rng)
    return state


def advance(state: Any, rng: random.Random) -> None:
    """What chance does, or the only action."""
    if state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, chances)[0])
    else:
        state.apply_action(state.legal_actions()[0])
