"""Bots that think: whose turn it is, for how long, and what the time of an answer tells."""

import asyncio
import contextlib
import random
import statistics
import time
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

import pytest

import takujo
from takujo.bots import BUDGET, regular
from takujo.server.settings import Settings
from takujo.server.thinking import TICK, Thinking
from tests.server.cluster import Node
from tests.server.parts import OPEN, SOON, Server, plant

pytestmark = pytest.mark.once

EXPERT = {"kind": "bot", "level": "expert"}
EACH = 40  # decisions of either kind that are compared
ATONCE = 4  # tables


# -- the queue


class Thinkers:
    """Bots that note in which order they thought, whether they had their full time, and how long it took."""

    def __init__(self, **settings: Any):
        self.thinking = Thinking(Settings(**{"bot_threads": 1, **settings}))
        self.turns: list[str] = []
        self.full: dict[str, list[bool]] = {}
        self.took: dict[str, list[float]] = {}  # milliseconds

    async def think(self, name: str, busy: float = 0, payer: str = "", parts: int = 1, **more: Any) -> None:
        def choose(budget: float, clock: Any) -> Any:
            self.turns.append(name)
            self.full.setdefault(name, []).append(budget > BUDGET / 2)
            time.sleep(busy)

        async with self.thinking.turn(payer or name, parts=parts, **more) as turn:
            begun = asyncio.get_running_loop().time()
            await turn.think(choose)
        self.took.setdefault(name, []).append(1000 * (asyncio.get_running_loop().time() - begun))

    def many(self, count: int, name: str, **more: Any) -> list[asyncio.Task[None]]:
        return [asyncio.ensure_future(self.think(name, **more)) for _ in range(count)]

    def run(self, work: Callable[["Thinkers"], Awaitable[Any]]) -> "Thinkers":
        async def whole() -> None:
            try:
                await work(self)
            finally:
                self.thinking.close()

        asyncio.run(whole())
        return self


def test_who_asks_for_much_does_not_hold_up_who_asks_for_little():
    async def work(thinkers: Thinkers) -> None:
        many = thinkers.many(30, "many")
        await many[2]
        begun = len(thinkers.turns)
        await thinkers.think("one")
        assert thinkers.turns.index("one") <= begun + 1
        await asyncio.gather(*many)

    Thinkers().run(work)


def test_idling_saves_nothing_up():
    """Who comes later shares alike from then on, and is not given first all that others had before."""

    async def work(thinkers: Thinkers) -> None:
        await asyncio.gather(*thinkers.many(20, "early"))
        thinkers.turns.clear()
        await asyncio.gather(*thinkers.many(20, "early"), *thinkers.many(20, "late"))

    turns = Thinkers(thinking_rate=(0, 1)).run(work).turns
    assert [turns[:20].count(name) for name in ("early", "late")] == [pytest.approx(10, abs=1)] * 2


def test_experts_think_less_when_many_wait_first_those_of_who_asks_for_much():
    async def work(thinkers: Thinkers) -> None:
        many = thinkers.many(60, "many")
        await many[0]
        await thinkers.think("one")
        await asyncio.gather(*many)

    full = Thinkers().run(work).full
    assert full["one"] == [True]
    assert sum(full["many"]) < len(full["many"]) / 4


def test_an_address_has_so_much_thinking_and_then_its_experts_are_brief():
    async def work(thinkers: Thinkers) -> None:
        for name in ("much", "much", "much", "much", "another"):
            await thinkers.think(name)

    full = Thinkers(thinking_rate=(0.5, 0.01)).run(work).full
    assert full == {"much": [True, True, False, False], "another": [True]}


def test_tables_with_people_go_first_among_those_of_one_address():
    async def work(thinkers: Thinkers) -> None:
        lonely = [thinkers.think(str(number), payer="home", lonely=True) for number in range(4)]
        await asyncio.gather(*lonely, thinkers.think("people", payer="home"))

    assert Thinkers().run(work).turns == ["0", "people", "1", "2", "3"]


def test_an_expert_without_a_choice_takes_as_long_as_one_that_thinks():
    async def work(thinkers: Thinkers) -> None:
        for _ in range(3):
            await thinkers.think("forced")
            await thinkers.think("thinks", busy=BUDGET / 1000)
            await thinkers.think("slow machine", busy=BUDGET / 1000 + TICK / 2)
            await thinkers.think("regular", parts=0)

    took = Thinkers().run(work).took
    whole = pytest.approx(BUDGET + 1000 * TICK, abs=500 * TICK)
    assert [statistics.median(took[name]) for name in ("forced", "thinks", "slow machine")] == [whole] * 3
    assert statistics.median(took["regular"]) < BUDGET / 2


def test_a_decision_that_is_no_longer_wanted_is_not_thought_about():
    async def work(thinkers: Thinkers) -> None:
        tasks = [*thinkers.many(1, "first"), *thinkers.many(3, "dropped", payer="first"), *thinkers.many(1, "last")]
        await asyncio.sleep(0.05)
        for task in tasks[1:4]:
            task.cancel()
        await asyncio.wait(tasks)

    assert Thinkers().run(work).turns == ["first", "last"]


