"""Between clients and nodes, and among nodes: everything is late, some is lost, doubled or cut off in the middle."""

import asyncio
import json
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .loop import SimLoop

if TYPE_CHECKING:
    from .world import Node, World

__all__ = ["Answer", "Gone", "Network", "SimBus", "Wire"]

Json = dict[str, Any]

PATIENCE = 5.0  # seconds that a client waits for an answer
ORDER = 1e-6  # seconds between two messages on one connection


class Gone(Exception):
    """The connection broke, or nobody answers."""


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Network:
    """How bad it is at the moment, and all that is under way."""

    def __init__(self, world: "World", loop: SimLoop, rng: random.Random):
        self.world, self.loop, self.rng = world, loop, rng
        self.usual = 0.004  # seconds, about
        self.stalls = self.loses = self.cuts = self.doubles = 0.0  # of all messages
        self.lost = self.cut = self.doubled = 0
        self.links: dict[int, list[Link]] = {}  # by process

    def delay(self) -> float:
        if self.stalls and self.rng.random() < self.stalls:
            return self.rng.uniform(0.2, 4.0)
        return self.rng.expovariate(1 / self.usual)

    def loss(self) -> bool:
        lost = bool(self.loses) and self.rng.random() < self.loses
        self.lost += lost
        return lost

    def reset(self, node: "Node") -> None:
        """Its process is dead: who is connected may hear of it, or only silence."""
        for link in self.links.pop(id(node.process), []):
            if self.rng.random() < 0.7:
                self.loop.call_later(self.delay(), link.client_gone)

    def open(self, node: "Node", link: "Link") -> None:
        """In the world's own step: hand it to the node, if that is up."""
        if node.process is None or node.app is None or node.process.dead:
            self.loop.call_later(self.delay(), link.client_gone)
            return
        self.links.setdefault(id(node.process), []).append(link)
        self.loop.create_task(link.serve(node), context=node.process.context.copy())

    def close(self, node: "Node", link: "Link") -> None:
        links = self.links.get(id(node.process))
        if links and link in links:
            links.remove(link)

    async def request(
        self,
        node: "Node",
        method: str,
        path: str,
        token: str | None = None,
        body: Any = None,
        *,
        address: str = "10.0.0.1",
        headers: dict[str, str] | None = None,
        half: bool = False,
    ) -> Answer:
        """One request and its answer. Gone: it was done or not."""
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        wanted = {"host": "table.example", "content-type": "application/json", **(headers or {})}
        if token is not None:
            wanted["authorization"] = f"Bearer {token}"
        exchange = Exchange(self, _scope("http", path, address, wanted) | {"method": method}, content, half)
        if not self.loss():
            self.loop.call_later(self.delay(), self.open, node, exchange)
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await exchange.answer
        except TimeoutError:
            raise Gone from None
        finally:
            exchange.hang_up()
        self.world.trace("answer", method, path, answer.status, answer.body)
        return answer

    async def connect(self, node: "Node", path: str, address: str, **headers: str) -> "Wire":
        wire = Wire(self, _scope("websocket", path, address, {"host": "table.example", **headers}))
        wire.to_node({"type": "websocket.connect"})
        if not self.loss():
            self.loop.call_later(self.delay(), self.open, node, wire)
        return wire


def _scope(kind: str, path: str, address: str, headers: dict[str, str]) -> Json:
    place, _, query = path.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": place,
        "raw_path": place.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": (address, 1),
        "server": ("table.example", 80),
        "subprotocols": [],
        "state": {},
    }


