"""When garbage is looked for: to search all objects of a busy server would hold up those who play for a second."""

import asyncio
import gc
import sys
import time

__all__ = ["sweep_when_calm"]

YOUNG = 1_000  # new objects that are searched at once: a few milliseconds; those found in use are old then
NEVER = 1 << 30
LOOK = 0.25  # seconds
CALM, STILL = 0.1, 20  # part of a core, for so many looks in a row
FEW = 10  # rounds of new objects: then those that have grown old are searched, and put aside if they are in use
# All are searched when memory holds so many times more than after the last time: if it is calm, or at all events.
# What comes and goes does not count, and people who come hold much that is no garbage: nobody is to wait for that.
CALMLY, ANYHOW = 0.25, 15.0


async def sweep_when_calm() -> None:
    """Search the new often, what has grown old a little at a time, and all seldom."""
    gc.set_threshold(YOUNG, NEVER)
    kept, still = _search_all(), 0
    while True:
        used = time.process_time()
        await asyncio.sleep(LOOK)
        still = still + 1 if time.process_time() - used < CALM * LOOK else 0
        if gc.get_count()[1] > FEW:
            gc.collect()
            gc.freeze()
        elif still < STILL:
            continue
        if sys.getallocatedblocks() > kept * (1 + (CALMLY if still >= STILL else ANYHOW)):
            kept = _search_all()


def _search_all() -> int:
    """Also what was put aside; how many pieces of memory are in use."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return sys.getallocatedblocks()
