"""Numbers with their uncertainty: every finding is a ratio of two sums over games."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import erfc, inf, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from takujo.core.words import Speech

__all__ = ["Estimate", "Games", "Measure", "Section", "Sums", "holm"]

Array = npt.NDArray[Any]
WIDE = 1.96  # standard deviations on each side: 95 % of a normal distribution
ENOUGH = 30  # cases below which two numbers are not compared


class Games(Mapping[str, Array]):
    """Columns of many games by name, each with an axis for the games and one for each kind of its parts."""

    def __init__(self, columns: dict[str, Array]):
        grouped: dict[str, list[tuple[list[str], Array]]] = {}
        for name, values in columns.items():
            column, *parts = name.split(".")
            grouped.setdefault(column, []).append((parts, values))
        self._arrays = {name: _stacked(rows) for name, rows in grouped.items()}
        self.parts = {name: [parts for parts, _ in rows] for name, rows in grouped.items()}

    def __getitem__(self, name: str) -> Array:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)


def _stacked(rows: list[tuple[list[str], Array]]) -> Array:
    axes = [len(dict.fromkeys(labels)) for labels in zip(*(parts for parts, _ in rows), strict=True)]
    stacked = np.stack([values for _, values in rows], axis=1)
    return stacked.reshape(len(stacked), *axes)


@dataclass
class Measure:
    """So many of so many, game by game: `x` is summed, `m` is what it is divided by."""

    label: str
    x: Array
    m: Array
    id: str = ""  # where variants call the same thing differently

    @property
    def same(self) -> str:
        """What is the same in all variants."""
        return self.id or self.label


@dataclass
class Section:
    """Measures that belong together. `words` says under `key` what they are, and what is to be seen in them.

    KEY is the title, KEY-say the finding, KEY-unit what is measured; in a finding $top and $low are the labels of the
    largest and the smallest, $top_value and $low_value their numbers. A matrix has labels "row|column".
    """

    key: str
    words: Speech
    measures: list[Measure]
    percent: bool = False  # x is part of m
    matrix: bool = False
    fair: bool = False  # all would be equal if nothing mattered; then KEY-even is said if nothing is seen to matter
    counts: dict[int, int] = field(default_factory=dict)  # instead of measures' plot: how often each value came
    values: Mapping[str, Any] = field(default_factory=dict)  # that its words ask for besides

    @property
    def title(self) -> str:
        return self.words.say(self.key, **self.values)

    @property
    def unit(self) -> str:
        return self.words.say(f"{self.key}-unit", **self.values)


@dataclass
class Estimate:
    """A measure over all games, with its 95 % interval."""

    label: str
    value: float
    low: float
    high: float
    cases: float  # sum of m
    deviation: float  # standard deviation of the value

    def json(self) -> dict[str, Any]:
        return {"label": self.label, "value": self.value, "low": self.low, "high": self.high, "cases": self.cases}


class Sums:
    """The sums of one section over batches of games, of one variant or of several played on the same seeds.

    For each measure: the vector (x, m) of all variants, summed, and its products with itself. Games are independent of
    each other, seats of one game are not; so the game is the unit of all uncertainty.
    """

    def __init__(self, section: Section):
        self.section = section
        self.games = 0
        self.total: Array = np.zeros(0)
        self.products: Array = np.zeros(0)
        self.counts: dict[int, int] = {}
        self.labels: list[list[str]] = []  # of each variant: they may name the same thing by numbers of their own

    def add(self, variants: Sequence[Section]) -> None:
        """One batch of games of each variant."""
        self.labels = [[measure.label for measure in variant.measures] for variant in variants]
        for value, n in variants[0].counts.items():
            self.counts[value] = self.counts.get(value, 0) + n
        if not variants[0].measures:
            return
        parts = [
            np.stack([part for v in variants for part in (v.measures[i].x, v.measures[i].m)])
            for i in range(len(self.section.measures))
        ]
        batch = np.stack(parts).astype(np.float64)  # measure, variant and part, game
        products = batch @ batch.transpose(0, 2, 1)
        total = batch.sum(2)
        self.total, self.products = (
            (total, products) if not self.games else (self.total + total, self.products + products)
        )
        self.games += batch.shape[2]

    def estimates(self, variant: int = 0) -> list[Estimate]:
        """Each measure; without those that had no case at all."""
        out = []
        for i, measure in enumerate(self.section.measures):
            x, m = self.total[i, 2 * variant : 2 * variant + 2]
            if m == 0:
                continue
            deviation = self._deviation(i, {variant: 1.0})
            low, high = _interval(x / m, deviation, m, self.section.percent)
            out.append(Estimate(measure.label, float(x / m), low, high, float(m), deviation))
        return out

    def differences(self, other: int = 1) -> list[tuple[str, float, float, float, float]]:
        """Label, the first variant's value, another's, deviation of their difference, and its chance by accident."""
        out = []
        for i in range(len(self.section.measures)):
            label = _both(self.labels[0][i], self.labels[other][i])
            parts = self.total[i].reshape(-1, 2)
            (a, of_a), (b, of_b) = parts[0], parts[other]
            if min(of_a, of_b) >= ENOUGH:
                deviation = self._deviation(i, {0: -1.0, other: 1.0})
                chance = erfc(abs(b / of_b - a / of_a) / deviation / sqrt(2)) if deviation else 1.0
                out.append((label, float(a / of_a), float(b / of_b), deviation, chance))
        return out

    def _deviation(self, i: int, signs: dict[int, float]) -> float:
        """Of a sum of ratios: by their derivatives, on the products of all games."""
        slope = np.zeros(self.total.shape[1])
        for variant, sign in signs.items():
            x, m = self.total[i, 2 * variant : 2 * variant + 2]
            slope[2 * variant : 2 * variant + 2] = sign / m, -sign * x / m**2
        variance = float(slope @ self.products[i] @ slope)
        return sqrt(max(0.0, variance) * self.games / (self.games - 1)) if self.games > 1 else inf


def _both(first: str, second: str) -> str:
    """What two variants call the same thing: "exactly 10 / exactly 8"."""
    pairs = zip(first.split("|"), second.split("|"), strict=True)
    return "|".join(a if a == b else f"{a} / {b}" for a, b in pairs)


def _interval(value: float, deviation: float, cases: float, is_share: bool) -> tuple[float, float]:
    """The 95 % interval; of a share Wilson's, which stays within 0 to 1, for as many cases as the deviation tells."""
    if not is_share:
        return value - WIDE * deviation, value + WIDE * deviation
    worth = value * (1 - value) / deviation**2 if 0 < value < 1 and 0 < deviation < inf else cases
    centre, shrunk = value + WIDE**2 / (2 * worth), 1 + WIDE**2 / worth
    half = WIDE * sqrt(value * (1 - value) / worth + WIDE**2 / (4 * worth**2))
    return max(0.0, min(value, (centre - half) / shrunk)), min(1.0, max(value, (centre + half) / shrunk))


def holm(chances: Sequence[float]) -> list[float]:
    """The same chances corrected for their number (Holm): below 0.05, even the best of many is no accident."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    out, worst = [0.0] * len(chances), 0.0
    for rank, i in enumerate(order):
        worst = max(worst, min(1.0, chances[i] * (len(chances) - rank)))
        out[i] = worst
    return out
