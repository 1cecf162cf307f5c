"""Those who play, watch and attack: clients that come back, ask again with the same key, and keep account of all."""

import asyncio
import contextlib
import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any
from zlib import crc32

import takujo
from takujo.core.codec import compact
from takujo.match import Match, bound
from takujo.server.keys import digest
from takujo.server.store import Line, Row, Token, Unavailable

from .network import Answer, Gone, Wire

if TYPE_CHECKING:
    from .world import Node, World

__all__ = ["Party", "Seat", "Twins", "attack"]

Json = dict[str, Any]

SILENCE = 5  # seconds without a word: the node is gone
THINKS = 0.3  # seconds, about
# A wish may have been overtaken by a bot that decided meanwhile, by a vote or by somebody's pause.
OVERTAKEN = {"late", "paused", "ended", "over", "not-playing", "not-paused", "not-away", "left", "not-awaited"}
OVERTAKEN |= {"too-many", "not-started", "not-asked", "no-vote", "no-undo", "no-time", "by-bot"}
GAMES = (
    ("ritual", (2, 3), ({},)),
    ("ritual", (2, 3), ({},)),
    ("arkham-ritual", (3, 4), ({}, {"doom_board": True})),
    ("arkham-ritual", (3, 3), ({},)),
    ("ayatsuri", (3, 4), ({"max_rounds": 4}, {"max_rounds": 8, "promo": True})),
    ("ayatsuri", (3, 3), ({"max_rounds": 5},)),
    ("in-the-ruin", (1, 2), ({},)),
)
CHATS = ("Hello!", "よろしく", "Well played.", "I have a 5", "…", "a" * 300)


async def ask(
    world: "World", method: str, path: str, token: str | None = None, body: Any = None, **more: Any
) -> Answer:
    """Of any node, until one answers. Sometimes it is asked twice: the answers must be the same."""
    node: Node | None = more.pop("node", None)
    rng = world.rng
    while True:
        nodes = [node or rng.choice(world.nodes)]
        if method == "POST" and rng.random() < world.network.doubles * 3:
            nodes.append(rng.choice(world.nodes))
        asked = [world.network.request(each, method, path, token, body, **more) for each in nodes]
        answers = [each for each in await asyncio.gather(*asked, return_exceptions=True) if isinstance(each, Answer)]
        for answer in answers:
            if answer.status == 500:
                world.fault(f"{method} {path} {body}: {answer.body!r}")
        answers = [answer for answer in answers if answer.status not in (500, 503, 429)]
        if len(answers) == 2 and answers[0] != answers[1]:
            world.fault(f"{method} {path} {body} asked twice: {answers}")
        if answers:
            return answers[0]
        await asyncio.sleep(rng.uniform(0.05, 1.0))


