"""A wheel plays where there is no compiler: it is built, installed into an empty environment, and played."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from native.build import sdist, wheel
from takujo.match import verify
from tests.helpers import ROOT
from tests.libraries import SLUG, TARGET, made, only_here
from tests.server.parts import BOT, OPEN, Server
from tests.server.test_tiers import EXPERT, play_on

pytestmark = [pytest.mark.once, only_here]


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """An environment with the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    wheel(TARGET, [made()], folder)
    (file,) = folder.glob("takujo-*-cp311-abi3-manylinux_2_17_x86_64.whl")
    home = folder / "home"
    subprocess.run([sys.executable, "-m", "venv", home], check=True)
    uv = shutil.which("uv", path=Path(sys.executable).parent)
    install = [uv, "pip", "install", "--python"] if uv else [sys.executable, "-m", "pip", "--python"]
    rest = [file] if uv else ["install", "-q", "--disable-pip-version-check", file]
    subprocess.run([*install, home / "bin/python", *rest], check=True, env=clean(), capture_output=True)
    return home


def clean():
    """Without the ways to this checkout."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def is_healthy(port):
    """As the container asks."""
    (check,) = re.findall(r"^ +CMD (\[.*)$", (ROOT / "Containerfile").read_text("utf-8"), re.M)
    environment = clean() | {"TAKUJO_PORT": str(port), "no_proxy": "*"}
    command = [sys.executable, *json.loads(check)[1:]]
    return subprocess.run(command, env=environment, capture_output=True).returncode == 0


def test_a_wheel_has_libraries_the_page_and_light_dependencies(home):
    (file,) = home.parent.glob("*.whl")
    with zipfile.ZipFile(file) as inside:
        assert {f"takujo/native/{SLUG}.abi3.so", "takujo/server/static/index.html"} <= set(inside.namelist())
    listed = subprocess.check_output([home / "bin/python", "-m", "pip", "list", "--format=json"], env=clean())
    names = {row["name"] for row in json.loads(listed)}
    assert {"takujo", "numpy", "fastapi"} <= names
    assert not {"numba", "llvmlite", "hatchling", "ziglang"} & names


def test_a_wheel_serves_natively_at_once_and_plays_a_whole_game(home, tmp_path, monkeypatch):
    """With an expert, who searches from the first move on; another title, without its library, is played as well."""
    monkeypatch.delenv("PYTHONPATH", raising=False)

    class Installed(Server):
        command = (str(home / "bin/python"), "-m", "takujo.cli")

    begun = time.monotonic()
    with Installed(tmp_path, jit="") as server:
        made = server.create(SLUG, [OPEN, BOT, EXPERT])
        play_on(server, made["table"], made["token"], stop=lambda state: state["legal"])
        seconds = time.monotonic() - begun
        assert server.look(made["table"])["table"]["compiled"]
        play_on(server, made["table"], made["token"])
        assert verify(server.record(made["table"]).json()).state.result
        other = server.create("ayatsuri", [OPEN, BOT, BOT])
        play_on(server, other["table"], other["token"], stop=lambda state: state["seq"] >= 4)
        assert not server.look(other["table"])["table"]["compiled"]
        assert server.http.get("/").status_code == 200
        assert [is_healthy(server.port), is_healthy(1)] == [True, False]
        said = server.stop()
    assert "ayatsuri is played uncompiled: pip install 'takujo[jit]' compiles it" in said
    assert f" {SLUG} is played" not in said
    assert seconds < 30, "five on a machine that is not busy"


def test_a_wheel_plays_in_the_terminal(home):
    done = subprocess.run(
        [home / "bin/takujo", "play", SLUG, "--watch", "--players", "2", "--bots", "regular"],
        env=clean(), capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (done.stderr, "seat 1" in done.stdout) == ("", True)


def test_an_installed_library_does_what_numba_does_here(home):
    """The whole way: from the wheel, with whatever else was installed beside it."""
    (folder,) = (home / "lib").glob("*/site-packages/takujo")
    told = []
    for python, environment in ((home / "bin/python", clean()), (sys.executable, os.environ)):
        mine = environment | {"TAKUJO_JIT": "1"} | ({} if python != sys.executable else {"TAKUJO_NATIVE": ""})
        done = subprocess.run([python, "-m", "tests.digests", SLUG], cwd=ROOT, env=mine, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        told.append(json.loads(done.stdout))
    assert (folder / "native" / f"{SLUG}.abi3.so").is_file()
    assert (told[0].pop("native"), told[1].pop("native")) == (True, False)
    assert told[0] == told[1]


def test_an_sdist_becomes_a_wheel_for_any_system(tmp_path):
    """With the page that was built, so that no Node is needed."""
    sdist(tmp_path)
    (file,) = tmp_path.glob("takujo-*.tar.gz")
    shutil.unpack_archive(file, tmp_path)
    (folder,) = (each for each in tmp_path.iterdir() if each.is_dir())
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, env=clean())
    (built,) = tmp_path.glob("*.whl")
    assert built.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(built) as inside:
        names = set(inside.namelist())
    assert "takujo/server/static/index.html" in names
    assert not any(name.startswith("takujo/native") for name in names)
