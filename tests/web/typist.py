"""Somebody without a mouse: every step is a key, and what has the focus is only read."""

from playwright.sync_api import expect

from tests.web.person import CHOICES, SOON, Person, within

FOCUS = """choices => {
  const element = document.activeElement;
  const list = [...document.querySelectorAll(choices)];
  return {
    at: list.indexOf(element),
    many: list.length,
    chosen: element.matches("[aria-pressed=true]:not(.holds)"), // Enter turns a card that is held
    button: !!element.closest("button, a, summary"),
    square: element.getAttribute("role") === "gridcell",
  };
}"""
FAR = 150  # more presses of Tab than any page has places


class Typist(Person):
    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str) -> None:
        """Press Tab until something that matches has the focus."""
        for _ in range(FAR):
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def open_a_table(self, game: str, players: int) -> None:
        """From the home page, through the form, to a table with bots."""
        self.go()
        expect(self.page.locator("main button").first).to_be_visible()
        self.tab_to(f"a[href='/new/{game}']")
        self.press("Enter")
        expect(self.page.locator("form")).to_be_visible()
        self.tab_to("input[name=players]")
        for _ in within(SOON, f"{players} players"):
            if self.page.get_by_role("radio", name=str(players), exact=True).is_checked():
                break
            self.press("ArrowLeft")
        for seat in range(1, players):
            self.tab_to(f"#seat-{seat}")
            self.press("ArrowDown", "ArrowDown")
        self.tab_to("form .primary")
        self.press("Enter")
        self.page.wait_for_url("**/t/*")

    def act(self) -> bool:
        """One step by keys; False if the game is over."""
        now = self.now()
        focus = self.page.evaluate(FOCUS, CHOICES)
        match now:
            case "hint":
                self.press("Escape")
            case "review":
                if focus["button"]:
                    self.tab_to(".dock .review .primary")
                self.press("Enter")
            case "over":
                return False
            case "wait":
                self.page.wait_for_timeout(20)
            case "confirm":  # Enter on what is chosen, or anywhere but on a button
                if focus["button"] and not focus["chosen"]:
                    self.tab_to(".dock .confirm")
                self.press("Enter")
            case "sheet" if focus["square"]:
                self.press("n", "Enter")
            case _:
                self.choose()
        return True

    def choose(self) -> None:
        """Tab to a choice and take it."""
        wanted = self.rng.randrange(4)
        for _ in range(FAR):
            at = self.page.evaluate(FOCUS, CHOICES)["at"]
            if at >= 0 and not wanted:
                return self.press("Enter")
            wanted -= at >= 0
            self.press("Tab")
        raise AssertionError("Tab does not lead to a choice")
