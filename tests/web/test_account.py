"""An account by passkey, with Chromium's virtual authenticator: made and used in one tap, the same on every device."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from tests.server.parts import OPEN, SOON, Server
from tests.web.person import Person

pytestmark = pytest.mark.once

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True}


class Device(Person):
    """A browser with an authenticator of its own."""

    def carry(self) -> None:
        self.cdp: CDPSession = self.context.new_cdp_session(self.page)
        self.cdp.send("WebAuthn.enable")
        options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
        options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
        self.key = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def passkeys(self) -> list[dict[str, Any]]:
        return list(self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.key})["credentials"])

    def take_passkeys_of(self, other: "Device") -> None:
        """As a passkey manager brings them to another device."""
        for credential in other.passkeys():
            self.cdp.send("WebAuthn.addCredential", {"authenticatorId": self.key, "credential": credential})

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def tickets(self) -> list[dict[str, Any]]:
        return list(json.loads(self.page.evaluate("localStorage.getItem('tables') ?? '[]'")))

    def until(self, wanted: Callable[[list[dict[str, Any]]], Any]) -> None:
        end = time.monotonic() + SOON
        while not wanted(self.tickets()):
            assert time.monotonic() < end, self.tickets()
            self.page.wait_for_timeout(50)


@pytest.fixture
def device(people: Callable[..., Device], server: Server) -> Callable[..., Device]:
    def make(**options: Any) -> Device:
        found = people(Device, base_url=f"http://localhost:{server.port}", **options)
        found.go("/about")
        found.carry()
        return found

    return make


def test_a_guest_takes_the_seat_along_and_finds_it_on_the_phone(device, server):
    made = server.create("ritual", [OPEN, OPEN], name="Aya")
    laptop, phone = device(), device(**PHONE)
    laptop.sit(made, "ritual")
    laptop.go("/account")
    expect(laptop.page.get_by_text("The seat in this browser comes along.")).to_be_visible()
    laptop.press("Make an account")
    expect(laptop.page.get_by_role("heading", name="Passkeys")).to_be_visible()
    laptop.page.get_by_label("Your name").fill("Aya")
    laptop.page.get_by_label("Your name").blur()
    with laptop.page.expect_response("**/api/account/profile"):
        laptop.page.get_by_role("button", name="Fish").click()
    assert len(laptop.passkeys()) == 1

    phone.take_passkeys_of(laptop)
    phone.go("/account")
    phone.press("Sign in")
    expect(phone.page.get_by_label("Your name")).to_have_value("Aya")
    expect(phone.page.get_by_role("button", name="Fish")).to_have_attribute("aria-pressed", "true")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    phone.go("/")
    phone.page.get_by_role("link", name=made["code"]).click()
    expect(phone.page.get_by_text("Aya").first).to_be_visible()
    (seat,) = phone.tickets()
    assert seat["account"]
    assert seat["token"] != made["token"]
    assert server.look(made["table"], seat["token"])["seat"] == 0

    laptop.go("/account")  # signs the phone out: nothing of the account stays there
    expect(laptop.page.get_by_role("button", name="Sign out", exact=True)).to_have_count(2)
    far = laptop.page.get_by_role("listitem").filter(has_text="last here")
    far.get_by_role("button", name="Sign out").click()
    expect(laptop.page.get_by_role("button", name="Sign out", exact=True)).to_have_count(1)
    phone.go("/")
    expect(phone.page.get_by_role("link", name="Sign in")).to_be_visible()
    phone.until(lambda tickets: tickets == [])

    laptop.press("Delete the account")
    laptop.press("Delete for good")
    expect(laptop.page.get_by_role("button", name="Make an account")).to_be_visible()
    (seat,) = laptop.tickets()
    assert server.look(made["table"], seat["token"])["seat"] == 0
    assert laptop.errors == phone.errors == []


def test_a_seat_taken_while_signed_in_is_the_accounts_and_goes_with_the_sign_out(device):
    one = device()
    one.go("/account")
    one.press("Make an account")
    expect(one.page.get_by_role("heading", name="Passkeys")).to_be_visible()
    with one.page.expect_response("**/api/account/seats"):
        one.play_now("RITUAL")
    one.until(lambda tickets: tickets[0].get("account"))
    one.go("/account")
    one.press("Sign out")
    expect(one.page.get_by_role("button", name="Make an account")).to_be_visible()
    assert one.tickets() == []
    one.press("Sign in")
    expect(one.page.get_by_role("heading", name="Passkeys")).to_be_visible()
    one.until(lambda tickets: len(tickets) == 1)
    with one.page.expect_download() as download:
        one.page.get_by_role("link", name="Export all").click()
    told = json.loads(download.value.path().read_text("utf-8"))
    assert [seat["game"] for seat in told["seats"]] == ["ritual"]


def test_where_there_are_no_passkeys_the_page_says_why(people, device, server):
    guest = people()
    guest.go("/account")
    expect(guest.page.get_by_role("link", name=f"http://localhost:{server.port}/account")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Make an account")).to_have_count(0)
    plain = people(**PHONE)
    plain.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    plain.go("/account")
    expect(plain.page.get_by_text("only at a secure address (https)")).to_be_visible()
    assert plain.page.evaluate("document.documentElement.scrollWidth") <= 390
    empty = device()
    empty.go("/account")
    empty.press("Sign in")  # the device has no passkey for this site
    expect(empty.page.get_by_text("Nothing was done")).to_be_visible()


def test_a_rated_match_shows_in_the_account_and_the_history(device, server):
    """Ended alone, so lost: the rule is told where the table is made, and on the way to the seat."""
    one = device(**PHONE)
    one.go("/account")
    one.press("Make an account")
    with one.page.expect_response("**/api/account/profile"):
        one.page.get_by_label("My rated matches count").check()
    one.go("/new/ritual")
    one.unfold()
    one.page.locator("fieldset", has=one.page.get_by_text("Ratings", exact=True)).get_by_role("radio").last.check(
        force=True
    )
    expect(one.page.get_by_text("who ends it alone has lost")).to_be_visible()
    one.page.locator("fieldset").first.get_by_role("radio", name="2").check(force=True)
    one.page.get_by_label("Seat 2").select_option(label="Bot: novice")
    one.press("Open the table")
    one.page.wait_for_url("**/t/*")
    one.until(lambda tickets: tickets[0].get("account"))
    code = one.page.url.rsplit("/", 1)[1]
    end = time.monotonic() + SOON
    while server.look(code)["table"]["status"] != "playing":
        assert time.monotonic() < end
        one.page.wait_for_timeout(100)
    one.page.get_by_role("button", name="Menu").click()
    one.press("Propose to end the game")
    expect(one.page.get_by_text("Rated", exact=True)).to_be_visible(timeout=20_000)
    expect(one.page.get_by_text("(−").first).to_be_visible(timeout=20_000)
    one.go("/history")
    expect(one.page.get_by_text("ended by a vote · ").or_(one.page.locator(".outcome.ended"))).to_be_visible()
    one.page.get_by_label("Result").select_option(label="won")
    expect(one.page.get_by_text("No match like that.")).to_be_visible()
    one.page.get_by_label("Result").select_option(label="all")
    one.page.get_by_role("link", name="Replay").click()
    one.page.wait_for_url(f"**/r/{code}")
    one.go("/account")
    with one.page.expect_response("**/api/account/profile"):
        one.page.get_by_label("Anybody may see my profile").check()
    shown = one.page.get_by_role("link", name="My profile").get_attribute("href")
    guest = device()
    guest.go(shown)
    expect(guest.page.get_by_text("1 match")).to_be_visible()
    assert guest.page.get_by_role("link", name="Replay").count() == 0
    assert one.errors == guest.errors == []


def test_the_history_of_a_new_account_says_what_will_stand_there(device):
    """Nothing is there to look through, so nothing asks what to look for."""
    one = device()
    one.go("/account")
    one.press("Make an account")
    expect(one.page.get_by_role("heading", name="Passkeys")).to_be_visible()
    one.go("/history")
    expect(one.page.get_by_text("No match yet.")).to_be_visible()
    expect(one.page.locator("main form")).to_have_count(0)
    assert one.errors == []
