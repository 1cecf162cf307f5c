"""Nodes of one machine behind one port: what they tell each other, and sockets that one hands to another.

Every two of them have a pair of connected sockets, made by the process that starts them (`workers.py`). The sockets
of a table all go to one node, by its id: so it is in the memory of one process, and an action is worked out once.
"""

import asyncio
import contextlib
import itertools
import json
import socket
from collections.abc import Callable
from typing import Any
from zlib import crc32

from .bus import Hear, Missed

__all__ = ["Siblings", "mesh"]

Json = dict[str, Any]
Links = dict[int, socket.socket]
Adopt = Callable[[socket.socket, bytes], None]

LARGEST = 1 << 18  # bytes of a message
KIND = socket.SOCK_SEQPACKET if hasattr(socket, "SOCK_SEQPACKET") else socket.SOCK_DGRAM


def mesh(count: int) -> list[Links]:
    """For each node its end of the way to every other."""
    links: list[Links] = [{} for _ in range(count)]
    for one, other in itertools.combinations(range(count), 2):
        links[one][other], links[other][one] = socket.socketpair(socket.AF_UNIX, KIND)
    return links


class Siblings:
    """One of these nodes: a bus among them, and the way to the others for sockets that are not its own."""

    connected = True

    def __init__(self, number: int, links: Links):
        self.number, self._links = number, links
        self.names = {number: ""}  # of the nodes, as the database knows them
        self.adopt: Adopt | None = None  # takes a connection, and what has been read of it
        for link in links.values():
            link.setblocking(False)

    def owner(self, table: str) -> int:
        """Whose a table's sockets are."""
        return crc32(table.encode()) % (len(self._links) + 1)

    def keeper(self, table: str, name: str) -> str:
        """The name of the node that is to look after a new table: its owner's, or ours if that is not known."""
        self.names[self.number] = name
        return self.names.get(self.owner(table)) or name

    # -- the bus

    async def open(self, hear: Hear, missed: Missed) -> None:
        loop = asyncio.get_running_loop()
        for other, link in self._links.items():
            loop.add_reader(link, self._hear, other, link, hear)
        missed()

    async def close(self) -> None:
        for link in self._links.values():
            asyncio.get_running_loop().remove_reader(link)

    async def tell(self, message: Json) -> None:
        text = json.dumps(message, separators=(",", ":")).encode()
        for link in self._links.values():
            with contextlib.suppress(OSError):  # it does not listen, or too slowly: it will look into the log
                link.send(text)

    def _hear(self, other: int, link: socket.socket, hear: Hear) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                text, handles, _, _ = socket.recv_fds(link, LARGEST, 1)
                if handles:
                    self._take(socket.socket(fileno=handles[0]), text)
                    continue
                message = json.loads(text)
                if "node" in message:
                    self.names[other] = message["node"]
                hear(message)

    # -- sockets

    def hand_over(self, number: int, connection: socket.socket, head: bytes) -> bool:
        """To whom it belongs; False: they do not take it now."""
        if number not in self.names:  # it is still starting
            return False
        with contextlib.suppress(OSError):
            socket.send_fds(self._links[number], [head], [connection.fileno()])
            return True
        return False

    def _take(self, connection: socket.socket, head: bytes) -> None:
        connection.setblocking(False)
        if self.adopt:
            self.adopt(connection, head)
        else:
            connection.close()
