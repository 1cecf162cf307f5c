"""From nothing to a bot at a web table: PPO in NumPy against regulars, and the bot that plays what was learned.

python examples/learned_bot.py 60                        # learns for a minute or two, writes learned.npz
takujo arena ritual --bots regular,examples/learned_bot.py --games 400
takujo serve --bot learned=examples/learned_bot.py       # and choose it for a seat of a new table
"""

import sys
from functools import cache
from typing import Any

import numpy as np

from takujo.adapters import number
from takujo.adapters.vector import Vector

GAME, PLAYERS, FILE = "ritual", 4, "learned.npz"
SIZE, STEPS, EPOCHS, PARTS, HIDDEN = 256, 32, 3, 8, 128  # plays, moves of each between updates, how they are used
RATE, CLIP, LAMBDA, ENTROPY = 1e-3, 0.2, 0.95, 0.01
Net = dict[str, Any]


def forward(w: Net, seen: Any) -> tuple[Any, Any, Any]:
    """What the net makes of observations: its hidden layer, a score for each action, what the end will be worth."""
    hidden = np.tanh(seen @ w["in"] + w["bias"])
    return hidden, hidden @ w["act"], hidden @ w["worth"]


def chances(scores: Any, masks: Any) -> Any:
    scores = np.where(masks, scores, -1e9)
    found = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return found / found.sum(axis=-1, keepdims=True)


@cache
def learned() -> Net:
    return dict(np.load(FILE))


def choose(view: Any, legal: list[Any], rng: Any, budget: float, clock: Any) -> Any:
    """The bot: wherever it sits, it sees itself as seat 0, as it did when it learned."""
    scores = forward(learned(), view.game.observation(view))[1]
    return rng.choices(legal, chances(scores[[number(view, action) for action in legal]], True))[0]


def played(w: Net, batch: Vector, rng: np.random.Generator) -> tuple[Any, float]:
    """Moves of every play: seen, possible, done, how likely that was, how much better than thought, its worth."""
    moves, ends, better = [], [], np.zeros((STEPS, SIZE))
    for _ in range(STEPS):
        seen, masks = batch.observations.copy(), batch.masks.astype(bool)
        _, scores, worth = forward(w, seen)
        p = chances(scores, masks)
        done = (p.cumsum(axis=1) > rng.random((SIZE, 1)) * (1 - 1e-6)).argmax(axis=1)
        _, _, rewards, dones = batch.step(done)
        moves.append((seen, masks, done, p[np.arange(SIZE), done]))
        ends.append((rewards[:, 0].copy(), dones.copy(), worth))
    following, advantage = forward(w, batch.observations)[2], 0.0
    for i, (reward, over, worth) in reversed(list(enumerate(ends))):
        better[i] = advantage = reward - worth + (following + LAMBDA * advantage) * ~over
        following = worth
    paid, over, worths = (np.concatenate(part) for part in zip(*ends, strict=True))
    rows = [np.concatenate(part) for part in zip(*moves, strict=True)]
    return (*rows, better.ravel() / better.std(), better.ravel() + worths), paid[over].mean()


def gradient(w: Net, seen: Any, masks: Any, done: Any, before: Any, better: Any, worth: Any) -> Net:
    """Of PPO's clipped objective, of the entropy, and of the error about what the end was worth."""
    hidden, scores, guess = forward(w, seen)
    p, rows = chances(scores, masks), np.arange(len(done))
    ratio, logs, error = p[rows, done] / before, np.log(p + 1e-9), guess - worth
    push = better * ratio * np.where(better > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    change = p * (push[:, None] + ENTROPY * (logs - (p * logs).sum(axis=1, keepdims=True)))
    change[rows, done] -= push
    back = (change @ w["act"].T + error[:, None] * w["worth"]) * (1 - hidden**2)
    found = {"in": seen.T @ back, "bias": back.sum(0), "act": hidden.T @ change, "worth": hidden.T @ error}
    return {name: value / len(done) for name, value in found.items()}


def learn(updates: int) -> None:
    rng, batch = np.random.default_rng(1), Vector(GAME, PLAYERS, SIZE, seed=1, opponents="regular", learners=[0])
    shapes = {"in": (batch.observations.shape[1], HIDDEN), "act": (HIDDEN, batch.num_actions)}
    w: Net = {name: rng.normal(0, 0.05, shapes.get(name, HIDDEN)) for name in ("in", "bias", "act", "worth")}
    mean, square = ({name: np.zeros_like(value) for name, value in w.items()} for _ in range(2))
    for update in range(1, updates + 1):
        moves, won = played(w, batch, rng)
        for part in np.array_split(
            np.concatenate([rng.permutation(SIZE * STEPS) for _ in range(EPOCHS)]), EPOCHS * PARTS
        ):
            for name, g in gradient(w, *(row[part] for row in moves)).items():  # Adam
                mean[name] += 0.1 * (g - mean[name])
                square[name] += 0.01 * (g**2 - square[name])
                w[name] -= RATE * mean[name] / (np.sqrt(square[name]) + 1e-6)
        if update % 10 == 0 or update == updates:
            print(f"update {update}: an end is worth {won:.2f}", flush=True)
            np.savez(FILE, **w)


if __name__ == "__main__":
    learn(int(sys.argv[1]))
