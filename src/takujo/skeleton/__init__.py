"""A new game to begin with: `takujo new-game NAME` writes it under the name it is given."""

import importlib.util
import re
import shutil
import sys
import tempfile
from pathlib import Path

from takujo.core.game import SLUG
from takujo.games import is_known

__all__ = ["write_game"]

HERE = Path(__file__).parent


def write_game(slug: str, folder: Path) -> Path:
    """A folder with a whole small game of this name. ValueError, and nothing is written, if that cannot be."""
    if not re.fullmatch(SLUG, slug) or len(slug) > 40:
        raise ValueError(f"name is {slug!r}; it takes small letters, digits and single hyphens, a letter first")
    package = slug.replace("-", "_")
    if is_known(slug):
        raise ValueError(f"name is {slug!r}; there is a game of that name")
    target = folder / package
    if target.exists():
        raise ValueError(f"{target} is there already: take another name, or another folder")
    if package in sys.stdlib_module_names or importlib.util.find_spec(package):
        raise ValueError(f"name is {slug!r}; Python has a module {package} already: take another")
    names = {"new_game": package, "new-game": slug, "New game": slug.replace("-", " ").capitalize()}
    try:
        with tempfile.TemporaryDirectory(dir=folder) as made:
            for file in HERE.rglob("*"):
                place = file.relative_to(HERE)
                if file.is_file() and "__pycache__" not in place.parts and place != Path("__init__.py"):
                    written = Path(made, "game", _renamed(str(place), names))
                    written.parent.mkdir(parents=True, exist_ok=True)
                    written.write_text(_renamed(file.read_text(encoding="utf-8"), names), encoding="utf-8")
            shutil.move(Path(made, "game"), target)
    except OSError as error:
        raise ValueError(f"{target}: {error.strerror or error}") from None
    return target


def _renamed(text: str, names: dict[str, str]) -> str:
    return re.sub("|".join(names), lambda found: names[found[0]], text)
