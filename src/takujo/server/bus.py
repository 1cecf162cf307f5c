"""The bus tells nodes that a table has changed. The log stays the truth: a lost message costs time, nothing else."""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from typing import Any, Protocol

__all__ = ["Bus", "LocalBus", "NatsBus", "make_bus"]

log = logging.getLogger("takujo.server")

Json = dict[str, Any]
Hear = Callable[[Json], None]
Missed = Callable[[], None]  # messages may have been lost

SUBJECT = "takujo"
RETRY = 0.5  # seconds


class Bus(Protocol):
    """Between the nodes that serve the same tables. A node does not hear itself."""

    @property
    def connected(self) -> bool: ...

    async def open(self, hear: Hear, missed: Missed) -> None: ...
    async def close(self) -> None: ...
    async def tell(self, message: Json) -> None: ...


class LocalBus:
    """One node alone: nobody else is to be told."""

    connected = True

    async def open(self, hear: Hear, missed: Missed) -> None:
        pass

    async def close(self) -> None:
        pass

    async def tell(self, message: Json) -> None:
        pass


class NatsBus:
    """NATS core: whoever is connected hears it, once, or not at all."""

    def __init__(self, url: str):
        from nats.aio.client import Client  # only nodes that are not alone need it

        self.servers = url.split(",")
        self.client = Client()
        self._opening: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        return self.client.is_connected

    async def open(self, hear: Hear, missed: Missed) -> None:
        """Connects, now and ever again, while the node goes on: tables are played without a bus, too, only later."""
        self._opening = asyncio.ensure_future(self._open(hear, missed))

    async def _open(self, hear: Hear, missed: Missed) -> None:
        async def heard(message: Any) -> None:
            try:
                hear(json.loads(message.data))
            except Exception as error:  # another version's message, or not one of ours
                log.warning("a message of the bus was not understood: %s", type(error).__name__)

        async def again() -> None:
            log.warning("the bus is back")
            missed()

        async def failed(error: Exception) -> None:
            log.info("the bus: %s", type(error).__name__)

        async def lost() -> None:
            log.warning("the bus is away: changes at other nodes come later")

        while True:
            try:
                await self.client.connect(
                    servers=self.servers,
                    no_echo=True,
                    connect_timeout=2,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=RETRY,  # type: ignore[arg-type]  # it takes parts of a second, too
                    ping_interval=5,
                    max_outstanding_pings=2,
                    reconnected_cb=again,
                    disconnected_cb=lost,
                    error_cb=failed,
                )
                await self.client.subscribe(SUBJECT, cb=heard)
                missed()
                return
            except Exception as error:
                log.warning("the bus cannot be reached: %s", type(error).__name__)
                await asyncio.sleep(RETRY)

    async def close(self) -> None:
        if self._opening:
            self._opening.cancel()
            await asyncio.gather(self._opening, return_exceptions=True)
        with contextlib.suppress(Exception):  # it may be away
            await asyncio.wait_for(self.client.flush(1), 2)
        await self.client.close()

    async def tell(self, message: Json) -> None:
        if self.client.is_connected:
            with contextlib.suppress(Exception):  # it has just gone: the others will look into the log
                await self.client.publish(SUBJECT, json.dumps(message, separators=(",", ":")).encode())


def make_bus(url: str) -> Bus:
    return LocalBus() if url == "local" else NatsBus(url)
