"""What keeps a slow phone from moving smoothly: python -m tests.web.smooth; it fails if a task would take it over 100 ms.

Every title is opened by an invitation up to the first decision, and every great moment shown with its scene, in a phone's size, and
the main thread of the page is traced. What is judged is the processor time of each task times four, as a phone four times slower would need it: so other work on this machine
does not count, and the report is the same on a busy one.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from takujo.games import SLUGS
from tests.server.parts import BOT, OPEN, Server
from tests.web.conftest import CHROMIUM
from tests.web.person import Json, Person
from tests.web.showing import Sitter, game
from tests.web.test_fits import OPTIONS, PLAYERS

SLOWER, LIMIT = 4, 100.0  # times; milliseconds
FIRST = 200.0  # milliseconds for the one task in which a board is made
TASK = "RunTask"
CATEGORIES = ["disabled-by-default-devtools.timeline", "devtools.timeline", "toplevel", "__metadata"]


def ruin(e: Json, view: Json) -> str | None:
    left = [seat for seat in view["seats"] if seat["escaped"] is None]
    match e["type"]:
        case "gem":
            return "gem"
        case "moved" if e["warp"]:
            return "warp"
        case "escaped":
            return "escape" if view["row"] else "narrow"
        case "square-bonus" if view["stage"] == 2 and e["seat"] == 0 and left:
            return "trapped"
        case "discarded" if e["why"] == "collapse" and left and view["row"]:
            return "collapse" if len(view["log"][-1]["escaped"]) == view["players"] - len(left) else None
    return None


GREAT = {  # as the boards' `moment` has them
    "arkham-ritual": lambda e, view: (
        (e["type"] == "gate" and e["great_old_one"] and "wakes") or (e["type"] == "sanity" and not e["now"] and "mad")
    ),
    "ayatsuri": lambda e, view: (
        (e["type"] == "bomb_blast" and "bomb") or (e["type"] == "kill" and view["kills"][e["by"]] == 3 and "kill")
    ),
    "in-the-ruin": ruin,
    "ritual": lambda e, view: (
        {"eliminated": "mad"}.get(e["type"])
        or (e["type"] == "outcome" and e["result"] == "vortex" and "vortex")
        or (e["type"] == "ritual-ends" and e["reason"] == "exact-ten" and "ten")
    ),
}


def scenes(slug: str, seeds: int) -> Iterator[tuple[str, Json, Json, Json]]:
    """Each great moment once: its name, its event, the state before it and that in which it comes."""
    found = set()
    for seed in range(seeds):
        before: Json | None = None
        for state in game(slug, PLAYERS[slug][1], seed, **OPTIONS.get((slug, PLAYERS[slug][1]), {})):
            cuts = [0, *(stage["end"] for stage in state["stages"]), len(state["events"])]
            views = [*(stage["view"] for stage in state["stages"]), state["view"]]
            for start, end, view in zip(cuts, cuts[1:], views, strict=False):
                great = [(GREAT[slug](event, view), event) for event in state["events"][start:end]]
                name, event = next(
                    (one for one in reversed(great) if one[0]), (None, None)
                )  # what gives it its picture
                if name and event and before and name not in found:
                    found.add(name)
                    yield name, event, before, state
            before = state


def tasks(trace: bytes) -> list[float]:
    """The tasks of the page's main thread, in milliseconds of processor time; the longest first."""
    events = json.loads(trace)["traceEvents"]
    mains = {
        (e["pid"], e["tid"]) for e in events if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"
    }
    found = (e["tdur"] / 1000 for e in events if e["name"] == TASK and "tdur" in e and (e["pid"], e["tid"]) in mains)
    return sorted(found, reverse=True)


def phone(browser: Browser, server: Server) -> BrowserContext:
    return browser.new_context(
        base_url=f"http://127.0.0.1:{server.port}", viewport={"width": 390, "height": 664}, locale="en-GB"
    )


def opened(browser: Browser, server: Server, slug: str) -> list[float]:
    """From a link that somebody was sent to their first decision."""
    context = phone(browser, server)
    person = Person(context)
    made = server.create(slug, [OPEN, *[BOT] * (PLAYERS[slug][1] - 1)], sit=False)
    browser.start_tracing(page=person.page, categories=CATEGORIES)
    person.go(f"/t/{made['table']}")
    person.page.get_by_role("button", name="Sit down").click()
    person.page.locator(".dock :is(.now, .skip, .review)").first.wait_for()
    person.page.wait_for_load_state("networkidle")
    found = tasks(browser.stop_tracing())
    assert not person.errors, person.errors
    context.close()
    return found


def look(browser: Browser, server: Server, slug: str, seeds: int) -> Iterator[tuple[str, list[float]]]:
    for name, _, before, state in scenes(slug, seeds):
        context = phone(browser, server)
        person = Sitter(context)
        players = PLAYERS[slug][1]
        person.take(server, slug, players, {**before, "stages": []}, **OPTIONS.get((slug, players), {}))
        person.page.wait_for_load_state("networkidle")
        browser.start_tracing(page=person.page, categories=CATEGORIES)
        person.show(state)
        person.page.locator(f".scene.{name}").wait_for()
        person.page.locator(f".scene.{name}").wait_for(state="detached")
        yield name, tasks(browser.stop_tracing())
        assert not person.errors, person.errors
        context.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=SLUGS, action="append", help="only these")
    parser.add_argument("--seeds", type=int, default=30, help="games to look for great moments in")
    options = parser.parse_args()
    slow = 0
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for slug in options.game or SLUGS:
            opening = ("opening", opened(browser, server, slug))
            for name, found in chain([opening], look(browser, server, slug, options.seeds)):
                longest = [round(SLOWER * one) for one in found[:3]]
                over = sum(SLOWER * one > LIMIT for one in found)
                slow += over > (name == "opening") or SLOWER * found[0] > FIRST
                print(
                    f"{slug:14} {name:9} {len(found):5} tasks, longest {longest} ms, over {LIMIT:.0f} ms: {over}",
                    flush=True,
                )
        browser.close()
    return slow > 0


if __name__ == "__main__":
    sys.exit(main())
