"""One world: nodes, database, bus, clients, and all that goes wrong, out of one seed."""

import asyncio
import contextvars
import functools
import gc
import hashlib
import logging
import random
import ssl
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import sqlalchemy as sql
from starlette.middleware import Middleware

from takujo.bots.minds import prepare
from takujo.games import SLUGS, load
from takujo.server.app import Server, make_app
from takujo.server.guard import Guard
from takujo.server.settings import Settings
from takujo.server.store import Store, Unavailable

from . import checks, clients
from .disk import Died
from .driver import FILE, Database
from .loop import FOREVER, Process, SimLoop, process_now
from .network import Network, SimBus

__all__ = ["Plan", "World", "prepare_worlds"]

Json = dict[str, Any]

START = 1_800_000_000_000  # milliseconds since 1970
SECRET = "5e" * 32
COLLECT = 30_000  # steps between two searches for garbage: at the same step in every run
HEALED_WITHIN = 300.0  # seconds until all nodes are ready, and all clients have what a fresh view gives
ENDED_WITHIN = 3600.0  # seconds until every table has come to its end


class _Hall:
    """The hall of the node whose step this is."""

    def __getattr__(self, name: str) -> Any:
        return getattr(_node().server.hall, name)


class _Server:
    """The server of the node whose step this is: one application serves all nodes, as making one takes long."""

    hall = _Hall()

    def __getattr__(self, name: str) -> Any:
        return getattr(_node().server, name)


def _node() -> Any:
    process = process_now()
    assert process
    return process.owner


class Prepared:
    """What all worlds of this process share, and none changes."""

    def __init__(self) -> None:
        for slug in SLUGS:
            prepare(load(slug))
        setattr(ssl, "create_default_context", functools.cache(ssl.create_default_context))  # noqa: B010 - it takes long
        warnings.filterwarnings("ignore", "coroutine .* was never awaited")  # its process died before
        self.folder = tempfile.TemporaryDirectory()
        self.secret = Path(self.folder.name, "secret")
        self.secret.write_text(SECRET)
        self.app = make_app(Settings(database=f"sqlite:///{FILE}"), cast(Server, _Server()))
        database = Database(random.Random(0), {})
        Store(f"sqlite:///{FILE}", module=database).open()
        self.image = database.disk.image(power_lost=False)


prepared: Prepared | None = None


def prepare_worlds() -> None:
    global prepared
    prepared = prepared or Prepared()
    gc.collect()
    gc.freeze()


@dataclass
class Plan:
    """What kind of world it is."""

    nodes: int  # 1: alone on SQLite
    tables: int  # at once
    deaths: int  # until all is healed for good
    rounds: int  # of trouble, each healed
    steps: float  # of a node until it dies, about
    pause: float  # seconds between two other troubles, about
    power: float  # of the deaths: the power is lost, too
    stalls: float
    loses: float
    cuts: float
    settings: Json = field(default_factory=dict)

    @classmethod
    def drawn(cls, rng: random.Random) -> "Plan":
        size = rng.random()
        tables = rng.randint(150, 250) if size < 0.02 else rng.randint(20, 50) if size < 0.12 else rng.randint(3, 12)
        bad = rng.choice((0.0, 0.3, 1.0, 1.0))
        return cls(
            nodes=rng.choice((1, 1, 2, 3)),
            tables=tables,
            deaths=rng.randint(6, 10) if tables > 100 else rng.randint(20, 40),
            rounds=rng.randint(1, 2),
            steps=rng.choice((300, 800, 2000)) * (tables**0.5),
            pause=rng.choice((1.0, 4.0, 30.0)),
            power=rng.random(),
            stalls=bad * 0.01,
            loses=bad * 0.02,
            cuts=bad * 0.01,
            settings={
                "bot_delay": rng.choice(((0.0, 0.0), (0.0, 0.3), (0.7, 1.6))),
                "lease": rng.choice((2, 6)),
                "restart_grace": rng.choice((0, 5, 15)),
                "hosts": ("table.example",),
            },
        )


