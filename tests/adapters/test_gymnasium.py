"""Gymnasium's own check passes on IN THE RUIN alone; points and refusals are ours."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from takujo.adapters.gymnasium import Solo


def test_check_env():
    check_env(gymnasium.make("takujo/InTheRuin-v1", render_mode="ansi").unwrapped)


def test_a_whole_play():
    """The reward comes at the end: the points of the map."""
    table: Any = gymnasium.make("takujo/InTheRuin-v1", solo_target=0)
    seen, _ = table.reset(seed=1)
    rng, rewards, over = np.random.default_rng(1), [], False
    while not over:
        seen, reward, over, cut, info = table.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        assert not cut
        rewards.append(reward)
    state = table.unwrapped.state
    assert rewards[:-1] == [0.0] * (len(rewards) - 1)
    assert rewards[-1] == state.result["scores"][0]
    assert info == {"won": rewards[-1] >= 0}
    assert np.array_equal(seen["observation"], state.game.observation(state.view(0)))


def test_an_illegal_action_costs_a_point():
    """Nothing else changes; the reason is that of the rules, or that the number means nothing here."""
    table = Solo("in-the-ruin")
    seen, _ = table.reset(seed=1)
    for number, reason in [(4009, "A piece may leave or stay only in the second stage"), (4007, "number")]:
        again, reward, over, cut, info = table.step(number)
        assert (reward, over, cut) == (-1.0, False, False)
        assert reason in info["illegal"], info
        assert np.array_equal(again["observation"], seen["observation"])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"target": 3}, "unknown option 'target'; in-the-ruin takes card_set, solo_target"),
        ({"solo_target": -1}, "option solo_target is -1; it takes an integer 0 to 999"),
        ({"card_set": "none.toml"}, "card_set is 'none.toml'; it takes"),
        ({"render_mode": "human"}, "render_mode is 'human'"),
    ],
)
def test_refusals(given, words):
    with pytest.raises(ValueError, match=words):
        Solo("in-the-ruin", **given)
