"""A few simulated worlds (make simulate): they come right, each is the same when made again, and the checks bite."""

import json
import os
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

pytestmark = pytest.mark.once


def simulate(*arguments: str, hashes: str = "random") -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"TAKUJO_JIT": "1", "PYTHONHASHSEED": hashes}
    command = [sys.executable, "-m", "tests.simulation", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)


def world(seed: int, *arguments: str, hashes: str = "random") -> Any:
    done = simulate("--seed", str(seed), *arguments, hashes=hashes)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("seed", [36, 209])  # one node on SQLite; two that share a database
def test_a_world_comes_right_and_is_the_same_when_made_again(seed):
    first, second = (world(seed, hashes=hashes) for hashes in ("1", "2"))
    assert first["faults"] == []
    assert first["counts"]["deaths"] >= 20
    del first["cpu"], second["cpu"]
    assert first == second


@cache
def torn() -> Any:
    """What goes wrong where the disk says that it has written, and has not."""
    return world(36, "--lying-disk")["faults"]


def test_a_disk_that_does_not_sync_is_noticed():
    assert torn()


def test_a_world_that_fails_is_named_and_replayed():
    done = simulate("--seeds", "1", "--first", "36", "--lying-disk", "--jobs", "1")
    assert done.returncode == 1, done.stderr
    assert 'make simulate ARGS="--seed 36 --lying-disk --verbose"' in done.stdout
    assert torn()[0] in done.stdout
