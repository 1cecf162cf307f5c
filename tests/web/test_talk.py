"""Talk at the table: bubbles, quick lines and stamps, each in the reader's language; spectators; the host's word."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from takujo.games import load
from tests.web.person import SOON, Person, within

pytestmark = pytest.mark.once

LINES = load("ritual").text.line("together")


def bubble(person: Person) -> Locator:
    return person.page.locator(".bubbles p")


def place(person: Person, what: str) -> Any:
    """Where it is on the screen."""
    box = person.page.locator(what).bounding_box()
    assert box
    return box


def chat(person: Person) -> Locator:
    """The chat, opened."""
    person.page.locator("nav.tabs [data-hint=chat]").click()
    return person.page.locator(".desk > aside")


def at_table(people: Any, server: Any) -> tuple[Person, Person, Person, str]:
    """Aya at a desk, Ken on a phone in Japanese, and somebody who watches."""
    made = server.create("ritual", players=2, name="Aya")
    joined = server.join(made["table"], name="Ken")
    aya, ken = people(), people(viewport={"width": 390, "height": 664}, locale="ja-JP")
    for person, ticket in ((aya, made), (ken, joined)):
        person.sit({**ticket, "table": made["table"], "code": made["code"]}, "ritual")
        person.skip_hints()
    watcher = people()
    watcher.go(f"/t/{made['table']}")
    expect(watcher.page.locator(".strip")).to_be_visible()
    return aya, ken, watcher, made["table"]


def test_what_is_said_in_one_tap_everybody_reads_in_their_language_at_the_seat(people, server):
    aya, ken, watcher, _ = at_table(people, server)
    aya.page.get_by_role("button", name=LINES["en"]).click()
    expect(bubble(ken)).to_have_text(LINES["ja"])
    seat, said = place(ken, "[data-seat='0']"), place(ken, ".bubbles p")  # at once: bubbles go after seconds
    expect(bubble(aya)).to_have_text(LINES["en"])
    expect(bubble(watcher)).to_have_text(LINES["en"])
    assert 0 <= said["x"] <= said["x"] + said["width"] <= 390
    assert abs(said["y"] - seat["y"] - seat["height"]) < 12

    beside = chat(ken)  # on a phone a strip of its own: the board has less room, but is not covered
    board, strip, tabs = (place(ken, which) for which in ("main", ".desk > aside", "nav.tabs"))
    assert board["height"] > 100
    assert board["y"] + board["height"] <= strip["y"] + 1
    assert strip["y"] + strip["height"] <= tabs["y"] + 1
    expect(beside).to_contain_text(LINES["ja"])
    beside.get_by_role("button", name="ハート").click()
    expect(bubble(aya).get_by_role("img", name="Heart", include_hidden=True)).to_be_visible()

    ken.page.set_viewport_size({"width": 844, "height": 390})  # lying on its side: in the rail
    for _ in within(SOON, "a rail beside the board"):
        board, strip, tabs = (place(ken, which) for which in ("main", ".desk > aside", "nav.tabs"))
        if (
            500 < board["width"] <= strip["x"] - board["x"] + 1
            and strip["y"] + strip["height"] <= tabs["y"] + 1
            and strip["x"] + strip["width"] <= 844
        ):
            break
    ken.page.set_viewport_size({"width": 390, "height": 664})

    beside.get_by_role("button", name="Ayaの発言を表示しない").first.click()
    expect(beside.get_by_text(LINES["ja"]).locator("visible=true").and_(beside.locator("li p"))).to_have_count(0)
    beside.get_by_role("button", name="閉じる").click()
    aya.page.get_by_role("button", name="Laughing").click()
    expect(bubble(aya).get_by_role("img", name="Laughing", include_hidden=True)).to_be_visible()
    expect(ken.page.locator(".bubbles").get_by_role("img", name="笑い", include_hidden=True)).to_have_count(0)
    expect(ken.page.locator("nav.tabs [data-hint=chat] b")).to_have_count(0)  # there is nothing to read
    chat(ken).get_by_role("button", name="表示する", exact=True).click()
    expect(beside).to_contain_text(LINES["ja"])

    watcher.page.set_viewport_size({"width": 390, "height": 664})
    chat(aya).get_by_label("Write a message").fill("That was not what you said a minute ago, was it?")
    beside.get_by_label("メッセージを書く").fill("さっきと違う、と言われても困る。")
    for person in (aya, ken):
        person.page.keyboard.press("Enter")
    for text in ("That was not", "さっきと違う"):
        expect(bubble(watcher).filter(has_text=text)).to_be_visible()
    said = watcher.page.locator(".bubbles p").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    first, second = sorted(said, key=lambda box: box["top"])[-2:]
    assert first["bottom"] <= second["top"] or first["right"] <= second["left"] or second["right"] <= first["left"]
    assert aya.errors == ken.errors == watcher.errors == []


def test_spectators_talk_beside_the_table_until_the_end_and_the_host_closes_talk(people, server):
    aya, ken, watcher, table = at_table(people, server)
    expect(ken.page.locator(".strip .watching")).to_contain_text("1人が観戦中")
    beside = chat(watcher)
    expect(beside).to_contain_text("1 person is watching")
    beside.get_by_label("Your name").fill("Rin")
    beside.get_by_label("Say something to the other spectators").fill("who is going to stray?")
    beside.get_by_role("button", name="Send").click()
    expect(beside).to_contain_text("who is going to stray?")
    second = people()
    second.go(f"/t/{table}")
    expect(chat(second)).to_contain_text("who is going to stray?")
    expect(second.page.locator(".desk > aside")).to_contain_text("Rin")
    chat(aya)
    expect(aya.page.locator(".desk > aside")).to_contain_text("Say hello.")
    assert not any(frame["type"] == "gallery" for frame in aya.frames + ken.frames)

    aya.page.get_by_role("button", name="Menu").click()
    aya.page.get_by_role("switch", name="Talk at this table").click()
    aya.page.get_by_role("button", name="Close").first.click()
    for person, words in ((aya, "The host has closed talk."), (watcher, "The host has closed talk.")):
        expect(person.page.locator(".desk > aside")).to_contain_text(words)
        expect(person.page.get_by_role("button", name="Send")).to_have_count(0)
    expect(chat(ken)).to_contain_text("ホストが会話を閉じています。")

    aya.page.get_by_role("button", name="Menu").click()
    aya.page.get_by_role("button", name="Propose to end").click()
    ken.page.get_by_role("button", name="賛成").click()
    expect(aya.page.locator(".desk > aside")).to_contain_text("who is going to stray?")


def test_who_is_not_heard_is_a_person_wherever_they_sit(people, server):
    """The host has Aya and Mio change places: Mio now sits where Aya was."""
    made = server.create("ritual", players=3, name="Ken", gather=True)
    tickets = [made, *(server.join(made["table"], name=name) for name in ("Aya", "Mio"))]
    sockets = [server.socket(made["table"], ticket["token"]) for ticket in tickets]
    ken = people(viewport={"width": 390, "height": 844})
    ken.sit(made, "ritual")
    talk = ken.page.locator(".talk")
    assert sockets[1].ask(type="chat", text="first")["type"] == "ack"
    talk.get_by_role("button", name="Do not show what Aya says").click()
    ken.page.get_by_role("button", name="Seat 3: change places with seat 2").click()
    expect(ken.page.locator(".people li").nth(1)).to_contain_text("Mio")
    for socket, text in zip(sockets, ("mine", "second", "third"), strict=True):
        assert socket.ask(type="chat", text=text)["type"] == "ack"
    expect(talk.locator("li")).to_have_text([re.compile("mine"), re.compile("third")])
    ken.page.get_by_role("button", name="Seat 2: change places with seat 1").click()
    expect(ken.page.locator(".people li").nth(1)).to_contain_text("Ken")
    expect(talk.locator("li.mine")).to_have_text(re.compile("mine"))
    expect(talk).to_contain_text("Not shown: Aya")
    talk.get_by_role("button", name="Show again").click()
    expect(talk.locator("li")).to_have_count(4)


def test_when_the_host_has_gone_for_good_others_open_talk_again(people, server):
    made = server.create("ritual", players=2, name="Aya")
    joined = server.join(made["table"], name="Ken")
    host = server.socket(made["table"], made["token"])
    assert host.ask(type="hush", closed=True)["type"] == "ack"
    ken = people(viewport={"width": 390, "height": 664})
    ken.sit({**joined, "table": made["table"], "code": made["code"]}, "ritual")
    ken.skip_hints()
    ken.page.get_by_role("button", name="Menu").click()
    talk = ken.page.get_by_role("switch", name="Talk at this table")
    expect(talk).to_have_count(0)
    host.send(type="leave", key="left")
    talk.click()
    ken.page.get_by_role("button", name="Close").first.click()
    expect(chat(ken).get_by_label("Write a message")).to_be_visible()
