"""Learners count seats from their own, in observations and in actions: the same situation looks the same from anywhere."""

import re
from itertools import islice

import numpy as np
import pytest

import takujo
from takujo import adapters
from takujo.adapters.play import absolute, checked, legal, mask, observation, relative
from takujo.core.game import State
from takujo.core.jit import JIT
from takujo.core.kinds import Seat
from takujo.core.record import Seen
from tests.helpers import SLUGS

GAMES, FEW = (6, 20) if JIT else (3, 2)
SEATS_TOO = {"aim_by", "aim_at", "h_next", "to_act"}  # fields that hold seats as plain numbers
SETS = {"on_table", "gate_clear"}  # and those that hold sets of them


def turned(state, by):
    """The same play with everybody moved so many seats on."""
    players, flat = state.players, state.game.state.integers(state._raw)
    fields = {field.name: field for field in state.game.state.fields}
    for name, start, stop, shape in state.game.state._places:
        field, values = fields[name], flat[start:stop].reshape(shape)
        if name in SETS or (type(field.kind).__name__ == "SetOf" and name == "to_act"):
            values[...] = sum(1 << (seat + by) % players for seat in range(players) if values >> seat & 1)
        elif isinstance(field.kind, Seat) or name in SEATS_TOO:
            values[...] = np.where(values >= 0, (values + by) % players, values)
        labels = re.findall(r"\[(\w*)\]", field.json)
        owned = not field.json and field.seen in (Seen.OWNER, Seen.OTHERS)
        for axis, label in enumerate(["players"] if owned else labels):
            if label == "players":
                taken = np.moveaxis(values, axis, 0)
                taken[:players] = np.roll(taken[:players], by, axis=0)
    return State(state.game, state.game.state.pack(flat.tolist()))


def positions(slug, players):
    """Decisions of games at random."""
    game, rng = takujo.load(slug), np.random.default_rng(3)
    for seed in range(GAMES):
        state = game.new(players, seed)
        for number in range(10_000 if JIT else 36):
            if not state.to_act:
                break
            if number % 3 == 0:
                yield state
            seat = state.to_act[0]
            state.step(seat, int(rng.choice(state.legal_numbers(seat))))


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("most", [False, True])
def test_a_situation_looks_the_same_from_every_seat(slug, most):
    """All move some seats on: who decides then has the same observation and the same legal numbers as who did before."""
    players = takujo.load(slug).players[-1 if most else 0]
    seen = 0
    for state in positions(slug, players):
        seat, by = state.to_act[0], 1 + seen % max(players - 1, 1)
        other, there = turned(state, by), (seat + by) % players
        assert there in other.to_act
        assert np.array_equal(observation(other, there), observation(state, seat))
        size = state.game.num_actions
        assert np.array_equal(mask(other, there, size), mask(state, seat, size))
        seen += 1
    assert seen > 10


@pytest.mark.parametrize("slug", SLUGS)
def test_there_and_back(slug):
    """`number` and `action` of the adapters are each other's way back, and mean what the adapters' numbers do."""
    for state in islice(positions(slug, takujo.load(slug).players[-1]), 40):
        seat = state.to_act[0]
        view, actions = state.view(seat), state.legal(seat)
        numbers = [adapters.number(view, action) for action in actions[:FEW]]
        assert numbers == legal(state, seat)[:FEW].tolist()
        assert [adapters.action(view, number) for number in numbers] == actions[:FEW]
        assert [checked(state, seat, number) for number in numbers] == state.legal_numbers(seat)[:FEW]
        assert [view.game.number(view, action) for action in actions[:FEW]] == state.legal_numbers(seat)[:FEW]
        assert [view.game.action(view, n) for n in state.legal_numbers(seat)[:FEW]] == actions[:FEW]


def test_seats_in_actions_turn():
    """In Arkham Ritual seat 2 of 3 offers to its left neighbour, seat 0: for a learner that is to 1. Seats 3 to 6 stay."""
    game = takujo.load("arkham-ritual")
    number = game.number({}, {"type": "offer", "to": 0})
    there = int(relative(game, 3)[2, number])
    assert game.action({}, there) == {"type": "offer", "to": 1}
    assert absolute(game, 3)[2, there] == number
    unused = game.number({}, {"type": "offer", "to": 5})
    assert relative(game, 3)[2, unused] == unused


def test_sets_of_cards_are_no_seats():
    """RITUAL's sets lie on the table, as many as players: they do not turn, as they do not in observations."""
    game = takujo.load("ritual")
    assert (relative(game, 4) == np.arange(game.num_actions)).all()


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (
            lambda game, view: game.number(view, {"type": "offer"}),
            "action is {'type': 'offer'}; it takes one of the game",
        ),
        (lambda game, view: game.number(view, 3), "action is 3; it takes one of the game"),
        (lambda game, view: game.action(view, 18), "number is 18; it takes 0 to 17"),
        (lambda game, view: game.action(view, "1"), "number is '1'; it takes 0 to 17"),
        (lambda game, view: adapters.action(view, -1), "number is -1; it takes 0 to 17"),
        (
            lambda game, view: adapters.number({**view}, {"type": "accept"}, 3),
            "seat is 3; it takes the seat whose view",
        ),
    ],
)
def test_refusals(ask, words):
    game = takujo.load("arkham-ritual")
    with pytest.raises(ValueError, match=re.escape(words)):
        ask(game, game.new(3).view(0))


def test_numbers_that_depend_on_the_hand_need_its_owner():
    """IN THE RUIN's numbers name places of a hand: a spectator has none."""
    game = takujo.load("in-the-ruin")
    view = game.new(2).view(None)
    with pytest.raises(ValueError, match='or does not show whose it is"; it takes the View of a seat'):
        game.number(view, {"type": "escape"})
