"""Two tables that differ only in what a seat may not know: every byte this seat receives is the same at both.

The tables start from positions that look alike to one seat. Everybody else does at both what is legal at both; as
long as the engine's view of the seat stays equal, so must be all that reaches it over REST, socket and stream.
"""

import json
import random
import threading
from typing import Any

import pytest

import takujo
from takujo.games import SLUGS
from takujo.match import Match
from tests.server.authenticator import Browser
from tests.server.parts import Server, bearer, plant, scrubbed

pytestmark = pytest.mark.once

PLAYERS = {"arkham-ritual": (3, 7), "ayatsuri": (3, 6), "in-the-ruin": (2, 4), "ritual": (2, 4)}
SERIES = {"games": 3, "score": "both", "swap": "host"}
SEED = bytes(range(32))  # the same at both: chance that everybody sees falls alike


class World:
    """One of the two tables, with the match beside it, and all that the watched seat and a spectator receive."""

    def __init__(
        self, server: Server, position: dict[str, Any], seat: int, pace: dict[str, Any] | None = None, **more: Any
    ):
        self.server, self.seat = server, seat
        self.match = Match(position["game"], position["players"], None, SEED, position=position)
        self.table, self.tokens = plant(server, position, SEED, pace, series=SERIES, **more)
        self.bytes: list[str] = []
        self.backs = 0
        # a spectator looks through this very seat, where they may choose
        self.chosen = {"eyes": seat} if more.get("spectators") == "seats" else {}
        people: list[tuple[str | None, dict[str, int]]] = [(self.tokens[seat], {}), (None, self.chosen)]
        self.sockets = [
            server.socket(self.table, token, changes=said, **eyes) for token, eyes in people for said in (False, True)
        ]
        self.lines: list[str] = []
        self.ended = threading.Event()
        threading.Thread(target=self._stream, daemon=True).start()

    def _stream(self) -> None:
        path = f"/api/tables/{self.table}/stream"
        with self.server.http.stream("GET", path, headers=bearer(self.tokens[self.seat]), timeout=60) as answer:
            for line in answer.iter_lines():
                self.lines.append(line)
                if '"type":"chat"' in line:
                    break
        self.ended.set()

    def act(self, seat: int, action: dict[str, Any]) -> None:
        answer = self.server.act(self.table, self.tokens[seat], action)
        assert answer.status_code == 200, answer.text
        if seat == self.seat:
            self.bytes.append(answer.text)
        self.match.play(seat, action)

    def may_take_back(self, seat: int) -> bool:
        return bool(self.server.look(self.table, self.tokens[seat])["undo"])

    def take_back(self, seat: int) -> None:
        """The last decision of a seat, if it may."""
        socket = self.server.socket(self.table, self.tokens[seat])
        self.backs += 1
        answer = socket.ask(type="undo", key=f"back {self.backs}", decision=socket.until("state")["decision"])
        if seat == self.seat:
            self.bytes.append(json.dumps(answer))
        if answer["type"] == "ack":
            number = max(n for n, (who, _) in enumerate(self.match.actions) if who == seat)
            actions = [*self.match.actions[:number], *self.match.actions[number + 1 :]]
            match = self.match
            self.match = Match(match.game, match.players, None, SEED, actions, position=match.start)

    def look(self) -> None:
        people: list[tuple[str | None, dict[str, int]]] = [(self.tokens[self.seat], {}), (None, self.chosen)]
        for token, eyes in people:
            for path in ("", "/record", "/series"):
                answer = self.server.http.get(f"/api/tables/{self.table}{path}", params=eyes, headers=bearer(token))
                assert answer.status_code == 200, answer.text
                self.bytes.append(answer.text)
        refused = self.server.act(self.table, self.tokens[self.seat], {"type": "no such thing"}, key="bad")
        self.bytes.append(refused.text)

    def received(self) -> list[str]:
        """All of it. A last chat line shows that what came before has come."""
        last = self.server.socket(self.table, self.tokens[self.seat])
        assert last.ask(type="chat", text="that is all")["type"] == "ack"
        for socket in self.sockets:
            socket.until("chat")
        assert self.ended.wait(20)
        frames = [frame for socket in self.sockets for frame in socket.frames]
        frames = [frame for frame in frames if '"type":"presence"' not in frame]
        lines = [line for line in self.lines if line and '"type":"presence"' not in line]
        return [scrubbed(text, self.table, SEED) for text in self.bytes + frames + lines]


