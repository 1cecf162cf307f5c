"""takujo (卓上, "on the table"): hidden-information board games as exact, fast software."""

from takujo.core.errors import IllegalAction
from takujo.core.game import Game, State
from takujo.games import load
from takujo.insight import analysis
from takujo.match import Match

__all__ = ["Game", "IllegalAction", "Match", "State", "load"]

Game.analyst = staticmethod(analysis)
__version__ = "0.1.0"
