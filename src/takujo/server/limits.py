"""What may come from outside: how much of one address or token, and which text."""

import asyncio
import ipaddress
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Any

__all__ = ["Rate", "clean", "faults", "network_of", "quoted", "short"]

QUOTED = 40  # characters of what was refused that an answer repeats
FAULTS = 5  # that are told
REASON = 300  # characters of the longest reason
# The escapes of JSON one after the other; `bad` are NUL, and halves of a pair without the other half.
ESCAPES = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(?P<bad>u0000|u[dD][89a-fA-F])|.)", re.DOTALL)


class Rate:
    """So many at once, and so many a second after that, for each key."""

    KEYS = 100_000  # remembered; the longest unused go first

    def __init__(self, at_once: float, a_second: float, now: Callable[[], float] | None = None):
        self.at_once, self.a_second, self.now = at_once, a_second, now or self._first_now
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def _first_now(self) -> float:
        """The time of the loop in which it is used: to ask for the loop takes ten times as long as to ask it."""
        self.now = asyncio.get_running_loop().time
        return self.now()

    def wait(self, key: Hashable, cost: float = 1) -> float:
        """0: go on. Else: seconds to wait, and nothing was counted. What costs more than is left is owed."""
        left, now = self._refilled(key)
        needed = cost if 0 < cost < 1 else 1.0
        if left < needed:
            return (needed - left) / self.a_second
        if cost:
            self._keep(key, left - cost, now)
        return 0.0

    def spend(self, key: Hashable, cost: float) -> bool:
        """Count what has been done already; was there enough for it? At most `at_once` is owed."""
        left, now = self._refilled(key)
        self._keep(key, left - cost, now)
        return left >= cost

    def _refilled(self, key: Hashable) -> tuple[float, float]:
        now = self.now()
        left, at = self._left.get(key, (self.at_once, now))
        return min(self.at_once, left + (now - at) * self.a_second), now

    def _keep(self, key: Hashable, left: float, now: float) -> None:
        self._left[key] = (max(left, -self.at_once), now)
        self._left.move_to_end(key)
        if len(self._left) > self.KEYS:
            self._left.popitem(last=False)


@lru_cache(4096)
def network_of(address: str) -> str:
    """Whom limits take for one: an IPv4 address, also in IPv6's writing, or the /64 of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:QUOTED]
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def clean(raw: bytes | str) -> str:
    """The text of a body or message. ValueError: it has characters that UTF-8 or a database cannot hold."""
    text = raw.decode() if isinstance(raw, bytes) else raw
    if "\0" in text or ("\\" in text and any(escape.lastgroup for escape in ESCAPES.finditer(text))):
        raise ValueError("no NUL and no half of a surrogate pair")
    return text


def quoted(text: str) -> str:
    """What was refused, for the answer: its beginning, in ASCII."""
    return f"'{_ascii(text)}'"


def short(problem: dict[str, Any]) -> dict[str, Any]:
    """A problem, wherever it was found, that does not grow with what was sent."""
    details = problem["details"] and {name: _cut(value) for name, value in problem["details"].items()}
    return problem | {"reason": _cut(problem["reason"]), "details": details}


def _cut(value: Any) -> Any:
    return value[:REASON] + " ..." if isinstance(value, str) and len(value) > REASON else value


def faults(errors: Iterable[Mapping[str, Any]], skip: int = 0) -> str:
    """The first faults that pydantic found; `skip` leaves out the first parts of their places."""
    told = []
    for fault in list(errors)[:FAULTS]:
        tag = str(fault.get("ctx", {}).get("tag", ""))
        place = _ascii(".".join(map(str, fault["loc"][skip:]))) or "body"
        told.append(f"{place}: {fault['msg'].replace(tag, _ascii(tag)) if tag else fault['msg']}")
    return str(_cut("; ".join(told)))


def _ascii(text: str) -> str:
    safe = ascii(text[:QUOTED])[1:-1]
    return safe if max(len(text), len(safe)) <= QUOTED else safe[: QUOTED - 3] + "..."
