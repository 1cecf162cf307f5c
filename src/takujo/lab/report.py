"""What an experiment found: what a designer asks first, numbers with intervals, a sentence and a picture for each."""

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from html import escape
from math import asin, erfc, isfinite, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from takujo.core.components import components as components_of
from takujo.core.game import Game
from takujo.core.text import DEFAULT
from takujo.core.words import Speech
from takujo.games import load
from takujo.insight.luck import adjusted
from takujo.lab.counting.loops import LUCK, MILLION, Counter
from takujo.lab.experiment import BOTS_OF, COMPONENTS, LETTERS, Arm, Experiment, chunk_file, loaded, read_games
from takujo.lab.measures import WIDE, Estimate, Games, Measure, Section, Sums, holm
from takujo.lab.page import as_json, bars, heat, intervals, page, section, table, write

__all__ = ["Report", "differences", "figure", "finding", "report", "sentences"]

Json = dict[str, Any]
SURE = 0.05
TOLD = 10  # differences told in the terminal
DRAWN = 16  # in the picture
ANSWERS = (
    "who",
    "alone",
    "length",
    "close",
    "decided",
    "comebacks",
    "skill",
    "luck",
    "bots",
    "clear",
)  # in the terminal
ASKED = (*ANSWERS, "rounds", "changes", "kingmaking")  # on top of a comparison
HAPPENS, HOW_OFTEN = "happens", "often"
BESIDES = ("many", "scores", HAPPENS, HOW_OFTEN)  # of no card, role or choice
WORDS = Path(__file__).with_name("words")


def common(g: Games, players: int, words: Speech, simultaneous: bool) -> list[Section]:
    """What is asked of every title, in the order in which a designer asks."""
    won, first, one, say = g["won"], g["first"], np.ones(len(g["first"])), words.say
    seats = (first[:, None] + np.arange(players)) % players
    in_order = np.take_along_axis(won, seats, 1)
    points = np.take_along_axis(g["score"], seats, 1)
    winners = won.sum(1)
    names = [say("place-first"), *(say("place-nth", n=i + 1) for i in range(1, players))]
    if players == 1:
        names = [say("place-alone")]
    wins = [Measure(name, in_order[:, i], one) for i, name in enumerate(names)]
    out = [Section("who" if players > 1 else "alone", words, wins, percent=True, fair=players > 1)]
    out += [_counted(g, name, key, words) for name, key in (("decisions", "length"), ("rounds", "rounds")) if name in g]
    if players > 1:
        best = -np.sort(-g["score"], axis=1)
        ahead = best[:, 0] - best[:, 1]
        counts = dict(Tally(ahead.tolist()))
        out.append(Section("close", words, [Measure(say("close-mean"), ahead, one)], counts=counts))
        out += _leads(g, words)
    if players > 1 and not simultaneous:
        lost = 1 - np.take_along_axis(won, g["decider"][:, None], 1)[:, 0]
        measures = [Measure(say("kingmaking-1"), lost * (winners > 0), winners > 0)]
        out.append(Section("kingmaking", words, measures, percent=True))
    chosen = (winners == 0, winners == 1, winners > 1)
    many = [Measure(say(f"many-{i}"), which, one) for i, which in enumerate(chosen)]
    scores = [Measure(name, points[:, i], one) for i, name in enumerate(names)] + [
        Measure(say("scores-winners"), (g["score"] * won).sum(1), winners),
        Measure(say("scores-others"), (g["score"] * (1 - won)).sum(1), players - winners),
    ]
    return [*out, Section("many", words, many, percent=True), Section("scores", words, scores)]


def _counted(g: Games, name: str, key: str, words: Speech) -> Section:
    measures = [Measure(words.say("a-game"), g[name], np.ones(len(g[name])))]
    return Section(key, words, measures, counts=dict(Tally(g[name].tolist())))


