"""Who thinks next: bots think in a few threads, shared alike by those who cause it, however many tables they have.

A table's thinking is charged to the address that made it. The next turn goes to whoever has been given least: this is
start-time fair queueing, where who was idle starts level with the others, with nothing saved up. How long an expert's
turn takes is fixed before it looks: the time of its answer tells neither what it holds nor whether it had a choice.
"""

import asyncio
import contextlib
import os
import sys
import threading
import time
from bisect import insort
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from takujo.bots import BUDGET

from .limits import Rate
from .settings import Settings

__all__ = ["Thinking", "Turn"]

T = TypeVar("T")
Choice = Callable[[float, Callable[[], float]], int]  # an action's number, from milliseconds and a clock in seconds

FLOOR = 20.0  # milliseconds that an expert thinks at least
ROUND = 1000.0  # milliseconds within which all who wait are to have their turn: the more they are, the less each gets
TICK = 0.050  # seconds: an expert answers a tick after its turn; where the machine was slower, two or more
QUICK = 1.0  # milliseconds charged for a bot that does not search
STEP_BACK = 10  # the niceness of the threads


class Place(NamedTuple):
    """Where somebody stands in the queue: in the order of the first two."""

    lonely: bool  # nobody who sits at the table is connected: tables of the same payer with people go first
    number: int
    payer: str
    parts: int
    turn: asyncio.Future[float]  # the milliseconds it takes


class Turn:
    """Time in a thread. An expert that may take several steps gets for each half of what is left."""

    def __init__(self, pool: Executor, clock: Callable[[], float], over: float, parts: int):
        self._pool, self._clock, self._over, self._parts = pool, clock, over, parts
        self.thought: asyncio.Future[int] | None = None

    async def think(self, choose: Choice) -> int:
        loop = asyncio.get_running_loop()
        budget = 1000 * max(0.0, self._over - loop.time()) / max(1, self._parts)
        self.thought = loop.run_in_executor(self._pool, choose, budget, self._clock)
        return await asyncio.shield(self.thought)  # a thread goes on to the end, whoever has gone away


class Thinking:
    """The threads, and the queue before them."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.perf_counter):
        self.clock = clock  # by which experts keep to their time
        self._threads = self._free = settings.bot_threads
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="bot", initializer=_step_back)
        self._rate = Rate(*settings.thinking_rate)
        self._waiting: dict[str, list[Place]] = {}  # payer -> in order; nobody without a place
        self._given: dict[str, float] = {}  # payer -> virtual time, where it is later than ...
        self._now = 0.0  # ... that of the last turn
        self._asked = 0

    @contextlib.asynccontextmanager
    async def turn(self, payer: str, *, lonely: bool = False, parts: int = 0) -> AsyncIterator[Turn]:
        """For a bot that searches, in one step (`parts` is 1) or in several (2), or that does not search (0)."""
        loop = asyncio.get_running_loop()
        self._asked += 1
        place = Place(lonely, self._asked, payer, parts, loop.create_future())
        insort(self._waiting.setdefault(payer, []), place)
        self._begin()
        try:
            budget = await place.turn
        except asyncio.CancelledError:
            self._leave(place)
            raise
        over = loop.time() + budget / 1000
        turn = Turn(self._pool, self.clock, over, parts)
        if not parts:  # it is done in no time
            self._end()
            yield turn
            return
        try:
            yield turn
            await asyncio.sleep(over - loop.time())
        finally:
            if turn.thought is None or turn.thought.done():
                self._end()
            else:
                turn.thought.add_done_callback(lambda _: self._end())
        await asyncio.sleep(TICK - (loop.time() - over) % TICK)

    async def apart(self, function: Callable[..., T], *given: Any) -> T:
        """A short piece of work in these threads, beside the queue: whoever asks for it has limits of its own."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, function, *given)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _leave(self, place: Place) -> None:
        if not place.turn.cancelled():  # it was given at the same moment
            self._end()
        elif place in self._waiting.get(place.payer, []):
            self._remove(place)

    def _remove(self, place: Place) -> None:
        self._waiting[place.payer].remove(place)
        if not self._waiting[place.payer]:
            del self._waiting[place.payer]

    def _end(self) -> None:
        self._free += 1
        self._begin()

    def _begin(self) -> None:
        """Give turns while a thread is free."""
        while self._free and self._waiting:
            payer = min(self._waiting, key=lambda payer: self._given.get(payer, self._now))
            place = self._waiting[payer][0]
            if not place.turn.cancelled():
                budget = self._budget(place)
                self._now = self._given.get(payer, self._now)
                self._given[payer] = self._now + budget
                self._given = {payer: given for payer, given in self._given.items() if given > self._now}
                self._free -= 1
                place.turn.set_result(budget)
            self._remove(place)

    def _budget(self, place: Place) -> float:
        """Milliseconds: those who pay share a round alike, and the places of each share its part."""
        if not place.parts:
            return QUICK
        fair = ROUND * self._threads / len(self._waiting) / len(self._waiting[place.payer])
        least = FLOOR * place.parts
        budget = max(least, min(BUDGET * place.parts, fair))
        return least if self._rate.wait(place.payer, budget / 1000) else budget


def _step_back() -> None:
    """Bots think with what people leave: their threads go after the event loop's wherever a core is short."""
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), STEP_BACK)
