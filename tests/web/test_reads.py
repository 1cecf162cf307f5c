"""What is told can be read: nothing of it lies on other words, stands alone, or is told when it is no longer true."""

import pytest
from playwright.sync_api import expect

from tests.web.showing import Sitter, game

pytestmark = pytest.mark.once

ALONE = """() => [...document.querySelectorAll(".log li")].filter((li) => {
  const sentence = document.createRange();
  sentence.setStart(li, 0);
  sentence.setEndBefore(li.querySelector(".rule"));
  const last = [...sentence.getClientRects()].at(-1);
  return li.querySelector(".rule").getBoundingClientRect().top >= last.bottom;
}).map((li) => li.textContent)"""
APART = """() => {
  const [lost, flames] = [".delta", ".flames"].map((part) =>
    document.querySelector(`.me .plate ${part}`).getBoundingClientRect());
  return lost.right <= flames.left || lost.bottom <= flames.top;
}"""

CUT = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"


def shown(people, server, slug, players, states, **options):
    person = people(Sitter, **options)
    person.take(server, slug, players, states[0])
    for state in states[1:]:
        person.show({**state, "stages": []})
    person.page.wait_for_timeout(100)
    return person


def test_the_mark_of_a_rule_stands_beside_a_word_of_its_sentence(people, server):
    """However long the sentences are."""
    states = list(game("ritual", 4, seed=1))[:40]
    person = shown(people, server, "ritual", 4, states)
    assert person.page.locator(".log li .rule").count() > 40
    for width in (1440, 1300, 1250, 1210):
        person.page.set_viewport_size({"width": width, "height": 900})
        assert person.page.evaluate(ALONE) == []
    assert person.errors == []


def test_what_sanity_is_lost_does_not_lie_on_what_is_left(people, server):
    """At the end of a round, before oneself."""
    states = list(game("arkham-ritual", 5, seed=1))
    number = next(
        i
        for i, state in enumerate(states)
        if any(e["type"] == "sanity" and e["seat"] == 0 and e["delta"] < 0 for e in state["events"])
    )
    person = people(Sitter)
    person.take(server, "arkham-ritual", 5, states[number - 1])
    person.show(states[number])
    person.act_until(lambda p: p.page.locator(".me .plate .delta").count(), "what was lost")
    assert person.page.evaluate(APART)
    assert person.errors == []


def test_who_is_out_is_not_told_of_it_anew_in_later_rounds(people, server):
    """RITUAL: what was lost stands at one's place as long as the card that lost it lies there."""
    matches = (list(game("ritual", 4, seed)) for seed in range(100))
    states, out = next(
        (states, i)
        for states in matches
        for i, state in enumerate(states)
        if state["view"]["phase"] == "chant"
        and any(event["type"] == "eliminated" and event["seat"] == 0 for event in state["events"])
        and not any(event["type"] == "ritual-ends" for event in state["events"])
    )
    person = people(Sitter)
    person.take(server, "ritual", 4, states[out - 1])
    person.show(states[out])
    person.act_until(lambda p: p.page.get_by_text("You go mad").count(), "going mad")
    person.act_until(lambda p: p.now() == "wait", "what follows")
    expect(person.page.get_by_text("You go mad")).to_have_count(0)
    assert person.errors == []


def test_japanese_breaks_between_phrases_wherever_it_is_written(people, server):
    """Not only in headings and paragraphs."""
    person = shown(people, server, "ritual", 4, list(game("ritual", 4, seed=1))[:6], locale="ja-JP")
    for part in (".results dd", ".log li", ".hand", ".place h2"):
        assert person.page.locator(part).first.evaluate("one => getComputedStyle(one).wordBreak") == "auto-phrase", part
    assert person.errors == []


def test_names_that_nobody_chose_are_not_cut(people, server):
    """RITUAL: who has which contribution, and who is out."""
    states = next(
        states[: i + 1]
        for states in (list(game("ritual", 4, seed)) for seed in range(100))
        for i, state in enumerate(states)
        if state["view"]["phase"] == "chant" and state["view"]["eliminated"][2]
    )
    for size in ({"width": 1440, "height": 900}, {"width": 390, "height": 844}):
        for locale in ("ja-JP", "en-GB"):
            person = shown(people, server, "ritual", 4, states[-2:], locale=locale, viewport=size)
            assert person.page.locator(".tallied tbody th, .place h2").evaluate_all(CUT) == []
            assert person.page.locator(".gone").count() > 0


def test_three_seats_are_seen_on_a_phone_that_is_held_upright(people, server):
    """Each whole: with their names beside the faces the first would be out of sight."""
    states = list(game("arkham-ritual", 3, seed=1))[:3]
    person = shown(people, server, "arkham-ritual", 3, states, viewport={"width": 390, "height": 664})
    boxes = [seat.bounding_box() for seat in person.page.locator(".strip [data-seat]").all()]
    assert len(boxes) == 3
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
