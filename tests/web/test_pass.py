"""Several people at one device: what one of them holds reaches neither the page nor a message while another has it."""

import json
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from takujo.match import verify
from tests.engine.test_engine import bundle  # noqa: F401  # a fixture of theirs
from tests.web.person import GAME, within
from tests.web.test_here import person  # noqa: F401  # a fixture

pytestmark = pytest.mark.once

LISTEN = """
window.heard = [];
for (const kind of [MessagePort, Worker]) {
  const own = Object.getOwnPropertyDescriptor(kind.prototype, "onmessage");
  Object.defineProperty(kind.prototype, "onmessage", { ...own, set(hear) {
    own.set.call(this, (event) => {
      window.heard.push(typeof event.data === "string" ? event.data : JSON.stringify(event.data));
      hear(event);
    });
  }});
}
"""
SEEN = """() => {
  const heard = window.heard.splice(0);
  const labels = [...document.querySelectorAll(".hand .hidden")].map((each) => each.textContent);
  const fields = [...document.querySelectorAll("input, textarea")].map((each) => each.value);
  const page = [document.documentElement.outerHTML, document.title, ...fields].join("\\n");
  return { heard, labels, page };
}"""
NAMES = ["Ann", "Bob"]


def begin(person):  # noqa: F811
    page = person.page
    page.add_init_script(LISTEN)
    person.go()
    page.locator("li[data-game=ritual]").get_by_role("link", name="On this device").click()
    page.get_by_role("radio", name="3").check()
    for seat, name in enumerate(NAMES):
        page.get_by_label(f"Name of player {seat + 1}").fill(name)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/HERE-*")


class Watch:
    """What the page showed and heard, cut where the device went on: holds of a seat, and curtains (None) between."""

    def __init__(self, person):  # noqa: F811
        self.person, self.holds = person, []
        self.first = None  # ritual: no card that is held in it has lain open before

    def look(self):
        seen = self.person.page.evaluate(SEEN)
        states = [json.loads(text) for text in seen["heard"] if text.startswith("{")]
        seats = [each["seat"] for each in states if each.get("type") == "table"]
        for text, message in zip(seen["heard"], states, strict=True):
            if message.get("type") == "table" and (not self.holds or message["seat"] != self.holds[-1]["seat"]):
                self.holds.append({"seat": message["seat"], "messages": [], "pages": [], "hand": {}})
            if self.holds:
                self.holds[-1]["messages"].append(text)
            if message.get("type") == "state":
                self.take(self.holds[-1], message)
        if self.holds and not seats:  # the page has had time to show what came before
            hold = self.holds[-1]
            hold["pages"].append(seen["page"])
            for card, label in zip(hold.get("cards", []), seen["labels"], strict=False):
                if len(hold["cards"]) == len(seen["labels"]):
                    hold["hand"][card] = label

    def take(self, hold, state):
        views = [state["view"], *(stage["view"] for stage in state["stages"])]
        for seat in range(3):
            if seat != hold["seat"]:
                assert not any(card for view in views for card in view["hands"][seat]), (seat, hold["seat"])
        if hold["seat"] is not None:
            ritual = state["view"]["ritual"], state["view"]["restarts"]
            self.first = self.first or ritual
            hold["cards"] = state["view"]["hands"][hold["seat"]] if ritual == self.first else []

    def play(self, until):
        for _ in within(GAME, "the end of the game"):
            if until():
                return
            going = self.person.try_to_act()
            self.look()
            if not going:
                return

    def check(self):
        """Whatever a seat holds from one hold to its next is in nothing that came between."""
        checked = 0
        for seat in range(len(NAMES)):
            own = [number for number, hold in enumerate(self.holds) if hold["seat"] == seat and "cards" in hold]
            for before, after in pairwise(own):
                kept = set(self.holds[before]["cards"]) & set(self.holds[after]["cards"])
                for hold in self.holds[before + 1 : after]:
                    for card in kept:
                        assert not [text for text in hold["messages"] if f'"{card}"' in text], (
                            seat,
                            card,
                            hold["seat"],
                        )
                        label = self.holds[before]["hand"].get(card)
                        if label:
                            assert not [page for page in hold["pages"] if label in page], (seat, label, hold["seat"])
                            checked += 1
        assert checked
        pages = [page for hold in self.holds for page in hold["pages"]]
        assert any('data-hint="notes"' in page for page in pages)
        assert not any('data-hint="chat"' in page for page in pages)  # whoever could read it sits here


def test_what_one_holds_the_other_never_sees(person):  # noqa: F811
    """A whole game of two people and a bot; in its middle the page is closed, and begins with the curtain."""
    begin(person)
    expect(person.page.get_by_role("heading", name="is next")).to_be_visible()
    expect(person.page.locator(":root[data-room=ritual]")).to_have_count(1)  # the light stays as it is
    watch = Watch(person)
    watch.play(lambda: len({hold["seat"] for hold in watch.holds}) == 3 and len(watch.holds) > 12)
    person.page.reload()
    expect(person.page.locator(".curtain")).to_be_visible()
    watch.play(lambda: False)
    expect(person.result).to_be_visible()
    watch.check()
    with person.page.expect_download() as download:
        person.result.get_by_role("button", name="Record").click()
    record = json.loads(download.value.path().read_text("utf-8"))
    assert verify(record).state.result == record["result"]
    person.page.reload()
    expect(person.result).to_be_visible()  # it is over: everybody may look
    assert person.errors == []


def test_on_a_phone_one_reads_how_strong_each_bot_is(people):
    """Whatever the level, its name is not cut off beside the arrow."""
    guest = people(viewport={"width": 390, "height": 664}, has_touch=True, locale="ja-JP")
    guest.go("/here/arkham-ritual")
    for seat in (2, 3, 4):
        level = guest.page.locator(f"#who-{seat}")
        expect(level).to_have_value("regular")
        assert level.evaluate(
            """(select) => {
              const room = select.clientWidth;
              select.style.width = "max-content";
              const wanted = select.clientWidth;
              select.style.width = "";
              return wanted <= room;
            }"""
        )
