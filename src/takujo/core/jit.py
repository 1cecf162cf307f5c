"""One source, two tiers: a `@rule` is a plain function; Numba compiles it, by its annotations, into our own cache."""

import gc
import hashlib
import inspect
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from takujo.core.components import component_content, package_folder

__all__ = [
    "FORCED",
    "HAS_COMPILER",
    "JIT",
    "Batch",
    "Bytes",
    "Doubles",
    "Events",
    "Floats",
    "Grid",
    "Guess",
    "Ints",
    "Observe",
    "SetUp",
    "Step",
    "Tally",
    "Unveil",
    "Weigh",
    "Winners",
    "Worth",
    "Worths",
    "borrowed",
    "built_on",
    "busy",
    "compile_doors",
    "door",
    "doors",
    "entry",
    "forget_rules",
    "handle",
    "is_door",
    "overload",
    "package_of",
    "rule",
    "seldom",
    "sources",
    "was_compiled",
]

JIT = os.environ.get("TAKUJO_JIT") != "0"  # else nothing is compiled
HAS_COMPILER = find_spec("numba") is not None  # it is an extra: takujo[jit]
FORCED = os.environ.get("TAKUJO_JIT") == "1"  # no title is played uncompiled while it is being compiled

# What a rule may take besides the Play of its game, int, float, bool, and NamedTuples of integers.
Ints = npt.NDArray[np.int64] | list[int]  # part of a record, or any row of integers
Events = np.ndarray[tuple[int], np.dtype[np.int64]]  # an event buffer (core/events.py) or a list of actions
Bytes = npt.NDArray[np.uint8]  # a whole record, raw
Floats = npt.NDArray[np.float32]  # an observation
Doubles = npt.NDArray[np.float64] | list[float]  # a row of a rule's own (core/scratch.py)
Batch = np.ndarray[tuple[int, int], np.dtype[np.uint8]]  # many whole records
Grid = np.ndarray[tuple[int, int], np.dtype[np.int64]]  # a list of actions for each of them
SetUp = Callable[[Bytes, Events, int], None]  # a game's door of that name, as an argument of a generic loop
Step = Callable[[Bytes, Events, int, int, Events], int]
Unveil = Callable[[Bytes, Bytes, int], None]
Guess = Callable[[Bytes, int], None]
Observe = Callable[[Bytes, int, Floats], None]
Winners = Callable[[Bytes], int]
Weigh = Callable[[Bytes, int, Events, int, int, Floats], None]  # doors of a game's bot (bots/door.py)
Worth = Callable[[Bytes, int], int]
Worths = Callable[[Bytes, int, Ints], None]
Tally = Callable[[Bytes, Events, Events], None]  # of a game's tally in the laboratory (lab/door.py)

F = TypeVar("F", bound=Callable[..., Any])

_KEEP_DAYS = 30  # compiled code nobody has used for so long is deleted
_KEEP_VARIANTS = 60  # directories: strangers may have their components compiled
_lock = RLock()  # compiling is not for two threads at once
_rules: dict[str, list[Any]] = {}  # package -> its rules and doors
_dispatchers: dict[Any, Any] = {}  # rule or door -> what Numba compiles it by
_entries: dict[Any, Any] = {}  # door -> its compiled entry point
_bases: dict[str, tuple[str, ...]] = {}  # package -> the packages besides the core whose rules it uses


def built_on(package: str, *bases: str) -> None:
    """Say, before it is compiled, that a package uses the rules of others: an edit there compiles it anew."""
    _bases[package] = bases


def rule(function: F) -> F:
    """Mark a function to be compiled, for the one signature its annotations give; for use by other rules only.

    It becomes part of the doors that use it, and is not kept by itself. For Python it stays as it is.
    """
    return _marked(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)


def door(function: F) -> F:
    """The same for a rule that Python calls, or that is handed to another rule; its compiled code is kept."""
    return _marked(function, cache=True, no_cfunc_wrapper=True)


def busy(function: F) -> F:
    """The same for a door that most of the time is spent in: it is optimised as far as it can be."""
    made: Any = door(function)
    made.is_busy = True
    return function


def seldom(function: F) -> F:
    """The same for a door that few ask for: it is not compiled before somebody does."""
    made: Any = door(function)
    made.is_seldom = True
    return function


def _marked(function: Any, **options: Any) -> Any:
    """By these attributes, and `_numba_type_` later, Numba takes a plain function for one that it compiles."""
    if "@" in function.__module__:
        options["boundscheck"] = True  # a stranger's components must not reach what is not theirs
    function.py_func, function.targetoptions = function, options
    _rules.setdefault(package_of(function), []).append(function)
    return function


