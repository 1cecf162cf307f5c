"""Great moments: each has a scene that says who did it, or to whom it happens; whoever wants no motion reads it standing still."""

import pytest
from playwright.sync_api import expect

from tests.web.smooth import scenes
from tests.web.test_fits import OPTIONS, PLAYERS, sitter

pytestmark = pytest.mark.once

ABOUT = {  # the seats that a scene names
    "wakes": lambda event: [event["owner"]],
    "bomb": lambda event: [event["seat"], event["target"]],
    "kill": lambda event: [event["by"], event["target"]],
    "gem": lambda event: [event["seat"]],
    "vortex": lambda event: event["off"],
    "mad": lambda event: [event["seat"]],
    "ten": lambda event: [seat for seat, total in enumerate(event["totals"]) if total == 10],
}
SEEDS = 12


@pytest.mark.parametrize(
    ("slug", "names"),
    [
        ("arkham-ritual", {"wakes"}),
        ("ayatsuri", {"bomb", "kill"}),
        ("in-the-ruin", {"gem"}),
        ("ritual", {"vortex", "mad", "ten"}),
    ],
)
def test_a_scene_names_those_it_is_about(browser, server, slug, names):
    players = PLAYERS[slug][1]
    missing = set(names)
    for name, event, before, state in scenes(slug, SEEDS):
        if name not in missing:
            continue
        missing.remove(name)
        person = sitter(browser, server, "bars", reduced_motion="no-preference")
        person.take(server, slug, players, {**before, "stages": []}, **OPTIONS.get((slug, players), {}))
        person.show(state)
        scene = person.page.locator(f".scene.{name}")
        scene.wait_for()
        for seat in ABOUT[name](event):
            expect(scene).to_contain_text(f"Player {seat + 1}")
        inside = (
            "scene => { const box = scene.getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth }"
        )
        assert scene.evaluate(inside)
        expect(scene).to_have_count(0)
        assert person.errors == []
        person.context.close()
        if not missing:
            return
    assert not missing
