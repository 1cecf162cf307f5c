"""A server plays games of other distributions; one that is broken keeps nobody from the others."""

import os
import time

import pytest

from takujo.games import SLUGS
from tests.outside import PROJECT, copy, install, register
from tests.server.parts import BOT, OPEN, Server

pytestmark = pytest.mark.once

LONG = 300.0  # seconds, on a machine that is busy


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Where the example is installed."""
    return install(PROJECT, tmp_path_factory.mktemp("outside"))


@pytest.fixture
def path(monkeypatch):
    """Lets Python look in further folders."""
    before = os.environ.get("PYTHONPATH", "")
    return lambda *folders: monkeypatch.setenv("PYTHONPATH", os.pathsep.join([before, *map(str, folders)]))


def played(server, made):
    """A table played by first choices to its end; what is told of it."""
    end = time.monotonic() + LONG
    while True:
        state = server.look(made["table"], made["token"])
        if state["table"]["status"] == "over":
            return state
        assert time.monotonic() < end
        if state["legal"]:
            server.act(made["table"], made["token"], state["legal"][0], decision=state["decision"])
        else:
            time.sleep(0.02)


def test_broken_games_are_named_and_the_others_are_played(site, path, tmp_path):
    """Whatever is wrong: no package, an exception, an exit, another slug, a policy that does not load."""
    copy(tmp_path, "raises", rules=("from .state import", "1 / 0\nfrom .state import"))
    copy(tmp_path, "exits", rules=("from .state import", "exit()\nfrom .state import"))
    copy(tmp_path, "misnamed", init=("liars-dice", "ritual"))
    copy(tmp_path, "thoughtless")
    (tmp_path / "thoughtless" / "bot").mkdir()
    (tmp_path / "thoughtless" / "bot" / "policy.py").write_text("import nothing_at_all\n")
    (tmp_path / "thoughtless" / "bot" / "__init__.py").touch()
    broken = ["absent", "exits", "misnamed", "raises", "thoughtless"]
    path(site, register(tmp_path, **{slug: slug for slug in broken}, ritual="raises"))
    with Server(tmp_path, jit="0") as server:
        told = server.http.get("/readyz").json()
        assert told["ready"]
        assert told["games"] == dict.fromkeys([*SLUGS, "liars-dice"], "ready") | dict.fromkeys(broken, "broken")
        for slug, words in {
            "absent": "absent (absent) does not load: ModuleNotFoundError: No module named 'absent'",
            "exits": "exits (exits) does not load: SystemExit",
            "misnamed": "its GAME is <takujo game ritual>; it takes a Game with the slug 'misnamed'",
            "raises": "raises (raises) does not load: ZeroDivisionError: division by zero",
            "thoughtless": "cannot be played: ModuleNotFoundError: No module named 'nothing_at_all'",
        }.items():
            assert words in told["faults"][slug]
            answer = server.http.post("/api/tables", json={"game": slug, "seats": [OPEN, BOT]})
            assert (answer.status_code, answer.json()["code"]) == (422, "no-such-game")
        assert [game["game"] for game in server.http.get("/api/games").json()] == [*SLUGS, "liars-dice"]
        assert played(server, server.create("liars-dice", [OPEN, BOT, BOT]))["view"]["result"]["winners"]
        server.create("ritual", [OPEN, BOT])
        output = server.stop()
    assert output.count("division by zero") == 2, output  # a line, and what led to it
    assert "Traceback" in output


def test_a_game_that_cannot_be_compiled_is_played_and_named(path, tmp_path):
    copy(tmp_path, "strange", rules=("    return only(s.turn)", "    return only(sorted({s.turn: 0})[0])"))
    path(register(tmp_path, strange="strange"))
    with Server(tmp_path, jit="") as server:
        made, end = server.create("strange", [OPEN, BOT]), time.monotonic() + LONG
        while not (told := server.http.get("/readyz").json())["faults"]:
            assert time.monotonic() < end
            time.sleep(0.2)
        assert told["games"]["strange"] == "ready"
        assert "strange could not be compiled: it is played uncompiled (" in told["faults"]["strange"]
        assert played(server, made)["view"]["result"]["winners"]
        assert told["faults"]["strange"] in server.stop()


def test_a_table_of_a_game_that_is_gone_hurts_no_other(site, path, tmp_path):
    path(site)
    with Server(tmp_path, jit="0") as server:
        gone, kept = server.create("liars-dice", [OPEN, BOT]), server.create("ritual", [OPEN, BOT])
        server.stop()
        path()
        server.start()
        answer = server.http.get(f"/api/tables/{gone['table']}")
        assert (answer.status_code, answer.json()["code"]) == (503, "no-such-game")
        assert server.look(kept["table"])["table"]["status"] == "playing"
        server.stop()
        path(site)
        server.start()
        assert server.look(gone["table"])["table"]["status"] == "playing"
