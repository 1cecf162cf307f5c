"""Whatever has to be decided, on whichever screen: all that is needed for it is in sight, large enough, and stays where it is."""

import re

import pytest
from playwright.sync_api import Browser, expect

from takujo.core.components import package_folder
from takujo.games import SLUGS, load
from tests.server.parts import Server
from tests.web.person import CHOICES, SOON, Json, within
from tests.web.showing import Sitter, game, kind

pytestmark = pytest.mark.once

SIZES = {"laptop": (1440, 900), "small": (1024, 768), "phone": (390, 844), "bars": (390, 664), "lying": (844, 390)}
PLAYERS = {"arkham-ritual": (3, 7), "ayatsuri": (3, 6), "in-the-ruin": (1, 4), "ritual": (2, 5)}
OPTIONS: dict[tuple[str, int], Json] = {("ayatsuri", 6): {"promo": True}}  # it brings two phases
SEEDS = 40
NEEDED = {  # besides what can be chosen
    "arkham-ritual": [".stage .seat", ".me .own", ".me .spot"],
    "ayatsuri": [".track li", ".salon .seat", ".chair"],
    "in-the-ruin": [".page .sheet", ".row li", ".tools"],
    "ritual": [".altar, .sets .set", ".hand"],
}
NO_DECISION = {"over", "call", "deal", "attempt", "end"}

OUTSIDE = """([needed, choices]) => {
  const main = document.querySelector("main").getBoundingClientRect();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const found = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const missing = needed.filter((selector) => !found(`main :is(${selector})`).length);
  const parts = [...found(choices), ...needed.flatMap((selector) => found(`main :is(${selector})`))];
  const whole = { top: 0, left: 0, bottom: innerHeight, right: innerWidth };
  const out = (element, within) => {
    const box = element.getBoundingClientRect();
    return box.top < within.top - 1 || box.bottom > within.bottom + 1 || box.left < within.left - 1 || box.right > within.right + 1;
  };
  const tell = (element) => `${element.className} ${element.getAttribute("aria-label") ?? element.textContent}`.slice(0, 70);
  const dock = document.querySelector(".dock");
  const cut = (element) => element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return `${Math.round(x + width / 2)} ${Math.round(y + height / 2)}`;
  };
  const tapped = new Map(found(choices).map((element) => [middle(element), element]));
  return [
    ...found("header :is(.where, .aim), main :is(.marks button, .hand button, .modes)").filter(cut).map((element) => `cut: ${tell(element)}`),
    ...found("main .status .say").filter((element) => element.offsetHeight > element.parentElement.clientHeight + 2).map((element) => `cut: ${tell(element)}`),
    ...found(choices).filter((element) => tapped.get(middle(element)) !== element).map((element) => `covered: ${tell(element)}`),
    ...missing.map((selector) => `${selector} is not there`),
    ...parts.filter((element) => out(element, main)).map(tell),
    ...found(".dock .now, .dock .confirm").filter((element) => out(element, whole)).map(tell),
    ...(dock.scrollHeight > dock.clientHeight + 1 ? [`the dock is cut: ${dock.textContent}`] : []),
    ...(document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : []),
  ];
}"""

# What a finger of 44 pixels in the middle of a control touches: all that one decides with, and the frame.
SMALL = """(choices) => [...document.querySelectorAll(`${choices}, header :is(a, button), :is(.dock, .tabs, .strip) button`)]
  .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.matches(":disabled, [role=gridcell], .rule"))
  .filter((control) => {
    const box = control.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const touched = (dx, dy) => {
      const at = document.elementFromPoint(x + dx, y + dy);
      return !at || control.contains(at) || at.contains(control) && getComputedStyle(at).display === "inline";
    };
    if (!touched(0, 0)) return false; // something lies over it
    return [[-21, 0], [21, 0], [0, -21], [0, 21]].some(([dx, dy]) => !touched(dx, dy));
  })
  .map((control) => {
    const { width, height } = control.getBoundingClientRect();
    return `${control.className} ${control.getAttribute("aria-label") ?? control.textContent}`.slice(0, 60) + ` ${width}x${height}`;
  })"""

