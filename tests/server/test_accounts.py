"""Accounts by passkey: who has one finds their seats on every device, and nobody else does."""

import sqlite3
import time
from collections.abc import Callable

import pytest

from tests.server.authenticator import PRESENT, Browser, Passkey, text
from tests.server.cluster import Cluster, Node
from tests.server.parts import BOT, OPEN, Server, bearer

pytestmark = pytest.mark.once


@pytest.fixture
def person(server: Server) -> Callable[..., Browser]:
    return lambda host="localhost": Browser(server, host)


def problem(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_passkey_makes_an_account_and_signs_in_elsewhere(person):
    laptop, phone = person(), person()
    passkey = laptop.make(name="Aya", face="moon", settings={"theme": "dark"})
    mine = laptop.account().json()
    assert (mine["name"], mine["face"], mine["settings"]) == ("Aya", "moon", {"theme": "dark"})
    assert (mine["rated"], mine["public"]) == (False, False)
    assert problem(phone.account()) == (401, "no-session")
    assert phone.sign_in(passkey).status_code == 200
    assert phone.account().json()["name"] == "Aya"
    assert [session["label"] for session in phone.account().json()["sessions"]] == ["Firefox, Linux"] * 2
    assert phone.post("/profile", name="Aya K", face=None).status_code == 204
    there = laptop.account().json()
    assert (there["name"], there["face"], there["settings"]) == ("Aya K", None, {"theme": "dark"})


def test_seats_follow_the_account_to_every_device(server, person):
    made = server.create("ritual", [OPEN, OPEN], name="Aya")
    laptop, phone = person(), person()
    passkey = laptop.make()
    assert laptop.sync(made) == {"mine": [made["table"]], "others": []}
    phone.sign_in(passkey)
    (seat,) = phone.sync()["others"]
    assert (seat["table"], seat["code"], seat["game"], seat["seat"]) == (made["table"], made["code"], "ritual", 0)
    assert seat["token"] != made["token"]
    assert server.look(made["table"], seat["token"])["seat"] == 0
    notes = f"/api/tables/{made['table']}/notes"
    assert server.http.post(notes, json={"text": "hm"}, headers=bearer(seat["token"])).status_code == 204
    assert server.http.get(notes, headers=bearer(made["token"])).json() == {"text": "hm"}
    assert phone.sync(seat)["others"] == []  # it has it
    assert phone.post("/seats/forget", table=made["table"]).status_code == 204
    tablet = person()
    assert tablet.sign_in(passkey).status_code == 200
    assert tablet.sync()["others"] == []
    assert server.look(made["table"], made["token"])["seat"] == 0


def test_a_seat_is_one_accounts_alone(server, person):
    made = server.create("ritual", [OPEN, OPEN])
    first, second = person(), person()
    first.make()
    second.make()
    assert first.sync(made)["mine"] == [made["table"]]
    assert second.sync(made) == {"mine": [], "others": []}
    assert second.sync({"table": made["table"], "token": "x" * 22}) == {"mine": [], "others": []}


def test_who_signs_out_leaves_no_seat_behind(server, person):
    """Also in a browser that is far away: the token that it holds is void."""
    made = server.create("ritual", [OPEN, OPEN])
    laptop, phone = person(), person()
    passkey = laptop.make()
    laptop.sync(made)
    phone.sign_in(passkey)
    (seat,) = phone.sync()["others"]
    far = next(session for session in laptop.account().json()["sessions"] if not session["here"])
    assert laptop.post("/sign-out", where=far["id"]).status_code == 204
    assert problem(phone.account()) == (401, "no-session")
    answer = server.http.get(f"/api/tables/{made['table']}", headers=bearer(seat["token"]))
    assert problem(answer) == (401, "bad-token")
    assert server.look(made["table"], made["token"])["seat"] == 0
    assert laptop.post("/sign-out", where="nowhere").status_code == 404
    assert laptop.post("/sign-out", where="everywhere").status_code == 204
    assert problem(laptop.account()) == (401, "no-session")
    answer = server.http.get(f"/api/tables/{made['table']}", headers=bearer(made["token"]))
    assert problem(answer) == (401, "bad-token")
    assert laptop.sign_in(passkey).status_code == 200
    assert len(laptop.sync()["others"]) == 1


def test_several_passkeys_and_never_none(person):
    one = person()
    first = one.make()
    options = one.options("add")
    assert [each["id"] for each in options["excludeCredentials"]] == [text(first.id)]
    second = one.passkey()
    assert one.post("/passkeys", credential=second.create(options)).status_code == 204
    assert second.user == first.user
    other = person()
    assert other.sign_in(second).status_code == 200
    assert other.post("/passkeys/remove", id=text(first.id)).status_code == 204
    assert problem(person().sign_in(first)) == (401, "no-such-passkey")
    assert problem(other.post("/passkeys/remove", id=text(second.id))) == (409, "last-passkey")
    assert person().sign_in(second).status_code == 200


def test_export_tells_all_and_deletion_leaves_nothing(server, person):
    made = server.create("ritual", [OPEN, OPEN], name="Aya")
    laptop, phone = person(), person()
    passkey = laptop.make(name="Aya")
    laptop.sync(made)
    phone.sign_in(passkey)
    (seat,) = phone.sync()["others"]
    export = laptop.http.get("/api/account/export")
    assert export.headers["content-disposition"] == 'attachment; filename="takujo-account.json"'
    told = export.json()
    assert told["account"]["name"] == "Aya"
    assert [each["table"] for each in told["seats"]] == [made["table"]]
    user = text(passkey.user)
    with sqlite3.connect(server.file) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {name: [row[1] for row in database.execute(f"PRAGMA table_info({name})")] for name in names}
        holding = [name for name in names if "account_id" in columns[name]] + ["account"]
        count = lambda: {  # noqa: E731
            name: database.execute(
                f"SELECT count(*) FROM {name} WHERE {'id' if name == 'account' else 'account_id'} = ?", (user,)
            ).fetchone()[0]
            for name in holding
        }
        assert count()["account_seat"] == 1
        assert laptop.post("/delete").status_code == 204
        assert set(count().values()) == {0}
    assert problem(laptop.account()) == problem(phone.account()) == (401, "no-session")
    assert problem(phone.sign_in(passkey)) == (401, "no-such-passkey")
    assert server.look(made["table"], made["token"])["seat"] == 0  # a guest's seat, as before
    gone = server.http.get(f"/api/tables/{made['table']}", headers=bearer(seat["token"]))
    assert problem(gone) == (401, "bad-token")


def test_nothing_secret_lies_in_the_database(server, person):
    one = person()
    one.make(name="Wakamatsu Ayaka", settings={"theme": "dark-as-a-cellar"})
    cookie = next(iter(one.http.cookies.jar))
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert cookie.get_nonstandard_attr("SameSite") == "strict"
    stored = b"".join(file.read_bytes() for file in server.file.parent.glob("tables.db*"))
    for secret in (cookie.value, "Wakamatsu Ayaka", "dark-as-a-cellar"):
        assert secret.encode() not in stored


def test_over_tls_the_session_is_a_secure_cookie_of_this_host_alone(person):
    """A proxy on this machine says that it ended TLS."""
    one = person()
    one.http.headers.update({"x-forwarded-proto": "https", "origin": f"https://{one.host}"})
    passkey = one.passkey()
    passkey.origin = f"https://{one.host}"
    answer = one.post(credential=passkey.create(one.options("new")))
    assert answer.status_code == 201
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-takujo=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=strict"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


# -- what a thief tries


def test_a_challenge_is_good_once(person):
    one = person()
    passkey = one.make()
    answer = passkey.get(one.options("sign-in"))
    assert one.post("/sign-in", credential=answer).status_code == 200
    assert problem(one.post("/sign-in", credential=answer)) == (401, "no-challenge")
    made = one.passkey().create(one.options("new"))
    assert one.post(credential=made).status_code == 201
    assert problem(one.post(credential=made)) == (401, "no-challenge")


def test_a_challenge_is_for_what_it_was_made(person):
    """Nor for a passkey that somebody else's account is to get."""
    one, thief = person(), person()
    passkey = one.make()
    assert problem(one.post("/sign-in", credential=passkey.get(one.options("add")))) == (401, "no-challenge")
    thief.make()
    planted = thief.passkey().create(one.options("add"))
    assert problem(thief.post("/passkeys", credential=planted)) == (401, "not-proven")
    assert problem(person().post("/challenge", purpose="add")) == (401, "no-session")
    assert len(one.account().json()["passkeys"]) == 1


def test_a_challenge_ends(nursery, tmp_path):
    """After five minutes. The clock of the database's rows is turned instead of waiting."""
    with Node(nursery, tmp_path) as server:
        one = Browser(server)
        passkey = one.make()
        answer = passkey.get(one.options("sign-in"))
        with sqlite3.connect(server.file) as database:
            database.execute("UPDATE challenge SET until = until - 300001")
        assert problem(one.post("/sign-in", credential=answer)) == (401, "no-challenge")
        assert one.account().status_code == 200
        with sqlite3.connect(server.file) as database:
            database.execute("UPDATE session SET until = ?", (int(time.time() * 1000) - 1,))
        assert problem(one.account()) == (401, "no-session")


@pytest.mark.parametrize(
    "change",
    [
        {"origin": "https://example.org"},
        {"origin": "http://localhost:1"},
        {"rp": "example.org"},
        {"flags": PRESENT},  # nobody was asked for a finger or a PIN
        {"flags": 0},
    ],
)
def test_an_answer_from_elsewhere_or_unverified_proves_nothing(person, change):
    one = person()
    passkey = one.make()
    for name, value in change.items():
        setattr(passkey, name, value)
    assert problem(person().sign_in(passkey)) == (401, "not-proven")
    strange = one.passkey()
    for name, value in change.items():
        setattr(strange, name, value)
    assert problem(one.post(credential=strange.create(one.options("new")))) == (401, "not-proven")


def test_a_forged_answer_proves_nothing(person):
    one, thief = person(), person()
    passkey = one.make()
    own = thief.make()
    fake = Passkey(own.rp, own.origin, passkey.user, passkey.id)  # another's credential, signed with one's own key
    assert problem(thief.sign_in(fake)) == (401, "not-proven")
    passed = Passkey(own.rp, own.origin, passkey.user, own.id, own.key, 5)  # one's own, for another's account
    assert problem(thief.sign_in(passed)) == (401, "not-proven")
    again = Passkey(own.rp, own.origin, id=passkey.id)  # a credential that another account has
    assert problem(thief.post(credential=again.create(thief.options("new")))) == (401, "not-proven")
    answer = passkey.get(one.options("sign-in"))
    answer["response"]["signature"] = answer["response"]["signature"][:-4] + "AAAA"
    assert problem(one.post("/sign-in", credential=answer)) == (401, "not-proven")


def test_a_copied_passkey_is_noticed_by_its_counter(person):
    one = person()
    passkey = one.make()
    copy = Passkey(passkey.rp, passkey.origin, passkey.user, passkey.id, passkey.key, 0)
    for _ in range(3):
        assert one.sign_in(passkey).status_code == 200
    assert problem(person().sign_in(copy)) == (401, "not-proven")


def test_another_site_can_do_nothing(person):
    """Its origin is refused, whatever cookies a browser would send along."""
    one = person()
    one.make()
    for origin in ("https://example.org", "null"):
        for path in ("/delete", "/sign-out", "/profile", "/challenge"):
            answer = one.http.post(f"/api/account{path}", json={}, headers={"origin": origin})
            assert problem(answer) == (403, "bad-origin")
        assert problem(one.http.get("/api/account/export", headers={"origin": origin})) == (403, "bad-origin")
    assert one.account().status_code == 200


def test_a_session_is_of_one_account_and_new_at_every_sign_in(person):
    one, other = person(), person()
    passkey, theirs = one.make(), other.make()
    old = one.http.cookies["takujo-session"]
    assert one.sign_in(passkey).status_code == 200
    assert one.http.cookies["takujo-session"] != old
    one.http.cookies.set("takujo-session", old, domain="127.0.0.1")
    stale = person()
    stale.http.cookies.set("takujo-session", old)
    assert problem(stale.account()) == (401, "no-session")
    session = other.account().json()["sessions"][0]["id"]
    one.http.cookies.clear()
    one.sign_in(passkey)
    assert problem(one.post("/sign-out", where=session)) == (404, "no-such-session")
    assert one.post("/passkeys/remove", id=text(theirs.id)).status_code in (204, 409)
    assert person().sign_in(theirs).status_code == 200
    for guess in ("", "x", "A" * 43, "' OR 1=1"):
        stale.http.cookies.clear()
        stale.http.cookies.set("takujo-session", guess)
        assert problem(stale.account()) == (401, "no-session")


def test_an_address_has_no_passkeys_and_says_why(person):
    answer = person("127.0.0.1").post("/challenge", purpose="new")
    assert problem(answer) == (409, "no-passkeys")
    assert "localhost" in answer.json()["reason"]


@pytest.mark.parametrize(
    "body",
    [
        {"purpose": "steal"},
        {"purpose": "new", "name": "x" * 61},
        {"purpose": "new", "rp": "example.org"},
    ],
)
def test_what_is_no_request_is_refused(person, body):
    assert problem(person().post("/challenge", **body)) == (422, "malformed")


def test_broken_credentials_are_refused(person):
    one = person()
    credential = one.passkey().create(one.options("new"))
    for name in ("clientDataJSON", "attestationObject"):
        for broken in (
            "AAAA",
            text(b"{}"),
            text(b'{"challenge": 1}'),
            text(b'{"challenge": "\xc3\xa9"}'),
            text(b"\xff"),
        ):
            answer = one.post(credential={**credential, "response": {**credential["response"], name: broken}})
            assert answer.status_code == 401, answer.text
    assert problem(one.post(credential={**credential, "type": "password"})) == (422, "malformed")
    assert problem(one.post(credential={**credential, "id": "é"})) == (422, "malformed")
    assert problem(one.post(credential=credential, settings={"x": "y" * 2000})) == (422, "malformed")


def test_tries_are_limited(nursery, tmp_path):
    with Node(nursery, tmp_path, account_rate="5,0.01") as server:
        one = Browser(server)
        for _ in range(5):
            one.options("sign-in")
        assert problem(one.post("/challenge", purpose="sign-in")) == (429, "too-many")


def test_a_removed_table_takes_its_place_in_the_account_along(nursery, tmp_path):
    with Node(nursery, tmp_path, keep_waiting="0.00003", clean_every="1") as server:
        made = server.create("ritual", [OPEN, OPEN, BOT])
        one = Browser(server)
        one.make()
        one.sync(made)
        end = time.monotonic() + 30
        while one.http.get("/api/account/export").json()["seats"]:
            assert time.monotonic() < end
            time.sleep(0.2)
        assert server.http.get(f"/api/tables/{made['table']}").status_code == 410


def test_an_account_is_the_same_at_every_node(nursery, tmp_path, database, nats):
    """A challenge of one node is answered at the other, once; a session counts at both, and ends at both."""
    with Cluster(nursery, tmp_path, database, nats) as cluster:
        one, two = (Browser(node) for node in cluster.nodes)
        two.host, two.origin = one.host, one.origin  # a proxy stands before both
        two.http.headers.update({"host": one.host, "origin": one.origin})
        made = cluster.nodes[0].create("ritual", [OPEN, OPEN])
        passkey = one.passkey()
        credential = passkey.create(one.options("new"))
        assert two.post(credential=credential).status_code == 201
        assert problem(one.post(credential=credential)) == (401, "no-challenge")
        one.http.cookies.set("takujo-session", two.http.cookies["takujo-session"])
        assert one.sync(made)["mine"] == [made["table"]]
        phone = Browser(cluster.nodes[1])
        phone.host, phone.origin = one.host, one.origin
        phone.http.headers.update({"host": one.host, "origin": one.origin})
        assert phone.sign_in(passkey).status_code == 200
        (seat,) = phone.sync()["others"]
        assert cluster.nodes[0].look(made["table"], seat["token"])["seat"] == 0
        assert phone.post("/sign-out", where="everywhere").status_code == 204
        assert problem(one.account()) == (401, "no-session")
        assert problem(two.account()) == (401, "no-session")
