"""The replay of a finished game on the page: every step, the link to one, the check of the record."""

import json
import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from takujo.games import SLUGS, load
from takujo.match import Match, verify
from takujo.proof import judge
from tests.helpers import ROOT
from tests.server.parts import BOT, Json, Server
from tests.web.person import GAME, SOON, within
from tests.web.test_frame import SETTLED

pytestmark = pytest.mark.once

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def finished(server: Server, slug: str, **more: str) -> Json:
    """A table that bots have played to its end."""
    made: Json = server.create(slug, [BOT] * (load(slug).players[0] + 1), sit=False, **more)
    for _ in within(GAME, "the end of the game"):
        if server.look(made["table"], made["token"])["table"]["status"] == "over":
            break
        time.sleep(0.05)
    return made


@pytest.fixture(scope="module")
def ended(server):
    """One finished table of each title."""
    return {slug: finished(server, slug) for slug in SLUGS}


def views(record: Json, seat: int | None, *, whole: bool) -> list[Json]:
    """As the engine has them."""
    done = verify(record)
    match = Match(done.game, done.players, done.options, done.seed)
    found = []
    for action in (None, *done.actions):
        if action:
            match.play(*action)
        found.append(match.state.position() if whole else match.state.view(seat))
    return found


def counter(page: Page) -> Locator:
    return page.locator(".scrubber .count")


