"""A WebSocket client that costs little: so many frames a second in one process that the server is what is measured."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

__all__ = ["Line", "connect"]


class Line(asyncio.Protocol):
    """One connection; `hear` gets each text message as bytes."""

    def __init__(self, request: bytes, hear: Callable[[bytes], None]):
        self.request, self.hear = request, hear
        self.buffer = b""
        self.parts: list[bytes] = []  # of a message in several frames
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is one in all but its class
        self.transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self.open.done():
            self.open.set_exception(ConnectionError("closed before it was open"))

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open.done():
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.open.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
                self.transport.close()
                return
            self.buffer = rest
            self.open.set_result(None)
        at, buffer = 0, self.buffer
        while len(buffer) - at >= 2:
            length, start = buffer[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + length or start > len(buffer):
                break
            self._frame(buffer[at], buffer[start : start + length])
            at = start + length
        self.buffer = buffer[at:]

    def _frame(self, head: int, payload: bytes) -> None:
        kind = head & 15
        if kind == 9:
            self._send(10, payload)
        elif kind == 8:
            self.transport.close()
        elif kind in (0, 1):
            self.parts.append(payload)
            if head & 128:
                message, self.parts = b"".join(self.parts), []
                self.hear(message)

    def send(self, text: bytes) -> None:
        self._send(1, text)

    def _send(self, kind: int, payload: bytes) -> None:
        """Masked by zeros: a client has to mask, and these cost nothing."""
        length = len(payload)
        size = bytes([128 | length]) if length < 126 else bytes([128 | 126]) + length.to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + size + b"\0\0\0\0" + payload)


async def connect(port: int, path: str, hear: Callable[[bytes], None]) -> Line:
    """Open when this returns."""
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(request.encode(), hear), "127.0.0.1", port)
    await line.open
    return line
