"""Bots against bots: who wins how much more than their fair share.

Every bot has its budget, and every decision is timed, in processor time of its own thread: so nobody plays worse
because something else runs on the machine. Bots of your own think in processes apart, timed by the clock on the wall.
"""

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from multiprocessing import get_context
from typing import Any

import numpy as np

from takujo.bots import LEVELS
from takujo.bots.care import UNIFORM
from takujo.bots.minds import mind, prepare
from takujo.bots.search import Search
from takujo.core.game import Game, State
from takujo.games import load
from takujo.insight.luck import PLAYS, Adjusted, Ledger, adjusted, interval
from takujo.lab.page import histogram, intervals, page, section, table
from takujo.own import NAMES, check_budget, find

__all__ = ["Pairing", "Report", "bot_names", "run"]

Json = dict[str, Any]
Pick = Callable[[State, int, random.Random, float], int]

CHEAT = "cheat"  # the expert's search on the whole state, the shuffle to come included: nobody can be better
CLOCK = time.thread_time
BOUNDS = ("value", "low", "high")
SEARCHERS = (*(name for name, level in LEVELS.items() if level.search), CHEAT)  # who use their budget up


def bot_names() -> list[str]:
    """What an arena knows by name."""
    return [*NAMES, CHEAT]


@cache
def find_bot(name: str) -> Pick:
    """A bot by name, or one's own (takujo.own). ValueError if there is none."""
    if name == CHEAT:
        return _cheat
    player = find(name)
    return lambda s, seat, rng, budget: player.pick(s.game, s.view_raw(seat), seat, rng, budget, CLOCK)


def _clock(name: str) -> Callable[[], float]:
    """What a bot's decisions are timed by: one's own thinks in another process."""
    return CLOCK if name in bot_names() else time.perf_counter


_search = Search()


def _cheat(s: State, seat: int, rng: random.Random, budget: float) -> int:
    return _search.choose(mind(s.game), s._raw, seat, rng.getrandbits(53), budget / 1000, CLOCK, cheat=True)


def care_of(game: Game, name: str) -> int | None:
    """With how much care a bot follows the policy of a game; None: it does something else, or more."""
    if name == "uniform":
        return UNIFORM
    level = LEVELS.get(name)
    return None if level is None or level.searches(game) else level.care


def plays_for(game: Game, names: Sequence[str]) -> int:
    """By how many plays luck is told where these play: only where a game takes longer than its account."""
    return 0 if CHEAT in names or all(care_of(game, name) is not None for name in names) else PLAYS


# -- games


@dataclass(frozen=True)
class Task:
    """One deal, played once with the challenger in each seat, so that nobody is helped by seat or cards."""

    slug: str
    players: int
    options: Json
    one: str  # the challenger
    among: str  # everybody else
    seed: int
    budget: float
    components: bytes | None = None
    plays: int = 0  # by which luck is told; 0: it is not


@dataclass
class Deal:
    """What came of a task."""

    task: Task
    worth: float = 0.0  # the challenger's share of the wins
    luck: float = 0.0  # and how much of it luck was
    scores: list[int] = field(default_factory=list)  # its score in each game
    times: dict[str, list[float]] = field(default_factory=dict)  # bot -> milliseconds of each decision


def play(task: Task) -> Deal:
    game, deal = load(task.slug, task.components), Deal(task)
    prepare(game)  # loading is no part of the first decision
    bots = {name: find_bot(name) for name in (task.one, task.among)}
    for place in range(task.players):
        s = game.new(task.players, task.seed, task.options)
        rng = random.Random(f"{task.seed} {place}")
        known = [None if seat == place else care_of(game, task.among) for seat in range(task.players)]
        ledger = None
        if task.plays:
            ledger = Ledger(mind(game), known, task.options, task.plays, task.seed * task.players + place)
            ledger.deal(s._raw)
        while s.to_act:
            seat = s.to_act[0]
            name = task.one if seat == place else task.among
            clock = _clock(name)
            begun = clock()
            number = bots[name](s, seat, rng, task.budget)
            deal.times.setdefault(name, []).append(1000 * (clock() - begun))
            before = s._raw.copy()
            s.step(seat, number)
            if ledger:
                ledger.step(before, seat, number, s._raw)
        if ledger:
            deal.luck += float(ledger.end(s._raw)[place]) / task.players
        result = s.result
        assert result
        deal.scores.append(result["scores"][place])
        if place in result["winners"]:
            deal.worth += 1 / len(result["winners"]) / task.players
    return deal


# -- what is made of them


