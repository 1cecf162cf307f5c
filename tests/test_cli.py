"""The command `takujo`, as a person runs it: a real process, with and without a terminal."""

import json
import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest

import takujo
from takujo import guide
from takujo.cli import main
from takujo.games import load
from tests.helpers import ROOT, SLUGS
from tests.own_cards import packaged

ENVIRONMENT = {**os.environ, "COLUMNS": "120", "TERM": "dumb", "NO_COLOR": "1"}
COMMAND = [sys.executable, "-m", "takujo"]

pytestmark = pytest.mark.once


def run(*arguments, **more):
    return subprocess.run(
        [*COMMAND, *arguments], env=ENVIRONMENT, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300, **more
    )  # fmt: skip


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    file = tmp_path_factory.mktemp("records") / "match.json"
    done = run("play", "ritual", "--players", "3", "--seed", "4", "--save", str(file), "--option", "start=1")
    assert done.returncode == 0, done.stderr
    assert "Ritual 1 begins; seat 1 is start player. [SET-3]" in done.stdout
    assert re.search(r"(wins|share the win).*\[FIN-\d\]", done.stdout)
    return file


def test_without_a_terminal_a_bot_game_is_printed(saved):
    """Every event is a sentence with its rule, and the record is whole."""
    assert json.loads(saved.read_text())["result"]["winners"]


def test_verify(saved, tmp_path):
    """A good record is confirmed; a tampered one is named with the first action that differs."""
    done = run("verify", str(saved))
    assert (done.returncode, done.stderr) == (0, "")
    assert "the shuffles and the result are as recorded" in done.stdout.replace("\n", " ")
    record = json.loads(saved.read_text())
    action = next(entry["action"] for entry in record["actions"] if entry["action"]["type"] == "chant")
    action["side"] = 1 - action["side"]
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(record))
    done = run("verify", str(bad))
    assert done.returncode == 1
    assert re.fullmatch(r"takujo: action \d+ of seat \d differs\n", done.stderr)


def test_verify_says_what_is_proven_and_what_not(saved, tmp_path):
    """A record of the terminal is nobody's proof; the same as JSON."""
    done = run("verify", str(saved))
    assert "  proven: play starts from the set-up.\n" in done.stdout
    assert "  not proven: no seat's entropy is bound: the deal is NOT proven.\n" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("That nobody chose the deal is NOT proven; who sat there")
    told = json.loads(run("verify", str(saved), "--json").stdout)
    assert (told["fits"], told["deal_proven"], told["key"]) == (True, False, None)
    assert {point["name"]: point["proven"] for point in told["points"]} == {
        "replay": True,
        "start": True,
        "entropy": False,
        "signature": False,
    }
    bad = tmp_path / "bad.json"
    bad.write_text(saved.read_text().replace('"check": "', '"check": "0', 1))
    done = run("verify", str(bad), "--json")
    assert (done.returncode, json.loads(done.stdout)["fits"], json.loads(done.stdout)["action"]) == (1, False, 1)
    for option in ("--mine", "--chain"):
        done = run("verify", str(saved), option, str(saved))
        assert done.returncode == 1
        assert f"{saved} is not a {'proof' if option == '--mine' else 'chain'}" in done.stderr


@pytest.mark.parametrize("seat", ["0", "spectator", "all"])
def test_replay(saved, seat):
    """Each step shows its events and the table from the chosen view."""
    done = run("replay", str(saved), "--seat", seat, "--lang", "ja")
    assert done.returncode == 0, done.stderr
    actions = len(json.loads(saved.read_text())["actions"])
    assert f"{actions}/{actions}" in done.stdout
    assert "儀式1開始" in done.stdout
    fronts = re.findall(r"[rgy]\d[rgy]\d ", done.stdout)
    assert bool(fronts) == (seat != "spectator")


