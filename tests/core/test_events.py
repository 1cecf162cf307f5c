"""Events: told into a buffer, read as JSON, redacted by what was written down with them."""

import numpy as np
import pytest

import takujo
from takujo.core.events import (
    ALL,
    NOBODY,
    SPECTATORS,
    Each,
    Event,
    EventType,
    Many,
    buffer,
    pause,
    put,
    read_events,
    read_stages,
    staged_buffer,
)
from takujo.core.kinds import INT
from takujo.core.record import NONE

TYPES = (EventType("drawn", hidden="card extra", seat=INT, card=INT, extra=Many(Each(a=INT))), EventType("over"))
CITATIONS = ("1", "2-1")


def filled(*values):
    ev = buffer()
    for value in values:
        ev[int(ev[0])] = value
        ev[0] += 1
    return ev


def test_events_read_as_json():
    """Values follow the table; NONE is null; the citation closes the event."""
    events = read_events(filled(0, 1, ALL, 1, 0, 7, 2, 5, NONE, 1, 0, ALL, ALL), TYPES, CITATIONS)
    assert events == [
        {"type": "drawn", "seat": 0, "card": 7, "extra": [{"a": 5}, {"a": None}], "rule": "2-1"},
        {"type": "over", "rule": "1"},
    ]


def test_hidden_values_are_null_for_who_does_not_know():
    """Lists keep their length, objects their keys."""
    (event,) = read_events(filled(0, 0, ALL, 1 << 0, 0, 7, 1, 5), TYPES, CITATIONS)
    assert event.seen_by(0) == event
    for other in (1, None):
        assert event.seen_by(other) == {"type": "drawn", "seat": 0, "card": None, "extra": [{"a": None}], "rule": "1"}


def test_private_events_do_not_exist_for_others():
    """Who is not in `who` does not get the event at all."""
    event = Event({"type": "x"}, who=1 << 2, knows=NOBODY)
    assert event.seen_by(2) == {"type": "x"}
    assert event.seen_by(1) is None
    assert event.seen_by(None) is None
    assert Event({"type": "x"}, who=SPECTATORS).seen_by(None) == {"type": "x"}


def test_a_full_buffer_is_an_error():
    """Events that do not fit are never cut off silently."""
    ev = np.zeros(4, dtype=np.int64)
    ev[0] = 9
    with pytest.raises(RuntimeError, match="events of 9 integers do not fit the buffer of 4"):
        read_events(ev, TYPES, CITATIONS)


def test_nobody_wants_events():
    """A buffer of length one takes nothing; a longer one takes the value and moves on."""
    quiet, ev = buffer(1), buffer()
    for row in (quiet, ev):
        put(row, 7)
    assert quiet.tolist() == [1]
    assert ev[:2].tolist() == [2, 7]


def test_a_pause_costs_nothing_where_nobody_looks():
    """Without room for stages it writes nothing; with room, the whole record; what does not fit is an error."""
    game = takujo.load("ritual", compiled=False)
    record = game.new(2).record()
    quiet, ev, staged = buffer(1), buffer(), staged_buffer(game.state)
    for row in (quiet, ev, staged):
        pause(record, row)
    assert (quiet[0], ev[0]) == (1, 1)
    stages, rest = read_stages(staged, TYPES, CITATIONS, game.state)
    assert [(events, game.state.integers(raw).tolist()) for events, raw in stages] == [([], record.flat())]
    assert rest == []
    for _ in range(200):
        pause(record, staged)
    with pytest.raises(RuntimeError, match="do not fit the buffer"):
        read_stages(staged, TYPES, CITATIONS, game.state)
