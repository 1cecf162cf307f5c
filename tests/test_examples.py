"""The README and every example run as they stand."""

import doctest
import os
import subprocess
import sys

import pytest

import takujo
from tests.helpers import ROOT

# test_bots has a server, test_openspiel reads what is printed, test_arena lets it play
ELSEWHERE = {"stream_bot.py", "solve_a_small_ritual.py", "altar_bot.py"}
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
