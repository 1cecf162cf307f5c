"""What happened is read stage by stage: the page draws the view of each, as the engine gave it."""

import pytest
from playwright.sync_api import expect

from tests.server.parts import OPEN
from tests.web.person import SOON, within
from tests.web.showing import Sitter, game

pytestmark = pytest.mark.once


def chant(server, table, tokens):
    """Whoever is to act does the first legal thing."""
    seat = server.look(table)["to_act"][0]
    legal = server.look(table, tokens[seat])["legal"]
    assert server.act(table, tokens[seat], legal[0]).status_code == 200


def test_the_end_of_a_round_is_drawn_as_it_was_while_the_next_has_begun(people, server):
    made = server.create("ritual", [OPEN, OPEN])
    tokens = [made["token"], server.join(made["table"])["token"]]
    person = people()
    person.sit(made, "ritual")
    hint = person.page.locator(".bubble p").first

    def my_chant() -> None:
        for _ in within(SOON, "my turn to chant"):
            now = server.look(made["table"])
            if now["view"]["phase"] == "chant" and now["to_act"][0] == 0:
                break
            chant(server, made["table"], tokens)

    my_chant()
    expect(hint).to_be_visible()
    first = hint.inner_text()
    person.page.locator(".bubble button").last.click()
    expect(hint).not_to_have_text(first)
    review = person.page.locator(".dock .review")
    for _ in within(SOON, "the second round"):
        if server.look(made["table"])["view"]["round"] == 2:
            break
        chant(server, made["table"], tokens)
    expect(review).to_be_visible()
    expect(hint).to_have_count(0)
    state = next(state for state in reversed(person.states) if state["stages"])
    stages, count = state["stages"], len(state["stages"])
    assert state["view"]["round"] == 2
    expect(review.locator(".over")).to_contain_text(f"{count}/{count}")
    lines = person.page.locator(".log li")
    before = len(person.states[0]["events"]) + sum(
        len(earlier["events"]) for earlier in person.states[1 : person.states.index(state)]
    )
    expect(lines).to_have_count(before + stages[-1]["end"])  # the log does not run ahead of the table
    for number, stage in reversed(list(enumerate(stages, 1))):
        expect(review.locator(".over")).to_contain_text(f"{number}/{count}")
        expect(lines.nth(before + stage["end"] - 1)).to_contain_text(review.locator(".told").inner_text())
        expect(person.page.locator(".news .when")).to_contain_text("Round 1/5")
        expect(person.page.locator(".ring .laid")).to_have_count(2)
        for seat, total in enumerate(stage["view"]["totals"]):
            expect(person.page.locator(f'[data-place="{seat}"] .total')).to_contain_text(
                f"{total}/10".replace("-", "−")
            )
        if number > 1:
            person.page.get_by_role("button", name="One step back").click()
    person.page.get_by_role("button", name="Continue").click()
    expect(review).to_have_count(0)
    expect(person.page.locator(".news .when")).to_contain_text("Round 2/5")
    expect(person.page.locator(".ring .laid")).to_have_count(0)
    my_chant()
    expect(hint).to_be_visible()
    expect(hint).not_to_have_text(first)  # the tour goes on where it was left
    assert person.errors == []


def test_the_last_stages_can_be_read_again_by_who_comes_later(people, server):
    """The game is over, and the page is opened anew: how it ended is there."""
    made = server.create("arkham-ritual", [OPEN] * 3)
    tokens = [made["token"], *(server.join(made["table"])["token"] for _ in range(2))]
    for _ in within(SOON, "the end"):
        if server.look(made["table"])["result"]:
            break
        chant(server, made["table"], tokens)
    person = people()
    person.sit(made, "arkham-ritual")
    expect(person.result).to_be_visible()
    person.result.get_by_role("button", name="Why? Step by step").click()
    stages = person.states[0]["stages"]
    expect(person.page.locator(".dock .review .over")).to_contain_text(f"{len(stages)}/{len(stages)}")
    assert person.errors == []


def test_what_happens_is_told_one_after_the_other_and_the_log_waits_for_the_table(people, server):
    """At a pace, in the words of the log; a tap goes on, and nobody waits who has to decide."""
    made = server.create("ritual", [OPEN] * 4, options={"start": 0})
    tokens = [made["token"], *(server.join(made["table"])["token"] for _ in range(3))]
    person = people(reduced_motion="no-preference")
    person.go("/about")
    person.page.evaluate("localStorage.setItem('prefs', JSON.stringify({pace: 'slow', hinted: ['ritual']}))")
    person.page.clock.install()
    person.sit(made, "ritual")
    person.page.clock.pause_at(person.page.evaluate("new Date(Date.now() + 1000)"))
    tale, lines = person.page.locator(".dock .tale"), person.page.locator(".log li")
    before = lines.count()
    for _ in range(3):
        chant(server, made["table"], tokens)
    expect(tale).to_have_text("Player 4 takes set 1.")
    expect(lines).to_have_count(before + 1)
    expect(lines.last).to_contain_text("Player 4 takes set 1.")
    person.page.clock.run_for(2000)
    expect(tale).to_have_text("Player 3 takes set 2.")
    expect(lines).to_have_count(before + 2)
    person.page.locator("main").click(position={"x": 5, "y": 5})
    expect(lines.last).to_contain_text("Round 1: the altar shows")
    expect(person.page.locator(".dock .confirm")).to_be_visible()
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name="at once").click()
    person.page.keyboard.press("Escape")
    for _ in range(3):
        chant(server, made["table"], tokens)
    expect(person.page.locator(".dock")).to_contain_text("Waiting for Player 4.")
    expect(tale).to_contain_text("Player 3 lays a card face down")
    assert person.errors == []


def test_what_cost_a_life_is_told_once_when_a_round_has_been_read(browser, server):
    """The end of あやつり殺人事件: each kill and each chip has one line, and so has what they come to."""
    person = Sitter(browser.new_context(base_url=f"http://127.0.0.1:{server.port}", reduced_motion="reduce"))
    states = list(game("ayatsuri", 4, seed=3))
    person.take(server, "ayatsuri", 4, states[0])
    reading = person.page.locator(".dock .review .primary")
    for state in states[1:]:
        person.show(state)
        ends = [stage["end"] for stage in state["stages"]]
        if any(end < len(state["events"]) or not state["legal"] for end in ends):
            reading.click()
            expect(reading).to_have_count(0)
    events = [event for state in states for event in state["events"]]
    last = events[max(i for i, event in enumerate(events) if event["type"] == "round_start") :]
    kills = [event for event in last if event["type"] == "kill"]
    assert kills
    expect(person.page.locator(".story .lines .kill")).to_have_count(len(kills))
    person.context.close()
