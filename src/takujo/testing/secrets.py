"""Does a game keep its secrets? What a seat is sent must follow from what it may know, and from nothing else."""

import json
import random
from collections import Counter
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

import numpy as np

from takujo.core.events import SPECTATORS, Event
from takujo.core.game import Game, State, View
from takujo.core.showing import show
from takujo.testing.game import random_action
from takujo.undo import is_quiet

__all__ = ["check_secrets"]

OFTEN = 16  # times as many as there are values: more than chance can explain


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

    Each state is compared with states that agree with what one seat sees and differ in what it does not: views,
    legal actions and answers to questions must be equal, and so must all that seat is sent after actions that look
    alike to it, stage by stage (the keys that `Game(private=...)` names may differ), up to an event that is declared to
    reveal what differs. Hidden values that never are hidden, and values that `guess` never draws, are named too, once
    so much was played that it cannot be chance. `share`: of the views to be looked at so.
    """
    seen = Seen()
    looked = 0
    for number in range(games):
        rng = random.Random(f"secrets {seed} {number}")
        s = game.new(players, seed + number, options)
        eyes = (*range(players), None)
        shown = dict.fromkeys(eyes, s.clone())
        for _ in range(most):
            if not s.to_act:
                break
            for seat in eyes:
                if rng.random() < share:
                    _check_seat(s, seat, rng, seen)
                    looked += 1
            seat, action = random_action(s, rng)
            outcome = s.apply(seat, action)
            for other in eyes:
                _check_events(s, other, outcome)
                states = [state for _, state in outcome.stages_for(other)]
                _check_text([shown[other], *states], other)
                shown[other] = states[-1]
            seen.count_events(outcome, players)
        _check_over(s)
    assert seen.varied or looked < 20 or players == 1, "determinizations never differed from the state: they see it"
    seen.check()


class Seen:
    """What only many looks can tell: which values were true and which were drawn, and what was ever hidden."""

    def __init__(self) -> None:
        self.varied = False
        self.true: dict[str, Counter[str]] = {}  # place of a hidden value, without numbers -> values
        self.drawn: dict[str, Counter[str]] = {}
        self.told: Counter[str] = Counter()  # events with hidden values
        self.hidden: set[str] = set()

    def count_world(self, view: Any, whole: Any, guess: Any, at: str = "") -> None:
        """What a view hides, as it is and as it was drawn."""
        if isinstance(view, dict) and isinstance(whole, dict) and isinstance(guess, dict):
            for key in view:
                self.count_world(view[key], whole[key], guess[key], f"{at}.{key}")
        elif isinstance(view, list):
            for parts in zip(view, whole, guess, strict=False):  # a view may show how it was before a hidden action
                self.count_world(*parts, f"{at}[]")
        elif view is None and whole is not None and not isinstance(whole, dict | list):
            self.true.setdefault(at, Counter())[json.dumps(whole)] += 1
            self.drawn.setdefault(at, Counter())[json.dumps(guess)] += 1

    def count_events(self, events: list[Event], players: int) -> None:
        for event in events:
            if event.hidden:
                self.told[event["type"]] += 1
                if any(
                    event.who & bit and not event.knows & bit for bit in (*(1 << n for n in range(players)), SPECTATORS)
                ):
                    self.hidden.add(event["type"])

    def check(self) -> None:
        for kind, times in self.told.items():
            assert times < OFTEN or kind in self.hidden, (
                f"event {kind!r}: its hidden values never were, told {times} times"
            )
        for at, values in self.true.items():
            drawn = self.drawn[at]
            for value, times in values.items():
                assert drawn[value] or times < OFTEN * (len(drawn) + 1), (
                    f"guess never draws {value} at {at[1:]}, where it was {times} times"
                )


def _check_seat(s: State, seat: int | None, rng: random.Random, seen: Seen) -> None:
    """One seat's view of a state, and of another world that it cannot tell from this one."""
    game = s.game
    view = _check_view(s, seat)
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
    for question in game.questions:
        answers = [game.ask(each, question, seat=seat) for each in (plain, other.view(seat))]
        assert answers[0] == answers[1], f"the answer to {question} follows from the view"
    _check_twins(s, other, seat, rng)
    whole, guess = _without_rng(s), _without_rng(other)
    seen.varied |= whole != guess
    seen.count_world({key: view[key] for key in whole}, whole, guess)


