"""Somebody with a phone: taps and drags, no mouse; a key only where a piece has met no place for long."""

from typing import Any

from playwright.sync_api import Locator, expect

from tests.web.person import CHOICES, Person

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
STEPS = 4  # of a drag
PATIENCE = 3  # places that are tried at random


class Toucher(Person):
    """`drags` counts the pieces that a drag has laid on the sheet."""

    drags = missed = 0

    def play_now(self, title: str) -> None:
        self.go()
        cover = self.page.locator("article, li, section").filter(has=self.page.get_by_role("heading", name=title)).last
        cover.get_by_role("button", name="Play now").tap()
        self.page.wait_for_url("**/t/*")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        touch = self.context.new_cdp_session(self.page)

        def send(kind: str, *points: tuple[float, float]) -> None:
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

        send("touchStart", start)
        for step in range(1, STEPS + 1):
            send("touchMove", tuple(a + (b - a) * step / STEPS for a, b in zip(start, end, strict=True)))
        send("touchEnd")
        touch.detach()

    def middle(self, locator: Locator) -> tuple[float, float]:
        box = locator.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def act(self) -> bool:
        page = self.page
        now = self.now()
        if now in ("sheet", "choose"):
            self.look(self)
        match now:
            case "hint":
                page.locator(".bubble .quiet").tap()
            case "review":
                page.locator(".dock .review .primary").tap()
            case "over":
                return False
            case "wait":
                page.wait_for_timeout(20)
            case "confirm":
                page.locator(".dock .confirm").tap()
            case "sheet" if page.locator(".sheet.active .grip").count():
                self.lay_a_piece()
            case "sheet":  # walk
                self.tap_one(page.locator(".sheet.active [role=gridcell][aria-label*='step']"))
            case _:
                self.tap_one(page.locator(CHOICES))
        return True

    def lay_a_piece(self) -> None:
        """Drag it somewhere near; if it does not fit there, turn it, change its mark, or tap an empty square."""
        page = self.page
        squares = page.locator(".sheet.active .grip")
        start = self.middle(squares.nth(self.rng.randrange(squares.count())))
        by = 33.0 * self.rng.randint(-2, 2), 33.0 * self.rng.randint(0, 3)
        self.drag(start, (start[0] + by[0], start[1] + by[1]))
        self.missed += 1
        if page.locator(".dock .confirm:enabled").count():
            self.drags, self.missed = self.drags + 1, 0
        elif self.missed > PATIENCE:
            page.keyboard.press("n")  # the next place where it fits
            self.missed = 0
        elif self.rng.random() < 0.4:
            self.tap_one(page.locator("main .hand button:enabled"))
        else:
            self.tap_one(page.locator(".sheet.active [role=gridcell][aria-label*='empty']"))

    def tap_one(self, choices: Locator) -> None:
        count = choices.count()
        if count:
            choices.nth(self.rng.randrange(count)).tap(force=True, timeout=2000)

    def expect_no_sideways_scrolling(self) -> None:
        wide = self.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"the page is {wide} pixels wider than the screen"
        expect(self.page.locator(".dock")).to_be_in_viewport()
