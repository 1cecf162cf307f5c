"""This process among those that share the database: its name, its lease, the tables whose bots and clocks it keeps."""

import asyncio
import base64
import random
from collections.abc import Callable

from .refused import Refused
from .settings import Settings
from .siblings import Siblings
from .store import Store

__all__ = ["Node", "loop_time", "new_id"]

PAUSED = 1_000  # milliseconds between two looks at the clock: the process stood still, and heard nobody meanwhile


def loop_time() -> float:
    """Seconds by the loop's clock, which only goes forward."""
    return asyncio.get_running_loop().time()


def new_id(chance: random.Random, size: int) -> str:
    return base64.urlsafe_b64encode(chance.randbytes(size)).decode().rstrip("=")


class Node:
    """Which tables are its to look after, until when, and whether it was away meanwhile."""

    def __init__(self, settings: Settings, store: Store, now: Callable[[], int], chance: random.Random):
        self.settings, self.store, self.now, self.chance = settings, store, now, chance
        self.name = ""
        self.kept: set[str] = set()  # the tables whose bots and clocks this node looks after
        self._time = loop_time  # until it has entered
        self.kept_until = 0.0  # by the loop's clock: then others may have them
        self.away_until = 0  # when the database was last away, or the process stood still
        self.awake = now()  # when it last was seen not to
        self.closing = False
        self.siblings: Siblings | None = None  # other nodes of this machine behind the same port

    @property
    def _lease(self) -> int:
        return 1000 * self.settings.lease

    async def enter(self) -> None:
        self._time = asyncio.get_running_loop().time
        node, asked = new_id(self.chance, 12), self._time()
        self.kept.clear()
        await self.store.enter(node, self._lease)
        self.name = node
        self.kept_until = asked + self.settings.lease if self.store.shared else float("inf")

    async def renew(self) -> bool:
        """Renew the lease. Counted from before it was asked for: this node gives up before others may take over."""
        asked = loop_time()
        if not await self.store.beat(self.name, self._lease):
            return False
        self.kept_until = asked + self.settings.lease
        return True

    def keeper_of_new(self, table: str) -> str:
        """Who is to look after a new table."""
        return self.siblings.keeper(table, self.name) if self.siblings else self.name

    def keeps(self, table: str) -> bool:
        return table in self.kept and self._time() < self.kept_until

    def check_keeps(self, table: str) -> None:
        """A node that was paused while its bot thought does nothing: another one has the table."""
        if not self.keeps(table):
            raise Refused("not-kept", "Another node looks after this table.")

    async def look_up(self) -> None:
        """Was the process stopped, or the machine asleep? Then nobody's time ran out by their own fault."""
        now = self.now()
        if now - self.awake > PAUSED:
            self.away_until = now
        self.awake = now
