"""What every request passes: size, rate and origin are checked, security headers are added, faults tell nothing."""

import json
import logging
import traceback
from collections import Counter
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import metrics
from .limits import Rate
from .settings import Settings

__all__ = ["Guard", "address_of", "origin_is_fine"]

log = logging.getLogger("takujo.server")

PROBES = ("/healthz", "/readyz")  # asked again and again, by whatever watches over the node: never too often

HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (
        b"content-security-policy",
        b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        b"connect-src 'self' ws: wss:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
]


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "?"


def origin_is_fine(scope: Scope, settings: Settings) -> bool:
    """Programs send no Origin; a browser's page must be ours, or one that the settings name."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin")
    if origin is None or origin in settings.origins:
        return True
    return bool(urlsplit(origin).netloc == headers.get(b"host", ""))


class TooLarge(HTTPException):
    """The body is larger than the settings allow. FastAPI hides other exceptions of a body that is being read."""

    def __init__(self, largest: int):
        super().__init__(413, f"A request may have {largest} bytes.")


class Guard:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, settings: Settings):
        self.app, self.settings = app, settings
        self.rate = Rate(*settings.address_rate)
        self.sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message["headers"], *HEADERS]
                metrics.REQUESTS.labels(f"{message['status'] // 100}xx").inc()
            await send(message)

        size = 0

        async def receive_guarded() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self.settings.largest:
                raise TooLarge(self.settings.largest)
            return message

        wait = 0 if scope["path"] in PROBES else self.rate.wait(address_of(scope))
        if wait:
            retry = [(b"retry-after", str(int(wait) + 1).encode())]
            await _refuse(send_guarded, 429, "too-many", "Too many requests from this address.", retry)
        elif scope["method"] not in ("GET", "HEAD", "OPTIONS") and not origin_is_fine(scope, self.settings):
            await _refuse(send_guarded, 403, "bad-origin", "Pages of other sites may not do this.")
        else:
            try:
                await self.app(scope, receive_guarded, send_guarded)
            except Exception as error:
                _report(error)
                if not started:
                    await _refuse(send_guarded, 500, "internal", "The server failed; nothing was changed.")

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        too_many = self.rate.wait(address) or self.sockets[address] >= self.settings.sockets
        if too_many or not origin_is_fine(scope, self.settings):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "too many" if too_many else "bad origin"})
            return
        self.sockets[address] += 1
        try:
            await self.app(scope, receive, send)
        except Exception as error:
            _report(error)
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]


def _report(error: Exception) -> None:
    """Where it failed, without the values that were in hand there."""
    places = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-6:]]
    log.error("%s in %s", type(error).__name__, " > ".join(places))


async def _refuse(
    send: Send, status: int, code: str, reason: str, headers: list[tuple[bytes, bytes]] | None = None
) -> None:
    body = json.dumps({"code": code, "reason": reason, "rule": None, "details": None}).encode()
    length = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*length, *(headers or [])]})
    await send({"type": "http.response.body", "body": body})
