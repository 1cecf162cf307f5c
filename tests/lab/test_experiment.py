"""A run can be stopped by anything and goes on where it was; who plays the chunks makes no difference."""

import json
import os
import resource
import signal
from multiprocessing import active_children

import pytest

from takujo.cli import main
from takujo.lab.experiment import Experiment, Stopped, run
from takujo.lab.report import report
from tests.helpers import ROOT

pytestmark = pytest.mark.once

TOML = str(ROOT / "src" / "takujo" / "games" / "ritual" / "small" / "ritual.toml")
SMALL = Experiment("ritual", (3,), ("uniform",), games=95, chunk=20)


def files(out):
    return {str(file.relative_to(out)): file.read_bytes() for file in sorted(out.rglob("*")) if file.is_file()}


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """The small experiment as one process leaves it."""
    out = tmp_path_factory.mktemp("lab") / "done"
    run(SMALL, out)
    report(SMALL, out)
    return out


def test_chunks_and_manifest(done):
    names = [f"players-3{side}/chunk-0000{number}.parquet" for number in range(5) for side in ("", "-luck")]
    assert set(files(done)) == {*names, "experiment.json", "report.html", "report.json"}
    assert json.loads((done / "experiment.json").read_text())["games"] == 95
    found = json.loads((done / "report.json").read_text())
    wins = found["tables"][0]["sections"][0]
    assert (wins["title"], [measure["cases"] for measure in wins["measures"]]) == ("Who wins", [95, 95, 95])


def test_two_workers_one_killed_then_resumed(done, tmp_path):
    """kill -9: the message says what is kept; the same command finishes, with the same files as without the accident."""
    out, seen = tmp_path / "out", []

    def kill_one(games, all_games):
        seen.append(games)
        if len(seen) == 2:  # the first chunk is done; another may be, before the pool notices, when nobody is left
            os.kill(active_children()[0].pid, signal.SIGKILL)

    experiment = Experiment("ritual", (3,), ("uniform",), games=95, chunk=20)
    with pytest.raises(Stopped, match=r"a worker was killed.*\d of 10 chunks are done and kept"):
        run(experiment, out, workers=2, progress=kill_one)
    assert 0 < len(list(out.rglob("chunk-*.parquet"))) < 10
    again = []
    run(experiment, out, workers=2, progress=lambda games, all_games: again.append((games, all_games)))
    assert again[0] == (seen[-1], 190), "what was done is not done again"
    assert again[-1] == (190, 190)
    report(experiment, out)
    assert files(out) == files(done)


def test_a_full_disk_loses_nothing(done, tmp_path):
    """No room for the third chunk: the first two stay whole, no half file is left, and the run can go on."""
    out, limits = tmp_path / "out", resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(games, all_games):
        if games >= 40:
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))

    try:
        with pytest.raises(Stopped, match="File too large. 2 of 10 chunks are done and kept; the same command goes on"):
            run(SMALL, out, progress=fill)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    left = files(out)
    assert len(left) == 3, "two chunks and the manifest"
    assert left.items() <= files(done).items()
    run(SMALL, out)
    report(SMALL, out)
    assert files(out) == files(done)


def test_another_experiment_is_refused(done):
    before = files(done)
    with pytest.raises(ValueError, match=r"holds another experiment: its seed is 1, not 2; give another --out"):
        run(Experiment("ritual", (3,), ("uniform",), games=95, chunk=20, seed=2), done)
    with pytest.raises(ValueError, match="holds other files"):
        run(SMALL, done / "players-3")
    assert files(done) == before


def test_a_broken_chunk_is_named(done, tmp_path):
    out = tmp_path / "out"
    run(SMALL, out)
    (out / "players-3" / "chunk-00001.parquet").write_bytes(b"PAR1")
    with pytest.raises(
        ValueError, match="chunk-00001.parquet cannot be read.*delete it and run the same command again"
    ):
        report(SMALL, out)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--players", "9"], "players is 9"),
        (["--option", "restart_cap=1", "--compare", "restart_cap=0,2"], "option restart_cap is given, and compared"),
        (["--components", TOML, "--compare", f"components=usual,{TOML}"], "components are given, and compared"),
        (["--bots", "novice", "--compare", "bots=novice,regular"], "--bots is given, and compared"),
        (["--columns", "--components", "none.toml"], "none.toml: No such file"),
        (["--players", "x"], "--players is 'x'; it takes a number (4), a range (3-6) or several (2,4)"),
        (["--players", "5-3"], "--players is '5-3'"),
        (["--games", "0"], "games is 0; it takes 1 or more"),
        (["--bots", "genius"], "bot 'genius': there is uniform, novice, regular, expert, or your own"),
        (["--bots", "regular,novice"], "2 bots for 4 players; it takes one for all, or one a seat"),
        (["--option", "colour=red"], "colour"),
        (["--option", "start=9"], "start"),
        (["--compare", "start=1"], "--compare is 'start=1'; it takes NAME=A,B"),
        (["--workers", "0"], "workers is 0; it takes 1 or more"),
        (["--seed", "-1"], "seed is -1"),
    ],
)
def test_wrong_arguments_are_refused(arguments, says, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["lab", "ritual", "--out", str(out), *arguments]) == 1
    assert says in capsys.readouterr().err
    assert not out.exists()


def test_the_command(done, tmp_path, capsys):
    """`takujo lab` writes the report; once more it only reads; its columns are explained."""
    out = tmp_path / "out"
    command = [
        "lab",
        "ritual",
        "--players",
        "2,3",
        "--bots",
        "uniform",
        "--games",
        "60",
        "--workers",
        "1",
        "--out",
        str(out),
    ]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert "2 players: " in first
    assert "3 players: " in first
    before = files(out)
    assert main(command) == 0
    assert files(out) == before
    page = (out / "report.html").read_text()
    assert "Cards in hand" in page
    assert "http" not in page.replace("http-equiv", ""), "the page needs nothing from elsewhere"
    assert main(["lab", "ritual", "--players", "3", "--columns"]) == 0
    assert "hand.1.0 ... hand.3.2" in capsys.readouterr().out
