"""Real parts: the server as a process of its own, clients over HTTP and WebSocket, tables put into the store."""

import asyncio
import contextlib
import json
import os
import random
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self
from zlib import crc32

import httpx
from websockets.sync.client import ClientConnection, connect

from takujo.match import commitment
from takujo.server.keys import digest
from takujo.server.store import Line, Row, Store, Token

Json = dict[str, Any]

OPEN, BOT = {"kind": "open"}, {"kind": "bot", "level": "regular"}
SOON = 60.0  # seconds within which a message that must come has come
READY = 180.0  # to compile all games, should that still have to be done


def free_port() -> int:
    """One that is free, below those that the system hands out: no other connection takes it in the meantime."""
    while True:
        port = random.randrange(10_000, 30_000)
        with socket.socket() as tried, contextlib.suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port


class Server:
    """A server process on a file of its own, or on the `database` it is given."""

    command: tuple[str, ...] = (sys.executable, "-m", "takujo.cli")

    def __init__(self, folder: Path, *, database: str | None = None, ready: bool = True, **settings: str):
        self.file = folder / "tables.db"
        self.database = database or f"sqlite:///{self.file}"
        self.settings = {"bot_delay": "0,0", "restart_grace": "0", "address_rate": "100000,100000"} | settings
        self.settings |= {"token_rate": "100000,100000", "table_rate": "100000,100000", "sockets": "10000"} | settings
        self.settings |= {"entry_rate": "100000,100000", "open_tables": "100000"} | settings
        self.settings |= {"miss_rate": "100000,100000", "account_rate": "100000,100000"} | settings
        self.settings |= {"ask_rate": "100000,100000"} | settings
        self.port = 0
        self.sockets: list[Socket] = []
        self.start(ready=ready)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close_sockets()
        if self.process.poll() is None:
            self.stop()

    def close_sockets(self) -> None:
        for each in self.sockets:
            each.close()
        self.sockets.clear()

    def start(self, *, ready: bool = True) -> None:
        environment = {f"TAKUJO_{name.upper()}": value for name, value in self.settings.items()}
        arguments = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--database", self.database]
        line = self.spawn(arguments, environment)
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line + self.output()
        self.port = int(found[1])
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=SOON, trust_env=False)
        if ready:
            self.wait_until_ready()

    def spawn(self, arguments: list[str], environment: dict[str, str]) -> str:
        """Start the process; the first line it prints."""
        self.process: Any = subprocess.Popen(
            [*self.command, *arguments],
            env=os.environ | {"TAKUJO_JIT": "1"} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return str(self.process.stdout.readline())

    def wait_until_ready(self) -> None:
        end = time.monotonic() + READY
        while time.monotonic() < end:
            with contextlib.suppress(httpx.TransportError):
                if self.http.get("/readyz").status_code == 200:
                    return
            assert self.process.poll() is None, self.output()
            time.sleep(0.05)
        self.kill()  # nobody else would: it would take time from all that comes after
        raise AssertionError("the server did not become ready")

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.output()
        self.http.close()

    def stop(self) -> str:
        """As Ctrl+C would; what it printed."""
        self.process.send_signal(signal.SIGINT)
        output = self.output()
        self.http.close()
        return output

    def output(self) -> str:
        return str(self.process.communicate(timeout=SOON)[0])

    # -- what clients do

    def create(self, game: str, seats: list[Json] | None = None, **more: Any) -> Any:
        answer = self.http.post("/api/tables", json={"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def join(self, table: str, **more: Any) -> Any:
        answer = self.http.post(f"/api/tables/{table}/join", json=more)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def full(self, game: str, players: int, **more: Any) -> tuple[str, list[str]]:
        """A table where people sit in all seats: its id and their tokens."""
        made = self.create(game, players=players, **more)
        return made["table"], [made["token"], *(self.join(made["table"])["token"] for _ in range(players - 1))]

    def look(self, table: str, token: str | None = None) -> Any:
        answer = self.http.get(f"/api/tables/{table}", headers=bearer(token))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, table: str, token: str, action: Any, key: str | None = None, **more: Any) -> httpx.Response:
        body = {"key": key or secrets.token_hex(8), "action": action, **more}
        return self.http.post(f"/api/tables/{table}/actions", json=body, headers=bearer(token))

    def socket(self, table: str, token: str | None = None, after: int | None = None, **hello: Any) -> "Socket":
        self.sockets.append(Socket(self.port, table, token, after, **hello))
        return self.sockets[-1]

    def raw_socket(self, table: str, **more: Any) -> Any:
        """Without a hello."""
        return connect(f"ws://127.0.0.1:{self.port}/api/tables/{table}/play", compression=None, proxy=None, **more)

    def record(self, table: str, token: str | None = None) -> httpx.Response:
        return self.http.get(f"/api/tables/{table}/record", headers=bearer(token))

    def entries(self, table: str) -> list[Line]:
        """The log itself, read past the server."""
        store = Store(self.database)
        try:
            return asyncio.run(store.entries(table))
        finally:
            store.close()


def rebuilt(before: Json, message: Json) -> Json:
    """The state that a change leads to."""
    assert message["seq"] == before["seq"] + 1
    view: Json = before["view"]
    stages: list[Json] = []
    for stage in message["stages"]:
        view = view | stage["changes"]
        stages.append({"start": stage["start"], "end": stage["end"], "view": view})
    view = view | message["changes"]
    text = json.dumps(view, separators=(",", ":"), ensure_ascii=False)
    assert crc32(text.encode()) == message["digest"]
    rest = {name: value for name, value in message.items() if name not in ("changes", "digest")}
    return rest | {"type": "state", "view": view, "stages": stages}


def bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


class Socket:
    """One WebSocket connection; `frames` keeps all that was received, as it came."""

    def __init__(self, port: int, table: str, token: str | None, after: int | None = None, **hello: Any):
        query = "" if after is None else f"?after={after}"
        address = f"ws://127.0.0.1:{port}/api/tables/{table}/play{query}"
        self._context = connect(address, compression=None, proxy=None, max_queue=None)
        self.connection: ClientConnection = self._context.__enter__()
        self.frames: list[str] = []
        self.state: Json = {}
        said = {"token": token, **hello}
        said = {name: value for name, value in said.items() if value is not None and value is not False}
        self.connection.send(json.dumps({"type": "hello", **said}))

    def receive(self) -> Json:
        frame = self.connection.recv(timeout=SOON)
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: Json = json.loads(frame)
        if message["type"] == "state":
            self.state = message
        elif message["type"] == "change":
            self.state = rebuilt(self.state, message)
        return message

    def until(self, kind: str, **values: Any) -> Json:
        """The next message of this kind with these values."""
        while True:
            message = self.receive()
            if message["type"] == kind and all(message[name] == value for name, value in values.items()):
                return message

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def ask(self, **message: Any) -> Json:
        """Send, and the answer: an ack or a refusal."""
        key = message.setdefault("key", secrets.token_hex(8))
        self.send(**message)
        while True:
            answer = self.receive()
            if answer["type"] in ("ack", "refused") and answer["key"] == key:
                return answer

    def close(self) -> None:
        self._context.__exit__(None, None, None)


def plant(
    server: Server,
    position: Json,
    seed: bytes,
    pace: Json | None = None,
    seats: list[Json] | None = None,
    **more: Any,
) -> tuple[str, list[str]]:
    """A table that starts in the middle, people in all its seats: its id and their tokens. With `seats`: nobody yet."""
    players = position["players"]
    row = Row(secrets.token_urlsafe(12), secrets.token_hex(3).upper(), seed)
    body = {
        "game": position["game"],
        "players": players,
        "options": position["options"],
        "seats": seats or [OPEN] * players,
        "pace": pace or {"kind": "relaxed"},
        "spectators": "public",
        "watched": 0,
        "host": 0,
        "webhook": None,
        "position": position,
        **more,
    }
    now = time.time_ns() // 1_000_000
    entries = [Line(1, now, "create", body=body)]
    people = 0 if seats else players
    entries += [Line(seat + 2, now, "join", seat, body={}) for seat in range(people)]
    tokens = [secrets.token_urlsafe(16) for _ in range(people)]
    held = [Token(digest(token), row.id, seat, seat + 2) for seat, token in enumerate(tokens)]
    store = Store(server.database)
    store.open()
    try:
        asyncio.run(store.create(row, entries, held))
    finally:
        store.close()
    return row.id, tokens


def scrubbed(text: str, table: str, seed: bytes) -> str:
    """Without the id, code, commitment and times."""
    text = text.replace(table, "ID").replace(commitment(seed), "COMMITMENT")
    text = re.sub(r'"code":"[0-9A-F]{6}"', '"code":"CODE"', text)
    return re.sub(r'"(created|at|left)":\d+', r'"\1":TIME', text)
