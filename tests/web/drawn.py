"""What a board draws and says, read from the page: only what the view of its seat holds may be there."""

import re
import time
from collections import Counter
from collections.abc import Callable

from takujo.games import load
from tests.web.person import Json, Person

SOON = 5.0  # seconds within which the page shows the newest view
ENDS = {"r": "red", "g": "green", "y": "yellow"}

RITUAL = """() => {
  const spells = (at) => [...at.querySelectorAll("svg.red, svg.green, svg.yellow")].map((glyph) => glyph.classList[0]);
  const html = (selector) => [...document.querySelectorAll(`main ${selector}`)].map((at) => [at.outerHTML, spells(at)]);
  return {
    fronts: [...document.querySelectorAll("main .card.front")].map((card) =>
      [...card.querySelectorAll(".half")].map((half) => spells(half)[0] + half.textContent.trim()).sort().join(" ")),
    places: Object.fromEntries([...document.querySelectorAll("main [data-place]")].map((at) =>
      [at.dataset.place, [at.outerHTML, spells(at)]])),
    spots: html(".spot"),
    html: document.querySelector("main").outerHTML,
  };
}"""

ARKHAM = """() => {
  const board = document.querySelector("main").cloneNode(true);
  board.querySelectorAll(".mat, .help").forEach((at) => at.remove());  // the list of all cards, and the guesses
  const faces = (selector) => [...board.querySelectorAll(`${selector} .card`)].map((card) => card.dataset.face);
  return {
    all: faces(""),
    mine: faces(".own"),
    travelling: faces(".travel"),
    described: board.querySelectorAll("[aria-description]").length,
    held: [...board.querySelectorAll("button .card:not(.back)")].length,
    html: board.outerHTML,
  };
}"""


def ends(card: str) -> list[str]:
    """The two ends of a card of RITUAL, as the page names them."""
    return [ENDS[card[0]] + card[1], ENDS[card[2]] + card[3]]


def chants(row: list[Json]) -> list[str]:
    return [ends(entry["card"])[entry["side"]] for entry in row]


def told(html: str) -> set[str]:
    """The ends that a piece of the page tells in words."""
    return {colour.lower() + points for colour, points in re.findall(r"\b(red|green|yellow)\W{0,3}(\d)", html, re.I)}


def ritual(seen: Json, view: Json, seat: int) -> list[str]:
    """What is wrong: my hand is open to me, and what has been chanted; all else shows its back."""
    wrong = []
    if Counter(seen["fronts"]) != Counter(" ".join(sorted(ends(card))) for card in view["hands"][seat]):
        wrong.append(f"cards face up: {seen['fronts']}")
    public = {entry["card"] for row in view["rows"] for entry in row}
    if extra := set(re.findall(r"\b[rgy]\d[rgy]\d\b", seen["html"])) - public - set(view["hands"][seat]):
        wrong.append(f"names of cards: {extra}")
    for other in set(range(view["players"])) - {seat}:
        html, glyphs = seen["places"][str(other)]
        row = chants(view["rows"][other])
        if Counter(glyphs) != Counter(end[:-1] for end in row) or told(html) - set(row):
            wrong.append(f"the place of seat {other}: {glyphs}, {told(html)}")
    for k, (html, glyphs) in enumerate(seen["spots"]):  # mine first
        if k and (glyphs or told(html)):
            wrong.append(f"a card at the altar: {glyphs}, {told(html)}")
    return wrong


def arkham(seen: Json, view: Json, seat: int) -> list[str]:
    """What is wrong: a card shows its face exactly if the view names it."""
    wrong = []
    offered = [view["offered"]] if view["phase"] in ("offer", "respond") else []
    places = [*view["hands"], *view["dummies"], *view["deck"][:1], *view["removed"], *offered]
    allowed = {card for card in places if card}
    if set(seen["all"]) - {"back"} != allowed:
        wrong.append(f"cards face up: {seen['all']}")
    if seen["mine"] != [view["hands"][seat] or "back"]:
        wrong.append(f"my own card: {seen['mine']}")
    if offered and seen["travelling"] != [view["offered"] or "back"]:
        wrong.append(f"the offered card: {seen['travelling']}")
    if seen["described"] > seen["held"]:
        wrong.append("a card that shows its back is described")
    for card, names in load("arkham-ritual").text.words.items():
        known = card in allowed or card in ("sane", "mad", "judgement") or ":" in card
        if not known and any(re.search(rf"\b{re.escape(name)}\b", seen["html"]) for name in (card, names["en"])):
            wrong.append(f"the name of a card: {card}")
    return wrong


CHECKS: dict[str, tuple[str, Callable[[Json, Json, int], list[str]]]] = {
    "ritual": (RITUAL, ritual),
    "arkham-ritual": (ARKHAM, arkham),
}


class Inspector:
    """Compares what the page shows with the newest view, once for every decision of its seat."""

    def __init__(self, game: str, seat: int):
        self.script, self.check = CHECKS[game]
        self.seat = seat
        self.looked: set[int] = set()

    def __call__(self, person: Person) -> None:
        state = person.states[-1]
        if state["seq"] in self.looked or self.seat not in state["to_act"]:
            return
        end = time.monotonic() + SOON
        while wrong := self.check(person.page.evaluate(self.script), person.states[-1]["view"], self.seat):
            assert time.monotonic() < end, wrong
            person.page.wait_for_timeout(20)
        self.looked.add(person.states[-1]["seq"])
