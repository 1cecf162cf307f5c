"""How much one address or token may ask for."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

__all__ = ["Rate"]


class Rate:
    """So many at once, and so many a second after that, for each key."""

    KEYS = 100_000  # remembered; the longest unused go first

    def __init__(self, at_once: float, a_second: float, now: Callable[[], float] = time.monotonic):
        self.at_once, self.a_second, self.now = at_once, a_second, now
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def wait(self, key: Hashable, cost: float = 1) -> float:
        """0: go on. Else: seconds to wait, and nothing was counted."""
        now = self.now()
        left, at = self._left.pop(key, (self.at_once, now))
        left = min(self.at_once, left + (now - at) * self.a_second)
        allowed = left >= cost
        self._left[key] = (left - cost if allowed else left, now)
        if len(self._left) > self.KEYS:
            self._left.popitem(last=False)
        return 0.0 if allowed else (cost - left) / self.a_second
