"""The systems that libraries are made for: one row each."""

from typing import NamedTuple

__all__ = ["PAGE", "TARGETS", "Target"]


class Target(NamedTuple):
    """How LLVM and zig call a system, and what its wheels and extensions are called."""

    triple: str
    cpu: str
    zig: str
    tag: str
    suffix: str
    flags: tuple[str, ...] = ()
    features: str = ""
    relocation: str = "pic"
    is_wide: bool = True  # pointers have 64 bits, as where Numba compiled


TARGETS = {
    "x86_64-linux": Target(
        "x86_64-unknown-linux-gnu", "x86-64-v2", "x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64", "abi3.so",
    ),
    "aarch64-linux": Target(
        "aarch64-unknown-linux-gnu", "generic", "aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64", "abi3.so",
    ),
    "aarch64-macos": Target(
        "arm64-apple-macosx11.0", "apple-m1", "aarch64-macos.11.0", "macosx_11_0_arm64", "abi3.so",
        ("-Wl,-undefined,dynamic_lookup",),
    ),
    "x86_64-macos": Target(
        "x86_64-apple-macosx11.0", "x86-64-v2", "x86_64-macos.11.0", "macosx_11_0_x86_64", "abi3.so",
        ("-Wl,-undefined,dynamic_lookup",),
    ),
    "x86_64-windows": Target("x86_64-pc-windows-gnu", "x86-64-v2", "x86_64-windows-gnu", "win_amd64", "pyd"),
}  # fmt: skip

PAGE = Target(
    "wasm32-unknown-unknown", "generic", "wasm32-freestanding", "", "wasm",
    features="+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+multivalue,+simd128",
    relocation="static", is_wide=False,
)  # fmt: skip
