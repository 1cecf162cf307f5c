"""Games of regular players of RITUAL, and the standing after each of their rounds (fit.py)."""

from typing import Any

import numpy as np

import takujo
from takujo.bots.care import REGULAR
from takujo.bots.loops import sample
from takujo.bots.minds import mind
from takujo.core.chance import below
from takujo.core.jit import Bytes, Events, Floats, Grid, Ints, SetUp, Step, Unveil, Weigh, Worth, built_on, door, rule
from takujo.core.loops import QUIET, blank_record, copy, luck_of, of_tier, see
from takujo.games.ritual.bot.prospects import cards_for, sums_of
from takujo.games.ritual.cards import HAND, RITUALS, ROUNDS, TARGET
from takujo.games.ritual.state import Play

DTYPE = Play.dtype
built_on("benchmarks", "takujo.bots", "takujo.games.ritual", "takujo.games.ritual.bot")

WILD = 12  # one decision in so many is made at random
GAME, RITUAL, ROUND, SEATS = 0, 1, 2, 3  # columns of a row; then, for each seat:
CONTRIBUTION, SCORE, MINUS, OUT, CARDS, WIDTH = range(6)

Array = Any


@rule
def note(row: Events, game: int, before: Play, after: Play, over: int) -> None:
    """The standing after a round; `over`: the ritual ended with it, and its history has the standing."""
    row[GAME], row[RITUAL], row[ROUND] = game, before.ritual, before.round_no
    for seat in range(before.players):
        at, h = SEATS + WIDTH * seat, before.ritual - 1
        row[at + CONTRIBUTION] = before.contribution[seat]
        row[at + SCORE] = after.h_total[h, seat] if over else after.total[seat]
        row[at + MINUS] = after.h_minus[h, seat] if over else after.minus[seat]
        row[at + OUT] = after.h_out[h, seat] if over else after.out[seat]
        row[at + CARDS] = 0 if over else cards_for(sums_of(after, seat, HAND), TARGET - after.total[seat])


@door
def _play(
    setup: SetUp, step: Step, unveil: Unveil, weigh: Weigh, worth: Worth, shown: Grid, blank: Bytes, raw: Bytes,
    view: Bytes, last: Bytes, quiet: Events, luck: Ints, out: Events, weights: Floats, first_seed: int, results: Grid,
    rows: Grid,
) -> int:  # fmt: skip
    """Play a game for each row of results, and note the standings. How many there are."""
    noted = 0
    for game in range(len(results)):
        copy(raw, blank)
        setup(raw, quiet, first_seed + game)
        n = step(raw, quiet, -1, 0, out)
        while n > 0:
            seat = int(out[0])
            see(shown, raw, view, seat, unveil)
            weigh(view, seat, out[1:], n, REGULAR, weights)
            if below(luck, WILD) == 0:
                weights[:n] = 0.0
            copy(last, raw)
            n = step(raw, quiet, seat, int(out[1 + sample(luck, n, weights)]), out)
            before, after = last.view(DTYPE)[0], raw.view(DTYPE)[0]
            over = n == 0 or after.ritual != before.ritual
            again = after.restarts != before.restarts  # called off: nothing came of it
            if (
                before.round_no > 0
                and noted < len(rows)
                and (over or (after.round_no != before.round_no and not again))
            ):
                note(rows[noted], game, before, after, int(over))
                noted += 1
        for seat in range(results.shape[1]):
            results[game, seat] = worth(raw, seat)
    return noted


def played(players: int, games: int, seed: int) -> tuple[Array, Array]:
    """The standings, and of each the parts of the victory."""
    game = takujo.load("ritual")
    doors, own = mind(game).doors
    blank = blank_record(game, players, None)
    results = np.zeros((games, players), dtype=np.int64)
    rows = np.zeros((games * RITUALS * (ROUNDS + 1), SEATS + WIDTH * players), dtype=np.int64)
    noted = of_tier(_play, doors)(
        doors.as_setup, doors.as_step, doors.as_unveil, own.as_weigh, own.as_worth, game.state.shown, blank,
        blank.copy(), blank.copy(), blank.copy(), QUIET, luck_of(seed), np.zeros(game.num_actions + 1, dtype=np.int64),
        np.zeros(game.num_actions, dtype=np.float32), seed << 20, results, rows,
    )  # fmt: skip
    rows = rows[:noted]
    won = results[rows[:, GAME]].astype(float)
    return rows, won / won.sum(axis=1, keepdims=True)
