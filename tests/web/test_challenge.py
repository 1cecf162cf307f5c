"""Challenges in the browser: solved by one decision on the real board, answered with what each choice is worth."""

import gzip
import json
import re

import pytest
from playwright.sync_api import expect

import takujo
from takujo.games import SLUGS
from takujo.insight.puzzles import puzzles
from takujo.server.game_routes import _game_puzzles

pytestmark = pytest.mark.once


@pytest.mark.parametrize("slug", SLUGS)
def test_what_the_page_gets(slug):
    """Every choice that was looked at may be made, the best is good, the usual one is not; nothing but a seat's view."""
    game = takujo.load(slug)
    told = json.loads(gzip.decompress(_game_puzzles(game)))["puzzles"]
    assert [each["id"] for each in told] == [each["id"] for each in puzzles(game)]
    for puzzle in told:
        good = {json.dumps(row["action"]): row["good"] for row in puzzle["actions"]}
        assert all(row["action"] in puzzle["legal"] for row in puzzle["actions"]), puzzle["id"]
        assert puzzle["actions"][0]["good"], puzzle["id"]
        assert not good[json.dumps(puzzle["usual"])], puzzle["id"]
        twin = game.determinize(puzzle["view"], 1)
        assert twin.view(puzzle["seat"]) == puzzle["view"], puzzle["id"]


def test_a_challenge_is_tried_and_solved(people):
    """RITUAL: the usual chant is answered, a good one solves it, with the reason; what was not found can be looked at."""
    person = people()
    page = person.page
    person.go()
    page.locator("[data-game=ritual] a[href='/challenge/ritual']").click()
    all_of = puzzles(takujo.load("ritual"))
    chants = [i for i, puzzle in enumerate(all_of) if puzzle["actions"][0]["action"]["type"] == "chant"]
    puzzle = all_of[chants[0]]
    page.locator("article ol button").nth(chants[0]).click()
    teacher = page.locator(".teacher")
    for action, answer in ((puzzle["usual"], "clearly better"), (puzzle["actions"][0]["action"], "as good")):
        choose(page, action)
        expect(teacher).to_contain_text(answer)
        if answer == "clearly better":  # whoever does not find it may look
            expect(teacher.locator("details ul")).not_to_be_visible()
            teacher.get_by_text("Show what each choice is worth").click()
            expect(teacher.locator("li").filter(has_text="yours")).to_contain_text("less")
            page.get_by_role("button", name="Try again").click()
    expect(teacher).to_contain_text(
        f"is worth {round(100 * puzzle['gap']['value'])} % less"
    )  # and why, by what differs
    rows = {json.dumps(row["action"]): row["outcomes"] for row in puzzle["actions"]}
    name = next(name for name in puzzle["why"] if name != "award")  # which is an amount
    mine, best = (
        int(100 * rows[json.dumps(action)][name]["value"] + 0.5)  # as JavaScript rounds
        for action in (puzzle["usual"], puzzle["actions"][0]["action"])
    )
    expect(teacher).to_contain_text(f"{mine} %, with the best choice {best} %")
    expect(page.locator(".desk > aside")).to_contain_text("the best")
    page.get_by_role("button", name="Leave the lesson").click()
    expect(page.locator("article ol .solved")).to_have_count(1)
    assert person.errors == []


def test_a_choice_on_the_sheet_is_shown_where_it_is(people):
    """IN THE RUIN: beside the words is a small picture of its place; coordinates are for those who do not see it."""
    person = people()
    page = person.page
    all_of = puzzles(takujo.load("in-the-ruin"))
    kinds = ("draw", "move")
    number = next(
        i for i, puzzle in enumerate(all_of) if {row["action"]["type"] for row in puzzle["actions"]} < {*kinds}
    )
    person.go("/challenge/in-the-ruin")
    page.locator("article ol button").nth(number).click()
    page.locator(".sheet.active [role=gridcell][tabindex='0']").focus()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator(".dock .chosen")).to_have_text(re.compile("^(Draw . squares as|Move to the marked square)"))
    page.get_by_role("button", name="Confirm").click()
    page.locator(".teacher summary").evaluate("summary => summary.click()")
    rows = page.locator(".teacher details li")
    expect(rows.first.get_by_role("img", name=re.compile(r"\d+,\d+"))).to_be_visible()
    assert rows.count() == rows.get_by_role("img").count()
    assert not re.search(r"\d+,\d+", rows.first.inner_text())
    assert person.errors == []


def choose(page, action) -> None:
    """A card of RITUAL by its ends: `r1g3`, side 1 is green 3."""
    colours = {"r": "red", "g": "green", "y": "yellow"}
    ends = [f"{colours[action['card'][i]]} {action['card'][i + 1]}" for i in (0, 2)]
    up, down = ends[action["side"]], ends[1 - action["side"]]
    either = (
        page.locator("main button[aria-pressed]")
        .filter(has_text=f"{ends[0]}, other end {ends[1]}")
        .or_(page.locator("main button[aria-pressed]").filter(has_text=f"{ends[1]}, other end {ends[0]}"))
    )
    either.first.click()
    if not page.locator("main button[aria-pressed=true]").filter(has_text=f"{up}, other end {down}").count():
        page.locator("main button[aria-pressed=true]").click()
    page.get_by_role("button", name="Confirm").click()
