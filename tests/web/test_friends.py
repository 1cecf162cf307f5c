"""Friends at a table: somebody goes away, is voted on, comes back. Several browsers, phones among them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.parts import Server
from tests.web.person import Person

pytestmark = pytest.mark.once

SIZES = [(390, 844), (390, 664), (1440, 900)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Who has had no connection for a second is away."""
    with Server(tmp_path_factory.mktemp("friends"), absent_after="1", idle="1", reveal_within="3") as server:
        yield server


def friends(people: Any, server: Server, locale: str = "en-GB") -> tuple[list[Person], int, str]:
    """Aya, Ken and Mio, each with a browser; which of them is to act; the table."""
    made = server.create("ritual", players=3, name="Aya")
    rest = [server.join(made["table"], name=name) for name in ("Ken", "Mio")]
    persons = []
    for ticket, (width, height) in zip((made, *rest), SIZES, strict=True):
        person = people(viewport={"width": width, "height": height}, locale=locale)
        person.sit({**ticket, "table": made["table"], "code": made["code"]}, "ritual")
        while person.now() == "hint":
            person.act()
        persons.append(person)
    return persons, server.look(made["table"])["to_act"][0], made["table"]


NAMES = ("Aya", "Ken", "Mio")


def test_who_closes_the_tab_in_their_turn_holds_nobody_up_and_takes_the_seat_again(people, server):
    (*persons,), acting, table = friends(people, server)
    ghost, name = persons.pop(acting), NAMES[acting]
    for person in persons:
        expect(person.page.get_by_text(f"{name} has had no connection")).to_be_hidden()
    ghost.page.goto("about:blank")
    for person in persons:
        expect(person.page.get_by_text(f"{name} has had no connection")).to_be_visible(timeout=10_000)
        expect(person.page.locator(".notices").get_by_role("button", name="Let a bot play")).to_be_in_viewport()
    persons[0].page.locator(".strip").get_by_role("button", name=f"Let a bot play for {name}").click()
    for person in persons:
        expect(person.page.get_by_text(f"{name} has had no connection")).to_be_hidden()
        expect(person.page.locator(".strip")).to_contain_text("bot decides")
    ghost.page.goto(f"/t/{table}")
    expect(ghost.page.get_by_text("You were away, or your time was up")).to_be_visible()
    ghost.page.get_by_role("button", name="I’m back").click()
    for person in (*persons, ghost):
        expect(person.page.locator(".strip")).not_to_contain_text("bot decides")
        assert person.errors == []


@pytest.mark.parametrize(
    ("locale", "button", "words", "relieve"),
    [
        ("en-GB", "Ken: what others can do", ("Ken is there.", "By itself it happens 3 min after"), "Let a bot play"),
        ("ja-JP", "Ken：ほかの人ができること", ("Kenは卓にいます。", "3分たつと、自動で交代します"), "ボットに交代"),
    ],
)
def test_a_seat_says_what_others_can_do(people, server, locale, button, words, relieve):
    (first, *_), _, _ = friends(people, server, locale)
    first.page.locator(".strip").get_by_role("button", name=button).click()
    dialog = first.page.get_by_role("dialog")
    for text in words:
        expect(dialog).to_contain_text(text)
    expect(dialog.get_by_role("button", name=relieve)).to_be_disabled()


def test_a_vote_has_a_no_and_when_it_ends_the_game_nobody_is_to_act(people, server):
    (*persons,), _, table = friends(people, server)
    first, second, third = persons
    for person in persons:
        expect(person.page.locator(".acts")).to_have_count(1)
    first.page.get_by_role("button", name="Menu").click()
    first.page.get_by_role("button", name="Propose to end").click()
    asked = re.compile("Aya: end the game now")
    vote = second.page.get_by_role("group", name=asked)
    expect(vote).to_contain_text("Lapses in")
    vote.get_by_role("button", name="No").click()
    expect(first.page.get_by_role("group", name=asked)).to_contain_text("Against it: Ken.")
    second.page.goto("about:blank")  # who is not there is not asked
    third.page.wait_for_timeout(2500)
    third.page.get_by_role("group", name=asked).get_by_role("button", name="Yes").click()
    for person in (first, third):
        expect(person.result.or_(person.page.get_by_role("dialog"))).to_be_visible()
        expect(person.page.locator(".acts")).to_have_count(0)
        assert "is to decide" not in person.page.locator("body").inner_text()
        assert person.page.locator(".dots").count() == 0
    assert server.look(table)["to_act"] == []
    assert [state["to_act"] for state in first.states][-1] == []


def test_most_of_the_others_send_somebody_away_who_may_watch(people, server):
    (*persons,), _, _ = friends(people, server)
    first, second, third = persons
    first.page.locator(".strip").get_by_role("button", name="Mio: what others can do").click()
    first.page.get_by_role("button", name="Propose to send away").click()
    asked = re.compile("send Mio away")
    own = third.page.get_by_role("group", name=asked)
    expect(own).to_be_visible()
    expect(own.get_by_role("button")).to_have_count(0)
    second.page.get_by_role("group", name=asked).get_by_role("button", name="Yes").click()
    expect(third.page.get_by_text("You were sent away from this table.")).to_be_visible()
    third.page.get_by_role("button", name="Watch").click()
    expect(third.page.get_by_text("You are watching.")).to_be_visible()
    expect(first.page.get_by_role("button", name="Mio: what others can do")).to_have_count(0)


def test_the_host_says_when_a_bot_takes_over(people, server):
    host = people()
    host.go("/new/ritual")
    host.unfold()
    host.page.get_by_label("a bot takes over").select_option(label="after 10 min")
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url("**/t/*")
    assert server.look(host.page.url.rsplit("/", 1)[-1])["table"]["patience"] == 600
