"""Names: declared once, they number phases, actions, events and parts of rows; sets of small numbers have words."""

import pytest

from takujo.core.actions import ActionType, ActionTypes
from takujo.core.events import Each, EventType, EventTypes, Many
from takujo.core.kinds import BOOL, INT, Names, Range, Terms
from takujo.core.names import Blocks, constant
from takujo.core.sets import all_of, first_of, has, has_several, members, only, size_of, without


@pytest.mark.parametrize(
    ("name", "written"),
    [("take-sets", "TAKE_SETS"), ("3.3-5 (1)", "S3_3_5_1"), ("Promo 2b", "PROMO_2B"), ("R-14", "R_14")],
)
def test_names_are_written_as_constants(name, written):
    """Capitals, one underscore for what no name may hold; a section begins with S."""
    assert constant(name) == written


def test_terms_are_a_kind_and_constants():
    """Numbers in order; what is never at rest is numbered too, but is no JSON."""
    phase = Terms("draw", "over", passing=("deal",))
    assert (phase.DRAW, phase.OVER, phase.DEAL) == (0, 1, 2)
    assert (phase.write(1), phase.read("over"), phase.takes) == ("over", 1, "one of draw, over")


def test_a_name_is_given_once():
    """Two things of one name are refused where they are declared."""
    with pytest.raises(ValueError, match="two things are called GAME_OVER"):
        Terms("game-over", "game_over")


def test_blocks_stand_one_after_the_other():
    """Each begins where the one before ends."""
    row = Blocks(phase=3, hand=5, rest=1)
    assert (row.PHASE, row.HAND, row.REST, row.size) == (0, 3, 8, 9)


ACTION = ActionTypes(
    __name__,
    ActionType("take", set=Range(0, 2)),
    ActionType("chant", private="card", card=Names(("x", "y")), side=Range(0, 1)),
    ActionType("name", role=Range(3, 5)),
    ActionType("mark", at=Range(1, 3), kind=Range(2, 3), from_=BOOL),
    ActionType("pass"),
)


def test_actions_are_numbered_in_order():
    """The parameter of an action is added to its constant, also where its values do not begin at 0."""
    number = ACTION.json.index
    assert ACTION.size == len(ACTION.json) == 3 + 4 + 3 + 12 + 1
    assert number({"type": "take", "set": 2}) == ACTION.TAKE + 2
    assert number({"type": "name", "role": 5}) == ACTION.NAME + 5
    assert number({"type": "pass"}) == ACTION.PASS == 22
    assert ACTION.CHANT_END == ACTION.NAME + 3 == 7
    assert ACTION.keys["chant"] == {"type", "card", "side"}
    assert ACTION.private == {"chant": "card"}
    assert ACTION.chant.__module__ == __name__


def test_a_parameter_has_few_values():
    """Numbers of actions are counted: there must be an end of them."""
    with pytest.raises(ValueError, match="card of the action lay may be any integer; it takes a kind with few values"):
        ActionType("lay", card=INT)


def test_several_parameters_make_a_number_and_are_read_from_it():
    """All actions of two and three parameters, there and back."""
    for card, side in ((0, 0), (0, 1), (1, 0), (1, 1)):
        number = ACTION.chant(card, side)
        assert ACTION.json[number] == {"type": "chant", "card": "xy"[card], "side": side}
        assert (ACTION.chant_card(number), ACTION.chant_side(number)) == (card, side)
    for number in range(ACTION.size):
        name, parts = ACTION.parts_of(number)
        assert ACTION.json[number]["type"] == name
        assert ACTION.number_of(name, *parts) == number
    for at in (1, 2, 3):
        for kind in (2, 3):
            number = ACTION.mark(at, kind, 1)
            assert ACTION.json[number] == {"type": "mark", "at": at, "kind": kind, "from": True}
            readers = ACTION.mark_at, ACTION.mark_kind, ACTION.mark_from
            assert [read(number) for read in readers] == [at, kind, 1]


def test_events_and_their_values_have_places():
    """Up to the first list: behind it the place depends on its length."""
    event = EventTypes(
        EventType("altar", round=INT, colour=INT), EventType("shown", seat=INT, cards=Many(Each(a=INT)), by=INT)
    )
    assert (event.ALTAR, event.SHOWN) == (0, 1)
    assert (event.ALTAR_ROUND, event.ALTAR_COLOUR, event.SHOWN_SEAT, event.SHOWN_CARDS) == (0, 1, 0, 1)
    assert not hasattr(event, "SHOWN_BY")
    assert [kind.name for kind in event.types] == ["altar", "shown"]


def test_sets_of_small_numbers():
    """The words say what Python's sets say."""
    for things in range(1 << 4):
        said = {thing for thing in range(4) if has(things, thing)}
        assert said == set(members(things))
        assert size_of(things) == len(said)
        assert has_several(things) == (len(said) > 1)
        for thing in range(4):
            assert set(members(without(things, thing))) == said - {thing}
            assert set(members(things | only(thing))) == said | {thing}
        if things:
            assert first_of(things) == min(said)
    assert members(all_of(3)) == [0, 1, 2]
