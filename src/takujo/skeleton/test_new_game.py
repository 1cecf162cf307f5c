"""New game keeps the contract and its secrets, with any number of players."""

import pytest
from new_game import GAME

from takujo.testing import check_game, check_secrets, check_words


@pytest.mark.parametrize("players", GAME.players)
def test_conformance(players):
    check_game(GAME, players)
    check_secrets(GAME, players, games=20)


def test_everything_is_said_in_every_language():
    check_words(GAME)


def test_the_highest_card_wins():
    s = GAME.new(2)
    s = GAME.from_position(s.position() | {"hands": [3, 7], "deck": [9], "turn": 0})
    s.apply(0, {"type": "swap"})
    s.apply(1, {"type": "keep"})
    assert s.result == {"winners": [0], "scores": [9, 7]}
