"""docs/run-an-experiment.md leads through an evening with a variant: each of its commands does what the page says."""

import json
import re
import shlex

import pytest

from takujo.cli import main
from tests.helpers import ROOT
from tests.server.parts import OPEN, Server

pytestmark = pytest.mark.once

PAGE = (ROOT / "docs" / "run-an-experiment.md").read_text(encoding="utf-8")
EVENING = PAGE.partition("## What is written")[0]
COMMANDS = [line for block in re.findall(r"```\n(.*?)```", EVENING, re.DOTALL) for line in block.splitlines()]
FEWER = {"--games 2000": "--games 24", "--games 40": "--games 4"}  # the same, sooner


def test_an_evening(tmp_path, monkeypatch, capsys):
    """From the printed file to a table in the browser."""
    monkeypatch.chdir(tmp_path)
    done = []
    for line in COMMANDS:
        for many, few in FEWER.items():
            line = line.replace(many, few)
        program, *arguments = shlex.split(line)
        assert program == "takujo"
        done.append(arguments[0])
        if arguments[0] == "components":
            assert arguments[-2:] == [">", "twelve.toml"]
            assert main(arguments[:-2]) == 0
            text = capsys.readouterr().out
            assert 'title = "RITUAL"' in text
            text = text.replace("target = 10 ", "target = 12 ").replace('title = "RITUAL"', 'title = "To twelve"')
            (tmp_path / "twelve.toml").write_text(text, encoding="utf-8")
        elif arguments[0] == "serve":
            serve(tmp_path, arguments)
        else:
            assert main([*arguments, *(["--workers", "1"] if arguments[0] in ("lab", "arena") else [])]) == 0
            told = capsys.readouterr().out
            if arguments[0] == "rules":
                assert "exactly 12" in told
            elif arguments[0] == "lab":
                page = (tmp_path / "twelve" / "report.html").read_text(encoding="utf-8")
                assert "全" in page if "ja" in arguments else "components “To twelve”" in page
    assert done == ["components", "rules", "play", "lab", "lab", "arena", "serve"]
    variants = json.loads((tmp_path / "twelve" / "report.json").read_text(encoding="utf-8"))["variants"]
    assert variants == ["A: 印刷どおりのコンポーネント", "B: コンポーネント「To twelve」"]


def serve(folder, arguments):
    """The server offers the variant; a table of it is played."""
    assert arguments == ["serve", "--components", "twelve.toml"]
    with Server(folder / "data", jit="0", components=str(folder / "twelve.toml")) as server:
        text = server.http.get("/api/games/ritual/components", params={"called": "To twelve"}).json()["toml"]
        made = server.create("ritual", [OPEN, OPEN], components=text)
        assert server.look(made["table"], made["token"])["table"]["components"]["name"] == "To twelve"
