"""`takujo new-game NAME` writes a game that runs, or says why it does not and writes nothing."""

import os
import re
import subprocess
import sys

import pytest

from takujo.cli import main
from takujo.skeleton import write_game
from tests.helpers import ROOT
from tests.outside import install

DOC = ROOT / "docs" / "add-a-game.md"
ELSEWHERE = ("pip install", "takujo serve", "takujo new-game")  # done here, by test_outside and by test_plain


@pytest.mark.once
def test_what_is_written_runs(tmp_path, monkeypatch, capsys):
    """Installed, the commands of docs/add-a-game.md work on it; nothing of the model's name is left."""
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "deep-sea"]) == 0
    told = capsys.readouterr().out
    assert "pip install -e ./deep_sea" in told
    files = [file for file in (tmp_path / "deep_sea").rglob("*") if file.is_file()]
    assert {"pyproject.toml", "test_deep_sea.py", "rules.py"} <= {file.name for file in files}
    for file in files:
        text = file.read_text(encoding="utf-8") + str(file.relative_to(tmp_path))
        assert not [old for old in ("new_game", "new-game", "New game") if old in text]
    path = f"{os.environ.get('PYTHONPATH', '')}{os.pathsep}{install(tmp_path / 'deep_sea', tmp_path)}"
    commands = re.findall(r"^((?:takujo|python|pip) .*?)(?: +#.*)?$", DOC.read_text(encoding="utf-8"), re.M)
    assert [command for command in commands if command.startswith(ELSEWHERE)] == [
        "takujo new-game deep-sea", "pip install -e ./deep_sea", "takujo serve",
    ]  # fmt: skip
    assert len(commands) == 7
    for command in commands:
        if not command.startswith(ELSEWHERE):
            arguments = command.replace("takujo ", "-m takujo ").removeprefix("python ").split()
            environment = os.environ | {"PYTHONPATH": path}
            if "pytest" not in command:  # which has compiled it
                environment["TAKUJO_JIT"] = "0"
            done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment)
            assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Sea", "name is 'Sea'; it takes small letters, digits and single hyphens, a letter first"),
        ("../sea", "it takes small letters"),
        ("a" * 41, "it takes small letters"),
        ("ritual", "there is a game of that name"),
        ("json", "Python has a module json already"),
        ("there", "there is there already: take another name, or another folder"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(name, says, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").write_text("mine")
    assert main(["new-game", name]) == 1
    assert says in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["there"]


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(ValueError, match="missing/sea: No such file or directory"):
        write_game("sea", tmp_path / "missing")
