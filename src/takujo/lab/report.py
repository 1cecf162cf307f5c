"""What an experiment found: numbers with intervals, a sentence for each finding, a page to look at."""

import json
from collections import Counter as Tally
from collections.abc import Sequence
from math import erfc, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from takujo.games import load
from takujo.lab.experiment import Arm, Experiment, chunk_file, loaded, read_games
from takujo.lab.measures import Estimate, Games, Measure, Section, Sums, holm
from takujo.lab.page import bars, heat, intervals, page, section, table, write

__all__ = ["Report", "differences", "figure", "finding", "report", "sentences"]

Json = dict[str, Any]
SURE = 0.05
TOLD = 10  # differences told in the terminal
WHICH_BOT = "Which bot wins"
HAPPENS, HOW_OFTEN = "How often a rule matters", "How often things happen"


def common(g: Games, players: int) -> list[Section]:
    """What is asked of every title."""
    won, first, one = g["won"], g["first"], np.ones(len(g["first"]))
    seats = (first[:, None] + np.arange(players)) % players
    in_order = np.take_along_axis(won, seats, 1)
    points = np.take_along_axis(g["score"], seats, 1)
    winners = won.sum(1)
    names = ["begins", *(f"{_nth(i + 1)} in turn" for i in range(1, players))]
    if players == 1:
        names = ["alone"]
    out = [
        Section(
            "Who wins",
            "The seat that {top_says} wins most often, {top_value} of games; who {low_says} least, {low_value}."
            if players > 1
            else "{top_value} of games are won.",
            [Measure(name, in_order[:, i], one) for i, name in enumerate(names)],
            unit="share of games won, by the place in turn",
            percent=True,
            fair=players > 1,
            even="No place at the table wins more often than another, as far as these games can tell.",
        ),
        Section(
            "How many win",
            "{top} is the most frequent: {top_value} of games.",
            [
                Measure(name, chosen, one)
                for name, chosen in (
                    ("nobody wins", winners == 0),
                    ("one winner", winners == 1),
                    ("several winners", winners > 1),
                )
            ],
            unit="share of games",
            percent=True,
        ),
        Section(
            "Scores",
            "Highest on average: {top}, {top_value}; lowest: {low}, {low_value}.",
            [Measure(name, points[:, i], one) for i, name in enumerate(names)]
            + [
                Measure("winners", (g["score"] * won).sum(1), winners),
                Measure("the others", (g["score"] * (1 - won)).sum(1), players - winners),
            ],
            unit="points in the end, on average",
        ),
    ]
    for name, title, say in (
        ("decisions", "Length: decisions", "A game takes {top_value} decisions on average."),
        ("rounds", "Length: rounds", "A game takes {top_value} rounds on average."),
        ("lead_changes", "Lead changes", "The lead goes to somebody else {top_value} times a game on average."),
    ):
        if name in g:
            counts = dict(Tally(g[name].tolist()))
            out.append(Section(title, say, [Measure("a game", g[name], one)], unit=title.lower(), counts=counts))
    return out


def bots(g: Games, seats: Sequence[str]) -> list[Section]:
    """Where bots differ: how often each wins, a seat of theirs for a seat."""
    if len(set(seats)) < 2:
        return []
    places = {name: [seat for seat, other in enumerate(seats) if other == name] for name in dict.fromkeys(seats)}
    one = np.ones(len(g["first"]))
    return [
        Section(
            WHICH_BOT,
            "{top} wins most often, {top_value} of its games; {low} least, {low_value}.",
            [Measure(name, g["won"][:, own].sum(1), len(own) * one) for name, own in places.items()],
            unit="share of games won by a seat of this bot",
            percent=True,
            fair=True,
            even="No bot wins more often than another, as far as these games can tell.",
        )
    ]


def events(g: Games) -> list[Section]:
    """How often each thing that the rules tell of happens at all."""
    names = [parts[0] for parts in g.parts["told"]]
    one = np.ones(len(g["first"]))
    happens = [Measure(name, g["told"][:, i] > 0, one) for i, name in enumerate(names)]
    return [
        Section(
            HAPPENS,
            "{low} is the rarest: it happens in {low_value} of games.",
            happens,
            "share of games in which it happens at all",
            percent=True,
        ),
        Section(
            HOW_OFTEN,
            "{top} is the most frequent: {top_value} times a game.",
            [Measure(name, g["told"][:, i], one) for i, name in enumerate(names)],
            "times a game",
        ),
    ]


