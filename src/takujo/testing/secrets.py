"""Does a game keep its secrets? What a seat is sent must follow from what it may know, and from nothing else."""

import json
import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from takujo.core.codec import Scribe
from takujo.core.events import ALL
from takujo.core.game import Game, State
from takujo.testing.game import random_action

__all__ = ["check_secrets"]

Scribes = dict[int | None, Scribe]  # of the seats of one play


def check_secrets(
    game: Game,
    players: int,
    options: Mapping[str, Any] | None = None,
    games: int = 3,
    seed: int = 0,
    most: int = 2000,
    share: float = 1.0,
) -> None:
    """AssertionError if a seat could tell two worlds apart that look the same to it, or knows what it may not.

    Each state is compared with states that agree with what one seat sees and differ in what it does not:
    views, legal actions and, after the same action, everything that seat is sent must be equal. `share`: of
    the views to be looked at so.
    """
    varied = looked = 0
    for number in range(games):
        rng = random.Random(f"secrets {seed} {number}")
        s = game.new(players, seed + number, options)
        scribes: Scribes = {}
        for _ in range(most):
            if not s.to_act:
                break
            for seat in (*range(players), None):
                if rng.random() < share:
                    varied += _check_seat(s, seat, rng, scribes)
                    looked += 1
            seat, action = random_action(s, rng)
            events = s.apply(seat, action)
            for other in (*range(players), None):
                _check_events(s, other, events)
        _check_over(s)
    assert varied or looked < 20 or players == 1, "determinizations never differed from the state: they see it"


def _check_seat(s: State, seat: int | None, rng: random.Random, scribes: Scribes) -> bool:
    """One seat's view of a state, and of another world that it cannot tell from this one."""
    game = s.game
    view = s.view(seat)
    assert view.keys() == s.position().keys(), "a view has the keys of a position"
    assert view["rng"] is None, "the generator is hidden from everybody"
    text = game.json_text(s.view_raw(seat), scribes.setdefault(seat, Scribe(game.codec)))
    assert json.loads(text) == view, "the text of a view says what the view says"
    _check_nulls(s.position(), view, "view")
    plain: dict[str, Any] = json.loads(json.dumps(view))
    other = game.determinize(plain, rng.randrange(1 << 30))
    assert other.view(seat) == view, f"seat {seat}: view(determinize(view)) is another view"
    assert other == game.from_position(other.position()), "a determinization is a possible position"
    assert other.position()["rng"] != s.position()["rng"], "a determinization has its own chance"
    if seat is not None:
        assert other.legal(seat) == s.legal(seat), "what a seat may do follows from what it sees"
        observed = game.observation(view)
        assert np.array_equal(observed, game.observation(other.view(seat)))
        assert observed.shape == (game.observation_size,)
    assert game.belief(plain) == game.belief(other.view(seat)), "a belief follows from the view"
    _check_twins(s, other, seat, rng)
    return _without_rng(other) != _without_rng(s)


def _check_twins(s: State, other: State, seat: int | None, rng: random.Random) -> None:
    """Somebody acts alike in two worlds that a seat cannot tell apart: it is sent the same while it cannot."""
    actor = rng.choice(s.to_act)
    both = sorted(set(s.legal_numbers(actor)) & set(other.legal_numbers(actor)))
    if not both:
        return
    number = rng.choice(both)
    one, two = s.clone(), other.clone()
    words = [rng.getrandbits(32) | 1 for _ in range(4)]
    told = []
    for world in (one, two):
        world.reseed(words)
        told.append(world.apply_number(actor, number))
    shown_to_all = [[event for event in events if event.who & event.knows == ALL] for events in told]
    if one.view(seat) == two.view(seat) and shown_to_all[0] == shown_to_all[1]:
        sent = [s.events_for(seat, events) for events in told]
        assert sent[0] == sent[1], f"seat {seat} is told two worlds apart that it cannot see apart"


def _without_rng(s: State) -> dict[str, Any]:
    return {key: value for key, value in s.position().items() if key != "rng"}


def _check_nulls(whole: Any, seen: Any, at: str) -> None:
    """A view is the position with nulls: nothing is there that the position does not say."""
    if seen is None:
        return
    if isinstance(whole, dict):
        assert isinstance(seen, dict), at
        for key in seen:
            assert key in whole, f"{at}.{key} is only in the view"
            _check_nulls(whole[key], seen[key], f"{at}.{key}")
    elif isinstance(whole, list) and isinstance(seen, list) and len(whole) == len(seen):
        for i, (left, right) in enumerate(zip(whole, seen, strict=True)):
            _check_nulls(left, right, f"{at}[{i}]")


def _check_events(s: State, seat: int | None, events: list[Any]) -> None:
    """Redacted events say nothing that the whole ones do not, and hide what their type says is hidden."""
    shown = iter(s.events_for(seat, events))
    for event in events:
        redacted = event.seen_by(seat)
        if redacted is None:
            continue
        assert next(shown) == redacted
        _check_nulls(dict(event), redacted, event["type"])


def _check_over(s: State) -> None:
    """Views still come from what may be seen when the game is over."""
    for seat in (*range(s.players), None):
        view = s.view(seat)
        assert view["rng"] is None
        _check_nulls(s.position(), view, "view")
        assert view["result"] == s.result