class Node:
    """A place where a server runs, dies and is started again."""

    def __init__(self, world: "World", number: int):
        self.world, self.number = world, number
        self.process: Process | None = None
        self.server: Server | None = None
        self.app: Any = None
        self.bus: SimBus | None = None
        self.offset, self.drift = 0.0, 1.0
        self.address = f"node {number}"

    def __repr__(self) -> str:
        return self.address

    def now(self) -> int:
        """By its own clock."""
        return START + int(1000 * (self.world.loop.time() * self.drift + self.offset))

    @property
    def ready(self) -> bool:
        return self.process is not None and self.server is not None and self.server.ready

    def start(self) -> None:
        """In a step of the world."""
        if self.process is not None:
            return
        world, rng = self.world, self.world.rng
        self.process = Process(self)
        if not world.healing:
            self.process.fuse = 1 + int(rng.expovariate(1 / world.plan.steps))
            if rng.random() < 0.3:
                self.process.statements = 1 + int(rng.expovariate(20 / world.plan.steps))
            if rng.random() < 0.4:
                world.light_disk()
        world.trace("start", self.number)
        world.loop.create_task(self._boot(self.process), context=self.process.context.copy())

    async def _boot(self, process: Process) -> None:
        world = self.world
        await asyncio.sleep(world.rng.uniform(0.05, 0.5))
        engine = {"module": world.database, "poolclass": sql.pool.StaticPool}
        store = Store(f"sqlite:///{FILE}", world.now, several=world.plan.nodes > 1, **engine)
        self.bus = SimBus(world, self)
        chance = random.Random(world.rng.getrandbits(64))
        self.server = Server(world.settings, store, self.bus, self.now, chance)
        try:
            self.server.open()
        except Unavailable:  # it says so and ends; whoever watches over it starts it again
            if not process.dead:
                world.end(self, 1.0)
            return
        self.server.games = dict.fromkeys(SLUGS, "ready")
        self.app = world.app()
        await self.server.hall.open()

    async def stop(self) -> None:
        """As Ctrl+C does."""
        assert self.server
        self.server.hall.say_goodbye()
        await asyncio.sleep(self.world.rng.uniform(0, 2))
        await self.server.stop()
        self.world.end(self, 0.2)


