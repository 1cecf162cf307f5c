"""The conformance suite finds what an author can do wrong: a trial game in which one thing is broken."""

import pytest

from takujo.testing import check_secrets
from tests.trial import GAME
from tests.trial.state import LEAKS


def test_a_game_without_a_leak_passes():
    check_secrets(GAME, 3, games=60)


@pytest.mark.parametrize("leak", LEAKS[1:])
def test_what_is_broken_is_found(leak):
    """The laid card told to all, or to the next; a public field, the turn order or an event that depends on it; a
    world that is never drawn; a hidden value that is always told; a stage that shows it, or is there only for it."""
    words = {
        "guess": "guess never draws 0 at hands",
        "boast": "'boasted': its hidden values never were",
        "glimpse": "apart, and no event says so: view.high",
        "halt": "apart",
    }
    with pytest.raises(AssertionError, match=words.get(leak, "apart")):
        check_secrets(GAME, 3, {"leak": leak}, games=60)
