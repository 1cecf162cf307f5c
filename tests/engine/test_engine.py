"""The page's engine does what Python does: plays, views, events, guesses, chances, policies and searches, by the byte."""

import fcntl
import json
import shutil
import subprocess

import pytest

import hatch_build
from native.build import BUILT
from native.page import _script, engine
from takujo.games import SLUGS
from takujo.match import verify
from tests.engine.golden import answers, compared, lines, plays, sights
from tests.helpers import ROOT
from tests.libraries import SLUG

pytestmark = pytest.mark.once

WEB = ROOT / "web"
MADE = [slug for slug in SLUGS if slug == SLUG or (BUILT / "page" / f"{slug}.wasm").is_file()]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    """The engine's TypeScript as one file, with what the tests ask of it."""
    file = tmp_path_factory.mktemp("engine") / "golden.mjs"
    command = [WEB / "node_modules/.bin/esbuild", ROOT / "tests/engine/golden.ts", "--bundle", "--format=esm"]
    command += [f"--alias:@noble/hashes={WEB}/node_modules/@noble/hashes", f"--outfile={file}", "--log-level=error"]
    subprocess.run(command, check=True)
    return file


def made(slug):
    """A title's engine; where several processes want it the first one makes it."""
    BUILT.mkdir(parents=True, exist_ok=True)
    with open(BUILT / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return engine(slug)


def told(bundle, jobs):
    """The lines of each job, by Node."""
    folder = bundle.parent
    (folder / "jobs.json").write_text(json.dumps(jobs), "utf-8")
    command = [
        *hatch_build.node(),
        ROOT / "tests/engine/node.mjs",
        bundle,
        folder,
        folder / "jobs.json",
        folder / "out",
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [part.rstrip("\n").split("\n") for part in (folder / "out").read_text("utf-8").split("\n\n")]


def same(found, due):
    for line, (mine, theirs) in enumerate(zip(due, found, strict=True)):
        if compared(mine) != compared(theirs):
            at = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), 0)
            part = slice(max(0, at - 80), at + 80)
            pytest.fail(f"line {line}: {mine[:20]} ... {mine[part]} is {theirs[part]} in the page")


@pytest.mark.parametrize("slug", MADE)
def test_plays_are_the_same_in_the_page(bundle, slug):
    """Every number of players and every option: what each seat sees and hears, what may be done, records."""
    for file, name in zip(made(slug), (f"{slug}.wasm", f"{slug}.mjs"), strict=True):
        shutil.copy(file, bundle.parent / name)
    asked = plays(slug)
    for play, found in zip(asked, told(bundle, [{"game": slug, "play": play} for play in asked]), strict=True):
        same(found, list(lines(play)))
        verify(json.loads(found[-1]))


@pytest.mark.parametrize("slug", SLUGS)
def test_what_stays_python_is_the_same_in_javascript(bundle, slug):
    """Of every title, without its rules: positions, views read again, actions and their numbers, exact chances."""
    (bundle.parent / f"{slug}.mjs").write_text(_script(slug, {}), "utf-8")
    rows, due = [], []
    for play in plays(slug):
        some, lines_due = sights(play)
        rows += some
        due += lines_due
    (found,) = told(bundle, [{"game": slug, "sights": rows}])
    same(found, due)


@pytest.mark.parametrize("slug", SLUGS)
def test_boards_get_the_same_answers_in_the_page(bundle, slug):
    """To every question about views, stages and positions, without the compiled rules."""
    (bundle.parent / f"{slug}.mjs").write_text(_script(slug, {}), "utf-8")
    rows, due = [], []
    for play in plays(slug):
        views, lines_due = answers(play)
        rows += views
        due += lines_due
    (found,) = told(bundle, [{"game": slug, "views": rows}])
    same(found, due or [""])
