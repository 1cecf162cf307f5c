"""The printed components of a game, as data that an owner of the physical game can replace."""

import importlib.util
import tomllib
from pathlib import Path
from typing import Any

__all__ = ["GUIDE", "component_file", "components", "replace_components"]

GUIDE = "guide.toml"  # the rules for players (core/text.py): words, not components

_replaced: dict[str, Path] = {}  # package name -> the file given instead of the packaged one


def component_file(package: str) -> Path | None:
    """The data file of a game's package, if it has one."""
    if package in _replaced:
        return _replaced[package]
    return next((file for file in sorted(package_folder(package).glob("*.toml")) if file.name != GUIDE), None)


def package_folder(package: str) -> Path:
    """Where the sources of a package are; `name@variant` shares those of `name`."""
    spec = importlib.util.find_spec(package.partition("@")[0])
    assert spec and spec.origin
    return Path(spec.origin).parent


def replace_components(package: str, file: Path) -> None:
    """Let the package, not yet imported, read its components from another file."""
    _replaced[package] = file


def components(package: str) -> dict[str, Any]:
    """The parsed data file of a game's package."""
    file = component_file(package)
    if file is None:
        raise ValueError(f"{package} has no component file (*.toml)")
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"component file {file}: not a readable TOML file: {error}") from None
