"""What Numba is told about our own things: doors as arguments of a loop, and the tables of the rules.

A door is handed over by Python as its address. Numba's own way unpickles the signature and looks the address up in
every call: a hundred microseconds.
"""

from typing import Any

from numba import types
from numba.core import cgutils
from numba.experimental.function_type import FunctionModel
from numba.extending import NativeValue, register_model, typeof_impl, unbox

from takujo.core.record import Grids, Row

__all__ = ["Handle"]


class Handle(types.FunctionType):  # type: ignore[misc]  # Numba is not followed
    """The type of such an argument; inside compiled code it is called like any function."""


register_model(Handle)(FunctionModel)


@unbox(Handle)  # type: ignore[untyped-decorator]  # the same
def _unbox(kind: Any, address: Any, c: Any) -> Any:
    function = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    function.jit_addr = c.pyapi.long_as_voidptr(address)
    function.c_addr = function.py_addr = c.context.get_constant_null(types.voidptr)
    return NativeValue(function._getvalue())


@typeof_impl.register(Row)  # type: ignore[untyped-decorator]  # the same
@typeof_impl.register(Grids)  # type: ignore[untyped-decorator]  # the same
def _typeof(value: Any, c: Any) -> Any:
    return types.Array(types.int64, value.array.ndim, "C", readonly=True)
