"""Connections: how long each may take, how many there may be, and how many frames are read from them.

uvicorn's protocols answer whoever sends. These also look at those who send too slowly, too much, or nothing at all.
"""

import asyncio
import ipaddress
import itertools
import json
import logging
import os
import sys
import time
from typing import Any

import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import Rate, network_of
from .settings import Settings

__all__ = ["Config"]

log = logging.getLogger("takujo.server")
QUIET = logging.getLogger(
    "takujo.transport"
)  # uvicorn's protocols log every broken request: whoever likes fills a disk
QUIET.setLevel(logging.CRITICAL)

HEAD_WITHIN = 10.0  # seconds for the head of a request, from the connection or the last answer on
BODY_WITHIN = 20.0  # seconds for all of its body
LINGER = 1.0  # seconds in which a refusal may be read before the connection ends
HEAD = 16 * 1024  # bytes of the largest head
PIPELINED = 8  # requests that wait for the answer to the one before
FILES = 65_536  # open at most, if the system allows it
FLOOD = 4  # times the rate of a token: who sends more frames than that is cut off, not told to wait
FRAMES = 5  # frames of its sockets that an address may send for each request that it may send
FRAGMENTS = 1000  # of one message
READ = 4096  # bytes of requests read before the next look at what they were
PIECE = 128  # the same for frames: they are as small as 6 bytes
PER_BYTE = 1 / 1024  # what a byte costs; a frame costs 1
SELDOM = 60.0  # seconds between lines in the log about the same


