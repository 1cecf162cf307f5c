"""Messages: what a seat or a spectator hears, and the socket on which it also speaks."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json, to_json

from takujo.core.codec import compact

from . import metrics, wire
from .guard import address_of
from .limits import clean, faults, quoted, short
from .lobby import Person
from .outbox import Late, Who
from .refused import Refused, no_database
from .rooms import Room, removed
from .store import Unavailable
from .told import change_text, clock, info, state_text

if TYPE_CHECKING:
    from .app import Server

__all__ = ["lines", "serve_socket"]

Json = dict[str, Any]

log = logging.getLogger("takujo.server")

CLIENT: TypeAdapter[Any] = TypeAdapter(wire.ClientMessage)
SAID = (wire.ChatMessage, wire.AsideMessage, wire.QuickMessage, wire.StampMessage)
HELLO_WITHIN = 10  # seconds
ALIVE = 15.0  # seconds between signs of life
PING, PONG = '{"type":"ping"}', '{"type":"pong"}'  # as pages write it
# Close codes are 4000 plus the HTTP status that would have been the answer, and:
LEFT = 4000
SENT_AWAY = 4001


class Gone(Exception):
    """Whoever listened no longer sits there: they have left, or were sent away."""


class Ear:
    """What one seat or spectator has heard, while it listens, and what is new to it."""

    def __init__(self, server: "Server", room: Room, person: Person, after: int, *, changes: bool = False):
        self.server, self.hall, self.room, self.table = server, server.hall, room, room.table
        self.person, self.seat, self.changes = person, person.seat, changes
        self.seq = after if after <= self.table.outbox(person.who, self.hall.now()).seq else 0
        self.first, self.chats, self.beside = True, 0, 0
        self.version: tuple[Any, ...] = ()
        self.later: asyncio.TimerHandle | None = None
        self.presence: tuple[Any, ...] = ()
        self.ended = self.table.status == "ended"
        self.listens = False

    def tell(self) -> None:
        """There may be news."""
        raise NotImplementedError

    def listen(self) -> None:
        metrics.SOCKETS.inc()
        self.listens = True
        self.room.listeners[self.tell] = None
        self._count(1)
        self.room.crier.call(self.room)

    def stop(self) -> None:
        """Also again."""
        if not self.listens:
            return
        metrics.SOCKETS.dec()
        self.listens = False
        if self.later:
            self.later.cancel()
        self.room.listeners.pop(self.tell, None)
        self._count(-1)

    def _count(self, one: int) -> None:
        """One connection of the seat, or one who watches, more or less."""
        if self.seat is None:
            self.room.spectators += one
        else:
            self.room.present[self.seat] += one
            if not self.room.present[self.seat]:
                del self.room.present[self.seat]
        self.hall.presence.changed(self.room)

    def _follow(self) -> Who:
        """Our person may sit elsewhere by now, or nowhere; whose outbox is theirs."""
        seat = self.person.seat
        if seat is None and self.seat is not None:
            raise Gone(SENT_AWAY if self.person.joined in self.table.expelled else LEFT)
        if seat != self.seat:
            self._count(-1)
            self.seat = seat
            self._count(1)
        return self.person.eyes if seat is None else seat

    def news(self) -> list[str]:
        """The messages that are new, as JSON."""
        if self.room.removed:
            raise removed()
        who, now, new = self._follow(), self.hall.now(), []
        table, seat = self.table, self.seat
        outbox = table.outbox(who, now)
        ended = table.status == "ended"  # by a vote: nobody is to act any more
        if self.first or outbox.seq != self.seq or ended != self.ended:
            change = self.changes and not self.first and change_text(table, who, outbox, now, self.seq)
            new.append(change or state_text(table, who, outbox, now, self.seq))
            self.seq, self.first, self.ended = outbox.seq, False, ended
        until = self.hall.upkeep.word_before(table)
        version = (table.version, until, outbox.ticks if isinstance(outbox, Late) else 0)
        if version != self.version:
            self.version = version
            public = info(table, until).model_dump()
            message = {"type": "table", "protocol": wire.PROTOCOL, "table": public, "seat": seat}
            new.append(_text({**message, "clock": clock(table, who, now)}))
        if table.chat_count > self.chats:
            lines = table.chats[-(table.chat_count - self.chats) :]
            self.chats = table.chat_count
            new.append(_text({"type": "chat", "lines": [line.model_dump() for line in lines]}))
        # who watches a seat knows more than those who play
        if self.room.gallery_count > self.beside and (seat is None or table.finished):
            lines = list(self.room.gallery.values())[-(self.room.gallery_count - self.beside) :]
            self.beside = self.room.gallery_count
            new.append(_text({"type": "gallery", "lines": [line.model_dump() for line in lines]}))
        # since when somebody is to act tells those who watch late what they are to see later
        slow = [] if seat is None else self.room.slow
        presence = (self.room.seats_present, self.room.gone, slow, self.room.watching)
        if self.presence != presence:
            self.presence = presence
            names = ("seats", "gone", "slow", "watching")
            new.append(_text({"type": "presence"} | dict(zip(names, presence, strict=True))))
        if (then := table.shown_next(who)) is not None:
            self._hear_again((then - now) / 1000)
        return new

    def _hear_again(self, seconds: float) -> None:
        if self.later:
            self.later.cancel()
        self.later = asyncio.get_running_loop().call_later(max(0.001, seconds), self.tell)


def _text(message: Json) -> str:
    return to_json(message).decode()


class Reader(Ear):
    """Somebody who reads a stream."""

    def __init__(self, server: "Server", room: Room, person: Person, after: int):
        super().__init__(server, room, person, after)
        self.heard = asyncio.Event()

    def tell(self) -> None:
        self.heard.set()


async def lines(server: "Server", room: Room, person: Person, after: int) -> AsyncIterator[bytes]:
    """The messages as lines of JSON, until the table has ended. Empty ones: nothing new for a while."""
    reader = Reader(server, room, person, after)
    reader.listen()
    try:
        while not server.hall.node.closing:
            try:
                async with asyncio.timeout(ALIVE):
                    await reader.heard.wait()
            except TimeoutError:
                yield b"\n"
                continue
            reader.heard.clear()
            for text in reader.news():
                yield text.encode() + b"\n"
                if room.table.finished and text.startswith('{"type":"table"'):
                    return
    except (Gone, Refused):
        return
    finally:
        reader.stop()


async def serve_socket(server: "Server", socket: WebSocket, key: str) -> None:
    """From the hello on it belongs to whoever calls."""
    # OSError: it was gone before we accepted; RuntimeError: it closed while we were sending
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError):
        await socket.accept()
        try:
            caller = await _hello(server, socket, key)
        except (Refused, Unavailable) as error:
            refused = error if isinstance(error, Refused) else no_database()
            await socket.send_text(_text(_refusal(None, refused)))
            await socket.close(4000 + refused.status, refused.problem.code)
        else:
            caller.listen()
            caller.line.take(caller)


async def _hello(server: "Server", socket: WebSocket, key: str) -> "Caller":
    try:
        async with asyncio.timeout(HELLO_WITHIN):
            message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text = message.get("text")
        hello = wire.Hello.model_validate_json(clean(message.get("bytes") or b"" if text is None else text))
    except (TimeoutError, ValueError):
        reason = 'The first message is {"type": "hello", "token": ...}; without a token you are a spectator.'
        raise Refused("no-hello", reason, status=400) from None
    after = socket.query_params.get("after", "0")
    if not after.isascii() or not after.isdecimal() or len(after) > 12:
        raise Refused("malformed", f"after is {quoted(after)}; it takes the last seq you have.", status=422)
    server.check_ready()
    address = address_of(socket.scope)
    room = await server.room(key, address)
    person = await server.hall.lobby.admit(room, hello.token, socket.cookies, hello.eyes)
    return Caller(server, room, person, int(after), hello.changes, socket.scope["line"], address)


class Caller(Ear):
    """Somebody at the other end of a socket. What they say is done in its order; answers go with the news."""

    def __init__(
        self, server: "Server", room: Room, person: Person, after: int, changes: bool, line: Any, address: str
    ):
        super().__init__(server, room, person, after, changes=changes)
        self.line, self.address = line, address
        self.answers: list[str] = []
        self.doing: asyncio.Task[None] | None = None

    # -- what they are told

    def tell(self) -> None:
        """All that is new, in one piece; if they have not taken what was sent before, when they have."""
        if not (self.line.writable and self.listens):
            return
        try:
            new = self.news()
            if self.answers or new:
                answers, self.answers = self.answers, []
                self.line.write(answers + new)
            if self.hall.node.closing:
                self._hang_up(1012, "restart")
        except Gone as gone:
            (code,) = gone.args
            self._hang_up(code, "left" if code == LEFT else "sent-away")
        except Refused as refused:
            self._turn_away(refused)
        except Exception as error:
            log.error("a socket could not be told: %s", type(error).__name__, exc_info=self.hall.settings.debug)
            self._hang_up(1011, "internal")

    def gone(self) -> None:
        self.stop()

    def _hang_up(self, code: int, reason: str) -> None:
        self.stop()
        self.line.close(code, reason)

    def _turn_away(self, refused: Refused) -> None:
        self.line.write([*self.answers, _text(_refusal(None, refused))])
        self._hang_up(4000 + refused.status, refused.problem.code)

    # -- what they say

    def hear(self, text: str | bytes) -> None:
        if self.server.token_rate.wait(self._who, 1 + len(text) // 1024):
            self._answer(_refusal(_key_of(text), Refused("too-many", "Too many messages: wait a moment.")))
        elif text == PING:  # every page asks again and again: it costs no task, and no look for news
            self.line.write([PONG])
            self.line.next()
        else:
            self.doing = asyncio.get_running_loop().create_task(self._do(text))

    @property
    def _who(self) -> tuple[str, int | str]:
        seat = self.person.seat
        return self.table.id, self.address if seat is None else seat

    async def _do(self, text: str | bytes) -> None:
        """One message, done or refused."""
        key = None
        try:
            raw = _parse(text)
            key = _key(raw)
            try:
                message = CLIENT.validate_python(raw)
            except ValidationError as error:
                raise Refused("malformed", faults(error.errors())) from None
            if isinstance(message, wire.PingMessage):
                self._answer({"type": "pong"})
                return
            if isinstance(message, wire.WholeMessage):
                self.first, self.seq = True, min(message.after, self.seq)
                self._answer()
                return
            seq = await self._change(message)
        except Unavailable:
            self._turn_away(no_database())
        except Refused as refused:
            if refused.status == 503:  # not an answer: whoever asked comes again with the same key
                self._turn_away(refused)
            else:
                self._answer(_refusal(key, refused))
        except Exception as error:
            log.error("a message failed: %s", type(error).__name__, exc_info=self.hall.settings.debug)
            self._hang_up(1011, "internal")
        else:
            self.answers.append(f'{{"type":"ack","key":{compact(key)},"seq":{seq}}}')
            self.room.crier.call(self.room)  # it goes with what the action did
            self.line.next()

    async def _change(self, message: Any) -> int:
        """What is done at the table; the seat's seq."""
        if isinstance(message, SAID) and self.server.chat_rate.wait(self._who):
            raise Refused("too-many", "Too many messages: wait a moment.")
        self.server.check_entries(self.address)
        seat = self.person.seat
        if isinstance(message, wire.ActMessage):
            return await self.hall.act(self.room, seat, message)
        if isinstance(message, wire.AsideMessage):
            return await self.hall.say_aside(self.room, seat, message)
        return await self.hall.say(self.room, seat, message.type, message)

    def _answer(self, *messages: Json) -> None:
        self.answers += map(_text, messages)
        self.tell()
        self.line.next()


def _refusal(key: str | None, refused: Refused) -> Json:
    metrics.refused(refused.problem.code)
    return {"type": "refused", "key": key, **short(refused.problem.model_dump())}


def _parse(text: str | bytes) -> Json:
    try:
        raw = from_json(clean(text), allow_inf_nan=False)
    except UnicodeDecodeError:
        raise Refused("malformed", "A message is one JSON object in UTF-8.") from None
    except (ValueError, RecursionError):
        raise Refused(
            "malformed", "A message is one JSON object; its strings have no NUL and no lone surrogates."
        ) from None
    if not isinstance(raw, dict):
        raise Refused("malformed", "A message is one JSON object.")
    return raw


def _key(raw: Json) -> str | None:
    """What an answer to a message that cannot be read may still be addressed to."""
    key = raw.get("key")
    return key if isinstance(key, str) and 1 <= len(key) <= wire.KEY else None


def _key_of(text: str | bytes) -> str | None:
    with contextlib.suppress(Refused):
        return _key(_parse(text))
    return None
