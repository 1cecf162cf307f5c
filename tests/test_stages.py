"""Where a person may look: an action's outcome in stages, each with its events and the view after it."""

import itertools
import random

import pytest

import takujo
from takujo.match import Match
from takujo.testing.game import random_action
from tests.helpers import SLUGS


def outcomes(slug, players, seed=0):
    """The outcome of every action of a random match."""
    match, rng = Match(takujo.load(slug), players, seed=seed), random.Random(seed)
    while match.state.to_act:
        yield match.play(*random_action(match.state, rng))


def types(stage):
    return [event["type"] for event in stage.events]


@pytest.mark.parametrize("slug", SLUGS)
def test_stages_are_the_same_events_cut_in_parts(slug):
    """Nothing is lost or told twice; a state of a stage can be looked at, but the match goes on from the last."""
    game, several = takujo.load(slug), 0
    for outcome in outcomes(slug, game.players[-1]):
        assert [event for stage in outcome.stages for event in stage.events] == outcome
        several += len(outcome.stages) > 1
        for seat in (0, None):
            told = [event for stage in outcome.stages_for(seat) for event in stage.events]
            assert told == outcome.stages[-1].state.events_for(seat, outcome)
            assert all(stage.events for stage in outcome.stages_for(seat)[:-1])
            for stage in outcome.stages_for(seat):
                for lang in ("en", "ja"):
                    assert game.text.board(stage.state.view(seat), lang, str), "it can be drawn in the terminal"
    assert several
    assert types(outcome.stages[-2])[-1].replace("_", "-") == "game-over", "the end is looked at"


def test_cards_turned_up_lie_in_their_rows_until_they_are_paid():
    """RITUAL, RND-3 and LAY: everybody sees all chants, then what becomes of each."""
    for outcome in outcomes("ritual", 4):
        reveal, *later = outcome.stages_for(None)
        if not later:
            continue
        (chants,) = (event["chants"] for event in reveal.events if event["type"] == "reveal")
        view = reveal.state.view(None)
        for chant in chants:
            unpaid = {"card": chant["card"], "side": chant["side"], "result": None}
            assert view["rows"][chant["seat"]][view["round"] - 1] == unpaid
        for stage in later[1 : 1 + len(chants)]:
            (paid,) = stage.events
            view = stage.state.view(None)
            assert view["rows"][paid["seat"]][view["round"] - 1]["result"] == paid["result"]
            assert view["totals"][paid["seat"]] == paid["total"]


def test_each_call_and_each_attempt_is_looked_at_by_itself():
    """Ayatsuri 3.2-2: one number is called, and who has it shows the card; then what was aimed at it comes."""
    calls = 0
    for outcome in outcomes("ayatsuri", 6):
        for stage in outcome.stages:
            told = types(stage)
            assert told.count("call") + told.count("attempt") <= 1, told
            calls += told.count("call")
            shown = [event for event in stage.events if event["type"] == "reveal"]
            assert all(stage.state.view(None)["revealed"][event["seat"]] for event in shown)
            assert not (shown and "attempt" in told) or "condemn" in told
    assert calls


def test_what_a_round_comes_to_is_seen_before_the_next_deal():
    """Ayatsuri 3.2-3, Arkham Ritual [7]: chips and sanity as they are told, cards as they lay."""
    for outcome in outcomes("ayatsuri", 4):
        for stage in outcome.stages:
            for event in stage.events:
                if event["type"] == "round_end":
                    view = stage.state.view(1)
                    assert (view["round"], view["life"], view["kills"]) == (
                        event["round"],
                        event["life"],
                        event["kills"],
                    )
    sanity = None
    for outcome in outcomes("arkham-ritual", 5, seed=2):
        for stage in outcome.stages:
            view = stage.state.view(0)
            for event in stage.events:
                if event["type"] == "round_end":
                    assert view["last_round"]["hands"] == event["hands"]
                    assert view["round"] == event["round"]
                if event["type"] == "sanity":
                    assert view["sanity"][event["seat"]] == event["now"]
                    sanity = event
    assert sanity


def test_what_ends_a_round_is_seen_before_the_cards_are_turned_up():
    """Arkham Ritual [7]: whoever took the last card has it, and nobody yet knows their own."""
    ends = 0
    for outcome in outcomes("arkham-ritual", 5, seed=2):
        for before, stage in itertools.pairwise(outcome.stages):
            if "round_end" in types(stage):
                assert types(stage) == ["round_end"]
                assert before.state.view(0)["hands"][0] is None
                ends += 1
    assert ends


def test_a_seat_has_no_stage_in_what_is_not_told_to_it():
    """IN THE RUIN [6]: the first square bonus is everybody's own; at the end all sheets are open, one after the other."""
    bonuses = []
    for outcome in outcomes("in-the-ruin", 3):
        if any(event["type"] == "square-bonus" for event in outcome):
            bonuses.append(outcome)
    first, last = bonuses
    for seat in range(3):
        stages = [stage for stage in first.stages_for(seat) if "square-bonus" in types(stage)]
        assert [event["seat"] for stage in stages for event in stage.events if event["type"] == "square-bonus"] == [
            seat
        ]
    assert not any("square-bonus" in types(stage) for stage in first.stages_for(None))
    for stage in last.stages_for(None):
        assert stage.state.view(None)["result"] == last.stages[-1].state.result
