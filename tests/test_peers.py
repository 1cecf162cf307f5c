"""The peer that `make load` measures plays the same game."""

import shutil

import pytest

from benchmarks.boardgame import FOLDER, check_replays


@pytest.mark.skipif(
    not shutil.which("node") or not (FOLDER / "node_modules").is_dir(),
    reason="boardgame.io is installed by the first `make load`, which begins with this check",
)
def test_boardgame_plays_the_same_ritual():
    """After every move of our matches it tells everybody the same, and every player only their own hand."""
    assert check_replays(matches=8) > 300
