"""Mixed tables in the laboratory: experts and bots of one's own sit beside the others, and it is told who wins."""

import json

import pytest

from takujo.bots.minds import mind
from takujo.cli import main
from takujo.core.jit import JIT
from takujo.lab.arena import run as run_arena
from takujo.lab.experiment import Experiment, loaded, read_games, run
from takujo.lab.report import report

GAMES = 40 if JIT else 4
ALWAYS = "def choose(view, legal, rng, budget, clock):\n    return legal[int(rng.random() * len(legal)) // 2]\n"


def test_who_is_asked_outside_changes_nothing_else():
    """Games in which a seat is asked are those that the compiled loop plays, if it decides as that would."""
    counts = loaded("ritual")
    game, cares = counts.game, [1, 1, -1]
    inside = counts.play(mind(game), 3, cares, {"restart_cap": 0}, 9, GAMES)

    def as_before(view, seat, luck):
        """What a uniform player would draw."""
        numbers = mind(game).legal(view, seat)
        return int(numbers[int(luck.random() * len(numbers))])

    outside = counts.play(mind(game), 3, cares, {"restart_cap": 0}, 9, GAMES, {0: as_before})
    again = counts.play(mind(game), 3, cares, {"restart_cap": 0}, 9, GAMES, {0: as_before})
    assert all((outside[name] == again[name]).all() for name in outside)
    assert inside.keys() == outside.keys()
    assert any((inside[name] != outside[name]).any() for name in inside)
    untouched = counts.play(mind(game), 3, cares, {"restart_cap": 0}, 9, GAMES, {7: as_before})  # no such seat
    assert all((untouched[name] == inside[name]).all() for name in inside)


@pytest.mark.once
def test_ones_own_and_an_expert_at_one_table(tmp_path):
    """All kinds of bots in one experiment; the same again, where nobody goes by the clock, is the same games."""
    (tmp_path / "mine.py").write_text(ALWAYS, encoding="utf-8")
    mine = str(tmp_path / "mine.py")
    for name, bots in (("a", (mine, "uniform")), ("b", (mine, "uniform")), ("c", ("expert", mine))):
        experiment = Experiment("ritual", (2,), bots, 6, {"restart_cap": 0}, budget=2.0)
        run(experiment, tmp_path / name)
        found = report(experiment, tmp_path / name)
        (table,) = json.loads((tmp_path / name / "report.json").read_text(encoding="utf-8"))["tables"]
        (which,) = [section for section in table["sections"] if section["title"] == "Which bot wins"]
        assert [measure["label"] for measure in which["measures"]] == [
            {"uniform": "random"}.get(bot, bot) for bot in bots
        ]
        assert which["finding"] in found.lines()[0]
    first, again = (read_games(tmp_path / name / "players-2" / "chunk-00000.parquet") for name in "ab")
    assert all((first[name] == again[name]).all() for name in first)


@pytest.mark.once
@pytest.mark.parametrize(("language", "words"), [("en", "With luck taken off"), ("ja", "運を差し引くと")])
def test_luck_is_taken_off_where_somebody_is_asked(tmp_path, language, words):
    """The same mean within its interval, a narrower interval, and how many games that saved; in the files each seat's."""
    (tmp_path / "mine.py").write_text(ALWAYS, encoding="utf-8")
    experiment = Experiment("ayatsuri", (3,), (str(tmp_path / "mine.py"), "regular", "regular"), 60)
    run(experiment, tmp_path / "lab")
    found = report(experiment, tmp_path / "lab", language)
    sections = {section["title"]: section for section in found.json()["tables"][0]["sections"]}
    (raw, _), (clear, _) = (
        sections[{"en": "Which bot wins", "ja": "どのボットが勝つか"}[language]]["measures"],
        sections[words]["measures"],
    )
    assert clear["high"] - clear["low"] < raw["high"] - raw["low"]
    assert raw["low"] - 0.02 < clear["value"] < raw["high"] + 0.02
    assert sections[words]["finding"] in found.lines()[0]
    games = read_games(tmp_path / "lab" / "players-3" / "chunk-00000.parquet")
    assert games["luck"].shape[1] == 3
    assert games["luck"].any()


@pytest.mark.once
def test_a_stronger_bot_is_named(tmp_path, capsys):
    """Where bots differ beyond chance the finding says which wins more; where all are alike there is none."""
    out = str(tmp_path / "lab")
    games = str(600 if JIT else 60)
    command = ["lab", "ritual", "--players", "3", "--games", games, "--option", "restart_cap=0", "--workers", "1"]
    assert main([*command, "--bots", "regular,uniform,uniform", "--out", out]) == 0
    told = capsys.readouterr().out
    assert ("Regular wins most often" if JIT else "win") in told
    assert main([*command, "--bots", "uniform", "--out", f"{out}2"]) == 0
    assert "Which bot wins" not in (tmp_path / "lab2" / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        (("master",), "bot 'master': there is uniform, novice, regular, expert, or your own"),
        (("nowhere.py", "regular"), "there is no file nowhere.py"),
        (("expert", "regular", "novice"), "3 bots for 2 players; it takes one for all, or one a seat"),
    ],
)
def test_refusals(bots, words):
    with pytest.raises(ValueError, match=words):
        Experiment("ritual", (2,), bots, 6)


@pytest.mark.parametrize("budget", [0, -1.0, float("nan"), float("inf")])
def test_the_budget_is_checked(budget):
    with pytest.raises(ValueError, match="budget is .*; it takes milliseconds, more than 0"):
        Experiment("ritual", (2,), ("expert",), 6, budget=budget)
    with pytest.raises(ValueError, match="budget is .*; it takes milliseconds, more than 0"):
        run_arena("ritual", 2, ["regular", "expert"], 2, budget=budget)
