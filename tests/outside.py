"""Games outside the package: the example as it is installed, and copies of it in which something is broken."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.helpers import ROOT

PROJECT = ROOT / "examples" / "liars_dice"


def install(project: Path, folder: Path) -> Path:
    """Install a distribution into a folder, as pip does it everywhere."""
    alone = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    copied = shutil.copytree(project, folder / "sources" / project.name)  # a build leaves files behind
    pip = [sys.executable, "-m", "pip", "install", *alone, "--target", str(folder / "site"), str(copied)]
    done = subprocess.run(pip, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder / "site"


def register(folder: Path, **packages: str) -> Path:
    """A distribution that says where these games are, by slug; whether they are there or not."""
    name = re.sub(r"\W", "_", folder.name)
    info = folder / f"{name}-1.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    lines = "".join(f"{slug} = {package}\n" for slug, package in packages.items())
    (info / "entry_points.txt").write_text(f"[takujo.games]\n{lines}")
    return folder


def copy(folder: Path, name: str, **edits: tuple[str, str]) -> None:
    """The example under another name; in the file `name` a text is replaced (`__init__` for "init")."""
    package = shutil.copytree(PROJECT / "liars_dice", folder / name)
    edits = {"init": ('"liars-dice"', f'"{name}"')} | edits
    for module, (old, new) in edits.items():
        file = package / f"{'__init__' if module == 'init' else module}.py"
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")
