"""A plugin of mypy: the fields of a record are what its table declares. `plugins = ["takujo.mypy"]` in its settings."""

from collections.abc import Callable, Iterator

from mypy.nodes import AssignmentStmt, CallExpr, Expression, NameExpr, Statement, StrExpr, TupleExpr
from mypy.plugin import ClassDefContext, Plugin
from mypy.plugins.common import add_attribute_to_class

__all__ = ["plugin"]

RECORD, GRID = "takujo.core.record.Record", "takujo.core.record.Grid"


class Fields(Plugin):
    def get_base_class_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        return _add_fields if fullname == RECORD else None


def plugin(version: str) -> type[Plugin]:
    return Fields


def _add_fields(context: ClassDefContext) -> None:
    """An attribute for each field: an integer, a list of integers, or a grid."""
    api = context.api
    values = dict(_assigned(api.modules[api.cur_mod_id].defs))
    table = dict(_assigned(context.cls.defs.body)).get("fields")
    number = api.named_type("builtins.int")
    kinds = [number, api.named_type("builtins.list", [number])]
    for field in table.items if isinstance(table, TupleExpr) else ():
        name, shape = field.args[:2] if isinstance(field, CallExpr) and len(field.args) > 1 else (field, field)
        shape = values.get(shape.name, shape) if isinstance(shape, NameExpr) else shape
        if not isinstance(name, StrExpr) or not isinstance(shape, TupleExpr):
            api.fail(
                "a field is written as Field(name, shape, ...), the shape as a tuple or its name in this module", field
            )
            continue
        kind = kinds[len(shape.items)] if len(shape.items) < 2 else api.named_type(GRID)
        add_attribute_to_class(api, context.cls, name.value, kind)


def _assigned(statements: list[Statement]) -> Iterator[tuple[str, Expression]]:
    """What names are given there, one by one."""
    for statement in statements:
        if isinstance(statement, AssignmentStmt):
            for target in statement.lvalues:
                if isinstance(target, NameExpr):
                    yield target.name, statement.rvalue
                elif isinstance(target, TupleExpr) and isinstance(statement.rvalue, TupleExpr):
                    yield from (
                        (name.name, value)
                        for name, value in zip(target.items, statement.rvalue.items, strict=False)
                        if isinstance(name, NameExpr)
                    )
