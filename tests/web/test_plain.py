"""A game without a board of its own is played on the plain one."""

import os

import pytest
from playwright.sync_api import expect

from tests.outside import PROJECT, copy, install, register
from tests.server.parts import Server

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One with liar's dice, and with a game that is broken."""
    folder = tmp_path_factory.mktemp("plain")
    copy(folder, "broken", rules=("from .state import", "1 / 0\nfrom .state import"))
    with pytest.MonkeyPatch.context() as patch:
        path = [os.environ.get("PYTHONPATH", ""), install(PROJECT, folder), register(folder, broken="broken")]
        patch.setenv("PYTHONPATH", os.pathsep.join(map(str, path)))
        with Server(folder, jit="0") as server:
            yield server


@pytest.mark.parametrize("width", [1440, 390])
def test_liars_dice_is_played_on_the_web_table(people, width):
    """From the first page to the result: one's own dice lie open, others' do not; what can be done is a button."""
    person = people(viewport={"width": width, "height": 844})
    page = person.page
    person.go("/")
    expect(page.get_by_text("Cannot be played on this server now: broken")).to_be_visible()
    person.play_now("Liar's dice")
    board = page.locator(".plain")
    expect(board.locator(".me .cards li")).to_have_count(5)
    expect(board.locator(".seats .backs").first).to_have_text("×5")
    offered = []
    person.look = lambda _: offered.extend(board.locator(".actions button").all_inner_texts())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    person.play_to_the_end()
    assert "Liar!" in offered
    assert any(" × " in words for words in offered)
