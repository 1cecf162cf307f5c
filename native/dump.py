"""Compile everything of one title, in a process of its own, and write it down: `python -m native.dump SLUG FOLDER`;
with `page` behind it only what the page's engine needs, in half the time.

A file of LLVM's intermediate code for each door, and `doors.json`: what each takes, and what it all was made from.
"""

import importlib
import inspect
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["ENVIRONMENT", "dump", "is_for_page"]

FOR_PAGE = ("takujo.bots.search", "takujo.bots.trials", "takujo.bots.luck")
GENERIC = (*FOR_PAGE, "takujo.bots.loops", "takujo.adapters.vector", "takujo.lab.counting.loops")
LOOPS = ("takujo.bots.search.simulate", "takujo.bots.trials.try_actions", "takujo.bots.luck.look_ahead")
ENVIRONMENT = {  # for any machine, not for that of whoever builds
    "NUMBA_CPU_NAME": "x86-64-v2",
    "NUMBA_CPU_FEATURES": "",
    "TAKUJO_JIT": "1",
    "TAKUJO_NATIVE": "",
}


def is_for_page(door: str) -> bool:
    """No batches, no tallies."""
    return (".door." in door and ".lab." not in door) or door in LOOPS


def dump(slug: str, folder: Path, *, for_page: bool = False) -> None:
    """What Numba makes of a title, into a folder."""
    from takujo.bots.minds import mind
    from takujo.core import jit
    from takujo.core.native import HOME, digest_of
    from takujo.games import load

    game = load(slug, compiled=False)
    mind(game)
    for name in FOR_PAGE if for_page else GENERIC:
        importlib.import_module(name)
    if not for_page:
        importlib.import_module("takujo.lab.counting.loops").counter(game)
    doors = {f"{door.__module__}.{door.__name__}": door for door in jit.doors()}
    rows = []
    for name, door in doors.items():
        if for_page and not is_for_page(name):
            continue
        made = jit.overload(door)
        takes = _takes(made.signature.args, door)
        if takes is None:
            continue
        rows.append({"name": name, "takes": takes, "symbol": made.fndesc.llvm_func_name})
        (folder / f"{name}.ll").write_text(made.library.get_llvm_str(), "utf-8")
    packages = {game.package, *map(jit.package_of, doors.values())}
    sources = {name: digest_of(HOME / name) for name in _sources(packages)}
    text = json.dumps({"sources": sources, "doors": rows}, indent=1)
    (folder / "doors.json").write_text(text + "\n", "utf-8")  # last: it says that all is there


def _sources(packages: set[str]) -> list[str]:
    """The files of these packages, and their data."""
    from takujo.core.components import component_file, package_folder
    from takujo.core.native import HOME

    files = {file for package in packages for file in package_folder(package).glob("*.py")}
    data = {file for package in packages if (file := component_file(package))}
    return sorted(file.relative_to(HOME).as_posix() for file in files | data)


def _takes(kinds: tuple[Any, ...], door: Callable[..., Any]) -> list[dict[str, Any]] | None:
    """What a door takes, from C; None for one that takes a record, which only rules call."""
    from numba import types

    from takujo.core.handle import Handle

    takes: list[dict[str, Any]] = []
    for kind, name in zip(kinds, inspect.signature(door).parameters, strict=True):
        if isinstance(kind, types.Array):
            takes.append({"item": str(kind.dtype), "axes": kind.ndim})
        elif isinstance(kind, Handle):
            takes.append({"door": name})
        elif kind == types.int64:
            takes.append({})
        else:
            return None
    return takes


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as empty:  # what comes from a cache has lost its intermediate code
        os.environ["XDG_CACHE_HOME"] = empty
        dump(sys.argv[1], Path(sys.argv[2]), for_page=sys.argv[3:] == ["page"])
