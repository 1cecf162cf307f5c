"""A game in the browser itself: the page's engine in Chromium, first by the byte, then as a table without a server."""

import gzip
import json

import pytest
from playwright.sync_api import expect

from takujo.match import verify
from tests.engine.golden import compared, lines, plays
from tests.engine.test_engine import bundle  # noqa: F401  # a fixture
from tests.libraries import SLUG, engine_of

pytestmark = pytest.mark.once

GOLDEN = """async (play) => {
  const { fetchTitle, lines } = await import("/golden.mjs");
  return [...lines(await fetchTitle(play.game, new URL("/engine/", location.origin)), play)];
}"""


@pytest.fixture
def person(people, bundle):  # noqa: F811  # the fixture
    """Somebody whose page has RITUAL's engine."""
    person = people()
    person.have_engine(SLUG, *engine_of(SLUG))
    person.send("golden.mjs", path=bundle, content_type="text/javascript")
    return person


def test_the_engine_in_chromium_and_a_game_without_a_server(person):
    """Every line as in Python; then a game against bots goes on while the network is gone, and after a reload."""
    person.go("/about")
    play = plays(SLUG)[0]
    found = person.page.evaluate(GOLDEN, play)
    assert [*map(compared, found)] == [*map(compared, lines(play))]

    asked, sizes = [], {}

    def weigh(response):
        if response.url.endswith((".js", ".css", ".wasm")):
            sizes[response.url] = len(gzip.compress(response.body(), 9))

    person.page.on("request", lambda request: asked.append(request.url))
    person.page.on("response", weigh)
    person.play_now("RITUAL")
    assert "/t/HERE-" in person.page.url
    expect(person.page.locator("header .code")).to_have_text("in this browser")  # nobody else could use a code
    expect(person.page.locator("main button").first).to_be_visible()
    assert any(url.endswith(".wasm") for url in sizes)
    assert sum(sizes.values()) <= 250_000, "frame, board and engine, compressed"
    person.page.remove_listener("response", weigh)
    for _ in range(20):
        person.try_to_act()
    person.page.reload()  # it is kept
    expect(person.page.locator("main button").first).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    person.context.set_offline(True)
    person.play_to_the_end()
    assert not [url for url in asked if "/api/tables" in url]
    with person.page.expect_download() as download:
        person.result.get_by_role("button", name="Record").click()
    record = json.loads(download.value.path().read_text("utf-8"))
    assert verify(record).state.result == record["result"]
    person.context.set_offline(False)
    person.result.get_by_role("link", name="Replay").click()
    expect(person.page.get_by_role("slider")).to_be_visible()
    expect(person.page.get_by_role("button", name="Copy link to this step")).to_have_count(0)
    assert person.errors == []


@pytest.mark.parametrize(
    ("locale", "said"), [("en-GB", "lives in the browser that made it"), ("ja-JP", "作ったブラウザの中だけ")]
)
def test_a_table_of_another_browser_says_what_it_is(people, locale, said):
    """Its address, its replay and its code, however it is typed: nobody is told to look at the code again letter by letter."""
    person = people(locale=locale)
    for path in ("/t/HERE-ABCD2345", "/r/HERE-ABCD2345?seat=0&step=3"):
        person.go(path)
        expect(person.page.get_by_role("alert")).to_contain_text(said)
        expect(person.page.get_by_role("alert").get_by_role("link")).to_have_count(1)
    for typed in ("here-abcd2345", "https://cards.example/t/HERE-ABCD2345?lang=ja"):
        person.go()
        person.page.locator("#code").fill(typed)
        person.page.locator("form .button").click()
        expect(person.page.get_by_role("alert")).to_contain_text(said)
    assert person.errors == []