@dataclass
class Pairing:
    """One challenger among bots of another kind."""

    one: str
    among: str
    worths: list[float] = field(default_factory=list)  # of each deal
    scores: list[int] = field(default_factory=list)
    lucks: list[float] = field(default_factory=list)  # of each deal, where luck is told

    def share(self) -> tuple[float, float, float]:
        """The challenger's share of the wins with its 95 % interval, over deals."""
        return interval(self.worths)

    def without_luck(self, alone: bool) -> Adjusted | None:
        """The same, or the points of a player alone, with luck taken off."""
        if not self.lucks:
            return None
        return adjusted(self.scores if alone else self.worths, self.lucks, len(self.scores))


@dataclass
class Report:
    """An arena: pairings, and how long each bot took."""

    slug: str
    players: int
    options: Json
    budget: float
    pairings: list[Pairing]
    times: dict[str, list[float]] = field(default_factory=dict)
    components: str | None = None  # what tells them from the packaged ones

    def add(self, deal: Deal) -> None:
        pairing = next(p for p in self.pairings if (p.one, p.among) == (deal.task.one, deal.task.among))
        pairing.worths.append(deal.worth)
        pairing.scores += deal.scores
        pairing.lucks += [deal.luck] if deal.task.plays else []
        for name, taken in deal.times.items():
            self.times.setdefault(name, []).extend(taken)

    def ratings(self) -> dict[str, float]:
        """Elo points, the first bot at 0: the chance to win at a table is in proportion to strength (Bradley-Terry)."""
        names = list(dict.fromkeys(name for p in self.pairings for name in (p.among, p.one)))
        strength = dict.fromkeys(names, 1.0)
        for _ in range(500):  # minorise and maximise: each round is a better fit
            wins, chances = dict.fromkeys(names, 1e-3), dict.fromkeys(names, 1e-3)
            for p in self.pairings:
                games, others = len(p.worths), self.players - 1
                table = strength[p.one] + others * strength[p.among]
                wins[p.one] += sum(p.worths)
                wins[p.among] += games - sum(p.worths)
                chances[p.one] += games / table
                chances[p.among] += games * others / table
            strength = {name: wins[name] / chances[name] for name in names}
            strength = {name: value / strength[names[0]] for name, value in strength.items()}
        return {name: 400 * float(np.log10(value)) for name, value in strength.items()}

    def json(self) -> Json:
        fair = 1 / self.players
        tables: list[Json] = []
        for p in self.pairings:
            share, low, high = p.share()
            points, points_low, points_high = interval(p.scores)
            clear = p.without_luck(self.players == 1)
            tables.append(
                {
                    "one": p.one,
                    "among": p.among,
                    "games": len(p.scores),
                    "share": share,
                    "low": low,
                    "high": high,
                    "times_fair": [share / fair, low / fair, high / fair],
                    "points": [points, points_low, points_high],
                    "scores": p.scores if self.players == 1 else None,
                    "without_luck": clear and clear.json(),
                }
            )
        return {
            "game": self.slug,
            "players": self.players,
            "options": self.options,
            "components": self.components,
            "budget_ms": self.budget,
            "fair_share": fair,
            "pairings": tables,
            "elo": self.ratings() if self.players > 1 else None,
            "decision_ms": {
                name: {
                    "decisions": len(taken),
                    "mean": float(np.mean(taken)),
                    "p99": float(np.quantile(taken, 0.99)),
                    "most": max(taken),
                }
                for name, taken in self.times.items()
            },
        }

    def markdown(self) -> list[str]:
        """A row for each pairing: title, players, challenger, among whom, times the fair share or points, games."""
        rows, found = [], self.json()
        for p in found["pairings"]:
            mean, low, high = p["points" if self.players == 1 else "times_fair"]
            budget = f" ({self.budget:g} ms)"
            one, others = (name + budget * (name in SEARCHERS) for name in (p["one"], p["among"]))
            among = "alone" if self.players == 1 else f"among {others}"
            digits = 0 if self.players == 1 else 2
            shown = f"{mean:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]" + " points" * (self.players == 1)
            rows.append(f"| {load(self.slug).title} | {self.players} | {one} {among} | {shown} | {p['games']:,} |")
        return rows

    def html(self) -> str:
        """The same as a page to look at."""
        found, parts = self.json(), []
        if self.players == 1:
            game = load(self.slug)
            target = game.new(1, 0, self.options).position()["options"][game.aim] if game.aim else None
            line = f"; the line is the mark to reach, {target}" if target else ""
            for p in found["pairings"]:
                points, low, high = p["points"]
                parts.append(
                    section(
                        p["one"],
                        f"{points:.0f} points on average ({low:.0f} to {high:.0f}) over {p['games']} games."
                        + without_luck(p, 1),
                        histogram(p["scores"], target, f"points{line}"),
                    )
                )
        else:
            rows = [(f"{p['one']} among {p['among']}", *p["times_fair"]) for p in found["pairings"]]
            best = max(found["pairings"], key=lambda p: p["times_fair"][0])
            finding = f"One {best['one']} among {best['among']} wins {best['times_fair'][0]:.2f} times its fair share."
            finding += without_luck(best, self.players)
            rows += [
                (
                    f"{p['one']} among {p['among']}, luck taken off",
                    *(clear[key] / found["fair_share"] for key in BOUNDS),
                )
                for p in found["pairings"]
                if (clear := p["without_luck"])
            ]
            parts.append(
                section("Wins", finding, intervals(rows, 1.0, "wins, as a multiple of the fair share; lines: 95 %"))
            )
            ladder = sorted(found["elo"].items(), key=lambda item: -item[1])
            parts.append(
                section(
                    "Ratings",
                    f"{ladder[0][0]} stands highest.",
                    table(["bot", "Elo"], [(name, f"{elo:+.0f}") for name, elo in ladder]),
                )
            )
        heads = ["bot", "decisions", "mean ms", "99 % under", "longest"]
        taken = [
            (name, f"{t['decisions']:,}", f"{t['mean']:.2f}", f"{t['p99']:.2f}", f"{t['most']:.1f}")
            for name, t in found["decision_ms"].items()
        ]
        parts.append(section("Time a decision", f"A search has {self.budget:g} ms.", table(heads, taken)))
        games = sum(p["games"] for p in found["pairings"])
        note = f"{self.players} players, {games:,} games; every deal is played once with the challenger in each seat."
        return page(f"Arena: {load(self.slug).title}", note, parts)


