"""Numbers, their intervals and what is said about them."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from fluent.syntax import FluentSerializer

from takujo.core.text import DEFAULT, LANGUAGES
from takujo.core.words import Catalogue, Speech
from takujo.games import load
from takujo.lab.experiment import Experiment, run
from takujo.lab.measures import Games, Measure, Section, Sums, holm
from takujo.lab.report import WORDS, Report, common, finding, report
from tests.helpers import ROOT, SLUGS
from tests.own_cards import packaged

GAMES = Path(ROOT) / "src" / "takujo" / "games"


def sums(*variants, percent=True, key="who", **more):
    """The sums of a section with these (x, m), of one or two variants, given in batches of 500 games."""
    words = Speech(WORDS, "en")

    def made(v, cut=slice(None)):
        return Section(key, words, [Measure("a", x[cut], m[cut]) for x, m in v], percent, **more)

    kept = Sums(made(variants[0]))
    for at in range(0, len(variants[0][0][0]), 500):
        cut = slice(at, at + 500)
        kept.add([made(v, cut) for v in variants])
    return kept


def test_an_interval_covers_the_truth_19_times_out_of_20():
    """Seats of one game are not independent: two share each fate here, and the interval must know it."""
    rng, inside = np.random.default_rng(1), 0
    for _ in range(400):
        x = 2 * (rng.random(1000) < 0.3)
        (found,) = sums([(x, np.full(1000, 2))]).estimates()
        inside += found.low <= 0.3 <= found.high
    assert 0.92 <= inside / 400 <= 0.98


def test_a_share_that_never_came_has_an_interval_too():
    (found,) = sums([(np.zeros(1000), np.ones(1000))]).estimates()
    assert (found.value, found.low) == (0, 0)
    assert found.high == pytest.approx(0.0038, abs=1e-4), "Wilson: 1.96² / (1000 + 1.96²)"


def test_same_seeds_make_differences_surer():
    """The second variant wins whatever the first does, and one game in a hundred more."""
    rng = np.random.default_rng(2)
    a = rng.random(5000) < 0.5
    b, one = a | (rng.random(5000) < 0.02), np.ones(5000)
    ((_, first, second, deviation, chance),) = sums([(a, one)], [(b, one)]).differences()
    assert second - first == pytest.approx(0.01, abs=0.005)
    assert deviation < 0.002, "two separate runs would have 0.01"
    assert chance < 1e-6


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_game_tells_no_interval(language, tmp_path):
    """That is said, and the file is JSON that any reader takes."""
    e = Experiment("ritual", (2,), ("uniform",), 1)
    run(e, tmp_path)
    assert "inf" not in " ".join(report(e, tmp_path, language).lines())

    def refuse(constant):
        raise AssertionError(constant)

    found = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"), parse_constant=refuse)
    length = next(s for s in found["tables"][0]["sections"] if s["key"] == "length")
    assert length["measures"][0]["low"] is None
    assert length["measures"][0]["value"] > 0


def test_holm():
    """The smallest is multiplied by their number, the next by one less; never falling, never above 1."""
    assert holm([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.09, 0.09, 0.5])
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_nothing_is_said_where_nothing_is_seen():
    rng, one = np.random.default_rng(3), np.ones(5000)
    alike = [(rng.random(5000) < 0.25, one) for _ in range(4)]
    assert finding(sums(alike, fair=True)).startswith("No place at the table wins more often")
    assert finding(sums([*alike, (one, one)], fair=True)).startswith("A wins most often: 100.0 % (99.9 to 100.0 %)")


def test_a_game_is_decided_when_its_winner_takes_the_lead():
    """Who was alone in front last and does not win has decided nothing: a tie is broken in the end."""
    rows = {  # winner, who was alone in front last, since which of four looks
        "won.0": [1, 1, 0, 0, 0],
        "won.1": [0, 0, 1, 1, 0],
        "leader": [1, 1, 1, 0, 1],
        "led_from": [1, 4, 2, 0, 1],
        "looks": [4] * 5,
        "halfway": [1, 2, 1, 0, 1],
        **dict.fromkeys(("lead_changes", "first", "decisions", "decider", "score.0", "score.1"), [0] * 5),
    }
    games = Games({name: np.array(values) for name, values in rows.items()})
    found = {s.key: Sums(s) for s in common(games, 2, Speech(WORDS, "en"), simultaneous=True)}
    for one in found.values():
        one.add([one.section])
    shares = {e.label: e.value for e in found["decided"].estimates()}
    assert shares == {
        "in the first quarter": 0.25,
        "in the second quarter": 0,
        "in the third quarter": 0,
        "in the last quarter": 0.25,
        "only in the final count": 0.5,
    }, "of the four games that somebody has won"
    assert [e.value for e in found["comebacks"].estimates()] == [0.75]


@pytest.mark.once
def test_a_comparison_finds_what_differs_and_no_more(tmp_path):
    """One round or up to fifty: told in a sentence. Two limits that no game reaches: nothing differs."""
    e = Experiment("ayatsuri", (3,), ("uniform",), 400, compare=("max_rounds", (1, 50)))
    run(e, tmp_path / "rounds")
    report(e, tmp_path / "rounds")
    found = json.loads((tmp_path / "rounds" / "report.json").read_text())
    sure = {(row["section"], row["label"]) for row in found["differences"] if row["corrected"] < 0.05}
    assert ("rounds", "a game") in sure
    page = (tmp_path / "rounds" / "report.html").read_text()
    told = re.search(
        r"How long a game is: rounds, a game: ([\d.]+) in B, 1.00 in A; the difference is \+([\d.]+) to \+([\d.]+)\.",
        page,
    )
    assert told
    assert float(told[2]) <= float(told[1]) - 1 <= float(told[3])
    assert "The game ends after so many rounds" in found["variants"][1]
    assert "。：" not in Report(e, tmp_path / "rounds", "ja").variants(e.arms())[1]
    e = Experiment("ayatsuri", (3,), ("uniform",), 400, compare=("max_rounds", (49, 50)))
    run(e, tmp_path / "same")
    assert "None of " in report(e, tmp_path / "same").html()


@pytest.mark.once
def test_skill_and_luck_are_measured_beside_the_table(tmp_path):
    """One novice among regulars wins less than a fair share; the same deal once more, and another, are compared."""
    e = Experiment("ayatsuri", (3,), ("novice",), 60)
    run(e, tmp_path / "out")
    found = Report(e, tmp_path / "out")
    by_key = {one.section.key: one for one in found.sums[0][0]}
    weak, even = by_key["skill"].estimates()
    assert (weak.label, weak.cases) == ("one random among novice players", 60)
    assert even.value == pytest.approx(1 / 3)
    same, other = by_key["luck"].estimates()
    assert (same.cases, other.cases) == (60, 60)
    assert same.value != other.value, "a deal is compared with itself and with another"


@pytest.mark.once
@pytest.mark.parametrize("slug", SLUGS)
def test_a_report_is_read_in_every_language_without_labels_of_the_code(slug, tmp_path):
    """No slug of an event, a reason or a card stands in it; every section has a sentence, an interval and a picture."""
    game = load(slug)
    e = Experiment(slug, (game.players[0] + 1,), ("uniform",), 8)
    run(e, tmp_path / "out")
    codes = {name for name in (event.name for event in game.events) if "_" in name or "-" in name}
    pages = {}
    for language in LANGUAGES:
        found = report(e, tmp_path / "out", language)
        page = pages[language] = found.html()
        assert f'<html lang="{language}">' in page
        shown = re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL)
        assert not [code for code in codes if re.search(rf"(?<![\w-]){code}(?![\w-])", shown)]
        assert page.count("<svg") + page.count("color-mix") >= len(found.sums[0][0])
        for section in found.json()["tables"][0]["sections"]:
            assert section["finding"]
            assert all(row["low"] <= row["value"] <= row["high"] for row in section["measures"])
    assert not re.search(r"[ぁ-ん]", pages["en"])
    assert re.search(r"[ぁ-ん]", pages["ja"])
    assert not re.search(r"\d to \d", pages["ja"])


@pytest.mark.parametrize("folder", [WORDS, *sorted(GAMES.glob("*/lab/words"))], ids=lambda f: f.parent.parent.name)
def test_the_words_of_reports_are_whole(folder):
    """Every language has the same keys, which ask for the same values; an event of many faces has a word."""
    default, *others = [Catalogue(folder / f"{language}.ftl") for language in LANGUAGES]
    for other in others:
        assert other.messages.keys() == default.messages.keys()
        for key in default.messages:
            assert other.slots(key) - {"n", "players"} <= default.slots(key) | {"kills_to_end", "target"}, key
    words = folder.parents[1] / "words" / f"{DEFAULT}.ftl"
    if words.exists() and folder != WORDS:
        for key, message in Catalogue(words).messages.items():
            if key.startswith("event-") and "KEY(" in FluentSerializer().serialize_entry(message):
                assert f"told-{key.removeprefix('event-')}" in default.messages


@pytest.mark.once
def test_variants_are_compared_any_number_of_them(tmp_path):
    """Component files, on the same seeds: what differs is told by letters, and what one variant lacks is left out."""
    files = []
    for rounds in (2, 3):
        text = (
            packaged("ritual")
            .replace("rounds = 5 ", f"rounds = {rounds} ")
            .replace('title = "RITUAL"', f'title = "{rounds}"')
        )
        for colour in ("red", "green", "yellow"):
            text = text.replace(f"{colour} = 5", f"{colour} = {rounds}")
        if rounds == 3:
            text = text.replace("target = 10 ", "target = 7 ")
        files.append(str(tmp_path / f"{rounds}.toml"))
        Path(files[-1]).write_text(text, encoding="utf-8")
    e = Experiment("ritual", (3,), ("uniform",), 64, compare=("components", ("usual", *files)))
    run(e, tmp_path / "out")
    found = report(e, tmp_path / "out")
    assert found.variants(found.groups[0]) == ["A: components as printed", "B: components “2”", "C: components “3”"]
    rows = [row for row in found.json()["differences"] if row["section"] == "length"]
    assert [row["variant"] for row in rows] == ["B", "C"]
    assert rows[0]["b"] < rows[1]["b"] < rows[0]["a"] == rows[1]["a"]
    assert all(row["low"] < row["b"] - row["a"] < row["high"] < 0 for row in rows)
    results = {row["label"] for row in found.json()["differences"] if row["section"] == "results"}
    assert any("round 2" in label for label in results)
    assert not any("round 3" in label for label in results), "not all have a third round"
    ends = {
        variant: {
            row["label"].partition("|")[0]
            for row in found.json()["differences"]
            if row["section"] == "ends" and row["variant"] == variant
        }
        for variant in "BC"
    }
    assert "exactly 10" in ends["B"]
    assert "exactly 10 / exactly 7" in ends["C"], "each by its own numbers"
    assert "exactly 10" not in ends["C"]
    for language, helps, differs, label in (
        ("en", "What helps,", "What differs beyond chance", "the last round over, ritual 1"),
        ("ja", "何が有利か", "偶然では説明できない違い", "最後のラウンドまで、儀式1"),
    ):
        page = Report(e, tmp_path / "out", language).html()
        assert page.count(helps) == 3
        assert page.rindex(helps) < page.index(differs), "what a designer asks stands on top"
        assert label in page
    with pytest.raises(ValueError, match="holds another experiment: its compare is"):
        run(
            Experiment("ritual", (3,), ("uniform",), 64, compare=("components", ("usual", files[1], files[0]))),
            tmp_path / "out",
        )


@pytest.mark.once
def test_bots_are_compared(tmp_path):
    """Each value is a bot for all seats."""
    e = Experiment("ayatsuri", (3,), ("uniform",), 8, compare=("bots", ("uniform", "novice")))
    assert [arm.bots for arm in e.arms()] == [("uniform",), ("novice",)]
    run(e, tmp_path / "out")
    assert Report(e, tmp_path / "out", "ja").variants(e.arms()) == ["A: 全席がランダム", "B: 全席が初級"]
