"""An evening of two games on the page: who begins, what is swapped, and the score."""

import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.parts import Server, plant
from tests.server.test_series import follow, nearly_over
from tests.server.test_start import info, say
from tests.server.test_tables import finish
from tests.web.person import SOON, Person, within

pytestmark = pytest.mark.once


def sit_in_a_series(server: Server, person: Person, **plan: Any) -> tuple[str, list[str]]:
    """At the last decision of a first game of Arkham Ritual; the others are not at a browser."""
    series = {"games": 2, "score": "both", "swap": "host", **plan}
    with ThreadPoolExecutor() as aside:  # this thread has the browser's loop
        planted = aside.submit(plant, server, nearly_over(), secrets.token_bytes(32), series=series, start="vote")
        table, tokens = planted.result()
    for seat, token in enumerate(tokens):
        say(server, table, token, type="start", seat=seat)
    code = info(server, table)["code"]
    person.sit({"table": table, "code": code, "seat": 0, "token": tokens[0]}, "arkham-ritual")
    person.page.locator(".bubble .quiet").click()
    return table, tokens


def go_on(server: Server, person: Person, table: str, tokens: list[str]) -> tuple[str, list[str]]:
    """To the next game: the person by a click."""
    person.result.get_by_role("button", name="To the next game").click()
    person.page.wait_for_url(lambda url: not url.endswith(table))
    ticket = person.page.evaluate("JSON.parse(localStorage.getItem('tables'))[0]")
    new, others = follow(server, table, tokens[1:])
    assert ticket["table"] == new
    return new, [ticket["token"], *others]


def read_to_the_end(person: Person) -> None:
    for _ in within(SOON, "the end"):
        if person.now() == "over":
            break
        if person.now() == "review":
            person.page.locator(".dock .review .primary").click()


def test_a_series_of_two_games(people, server):
    person = people()
    page = person.page
    table, tokens = sit_in_a_series(server, person)
    expect(page.get_by_role("heading", name="Arkham Ritual · game 1 of 2")).to_be_visible()
    finish(server, table, tokens)
    read_to_the_end(person)
    tally = info(server, table)["series"]["tally"]
    score = person.result.get_by_role("table", name="Score of the series")
    for seat in range(3):
        numbers = score.locator("tbody tr").nth(seat).locator("td")
        expect(numbers).to_have_text([str(tally[seat]["wins"]), str(tally[seat]["points"])])

    table, tokens = go_on(server, person, table, tokens)
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", name="Who knows the rules best?")).to_be_visible()
    expect(main.get_by_role("table", name="Score of the series")).to_be_visible()
    page.get_by_label("Great Old One").select_option(label="Hastur")
    say(server, table, tokens[1], type="start", seat=2)
    expect(main.get_by_role("button", name="Player 3 named by Player 2")).to_be_visible()
    main.get_by_role("button", name="Player 3").click()
    expect(main.get_by_role("button", name="Player 3")).to_have_attribute("aria-pressed", "true")
    expect(main.get_by_text("Still to say: Player 3.")).to_be_visible()
    main.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_role("heading", name="Arkham Ritual · game 2 of 2")).to_be_visible()
    expect(page.get_by_role("region", name="Players").locator(".tally")).to_have_count(3)
    options = info(server, table)["options"]
    assert (options["first_parent"], options["great_old_one"]) == (2, "hastur")

    finish(server, table, tokens)
    read_to_the_end(person)
    expect(person.result.get_by_text("The series is won by")).to_be_visible()
    expect(person.result.get_by_role("button", name="Once more")).to_be_visible()
    assert not person.errors


def test_all_agree_to_what_the_host_proposes(people, server):
    person = people()
    page = person.page
    table, tokens = sit_in_a_series(server, person, swap="vote")
    finish(server, table, tokens)
    read_to_the_end(person)
    table, tokens = go_on(server, person, table, tokens)
    page.get_by_label("Great Old One").select_option(label="Hastur")
    page.get_by_role("button", name="Propose this").click()
    expect(page.get_by_text("Agreed: Player 1.")).to_be_visible()
    for token in tokens[1:]:
        assert say(server, table, token, type="agree", yes=True) == "ack"
    expect(page.get_by_text("Proposed:")).to_have_count(0)
    expect(page.get_by_label("Great Old One")).to_have_value("hastur")


def test_a_series_is_made_on_the_page(people, server):
    person = people()
    page = person.page
    person.go("/new/arkham-ritual")
    person.unfold()
    page.get_by_role("radio", name="A series with a running score").check(force=True)
    page.get_by_label("How many").select_option(label="5")
    page.get_by_label("What counts").select_option(label="Wins, then points")
    page.get_by_label("Cards are swapped between games by").select_option(label="a vote of all")
    page.get_by_text("All vote", exact=True).click()  # not what the button below would cover
    expect(page.get_by_text("Before the deal the table asks")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("heading", name="Arkham Ritual · game 1 of 5")).to_be_visible()
    told = info(server, page.url.rsplit("/", 1)[1])
    assert told["start"] == "vote"
    assert {key: told["series"][key] for key in ("games", "score", "swap")} == {
        "games": 5, "score": "both", "swap": "vote"
    }  # fmt: skip
    person.go("/new/in-the-ruin")  # nobody begins there, and nothing is swapped
    person.unfold()
    page.get_by_role("radio", name="A series with a running score").check(force=True)
    expect(page.get_by_label("How many")).to_be_visible()
    expect(page.get_by_label("Cards are swapped between games by")).to_have_count(0)
    expect(page.get_by_text("Who begins")).to_have_count(0)
