"""Nothing hidden leaks, in any game, for any number of players and any seat."""

from dataclasses import replace

import pytest

import takujo
from takujo.core.jit import JIT
from takujo.core.record import Field, Record, Seen, hidden_from, shown_to
from takujo.testing import check_secrets
from tests.helpers import SLUGS, option_sets

LONG = "in-the-ruin"  # its games have many decisions, of all seats at once: a smaller share of them is as many
TABLES = [(slug, players) for slug in SLUGS for players in takujo.load(slug).players]


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_secrets(slug, players):
    """Worlds that look the same to a seat are the same in every byte it is sent."""
    check_secrets(takujo.load(slug), players, games=1, seed=players, share=0.1 if slug == LONG or not JIT else 0.5)


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_secrets_with_options(slug, players):
    """The same with options, every pair of their values combined."""
    game = takujo.load(slug)
    for number, options in enumerate(option_sets(game, players)[:: 1 if JIT else 4]):
        check_secrets(game, players, options, games=1, seed=number, share=0.02 if slug == LONG else 0.04)


@pytest.mark.parametrize("slug", SLUGS)
def test_only_two_things_are_never_in_a_view(slug):
    """The generator is hidden from every seat and the spectator, in views and in observations."""
    game = takujo.load(slug)
    for players in game.players:
        s = game.new(players, 3)
        for seat in (*range(players), None):
            assert s.view(seat)["rng"] is None
            assert s.view(seat).seat == seat


def test_a_field_that_does_not_say_who_sees_it_does_not_load():
    """`seen` has no default, and nothing but a member of Seen will do."""
    with pytest.raises(TypeError, match="seen"):
        Field("hidden", (), doc="forgot to say who sees it")  # type: ignore[call-arg]  # the point of the test
    with pytest.raises(TypeError, match="field 'hidden': seen is 'all'; it takes a member of Seen"):

        class Leaky(Record):
            fields = (Field("hidden", (), "all", "a typing mistake"),)


def test_a_leak_would_be_noticed(monkeypatch):
    """check_secrets fails when one hidden field is shown to everybody."""
    game = takujo.load("ritual")
    leaky = [replace(field, seen=Seen.EVERYONE) if field.name == "unused" else field for field in game.state.fields]
    monkeypatch.setattr(game.state, "shown", shown_to(game.state, leaky))
    monkeypatch.setattr(game.state, "_hidden", hidden_from(game.state, leaky))
    with pytest.raises((AssertionError, ValueError)):
        check_secrets(game, 4, games=1)
