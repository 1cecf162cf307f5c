"""A site of files: no server, and after one visit no network. Played whole, in Chromium."""

import functools
import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import monotonic

import pytest
from playwright.sync_api import expect

from native.page import publish
from takujo.games import SLUGS
from takujo.match import verify
from takujo.server import site
from tests.libraries import SLUG, engine_of
from tests.web.person import Person

pytestmark = pytest.mark.once

KEPT = """async () => {
  const paths = [];
  for (const name of await caches.keys())
    paths.push(...(await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname));
  return paths;
}"""


class Files(ThreadingHTTPServer):
    """A plain file server."""

    def __init__(self, folder, port=0):
        handler = functools.partial(Quiet, directory=folder)
        super().__init__(("127.0.0.1", port), handler)
        Thread(target=self.serve_forever, daemon=True).start()

    def stop(self):
        self.shutdown()
        self.server_close()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Visitor(Person):
    """Somebody whose page may run rules of its own and keep itself."""

    def __init__(self, context):
        super().__init__(context)
        context.unroute("**/engine/index.json")

    def again(self):
        """The page is closed, and opened anew."""
        self.page.close()
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.go()

    def begin(self, slug):
        self.page.locator(f"li[data-game={slug}]").get_by_role("button", name="Play now").click()
        self.page.wait_for_url("**/t/HERE-*")
        expect(self.page.locator("main button, main [role=gridcell]").first).to_be_visible()

    def wait_until_kept(self, path):
        """What this visit does not come to (a slow line: what was told before must do), the next one does."""
        for _ in range(6):
            until = monotonic() + 10
            while monotonic() < until:
                if path in (kept := self.page.evaluate(KEPT)):
                    return kept
                self.page.wait_for_timeout(100)
            self.page.reload()
        raise AssertionError(f"{path} is not kept, only {kept}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The site, with every title."""
    place = tmp_path_factory.mktemp("site")
    for slug in SLUGS:
        engine_of(slug)
    publish(SLUGS, place)
    with ThreadPoolExecutor(1) as apart:  # Playwright has this thread's loop
        apart.submit(site.write, place / "site", SLUGS, place / "engine").result()
    return place / "site"


@pytest.fixture
def visitor(people, folder):
    """Somebody, and the file server they visit."""
    server = Files(folder)
    address = f"http://127.0.0.1:{server.server_address[1]}"
    visitor = people(Visitor, base_url=address, service_workers="allow")
    visitor.server = server
    yield visitor
    server.stop()


def test_a_whole_game_of_each_title_after_one_visit_without_a_network(visitor, folder, tmp_path):
    """The server is gone and the page was closed: games, replay, rules, records and their reload go on."""
    visitor.go()
    page = visitor.page
    expect(page.get_by_text("This page has no server")).to_be_visible()
    assert page.get_by_role("link", name="New table").count() == 0
    index = json.loads((folder / "engine/index.json").read_text("utf-8"))
    visitor.wait_until_kept(f"/engine/{index[SLUGS[-1]]['script']}")
    kept = visitor.page.evaluate(KEPT)
    assert not [path for path in kept if "/api/" in path and not path.startswith("/api/games")]
    visitor.server.stop()

    for slug in SLUGS:
        visitor.again()
        visitor.begin(slug)
        visitor.page.reload()
        expect(visitor.page.locator("main button, main [role=gridcell]").first).to_be_visible()
        visitor.play_to_the_end()
        with visitor.page.expect_download() as download:
            visitor.result.get_by_role("button", name="Record").click()
        record = json.loads(download.value.path().read_text("utf-8"))
        assert verify(record).state.result == record["result"]
        visitor.result.get_by_role("link", name="Replay").click()
        expect(visitor.page.get_by_role("slider")).to_be_visible()
        visitor.go(f"/rules/{slug}")
        expect(visitor.page.get_by_role("heading", level=2).first).to_be_visible()

    file = tmp_path / "record.json"
    visitor.go("/replay")
    for change, said in (({"seed": "00"}, "does not hold"), ({"version": 0}, "another version")):
        file.write_text(json.dumps(record | change), "utf-8")
        visitor.page.locator("input[type=file]").set_input_files(file)
        expect(visitor.page.get_by_role("alert")).to_contain_text(said)
    file.write_text(json.dumps(record), "utf-8")
    visitor.page.locator("input[type=file]").set_input_files(file)
    expect(visitor.page.get_by_role("slider")).to_be_visible()
    visitor.page.wait_for_url("**?seat=all*")
    assert visitor.errors == []


def test_an_update_never_breaks_a_running_match(visitor, folder, tmp_path):
    """It goes on by the rules it began with, which stay as long as it does; where they are lost, by the same ones."""
    visitor.go()
    index = json.loads((folder / "engine/index.json").read_text("utf-8"))
    old = index[SLUG]["rules"]
    visitor.wait_until_kept(f"/engine/{old}")
    visitor.begin(SLUG)
    table = visitor.page.url
    port = visitor.server.server_address[1]
    visitor.server.stop()

    newer = tmp_path / "newer"
    shutil.copytree(folder, newer)
    for part, name in index[SLUG].items():
        index[SLUG][part] = f"newer-{name}"
        (newer / "engine" / name).rename(newer / "engine" / f"newer-{name}")
    (newer / "engine/index.json").write_text(json.dumps(index), "utf-8")
    visitor.server = Files(newer, port)
    visitor.again()
    kept = visitor.wait_until_kept(f"/engine/newer-{old}")
    assert f"/engine/{old}" in kept
    visitor.go(table)
    expect(visitor.page.locator("main button").first).to_be_visible()
    visitor.try_to_act()

    visitor.page.evaluate("caches.delete('engine')")  # the browser has thrown the old rules away
    visitor.page.reload()
    expect(visitor.page.locator("main button").first).to_be_visible()
    visitor.go()
    visitor.page.get_by_role("button", name="off this list").click()
    visitor.page.get_by_role("button", name="Leave the table").click()
    expect(visitor.page.get_by_role("button", name="off this list")).to_have_count(0)
    assert visitor.errors == []


def test_what_is_missing_is_said(tmp_path):
    """A folder of somebody's own is left alone; a site is not written without its rules."""
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    with pytest.raises(ValueError, match="not empty, and no site"):
        site.write(tmp_path)
    with pytest.raises(ValueError, match="engine of ritual is missing, or older than the rules: run make engine"):
        site.write(tmp_path / "new", [SLUG], tmp_path)
    stale = {SLUG: {"files": {}, "sources": {"core/rule.py": "of before"}}}
    (tmp_path / "index.json").write_text(json.dumps(stale), "utf-8")
    with pytest.raises(ValueError, match="older than the rules"):
        site.write(tmp_path / "new", [SLUG], tmp_path)
    assert not (tmp_path / "new").exists()
