"""What if: a match that goes on from the middle of another one, by what a seat knew then."""

import pytest

import takujo
from takujo.insight import what_if
from takujo.match import verify
from tests.helpers import SLUGS


def played(slug, actions=12):
    match = takujo.Match(slug, takujo.load(slug).players[-1], seed=5)
    while match.state.to_act and len(match.actions) < actions:
        seat = match.state.to_act[0]
        match.play(seat, match.state.legal(seat)[-1])
    return match


@pytest.mark.parametrize("slug", SLUGS)
def test_a_branch_knows_what_the_seat_knew_and_nothing_else(slug):
    """Twin worlds: matches that look the same to a seat have the same branches, and it sees there what it saw."""
    match = played(slug)
    then = what_if(match, 9)
    for seat in range(match.players):
        view = then.state.view(seat)
        twin = takujo.Match(match.game, match.players, position=match.game.determinize(view, 3).position())
        branch, other = what_if(match, 9, seat, seed=4), what_if(twin, 0, seat, seed=4)
        assert branch.record() == other.record()
        assert branch.state.view(seat) == view
        first = branch.state.to_act[0]
        branch.play(first, branch.state.legal(first)[0])
        assert verify(branch.record()).checks == branch.checks


def test_with_all_open_a_branch_is_the_match_so_far():
    """The same cards, the same coming shuffles; a branch can be left again."""
    match = played("ritual")
    branch = what_if(match, 7)
    assert branch.checks == match.checks[:7]
    for seat, action in match.actions[7:]:
        branch.play(seat, action)
    assert branch.record() == match.record()
    assert what_if(what_if(match, 7, 0, seed=1), 0).start is not None


@pytest.mark.parametrize(("step", "seat", "words"), [(13, 0, "step is 13; it takes 0 to 12"), (-1, 0, "step is -1"),
                                                     (3, 5, "seat is 5; it takes 0 to 4"), (3, -1, "seat is -1")])  # fmt: skip
def test_what_is_not_there_is_refused(step, seat, words):
    """With what it takes."""
    with pytest.raises(ValueError, match=words):
        what_if(played("ritual"), step, seat)
