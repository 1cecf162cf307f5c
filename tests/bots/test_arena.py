"""Bots against bots."""

import json
import subprocess
import sys

import pytest

from takujo.lab.arena import Pairing, Report, Task, play, run

pytestmark = pytest.mark.once


def wins_for_the_first(view, legal, rng, budget, clock):
    """A bot of one's own, as docs/write-a-bot.md shows it."""
    return legal[0]


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


def test_an_arena_of_several_bots(tmp_path):
    own = f"{wins_for_the_first.__module__}:wins_for_the_first"
    seen = []
    report = run("ayatsuri", 3, ["uniform", own], 6, {"max_rounds": 2}, workers=1, progress=lambda *n: seen.append(n))
    found = report.json()
    assert [(p["one"], p["among"], p["games"]) for p in found["pairings"]] == [(own, "uniform", 6)]
    assert seen == [(1, 2), (2, 2)]
    assert "times its fair share" in report.html()


def test_the_command(tmp_path):
    """`takujo arena` alone: points and their distribution, on the terminal and as files."""
    out = tmp_path / "solo"
    command = [
        sys.executable,
        "-m",
        "takujo",
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
        (["ritual", "--bots", "novice,master"], "bot 'master': there is uniform, novice, regular, expert, cheat, or"),
        (["ritual", "--bots", "novice,json:nothing"], "has no attribute 'nothing'"),
        (["ritual", "--bots", "novice"], "name two or more"),
        (["ritual", "--players", "9"], "players"),
        (["ritual", "--games", "1"], "at least 4"),
        (["ritual", "--option", "speed=1"], "speed"),
    ],
)
def test_what_it_refuses(arguments, what):
    done = subprocess.run([sys.executable, "-m", "takujo", "arena", *arguments], capture_output=True, text=True)
    assert done.returncode == 2
    assert what in done.stderr + done.stdout
