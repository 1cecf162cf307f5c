"""What compiled loops share."""

import pytest

import takujo
from takujo.core.loops import see
from tests.helpers import SLUGS


@pytest.mark.parametrize("slug", SLUGS)
def test_a_loop_sees_what_the_seat_sees(slug):
    """The view that loops make in a buffer of their own is the one that players get."""
    state = takujo.load(slug).new(3, 1)
    for seat in range(3):
        view = state._raw.copy()
        see(state.game.state.shown, state._raw, view, seat, state.game.door.unveil)
        assert view.tobytes() == state.view_raw(seat).tobytes()
        assert view.tobytes() != state._raw.tobytes()
