"""One source, machine speed: `@rule` compiles a function once, by its annotations, into our own cache."""

import hashlib
import inspect
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from takujo.core.components import component_file, package_folder

__all__ = [
    "JIT",
    "Batch",
    "Bytes",
    "Events",
    "Floats",
    "Guess",
    "Ints",
    "Observe",
    "SetUp",
    "Step",
    "Table",
    "Tally",
    "Unveil",
    "Weigh",
    "Winners",
    "Worth",
    "built_on",
    "compile_rules",
    "door",
    "entry",
    "flow",
    "handle",
    "plain",
    "rule",
    "was_compiled",
]

JIT = os.environ.get("TAKUJO_JIT", "1") != "0"

# What a rule may take besides the State of its game, int, bool, and NamedTuples of integers.
Ints = npt.NDArray[np.int64]  # part of a record, or any row of integers
Events = np.ndarray[tuple[int], np.dtype[np.int64]]  # an event buffer (core/events.py) or a list of actions
Bytes = npt.NDArray[np.uint8]  # a whole record, raw
Floats = npt.NDArray[np.float32]  # an observation
Batch = np.ndarray[tuple[int, int], np.dtype[np.uint8]]  # many whole records
Table = np.ndarray[tuple[int, int], np.dtype[np.int64]]  # a list of actions for each of them
SetUp = Callable[[Bytes, Events, int], None]  # a game's door of that name, as an argument of a generic loop
Step = Callable[[Bytes, Events, int, int, Events], int]
Unveil = Callable[[Bytes, Bytes, int], None]
Guess = Callable[[Bytes, int], None]
Observe = Callable[[Bytes, int, Floats], None]
Winners = Callable[[Bytes], int]
Weigh = Callable[[Bytes, int, Events, int, int, Floats], None]  # doors of a game's bot (bots/door.py)
Worth = Callable[[Bytes, int], int]
Tally = Callable[[Bytes, Events, Events], None]  # of a game's tally in the laboratory (lab/door.py)

F = TypeVar("F", bound=Callable[..., Any])

_KEEP_DAYS = 30  # compiled code nobody has used for so long is deleted
_waiting: dict[Any, Any] = {}  # rules and doors not compiled yet -> their signatures
_doors: set[Any] = set()
_bases: dict[str, tuple[str, ...]] = {}  # package -> the packages besides the core whose rules it uses


def built_on(package: str, *bases: str) -> None:
    """Say, before its first rule, that a package uses the rules of others: an edit there compiles it anew."""
    _bases[package] = bases


def rule(function: F) -> F:
    """Mark a function to be compiled, for the one signature its annotations give; for use by other rules only.

    It becomes part of the doors that use it, and is not kept by itself. Without JIT it stays as it is.
    """
    return _marked(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)


def flow(function: F) -> F:
    """The same for a rule that only a door calls (`setup`, `act`, `guess`, `observe`): it is compiled there alone."""
    return _marked(function, inline="always")


def door(function: F) -> F:
    """The same for a rule that Python calls, or that is handed to another rule; its compiled code is kept."""
    compiled = _marked(function, cache=True)
    _doors.add(compiled)
    return compiled


def _marked(function: F, **options: Any) -> F:
    if not JIT:
        return function
    numba = _numba()
    signature = inspect.signature(function)
    takes = [_numba_type(p.annotation) for p in signature.parameters.values()]
    config = numba.config
    others = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES  # a user's own functions keep their places
    config.CACHE_DIR = str(cache_directory(function.__module__.rpartition(".")[0]))
    config.CACHE_LOCATOR_CLASSES = "takujo.core.locator.Locator"
    # No reference counting: rules allocate nothing (docs/decisions/0005-what-makes-rules-fast.md).
    compiled = numba.njit(nogil=True, error_model="numpy", _nrt=False, **options)(function)
    config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = others
    _waiting[compiled] = _numba_type(signature.return_annotation)(*takes)
    return compiled


def was_compiled(package: str) -> bool:
    """Is all of a package in the cache?"""
    return not JIT or any(cache_directory(package).glob("complete-*"))


def compile_rules(package: str = "takujo.core", title: str = "the core") -> None:
    """Compile what has been marked so far, callees before callers; from the cache where it has been done before.

    The first time a progress bar is shown.
    """
    if not _waiting:
        return
    names = sorted(f"{function.__module__}.{function.__name__}" for function in _waiting)
    done = cache_directory(package) / f"complete-{hashlib.sha256(' '.join(names).encode()).hexdigest()[:16]}"
    if done.exists():  # the doors hold all that is needed
        for function in [function for function in _waiting if function in _doors]:
            function.compile(_waiting[function])
        _waiting.clear()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    console = Console(stderr=True)
    text = f"Compiling the rules of {title} (first time only)"
    if not console.is_terminal:
        console.print(f"{text} ...", highlight=False)
    columns = (text, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=len(_waiting))
        while _waiting:
            _compile(next(iter(_waiting)), lambda: bar.advance(task))
    done.touch()


