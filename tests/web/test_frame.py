"""The frame of every table: reload, restart, trouble, size, accessibility."""

import gzip

import pytest
from playwright.sync_api import expect

from takujo.games import TITLES
from tests.helpers import ROOT
from tests.server.parts import Server

pytestmark = pytest.mark.once

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def test_a_reload_in_the_middle_loses_nothing(people):
    person = people()
    person.play_now("RITUAL")
    while len(person.states) < 8:
        person.try_to_act()
    before = person.states[-1]
    person.frames.clear()
    person.page.reload()
    expect(person.page.get_by_label("What to do now")).to_be_visible()
    while not person.states:
        person.page.wait_for_timeout(20)
    assert person.states[0]["seq"] >= before["seq"]
    person.play_to_the_end()


def test_a_restart_of_the_server_is_survived(people, browser, tmp_path):
    with Server(tmp_path) as server:
        person = people(base_url=f"http://127.0.0.1:{server.port}")
        person.play_now("RITUAL")
        while len(person.states) < 6:
            person.try_to_act()
        server.kill()
        expect(person.page.get_by_text("Connection lost")).to_be_visible()
        server.start()
        expect(person.page.get_by_text("Connection lost")).to_be_hidden(timeout=30_000)
        person.play_to_the_end()


def test_trouble_is_told_in_friendly_words(people, server):
    person = people()
    person.go()
    person.page.get_by_label("You have a code?").fill("NOSUCH")
    person.page.get_by_role("button", name="Join").click()
    expect(person.page.get_by_text("There is no table with this address or code")).to_be_visible()
    person.go("/new/chess")
    expect(person.page.get_by_text("There is no such")).to_be_visible()
    table, _ = server.full("ritual", 2, spectators="none")
    person.go(f"/t/{table}")
    expect(person.page.get_by_text("All seats are taken, and this table lets nobody watch.")).to_be_visible()
    japanese = people(locale="ja-JP")
    japanese.go(f"/t/{table}")
    expect(japanese.page.get_by_text("満席")).to_be_visible()
    assert person.errors == japanese.errors == []


def test_the_browsers_language_decides_first_and_the_choice_is_remembered(people):
    person = people(locale="ja-JP")
    person.go()
    expect(
        person.page.get_by_role("button", name="すぐに遊ぶ")
        .or_(person.page.get_by_role("button", name="すぐ遊ぶ"))
        .first
    ).to_be_visible()
    person.page.get_by_role("button", name="English").or_(person.page.get_by_label("English")).first.click()
    expect(person.page.get_by_role("button", name="Play now").first).to_be_visible()
    person.page.reload()
    expect(person.page.get_by_role("button", name="Play now").first).to_be_visible()


def test_the_first_load_is_small(people):
    """All JavaScript and CSS of the home page, and of a table with its board: at most 150 kB compressed."""
    for start in ("home", "table"):
        person = people()
        sizes: dict[str, int] = {}

        def weigh(response, sizes=sizes):
            if response.url.split("?")[0].endswith((".js", ".css")):
                sizes[response.url] = len(gzip.compress(response.body(), 9))

        person.page.on("response", weigh)
        if start == "home":
            person.go()
            expect(person.page.get_by_role("button", name="Play now").first).to_be_visible()
        else:
            person.play_now("Arkham Ritual")
            expect(person.page.get_by_label("What to do now")).to_be_visible()
        assert sizes
        total = sum(sizes.values())
        print(f"{start}: {total / 1000:.1f} kB of JavaScript and CSS, compressed")
        assert total <= 150_000


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("lang", ["en-GB", "ja-JP"])
def test_axe_finds_nothing_serious(people, server, theme, lang):
    """Home, new table, about, and the table of every game."""
    person = people(color_scheme=theme, locale=lang)
    found = []

    def look(what: str) -> None:
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
        result = person.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        for violation in result["violations"]:
            if violation["impact"] in ("serious", "critical"):
                found.append((what, violation["id"], [node["html"][:200] for node in violation["nodes"][:3]]))

    person.go()
    expect(person.page.locator("main button").first).to_be_visible()
    look("home")
    for path in ("/new/arkham-ritual", "/about"):
        person.go(path)
        person.page.wait_for_load_state("networkidle")
        look(path)
    for slug in TITLES:
        made = server.create(slug, [{"kind": "open"}, *[{"kind": "bot", "level": "regular"}] * 2])
        person.sit(made, slug)
        look(slug)
        while len(person.states) < 6:
            person.try_to_act()
        look(f"{slug}, being played")
    assert found == []
