"""Learn with PettingZoo how much to like a chant on the altar's colour, in RITUAL for three, by trial and error."""

import numpy as np

from takujo.adapters.pettingzoo import env

table = env("ritual", players=3)
rng = np.random.default_rng(1)


def are_on_altar(legal: list[int]) -> np.ndarray:
    """Which actions of player_0 chant the colour of the altar? It sees both."""
    altar = table.unwrapped.play.view(0)["altar"]
    actions = [table.unwrapped.play.decode(0, number) for number in legal]
    return np.array([a["type"] == "chant" and a["card"][2 * a["side"]] == altar[0] for a in actions])


def play(like: float, seed: int) -> float:
    """The return of player_0, who likes chants on the altar so much; the others play at random."""
    table.reset(seed=seed)
    total = 0.0
    for agent in table.agent_iter():
        seen, reward, over, _, _ = table.last()
        total += reward if agent == "player_0" else 0.0
        legal = np.flatnonzero(seen["action_mask"])
        if over:
            table.step(None)
            continue
        weights = np.ones(len(legal))
        if agent == "player_0":
            weights = np.exp(like * are_on_altar(legal.tolist()))
        table.step(int(rng.choice(legal, p=weights / weights.sum())))
    return total


likes = np.array([-2.0, 0.0, 2.0])
totals, games = np.zeros(3), np.zeros(3)
for game in range(120):  # try each, then mostly what has done best
    arm = game % 3 if game < 60 or rng.random() < 0.2 else int(np.argmax(totals / games))
    totals[arm] += play(likes[arm], seed=game)
    games[arm] += 1
for like, mean, count in zip(likes, totals / games, games, strict=True):
    print(f"liking the altar {like:+.0f}: {mean:+.2f} a game in {count:.0f} games")
