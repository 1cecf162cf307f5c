"""Messages: what a seat or a spectator hears, and the socket on which it also speaks."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json

from . import metrics, wire
from .guard import address_of
from .limits import clean, faults, quoted, short
from .lobby import Person
from .outbox import Late
from .refused import Refused, no_database
from .rooms import Room, removed
from .store import Unavailable
from .told import clock, info, state_text

if TYPE_CHECKING:
    from .app import Server

__all__ = ["lines", "serve_socket"]

Json = dict[str, Any]

CLIENT: TypeAdapter[Any] = TypeAdapter(wire.ClientMessage)
SAID = (wire.ChatMessage, wire.AsideMessage, wire.QuickMessage, wire.StampMessage)
HELLO_WITHIN = 10  # seconds
ALIVE = 15.0  # seconds between signs of life
# Close codes are 4000 plus the HTTP status that would have been the answer, and:
LEFT = 4000
SENT_AWAY = 4001


class Gone(Exception):
    """Whoever listened no longer sits there: they have left, or were sent away."""


class Ear:
    """What one seat or spectator has heard, while it listens, and what is new to it."""

    def __init__(self, server: "Server", room: Room, person: Person, after: int):
        self.hall, self.room, self.table = server.hall, room, room.table
        self.person, self.seat = person, person.seat
        self.heard = asyncio.Event()  # set: there may be news
        self.heard.set()
        self.seq = after if after <= self.table.outbox(self.seat, self.hall.now()).seq else 0
        self.first, self.chats, self.beside = True, 0, 0
        self.version: tuple[Any, ...] = ()
        self.later: asyncio.TimerHandle | None = None
        self.presence: tuple[Any, ...] = ()
        self.ended = self.table.status == "ended"

    def __enter__(self) -> "Ear":
        metrics.SOCKETS.inc()
        self.room.listeners[self.heard] = None
        self._count(1)
        return self

    def __exit__(self, *_: object) -> None:
        metrics.SOCKETS.dec()
        if self.later:
            self.later.cancel()
        self.room.listeners.pop(self.heard, None)
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

    def _follow(self) -> None:
        """Our person may sit elsewhere by now, or nowhere."""
        seat = self.person.seat
        if seat is None and self.seat is not None:
            raise Gone(SENT_AWAY if self.person.joined in self.table.expelled else LEFT)
        if seat != self.seat:
            self._count(-1)
            self.seat = seat
            self._count(1)

    def news(self) -> list[str]:
        """The messages that are new, as JSON."""
        self.heard.clear()
        if self.room.removed:
            raise removed()
        self._follow()
        table, seat, new = self.table, self.seat, []
        now = self.hall.now()
        outbox = table.outbox(seat, now)
        ended = table.status == "ended"  # by a vote: nobody is to act any more
        if self.first or outbox.seq != self.seq or ended != self.ended:
            new.append(state_text(table, seat, now, self.seq))
            self.seq, self.first, self.ended = outbox.seq, False, ended
        until = self.hall.upkeep.word_before(table)
        version = (table.version, until, outbox.ticks if isinstance(outbox, Late) else 0)
        if version != self.version:
            self.version = version
            public = info(table, until).model_dump()
            message = {"type": "table", "protocol": wire.PROTOCOL, "table": public, "seat": seat}
            new.append(_text({**message, "clock": clock(table, seat, now)}))
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
        if seat is None and table.shown_next is not None:
            self._hear_again((table.shown_next - now) / 1000)
        return new

    def _hear_again(self, seconds: float) -> None:
        if self.later:
            self.later.cancel()
        self.later = asyncio.get_running_loop().call_later(max(0.001, seconds), self.heard.set)


def _text(message: Json) -> str:
    return to_json(message).decode()


async def lines(server: "Server", room: Room, person: Person, after: int) -> AsyncIterator[bytes]:
    """The messages as lines of JSON, until the table has ended. Empty ones: nothing new for a while."""
    with contextlib.suppress(Gone, Refused), Ear(server, room, person, after) as ear:
        while not server.hall.node.closing:
            try:
                async with asyncio.timeout(ALIVE):
                    await ear.heard.wait()
            except TimeoutError:
                yield b"\n"
                continue
            for text in ear.news():
                yield text.encode() + b"\n"
                if room.table.finished and text.startswith('{"type":"table"'):
                    return


async def serve_socket(server: "Server", socket: WebSocket, key: str) -> None:
    """One connection from hello to the end."""
    # OSError: it was gone before we accepted; RuntimeError: it closed while we were sending
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError):
        await socket.accept()
        try:
            room, person, after = await _hello(server, socket, key)
            await _talk(server, socket, room, person, after)
        except Unavailable:
            await _turn_away(socket, no_database())
        except Refused as refused:
            await _turn_away(socket, refused)


async def _turn_away(socket: WebSocket, refused: Refused) -> None:
    await socket.send_text(_text(_refusal(None, refused)))
    await socket.close(4000 + refused.status, refused.problem.code)


async def _hello(server: "Server", socket: WebSocket, key: str) -> tuple[Room, Person, int]:
    try:
        async with asyncio.timeout(HELLO_WITHIN):
            text = await _receive(server, socket)
        hello = wire.Hello.model_validate_json(clean(text))
    except (TimeoutError, ValueError):
        reason = 'The first message is {"type": "hello", "token": ...}; without a token you are a spectator.'
        raise Refused("no-hello", reason, status=400) from None
    after = socket.query_params.get("after", "0")
    if not after.isascii() or not after.isdecimal() or len(after) > 12:
        raise Refused("malformed", f"after is {quoted(after)}; it takes the last seq you have.", status=422)
    server.check_ready()
    room = await server.room(key, address_of(socket.scope))
    return room, await server.hall.lobby.admit(room, hello.token, socket.cookies), int(after)


async def _talk(server: "Server", socket: WebSocket, room: Room, person: Person, after: int) -> None:
    sending = asyncio.ensure_future(_tell(server, socket, room, person, after))
    hearing = asyncio.ensure_future(_hear(server, socket, room, person))
    try:
        done, _ = await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in (sending, hearing):
            task.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)


async def _tell(server: "Server", socket: WebSocket, room: Room, person: Person, after: int) -> None:
    try:
        with Ear(server, room, person, after) as ear:
            while not server.hall.node.closing:
                await ear.heard.wait()
                for text in ear.news():
                    await socket.send_text(text)
        await socket.close(1012, "restart")
    except Gone as gone:
        (code,) = gone.args
        await socket.close(code, "left" if code == LEFT else "sent-away")


async def _hear(server: "Server", socket: WebSocket, room: Room, person: Person) -> None:
    who = (room.table.id, address_of(socket.scope) if person.seat is None else person.seat)
    while True:
        text = await _receive(server, socket)
        if server.token_rate.wait(who, 1 + len(text) // 1024):
            answer = _refusal(_key_of(text), Refused("too-many", "Too many messages: wait a moment."))
        else:
            answer = await _answer(server, room, person, address_of(socket.scope), text)
        await socket.send_text(_text(answer))


async def _answer(server: "Server", room: Room, person: Person, address: str, text: str | bytes) -> Json:
    """One message of a client, done or refused."""
    key = None
    try:
        raw = _parse(text)
        key = _key(raw)
        try:
            message = CLIENT.validate_python(raw)
        except ValidationError as error:
            raise Refused("malformed", faults(error.errors())) from None
        if isinstance(message, wire.PingMessage):
            return {"type": "pong"}
        speaker = (room.table.id, address if person.seat is None else person.seat)
        if isinstance(message, SAID) and server.chat_rate.wait(speaker):
            raise Refused("too-many", "Too many messages: wait a moment.")
        server.check_entries(address)
        if isinstance(message, wire.ActMessage):
            seq = await server.hall.act(room, person.seat, message)
        elif isinstance(message, wire.AsideMessage):
            seq = await server.hall.say_aside(room, person.seat, message)
        else:
            seq = await server.hall.say(room, person.seat, message.type, message)
    except Refused as refused:
        if refused.status == 503:  # not an answer: whoever asked comes again with the same key
            raise
        return _refusal(key, refused)
    return {"type": "ack", "key": key, "seq": seq}


def _refusal(key: str | None, refused: Refused) -> Json:
    metrics.refused(refused.problem.code)
    return {"type": "refused", "key": key, **short(refused.problem.model_dump())}


def _parse(text: str | bytes) -> Json:
    try:
        raw = json.loads(clean(text), parse_constant=_no_number)
    except UnicodeDecodeError:
        raise Refused("malformed", "A message is one JSON object in UTF-8.") from None
    except (ValueError, RecursionError):
        raise Refused(
            "malformed", "A message is one JSON object; its strings have no NUL and no lone surrogates."
        ) from None
    if not isinstance(raw, dict):
        raise Refused("malformed", "A message is one JSON object.")
    return raw


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _key(raw: Json) -> str | None:
    """What an answer to a message that cannot be read may still be addressed to."""
    key = raw.get("key")
    return key if isinstance(key, str) and 1 <= len(key) <= wire.KEY else None


def _key_of(text: str | bytes) -> str | None:
    with contextlib.suppress(Refused):
        return _key(_parse(text))
    return None


async def _receive(server: "Server", socket: WebSocket) -> str | bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | bytes | None = message.get("text")
    if text is None:
        text = message.get("bytes") or b""
    if len(text) > server.settings.largest:
        await socket.close(1009, "too large")
        raise WebSocketDisconnect(1009)
    return text
