"""The titles. `load` imports one of them and, unless told otherwise, compiles it the first time."""

import hashlib
import importlib
import re
import sys
from pathlib import Path
from threading import RLock

from takujo.core.components import forget_variant, replace_components
from takujo.core.game import Game
from takujo.core.jit import JIT, forget_rules, was_compiled

__all__ = ["DIGITS", "SLUGS", "TITLES", "forget", "is_compiled", "load", "variants"]

TITLES = {  # slug -> title, in the order they are shown
    "arkham-ritual": "Arkham Ritual",
    "ayatsuri": "あやつり殺人事件",
    "in-the-ruin": "IN THE RUIN",
    "ritual": "RITUAL",
}
SLUGS = tuple(TITLES)
DIGITS = 32  # of a hash that names other components: strangers give some, and two must not have the same

_lock = RLock()  # compiling is not for two threads at once


def load(slug: str, components: str | Path | bytes | None = None, *, compiled: bool = True) -> Game:
    """One game; `components`: a data file to be used instead of the packaged one, or its content.

    Without `compiled` it can be played at once: uncompiled, if it was not compiled in this process before.
    """
    if slug not in TITLES:
        raise ValueError(f"unknown game {slug!r}; there is {', '.join(SLUGS)}")
    package = f"{__name__}.{slug.replace('-', '_')}"
    with _lock:
        if components is not None:
            package = _variant(package, components)
        if package not in sys.modules:
            _import(package)
        game: Game = sys.modules[package].GAME
        if compiled and JIT and not game.door.compiled:
            game.compile()
        return game


def is_compiled(slug: str) -> bool:
    """Has this game been compiled on this machine before, as it is now?"""
    return was_compiled(load(slug, compiled=False).package)


def variants() -> list[Game]:
    """The games with other components that have been loaded."""
    with _lock:
        modules = [sys.modules[name] for name in sys.modules if re.fullmatch(rf"{__name__}\.\w+@\w+", name)]
        return [module.GAME for module in modules if hasattr(module, "GAME")]


def forget(game: Game) -> None:
    """Let go of a variant that nobody plays any more."""
    with _lock:
        forget_rules(game.package)
        forget_variant(game.package)


def _import(package: str) -> None:
    try:
        importlib.import_module(package)
    except BaseException:
        forget_variant(package)
        raise


def _variant(package: str, components: str | Path | bytes) -> str:
    """The name of the package with these components."""
    file = None if isinstance(components, bytes) else Path(components).resolve()
    try:
        content = components if isinstance(components, bytes) else Path(components).read_bytes()
    except OSError as error:
        raise ValueError(f"component file {file}: {error.strerror or error}") from None
    variant = f"{package}@{hashlib.sha256(content).hexdigest()[:DIGITS]}"
    if variant not in sys.modules:
        replace_components(variant, file, content)
    return variant


Game.loader = staticmethod(load)
