"""Something that may not be done now, or not at all."""

from typing import Any

from . import wire

__all__ = ["Refused", "no_database", "reused"]

REASON = 400  # characters


class Refused(Exception):
    """Why, as whoever asked is told."""

    def __init__(
        self,
        code: str,
        reason: str,
        rule: str | None = None,
        details: dict[str, Any] | None = None,
        status: int = 409,
        *,
        anyway: bool = False,
    ):
        super().__init__(reason)
        short = reason if len(reason) <= REASON else reason[:REASON] + " ..."  # it may quote what was asked for
        self.problem = wire.Problem(code=code, reason=short, rule=rule, details=details, anyway=anyway)
        self.status = status


def no_database() -> Refused:
    return Refused("unavailable", "The database is away: try again in a moment, with the same key.", status=503)


def reused() -> Refused:
    return Refused("key-reused", "This key was used for something else: a new request takes a new key.")
