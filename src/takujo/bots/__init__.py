"""Players without a person. A bot gets a view and its legal actions, never a state."""

from takujo.bots.uniform import uniform

__all__ = ["LEVELS", "uniform"]

LEVELS = {"novice": uniform, "regular": uniform, "expert": uniform}
