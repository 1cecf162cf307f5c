"""Solve a small RITUAL with OpenSpiel: after some rounds of CFR+ the best answer to it wins less."""

import pyspiel

import takujo.adapters.openspiel  # noqa: F401  # registers the games

game = pyspiel.load_game("takujo_ritual_small")
uniform = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
print(f"random play: exploitability {uniform:.3f}")

solver = pyspiel.CFRPlusSolver(game)
for _ in range(3):
    solver.evaluate_and_update_policy()
solved = pyspiel.exploitability(game, solver.average_policy())
print(f"CFR+, 3 iterations: exploitability {solved:.3f}")