class World:
    """Runs once."""

    def __init__(self, seed: int, tell: Callable[[str], None] | None = None, lying_disk: bool = False):
        assert prepared
        self.seed, self.tell, self.lying_disk = seed, tell, lying_disk
        self.rng = random.Random(seed)
        self.plan = Plan.drawn(self.rng)
        self.context = contextvars.Context()
        self.loop = SimLoop(self.rng, self.die)
        self.network = Network(self, self.loop, self.rng)
        self.settings = Settings(
            database=f"sqlite:///{FILE}", secret=str(prepared.secret), debug=True, **self.plan.settings
        )
        self.database = Database(self.rng, prepared.image)
        self.database.interrupt = self._before_statement
        self.new_disk()
        self.nodes = [Node(self, number) for number in range(self.plan.nodes)]
        self.parties: list[clients.Party] = []
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.healing = self.holding = self.ending = False
        self._digest = hashlib.blake2b(digest_size=8)

    # -- what everybody uses

    def now(self) -> int:
        """By the clock that all agree on."""
        return START + int(1000 * self.loop.time())

    def trace(self, *what: Any) -> None:
        """All that happens goes into the digest of this run."""
        text = f"{self.loop.time():.6f} {what}"
        self._digest.update(text.encode())
        if self.tell:
            self.tell(text[:300])

    @property
    def digest(self) -> str:
        return self._digest.hexdigest()

    def fault(self, what: str) -> None:
        """Something is not as it must be: the world ends with this step."""
        self.trace("FAULT", what)
        self.faults.append(f"at {self.loop.time():.3f} s: {what}")
        self.loop.stop()

    def app(self) -> Any:
        """A new process's own guard before the routes that all share."""
        assert prepared
        app = prepared.app
        app.user_middleware = [Middleware(Guard, settings=self.settings)]
        stack = app.build_middleware_stack()

        async def serve(scope: Json, receive: Any, send: Any) -> None:
            scope["app"] = app
            await stack(scope, receive, send)

        return serve

    # -- deaths

    def die(self, process: Process) -> None:
        """kill -9, now; sometimes the power is lost with it."""
        node: Node = process.owner
        if process.dead:
            return
        self.counts["deaths"] += 1
        self.trace("dies", node.number)
        self._take_down(node)
        power_lost = self.rng.random() < self.plan.power
        self.counts["power cuts"] += power_lost
        again_in = self.rng.uniform(0.02, 3.0)
        self.loop.call_soon(self._fallen, node, process, power_lost, again_in, context=self.context)

    def end(self, node: Node, again_in: float) -> None:
        """Its process ends by itself."""
        process = node.process
        self._take_down(node)
        self.loop.call_soon(self._fallen, node, process, False, again_in, context=self.context)

    def _take_down(self, node: Node) -> None:
        assert node.process
        node.process.dead = True
        self.network.reset(node)
        node.process = node.server = node.app = node.bus = None

    def _fallen(self, node: Node, process: Process, power_lost: bool, again_in: float) -> None:
        """Not in the middle of what it was doing: SQLite is still at it then."""
        self.loop.bury(process)
        if self.plan.nodes == 1:
            self.database.crash(power_lost=power_lost)
            self.new_disk()
        elif self.database.opened is not None and self.database.opened.in_transaction:
            self.database.opened.execute("ROLLBACK")
        self.loop.call_later(again_in, node.start, context=self.context)

    def new_disk(self) -> None:
        disk = self.database.disk
        disk.lying = self.lying_disk
        disk.die = self._die_on_disk

    def light_disk(self) -> None:
        """Somebody will die in the middle of a write: the node, or the database that all share."""
        self.database.disk.fuse = 1 + int(self.rng.expovariate(10 / self.plan.steps))

    def _die_on_disk(self) -> None:
        process = process_now()
        if self.plan.nodes == 1 and process is not None:
            self.counts["deaths while writing"] += 1
            self.die(process)
        else:
            self.counts["database crashes"] += 1
            self.database.away = True
            self.loop.call_soon(self._crash_database, self.rng.uniform(0.1, 5.0), context=self.context)

    def _crash_database(self, back_in: float) -> None:
        self.trace("the database crashes")
        self.database.crash(power_lost=True)
        self.new_disk()
        self.loop.call_later(back_in, self._set, self.database, "away", False, context=self.context)

    def _before_statement(self) -> None:
        process = process_now()
        if process is not None:
            process.statements -= 1
            if process.statements <= 0 and not process.dead:
                self.counts["deaths in a transaction"] += 1
                self.die(process)
            if process.dead:
                raise Died

    # -- troubles

    def _set(self, what: Any, name: str, value: Any) -> None:
        setattr(what, name, value)

    def _for_a_while(self, what: Any, name: str, value: Any, then: Any, most: float) -> None:
        setattr(what, name, value)
        self.loop.call_later(self.rng.uniform(0.1, most), self._set, what, name, then)

    async def _trouble(self) -> None:
        """Until enough nodes have died."""
        enough = self.counts["deaths"] + self.plan.deaths // self.plan.rounds
        end = self.loop.time() + 1200
        while self.counts["deaths"] < enough and self.loop.time() < end:
            await asyncio.sleep(self.rng.expovariate(1 / self.plan.pause))
            self.make_trouble(self.rng.choice(self.nodes))

    def make_trouble(self, node: Node) -> None:
        rng, alone = self.rng, self.plan.nodes == 1
        kinds = ["freeze", "jump", "full", "failing", "slow", "stop", "kill", "kill"]
        kinds += [] if alone else ["away", "forgetful", "bus", "bus", "crash", "kill all"]
        kind = rng.choice(kinds)
        self.counts[kind] += 1
        self.trace(kind, node.number)
        disk = self.database.disk
        match kind:
            case "freeze" if node.process and node.process.frozen is None:
                process = node.process
                process.frozen = []
                self.loop.call_later(rng.uniform(0.1, 15), self.loop.thaw, process)
            case "jump":
                node.offset, node.drift = rng.choice((0.0, rng.uniform(-60, 60))), rng.uniform(0.99, 1.01)
            case "full":
                self._for_a_while(disk, "full", True, False, 4)
            case "failing":
                self._for_a_while(disk, "failing", rng.choice((0.003, 0.05, 0.5)), 0.0, 4)
            case "slow":
                self._for_a_while(self.loop, "slowness", 50.0, 1.0, 3)
            case "stop" if node.ready and node.process:
                self.loop.create_task(node.stop(), context=node.process.context.copy())
            case "kill" if node.process:
                self.die(node.process)
            case "kill all":
                for each in self.nodes:
                    if each.process:
                        self.die(each.process)
            case "away":
                self._for_a_while(self.database, "away", True, False, 8)
            case "forgetful":
                self._for_a_while(self.database, "forgetful", 0.3, 0.0, 5)
            case "crash":
                self._die_on_disk()
            case "bus" if node.bus:
                node.bus.connected = False
                self.loop.call_later(rng.uniform(0.5, 10), self._bus_back, node.bus)

    def _bus_back(self, bus: SimBus) -> None:
        bus.connected = True
        process = bus.node.process
        if bus.node.bus is bus and bus.missed and process:
            self.loop.call_soon(bus.missed, context=process.context.copy())

    def _worsen(self) -> None:
        plan, network = self.plan, self.network
        self.healing = False
        network.stalls, network.loses, network.cuts, network.doubles = plan.stalls, plan.loses, plan.cuts, plan.stalls
        for node in self.nodes:
            if node.process:
                node.process.fuse = 1 + int(self.rng.expovariate(1 / plan.steps))

    async def _heal(self) -> None:
        """No more troubles; everything comes right."""
        self.healing = True
        network = self.network
        network.stalls = network.loses = network.cuts = network.doubles = 0.0
        for node in self.nodes:
            node.offset, node.drift = 0.0, 1.0
            if node.process:
                node.process.fuse = node.process.statements = FOREVER
                if node.process.frozen is not None:
                    self.loop.thaw(node.process)
        self.loop.slowness = 1.0
        self.database.disk.fuse = FOREVER
        await asyncio.sleep(16)  # what was to last for a while is over
        self.database.disk.fuse = FOREVER
        for node in self.nodes:
            await self._until(functools.partial(getattr, node, "ready"), f"{node} is not ready")

    async def _until(self, fine: Callable[[], bool], what: str, within: float = HEALED_WITHIN) -> bool:
        end = self.loop.time() + within
        while not fine():
            if self.loop.time() > end:
                self.fault(what)
                return False
            await asyncio.sleep(0.2)
        return True

    # -- all of it

    def run(self) -> Json:
        """What came of it."""
        handler = _Listener(self)
        logger = logging.getLogger("takujo.server")
        logger.addHandler(handler)
        logger.propagate = False
        self.loop.set_exception_handler(self._task_died)
        gc.disable()
        try:
            self.loop.run_until_complete(self._run())
        except Exception as error:
            if not self.faults:  # else: it was stopped
                self.faults.append("".join(traceback.format_exception(error)))
        gc.collect()
        logger.removeHandler(handler)
        return {
            "seed": self.seed,
            "digest": self.digest,
            "seconds": round(self.loop.time()),
            "steps": self.loop.steps,
            "faults": self.faults,
            "counts": dict(self.counts),
        }

    def _task_died(self, _: Any, context: Json) -> None:
        whose = context.get("future") or context.get("task") or context.get("handle")
        process = getattr(whose, "process", None)
        if process is None or not process.dead:
            self.fault(f"{context['message']}: {context.get('exception')!r} {whose!r}"[:600])

    async def _run(self) -> None:
        for node in self.nodes:
            node.start()
        making = [asyncio.ensure_future(self._tables(number)) for number in range(self.plan.tables)]
        attacks = asyncio.ensure_future(clients.attack(self))
        collecting = asyncio.ensure_future(self._collect())
        for _ in range(self.plan.rounds):
            self._worsen()
            await self._trouble()
            await self._heal()
            await checks.compare(self)
        self.ending = True
        done, late = await asyncio.wait(making, timeout=ENDED_WITHIN)
        for task in (*late, attacks, collecting):
            task.cancel()
        for party in self.parties:
            if not party.over and late:
                self.fault(f"table {party.table} did not come to its end: {party.where}")
        for task in done:
            task.result()
        await checks.prove(self)
        checks.final(self)

    async def _tables(self, number: int) -> None:
        """One after the other."""
        while not self.ending:
            kind = clients.Twins if self.rng.random() < 0.08 else clients.Party
            party = kind(self)
            self.parties.append(party)
            await party.play()
            self.counts["tables"] += 1

    async def _collect(self) -> None:
        last = 0
        while True:
            await asyncio.sleep(1)
            if self.loop.steps - last > COLLECT:
                last = self.loop.steps
                gc.collect()


class _Listener(logging.Handler):
    """No error is expected, whatever goes wrong around a node."""

    def __init__(self, world: World):
        super().__init__(logging.ERROR)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        process = process_now()
        if process is None or not process.dead:
            text = self.format(record) if self.world.tell else record.getMessage()
            self.world.fault(f"logged: {text}")
