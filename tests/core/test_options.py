"""Options: what each type takes, and the words of a refusal."""

import pytest

from takujo.core.options import Option, checked_options

OPTIONS = (
    Option("flag", "bool", False, "1"),
    Option("number", "int", 3, "2", low=1, high=7),
    Option("start", "seat", None, "3", nullable=True),
    Option("event", "choice", "orb", "4", choices=("orb", "stone")),
    Option("values", "ints", [1], "5", low=1, high=7, longest=3),
    Option("set", "file", "standard", "6"),
    Option("cap", "int", None, "7", nullable=True),
)


def test_defaults_are_filled_in():
    """None and {} mean all defaults."""
    defaults = {
        "flag": False,
        "number": 3,
        "start": None,
        "event": "orb",
        "values": [1],
        "set": "standard",
        "cap": None,
    }
    assert checked_options(None, OPTIONS, 3, "game") == checked_options({}, OPTIONS, 3, "game") == defaults
    assert checked_options({"number": 7, "start": 2}, OPTIONS, 3, "game") == defaults | {"number": 7, "start": 2}


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("flag", 1, "option flag is 1; it takes true or false"),
        ("number", 8, "option number is 8; it takes an integer 1 to 7"),
        ("number", True, "option number is True"),
        ("number", None, "option number is None"),
        ("start", 3, "option start is 3; it takes a seat, 0 to 2, or null"),
        ("event", "x", "option event is 'x'; it takes one of orb, stone"),
        ("event", [], "option event"),
        ("values", [], "option values is .*; it takes a list of 1 to 3 integers 1 to 7"),
        ("values", [0], "option values"),
        ("values", 3, "option values"),
        ("set", 3, "option set is 3; it takes a text"),
        ("cap", -1, "option cap is -1; it takes an integer >= 0, or null"),
        ("none", 1, "unknown option 'none'; game takes flag, number"),
    ],
)
def test_refusals_name_the_option(name, value, words):
    """Name, value and what it takes."""
    with pytest.raises(ValueError, match=words):
        checked_options({name: value}, OPTIONS, 3, "game")


def test_a_game_without_options_takes_none():
    """The refusal says so."""
    with pytest.raises(ValueError, match="unknown option 'x'; game takes none"):
        checked_options({"x": 1}, (), 3, "game")
