"""Own cards in the browser: filled in, refused with the line, mended, seen before one sits down, and drawn."""

import re

import pytest
from playwright.sync_api import expect

from tests.own_cards import own_set, packaged

pytestmark = pytest.mark.once


def test_own_cards_are_mended_line_by_line_and_played(people, server):
    """The standard set is a place to begin; what is wrong is marked; the guest knows, and the board draws them."""
    host, guest = people(), people()
    host.go("/new/ritual")
    page = host.page
    host.unfold()
    page.get_by_role("button", name="Start from the standard set").click()
    area = page.get_by_label("Cards as TOML")
    expect(area).to_have_value(packaged("ritual"))
    mine = packaged("ritual").replace('title = "RITUAL"', 'title = "Mine"').replace("points = 4", "points = 9")
    bad = mine.replace("back = [1, 3]", "back = 3", 1)
    area.fill(bad)
    page.get_by_role("button", name="Open the table").click()
    line = 1 + bad[: bad.index("back = 3")].count("\n")
    expect(page.get_by_role("button", name=f"Line {line}")).to_be_visible()
    expect(page.get_by_text("cards[6].back is 3; it takes a list of one or two integers 0 to 99")).to_be_visible()
    marked = area.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
    assert marked == "back = 3"
    area.fill(mine)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("“Mine” can be played.")).to_be_visible()
    page.get_by_label("2", exact=True).check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_text("cards of its own: “Mine”")).to_be_visible()
    guest.go(page.url)
    expect(guest.page.get_by_text("cards of its own: “Mine”")).to_be_visible()
    guest.page.get_by_role("button", name="Sit down").click()
    guest.be_ready()
    host.be_ready()
    host.play_to_the_end(guest)
    fronts = [card for state in host.states for row in state["view"]["rows"] for card in row]
    assert fronts


def test_the_sheet_of_a_ruin_shows_the_letters_of_its_own_cards(people, server):
    """Where they stand, and the pieces, come from the table and not from the page."""
    text = own_set("in-the-ruin", 4)
    made = server.create("in-the-ruin", [{"kind": "open"}, {"kind": "bot"}], sit=False, components=text)
    person = people()
    person.go(f"/t/{made['code']}")
    person.page.get_by_role("button", name="Sit down").click()
    expect(person.page.get_by_label("What to do now")).to_be_visible()
    letters = re.findall(r"^([A-X]) = \[(\d+), (\d+)\]", text, re.MULTILINE)
    drawn = person.page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.letter')].map(l => [l.textContent.trim(), "
        "(({ x, y, width, height }) => [y + height / 2, x + width / 2])(l.querySelector('text').getBoundingClientRect())]))"
    )
    assert sorted(drawn) == [letter for letter, _, _ in letters]
    square = {letter: (int(row), int(column)) for letter, row, column in letters}
    for axis in (0, 1):
        places = {round(drawn[letter][axis]) for letter in drawn}
        assert len(places) >= len({square[letter][axis] for letter in drawn})
        for a in drawn:
            for b in drawn:
                if square[a][axis] < square[b][axis]:
                    assert drawn[a][axis] + 5 < drawn[b][axis], (a, b)


@pytest.mark.parametrize(
    ("slug", "changes", "said"),
    [
        ("ritual", [("target = 10 ", "target = 12 ")], ["Exactly 12 ends the ritual", "/12"]),
        ("ayatsuri", [("kills_to_end = 3 ", "kills_to_end = 6 ")], ["/6"]),
    ],
)
def test_a_board_says_the_numbers_of_its_table(people, server, slug, changes, said):
    """And so does the guide beside it; the next table has the printed ones again."""
    text = packaged(slug)
    for old, new in changes:
        text = text.replace(old, new)
    seats = [{"kind": "open"}, {"kind": "bot"}, {"kind": "bot"}]
    person = people()
    for components, expected in ((text, said), (None, ["/10" if slug == "ritual" else ""])):
        made = server.create(slug, seats, sit=False, **({"components": components} if components else {}))
        person.go(f"/t/{made['code']}")
        person.page.get_by_role("button", name="Sit down").click()
        expect(person.page.get_by_label("What to do now")).to_be_visible()
        shown = person.page.locator("main").inner_text()
        assert all(words in shown for words in expected), shown
        if not components:
            assert "/6" not in shown
            assert "12 ends" not in shown