class Seat:
    """One client of a seat, or a spectator. It has one wish under way and repeats it until somebody answers."""

    def __init__(self, party: "Party", seat: int | None, token: str | None, entropy: str | None = None):
        self.party, self.world, self.rng = party, party.world, party.world.rng
        self.seat, self.token, self.entropy = seat, token, entropy
        self.address = f"10.1.{self.rng.randrange(256)}.{self.rng.randrange(256)}"
        self.reveals = self.rng.random() < 0.85
        self.changes = self.rng.random() < 0.6
        self.state: Json = {}
        self.info: Json = {}
        self.events: list[Json] = []
        self.waiting: Json | None = None
        self.acknowledged: dict[str, Json] = {}
        self.refused: dict[str, str] = {}
        self.act_at = 0.0
        self.count = 0
        self.silent = False  # it will never say anything again
        self.over_http = token is not None and self.rng.random() < 0.15
        self.heard_all = not self.over_http  # `events` is the whole story

    @property
    def done(self) -> bool:
        finished = self.info.get("status") in ("over", "ended")
        return self.silent or (finished and self.waiting is None and self.world.ending)

    async def live(self) -> None:
        """Through as many connections as it takes."""
        while not self.done:
            node = self.rng.choice(self.world.nodes)
            with contextlib.suppress(Gone):
                if self.over_http:
                    await self._visit(node)
                else:
                    await self._talk(node)
            await asyncio.sleep(self.rng.uniform(0.01, 0.6))

    # -- on a socket

    async def _talk(self, node: "Node") -> None:
        path = f"/api/tables/{self.party.table}/play?after={self.state.get('seq', 0)}"
        wire = await self.world.network.connect(node, path, self.address)
        try:
            hello = {"type": "hello", "changes": self.changes}
            wire.say(hello | ({} if self.token is None else {"token": self.token}))
            if self.waiting:
                wire.say(self.waiting)
            heard = self.world.loop.time()
            while not self.done:
                message = await wire.hear(self._pause())
                if message is not None:
                    heard = self.world.loop.time()
                    if not self._take(message):
                        wire.say({"type": "whole", "after": self.state["seq"]})
                elif self.world.loop.time() - heard > SILENCE:
                    return
                elif self.world.loop.time() - heard > SILENCE / 2:
                    wire.say({"type": "ping"})
                self._wish_on(wire)
        finally:
            wire.hang_up()

    def _pause(self) -> float:
        left = self.act_at - self.world.loop.time()
        return left if 0 < left < 1 else 1.0

    def _wish_on(self, wire: Wire) -> None:
        if self.waiting is None and not self.world.holding and self.world.loop.time() >= self.act_at:
            self.waiting = self._wish()
            if self.waiting:
                wire.say(self.waiting)
                if self.rng.random() < self.world.network.doubles:
                    wire.say(self.waiting)

    def _take(self, message: Json) -> bool:
        """False: it does not fit what was told before."""
        match message["type"]:
            case "state":
                self._take_state(message)
            case "change":
                view = self.state["view"]
                for part in (*message["stages"], message):
                    view = view | part["changes"]
                if crc32(compact(view).encode()) != message["digest"]:
                    self.party.fault(f"seat {self.seat} was told a change that does not fit: {message}")
                    return False
                self.world.counts["changes"] += 1
                self._take_state(message | {"view": view})
            case "table":
                self.info = message["table"]
            case "ack":
                self._acknowledged(message["key"], message["seq"])
            case "refused":
                self._refused(message)
        return True

    def _take_state(self, state: Json) -> None:
        if state["seq"] < self.state.get("seq", 0):
            self.heard_all = False
            if self.seat is not None or self.info.get("spectators") != "seat":  # those are late by the node's clock
                self.party.fault(f"seat {self.seat} was sent back in time: {state['seq']} after {self.state['seq']}")
        self.state = state
        self.events += state.get("events", [])
        self.act_at = self.world.loop.time() + self.rng.expovariate(1 / THINKS)

    def _acknowledged(self, key: str, seq: int) -> None:
        if self.waiting and key == self.waiting["key"]:
            self.acknowledged[key] = self.waiting
            self.world.counts["acknowledged"] += 1
            self.waiting = None
            if self.state.get("seq", 0) < seq:
                self.state = {**self.state, "legal": []}  # the next state tells what is legal now

    def _refused(self, message: Json) -> None:
        if self.waiting and message["key"] == self.waiting["key"]:
            held_back = self.waiting["type"] in ("chat", "name") and message["rule"]
            if message["code"] not in OVERTAKEN and not held_back:
                self.party.fault(f"seat {self.seat}: {self.waiting} was refused: {message}")
            self.refused[message["key"]] = message["code"]
            self.waiting = None
            self.act_at = self.world.loop.time() + self.rng.uniform(0.5, 3)
        elif message["code"] == "bad-token":
            self.party.fault(f"seat {self.seat}: its token is not known")

    # -- over HTTP

    async def _visit(self, node: "Node") -> None:
        path = f"/api/tables/{self.party.table}"
        request = self.world.network.request
        if self.waiting:
            body = {key: value for key, value in self.waiting.items() if key != "type"}
            where = "reveal" if self.waiting["type"] == "reveal" else "actions"
            answer = await request(node, "POST", f"{path}/{where}", self.token, body, address=self.address)
            if answer.status == 200:
                self._acknowledged(self.waiting["key"], answer.json()["seq"])
            elif answer.status not in (429, 503):
                self._refused({"key": self.waiting["key"], **answer.json()})
        answer = await request(node, "GET", path, self.token, address=self.address)
        if answer.status == 200:
            fresh = answer.json()
            self.info = fresh.pop("table")
            self._take_state({**fresh, "events": []})
            if self.waiting is None and not self.world.holding:
                wish = self._wish()
                self.waiting = wish if wish and wish["type"] in ("act", "reveal") else None
        elif answer.status not in (429, 503):
            self.party.fault(f"seat {self.seat} looks: {answer}")

    # -- what it wants

    def _wish(self) -> Json | None:
        info, state, rng = self.info, self.state, self.rng
        if self.seat is None or info.get("status") not in ("waiting", "playing"):
            return None
        deal = info.get("deal") or {}
        if self.entropy and self.reveals and self.seat in deal.get("awaited", ()):
            return self._new("reveal", entropy=self.entropy)
        asking = info.get("asking") or {"asked": []}
        if self.seat in asking["asked"] and str(self.seat) not in asking["answers"]:
            return self._new("start", seat=rng.choice((None, *range(len(info["seats"])))))
        mild = self.world.ending or self.party.calm
        if not mild and rng.random() < 0.03:
            return self._new("chat", text=rng.choice(CHATS))
        if info["status"] != "playing":
            return None
        if info.get("paused"):
            return self._new("resume")
        if info["seats"][self.seat]["auto"]:
            return self._new("back") if rng.random() < 0.1 else None
        if not mild and rng.random() < 0.02:
            return self._whim()
        if state.get("undo") and rng.random() < 0.1:
            return self._new("undo", decision=state["decision"])
        if state.get("legal"):
            return self._new("act", decision=state["decision"], action=rng.choice(state["legal"]))
        return None

    def _whim(self) -> Json | None:
        match self.rng.choice(("pause", "pause", "end", "name", "leave", "silent")):
            case "pause" | "end" as what:
                return self._new("vote", what=what, yes=self.rng.random() < 0.8)
            case "name":
                return self._new("name", name=f"P{self.rng.randrange(100)}")
            case "leave":
                return self._new("leave")
            case "silent" if self.info["pace"]["kind"] == "live":
                self.silent = True
        return None

    def _new(self, kind: str, **more: Any) -> Json:
        self.count += 1
        return {"type": kind, "key": f"{self.count} {self.rng.getrandbits(40):x}", **more}