def _check_text(states: list[State], seat: int | None) -> None:
    """What is sent of states that follow on each other, also at pauses."""
    shown, view = show(states, seat), states[0].view(seat)
    for s, changes in zip(states[1:], shown.changes, strict=True):
        view |= json.loads(f"{{{changes}}}")
        now = _check_view(s, seat)
        assert view | {"result": now["result"]} == now, "what has changed makes one view of the other"
    assert json.loads(shown.whole) == now, "the text of a view says what it says"


def _check_view(s: State, seat: int | None) -> View:
    """One seat's view of a state, also at a pause."""
    view = s.view(seat)
    assert view.keys() == s.position().keys(), "a view has the keys of a position"
    assert view["rng"] is None, "the generator is hidden from everybody"
    _check_nulls(s.position(), view, "view")
    return view


def _check_twins(s: State, other: State, seat: int | None, rng: random.Random) -> None:
    """Somebody acts in two worlds that a seat cannot tell apart, by actions that look alike to it: it still cannot."""
    actor = rng.choice(s.to_act)
    number = rng.choice(s.legal_numbers(actor))
    for world in (s, other):
        alike = [
            n for n in world.legal_numbers(actor) if actor != seat and _face(world, actor, n) == _face(s, actor, number)
        ]
        second = rng.choice(alike) if alike else number if number in world.legal_numbers(actor) else None
        if second is not None:
            _check_alike(s, number, world, second, actor, seat, [rng.getrandbits(32) | 1 for _ in range(4)])


def _face(s: State, actor: int, number: int) -> dict[str, Any]:
    """What everybody sees of an action."""
    action = s.decode(actor, number)
    private = s.game.private.get(action["type"], frozenset())
    return {key: value for key, value in action.items() if key not in private}


def _check_alike(
    s: State, number: int, other: State, second: int, actor: int, seat: int | None, words: list[int]
) -> None:
    told, quiet = [], set()
    for before, action in ((s, number), (other, second)):
        world = before.clone()
        world.reseed(words)
        outcome = world.apply_number(actor, action)
        told.append(outcome.stages_for(seat))
        quiet.add(world.generator == words and is_quiet(before, world, outcome, actor))
    apart = f"seat {seat} tells {s.decode(actor, number)} and {other.decode(actor, second)} of seat {actor} apart"
    for one, two in zip(*told, strict=False):
        for left, right in zip_longest(one.events, two.events):
            if left != right:
                assert _reveals(s.game, left, right, seat), f"{apart}: {left} or {right}"
                return
        if not one.state.to_act and not two.state.to_act:
            return  # the end is open: whoever likes gets the record
        assert one.state.to_act == two.state.to_act, f"{apart} by who is to act, and no event says so"
        _assert_same(one.state.view(seat), two.state.view(seat), f"{apart}, and no event says so: view")
    assert len(told[0]) == len(told[1]), f"{apart} by where it may look"
    assert actor != seat or len(quiet) == 1, f"{apart} by whether it may be taken back"


def _reveals(game: Game, left: dict[str, Any] | None, right: dict[str, Any] | None, seat: int | None) -> bool:
    """Is what differs in two events declared to make something known? What is hidden is for the event's own seat."""
    kinds = {kind.name: kind for kind in game.events}
    if any(event and "type" in kinds[event["type"]].reveals for event in (left, right)):
        return True
    if left is None or right is None or left["type"] != right["type"]:
        return False
    kind = kinds[left["type"]]
    own = kind.hidden if seat is not None and left.get("seat") == right.get("seat") == seat else ()
    return {key for key in left if left[key] != right[key]} <= kind.reveals.union(own)


def _assert_same(left: Any, right: Any, at: str) -> None:
    """Equal; else where they are not."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in left:
            _assert_same(left[key], right.get(key), f"{at}.{key}")
    assert left == right, f"{at} is {left} or {right}"


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
