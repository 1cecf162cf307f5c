"""Strangers: a public table is found on the home page, and who wants to play with anybody meets whoever waits."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.once


def test_a_host_makes_a_table_public_and_strangers_find_it_to_play_and_to_watch(people, server):
    host = people()
    host.go("/new/ritual")
    host.page.get_by_label("2", exact=True).first.check(force=True)
    host.page.locator("form").get_by_placeholder("Your name").or_(host.page.get_by_label("Your name")).first.fill("Aya")
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url("**/t/*")
    stranger = people(viewport={"width": 390, "height": 844}, locale="ja-JP")
    stranger.go()
    opened = stranger.page.get_by_role("region", name="だれでも参加できる卓")
    expect(stranger.page.get_by_role("button", name="だれかと遊ぶ").first).to_be_visible()
    expect(opened.get_by_text("Aya")).to_have_count(0)
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("switch", name="Public: anybody can find").click()
    host.page.get_by_role("button", name="Close").first.click()
    expect(host.page.get_by_text("Anybody can find this table.")).to_be_visible()
    expect(opened).to_contain_text("Aya", timeout=15_000)
    expect(opened).to_contain_text("空席1")
    opened.locator("li").filter(has_text="Aya").get_by_role("link", name="席に着く").click()
    stranger.page.locator("form .primary").click()
    host.page.get_by_role("button", name="Start without waiting").click()
    expect(host.page.locator(".strip")).to_be_visible()
    watcher = people()
    watcher.go()
    shown = watcher.page.get_by_role("region", name="Open to anybody").locator("li").filter(has_text="Aya")
    expect(shown).to_contain_text("being played", timeout=15_000)
    shown.get_by_role("link", name="Watch").click()
    expect(watcher.page.get_by_text("you are watching.")).to_be_visible()
    assert host.errors == stranger.errors == watcher.errors == []


def test_two_who_want_to_play_with_anybody_meet_and_bots_take_the_rest(people, server):
    pair = [people(), people(viewport={"width": 390, "height": 664})]
    for person in pair:
        person.go()
        person.page.get_by_role("button", name="Play with anybody Ayatsuri").click()
        person.page.wait_for_url("**/t/*")
    first, second = pair
    expect(first.page.get_by_text(re.compile("bots take the open seats in"))).to_be_visible()
    expect(first.page.locator(".people")).to_contain_text("Player 2", timeout=15_000)
    expect(second.page).to_have_url(first.page.url)  # though both may have asked before either table was told
    first.page.get_by_role("button", name="Start with bots now").click()
    for person in pair:
        expect(person.page.locator(".strip")).to_be_visible(timeout=15_000)
    assert first.errors == second.errors == []
