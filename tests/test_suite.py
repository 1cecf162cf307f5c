"""The conformance suite finds what an author can do wrong: a trial game in which one thing is broken."""

import pytest

from takujo.bots.minds import mind
from takujo.core.errors import IllegalAction
from takujo.core.game import Game
from takujo.games import load, slugs
from takujo.testing import check_game, check_secrets
from tests.trial import GAME
from tests.trial.state import LEAKS


def test_a_game_without_a_leak_passes():
    check_secrets(GAME, 3, games=60)


def test_a_game_that_is_nowhere_installed_is_checked_whole():
    """Records, pickles and all: whoever has a Game can have it checked."""
    check_game(GAME, 3)
    assert load("trial") is GAME
    assert "trial" not in slugs()
    assert GAME.title == "Trial"


def test_what_a_game_leaves_out_is_plain():
    """A position is taken whole, a refusal is of one kind, a view is believed and says nothing of its own."""
    s = GAME.new(3, 1)
    position = s.position()
    with pytest.raises(ValueError, match="position is 'without high, turn'; it takes all keys of a position"):
        GAME.from_position({key: value for key, value in position.items() if key not in ("high", "turn")})
    with pytest.raises(ValueError, match="position is None; it takes every value: it hides nothing"):
        GAME.from_position(position | {"hands": s.view(0)["hands"]})
    with pytest.raises(IllegalAction) as refused:
        s.apply(0, {})
    assert (refused.value.code, refused.value.rule) == ("refused", "1")
    assert GAME.belief(s.view(0)) == {}


def test_a_game_without_a_policy_weighs_all_actions_alike():
    view = GAME.new(3, 1).view_raw(0)
    numbers = mind(GAME).legal(view, 0)
    assert mind(GAME).weigh(view, 0, numbers, 0).tolist() == [1 / len(numbers)] * len(numbers)


@pytest.mark.parametrize("slug", ["", "Trial", "a--b", "-a", "a_b", "1a", "../x"])
def test_a_slug_is_fit_for_addresses(slug):
    with pytest.raises(ValueError, match="slug is .*; it takes small letters"):
        Game(
            "tests.trial",
            slug=slug,
            version=1,
            players=GAME.players,
            options=(),
            state=GAME.state,
            events=(),
            citations=("1",),
            action_values={},
            text=GAME.text,
            observation_size=1,
            outcomes=1,
        )


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
