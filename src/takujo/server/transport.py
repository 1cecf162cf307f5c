"""Connections: how long each may take, how many there may be, and how many frames are read from them.

uvicorn's protocols answer whoever sends. These also look at those who send too slowly, too much, or nothing at all.
"""

import asyncio
import ipaddress
import itertools
import json
import logging
import os
import re
import sys
import time
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any, Protocol
from urllib.parse import unquote

import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was installed without a compiler
    from websockets.utils import apply_mask

from .limits import Rate, network_of
from .settings import Settings
from .siblings import Siblings

__all__ = ["Config", "Http"]

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
BEAT = 20.0  # seconds between two pings
GOODBYE = 10.0  # seconds in which the other side may answer a close
OF_TABLE = re.compile(rb"/api/tables/([\w-]{16,24})/play(?:\?|$)")  # the path of a socket, by the table's id
PER_BYTE = 1 / 1024  # what a byte costs; a frame costs 1
CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10  # frames
SHORT = 125  # bytes of a frame whose size stands in its second byte
SELDOM = 60.0  # seconds between lines in the log about the same


class Config(uvicorn.Config):
    """uvicorn with our protocols, and what they share."""

    def __init__(self, app: Any, settings: Settings, siblings: Siblings | None = None):
        super().__init__(
            app,
            http=Http,
            ws="none",  # its own: see Http.handle_websocket_upgrade
            log_config=None,  # its lines look as ours do
            log_level="warning",
            access_log=False,  # addresses of tables are nobody's business
            ws_max_size=settings.largest,
            timeout_graceful_shutdown=5,
            server_header=False,
        )
        self.open = Connections(max(settings.connections, settings.sockets), _raise_files() * 3 // 4)
        self.siblings = siblings
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

    def _should_upgrade_to_ws(self) -> bool:
        return True

    def handle_websocket_upgrade(self) -> None:
        self._work()
        self.config.open.leave(self, self.address)
        self.connections.discard(self)
        self.deaf = True
        if self._hand_over():
            return
        socket = Socket(self)
        self.transport.set_protocol(socket)
        socket.open(self.scope, self.url, self.tasks)

    def _hand_over(self) -> bool:
        """To the node of this machine that has the table; False: it is ours."""
        siblings, found = self.config.siblings, OF_TABLE.match(self.url)
        if siblings is None or found is None or (owner := siblings.owner(found[1].decode())) == siblings.number:
            return False
        head = b"".join(b"%b: %b\r\n" % header for header in self.scope["headers"])
        connection = self.transport.get_extra_info("socket")
        if not siblings.hand_over(owner, connection, b"GET %b HTTP/1.1\r\n%b\r\n" % (self.url, head)):
            return False
        self.transport.abort()  # our end of it
        return True

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


class Taker(Protocol):
    """Whom an open socket belongs to."""

    def hear(self, text: str | bytes) -> None:
        """A message. The next one is read when `Socket.next` is called."""

    def tell(self) -> None:
        """The client has taken what it was sent: there is room for more."""

    def gone(self) -> None:
        """The connection is over."""


class Socket(asyncio.Protocol):
    """A WebSocket: frames are read one at a time, when the one before is done with. All of them count.

    The application opens it in ASGI's way. Then it belongs to whoever takes it, without a task or queue of its own: so
    many are open, and nothing else of the server is used so often.
    """

    __slots__ = (
        "_answer_ready", "_busy", "_client", "_closing", "_connections", "_deaf", "_held", "_is_text", "_lives",
        "_loop", "_number", "_opened", "_parts", "_scope", "_taker", "_timer", "_turn", "_waiter", "address", "at_end",
        "came", "config", "transport", "writable",
    )  # fmt: skip
    numbers = itertools.count()

    def __init__(self, http: Http):
        self.config, self.transport, self.address = http.config, http.transport, http.address
        self._loop = http.loop
        self._connections: set[Any] = http.connections
        self._number = next(self.numbers)
        self.came = bytearray()  # and not yet read
        self.writable = True
        self.at_end: Callable[[], None] = lambda: None  # to be called when the connection is over
        self._parts: list[bytes] | None = None  # of a message in several frames
        self._opened = self._closing = self._held = self._busy = self._is_text = self._deaf = False
        self._lives = True  # something has come since the last ping
        self._scope: dict[str, Any] | None = None
        self._answer_ready: Response | None = None
        self._client = self.address
        self._taker: Taker | None = None
        self._waiter: asyncio.Future[Any] | None = None  # for a message, before somebody takes the socket
        self._turn: asyncio.Handle | None = None  # to read on
        self._timer: asyncio.TimerHandle | None = None

    # -- it is opened

    def open(self, scope: Any, url: bytes, tasks: set[asyncio.Task[None]]) -> None:
        """Ask the application."""
        self._connections.add(self)
        self.config.open.enter(self, self.address)
        headers = Headers([(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]])
        answer = ServerProtocol(logger=QUIET).accept(Request(url.decode("ascii"), headers))
        if answer.status_code != 101:
            self._answer(answer)
            return
        path, _, query = url.partition(b"?")
        more = {"type": "websocket", "scheme": scope["scheme"].replace("http", "ws"), "subprotocols": [], "line": self}
        more |= {"path": unquote(path.decode("ascii")), "raw_path": path, "query_string": query}
        more["extensions"] = {"websocket.http.response": {}}
        self._scope = {name: value for name, value in scope.items() if name != "method"} | more
        self._answer_ready = answer
        task = self._loop.create_task(self._ask())
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async def _ask(self) -> None:
        assert self._scope
        scope, self._waiter = self._scope, self._loop.create_future()
        self._waiter.set_result({"type": "websocket.connect"})
        try:
            await self.config.loaded_app(scope, self.receive, self.send)
        finally:
            self._scope = self._answer_ready = None
            if self._taker is None and not self._closing:
                self.transport.close()

    async def receive(self) -> Any:
        waiter = self._waiter = self._waiter or self._loop.create_future()
        self._read()
        message = await waiter
        self._waiter = None
        return message

    async def send(self, message: Any) -> None:
        if self.transport.is_closing():
            raise OSError("the client is gone")
        kind = message["type"]
        if kind == "websocket.accept":
            assert self._answer_ready
            self.transport.write(self._answer_ready.serialize())
            client = self._scope["client"] if self._scope else None  # as a proxy tells it
            self._client = network_of(client[0]) if client else self.address
            self._opened = True
            self._timer = self._loop.call_later(BEAT, self._beat)
        elif kind == "websocket.send":
            self.write([message["text"]])
        elif kind == "websocket.close" and self._opened:
            self.close(message.get("code", 1000), message.get("reason") or "")
        elif kind == "websocket.close":
            self._answer(Response(403, "Forbidden", Headers({"Content-Length": "0", "Connection": "close"})))
        elif kind == "websocket.http.response.start":
            headers = Headers([(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]])
            headers["Connection"] = "close"
            self._answer_ready = Response(message["status"], HTTPStatus(message["status"]).phrase, headers)
        else:
            assert self._answer_ready
            self._answer_ready.body = message["body"]
            self._answer(self._answer_ready)

    def _answer(self, answer: Response) -> None:
        """It is not opened."""
        self.transport.write(answer.serialize())
        self._closing = True
        self.transport.close()

    def take(self, taker: Taker) -> None:
        """From now on it is theirs."""
        if self.transport.is_closing():  # it has gone meanwhile
            taker.gone()
            return
        self._taker = taker
        self.next()

    # -- what is sent

    def write(self, texts: Iterable[str]) -> None:
        """Each of them a message, all at once."""
        if not self._closing:
            self.transport.write(b"".join([_framed(TEXT, text.encode()) for text in texts]))

    def close(self, code: int, reason: str, within: float = GOODBYE) -> None:
        """The other side has so many seconds to say goodbye, too."""
        if self._closing or self.transport.is_closing():
            return
        self.transport.write(_framed(CLOSE, code.to_bytes(2, "big") + reason.encode()))
        self._closing = True
        self._set_timer(within, self.transport.abort)
        if self._waiter and not self._waiter.done():
            self._waiter.set_result({"type": "websocket.disconnect", "code": code, "reason": reason})
        self._read()

    def shutdown(self) -> None:
        """The server ends."""
        if self._opened:
            self.close(1012, "")
        self.transport.close()

    def _beat(self) -> None:
        """Whoever says nothing to a ping is gone, unless it is us who do not listen."""
        if not (self._lives or self._held):
            self.close(1011, "keepalive ping timeout")
            self.transport.close()
            return
        self._lives = False
        self.transport.write(_framed(PING, b""))
        self._set_timer(BEAT, self._beat)

    def _set_timer(self, seconds: float, then: Callable[[], None]) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, then)

    def pause_writing(self) -> None:
        self.writable = False

    def resume_writing(self) -> None:
        self.writable = True
        if self._taker:
            self._taker.tell()
        self._read()

    # -- what comes

    def data_received(self, data: bytes) -> None:
        if self._deaf:
            return
        self._lives = True
        self.came += data
        self._read()

    def next(self) -> None:
        """What was heard is done with: the next message may come."""
        self._busy = False
        if self.came and not self._turn:
            self._turn = self._loop.call_soon(self._read)

    def _read(self) -> None:
        """The next frame, if it may be read and is there; then others have their turn."""
        if self._turn:
            self._turn.cancel()
            self._turn = None
        if self.came and self._may_read() and not self.transport.is_closing():
            if wait := self.config.frames.wait(self._client, 0):
                self._turn = self._loop.call_later(wait, self._read)
            elif self._take_frame() and self.came:
                self._turn = self._loop.call_soon(self._read)
        self._hold(bool(self.came) and (self._turn is not None or not self._may_read()))

    def _may_read(self) -> bool:
        """Not before what was read is done with, and the client has taken its answers; but the answer to a close."""
        if self._closing:
            return True
        waited_for = not self._busy if self._taker else self._waiter is not None and not self._waiter.done()
        return self._opened and self.writable and waited_for

    def _hold(self, hold: bool) -> None:
        if hold == self._held or self.transport.is_closing():
            return
        self._held = hold
        if hold:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def _take_frame(self) -> bool:
        """A whole frame; False: there is none yet."""
        came = self.came
        if len(came) < 6:
            return False
        kind, final, size, start = came[0] & 15, came[0] & 128, came[1] & 127, 2
        if size > SHORT:
            start = 4 if size == SHORT + 1 else 10
            if len(came) < start:
                return False
            size = int.from_bytes(came[2:start], "big")
        if not came[1] & 128 or came[0] & 112 or not self._follows(kind, bool(final), size):
            self._fail(1002, "protocol error")
            return True
        if size + sum(map(len, self._parts or ())) > self.config.ws_max_size:
            self._fail(1009, "too large")
            return True
        end = start + 4 + size
        if len(came) < end:
            return False
        data = apply_mask(bytes(came[start + 4 : end]), bytes(came[start : start + 4]))
        del came[:end]
        cost = 1 + size * PER_BYTE
        self.config.frames.spend(self._client, cost)
        if not self.config.flood.spend(self._number, cost) or len(self._parts or ()) > FRAGMENTS:
            self._deaf = True  # what still comes is dropped: to leave it unread could take the close frame along
            came.clear()
            self.close(1008, "too many", LINGER)
        elif kind >= CLOSE:
            self._control(kind, data)
        else:
            self._message(kind, bool(final), data)
        return True

    def _follows(self, kind: int, final: bool, size: int) -> bool:
        """May such a frame come now?"""
        if kind in (CLOSE, PING, PONG):
            return final and size <= SHORT
        return kind in (TEXT, BINARY) if self._parts is None else kind == CONTINUED

    def _control(self, kind: int, data: bytes) -> None:
        if kind == PING and not self._closing:
            self.transport.write(_framed(PONG, data))
        elif kind == CLOSE:
            if not self._closing:
                self.transport.write(_framed(CLOSE, data[:2]))
            self._closing = True
            self.transport.close()

    def _message(self, kind: int, final: bool, data: bytes) -> None:
        if kind != CONTINUED:
            self._parts, self._is_text = [], kind == TEXT
        assert self._parts is not None
        self._parts.append(data)
        if not final:
            return
        whole, self._parts = b"".join(self._parts), None
        if self._closing:
            return
        try:
            message = whole.decode() if self._is_text else whole
        except UnicodeDecodeError:
            self._fail(1007, "not UTF-8")
            return
        if self._taker:
            self._busy = True
            self._taker.hear(message)
        elif self._waiter and not self._waiter.done():
            self._waiter.set_result({"type": "websocket.receive", "text" if self._is_text else "bytes": message})

    def _fail(self, code: int, reason: str) -> None:
        """It does not keep to the protocol."""
        self.close(code, reason)
        self.came.clear()
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.open.leave(self, self.address)
        self._connections.discard(self)
        self.at_end()
        self._closing = True
        for handle in (self._timer, self._turn):
            if handle:
                handle.cancel()
        taker, self._taker = self._taker, None  # nothing leads from one to the other any more: no garbage to be found
        if taker:
            taker.gone()
        elif self._waiter and not self._waiter.done():
            self._waiter.set_result({"type": "websocket.disconnect", "code": 1006})


def _framed(kind: int, data: bytes) -> bytes:
    """As a frame."""
    size = len(data)
    if size <= SHORT:
        return bytes((128 | kind, size)) + data
    if size < 1 << 16:
        return bytes((128 | kind, SHORT + 1, size >> 8, size & 255)) + data
    return bytes((128 | kind, SHORT + 2)) + size.to_bytes(8, "big") + data
