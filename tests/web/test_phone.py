"""A phone whose browser shows its bars, 390 by 664: what can be done is in sight, and nothing covers the table."""

import pytest
from playwright.sync_api import expect

from tests.server.parts import BOT, OPEN
from tests.web.person import SOON, Person, within

pytestmark = pytest.mark.once

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True}
IN_SIGHT = """(element) => {
  const [box, main] = [element.getBoundingClientRect(), document.querySelector("main").getBoundingClientRect()];
  return box.top >= main.top && box.bottom <= main.bottom;
}"""


@pytest.fixture
def phone(people):
    return people(**PHONE)


def play_until(person: Person, phase: str) -> None:
    """It is this person's to decide in that phase."""
    person.act_until(
        lambda me: me.now() == "choose" and me.states[-1]["view"]["phase"] == phase, f"a choice in {phase}"
    )


def test_what_can_be_done_and_what_is_known_are_in_sight_together(phone, server):
    """Arkham Ritual: the button that takes the card, and the cards of the others, all that one knows."""
    phone.sit(server.create("arkham-ritual", [OPEN, *[BOT] * 4]), "arkham-ritual")
    play_until(phone, "respond")
    phone.page.locator("main").evaluate("main => main.scrollTo(0, 0)")  # an earlier click may have scrolled
    accept = phone.page.get_by_role("button", name="Take it")
    assert accept.evaluate(IN_SIGHT)
    cards = phone.page.locator("main .ring .seat, main .seat")
    assert cards.count() >= 4
    assert all(cards.nth(i).evaluate(IN_SIGHT) for i in range(4))


@pytest.mark.parametrize("slug", ["ritual", "in-the-ruin"])
def test_nothing_makes_the_page_wider_than_the_phone(people, server, slug):
    """Else a phone takes all for larger than its screen, and the head of the table is above its edge: at the looks back, too."""
    phone, seen = people(**PHONE, is_mobile=True), set()
    phone.sit(server.create(slug, [OPEN, *[BOT] * 2]), slug)

    def look(me: Person) -> bool:
        seen.add(me.now())
        width, height = me.page.evaluate("[innerWidth, innerHeight]")
        assert (width, height) == (390, 664), me.now()
        return {"hint", "review", "confirm"} <= seen

    phone.act_until(look, "a look back")


def test_a_card_that_is_read_is_in_sight_until_a_tap_beside_it_or_the_next_turn(phone, server):
    phone.sit(server.create("arkham-ritual", [OPEN, *[BOT] * 4]), "arkham-ritual")
    play_until(phone, "respond")
    cards, lens = phone.page.locator("main [aria-description]:visible"), phone.page.locator(".lens")
    for number in (0, cards.count() - 1):
        cards.nth(number).dispatch_event("pointerdown", {"pointerType": "touch"})  # and held
        expect(lens).to_be_visible()
        assert lens.evaluate(IN_SIGHT)
        phone.page.locator("header .where").tap()
        expect(lens).to_be_hidden()
    cards.first.dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(lens).to_be_visible()
    phone.page.get_by_role("button", name="Take it").dispatch_event("click")  # as a keyboard does: no tap beside it
    phone.page.locator(".dock .confirm").dispatch_event("click")
    expect(lens).to_be_hidden()


def test_the_log_opens_at_its_newest_line(phone, server):
    phone.sit(server.create("ayatsuri", [OPEN, *[BOT] * 4]), "ayatsuri")
    phone.act_until(lambda me: len(me.states) >= 12, "twelve states")
    phone.page.get_by_role("button", name="Log", exact=True).click()
    last = phone.page.locator("aside .log li").last
    expect(last).to_be_in_viewport()
    assert phone.page.locator(".log").evaluate("box => box.scrollTop > 0"), "there is more than fits"


def test_chat_leaves_the_table_and_whose_turn_it_is_in_sight(phone, server):
    phone.sit(server.create("ritual", [OPEN, BOT]), "ritual")
    play_until(phone, "chant")
    phone.page.get_by_role("button", name="Chat", exact=True).click()
    chat = phone.page.get_by_placeholder("Write a message")
    expect(chat).to_be_visible()
    sheet = phone.page.locator("aside.sheet").bounding_box()
    board = phone.page.locator("main").bounding_box()
    assert sheet["y"] - board["y"] > 200, "the table"
    assert phone.page.locator(".strip .acts").bounding_box()["y"] < board["y"], "whose turn it is"


def test_a_lost_network_is_told_at_once_and_what_was_said_is_sent_later(phone, server):
    phone.sit(server.create("ritual", [OPEN, BOT]), "ritual")
    play_until(phone, "chant")
    phone.context.set_offline(True)
    expect(phone.page.get_by_text("Connection lost")).to_be_visible(timeout=3000)
    seen = len(phone.states)
    for _ in within(SOON, "a choice"):
        if phone.now() != "choose":
            break
        phone.choose()
    phone.page.locator(".dock .confirm").click()
    expect(phone.page.get_by_text("Will be sent when the connection is back.")).to_be_visible(timeout=3000)
    phone.context.set_offline(False)
    expect(phone.page.get_by_text("Connection lost")).to_be_hidden()
    phone.wait_until(lambda me: len(me.states) > seen, "the state after what was said")
    phone.play_to_the_end()


def test_the_tour_leaves_the_board_as_it_was(phone, server):
    phone.sit(server.create("arkham-ritual", [OPEN, *[BOT] * 4]), "arkham-ritual")
    phone.wait_until(lambda me: me.now() != "wait", "the first hint")
    for _ in within(SOON, "the end of the hints"):
        if phone.now() != "hint":
            break
        phone.page.locator(".bubble .primary, .bubble button").last.click()
    assert phone.page.locator("main").evaluate("main => main.scrollTop") == 0


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_what_to_play_begins_on_the_first_screen(people, locale):
    """Whoever has not scrolled sees that a game is one tap away."""
    guest = people(locale=locale, **PHONE)
    guest.go()
    expect(guest.page.locator(".games .primary").first).to_be_in_viewport(ratio=0.8)
    assert guest.errors == []
