"""What the host settles for a table, table talk and memory, and the notepad of everybody's own."""

import json

import pytest
from playwright.sync_api import expect

from takujo.games import SLUGS
from tests.server.parts import BOT, OPEN
from tests.web.person import Json, Person

pytestmark = pytest.mark.once

TOLD = "your card is the Necronomicon, Cthulhu, mad"
PHONE = {"viewport": {"width": 390, "height": 664}}


def open_panel(person: Person, name: str) -> None:
    person.skip_hints()
    person.page.locator(f".tabs [data-hint={name}]").click()


def seated(people, server, table: Json, **settings) -> tuple[Person, Person]:
    """Two people and a bot at a table of Arkham Ritual."""
    made = server.create("arkham-ritual", [OPEN, OPEN, BOT], **table)
    guest = {**server.join(made["table"]), "table": made["table"], "code": made["code"]}
    persons = people(**settings), people(**settings)
    for person, ticket in zip(persons, (made, guest), strict=True):
        person.sit(ticket, "arkham-ritual")
    return persons


# -- what is told before one sits down


def test_the_host_settles_talk_and_memory_and_everybody_reads_it_before_sitting_down(people):
    host, guest = people(), people()
    host.go("/new/arkham-ritual")
    host.unfold()
    host.page.get_by_role("radio", name="Hold back").check(force=True)
    host.page.get_by_role("radio", name="Memory counts").check(force=True)
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url("**/t/*")
    words = ("What the rulebook forbids telling is not sent", "You see what lies open on the real table")
    for text in words:
        expect(host.page.get_by_text(text)).to_be_visible()
    guest.go(host.page.url)
    expect(guest.page.get_by_role("button", name="Sit down")).to_be_visible()
    for text in words:
        expect(guest.page.get_by_text(text)).to_be_visible()


def test_it_is_told_where_nobody_may_look(people, server):
    made = server.create("ayatsuri", players=3, spectators="none", talk="off", aids=False, coach=True)
    guest = people(locale="ja-JP")
    guest.go(f"/t/{made['table']}")
    expect(guest.page.get_by_text("何でも送れます")).to_be_visible()
    expect(guest.page.get_by_text("実物の卓で見えるものだけ")).to_be_visible()
    expect(guest.page.get_by_text("コーチあり")).to_be_visible()


def test_a_title_whose_book_forbids_nothing_has_no_choice_about_talk(people, server):
    host = people()
    host.go("/new/ritual")
    host.unfold()
    expect(host.page.get_by_role("radio", name="Memory counts")).to_be_visible()
    assert host.page.get_by_role("group", name="Table talk").count() == 0
    host.go(f"/t/{server.create('ritual', players=2)['table']}")
    expect(host.page.get_by_role("button", name="Sit down")).to_be_visible()
    assert host.page.get_by_text("Table talk").count() == 0


# -- talk


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["desk", "phone"])
def test_a_line_that_is_held_back_stays_in_the_field_and_may_be_sent_anyway(people, server, settings):
    first, second = seated(people, server, {"talk": "ask"}, **settings)
    for person in (first, second):
        open_panel(person, "chat")
    field = first.page.get_by_label("Write a message")
    field.fill(TOLD)
    field.press("Enter")
    anyway = first.page.get_by_role("button", name="Send anyway")
    expect(anyway).to_be_in_viewport()
    expect(field).to_have_value(TOLD)
    expect(first.page.get_by_role("alert").get_by_role("button", name="11")).to_be_visible()
    field.press_sequentially("!")
    expect(anyway).to_be_hidden()  # it is being reworded
    field.press("Enter")
    anyway.click()
    expect(second.page.get_by_role("log", name="Chat")).to_contain_text(TOLD + "!")
    expect(field).to_have_value("")
    expect(first.page.get_by_role("alert")).to_be_hidden()
    assert second.page.get_by_role("log", name="Chat").get_by_text(TOLD).count() == 1


def test_where_the_table_refuses_there_is_nothing_to_insist_on(people, server):
    first, _ = seated(people, server, {"talk": "refuse"})
    open_panel(first, "chat")
    field = first.page.get_by_label("Write a message")
    field.fill(TOLD)
    field.press("Enter")
    expect(first.page.get_by_role("alert")).to_contain_text("Not sent")
    expect(field).to_have_value(TOLD)
    assert first.page.get_by_role("button", name="Send anyway").count() == 0


def test_a_name_that_is_held_back_may_be_taken_anyway(people, server):
    first, second = seated(people, server, {"talk": "ask"})
    open_panel(first, "log")
    first.page.get_by_role("button", name="Menu").click()
    first.page.get_by_label("Your name").fill("きみのカードは赤")
    first.page.get_by_role("button", name="Save").click()
    first.page.get_by_role("button", name="Send anyway").click()
    expect(second.page.locator(".strip")).to_contain_text("きみのカードは赤")


