"""The conformance suite: run `check_game` and `check_secrets` on any game, ours or your own."""

from takujo.testing.game import check_game
from takujo.testing.secrets import check_secrets

__all__ = ["check_game", "check_secrets"]