class Party:
    """A table from its making to its end, and all who come to it."""

    def __init__(self, world: "World"):
        self.world, self.rng = world, world.rng
        self.table, self.seats, self.spectators = "", [], []  # type: str, list[Seat], list[Seat]
        self.calm = self.rng.random() < 0.4  # people here only play: nothing that they do may be refused
        self.over = False
        self.where = "being made"
        self.address = f"10.0.{self.rng.randrange(256)}.{self.rng.randrange(256)}"
        self.receipt: Json | None = None
        self.visits: Counter[int | None] = Counter()  # seats taken and left before the start

    def fault(self, what: str) -> None:
        self.world.fault(f"table {self.table}: {what}")

    def _request(self) -> Json:
        rng = self.rng
        game, players, options = rng.choice(GAMES)
        count = rng.randint(*players)
        seats = [self._plan() for _ in range(count)]
        if all(seat["kind"] == "bot" for seat in seats):
            seats[rng.randrange(count)] = {"kind": "open"}
        live = {"kind": "live", "bank": rng.choice((10, 20, 60)), "increment": rng.choice((0, 1, 5))}
        if self.calm:
            live["bank"] = 7200
        return {
            "game": game,
            "seats": seats,
            "options": rng.choice(options),
            "pace": rng.choice(({"kind": "relaxed"}, live, live)),
            "spectators": rng.choice(("public", "public", "public", "seat", "none", "after")),
            "start": "lots" if game == "in-the-ruin" else rng.choice(("lots", "lots", "vote", "host")),
            "series": rng.choice((None, None, {"games": 2, "score": "both"})),
            "key": f"{rng.getrandbits(96):024x}",
        }

    def _plan(self) -> Json:
        if self.rng.random() < 0.5:
            return {"kind": "open"}
        return {"kind": "bot", "level": self.rng.choices(("novice", "regular", "expert"), (10, 20, 1))[0]}

    async def play(self) -> None:
        request = self._request()
        first = next(number for number, seat in enumerate(request["seats"]) if seat["kind"] == "open")
        entropy = self._entropy()
        if entropy:
            request["commitment"] = bound(first, entropy)
        made = await self.ask("POST", "/api/tables", None, request, wants=201)
        self.table, self.where = made["table"], "people come"
        self.seats.append(Seat(self, made["seat"], made["token"], entropy))
        open_seats = [number for number, seat in enumerate(request["seats"]) if seat["kind"] == "open"][1:]
        if len(open_seats) > 1 and self.rng.random() < 0.3:
            await self._come_and_go(open_seats[0])
        self.seats += await asyncio.gather(*(self._join(number) for number in open_seats))
        if sorted(seat.seat for seat in self.seats) != [first, *open_seats]:  # type: ignore[type-var]  # all sit
            self.fault(f"{[seat.seat for seat in self.seats]} sit at {[first, *open_seats]}")
        if self.rng.random() < 0.3:
            again = await self.ask("POST", "/api/tables", None, request, wants=201)
            if again != made:
                self.fault(f"the same key made {again} after {made}")
        if request["spectators"] in ("public", "seat") and self.rng.random() < 0.3:
            self.spectators.append(Seat(self, None, None))
        await self._to_the_end()
        if self.rng.random() < 0.1 and not self.world.ending:
            await self._once_more()

    def _entropy(self) -> str | None:
        return self.rng.randbytes(32).hex() if self.rng.random() < 0.4 else None

    async def _join(self, number: int) -> Seat:
        entropy = self._entropy()
        body: Json = {"key": f"{self.rng.getrandbits(96):024x}", "seat": number, "name": f"P{number}"}
        if entropy:
            body["commitment"] = bound(number, entropy)
        seated = await self.ask("POST", f"/api/tables/{self.table}/join", None, body)
        if self.rng.random() < 0.2:
            again = await self.ask("POST", f"/api/tables/{self.table}/join", None, body)
            if again != seated:
                self.fault(f"the same key took {again} after {seated}")
        return Seat(self, seated.get("seat"), seated.get("token"), entropy)

    async def _come_and_go(self, number: int) -> None:
        """Somebody takes a seat and leaves it before the start: the key is used up, the seat is not."""
        body = {"key": f"{self.rng.getrandbits(96):024x}", "seat": number}
        seated = await self.ask("POST", f"/api/tables/{self.table}/join", None, body)
        self.visits[number] += 1
        leave = {"type": "leave", "key": "I go"}
        gone = False
        while not gone:
            node = self.rng.choice(self.world.nodes)
            wire = await self.world.network.connect(node, f"/api/tables/{self.table}/play", "10.3.0.1")
            wire.say({"type": "hello", "token": seated["token"]})
            wire.say(leave)
            with contextlib.suppress(Gone):
                while not gone and (message := await wire.hear(SILENCE)):
                    gone = message["type"] == "ack" or message.get("code") == "bad-token"
            wire.hang_up()
            await asyncio.sleep(0.5)
        await self.ask("POST", f"/api/tables/{self.table}/join", None, body, wants=409)

    async def _keep_receipt(self, token: str | None) -> None:
        """What the server says was bound may never change."""
        answer = await ask(self.world, "GET", f"/api/tables/{self.table}/deal", token, address=self.address)
        if answer.status == 200:
            receipt = answer.json()
            if self.receipt not in (None, receipt):
                self.fault(f"the receipt {receipt} was {self.receipt}")
            self.receipt = receipt

    async def ask(self, method: str, path: str, token: str | None, body: Any = None, wants: int = 200) -> Any:
        answer = await ask(self.world, method, path, token, body, address=self.address)
        if answer.status != wants:
            self.fault(f"{method} {path} {body}: {answer}")
        return answer.json()

    async def _to_the_end(self) -> None:
        self.where = "playing"
        living = [asyncio.ensure_future(client.live()) for client in (*self.seats, *self.spectators)]
        try:
            while not self.over:
                await asyncio.sleep(self.rng.uniform(3, 6))
                token = self.rng.choice(self.seats).token
                look = await ask(self.world, "GET", f"/api/tables/{self.table}", token, address=self.address)
                if look.status != 200:
                    self.fault(f"a look: {look}")
                    return
                table = look.json()["table"]
                self.over = table["status"] in ("over", "ended")
                self.where = f"playing {table}"
                if self.rng.random() < 0.1:
                    await self._keep_receipt(token)
        finally:
            for task in living:
                if task.done():
                    task.result()
                task.cancel()
        self.where = "over"

    async def _once_more(self) -> None:
        """A rematch: all who sat here ask for it, at the same time."""
        asked = (self.ask("POST", f"/api/tables/{self.table}/rematch", seat.token) for seat in self.seats)
        made = await asyncio.gather(*asked)
        if len({answer.get("table") for answer in made}) != 1:
            self.fault(f"several rematches: {made}")
            return
        party = Party(self.world)
        party.calm = self.calm
        self.world.parties.append(party)
        party.table = made[0]["table"]
        party.seats = [Seat(party, answer["seat"], answer["token"]) for answer in made]
        await party._to_the_end()


