"""Libraries and wheels: what has not changed since the last time is not made again."""

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from takujo.core.native import HOME, digest_of

from .dump import ENVIRONMENT
from .targets import TARGETS

__all__ = ["BUILT", "ROOT", "dumped", "library", "linked", "run", "sdist", "wheel"]

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "build/native"


def dumped(slug: str, built: Path = BUILT, *, for_page: bool = False) -> Path:
    """The folder with the intermediate code of a title; `for_page`: what the page's engine needs is enough."""
    folder = built / "dumped" / slug
    if for_page and not _is_current(folder):
        folder = built / "dumped-for-page" / slug
    if not _is_current(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        paths = [str(ROOT), str(HOME.parent), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
        environment = os.environ | ENVIRONMENT | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
        part = ["page"] if for_page else []
        run([sys.executable, "-m", "native.dump", slug, str(folder), *part], environment)
        (folder / "made-by").write_text(_made_by(), "utf-8")
    return folder


def library(slug: str, name: str, built: Path = BUILT) -> Path:
    """A title's library for a system."""
    from .extension import extension
    from .objects import emit

    target, title = TARGETS[name], slug.replace("-", "_")
    source, folder = dumped(slug, built), built / name
    made = folder / f"{title}.{target.suffix}"
    of = [source / "made-by", *Path(__file__).parent.glob("*.py")]
    if made.is_file() and made.stat().st_mtime >= max(file.stat().st_mtime for file in of):
        return made
    code = extension(title, json.loads((source / "doors.json").read_text("utf-8")))
    return linked(code, emit(source, target), made, name, built / "zig")


def linked(code: str, object_: bytes | None, made: Path, name: str, cache: Path) -> Path:
    """The extension of this source, over an object, for a system."""
    from .extension import imports

    target, work = TARGETS[name], made.parent / "parts"
    work.mkdir(parents=True, exist_ok=True)
    title = made.name.partition(".")[0]
    parts = [work / f"{title}.c"]
    parts[0].write_text(code, "utf-8")
    if object_ is not None:
        parts.append(work / f"{title}.o")
        parts[1].write_bytes(object_)
    environment = os.environ | {f"ZIG_{kind}_CACHE_DIR": str(cache) for kind in ("GLOBAL", "LOCAL")}
    zig = [sys.executable, "-m", "ziglang"]
    if name.endswith("windows"):
        parts.append(work / f"{title}.lib")
        (work / f"{title}.def").write_text(imports(), "utf-8")
        run([*zig, "dlltool", "-m", "i386:x86-64", "-d", work / f"{title}.def", "-l", parts[-1]], environment)
    link = ["cc", "-target", target.zig, "-O2", "-fno-sanitize=all", "-fPIC", "-shared", "-s", *target.flags]
    fresh = work / made.name
    run([*zig, *link, *parts, "-o", fresh], environment)
    return fresh.replace(made)  # whole or not at all


def wheel(name: str, libraries: list[Path], folder: Path) -> None:
    """The wheel of a system, with these libraries and the page (hatch_build.py)."""
    environment = os.environ | {"TAKUJO_TAG": f"cp311-abi3-{TARGETS[name].tag}"}
    environment |= {"TAKUJO_LIBRARIES": os.pathsep.join(map(str, libraries))}
    run([sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder], environment)


def sdist(folder: Path) -> None:
    run([sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", folder], dict(os.environ))


def _is_current(folder: Path) -> bool:
    try:
        sources = json.loads((folder / "doors.json").read_text("utf-8"))["sources"]
        made_by = (folder / "made-by").read_text("utf-8")
    except OSError:
        return False
    return made_by == _made_by() and all(digest_of(HOME / name) == digest for name, digest in sources.items())


def _made_by() -> str:
    """All that decides what Numba makes of the sources."""
    ours = digest_of(Path(__file__).with_name("dump.py"))
    return " ".join([str(ours), *(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy"))])


def run(command: list[str | Path], environment: dict[str, str]) -> None:
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))} failed:\n{done.stderr}{done.stdout}")
