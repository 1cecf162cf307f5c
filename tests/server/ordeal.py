"""Tables being played while nodes, database and bus are made to fail; and what must be true after each failure.

Every seat is a client as the web page is one: a socket that comes back by itself, at any node, says what it has, and
repeats what nobody has acknowledged.
"""

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from takujo.match import verify
from takujo.server.store import Line, Store, Unavailable
from tests.server.parts import BOT, OPEN, Server, bearer

Json = dict[str, Any]

GAMES = ("ritual", "arkham-ritual", "ayatsuri", "in-the-ruin")
COMPARED = ("seq", "decision", "view", "legal", "to_act", "result")
PATIENCE = 120.0  # seconds within which everything has come right again
SILENCE = 2.0  # seconds without a word, an answer to a ping included: the node is gone
CUT = 0.004  # of all messages: the client's connection breaks after it


@dataclass
class Found:
    """What an ordeal has shown."""

    tables: int = 0  # played to their end
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    compared: int = 0  # states of clients with fresh views
    verified: int = 0  # records
    cuts: int = 0
    faults: list[str] = field(default_factory=list)


class Seat:
    """A client."""

    def __init__(self, ordeal: "Ordeal", table: str, token: str):
        self.ordeal, self.table, self.token = ordeal, table, token
        self.state: Json = {}
        self.waiting: Json | None = None
        self.acknowledged: dict[str, Json] = {}
        self.connected: asyncio.Task[None] | None = None

    @property
    def done(self) -> bool:
        return bool(self.state.get("result"))

    async def play(self) -> None:
        """To the end, through as many connections as it takes."""
        while not self.done:
            node = self.ordeal.rng.choice(self.ordeal.nodes)
            address = f"ws://127.0.0.1:{node.port}/api/tables/{self.table}/play?after={self.state.get('seq', 0)}"
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                options: Json = {"compression": None, "proxy": None, "open_timeout": SILENCE, "close_timeout": 0.1}
                async with connect(address, **options, ping_interval=None) as socket:
                    await self._talk(socket)
            await asyncio.sleep(self.ordeal.rng.uniform(0.01, 0.1))

    async def _talk(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"type": "hello", "token": self.token}))
        if self.waiting:
            await socket.send(json.dumps(self.waiting))
        heard = time.monotonic()
        while not self.done:
            try:
                async with asyncio.timeout(SILENCE / 4):
                    message = json.loads(await socket.recv())
            except TimeoutError:
                if time.monotonic() - heard > SILENCE:
                    raise
                await socket.send('{"type":"ping"}')
            else:
                heard = time.monotonic()
                self._take(message)
                if self.ordeal.rng.random() < CUT:
                    self.ordeal.found.cuts += 1
                    socket.transport.abort()
                    return
            if self.state.get("legal") and self.waiting is None and not self.ordeal.holding:
                self.waiting = {
                    "type": "act",
                    "key": f"{len(self.acknowledged)} {self.ordeal.rng.getrandbits(32)}",
                    "decision": self.state["decision"],
                    "action": self.ordeal.rng.choice(self.state["legal"]),
                }
                await socket.send(json.dumps(self.waiting))

    def _take(self, message: Json) -> None:
        if message["type"] == "state":
            if message["seq"] < self.state.get("seq", 0):
                self.ordeal.fault(f"table {self.table}: a client was sent back in time")
            self.state = message
        elif message["type"] == "ack" and self.waiting and message["key"] == self.waiting["key"]:
            self.acknowledged[self.waiting["key"]] = self.waiting["action"]
            self.ordeal.found.acknowledged += 1
            self.waiting = None
            if self.state["seq"] < message["seq"]:
                self.state = {**self.state, "legal": []}  # the next state tells what is legal now
        elif message["type"] == "refused" and message["key"]:
            self.ordeal.fault(f"table {self.table}: {message['code']}: {message['reason']}")
            self.waiting = None


