"""The titles behind the interfaces of learning libraries; docs/learning-libraries.md shows each of them."""

from takujo.adapters.play import action, number

__all__ = ["action", "number"]
