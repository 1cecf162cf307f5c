"""Pictures of every screen, in both languages and sizes: `make screenshots`, then look at them."""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from takujo.core.text import LANGUAGES
from takujo.games import SLUGS
from tests.server.parts import BOT, OPEN, Server
from tests.web.conftest import CHROMIUM
from tests.web.person import GAME, Person, within

SIZES = {
    "laptop": {"width": 1440, "height": 900},
    "phone": {"width": 390, "height": 844},
    "bars": {"width": 390, "height": 664},  # a phone whose browser shows its bars
}
PLAYERS = {"arkham-ritual": 5, "ayatsuri": 5, "in-the-ruin": 3, "ritual": 4}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("screenshots"))
    parser.add_argument("--only", default="", help="screens with this in their name")
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    parser.add_argument("--size", choices=SIZES, action="append", help="only these sizes")
    parser.add_argument("--lang", choices=LANGUAGES, action="append", help="only these languages")
    options = parser.parse_args()
    options.out.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for size in options.size or SIZES:
            for lang in options.lang or LANGUAGES:
                context = browser.new_context(
                    base_url=f"http://127.0.0.1:{server.port}",
                    viewport=SIZES[size],
                    locale=lang,
                    color_scheme=options.theme,
                    reduced_motion="reduce",
                    has_touch=size != "laptop",
                )
                person = Person(context, lang)

                def shoot(name: str, page: Page = person.page, end: str = f"{lang}-{size}-{options.theme}") -> None:
                    page.wait_for_timeout(150)
                    page.screenshot(path=options.out / f"{name}-{end}.png")
                    print(options.out / f"{name}-{end}.png", flush=True)

                for name, path in {"home": "/", "about": "/about", "no-such-page": "/nowhere"}.items():
                    if options.only in name:
                        person.go(path)
                        person.page.wait_for_load_state("networkidle")
                        shoot(name)
                for slug in SLUGS:
                    if options.only in f"{slug} rules":
                        person.go(f"/rules/{slug}")
                        person.page.wait_for_load_state("networkidle")
                        shoot(f"{slug}-rules")
                    if options.only in f"{slug} new waiting":
                        person.go(f"/new/{slug}")
                        person.page.wait_for_load_state("networkidle")
                        shoot(f"{slug}-new")
                        person.sit(server.create(slug, players=PLAYERS[slug]), slug)
                        shoot(f"{slug}-waiting")
                    if options.only in slug:
                        person.sit(server.create(slug, [OPEN, *[BOT] * (PLAYERS[slug] - 1)]), slug)
                        shoot(f"{slug}-hints")
                        shown = set()  # each phase when it is this person's to decide, and what is to be read
                        while person.try_to_act():
                            now = person.now()
                            screen = "review" if now == "review" else person.states[-1]["view"]["phase"]
                            if now in ("review", "choose", "sheet") and screen not in shown:
                                shown.add(screen)
                                shoot(f"{slug}-{screen}")
                        shoot(f"{slug}-result")
                    if options.only in f"{slug} replay":
                        table = server.create(slug, [BOT] * PLAYERS[slug], sit=False)["table"]
                        for _ in within(GAME, "the end of the game"):
                            if server.look(table)["table"]["status"] == "over":
                                break
                            person.page.wait_for_timeout(50)
                        for eyes, step in (("all", 20), ("1", 20), ("spectator", 10_000)):
                            person.go(f"/r/{table}?seat={eyes}&step={step}")
                            person.page.wait_for_selector(".scrubber")
                            shoot(f"{slug}-replay-{eyes}")
                        person.page.get_by_role("button", name={"en": "Check", "ja": "検証"}[lang], exact=True).click()
                        person.page.wait_for_selector(".check h2")
                        shoot(f"{slug}-replay-check")
                context.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