# Cards and chips move because they are moved, what is said is said anew, and a long sentence makes the dock reach over the board,
# which stays where it is; buttons come beside Confirm; all else stays.
SHIFTS = """() => {
  window.shifts = [];
  const MOVES = ".tile, .back, .card, .face, .put, .row li, .worth, .worth *, .result, .result *, .tag, .goals *, .story, .story .rule, .news *, .notes *, .log, .log *, .tale, .told *, .dock, .review, .dock .over, .dock .rule, .dock .buttons, .chips";
  const owner = (node) => (node?.nodeType === 1 && !node.tagName.startsWith("::") ? node : node?.parentElement);
  const far = ({ node, previousRect: a, currentRect: b }) => {
    const element = owner(node);
    const by = Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
    return a.width > 0 && b.width > 0 && by >= 8 && element && !element.matches(MOVES) && !element.closest(".tile, .card");
  };
  const tell = ({ node, previousRect: a, currentRect: b }) => {
    const element = owner(node);
    return `${element?.tagName} ${element?.getAttribute("class")}: ${[a.x, a.y, a.width, a.height]} > ${[b.x, b.y, b.width, b.height]}`;
  };
  new PerformanceObserver((list) => {
    window.shifts.push(...list.getEntries().flatMap(({ sources }) => sources.filter(far).map(tell)));
  }).observe({ type: "layout-shift" });
}"""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def positions(slug: str, players: int) -> dict[str, Json]:
    """Where the first seat has to decide: one of each kind, that with most to choose."""
    found: dict[str, Json] = {}
    for seed in range(6 if slug == "in-the-ruin" else SEEDS):
        for state in game(slug, players, seed, mine=True, **OPTIONS.get((slug, players), {})):
            what = kind(state)
            if len(state["legal"]) > len(found.get(what, {"legal": []})["legal"]):
                found[what] = {**state, "stages": []}
    return found


@pytest.fixture(scope="module")
def everything() -> dict[tuple[str, int], dict[str, Json]]:
    return {(slug, players): positions(slug, players) for slug in SLUGS for players in PLAYERS[slug]}


def sitter(browser: Browser, server: Server, size: str, **more: object) -> Sitter:
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=f"http://127.0.0.1:{server.port}",
        viewport={"width": width, "height": height},
        has_touch=size not in ("laptop", "small"),
        **({"locale": "en-GB", "reduced_motion": "reduce"} | more),
    )
    return Sitter(context)


def test_every_phase_is_looked_at(everything):
    """All in which somebody decides: what is said of a phase tells which there are."""
    for slug in SLUGS:
        catalogue = (package_folder(load(slug).package) / "words" / "en.ftl").read_text(encoding="utf-8")
        phases = set(re.findall(r"^phase-([a-z0-9-]+) =", catalogue, re.M))
        seen = {what.split(",")[0] for players in PLAYERS[slug] for what in everything[slug, players]}
        assert seen == phases - NO_DECISION, slug


@pytest.mark.parametrize(("size", "locale"), [*((size, "en-GB") for size in SIZES), ("bars", "ja-JP")])
def test_what_is_needed_for_a_decision_is_in_sight(browser, server, everything, size, locale):
    """At every kind of decision of every title, with the fewest and the most players, without scrolling."""
    person = sitter(browser, server, size, locale=locale)
    wrong: dict[str, list[str]] = {}
    seq = 1000
    for (slug, players), kinds in everything.items():
        person.take(server, slug, players, next(iter(kinds.values())), **OPTIONS.get((slug, players), {}))
        for what, state in kinds.items():
            seq += 1
            person.show({**state, "seq": seq, "decision": seq})
            person.page.evaluate(DRAWN)
            person.page.evaluate("() => document.querySelector('main').scrollTo(0, 0)")
            name = f"{slug}, {players} players: {what}"
            wrong[name] = person.page.evaluate(OUTSIDE, [NEEDED[slug], CHOICES])
            if size in ("bars", "lying"):
                wrong[name] += [f"too small: {control}" for control in person.page.evaluate(SMALL, CHOICES)]
    faults = [f"{name}: {fault}" for name, found in wrong.items() for fault in found]
    assert not faults, "\n".join(faults)
    assert person.errors == []
    person.context.close()


def with_goals(state: Json, goals: list[str]) -> Json:
    """The same where any of these cards can be paid with."""
    view = state["view"]
    mine = {**view["seats"][0], "goals": goals}
    first = next(action["goal"] for action in state["legal"] if action["type"] == "extra")
    extras = [action for action in state["legal"] if action["type"] == "extra" and action["goal"] == first]
    legal = [action for action in state["legal"] if action["type"] != "extra"]
    legal += [{**action, "goal": goal} for goal in goals for action in extras]
    return {**state, "view": {**view, "seats": [mine, *view["seats"][1:]]}, "legal": legal}


