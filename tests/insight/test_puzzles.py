"""Puzzles: each can be solved by what its seat may know, and a fresh look agrees with its answer."""

import json

import pytest

import takujo
from takujo.bots.minds import mind
from takujo.cli import main
from takujo.core.game import View
from takujo.games import SLUGS
from takujo.insight import Analysis
from takujo.insight.puzzles import GAP, mine, puzzles, verdict

pytestmark = pytest.mark.once  # hundreds of plays a decision: compiled only
AGAIN = 60  # guesses of a fresh look


@pytest.mark.parametrize("slug", SLUGS)
def test_a_fresh_look_agrees(slug):
    """Every action is legal in the view; the good ones are better than the usual one, by other guesses, too."""
    game, agree = takujo.load(slug), []
    found = puzzles(game)
    assert len({puzzle["id"] for puzzle in found}) == len(found) > 0
    gaps = [puzzle["gap"]["value"] for puzzle in found]
    assert gaps == sorted(gaps, reverse=True)
    for puzzle in found:
        view = View(puzzle["view"], puzzle["seat"], game)
        legal = [game.action(view, int(n)) for n in mind(game).legal(game.view_raw(view), puzzle["seat"])]
        assert len(legal) == puzzle["legal"]
        assert all(row["action"] in legal for row in puzzle["actions"])
        best, usual = puzzle["actions"][0]["action"], puzzle["usual"]
        assert [(verdict(puzzle, action) or {})["good"] for action in (best, usual)] == [True, False]
        assert puzzle["gap"]["low"] >= GAP / 2
        thought = Analysis(game, view, actions=[best, usual], width=0, seed=99)
        thought.run(AGAIN)
        values = {json.dumps(row["action"]): row["win"]["value"] for row in thought.result()["actions"]}
        agree.append(values[json.dumps(best)] > values[json.dumps(usual)])
    assert sum(agree) >= 0.9 * len(agree), agree


def test_mining_goes_on_where_it_was_left(tmp_path):
    """And keeps what it has found; a file of another game is refused."""
    game, file = takujo.load("ayatsuri"), tmp_path / "puzzles.json"
    mine(game, file, 20, lambda found, games: games < 1)
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["next"] == 1
    kept["puzzles"].append({"id": "mine", "gap": {"value": 0.5}})
    file.write_text(json.dumps(kept), encoding="utf-8")
    mine(game, file, 20, lambda found, games: games < 2)
    again = json.loads(file.read_text(encoding="utf-8"))
    assert again["next"] == 2
    assert "mine" in [puzzle["id"] for puzzle in again["puzzles"]]
    with pytest.raises(ValueError, match="has puzzles of ayatsuri, not of ritual"):
        mine(takujo.load("ritual"), file, 20, lambda found, games: False)


def test_puzzles_are_solved_in_the_terminal(monkeypatch, capsys):
    """The right answer counts, a wrong one is told the better, then the person leaves."""
    game = takujo.load("ritual")
    first, second = puzzles(game)[:2]
    answers = []
    for puzzle, wanted in ((first, first["actions"][0]["action"]), (second, second["usual"])):
        view = View(puzzle["view"], puzzle["seat"], game)
        numbers = mind(game).legal(game.view_raw(view), puzzle["seat"])
        answers.append(str(1 + [game.action(view, int(n)) for n in numbers].index(wanted)))
    given = iter([*answers, "q"])
    monkeypatch.setattr("rich.console.Console.input", lambda *a, **k: next(given))
    assert main(["puzzles", "ritual"]) == 130
    out = capsys.readouterr().out
    assert "Right:" in out
    assert "There is better:" in out
    assert "Solved: 1 of 2" in out
