"""A finished match once more, step by step: as a seat or a spectator saw it, or with everything open."""

import gzip
from typing import Any

from takujo.core.game import Outcome
from takujo.guide import told, view_of
from takujo.match import Match

from . import wire
from .refused import Refused
from .table import Table

__all__ = ["eyes_of", "replay"]

Json = dict[str, Any]


def eyes_of(table: Table, text: str) -> wire.Eyes:
    """Whose view is asked for. Refused if the match still goes on: the whole of it is for the time after its end."""
    if not table.finished:
        raise Refused("not-finished", "The replay is for after the end.")
    known: dict[str, wire.Eyes] = {str(seat): seat for seat in range(table.players)}
    known |= {"spectator": "spectator", "all": "all"}
    if text not in known:
        takes = f"0 to {table.players - 1}, spectator or all"
        raise Refused("no-such-seat", f"seat is {text!r}; it takes {takes}.", status=404)
    return known[text]


def replay(match: Match, eyes: wire.Eyes) -> bytes:
    """`wire.Replay` as compressed JSON: steps are much alike, a fortieth of their size is left."""
    again = Match(match.game, match.players, match.options, match.seed, entropy=match.entropy, position=match.start)
    steps = [_step(again.opening, eyes, None, None)]
    for seat, action in match.actions:
        steps.append(_step(again.play(seat, action), eyes, seat, action if eyes in ("all", seat) else None))
    marks = [[step.view.get(key) for key in match.game.rounds] for step in steps]
    rounds = [number for number, mark in enumerate(marks) if not number or mark != marks[number - 1]]
    answer = wire.Replay(seat=eyes, steps=steps, rounds=rounds, verified=again.record() == match.record())
    return gzip.compress(answer.model_dump_json().encode(), 6)


def _step(outcome: Outcome, eyes: wire.Eyes, seat: int | None, action: Json | None) -> wire.ReplayStep:
    state, by = outcome.stages[-1].state, None if eyes == "spectator" else eyes
    events, stages = told(outcome, by)
    return wire.ReplayStep(
        seat=seat, action=action, events=events, view=view_of(state, by), to_act=list(state.to_act), stages=stages
    )
