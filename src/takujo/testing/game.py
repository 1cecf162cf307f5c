"""Does a game keep the contract? Random plays in which everything a user may rely on is checked."""

import json
import pickle
import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from takujo.core.errors import IllegalAction
from takujo.core.game import Game, Outcome, State
from takujo.match import Match, verify

__all__ = ["check_game", "random_action"]

MALFORMED: tuple[Any, ...] = (
    None,
    7,
    "x",
    [],
    {},
    {"type": None},
    {"type": "no such action"},
    {"kind": "x"},
    {"type": {1, 2}},
)


def random_action(state: State, rng: random.Random) -> tuple[int, dict[str, Any]]:
    """Any legal action of any seat that is to act."""
    seat = rng.choice(state.to_act)
    return seat, rng.choice(state.legal(seat))


def check_game(
    game: Game,
    players: int,
    options: Mapping[str, Any] | None = None,
    games: int = 3,
    seed: int = 0,
    most: int = 2000,
    share: float = 1.0,
) -> None:
    """AssertionError if the game breaks the contract in so many random games of at most so many actions.

    `share`: of the states to be looked at closely.
    """
    for number in range(games):
        rng = random.Random(f"{seed} {number}")
        match = Match(game, players, options, seed=seed + number)
        for _ in range(most):
            if not match.state.to_act:
                break
            if rng.random() < share:
                _check_state(match.state, rng)
                _check_refusals(match.state, rng)
            seat, action = random_action(match.state, rng)
            before = match.state.clone()
            outcome = match.play(seat, action)
            assert before != match.state, f"{action} changed nothing"
            _check_outcome(outcome, match.state)
        assert not match.state.to_act, f"not over after {most} actions"
        _check_end(match)


def _check_state(s: State, rng: random.Random) -> None:
    """What holds of every state before the end."""
    game = s.game
    position = s.position()
    assert position == json.loads(json.dumps(position)), "a position is JSON"
    assert game.from_position(position) == s, "from_position(position()) is the state"
    assert pickle.loads(pickle.dumps(s)) == s == s.clone()
    assert hash(s.clone()) == hash(s)
    assert s.result is None, "no result before the end"
    assert list(s.to_act) == sorted(set(s.to_act)) == position.get("to_act", list(s.to_act))
    for seat in range(position["players"]):
        legal = s.legal(seat)
        assert bool(legal) == (seat in s.to_act), f"seat {seat}: to act means: something to do"
        numbers = [s.encode(seat, action) for action in legal]
        assert numbers == s.legal_numbers(seat)
        assert len(set(numbers)) == len(numbers), "two actions with one number"
        assert [s.decode(seat, number) for number in numbers] == legal
        assert np.flatnonzero(s.mask(seat)).tolist() == sorted(numbers)
    seat, number = s.to_act[0], rng.choice(s.legal_numbers(s.to_act[0]))
    checked, trusted = s.clone(), s.clone()
    checked.apply(seat, s.decode(seat, number))
    trusted.step(seat, number)
    assert checked == trusted, "both doors lead to the same place"
    drawing = s.clone()
    drawing.script(())
    drawing.step(seat, number)
    assert drawing.chance_needed <= game.outcomes, f"a draw of {drawing.chance_needed}: outcomes is {game.outcomes}"
    assert game.from_position(position) == s, "a clone shares nothing"


def _check_outcome(outcome: Outcome, s: State) -> None:
    """What holds of every action: its events, and all that a person may look at on the way."""
    assert all({"type", "rule"} <= event.keys() for event in outcome), f"an event without type or rule: {outcome}"
    assert outcome.stages[-1].state == s, "the last stage is the end"
    for _, state in outcome.stages[:-1]:
        position = state.position()
        assert position == json.loads(json.dumps(position)), "a position is JSON, also at a pause"


def _check_refusals(s: State, rng: random.Random) -> None:
    """Every action that is not legal is refused with a reason, and nothing changes."""
    before = bytes(s)
    for seat in range(s.players):
        legal = set(s.legal_numbers(seat))
        for number in rng.sample(range(s.game.num_actions), min(4, s.game.num_actions)):
            if number not in legal and (action := _decoded(s, seat, number)) is not None:
                _refused(s, seat, action)
        for action in rng.sample(MALFORMED, 3):
            _refused(s, seat, action)
    for stranger in (-1, s.players, 99, None, "0", True):
        _refused(s, stranger, {})
    assert bytes(s) == before, "a refused action changed the state"


def _decoded(s: State, seat: int, number: int) -> dict[str, Any] | None:
    try:
        return s.decode(seat, number)
    except ValueError:
        return None  # a number that means nothing here


def _refused(s: State, seat: Any, action: Any) -> None:
    try:
        s.apply(seat, action)
    except IllegalAction as error:
        assert error.reason, "a refusal says why"
        return
    raise AssertionError(f"accepted {action!r} of seat {seat!r}")


def _check_end(match: Match) -> None:
    s = match.state
    result = s.result
    assert result is not None
    assert set(result) == {"winners", "scores"}
    assert len(result["scores"]) == match.players
    assert result["winners"] == sorted(set(result["winners"]) & set(range(match.players)))
    assert all(s.legal(seat) == [] for seat in range(match.players))
    _refused(s, 0, {"type": "anything"})
    assert s.game.from_position(s.position()) == s
    record = json.loads(json.dumps(match.record()))
    again = verify(record, s.game.components)
    assert bytes(again.state) == bytes(s), "a record replays to the same bytes"