def test_play_on_from_a_record(saved, tmp_path):
    """What if: by what a seat knew, the rest dealt anew by the seed; or as it was. What is not there is refused."""
    branch = tmp_path / "branch.json"
    done = run("play", "--from", str(saved), "--step", "3", "--seat", "1", "--seed", "9", "--save", str(branch))
    assert done.returncode == 0, done.stderr
    record, whole = json.loads(branch.read_text()), json.loads(saved.read_text())
    assert record["position"]["hands"][1]
    assert record["seed"] != whole["seed"]
    assert run("verify", str(branch)).returncode == 0
    done = run("play", "--from", str(saved), "--step", "3", "--open", "--save", str(branch))
    assert done.returncode == 0, done.stderr
    assert json.loads(branch.read_text())["actions"][:3] == whole["actions"][:3]
    done = run("play", "--from", str(saved), "--step", "9999")
    assert (done.returncode, "step is 9999; it takes 0 to" in done.stderr) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "chess"], "argument game: invalid choice: 'chess'"),
        (["play", "ritual", "--players", "9"], "players is 9; ritual takes 2 to 5"),
        (["play", "ritual", "--players", "3", "--seat", "3"], "--seat is 3; it takes 0 to 2"),
        (["play", "ritual", "--seed", "x"], "--seed is 'x'; it takes an integer >= 0"),
        (["play", "ritual", "--option", "start"], "--option is 'start'; it takes NAME=VALUE"),
        (["play", "ritual", "--option", "start=9"], "option start is 9; it takes a seat"),
        (["play", "ritual", "--option", "speed=fast"], "unknown option 'speed'; ritual takes start, restart_cap"),
        (["play", "ritual", "--save", "/nowhere/x.json"], "--save /nowhere/x.json: No such file or directory"),
        (["verify", "/nowhere/x.json"], "/nowhere/x.json: No such file or directory"),
        (["replay", str(ROOT / "README.md")], "not JSON"),
        ([], "the following arguments are required: COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
    ],
)
def test_bad_input_gets_one_clear_line(arguments, words):
    """No traceback: what was wrong and what is expected."""
    done = run(*arguments)
    assert done.returncode in (1, 2)
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bad_seat_of_a_replay(saved):
    """The refusal says which seats there are."""
    done = run("replay", str(saved), "--seat", "7")
    assert (done.returncode, done.stderr) == (1, "takujo: --seat is '7'; it takes 0 to 2, spectator or all\n")


HOSTILE = "\x1b]0;owned\x07\x1b[2J\x9b31m\r\u202e\ud800\nmatch.json: all 9 actions are as recorded."
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("key", ["version", "components", "options", "key", "actions", "result"])
def test_what_a_record_says_cannot_steer_the_terminal(saved, tmp_path, command, key):
    """Control characters anywhere in it are shown as escapes, on one line."""
    record = json.loads(saved.read_text())
    match key:
        case "options" | "key":
            record["options"] = {HOSTILE: 1} if key == "key" else {"start": HOSTILE}
        case "actions":
            record["actions"][0]["action"] = {"type": HOSTILE, HOSTILE: HOSTILE}
        case "result":
            record["result"]["winners"] = HOSTILE
        case _:
            record[key] = HOSTILE
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(record))
    done = run(command, str(bad))
    assert done.returncode == 1
    assert not CONTROL.search(done.stdout)
    assert not CONTROL.search(done.stderr)
    assert re.fullmatch(r"takujo: .*\n", done.stderr)


def test_what_a_view_says_cannot_steer_the_terminal(tmp_path):
    """Nor can markup, of which the terminal's links and colours are made."""
    view = takujo.load("ritual").new(2, 1).view(0) | {
        "ritual": HOSTILE,
        "round": "[link=x]here[/link]",
    }
    (tmp_path / "view.json").write_text(json.dumps(view))
    done = run("show", str(tmp_path / "view.json"))
    assert done.returncode == 0, done.stderr
    assert "[link=x]here[/link]" in done.stdout
    assert not CONTROL.search(done.stdout)


def test_show_reads_no_file_that_a_position_names(tmp_path):
    (tmp_path / "private.toml").write_text("private")
    position = takujo.load("in-the-ruin").new(1, 1).position() | {"card_set": str(tmp_path / "private.toml")}
    (tmp_path / "position.json").write_text(json.dumps(position))
    done = run("show", str(tmp_path / "position.json"))
    assert (done.returncode, done.stdout) == (1, "")
    assert "card_set names a file of this machine" in done.stderr


def test_the_name_of_a_record_cannot_steer_the_terminal(saved, tmp_path):
    file = tmp_path / "a\x1b[2J[red]b.json"
    file.write_bytes(saved.read_bytes())
    done = run("verify", str(file))
    assert done.returncode == 0
    assert r"a\x1b[2J[red]b.json: all" in done.stdout


def test_games_and_version():
    """Each game with its players, sentence, credits and options."""
    done = run("games")
    assert "RITUAL  (ritual, 2-5 players)" in done.stdout
    assert "押切隼" in done.stdout
    assert "--option restart_cap=null" in done.stdout
    assert run("--version").stdout == f"takujo {takujo.__version__}\n"