class Twins(Party):
    """Two tables that differ in what one seat may not know: all that this seat and a spectator receive is the same."""

    async def play(self) -> None:
        rng = self.rng
        game = takujo.load(rng.choice(("ritual", "arkham-ritual", "ayatsuri", "in-the-ruin")))
        players = {"ritual": 2, "in-the-ruin": 2}.get(game.slug, 3)
        self.watched, self.world_seed = rng.randrange(players), rng.randbytes(32)
        state = _middle(game, players, rng)
        twin = game.determinize(state.view(self.watched), rng.getrandbits(64))
        self.where = "twins are planted"
        self.twins = [await self._plant(each.position()) for each in (state, twin)]
        for _ in range(rng.randint(2, 12)):
            if not await self._step():
                break
        self.where = "twins are compared"
        await self._compare()
        self.over = True
        self.world.counts["twins"] += 1

    async def _plant(self, position: Json) -> tuple[str, list[str], Match]:
        rng, players = self.rng, position["players"]
        table, code = f"{rng.getrandbits(60):x}", f"{rng.getrandbits(32):08X}"
        body = {
            "game": position["game"],
            "players": players,
            "options": position["options"],
            "seats": [{"kind": "open"}] * players,
            "pace": {"kind": "relaxed"},
            "spectators": "public",
            "watched": 0,
            "host": 0,
            "webhook": None,
            "position": position,
        }
        now = self.world.now()
        entries = [Line(1, now, "create", body=body)]
        entries += [Line(seat + 2, now, "join", seat, body={}) for seat in range(players)]
        tokens = [f"{rng.getrandbits(128):x}" for _ in range(players)]
        held = [Token(digest(token), table, seat, seat + 2) for seat, token in enumerate(tokens)]
        while True:
            server = rng.choice(self.world.nodes).server
            if server is not None and server.ready:
                task = self.world.loop.create_future()
                process = next(node.process for node in self.world.nodes if node.server is server)
                assert process
                row = Row(table, code, self.world_seed)
                self.world.loop.create_task(
                    _put(server.store, row, entries, held, task), context=process.context.copy()
                )
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(5):
                        await task
            await asyncio.sleep(0.5)
            look = await ask(self.world, "GET", f"/api/tables/{table}", address=self.address)
            if look.status == 200:
                match = Match(position["game"], players, None, self.world_seed, position=position)
                return table, tokens, match

    async def _step(self) -> bool:
        """Do at both what is legal at both, as long as it looks alike."""
        first, second = (match for _, _, match in self.twins)
        choices = []
        for seat in sorted(set(first.state.to_act) & set(second.state.to_act)):
            other = second.state.legal(seat)
            choices += [(seat, action) for action in first.state.legal(seat) if action in other]
        self.rng.shuffle(choices)
        for seat, action in choices[:10]:
            tried = []
            for match in (first, second):
                copy = Match(match.game, match.players, None, self.world_seed, match.actions, position=match.start)
                events = copy.play(seat, action)
                eyes = (self.watched, None)
                tried.append([(copy.state.view(who), copy.state.events_for(who, events)) for who in eyes])
            if tried[0] == tried[1] and copy.state.result is None:
                break
        else:
            return False
        body = {"key": f"{self.rng.getrandbits(60):x}", "action": action}
        answers = []
        for table, tokens, match in self.twins:
            match.play(seat, action)
            path = f"/api/tables/{table}/actions"
            answers.append(await ask(self.world, "POST", path, tokens[seat], body, address=self.address))
        if answers[0].status != 200 or answers[1].status != 200:
            self.fault(f"twins: {answers}")
            return False
        if seat == self.watched and answers[0] != answers[1]:
            self.fault(f"twins differ in the answer to an action: {answers}")
        return True

    async def _compare(self) -> None:
        for who in (self.watched, None):
            seen = []
            for table, tokens, _ in self.twins:
                token = None if who is None else tokens[who]
                path, more = f"/api/tables/{table}", {"address": self.address}
                look = (await ask(self.world, "GET", path, token, **more)).json()
                info = look.pop("table")
                log = (await ask(self.world, "GET", f"{path}/record", token, **more)).json()
                bad = {"key": f"bad {who}", "action": {"type": "no such thing"}}
                refused = await ask(self.world, "POST", f"{path}/actions", tokens[self.watched], bad, **more)
                for secret in ("id", "code", "created"):
                    info.pop(secret)
                seen.append(
                    json.dumps([look, info, log, refused.status, refused.json(), await self._hear(table, token)])
                )
            if seen[0] != seen[1]:
                self.fault(f"twins differ for {who}: {seen[0][:300]} and {seen[1][:300]}")

    async def _hear(self, table: str, token: str | None) -> Any:
        while True:
            wire = await self.world.network.connect(
                self.rng.choice(self.world.nodes), f"/api/tables/{table}/play", "10.2.0.1"
            )
            with contextlib.suppress(Gone):
                wire.say({"type": "hello", "token": token})
                message = await wire.hear(SILENCE)
                if message and message["type"] == "state":
                    wire.hang_up()
                    return message
            wire.hang_up()
            await asyncio.sleep(0.5)


