"""Web push: who asked for it and is away is told that it is their turn, encrypted, and nothing else."""

import base64
import json
import random
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Self

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from takujo.server.push import encrypted, point
from tests.server.cluster import Node
from tests.server.parts import SOON, Server, bearer, plant
from tests.server.test_twin_worlds import PLAYERS, SEED, middle

pytestmark = pytest.mark.once


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def data(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_a_message_is_encrypted_as_the_standard_says():
    """The example of RFC 8291, Appendix A."""
    own = derive_private_key(int.from_bytes(data("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), SECP256R1())
    browser = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    auth, salt = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
    message = encrypted(b"When I grow up, I want to be a watermelon", data(browser), data(auth), own, data(salt))
    assert text(message) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
        "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


class Browser:
    """Somebody's browser with its push service, on this machine."""

    def __init__(self) -> None:
        self.private, self.auth, self.status = generate_private_key(SECP256R1()), random.randbytes(16), 201
        self.came: SimpleQueue[tuple[dict[str, str], bytes]] = SimpleQueue()
        browser = self

        class Service(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                browser.came.put(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(browser.status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.service = ThreadingHTTPServer(("127.0.0.1", 0), Service)
        self.origin = f"http://127.0.0.1:{self.service.server_address[1]}"
        Thread(target=self.service.serve_forever, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.service.shutdown()
        self.service.server_close()

    def subscription(self, language: str = "en") -> dict[str, str]:
        key = text(point(self.private.public_key()))
        return {"endpoint": f"{self.origin}/send/1", "p256dh": key, "auth": text(self.auth), "language": language}

    def opened(self, body: bytes) -> Any:
        """The message, as a browser reads it."""
        salt, theirs = body[:16], body[21 : 21 + body[20]]
        shared = self.private.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), theirs))
        info = b"WebPush: info\0" + point(self.private.public_key()) + theirs
        secret = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        return json.loads(AESGCM(key).decrypt(nonce, body[21 + body[20] :], None).removesuffix(b"\x02"))

    def message(self) -> Any:
        return self.opened(self.came.get(timeout=SOON)[1])


@pytest.fixture(scope="module")
def node(nursery: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Node(nursery, tmp_path_factory.mktemp("push"), private_webhooks="1") as server:
        yield server


def ask(server: Server, table: str, token: str | None, subscription: Any) -> Any:
    return server.http.post(f"/api/tables/{table}/push", json={"subscription": subscription}, headers=bearer(token))


def act(server: Server, table: str, tokens: list[str]) -> int:
    """Whoever is to act first does something; who is to act then."""
    seat = server.look(table)["to_act"][0]
    assert server.act(table, tokens[seat], server.look(table, tokens[seat])["legal"][0]).status_code == 200
    return int(server.look(table)["to_act"][0])


def test_who_is_away_is_told_that_it_is_their_turn_until_they_want_it_no_more(node):
    table, tokens = node.full("ritual", 2)
    first = node.look(table)["to_act"][0]
    with Browser() as browser:
        other = 1 - first
        assert ask(node, table, tokens[other], browser.subscription("ja")).status_code == 204
        assert act(node, table, tokens) == other
        headers, body = browser.came.get(timeout=SOON)
        assert browser.opened(body) == {
            "title": "リチュアル", "body": "あなたの番です。", "url": f"/t/{table}", "tag": table,
        }  # fmt: skip
        assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
        scheme, token, key = headers["authorization"].replace(",", "").split()
        assert scheme == "vapid"
        signed, _, signature = token.removeprefix("t=").rpartition(".")
        r, s = (int.from_bytes(data(signature)[at : at + 32]) for at in (0, 32))
        public = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), data(key.removeprefix("k=")))
        public.verify(encode_dss_signature(r, s), signed.encode(), ECDSA(SHA256()))
        assert key.removeprefix("k=") == node.http.get("/api/push").json()["key"]
        claims = json.loads(data(signed.split(".")[1]))
        assert (claims["aud"], claims["sub"]) == (browser.origin, "https://127.0.0.1")

        browser.status = 410  # the browser has thrown the subscription away
        while act(node, table, tokens) != other:
            pass
        browser.message()
        for _ in range(3):
            act(node, table, tokens)
        with pytest.raises(Empty):
            browser.came.get(timeout=1)


def test_who_is_there_or_has_gone_for_good_is_not_told(node):
    table, tokens = node.full("ritual", 2)
    with Browser() as browser:
        for token in tokens:
            assert ask(node, table, token, browser.subscription()).status_code == 204
        sockets = [node.socket(table, token) for token in tokens]
        for socket in sockets:
            socket.until("presence", seats=[0, 1])
        for _ in range(4):
            act(node, table, tokens)
        for socket, token in zip(sockets, tokens, strict=True):
            socket.close()
            assert ask(node, table, token, None).status_code == 204
        for _ in range(2):
            act(node, table, tokens)
        with pytest.raises(Empty):
            browser.came.get(timeout=1)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"endpoint": "ftp://example.org/"}, "endpoint is 'ftp://example.org/'; it takes an http"),
        ({"endpoint": "https://user@example.org/"}, "it takes an http"),
        ({"endpoint": "http://push.example.org/"}, "push services have https"),
        ({"p256dh": "A" * 87}, "p256dh is no point of the curve"),
        ({"p256dh": "A"}, "p256dh"),
        ({"auth": "A" * 23}, "auth"),
        ({"more": 1}, "more"),
    ],
)
def test_what_is_no_subscription_is_refused(server, change, says):
    table, tokens = server.full("ritual", 2)
    with Browser() as browser:
        answer = ask(
            server, table, tokens[0], browser.subscription() | {"endpoint": "https://push.example.org/"} | change
        )
    assert answer.status_code == 422, answer.text
    assert says in answer.json()["reason"]
    assert ask(server, table, None, None).status_code == 401


@pytest.mark.parametrize("slug", PLAYERS)
def test_a_message_depends_on_nothing_hidden(node, slug):
    """Two tables that look alike to everybody but differ: the same is told, in as many bytes."""
    rng = random.Random(slug)
    with Browser() as browser:
        for _ in range(3):
            s = middle(slug, PLAYERS[slug][0], rng)
            twin = s.game.determinize(s.view(0), rng.getrandbits(64))
            told = []
            for state in (s, twin):
                table, tokens = plant(node, state.position(), SEED)
                seat = node.look(table)["to_act"][0]
                for token in tokens:
                    assert ask(node, table, token, browser.subscription()).status_code == 204
                legal = node.look(table, tokens[seat])["legal"]
                assert node.act(table, tokens[seat], legal[0]).status_code == 200
                if set(node.look(table)["to_act"]) - set(state.to_act):
                    headers, body = browser.came.get(timeout=SOON)
                    told.append((len(body), json.dumps(browser.opened(body)).replace(table, "ID"), set(headers)))
            assert all(one == told[0] for one in told)
