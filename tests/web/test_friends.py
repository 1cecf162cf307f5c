"""Friends at a table: somebody goes away, is voted on, comes back. Several browsers, phones among them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from takujo.games import SLUGS
from tests.server.parts import Server
from tests.web.person import REMEMBER, Person

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
        expect(person.page.locator(".strip .acts")).to_have_count(1)
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
        expect(person.result).to_be_visible()
        expect(person.page.locator(".acts")).to_have_count(0)
        assert "is to decide" not in person.page.locator("body").inner_text()
        assert person.page.locator(".dots:not(.idle)").count() == 0
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
    expect(third.page.get_by_text("you are watching.")).to_be_visible()
    expect(first.page.get_by_role("button", name="Mio: what others can do")).to_have_count(0)


def test_a_seat_follows_its_person_to_another_device_and_out_of_a_lost_browser(people, server):
    (*persons,), _, table = friends(people, server)
    first, second, third = persons
    second.page.get_by_role("button", name="Menu").click()
    second.page.get_by_role("button", name="Play on another device").click()
    link = second.page.get_by_label("Link to your seat")
    expect(link).to_have_value(re.compile("#seat="))
    tablet = people(viewport={"width": 1024, "height": 768})
    asked: list[str] = []
    tablet.page.on("request", lambda request: asked.append(request.url))
    tablet.go(link.input_value())
    expect(tablet.page.locator(".strip .me")).to_contain_text("Ken")
    assert "#" not in tablet.page.url
    assert not any("seat=" in url for url in asked)
    expect(tablet.page.get_by_text("cannot be trusted")).to_be_hidden()
    stranger = people()
    stranger.go(link.input_value())
    expect(stranger.page.get_by_text("This link to a seat was used")).to_be_visible()
    second.page.get_by_role("button", name="Close").click()
    third.page.goto("about:blank")  # and its storage is lost
    expect(first.page.locator(".strip .away")).to_contain_text("Mio")
    again = people(viewport={"width": 390, "height": 664})
    again.go(f"/t/{table}")
    again.page.get_by_role("button", name="One of these seats is mine").click()
    again.page.get_by_role("button", name="Mio is me").click()
    expect(again.page.get_by_text("Waiting for the others to agree")).to_be_visible()
    again.page.wait_for_timeout(1200)  # until Mio is known to be away
    says = re.compile("says: I am Mio")
    for person in (first, tablet):
        person.page.get_by_role("group", name=says).get_by_role("button", name="Yes").click()
    expect(again.page.locator(".strip .me")).to_contain_text("Mio")
    for person in (first, tablet):
        expect(person.page.get_by_role("group", name=says)).to_be_hidden()
        assert person.errors == []


def test_the_host_says_when_a_bot_takes_over(people, server):
    host = people()
    host.go("/new/ritual")
    host.unfold()
    host.page.get_by_label("a bot takes over").select_option(label="after 10 min")
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url("**/t/*")
    assert server.look(host.page.url.rsplit("/", 1)[-1])["table"]["patience"] == 600


# -- before the start


def opened(people: Any, server: Server, players: int = 3) -> tuple[Person, str]:
    """A host who waits, and the table."""
    host = people()
    made = server.create("ritual", players=players, name="Ken")
    host.go("/about")
    host.page.evaluate(REMEMBER, {**made, "game": "ritual"})
    host.go(f"/t/{made['table']}")
    expect(host.page.get_by_role("heading", name="Invite friends")).to_be_visible()
    return host, made["table"]


def arrive(people: Any, table: str, name: str, size: tuple[int, int], locale: str = "en-GB") -> Person:
    guest: Person = people(viewport={"width": size[0], "height": size[1]}, locale=locale)
    guest.go(f"/t/{table}")
    guest.page.locator("#join-name").fill(name)
    guest.page.locator("form .primary").click()
    expect(guest.page.locator(".people")).to_be_visible()
    return guest


@pytest.mark.parametrize("goes", ["leaves", "closes the tab"])
def test_when_the_host_goes_the_next_person_fills_the_table_with_bots(people, server, goes):
    host, table = opened(people, server)
    guest = arrive(people, table, "Aya", SIZES[0])
    expect(guest.page.get_by_role("button", name="Fill open seats")).to_be_hidden()
    if goes == "leaves":
        host.page.get_by_role("button", name="Menu").click()
        host.page.get_by_role("button", name="Leave the table").click()
        host.page.get_by_role("button", name="Leave", exact=True).click()
    else:
        host.page.goto("about:blank")
    expect(guest.page.get_by_text("You are the host now")).to_be_visible(timeout=10_000)
    if goes == "closes the tab":
        guest.page.get_by_role("button", name="Remove Ken").click()
        guest.page.get_by_role("button", name="yes").click()
    guest.page.get_by_label("Who sits in seat 1").select_option(label="Bot: expert")
    guest.page.get_by_role("button", name="Fill open seats").click()
    expect(guest.page.locator(".strip")).to_be_visible()


def test_the_host_arranges_the_table_and_nobody_is_surprised_by_the_start(people, server):
    """Seats change, an option changes, all say that they are ready: what each browser bound is in the shuffle."""
    host = people()
    host.go("/new/ritual")
    host.page.get_by_role("radio", name="3", exact=True).check(force=True)
    host.page.locator("#seat-0").fill("Ken")
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url("**/t/*")
    table = host.page.url.rsplit("/", 1)[-1]
    guest = arrive(people, table, "Aya", SIZES[1])
    expect(guest.page.get_by_role("button", name="Add a seat")).to_be_hidden()
    host.page.get_by_label("Who sits in seat 3").select_option(label="close this seat")
    expect(host.page.locator(".people li")).to_have_count(2)
    host.page.get_by_role("button", name="Add a seat").click()
    host.page.get_by_label("Who sits in seat 3").select_option(label="Bot: novice")
    host.page.get_by_role("button", name="Seat 2: change places with seat 1").click()
    expect(guest.page.locator(".people li").first).to_contain_text("Aya")
    host.page.get_by_role("button", name="Fish").click()
    expect(guest.page.locator(".people li [data-face=fish]")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Fish")).to_be_disabled()
    guest.page.get_by_role("button", name="Bell").click()
    expect(host.page.locator(".people li [data-face=bell]")).to_be_visible()
    expect(guest.page.locator(".people h2")).to_contain_text("waiting for Aya and Ken")
    guest.be_ready()
    expect(host.page.locator(".people li").first).to_contain_text("ready")
    host.page.locator("summary").filter(has_text="Rules").click()
    host.page.locator("#option-out_ranks").check()
    expect(guest.page.locator(".changed")).to_contain_text("off → on")
    expect(host.page.locator(".people li").first).to_contain_text("not ready yet")
    guest.page.reload()
    expect(guest.page.locator(".changed")).to_contain_text("off → on")
    guest.be_ready()
    expect(guest.page.locator(".changed")).to_be_hidden()
    assert server.look(table)["table"]["status"] == "waiting"
    host.be_ready()
    for person in (host, guest):
        expect(person.page.locator(".strip")).to_be_visible()
        expect(person.page.get_by_text("cannot be trusted")).to_be_hidden()
        assert person.errors == []
    deal = server.look(table)["table"]["deal"]
    assert [bool(part) for part in deal["entropy"]] == [True, True, False]
    for person in (host, guest):
        while person.now() == "hint":
            person.act()
        expect(person.page.locator(".strip [data-face=fish]")).to_be_visible()
        person.page.get_by_role("button", name="Menu").click()
        person.page.get_by_role("button", name="Propose to end").click()
    host.page.get_by_role("button", name="Once more").click()
    expect(guest.page.locator(".result")).to_contain_text("In the next game: Ken. Still missing: Aya.")
    expect(host.page.locator(".people")).to_contain_text("is expected")
    guest.page.locator(".result").get_by_role("button", name="To the next game").click()
    for person in (host, guest):
        expect(person.page.locator(".strip [data-face=bell]")).to_be_visible()


def test_two_of_one_name_can_be_told_apart_and_know_it(people, server):
    host, table = opened(people, server)
    guest = arrive(people, table, "Ken", SIZES[1])
    expect(guest.page.get_by_text("Somebody here is called Ken already: at this table you are Ken 2.")).to_be_visible()
    expect(host.page.locator(".people")).to_contain_text("Ken 2")


def test_the_host_removes_somebody_before_the_start(people, server):
    host, table = opened(people, server)
    guest = arrive(people, table, "Aya", SIZES[1])
    host.page.get_by_role("button", name="Remove Aya").click()
    host.page.get_by_role("button", name="no", exact=True).click()
    expect(host.page.locator(".people")).to_contain_text("Aya")
    host.page.get_by_role("button", name="Remove Aya").click()
    host.page.get_by_role("button", name="yes", exact=True).click()
    expect(host.page.locator(".people")).not_to_contain_text("Aya")
    expect(guest.page.get_by_text("You were sent away from this table.")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "words", "what"),
    [
        ("en-GB", "All seats are taken: you are watching", "hidden from you until the end"),
        ("ja-JP", "満席のため", "終局まで見えません"),
    ],
)
def test_the_link_of_a_full_table_says_that_it_is_full_and_what_is_seen(people, server, locale, words, what):
    table, _ = server.full("ritual", 2)
    late = people(locale=locale)
    late.go(f"/t/{table}")
    expect(late.page.get_by_text(words)).to_be_visible()
    late.page.get_by_role("button", name=re.compile("What do I see|何が見える")).click()
    expect(late.page.get_by_role("dialog")).to_contain_text(what)


@pytest.mark.parametrize("slug", SLUGS)
def test_who_waits_reads_what_the_game_is_about_and_sees_it(people, server, slug):
    made = server.create(slug, players=3)
    for locale, title in (("en-GB", "The aim"), ("ja-JP", None)):
        person = people(viewport={"width": 390, "height": 664}, locale=locale)
        person.go("/about")
        person.page.evaluate(REMEMBER, {**made, "game": slug})
        person.go(f"/t/{made['table']}")
        aim = person.page.locator("section[aria-labelledby=aim]")
        expect(aim.locator("p").first).to_be_visible()
        expect(aim.locator("figure")).to_be_visible()
        if title:
            expect(aim.get_by_role("heading", name=title)).to_be_visible()
        wide = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, "the page is wider than the screen"
        assert person.errors == []