def _compile(function: Any, tick: Callable[[], None]) -> None:
    signature = _waiting.pop(function)
    for callee in _callees(function.py_func):
        if callee in _waiting:
            _compile(callee, tick)
    if function.targetoptions.get("inline") == "always":
        return tick()
    config = _numba().config
    full = config.OPT
    config.OPT = full if function in _doors else type(full)(1)  # what is inlined is optimised there, once
    try:
        function.compile(signature)
    finally:
        config.OPT = full
    function.disable_compile()
    tick()


def _callees(function: Callable[..., Any]) -> Iterator[Any]:
    names = function.__code__.co_names
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType):
            yield from (vars(value)[part] for part in names if _is_rule(vars(value).get(part)))
        elif _is_rule(value):
            yield value


def _is_rule(value: Any) -> bool:
    return hasattr(value, "py_func")


@cache
def entry(function: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled entry point itself: three times quicker to call than the dispatcher in front of it."""
    if not JIT:
        return function
    if not function.signatures:  # type: ignore[attr-defined]  # a Numba dispatcher
        compile_rules()
    return function.get_overload(function.signatures[0])  # type: ignore[attr-defined]  # a Numba dispatcher


def handle(function: Callable[..., Any]) -> Any:
    """A door as an argument of a generic loop: its address (core/handle.py)."""
    if not JIT:
        return function
    result = next(iter(function.overloads.values()))  # type: ignore[attr-defined]  # a Numba dispatcher
    return result.library.get_pointer_to_function(result.fndesc.llvm_func_name)


def plain(function: F) -> F:
    """The uncompiled function, for use on list-backed records outside compiled code."""
    return getattr(function, "py_func", function)


def _numba() -> ModuleType:
    import numba

    return numba


@cache
def _types() -> dict[Any, Any]:
    from takujo.core.handle import Handle

    t = _numba().types
    raw, row = t.uint8[::1], t.int64[::1]
    return {
        int: t.int64,
        bool: t.boolean,
        None: t.void,
        Ints: t.int64[:],  # any stride: a part of a record is not known to be contiguous
        Events: row,
        Bytes: raw,
        Batch: t.uint8[:, ::1],
        Table: t.int64[:, ::1],
        Floats: t.float32[::1],
        SetUp: Handle(t.void(raw, row, t.int64)),
        Step: Handle(t.int64(raw, row, t.int64, t.int64, row)),
        Unveil: Handle(t.void(raw, raw, t.int64)),
        Guess: Handle(t.void(raw, t.int64)),
        Observe: Handle(t.void(raw, t.int64, t.float32[::1])),
        Winners: Handle(t.int64(raw)),
        Weigh: Handle(t.void(raw, t.int64, row, t.int64, t.int64, t.float32[::1])),
        Worth: Handle(t.int64(raw, t.int64)),
        Tally: Handle(t.void(raw, row, row)),
    }


def _numba_type(annotation: Any) -> Any:
    known, t = _types(), _numba().types
    if annotation in known:
        return known[annotation]
    if issubclass(annotation, tuple):  # a NamedTuple of integers
        return t.NamedUniTuple(t.int64, len(annotation._fields), annotation)
    return _numba().from_dtype(annotation.dtype)  # a game's State


# The cache. Numba notices an edit only in the file of the function itself, and freezes global tables. So
# each game's compiled code lives in a directory named after everything it was made from.


def source_files(package: str) -> list[Path]:
    """All files whose content decides what the rules of a package compile to: the core's, its own, those it names."""
    packages = (package, *_bases.get(package, ()))
    folders = {Path(__file__).parent, *map(package_folder, packages)}
    files = [f for folder in folders for f in folder.glob("*.py")]
    return sorted(files + [data for data in map(component_file, packages) if data])


@cache
def cache_directory(package: str) -> Path:
    digest = hashlib.sha256(f"{sys.version} {np.__version__} {_numba().__version__}".encode())
    for file in source_files(package):
        content = file.read_bytes()
        digest.update(f"{file.name} {len(content)} ".encode() + content)
    name = f"{package.rpartition('.')[2]}-{digest.hexdigest()[:20]}"
    import platformdirs

    root = Path(platformdirs.user_cache_dir("takujo")) / "compiled"
    try:
        directory = root / name
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            pass
    except OSError:  # compiled code is run: it must not lie where others can write
        return Path(tempfile.mkdtemp(prefix=f"takujo-{name}-"))
    os.utime(directory)
    _prune(root, directory.stat().st_mtime)
    return directory


def _prune(root: Path, now: float) -> None:
    for directory in root.iterdir():
        try:
            if directory.stat().st_mtime < now - _KEEP_DAYS * 86400:
                shutil.rmtree(directory)
        except OSError:  # another process was quicker, or it is not ours: no harm
            continue
