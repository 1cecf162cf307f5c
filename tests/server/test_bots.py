"""Bots in seats and bots over the stream."""

import subprocess
import sys

import pytest

from takujo.games import SLUGS
from takujo.match import verify
from tests.helpers import ROOT
from tests.server.parts import BOT, OPEN

pytestmark = pytest.mark.once


@pytest.mark.parametrize("slug", SLUGS)
def test_the_example_bot_plays_a_whole_game_through_the_stream(server, slug):
    made = server.create(slug, [OPEN, BOT, BOT], sit=False)
    command = [sys.executable, ROOT / "examples" / "stream_bot.py", str(server.http.base_url), made["code"]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "winners" in done.stdout
    record = server.record(made["table"]).json()
    verify(record)
    assert {0, 1, 2} == {entry["seat"] for entry in record["actions"]}


def test_the_example_bot_says_how_it_is_used():
    done = subprocess.run([sys.executable, ROOT / "examples" / "stream_bot.py"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "join code" in done.stderr


@pytest.mark.parametrize("level", ["novice", "regular", "expert"])
def test_bots_of_every_level_fill_a_table(server, level):
    made = server.create("ayatsuri", [{"kind": "bot", "level": level}] * 3, sit=False, options={"max_rounds": 2})
    socket = server.socket(made["table"])
    while not socket.until("state")["result"]:
        pass
