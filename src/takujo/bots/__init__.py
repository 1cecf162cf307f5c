"""Players without a person. A bot gets a view and its legal actions, never a state."""

from takujo.bots.levels import BUDGET, LEVELS, Bot, Generator, Level, expert, novice, regular, uniform

__all__ = ["BUDGET", "LEVELS", "Bot", "Generator", "Level", "expert", "novice", "regular", "uniform"]
