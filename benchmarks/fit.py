"""What makes a seat of RITUAL strong, learned from games of regular players: what games/ritual/bot/fitted.py holds.

    python -m benchmarks.fit --games 16000

One generation: regulars play by the numbers that stand there, one decision in twelve at random so that every standing
occurs; a logistic fit tells from the standings after each round who won. The numbers are printed.
"""

import argparse
import sys

import numpy as np

from takujo.games.ritual.cards import RITUALS, ROUNDS, TARGET

from .standings import CARDS, CONTRIBUTION, MINUS, OUT, RITUAL, ROUND, SCORE, SEATS, WIDTH, Array, played

LATER = 0.7  # a point of contribution with two rituals to come counts so much of one with one to come
STEPS, RATE = 500, 0.05  # of Adam


def features(rows: Array) -> tuple[Array, Array, Array]:
    """Rituals to come; contribution by seat; and by seat what counts within a ritual, a column a number of the fit."""
    seats = rows[:, SEATS:].reshape(len(rows), -1, WIDTH)
    score, minus, out, cards = (seats[:, :, i] for i in (SCORE, MINUS, OUT, CARDS))
    left = np.broadcast_to(ROUNDS - rows[:, ROUND, None], score.shape)
    ten = (out == 0) & (score == TARGET)
    between = (out == 0) & ~ten & (left > 0)
    reach = np.where(cards <= left, cards, 0)
    columns = [score * (left == n) for n in range(5)]
    columns += [(out == 1) & (np.minimum(left, 1) == n) for n in range(2)]
    columns += [ten & (np.minimum(left, 2) == n) for n in range(3)]
    columns += [between & (np.minimum(minus, 4) == n) for n in range(1, 5)]
    columns += [between & (reach == n) for n in range(1, 5)]
    return RITUALS - rows[:, RITUAL], seats[:, :, CONTRIBUTION], np.stack(columns, axis=2).astype(np.float32)


def fit(rows: Array, won: Array) -> dict[str, list[int]]:
    """The numbers by which the standings tell best who won, in thousandths."""
    later, contribution, columns = features(rows)
    x = np.zeros(4 + columns.shape[2])  # lead, two; scale, two, as logarithms; then the columns
    speed, push = np.zeros_like(x), np.zeros_like(x)
    by_later = [later == n for n in range(RITUALS)]
    for step in range(1, STEPS + 1):
        lead, scale = np.array([x[0], x[1], LATER * x[1]]), np.exp([0, x[2], x[3]])
        within = columns @ x[4:]
        value = lead[later][:, None] * contribution + scale[later][:, None] * within
        value = np.exp(value - value.max(axis=1, keepdims=True))
        wrong = (value / value.sum(axis=1, keepdims=True) - won) / len(rows)
        leads = [(wrong * contribution)[at].sum() for at in by_later]
        scales = [(wrong * within)[at].sum() * scale[n] for n, at in enumerate(by_later)]
        inside = np.tensordot(wrong * scale[later][:, None], columns, 2)
        slope = np.concatenate([[leads[0], leads[1] + LATER * leads[2], scales[1], scales[2]], inside])
        push = 0.9 * push + 0.1 * slope
        speed = 0.999 * speed + 0.001 * slope**2
        x -= RATE * push / (1 - 0.9**step) / (np.sqrt(speed / (1 - 0.999**step)) + 1e-9)
    found = {
        "LEAD": [x[0], x[1], LATER * x[1]], "SCALE": np.exp([0, x[2], x[3]]), "SLOPE": x[4:9], "OUT": x[9:11],
        "TEN": x[11:14], "MINUS": [0, *x[14:18]], "REACH": [0, *x[18:22]],
    }  # fmt: skip
    return {name: np.rint(1000 * np.asarray(values)).astype(int).tolist() for name, values in found.items()}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=16_000, help="for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.games < 1:
        parser.error(f"--games is {options.games}; it takes 1 or more")
    found = []
    for players in range(2, 6):
        found.append(fit(*played(players, options.games, options.seed)))
        print(f"{players} players, {options.games} games", file=sys.stderr, flush=True)
    for name in found[0]:
        print(f"{name} = {[row[name] for row in found]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
