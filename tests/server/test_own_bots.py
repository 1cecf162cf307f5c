"""Bots that who runs a server has named at its start: levels of its tables, and nobody else can bring one."""

import subprocess
import sys

import pytest

from takujo.match import Match, verify
from tests.server.parts import BOT, OPEN, READY, Server, bearer

pytestmark = pytest.mark.once

MINE, BROKEN = {"kind": "bot", "level": "mine"}, {"kind": "bot", "level": "broken"}


@pytest.fixture
def bots(tmp_path):
    (tmp_path / "mine.py").write_text(
        "def choose(view, legal, rng, budget, clock):\n    return legal[-1]\n", encoding="utf-8"
    )
    (tmp_path / "broken.py").write_text("def choose(*given):\n    raise KeyError('oh')\n", encoding="utf-8")
    return {name: f"{name}={tmp_path}/{name}.py" for name in ("mine", "broken")}


def test_a_table_with_them_is_played_to_its_end(tmp_path, bots):
    """They decide as their author wrote; for one that fails a regular decides, and the log of the server says why."""
    with Server(tmp_path, bots=",".join(bots.values()), jit="0") as server:
        levels = {tuple(game["levels"]) for game in server.http.get("/api/games").json()}
        assert levels == {("novice", "regular", "expert", "mine", "broken")}
        made = server.create("ritual", [MINE, BROKEN], sit=False, players=2, options={"restart_cap": 0})
        seats = server.look(made["table"])["table"]["seats"]
        assert [seat["level"] for seat in seats] == ["mine", "broken"]
        socket = server.socket(made["table"])
        while not socket.until("state")["result"]:
            pass
        match = verify(server.record(made["table"]).json())
        assert {seat for seat, _ in match.actions} == {0, 1}
        replayed = Match(match.game, 2, match.options, match.seed, entropy=match.entropy)
        for seat, action in match.actions:
            if seat == 0:
                assert action == replayed.state.legal(0)[-1]
            replayed.play(seat, action)
        said = server.stop()
    assert "broken.py': KeyError: 'oh'" in said


def test_strangers_bring_none(tmp_path, bots):
    """A level is a name that the server knows; whatever else is refused, and what there is is said."""
    with Server(tmp_path, bots=bots["mine"], jit="0") as server:
        for level, status in (("other", 422), ("json:loads", 422), (f"{tmp_path}/mine.py", 422), ("process:id", 422)):
            seat = {"kind": "bot", "level": level}
            answer = server.http.post("/api/tables", json={"game": "ritual", "seats": [seat, OPEN]})
            assert answer.status_code == status, level
            made = server.create("ritual", [OPEN, OPEN])
            place = f"/api/tables/{made['table']}/seats/1"
            assert server.http.post(place, json=seat, headers=bearer(made["token"])).status_code == status
        told = server.http.post(
            "/api/tables", json={"game": "ritual", "seats": [{"kind": "bot", "level": "other"}, OPEN]}
        )
        assert told.json()["reason"] == "level is 'other'; it takes novice, regular, expert, mine."


def test_a_table_outlives_its_bot(tmp_path, bots):
    """After a start without it a regular plays in its seat."""
    with Server(tmp_path, bots=bots["mine"], jit="0") as server:
        made = server.create("ritual", [OPEN, MINE], players=2)
        server.kill()
        server.settings.pop("bots")
        server.start()
        socket = server.socket(made["table"], made["token"])
        state = socket.until("state")
        while not state["legal"]:
            state = socket.until("state")
        assert server.act(made["table"], made["token"], state["legal"][0]).status_code == 200
        assert server.create("ritual", [OPEN, BOT])


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("mine", "bots has 'mine'; it takes NAME=BOT, the name in small letters"),
        ("novice=mine.py", "bots has 'novice=mine.py'"),
        ("My Bot=mine.py", "bots has 'My Bot=mine.py'"),
        ("mine=nowhere.py", "bot 'nowhere.py': there is no file nowhere.py"),
    ],
)
def test_what_is_no_bot_keeps_a_server_from_starting(tmp_path, bot, words):
    command = [sys.executable, "-m", "takujo.cli", "serve", "--port", "0", "--bot", bot]
    done = subprocess.run(
        [*command, "--database", f"sqlite:///{tmp_path}/t.db"], capture_output=True, text=True, timeout=READY
    )
    assert done.returncode == 1
    assert words in done.stderr