async def _put(store: Any, row: Row, entries: list[Line], tokens: list[Token], done: asyncio.Future[None]) -> None:
    with contextlib.suppress(Exception):  # it is there already, or the database is away: whoever waits looks
        await store.create(row, entries, tokens)
    if not done.done():
        done.set_result(None)


def _middle(game: Any, players: int, rng: random.Random) -> Any:
    while True:
        state = game.new(players, rng.getrandbits(64))
        for _ in range(rng.randrange(30)):
            if not state.to_act:
                break
            seat = rng.choice(state.to_act)
            state.apply_number(seat, rng.choice(state.legal_numbers(seat)))
        if state.to_act:
            return state


async def attack(world: "World") -> None:
    """What may not be done is refused, and changes nothing."""
    rng = world.rng
    while True:
        await asyncio.sleep(rng.expovariate(1 / 0.5))
        playing = [party for party in world.parties if party.table and party.seats and not party.over]
        if not playing:
            continue
        victim, other = rng.choice(playing), rng.choice(playing)
        node, address = rng.choice(world.nodes), f"10.9.0.{rng.randrange(4)}"
        with contextlib.suppress(Gone, Unavailable):
            await rng.choice(ATTACKS)(world, node, victim, other, address)


async def _expect(world: "World", statuses: tuple[int, ...], node: "Node", *request: Any, **more: Any) -> None:
    answer = await world.network.request(node, *request, **more)
    world.counts["attacks"] += 1
    if answer.status not in (*statuses, 429, 503):
        world.fault(f"an attack: {request} got {answer}")


