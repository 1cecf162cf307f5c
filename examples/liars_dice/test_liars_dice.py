"""Liar's dice keeps the contract and its secrets; a call is judged by what lies on the table."""

import pytest
from liars_dice import GAME

from takujo.testing import check_game, check_secrets


@pytest.mark.parametrize("players", GAME.players)
def test_conformance(players):
    for options in ({}, {"dice": 2, "wild_ones": True}):
        check_game(GAME, players, options, games=1, share=0.3)
        check_secrets(GAME, players, options, games=1, share=0.3)


@pytest.mark.parametrize(("wild", "count", "loser"), [(False, 2, 1), (False, 3, 0), (True, 3, 1), (True, 4, 0)])
def test_who_was_wrong_loses_a_die(wild, count, loser):
    """There are two fours, and a one."""
    options = {"dice": 2, "wild_ones": wild}
    s = GAME.from_position(GAME.new(2, options=options).position() | {"turn": 0, "dice": [[4, 1], [4, 6]]})
    s.apply(0, {"type": "bid", "count": count, "face": 4})
    events = s.apply(1, {"type": "liar"})
    assert [event["seat"] for event in events if event["type"] == "lost"] == [loser]
    assert s.to_act == (loser,)


def test_bids_rise():
    s = GAME.new(2)
    (seat,) = s.to_act
    s.apply(seat, {"type": "bid", "count": 2, "face": 5})
    legal = s.legal(1 - seat)
    assert legal[:3] == [
        {"type": "liar"},
        {"type": "bid", "count": 2, "face": 6},
        {"type": "bid", "count": 3, "face": 1},
    ]
    assert legal[-1] == {"type": "bid", "count": 10, "face": 6}
