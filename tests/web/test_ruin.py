"""IN THE RUIN: by touch on a phone, and two people who draw at the same time."""

import pytest
from playwright.sync_api import expect

from tests.web.person import SOON, within
from tests.web.toucher import PHONE, Toucher

pytestmark = pytest.mark.once

DRAWN = """() => [...document.querySelectorAll("main [role=gridcell]")].map((cell) => {
  const name = cell.getAttribute("aria-label").toLowerCase();
  return name.includes("wall") ? "#" : name.includes("passage") ? "o" : name.includes("gate") ? "@" : ".";
}).join("")"""


def test_alone_on_a_phone_from_the_goals_to_the_score_sheet(people, server):
    person = people(Toucher, **PHONE)
    person.sit(server.create("in-the-ruin", players=1), "in-the-ruin")
    person.look = Toucher.expect_no_sideways_scrolling
    person.play_to_the_end()
    assert person.drags > 3
    expect(person.page.locator("main .tools.end")).to_be_visible()
    person.share_a_picture()
    assert person.errors == []


def test_the_tour_comes_to_its_end_on_a_phone(people, server):
    """What it points at is there, also where it stands in another place."""
    person = people(Toucher, **PHONE)
    person.sit(server.create("in-the-ruin", players=1), "in-the-ruin")
    hint = person.page.locator(".bubble button").last
    for _ in within(SOON, "the end of the tour"):
        if "in-the-ruin" in person.page.evaluate(
            "() => JSON.parse(localStorage.getItem('prefs') ?? '{}').hinted ?? []"
        ):
            break
        if person.now() == "hint":
            hint.tap()
        else:
            person.try_to_act()
    expect(person.page.locator(".bubble")).to_have_count(0)
    assert person.errors == []


def choose(person) -> None:
    """Up to the point where only Confirm is left, at the first drawing of the first round."""
    confirm = person.page.locator(".dock .confirm:enabled")
    person.act_until(
        lambda me: confirm.count() and me.states and me.states[-1]["view"]["round"] == 1, "a drawing to confirm"
    )


def test_two_people_draw_at_the_same_time_and_neither_sees_the_others_sheet(people, server):
    made = server.create("in-the-ruin", players=2)
    both = people(), people()
    both[0].sit(made, "in-the-ruin")
    both[1].sit({**made, **server.join(made["table"])}, "in-the-ruin")
    for _ in within(SOON, "the first step"):
        if all(person.states and person.states[-1]["view"]["phase"] == "step1" for person in both):
            break
        for person in both:
            person.try_to_act()
    for person in both:
        choose(person)
    for seat, person in enumerate(both):
        view = person.states[-1]["view"]
        assert view["to_act"] == [0, 1]
        assert person.page.evaluate(DRAWN) == "".join(view["seats"][seat]["sheet"])
        assert person.page.locator("main [role=grid]").count() == 1
        assert set(view["seats"][1 - seat]["sheet"]) == {None}
    for person in both:
        person.page.locator(".dock .confirm").click()  # the second still has its choice when the first has committed
    for seat, person in enumerate(both):
        expect(person.page.locator("main .steps [aria-current=step]")).to_contain_text("Move")
        assert person.states[-1]["view"]["seats"][seat]["turn"]["sub"] == "move"
    assert not both[0].errors + both[1].errors
