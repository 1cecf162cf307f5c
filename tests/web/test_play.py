"""Whole games through the page, by clicking."""

import pytest
from playwright.sync_api import expect

from takujo.games import SLUGS, load
from tests.web.drawn import Inspector

pytestmark = pytest.mark.once


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug != "in-the-ruin"])
def test_one_person_against_bots(people, slug):
    """From the cover on the home page to the final result. IN THE RUIN, long: test_ruin.py, test_keyboard.py, test_site.py."""
    person = people()
    person.play_now(load(slug).text.title["en"])
    person.play_to_the_end()
    result = person.result
    expect(result.get_by_role("button", name="Once more")).to_be_visible()
    assert person.states[-1]["result"]
    expect(result.locator(".decided")).to_be_visible()
    expect(result.get_by_role("img", name="The lines end at")).to_be_visible()
    scale = result.get_by_role("img", name="The lines end at").evaluate("svg => svg.getScreenCTM().a")
    assert abs(scale - 1) < 0.01  # letters as large as they are meant to be
    assert set(result.locator(".more .button").evaluate_all("all => all.map((one) => one.offsetHeight)")) == {44}
    person.share_a_picture()
    result.get_by_role("button", name="Once more").click()
    expect(result).to_have_count(0)


def two_at_a_table(people, slug):
    """One opens a table on the page, the other joins by its code."""
    first, second = people(), people()
    first.go(f"/new/{slug}")
    first.page.get_by_role("radio", name=str(load(slug).players[0]), exact=True).check(force=True)
    seats = first.page.get_by_role("combobox").filter(has_text="Open: a friend")
    expect(seats.first).to_be_visible()
    for number in range(1, seats.count()):  # my own seat is no choice, the next is for the other
        seats.nth(number).select_option(label="Bot: regular")
    first.page.get_by_role("button", name="Open the table").click()
    first.page.wait_for_url("**/t/*")
    code = first.page.locator(".code").first.inner_text().strip()
    second.go()
    second.page.get_by_label("You have a code?").fill(code.lower())
    second.page.get_by_role("button", name="Join").click()
    second.page.get_by_role("button", name="Sit down").click()
    second.be_ready()
    first.be_ready()
    return first, second


def test_two_people_play_ritual_and_each_sees_only_their_own_cards(people):
    first, second = two_at_a_table(people, "ritual")
    first.look, second.look = Inspector("ritual", 0), Inspector("ritual", 1)
    first.play_to_the_end(second)
    for person, seat in ((first, 0), (second, 1)):
        assert person.states
        for state in person.states:
            view = state["view"]
            hidden = [hand for other, hand in enumerate(view["hands"]) if other != seat]
            assert all(card is None for hand in hidden for card in hand), "another's card"
            assert view["rng"] is None
            assert all(card is None for card in view["unused"])
        assert len(person.look.looked) > 5
    assert any(card for state in first.states for card in state["view"]["hands"][0])


def test_two_people_play_arkham_ritual_and_nobody_sees_their_own_card(people):
    first, second = two_at_a_table(people, "arkham-ritual")
    first.look, second.look = Inspector("arkham-ritual", 0), Inspector("arkham-ritual", 1)
    first.play_to_the_end(second)
    for person, seat in ((first, 0), (second, 1)):
        assert len(person.look.looked) > 3
        playing = [state["view"] for state in person.states if not state["result"]]
        assert playing
        for view in playing:
            look = view["look"] or {"seat": None, "at": None, "holder": None}
            mine = look["seat"] == seat  # only who looked at a card may know it where nobody else does
            assert view["hands"][seat] is None or (mine and (look["at"], look["holder"]) == ("hand", seat))
            assert all(card is None for card in view["deck"][1:])
            assert view["deck"][:1] in ([], [None]) or (mine and look["at"] == "top")
        assert any(view["hands"][1 - seat] for view in playing)
