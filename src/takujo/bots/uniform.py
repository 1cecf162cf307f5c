"""The simplest player: any legal action, all equally likely."""

from typing import Any, Protocol

__all__ = ["Generator", "uniform"]


class Generator(Protocol):
    """Where a bot's chance comes from; `random.Random` is one."""

    def random(self) -> float: ...


def uniform(view: dict[str, Any], legal: list[dict[str, Any]], rng: Generator) -> dict[str, Any]:
    """Choose without looking."""
    return legal[int(rng.random() * len(legal))]
