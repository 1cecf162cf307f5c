"""Whole games by keys alone, from the home page to the result."""

import pytest

from takujo.games import SLUGS, load
from tests.web.typist import Typist

pytestmark = pytest.mark.once


@pytest.mark.parametrize("slug", SLUGS)
def test_a_whole_game_without_a_mouse(people, slug):
    person = people(Typist)
    person.open_a_table(slug, load(slug).players[0])
    person.play_to_the_end()
    assert person.states[-1]["result"]
    person.tab_to(".result .buttons .primary")  # once more
