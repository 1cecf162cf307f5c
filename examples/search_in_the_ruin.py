"""Search for a rule of thumb in IN THE RUIN alone, with Gymnasium: how much each kind of action is liked.

The cross-entropy method: try rules of thumb, keep the best, look near them.
"""

import gymnasium
import numpy as np

import takujo.adapters.gymnasium  # noqa: F401  # registers the environment

# Where kinds of actions begin in the dense space: passages, walls, single walls, extra squares, moves, warps, escape.
KINDS = np.searchsorted([14, 982, 1950, 2072, 3282, 3403, 4008], np.arange(4010), side="right")
table = gymnasium.make("takujo/InTheRuin-v1")


def points(likes: np.ndarray, seed: int) -> float:
    """Play once: each legal action with a chance that grows with how much its kind is liked."""
    rng, total, over = np.random.default_rng(seed), 0.0, False
    seen, _ = table.reset(seed=seed)
    while not over:
        legal = np.flatnonzero(seen["action_mask"])
        weights = np.exp(likes[KINDS[legal]])
        seen, reward, over, _, _ = table.step(rng.choice(legal, p=weights / weights.sum()))
        total += float(reward)
    return total


def mean(likes: np.ndarray) -> float:
    return float(np.mean([points(likes, seed) for seed in range(6)]))


rng = np.random.default_rng(1)
centre, spread = np.zeros(8), np.full(8, 2.0)
print(f"no likes: {mean(centre):.1f} points a play")
for generation in range(3):
    tries = centre + spread * rng.standard_normal((12, 8))
    order = np.argsort([-mean(likes) for likes in tries])
    best = tries[order[:3]]
    centre, spread = best.mean(axis=0), best.std(axis=0) + 0.1
    print(f"generation {generation + 1}: {mean(centre):.1f} points a play")
