"""The peers: OpenSpiel and RLCard. Each is imported only when it is measured."""

import random
from importlib import import_module
from typing import Any

from benchmarks.measure import NotInstalled, Slice, repeat
from benchmarks.oracles import Luck
from tests.oracles.ritual import CARDS, Oracle

__all__ = ["goofspiel", "openspiel_ritual", "uno"]

FIRST_CHANT = 5  # docs/rules/ritual.md 7.1: 0-4 take a set; then 5 + 2 x card + side
ACTIONS = FIRST_CHANT + 2 * len(CARDS)
MOST_POINTS = 9  # three rituals of at most three
LONGEST = 10_000  # decisions; restarts have no limit, so this is only never reached


def _peer(module: str, package: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError:
        raise NotInstalled(package) from None


def openspiel_ritual(players: int) -> Slice:
    """RITUAL's oracle as an OpenSpiel Python game, stepped through OpenSpiel."""
    game = _ritual_in_openspiel(_peer("pyspiel", "open_spiel")).load_game("takujo_oracle_ritual", {"players": players})
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

    class State(pyspiel.State):  # type: ignore[misc]  # the same
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
    pyspiel = _peer("pyspiel", "open_spiel")
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
    env = _peer("rlcard", "rlcard").make("uno", {"seed": 1})
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