def _leads(g: Games, words: Speech) -> list[Section]:
    """Of a title that looks who is in front: when that is decided, and who comes back."""
    if "looks" not in g:
        return []
    say, looks, led, half, won = words.say, g["looks"], g["led_from"], g["halfway"], g["won"].sum(1) > 0
    quarter = np.clip((4 * led - 1) // np.maximum(looks, 1), 0, 3)
    quarter[_wins(g, g["leader"]) == 0] = 4  # somebody else has won: by a tie, or by what counts only in the end
    decided = [Measure(say(f"decided-{i + 1}"), won & (quarter == i), won) for i in range(5)]
    back = [Measure(say("comebacks-1"), (half > 0) * (1 - _wins(g, half)), half > 0)]
    return [
        Section("decided", words, decided, percent=True),
        Section("comebacks", words, back, percent=True),
        _counted(g, "lead_changes", "changes", words),
    ]


def _wins(g: Games, seats: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Has this seat of each game, counted from 1, won it? 0 is nobody."""
    return np.take_along_axis(g["won"], np.maximum(seats - 1, 0)[:, None], 1)[:, 0] * (seats > 0)


def _places(seats: Sequence[str]) -> dict[str, list[int]]:
    """The seats of each bot."""
    return {name: [seat for seat, other in enumerate(seats) if other == name] for name in dict.fromkeys(seats)}


def bots(g: Games, seats: Sequence[str], words: Speech) -> list[Section]:
    """Where bots differ: how often each wins, a seat of theirs for a seat."""
    if len(set(seats)) < 2:
        return []
    one, places = np.ones(len(g["first"])), _places(seats)
    measures = [Measure(words.word(name), g["won"][:, own].sum(1), len(own) * one) for name, own in places.items()]
    return [Section("bots", words, measures, percent=True, fair=True)]


def events(g: Games, game: Game, words: Speech, own: Speech | None) -> list[Section]:
    """How often each thing that the rules tell of happens at all."""
    kinds = [parts[0] for parts in g.parts["told"]]
    names = [outline(game, f"event-{kind}", f"told-{kind}", words.language, own) for kind in kinds]
    one = np.ones(len(g["first"]))
    told = [(i, name, g.parts["told"][i][0]) for i, name in enumerate(names)]
    happens = [Measure(name, g["told"][:, i] > 0, one, kind) for i, name, kind in told]
    often = [Measure(name, g["told"][:, i], one, kind) for i, name, kind in told]
    return [Section(HAPPENS, words, happens, percent=True), Section(HOW_OFTEN, words, often)]


def choices(g: Games, counts: Counter, words: Speech, own: Speech | None) -> list[Section]:
    """What is done of all that may be done, and what hardly ever is."""
    measures = []
    for i, (kind, named) in enumerate(counts.door.CHOICES):
        label = outline(counts.game, f"action-{kind}", f"choice-{kind}", words.language, own, dict(named))
        measures.append(Measure(label.replace("|", "/"), g["taken"][:, i], g["offered"][:, i], counts.door.CHOICE[i]))
    return [Section("choices", words, measures, percent=True)]


def outline(
    game: Game, key: str, own_key: str, language: str, own: Speech | None, values: Mapping[str, Any] | None = None
) -> str:
    """A sentence, whoever it is about: by the laboratory's words of the title, or by the title's own."""
    if own and own.has(own_key):
        return own.say(own_key)
    speech = game.text.speech(language)
    if not speech.has(key):
        return key.partition("-")[2].replace("_", " ").replace("-", " ")
    slots = next(c for c in speech.catalogues if key in c.messages).slots(key) - game.text.numbers.keys()
    told = {slot: (values or {}).get(slot, ["…"]) for slot in slots}
    return speech.tell(key, told, game.text, str).rstrip(".。")


class Report:
    """The findings of an experiment whose games lie in a folder, in one language."""

    def __init__(self, experiment: Experiment, out: Path, language: str = DEFAULT):
        self.experiment, self.words = experiment, Speech(WORDS, language)
        arms = experiment.arms()
        size = len(experiment.compare[1]) if experiment.compare else 1
        self.groups = [arms[i : i + size] for i in range(0, len(arms), size)]
        self.sums = [self._sums(group, out) for group in self.groups]

    def _sums(self, group: Sequence[Arm], out: Path) -> list[list[Sums]]:
        """Of each variant, and then, of all that is measured in each of them, of all variants together."""
        kinds: list[list[Sums]] = [[] for _ in group]
        together: list[Sums] = []
        for number in range(-(-self.experiment.games // self.experiment.size)):
            batch = [self._sections(read_games(out / arm.name / chunk_file(number)), arm) for arm in group]
            for variant, kept in zip(batch, kinds, strict=True):
                kept[:] = kept or [Sums(s) for s in variant]
                for section_of, one in zip(variant, kept, strict=True):
                    one.add([section_of])
            if len(group) > 1:
                shared = _shared(batch)
                together = together or [Sums(variants[0]) for variants in shared]
                for variants, one in zip(shared, together, strict=True):
                    one.add(variants)
        for arm, kept in zip(group, kinds, strict=True):
            at = next(i for i, one in enumerate(kept) if one.section.key == "many")
            kept[at:at] = [*self._skill(arm, out), *self._luck(arm, out), *self._clear(arm, out)]
        return [*kinds, together] if len(group) > 1 else kinds

    def _sections(self, g: Games, arm: Arm) -> list[Section]:
        counts, language = loaded(self.experiment.game, arm.components), self.words.language
        own = counts.words(language)
        return [
            *common(g, arm.players, self.words, counts.game.simultaneous),
            *bots(g, arm.seats, self.words),
            *counts.sections(g, language),
            *choices(g, counts, self.words, own),
            *events(g, counts.game, self.words, own),
        ]

    def _skill(self, arm: Arm, out: Path) -> list[Sums]:
        """One weaker player, in each seat in turn."""
        kept: list[Sums] = []
        for seat, side in enumerate(self.experiment.skill(arm)):
            names = {"weak": self.words.word(side.bots[seat]), "strong": self.words.word(arm.bots[0])}
            for number in range(-(-side.games // self.experiment.size)):
                g = read_games(out / side.name / chunk_file(number))
                winners = g["won"].sum(1)
                measures = [
                    Measure(self.words.say("skill-weak", **names), g["won"][:, seat], np.ones(len(winners))),
                    Measure(self.words.say("skill-even-share"), winners, np.full(len(winners), arm.players)),
                ]
                made = Section("skill", self.words, measures, percent=True, values=names)
                kept = kept or [Sums(made)]
                kept[0].add([made])
        return kept

    def _luck(self, arm: Arm, out: Path) -> list[Sums]:
        """The same deals once more: does the same seat win?"""
        kept: list[Sums] = []
        for side in self.experiment.luck(arm):
            chunks = range(-(-side.games // self.experiment.size))
            once, again = (
                np.concatenate([read_games(out / name / chunk_file(number))["won"] for number in chunks])[: side.games]
                for name in (arm.name, side.name)
            )
            winners = once.sum(1)
            pairs = [("luck-same", again), ("luck-other", np.roll(again, 1, axis=0))]
            measures = [
                Measure(self.words.say(key), (once * other).sum(1) / np.maximum(winners, 1), winners > 0)
                for key, other in pairs
            ]
            kept = [Sums(Section("luck", self.words, measures, percent=True))]
            kept[0].add([kept[0].section])
        return kept

    def _clear(self, arm: Arm, out: Path) -> list[Sums]:
        """Where luck was told: who wins, with luck taken off, and how many games that saved."""
        chunks = range(-(-arm.games // self.experiment.size))
        games = [read_games(out / arm.name / chunk_file(number)) for number in chunks]
        if any(LUCK not in g for g in games):
            return []
        won, luck = (np.concatenate([g[name] for g in games]) for name in ("won", LUCK))
        found = [
            (self.words.word(name), adjusted(won[:, own].mean(1), luck[:, own].mean(1) / MILLION))
            for name, own in _places(arm.seats).items()
        ]
        if len(found) == 1:  # all seats together always win as much
            found = [
                (self.words.say("clear-seat", n=seat + 1), adjusted(won[:, seat], luck[:, seat] / MILLION))
                for seat in range(arm.players)
            ]
        least = min((each for _, each in found), key=lambda each: each.times)
        saved = self.words.say("clear-saved", n=least.saved) if least.saved > 0 else self.words.say("clear-not-saved")
        measures = [Measure(label, each.values, np.ones(each.games)) for label, each in found]
        values = {"times": f"{least.times:.1f}", "saved": saved}
        kept = Sums(Section("clear", self.words, measures, percent=True, values=values))
        kept.add([kept.section])
        return [kept]

    # -- what is compared

    def variants(self, group: Sequence[Arm]) -> list[str]:
        """What the variants of a group are, by their letters."""
        return [f"{LETTERS[i].upper()}: {self.variant(arm)}" for i, arm in enumerate(group)]

    def variant(self, arm: Arm) -> str:
        assert self.experiment.compare
        name, say, game = self.experiment.compare[0], self.words.say, load(self.experiment.game, arm.components)
        if name == COMPONENTS:
            if game.digest is None:
                return say("components-usual")
            data = components_of(game.package)
            return say("components", name=str(data.get("name") or data.get("title")))
        if name == BOTS_OF:
            return say("bots-are", name=self.words.word(arm.value))
        told = self.words.word(arm.value) if arm.value is None or isinstance(arm.value, bool) else None
        value = told or game.text.word(arm.value, self.words.language)
        return say("option-is", name=game.text.option(name)[self.words.language].rstrip(".。"), value=value)

    # -- as JSON

    def json(self) -> Json:
        tables = []
        for group, sums in zip(self.groups, self.sums, strict=True):
            for i, arm in enumerate(group):
                tables.append(
                    {
                        "players": arm.players,
                        "options": arm.options,
                        "components": load(self.experiment.game, arm.components).digest,
                        "bots": list(arm.bots),
                        "sections": [_section_json(s) for s in sums[i]],
                    }
                )
        found: Json = {
            "experiment": self.experiment.manifest(),
            "language": self.words.language,
            "tables": tables,
        }
        if self.experiment.compare:
            found["variants"] = self.variants(self.groups[0])
            found["differences"] = [
                {"players": group[0].players, **row}
                for group, sums in zip(self.groups, self.sums, strict=True)
                for row in differences(sums[-1], len(group))
            ]
        return found

    # -- as a page

    def html(self) -> str:
        e, say, parts = self.experiment, self.words.say, []
        for group, sums in zip(self.groups, self.sums, strict=True):
            for i in range(len(group)):
                parts.append(f"<h1>{escape(self._head(group, i))}</h1>")
                parts += [_drawn(s) for s in sums[i] if s.section.key in ASKED or not e.compare]
                parts += [self._helps(sums[i])] if e.compare else []
            if e.compare:
                parts.append(f"<h1>{say('page-changes', players=group[0].players)}</h1>")
                parts.append(self._compared(group, sums[-1]))
                for i in range(len(group)):
                    parts.append(f"<h1>{escape(self._head(group, i))}</h1>")
                    parts += [_drawn(s) for s in sums[i] if s.section.key not in ASKED]
        title = say("page-title", title=load(e.game).text.title[self.words.language])
        return page(title, self.note(), parts, self.words.language)

    def _head(self, group: Sequence[Arm], i: int) -> str:
        """What is played at a table."""
        name = self.variants(group)[i] if self.experiment.compare else ""
        key = "page-table-of" if name else "page-table"
        return self.words.say(key, players=group[i].players, name=name)

    def _helps(self, sums: Sequence[Sums]) -> str:
        """What is found about cards, roles and choices, in short: their pictures stand after what changes."""
        told = [(s.section.title, finding(s)) for s in sums if s.section.key not in (*ASKED, *BESIDES)]
        return section(self.words.say("helps"), self.words.say("helps-say"), table(["", ""], told))

    def _compared(self, group: Sequence[Arm], sums: Sequence[Sums]) -> str:
        rows, say = differences(sums, len(group)), self.words.say
        sure = ordered(rows)
        head = say("differences-some", n=len(sure), all=len(rows)) if sure else say("differences-none", all=len(rows))
        told = sentences(self.words, rows)
        drawn = [row for row in sure if row["a"] > 0][:DRAWN]
        picture = [
            (
                f"{row['variant']}: " + _named(f"{row['title']}|{row['label']}", self.words.language),
                *((row[key] - row["a"] * (key == "b")) / row["a"] for key in ("b", "low", "high")),
            )
            for row in drawn
        ]
        return section(
            say("differences"),
            head,
            table([""], [[line] for line in self.variants(group)]),
            intervals(picture, 0.0, say("differences-unit"), "A", percent=True) if picture else "",
            table([""], [[line] for line in told]) if told else "",
        )

    def lines(self) -> list[str]:
        """The same as a few sentences for the terminal: what a designer asks first, and what differs."""
        out, say = [], self.words.say
        for group, sums in zip(self.groups, self.sums, strict=True):
            for i in range(len(group)):
                told = [finding(one) for one in sums[i] if one.section.key in ANSWERS]
                out.append(f"{self._head(group, i)}: {' '.join(told)}")
            if self.experiment.compare:
                lines = sentences(self.words, differences(sums[-1], len(group)))
                out += lines[:TOLD]
                out += [say("page-more", n=len(lines) - TOLD)] if len(lines) > TOLD else []
        return out

    def note(self) -> str:
        e, word = self.experiment, self.words.word
        compared = e.compare[1] if e.compare and e.compare[0] == BOTS_OF else e.bots
        bots = ", ".join(word(name) for name in compared)
        return self.words.say("page-note", games=e.games, bots=bots, seed=str(e.seed))


def _shared(batch: Sequence[list[Section]]) -> list[list[Section]]:
    """Of each section that all variants have: those measures that all of them have, variant by variant."""
    by_key = [{s.key: s for s in variant} for variant in batch]
    out = []
    for key in by_key[0]:
        if all(key in variant for variant in by_key):
            sections = [variant[key] for variant in by_key]
            labels = [{m.same: m for m in s.measures} for s in sections]
            known = [label for label in labels[0] if all(label in other for other in labels)]
            out.append(
                [
                    Section(key, s.words, [of[label] for label in known], s.percent, values=s.values)
                    for s, of in zip(sections, labels, strict=True)
                ]
            )
    return [variants for variants in out if variants[0].measures]


def _section_json(sums: Sums) -> Json:
    found: Json = {"key": sums.section.key, "title": sums.section.title}
    found |= {"finding": finding(sums), "unit": sums.section.unit}
    found["measures"] = [estimate.json() for estimate in sums.estimates()]
    if sums.counts:
        found["counts"] = {str(value): n for value, n in sorted(sums.counts.items())}
    return found


def finding(sums: Sums) -> str:
    """The sentence of a section."""
    s, found = sums.section, sums.estimates()
    if not found:
        return Speech(WORDS, s.words.language).say("page-nothing")
    if s.fair and s.words.has(f"{s.key}-even") and not _matters(found):
        return s.words.say(f"{s.key}-even")
    chosen = {
        "top": max(found, key=lambda e: e.value),
        "low": min(found, key=lambda e: e.value),
        "first": found[0],
        "second": found[-1],
    }
    values = {name: _named(e.label, s.words.language) for name, e in chosen.items()}
    values |= {f"{name}_value": _value(e, s) for name, e in chosen.items()}
    said = s.words.say(f"{s.key}-say", **{**s.values, **values})
    return said[0].upper() + said[1:]


def _named(label: str, language: str) -> str:
    """A label in a sentence; that of a matrix has two parts."""
    first, *others = label.split("|")
    for other in others:
        first = Speech(WORDS, language).say("label", first=first, second=other)
    return first


def _value(e: Estimate, s: Section) -> str:
    """A number with its interval."""
    value, low, high = (_shown(x, s.percent) for x in (e.value, e.low, e.high))
    say = Speech(WORDS, s.words.language).say
    if not isfinite(e.high):
        return say("value-once", value=value)
    return say("value", value=value, low=low.removesuffix(" %"), high=high)


def _matters(found: Sequence[Estimate]) -> bool:
    """Is one of these further from what all have together than chance explains?"""
    mean = _mean(found)
    chances = [erfc(abs(e.value - mean) / e.deviation / sqrt(2)) if e.deviation else 1.0 for e in found]
    return min(holm(chances)) < SURE


def _mean(found: Sequence[Estimate]) -> float:
    return sum(e.value * e.cases for e in found) / sum(e.cases for e in found)


def _shown(value: float, percent: bool) -> str:
    return f"{100 * value:.1f} %" if percent else f"{value:,.2f}"


def _drawn(sums: Sums) -> str:
    return section(sums.section.title, finding(sums), figure(sums))


def figure(sums: Sums) -> str:
    """The plot of a section, or its table if it is a matrix."""
    s, found = sums.section, sums.estimates()
    if sums.counts:
        return bars(sums.counts, s.unit)
    if s.matrix:
        return heat([(e.label, e.value, _value(e, s)) for e in found], s.unit)
    rows = sorted(found, key=lambda e: -e.value) if len(found) > 8 else found
    average = _mean(found) if s.fair and found else None
    name = Speech(WORDS, s.words.language).say("page-average")
    return intervals([(e.label, e.value, e.low, e.high) for e in rows], average, s.unit, name, s.percent)


# -- comparing


def differences(sums: Sequence[Sums], variants: int = 2) -> list[Json]:
    """Everything measured, of the first variant and each other, with the chance corrected for all comparisons."""
    rows = [(s.section, other, *row) for s in sums for other in range(1, variants) for row in s.differences(other)]
    corrected = holm([row[-1] for row in rows])
    return [
        {
            "section": s.key,
            "title": s.title,
            "label": label,
            "percent": s.percent,
            "variant": LETTERS[other].upper(),
            "a": a,
            "b": b,
            "low": b - a - WIDE * deviation,
            "high": b - a + WIDE * deviation,
            "deviation": deviation,
            "chance": chance,
            "corrected": sure,
        }
        for (s, other, label, a, b, deviation, chance), sure in zip(rows, corrected, strict=True)
    ]


def ordered(rows: Sequence[Json]) -> list[Json]:
    """Those that are no accident, the largest first; mere numbers of events last."""

    def order(row: Json) -> tuple[bool, float]:
        a, b = row["a"], row["b"]
        if row["percent"]:  # as angles: from 1 to 2 % is as much as from 50 to 54
            size = 2 * abs(asin(sqrt(min(max(b, 0), 1))) - asin(sqrt(min(max(a, 0), 1))))
        else:
            size = abs(b - a) / (max(abs(a), abs(b)) or 1)
        return row["section"] in (HAPPENS, HOW_OFTEN), -size

    return sorted((row for row in rows if row["corrected"] < SURE), key=order)


def sentences(words: Speech, rows: Sequence[Json]) -> list[str]:
    """A plain sentence for each difference that is no accident, the largest first."""
    return [
        words.say(
            "difference",
            section=row["title"],
            label=_named(row["label"], words.language),
            now=_shown(row["b"], row["percent"]),
            was=_shown(row["a"], row["percent"]),
            low=_signed(row["low"], row["percent"]),
            high=_signed(row["high"], row["percent"]),
            a="A",
            b=row["variant"],
        )
        for row in ordered(rows)
    ]


def _signed(value: float, percent: bool) -> str:
    return f"{100 * value:+.1f} %" if percent else f"{value:+,.2f}"


def report(experiment: Experiment, out: Path, language: str = DEFAULT) -> Report:
    """Work out all findings and write report.html and report.json beside the games."""
    found = Report(experiment, out, language)
    write(out / "report.json", as_json(found.json()))
    write(out / "report.html", found.html())
    return found
