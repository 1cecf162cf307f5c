"""How Numba compiles our functions: a rule only as far as code that doors are linked from, and each door once.

By itself Numba optimises every function together with all that it calls, and makes machine code of it. Our rules are
all inlined into doors: that work would be thrown away.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba import _dynfunc, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, _LowerResult
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.targetconfig import ConfigStack
from numba.core.typed_passes import (
    InlineOverloads,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    RewriteSemanticConstants,
    TranslateByteCode,
)
from numba.np import arrayobj

__all__ = ["Door", "Rule", "indices_from_zero", "remembered_types"]


@contextmanager
def remembered_types() -> Iterator[None]:
    """Numba tries a dozen templates to find out what `x + y` gives, each time: here it does so once for each types."""
    usual, found = types.Function.get_call_type, dict[Any, Any]()

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        flags = ConfigStack.top_or_none()
        key = self, args, tuple(kws.items()), flags and flags.boundscheck  # whether what it calls checks bounds
        if key not in found:
            signature = usual(self, context, args, kws)
            found[key] = signature, self._impl_keys[signature.args]
        signature, self._impl_keys[found[key][0].args] = found[key]
        return signature

    types.Function.get_call_type = get_call_type
    try:
        yield
    finally:
        types.Function.get_call_type = usual


@contextmanager
def indices_from_zero() -> Iterator[None]:
    """No rule counts from the end of a row: Numba would ask at every index whether it is below 0."""
    usual = arrayobj.fix_integer_index

    def plain_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp)

    arrayobj.fix_integer_index = plain_index
    try:
        yield
    finally:
        arrayobj.fix_integer_index = usual


class Code(JITCodeLibrary):  # type: ignore[misc]  # Numba is not followed
    """The code of one function, and all the code that it needs."""

    def add_linking_library(self, library: Any) -> None:
        """What is called goes after what calls it: the linker leaves out what nobody has called so far."""
        others = library._linking_libraries if isinstance(library, RuleCode) else []
        for each in (library, *others):
            if each not in self._linking_libraries:
                super().add_linking_library(each)


class RuleCode(Code):
    """It is linked, never run."""

    def finalize(self) -> None:
        self._finalized = True


class DoorCode(Code):
    """In the end all rules are in it; then it is optimised, once."""

    is_busy = False

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        level = {"opt": 3} if self.is_busy else {"loop_vectorize": False, "slp_vectorize": False}
        builder = self._codegen._pass_builder(**level)
        builder.getModulePassManager().run(self._final_module, builder)


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(NativeLowering):  # type: ignore[misc]  # Numba is not followed
    """From a rule with types to code."""

    _name = "takujo_rule_lowering"

    def run_pass(self, state: Any) -> bool:
        target, flags = state.targetctx, state.flags
        state.library = RuleCode(target.codegen(), state.func_id.func_qualname)
        described = PythonFunctionDescriptor.from_specialized_function(
            state.func_ir,
            state.typemap,
            state.return_type,
            state.calltypes,
            mangler=target.mangler,
            inline=flags.forceinline,
            noalias=flags.noalias,
            abi_tags=[flags.get_mangle_string()],
        )
        with target.push_code_library(state.library):
            lower = self.lowering_class(target, state.library, described, state.func_ir, metadata=state.metadata)
            lower.lower()
        # What stands for the rule in a caller's types; Python never calls it.
        made = _dynfunc.make_function(described.lookup_module(), described.qualname, "", 0, lower.env, ())
        target.insert_user_function(made, described, [state.library])
        state.cr = _LowerResult(described, lower.call_helper, cfunc=made, env=lower.env)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class DoorLowering(NativeLowering):  # type: ignore[misc]  # Numba is not followed
    """From a door with types to machine code."""

    _name = "takujo_door_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = DoorCode(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.is_busy = hasattr(state.func_id.func, "is_busy")
        state.library.enable_object_caching()
        done: bool = super().run_pass(state)
        return done


class _Pipeline(CompilerBase):  # type: ignore[misc]  # Numba is not followed
    """Numba's own steps, without those for what no rule has: closures, `with`, generators, array expressions."""

    lowering: Any

    def define_pipelines(self) -> list[Any]:
        steps = PassManager("takujo")
        for step in (
            TranslateByteCode,
            FixupArgs,
            IRProcessing,
            RewriteSemanticConstants,
            DeadBranchPrune,
            GenericRewrites,
            ReconstructSSA,
            DeadBranchPrune,
            NopythonTypeInference,
            PreLowerStripPhis,
            InlineOverloads,
            IRLegalization,
            self.lowering,
            NoPythonBackend,
        ):
            steps.add_pass(step, step._name)
        steps.finalize()
        return [steps]


class Rule(_Pipeline):
    lowering = RuleLowering


class Door(_Pipeline):
    lowering = DoorLowering
