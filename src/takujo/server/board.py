"""The notice board: tables that anybody may find, as long as somebody is there. Nothing of it is kept.

Each node knows those at which people are connected to it, and tells the others now and then.
"""

from .bus import Bus
from .node import Node, loop_time
from .presence import PRESENCE
from .rooms import Room, Rooms
from .wire import PublicTable

__all__ = ["MOST", "Board"]

MOST = 60  # of a node that are told: those that wait first, then the newest
FRESH = 1.0  # seconds for which one look at all tables serves everybody who asks
HOLDS = 3 * PRESENCE  # what another node tells


class Board:
    """What is open, and what may be watched."""

    def __init__(self, bus: Bus, node: Node, rooms: Rooms):
        self.bus, self.node, self.rooms = bus, node, rooms
        self._elsewhere: dict[str, tuple[float, list[PublicTable]]] = {}  # node -> until when this holds
        self._told = False  # the others, of something
        self._seen: tuple[float, list[PublicTable]] = (0.0, [])

    def tables(self) -> list[PublicTable]:
        """Of all nodes, those that wait first, and of these the oldest."""
        now = loop_time()
        until, seen = self._seen
        if now >= until:
            told = (tables for until, tables in self._elsewhere.values() if until > now)
            found = {table.table: table for tables in (*told, self._here()) for table in tables}
            seen = sorted(found.values(), key=_order)[:MOST]
            self._seen = (now + FRESH, seen)
        return seen

    def _here(self) -> list[PublicTable]:
        there = [told for room in self.rooms.awake.values() if room.table.public and (told := _told(room))]
        return sorted(there, key=_order)[:MOST]

    async def tell(self) -> None:
        """The other nodes; once more when there is nothing any more."""
        here = self._here()
        if here or self._told:
            await self.bus.tell({"node": self.node.name, "board": [table.model_dump() for table in here]})
        self._told = bool(here)

    def hear(self, node: str, tables: list[dict[str, object]]) -> None:
        now = loop_time()
        self._elsewhere = {name: told for name, told in self._elsewhere.items() if told[0] > now}
        self._elsewhere[node] = (now + HOLDS, [PublicTable.model_validate(table) for table in tables])


def _order(table: PublicTable) -> tuple[bool, int, str]:
    waits = table.status == "waiting"
    return not waits, table.created if waits else -table.created, table.table


def _told(room: Room) -> PublicTable | None:
    """What a stranger reads of a table; None: there is nothing to do for them."""
    table = room.table
    free = sum(seat.kind == "open" for seat in table.seats)
    may_watch = table.status == "playing" and table.spectators in ("public", "seat")
    if not room.seats_present or not (may_watch or (table.status == "waiting" and free)):
        return None
    return PublicTable(
        table=table.id,
        game=table.game.slug,
        players=table.players,
        free=free,
        names=[seat.name for seat in table.seats if seat.kind == "person"],
        status=table.status,
        pace=table.clocks.pace.kind,
        own=table.own is not None,
        rated=table.rated,
        created=table.created,
    )
