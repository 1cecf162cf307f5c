"""Great moments: each has a scene that says who did it, or to whom it happens; whoever wants no motion reads it standing still."""

import pytest
from playwright.sync_api import expect

from tests.web.person import SOON, within
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


def test_a_result_on_a_phone_says_why_and_keeps_its_lines_apart(people, server):
    """What decided it is said once, no button needs two lines, and no seat's line lies on another's."""
    table, tokens = server.full("ritual", 2)
    for _ in within(SOON, "the end"):
        now = server.look(table)
        if now["result"]:
            break
        seat = now["to_act"][0]
        server.act(table, tokens[seat], server.look(table, tokens[seat])["legal"][0])
    person = people(locale="ja-JP", viewport={"width": 390, "height": 664}, has_touch=True)
    person.sit({"table": table, "token": tokens[0]}, "ritual")
    result = person.page.locator("section.result")
    expect(result.locator(".decided")).to_contain_text("貢献")
    assert "プレイヤー" not in result.locator(".decided").inner_text()  # the table below has what all have
    expect(result.locator(".line")).to_have_count(2)
    starts = result.locator(".line").evaluate_all("all => all.map((one) => one.getAttribute('d').split('H')[0])")
    assert len(set(starts)) == 2
    heights = result.locator(".more .button").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert set(heights) == {44}
    back = person.page.locator(".dock").get_by_role("button", name="結果")
    expect(back).to_have_count(0)  # it is in sight
    person.page.locator("main").evaluate("main => main.scrollTo(0, main.scrollHeight)")
    back.click()
    expect(result.locator(".decided")).to_be_in_viewport()
    expect(back).to_have_count(0)
    assert person.errors == []