def package_of(function: Any) -> str:
    """The package that a rule or door is in."""
    return str(function.__module__.rpartition(".")[0])


def doors() -> list[Any]:
    """All doors of what has been imported."""
    return [function for rules in _rules.values() for function in rules if is_door(function)]


def is_door(value: Any) -> bool:
    return bool(getattr(value, "targetoptions", {}).get("cache"))


def forget_rules(package: str) -> None:
    """Let go of the rules of a package, and of what they were compiled to."""
    for function in _rules.pop(package, ()):
        _dispatchers.pop(function, None)
        _entries.pop(function, None)


def was_compiled(doors: Iterable[Callable[..., Any]]) -> bool:
    """Are these doors in the cache?"""
    return HAS_COMPILER and all(_done(function).exists() for function in doors)


def _done(function: Any) -> Path:
    """The mark of a door that is in the cache, with all that it needs."""
    return cache_directory(package_of(function)) / f"done-{function.__module__.rpartition('.')[2]}.{function.__name__}"


def compile_doors(wanted: Iterable[Callable[..., Any]], title: str) -> None:
    """Compile doors, callees before callers; from the cache where it has been done before.

    The first time a progress bar is shown.
    """
    with _lock:
        doors = [function for function in wanted if not _dispatcher(function).signatures]
        doors = [function for function in doors if not (_done(function).exists() and _loaded(function))]
        if not doors:
            return
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

        console = Console(stderr=True)
        text = f"Compiling the rules of {title} (first time only)"
        if not console.is_terminal:
            console.print(f"{text} ...", highlight=False)
        needed: list[Any] = []
        for function in doors:
            _gather(function, needed, set())
        columns = (text, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        from takujo.core.compiler import indices_from_zero, remembered_types

        progress = Progress(*columns, console=console, disable=not console.is_terminal)
        with progress as bar, _without_collector(), remembered_types(), indices_from_zero():
            for function in bar.track(needed):
                _compile(function)
        for function in doors:
            _done(function).touch()


@contextmanager
def _without_collector() -> Iterator[None]:
    """Numba makes millions of objects and drops few: to look for garbage among them takes a sixth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _loaded(function: Any) -> bool:
    """Take a door from the cache; it may have been lost there."""
    try:
        _dispatcher(function).compile(_signature(function))
        return True
    except _numba().core.errors.NumbaError:  # not there, and what it calls is not ready to be compiled
        del _dispatchers[function]  # it would fail again from memory
        return False


def _gather(function: Any, needed: list[Any], above: set[Any]) -> None:
    """A rule after all that it calls. Names alone are looked at: some only seem to be called."""
    if function not in needed and function not in above and not _dispatcher(function).signatures:
        for callee in _callees(function):
            _gather(callee, needed, {*above, function})
        needed.append(function)


def _compile(function: Any) -> None:
    config = _numba().config
    usual = config.OPT
    config.OPT = type(usual)(1)  # enough but for busy doors (docs/decisions/0005)
    try:
        _dispatcher(function).compile(_signature(function))
    finally:
        config.OPT = usual
    _dispatcher(function).disable_compile()


def _callees(function: Any) -> Iterator[Any]:
    names = function.__code__.co_names
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType):
            yield from (vars(value)[part] for part in names if _is_rule(vars(value).get(part)))
        elif _is_rule(value):
            yield value


def _is_rule(value: Any) -> bool:
    return hasattr(value, "py_func")


def _dispatcher(function: Any) -> Any:
    """What Numba compiles a rule by; made when it is first needed."""
    if function not in _dispatchers:
        from takujo.core.compiler import Door, Rule

        numba = _numba()
        config = numba.config
        others = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES  # a user's own functions keep their places
        config.CACHE_DIR = str(cache_directory(package_of(function)))
        config.CACHE_LOCATOR_CLASSES = "takujo.core.locator.Locator"
        # No reference counting: rules allocate nothing (docs/decisions/0005-what-makes-rules-fast.md).
        options = {"nogil": True, "error_model": "numpy", "_nrt": False, **function.targetoptions}
        made = numba.njit(pipeline_class=Door if is_door(function) else Rule, **options)(function)
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = others
        if not is_door(function):
            made.get_call_template = partial(_template, made, function, made.get_call_template)
        _dispatchers[function], function._numba_type_ = made, numba.types.Dispatcher(made)
    return _dispatchers[function]


def _template(made: Any, function: Any, usual: Any, args: Any, kws: Any) -> Any:
    """What Numba asks for a call of a rule: given narrower rows of a record, the rule is compiled for these, too."""
    declared = _signature(function)
    parameters = inspect.signature(function).parameters.values()
    wanted = tuple(
        arg.copy(layout="A") if p.annotation == Ints and hasattr(arg, "ndim") else kind
        for arg, p, kind in zip(args, parameters, declared.args)  # by position: nobody calls a rule by names
    )
    if wanted not in made.overloads and len(wanted) == len(declared.args) and not kws:
        made.disable_compile(False)
        made.compile(declared.return_type(*wanted))
        made.disable_compile()
    return usual(args, kws)


def _signature(function: Any) -> Any:
    signature = inspect.signature(function)
    takes = [_numba_type(p.annotation) for p in signature.parameters.values()]
    return _numba_type(signature.return_annotation)(*takes)


def entry(function: Callable[..., Any]) -> Any:
    """The compiled entry point itself: three times quicker to call than the dispatcher in front of it."""
    if function not in _entries:
        compile_doors([function], package_of(function))
        dispatcher = _dispatcher(function)
        _entries[function] = dispatcher.get_overload(dispatcher.signatures[0])
    return _entries[function]


def handle(function: Callable[..., Any]) -> int:
    """A compiled door as an argument of a generic loop: its address (core/handle.py)."""
    return _address(overload(function))


def borrowed(function: Any, kind: Any) -> int:
    """The same of a function that somebody else had compiled by Numba, as a door of this kind."""
    signature = _types()[kind].signature
    function.compile(signature)
    return _address(function.overloads[signature.args])


def _address(result: Any) -> int:
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def overload(function: Callable[..., Any]) -> Any:
    """What Numba has made of a door."""
    entry(function)
    return next(iter(_dispatcher(function).overloads.values()))


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
        float: t.float64,
        bool: t.boolean,
        None: t.void,
        Ints: t.int64[:],  # any stride: a part of a record is not known to be contiguous
        Events: row,
        Bytes: raw,
        Batch: t.uint8[:, ::1],
        Grid: t.int64[:, ::1],
        Floats: t.float32[::1],
        Doubles: t.float64[::1],
        SetUp: Handle(t.void(raw, row, t.int64)),
        Step: Handle(t.int64(raw, row, t.int64, t.int64, row)),
        Unveil: Handle(t.void(raw, raw, t.int64)),
        Guess: Handle(t.void(raw, t.int64)),
        Observe: Handle(t.void(raw, t.int64, t.float32[::1])),
        Winners: Handle(t.int64(raw)),
        Weigh: Handle(t.void(raw, t.int64, row, t.int64, t.int64, t.float32[::1])),
        Worth: Handle(t.int64(raw, t.int64)),
        Worths: Handle(t.void(raw, t.int64, row)),
        Tally: Handle(t.void(raw, row, row)),
    }


def _numba_type(annotation: Any) -> Any:
    known, t = _types(), _numba().types
    if annotation in known:
        return known[annotation]
    if issubclass(annotation, tuple):  # a NamedTuple of integers
        return t.NamedUniTuple(t.int64, len(annotation._fields), annotation)
    return _numba().from_dtype(annotation.dtype)  # a game's Play


# The cache. Numba notices an edit only in the file of the function itself, and freezes global tables. So
# each game's compiled code lives in a directory named after everything it was made from.


def sources(package: str) -> dict[str, bytes]:
    """All that decides what the rules of a package compile to: the core's files, its own, those it names."""
    packages = (package, *_bases.get(package, ()))
    found = {
        f"{name}/{file.name}": file.read_bytes()
        for name in ("takujo.core", *packages)
        for file in package_folder(name).glob("*.py")
    }
    return found | {name: content for name in packages if (content := component_content(name)) is not None}


@cache
def cache_directory(package: str) -> Path:
    """Where the compiled doors of a package are kept."""
    digest = hashlib.sha256(f"{sys.version} {np.__version__} {version('numba')}".encode())
    for name, content in sorted(sources(package).items()):
        digest.update(f"{name} {len(content)} ".encode() + content)
    name = f"{package.removeprefix('takujo.games.')}-{digest.hexdigest()[:20]}"
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
    variants = []
    for directory in root.iterdir():
        try:
            used = directory.stat().st_mtime
            if used < now - _KEEP_DAYS * 86400:
                shutil.rmtree(directory)
            elif "@" in directory.name:
                variants.append((used, directory))
        except OSError:  # another process was quicker, or it is not ours: no harm
            continue
    for _, directory in sorted(variants, reverse=True)[_KEEP_VARIANTS:]:
        shutil.rmtree(directory, ignore_errors=True)
