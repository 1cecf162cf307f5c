"""A match looked at again: by what each seat knew then, kept beside the record, and told in the terminal."""

import json
import random

import pytest

import takujo
from takujo.bots.levels import regular
from takujo.bots.minds import mind
from takujo.cli import main
from takujo.core.words import frame
from takujo.games import SLUGS
from takujo.insight.review import Review, kept_beside

pytestmark = pytest.mark.once  # hundreds of plays a decision: compiled only
FEW = 8
PLAYS = 20  # of regulars, from each position


def played(slug, seed=5, players=3, most=1000):
    """A match of regulars, or its beginning."""
    match, rng = takujo.Match(takujo.load(slug), players, seed=seed), random.Random(seed)
    while match.state.to_act and len(match.actions) < most:
        seat = match.state.to_act[0]
        number = regular.pick(match.game, match.state.view_raw(seat), seat, rng)
        match.play(seat, match.state.decode(seat, number))
    return match


@pytest.mark.parametrize("slug", SLUGS)
def test_a_decision_is_judged_by_what_its_seat_knew_then(slug):
    """In another world that the seat could not tell from this one the review says the same, whatever lay hidden."""
    match = played(slug, most=9)
    review = Review(match, [0, 1, 2], FEW, PLAYS)
    assert review._due
    for step in review._due[-2:]:
        seat, _ = match.actions[step]
        judged = review._judged(step)
        state = review._states[step]
        twin = match.game.determinize(state.view(seat), 7)
        assert bytes(twin) != bytes(state)
        review._states[step] = twin
        assert review._judged(step) == judged
    review._due = review._due[:1]
    list(review.steps())
    found = review.result()
    assert (found["values"], found["turns"], found["account"]) == ([], [], None), "all open only after the end"


def test_a_review_goes_on_where_it_was_left(tmp_path):
    """It is kept beside the record, and only for this record, these seats and these numbers."""
    file, match, told = tmp_path / "match.json", played("ayatsuri"), []
    file.write_text(json.dumps(match.record()), encoding="utf-8")
    whole = kept_beside(file, Review(match, [0], FEW, PLAYS), lambda done, of: told.append((done, of)))
    assert told == [(n, len(told)) for n in range(1, len(told) + 1)]
    again = kept_beside(file, Review(match, [0], FEW, PLAYS), lambda done, of: pytest.fail("it was all there"))
    assert json.dumps(again) == json.dumps(whole)
    half, rest = Review(match, [0], FEW, PLAYS), Review(match, [0], FEW, PLAYS)
    for _, (done, _) in zip(range(5), half.steps(), strict=False):
        assert done <= 5
    rest.resume(json.loads(json.dumps(half.kept())))
    assert len(list(rest.steps())) == len(told) - 5
    assert json.dumps(rest.result()) == json.dumps(whole)
    other = Review(match, [1], FEW, PLAYS)
    other.resume(half.kept())
    assert not other.decisions
    assert not other.values


def test_of_a_match_that_goes_on_nothing_is_told_with_all_cards_open():
    """Also where an older version had looked at it so, and kept what it saw."""
    match = played("ayatsuri", seed=3, most=3)
    assert match.state.to_act
    review = Review(match, [0], rounds=8)
    open_cards = {str(step): [[0.5, 0.0]] * match.players for step in range(4)}
    review.resume({"key": review.key, "decisions": {}, "values": open_cards, "redrawn": open_cards})
    assert not review.values
    assert not review.redrawn


def test_values_of_the_end_are_those_of_the_result():
    match = played("ayatsuri")
    review = Review(match, [], FEW, PLAYS)
    list(review.steps())
    found = review.result()
    assert len(found["values"]) == len(match.actions) + 1
    assert [seat for seat, value in enumerate(found["values"][-1]) if value > 0] == match.state.result["winners"]
    for turn in found["turns"]:
        before, after = found["values"][turn["step"]], found["values"][turn["step"] + 1]
        assert turn["before"] == before
        assert turn["changes"] == pytest.approx([b - a for a, b in zip(before, after, strict=True)])
    biggest = [max(map(abs, turn["changes"])) for turn in found["turns"]]
    assert biggest == sorted(biggest, reverse=True)


def test_the_command_tells_what_mattered(tmp_path, capsys):
    """In words, in either language, and as JSON; a seat that is not there is refused."""
    file, match = tmp_path / "match.json", played("ayatsuri", seed=12)
    file.write_text(json.dumps(match.record()), encoding="utf-8")
    assert main(["review", str(file), "--rounds", "60", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [d["step"] for d in found["decisions"]] == sorted(d["step"] for d in found["decisions"])
    costs = [next(d for d in found["decisions"] if d["step"] == step)["cost"]["value"] for step in found["mattered"]]
    assert costs == sorted(costs, reverse=True)
    assert all(cost > 0 for cost in costs)
    for lang in ("en", "ja"):
        assert main(["review", str(file), "--rounds", "60", "--lang", lang]) == 0
        out = capsys.readouterr().out
        none = frame(lang).say("terminal-review-none")
        assert (none in out) == (not found["mattered"])
        others = [d for d in found["decisions"] if not d["same"] and d["expert"] not in (d["action"], d["best"])]
        assert others
        assert out.count(frame(lang).say("terminal-review-expert", action="")) == len(others)
        assert len(out.splitlines()) >= match.players + len(found["mattered"]) + len(found["turns"])
    assert main(["review", str(file), "--seat", "7"]) == 1
    assert "it takes 0 to 2" in capsys.readouterr().err


@pytest.mark.parametrize("slug", SLUGS)
def test_every_outcome_is_heard_of(slug):
    """Over some games each outcome a title names happens, and not always: else it tells no action from another."""
    game, seen = takujo.load(slug), {}
    for seed in range(6):
        match = played(
            slug, seed, players=max(2, game.players[0]), most=10 + (25 if slug == "in-the-ruin" else 6) * seed
        )
        for seat in match.state.to_act[:1]:
            result = game.analysis(match.state.view(seat), rounds=12)
            for row in result["actions"]:
                for name, each in row["outcomes"].items():
                    seen.setdefault(name, []).append(each["value"])
                    if mind(game).outcomes[name] == "chance":
                        assert 0 <= each["value"] <= 1
    assert list(seen) == list(mind(game).outcomes)
    rare = {"escaped"}
    assert all(len(set(values)) > 1 for name, values in seen.items() if name not in rare), seen
    assert all(game.text.speech(lang).say(f"outcome-{name}") for name in seen for lang in ("en", "ja"))
