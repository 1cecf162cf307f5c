"""The conformance suite: run `check_game`, `check_secrets` and `check_words` on any game, ours or your own."""

from takujo.testing.game import check_game
from takujo.testing.secrets import check_secrets
from takujo.testing.words import check_words

__all__ = ["check_game", "check_secrets", "check_words"]