@pytest.mark.parametrize("slug", SLUGS)
def test_the_rules_can_be_read(slug):
    """All sections with a list of contents, or one of them, with its examples as the table is drawn."""
    game = takujo.load(slug)
    whole = run("rules", slug, "--lang", "ja")
    assert (whole.returncode, whole.stderr) == (0, "")
    for section in game.text.guide:
        assert section.id in whole.stdout
        assert whole.stdout.count(section.title["ja"]) >= 2
    for example in guide.read(game).examples:
        one = run("rules", slug, example.section)
        assert example.title["en"] in one.stdout
        assert game.text.title["en"] in one.stdout  # on the frame of the table
        assert len(one.stdout) < len(whole.stdout)
        break
    none = run("rules", slug, "nowhere")
    assert none.returncode == 1
    assert none.stderr.startswith(f"takujo: {slug} has no section 'nowhere'; there is goal, ")


def test_show(tmp_path):
    """A position or a view as the table; IN THE RUIN also as a picture."""
    game = takujo.load("in-the-ruin")
    s = game.new(2, 1)
    for name, tree in (
        ("position", s.position()),
        ("view", s.view(1)),
        ("short", {"game": "in-the-ruin", "row": ["K"]}),
    ):
        (tmp_path / f"{name}.json").write_text(json.dumps(tree))
        done = run("show", str(tmp_path / f"{name}.json"))
        assert done.returncode == 0, done.stderr
        assert "stage 1" in done.stdout
    picture = tmp_path / "sheet.svg"
    done = run("show", str(tmp_path / "position.json"), "--seat", "1", "--svg", str(picture))
    assert done.returncode == 0, done.stderr
    assert picture.read_text().startswith("<svg")


def test_show_a_position_of_a_variant(tmp_path):
    """With its component file; one of another title is refused."""
    file, position = tmp_path / "lives.toml", tmp_path / "position.json"
    file.write_text(packaged("ayatsuri").replace("life_at_start = 3 ", "life_at_start = 9 "), encoding="utf-8")
    s = takujo.load("ayatsuri", file, compiled=False).new(3, 1)
    position.write_text(json.dumps(s.position()))
    assert "○9" in run("show", str(position), "--components", str(file)).stdout
    (tmp_path / "other.toml").write_text(packaged("ritual"), encoding="utf-8")
    done = run("show", str(position), "--components", str(tmp_path / "other.toml"))
    assert (done.returncode, done.stdout) == (1, "")
    assert "it is for 'ritual'" in done.stderr


@pytest.mark.parametrize(
    ("tree", "more", "words"),
    [
        ({"game": "chess"}, [], "game is 'chess'; there is arkham-ritual"),
        ([], [], "game is None"),
        ({"game": "ritual", "players": 9}, [], "players is 9"),
        ({"game": "ritual", "players": 3}, ["--seat", "3"], "--seat is 3; it takes 0 to 2"),
        ({"game": "ritual", "players": 3}, ["--svg", "x.svg"], "there is no picture of ritual"),
        ({"game": "in-the-ruin", "row": ["K"]}, ["--svg", "/nowhere/x.svg"], "--svg /nowhere/x.svg: No such file"),
        (None, [], "is not JSON"),
    ],
)
def test_show_refuses(tmp_path, tree, more, words):
    """What is wrong with the file is said."""
    file = tmp_path / "x.json"
    file.write_text("{" if tree is None else json.dumps(tree))
    done = run("show", str(file), *more)
    assert done.returncode == 1
    assert words in done.stderr
    assert "Traceback" not in done.stderr