class Link:
    """A connection: messages reach each end in order. Nothing that a task waits for is shared by the two ends."""

    def __init__(self, network: Network, scope: Json):
        self.network, self.loop, self.scope = network, network.loop, scope
        self.at_node: deque[Json] = deque()
        self.node_waits: asyncio.Future[None] | None = None
        self.process: Any = None
        self.arrive_at_node = self.arrive_at_client = 0.0
        self.node_closed = False  # what the node sends reaches nobody

    async def serve(self, node: "Node") -> None:
        self.process = node.process
        try:
            await node.app(self.scope, self.receive, self.send)
        finally:
            if not self.process.dead:
                self.node_closed = True
                self.network.close(node, self)
                self.ended()

    async def receive(self) -> Json:
        while not self.at_node:
            self.node_waits = self.loop.create_future()
            await self.node_waits
        return self.at_node.popleft()

    async def send(self, message: Json) -> None:
        raise NotImplementedError

    def ended(self) -> None:
        """The node is done with it."""

    def client_gone(self) -> None:
        """The client's end hears that the connection broke."""

    def to_node(self, message: Json) -> None:
        self.arrive_at_node = max(self.arrive_at_node + ORDER, self.loop.time() + self.network.delay())
        self.loop.call_at(self.arrive_at_node, self._at_node, message)

    def _at_node(self, message: Json) -> None:
        self.at_node.append(message)
        if self.node_waits and not self.node_waits.done():
            self.node_waits.set_result(None)

    def to_client(self, take: Callable[..., None], *arguments: Any) -> None:
        """From a step of the node: it arrives even if the node dies meanwhile."""
        self.arrive_at_client = max(self.arrive_at_client + ORDER, self.loop.time() + self.network.delay())
        self.loop.call_at(self.arrive_at_client, take, *arguments, context=self.network.world.context)


class Exchange(Link):
    """One HTTP request."""

    def __init__(self, network: Network, scope: Json, body: bytes, half: bool):
        super().__init__(network, scope)
        self.answer: asyncio.Future[Answer] = self.loop.create_future()
        self.answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        self.status, self.parts = 0, [b""]
        cut = len(body) // 2
        self.at_node.append({"type": "http.request", "body": body[:cut], "more_body": True})
        if not half:
            self.at_node.append({"type": "http.request", "body": body[cut:], "more_body": False})

    async def send(self, message: Json) -> None:
        if self.node_closed:
            return
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.parts.append(message.get("body", b""))
            if not message.get("more_body") and not self.network.loss():
                self.to_client(self._answer, Answer(self.status, b"".join(self.parts)))

    def _answer(self, answer: Answer) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)

    def client_gone(self) -> None:
        if not self.answer.done():
            self.answer.set_exception(Gone())

    def hang_up(self) -> None:
        self.node_closed = True
        self.to_node({"type": "http.disconnect"})


