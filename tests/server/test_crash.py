"""kill -9 at random moments under load: nothing acknowledged is lost, nothing is done twice, every table goes on."""

import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from typing import Any

import httpx
import pytest

from takujo.match import verify
from tests.server.cluster import Node
from tests.server.parts import BOT, OPEN, READY, Server, bearer

pytestmark = pytest.mark.once

KILLS = 20
GAMES = ("ritual", "arkham-ritual", "ayatsuri", "in-the-ruin")


class Player(threading.Thread):
    """Plays one table after the other; asks again with the same key until it has an answer."""

    def __init__(self, server: Server, number: int):
        super().__init__(daemon=True)
        self.server, self.rng = server, random.Random(number)
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=5, trust_env=False)
        self.acknowledged: dict[str, dict[str, Any]] = {}  # table -> key -> action
        self.tables: list[tuple[str, str]] = []
        self.stopping = False
        self.faults: list[str] = []
        self.done = 0

    def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> httpx.Response:
        while True:
            try:
                answer = self.client.request(method, path, json=body, headers=bearer(token))
                if answer.status_code != 503:
                    return answer
            except httpx.TransportError:
                pass
            time.sleep(0.02)

    def run(self) -> None:
        try:
            while not self.stopping:
                self.play()
        except Exception as error:
            self.faults.append(repr(error))

    def play(self) -> None:
        pace = {"kind": "live", "bank": 600, "increment": 1}
        seats = [OPEN, OPEN, BOT] if self.rng.random() < 0.5 else [OPEN, BOT, BOT]
        made = self.ask(
            "POST", "/api/tables", body={"game": self.rng.choice(GAMES), "seats": seats, "pace": pace}
        ).json()
        table, tokens = made["table"], {0: made["token"]}
        if seats[1] is OPEN:
            joined = self.ask("POST", f"/api/tables/{table}/join", body={})
            if joined.status_code == 409:
                return  # the answer was lost with the server, the seat was not
            tokens[1] = joined.json()["token"]
        self.tables.append((table, made["token"]))
        self.acknowledged[table] = {}
        self.finish(table, tokens)

    def finish(self, table: str, tokens: dict[int, str]) -> None:
        number = 0
        while True:
            for seat, token in tokens.items():
                look = self.ask("GET", f"/api/tables/{table}", token).json()
                if look["result"]:
                    self.done += 1
                    return
                if not look["legal"]:
                    continue
                number += 1
                key, action = f"{seat} {number}", self.rng.choice(look["legal"])
                body = {"key": key, "decision": look["decision"], "action": action}
                answer = self.ask("POST", f"/api/tables/{table}/actions", token, body)
                if answer.status_code != 200:
                    self.faults.append(answer.text)
                    return
                self.acknowledged[table][key] = action


def test_kill_at_random_moments(nursery, tmp_path):
    rng = random.Random()
    with Node(nursery, tmp_path) as server:
        players = [Player(server, number) for number in range(4)]
        for player in players:
            player.start()
        for _ in range(KILLS):
            before = sum(len(keys) for player in players for keys in list(player.acknowledged.values()))
            time.sleep(rng.uniform(0.05, 0.6))
            server.kill()
            server.start()
            end = time.monotonic() + 60
            while sum(len(keys) for player in players for keys in list(player.acknowledged.values())) <= before:
                assert time.monotonic() < end, "nobody gets on"
                assert not any(player.faults for player in players), [player.faults for player in players]
                time.sleep(0.01)
        for player in players:
            player.stopping = True
        for player in players:
            player.join(120)
        assert [player.faults for player in players] == [[]] * 4
        assert sum(player.done for player in players) >= 4
        for player in players:
            for table, token in player.tables:
                acts = [entry for entry in server.entries(table) if entry.kind == "act"]
                written = {entry.key: entry.body["action"] for entry in acts if entry.key}
                assert player.acknowledged[table].items() <= written.items(), "an acknowledged action was lost"
                assert max(Counter(entry.key for entry in acts if entry.key).values(), default=0) <= 1
                look = server.look(table, token)
                assert look["result"], "every table goes on to its end"
                assert all(clock["left"] > 0 for clock in look["clock"][:1])
                verify(server.record(table, token).json())
            player.client.close()


def test_what_a_client_saw_is_there_after_a_crash(nursery, tmp_path):
    """The count of what it was sent, too: it resumes as if nothing had happened."""
    with Node(nursery, tmp_path) as server:
        table, tokens = server.full("ritual", 2)
        for _ in range(5):
            seat = server.look(table)["to_act"][0]
            server.act(table, tokens[seat], server.look(table, tokens[seat])["legal"][0])
        before = [server.look(table, token) for token in (*tokens, None)]
        server.kill()
        server.start()
        assert [server.look(table, token) for token in (*tokens, None)] == before
        resumed = server.socket(table, tokens[0], after=before[0]["seq"] - 1)
        assert len(resumed.receive()["events"]) < 20


def test_a_stopped_server_says_goodbye_and_the_next_goes_on(nursery, tmp_path):
    with Node(nursery, tmp_path) as server:
        table, tokens = server.full("ritual", 2)
        client = server.socket(table, tokens[0])
        client.until("presence")
        before = server.look(table, tokens[0])
        output = server.stop()
        assert "Traceback" not in output
        client.connection.recv_events_thread.join(5)
        assert client.connection.close_code == 1012
        server.start()
        assert server.look(table, tokens[0]) == before


def test_two_servers_do_not_share_a_file(nursery, tmp_path):
    with Node(nursery, tmp_path) as server:
        command = [sys.executable, "-m", "takujo.cli", "serve", "--port", "0", "--database", f"sqlite:///{server.file}"]
        other = subprocess.run(command, capture_output=True, text=True, timeout=READY)
        assert other.returncode == 1
        assert f"another takujo server has {server.file} open: it is at http://127.0.0.1:{server.port}/" in other.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--port", "99999"], "port is 99999; it takes 0 to 65535"),
        (["--database", "mysql://x"], "it takes sqlite:///FILE or postgresql://"),
        (["--bus", "carrier-pigeon"], "it takes local or nats://HOST:PORT"),
        (["--database", "sqlite:////proc/no/such.db"], "database sqlite:////proc/no/such.db"),
        (["--host", "203.0.113.7", "--port", "0"], "203.0.113.7"),
    ],
)
def test_a_server_that_cannot_start_says_why(tmp_path, arguments, says):
    command = [sys.executable, "-m", "takujo.cli", "serve", "--database", f"sqlite:///{tmp_path}/t.db", *arguments]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=READY)
    assert answer.returncode == 1
    assert says in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_busy_port_moves_on_unless_it_was_asked_for(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [
            sys.executable,
            "-m",
            "takujo.cli",
            "serve",
            "--host",
            "127.0.0.1",
            "--database",
            f"sqlite:///{tmp_path}/t.db",
        ]
        asked = subprocess.run([*command, "--port", str(port)], capture_output=True, text=True, timeout=READY)
        assert asked.returncode == 1
        assert f"port {port}" in asked.stderr
        environment = os.environ | {"TAKUJO_PORT": str(port)}
        moved = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert moved.stdout
        line = moved.stdout.readline()
        moved.kill()
        moved.communicate()
    assert int(line.rsplit(":", 1)[1].strip().rstrip("/")) > port
