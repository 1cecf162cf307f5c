"""When garbage is looked for: to search all objects of a busy server would hold up those who play for a second."""

import asyncio
import gc
import time

__all__ = ["sweep_when_calm"]

YOUNG = 1_000  # new objects that are searched at once: a few milliseconds; those found in use are old then
NEVER = 1 << 30
LOOK = 5.0  # seconds
CALM = 0.1  # part of a core
FEW, MANY = 50, 2_000  # rounds of new objects: then all are searched if the server is calm, or at all events


async def sweep_when_calm() -> None:
    """Search the new often, all seldom, and never what is here when this begins."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER)
    while True:
        used = time.process_time()
        await asyncio.sleep(LOOK)
        calm = time.process_time() - used < CALM * LOOK
        if gc.get_count()[1] > (FEW if calm else MANY):
            gc.collect()
