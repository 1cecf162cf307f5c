"""Who is connected: each node tells the others whom it has."""

from collections.abc import Awaitable, Callable
from typing import Any

from .bus import Bus
from .node import Node, loop_time
from .rooms import Room, Rooms

__all__ = ["PRESENCE", "TOLD", "Presence"]

PRESENCE = 5.0  # seconds between two times that a node tells who is connected to it
TOLD = 500  # tables in one message about that


class Presence:
    """Which seats of the tables in memory are connected, here or elsewhere."""

    def __init__(self, bus: Bus, node: Node, rooms: Rooms, spawn: Callable[[Awaitable[Any]], None]):
        self.bus, self.node, self.rooms, self._spawn = bus, node, rooms, spawn

    def hear(self, node: str, present: dict[str, list[int]]) -> None:
        for table, seats in present.items():
            room = self.rooms.awake.get(table)
            if room is None:
                continue
            if node not in room.elsewhere and room.present:  # it cannot have heard of ours
                self._spawn(self.tell([room]))
            room.elsewhere[node] = (loop_time() + 3 * PRESENCE, seats)
            if room.count_present():
                room.wake()

    def changed(self, room: Room) -> None:
        if room.count_present():
            room.wake()
        self._spawn(self.tell([room]))

    async def tell(self, rooms: list[Room]) -> None:
        for start in range(0, len(rooms), TOLD):
            present = {room.table.id: sorted(room.present) for room in rooms[start : start + TOLD]}
            await self.bus.tell({"node": self.node.name, "present": present})
