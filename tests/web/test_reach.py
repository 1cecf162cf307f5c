"""Reaching people: an installable page, push to a closed tab, and links that say what they lead to."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from takujo.games import SLUGS, load
from tests.server.parts import OPEN, Server
from tests.server.test_push import Browser
from tests.web.conftest import CHROMIUM, launched
from tests.web.person import SOON, Person, within

pytestmark = pytest.mark.once

# the only part of the way that needs a vendor's server
SUBSCRIBE = """({ endpoint, p256dh, auth }) => {
  PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint, keys: { p256dh, auth } }) });
}"""


@pytest.fixture(scope="module")
def browser(playwright: Any) -> Iterator[Any]:
    """A whole one: without windows there are no notices."""
    with launched(playwright, CHROMIUM) as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("reach"), private_webhooks="1") as server:
        yield server


def waits(people: Any, server: Server, script: str = "", **options: Any) -> tuple[Person, str, str, int]:
    """Somebody at a game that takes days, who is not to act; the table, the token of the other, and who they are."""
    made = server.create("ritual", [OPEN, OPEN], pace={"kind": "days"}, name="Aya")
    joined = server.join(made["table"], name="Ken")
    acting = server.look(made["table"])["to_act"][0]
    mine, other = (joined, made) if acting == made["seat"] else (made, joined)
    person = people(service_workers="allow", **options)
    if script:
        person.page.add_init_script(script)
    person.sit({**mine, "table": made["table"], "code": made["code"]}, "ritual")
    person.skip_hints()
    return person, made["table"], other["token"], mine["seat"]


def test_who_closes_the_page_is_told_when_it_is_their_turn(people, server):
    with Browser() as browser:
        script = f"({SUBSCRIBE})({json.dumps(browser.subscription())})"
        person, table, other, seat = waits(people, server, script, permissions=["notifications"])
        person.page.get_by_role("button", name="Tell me", exact=True).click()
        expect(person.page.get_by_text("You will be told here, also when the page is closed.")).to_be_visible()
        there = server.socket(table, other)
        person.page.goto("about:blank")
        there.until("presence", seats=[1 - seat])
        for _ in within(SOON, "my turn"):
            look = server.look(table, other)
            if browser.came.qsize() or not look["legal"]:
                break
            assert server.act(table, other, look["legal"][0]).status_code == 200
        message = browser.message()
        assert message == {"title": "RITUAL", "body": "It is your turn.", "url": f"/t/{table}", "tag": table}

        page = person.page  # what came is brought to the page's worker, as the browser does
        page.goto("/about")
        devtools = person.context.new_cdp_session(page)
        registrations: list[str] = []
        devtools.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: registrations.extend(each["registrationId"] for each in told["registrations"]),
        )
        devtools.send("ServiceWorker.enable")
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        origin = f"http://127.0.0.1:{server.port}"
        sent = {"origin": origin, "registrationId": registrations[0], "data": json.dumps(message)}
        devtools.send("ServiceWorker.deliverPushMessage", sent)
        shown = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
            .map(({ title, body, data }) => [title, body, data.url])"""
        person.wait_until(lambda _: page.evaluate(shown), "a notice")
        assert page.evaluate(shown) == [["RITUAL", "It is your turn.", f"/t/{table}"]]


@pytest.mark.parametrize(
    ("locale", "script", "words"),
    [
        ("en-GB", "Notification.requestPermission = async () => 'denied'", "This browser does not allow it"),
        ("ja-JP", "Notification.requestPermission = async () => 'granted'", "ページを開いている間だけ通知します"),
        (
            "en-GB",
            "Object.defineProperty(window, 'isSecureContext', { value: false })",
            "only at a secure address (https)",
        ),
    ],
)
def test_what_the_browser_does_not_do_is_said(people, server, locale, script, words):
    """It refuses; it has no push service; the address is not secure, and nothing is offered."""
    person, *_ = waits(people, server, script, locale=locale)
    if "isSecureContext" in script:
        expect(person.page.locator(".notices").get_by_role("button", name="Tell me")).to_have_count(0)
        person.page.get_by_role("button", name="Menu").click()
    else:
        person.page.locator(".notices").get_by_role("button", name=re.compile("^(Tell me|通知する)$")).click()
    expect(person.page.get_by_text(words)).to_be_visible()
    assert person.errors == []


def meta(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)" />', page))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_link_tells_in_its_language_what_it_leads_to_and_nothing_else(server, slug):
    text = load(slug).text
    table, _ = server.full(slug, 3, spectators="none", name='<script>"')
    code = server.look(table, _[0])["table"]["code"]
    for language in ("en", "ja"):
        for asked in ({"params": {"lang": language}}, {"headers": {"accept-language": f"{language}-XX,en;q=0.5"}}):
            page = server.http.get(f"/t/{code}", **asked).text
            told = meta(page)
            assert f'<html lang="{language}">' in page
            assert text.title[language] in told["og:title"]
            assert "<script>" not in page.partition("<script type")[0]
            picture = server.http.get(told["og:image"])
            assert (picture.status_code, picture.headers["content-type"]) == (200, "image/jpeg")
            same = server.http.get(f"/t/{server.full(slug, 3)[0]}", **asked).text  # of every table of the title
            assert same == page
    assert meta(server.http.get("/t/NOSUCH").text)["og:title"].startswith("takujo")
    assert text.title["en"] in meta(server.http.get(f"/rules/{slug}").text)["og:title"]
    assert meta(server.http.get("/", headers={"host": "127.0.0.1"}).text)["og:image"] == "http://127.0.0.1/icon-512.png"


def test_the_page_can_be_installed(people, server):
    page = people().page
    page.goto("/")
    manifest = server.http.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        assert server.http.get(icon["src"]).headers["content-type"].startswith(icon["type"])
    devtools = page.context.new_cdp_session(page)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    assert server.http.get("/sw.js").headers["cache-control"] == "no-cache"
