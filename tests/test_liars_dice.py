"""The fifth game, outside the package, has all that the four have: in at most 8 files and 400 lines."""

import json
import os
import subprocess
import sys

import pytest

from tests.helpers import ROOT
from tests.outside import PROJECT, install

pytestmark = pytest.mark.once

ADAPTERS = """
import numpy as np, pyspiel
from pettingzoo.test import api_test
from takujo.adapters.pettingzoo import env
from takujo.adapters.vector import Vector
import takujo.adapters.openspiel

api_test(env("liars-dice", 3), num_cycles=200)
plays, rng = Vector("liars-dice", 3, 16), np.random.default_rng(1)
ended = sum(plays.step(plays.sample(rng))[3].sum() for _ in range(200))
game = pyspiel.load_game("takujo_liars_dice", {"players": 3, "wild_ones": True})
pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
print(ended > 0, game.max_chance_outcomes(), game.utility_sum())
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """Run Python where the game is installed; what it prints."""
    site = install(PROJECT, tmp_path_factory.mktemp("liars-dice"))
    path = os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(site)])

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments], capture_output=True, text=True, env=os.environ | {"PYTHONPATH": path}
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_it_is_small():
    done = subprocess.run(["git", "ls-files", str(PROJECT)], cwd=ROOT, capture_output=True, text=True, check=True)
    files = [ROOT / name for name in done.stdout.split()]
    assert 0 < len(files) <= 8
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= 400


def test_its_own_tests_pass(python):
    assert " passed" in python("-m", "pytest", "-q", "-p", "no:cacheprovider", str(PROJECT))


def test_terminal(python):
    """The list of games has it, bots play it, and the record of it is proven."""
    assert "(liars-dice, 2-6 players)" in python("-m", "takujo", "games")
    told = python("-m", "takujo", "play", "liars-dice", "--watch", "--seed", "1", "--lang", "ja")
    assert "嘘つき" in told


def test_a_search_over_the_plain_policy_beats_chance(python, tmp_path):
    """Nobody has written a policy for it."""
    out = tmp_path / "arena"
    arguments = ["--players", "2", "--bots", "uniform,regular", "--games", "40", "--budget", "50", "--workers", "1"]
    python("-m", "takujo", "arena", "liars-dice", *arguments, "--out", str(out))
    (pairing,) = json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))["pairings"]
    assert pairing["times_fair"][1] > 1, pairing


def test_a_report_by_the_plain_tally(python, tmp_path):
    out = tmp_path / "lab"
    arguments = ["--players", "3", "--bots", "uniform", "--games", "200", "--workers", "1", "--out", str(out)]
    python("-m", "takujo", "lab", "liars-dice", *arguments)
    assert "Who wins" in (out / "report.html").read_text(encoding="utf-8")
    columns = python("-m", "takujo", "lab", "liars-dice", "--columns")
    assert "told.rolled" in columns
    assert "rounds" not in columns


def test_learning_libraries(python):
    assert python("-c", ADAPTERS).splitlines()[-1] == "True 6 0.0"
