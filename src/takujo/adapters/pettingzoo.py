"""PettingZoo: `env` steps seat by seat; `parallel_env` steps all at once, where the rules are simultaneous.

An observation is a dictionary: `observation`, what the agent knows as numbers, and `action_mask`. Rules options are
constructor arguments. Agents are called player_0, player_1 ... by their seats.
"""

from pathlib import Path
from typing import Any

import numpy as np

from takujo.adapters.play import checked, drawn, mask, missing, observation, opened, returns
from takujo.core.components import BOUND

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
except ModuleNotFoundError:
    raise missing("PettingZoo", "pettingzoo") from None

__all__ = ["ParallelTable", "TurnTable", "env", "parallel_env", "raw_env"]

Observation = dict[str, Any]
RENDER_MODES = ("human", "ansi")
Cards = Path | str | None  # the path of a component file


def env(slug: str, players: int, render_mode: str | None = None, components: Cards = None, **options: Any) -> Any:
    """A title in turns, with PettingZoo's three standard wrappers: an illegal action loses."""
    bare = raw_env(slug, players, render_mode, components, **options)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(bare, illegal_reward=-1)))


def raw_env(
    slug: str, players: int, render_mode: str | None = None, components: Cards = None, **options: Any
) -> "TurnTable":
    """The same without wrappers: an illegal action is a ValueError."""
    return TurnTable(slug, players, render_mode, options, components)


def parallel_env(
    slug: str, players: int, render_mode: str | None = None, components: Cards = None, **options: Any
) -> "ParallelTable":
    """A title whose seats decide at the same time."""
    return ParallelTable(slug, players, render_mode, options, components)


class _Table:
    """The part that both interfaces have in common."""

    possible_agents: list[str]
    metadata: dict[str, Any]

    def _open(
        self, slug: str, players: int, render_mode: str | None, options: dict[str, Any], components: Cards, waits: int
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f'render_mode is {render_mode!r}; it takes "human", "ansi" or None')
        self.game, self.players, self.render_mode = opened(slug, players, options, components), players, render_mode
        self.options, self.actions = options, self.game.num_actions + waits
        self.metadata = {
            "name": f"takujo_{slug.replace('-', '_')}_v{self.game.version}",
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": self.game.simultaneous,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.actions) for agent in self.possible_agents}
        self._rng: np.random.Generator | None = None

    def _observation_space(self) -> Dict:
        return Dict(
            {
                "observation": Box(-BOUND, BOUND, (self.game.observation_size,), np.float32),
                "action_mask": Box(0, 1, (self.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def _deal(self, seed: int | None) -> None:
        """A new play: of this seed, or of the next number of the generator that the last seed began."""
        if seed is not None or self._rng is None:
            self._rng = np.random.default_rng(seed)
        self.play = self.game.new(self.players, int(self._rng.integers(1 << 62)), self.options)
        self.agents = list(self.possible_agents)

    def _observed(self, agent: str) -> Observation:
        seat = self.seats[agent]
        return {
            "observation": observation(self.play, seat),
            "action_mask": mask(self.play, seat, self.actions),
        }

    def render(self) -> str | None:
        """The table as a spectator sees it: printed for a human, else as text."""
        table = drawn(self.play, None) if self.render_mode else None
        if self.render_mode != "human":
            return table
        print(table)
        return None

    def close(self) -> None:
        """Nothing is held open."""


class TurnTable(_Table, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A title in turns. Where several seats have to decide, the first of them is asked first."""

    def __init__(
        self, slug: str, players: int, render_mode: str | None, options: dict[str, Any], components: Cards = None
    ):
        super().__init__()
        self._open(slug, players, render_mode, options, components, waits=0)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new play. `options` is PettingZoo's; rules options are given to the constructor."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.play.to_act[0]]

    def observe(self, agent: str) -> Observation:
        return self._observed(agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state, seat = self.play, self.seats[agent]
        state.step(seat, checked(state, seat, action))
        self._cumulative_rewards[agent] = 0.0
        to_act = state.to_act
        if to_act:
            self.agent_selection = self.possible_agents[to_act[0]]
            return
        self.rewards = dict(zip(self.agents, returns(state), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()


class ParallelTable(_Table, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A title whose seats decide at the same time. The last number is to wait: all that a seat not to act can do."""

    def __init__(
        self, slug: str, players: int, render_mode: str | None, options: dict[str, Any], components: Cards = None
    ):
        self._open(slug, players, render_mode, options, components, waits=1)
        self.wait = self.game.num_actions
        if not self.game.simultaneous:
            raise ValueError(f"{slug} is played in turns: take env(...); parallel_env is for simultaneous rules")

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new play. `options` is PettingZoo's; rules options are given to the constructor."""
        self._deal(seed)
        return {agent: self._observed(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def _observed(self, agent: str) -> Observation:
        seen = super()._observed(agent)
        seen["action_mask"][self.wait] = self.seats[agent] not in self.play.to_act
        return seen

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One action of every agent. What a seat does changes nothing about what another may do at the same time."""
        if set(actions) != set(self.agents):
            raise ValueError(f"actions are of {sorted(actions)}; it takes one of each of {self.agents}")
        state, agents = self.play, self.agents
        to_act = state.to_act
        moves = [(seat, checked(state, seat, actions[agents[seat]])) for seat in to_act]
        for agent, action in actions.items():
            if self.seats[agent] not in to_act and action != self.wait:
                raise ValueError(
                    f"the action of {agent} is {action!r}; it is not to act and takes {self.wait}, to wait"
                )
        for seat, number in moves:
            state.step(seat, number)
        over = not state.to_act
        rewards = dict(zip(agents, returns(state), strict=True))
        seen = {agent: self._observed(agent) for agent in agents}
        self.agents = [] if over else agents
        return (
            seen,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )
