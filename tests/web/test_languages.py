"""A new language is a handful of files: made here as a translator makes them, in a copy of the tree."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer
from playwright.sync_api import expect

from tests.helpers import ROOT, SLUGS
from tests.server.parts import Server

pytestmark = pytest.mark.once

LANGUAGE = "eo"
WORD = re.compile(r"[^\W\d_]{2,}")
# In the page: every word that is shown and not marked. Brand and credits are the same in all languages.
UNMARKED = r"""() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { parentElement: at, textContent: text } = walker.currentNode;
    if (at.closest("script, style, code, [lang], .latin, [data-code]") !== null) continue;
    if (/\p{L}{2,}(?![\p{L}°])/u.test(text)) found.push(text.trim());
  }
  return found;
}"""


class Marked(Transformer):
    """Every word of a catalogue with a sign behind it."""

    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:  # noqa: N802  # Fluent's name
        node.value = marked(node.value)
        return node


def marked(text: str) -> str:
    return WORD.sub(r"\g<0>°", text)


def translate(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    if file.suffix == ".ftl":
        file.write_text(FluentSerializer().serialize(Marked().visit(FluentParser().parse(source))), encoding="utf-8")
        return
    lines = [line if re.match(r"#|\[|steps = ", line) else marked_toml(line) for line in source.splitlines()]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def marked_toml(line: str) -> str:
    key, equals, value = line.partition(" = ") if re.match(r"[\w-]+ = ", line) else ("", "", line)
    parts = re.split(r"(\$\w+|\[\w+\])", value)  # numbers of the rules, and what chooses by them, stay
    return key + equals + "".join(part if i % 2 else marked(part) for i, part in enumerate(parts))


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """The sources with one language more."""
    tree = tmp_path_factory.mktemp("tree")
    ignored = shutil.ignore_patterns("static", "__pycache__", "node_modules", "*.json.gz")
    for folder in ("src", "scripts", "web"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=ignored)
    (tree / ".venv").symlink_to((ROOT / ".venv").resolve())
    (tree / "web" / "node_modules").symlink_to((ROOT / "web" / "node_modules").resolve())
    done = subprocess.run([tree / "scripts" / "language", LANGUAGE], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    files = [tree / line.partition(":")[0] for line in done.stdout.splitlines() if line.endswith("to be translated")]
    assert len(files) == 1 + 2 * len(SLUGS)  # docs/add-a-language.md says so
    for file in files:
        translate(file)
    return tree


def test_what_is_still_to_do_is_said(tree):
    """Again after the work: nothing is missing, and what reads as in English is counted."""
    done = subprocess.run([tree / "scripts" / "language", LANGUAGE], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"(\d+) of \d+ are as in English", done.stdout)
    assert "missing" not in done.stdout
    file = tree / "src" / "takujo" / "games" / "ritual" / "words" / f"{LANGUAGE}.ftl"
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole.replace("event-altar =", "event-alter ="), encoding="utf-8")
    done = subprocess.run([tree / "scripts" / "language", LANGUAGE], capture_output=True, text=True, timeout=300)
    file.write_text(whole, encoding="utf-8")
    assert f"{file}: event-altar is missing" in done.stdout
    assert f"{file}: event-alter is nothing that is said" in done.stdout
    assert subprocess.run([tree / "scripts" / "language", "../x"], capture_output=True, timeout=60).returncode == 1


def test_the_terminal_speaks_it(tree):
    def run(*arguments: str) -> str:
        environment = {
            **os.environ,
            "PYTHONPATH": str(tree / "src"),
            "TAKUJO_JIT": "0",
            "COLUMNS": "200",
            "NO_COLOR": "1",
        }
        command = [sys.executable, "-m", "takujo", *arguments, "--lang", LANGUAGE]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run("games").count("RITUAL°") == 1
    assert re.search(r"Example°: .*°", run("rules", "ritual", "chant"))
    told = [line for line in run("play", "ritual", "--players", "2", "--seed", "1").splitlines() if line.endswith("]")]
    assert len(told) > 50
    assert [line for line in told if "°" not in line] == []


def test_the_page_speaks_it(tree, tmp_path, browser, monkeypatch):
    """It is offered beside the others, and from the home page over the rules to the table every word is its own."""
    build = ["npm", "run", "--silent", "build", "--", "--logLevel=error"]
    subprocess.run(build, cwd=tree / "web", check=True, timeout=300)
    monkeypatch.setenv("PYTHONPATH", str(tree / "src"))
    with Server(tmp_path, jit="0") as server:
        context = browser.new_context(
            base_url=f"http://127.0.0.1:{server.port}", locale="eo", viewport={"width": 1440, "height": 900}
        )
        page = context.new_page()
        page.goto("/")
        expect(page.locator(".languages button")).to_have_text(["EsperantoEO", "日本語日", "EnglishEN"])
        expect(page.get_by_role("heading", name="RITUAL°", exact=True)).to_be_visible()
        assert page.evaluate(UNMARKED) == []
        for path in ("/rules/ritual", "/new/in-the-ruin", "/about"):
            page.goto(path)
            expect(page.locator("h1").first).to_contain_text("°")
            page.wait_for_load_state("networkidle")
            assert page.evaluate(UNMARKED) == [], path
        for slug in SLUGS:
            page.goto(f"/new/{slug}")
            page.get_by_role("button", name="Open° the° table°").click()
            page.wait_for_url("**/t/*")
            page.get_by_role("button", name="Fill° open° seats° with° bots°").click()
            page.get_by_role("button", name="ready°").click()
            expect(page.locator(".bubble p")).to_contain_text("°")
            assert page.evaluate(UNMARKED) == [], slug
        page.get_by_role("button", name="English").click()
        expect(page.locator("body")).not_to_contain_text("°")
        context.close()
