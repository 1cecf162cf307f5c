"""Web push: a browser whose page is closed is told that it is its person's turn (RFC 8030, 8291 and 8292).

The message is encrypted for the browser, so that the push service between does not read it, and goes the way of
webhooks, with their guard: whose address an endpoint is nobody knows.
"""

import asyncio
import base64
import contextlib
import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from takujo.core.text import DEFAULT, LANGUAGES

from . import wire
from .keys import Keys
from .refused import Refused
from .settings import Settings
from .store import Store, Unavailable
from .webhook import Webhooks

if TYPE_CHECKING:
    from .table import Table

__all__ = ["Push", "encrypted", "point"]

Json = dict[str, Any]
Place = tuple[str, int, int]  # table, seat, and the entry with which it was taken

RECORD = 4096
SIGNED = 12 * 3600  # seconds for which a service takes our word
KEPT = 86_400  # seconds for which it keeps a message for a browser that is off
GONE = (404, 410)  # the browser wants no more of it


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def encrypted(text: bytes, browser: bytes, auth: bytes, own: EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """A message that only the browser with this key reads (RFC 8291). ValueError: its key is none."""
    theirs, ours = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), browser), point(own.public_key())
    secret = _derived(own.exchange(ECDH(), theirs), auth, b"WebPush: info\0" + browser + ours, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4) + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)


class Push:
    """Tells those who asked for it and are not connected; nothing but that a game waits for them."""

    def __init__(self, settings: Settings, store: Store, keys: Keys, webhooks: Webhooks, now: Callable[[], int]):
        self.settings, self.store, self.keys, self.webhooks, self.now = settings, store, keys, webhooks, now
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def key(self) -> str:
        """As browsers take it."""
        return _base64(point(self.keys.push.public_key()))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def subscribe(self, place: Place, subscription: wire.Subscription, contact: str) -> None:
        url = self.webhooks.check(subscription.endpoint, "endpoint")
        if url.scheme != "https" and not self.settings.private_webhooks:
            raise Refused("bad-endpoint", "endpoint is an http address; push services have https.", status=422)
        try:
            EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _bytes(subscription.p256dh))
        except ValueError:
            raise Refused("bad-endpoint", "p256dh is no point of the curve P-256.", status=422) from None
        kept = json.dumps(subscription.model_dump() | {"contact": contact})
        await self.store.write_own("push", *place, self.keys.seal(kept.encode(), f"push {place}"))

    def turn(self, table: "Table", place: Place) -> None:
        """It has become somebody's turn, as everybody sees."""
        task = asyncio.ensure_future(self._tell(table, place))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, table: "Table", place: Place) -> None:
        with contextlib.suppress(Unavailable):  # they find it when they look
            sealed = await self.store.own("push", *place)
            if sealed is None:
                return
            to = json.loads(self.keys.unseal(sealed, f"push {place}"))
            url = self.webhooks.check(to["endpoint"], "endpoint")
            text = json.dumps(_message(table, to["language"]), ensure_ascii=False).encode()
            own, salt = generate_private_key(SECP256R1()), os.urandom(16)
            body = encrypted(text, _bytes(to["p256dh"]), _bytes(to["auth"]), own, salt)
            headers = [
                b"Content-Type: application/octet-stream",
                b"Content-Encoding: aes128gcm",
                b"TTL: %d" % KEPT,
                b"Urgency: high",
                b"Authorization: " + self._signed(f"{url.scheme}://{url.netloc.decode()}", to["contact"]).encode(),
            ]

            def heard(status: int) -> None:
                if status in GONE:
                    self._forget(place)

            self.webhooks.send(f"{table.id} push", url, body, headers, heard)

    def _forget(self, place: Place) -> None:
        async def forget() -> None:
            with contextlib.suppress(Unavailable):
                await self.store.remove_own("push", *place)

        task = asyncio.ensure_future(forget())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _signed(self, audience: str, contact: str) -> str:
        """Who asks the service: a token for it alone (RFC 8292)."""
        parts: list[Json] = [
            {"typ": "JWT", "alg": "ES256"},
            {"aud": audience, "exp": self.now() // 1000 + SIGNED, "sub": contact},
        ]
        text = ".".join(_base64(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
        r, s = decode_dss_signature(self.keys.push.sign(text.encode(), ECDSA(SHA256())))
        return f"vapid t={text}.{_base64(r.to_bytes(32) + s.to_bytes(32))}, k={self.key}"


def _message(table: "Table", language: str) -> Json:
    """Nothing that is not public, and nothing of the position."""
    from takujo.core.words import frame  # what parses is loaded when something is said

    language = language if language in LANGUAGES else DEFAULT
    title = table.game.text.title[language]
    return {"title": title, "body": frame(language).say("push-turn"), "url": f"/t/{table.id}", "tag": table.id}