def test_a_decision_dropped_as_its_turn_comes_costs_nobody_theirs():
    async def work(thinkers: Thinkers) -> None:
        with contextlib.suppress(ZeroDivisionError):
            async with thinkers.thinking.turn("first", parts=1):
                before, after, last = (thinkers.many(1, name)[0] for name in ("before", "after", "last"))
                await asyncio.sleep(0.05)
                before.cancel()  # in the step of the loop in which a thread is free again
                raise ZeroDivisionError
        after.cancel()  # in the same one: it has the turn, and has not begun
        await last

    assert Thinkers().run(work).turns == ["last"]


def test_a_bot_that_fails_gives_its_thread_back():
    async def work(thinkers: Thinkers) -> None:
        with pytest.raises(ValueError, match="sleep length"):
            await thinkers.think("fails", busy=-1)
        await thinkers.think("next")

    assert Thinkers().run(work).turns == ["fails", "next"]


def test_who_thinks_for_nobody_any_more_keeps_its_thread_to_the_end():
    async def work(thinkers: Thinkers) -> None:
        gone = asyncio.ensure_future(thinkers.think("gone", busy=0.5))
        await asyncio.sleep(0.1)
        gone.cancel()
        begun = time.monotonic()
        async with thinkers.thinking.turn("next", parts=1):
            assert time.monotonic() - begun > 0.3

    Thinkers().run(work)


def test_a_rate_that_never_gives_is_refused():
    with pytest.raises(ValueError, match="thinking_rate is 60,0; it takes 0 or more and a number above 0"):
        Settings.read({}, {"TAKUJO_THINKING_RATE": "60,0"})


# -- at a server


def auc(slow: list[int], quick: list[int]) -> float:
    """How likely one of the first takes longer than one of the second: 0.5 if time tells nothing."""
    pairs = [(a > b) + (a == b) / 2 for a in slow for b in quick]
    return sum(pairs) / len(pairs)


def set_up(step: int, seed: int) -> Any:
    """IN THE RUIN for two, in the set-up, where each takes a card, draws, takes, draws: a seat 1 that has come so far.

    Others only see that it is done.
    """
    rng = random.Random(seed)
    s = takujo.load("in-the-ruin").new(2, seed)
    for seat in (0, 1, *[1] * step):
        s.apply(seat, regular(s.view(seat), s.legal(seat), rng))
    assert s.to_act == (0, 1)
    return s


def times(server: Server, states: list[Any]) -> list[int]:
    """How long the experts at seat 1 took, in milliseconds from when everybody saw that they were to act."""
    tables = [plant(server, s.position(), bytes(32), seats=[OPEN, EXPERT])[0] for s in states]
    time.sleep(4)  # then the server looks after them
    found = []
    for start in range(0, len(tables), ATONCE):
        some = tables[start : start + ATONCE]
        for table in some:
            server.join(table)
        for table in some:
            end = time.monotonic() + SOON
            while 1 in server.look(table)["to_act"]:
                assert time.monotonic() < end
                time.sleep(0.05)
            log = server.entries(table)
            began = next(entry.at for entry in log if entry.kind == "join")
            found.append(log[-1].at - began)
            assert log[-1].seat == 1
    return found


@pytest.mark.parametrize("delay", ["0,0", "0.7,0.9"])
def test_time_tells_neither_whether_an_expert_had_a_choice_nor_how_many_steps_it_took(nursery, tmp_path, delay):
    """Some have a choice and three steps before them, others one card to take and then one step."""
    free, forced = ([set_up(step, seed) for seed in range(EACH)] for step in (1, 2))
    assert all(len(s.legal(1)) > 1 for s in free)
    assert all(len(s.legal(1)) == 1 for s in forced)
    states = free + forced
    order = random.Random(0).sample(range(len(states)), len(states))
    with Node(nursery, tmp_path, bot_delay=delay, bot_threads=str(ATONCE)) as server:
        took = dict(zip(order, times(server, [states[n] for n in order]), strict=True))
    slow, quick = [took[n] for n in range(EACH)], [took[n] for n in range(EACH, 2 * EACH)]
    assert 0.25 < auc(slow, quick) < 0.75


def waits(server: Server, table: str) -> list[int]:
    """Milliseconds between the actions at a table."""
    return [after.at - before.at for before, after in pairwise(server.entries(table)) if after.kind == "act"]


def test_many_tables_of_one_address_do_not_make_the_bots_of_another_wait(nursery, tmp_path):
    with Node(nursery, tmp_path) as server:
        server.http.headers["X-Forwarded-For"] = "192.0.2.1"
        flood = [server.create("ritual", [EXPERT] * 4, sit=False)["table"] for _ in range(120)]
        server.http.headers["X-Forwarded-For"] = "192.0.2.2"
        lone = server.create("ritual", [EXPERT] * 2, sit=False)["table"]
        end = time.monotonic() + 60
        while len(waits(server, lone)) < 20 and time.monotonic() < end:
            time.sleep(0.5)
        theirs = [wait for table in flood for wait in waits(server, table)[1:]]
        assert statistics.median(waits(server, lone)) < statistics.median(theirs) / 2


def test_an_expert_thinks_anew_after_a_pause(nursery, tmp_path):
    with Node(nursery, tmp_path, bot_delay="0.5,0.5") as server:
        made = server.create("in-the-ruin", [OPEN, EXPERT])
        socket = server.socket(made["table"], made["token"])
        assert socket.ask(type="vote", what="pause", yes=True)["type"] == "ack"
        time.sleep(1)
        assert not [entry for entry in server.entries(made["table"]) if entry.kind == "act"]
        assert socket.ask(type="resume")["type"] == "ack"
        while 1 in socket.until("state")["to_act"]:
            pass