class Terminal:
    """A process at a pseudo-terminal, answered as a person would."""

    def __init__(self, *arguments):
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=slave, stdout=slave, stderr=slave, env=ENVIRONMENT, close_fds=True
        )
        os.close(slave)
        self.seen = ""

    def expect(self, *words, seconds=120):
        """Wait for one of these words; which it was."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for word in words:
                if word in self.seen:
                    self.seen = self.seen.partition(word)[2]
                    return word
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.master, 65536).decode(errors="replace").replace("\r", "")
                except OSError:  # the other side is gone
                    assert any(word in self.seen for word in words), self.seen[-2000:]
        raise AssertionError(f"none of {words} in: {self.seen[-2000:]}")

    def say(self, line):
        os.write(self.master, line.encode() + b"\n")

    def leave(self):
        os.close(self.master)
        self.process.kill()
        self.process.wait()


def test_a_whole_game_at_the_terminal():
    """Choose title, players and seat, answer nonsense once, then play to the end."""
    terminal = Terminal("play")
    try:
        terminal.expect("Game (1-")
        terminal.say(str(SLUGS.index("ritual") + 1))
        terminal.expect("Players (2-5)")
        terminal.say("2")
        terminal.expect("Your seat (0-1)")
        terminal.say("1")
        terminal.expect("q to leave: ")
        terminal.say("nonsense")
        terminal.expect("a number 1 to")
        terminal.expect("q to leave: ")
        terminal.say("?")
        terminal.expect("Taking a set", "Chanting a spell")  # what is at hand: the start player may be either
        for _ in range(200):
            if terminal.expect("q to leave: ", "[FIN-") == "[FIN-":
                break
            terminal.say("1")
        terminal.process.wait(timeout=60)
        assert terminal.process.returncode == 0
    finally:
        terminal.leave()


def test_narrowing_down_many_choices():
    """IN THE RUIN solo: words of a sentence narrow the list, a number chooses."""
    terminal = Terminal("play", "in-the-ruin", "--players", "1", "--seat", "0", "--seed", "1")
    try:
        terminal.expect("q to leave: ")
        terminal.say("1")  # keep two goals
        terminal.expect("q to leave: ")
        terminal.say("passage")
        terminal.expect("as passage")
        terminal.say("1")
        terminal.expect("Draw passage on ")
        terminal.say("q")
        terminal.process.wait(timeout=60)
    finally:
        terminal.leave()


def test_leaving_at_the_terminal():
    """q leaves at once."""
    terminal = Terminal("play", "ritual", "--players", "2", "--seat", "0")
    try:
        terminal.expect("q to leave: ")
        terminal.say("q")
        terminal.process.wait(timeout=60)
        assert terminal.process.returncode == 130
    finally:
        terminal.leave()


def test_a_variant_is_named_wherever_a_game_is(tmp_path, capsys):
    """`components` prints the file to begin with; play, rules, arena and the laboratory take the changed one."""
    assert main(["components", "ayatsuri"]) == 0
    text = capsys.readouterr().out
    assert text == packaged("ayatsuri")
    file = tmp_path / "long.toml"
    file.write_text(text.replace("kills_to_end = 3 ", "kills_to_end = 4 "), encoding="utf-8")
    assert main(["rules", "ayatsuri", "winning", "--components", str(file)]) == 0
    told = capsys.readouterr().out
    assert "4 kills or more" in " ".join(told.split())
    assert "Two with three kills" not in told, "examples show the printed game"
    assert main(["play", "ayatsuri", "--components", str(file), "--watch", "--players", "3", "--seed", "1"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert not [line for line in told if not line.startswith("Compiling the rules of")], "all of it is read"
    assert main(["play", "ayatsuri", "--components", str(tmp_path / "none.toml"), "--watch"]) == 1
    assert "No such file" in capsys.readouterr().err
    for command in (["play", "--watch"], ["rules"], ["arena"], ["lab"]):
        assert main([command[0], "ritual", *command[1:], "--components", str(file)]) == 1
        assert "long.toml: slug is None; it takes 'ritual': it is for 'ayatsuri'" in capsys.readouterr().err


@pytest.mark.once
def test_an_arena_of_a_variant(tmp_path, capsys):
    """Its report says which components were played with."""
    file, out = tmp_path / "short.toml", tmp_path / "found"
    file.write_text(packaged("ayatsuri").replace("kills_to_end = 3 ", "kills_to_end = 1 "), encoding="utf-8")
    command = ["arena", "ayatsuri", "--players", "3", "--bots", "uniform,novice", "--games", "3", "--workers", "1"]
    assert main([*command, "--components", str(file), "--out", str(out)]) == 0
    assert "novice among uniform" in capsys.readouterr().out
    assert (
        json.loads(out.with_suffix(".json").read_text())["components"] == load("ayatsuri", file, compiled=False).digest
    )


@pytest.mark.filterwarnings("default")
def test_what_nothing_reads_is_told_in_a_sentence(tmp_path, capsys):
    """A warning is for who typed the command: no line of our code stands in it."""
    file = tmp_path / "mine.toml"
    text = packaged("ritual").replace("[spell_markers]\n", "[spell_markers]\nblue = 5\n")
    file.write_text(text, encoding="utf-8")
    assert main(["rules", "ritual", "goal", "--components", str(file)]) == 0
    told = f"takujo: component file {file}: spell_markers.blue is not read: nothing is played by it\n"
    assert capsys.readouterr().err == told
