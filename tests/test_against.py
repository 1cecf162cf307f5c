"""`make bench ARGS="--against COMMIT"`: who is slower than before, and by how much."""

import subprocess
import sys

import pytest

from benchmarks import against
from benchmarks.against import Comparison
from tests.helpers import ROOT


def run(*words):
    command = [sys.executable, "-m", "benchmarks", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)


@pytest.mark.parametrize(
    ("rounds", "worse"),
    [
        ([1.06, 1.07, 1.06, 1.08, 1.06], True),
        ([0.90, 1.07, 1.06, 1.08, 1.06], True),  # one round in five may be noise
        ([0.90, 1.04, 1.06, 1.08, 1.06], False),
        ([1.05, 1.05, 1.05, 1.05, 1.05], False),
        ([0.80, 0.80, 0.80, 0.80, 9.00], False),
    ],
)
def test_worse_is_what_all_rounds_but_one_in_five_say(rounds, worse):
    """The median says how much, the rounds whether it is more than noise."""
    row = Comparison("ritual", "loop", rounds)
    assert row.is_worse == worse
    assert ("worse" in str(row)) == worse
    assert f"| {sorted(rounds)[2]:.2f} | {min(rounds):.2f} to {max(rounds):.2f} |" in str(row)


def test_then_and_now_take_turns():
    """Who goes first changes from round to round, and each pair is (then, now)."""
    order = []

    def once(which):
        order.append(which)
        return {"then": 2.0, "now": 3.0}[which]

    pairs = against.in_turns(once)
    assert order[:4] == ["then", "now", "now", "then"]
    assert against.ratios(pairs) == [1.5] * against.ROUNDS


def test_what_cannot_be_compared_is_said():
    """Exit code 2, and what it takes."""
    for commit, only, what in ("no-such-commit", "", "no commit"), ("HEAD", "chess", "no title"):
        found = run("--against", commit, "--only", only)
        assert found.returncode == 2
        assert what in found.stderr


def test_where_there_are_no_libraries_none_are_compared(tmp_path):
    found = run("--native", str(tmp_path))
    assert (found.returncode, "no libraries in" in found.stderr) == (2, True)


@pytest.mark.once
def test_a_small_real_run():
    """Every row has a ratio near 1 against the commit this tree stands on, and no folder is left behind."""
    before = subprocess.check_output(["git", "worktree", "list"], cwd=ROOT, text=True)
    found = run("--against", "HEAD", "--only", "ayatsuri", "--quick")
    rows = [line.split("|") for line in found.stdout.splitlines() if line.startswith("| ayatsuri")]
    assert [row[2].strip() for row in rows] == ["loop", "clone", "view", "search", "policies"], found.stderr
    assert all(0.3 < float(row[3]) < 3 for row in rows), found.stdout
    assert found.returncode in (0, 1)
    assert subprocess.check_output(["git", "worktree", "list"], cwd=ROOT, text=True) == before
