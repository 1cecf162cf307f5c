"""Gymnasium: games for one. Importing this registers them: `gymnasium.make("takujo/InTheRuin-v1")`.

The reward is the points in the end. An illegal action changes nothing and costs a point; `info["illegal"]`
says why it is none.
"""

import contextlib
from pathlib import Path
from typing import Any

import numpy as np

from takujo.adapters.play import drawn, mask, missing, observation, opened
from takujo.core.components import BOUND
from takujo.core.errors import IllegalAction
from takujo.games import BrokenGame, load, slugs

try:
    import gymnasium
    from gymnasium.spaces import Box, Dict, Discrete
except ModuleNotFoundError:
    raise missing("Gymnasium", "gymnasium") from None

__all__ = ["Solo"]

Observation = dict[str, Any]


class Solo(gymnasium.Env[Observation, np.int64]):
    """A game for one. Rules options are constructor arguments."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(self, slug: str, render_mode: str | None = None, components: Path | str | None = None, **options: Any):
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode is {render_mode!r}; it takes "ansi" or None')
        self.game, self.options, self.render_mode = opened(slug, 1, options, components), options, render_mode
        numbers = self.game.num_actions
        self.action_space = Discrete(numbers)
        self.observation_space = Dict(
            {
                "observation": Box(-BOUND, BOUND, (self.game.observation_size,), np.float32),
                "action_mask": Box(0, 1, (numbers,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new play. `options` is Gymnasium's; rules options are given to the constructor."""
        super().reset(seed=seed)
        self.state = self.game.new(1, int(self.np_random.integers(1 << 62)), self.options)
        return self._observed(), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        number = int(action)
        if number not in self.state.legal_numbers(0):
            return self._observed(), -1.0, False, False, {"illegal": self._refusal(number)}
        self.state.step(0, number)
        result = self.state.result
        if result is None:
            return self._observed(), 0.0, False, False, {}
        return self._observed(), float(result["scores"][0]), True, False, {"won": 0 in result["winners"]}

    def _refusal(self, number: int) -> str:
        try:
            self.state.checked_number(0, self.state.decode(0, number))
        except IllegalAction as refused:
            return refused.reason
        except ValueError as meaningless:
            return str(meaningless)
        raise AssertionError(number)

    def _observed(self) -> Observation:
        return {"observation": observation(self.state, 0), "action_mask": mask(self.state, 0, self.game.num_actions)}

    def render(self) -> str | None:
        """The table as in the terminal."""
        return drawn(self.state, 0) if self.render_mode else None


for _slug in slugs():
    _name = f"takujo/{_slug.title().replace('-', '')}-v1"
    with contextlib.suppress(BrokenGame):
        if _name not in gymnasium.registry and 1 in load(_slug, compiled=False).players:
            gymnasium.register(_name, f"{__name__}:Solo", max_episode_steps=1000, kwargs={"slug": _slug})
