"""The page of rules of each title: found from everywhere, drawn from what the engine gives, readable on a phone."""

import pytest
from playwright.sync_api import expect

from takujo.games import SLUGS, load
from takujo.guide import read
from tests.server.parts import BOT, OPEN

pytestmark = pytest.mark.once

WIDER = "document.documentElement.scrollWidth - innerWidth"
CUT = """() => [...document.querySelectorAll("figure")].filter((figure) => {
  const { left, right, width, height } = figure.querySelector(".picture").getBoundingClientRect();
  return left < 0 || right > innerWidth || width < 200 || height < 60;
}).map((figure) => figure.closest("article").id)"""
SHIFT = """() => new Promise((done) => new PerformanceObserver((list) =>
  done(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({ type: "layout-shift", buffered: true })
  ?? setTimeout(() => done(0), 500))"""


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(("lang", "size"), [("en-GB", (1440, 900)), ("ja-JP", (390, 664))])
def test_every_title_has_a_page_with_all_sections_and_pictures(people, slug, lang, size):
    """As many pictures as the examples have steps, each described by its caption; nothing is wider than the window."""
    game, language = load(slug), lang[:2]
    person = people(locale=lang, viewport={"width": size[0], "height": size[1]})
    person.go()
    person.page.locator(f"[data-game={slug}] a[href='/rules/{slug}']").click()
    expect(person.page.get_by_role("heading", level=1)).to_have_text(game.text.title[language], timeout=20_000)
    titles = [section.title[language] for section in game.text.guide]
    headings = person.page.locator("section[id] > h2")
    expect(headings).to_have_text(titles)
    steps = [step for example in read(game).examples for step in example.step]
    pictures = person.page.locator("figure > [role=img]")
    expect(pictures).to_have_count(len(steps))
    for i in range(len(steps)):
        described = pictures.nth(i).get_attribute("aria-labelledby")
        assert person.page.locator(f"[id='{described}']").inner_text().strip()
    assert person.page.evaluate(CUT) == []
    assert person.page.evaluate(WIDER) == 0
    assert person.page.evaluate(SHIFT) < 0.1
    assert person.errors == []


def test_an_address_may_name_a_section_or_an_example(people):
    """The page opens there, also from another page; the contents lead there too."""
    person = people()
    example = read(load("ritual")).examples[0]
    for place in ("vortex", example.id):
        person.go("/about")
        person.go(f"/rules/ritual#{place}")
        target = person.page.locator(f"[id='{place}']")
        expect(target).to_be_in_viewport()
        assert abs(target.bounding_box()["y"]) < 60
    person.page.locator("nav a[href='#end']").click()
    expect(person.page.locator("#end")).to_be_in_viewport()
    assert person.page.url.endswith("/rules/ritual#end")


def test_the_rules_can_be_searched_and_read_in_the_other_language(people):
    person = people()
    person.go("/rules/ritual")
    sections = person.page.locator("section[id]")
    expect(sections).to_have_count(len(load("ritual").text.guide))
    person.page.get_by_role("searchbox").fill("RES-V")
    expect(person.page.locator("#vortex")).to_be_visible()
    expect(person.page.locator("#setup")).to_have_count(0)
    person.page.get_by_role("searchbox").fill("nothing like this")
    expect(person.page.get_by_text("Nothing found.")).to_be_visible()
    person.page.get_by_role("searchbox").fill("")
    expect(person.page.locator("figure").get_by_text("Aki").first).to_be_attached()
    person.page.get_by_text("日本語").click()
    expect(person.page.locator("figure").get_by_text("アキ").first).to_be_attached()
    expect(person.page.locator("figure").get_by_text("Aki")).to_have_count(0)
    assert person.page.title() == "リチュアルのルール"


def test_there_are_no_rules_of_an_unknown_game(people):
    person = people()
    person.go("/rules/chess")
    expect(person.page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    assert person.errors == []


def test_the_rules_are_at_hand_before_and_at_the_table(people, server):
    """From a new table, while joining, while waiting and beside the board they open in a tab of their own."""
    person = people()
    link = person.page.locator("a[href='/rules/ritual'][target=_blank]")
    person.go("/new/ritual")
    expect(link).to_be_visible()
    person.go(f"/t/{server.create('ritual', players=2)['table']}")
    expect(person.page.get_by_role("button", name="Sit down")).to_be_visible()
    expect(link).to_be_visible()
    person.sit(server.create("ritual", [OPEN, OPEN]), "ritual")
    expect(link).to_be_visible()
    person.sit(server.create("ritual", [OPEN, BOT]), "ritual")
    person.page.locator(".tabs [data-hint=rules]").click()
    with person.context.expect_page() as opened:
        link.click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("RITUAL")


def test_the_rules_can_be_printed(people):
    """On light paper, without what only a screen needs; afterwards all is as before."""
    person = people(color_scheme="dark")
    person.go("/rules/ritual")
    expect(person.page.locator("section[id]").first).to_be_visible()
    person.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    person.page.emulate_media(media="print")
    assert person.page.evaluate("document.documentElement.dataset.theme") == "light"
    for part in ("nav", "footer", "[type=search]"):
        expect(person.page.locator(part).first).to_be_hidden()
    person.page.emulate_media(media="screen")
    person.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert person.page.evaluate("document.documentElement.dataset.theme ?? null") is None
    expect(person.page.locator("nav").first).to_be_visible()
