"""A real browser against a real server."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from tests.server.parts import Server
from tests.web.person import Person

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SHELL = shutil.which("chromium-headless-shell") or CHROMIUM  # the same without windows: quicker to open and to close


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("web")) as server:
        yield server


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    assert CHROMIUM, "the browser tests need Chromium: apt-get install chromium fonts-noto-cjk"
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with launched(playwright, SHELL) as browser:
        yield browser


@contextmanager
def launched(playwright: Playwright, program: str | None) -> Iterator[Browser]:
    quiet = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
    browser = playwright.chromium.launch(executable_path=program, args=quiet)
    yield browser
    browser.close()


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[Callable[..., Person]]:
    """Make people, each with a browser of their own."""
    contexts: list[BrowserContext] = []

    def guest(kind: type[Person] = Person, **options: object) -> Person:
        settings = {
            "base_url": f"http://127.0.0.1:{server.port}",
            "viewport": {"width": 1440, "height": 900},
            "locale": "en-GB",
            "reduced_motion": "reduce",
            "service_workers": "block",  # what is routed must not pass by one; tests/web/test_site.py has it
        }
        contexts.append(browser.new_context(**(settings | options)))
        return kind(contexts[-1])

    yield guest
    for context in contexts:
        context.close()
