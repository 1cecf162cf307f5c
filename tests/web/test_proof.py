"""The page binds its part of the shuffle, keeps what proves it, and finds out a server that lies."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from takujo.match import bound
from takujo.proof import judge, read_mine
from tests.server.parts import OPEN, Json, Server
from tests.web.person import Person
from tests.web.test_play import two_at_a_table

pytestmark = pytest.mark.once


def ticket(person: Person) -> Json:
    """The newest one, as the browser keeps it."""
    found: Json = person.page.evaluate("() => JSON.parse(localStorage.getItem('tables') ?? '[{}]')[0]")
    return found


def when(person: Person, true: Callable[[Json], Any]) -> Json:
    """The ticket, as soon as this is true of it."""
    for _ in range(400):
        if true(found := ticket(person)):
            return found
        person.page.wait_for_timeout(50)
    raise AssertionError(found)


def vote_to_end(*people: Person) -> None:
    for person in people:
        person.skip_hints()
        person.page.get_by_role("button", name="Menu").click()
        person.page.get_by_role("button", name="Propose to end the game").click()
    for person in people[1:]:
        expect(person.result).to_be_visible()


def open_check(page: Page, code: str) -> None:
    page.goto(f"/r/{code}")
    page.get_by_role("button", name="Check", exact=True).click()


def lie(page: Page, path: str, change: Callable[[Json], Any]) -> None:
    """What the server answers there is changed on its way to the page."""

    def answer(route: Route) -> None:
        told = route.fetch()
        content = told.json()
        change(content)
        route.fulfill(response=told, json=content)

    page.route(re.compile(rf"/api/tables/[\w-]+{path}$"), answer)


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Server]:
    """A server that waits four seconds for what seats reveal."""
    with Server(tmp_path, reveal_within="4") as server:
        yield server


@pytest.fixture(scope="module")
def played(browser, server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where somebody who played RITUAL against bots to its end left what their browser knew."""
    context = browser.new_context(
        base_url=f"http://127.0.0.1:{server.port}", locale="en-GB", reduced_motion="reduce", accept_downloads=True
    )
    person = Person(context)
    person.play_now("RITUAL")
    person.play_to_the_end()
    file = tmp_path_factory.mktemp("played") / "browser.json"
    context.storage_state(path=file)
    assert person.errors == []
    context.close()
    return file


def test_a_game_against_bots_is_proven_to_who_played_it(people, played, tmp_path):
    """The ticket holds the proof; saved with the record, `takujo verify` says that nobody could choose the deal."""
    person = people(storage_state=played)
    person.go("/about")
    kept = ticket(person)
    proof = kept["proof"]
    assert proof["revealed"]
    assert proof["seen"]["commitments"][0] == bound(0, proof["entropy"])
    assert proof["receipt"]["deal"]["entropy"][0] == proof["entropy"]
    open_check(person.page, kept["code"])
    expect(person.page.get_by_role("heading", name="Verified")).to_be_visible()
    for words in (
        "the one this browser noted",
        "the seed is the one that was committed to",
        "the one it had committed to before the deal",
        "as this browser sent it",
        "those this browser saw before it showed its part",
        "The server has signed it",
        "the receipt that this browser got",
    ):
        expect(person.page.locator(".check li.fine").filter(has_text=words)).to_be_visible()
    files = []
    for name in ("Download record", "Save my proof"):
        with person.page.expect_download() as taken:
            person.page.get_by_role("button", name=name).click()
        files.append(tmp_path / taken.value.suggested_filename)
        taken.value.save_as(files[-1])
    expect(person.page.get_by_text(f"takujo verify {files[0].name} --mine {files[1].name}")).to_be_visible()
    command = [sys.executable, "-m", "takujo.cli", "verify", str(files[0]), "--mine", str(files[1])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "not proven" not in done.stdout
    assert done.stdout.endswith("The deal is proven to you: nobody could choose it.\n")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda r: r.update(seed="00" * 32), "The seed is not the one that was committed to!"),
        (lambda r: r["entropy"].__setitem__(0, "00" * 32), "Your own part is not in the shuffle"),
        (lambda r: r["entropy"].__setitem__(1, "00" * 32), "A part of the shuffle is not the one its seat"),
        (lambda r: r["commitments"].__setitem__(1, "00" * 32), "The commitments are not those this browser saw"),
        (lambda r: r.update(position={}), "from a given position: the deal is not proven"),
        (lambda r: r["actions"].pop(), "The signature is not that of the server’s key!"),
        (lambda r: r.pop("server"), "No server has signed it."),
    ],
)
def test_a_server_that_lies_about_the_record_is_found_out(people, played, change, words):
    person = people(storage_state=played)
    person.go("/about")
    lie(person.page, "/record", change)
    open_check(person.page, ticket(person)["code"])
    expect(person.page.get_by_role("heading", name="Something does not fit")).to_be_visible()
    expect(person.page.locator(".check li.bad").filter(has_text=words)).to_be_visible()
    assert person.errors == []


