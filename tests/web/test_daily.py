"""The map of the day in the page: dealt as the server deals it, its end counted there."""

import re

import pytest
from playwright.sync_api import expect

from tests.libraries import engine_of
from tests.server.test_daily import GAME, PATH, game_of

pytestmark = pytest.mark.once

# the table of this browser, as if it had been played up to there
PLAYED = """async ([id, actions]) => {
  const end = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = request.onblocked = () => fail(request.error ?? "blocked");
  });
  const database = await end(indexedDB.open("takujo", 1));
  const store = database.transaction("tables", "readwrite").objectStore("tables");
  const kept = await end(store.get(id));
  await end(store.put({ ...kept, actions: actions.map((action) => [0, action]), check: undefined }));
  database.close();
}"""

BESIDE = """() => {
  const [seat, day] = [".seats li", "section[aria-label='Map of the day']"].map((one) => document.querySelector(one).getBoundingClientRect());
  return day.top < seat.bottom && day.left >= seat.right;
}"""


def test_a_map_is_played_alone_and_its_place_is_told(people, server):
    """Once a day in a browser, without a coach; the score is the server's, and a streak begins."""
    person = people()
    page = person.page
    person.have_engine(GAME, *engine_of(GAME))
    sent = []
    page.on("request", lambda request: sent.append(request.method) if request.url.endswith(PATH) else None)
    person.go(f"/challenge/{GAME}")
    page.get_by_role("button", name="Play the map of the day").click()
    page.wait_for_url("**/t/HERE-*")
    bar = page.get_by_role("region", name="Map of the day")
    expect(bar).to_contain_text("Map of")
    expect(page.locator("main button").first).to_be_visible()
    expect(page.locator(".tabs [data-hint=coach]")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 664})  # on a phone the day costs the map no height
    page.wait_for_function(BESIDE)
    page.set_viewport_size({"width": 1440, "height": 900})
    id_ = page.url.rsplit("/", 1)[1]
    today = server.http.get(PATH).json()["today"]
    actions, points = game_of(today, 11)
    score = str(points).replace("-", "−")
    person.go("/about")
    page.evaluate(PLAYED, [id_, actions])
    person.go(f"/t/{id_}")
    expect(bar).to_contain_text(re.compile(rf"{score} points?: place \d+ of \d+"))
    expect(bar).to_contain_text("Streak: 1 day")
    assert sent.count("POST") == 1
    found = server.http.get(PATH).json()
    assert [points, 1] in found["scores"]
    page.reload()
    expect(bar).to_contain_text(re.compile(rf"{score} points?: place"))
    assert server.http.get(PATH).json() == found  # it counts once
    person.go(f"/challenge/{GAME}")
    expect(page.locator("section.panel")).to_contain_text(re.compile(rf"{score} points?: place"))
    page.get_by_role("button", name="To the map of the day").click()
    page.wait_for_url(f"**/t/{id_}")
    assert person.errors == []
