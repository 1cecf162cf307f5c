"""What every request passes: size, rate, host and origin are checked, headers are added, faults tell nothing."""

import asyncio
import ipaddress
import json
import logging
import re
import socket
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple
from urllib.parse import unquote_to_bytes, urlsplit

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import metrics
from .limits import Rate, clean, network_of, quoted
from .settings import Settings

__all__ = ["Guard", "address_of"]

log = logging.getLogger("takujo.server")

Headers = list[tuple[bytes, bytes]]

PROBES = ("/healthz", "/readyz")  # asked again and again, by whatever watches over the node: never too often
STREAM = re.compile(r"/api/tables/[^/]+/stream")
PUBLIC = re.compile(r"/api/(games(/.*)?|openapi\.json|docs)")  # the same for everybody; all else of /api/ is somebody's
LONGEST = 2048  # bytes of a path and its query
DEEPEST = 16  # parts of a path
SLOWLY = 1.0  # seconds before those are refused who go on and on
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f]")

POLICY = (  # of the page, wherever it comes from
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "  # the rules, compiled: no text becomes a script
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (
        b"content-security-policy",
        f"{POLICY}; frame-ancestors 'none'".encode(),
    ),
]
NO_STORE = (b"cache-control", b"no-store")
TLS_ONLY = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")
PREFLIGHT = [
    (b"access-control-allow-methods", b"GET, POST"),
    (b"access-control-allow-headers", b"authorization, content-type"),
    (b"access-control-max-age", b"600"),
]


class Refusal(NamedTuple):
    status: int
    code: str
    reason: str
    headers: Headers = []  # noqa: RUF012 - never changed


def address_of(scope: Scope) -> str:
    """Whom limits take for one."""
    client = scope.get("client")
    return network_of(client[0]) if client else "?"