def eyes(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name="Through whose eyes").get_by_role("button", name=name)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_is_stepped_through_from_start_to_end(people, server, ended, slug):
    """By keyboard, as seat 1 and with all open: what the page was given is what the engine saw, and the board draws it."""
    made = ended[slug]
    record = server.record(made["table"]).json()
    person, last = people(), len(record["actions"])
    for seat, asked in ((1, "1"), (None, "all")):
        with person.page.expect_response(re.compile("/replay")) as answer:
            person.go(f"/r/{made['code']}?seat={asked}")
        steps = json.loads(answer.value.body())["steps"]
        assert [step["view"] for step in steps] == views(record, seat, whole=seat is None)
        seen = [counter(person.page).inner_text()]
        for _ in within(SOON, "the last step"):
            if seen[-1] == f"{last}/{last}":
                break
            person.page.keyboard.press("ArrowRight")
            seen.append(counter(person.page).inner_text())
        expect(person.page.locator("main")).not_to_be_empty()
        assert list(dict.fromkeys(seen)) == [f"{n}/{last}" for n in range(last + 1)]  # ends of rounds take two
        assert person.errors == []
    person.page.keyboard.press("Home")
    expect(counter(person.page)).to_have_text(f"0/{last}")
    person.page.keyboard.press("PageDown")
    expect(counter(person.page)).not_to_have_text(f"0/{last}")
    for name in ("Agnes", "Spectator", "All open"):
        eyes(person.page, name).click()
        person.page.keyboard.press("End")
        person.page.keyboard.press("ArrowLeft")
    person.page.get_by_label("Speed").select_option("4×")
    person.page.keyboard.press("Escape")
    person.page.get_by_role("button", name="Play", exact=True).click()
    expect(counter(person.page)).to_have_text(f"{last}/{last}")
    expect(person.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert person.errors == []


def test_a_link_opens_at_its_step_and_seat(people, ended):
    made = ended["ritual"]
    first = people(permissions=["clipboard-read", "clipboard-write"])
    first.go(f"/r/{made['table']}")
    expect(eyes(first.page, "All open")).to_have_attribute("aria-pressed", "true")
    eyes(first.page, "Bruno").click()
    expect(eyes(first.page, "Bruno")).to_have_attribute("aria-pressed", "true")
    for _ in range(5):
        first.page.keyboard.press("ArrowRight")
    told = first.page.locator(".dock .told").inner_text()
    first.page.get_by_role("button", name="Copy link to this step").click()
    link = first.page.evaluate("() => navigator.clipboard.readText()")
    assert link.endswith(f"/r/{made['code']}?seat=1&step=5")
    first.page.wait_for_url(link)
    second = people()
    second.go(link)
    expect(counter(second.page)).to_contain_text("5/")
    assert second.page.locator(".dock .told").inner_text() == told
    expect(eyes(second.page, "Bruno")).to_have_attribute("aria-pressed", "true")
    for wrong in ("step=x", "step=-3", "step=99999", "step=1e9"):
        second.go(f"/r/{made['code']}?{wrong}")
        expect(counter(second.page)).to_be_visible()
    second.go(f"/r/{made['code']}?seat=7")
    expect(second.page.get_by_text("There is no such seat at this table.")).to_be_visible()
    assert first.errors == second.errors == []


def test_with_all_open_no_card_of_ayatsuri_shows_its_back(people, ended):
    """Nor the face-down one, nor the hand that is picked from; through other eyes they do."""
    person = people()
    for asked, hidden in (("all", False), ("spectator", True)):
        person.go(f"/r/{ended['ayatsuri']['code']}?seat={asked}&step=1")
        expect(person.page.locator(".aside .card").first).to_be_visible()
        assert bool(person.page.locator("main .card.back").count()) is hidden


def test_the_record_is_checked_in_the_browser_and_can_be_taken_along(people, server, ended):
    made = ended["ritual"]
    person = people()
    person.go(f"/r/{made['code']}")
    person.page.get_by_role("button", name="Check", exact=True).click()
    expect(person.page.get_by_role("heading", name="Verified")).to_be_visible()
    expect(person.page.get_by_text("the seed is the one that was committed to")).to_be_visible()
    with person.page.expect_download() as taken:
        person.page.get_by_role("button", name="Download record").click()
    record = json.loads(taken.value.path().read_text())
    assert record == server.record(made["table"]).json()
    assert judge(record).key == record["server"]["key"]


@pytest.mark.parametrize("key", ["seed", "commitment"])
def test_a_record_that_does_not_fit_is_said_not_to_fit(people, ended, key):
    """A server that shows another seed at the end, or another commitment than before, is found out."""
    made = ended["ritual"]
    person = people()

    def lie(route):
        answer = route.fetch()
        told = answer.json()
        where = told if key == "seed" else told.get("table", {})
        if key in where:
            where[key] = "00" * 32
        route.fulfill(response=answer, json=told)

    person.page.route(re.compile(rf"/api/tables/{made['table']}(/record)?$"), lie)
    person.go(f"/r/{made['table']}")
    person.page.get_by_role("button", name="Check", exact=True).click()
    expect(person.page.get_by_role("heading", name="Something does not fit")).to_be_visible()


OUT = """() => {
  const dock = document.querySelector(".dock").getBoundingClientRect();
  const controls = [...document.querySelectorAll(".scrubber :is(button, select)")].filter((each) => each.checkVisibility());
  const title = document.querySelector("header h1");
  const out = controls.filter((each) => each.getBoundingClientRect().right > dock.right);
  return [out.length, title.scrollHeight > title.clientHeight + 3];
}"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (390, 664)])
def test_its_controls_stay_in_their_place_and_its_title_is_read_whole(people, ended, width, height):
    """On a small laptop the speed lay over the log; on a phone only "Replay: ..." was left."""
    person = people(locale="ja-JP", viewport={"width": width, "height": height})
    person.go(f"/r/{ended['ayatsuri']['table']}?seat=all&step=3")
    expect(person.page.get_by_role("slider")).to_be_visible()
    assert person.page.evaluate(OUT) == [0, False]


def test_the_result_and_my_tables_lead_to_the_replay_as_i_saw_it(people):
    """And the check knows the commitment that this browser saw during the game."""
    person = people()
    person.play_now("RITUAL")
    person.play_to_the_end()
    person.result.get_by_role("link", name="Replay").click()
    person.page.wait_for_url("**/r/*")
    expect(eyes(person.page, "Player 1")).to_have_attribute("aria-pressed", "true")
    person.page.get_by_role("button", name="Check", exact=True).click()
    expect(person.page.get_by_text("the one this browser noted during the game")).to_be_visible()
    person.go("/")
    person.page.get_by_role("link", name="Replay").click()
    expect(counter(person.page)).to_be_visible()


def test_before_the_end_and_for_strangers_it_says_why_not(people, server):
    person = people()
    playing = server.create("ritual", [BOT, {"kind": "open"}, {"kind": "open"}])
    person.go(f"/r/{playing['code']}")
    expect(person.page.get_by_text("The replay is for after the end")).to_be_visible()
    person.go(f"/r/{finished(server, 'ritual', spectators='none')['code']}")
    expect(person.page.get_by_text("this table lets nobody watch")).to_be_visible()


@pytest.mark.parametrize(("theme", "lang"), [("dark", "en-GB"), ("light", "ja-JP")])
def test_axe_finds_nothing_in_replays(people, ended, theme, lang):
    """Every title with all open in the middle, on a laptop and a phone; the check beside it."""
    for viewport in ({"width": 1440, "height": 900}, {"width": 390, "height": 844}):
        person = people(color_scheme=theme, locale=lang, viewport=viewport)
        found = []
        for slug in SLUGS:
            person.go(f"/r/{ended[slug]['code']}?seat=all&step=20")
            expect(counter(person.page)).to_be_visible()
            if slug == "ritual":
                person.page.get_by_role("button", name=re.compile("^(Check|検証)$")).click()
                expect(person.page.locator(".check h2")).to_be_visible()
            # some rooms are dark by themselves: looked at is the theme that is chosen
            person.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
            person.page.evaluate(SETTLED)
            person.page.evaluate(AXE.read_text(encoding="utf-8"))
            result = person.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
            found += [
                (slug, violation["id"], [node["html"][:200] for node in violation["nodes"][:3]])
                for violation in result["violations"]
                if violation["impact"] in ("serious", "critical")
            ]
            assert person.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), slug
        assert found == []
