"""What ours is measured against plays the same game: `make load`'s peer, and the yardstick of `make bench`."""

from typing import Any

import numpy as np
import pytest

import takujo
from benchmarks import ruin, yardstick
from benchmarks.boardgame import check_replays
from benchmarks.measure import NotInstalled
from takujo.core.chance import below
from takujo.core.game import QUIET, State
from takujo.core.jit import entry
from takujo.core.loops import _play_games, blank_record, luck_of, of_tier
from takujo.core.record import NONE, UNKNOWN
from tests.oracles.in_the_ruin import Sheet, largest_rectangle, placements


@pytest.fixture
def compiler() -> None:
    try:
        yardstick.compiler()
    except NotInstalled as missing:
        pytest.skip(str(missing))  # a machine without any plays all the same


@pytest.mark.once
def test_boardgame_plays_the_same_ritual():
    """After every move of our matches it tells everybody the same, and every player only their own hand."""
    assert check_replays(matches=8) > 300


@pytest.mark.once
@pytest.mark.usefixtures("compiler")
def test_the_yardstick_in_c_plays_the_same_games():
    """Or the ratio would compare two things."""
    game = takujo.load("ritual")
    blank, out = blank_record(game, 4, None), np.zeros(game.num_actions + 1, dtype=np.int64)
    play = of_tier(_play_games, game.door)
    for seed in range(4):
        raw = blank.copy()
        moves = play(game.door.as_setup, game.door.as_step, blank, raw, QUIET, luck_of(seed), out, 150)
        assert yardstick.play(150, seed) == (moves, State(game, raw).position()["contribution"])


@pytest.mark.once
@pytest.mark.usefixtures("compiler")
def test_the_yardstick_in_c_shows_each_seat_the_same():
    """After each move of a game: cards where the engine shows cards, and else as many of each back."""
    for seed in range(8):
        game, luck = takujo.load("ritual"), luck_of(seed).tolist()
        raw = blank_record(game, 4, None)
        game.door.setup(raw, QUIET, below(luck, 1 << 31))
        state = State(game, raw)
        for row in yardstick.look(seed):
            (seat,) = state.to_act
            numbers = state.legal_numbers(seat)
            state = state.after(seat, numbers[below(luck, len(numbers))]).stages[-1].state
            for eyes in range(4):
                assert seen_by(state, eyes) == row[eyes].tolist()
        assert not state.to_act


def seen_by(state: State, eyes: int) -> list[int]:
    """A view as the yardstick writes one."""
    v: Any = state.game.state.unpack(state.view_raw(eyes))

    def cards(cards: list[int], backs: list[int]) -> int:
        """A bit for each, or six for each back."""
        if UNKNOWN in cards:
            return sum(1 << 6 * back for back in backs if back != NONE)
        return sum(1 << card for card in cards if card != NONE)

    def laid(seat: int) -> int:
        card = v.played_card[seat]
        return 255 if card == NONE else 128 + v.played_back[seat] if card == UNKNOWN else 2 * card + v.played_side[seat]

    drawn = [colour for ritual in range(3) for colour in v.used[ritual] if colour != NONE]
    up = drawn + [v.altar] * (v.altar != NONE)
    return [
        *(cards(v.sets[i], v.set_back[i]) for i in range(4)),
        *(cards(v.hand[i], v.hand_back[i]) for i in range(4)),
        cards(v.unused, v.unused_back),
        *map(laid, range(4)),
        *(up + [255] * (15 - len(up))),
    ]


@pytest.mark.once
def test_the_geometry_that_is_measured_is_the_oracles():
    """As many drawings of a piece, and a rectangle as large, on each of the sheets."""
    cells = {card["letter"]: tuple(map(tuple, card["cells"])) for card in ruin.card_set()["exploration"]}
    out, drawn = np.zeros((2, 4011), dtype=np.int64), 0
    for state in ruin._states():
        raw, position = np.frombuffer(bytearray(bytes(state)), dtype=np.uint8), state.position()
        plain = Sheet.read(position["seats"][0]["sheet"])
        found = sum(map(len, placements(plain, cells[position["row"][0]])))
        assert entry(ruin.all_placements)(raw, *out, 1) == found
        assert entry(ruin.all_rectangles)(raw, *out, 1) >> 16 == largest_rectangle(plain.passages | plain.walls)[0]
        drawn += found
    assert drawn > 100
