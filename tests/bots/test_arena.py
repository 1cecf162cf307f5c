"""Bots against bots."""

import json
import subprocess
import sys

import pytest

from benchmarks.ladder import BEGIN, END, HEAD, written
from takujo.cli import main
from takujo.games import load
from takujo.insight.luck import PLAYS
from takujo.lab.arena import Pairing, Report, Task, play, plays_for, run
from tests.helpers import ROOT

pytestmark = pytest.mark.once


def test_a_deal_is_played_from_every_seat():
    deal = play(Task("ritual", 3, {}, "regular", "uniform", 7, 0))
    assert len(deal.scores) == 3
    assert 0 <= deal.worth <= 1
    assert set(deal.times) == {"regular", "uniform"}
    again = play(Task("ritual", 3, {}, "regular", "uniform", 7, 0))
    assert (again.worth, again.scores) == (deal.worth, deal.scores), "the same seed, the same games"


def test_ratings_follow_from_shares():
    """One among three others wins 0.5: three times as strong (0.5 = 3 / (3 + 3)), 400 log10(3) = 191 points."""
    report = Report("ritual", 4, {}, 0, [Pairing("b", "a", [0.5] * 400)])
    assert report.ratings() == {"a": pytest.approx(0, abs=1), "b": pytest.approx(190.8, abs=1)}
    assert report.pairings[0].share() == pytest.approx((0.5, 0.5, 0.5))


def test_the_ladder_is_written_row_by_row():
    """A row measured anew replaces the old one, a new one finds its place; the rest of the page stays."""
    report = Report("ritual", 4, {}, 200, [Pairing("expert", "regular", [0.5, 0.25, 0.75], [1, 2, 3])])
    (row,) = report.markdown()
    assert row == "| RITUAL | 4 | expert (200 ms) among regular | 2.00 [0.87, 3.13] | 3 |"
    alone = Report("in-the-ruin", 1, {}, 0, [Pairing("regular", "regular", [1.0, 0.0], [300, 280])])
    assert alone.markdown() == ["| IN THE RUIN | 1 | regular alone | 290 [270, 310] points | 2 |"]
    cheat, anew = row.replace("expert", "cheat"), row.replace("| 3 |", "| 5 |")
    two = "| RITUAL | 2 | expert (200 ms) among regular | 1.5 | 9 |"
    page = written(f"above\n{BEGIN}{HEAD}{cheat}\n{row}\n{END}below\n", [anew, two])
    assert page == f"above\n{BEGIN}{HEAD}{two}\n{anew}\n{cheat}\n{END}below\n"
    less = two.replace("200", "100")
    assert written(page, [less]) == page.replace(two, less), "the same rung with another budget"
    long, short = (f"| IN THE RUIN | 1 | expert ({n} ms) alone | 350 points | 9 |" for n in (1000, 100))
    assert short in written(written(page, [long]), [short])
    assert long in written(written(page, [long]), [short])


def test_the_example_enters_the_arena(monkeypatch):
    """A bot of one's own, found where one stands; the example of docs/write-a-bot.md does better than chance."""
    monkeypatch.chdir(ROOT / "examples")
    seen = []
    bots = ["uniform", "altar_bot:choose"]
    report = run("ritual", 3, bots, 60, {"restart_cap": 1}, workers=1, progress=lambda *counts: seen.append(counts))
    (found,) = report.json()["pairings"]
    assert (found["one"], found["among"], found["games"]) == ("altar_bot:choose", "uniform", 60)
    assert found["times_fair"][0] > 1.2
    assert seen == [(number, 20) for number in range(1, 21)]
    assert "times its fair share" in report.html()


def test_luck_is_told_where_it_is_asked_for_or_a_bot_thinks():
    """With luck taken off the interval is narrower, about the same mean, and it is said how many games that saved."""
    game = load("ayatsuri")
    assert plays_for(game, ("novice", "uniform")) == plays_for(game, ("expert", "cheat")) == 0
    assert plays_for(game, ("expert", "regular")) == plays_for(game, ("regular", "mine.py")) == PLAYS
    report = run("ayatsuri", 3, ["novice", "regular"], 120, workers=1, plays=32)
    (found,) = report.json()["pairings"]
    clear = found["without_luck"]
    assert clear["times_the_games"] > 1.2
    assert clear["games_saved"] == round(120 * (clear["times_the_games"] - 1))
    assert clear["high"] - clear["low"] < found["high"] - found["low"]
    assert abs(clear["value"] - found["share"]) < found["high"] - found["low"]
    assert "With luck taken off: " in report.html()
    assert f"{clear['games_saved']} saved" in report.html()
    with pytest.raises(ValueError, match="workers is 0; it takes 1 or more"):
        run("ritual", 2, ["uniform", "novice"], 2, workers=0)
    with pytest.raises(ValueError, match="seed is -1; it takes 0 or more"):
        run("ritual", 2, ["uniform", "novice"], 2, seed=-1)
    with pytest.raises(ValueError, match="plays is -1; it takes 0"):
        run("ayatsuri", 3, ["regular", "novice"], 9, plays=-1)
    (plain,) = run("ayatsuri", 3, ["regular", "novice"], 9, workers=1).json()["pairings"]
    assert plain["without_luck"] is None


def test_the_command(tmp_path):
    """`takujo arena` alone: points and their distribution, on the terminal and as files."""
    out = tmp_path / "solo"
    command = [
        sys.executable,
        "-m",
        "takujo.cli",
        "arena",
        "in-the-ruin",
        "--players",
        "1",
        "--bots",
        "uniform",
        "--games",
        "4",
    ]
    done = subprocess.run([*command, "--out", str(out)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "uniform: " in done.stdout
    found = json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))
    assert len(found["pairings"][0]["scores"]) == 4
    assert "<svg" in out.with_suffix(".html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["ritual", "--bots", "novice,master"], "bot 'master': there is uniform, novice, regular, expert, or your own"),
        (["ritual", "--bots", "novice,json:nothing"], "has no attribute 'nothing'"),
        (["ritual", "--bots", "novice"], "name two or more"),
        (["ritual", "--players", "9"], "players"),
        (["ritual", "--games", "1"], "at least 4"),
        (["ritual", "--option", "speed=1"], "speed"),
    ],
)
def test_what_it_refuses(arguments, what, capsys):
    assert main(["arena", *arguments]) == 1
    assert what in "".join(capsys.readouterr())
