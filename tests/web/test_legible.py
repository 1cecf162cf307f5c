"""What stands on a board can be read: no letter is smaller than ten pixels, nothing lies on what counts, what I have is in sight."""

import pytest
from playwright.sync_api import expect

from tests.web.person import CHOICES
from tests.web.showing import game
from tests.web.test_fits import DRAWN, OPTIONS, OUTSIDE, PLAYERS, positions, sitter

pytestmark = pytest.mark.once

SMALL = """() => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const size = (element) => {
    const drawn = element.ownerSVGElement && element.getScreenCTM();
    return parseFloat(getComputedStyle(element).fontSize) * (drawn ? Math.hypot(drawn.a, drawn.b) : 1);
  };
  const found = new Set();
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const read = element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;
    if (read && texts.currentNode.textContent.trim() && size(element) < 9.9)
      found.add(`${size(element).toFixed(1)}: ${element.textContent.slice(0, 30)} in ${element.parentElement.className?.baseVal ?? element.parentElement.className}`);
  }
  return [...found];
}"""
CUT = """() => [...document.querySelectorAll(".end :is(th, td)")]
  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
  .map((cell) => cell.textContent)"""


@pytest.mark.parametrize(
    ("size", "locale"), [("bars", "en-GB"), ("bars", "ja-JP"), ("lying", "ja-JP"), ("small", "ja-JP")]
)
def test_no_letter_is_smaller_than_ten_pixels(browser, server, size, locale):
    person = sitter(browser, server, size, locale=locale)
    seq, small = 1000, []
    for slug, (_, players) in PLAYERS.items():
        options = OPTIONS.get((slug, players), {})
        kinds = positions(slug, players)
        person.take(server, slug, players, next(iter(kinds.values())), **options)
        for what, state in kinds.items():
            seq += 1
            person.show({**state, "seq": seq, "decision": seq})
            person.page.evaluate(DRAWN)
            small += [f"{slug}, {what}: {text}" for text in person.page.evaluate(SMALL)]
    assert not small, "\n".join(small)
    person.context.close()


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", ["small", "phone", "bars", "lying"])
def test_the_last_scores_do_not_lie_on_each_other(browser, server, size, locale):
    """IN THE RUIN with four: the sheet of scores has a column for each."""
    person = sitter(browser, server, size, locale=locale)
    *_, last = game("in-the-ruin", 4, seed=2)
    person.take(server, "in-the-ruin", 4, {**last, "stages": []})
    person.page.locator(".end table").wait_for()
    assert person.page.evaluate(CUT) == []
    person.context.close()


@pytest.mark.parametrize("size", ["laptop", "small", "phone"])
def test_how_far_i_am_is_in_sight_where_there_is_room(browser, server, size):
    """RITUAL: my total on its way to ten, and my minus points on their way to five, beside my cards."""
    person = sitter(browser, server, size)
    for players in PLAYERS["ritual"]:
        chant = positions("ritual", players)["chant, chant"]
        person.take(server, "ritual", players, chant)
        person.page.evaluate(DRAWN)
        assert person.page.evaluate(OUTSIDE, [[".hand", ".place.home .sums"], CHOICES]) == []
    person.context.close()


def test_seats_stay_where_they_are_whatever_is_set_aside(browser, server):
    """あやつり殺人事件 on a phone that lies on its side, where all stand in one line with the cards between them."""
    person = sitter(browser, server, "lying")
    states = [{**state, "stages": []} for state in game("ayatsuri", 6, seed=2)]
    person.take(server, "ayatsuri", 6, states[0])
    places = set()
    for state in states:
        person.show(state)
        person.page.evaluate(DRAWN)
        seats = person.page.locator(".salon .seat").evaluate_all("all => all.map((seat) => seat.offsetLeft)")
        places.add(tuple(seats))
    assert len(places) == 1
    person.context.close()


def test_what_a_choice_would_come_to_is_told_where_the_points_are_out_of_sight(browser, server):
    """IN THE RUIN on a phone that shows its bars: the total, and what the chosen piece adds to it."""
    person = sitter(browser, server, "bars")
    draw = positions("in-the-ruin", 1)["step1, draw, draw, extra, single-wall"]
    person.take(server, "in-the-ruin", 1, {**draw, "seq": 1000})
    expect(person.page.locator(".status .worth")).to_have_count(0)
    person.page.keyboard.press("n")
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".status .worth")).to_be_visible()
    person.context.close()
