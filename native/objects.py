"""The intermediate code of a title's doors becomes one module, and that an object for each system.

Each door gets a face for C, `takujo_N`: an array is a pointer and its lengths, a number is 64 bits, and so is what
comes back: ERROR if the door failed. Doors that a loop is given vanish: its face hands over the title's own, so calls
become direct, and what Numba's function type does with Python is never reached.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from .targets import Target

__all__ = ["ERROR", "ITEMS", "emit", "short_name"]

ITEMS = {"uint8": 1, "int64": 8, "float32": 4}
ERROR = -(1 << 63)
HEAD = """target datalayout = ""
target triple = ""
declare double @llvm.sqrt.f64(double)
define double @sqrt(double %x) {
  %y = call double @llvm.sqrt.f64(double %x)
  ret double %y
}
"""  # every processor has it: exact, and the same
MAY_BE_LEFT = re.compile(r"llvm\.|mem(cpy|move|set)$")  # all else would need Numba or a C library's mathematics
ALLOCATED = re.compile(r"= alloca (.+?)(?:, align|$)", re.M)

llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()


def short_name(door: str) -> str:
    """What loops call a door."""
    return door.rpartition(".")[2].removeprefix("_")


def emit(folder: Path, target: Target, wanted: Callable[[str], bool] = lambda name: True) -> bytes:
    """An object of what `dump` has written to a folder; `wanted`: the doors that get a face."""
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu, features=target.features, opt=3, reloc=target.relocation, codemodel="default"
    )
    doors = json.loads((folder / "doors.json").read_text("utf-8"))["doors"]
    numbers = {short_name(door["name"]): n for n, door in enumerate(doors)}
    assert len(numbers) == len(doors), "two doors of one name: which one would a loop be given?"
    faces, whole = [], None
    for n, door in enumerate(doors):
        module = _parsed((folder / f"{door['name']}.ll").read_text("utf-8"), machine)
        for function in module.functions:
            if not function.is_declaration and function.name != door["symbol"]:
                function.linkage = "internal"
        function = module.get_function(door["symbol"])
        function.name = f"door_{n}"
        if wanted(door["name"]):
            faces.append(_face(n, door, [str(argument.type) for argument in function.arguments], numbers))
        if whole is None:
            whole = module
        else:
            whole.link_in(module)
    assert whole
    text = [part for face in faces for part in face]
    whole.link_in(_parsed("\n".join([HEAD, *text]), machine))
    for function in whole.functions:
        if not function.is_declaration and not function.name.startswith("takujo_"):
            function.linkage = "internal"
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(whole, builder)
    whole.verify()
    left = [f.name for f in whole.functions if f.is_declaration and not MAY_BE_LEFT.match(f.name)]
    assert not left, f"{folder.name} needs {', '.join(left)}"
    odd = [kind for kind in ALLOCATED.findall(str(whole)) if "ptr" in kind and kind != "ptr"]
    assert target.is_wide or not odd, f"{folder.name} keeps pointers in {', '.join(odd)}, laid out for 64 bits"
    object_: bytes = machine.emit_object(whole)
    return object_


def _parsed(text: str, machine: Any) -> Any:
    """A module for another machine than the one it was written for."""
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{machine.target_data}"', text)
    text = re.sub(r'target triple = ".*"', f'target triple = "{machine.triple}"', text)
    text = re.sub(r'"(target-cpu|target-features|tune-cpu)"="[^"]*"', "", text)
    return llvm.parse_assembly(text.replace(" = common ", " = internal "))  # what only Python's wrappers use


def _face(n: int, door: dict[str, Any], types: list[str], numbers: dict[str, int]) -> tuple[str, str]:
    """The declaration of a door, and its face."""
    takes, gives, before = [], ["ptr %result", "ptr %error"], []
    for i, kind in enumerate(door["takes"]):
        if "door" in kind:
            gives += ["ptr null", "ptr null", f"ptr @door_{numbers[kind['door']]}"]
        elif "item" in kind:
            size, axes = ITEMS[kind["item"]], kind["axes"]
            takes += [f"ptr %p{i}", *(f"i64 %n{i}_{axis}" for axis in range(axes))]
            count, strides = f"%n{i}_0", [f"i64 {size}"]
            if axes == 2:
                before += [f"%c{i} = mul i64 %n{i}_0, %n{i}_1", f"%s{i} = mul i64 %n{i}_1, {size}"]
                count, strides = f"%c{i}", [f"i64 %s{i}", *strides]
            gives += ["ptr null", "ptr null", f"i64 {count}", f"i64 {size}", f"ptr %p{i}"]
            gives += [*(f"i64 %n{i}_{axis}" for axis in range(axes)), *strides]
        else:
            takes.append(f"i64 %x{i}")
            gives.append(f"i64 %x{i}")
    assert [given.split()[0] for given in gives] == types, door["name"]
    body = [
        "%result = alloca i64", "%error = alloca ptr", "store i64 0, ptr %result", *before,
        f"%status = call i32 @door_{n}({', '.join(gives)})", "%value = load i64, ptr %result",
        "%is_fine = icmp eq i32 %status, 0", f"%given = select i1 %is_fine, i64 %value, i64 {ERROR}", "ret i64 %given",
    ]  # fmt: skip
    face = f"define hidden i64 @takujo_{n}({', '.join(takes)}) {{\n" + "\n".join(body) + "\n}\n"
    return f"declare i32 @door_{n}({', '.join(types)})", face
