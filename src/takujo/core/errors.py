"""The vocabulary of refusals. Options and positions raise ValueError; an action raises IllegalAction."""

from collections.abc import Mapping
from typing import Any

__all__ = ["IllegalAction"]


class IllegalAction(ValueError):
    """An action the rules refuse. The state it was tried on has not changed.

    `reason` is an English sentence and `rule` the citation. `code` and `details` name the sentence in
    the game's text tables, so that it can be said in another language.
    """

    def __init__(self, reason: str, rule: str = "", code: str = "", details: Mapping[str, Any] | None = None):
        super().__init__(f"{reason} [{rule}]" if rule else reason)
        self.reason = reason
        self.rule = rule
        self.code = code
        self.details = dict(details or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.reason, self.rule, self.code, self.details)
