"""The types that a game's declarations give: what it really writes has them, and TypeScript takes it."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

import takujo
from hatch_build import node
from takujo.core.game import Game, Outcome, Stage
from takujo.core.shapes import action_type, event_type, named_types, view_type
from takujo.typescript import module
from tests.helpers import ROOT, SLUGS, option_sets

GAMES = {"arkham-ritual": 20, "ayatsuri": 8, "in-the-ruin": 5, "ritual": 10}
hints = cache(get_type_hints)
SHORT = {"ayatsuri": {"max_rounds": 5}}


def played(game: Game, games: int) -> Iterator[tuple[str, Any]]:
    """What random games write, for everybody at the table: views, actions and events."""
    rng, options = random.Random(1), cache(option_sets)
    for seed in range(games):
        players = game.players[seed % len(game.players)]
        s = game.new(players, seed, rng.choice(options(game, players)) | SHORT.get(game.slug, {}))
        outcome = Outcome([Stage(s.opening, s)])
        while True:
            for seat in (*range(players), None):
                for events, state in outcome.stages_for(seat):
                    yield from (("Event", event) for event in events)
                    yield "View", state.view(seat)
            yield "View", s.position()
            if not s.to_act:
                break
            seat = rng.choice(s.to_act)
            legal = s.legal(seat)
            yield from (("Action", action) for action in legal)
            outcome = s.apply(seat, rng.choice(legal))


def misfit(value: Any, kind: Any, at: str, nulls: set[str]) -> str:
    """Where a value has not the type, if anywhere; notes the places of nulls."""
    parts, origin = get_args(kind), get_origin(kind)
    if value is None:
        nulls.add(at)
    if is_typeddict(kind):
        keys = hints(kind)
        if not isinstance(value, dict) or list(value) != list(keys):
            return f"{at}: {value} has not the keys {list(keys)}"
        return "".join(misfit(value[key], keys[key], f"{at}.{key}", nulls) for key in keys)
    if origin in (Union, UnionType):
        own = [part for part in parts if is_typeddict(part) and value is not None and names(part) == value.get("type")]
        return min(misfit(value, part, at, nulls) for part in own or parts)
    if origin is Literal:
        return "" if value in parts else f"{at}: {value!r} is none of {parts}"
    if origin in (list, tuple):
        if not isinstance(value, list) or (origin is tuple and len(value) != len(parts)):
            return f"{at}: {value!r} is no {kind}"
        return "".join(misfit(item, parts[0], f"{at}[]", nulls) for item in value)
    return "" if type(value) is (origin or kind) else f"{at}: {value!r} is no {kind}"


@cache
def names(kind: Any) -> Any:
    """The type of actions or events that an object is for; None: it is another."""
    return next(iter(get_args(hints(kind).get("type"))), None)


def may_be_null(kind: Any, at: str) -> Iterator[str]:
    """The places that the type says may be null."""
    parts = get_args(kind)
    if is_typeddict(kind):
        for key, value in hints(kind).items():
            yield from may_be_null(value, f"{at}.{key}")
    elif get_origin(kind) in (Union, UnionType):
        yield from [at] * (NoneType in parts)
        for part in parts:
            yield from may_be_null(part, f"{at}:{names(part)}" if is_typeddict(part) and names(part) else at)
    elif get_origin(kind) is list:
        yield from may_be_null(parts[0], f"{at}[]")


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_written_has_its_type(slug):
    """Every view, action and event has its keys, in order, with their types; what may be null is null at times."""
    game = takujo.load(slug)
    kinds = {"View": view_type(game), "Action": action_type(game), "Event": event_type(game)}
    keys, nulls, looked = hints(kinds["View"]), set(), set()
    for what, value in played(game, GAMES[slug]):
        if what == "View":
            assert list(value) == list(keys)
            parts = [(f"View.{key}", part, keys[key]) for key, part in value.items()]
        else:
            parts = [(f"{what}:{value['type']}", value, kinds[what])]
        for at, part, kind in parts:
            if (text := at + json.dumps(part)) not in looked:  # most do not change
                assert not misfit(part, kind, at, nulls)
                looked.add(text)
    assert {place for what, kind in kinds.items() for place in may_be_null(kind, what)} == nulls


def test_what_state_names_is_a_type():
    """Each namespace of values that state.py declares has its name in the page's types."""
    phase = named_types(takujo.load("ritual", compiled=False))["Phase"]
    assert set(get_args(phase)) == {"take-sets", "chant", "over"}


@pytest.mark.once
def test_typescript_takes_what_is_written(tmp_path):
    """The compiler finds nothing wrong in the JSON of a game, and finds what is wrong if something is."""
    for slug in SLUGS:
        game = takujo.load(slug)
        (tmp_path / f"{slug}.gen.ts").write_text(module(game), encoding="utf-8")
        (tmp_path / f"{slug}.ts").write_text("\n".join(sample(game)), encoding="utf-8")
    tsc = ROOT / "web" / "node_modules" / "typescript" / "bin" / "tsc"
    command = [*node(), tsc, "--noEmit", "--strict", *(f"{slug}.ts" for slug in SLUGS)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0)


def sample(game: Game) -> Iterator[str]:
    """What one play writes, and what is wrong, which the compiler is told to expect."""
    written: dict[str, dict[str, None]] = {"View": {}, "Action": {}, "Event": {}}
    for what, value in played(game, 1):
        written[what][json.dumps(value)] = None
    yield f'import type * as types from "./{game.slug}.gen";'
    for what, texts in written.items():
        yield f"export const {what}s: types.{what}[] = [{','.join(texts)}];"
    view, action, event = (json.loads(next(iter(texts))) for texts in written.values())
    wrongs = [
        ("View", view | {"phase": "lunch"}),
        ("View", view | {"players": None}),
        ("View", view | {"cake": 1}),
        ("View", {key: value for key, value in view.items() if key != "phase"}),
        ("Action", action | {"type": "eat"}),
        ("Event", event | {"rule": "0"}),
    ]
    for number, (what, wrong) in enumerate(wrongs):
        yield "// @ts-expect-error"
        yield f"export const wrong{number}: types.{what} = {json.dumps(wrong)};"


PROBE = """
from takujo.core.record import NONE, Field, Record, Seen

SEATS = 3
PER_SEAT, WHOLE = (SEATS,), ()

class Play(Record):
    title = "Probe"
    fields = (
        Field("phase", (), Seen.EVERYONE, "a number"),
        Field("sanity", PER_SEAT, Seen.EVERYONE, "a list"),
        Field("hand", (SEATS, 2), Seen.OWNER, "a grid", fill=NONE),
    )

def look(s: Play) -> None:
    reveal_type((s.players, s.phase, s.sanity, s.sanity[0], s.hand[0], s.hand[0, 1]))
    s.fase = 1
    s.phase = None
    s.hand[0, 1] = "card"
"""


@pytest.mark.once
def test_mypy_knows_the_fields_of_a_record(tmp_path):
    """What the table declares, with its shape, and nothing else."""
    (tmp_path / "probe.py").write_text(PROBE, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", tmp_path / "probe.py"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    found = re.findall(r"probe.py:(\d+): (.*)", said)
    assert [line for line, _ in found] == ["16", "17", "18", "19"], said
    assert 'Revealed type is "tuple[int, int, list[int], int, list[int], int]"' in said
    assert '"Play" has no attribute "fase"' in said
