"""Who is connected: each node tells the others whom it has."""

from collections.abc import Awaitable, Callable
from typing import Any

from .bus import Bus
from .node import Node, loop_time
from .rooms import Room, Rooms, at_leisure

__all__ = ["PRESENCE", "TOLD", "Presence"]

PRESENCE = 5.0  # seconds between two times that a node tells who is connected to it
TOLD = 500  # tables in one message about that


class Presence:
    """Which seats of the tables in memory are connected, here or elsewhere."""

    def __init__(
        self,
        bus: Bus,
        node: Node,
        rooms: Rooms,
        drive: Callable[[Room], None],
        spawn: Callable[[Awaitable[Any]], None],
    ):
        self.bus, self.node, self.rooms, self._drive, self._spawn = bus, node, rooms, drive, spawn

    def hear(self, node: str, present: dict[str, list[int]], watching: dict[str, int]) -> None:
        for table, seats in present.items():
            room = self.rooms.awake.get(table)
            if room is None:
                if seats and table in self.rooms.asleep:  # somebody is back: its bots go on
                    self._spawn(at_leisure(self._wake_for(node, table, seats)))
                continue
            if node not in room.elsewhere and (room.present or room.spectators):  # it cannot have heard of ours
                self._spawn(self.tell([room]))
            room.elsewhere[node] = (loop_time() + 3 * PRESENCE, seats, watching.get(table, 0))
            self._count(room)

    async def _wake_for(self, node: str, table: str, seats: list[int]) -> None:
        await self.rooms.find(table)
        self.hear(node, {table: seats}, {})

    def changed(self, room: Room) -> None:
        self._count(room)
        self._spawn(self.tell([room]))

    def _count(self, room: Room) -> None:
        if room.count_present():
            room.wake()
            self._drive(room)  # who comes wakes the bots, and who goes may have a seat that others wait for

    async def tell(self, rooms: list[Room]) -> None:
        for start in range(0, len(rooms), TOLD):
            part = rooms[start : start + TOLD]
            present = {room.table.id: sorted(room.present) for room in part}
            watching = {room.table.id: room.spectators for room in part if room.spectators}
            await self.bus.tell({"node": self.node.name, "present": present, "watching": watching})
