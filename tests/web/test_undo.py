"""A decision is taken back: at a server's table, and at one in the browser."""

import pytest
from playwright.sync_api import expect

from tests.libraries import engine_of
from tests.web.person import SOON, within
from tests.web.test_ruin import DRAWN

pytestmark = pytest.mark.once

STEP = "main .steps [aria-current=step]"


def choose(person):
    """Up to the point where only Confirm is left, at a drawing."""
    confirm = person.page.locator(".dock .confirm:enabled")
    person.act_until(
        lambda me: confirm.count() and me.page.locator(STEP).get_by_text("Draw").count(), "a drawing to confirm"
    )
    return confirm


def test_a_decision_is_taken_back_until_somebody_has_learned_from_it(people, server):
    """Between drawing and moving, by button and key; after that while another still decides; then no more."""
    table, tokens = server.full("in-the-ruin", 2)

    def act(seat):
        look = server.look(table, tokens[seat])
        assert server.act(table, tokens[seat], look["legal"][0]).status_code == 200

    for _ in within(SOON, "the first step"):
        view = server.look(table, tokens[0])["view"]
        if view["phase"] == "step1":
            break
        act(view["to_act"][0])
    person = people()
    person.sit({"table": table, "token": tokens[0], "seat": 0, "code": ""}, "in-the-ruin")
    page = person.page
    confirm, step, back = choose(person), page.locator(STEP), page.get_by_role("button", name="Take back")
    expect(back).to_have_count(0)
    blank = "".join(server.look(table, tokens[0])["view"]["seats"][0]["sheet"])
    confirm.click()
    expect(step).to_contain_text("Move")
    back.click()
    expect(step).to_contain_text("Draw")
    expect(page.locator("main .log, .log").get_by_text("takes the last decision back")).to_be_visible()
    assert page.evaluate(DRAWN) == blank
    choose(person).click()
    expect(step).to_contain_text("Move")
    page.locator("main").focus()
    page.keyboard.press("Backspace")
    expect(step).to_contain_text("Draw")
    person.act_until(lambda _: page.get_by_text("Waiting for").count(), "the other’s turn")
    back.click()
    expect(page.locator(".dock.mine")).to_be_visible()
    person.act_until(lambda _: page.get_by_text("Waiting for").count(), "the other’s turn")
    expect(back).to_be_visible()
    for _ in within(SOON, "the second round"):
        if server.look(table)["view"]["round"] == 2:
            break
        act(1)
    expect(step).to_contain_text("Draw")
    expect(back).to_have_count(0)
    assert person.errors == []


def test_a_decision_is_taken_back_at_a_table_in_the_browser(people):
    """It is kept so: also after a reload the sheet is as it was before."""
    person = people()
    person.have_engine("in-the-ruin", *engine_of("in-the-ruin"))
    person.play_now("IN THE RUIN")
    page = person.page
    confirm, step, back = choose(person), page.locator(STEP), page.get_by_role("button", name="Take back")
    page.keyboard.press("Escape")
    expect(confirm).to_have_count(0)
    blank = page.evaluate(DRAWN)
    choose(person).click()
    expect(step).to_contain_text("Move")
    back.click()
    expect(step).to_contain_text("Draw")
    for _ in range(2):
        assert page.evaluate(DRAWN) == blank
        page.reload()
        expect(step).to_contain_text("Draw")
    choose(person).click()
    expect(back).to_be_visible()
    assert person.errors == []


def test_nothing_is_taken_back_when_the_device_was_handed_on(people):
    """Whoever holds it may, until they put it down."""
    person = people()
    person.have_engine("in-the-ruin", *engine_of("in-the-ruin"))
    page = person.page
    person.go()
    page.locator("li[data-game=in-the-ruin]").get_by_role("link", name="On this device").click()
    page.get_by_role("radio", name="2").check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/HERE-*")
    back, hand_on = page.get_by_role("button", name="Take back"), page.locator(".dock .pass")
    person.act_until(lambda _: hand_on.count(), "the device to be handed on")
    expect(back).to_be_visible()
    back.click()
    expect(hand_on).to_have_count(0)
    person.act_until(lambda _: hand_on.count(), "the device to be handed on")
    hand_on.click()
    page.locator(".curtain button").click()
    expect(page.locator(".dock")).to_be_visible()
    expect(back).to_have_count(0)
    assert person.errors == []
