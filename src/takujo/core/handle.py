"""What Numba is told about our own things: doors as arguments of a loop, tables of the rules, `scratch`, `first_of` and
`pause`.

A door is handed over by Python as its address. Numba's own way unpickles the signature and looks the address up in
every call: a hundred microseconds.
"""

from typing import Any

from numba import from_dtype, types
from numba.core import cgutils
from numba.experimental.function_type import FunctionModel
from numba.extending import NativeValue, lower_builtin, register_model, type_callable, typeof_impl, unbox
from numba.np.arrayobj import populate_array

from takujo.core.events import BUFFER_SIZE, PAUSE, pause
from takujo.core.record import Grids, Row
from takujo.core.scratch import doubles, scratch
from takujo.core.sets import first_of

__all__ = ["Handle"]


class Handle(types.FunctionType):  # type: ignore[misc]  # Numba is not followed
    """The type of such an argument; inside compiled code it is called like any function."""


register_model(Handle)(FunctionModel)


@unbox(Handle)  # type: ignore[untyped-decorator]  # Numba is not followed
def _unbox(kind: Any, address: Any, c: Any) -> Any:
    function = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    function.jit_addr = c.pyapi.long_as_voidptr(address)
    function.c_addr = function.py_addr = c.context.get_constant_null(types.voidptr)
    return NativeValue(function._getvalue())


@typeof_impl.register(Row)  # type: ignore[untyped-decorator]  # Numba is not followed
@typeof_impl.register(Grids)  # type: ignore[untyped-decorator]  # Numba is not followed
def _typeof(value: Any, c: Any) -> Any:
    return types.Array(from_dtype(value.array.dtype), value.array.ndim, "C", readonly=True)


def _memory(function: Any, item: Any) -> None:
    """A row of a rule's own, on the stack, where the function begins: in a loop it takes no more with every turn."""

    @type_callable(function)  # type: ignore[untyped-decorator]  # Numba is not followed
    def kind_of(context: Any) -> Any:
        return lambda size: item[::1] if isinstance(size, types.IntegerLiteral) else None

    @lower_builtin(function, types.IntegerLiteral)  # type: ignore[untyped-decorator]  # Numba is not followed
    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind, size = signature.return_type, signature.args[0].literal_value
        word = context.get_constant(types.intp, 8)
        place = cgutils.alloca_once(builder, context.get_data_type(item), context.get_constant(types.intp, size))
        cgutils.memset(builder, place, context.get_constant(types.intp, 8 * size), 0)
        row = context.make_array(kind)(context, builder)
        shape, strides = [context.get_constant(types.intp, size)], [word]
        populate_array(row, data=place, shape=shape, strides=strides, itemsize=word, meminfo=None)
        return row._getvalue()


_memory(scratch, types.int64)
_memory(doubles, types.float64)


@type_callable(first_of)  # type: ignore[untyped-decorator]  # Numba is not followed
def _first_of_type(c: Any) -> Any:
    return lambda things: types.int64


@lower_builtin(first_of, types.Integer)  # type: ignore[untyped-decorator]  # Numba is not followed
def _first_of(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    things = context.cast(builder, given[0], signature.args[0], types.int64)
    return builder.cttz(things, context.get_constant(types.boolean, True))


@type_callable(pause)  # type: ignore[untyped-decorator]  # Numba is not followed
def _pause_type(c: Any) -> Any:
    return lambda s, ev: types.none


@lower_builtin(pause, types.Record, types.Array)  # type: ignore[untyped-decorator]  # Numba is not followed
def _pause(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    """`pause` for any record: a rule takes that of its own game only, so this cannot be one."""
    record, ev = signature.args
    word = context.get_value_type(types.int64)
    array = context.make_array(ev)(context, builder, given[1])
    with builder.if_then(builder.icmp_signed(">", array.nitems, word(BUFFER_SIZE)), likely=False):
        at = builder.load(array.data)
        start = builder.add(at, word(1))
        end = builder.add(start, word(record.size // 8))
        builder.store(end, array.data)
        with builder.if_then(builder.icmp_signed("<=", end, array.nitems)):
            builder.store(word(PAUSE), builder.gep(array.data, [at]))
            cgutils.raw_memcpy(builder, builder.gep(array.data, [start]), given[0], word(record.size), 1)
    return context.get_dummy_value()