class Ordeal:
    """So many tables at a time, one after the other, at these nodes."""

    def __init__(self, nodes: Sequence[Server], tables: int, seed: int, games: Sequence[str] = GAMES):
        self.nodes, self.tables, self.games = nodes, tables, games
        self.rng = random.Random(seed)
        self.found = Found()
        self.playing: dict[str, list[Seat]] = {}
        self.holding = self.ending = False

    def fault(self, what: str) -> None:
        self.found.faults.append(what)

    @contextlib.asynccontextmanager
    async def going_on(self) -> AsyncIterator["Ordeal"]:
        """Play; at the end of the block finish the tables that are being played."""
        self.store = Store(self.nodes[0].database)
        async with httpx.AsyncClient(timeout=5, trust_env=False) as self.http:
            tables = [asyncio.ensure_future(self._play()) for _ in range(self.tables)]
            try:
                yield self
                self.ending = True
                async with asyncio.timeout(PATIENCE * 3):
                    await asyncio.gather(*tables)
            finally:
                for task in tables:
                    task.cancel()
                await asyncio.gather(*tables, return_exceptions=True)
                self.store.close()

    async def ask(
        self, method: str, path: str, token: str | None = None, node: Server | None = None, **body: Any
    ) -> Any:
        """Of any node, or this one, until it answers."""
        while True:
            port = (node or self.rng.choice(self.nodes)).port
            with contextlib.suppress(httpx.HTTPError):
                address = f"http://127.0.0.1:{port}{path}"
                answer = await self.http.request(method, address, headers=bearer(token), **body)
                if answer.status_code != 503:
                    return answer
            await asyncio.sleep(0.05)

    async def _play(self) -> None:
        while not self.ending:
            seats = self.rng.choice([[OPEN, OPEN, BOT], [OPEN, BOT, BOT], [OPEN, OPEN, OPEN]])
            pace = {"kind": "live", "bank": 7000, "increment": 1}
            request = {"game": self.rng.choice(self.games), "seats": seats, "pace": pace}
            made = (await self.ask("POST", "/api/tables", json=request)).json()
            table, tokens = made["table"], [made["token"]]
            for _ in range(seats.count(OPEN) - 1):
                joined = await self.ask("POST", f"/api/tables/{table}/join", json={})
                if joined.status_code != 200:
                    break  # its answer was lost with a node, the seat was not
                tokens.append(joined.json()["token"])
            else:
                clients = self.playing[table] = [Seat(self, table, token) for token in tokens]
                await asyncio.gather(*(client.play() for client in clients))
                await self._check_log(table, clients)
                record = (await self.ask("GET", f"/api/tables/{table}/record", tokens[0])).json()
                try:
                    await asyncio.to_thread(verify, record)
                    self.found.verified += 1
                except Exception as error:
                    self.fault(f"table {table}: its record does not verify: {error}")
                del self.playing[table]
                self.found.tables += 1

    async def _check_log(self, table: str, clients: Sequence[Seat]) -> None:
        """What was acknowledged is in the log, once."""
        acknowledged = {key: action for client in clients for key, action in client.acknowledged.items()}
        acts = [entry for entry in await self._entries(table) if entry.kind == "act" and entry.key]
        written = {entry.key: entry.body["action"] for entry in acts}
        self.found.lost += sum(written.get(key) != action for key, action in acknowledged.items())
        self.found.doubled += sum(count - 1 for count in Counter(entry.key for entry in acts).values())
        decisions = Counter(entry.seat for entry in acts)
        for client in clients:  # none was done twice under two keys either
            if client.state.get("decision", 0) > decisions.total():
                self.fault(f"table {table}: more decisions than actions")

    async def _entries(self, table: str) -> list[Line]:
        while True:
            with contextlib.suppress(Unavailable):  # connections from before the database was restarted
                return await self.store.entries(table)

    async def check(self) -> None:
        """After a failure: everything comes right, and is right."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._go_on()
                self.holding = True
                while not await self._all_alike():
                    await asyncio.sleep(0.05)
                for table, clients in list(self.playing.items()):
                    await self._check_log(table, clients)
        except TimeoutError:
            self.fault(f"not all came right within {time.monotonic() - began:.0f} s")
        finally:
            self.holding = False

    async def _go_on(self) -> None:
        """Every table goes on."""
        before = {table: self._count(clients) for table, clients in self.playing.items()}
        for table, count in before.items():
            while table in self.playing and self._count(self.playing[table]) == count:
                await asyncio.sleep(0.01)

    def _count(self, clients: Sequence[Seat]) -> int:
        return sum(len(client.acknowledged) for client in clients)

    async def _all_alike(self) -> bool:
        """Every client has what a fresh look gives, at every node."""
        clients = [client for seats in self.playing.values() for client in seats]
        compared = 0
        for client in clients:
            for node in self.nodes:
                answer = await self.ask("GET", f"/api/tables/{client.table}", client.token, node)
                fresh = answer.json()
                if client.waiting or client.state.get("seq") != fresh["seq"]:
                    return False
                for key in COMPARED:
                    if client.state[key] != fresh[key]:
                        self.fault(f"table {client.table}: {key} of a client is not that of a fresh view")
                compared += 1
        self.found.compared += compared
        return True