class Report:
    """The findings of an experiment whose games lie in a folder."""

    def __init__(self, experiment: Experiment, out: Path):
        self.experiment = experiment
        arms = experiment.arms()
        size = 2 if experiment.compare else 1
        self.groups = [arms[i : i + size] for i in range(0, len(arms), size)]
        self.sums = [self._sums(group, out) for group in self.groups]

    def _sums(self, group: Sequence[Arm], out: Path) -> list[list[Sums]]:
        """Of each variant, and then of all variants together if there are several."""
        sums: list[list[Sums]] = []
        for number in range(-(-self.experiment.games // self.experiment.size)):
            batch = [self._sections(read_games(out / arm.name / chunk_file(number)), arm.players) for arm in group]
            kinds = [[variant] for variant in batch] + ([batch] if len(group) > 1 else [])
            if not sums:
                sums = [[Sums(s) for s in kind[0]] for kind in kinds]
            for kind, kept in zip(kinds, sums, strict=True):
                for i, one in enumerate(kept):
                    one.add([variant[i] for variant in kind])
        return sums

    def _sections(self, g: Games, players: int) -> list[Section]:
        seats = self.experiment.seats(players)
        return [*common(g, players), *bots(g, seats), *loaded(self.experiment.game).sections(g), *events(g)]

    # -- as JSON

    def json(self) -> Json:
        tables = []
        for group, sums in zip(self.groups, self.sums, strict=True):
            for i, arm in enumerate(group):
                tables.append(
                    {"players": arm.players, "options": arm.options, "sections": [_section_json(s) for s in sums[i]]}
                )
        found: Json = {"experiment": self.experiment.manifest(), "tables": tables}
        if self.experiment.compare:
            found["differences"] = [
                {"players": group[0].players, **row}
                for group, sums in zip(self.groups, self.sums, strict=True)
                for row in differences(sums[-1])
            ]
        return found

    # -- as a page

    def html(self) -> str:
        e = self.experiment
        parts = []
        for group, sums in zip(self.groups, self.sums, strict=True):
            if len(group) > 1:
                parts.append(f"<h1>{group[0].players} players: what {e.compare[0] if e.compare else ''} changes</h1>")
                parts.append(_compared(e, group, sums[-1]))
            for i, arm in enumerate(group):
                what = f", {e.compare[0]} = {json.dumps(arm.value, ensure_ascii=False)}" if e.compare else ""
                parts.append(f"<h1>{arm.players} {'player' if arm.players == 1 else 'players'}{what}</h1>")
                parts += [_drawn(s) for s in sums[i]]
        return page(f"Laboratory: {load(e.game).title}", self.note(), parts)

    def lines(self) -> list[str]:
        """The same as a few sentences for the terminal: each table's first finding, and what differs."""
        out = []
        for group, sums in zip(self.groups, self.sums, strict=True):
            for i, arm in enumerate(group):
                what = f", {self.experiment.compare[0]} = {json.dumps(arm.value)}" if self.experiment.compare else ""
                out.append(f"{arm.players} players{what}: {finding(sums[i][0])} {finding(sums[i][4])}")
                out += [finding(s) for s in sums[i] if s.section.title == WHICH_BOT]
            if self.experiment.compare:
                told = sentences(*self.experiment.compare, differences(sums[-1]))
                out += told[:TOLD]
                out += [f"{len(told) - TOLD} more differences are in the report."] if len(told) > TOLD else []
        return out

    def note(self) -> str:
        e = self.experiment
        options = ", ".join(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in e.options.items())
        return (
            f"{e.games:,} games a table; bots: {', '.join(e.bots)}{'; ' + options if options else ''}; seed {e.seed}. "
            "A dot is what was found, the line through it where the true number lies with 95 % certainty; "
            "the dashed line is where all would be equal."
        )


def _section_json(sums: Sums) -> Json:
    found: Json = {"title": sums.section.title, "finding": finding(sums), "unit": sums.section.unit}
    found["measures"] = [estimate.json() for estimate in sums.estimates()]
    if sums.counts:
        found["counts"] = {str(value): n for value, n in sorted(sums.counts.items())}
    return found


def finding(sums: Sums) -> str:
    """The sentence of a section."""
    s, found = sums.section, sums.estimates()
    if not found:
        return "It did not happen in any game."
    if s.fair and s.even and not _matters(found):
        return s.even
    top, low = max(found, key=lambda e: e.value), min(found, key=lambda e: e.value)
    says = {"top_says": _says(top.label), "low_says": _says(low.label)}
    said = s.say.format(
        top=top.label.replace("|", ", "), top_value=_shown(top.value, s.percent),
        low=low.label.replace("|", ", "), low_value=_shown(low.value, s.percent), **says,
    )  # fmt: skip
    return said[0].upper() + said[1:]


def _says(label: str) -> str:
    return label if label == "begins" else f"is {label}"


def _matters(found: Sequence[Estimate]) -> bool:
    """Is one of these further from what all have together than chance explains?"""
    mean = _mean(found)
    chances = [erfc(abs(e.value - mean) / e.deviation / sqrt(2)) if e.deviation else 1.0 for e in found]
    return min(holm(chances)) < SURE


def _mean(found: Sequence[Estimate]) -> float:
    return sum(e.value * e.cases for e in found) / sum(e.cases for e in found)


def _shown(value: float, percent: bool) -> str:
    return f"{100 * value:.1f} %" if percent else f"{value:,.2f}"


def _nth(number: int) -> str:
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def _drawn(sums: Sums) -> str:
    return section(sums.section.title, finding(sums), figure(sums))


def figure(sums: Sums) -> str:
    """The plot of a section, or its table if it is a matrix."""
    s, found = sums.section, sums.estimates()
    if sums.counts:
        return bars(sums.counts, s.unit)
    if s.matrix:
        return heat([(e.label, e.value, _shown(e.value, s.percent)) for e in found], s.unit)
    rows = sorted(found, key=lambda e: -e.value) if len(found) > 8 else found
    average = _mean(found) if s.fair and found else None
    return intervals([(e.label, e.value, e.low, e.high) for e in rows], average, s.unit, "average", s.percent)


# -- comparing


def differences(sums: Sequence[Sums]) -> list[Json]:
    """Everything measured, in both variants, with the chance corrected for all these comparisons."""
    rows = [(s.section, *row) for s in sums for row in s.differences()]
    corrected = holm([row[-1] for row in rows])
    return [
        {
            "section": s.title,
            "label": label,
            "percent": s.percent,
            "a": a,
            "b": b,
            "deviation": deviation,
            "chance": chance,
            "corrected": sure,
        }
        for (s, label, a, b, deviation, chance), sure in zip(rows, corrected, strict=True)
    ]


def sentences(option: str, values: Sequence[Any], rows: Sequence[Json]) -> list[str]:
    """A plain sentence for each difference that is no accident, the surest first; mere numbers of events last."""
    a, b = (json.dumps(value, ensure_ascii=False) for value in values)
    out = []

    def order(row: Json) -> tuple[bool, float, float]:
        is_event = row["section"] in (HAPPENS, HOW_OFTEN)
        return is_event, row["corrected"], -abs(row["b"] - row["a"]) / (row["deviation"] or 1)

    for row in sorted(rows, key=order):
        if row["corrected"] < SURE:
            was, now = (_shown(row[key], row["percent"]) for key in "ab")
            what = row["label"].replace("|", ", ")
            out.append(f"{row['section']}, {what}: {now} with {option} = {b}, {was} with {option} = {a}.")
    return out


def _compared(e: Experiment, group: Sequence[Arm], sums: Sequence[Sums]) -> str:
    assert e.compare
    rows = differences(sums)
    sure = [row for row in rows if row["corrected"] < SURE]
    told = sentences(e.compare[0], e.compare[1], rows)
    say = (
        f"{len(sure)} of {len(rows)} numbers differ by more than chance explains, corrected for their number (Holm)."
        if sure
        else f"None of {len(rows)} numbers differs by more than chance explains, corrected for their number (Holm)."
    )
    return section(
        "Differences",
        say,
        table(["what differs for certain, the surest first"], [[line] for line in told]) if told else "",
    )


def report(experiment: Experiment, out: Path) -> Report:
    """Work out all findings and write report.html and report.json beside the games."""
    found = Report(experiment, out)
    write(out / "report.json", json.dumps(found.json(), indent=1, ensure_ascii=False) + "\n")
    write(out / "report.html", found.html())
    return found
