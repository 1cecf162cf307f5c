"""Where an analysis says 30 %, do 30 of 100 games end so? `python -m benchmarks.calibration [SLUG ...]`.

Games of regulars among themselves; at some of their decisions it is predicted, from the view, what the action that is
then taken is worth, and afterwards held against how the game ended. Writes docs/calibration.md, and for each title a
plot and its rows beside it. `--open` predicts from the true state instead and writes nothing: what is off there as well
is not for the guesses.
"""

import argparse
import random
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.progress import Progress

from takujo.bots.care import REGULAR
from takujo.bots.levels import regular
from takujo.bots.luck import Outlook
from takujo.bots.minds import mind
from takujo.core.game import Game, State
from takujo.games import SLUGS, load
from takujo.insight import Analysis
from takujo.insight.analysis import VERSION

__all__ = ["measure", "summary"]

FOLDER = Path(__file__).parents[1] / "docs" / "calibration"
PAGE = FOLDER.with_suffix(".md")
HEAD = """# Are the chances true?

Made by `python -m benchmarks.calibration`: games of regulars with a random number of players (up to 5), three decisions
of each; from the view of who decides it is predicted what the action then taken is worth (200 guesses), and held
against how the game ended. A point on the dashed line is right; bars are 95 % intervals, which count decisions of one
game together. Of IN THE RUIN alone "a win" is 400 points. Tenths with fewer than 20 decisions are left
out; a title without rows has not been measured.

"""
COLUMNS = "| title | predicted | came [95 %] | decisions |\n|---|---|---|---|\n"
OF_A_GAME = 3  # decisions looked at
ROUNDS = 200
PIECE = 5  # games that are kept together
BINS = np.linspace(0, 1, 11)
Rows = npt.NDArray[np.float64]


def measure(
    game: Game,
    games: int,
    first_seed: int,
    track: Callable[[range], Iterable[int]] = iter,
    predict: Callable[[State, int, int, int], float] | None = None,
) -> Rows:
    """A row a decision: the game, what was predicted, what came."""
    rows = []
    for number in track(range(games)):
        rng = random.Random(first_seed + number)
        players = rng.choice([n for n in game.players if n <= 5])
        state, seen = game.new(players, first_seed + number), []
        while state.to_act:
            seat = state.to_act[0]
            chosen = regular.pick(game, state.view_raw(seat), seat, rng)
            seen.append((state.clone(), seat, chosen))
            state.apply_number(seat, chosen)
        raw = np.frombuffer(bytes(state), np.uint8).copy()
        for before, seat, chosen in rng.sample(seen, min(OF_A_GAME, len(seen))):
            value = (predict or by_view)(before, seat, chosen, number)
            rows.append((number, value, mind(game).door.worth(raw, seat) / 1000))
    return np.array(rows)


def by_view(state: State, seat: int, number: int, seed: int) -> float:
    """What an action is worth by what its seat knows."""
    action = state.decode(seat, number)
    thought = Analysis(state.game, state.view(seat), seat=seat, actions=[action], width=0, seed=seed)
    thought.run(ROUNDS)
    return float(thought.result()["actions"][0]["win"]["value"])


def by_state(state: State, seat: int, number: int, seed: int) -> float:
    """The same with nothing hidden."""
    raw, how = np.frombuffer(bytes(state), np.uint8).copy(), mind(state.game).tuning
    outlook = Outlook(mind(state.game), [REGULAR] * state.players, seed)
    sums = outlook.sums(raw, ROUNDS, how.played, outlook.chapter(raw) + how.episodes, seat, number)
    return float(sums[seat, 0]) / ROUNDS / 1000


def measure_in_pieces(
    game: Game, games: int, first_seed: int, keep: Path, track: Callable[[range], Iterable[int]]
) -> Rows:
    """The same, in pieces that are kept in a folder: what was measured with these rules and numbers is not again."""
    keep.mkdir(parents=True, exist_ok=True)
    rows = []
    for first in track(range(0, games, PIECE)):
        file = keep / f"{game.slug}-{game.version}-{VERSION}-{first_seed + first}.npy"
        if not file.exists():
            np.save(file, measure(game, PIECE, first_seed + first))
        rows.append(np.add(np.load(file), [first, 0, 0]))
    return np.concatenate(rows)


