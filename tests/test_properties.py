"""What holds for any play and any input, searched for by Hypothesis."""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import takujo
from takujo.core.jit import JIT
from tests.helpers import SLUGS, option_sets, play_out

settings.register_profile(
    "takujo",
    deadline=None,  # a first call may compile
    derandomize=True,  # the same search every time
    max_examples=60 if JIT else 15,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("takujo")

GAMES = {slug: takujo.load(slug) for slug in SLUGS}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 40) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def plays(draw, slug):
    """A state somewhere in a random play, with any number of players and options."""
    game = GAMES[slug]
    players = draw(st.sampled_from(list(game.players)))
    options = draw(st.sampled_from(option_sets(game, players)))
    s = game.new(players, draw(st.integers(0, 1 << 64)), options)
    return play_out(s, random.Random(draw(st.integers(0, 1 << 32))), draw(st.integers(0, 80)))


@pytest.mark.parametrize("slug", SLUGS)
@given(data=st.data())
def test_reading_what_was_written(slug, data):
    """from_position(position()) is the state, also after a way through text; and so for every action's number."""
    s = data.draw(plays(slug))
    assert s.game.from_position(json.loads(json.dumps(s.position()))) == s
    for seat in s.to_act:
        for action in s.legal(seat)[:20]:
            assert s.decode(seat, s.encode(seat, json.loads(json.dumps(action)))) == action


@pytest.mark.parametrize("slug", SLUGS)
@given(data=st.data())
def test_no_action_breaks_anything(slug, data):
    """Whatever is given as an action is done if legal, else refused with a reason and nothing changed."""
    s = data.draw(plays(slug))
    seat = data.draw(st.sampled_from([*range(s.players), s.players, -1]))
    legal = s.legal(seat)
    action = data.draw(JSON | st.dictionaries(st.sampled_from(["type", "card", "side", "to", "role", "cells"]), JSON))
    if legal and data.draw(st.booleans()):
        action = {**data.draw(st.sampled_from(legal)), data.draw(st.sampled_from(["type", "to", "x"])): action}
    before = bytes(s)
    try:
        s.apply(seat, action)
    except takujo.IllegalAction as error:
        assert error.reason
        assert bytes(s) == before


@pytest.mark.parametrize("slug", SLUGS)
@given(data=st.data())
def test_no_position_breaks_anything(slug, data):
    """A position with anything anywhere gives a state that can be played on, or a ValueError."""
    s = data.draw(plays(slug))
    position = json.loads(json.dumps(s.position()))
    spoil(position, data)
    try:
        other = s.game.from_position(position)
    except ValueError as error:
        assert str(error)
    else:
        for seat in other.to_act[:1]:
            other.apply(seat, other.legal(seat)[0]) if other.legal(seat) else None


@pytest.mark.parametrize("slug", SLUGS)
@given(data=st.data())
def test_no_view_breaks_anything(slug, data):
    """The same for views: a determinization, chances and an observation, or a ValueError."""
    s = data.draw(plays(slug))
    seat = data.draw(st.sampled_from(range(s.players)))
    view = json.loads(json.dumps(s.view(seat)))
    spoil(view, data)
    for call in (s.game.determinize, s.game.belief, s.game.observation):
        try:
            call(view)
        except ValueError as error:
            assert str(error)


def spoil(tree, data):
    """Put something else somewhere."""
    place = tree
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not place[key] or not isinstance(place[key], list | dict) or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(JSON)