def test_strangers_see_what_can_be_said_without(people, played):
    person, stranger = people(storage_state=played), people()
    person.go("/about")
    open_check(stranger.page, ticket(person)["code"])
    expect(stranger.page.get_by_role("heading", name="Verified")).to_be_visible()
    expect(stranger.page.get_by_text("This browser added no part of its own")).to_be_visible()
    expect(stranger.page.get_by_text("The server has signed it")).to_be_visible()
    expect(stranger.page.get_by_role("button", name="Save my proof")).to_have_count(0)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda r: r["deal"]["entropy"].__setitem__(0, "00" * 32), "Your own part is not in the shuffle"),
        (lambda r: r["deal"].update(commitment="00" * 32), "The commitments are not those this browser saw"),
        (lambda r: r.update(signature="00" * 64), "The signature is not that of the server’s key!"),
    ],
)
def test_a_server_that_lies_about_the_deal_is_found_out_at_the_table(people, change, words):
    person = people()
    lie(person.page, "/deal", change)
    person.play_now("RITUAL")
    warning = person.page.get_by_role("alert").filter(has_text="the deal cannot be trusted")
    expect(warning).to_contain_text(words)


def test_a_server_that_changes_what_is_bound_gets_nothing(people):
    """It told of other commitments before: the page does not show its part, and says so."""
    person = people()
    sent: list[str] = []

    def listen(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def note(text: str | bytes) -> None:
            sent.append(str(text))
            server.send(text)

        def forward(text: str | bytes) -> None:
            told = json.loads(text)
            if told["type"] == "table" and told["table"]["deal"]:
                told["table"]["deal"]["commitments"][0] = "00" * 32
            route.send(json.dumps(told))

        route.on_message(note)
        server.on_message(forward)

    person.page.route_web_socket(re.compile("/play"), listen)
    person.play_now("RITUAL")
    expect(person.page.get_by_role("alert").filter(has_text="the deal cannot be trusted")).to_be_visible()
    assert not any('"reveal"' in text for text in sent)


def test_two_people_bind_their_parts_and_play_once_more(people, server):
    """One opens a table, the other joins; the next game has parts of its own."""
    first, second = two_at_a_table(people, "ritual")
    for person, seat in ((first, 0), (second, 1)):
        kept = when(person, lambda found: found["proof"]["receipt"])
        assert kept["proof"]["seat"] == kept["seat"] == seat
        assert kept["proof"]["seen"]["commitments"][seat] == bound(seat, kept["proof"]["entropy"])
    table = ticket(first)["table"]
    vote_to_end(first, second)
    for person in (first, second):
        person.result.get_by_role("button", name=re.compile("Once more|To the next game")).click()
        when(person, lambda found: found["table"] != table)
    parts = [when(person, lambda found: found["proof"]["receipt"])["proof"] for person in (first, second)]
    assert parts[0]["receipt"] == parts[1]["receipt"]
    assert parts[0]["receipt"]["deal"]["entropy"][:2] == [part["entropy"] for part in parts]
    assert first.errors == second.errors == []


def test_who_finds_the_seat_taken_binds_the_next_one(people, server):
    made = server.create("ritual", players=3)
    person = people()
    person.go(f"/t/{made['code']}")
    expect(person.page.get_by_role("button", name="Sit down")).to_be_visible()
    server.join(made["table"], seat=1)  # meanwhile
    person.page.get_by_role("button", name="Sit down").click()
    kept = when(person, lambda found: found.get("proof", {}).get("receipt"))
    assert (kept["seat"], kept["proof"]["seat"]) == (2, 2)
    assert kept["proof"]["receipt"]["deal"]["commitments"] == [None, None, bound(2, kept["proof"]["entropy"])]


@pytest.mark.parametrize("path", ["", "/join", "/rematch"])
def test_a_lost_answer_is_asked_for_again_and_leaves_no_ghost(people, server, path):
    """The same key, so the same table and seat."""
    person = people()
    lost: list[Any] = []

    def lose(route: Route) -> None:
        if lost or route.request.method != "POST":
            return route.continue_()
        lost.append(route.fetch().json())
        return route.abort()

    pattern = re.compile(rf"/api/tables{path}$" if not path else rf"/api/tables/[\w-]+{path}$")
    if path == "/rematch":
        person.play_now("RITUAL")
        when(person, lambda found: found["proof"]["receipt"])
        vote_to_end(person)
        person.page.route(pattern, lose)
        person.result.get_by_role("button", name="Once more").click()
        when(person, lambda found: found["table"] == lost[0]["table"] if lost else False)
    elif path == "/join":
        made = server.create("ritual", players=3)
        person.page.route(pattern, lose)
        person.go(f"/t/{made['code']}")
        person.page.get_by_role("button", name="Sit down").click()
        person.page.wait_for_function("() => localStorage.getItem('tables')")
        assert [seat["kind"] for seat in server.look(made["table"])["table"]["seats"]] == ["person", "person", "open"]
    else:
        person.page.route(pattern, lose)
        person.play_now("RITUAL")
    assert ticket(person)["token"] == lost[0]["token"]


def test_who_was_replaced_for_not_revealing_is_told_and_comes_back(people, hasty):
    """Here another browser of theirs has the seat's secret."""
    server, person = hasty, people(base_url=f"http://127.0.0.1:{hasty.port}")
    made = server.create("ritual", [OPEN, OPEN], commitment="00" * 32)
    server.join(made["table"])
    person.go("/about")
    person.page.evaluate(
        "found => localStorage.setItem('tables', JSON.stringify([{...found, at: 1, game: 'ritual'}]))", made
    )
    person.go(f"/t/{made['code']}")
    expect(person.page.get_by_role("status").filter(has_text="Shuffling: waiting for the browser of")).to_be_visible()
    expect(person.page.get_by_text("did not show its part of the shuffle in time")).to_be_visible()
    person.skip_hints()
    person.page.get_by_role("button", name="I’m back").click()
    expect(person.page.get_by_text("did not show its part of the shuffle in time")).to_have_count(0)
    assert person.errors == []


def test_a_table_that_was_withdrawn_leaves_its_proof_in_the_browser(people, played):
    person = people(storage_state=played)
    person.page.route(
        re.compile(r"/api/tables/"),
        lambda route: route.fulfill(status=404, json={"code": "no-such-table", "reason": ""}),
    )
    person.go()
    expect(person.page.get_by_text("The server has it no more")).to_be_visible()
    with person.page.expect_download() as taken:
        person.page.get_by_role("button", name="Save my proof").click()
    assert read_mine(taken.value.path())["receipt"]["deal"]["table"] == ticket(person)["table"]


def test_what_is_usual_takes_a_blink_and_nothing_flickers(people):
    """Neither the invitation nor a word about the shuffle is shown on the way to a table of bots."""
    person = people()
    person.page.add_init_script(
        """new MutationObserver(() => {
          const text = document.body?.innerText ?? "";
          if (document.querySelector(".waiting") || text.includes("Shuffling")) window.flicker = text;
        }).observe(document, { childList: true, subtree: true, characterData: true });"""
    )
    person.play_now("RITUAL")
    expect(person.page.locator("main button").first).to_be_visible()
    assert person.page.evaluate("() => window.flicker") is None


def test_the_proof_is_as_the_command_reads_it(people, played, tmp_path, server):
    """Against the record as the server gives it to anybody."""
    person = people(storage_state=played)
    person.go("/about")
    kept = ticket(person)
    (tmp_path / "mine.json").write_text(json.dumps({"table": kept["table"], **kept["proof"]}))
    assert judge(server.record(kept["table"]).json(), mine=read_mine(tmp_path / "mine.json")).deal_proven
