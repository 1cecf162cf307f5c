"""When garbage is looked for: to search all objects of a busy server would hold up those who play for a second."""

import asyncio
import gc
import sys
import time

__all__ = ["sweep_when_calm"]

YOUNG = 250  # when there are so many more objects than before, the new ones are searched: about a thousand, 0.1 ms
FEW = 2  # more such rounds, and what they found in use is searched once more; then it is old
NEVER = 1 << 30
LOOK = 0.25  # seconds
CALM, STILL = 0.1, 20  # part of a core, for so many looks in a row
# All are searched when memory holds so many times more than after the last time: if it is calm, or at all events.
# What comes and goes does not count, and people who come hold much that is no garbage: nobody is to wait for that.
CALMLY, ANYHOW = 0.25, 15.0


async def sweep_when_calm() -> None:
    """Search the new a little at a time, and all seldom."""
    gc.set_threshold(YOUNG, FEW, NEVER)
    kept, still = _search_all(), 0
    while True:
        used = time.process_time()
        await asyncio.sleep(LOOK)
        still = still + 1 if time.process_time() - used < CALM * LOOK else 0
        if sys.getallocatedblocks() > kept * (1 + (CALMLY if still >= STILL else ANYHOW)):
            kept = _search_all()


def _search_all() -> int:
    """What is in use is put aside, and not searched before the next time; how many pieces of memory that is."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return sys.getallocatedblocks()