async def _wrong_token(world: "World", node: "Node", victim: Party, other: Party, address: str) -> None:
    token = world.rng.choice((f"{world.rng.getrandbits(128):x}", "", "a" * 500, other.seats[0].token))
    if other is not victim or token != other.seats[0].token:
        body = {"key": "stolen", "action": {"type": "pass"}}
        path = f"/api/tables/{victim.table}/actions"
        await _expect(world, (401, 404), node, "POST", path, token, body, address=address)


async def _garbage(world: "World", node: "Node", victim: Party, other: Party, address: str) -> None:
    rng = world.rng
    body = rng.choice((rng.randbytes(rng.randrange(200)), b"{" * 2000, b"[" * 60000, b'{"key": 1}'))
    where = rng.choice(("join", "actions", "reveal", "rematch"))
    path = f"/api/tables/{rng.choice((victim.table, 'nobody', 'ABCDEF', '..%2f'))}/{where}"
    token = victim.seats[0].token if where != "join" else None
    await _expect(world, (400, 401, 404, 405, 409, 413, 422), node, "POST", path, token, body, address=address)


async def _huge(world: "World", node: "Node", victim: Party, other: Party, address: str) -> None:
    await _expect(world, (413, 422), node, "POST", "/api/tables", None, b" " * 70_000, address=address)


