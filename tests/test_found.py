"""Games of other distributions are found by their entry points; what is broken says why, and breaks nothing else."""

import sys

import pytest

from takujo import games
from takujo.cli import main
from takujo.core.game import Game
from takujo.guide import read
from tests.outside import PROJECT, copy, register


@pytest.fixture
def found(tmp_path, monkeypatch):
    """Register games in a folder; afterwards nobody remembers them."""
    before, known = set(sys.modules), dict(Game.imported)

    def found(**packages):
        register(tmp_path, **packages)
        monkeypatch.syspath_prepend(tmp_path)
        games._packages.cache_clear()

    yield found
    games._packages.cache_clear()
    Game.imported.clear()
    Game.imported.update(known)
    for name in set(sys.modules) - before:
        if not name.startswith("takujo"):
            del sys.modules[name]


def test_a_game_of_another_distribution_is_a_game(found, tmp_path):
    """By its package, or by what the package calls its GAME; ours come first, and nobody takes their place."""
    copy(tmp_path, "guest")
    found(guest="guest:GAME", ritual="guest")
    assert games.slugs() == [*games.SLUGS, "guest"]
    game = games.load("guest", compiled=False)
    assert (game.package, game.slug) == ("guest", "guest")
    assert games.load("ritual", compiled=False).package == "takujo.games.ritual"
    assert read(game).about.story == game.text.blurb
    position = game.new(2).position() | {"turn": 1, "dice": [[1, 2], [6]]}
    board = game.text.board(position, "ja", "席{}".format)
    assert board == "[bold]手番[/]  席1\n[bold]ダイス[/]  1,2 6"


def test_two_for_one_slug_are_none(found, tmp_path, monkeypatch):
    copy(tmp_path, "guest")
    register(tmp_path / "second", guest="other")
    found(guest="guest")
    monkeypatch.syspath_prepend(tmp_path / "second")
    with pytest.raises(games.BrokenGame, match=r"guest \(guest and other\) does not load: ModuleNotFoundError"):
        games.load("guest")


def test_what_is_broken_says_why_and_can_be_mended(found, tmp_path, capsys):
    """Nothing of a failed import is left; the list of games names it among the others."""
    copy(tmp_path, "guest", rules=("from .state import", "1 / 0\nfrom .state import"))
    copy(tmp_path, "other", init=("liars-dice", "another"))
    found(guest="guest", other="other")
    why = "guest (guest) does not load: ZeroDivisionError: division by zero"
    with pytest.raises(games.BrokenGame) as error:
        games.load("guest")
    assert str(error.value) == why
    with pytest.raises(games.BrokenGame, match="GAME is <takujo game another>; it takes a Game with the slug 'other'"):
        games.load("other")
    assert main(["games"]) == 0
    told = capsys.readouterr().out
    assert why in told
    assert "(ritual, 2-5 players)" in told
    assert main(["play", "guest", "--watch"]) == 1
    assert why in capsys.readouterr().err
    text = (PROJECT / "liars_dice" / "rules.py").read_text(encoding="utf-8")
    (tmp_path / "guest" / "rules.py").write_text(text + "\n", encoding="utf-8")
    assert games.load("guest", compiled=False).slug == "guest"
    with pytest.raises(games.UnknownGame, match="unknown game 'nothing'; there is .*, ritual, guest, other"):
        games.load("nothing")


def test_a_package_must_hold_the_game_that_it_is_registered_for(found, tmp_path):
    copy(tmp_path, "guest")
    found(other="guest")
    with pytest.raises(
        games.BrokenGame, match="its GAME is <takujo game guest>; it takes a Game with the slug 'other'"
    ):
        games.load("other")