class Config(uvicorn.Config):
    """uvicorn with our protocols, and what they share."""

    def __init__(self, app: Any, settings: Settings):
        super().__init__(
            app,
            http=Http,
            ws=Socket,
            log_config=None,  # its lines look as ours do
            log_level="warning",
            access_log=False,  # addresses of tables are nobody's business
            ws_per_message_deflate=False,
            ws_max_size=settings.largest,
            timeout_graceful_shutdown=5,
            server_header=False,
        )
        self.open = Connections(max(settings.connections, settings.sockets), _raise_files() * 3 // 4)
        token, address = settings.token_rate, settings.address_rate
        self.flood = Rate(FLOOD * token[0], FLOOD * token[1])  # frames of a connection
        self.frames = Rate(FRAMES * address[0], FRAMES * address[1])  # frames of an address


def _raise_files() -> int:
    """As many open files as the system allows, up to a sensible number; how many that are."""
    if sys.platform == "win32":
        return FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return FILES if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


class Connections:
    """All that are open. Where there are too many, those go that wait for their client, the longest waiting first."""

    def __init__(self, of_an_address: int, in_all: int):
        self.of_an_address, self.in_all, self.count = of_an_address, in_all, 0
        self._open: dict[str, set[asyncio.Protocol]] = {}
        self._waiting: dict[str, dict[Http, None]] = {}
        self._told = -SELDOM
        proxies = os.environ.get("FORWARDED_ALLOW_IPS")  # named by whoever runs this: each speaks for many
        self._proxies = _TrustedHosts(proxies) if proxies else ()

    def make_room(self, address: str, peer: str) -> bool:
        """For one more: is there any?"""
        if len(self._open.get(address, ())) >= self.of_an_address and peer not in self._proxies:
            proxy = "if it is a proxy, name it in FORWARDED_ALLOW_IPS"
            self._tell(f"one address ({_kind(peer)}) has {self.of_an_address} open connections; {proxy}")
            return self._close_oldest(address)
        if self.count >= self.in_all:
            self._tell(f"there are {self.in_all} open connections")
            most = max(self._waiting, key=lambda one: len(self._open[one]), default="")
            return self._close_oldest(most)
        return True

    def enter(self, connection: asyncio.Protocol, address: str) -> None:
        self._open.setdefault(address, set()).add(connection)
        self.count += 1

    def leave(self, connection: asyncio.Protocol, address: str) -> None:
        """Also again."""
        members = self._open.get(address, set())
        if connection in members:
            members.remove(connection)
            self.count -= 1
            if not members:
                del self._open[address]

    def waits(self, connection: "Http", address: str) -> None:
        """It is the client's turn."""
        self.works(connection, address)
        self._waiting.setdefault(address, {})[connection] = None

    def works(self, connection: "Http", address: str) -> None:
        """It is our turn."""
        waiting = self._waiting.get(address, {})
        if connection in waiting:
            del waiting[connection]
            if not waiting:
                del self._waiting[address]

    def _close_oldest(self, address: str) -> bool:
        oldest = next(iter(self._waiting.get(address, ())), None)
        if oldest is None:
            return False
        self.works(oldest, address)
        self.leave(oldest, address)
        oldest.transport.abort()
        return True

    def _tell(self, what: str) -> None:
        now = time.monotonic()
        if now - self._told >= SELDOM:
            self._told = now
            log.warning("connections that wait for their client are closed for new ones: %s", what)


def _kind(peer: str) -> str:
    """What may be logged of an address: it is somebody's."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return "unknown"
    return "loopback" if address.is_loopback else f"IPv{address.version}, {'local' if address.is_private else 'public'}"


class Http(HttpToolsProtocol):
    """Requests: their heads and bodies must come in time, and there is an end to both."""

    config: Config

    def __init__(self, *arguments: Any, **more: Any):
        super().__init__(*arguments, **more)
        self.logger = QUIET
        self.address = ""
        self.timer: asyncio.TimerHandle | None = None
        self.reading = ""  # of a request: head, body
        self.extra = 0  # bytes of this request but for its body
        self.deaf = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        peer = self.client[0] if self.client else "?"
        self.address = network_of(peer)
        if self.config.open.make_room(self.address, peer):
            self.config.open.enter(self, self.address)
            self._wait(HEAD_WITHIN)
        else:
            self._answer(503, "too-many", "Too many open connections.")
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._work()
        self.config.open.leave(self, self.address)
        super().connection_lost(exc)

    def _wait(self, seconds: float) -> None:
        """For the client, so long at most."""
        self._work()
        self.timer = self.loop.call_later(seconds, self._late)
        self.config.open.waits(self, self.address)

    def _late(self) -> None:
        if self.deaf or not self.reading:
            self.transport.close()
        else:
            self._refuse(408, "too-slow", f"The {self.reading} of this request took too long to come.")

    def _work(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None
        self.config.open.works(self, self.address)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), READ):
            if self.deaf or self.transport.is_closing():
                return
            piece = data[start : start + READ]
            self.extra += len(piece)
            super().data_received(piece)
            if self.deaf:
                return
            if self.extra > HEAD + READ:
                self._refuse(431, "too-large", f"The head of a request may have {HEAD} bytes.")
            elif len(self.pipeline) > PIPELINED:
                self._refuse(400, "too-many", "Wait for the answers before you ask more.")

    def handle_websocket_upgrade(self) -> None:
        self._work()
        self.config.open.leave(self, self.address)
        self.deaf = True
        super().handle_websocket_upgrade()

    def _unsupported_upgrade_warning(self) -> None:
        """It gets an answer as if it had not asked for that."""

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "malformed", msg)

    def _refuse(self, status: int, code: str, reason: str) -> None:
        """The last answer. What still comes is not looked at; to close at once could take the answer along."""
        self.deaf = True
        if self.transport.is_closing():
            return
        if self.cycle and not self.cycle.response_complete:
            if self.cycle.response_started or self.reading != "body":  # it would be taken for another answer
                self.transport.close()
                return
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._answer(status, code, reason)
        self.transport.write_eof()
        self._unset_keepalive_if_required()
        self._wait(LINGER)

    def _answer(self, status: int, code: str, reason: str) -> None:
        body = json.dumps({"code": code, "reason": reason, "rule": None, "details": None}).encode()
        head = b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(body)
        self.transport.write(STATUS_LINE[status] + head + body)

    # -- what the parser finds

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.reading, self.extra = "head", 0

    def on_url(self, url: bytes) -> None:
        if not url.isascii():
            raise ValueError("not ASCII")  # the parser gives up: 400
        super().on_url(url)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.reading = "body"
        self._wait(BODY_WITHIN)

    def on_body(self, body: bytes) -> None:
        self.extra -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.reading = ""
        if self.cycle and self.cycle.response_complete:
            self._wait(HEAD_WITHIN)
        else:
            self._work()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and self.reading != "body":
            self._wait(HEAD_WITHIN)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.config.open.waits(self, self.address)

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.timer:
            self.config.open.works(self, self.address)


class Socket(WebSocketsSansIOProtocol):
    """Frames: read a few at a time, when those before are done with. All of them count."""

    config: Config
    numbers = itertools.count()

    def __init__(self, *arguments: Any, **more: Any):
        super().__init__(*arguments, **more)
        self.logger = QUIET
        self.address = ""
        self.number = next(self.numbers)
        self.came, self.at = b"", 0  # what has come, and how much of it has been read
        self.turn: asyncio.Handle | None = None  # to read on

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.address = network_of(self.client[0] if self.client else "?")
        self.config.open.enter(self, self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.open.leave(self, self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            self._shake_hands(data)
            return
        self.came, self.at = self.came[self.at :] + data, 0
        self._read()

    def _shake_hands(self, head: bytes) -> None:
        super().data_received(head)
        if not self.handshake_initiated:  # websockets could not read it, and has the answer ready
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def _read(self) -> None:
        """Until there is a frame; then others have their turn."""
        if self.turn:
            self.turn.cancel()
            self.turn = None
        client = network_of(self.scope["client"][0]) if self.scope["client"] else self.address  # as a proxy tells it
        while self.at < len(self.came) and not self.transport.is_closing() and self._may_read():
            if wait := self.config.frames.wait(client, 0):
                self.turn = self.loop.call_later(wait, self._read)
                break
            piece = self.came[self.at : self.at + PIECE]
            self.at += PIECE
            self.conn.receive_data(piece)
            frames = len(self.conn.events)
            cost = frames + len(piece) * PER_BYTE
            self.config.frames.spend(client, cost)
            if not self.config.flood.spend(self.number, cost) or len(self.frames) > FRAGMENTS:
                self._cut_off("too many")
                return
            if self.conn.parser_exc is not None:
                self.handle_parser_exception()
                return
            self.handle_events()
            if frames:
                self.turn = self.loop.call_soon(self._read)
                break
        self._hold(self.at < len(self.came))

    def _may_read(self) -> bool:
        """Not before the app has taken what was read, and the client its answers; but the answer to a close."""
        return self.handshake_complete and self.writable.is_set() and (self.queue.empty() or self.close_sent)

    def _hold(self, hold: bool) -> None:
        if self.transport.is_closing():
            return
        self.read_paused = hold
        if hold:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def _cut_off(self, reason: str) -> None:
        """Nothing more is read; the close frame has a moment to arrive."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008, "reason": reason})
        self.conn.fail(1008, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.came, self.at = b"", 0
        self._hold(True)
        if self.close_timer:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(LINGER, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._read()

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.at < len(self.came) and self.queue.empty() and not self.turn:
            self.turn = self.loop.call_soon(self._read)
        return message

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] != "websocket.send":
            self._read()
