"""The container's file, as far as it can be checked without an engine; tests/test_wheels.py runs its health check."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.helpers import ROOT

pytestmark = pytest.mark.once

TEXT = (ROOT / "Containerfile").read_text("utf-8")


def test_hadolint_has_nothing_to_say():
    done = subprocess.run([Path(sys.executable).parent / "hadolint", ROOT / "Containerfile"], capture_output=True)
    assert (done.returncode, done.stdout) == (0, b"")


def test_what_it_copies_is_let_in_and_nothing_else():
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    (copied,) = re.findall(r"^COPY (?!--from)(.*) /wheels/$", TEXT, re.M)
    assert ignored == ["*", *sorted(f"!{each}" for each in copied.split())]


def test_the_image_that_is_run_has_a_user_without_rights_and_no_compiler():
    last = TEXT.rpartition("\nFROM ")[2]
    assert re.search(r"^USER 1000$", last, re.M)
    assert "pip install" not in last
    locked = (ROOT / "requirements/serve.txt").read_text("utf-8")
    assert "psycopg==" in locked
    assert not re.search("^(numba|llvmlite|hatchling)==", locked, re.M)


def test_the_compose_file_of_the_docs_uses_it():
    docs = (ROOT / "docs/run-a-server.md").read_text("utf-8")
    (text,) = re.findall(r"```yaml\n# compose.yaml\n(.*?)```", docs, re.S)
    node = yaml.safe_load(text)["services"]["node"]
    assert (ROOT / node["build"]["dockerfile"]).is_file()
    assert node["read_only"] is True
    assert node["tmpfs"] == ["/tmp"]
    assert node["cap_drop"] == ["ALL"]
    assert "volumes" not in node, "it writes nowhere but to the database"
