"""The README and every example run as they stand."""

import doctest
import os
import subprocess
import sys

import pytest

import takujo
from tests.helpers import ROOT
from tests.server.parts import Server

# test_bots has a server, test_openspiel reads what is printed, test_arena lets it play; the last one is below
ELSEWHERE = {"stream_bot.py", "solve_a_small_ritual.py", "altar_bot.py", "learned_bot.py"}
EXAMPLES = sorted(path for path in (ROOT / "examples").glob("*.py") if path.name not in ELSEWHERE)

pytestmark = pytest.mark.once


def test_readme():
    """Its game is a doctest."""
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert tried >= 5
    assert failed == 0


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example(example):
    """It runs and says something."""
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, timeout=300, env=os.environ)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_from_nothing_to_a_table(tmp_path, monkeypatch):
    """Under 100 lines learn a bot; by one line each it plays in the arena, in the laboratory and at a web table."""
    file = ROOT / "examples" / "learned_bot.py"
    assert len(file.read_text(encoding="utf-8").splitlines()) < 100
    monkeypatch.chdir(tmp_path)

    def run(*command):
        done = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "an end is worth" in run(str(file), "2")
    arena = run("-m", "takujo", "arena", "ritual", "--players", "2", "--bots", f"uniform,{file}", "--games", "4")
    assert "times the fair share" in arena
    bots = ["--players", "3", "--bots", f"{file},novice,regular"]
    run("-m", "takujo", "lab", "ritual", *bots, "--games", "4", "--workers", "1")
    assert "Which bot wins" in (tmp_path / "lab-ritual" / "report.html").read_text(encoding="utf-8")
    with Server(tmp_path, bots=f"learned={file}") as server:
        seats = [{"kind": "bot", "level": "learned"}] * 2
        made = server.create("ritual", seats, sit=False, players=2, options={"restart_cap": 0})
        socket = server.socket(made["table"])
        while not socket.until("state")["result"]:
            pass
        assert "bot 'learned" not in server.stop(), "a regular had to decide in its place"


def test_there_are_examples():
    assert EXAMPLES


@pytest.mark.parametrize("module", ["takujo", "takujo.match", "takujo.testing", "takujo.bots", "takujo.games"])
def test_all_is_true(module):
    """Every name in __all__ exists and nothing public is forgotten."""
    found = __import__(module, fromlist=["__all__"])
    assert sorted(found.__all__) == sorted(set(found.__all__))
    for name in found.__all__:
        assert hasattr(found, name)
    assert takujo.__all__ == sorted(takujo.__all__)


def test_learning_libraries():
    """The page's examples are doctests."""
    failed, tried = doctest.testfile(str(ROOT / "docs/learning-libraries.md"), module_relative=False, encoding="utf-8")
    assert tried >= 20
    assert failed == 0
