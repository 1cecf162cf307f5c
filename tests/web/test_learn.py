"""Lessons in the browser: from home in one tap, on the real board, with an answer to every decision, resumable."""

import pytest
from playwright.sync_api import expect

import takujo
from takujo import lessons
from takujo.games import SLUGS
from tests.web.person import SOON, within

pytestmark = pytest.mark.once

TAUGHT = [slug for slug in SLUGS if lessons.read(takujo.load(slug, compiled=False))]
WIDER = "document.documentElement.scrollWidth - innerWidth"
CLEAR = """() => {
  const right = (part) => document.querySelector(part).getBoundingClientRect().right;
  return right("header .where") <= document.querySelector("header .tools").getBoundingClientRect().left;
}"""
# Of RITUAL: the card to choose, and whether to turn it.
WAY = [
    ("red 1, other end yellow 3", True),
    ("red 2, other end green 4", True),
    ("red 2, other end green 3", True),
    ("red 4, other end green 2", False),
    ("red 3, other end green 1", False),
    ("red 2, other end green 3", True),
]


def chant(page, card: str, turn: bool) -> None:
    page.locator("main").get_by_role("button", name=card).click()
    if turn:
        page.locator("main button[aria-pressed=true]").click()
    page.get_by_role("button", name="Confirm").click()
    for _ in within(SOON, "the end of what came of it"):
        if not page.locator(".dock .review").count():
            break
        page.locator(".dock .review .primary").click()


def test_a_lesson_is_gone_through(people):
    """Home, aim, six scenes; a wrong try is answered and can be mended; what is done is kept over a reload."""
    person = people()
    page = person.page
    person.go()
    page.locator("[data-game=ritual] a[href='/learn/ritual']").click()
    page.get_by_role("button", name="Begin").click()
    teacher = page.locator(".teacher")
    expect(teacher).to_contain_text("The altar shows yellow")
    page.get_by_role("button", name="Hint").click()
    expect(teacher).to_contain_text("red 1 and yellow 3")
    chant(page, "red 2, other end green 1", turn=False)  # the rule in words, and the board is still mine
    expect(teacher).to_contain_text("That end is not yellow")
    for number, (card, turn) in enumerate(WAY, 1):
        if number == 3:  # what is done is kept
            page.reload()
            page.get_by_role("button", name="Go on with scene 3").click()
            chant(page, "red 4, other end yellow 2", turn=False)  # a wrong decision is played, and taken back
            expect(teacher).to_contain_text("Everybody loses the number they chanted")
            page.get_by_role("button", name="Try again").click()
            expect(teacher).to_contain_text("both stray")
        chant(page, card, turn)
        expect(teacher).to_contain_text("Right")
        page.get_by_role("button", name="Next scene" if number < len(WAY) else "Finish").click()
    expect(page.get_by_role("heading", name="You have seen all scenes")).to_be_visible()
    assert person.errors == []


@pytest.mark.parametrize("slug", TAUGHT)
def test_every_scene_can_be_opened_on_a_phone(people, slug):
    """In Japanese, nothing wider than the window, the task and something to choose in sight."""
    person = people(locale="ja-JP", viewport={"width": 390, "height": 664}, has_touch=True)
    page = person.page
    game = takujo.load(slug)
    for number, scene in enumerate(lessons.read(game).scenes):
        person.go(f"/learn/{slug}")
        page.locator("article ol button").nth(number).click()
        expect(page.locator(".teacher")).to_be_in_viewport()
        expect(page.locator(".where")).to_contain_text(lessons.texts(game)("lesson", scene.id, "title")["ja"])
        choices = page.locator("main button[aria-pressed]:enabled:not([data-aside]), main [role=gridcell]")
        expect(choices.first).to_be_attached()
        page.wait_for_function(
            """() => [...document.querySelectorAll("main button[aria-pressed], main [role=gridcell]")].some((one) => {
              const { top, bottom } = one.getBoundingClientRect();
              const main = document.querySelector("main").getBoundingClientRect();
              return top >= main.top - 1 && bottom <= main.bottom + 1;
            })"""
        )
        assert page.evaluate(WIDER) == 0, scene.id
        assert page.evaluate(CLEAR), f"{scene.id}: something lies over its title"
        expect(page.locator("header .aim")).to_be_visible()
    assert person.errors == []


@pytest.mark.parametrize("slug", TAUGHT)
def test_all_that_can_be_chosen_is_in_sight_on_a_laptop(people, slug):
    """What the teacher says stands above the board and leaves it its room."""
    person = people(locale="ja-JP")
    page = person.page
    person.go(f"/learn/{slug}")
    page.locator("article ol button").first.click()
    expect(page.locator(".teacher")).to_be_visible()
    page.wait_for_function(
        """() => {
          const { bottom } = document.querySelector("main").getBoundingClientRect();
          const all = [...document.querySelectorAll("main .hand button, main [aria-pressed]:enabled, main .me")];
          return all.length && all.every((one) => one.getBoundingClientRect().bottom <= bottom);
        }"""
    )
    assert person.errors == []


def test_there_is_no_lesson_of_an_unknown_game(people):
    person = people()
    person.go("/learn/chess")
    expect(person.page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    assert person.errors == []
