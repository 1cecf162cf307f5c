"""Which decisions may be taken back: what nobody has learned from, found by views and events alone."""

import random

from takujo.core.events import Event, only
from takujo.core.game import Outcome, Stage
from takujo.match import Match
from takujo.undo import Undoable, is_quiet


def test_only_what_a_seat_does_in_secret_is_quiet() -> None:
    """RITUAL shows the back of a card that is laid; IN THE RUIN shows nobody what is drawn, until all are ready."""
    for slug, players, expected in (("ritual", 3, set()), ("in-the-ruin", 2, {"keep", "take", "draw", "single-wall"})):
        rng, quiet = random.Random(3), set()
        match = Match(slug, players, seed=3)
        for _ in range(30):
            before = match.state
            seat = rng.choice(before.to_act)
            action = rng.choice(before.legal(seat))
            outcome = match.play(seat, action)
            if not match.drew and is_quiet(before, match.state, outcome, seat):
                quiet.add(action["type"])
        assert quiet >= expected
        assert bool(quiet) == bool(expected)


def noted(match: Match, undoable: Undoable, seat: int, *, own: bool = True) -> None:
    before = match.mark
    outcome = match.play(seat, match.state.legal(seat)[0])
    undoable.note(match, before, outcome, seat, [*range(match.players), None], own=own)


def test_what_would_look_different_or_could_not_be_played_is_not_taken_back() -> None:
    """Whatever was noted: a match is never changed before the eyes of others."""
    match, undoable = Match("ritual", 2, {"start": 0}, 1), Undoable(2)
    start = match.mark
    seat = match.state.to_act[0]
    noted(match, undoable, seat)
    assert not undoable.may(seat)
    assert undoable.without(match, seat) is None
    undoable._seats[seat], undoable._mark = [0], start
    assert undoable.without(match, seat) is None  # others saw which set was taken
    noted(match, undoable, match.state.to_act[0])
    undoable._seats[seat], undoable._mark = [0], start
    assert undoable.without(match, seat) is None  # nobody could chant without cards


def test_a_match_without_an_action_is_one_in_which_it_never_was() -> None:
    match = Match("in-the-ruin", 2, seed=5)
    undoable = Undoable(2)
    noted(match, undoable, 0)
    actions = list(match.actions)
    back = undoable.without(match, 0)
    assert back
    assert back.record() == Match("in-the-ruin", 2, seed=5).record()
    assert match.actions == actions  # the other one is as it was


def test_a_decision_of_a_bot_stands() -> None:
    match, undoable = Match("in-the-ruin", 2, seed=5), Undoable(2)
    noted(match, undoable, 0, own=False)
    assert not undoable.may(0)


def test_what_showed_its_own_seat_something_hidden_or_drew_chance_stands() -> None:
    """No title of ours does so in secret; another may. IN THE RUIN tells its squares, and what they reveal is declared."""
    match, undoable = Match("in-the-ruin", 2, seed=5), Undoable(2)
    before = match.mark
    outcome = match.play(0, match.state.legal(0)[0])
    squares = {"type": "square-bonus", "seat": 0, "stage": 1, "area": 4, "rect": [0, 0, 1, 1], "rule": "6"}
    for mine, quiet in ((only(0), False), (0, True)):
        told = Outcome([Stage([*outcome, Event(squares, mine)], match.state)])
        assert is_quiet(before.state, match.state, told, 0) is quiet
    for drew in (True, False):
        match.drew = drew
        undoable.note(match, before, outcome, 0, [0, 1, None])
        assert undoable.may(0) is not drew
