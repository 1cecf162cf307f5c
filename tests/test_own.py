"""Bots of one's own: functions and programs, in processes with limits; whatever they do, it is said what was wrong."""

import json
import random
import sys
import time

import pytest

import takujo
from takujo.core.game import View
from takujo.own import Failed, Own, find

pytestmark = pytest.mark.once

PROGRAM = """
import json, os, sys, time
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"decision": asked["decision"], "action": asked["legal"][-1]}
    BODY
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def state():
    return takujo.load("ritual", compiled=False).new(3, 5)


@pytest.fixture
def program(tmp_path):
    """A bot that does something before it answers with the last legal action."""

    def make(body="pass"):
        file = tmp_path / "program.py"
        file.write_text(PROGRAM.replace("BODY", body), encoding="utf-8")
        return f"process:{sys.executable} {file}"

    return make


def decided(bot, state, seed=1, budget=10.0):
    seat = state.to_act[0]
    return state.decode(seat, bot.pick(state.game, state.view_raw(seat), seat, random.Random(seed), budget))


def test_a_file(tmp_path, state):
    """Its `choose`, or another function of it, gets a View, the legal actions, chance, a budget and a clock."""
    file = tmp_path / "mine.py"
    file.write_text(
        "import helper\n"
        "def choose(view, legal, rng, budget, clock):\n"
        "    print('not an answer')\n"
        "    assert view.game.slug == 'ritual' and view.seat in view['to_act'] and budget == 10 and clock() > 0\n"
        "    return helper.last(legal)\n"
        "def other(view, legal, rng, budget, clock):\n"
        "    return legal[0]\n",
        encoding="utf-8",
    )
    (tmp_path / "helper.py").write_text("def last(legal):\n    return legal[-1]\n", encoding="utf-8")
    legal = state.legal(state.to_act[0])
    assert decided(find(str(file)), state) == legal[-1]
    assert decided(find(f"{file}:other"), state) == legal[0]


def test_a_module(tmp_path, state, monkeypatch):
    """In the folder where the command is run. The same chance decides alike."""
    (tmp_path / "chancy.py").write_text(
        "def choose(view, legal, rng, budget, clock):\n    return rng.choice(legal)\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    bot = find("chancy:choose")
    assert len({str(decided(bot, state, seed)) for seed in range(20)}) > 1
    assert decided(bot, state, 3) == decided(bot, state, 3)


def test_a_program_gets_what_its_seat_may_know(program, state, tmp_path):
    """The question is the view of the seat and its legal actions, nothing of the state."""
    seat, heard = state.to_act[0], tmp_path / "heard.json"
    bot = find(program(f"open({str(heard)!r}, 'w').write(line)"))
    assert decided(bot, state) == state.legal(seat)[-1]
    asked = json.loads(heard.read_text(encoding="utf-8"))
    assert asked.pop("view") == dict(View(state.view(seat), seat, state.game))
    assert asked.pop("legal") == state.legal(seat)
    assert 0 <= asked.pop("seed") < 1 << 53
    assert asked == {"decision": 1, "game": "ritual", "seat": seat, "budget": 10.0}


def test_own_cards_are_part_of_the_question(tmp_path):
    """A function's view is of the game that is played, with other components, too."""
    (tmp_path / "mine.py").write_text(
        "def choose(view, legal, rng, budget, clock):\n"
        "    assert view.game.digest and len(view.game.observation(view)) == view.game.observation_size\n"
        "    return legal[-1]\n",
        encoding="utf-8",
    )
    small = takujo.load("ritual").small
    assert small
    state = takujo.load("ritual", small[0], compiled=False).new(2, 1, small[1])
    assert decided(find(str(tmp_path / "mine.py")), state) == state.legal(state.to_act[0])[-1]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("answer['action'] = {'type': 'win'}", r'its action is {"type": "win"}; it takes one of `legal`'),
        ("answer['decision'] = 7", "its answer is to decision 7, not to 1"),
        ("answer = [1]", r"it said '\[1\]\\n'; it takes a line with a JSON object"),
        ("print('hm')", r"it said 'hm\\n'; it takes a line"),
        ("sys.stdout.write('[' * 10_000_000)", r"it said '\[\[\["),
        ("sys.exit(3)", "it has ended"),
        ("answer = {'error': 'no idea'}", "no idea"),
        ("bytes(8 << 30)", "it has ended"),
    ],
)
def test_what_is_no_decision(program, state, body, words, capfd):
    """It is refused with what was wrong; the process has ended, and the next decision is another's."""
    bot = Own(program(body))
    for _ in range(2):
        with pytest.raises(Failed, match=words):
            decided(bot, state)


