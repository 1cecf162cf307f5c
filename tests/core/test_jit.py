"""Compiled code is never stale, never in the way, and waits are shown. Each test runs its own processes."""

import gc
import os
import shutil
import subprocess
import sys
from copy import copy
from pathlib import Path
from typing import NamedTuple

import pytest

from takujo.bots.minds import mind
from takujo.core import jit
from takujo.core.components import component_file, components
from takujo.games import load
from tests.helpers import ROOT

TRY = """
import sys
sys.path.insert(0, {folder!r})
import numpy as np
from takujo.core.jit import entry
from tiny.rules import grow
print(int(entry(grow)(np.array([1, 2], dtype=np.int64))))
"""

pytestmark = pytest.mark.once


def run(code, cwd, **environment):
    env = {**os.environ, "TAKUJO_JIT": "1", **environment}
    return subprocess.run([sys.executable, "-c", code], cwd=cwd, env=env, capture_output=True, text=True, timeout=900)


@pytest.fixture
def tiny(tmp_path):
    """A package with a rule that calls a rule of another file and reads a table from a data file."""
    package = tmp_path / "tiny"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "data.toml").write_text("factor = 10\n")
    (package / "helper.py").write_text(
        "from takujo.core.components import components\n"
        "from takujo.core.jit import Ints, rule\n"
        "from takujo.core.record import table\n"
        "FACTOR = table([components('tiny')['factor']])\n"
        "@rule\n"
        "def scaled(x: int) -> int:\n"
        "    return x * FACTOR[0]\n"
    )
    (package / "rules.py").write_text(
        "from takujo.core.jit import Ints, door\n"
        "from tiny.helper import scaled\n"
        "@door\n"
        "def grow(row: Ints) -> int:\n"
        "    return scaled(row[0] + row[1])\n"
    )
    return package