@pytest.mark.parametrize("size", SIZES)
def test_goal_cards_to_pay_with_are_in_sight_and_move_nothing(browser, server, everything, size):
    """One more square in IN THE RUIN, with as many goal cards as people come to have; the same button leaves it again."""
    person = sitter(browser, server, size)
    kinds = [(what, state) for what, state in everything["in-the-ruin", 4].items() if "extra" in what]
    assert len(kinds) > 1
    person.take(server, "in-the-ruin", 4, kinds[0][1])
    page = person.page
    more = page.locator(".modes button").filter(has_text="+1 square")
    boxes = (
        "() => [...document.querySelectorAll('.tools, .side > *')].map((part) => part.getBoundingClientRect().toJSON())"
    )
    for seq, (what, state) in enumerate(kinds, 1000):
        person.show({**with_goals(state, ["AE", "LS", "HR", "TX"]), "seq": seq, "decision": seq})
        page.evaluate(DRAWN)
        before = page.evaluate(boxes)
        more.click()
        page.evaluate(DRAWN)
        page.evaluate("() => document.querySelector('main').scrollTo(0, 0)")
        expect(page.locator(".tools .goals [aria-pressed]")).to_have_count(4)
        expect(page.locator(".side .goals button:visible")).to_have_count(0)
        assert page.evaluate(OUTSIDE, [NEEDED["in-the-ruin"], CHOICES]) == [], what
        if size in ("bars", "lying"):
            assert page.evaluate(SMALL, CHOICES) == [], what
        if size != "lying":
            assert page.evaluate(boxes) == before, what
        more.click()
        expect(page.locator(".tools .goals")).to_have_count(0)
    assert person.errors == []
    person.context.close()


# What is told lies in the dock as a whole, and the dock in the window; the board is where it was.
WHOLE = """() => {
  const [dock, tale] = [".dock", ".dock .tale"].map((selector) => document.querySelector(selector).getBoundingClientRect());
  const text = document.createRange();
  text.selectNodeContents(document.querySelector(".dock .tale"));
  const { top, bottom, left, right } = text.getBoundingClientRect();
  const inside = top >= dock.top - 1 && bottom <= dock.bottom + 1 && left >= tale.left - 1 && right <= tale.right + 1;
  const style = getComputedStyle(document.querySelector(".dock .tale span"));
  const seen = dock.top >= -1 && dock.bottom <= innerHeight + 1;
  return [inside, seen, style.webkitLineClamp, document.querySelector("main").getBoundingClientRect().toJSON()];
}"""


@pytest.mark.parametrize("size", ["small", "phone", "bars"])
@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_told_can_be_read_whole(browser, server, slug, size):
    """The longest that a game tells, as it is told and where one pages through it: no sentence ends in dots, and no board moves."""
    person = sitter(browser, server, size, locale="ja-JP")
    states = list(game(slug, PLAYERS[slug][1], seed=2))
    person.take(server, slug, PLAYERS[slug][1], states[0])
    person.page.wait_for_load_state("networkidle")
    told = [(len(str(event)), number, event) for number, state in enumerate(states[1:], 1) for event in state["events"]]
    boards = []
    for seq, (_, number, event) in enumerate(sorted(told, key=lambda one: one[:2])[-6:]):
        state = {**states[number], "events": [event], "legal": [], "to_act": [1], "result": None}
        for more, stages in enumerate(([], [{"start": 0, "end": 1, "view": state["view"]}])):
            person.show({**state, "seq": 1000 + 2 * seq + more, "stages": stages})
            person.page.evaluate(DRAWN)
            inside, seen, clamp, board = person.page.evaluate(WHOLE)
            assert (inside, seen, clamp) == (True, True, "none"), event
            boards.append(board)
        person.page.locator(".dock .review .primary").evaluate("button => button.click()")
    assert all(board == boards[0] for board in boards)
    assert person.errors == []
    person.context.close()


@pytest.mark.parametrize("size", ["laptop", "bars"])
@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_moves_that_nobody_moved(browser, server, slug, size):
    """From the first decision to the end of the last round, what is read included, the browser sees no part of the page shift."""
    person = sitter(browser, server, size)
    states = list(game(slug, PLAYERS[slug][1], seed=2))
    person.take(server, slug, PLAYERS[slug][1], states[0])
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate(DRAWN)
    person.page.evaluate(SHIFTS)
    shifts: list[tuple[int, str, list[str]]] = []

    def look(number: int, what: str) -> None:
        person.page.evaluate(DRAWN)
        found = person.page.evaluate("() => window.shifts.splice(0)")
        if found:
            shifts.append((number, what, found[:2]))

    for number, state in enumerate(states[1:], 1):
        person.show(state)
        look(number, kind(state))
        for _ in within(SOON, "the end of the stages"):
            if not (state["stages"] and person.now() == "review"):
                break
            back = person.page.get_by_role("button", name="One step back")
            if back.is_enabled():
                back.evaluate("button => button.click()")
                look(number, "one step back")
            if state["result"]:
                break
            person.page.locator(".dock .review .primary").evaluate("button => button.click()")
            look(number, "read")
    assert not shifts, "\n".join(f"{number} {what}: {found}" for number, what, found in shifts)
    assert person.errors == []
    person.context.close()
