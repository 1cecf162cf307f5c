"""Friends at a table: somebody goes away, is voted on, comes back. Several browsers, phones among them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from takujo.core.words import frame
from takujo.games import SLUGS
from tests.server.parts import BOT, OPEN, Server
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
        person.skip_hints()
        persons.append(person)
    return persons, server.look(made["table"])["to_act"][0], made["table"]


NAMES = ("Aya", "Ken", "Mio")
QUICKLY = """(choice) => {
  for (choice.value of ["0", "2", "1"]) choice.dispatchEvent(new Event("change", { bubbles: true }));
}"""


def test_who_closes_the_tab_in_their_turn_holds_nobody_up_and_takes_the_seat_again(people, server):
    (*persons,), acting, table = friends(people, server)
    ghost, name = persons.pop(acting), NAMES[acting]
    for person in persons:
        expect(person.page.get_by_text(f"{name} has had no connection")).to_be_hidden()
    ghost.page.goto("about:blank")
    for person in persons:
        expect(person.page.get_by_text(f"{name} has had no connection")).to_be_visible(timeout=10_000)
        expect(person.page.locator(".notices").get_by_role("button", name="Let a bot play")).to_be_in_viewport()
    persons[1].context.set_offline(True)  # who is away themselves knows nothing of others
    expect(persons[1].page.get_by_text("Connection lost")).to_be_visible(timeout=3000)
    expect(persons[1].page.get_by_text("Your seat stays yours. In your turn a bot takes over")).to_be_visible()
    expect(persons[1].page.get_by_text(f"{name} has had no connection")).to_be_hidden()
    persons[1].context.set_offline(False)
    expect(persons[1].page.get_by_text(f"{name} has had no connection")).to_be_visible(timeout=10_000)
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


def test_who_only_waits_is_told_soon_that_the_network_died_without_a_word(people, server):
    """What the page says reaches nobody, and nothing comes; the browser notices nothing."""
    made = server.create("ritual", players=2, name="Aya")
    server.join(made["table"], name="Ken")
    waits, dead = people(viewport={"width": 390, "height": 664}), []

    def carry(page: WebSocketRoute) -> None:
        line = page.connect_to_server()
        page.on_message(lambda text: None if dead else line.send(text))
        line.on_message(lambda text: None if dead else page.send(text))

    waits.page.route_web_socket("**/play*", carry)
    waits.sit(made, "ritual")
    lost = waits.page.get_by_text("Connection lost")
    waits.page.wait_for_timeout(2000)
    expect(lost).to_be_hidden()
    dead.append(True)
    expect(lost).to_be_visible(timeout=5000)  # 3 s, and some for a busy machine; web/tests/socket.test.ts is exact
    expect(waits.page.get_by_text("Your seat stays yours")).to_be_in_viewport()
    dead.clear()
    expect(lost).to_be_hidden(timeout=20_000)
    assert waits.errors == []


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


def test_a_table_for_anybody_at_the_pace_of_days_gives_a_calendar(people, server):
    host = people(viewport={"width": 390, "height": 664})
    host.go("/new/ritual")
    host.page.get_by_role("radio", name="2", exact=True).check(force=True)
    host.page.get_by_text("Anybody", exact=True).click()
    host.unfold()
    host.page.get_by_text("Days", exact=True).click()
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url("**/t/*")
    info = server.look(host.page.url.rsplit("/", 1)[-1])["table"]
    assert (info["public"], info["pace"]["kind"], info["talk"]) == (True, "days", "refuse")
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("button", name="Deadlines in my calendar").click()
    address = host.page.get_by_label("Address of the calendar").input_value()
    assert host.page.get_by_role("link", name="Subscribe").get_attribute("href") == address.replace("http", "webcal", 1)
    told = server.http.get(address)
    assert told.headers["content-type"].startswith("text/calendar")
    assert host.errors == []


# -- before the start


def opened(people: Any, server: Server, **more: Any) -> tuple[Person, str]:
    """A host who waits, and the table."""
    host = people()
    made = server.create("ritual", players=3, name="Ken", **more)
    host.go("/about")
    host.page.evaluate(REMEMBER, {**made, "game": "ritual"})
    host.go(f"/t/{made['table']}")
    expect(host.page.get_by_role("heading", name="Invite friends")).to_be_visible()
    expect(host.page.get_by_label("Your name")).to_have_value("Ken")  # though this browser did not know it
    return host, made["table"]


def arrive(people: Any, table: str, name: str, size: tuple[int, int], locale: str = "en-GB") -> Person:
    guest: Person = people(viewport={"width": size[0], "height": size[1]}, locale=locale)
    guest.go(f"/t/{table}")
    for what in ("#join-name", "form .primary"):
        expect(guest.page.locator(what)).to_be_in_viewport(ratio=1)
    guest.page.locator("#join-name").fill(name)
    guest.page.locator("form .primary").click()
    expect(guest.page.locator(".people")).to_be_visible()
    return guest


@pytest.mark.parametrize("goes", ["leaves", "closes the tab"])
def test_when_the_host_goes_the_next_person_fills_the_table_with_bots(people, server, goes):
    host, table = opened(people, server)
    guest = arrive(people, table, "Aya", SIZES[0])
    expect(guest.page.get_by_role("button", name="Fill open seats")).to_be_hidden()
    guest.context.set_offline(True)
    expect(guest.page.get_by_text("If the game begins without you")).to_be_visible(timeout=3000)
    guest.context.set_offline(False)
    expect(guest.page.get_by_text("Connection lost")).to_be_hidden()
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
    code = host.page.get_by_role("button", name="Show the picture large or small")
    small = code.bounding_box()["width"]
    code.click()
    assert small < 100 < 200 < code.bounding_box()["width"]
    code.click()
    host.page.get_by_label("Who sits in seat 3").select_option(label="close this seat")
    expect(host.page.locator(".people li")).to_have_count(2)
    host.page.get_by_role("button", name="Add a seat").click()
    host.page.get_by_label("Who sits in seat 3").select_option(label="Bot: novice")
    host.page.get_by_role("button", name="Seat 2: change places with seat 1").click()
    expect(guest.page.locator(".people li").first).to_contain_text("Aya")
    for person, other, text in ((host, guest, "Hello!"), (guest, host, "Good evening")):
        person.page.get_by_label("Write a message").fill(text)
        person.page.keyboard.press("Enter")
        expect(other.page.get_by_role("log", name="Chat")).to_contain_text(text)
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
        person.skip_hints()
        expect(person.page.locator(".strip [data-face=fish]")).to_be_visible()
        person.page.get_by_role("button", name="Menu").click()
        person.page.get_by_role("button", name="Propose to end").click()
    host.page.get_by_role("button", name="Once more").click()
    expect(guest.page.locator(".result")).to_contain_text("In the next game: Ken. Still missing: Aya.")
    expect(host.page.locator(".people")).to_contain_text("is expected")
    expect(host.page.get_by_label("Who sits in seat 1").locator("option:checked")).to_have_text("kept for them")
    guest.page.locator(".result").get_by_role("button", name="To the next game").click()
    for person in (host, guest):
        expect(person.page.locator(".strip [data-face=bell]")).to_be_visible()


def test_two_of_one_name_can_be_told_apart_and_know_it(people, server):
    host, table = opened(people, server)
    guest = arrive(people, table, "Ken", SIZES[1])
    expect(guest.page.get_by_text("Somebody here is called Ken already: at this table you are Ken 2.")).to_be_visible()
    expect(host.page.locator(".people")).to_contain_text("Ken 2")


def test_bots_fill_open_seats_and_none_that_is_kept_for_somebody(people, server):
    """Once more: who has not come yet is waited for, until the host gives that very seat away."""
    (*persons,), _, table = friends(people, server)
    first, second, _ = persons
    first.page.get_by_role("button", name="Menu").click()
    first.page.get_by_role("button", name="Propose to end").click()
    for person in persons[1:]:
        person.page.get_by_role("button", name="Yes").click()
    first.result.get_by_role("button", name="Once more").click()
    first.page.wait_for_url(lambda url: not url.endswith(table))
    seats, fill = first.page.locator(".people li"), first.page.get_by_role("button", name="Fill open seats")
    expect(seats.nth(1)).to_contain_text("is expected")
    expect(fill).to_have_count(0)
    first.page.get_by_label("Who sits in seat 3").select_option(label="open seat")
    fill.click()
    expect(fill).to_have_count(0)
    kinds = [seat["kind"] for seat in server.look(first.page.url.rsplit("/", 1)[-1])["table"]["seats"]]
    assert kinds == ["person", "reserved", "bot"]
    second.result.get_by_role("button", name="To the next game").click()
    expect(second.page.locator(".strip")).to_be_visible()  # whose part of the shuffle was not lost


def test_the_host_removes_somebody_before_the_start(people, server):
    host, table = opened(people, server, spectators="none")
    guest = arrive(people, table, "Aya", SIZES[1])
    host.page.get_by_role("button", name="Remove Aya").click()
    host.page.get_by_role("button", name="no", exact=True).click()
    expect(host.page.locator(".people")).to_contain_text("Aya")
    host.page.get_by_role("button", name="Remove Aya").click()
    host.page.get_by_role("button", name="yes", exact=True).click()
    expect(host.page.locator(".people")).not_to_contain_text("Aya")
    expect(guest.page.get_by_text("You were sent away from this table.")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Watch")).to_have_count(0)  # nobody may, here


def test_who_came_too_late_takes_a_seat_that_becomes_free(people, server):
    made = server.create("ritual", players=2, name="Aya", gather=True)
    ken = server.join(made["table"], name="Ken")
    late = people(viewport={"width": 390, "height": 664})
    late.go(f"/t/{made['table']}")
    expect(late.page.get_by_text("All seats are taken: you are watching.")).to_be_visible()
    sit = late.page.get_by_role("button", name="Sit down")
    expect(sit).to_have_count(0)
    server.socket(made["table"], ken["token"]).send(type="leave", key="left")
    sit.click()
    late.page.locator("form .primary").click()
    expect(late.page.locator(".people li").nth(1)).to_contain_text("you")
    assert late.errors == []


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


def test_a_spectator_chooses_through_whose_eyes_and_who_sits_down_is_told_before(people, server):
    made = server.create("arkham-ritual", players=3, spectators="seats", delay=0, name="Aya")
    guest = people(locale="ja-JP", viewport={"width": 390, "height": 664})
    guest.go(f"/t/{made['table']}")
    told = guest.page.locator(".join dt").filter(has_text="観戦者は好きな席を選び").bounding_box()
    assert told["y"] + told["height"] <= guest.page.locator(".join form").bounding_box()["y"], "not read before"
    for name in ("Ken", "Mio"):
        server.join(made["table"], name=name)
    late, lines = people(), []
    late.page.on("websocket", lambda line: lines.append(line))
    late.go(f"/t/{made['table']}")
    log, whose = late.page.locator(".desk > aside"), late.page.get_by_label("Through whose eyes")
    for name in ("Aya", "Ken", "Mio"):
        whose.focus()
        whose.select_option(name)
        expect(late.page.locator(".notices")).to_contain_text(f"You see what {name} sees")
        expect(log.get_by_text(f"{name} is dealt a hidden card")).to_be_visible()
        expect(log.get_by_text("is dealt a hidden card")).to_have_count(1)
        expect(whose).to_be_focused()
    whose.evaluate(QUICKLY)  # the last one counts, and no other line stays open
    expect(late.page.locator(".notices")).to_contain_text("You see what Ken sees")
    expect(log.get_by_text("Ken is dealt a hidden card")).to_be_visible()
    for line in lines[:-1]:
        if not line.is_closed():
            line.wait_for_event("close")
    assert not lines[-1].is_closed()
    assert guest.errors == late.errors == []


@pytest.mark.parametrize("slug", SLUGS)
def test_who_waits_reads_what_the_game_is_about_and_sees_it(people, server, slug):
    """In a sentence or two before they sit down and at the head of the room; there with more, and a picture."""
    made = server.create(slug, players=3)
    for locale, title in (("en-GB", "The aim"), ("ja-JP", None)):
        person = people(viewport={"width": 390, "height": 664}, locale=locale)
        person.go(f"/t/{made['table']}")
        said = person.page.locator(".join .aim").inner_text()
        assert len(said) > 20
        person.go("/about")
        person.page.evaluate(REMEMBER, {**made, "game": slug})
        person.go(f"/t/{made['table']}")
        expect(person.page.locator("header .aim")).to_have_text(said)
        expect(person.page.locator("header .aim")).to_be_in_viewport(ratio=1)
        aim = person.page.locator("section[aria-labelledby=aim]")
        expect(aim.locator("p").first).to_be_visible()
        expect(aim.locator("figure")).to_be_visible()
        if title:
            expect(aim.get_by_role("heading", name=title)).to_be_visible()
        wide = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, "the page is wider than the screen"
        assert person.errors == []


BROKEN = """(names) => {
  const broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); )
    for (const name of text.parentElement.closest(".hidden") ? [] : names)
      for (let at = text.data.indexOf(name); at >= 0; at = text.data.indexOf(name, at + 1)) {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + name.length);
        const lines = [...range.getClientRects()].filter((box) => box.width > 1);
        if (lines.some((box) => box.top > lines[0].bottom - 2)) broken.push(text.data);
      }
  return broken;
}"""


def test_no_name_is_broken_at_the_end_of_a_line(people, server):
    """Japanese has no spaces: lines end between phrases."""
    person = people(locale="ja-JP")
    names = [word for word in frame("ja").say("bot-names").split() if len(word) > 1]
    person.sit(server.create("ayatsuri", [OPEN, *[BOT] * 5]), "ayatsuri")
    person.act_until(lambda me: len(me.states) >= 14, "fourteen states")
    assert person.page.evaluate("document.documentElement.lang") == "ja"
    for width, height in ((1440, 900), (1180, 800), (1024, 768), (390, 664), (360, 640)):
        person.page.set_viewport_size({"width": width, "height": height})
        if width == 390:
            person.page.locator("nav.tabs [data-hint=log]").click()
        expect(person.page.locator("aside .log li").last).to_be_visible()
        assert person.page.locator("aside .log li").filter(has_text=names[1]).count(), "some are told of"
        assert person.page.evaluate(BROKEN, names) == []
