"""The titles behind the interfaces of learning libraries; docs/learning-libraries.md shows each of them."""

from takujo.adapters.play import action, number
from takujo.core.jit import built_on

__all__ = ["action", "number"]

built_on(__name__, "takujo.bots")
