"""Count how RITUAL's random games end, inside one compiled loop and then in a batch from Python."""

import numpy as np

import takujo
from takujo.core.loops import Plays, play_games

game = takujo.load("ritual")
moves = play_games(game, players=4, games=100, seed=1)
print(f"100 games in one call: {moves} moves")

plays = Plays(game, players=4, size=16, seed=1)
rng = np.random.default_rng(1)
ended = 0
for _ in range(200):
    choice = (rng.random(16) * plays.counts).astype(np.int64)
    plays.step(plays.actions[np.arange(16), choice])
    ended += int(plays.ended.sum())
print(f"16 plays side by side, 200 moves each: {ended} games ended")
