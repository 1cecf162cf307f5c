"""Coach and review: worked out in workers of the page, from what a seat may know, by the page's own engine."""

import re

import pytest
from playwright.sync_api import expect

from tests.engine.test_engine import bundle  # noqa: F401  # a fixture
from tests.server.parts import BOT, OPEN
from tests.web.test_here import person  # noqa: F401  # a fixture

pytestmark = pytest.mark.once


def test_a_coach_beside_a_game_and_the_review_after_it(person):  # noqa: F811  # the fixture
    """Each choice with its chance; quiet until asked; then every decision of the match by what it cost, kept."""
    page = person.page
    person.play_now("RITUAL")
    expect(page.locator("main button").first).to_be_visible()
    tab = page.locator(".tabs [data-hint=coach]")
    tab.click()
    coach = page.locator(".coach")
    while not coach.get_by_role("button", name="What matters now?").count():
        person.try_to_act()
    coach.get_by_role("button", name="What matters now?").click()
    expect(coach.get_by_text(re.compile("I would choose|equally good"))).to_be_visible(timeout=20_000)
    expect(coach.locator("li").first).to_contain_text("%")
    expect(coach.get_by_text("from 200 guesses")).to_be_visible(timeout=60_000)
    person.play_to_the_end()
    expect(coach.get_by_text("It is not your turn")).to_be_visible()

    page.goto(page.url.replace("/t/", "/r/") + "?seat=0&step=0")
    page.locator(".tabs [data-hint=review]").click()
    review = page.locator(".reviewed")
    review.get_by_role("button", name="Look at the decisions").click()
    expect(review.get_by_text("no difference that could be told from chance").last).to_be_visible(timeout=120_000)
    expect(review.locator("progress")).to_have_count(0, timeout=120_000)
    costs = [int(cost.strip("−% ")) for cost in review.locator(".cost").all_inner_texts()]
    assert costs == sorted(costs, reverse=True)
    page.reload()
    page.locator(".tabs [data-hint=review]").click()
    expect(review.get_by_role("button", name="Look at the decisions")).to_have_count(0)  # it is kept
    if costs:
        review.locator("li button").first.click()
        expect(review.locator("li.open")).to_contain_text("the best")
        page.wait_for_url(lambda url: "step=0" not in url)
    assert person.errors == []


def test_where_people_play_each_other_there_is_no_coach(people, server):
    """Neither at a table with two people, nor for a spectator."""
    first = people()
    first.sit(server.create("ritual", [OPEN, BOT]), "ritual")
    expect(first.page.locator(".tabs [data-hint=coach]")).to_be_visible()
    made = server.create("ritual", [OPEN, OPEN])
    server.join(made["table"])
    first.sit(made, "ritual")
    expect(first.page.locator(".tabs [data-hint=rules]")).to_be_visible()
    expect(first.page.locator(".tabs [data-hint=coach]")).to_have_count(0)
