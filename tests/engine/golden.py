"""Plays as lines of text: `golden.ts` makes the same of them in the page's engine."""

import hashlib
import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import takujo
from takujo.bots.levels import novice, regular
from takujo.bots.minds import mind
from takujo.bots.search import Search
from takujo.core.game import Game, Outcome, State
from takujo.insight import Analysis
from takujo.insight.review import Review
from takujo.undo import Undoable

__all__ = ["answers", "branches", "compared", "lines", "plays", "sights"]

Json = dict[str, Any]

LONG, SHORT = 30, 5  # actions of a play
FEW = 3  # plays by which luck is told
VALUES: dict[str, list[Any]] = {"bool": [True, False], "seat": [1], "int": [3]}  # to try, by the type of an option
BELIEFS = (
    "belief ",
    "weigh ",
    "tried ",
    "account ",
    "turns ",
)  # numbers with a point are written differently in JavaScript: compared as numbers


def plays(slug: str) -> list[Json]:
    """One for every number of players, the first to its end, and a short one for every option."""
    game = takujo.load(slug)
    made = []
    for seed, (players, options) in enumerate([*((n, {}) for n in game.players), *_options(slug)]):
        try:
            match = takujo.Match(game, players, options, seed)
        except ValueError:
            continue  # this option needs another one
        rng = random.Random(seed)
        most = SHORT if options else LONG if seed else 1000
        while match.state.to_act and len(match.actions) < most:
            seat = rng.choice(match.state.to_act)
            match.play(seat, rng.choice(match.state.legal(seat)))
        n = len(match.actions)
        looks = [0, 3] if options else list(range(0, n, 1 + n // 6))
        play = {"game": slug, "players": players, "options": options, "seed": seed, "actions": match.actions}
        made.append(play | {"looks": looks, "searches": [n // 2] if seed == 0 else []})
    return made


def _options(slug: str) -> Iterator[tuple[int, Json]]:
    game = takujo.load(slug)
    for option in game.options:
        for value in option.choices or VALUES.get(option.type, []):
            if value != option.default:
                yield game.players[-1], {option.name: value}


def lines(play: Json) -> Iterator[str]:
    match = takujo.Match(takujo.load(play["game"]), play["players"], play["options"], play["seed"])
    seats = [None, *range(play["players"])]
    undoable = Undoable(play["players"])
    yield from _told(match.opening, seats, match.state)
    for number, (seat, action) in enumerate(play["actions"]):
        if number in play["looks"]:
            yield from _looked(match.state, seat, number)
        if number in play["searches"]:
            yield _searched(match.state, seat, number)
            yield _tried(match.state, seat, number, action)
        before = match.mark
        outcome = match.play(seat, action)
        undoable.note(match, before, outcome, seat, seats)
        yield f"undo {text([undoable.may(each) for each in seats[1:] if each is not None])}"
        yield from _told(outcome, seats, match.state)
    if play["searches"]:
        review = Review(match, [], plays=FEW)
        list(review.steps())
        found = review.result()
        yield f"account {text(found['account'])}"
        yield f"turns {text(found['turns'])}"
    yield text(match.record())


def _told(outcome: Outcome, seats: list[int | None], state: State) -> Iterator[str]:
    yield f"all {text(state.position())}"
    for seat in seats:
        stages = [{"events": stage.events, "view": stage.state.view(seat)} for stage in outcome.stages_for(seat)]
        yield f"{text(seat)} {text(stages)}"
    yield f"to act {text(state.to_act)}"
    for acting in state.to_act:
        yield f"legal {acting} {text(state.legal(acting))}"


def _looked(state: State, seat: int, number: int) -> Iterator[str]:
    game, view, thinks = state.game, state.view(seat), mind(state.game)
    yield f"guess {hashlib.sha256(game.state.integers(game.determinize(view, number)._raw)).hexdigest()}"
    yield f"belief {text(game.belief(view))}"
    raw = game.view_raw(view)
    legal = thinks.legal(raw, seat)
    for level in (novice, regular):
        yield f"weigh {text([legal.tolist(), thinks.weigh(raw, seat, legal, level.care).tolist()])}"


def _searched(state: State, seat: int, number: int) -> str:
    ticks, search = itertools.count(), Search()
    raw = state.game.view_raw(state.view(seat))
    choice = search.choose(mind(state.game), raw, seat, number, 0.006, lambda: next(ticks) / 1000)
    return f"search {text([choice, search.simulations])}"


def _tried(state: State, seat: int, number: int, action: Json) -> str:
    """In two slices, with a search beside it."""
    thought = Analysis(state.game, state.view(seat), actions=[action], seed=number, width=3)
    for rounds in (2, 34):
        thought.run(rounds)
        thought.think(rounds)
    return f"tried {text(thought.result())}"


def sights(play: Json) -> tuple[list[Json], list[str]]:
    """What needs no rules, at some moments of a play: records given as integers, and the lines to be made of them."""
    match = takujo.Match(takujo.load(play["game"]), play["players"], play["options"], play["seed"])
    rows: list[Json] = []
    due: list[str] = []
    for number, (seat, action) in enumerate(play["actions"]):
        if number in play["looks"]:
            state, game = match.state, match.game
            view = state.view(seat)
            legal = state.legal_numbers(seat)
            rows.append(
                {
                    "words": _words(game, state._raw),
                    "view": _words(game, state.view_raw(seat)),
                    "seat": seat,
                    "legal": legal,
                }
            )
            due += [text(_less(state.position())), text(_less(view)), text(state.legal(seat)), text(legal)]
            due += [text(_words(game, game.view_raw(view))).replace('"', ""), f"belief {text(game.belief(view))}"]
        match.play(seat, action)
    return rows, due


def branches(play: Json) -> Iterator[str]:
    """The records of what if: from what the seat to act knows, the first legal action six times."""
    match = takujo.Match(takujo.load(play["game"]), play["players"], play["options"], play["seed"])
    for number, (seat, action) in enumerate(play["actions"]):
        if number in play["looks"]:
            start = match.game.determinize(match.state.view(seat), number).position()
            branch = takujo.Match(match.game, match.players, seed=b"\7", position=start)
            while branch.state.to_act and len(branch.actions) < 6:
                acting = branch.state.to_act[0]
                branch.play(acting, branch.state.legal(acting)[0])
            yield f"branch {text(branch.record())}"
        match.play(seat, action)


def answers(play: Json) -> tuple[list[Json], list[str]]:
    """What boards ask of views, of stages and of positions: these, and the lines of the answers."""
    match = takujo.Match(takujo.load(play["game"]), play["players"], play["options"], play["seed"])
    rows: list[Json] = []
    for number, (seat, action) in enumerate(play["actions"]):
        outcome = match.play(seat, action)
        if number in play["looks"] or not match.state.to_act:
            eyes = [*range(play["players"]), None]
            rows += [{"view": match.state.position(), "seat": None, "about": {"events": outcome}}]
            for eye in eyes:
                stages = outcome.stages_for(eye)
                rows += [{"view": s.view(eye), "seat": eye, "about": {"events": events}} for events, s in stages]
    asked = [(row, name) for row in rows for name in match.game.questions]
    return rows, [f"{name} {text(match.game.ask(question=name, **row))}" for row, name in asked]


def _less(view: Json) -> Json:
    return {key: value for key, value in view.items() if key != "result"}


def _words(game: Game, raw: Any) -> list[str]:
    return [str(word) for word in game.state.integers(raw).tolist()]


def text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def compared(line: str) -> Any:
    """What must be the same: the line itself, or its numbers."""
    for word in BELIEFS:
        if line.startswith(word):
            return json.loads(line.removeprefix(word))
    return line
