"""What keeps a busy server quick: who is told when, and when garbage is looked for."""

import asyncio
import gc
import weakref

import pytest

from takujo.server import sweep
from takujo.server.hall import Crier, Room
from takujo.server.store import Row
from takujo.server.table import Table


def test_one_room_is_told_in_a_step_of_the_loop():
    """So what comes in, and its acknowledgement, waits for one room at most."""

    async def told() -> list[str]:
        crier, order = Crier(), []
        rooms = [Room(Table(Row(name, name, b"")), crier) for name in ("first", "second", "third")]
        listening = []
        for room in (*rooms, rooms[0]):
            room.listeners.add(heard := asyncio.Event())
            listening.append(asyncio.create_task(note(heard, order, room.table.id)))
        await asyncio.sleep(0)
        for room in (*rooms, rooms[0]):  # the first has more to tell before its turn comes
            room.wake()
        for step in range(6):
            order.append(f"step {step}")
            await asyncio.sleep(0)
        await asyncio.gather(*listening)
        return order

    async def note(heard: asyncio.Event, order: list[str], name: str) -> None:
        await heard.wait()
        order.append(name)

    order = asyncio.run(told())
    steps = ",".join(order).replace("step ", "").split(",")
    assert [name for name in order if "step" not in name] == ["first", "first", "second", "third"]
    assert steps.index("third") - steps.index("second") > 1, "a step of the loop lies between two rooms"


@pytest.fixture
def collector():
    """As it was, afterwards."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


class Knot:
    """Garbage that only a search finds: it holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.usefixtures("collector")
def test_garbage_is_found_when_the_server_is_calm(monkeypatch):
    """Also if it has grown old."""
    monkeypatch.setattr(sweep, "LOOK", 0.05)
    monkeypatch.setattr(sweep, "FEW", 3)

    async def run() -> None:
        sweeping = asyncio.create_task(sweep.sweep_when_calm())
        await asyncio.sleep(0)
        old = Knot()
        gone = weakref.ref(old)
        kept = [[number] for number in range(6 * sweep.YOUNG)]  # rounds of new objects
        del old
        assert gone(), "it is old by now: no round of new objects finds it"
        async with asyncio.timeout(10):
            while gone():
                await asyncio.sleep(0.01)
        assert len(kept) == 6 * sweep.YOUNG
        sweeping.cancel()

    asyncio.run(run())
