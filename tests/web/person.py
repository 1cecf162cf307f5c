"""Somebody at a browser: looks at the page and clicks."""

import base64
import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Locator, Page, WebSocket, expect

Json = dict[str, Any]

GAME = 240.0  # seconds for a whole game on a busy machine
SOON = 60.0  # for anything less
REMEMBER = """ticket => {
  const all = JSON.parse(localStorage.getItem("tables") ?? "[]");
  localStorage.setItem("tables", JSON.stringify([{ ...ticket, at: Date.now() }, ...all]));
}"""
CHOICES = "main button[aria-pressed]:enabled:not([data-aside]), main .sheet.active [role=gridcell]"
NOW = """() => {
  const there = (selector) => !!document.querySelector(selector);
  if (there(".bubble")) return "hint";
  if (there(".dock .review")) return "review";
  if (there(".result .won")) return "over";
  if (there(".curtain button")) return "take";
  if (there(".dock .pass")) return "pass";
  if (!there(".dock .confirm")) return "wait";
  if (there(".dock .confirm:enabled")) return "confirm";
  return there(".sheet.active") ? "sheet" : "choose";
}"""

# pixels of a picture that have the colour of the frame around the board
FRAME = """async (src) => {
  const image = Object.assign(new Image(), { src });
  await image.decode();
  const { width, height } = image;
  const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  const pixels = (w, h) => new Uint32Array(pen.getImageData(0, 0, w, h).data.buffer);
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--table");
  pen.fillRect(0, 0, 1, 1);
  const [frame] = pixels(1, 1);
  pen.drawImage(image, 0, 0);
  return pixels(width, height).filter((pixel) => pixel === frame).length;
}"""


def within(seconds: float, what: str) -> Iterator[None]:
    """Go round so long; what never comes is named."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
    raise AssertionError(f"not within {seconds:.0f} s: {what}")


class Person:
    """One browser with one page. `frames` holds every frame that came over a socket."""

    def __init__(self, context: BrowserContext, lang: str = "en"):
        self.context, self.lang = context, lang
        context.route("**/engine/index.json", lambda route: route.fulfill(status=404))  # plays at the server's tables
        self.page: Page = context.new_page()
        self.frames: list[Json] = []
        self.errors: list[str] = []
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.rng = random.Random(1)
        self.look: Callable[[Person], None] = lambda _: None  # called at every decision, before anything is chosen

    def _listen(self, socket: WebSocket) -> None:
        view: Json = {}

        def hear(text: str | bytes) -> None:
            frame = json.loads(text)
            if frame["type"] == "change":  # as the page has it: a state
                for part in (*frame["stages"], frame):
                    view.update(part.pop("changes"))
                    part["view"] = dict(view)
                frame["type"] = "state"
            elif frame["type"] == "state":
                view.clear()
                view.update(frame["view"] or {})
            self.frames.append(frame)

        def say(text: str | bytes) -> None:
            if json.loads(text)["type"] == "whole":
                self.errors.append("a change did not fit")

        socket.on("framereceived", hear)
        socket.on("framesent", say)

    @property
    def result(self) -> Locator:
        return self.page.locator("section.result")

    @property
    def states(self) -> list[Json]:
        return [frame for frame in self.frames if frame["type"] == "state" and frame["view"]]

    def go(self, path: str = "/") -> None:
        self.page.goto(path)

    def have_engine(self, slug: str, rules: Path, script: Path) -> None:
        """The page has a title's engine: what is routed last counts."""
        self.send("engine/index.json", json={slug: {"rules": "a.wasm", "script": "a.js"}})
        self.send("engine/a.wasm", path=rules, content_type="application/wasm")
        self.send("engine/a.js", path=script, content_type="text/javascript")

    def send(self, name: str, **answer: Any) -> None:
        """The page is answered so when it asks for that file."""
        self.context.route(f"**/{name}", lambda route: route.fulfill(**answer))

    def unfold(self) -> None:
        """Open what is folded in a form."""
        self.page.locator("form > details > summary").first.click()
        folded = self.page.locator("form details.panel > summary")
        folded.first.wait_for()
        for number in range(folded.count()):
            folded.nth(number).click()

    def play_now(self, title: str) -> None:
        """From the home page to a table with bots."""
        self.go()
        self.page.locator("article, li, section").filter(
            has=self.page.get_by_role("heading", name=title)
        ).last.get_by_role("button", name="Play now").click()
        self.page.wait_for_url("**/t/*")

    def sit(self, made: Json, game: str) -> None:
        """At a table made for this person."""
        self.frames.clear()
        self.page.goto("/about")
        self.page.evaluate(REMEMBER, {**made, "game": game})
        self.page.goto(f"/t/{made['table']}")
        expect(self.page.locator("main button").first).to_be_visible()

    def be_ready(self) -> None:
        self.page.get_by_role("button", name="I’m ready").click()

    def now(self) -> str:
        """What the page is waiting for."""
        return str(self.page.evaluate(NOW))

    def act(self) -> bool:
        """Do one thing that the page offers; False if the game is over."""
        page = self.page
        match self.now():
            case "hint":  # skipped
                # it goes by itself when something else is to be read
                page.locator(".bubble .quiet").click(timeout=2000)
            case "review":  # read
                page.locator(".dock .review .primary").click()
            case "over":
                return False
            case "wait":
                page.wait_for_timeout(20)
            case "take":  # the next one has the device
                page.locator(".curtain button").click()
            case "pass":
                page.locator(".dock .pass").click()
            case "confirm":
                page.locator(".dock .confirm").click()
            case what:
                self.look(self)
                if what == "sheet" and self.rng.random() < 0.6:
                    page.keyboard.press("n")  # the next place where the piece fits
                else:
                    self.choose()
        return True

    def skip_hints(self) -> None:
        for _ in within(SOON, "the end of the hints"):
            if self.now() != "hint":
                return
            self.try_to_act()

    def act_until(self, done: Callable[["Person"], Any], what: str, seconds: float = SOON) -> None:
        """Do what the page offers until it has come to that."""
        for _ in within(seconds, what):
            if done(self):
                return
            self.try_to_act()

    def wait_until(self, done: Callable[["Person"], Any], what: str, seconds: float = SOON) -> None:
        """Wait for it."""
        for _ in within(seconds, what):
            if done(self):
                return
            self.page.wait_for_timeout(20)

    def choose(self) -> None:
        choices = self.page.locator(CHOICES)
        count = choices.count()
        if count:
            choices.nth(self.rng.randrange(count)).click(force=True, timeout=2000)

    def play_to_the_end(self, *others: "Person") -> None:
        """Click through the whole game, with others at the same table."""
        playing = [self, *others]
        for _ in within(GAME, "the end of the game"):
            playing = [person for person in playing if person.try_to_act()]
            if not playing:
                break
            assert not any(person.errors for person in (self, *others)), [person.errors for person in (self, *others)]
        for person in (self, *others):
            expect(person.result).to_be_visible()

    def share_a_picture(self) -> None:
        """Of the end: the board is in it."""
        with self.page.expect_download() as picture:
            self.result.get_by_role("button", name="Share a picture").click()
        png = base64.b64encode(picture.value.path().read_bytes()).decode()
        assert self.page.evaluate(FRAME, f"data:image/png;base64,{png}") > 1000, "the board is in it"

    def try_to_act(self) -> bool:
        try:
            return self.act()
        except Error as error:  # the board changed under the pointer
            if not any(why in str(error) for why in ("Timeout", "detached", "not attached", "not visible")):
                raise
            return True