class Wire(Link):
    """One WebSocket, as its client holds it."""

    def __init__(self, network: Network, scope: Json):
        super().__init__(network, scope)
        self.inbox: deque[str] = deque()
        self.closed: int | None = None
        self.node_said_goodbye = False
        self.waits: asyncio.Future[None] | None = None
        self.scope["line"] = self
        self.taker: Any = None
        self.busy, self.writable = False, True
        self.at_end: Callable[[], None] = lambda: None

    # -- the client's end

    def say(self, message: Any) -> None:
        """JSON, or a text or bytes as they are."""
        if self.network.loss():
            return self.cut()
        frame: Json = {"type": "websocket.receive"}
        frame |= {"bytes": message} if isinstance(message, bytes) else {}
        frame |= {"text": message if isinstance(message, str) else json.dumps(message)} if "bytes" not in frame else {}
        self.to_node(frame)
        return None

    async def hear(self, within: float) -> Json | None:
        """The next message; None: nothing came. Gone: nothing more will."""
        while not self.inbox:
            if self.closed is not None:
                raise Gone
            self.waits = self.loop.create_future()
            try:
                async with asyncio.timeout(within):
                    await self.waits
            except TimeoutError:
                return None
        text = self.inbox.popleft()
        self.network.world.trace("frame", text)
        return json.loads(text)  # type: ignore[no-any-return]  # JSON

    def cut(self) -> None:
        """Broken, and the node hears of it now, or much later."""
        self.network.cut += 1
        self.client_gone()
        if self.network.rng.random() < 0.7:
            self.to_node({"type": "websocket.disconnect", "code": 1006})
        else:
            self.arrive_at_node += 20.0
            self.to_node({"type": "websocket.disconnect", "code": 1006})

    def hang_up(self) -> None:
        self.client_gone()
        self.to_node({"type": "websocket.disconnect", "code": 1000})

    def client_gone(self, code: int = 1006) -> None:
        if self.closed is None:
            self.closed = code
        self._wake()

    def _wake(self) -> None:
        if self.waits and not self.waits.done():
            self.waits.set_result(None)

    def _take(self, text: str) -> None:
        if self.closed is None:
            self.inbox.append(text)
            self._wake()
            if self.network.cuts and self.network.rng.random() < self.network.cuts:
                self.cut()

    # -- the node's: first in ASGI's way, then as transport.Socket

    async def serve(self, node: "Node") -> None:
        self.process = node.process
        await node.app(self.scope, self.receive, self.send)
        if self.taker is None:
            self.over()

    def take(self, taker: Any) -> None:
        self.taker = taker
        self.next()

    def next(self) -> None:
        """From a step of the node: the next message is a step of its own."""
        self.busy = False
        self.loop.call_soon(self._hear)

    def _at_node(self, message: Json) -> None:
        super()._at_node(message)
        if message["type"] == "websocket.disconnect":
            self.node_closed = True
        if self.taker:
            self.loop.call_soon(self._hear, context=self.process.context.copy())

    def _hear(self) -> None:
        if self.busy or not self.at_node or self.node_said_goodbye or not self.taker:
            return
        message = self.at_node.popleft()
        if message["type"] == "websocket.disconnect":
            self.over()
            return
        self.busy = True
        self.taker.hear(message["bytes"] if "bytes" in message else message["text"])

    def over(self) -> None:
        """The connection is no more, as the node sees it."""
        self.node_closed = self.node_said_goodbye = True
        for links in self.network.links.values():
            if self in links:
                links.remove(self)
        self.at_end()
        if self.taker:
            self.taker.gone()
        self.to_client(self.client_gone)

    def write(self, texts: list[str]) -> None:
        for text in texts:
            if not self.node_closed:
                self.to_client(self._take, text)
        if self.writable and self.network.rng.random() < 0.01:  # it takes no more for a while
            self.writable = False
            self.loop.call_later(self.network.delay(), self._take_more)

    def _take_more(self) -> None:
        self.writable = True
        self.taker.tell()

    def close(self, code: int, reason: str) -> None:
        if not self.node_said_goodbye:
            self.to_client(self.client_gone, code)
            self.over()

    async def send(self, message: Json) -> None:
        if self.node_closed:
            raise OSError("the client is gone")
        if message["type"] == "websocket.send":
            self.to_client(self._take, message["text"])
        elif message["type"] == "websocket.close":
            self.close(message.get("code", 1000), "")


class SimBus:
    """The bus of one node."""

    def __init__(self, world: "World", node: "Node"):
        self.world, self.node = world, node
        self.hear: Callable[[Json], None] | None = None
        self.missed: Callable[[], None] | None = None
        self.connected = True

    async def open(self, hear: Callable[[Json], None], missed: Callable[[], None]) -> None:
        self.hear, self.missed = hear, missed
        missed()

    async def close(self) -> None:
        self.hear = None

    async def tell(self, message: Json) -> None:
        network = self.world.network
        text = json.dumps(message)
        for node in self.world.nodes:
            if node is self.node or node.process is None or not self.connected:
                continue
            copies = 0 if network.loss() else 1
            if network.rng.random() < network.doubles:
                network.doubled += 1
                copies += 1
            for _ in range(copies):
                context = node.process.context.copy()
                network.loop.call_later(network.delay(), self._arrive, node, text, context=context)

    def _arrive(self, node: "Node", text: str) -> None:
        if node.bus and node.bus.hear and node.bus.connected:
            node.bus.hear(json.loads(text))