# -- notes


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["desk", "phone"])
def test_notes_are_saved_by_themselves_and_follow_the_seat_to_another_browser(people, server, settings):
    made = server.create("arkham-ritual", [OPEN, OPEN, BOT])
    guest = {**server.join(made["table"]), "table": made["table"], "code": made["code"]}
    first, other, second = people(**settings), people(**settings), people()
    first.sit(made, "arkham-ritual")
    second.sit(guest, "arkham-ritual")
    open_panel(first, "notes")
    field = first.page.get_by_role("textbox", name="Notes")
    expect(field).to_be_enabled()
    field.fill("Aya: tome?\n3 left")
    expect(first.page.get_by_text("Saved")).to_be_visible()
    open_panel(first, "chat")
    open_panel(first, "notes")
    expect(field).to_have_value("Aya: tome?\n3 left")
    field.fill("Aya: mask")
    open_panel(first, "log")  # left at once: it is saved all the same
    other.sit(made, "arkham-ritual")
    open_panel(other, "notes")
    expect(other.page.get_by_role("textbox", name="Notes")).to_have_value("Aya: mask")
    open_panel(second, "notes")
    expect(second.page.get_by_role("textbox", name="Notes")).to_be_enabled()
    expect(second.page.get_by_role("textbox", name="Notes")).to_have_value("")
    assert "Aya" not in json.dumps(second.frames)
    stranger = people()
    stranger.go(f"/t/{made['table']}")
    expect(stranger.page.locator(".tabs")).to_contain_text("Chat")
    assert stranger.page.locator(".tabs [data-hint=notes]").count() == 0


def test_notes_that_cannot_be_saved_are_tried_again(people, server):
    first, _ = seated(people, server, {})
    open_panel(first, "notes")
    field = first.page.get_by_role("textbox", name="Notes")
    expect(field).to_be_enabled()
    first.page.route("**/notes", lambda route: route.abort())
    field.fill("mine")
    expect(first.page.get_by_text("Not saved: it will be tried again.")).to_be_visible()
    first.page.unroute("**/notes")
    expect(first.page.get_by_text("Saved")).to_be_visible(timeout=10_000)
    first.page.reload()
    open_panel(first, "notes")
    expect(field).to_have_value("mine")


# -- memory

AIDS = {  # what only helps to remember or to reckon
    "arkham-ritual": (".help",),
    "ayatsuri": (".me > .notes",),
    "in-the-ruin": (".score .total", ".plates [title*=gems]"),
    "ritual": (".sums", ".tally"),
}
OPEN_BY_THE_BOOK = {
    "arkham-ritual": ".sheet .slot",
    "ayatsuri": ".worth",
    "in-the-ruin": ".score button",
    "ritual": ".place .row .mini:not(.empty)",
}


@pytest.mark.parametrize("aids", [True, False])
@pytest.mark.parametrize("slug", SLUGS)
def test_the_boards_hide_what_is_only_memory_where_memory_counts(people, server, slug, aids):
    person = people()
    person.sit(server.create(slug, [OPEN, BOT, BOT], aids=aids), slug)
    seen: set[str] = set()

    def look(_: Person) -> None:
        main = person.page.locator("main")
        seen.update(aid for aid in (*AIDS[slug], OPEN_BY_THE_BOOK[slug]) if main.locator(aid).count())

    person.look = look
    person.act_until(lambda me: len(me.states) >= 12 or me.now() == "over", "twelve states, or the end")
    assert seen == {OPEN_BY_THE_BOOK[slug], *(AIDS[slug] if aids else ())}
    assert person.errors == []


def test_where_memory_counts_the_log_begins_with_my_last_decision(people, server):
    """A page that has seen none of mine begins with the action that ended the last round."""
    person = people()
    person.sit(server.create("ritual", [OPEN, BOT, BOT], aids=False), "ritual")
    person.act_until(lambda me: me.states and me.states[-1]["decision"] >= 3, "the third decision")
    person.page.wait_for_timeout(300)
    person.act_until(lambda me: me.now() != "review", "the end of it")  # the log tells nothing that is not shown yet
    recent: list[Json] = []
    for before, state in zip(person.states, person.states[1:], strict=False):
        recent = ([] if state["decision"] > before["decision"] else recent) + state["events"]
    lines = person.page.locator(".log li")
    expect(person.page.get_by_text("Memory counts here")).to_be_visible()
    expect(lines).to_have_count(len(recent))
    person.frames.clear()
    person.page.reload()
    expect(lines.first).to_contain_text("lays a card face down")
    expect(lines.nth(1)).to_contain_text("All cards are turned up")
    told = [event for state in person.states for event in state["events"]]
    assert lines.count() < len(told)


def test_a_replay_helps_to_remember_also_where_memory_counted(people, server):
    made = server.create("ritual", [OPEN, BOT], aids=False)
    person = people()
    person.sit(made, "ritual")
    person.skip_hints()
    person.page.get_by_role("button", name="Menu").click()
    assert person.page.get_by_role("button", name="Download record").count() == 0  # it is the whole log
    person.page.get_by_role("button", name="Propose to end the game").click()
    expect(person.page.get_by_role("region", name="Ended by a vote")).to_be_visible()
    expect(person.page.locator("main .sums").first).to_be_visible()  # the end is open
    person.go(f"/r/{made['code']}")
    expect(person.page.locator("main .sums").first).to_be_visible()
