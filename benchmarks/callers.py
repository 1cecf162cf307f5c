"""Tables as the load drives them: four people each, who do something when told to, at our server or at the peer's."""

import json
import random
import re
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import httpx
from pydantic_core import from_json

from benchmarks.wsclient import Line, connect

__all__ = ["SEATS", "BoardgameTable", "Table", "TakujoTable", "Tally"]

SEATS = 4


class Tally:
    """What became of the actions that were due."""

    def __init__(self) -> None:
        self.due = self.refused = 0
        self.delays: list[float] = []  # from due to acknowledged
        self.asked: list[float] = []  # from due to when the next player was asked to act
        self.shown: list[float] = []  # from due to when another seat was shown what it did, each of them
        self.late: list[float] = []  # how much later than due an action was sent though its table was ready


class Table:
    """Actions come due whatever the server does; one that finds its table not ready waits, and the wait counts."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.due: deque[tuple[float, Tally]] = deque()
        self.last: tuple[float, Tally] | None = None  # the last of them that was sent, until somebody is asked again
        self.under_way = False  # the first of them was sent and is not yet acknowledged
        self.move: Callable[[], None] | None = None  # sends the next action; None: nobody has been asked for one
        self.over = False
        self.seen = [0] * SEATS  # of each seat: the number of what it was last shown, and what it is still to be shown
        self.unseen: list[deque[tuple[float, Tally] | None]] = [deque() for _ in range(SEATS)]

    async def open(self, http: httpx.AsyncClient, port: int) -> None:
        raise NotImplementedError

    def call(self, due: float, tally: Tally) -> None:
        """An action is due now."""
        tally.due += 1
        ready = self.move is not None and not self.due
        self.due.append((due, tally))
        if ready:
            tally.late.append(time.perf_counter() - due)
            self.go_on()

    def asked(self, move: Callable[[], None]) -> None:
        """The server asks somebody here to act."""
        if self.last:
            due, tally = self.last
            tally.asked.append(time.perf_counter() - due)
            self.last = None
        self.move = move
        self.go_on()

    def acts(self, actor: int) -> None:
        """The action that is due is being sent."""
        for seat, unseen in enumerate(self.unseen):
            unseen.append(None if seat == actor else self.due[0])

    def shows(self, seat: int, number: int) -> None:
        """The server shows a seat what has happened up to this number."""
        for _ in range(min(number - self.seen[seat], len(self.unseen[seat]))):
            if action := self.unseen[seat].popleft():
                action[1].shown.append(time.perf_counter() - action[0])
        self.seen[seat] = number

    def go_on(self) -> None:
        if self.due and self.move and not self.under_way:
            self.under_way, move, self.move, self.last = True, self.move, None, self.due[0]
            move()

    def acknowledged(self) -> None:
        due, tally = self.due.popleft()
        tally.delays.append(time.perf_counter() - due)
        self.under_way = False
        self.go_on()

    def refused(self) -> None:
        self.due.popleft()[1].refused += 1
        self.under_way = False

    def close(self) -> None:
        for line in self.lines:
            line.transport.abort()


class TakujoTable(Table):
    """At `takujo serve`."""

    numbered = re.compile(rb'"seq":(\d+),"decision"')

    async def open(self, http: httpx.AsyncClient, port: int) -> None:
        made = (await http.post("/api/tables", json={"game": "ritual", "players": SEATS})).json()
        path = f"/api/tables/{made['table']}"
        tokens = [made["token"]]
        for _ in range(SEATS - 1):
            tokens.append((await http.post(f"{path}/join", json={})).json()["token"])
        for seat, token in enumerate(tokens):
            line = await connect(port, f"{path}/play", lambda text, seat=seat: self.hear(seat, text))  # type: ignore[misc]  # mypy does not infer it
            self.lines.append(line)
            line.send(json.dumps({"type": "hello", "token": token, "changes": True}).encode())

    def hear(self, seat: int, text: bytes) -> None:
        if text.startswith((b'{"type":"change"', b'{"type":"state"')):
            number = self.numbered.search(text)
            assert number
            self.shows(seat, int(number[1]))
            if b'"legal":[]' not in text:
                state = from_json(text)
                self.asked(lambda: self.act(seat, state))
            elif b'"result":{' in text:
                self.over = True
        elif text.startswith(b'{"type":"ack"'):
            self.acknowledged()
        elif text.startswith(b'{"type":"refused"'):
            self.refused()

    def act(self, seat: int, state: dict[str, Any]) -> None:
        self.acts(seat)
        message = {"type": "act", "key": str(state["seq"]), "decision": state["decision"]}
        self.lines[seat].send(json.dumps({**message, "action": random.choice(state["legal"])}).encode())


class BoardgameTable(Table):
    """At boardgame.io's server, by its own protocol: Socket.IO over a WebSocket."""

    acting = re.compile(rb'"currentPlayer":"(\d)"')
    numbered = re.compile(rb'"_stateID":(\d+)')

    async def open(self, http: httpx.AsyncClient, port: int) -> None:
        made = await http.post("/games/ritual/create", json={"numPlayers": SEATS})
        self.id = made.json()["matchID"]
        self.actor = -1
        self.credentials = []
        for seat in range(SEATS):
            joined = await http.post(f"/games/ritual/{self.id}/join", json={"playerID": str(seat), "playerName": "x"})
            self.credentials.append(joined.json()["playerCredentials"])
        for seat in range(SEATS):
            path = "/socket.io/?EIO=4&transport=websocket"
            line = await connect(port, path, lambda text, seat=seat: self.hear(seat, text))  # type: ignore[misc]  # mypy does not infer it
            self.lines.append(line)
            line.send(b"40/ritual,")

    def hear(self, seat: int, text: bytes) -> None:
        if text.startswith((b'42/ritual,["update"', b'42/ritual,["sync"')):
            acting, number = self.acting.search(text), self.numbered.search(text)
            assert acting
            assert number
            self.shows(seat, int(number[1]))
            self.over = b'"gameover":{' in text
            if not self.over and int(acting[1]) == seat:
                told = from_json(text[len(b"42/ritual,") :])[2]
                state = told if "G" in told else told["state"]
                self.asked(lambda: self.act(seat, state))
            if self.actor == seat:
                self.actor = -1
                self.acknowledged()
        elif text.startswith(b"40/ritual,"):
            self.emit(seat, ["sync", self.id, str(seat), self.credentials[seat]])
        elif text == b"2":
            self.lines[seat].send(b"3")

    def emit(self, seat: int, message: list[Any]) -> None:
        self.lines[seat].send(b"42/ritual," + json.dumps(message).encode())

    def act(self, seat: int, state: dict[str, Any]) -> None:
        shown = state["G"]
        if shown["phase"] == "take-sets":
            name, taken = "takeSet", [i for i, backs in enumerate(shown["set_backs"]) if backs]
            values = [random.choice(taken)]
        else:
            name, values = "chant", [random.choice(shown["players"][str(seat)]["hand"]), random.randrange(2)]
        payload = {"type": name, "args": values, "playerID": str(seat), "credentials": self.credentials[seat]}
        self.actor = seat
        self.acts(seat)
        message = {"type": "MAKE_MOVE", "payload": payload}
        self.emit(seat, ["update", message, state["_stateID"], self.id, str(seat)])
