"""The titles. `load` imports and, the first time, compiles one of them."""

import hashlib
import importlib
import importlib.util
import sys
from pathlib import Path
from threading import RLock

from takujo.core.components import replace_components
from takujo.core.game import Game
from takujo.core.jit import was_compiled

__all__ = ["SLUGS", "TITLES", "is_compiled", "load"]

TITLES = {  # slug -> title, in the order they are shown
    "arkham-ritual": "Arkham Ritual",
    "ayatsuri": "あやつり殺人事件",
    "in-the-ruin": "IN THE RUIN",
    "ritual": "RITUAL",
}
SLUGS = tuple(TITLES)

_lock = RLock()  # compiling is not for two threads at once


def load(slug: str, components: str | Path | None = None) -> Game:
    """One game; `components`: a data file to be used instead of the packaged one."""
    if slug not in TITLES:
        raise ValueError(f"unknown game {slug!r}; there is {', '.join(SLUGS)}")
    package = f"{__name__}.{slug.replace('-', '_')}"
    with _lock:
        if components is not None:
            file = Path(components).resolve()
            package = _variant(package, file)
        if package in sys.modules:
            return sys.modules[package].GAME
        return _import(package)


def is_compiled(slug: str) -> bool:
    """Has this game been compiled on this machine before, as it is now?"""
    return was_compiled(f"{__name__}.{slug.replace('-', '_')}")


def _import(package: str) -> Game:
    plain = package.partition("@")[0]
    try:
        if plain == package:
            module = importlib.import_module(package)
        else:  # the same sources as another package, with other components
            spec = importlib.util.find_spec(plain)
            assert spec and spec.origin
            folder = str(Path(spec.origin).parent)
            spec = importlib.util.spec_from_file_location(package, spec.origin, submodule_search_locations=[folder])
            assert spec and spec.loader
            module = sys.modules[package] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
    except BaseException:
        for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
            del sys.modules[name]
        raise
    return module.GAME


def _variant(package: str, file: Path) -> str:
    """The name of the package with these components."""
    try:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise ValueError(f"component file {file}: {error.strerror or error}") from None
    variant = f"{package}@{digest}"
    replace_components(variant, file)
    return variant


Game.loader = staticmethod(load)
