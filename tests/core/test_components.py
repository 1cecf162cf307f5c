"""Other components: read, checked with their line, imported as variants, and let go."""

import importlib
import os
import sys

import pytest

from takujo.bots.minds import forget as forget_mind
from takujo.bots.minds import mind
from takujo.core import jit
from takujo.core.components import BadComponents, checked, in_variant, line_of, parsed
from takujo.games import forget, load, variants
from takujo.match import _same_components
from tests.own_cards import own_set, packaged

TEXT = """name = "x"
[rules]
target = 10
[sheet.letters]
A = [1, 2]
[[cards]]
id = "a"
[[cards]]
id = "b"
back = 3
[[exploration]]
letter = "A"
[[exploration]]
letter = "B"
size = 4
"""


@pytest.mark.parametrize(
    ("at", "line"),
    [
        ("name", 1), ("rules.target", 3), ("rules.other", 2), ("sheet.letters.A", 5), ("cards", 6), ("cards[0].id", 7),
        ("cards[1].back", 10), ("cards[0].back", 10), ("exploration.B.size", 15), ("exploration.C.size", None),
        ("goal[3].id", None), ("cards[7].id", None),
    ],
)  # fmt: skip
def test_an_entry_is_found_in_its_line(at, line):
    """Or the one it would stand under."""
    assert line_of(TEXT, at) == line


def refuse(told):
    def check(data):
        raise told

    return check


def test_what_is_wrong_is_told_with_its_place():
    """By the reader of TOML, by a check, or by a check that met something quite different; long values are cut."""
    with pytest.raises(BadComponents, match="not a readable TOML file") as error:
        checked(b"a = 1\nb = = 2\n", refuse(ValueError()))
    assert (error.value.line, error.value.at) == (2, None)
    with pytest.raises(BadComponents, match="V1: rules.target is 10; it takes 11") as error:
        checked(TEXT.encode(), refuse(ValueError("V1: rules.target is 10; it takes 11")))
    assert (error.value.line, error.value.at) == (3, "rules.target")
    with pytest.raises(BadComponents) as error:
        checked(TEXT.encode(), refuse(TypeError("x" * 1000)))
    assert (error.value.line, len(str(error.value))) == (None, 304)
    assert checked(b"a = 1", lambda data: None) == {"a": 1}
    for bad in (b"x = " + b"[" * 5000, b"\xff", b"x = " + b"9" * 5000):
        with pytest.raises(ValueError, match="not a readable TOML file"):
            parsed(bad)
    with pytest.raises(ValueError, match="its text is not in UTF-8; save it so"):
        parsed("a = 1".encode("utf-16"))
    assert parsed(b"\xef\xbb\xbfa = 1") == {"a": 1}, "as some editors begin a file"


def test_a_variant_is_imported_by_its_name_and_let_go():
    """With its bots; afterwards nothing of it is left, and the same content is the same game again."""
    content = own_set("ritual", 3).encode()
    game = load("ritual", content, compiled=False)
    assert game is load("ritual", content, compiled=False)
    assert game.components is None
    assert game in variants()
    bots = mind(game).package
    assert bots == f"{game.package}.bot"
    assert in_variant(f"{bots}.policy", "takujo.games.ritual.rules") == f"{game.package}.rules"
    assert in_variant(f"{bots}.policy", "takujo.core.jit") == "takujo.core.jit"
    assert jit.sources(bots)[game.package] == content
    forget_mind(game)
    forget(game)
    assert game not in variants()
    assert not [name for name in sys.modules if name.startswith(game.package)]
    assert not jit._rules.get(game.package)
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("takujo.games.nothing@1")


def test_a_bad_variant_leaves_nothing_behind():
    """It can be tried again."""
    bad = packaged("ritual").replace("target = 10", "target = 0").encode()
    for _ in range(2):
        with pytest.raises(ValueError, match="rules.target is 0"):
            load("ritual", bad, compiled=False)
    assert not [name for name in sys.modules if "ritual@" in name and not hasattr(sys.modules[name], "__file__")]


def test_only_so_many_compiled_variants_are_kept(tmp_path, monkeypatch):
    """Those used last; titles stay."""
    monkeypatch.setattr(jit, "_KEEP_VARIANTS", 2)
    for i, name in enumerate(("ritual@a-1", "ritual@b-1", "ritual@c-1", "ritual-1")):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (1000 + i, 1000 + i))
    jit._prune(tmp_path, 2000)
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["ritual-1", "ritual@b-1", "ritual@c-1"]


def test_older_records_name_components_by_half_of_the_digest():
    assert _same_components("ab" * 8, "ab" * 16)
    assert _same_components(None, None)
    assert not _same_components("ab" * 8, None)
    assert not _same_components("cd" * 8, "ab" * 16)


def test_a_file_says_whose_it_is():
    from takujo.core.components import whose

    assert whose(b'game = "ritual"\nname = "twelve"') == ("ritual", "twelve")
    assert whose(b'slug = "ritual"\ntitle = "Mine"') == ("ritual", "Mine")
    assert whose(b"colours = 3") == (None, "None")


def test_a_title_without_a_file_is_played_as_it_is(monkeypatch):
    monkeypatch.setattr("takujo.games.component_content", lambda package: None)
    with pytest.raises(ValueError, match="ritual has no component file: it is always played as it is"):
        load("ritual", components=b"")
