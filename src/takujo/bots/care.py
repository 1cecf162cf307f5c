"""How much care a policy takes over a decision: the levels of one and the same `weigh`."""

__all__ = ["HASTY", "NOVICE", "REGULAR", "UNIFORM"]

UNIFORM = -1  # none at all: any legal action, all equally likely; loops do so without a policy
HASTY = 0  # inside a search: only what is quick to work out, and good enough to guess what others do
NOVICE = 1  # as people play who are new to the game: with their mistakes
REGULAR = 2  # all considerations, on exact chances