async def _half(world: "World", node: "Node", victim: Party, other: Party, address: str) -> None:
    path, body = f"/api/tables/{victim.table}/join", {"key": "half", "name": "half"}
    await _expect(world, (400,), node, "POST", path, None, body, address=address, half=True)


async def _other_site(world: "World", node: "Node", victim: Party, other: Party, address: str) -> None:
    origin = {"origin": "https://evil.example"}
    await _expect(world, (403,), node, "POST", "/api/tables", None, {"game": "ritual"}, address=address, headers=origin)


async def _reused_key(world: "World", node: "Node", victim: Party, other: Party, address: str) -> None:
    seat = world.rng.choice(victim.seats)
    keys = [key for key, message in seat.acknowledged.items() if message["type"] == "act"]
    if keys:
        body = {"key": world.rng.choice(keys), "action": {"type": "something else"}}
        await _expect(world, (409,), node, "POST", f"/api/tables/{victim.table}/actions", seat.token, body)


async def _frames(world: "World", node: "Node", victim: Party, other: Party, address: str) -> None:
    """Garbage on a socket, with or without a hello; a flood now and then."""
    rng = world.rng
    wire = await world.network.connect(node, f"/api/tables/{victim.table}/play", address)
    try:
        if rng.random() < 0.7:
            token = rng.choice((victim.seats[0].token, other.seats[0].token, None))
            wire.say({"type": "hello", "token": token})
        for _ in range(rng.choice((1, 5, 100))):
            wire.say(
                rng.choice(
                    (
                        "",
                        "{",
                        b"\xff\x00",
                        "[]",
                        {"type": "act"},
                        {"type": "act", "key": "x", "decision": -1, "action": {"type": "no such thing"}},
                        {"type": "chat", "key": "y", "text": "\x00"},
                        {"type": "hello", "token": None},
                        {"type": "ping"},
                        "[" * 3000,
                        "a" * 70_000,
                    )
                )
            )
        for _ in range(30):
            message = await wire.hear(1)
            world.counts["attacks"] += 1
            if message and message["type"] == "ack":
                world.fault(f"an attack on a socket was acknowledged: {message}")
    finally:
        wire.hang_up()


async def _other_site_listens(world: "World", node: "Node", victim: Party, other: Party, address: str) -> None:
    path = f"/api/tables/{victim.table}/play"
    wire = await world.network.connect(node, path, address, origin="https://evil.example")
    try:
        if world.rng.random() < 0.5 and await wire.hear(5):
            world.fault("a page of another site got a word")
    finally:
        wire.hang_up()


ATTACKS = (_other_site_listens, _wrong_token, _garbage, _huge, _half, _other_site, _reused_key, _frames)