def test_an_edit_anywhere_is_noticed(tiny, tmp_path):
    """Editing the caller, a callee in another file, or the data never runs stale compiled code."""
    code = TRY.format(folder=str(tmp_path))

    def result():
        # Python's own bytecode goes by size and time
        done = run(code, tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"), PYTHONDONTWRITEBYTECODE="1")
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    assert result() == "30"
    assert result() == "30"
    (tiny / "data.toml").write_text("factor = 20\n")
    assert result() == "60"
    helper = tiny / "helper.py"
    stamp = helper.stat()
    helper.write_text(helper.read_text().replace("x * FACTOR", "x + FACTOR"))
    os.utime(helper, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # same size, same time: only the content differs
    assert result() == "23"
    rules = tiny / "rules.py"
    rules.write_text(rules.read_text().replace("row[0] + row[1]", "row[0] - row[1]"))
    assert result() == "19"


def test_what_was_lost_from_the_cache_is_compiled_again(tiny, tmp_path):
    """A door's mark says that it is there: if its code is gone, it is made anew."""
    code, cache = TRY.format(folder=str(tmp_path)), tmp_path / "cache"
    assert run(code, tmp_path, XDG_CACHE_HOME=str(cache)).stdout.strip() == "30"
    kept = [file for file in cache.rglob("*") if file.suffix in (".nbi", ".nbc")]
    assert kept
    for file in kept:
        file.unlink()
    done = run(code, tmp_path, XDG_CACHE_HOME=str(cache))
    assert (done.stdout.strip(), done.stderr) == ("30", "Compiling the rules of tiny (first time only) ...\n")


def test_a_named_tuple_of_integers_is_one():
    """Rules may take them; compiled code sees so many integers."""

    class Stakes(NamedTuple):
        mine: int
        theirs: int

    assert jit._numba_type(Stakes).count == 2


def test_an_edit_of_the_packaged_components_is_noticed(tmp_path):
    """The same for a whole game: a copy of the project with other cards plays with other cards."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import sys; sys.path.insert(0, 'src'); import takujo; g = takujo.load('ritual'); "
        "s = g.new(2, 1); s.look(); s.step(*[int(x) for x in s.decision[:2]]); print(s.decode(0, 5)['card'], g.state.__module__)"
    )
    cache = {"TAKUJO_JIT": "0", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    assert run(code, tmp_path, **cache).stdout.startswith("r1g2")
    file = tmp_path / "src/takujo/games/ritual/ritual.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('id = "r1g2"', 'id = "r1gX"'), encoding="utf-8")
    assert run(code, tmp_path, **cache).stdout.startswith("r1gX")


def test_an_unwritable_cache_falls_back(tiny, tmp_path):
    """Where nothing can be written the code is compiled into a temporary directory; nothing else is different."""
    (tmp_path / "file").write_text("not a directory")
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    environment = {"XDG_CACHE_HOME": str(tmp_path / "file"), "TMPDIR": str(temporary)}
    done = run(TRY.format(folder=str(tmp_path)), tmp_path, **environment)
    assert done.stdout.strip() == "30"
    assert done.stderr == "Compiling the rules of tiny (first time only) ...\n"
    assert list(temporary.glob("takujo-tiny-*"))


def test_old_compiled_code_is_deleted(tmp_path, monkeypatch):
    """What nobody has used for thirty days goes; what is in use stays."""
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        folder.mkdir()
    os.utime(old, (0, 0))
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")  # as if another process had been quicker
    jit._prune(tmp_path, new.stat().st_mtime)
    assert not old.exists()
    assert new.exists()


def test_the_key_is_made_from_everything(monkeypatch):
    """The cache of a game is named after the core, its own sources and its data."""
    names = set(jit.sources("takujo.games.ritual"))
    assert {
        "takujo.games.ritual/rules.py",
        "takujo.games.ritual",
        "takujo.core/chance.py",
        "takujo.core/jit.py",
    } <= names
    mind(load("ritual", compiled=False))
    bot = "takujo.games.ritual.bot"
    assert {f"{bot}/policy.py", "takujo.bots/search.py", "takujo.games.ritual/rules.py"} <= set(jit.sources(bot))
    assert not [name for name in names if "policy" in name or "tally" in name]  # they leave the rules as they are
    assert jit.cache_directory("takujo.games.ritual").name.startswith("ritual-")
    assert jit.cache_directory("takujo.core") != jit.cache_directory("takujo.games.ritual")


def test_doors_are_those_of_what_was_imported():
    """All doors of a game that is there, and nothing that is only a rule."""
    game = load("ritual", compiled=False)
    names = {door.__name__ for door in jit.doors() if jit.package_of(door) == game.package}
    assert {"_setup", "_step", "_observe"} <= names
    assert all(jit.is_door(door) for door in jit.doors())


def test_first_use_is_shown(tmp_path):
    """The first time a line says that the rules are being compiled; then nothing is, wherever the sources lie."""
    code = (
        "import sys; sys.path.insert(0, {src!r}); from takujo.games import is_compiled, load; "
        "before = is_compiled('ritual'); from takujo.core.loops import play_games; play_games(load('ritual'), 2, 1); "
        "print(before, is_compiled('ritual'))"
    ).format(src=str(ROOT / "src"))
    first = run(code, tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert "Compiling the rules of RITUAL (first time only)" in first.stderr, first.stderr
    assert first.stdout == "False True\n"
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "static"))
    elsewhere = code.replace(str(ROOT / "src"), "src")  # another checkout of the same sources, with other dates
    for again in (code, elsewhere):
        second = run(again, tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"), NUMBA_DEBUG_CACHE="1")
        assert (second.returncode, second.stderr) == (0, "")
        assert "[cache] index loaded" in second.stdout
        assert "[cache] data saved" not in second.stdout


PREPARE = """
from takujo.bots.minds import prepare
from takujo.games import SLUGS, load
for slug in SLUGS:
    prepare(load(slug))
"""
OTHERWISE = """
from numba.core.event import install_recorder
with install_recorder("numba:compile") as compilations:
    import takujo.adapters.vector, takujo.lab.counting.loops  # doors that nobody had imported
    from takujo.bots.minds import is_compiled, prepare
    from takujo.games import SLUGS, load
    for slug in reversed(SLUGS):
        game = load(slug, compiled=True)
        assert game.door.compiled and is_compiled(game), slug
        prepare(game)
print(len(compilations.buffer))
"""


def test_what_one_process_has_prepared_no_other_compiles(tmp_path):
    """Whatever it imports, and in which order it loads the titles."""
    cache = {"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT / "src"), "TAKUJO_NATIVE": ""}
    first = run(PREPARE, tmp_path, **cache)
    assert first.returncode == 0, first.stderr
    then = run(OTHERWISE, tmp_path, **cache)
    assert (then.stdout, then.stderr) == ("0\n", "")


def test_what_is_seldom_wanted_is_compiled_when_it_is(tmp_path):
    """A game's observations, which nobody at a table needs: not with its rules, and then once."""
    code = (
        "import takujo; from takujo.core.jit import doors, was_compiled\n"
        "game = takujo.load('ritual')\n"
        "observe = [door for door in doors() if door.__name__ == '_observe']\n"
        "before = was_compiled(observe); game.observation(game.new(2, 1).view(0)); print(before, was_compiled(observe))"
    )
    cache = {"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT / "src"), "TAKUJO_NATIVE": ""}
    assert run(code, tmp_path, **cache).stdout == "False True\n"
    again = run(code, tmp_path, **cache)
    assert (again.stdout, again.stderr) == ("True True\n", "")


def test_the_collector_is_off_only_while_compiling():
    """And stays off where somebody had turned it off."""
    assert gc.isenabled()
    with jit._without_collector():
        assert not gc.isenabled()
        with jit._without_collector():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_there_are_no_other_doors():
    """Asked for a door that a game has not, a tier says so; a copy of a tier is one, too."""
    plain = load("ritual", compiled=False).plain
    with pytest.raises(AttributeError, match="there is no door 'window'"):
        plain.window  # noqa: B018  # it raises
    assert copy(plain).step is plain.as_step


def test_packages_without_data_have_no_components():
    """components says so; the core itself has none."""
    assert component_file("takujo.core") is None
    with pytest.raises(ValueError, match=r"takujo.core has no component file \(\*.toml\)"):
        components("takujo.core")
    assert Path(str(component_file("takujo.games.ritual"))).name == "ritual.toml"


def test_scratch_is_zero_at_every_call(tiny, tmp_path):
    """A rule that has memory of its own finds zeros in it, in a loop too, compiled as in Python; the size is a constant."""
    (tiny / "rules.py").write_text(
        "from takujo.core.jit import Ints, door, rule\n"
        "from takujo.core.scratch import scratch\n"
        "SIZE = 16\n"
        "@rule\n"
        "def fill(row: Ints, k: int) -> int:\n"
        "    total = 0\n"
        "    for i in range(len(row)):\n"
        "        total += row[i]\n"
        "        row[i] = i * k\n"
        "    return total\n"
        "@rule\n"
        "def once(k: int) -> int:\n"
        "    row, other = scratch(SIZE), scratch(SIZE)\n"
        "    return 1000 * fill(row, k) + fill(other, k + 1) + row[k % SIZE] - other[k % SIZE]\n"
        "@door\n"
        "def grow(row: Ints) -> int:\n"
        "    total = 0\n"
        "    for k in range(row[0]):\n"
        "        total += once(k)\n"
        "    return total\n"
    )
    code = TRY.format(folder=str(tmp_path)).replace("[1, 2]", "[1000]") + "print(grow([1000]))"
    found = run(code, tmp_path, XDG_CACHE_HOME=str(tmp_path))
    assert found.stdout.split() == [str(-sum(k % 16 for k in range(1000)))] * 2, found.stderr
