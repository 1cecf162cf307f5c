"""The frame of every table: reload, restart, trouble, size, accessibility."""

import gzip
import re

import pytest
from playwright.sync_api import expect

from takujo.games import SLUGS
from tests.helpers import ROOT
from tests.server.parts import BOT, OPEN, Server
from tests.web.person import REMEMBER

pytestmark = pytest.mark.once

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def test_a_reload_in_the_middle_loses_nothing(people):
    person = people()
    person.play_now("RITUAL")
    person.act_until(lambda me: len(me.states) >= 8, "eight states")
    before = person.states[-1]
    person.frames.clear()
    person.page.reload()
    expect(person.page.get_by_label("What to do now")).to_be_visible()
    person.wait_until(lambda me: me.states, "a state")
    assert person.states[0]["seq"] >= before["seq"]
    person.play_to_the_end()


def test_a_restart_of_the_server_is_survived(people, browser, tmp_path):
    with Server(tmp_path) as server:
        person = people(base_url=f"http://127.0.0.1:{server.port}")
        person.play_now("RITUAL")
        person.act_until(lambda me: len(me.states) >= 6, "six states")
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


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_the_first_load_is_small(people, locale):
    """All JavaScript and CSS of the home page, and of a table with its board: at most 150 kB compressed, in every language."""
    for start in ("home", "table"):
        person = people(locale=locale)
        sizes: dict[str, int] = {}

        def weigh(response, sizes=sizes):
            if response.url.split("?")[0].endswith((".js", ".css")):
                sizes[response.url] = len(gzip.compress(response.body(), 9))

        person.page.on("response", weigh)
        person.go()
        play = person.page.locator("[data-game=arkham-ritual] .primary")
        expect(play).to_be_visible()
        if start == "table":
            play.click()
            expect(person.page.locator(".dock")).to_be_visible()
        total = sum(sizes.values())
        print(f"{start}, {locale}: {total / 1000:.1f} kB of JavaScript and CSS, compressed")
        assert total <= 150_000
        words = [url for url in sizes if re.search(r"/(en|ja)-[^/]*js$", url)]
        assert len(words) == 1, words  # what only later pages say is not waited for, nor is another language


# A colour that is inherited begins to change only when that of its parent has changed: so more than once, but not for ever.
SETTLED = """async () => {
  const running = () => document.getAnimations().filter(({ playState }) => playState === "running");
  for (let round = 0; round < 8 && (round === 0 || running().length); round++) {
    const ended = Promise.allSettled(running().map(({ finished }) => finished));
    await Promise.race([ended, new Promise((done) => setTimeout(done, 500))]);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
}"""


def serious(page, themes=("dark", "light")) -> list[tuple[str, list[str]]]:
    """What axe finds on the page in the dark, and with the colours of the light theme."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = []
    for theme in themes:
        options = {"runOnly": ["color-contrast"]} if theme == "light" else {}
        page.emulate_media(color_scheme=theme)
        page.evaluate(
            "theme => { document.documentElement.dataset.theme = theme }", theme
        )  # some rooms are dark by themselves
        found += [(f"{theme}: {name}", nodes) for name, nodes in violations(page, options) or violations(page, options)]
    return found


def violations(page, options) -> list[tuple[str, list[str]]]:
    """Asked twice where there are any: a bot may have decided while axe looked, half before and half after."""
    page.evaluate(SETTLED)
    result = page.evaluate("options => axe.run(document, {resultTypes: ['violations'], ...options})", options)
    return [
        (violation["id"], [node["html"][:200] for node in violation["nodes"][:3]])
        for violation in result["violations"]
        if violation["impact"] in ("serious", "critical") or violation["id"] == "heading-order"
    ]


PAGES = ("/", "/about", "/nowhere", *(f"/{page}/{slug}" for page in ("new", "rules") for slug in SLUGS))


@pytest.mark.parametrize("lang", ["en-GB", "ja-JP"])
def test_axe_finds_nothing_serious(people, server, lang):
    """Every page, the table of every game before and in play, the rules beside it; once more one of each in Japanese."""
    person = people(locale=lang, color_scheme="dark" if lang == "en-GB" else "light")
    found = {}
    slugs = SLUGS if lang == "en-GB" else SLUGS[:1]
    for path in PAGES if lang == "en-GB" else (*PAGES[:3], *(f"/{page}/{slugs[0]}" for page in ("new", "rules"))):
        person.go(path)
        person.page.wait_for_load_state("networkidle")
        alike = path.startswith("/rules/") and path != f"/rules/{slugs[0]}"  # long pages, of the same parts
        found[path] = serious(person.page, ("dark",) if alike else ("dark", "light"))
    person.go(f"/t/{server.create('ritual', players=2)['table']}")
    expect(person.page.locator("main button").first).to_be_visible()
    found["join"] = serious(person.page)
    for slug in slugs:
        person.sit(server.create(slug, [OPEN, BOT, BOT]), slug)
        found[f"{slug}, first hint"] = serious(person.page)
        person.act_until(lambda me: len(me.states) >= 6, "six states")
        found[f"{slug}, being played"] = serious(person.page)
        person.page.locator(".tabs [data-hint=rules]").click()
        expect(person.page.locator("aside input")).to_be_visible()
        found[f"{slug}, rules"] = serious(person.page)
        person.page.locator(".tabs [data-hint=notes]").click()
        expect(person.page.locator("aside textarea:enabled")).to_be_visible()
        found[f"{slug}, notes"] = serious(person.page)
    assert {where: what for where, what in found.items() if what} == {}


AWAY = """
  Object.defineProperty(document, "hidden", { get: () => true });
  window.told = [];
  window.Notification = class {
    static permission = "granted";
    constructor(title, { body }) { window.told.push(`${title}: ${body}`); }
  };
