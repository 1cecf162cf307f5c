"""The bus tells rooms that a table has changed. The log stays the truth: a lost message costs time, nothing else."""

from collections.abc import Callable
from typing import Protocol

__all__ = ["Bus", "LocalBus"]

Hear = Callable[[str], None]  # gets the id of a table


class Bus(Protocol):
    """Between the nodes that serve the same tables."""

    async def open(self, hear: Hear) -> None: ...
    async def close(self) -> None: ...
    async def tell(self, table: str) -> None: ...


class LocalBus:
    """One node alone: nobody else is to be told."""

    async def open(self, hear: Hear) -> None:
        pass

    async def close(self) -> None:
        pass

    async def tell(self, table: str) -> None:
        pass
