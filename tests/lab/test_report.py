"""Numbers, their intervals and what is said about them."""

import json

import numpy as np
import pytest

from takujo.lab.experiment import Experiment, run
from takujo.lab.measures import Measure, Section, Sums, holm
from takujo.lab.report import finding, report


def sums(*variants, percent=True, **more):
    """The sums of a section with these (x, m), of one or two variants, given in batches of 500 games."""
    sections = [
        Section("", "{top} {top_value}", [Measure("a", x, m) for x, m in v], "", percent, **more) for v in variants
    ]
    kept = Sums(sections[0])
    for at in range(0, len(variants[0][0][0]), 500):
        cut = slice(at, at + 500)
        kept.add([Section("", "", [Measure("a", x[cut], m[cut]) for x, m in v], "", percent) for v in variants])
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


def test_holm():
    """The smallest is multiplied by their number, the next by one less; never falling, never above 1."""
    assert holm([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.09, 0.09, 0.5])
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_nothing_is_said_where_nothing_is_seen():
    rng, one = np.random.default_rng(3), np.ones(5000)
    alike = [(rng.random(5000) < 0.25, one) for _ in range(4)]
    assert finding(sums(alike, fair=True, even="All alike.")) == "All alike."
    assert finding(sums([*alike, (one, one)], fair=True, even="All alike.")) == "A 100.0 %"


@pytest.mark.once
def test_a_comparison_finds_what_differs_and_no_more(tmp_path):
    """One round or up to fifty: told in a sentence. Two limits that no game reaches: nothing differs."""
    e = Experiment("ayatsuri", (3,), ("uniform",), 400, compare=("max_rounds", (1, 50)))
    run(e, tmp_path / "rounds")
    report(e, tmp_path / "rounds")
    found = json.loads((tmp_path / "rounds" / "report.json").read_text())
    sure = {(row["section"], row["label"]) for row in found["differences"] if row["corrected"] < 0.05}
    assert ("Length: rounds", "a game") in sure
    page = (tmp_path / "rounds" / "report.html").read_text()
    assert "Length: rounds, a game: " in page
    assert "with max_rounds = 50, 1.00 with max_rounds = 1." in page
    e = Experiment("ayatsuri", (3,), ("uniform",), 400, compare=("max_rounds", (49, 50)))
    run(e, tmp_path / "same")
    assert "None of " in report(e, tmp_path / "same").html()