"""


def test_time_that_is_up_is_told(people, server):
    """The clock runs down; then a bot decides, that is told once, and the page calls for nobody any more."""
    person = people()
    person.context.add_init_script(AWAY)
    person.go("/about")
    person.page.evaluate("localStorage.setItem('prefs', JSON.stringify({notify: true, hinted: ['in-the-ruin']}))")
    live = {"kind": "live", "bank": 10, "increment": 0}
    person.sit(server.create("in-the-ruin", [OPEN, BOT, BOT], pace=live), "in-the-ruin")
    mine = person.page.locator(".strip .me time")
    expect(person.page).to_have_title(re.compile("^● Your turn"))
    expect(mine).to_have_text(re.compile("0:0[1-8]"))
    expect(person.page.get_by_text("a bot decides for you.")).to_be_visible(timeout=15_000)
    person.page.wait_for_timeout(300)  # in which the bot decides again
    assert [line.split(":")[0] for line in person.page.evaluate("told")] == ["Your turn", "IN THE RUIN"]
    expect(person.page).to_have_title(re.compile("^IN THE RUIN"))


def test_a_seat_that_is_played_is_not_thrown_away_by_one_touch(people, server):
    """The cross in the list of one's tables asks; leaving hands the seat to a bot."""
    person = people()
    made = server.create("ritual", [OPEN, BOT])
    person.sit(made, "ritual")
    page = person.page
    cross = page.get_by_role("button", name=re.compile("Take table .* off this list"))

    def forget() -> None:
        person.go()
        expect(page.get_by_text(re.compile("your turn|being played"))).to_be_visible()
        cross.click()
        expect(page.get_by_role("heading", name="Leave this table?")).to_be_visible()

    forget()
    page.get_by_role("button", name="Close").click()
    expect(cross).to_be_visible()
    forget()
    page.get_by_role("link", name="Open the table").click()
    expect(page.get_by_label("What to do now")).to_be_visible()
    page.route("**/api/tables/*", lambda route: route.abort())  # and how it stands there is not known
    person.go()
    cross.click()
    expect(page.get_by_role("heading", name="Leave this table?")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    page.unroute("**/api/tables/*")
    forget()
    page.get_by_role("button", name="Leave the table").click()
    expect(cross).to_be_hidden()
    assert server.look(made["table"])["table"]["seats"][0]["auto"] == "left"
    assert person.errors == []


def test_no_seat_is_out_of_reach(people, server):
    """Also of somebody who sits at many tables."""
    person = people()
    person.go("/about")
    for _ in range(8):
        person.page.evaluate(REMEMBER, {**server.create("ritual", [OPEN, OPEN]), "game": "ritual"})
    person.go()
    mine = person.page.get_by_role("region", name="My tables").get_by_role("listitem")
    expect(mine).to_have_count(6)
    person.page.get_by_role("button", name="2 more").click()
    expect(mine).to_have_count(8)
    expect(mine.last).to_contain_text("waiting for players")
    expect(person.page.get_by_role("button", name="2 more")).to_have_count(0)


def test_a_browser_that_refuses_notices_is_told_of(people, server):
    person = people(permissions=[])
    person.sit(server.create("ritual", [OPEN, BOT]), "ritual")
    person.skip_hints()
    person.page.evaluate("Notification.requestPermission = async () => 'denied'")  # as headless browsers never ask
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("switch", name="Tell me when it is my turn").click()
    expect(person.page.get_by_text("This browser does not allow it")).to_be_visible()