def _header(scope: Scope, name: bytes) -> str | None:
    """Its value; None if it is missing or there are several."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else None


class Unreadable(HTTPException):
    """The body may not be so. FastAPI hides other exceptions of a body that is being read."""


class Guard:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, settings: Settings):
        self.app, self.settings = app, settings
        self.rate = Rate(*settings.address_rate)
        self.refusals = Rate(*settings.address_rate)
        self.sockets: Counter[str] = Counter()  # and streams
        named = (urlsplit(origin).hostname or "" for origin in settings.origins)
        self.hosts = {
            name.lower().rstrip(".") for name in (*settings.hosts, *named, settings.host, socket.gethostname())
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        address, started, body = address_of(scope), False, bytearray()
        added = self._headers(scope)

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message["headers"], *added]
                metrics.REQUESTS.labels(f"{message['status'] // 100}xx").inc()
            await send(message)

        async def receive_guarded() -> Message:
            message = await receive()
            body.extend(message.get("body", b""))
            if len(body) > self.settings.largest:
                raise Unreadable(413, f"A request may have {self.settings.largest} bytes.")
            if message["type"] == "http.request" and not message.get("more_body"):
                self.rate.spend(address, len(body) // 1024)
                _check_text(bytes(body))
            return message

        refusal = None if scope["path"] in PROBES else self._refusal(scope, address)
        if refusal:
            metrics.refused(refusal.code)
            if not self.refusals.spend(address, 1):
                await asyncio.sleep(SLOWLY)
                added.append((b"connection", b"close"))
            await _refuse(send_guarded, refusal)
        elif self._is_preflight(scope):
            await send_guarded({"type": "http.response.start", "status": 204, "headers": PREFLIGHT})
            await send_guarded({"type": "http.response.body"})
        else:
            try:
                with self._counted(address if STREAM.fullmatch(scope["path"]) else None):
                    await self.app(scope, receive_guarded, send_guarded)
            except Exception as error:
                _report(error)
                if not started:
                    await _refuse(send_guarded, Refusal(500, "internal", "The server failed; nothing was changed."))

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        refusal = self._refusal(scope, address)
        if refusal:
            metrics.refused(refusal.code)
            await receive()
            with suppress(OSError):  # it has gone already
                if refusal.status in (403, 429):
                    await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
                else:
                    await _refuse(send, refusal, "websocket.http.response")
            return
        self._count(address, 1)
        scope["line"].at_end = partial(self._count, address, -1)  # it is open for longer than the application asks
        try:
            await self.app(scope, receive, send)
        except Exception as error:
            _report(error)

    # -- who may ask

    def _refusal(self, scope: Scope, address: str) -> Refusal | None:
        """Why this may not go on; None: it may."""
        if wait := self.rate.wait(address):
            retry = [(b"retry-after", b"%d" % (int(wait) + 1))]
            return Refusal(429, "too-many", "Too many requests from this address.", retry)
        if bad := _bad_path(scope):
            return bad
        host = _header(scope, b"host")
        if not self._host_is_fine(host):
            told = f"This server is not {quoted(host or '')}: whoever runs it names its hosts in TAKUJO_HOSTS."
            return Refusal(421, "bad-host", told)
        reads = scope.get("method") in ("GET", "HEAD", "OPTIONS")
        if not reads and not self._origin_is_fine(scope, host or ""):
            return Refusal(403, "bad-origin", "Pages of other sites may not do this.")
        listens = scope["type"] == "websocket" or STREAM.fullmatch(scope["path"])
        if listens and self.sockets[address] >= self.settings.sockets:
            retry = [(b"retry-after", b"10")]
            return Refusal(429, "too-many", "Too many open sockets and streams of this address.", retry)
        return None

    def _host_is_fine(self, host: str | None) -> bool:
        """No name that another site could let point here: an address, a name of this network, or one we were given."""
        if "*" in self.hosts:
            return True
        found = re.fullmatch(r"(\[[0-9a-f:.]+\]|[a-z0-9_][a-z0-9_.-]*)(:\d{1,5})?", (host or "").lower())
        if not found:
            return False
        name = found[1].rstrip(".")
        return "." not in name or name.endswith(".local") or name in self.hosts or _is_address(name)

    def _origin_is_fine(self, scope: Scope, host: str) -> bool:
        """Programs send no Origin; a browser's page must be ours, or one that the settings name."""
        if all(name != b"origin" for name, _ in scope["headers"]):
            return True
        origin = _header(scope, b"origin") or ""
        return origin in self.settings.origins or origin in (f"http://{host}", f"https://{host}")

    @contextmanager
    def _counted(self, address: str | None) -> Iterator[None]:
        """While it is open; None: it does not count."""
        if address is None:
            yield
            return
        self._count(address, 1)
        try:
            yield
        finally:
            self._count(address, -1)

    def _count(self, address: str, one: int) -> None:
        self.sockets[address] += one
        if not self.sockets[address]:
            del self.sockets[address]

    # -- pages of other origins, and what every answer says

    def _is_preflight(self, scope: Scope) -> bool:
        asks = _header(scope, b"access-control-request-method") is not None
        return asks and scope["method"] == "OPTIONS" and _header(scope, b"origin") in self.settings.origins

    def _headers(self, scope: Scope) -> Headers:
        added = list(HEADERS)
        path, origin = scope["path"], _header(scope, b"origin")
        if path.startswith("/api/") and not PUBLIC.fullmatch(path):
            added.append(NO_STORE)
        if scope["scheme"] == "https":
            added.append(TLS_ONLY)
        if self.settings.origins:
            added.append((b"vary", b"origin"))
        if origin is not None and origin in self.settings.origins:
            added.append((b"access-control-allow-origin", origin.encode("latin-1")))
            added.append((b"access-control-expose-headers", b"retry-after"))
        return added


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _bad_path(scope: Scope) -> Refusal | None:
    if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST:
        return Refusal(414, "too-long", f"A path with its query may have {LONGEST} bytes.")
    try:
        path = unquote_to_bytes(scope["raw_path"]).decode()
        query = unquote_to_bytes(scope["query_string"]).decode()
    except UnicodeDecodeError:
        return Refusal(400, "malformed", "Paths and queries are UTF-8.")
    parts = path.split("/")
    if UNPRINTABLE.search(path + query) or ".." in parts or len(parts) > DEEPEST:
        reason = f"Paths and queries have printable characters, paths no '..' and up to {DEEPEST} parts."
        return Refusal(400, "malformed", reason)
    return None


def _check_text(body: bytes) -> None:
    try:
        clean(body)
    except UnicodeDecodeError:
        raise Unreadable(422, "A body is JSON in UTF-8.") from None
    except ValueError:
        raise Unreadable(422, "The strings of a body have no NUL and no lone surrogates.") from None


def _report(error: Exception) -> None:
    """Where it failed, without the values that were in hand there."""
    places = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-6:]]
    log.error("%s in %s", type(error).__name__, " > ".join(places))


async def _refuse(send: Send, refusal: Refusal, kind: str = "http.response") -> None:
    body = json.dumps({"code": refusal.code, "reason": refusal.reason, "rule": None, "details": None}).encode()
    head = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)), *refusal.headers]
    await send({"type": f"{kind}.start", "status": refusal.status, "headers": head})
    await send({"type": f"{kind}.body", "body": body})
