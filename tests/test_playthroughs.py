"""Golden playthroughs: what every seat saw in one game of each title has not changed."""

import pytest

from tests.helpers import SLUGS
from tests.playthroughs import FOLDER, file, names, playthrough


@pytest.mark.parametrize(("slug", "players"), names())
def test_playthrough(slug, players):
    """The same game with the same actions says the same to everybody; if it should not: scripts/playthroughs."""
    assert playthrough(slug, players) == file(slug, players).read_text(encoding="utf-8")


def test_every_game_has_playthroughs():
    """No title without one, and no text that belongs to nothing."""
    assert {path.name for path in FOLDER.glob("*.txt")} == {file(*name).name for name in names()}
    assert {slug for slug, _ in names()} == set(SLUGS)
