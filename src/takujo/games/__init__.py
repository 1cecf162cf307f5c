"""The titles. `load` imports one of them and, unless told otherwise, compiles it the first time.

A game is a package with a `GAME`: a folder here, or one that any installed distribution names as an entry point of the
group `takujo.games` (slug = "package").
"""

import hashlib
import importlib
import re
import sys
import warnings
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from threading import RLock

from takujo.core.components import component_content, forget_variant, replace_components, unread
from takujo.core.game import Game
from takujo.core.jit import JIT, forget_rules

__all__ = [
    "DIGITS",
    "SLUGS",
    "BrokenGame",
    "UnknownGame",
    "forget",
    "is_compiled",
    "is_known",
    "load",
    "slugs",
    "variants",
]

GROUP = "takujo.games"
SLUGS = tuple(sorted(file.parent.name.replace("_", "-") for file in Path(__file__).parent.glob("*/__init__.py")))
DIGITS = 32  # of a hash that names other components: strangers give some, and two must not have the same

_lock = RLock()  # compiling is not for two threads at once


class UnknownGame(ValueError):
    """There is no game with this slug."""


class BrokenGame(ValueError):
    """A game that does not load; the others do."""


def slugs() -> list[str]:
    """All games, in the order they are shown: ours, then those that are installed besides."""
    return list(_packages())


def is_known(slug: object) -> bool:
    """Can `load` find it? A game that this process has imported, too, if no other has its slug."""
    return slug in slugs() or slug in list(Game.imported)


@cache
def _packages() -> dict[str, str]:
    """Slug -> package. Where several are installed for one slug, all of them: none is taken."""
    found = {slug: f"{__name__}.{slug.replace('-', '_')}" for slug in SLUGS}
    others: dict[str, set[str]] = {}
    for point in entry_points(group=GROUP):
        others.setdefault(point.name, set()).add(point.value.partition(":")[0].strip())
    return found | {slug: " and ".join(sorted(others[slug])) for slug in sorted(others) if slug not in found}


def load(slug: str, components: str | Path | bytes | None = None, *, compiled: bool = True) -> Game:
    """One game; `components`: a data file to be used instead of the packaged one, or its content.

    Without `compiled` it can be played at once: uncompiled, if it was not compiled in this process before and has no
    library.
    """
    package = _packages().get(slug) or Game.imported.get(slug)
    if package is None:
        raise UnknownGame(f"unknown game {slug!r}; there is {', '.join(slugs())}")
    with _lock:
        game = _imported(slug, package)
        if components is not None:
            if component_content(game.package) is None:
                raise ValueError(f"{slug} has no component file: it is always played as it is")
            variant = _variant(game.package, components)
            if variant not in sys.modules:
                _import(variant)
                if not isinstance(components, bytes):  # else who gave them is told otherwise
                    for line in unread(variant):
                        warnings.warn(f"component file {components}: {line}", stacklevel=2)
            game = sys.modules[variant].GAME
        if (compiled or game.is_native) and JIT and not game.door.compiled:
            game.compile()
        return game


def _imported(slug: str, package: str) -> Game:
    """A title's `GAME`. BrokenGame, naming the cause, for whatever goes wrong in it."""
    try:
        if package not in sys.modules:
            _import(package)
        game = sys.modules[package].GAME
    except (Exception, SystemExit) as error:
        raise BrokenGame(f"{slug} ({package}) does not load: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game) or game.slug != slug:
        raise BrokenGame(f"{slug} ({package}): its GAME is {game!r}; it takes a Game with the slug {slug!r}")
    return game


def is_compiled(slug: str) -> bool:
    """Has this game been compiled on this machine before, as it is now?"""
    return load(slug, compiled=False).is_ready


def variants() -> list[Game]:
    """The games with other components that have been loaded."""
    with _lock:
        names = list(sys.modules)  # others may import something meanwhile
        modules = [sys.modules[name] for name in names if re.fullmatch(r"[\w.]+@\w+", name)]
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