def middle(slug: str, players: int, rng: random.Random) -> Any:
    """A state in the middle of play."""
    game = takujo.load(slug)
    while True:
        s = game.new(players, rng.getrandbits(64))
        for _ in range(rng.randrange(40)):
            if not s.to_act:
                break
            seat = rng.choice(s.to_act)
            s.apply_number(seat, rng.choice(s.legal_numbers(seat)))
        if s.to_act:
            return s


def play_alike(first: World, second: World, rng: random.Random, most: int = 6) -> int:
    """Do at both what is legal at both, while it looks alike to the seat; how many actions."""
    for done in range(most):
        worlds = (first, second)
        choices = []
        for seat in sorted(set(first.match.state.to_act) & set(second.match.state.to_act)):
            other = second.match.state.legal(seat)
            choices += [(seat, action) for action in first.match.state.legal(seat) if action in other]
        rng.shuffle(choices)
        for seat, action in choices[:20]:
            tried = []
            for world in worlds:
                copy = Match(
                    world.match.game,
                    world.match.players,
                    None,
                    SEED,
                    world.match.actions,
                    position=world.match.start,
                )
                events = copy.play(seat, action)
                after = copy.state
                tried.append([(after.view(who), after.events_for(who, events)) for who in (first.seat, None)])
            if tried[0] == tried[1] and copy.state.result is None:  # after the end everything is open
                break
        else:
            return done
        for world in worlds:
            world.act(seat, action)
            world.look()
        back = rng.choice([first.seat, *range(first.match.players)])
        if back == first.seat or all(world.may_take_back(back) for world in worlds):
            for world in worlds:
                world.take_back(back)
                world.look()
    return most


@pytest.mark.parametrize("delay", [None, 0, 600])
@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_seat_receives_depends_on_nothing_it_may_not_know(server, slug, delay):
    """With a delay: spectators see through this seat, which they chose or the host, at once or much later."""
    rng = random.Random(slug)
    compared = differed = 0
    for players in PLAYERS[slug]:
        for seat in range(players):
            s = middle(slug, players, rng)
            twin = s.game.determinize(s.view(seat), rng.getrandbits(64))
            pace = rng.choice([None, {"kind": "live", "bank": 7000, "increment": 9}])
            watched = {"spectators": "seats"} if delay == 0 else {"spectators": "seat", "watched": seat}
            watched = {} if delay is None else {**watched, "delay": delay}
            first, second = (World(server, state.position(), seat, pace, **watched) for state in (s, twin))
            differed += first.match.state != second.match.state
            first.look()
            second.look()
            compared += play_alike(first, second, rng)
            assert first.received() == second.received()
            server.close_sockets()
    assert differed > sum(PLAYERS[slug]) // 2  # the worlds did differ
    assert compared >= sum(PLAYERS[slug])  # and were played on


def test_private_sub_steps_show_nowhere(server):
    """IN THE RUIN: one seat takes more sub-steps than at the twin table, until it is ready at both."""
    rng = random.Random(3)
    for _ in range(4):
        while len((s := middle("in-the-ruin", 3, rng)).to_act) < 3 or len(ways := _ways(s)) < 2:
            pass
        busy, watcher = s.to_act[0], s.to_act[1]
        first, second = (World(server, s.position(), watcher, {"kind": "live", "bank": 7000}) for _ in range(2))
        for world, actions in zip((first, second), (ways[min(ways)], ways[max(ways)]), strict=True):
            for action in actions[:-1]:
                world.act(busy, action)
            world.look()
        for world, actions in zip((first, second), (ways[min(ways)], ways[max(ways)]), strict=True):
            world.act(busy, actions[-1])
            world.look()
        assert first.received() == second.received()
        server.close_sockets()


@pytest.mark.parametrize("slug", SLUGS)
def test_what_somebody_notes_for_themselves_shows_nowhere(server, slug):
    """Not a byte of what another seat and the spectators receive is another."""
    rng = random.Random(slug)
    s = middle(slug, PLAYERS[slug][0], rng)
    first, second = (World(server, s.position(), 0) for _ in range(2))

    def note(text: str) -> None:
        path = f"/api/tables/{second.table}/notes"
        assert server.http.post(path, json={"text": text}, headers=bearer(second.tokens[1])).status_code == 204

    for text in ("Necronomicon?", "", "赤"):
        note(text)
        first.look()
        second.look()
        play_alike(first, second, rng, 2)
    assert first.received() == second.received()


