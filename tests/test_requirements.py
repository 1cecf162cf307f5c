"""What `make play` installs is enough to serve, and the lock files name what they hold, not where it comes from."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
LOADED = """
import sys
from importlib.metadata import packages_distributions
import takujo.cli, takujo.server.run
known = packages_distributions()
print(*{name for module in sys.modules for name in known.get(module, [])})
"""


def pinned(name: str) -> set[str]:
    return set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements" / name).read_text("utf-8"), re.M))


def test_the_server_needs_nothing_but_what_is_installed_for_playing():
    said = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True).stdout
    loaded = {re.sub(r"[-_.]+", "-", name).lower() for name in said.split()}
    assert {"fastapi", "sqlalchemy"} <= loaded
    assert loaded - pinned("play.txt") <= {"takujo", "setuptools"}  # a venv's setuptools loads itself


def test_the_page_can_be_built_before_anything_is_installed():
    """A bare Python: it looks for Node, and needs no package for that."""
    command = [sys.executable, "-I", "-S", ROOT / "hatch_build.py", "node?"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode in (0, 1), done.stderr) == (True, "")


@pytest.mark.parametrize("file", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda file: file.name)
def test_every_package_has_hashes_and_no_address(file):
    text = file.read_text("utf-8")
    assert "://" not in text
    assert text.count("==") >= 1
    for package in re.split(r"\n(?=\S)", text):
        assert "--hash=sha256:" in package, package


def test_npm_s_lock_has_no_address():
    text = (ROOT / "web/package-lock.json").read_text("utf-8")
    assert '"integrity"' in text
    assert '"resolved"' not in text
