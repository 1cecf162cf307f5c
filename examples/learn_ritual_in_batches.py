"""Learn RITUAL for two in the vector environment: REINFORCE against itself, choosing by the altar alone."""

import numpy as np

from takujo.adapters.vector import Vector

SIZE, UPDATES = 512, 20
ALTAR = slice(26, 29)  # where an observation has the altar's colour: docs/rules/ritual.md, 7.2
rng = np.random.default_rng(1)


def choose(weights: np.ndarray, batch: Vector) -> tuple[np.ndarray, np.ndarray]:
    """An action for each play, and how its choice would have to change to be likelier."""
    scores = np.where(batch.masks, batch.observations[:, ALTAR] @ weights, -np.inf)
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    actions = (chances.cumsum(axis=1) > rng.random((SIZE, 1)) * (1 - 1e-6)).argmax(axis=1)
    return actions, np.eye(batch.num_actions, dtype=np.float32)[actions] - chances.astype(np.float32)


def won(weights: np.ndarray) -> float:
    """The share of games that seat 0 wins against random play; a shared win is half of one."""
    batch, total, ends = Vector("ritual", 2, SIZE, seed=99), 0.0, 0
    while ends < 2000:
        actions, _ = choose(weights, batch)
        rewards, dones = batch.step(np.where(batch.seats == 0, actions, batch.sample(rng)))[2:]
        total, ends = total + float(rewards[dones, 0].sum()), ends + int(dones.sum())
    return 0.5 + total / ends


weights = np.zeros((3, Vector("ritual", 2, 1).num_actions), dtype=np.float32)
print(f"before: {won(weights):.0%} of games won against random play")
for update in range(UPDATES):
    batch = Vector("ritual", 2, SIZE, seed=update)  # one game in each play
    worth, playing, moves = np.zeros((SIZE, 2), dtype=np.float32), np.ones(SIZE, dtype=bool), []
    while playing.any():
        seen, seats, first = batch.observations[:, ALTAR].copy(), batch.seats.copy(), playing.copy()
        actions, change = choose(weights, batch)
        rewards, dones = batch.step(actions)[2:]
        worth[playing & dones] = rewards[playing & dones]
        playing &= ~dones
        moves.append((seen, seats, first, change))
    gradient = np.zeros_like(weights)
    for seen, seats, first, change in moves:
        gradient += seen.T @ (change * (worth[np.arange(SIZE), seats] * first)[:, None])
    weights += 0.5 * gradient / np.abs(gradient).max()
print(f"after {UPDATES * SIZE} games: {won(weights):.0%}")
