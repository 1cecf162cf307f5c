"""States one after the other, as seats and spectators see them, in JSON: what changes, and the last one whole."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from takujo.core.codec import members
from takujo.core.game import SPECTATOR, State
from takujo.core.loops import of_tier, write_views

__all__ = ["Shown", "show", "show_all"]

IN_PLAY = f",{members({'rng': None, 'result': None})}}}".encode()  # how a view ends, before the game does


class Shown(NamedTuple):
    """What somebody is shown."""

    changes: list[str]  # of each state but the first, which was shown before: the keys that are others than then
    whole: bytes  # the view of the last one


class Written(NamedTuple):
    """What compiled code has made of it, for one after the other. What it leaves is added by hand: all, where a title
    runs uncompiled."""

    rows: Any  # the integers of each view
    text: bytes
    ends: list[list[int]]  # of the changes, then of the whole: where they end, and the keys (bits) that may be new, too
    cuts: list[list[int]]  # where keys written by hand stand in the whole
    by_hand: Sequence[int]  # these keys


def show(states: Sequence[State], seat: int | None, kept: dict[int, str] | None = None) -> Shown:
    """What a seat is shown of states one after the other; None: the spectators.

    `kept`: the keys of the first state that are written by hand, if they are at hand; then it has those of the last.
    """
    return show_all(states, [seat], [{} if kept is None else kept])[0]


def show_all(states: Sequence[State], seats: Sequence[int | None], kept: Sequence[dict[int, str]]) -> list[Shown]:
    """The same for several at once, of whom each has what was kept for it."""
    last, count = states[-1], len(states)
    codec, game, written = last.game.codec, last.game, _compiled(states, seats) or _uncompiled(states, seats)
    opening = b'{"game":"%b"' % game.slug.encode()
    in_play, shown, start = game.door.acting(last._raw), [], 0
    for eyes, (seat, texts) in enumerate(zip(seats, kept, strict=True)):
        rows, ends = written.rows[eyes * count : (eyes + 1) * count], written.ends[eyes * count : (eyes + 1) * count]
        if len(texts) != len(written.by_hand):  # there is nothing yet, or it was written before the title was compiled
            content = rows[0].tobytes()
            texts.clear()
            texts.update((number, codec.text(number, content)) for number in written.by_hand)
        changes = []
        for place, (end, others) in enumerate(ends[:-1], 1):
            new = [written.text[start + 1 : end].decode()] if end > start else []
            if others:
                content = rows[place].tobytes()
                for number in codec.numbers(others):
                    if (now := codec.text(number, content)) != texts[number]:
                        texts[number] = now
                        new.append(now)
            changes.append(",".join(new))
            start = end
        parts = [opening]
        for number, cut in zip(written.by_hand, written.cuts[eyes], strict=True):
            parts += written.text[start:cut], b",", texts[number].encode()
            start = cut
        end = ends[-1][0]
        ending = IN_PLAY if in_play else f",{members(game._ending(last.view_raw(seat)))}}}".encode()
        shown.append(Shown(changes, b"".join([*parts, written.text[start:end], ending])))
        start = end
    return shown


def _compiled(states: Sequence[State], seats: Sequence[int | None]) -> Written | None:
    """None: it is not compiled, or a value is none of its kind, of which to write it by hand tells more."""
    game, count, eyes = states[0].game, len(states), len(seats)
    codec, door, record = game.codec, game.door, game.state
    if not door.compiled:
        return None
    raws = np.concatenate([state._raw for state in states]).reshape(count, -1)
    numbers = np.array([SPECTATOR if seat is None else seat for seat in seats], dtype=np.int64)
    view, rows = np.empty(raws.shape[1], dtype=np.uint8), np.empty((eyes * count, record.size), dtype=np.int64)
    out, ends = np.empty(eyes * (1 + count) * codec.most, dtype=np.uint8), np.empty((eyes * count, 2), dtype=np.int64)
    cuts = np.empty((eyes, len(codec.by_hand)), dtype=np.int64)
    size = of_tier(write_views, door)(
        record.shown, raws, numbers, view, rows, codec.readers, *codec.programs, out, ends, cuts, door.as_unveil
    )
    return Written(rows, out[:size].tobytes(), ends.tolist(), cuts.tolist(), codec.by_hand) if size >= 0 else None


def _uncompiled(states: Sequence[State], seats: Sequence[int | None]) -> Written:
    game = states[0].game
    rows = np.array([game.state.integers(state.view_raw(seat)) for seat in seats for state in states])
    changed = np.bitwise_or.reduce((rows[1:] != rows[:-1]) * game.codec.readers, axis=1).tolist()
    keys = range(game.codec.count)
    return Written(rows, b"", [[0, others] for others in [*changed, 0]], [[0] * len(keys)] * len(seats), keys)
