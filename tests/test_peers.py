"""What ours is measured against plays the same game: `make load`'s peer, and the yardstick of `make bench`."""

import numpy as np
import pytest

import takujo
from benchmarks import yardstick
from benchmarks.boardgame import check_replays
from benchmarks.measure import NotInstalled
from takujo.core.game import QUIET, State
from takujo.core.loops import _play_games, blank_record, luck_of, of_tier


@pytest.mark.once
def test_boardgame_plays_the_same_ritual():
    """After every move of our matches it tells everybody the same, and every player only their own hand."""
    assert check_replays(matches=8) > 300


@pytest.mark.once
def test_the_yardstick_in_c_plays_the_same_games():
    """Or the ratio would compare two things."""
    try:
        yardstick.compiler()
    except NotInstalled as missing:
        pytest.skip(str(missing))
    game = takujo.load("ritual")
    blank, out = blank_record(game, 4, None), np.zeros(game.num_actions + 1, dtype=np.int64)
    play = of_tier(_play_games, game.door)
    for seed in range(4):
        raw = blank.copy()
        moves = play(game.door.as_setup, game.door.as_step, blank, raw, QUIET, luck_of(seed), out, 150)
        assert yardstick.play(150, seed) == (moves, State(game, raw).position()["contribution"])
