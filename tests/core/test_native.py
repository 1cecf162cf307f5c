"""Libraries made ahead of time do what Numba's code does; one that does not fit is not used, and that is said."""

import json
import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

from native.build import BUILT, linked
from native.extension import extension
from takujo.core import jit, native
from takujo.core.loops import play_games
from takujo.games import load
from tests.helpers import ROOT
from tests.libraries import SLUG, TARGET, made, only_here

pytestmark = [pytest.mark.once, only_here]

PACKAGE = f"takujo.games.{SLUG}"


def run(*command, native_folder="", **environment):
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    environment = {"PYTHONPATH": path, "TAKUJO_JIT": "1", "TAKUJO_NATIVE": str(native_folder)} | environment
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, timeout=900
    )


def small(folder, sources):
    """A library without doors that was made from these sources."""
    folder.mkdir(exist_ok=True)
    code = extension(SLUG, {"sources": sources, "doors": []})
    return linked(code, None, folder / f"{SLUG}.abi3.so", TARGET, BUILT / "zig")


@pytest.fixture
def used(monkeypatch):
    """Lets libraries of a folder be used, as another process would."""

    def use(folder):
        monkeypatch.setattr(native, "FOLDER", str(folder))
        native._library.cache_clear()

    yield use
    native._library.cache_clear()


def test_a_library_does_what_numba_does():
    """Plays, views, guesses, observations, policies, search trees, loops, batches and tallies: equal to the last bit."""
    told = [run("-m", "tests.digests", SLUG, native_folder=folder) for folder in (made().parent, "")]
    assert [each.returncode for each in told] == [0, 0], told[0].stderr + told[1].stderr
    ahead, here = (json.loads(each.stdout) for each in told)
    assert (ahead.pop("native"), here.pop("native")) == (True, False)
    assert ahead == here
    assert "Compiling" not in told[0].stderr


def test_a_game_with_a_library_is_compiled_at_once_and_numba_is_not_imported():
    code = f"""
import sys
from takujo.bots.minds import is_compiled, prepare
from takujo.games import load
game = load({SLUG!r}, compiled=False)
assert game.door.compiled and game.is_ready and is_compiled(game)
prepare(game)
assert "numba" not in sys.modules
"""
    done = run("-c", code, native_folder=made().parent)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_not_in_a_library_says_how_it_is_compiled(used, tmp_path):
    small(tmp_path, {})
    used(tmp_path)
    found = native.library(PACKAGE)
    with pytest.raises(ValueError, match=r"takujo.core.loops.play_games is not in .*ritual.abi3.so: TAKUJO_NATIVE= "):
        found.entry(play_games)


def test_a_library_made_from_other_sources_is_not_used(used, tmp_path):
    """Changed, or gone."""
    rules = "games/ritual/rules.py"
    right = native.digest_of(native.HOME / rules)
    small(tmp_path, {rules: right})
    used(tmp_path)
    assert native.library(PACKAGE)
    for number, sources in enumerate([{rules: "0" * 64}, {rules: right, "games/ritual/gone.py": right}]):
        folder = tmp_path / str(number)
        small(folder, sources)
        used(folder)
        with pytest.warns(
            RuntimeWarning, match="ritual.abi3.so is not used: it was made from other sources than these"
        ):
            assert native.library(PACKAGE) is None


@pytest.mark.parametrize("content", [b"", b"not a library", b"\x7fELF" + bytes(200)])
def test_a_broken_library_is_not_used(used, tmp_path, content):
    (tmp_path / f"{SLUG}.abi3.so").write_bytes(content)
    used(tmp_path)
    with pytest.warns(RuntimeWarning, match="ritual.abi3.so is not used: "):
        assert native.library(PACKAGE) is None


@pytest.mark.parametrize("package", ["takujo.games.ritual@0123", "tests.trial", "takujo.games.ayatsuri"])
def test_only_the_packaged_titles_have_libraries(used, tmp_path, package):
    """A variant must not be played by the rules of the packaged cards."""
    shutil.copy(small(tmp_path, {}), tmp_path / "trial.abi3.so")
    shutil.copy(tmp_path / "trial.abi3.so", tmp_path / "ritual@0123.abi3.so")
    used(tmp_path)
    assert native.library(package) is None


def test_wrong_arguments_are_refused():
    """Arrays of another type or shape, and too few."""
    doors = native.Library(made())
    game = load(SLUG, compiled=False)
    raw = np.frombuffer(bytes(game.new(2, 1)), np.uint8).copy()
    acting = doors.entry(game._doors.module._acting)
    assert acting(raw) == game.plain.acting(raw)
    with pytest.raises(TypeError, match="an array of 1 axes with items of 8 bytes; expected 1 axes, 1 bytes"):
        acting(raw.view(np.int64))
    with pytest.raises(TypeError, match="an array of 2 axes"):
        acting(raw.reshape(1, -1))
    with pytest.raises(TypeError, match="_acting takes 1 arguments"):
        acting()
    with pytest.raises(TypeError):
        acting("words")


def test_without_library_and_compiler_a_game_is_played_uncompiled(monkeypatch):
    """It says once what would help."""
    code = f"""
import sys
sys.modules["numba"] = None
from takujo.bots.minds import is_compiled, prepare
from takujo.games import load
game = load({SLUG!r})
assert not game.door.compiled and not game.may_be_compiled and not is_compiled(game)
prepare(game)
state = game.new(2, 1)
state.apply(state.to_act[0], state.legal(state.to_act[0])[0])
"""
    done = run("-c", code)
    assert done.returncode == 0, done.stderr
    text = "the rules of RITUAL run uncompiled, hundreds of times slower: pip install 'takujo[jit]'"
    assert done.stderr.count(text) >= 1
    assert jit.HAS_COMPILER, "here there is one"