def summary(rows: Rows) -> list[tuple[float, float, float, float, int]]:
    """For each tenth that has 20 decisions: the mean prediction, the mean end, its 95 % interval, how many."""
    out = []
    for low, high in pairwise(BINS):
        part = rows[(rows[:, 1] >= low) & ((rows[:, 1] < high) | (high == 1))]
        if len(part) >= 20:
            mean, half = _clustered(part[:, 0], part[:, 2])
            out.append((float(part[:, 1].mean()), mean, mean - half, mean + half, len(part)))
    return out


def _clustered(clusters: Rows, values: Rows) -> tuple[float, float]:
    """A mean and half of its interval; decisions of one game end alike."""
    mean = values.mean()
    sums = [(values[clusters == each] - mean).sum() for each in np.unique(clusters)]
    return float(mean), float(1.96 * np.sqrt(np.sum(np.square(sums))) / len(values))


def _error(rows: Rows) -> tuple[float, float]:
    """What was predicted less what came, on average over all decisions, and half of its interval."""
    return _clustered(rows[:, 0], rows[:, 1] - rows[:, 2])


def _plot(title: str, points: list[tuple[float, float, float, float, int]]) -> str:
    """SVG: predicted to the right, what came upwards."""

    def x(value: float) -> float:
        return round(40 + 300 * value, 1)

    def y(value: float) -> float:
        return round(320 - 300 * min(max(value, 0), 1), 1)

    ticks = [
        f'<text x="{x(v)}" y="336" text-anchor="middle">{v:.0%}</text>'
        f'<text x="34" y="{y(v) + 4}" text-anchor="end">{v:.0%}</text>'
        for v in (0, 0.25, 0.5, 0.75, 1)
    ]
    marks = [
        f'<line x1="{x(p)}" y1="{y(low)}" x2="{x(p)}" y2="{y(high)}" stroke="#7a4"/>'
        f'<circle cx="{x(p)}" cy="{y(mean)}" r="4" fill="#7a4"><title>{p:.1%}: {mean:.1%} of {n}</title></circle>'
        for p, mean, low, high, n in points
    ]
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 360" font-family="sans-serif" font-size="10"',
        ' fill="#888">',
        f'<text x="190" y="14" text-anchor="middle" font-size="13">{title}</text>',
        '<rect x="40" y="20" width="300" height="300" fill="none" stroke="#888"/>',
        f'<line x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}" stroke="#888" stroke-dasharray="4"/>',
        *ticks,
        '<text x="190" y="354" text-anchor="middle">predicted</text>',
        *marks,
        "</svg>",
    ]
    return "".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slugs", nargs="*", default=SLUGS)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="go on where it was left; empty it after a change of bots"
    )
    parser.add_argument("--open", action="store_true", help="predict from the true state, and write nothing")
    options = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for slug in options.slugs:
        game = load(slug)
        with Progress() as bar:
            asked = game, options.games, options.seed
            if options.open:
                rows = measure(*asked, bar.track, by_state)
            else:
                rows = (
                    measure_in_pieces(*asked, options.keep, bar.track) if options.keep else measure(*asked, bar.track)
                )
        points, (error, half) = summary(rows), _error(rows)
        told = [
            f"| {game.title} | {p:.1%} | {mean:.1%} [{max(low, 0):.1%}, {min(high, 1):.1%}] | {n} |"
            for p, mean, low, high, n in points
        ]
        told.append(f"| {game.title} | all: predicted less what came | {error:+.1%} ± {half:.1%} | {len(rows)} |")
        print("\n".join(told))
        if not options.open:
            (FOLDER / f"{slug}.svg").write_text(_plot(game.title, points), encoding="utf-8")
            (FOLDER / f"{slug}.md").write_text("\n".join(told) + "\n", encoding="utf-8")
    if options.open:
        return
    found = [(slug, file.read_text(encoding="utf-8")) for slug in SLUGS if (file := FOLDER / f"{slug}.md").exists()]
    plots = "\n".join(f"![{slug}](calibration/{slug}.svg)" for slug, _ in found)
    PAGE.write_text(HEAD + plots + "\n\n" + COLUMNS + "".join(rows for _, rows in found), encoding="utf-8")


if __name__ == "__main__":
    main()