def without_luck(p: Json, players: int) -> str:
    """The sentence that tells what is left without luck; nothing where luck was not told."""
    clear = p["without_luck"]
    if not clear:
        return ""
    mean, low, high = (clear[key] * (players if players > 1 else 1) for key in BOUNDS)
    what = f"{mean:.2f} times the fair share" if players > 1 else f"{mean:.0f} points"
    ends = f"{low:.2f} to {high:.2f}" if players > 1 else f"{low:.0f} to {high:.0f}"
    saved = f"as good as {clear['times_the_games']:.1f} times as many games"
    if clear["games_saved"] > 0:
        saved += f", {clear['games_saved']:,} saved"
    return f" With luck taken off: {what} ({ends}), {saved}."


def run(
    slug: str,
    players: int,
    bots: Sequence[str],
    games: int,
    options: Json | None = None,
    budget: float = 200.0,
    workers: int = 2,
    seed: int = 1,
    progress: Callable[[int, int], None] = lambda done, all_deals: None,
    components: bytes | None = None,
    plays: int | None = None,
) -> Report:
    """Every bot among those named before it, so many games a pairing; alone, each by itself.

    `plays`: by how many luck is told from skill, after each decision of the challenger; None: as `plays_for` says.
    """
    game = load(slug, components)
    game.new(players, 0, options)  # refuses what is impossible, before the first game
    check_budget(budget)
    for name in bots:
        find_bot(name)
    if plays is not None and plays < 0:
        raise ValueError(f"plays is {plays}; it takes 0, for no account of luck, or more")
    if workers < 1:
        raise ValueError(f"workers is {workers}; it takes 1 or more")
    if seed < 0:
        raise ValueError(f"seed is {seed}; it takes 0 or more")
    if games < players:
        raise ValueError(f"{games} games; it takes at least {players}: one with the challenger in each seat")
    pairs = [(name, name) for name in bots] if players == 1 else [(b, a) for a, b in combinations(bots, 2)]
    if not pairs:
        raise ValueError("one bot alone has nobody to play against; name two or more")
    mind(game)  # compiled here, once, not by every worker
    pairings = [Pairing(one, among) for one, among in pairs]
    report = Report(slug, players, dict(options or {}), budget, pairings, components=game.digest)
    deals = -(-games // players)
    tasks = [
        Task(
            slug,
            players,
            dict(options or {}),
            one,
            among,
            seed * 1_000_003 + number,
            budget,
            components,
            plays_for(game, (one, among)) if plays is None else plays * (CHEAT not in (one, among)),
        )
        for number in range(deals)
        for one, among in pairs
    ]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for number, deal in enumerate(pool.map(play, tasks, chunksize=1 if games < 1000 else 8), 1):
            report.add(deal)
            progress(number, len(tasks))
    return report