def test_time(program, state, monkeypatch):
    """Who says nothing is ended, with all that it has started."""
    monkeypatch.setenv("TAKUJO_BOT_SECONDS", "0.5")
    bot = Own(
        program("import subprocess; subprocess.Popen(['sleep', '60']); time.sleep(60) if asked['decision'] > 1 else 0")
    )
    assert decided(bot, state)
    begun = time.monotonic()
    process = bot._idle[0]
    with pytest.raises(Failed, match=r"it has said nothing for 0\.51 seconds"):
        decided(bot, state)
    assert time.monotonic() - begun < 30
    assert process._child.poll() is not None


@pytest.mark.skipif(sys.platform == "win32", reason="pipes cannot be asked there whether they are full")
def test_reading_and_answering_share_the_time(tmp_path, state, monkeypatch):
    """Who reads late has the less to think: no decision takes longer than its limit."""
    file = tmp_path / "slow.py"
    file.write_text(
        "import time\nprint('{\"ready\": true}', flush=True)\ntime.sleep(1.5)\ninput()\ntime.sleep(1000)\n",
        encoding="utf-8",
    )
    bot = Own(f"process:{sys.executable} {file}")
    monkeypatch.setattr("takujo.own.START", 2.5)
    begun = time.monotonic()
    with pytest.raises(Failed, match=r"it has said nothing for 2\.5 seconds"):
        bot._idle[0].ask(state.game, {"long": "x" * (1 << 20)}, 0, [], 1, 10.0)
    assert time.monotonic() - begun < 3.7  # 4 where each had all of it


@pytest.mark.skipif(sys.platform == "win32", reason="pipes cannot be asked there whether they are full")
def test_who_does_not_read_does_not_stop_who_asks(tmp_path, state, monkeypatch):
    """A question longer than a pipe holds: a program that never reads is ended when its time is over."""
    file = tmp_path / "deaf.py"
    file.write_text("import time\nprint('{\"ready\": true}', flush=True)\ntime.sleep(1000)\n", encoding="utf-8")
    bot = Own(f"process:{sys.executable} {file}")
    monkeypatch.setattr("takujo.own.START", 0.2)
    with pytest.raises(Failed, match=r"it has not read its question for 0\.2 seconds"):
        bot._idle[0].ask(state.game, {"long": "x" * (1 << 20)}, 0, [], 1, 10.0)
    assert bot._idle[0]._child.poll() is not None


def test_memory(program, state, monkeypatch, tmp_path, capfd):
    """More than it may have is not given to it; of a function its author reads which limit that was."""
    (tmp_path / "mine.py").write_text("def choose(*asked):\n    return bytes(8 << 30)\n", encoding="utf-8")
    with pytest.raises(Failed, match="MemoryError: more memory than TAKUJO_BOT_MEMORY allows"):
        decided(find(str(tmp_path / "mine.py")), state)
    monkeypatch.setenv("TAKUJO_BOT_MEMORY", "300")
    with pytest.raises(Failed, match="it has ended"):
        decided(Own(program("kept = bytes(400 << 20)")), state)
    assert "MemoryError" in capfd.readouterr().err


def test_a_bot_knows_nothing_of_the_server(program, state, monkeypatch):
    """Where its database is, and its secret, are not among the variables of a bot."""
    monkeypatch.setenv("TAKUJO_DATABASE", "postgresql://me:secret@host/db")
    bot = Own(program("assert not [name for name in os.environ if name.startswith('TAKUJO_D')], 'seen'"))
    assert decided(bot, state)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("master", "bot 'master': there is uniform, novice, regular, expert, or your own as FILE.py, module:function"),
        ("nowhere.py", r"bot 'nowhere.py': there is no file nowhere.py"),
        ("nowhere.py:choose", r"there is no file nowhere.py"),
        ("process:", "it takes a command, as in process:./my-bot"),
        ("process:/nowhere/bot --fast", "/nowhere/bot is not there"),
        ("process:/etc --fast", "/etc is no program: may it be executed"),
        ("process:echo hello", "it said 'hello"),
        ("no_such_module:choose", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("json:choose", "module 'json' has no attribute 'choose'"),
        ("json:__doc__", "TypeError: json:__doc__ is no function"),
    ],
)
def test_there_is_no_such_bot(name, words, capfd):
    with pytest.raises(ValueError, match=words):
        find(name)


def test_limits_are_checked(monkeypatch, program):
    monkeypatch.setenv("TAKUJO_BOT_SECONDS", "soon")
    with pytest.raises(ValueError, match="TAKUJO_BOT_SECONDS is 'soon'; it takes a number above 0"):
        find(program())