@pytest.mark.parametrize("slug", SLUGS)
def test_what_strangers_find_depends_on_nothing_hidden(server, slug):
    """The board with public tables, before and after actions that look alike to spectators."""
    rng = random.Random(slug)
    s = middle(slug, PLAYERS[slug][0], rng)
    twin = s.game.determinize(s.view(0), rng.getrandbits(64))
    first, second = (World(server, state.position(), 0, public=True) for state in (s, twin))

    def told() -> list[str]:
        tables = {world.table: world for world in (first, second)}
        while True:
            found = {table["table"]: table for table in server.http.get("/api/board").json()}
            if tables.keys() <= found.keys():
                return [scrubbed(json.dumps(found[table], separators=(",", ":")), table, SEED) for table in tables]

    assert len(set(told())) == 1
    play_alike(first, second, rng, 2)
    assert len(set(told())) == 1


@pytest.mark.parametrize("slug", SLUGS)
def test_ratings_history_and_profiles_depend_on_nothing_hidden(server, slug):
    """At a rated table, before the end: of those who sit there, and of the one who must not know."""
    rng = random.Random(slug)
    s = middle(slug, PLAYERS[slug][0], rng)
    twin = s.game.determinize(s.view(0), rng.getrandbits(64))
    worlds = [World(server, state.position(), 0, rated=True) for state in (s, twin)]
    people = [[Browser(server) for _ in range(2)] for _ in worlds]
    for world, (mine, theirs) in zip(worlds, people, strict=True):
        for browser, token in ((mine, world.tokens[0]), (theirs, world.tokens[1])):
            browser.make(rated=True, public=True)
            assert browser.sync({"table": world.table, "token": token})["mine"] == [world.table]

    def told() -> list[str]:
        found = []
        for world, (mine, theirs) in zip(worlds, people, strict=True):
            shown = theirs.account().json()["profile"]
            paths = [f"/api/tables/{world.table}/ratings", f"/api/people/{shown}"]
            paths += ["/api/account/ratings", "/api/account/history"]
            found.append("".join(mine.http.get(path).text for path in paths))
            assert '"points":1500' in found[-1]
        return found

    assert len(set(told())) == 1
    play_alike(worlds[0], worlds[1], rng, 2)
    assert len(set(told())) == 1


def test_a_private_step_that_is_taken_back_shows_nowhere(server):
    """IN THE RUIN: at one of the tables a seat goes forth and back before it gets ready, at the other it does not."""
    rng = random.Random(4)
    for _ in range(2):
        while len((s := middle("in-the-ruin", 3, rng)).to_act) < 3 or max(ways := _ways(s)) < 2:
            pass
        busy, watcher = s.to_act[0], s.to_act[1]
        first, second = (World(server, s.position(), watcher, {"kind": "live", "bank": 7000}) for _ in range(2))
        second.act(busy, ways[max(ways)][0])
        assert second.may_take_back(busy)
        second.take_back(busy)
        assert second.match.actions == []
        for world in (first, second):
            world.look()
            for action in ways[max(ways)]:
                world.act(busy, action)
            world.look()
        assert first.received() == second.received()
        server.close_sockets()


def _ways(s: Any) -> dict[int, list[dict[str, Any]]]:
    """How the first seat may get ready, by the number of its sub-steps."""
    ways = {}
    for seed in range(30):
        rng, copy, seat = random.Random(seed), s.clone(), s.to_act[0]
        actions = []
        while seat in copy.to_act:
            actions.append(rng.choice(copy.legal(seat)))
            copy.apply(seat, actions[-1])
        ways[len(actions)] = actions
    return ways


def test_a_leak_would_be_noticed(server):
    """The comparison sees a single changed byte."""
    s = middle("arkham-ritual", 3, random.Random(1))
    twin = s.game.determinize(s.view(0), 7)
    assert json.dumps(s.view(0)) == json.dumps(twin.view(0))
    first, second = (World(server, state.position(), 1) for state in (s, twin))  # another seat: it sees the difference
    first.look()
    second.look()
    assert first.received() != second.received()
