"""The page's engine does what Python does: plays, views, events, guesses, chances, policies and searches, by the byte."""

import json
import shutil
import subprocess

import pytest

import hatch_build
from native.page import _script
from takujo.games import SLUGS, load
from takujo.match import verify
from tests.engine.golden import answers, branches, compared, lines, plays, sights
from tests.helpers import ROOT
from tests.libraries import engine_of

pytestmark = pytest.mark.once

WEB = ROOT / "web"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    """The engine's TypeScript as one file, with what the tests ask of it."""
    file = tmp_path_factory.mktemp("engine") / "golden.mjs"
    command = [WEB / "node_modules/.bin/esbuild", ROOT / "tests/engine/golden.ts", "--bundle", "--format=esm"]
    command += [f"--alias:@noble/hashes={WEB}/node_modules/@noble/hashes", f"--outfile={file}", "--log-level=error"]
    subprocess.run(command, check=True)
    return file


def have(bundle, slug):
    """The title's engine, beside the bundle."""
    for file, name in zip(engine_of(slug), (f"{slug}.wasm", f"{slug}.mjs"), strict=True):
        shutil.copy(file, bundle.parent / name)


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


@pytest.mark.parametrize("slug", SLUGS)
def test_plays_are_the_same_in_the_page(bundle, slug):
    """Every number of players and every option: what each seat sees and hears, what may be done, records."""
    have(bundle, slug)
    asked = plays(slug)
    for play, found in zip(asked, told(bundle, [{"game": slug, "play": play} for play in asked]), strict=True):
        same(found, list(lines(play)))
        verify(json.loads(found[-1]))


SETTLED = {
    "ritual": {"hands", "played"},
    "arkham-ritual": {"hands", "deck"},
    "ayatsuri": {"roles"},
    "in-the-ruin": set(),
}


@pytest.mark.parametrize("slug", SLUGS)
def test_what_if_goes_on_from_what_a_seat_knows(bundle, slug):
    """Twin worlds give one branch; its record is Python's; what is settled by hand lies there, and changes no view."""
    game = load(slug, compiled=False)
    have(bundle, slug)
    asked, places = plays(slug)[:3], set()
    for play, found in zip(asked, told(bundle, [{"game": slug, "branch": play} for play in asked]), strict=True):
        same([line for line in found if line.startswith("branch ")], list(branches(play)))
        verify(json.loads(next(line for line in found if line.startswith("branch ")).removeprefix("branch ")))
        for line in found:
            if line.startswith("a branch"):
                assert line == "a branch true, and the same one in a twin world true"
            elif line.startswith(("back", "again")):
                assert line.endswith(" true"), line
            elif line.startswith("settled"):
                at, is_, seat, view, position = json.loads(line.removeprefix("settled "))
                state = game.from_position(position)
                assert json.loads(json.dumps(state.view(seat))) == view, at
                pile = position
                for part in at[:-1]:
                    pile = pile[part]
                assert is_ in (pile if isinstance(pile, list) else pile.values()), at
                places.add(at[0])
    assert places >= SETTLED[slug]


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
