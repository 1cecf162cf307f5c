"""When garbage is looked for: to search all objects of a busy server would hold up those who play for a second."""

import asyncio
import gc
import time

__all__ = ["sweep_when_calm"]

YOUNG = 1_000  # new objects that are searched at once: a few milliseconds; those found in use are old then
NEVER = 1 << 30
LOOK = 0.25  # seconds
CALM, STILL = 0.1, 20  # part of a core, for so many looks in a row
FEW = 10  # rounds of new objects: then those that have grown old are searched, and put aside if they are in use
# All are searched when so many times those in use are new: if it is calm, or at all events.
CALMLY, ANYHOW = 0.25, 4.0


async def sweep_when_calm() -> None:
    """Search the new often, what has grown old a little at a time, and all seldom."""
    gc.set_threshold(YOUNG, NEVER)
    kept, new, still = _search_all(), 0, 0
    while True:
        used = time.process_time()
        await asyncio.sleep(LOOK)
        still = still + 1 if time.process_time() - used < CALM * LOOK else 0
        if (rounds := gc.get_count()[1]) > FEW:
            new += rounds * YOUNG
            gc.collect()
            gc.freeze()
        if new > kept * (CALMLY if still >= STILL else ANYHOW):
            kept, new = _search_all(), 0


def _search_all() -> int:
    """Also what was put aside; how many objects are in use."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return gc.get_freeze_count()
