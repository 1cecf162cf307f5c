"""The peer that `make load` measures plays the same game."""

import pytest

from benchmarks.boardgame import check_replays


@pytest.mark.once
def test_boardgame_plays_the_same_ritual():
    """After every move of our matches it tells everybody the same, and every player only their own hand."""
    assert check_replays(matches=8) > 300
