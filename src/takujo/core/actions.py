"""The dense space of actions, declared once: numbers for rules, JSON for everybody else."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import accumulate, product
from math import prod
from typing import TYPE_CHECKING, Any

from takujo.core.jit import rule
from takujo.core.kinds import Kind
from takujo.core.names import Namespace

__all__ = ["ActionType", "ActionTypes"]


class ActionType:
    """One row of a game's action table: a name and its parameters; `private` ones only the actor knows when it is done.

    Actions of a type are numbered in order, the last parameter fastest.
    """

    def __init__(self, name: str, private: str = "", **parameters: Kind):
        for key, kind in parameters.items():
            if not kind.values:
                raise ValueError(f"{key} of the action {name} may be any integer; it takes a kind with few values")
        self.name, self.private = name, private
        self.parameters = {key.rstrip("_"): kind for key, kind in parameters.items()}  # from_ is "from"
        self.ranges = [kind.values for kind in parameters.values()]
        self.strides = [prod(map(len, self.ranges[i + 1 :])) for i in range(len(self.ranges))]
        self.count = prod(map(len, self.ranges))

    def json(self) -> Iterator[dict[str, Any]]:
        """All actions of this type."""
        kinds = self.parameters.items()
        for values in product(*self.ranges):
            yield {"type": self.name} | {key: kind.write(v) for (key, kind), v in zip(kinds, values, strict=True)}

    def zero(self, first: int) -> int:
        """The number of the action, in the space or not, whose parameters are all 0."""
        return first - sum(values[0] * stride for values, stride in zip(self.ranges, self.strides, strict=True))

    def functions(self, first: int) -> Iterator[tuple[str, Callable[..., int]]]:
        """What makes a number of parameters, and parameters of a number."""
        name, strides = self.name.replace("-", "_"), self.strides
        if len(strides) == 2:
            yield name, _of_two(self.zero(first), *strides)
        elif len(strides) == 3:
            yield name, _of_three(self.zero(first), *strides)
        for i, key in enumerate(self.parameters if len(strides) > 1 else ()):
            part = _part if i else _first_part
            yield f"{name}_{key}", part(first, strides[i], self.ranges[i][0], len(self.ranges[i]))


class ActionTypes(Namespace):
    """A game's action table. ACTION.PASS is the number of an action; a single parameter is added: ACTION.OFFER + to.

    With two or three, ACTION.chant(card, side) is the number, and ACTION.chant_card(number) a parameter of it. All
    numbers of a type lie below ACTION.CHANT_END. `module` is the one that declares it: `__name__`.
    """

    def __init__(self, module: str, *types: ActionType):
        *firsts, self.size = accumulate((kind.count for kind in types), initial=0)
        self.firsts, self.rows = firsts, list(zip(firsts, types, strict=True))
        numbers = [(kind.name, kind.zero(first)) for first, kind in self.rows]
        super().__init__([*numbers, *((f"{kind.name}-end", first + kind.count) for first, kind in self.rows)])
        self.keys = {kind.name: {"type", *kind.parameters} for kind in types}
        self.values = {kind.name: kind.parameters for kind in types}
        self.private = {kind.name: kind.private for kind in types if kind.private}
        for first, kind in self.rows:
            for name, function in kind.functions(first):
                function.__module__ = module  # the rule of a game, whose package may be let go
                setattr(self, name, rule(function))

    def number_of(self, name: str, *values: int) -> int:
        """The number of an action; for Python."""
        ((first, kind),) = (row for row in self.rows if row[1].name == name)
        return kind.zero(first) + sum(value * stride for value, stride in zip(values, kind.strides, strict=True))

    def parts_of(self, number: int) -> tuple[str, list[int]]:
        """The type and the parameters of a number; for Python."""
        first, kind = self.rows[bisect_right(self.firsts, number) - 1]
        parts = zip(kind.strides, kind.ranges, strict=True)
        return kind.name, [(number - first) // stride % len(values) + values[0] for stride, values in parts]

    @cached_property
    def json(self) -> list[dict[str, Any]]:
        """All actions, by number."""
        return [action for _, kind in self.rows for action in kind.json()]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def _of_two(zero: int, first: int, second: int) -> Callable[..., int]:
    def number_of_two(a: int, b: int) -> int:
        return zero + a * first + b * second

    return number_of_two


def _of_three(zero: int, first: int, second: int, third: int) -> Callable[..., int]:
    def number_of_three(a: int, b: int, c: int) -> int:
        return zero + a * first + b * second + c * third

    return number_of_three


def _first_part(first: int, stride: int, low: int, size: int) -> Callable[..., int]:
    def first_part(number: int) -> int:
        return (number - first) // stride + low

    return first_part


def _part(first: int, stride: int, low: int, size: int) -> Callable[..., int]:
    def part(number: int) -> int:
        return (number - first) // stride % size + low

    return part
