"""What happens at a table by itself: bots decide, clocks run out, those who say nothing are waited for no longer."""

import asyncio
import contextlib
import logging
import math
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from takujo.bots import LEVELS, Generator, Level
from takujo.core.game import Game
from takujo.own import Failed, Own

from . import metrics
from .compiling import Compiling
from .entries import Act, Away, Begin, Host, Lapse, Silent
from .node import Node
from .refused import Refused
from .rooms import Room
from .settings import Settings
from .store import Unavailable
from .table import Table
from .thinking import Thinking
from .writing import Writing

__all__ = ["Driver"]

Json = dict[str, Any]
Clock = Callable[[], float]

log = logging.getLogger("takujo.server")


class Driver:
    """Looks after the bots and clocks of the tables that this node keeps."""

    def __init__(
        self,
        settings: Settings,
        node: Node,
        writing: Writing,
        thinking: Thinking,
        compiling: Compiling,
        chance: random.Random,
    ):
        self.settings, self.node, self.writing = settings, node, writing
        self.thinking, self.compiling, self.chance = thinking, compiling, chance
        self.own = {name: Own(bot) for name, bot in settings.own_bots.items()}

    def drive(self, room: Room) -> None:
        """See that somebody looks after the bots and clocks of a table that has any."""
        room.changed.set()
        needed = (
            not (room.table.finished or self.node.closing)
            and self.node.keeps(room.table.id)
            and self.upcoming(room) is not None
        )
        if needed and (room.driver is None or room.driver.done()):
            room.driver = asyncio.ensure_future(self._run(room))

    async def _run(self, room: Room) -> None:
        try:
            while not (room.table.finished or self.node.closing) and self.node.keeps(room.table.id):
                room.changed.clear()
                await self.node.look_up()
                try:
                    self._think(room)
                    following = self.upcoming(room)
                    if following is None:
                        return
                    when, seat, by = following
                    wait = (when - self.node.now()) / 1000
                    if wait > 0:
                        with contextlib.suppress(TimeoutError):
                            async with asyncio.timeout(wait if wait < math.inf else None):
                                await room.changed.wait()
                        continue
                    does = {
                        "clock": self._time_up,
                        "bot": self._decide,
                        "deal": self._go_on_without,
                        "ask": self._stop_asking,
                        "gone": self._go_on_with_bot,
                        "vote": self._stop_voting,
                        "host": self._pass_host,
                    }
                    await does[by](room, seat)
                except Refused:
                    continue  # the table has gone on
                except Unavailable:
                    self.node.away_until = self.node.now()
                    await asyncio.sleep(1)
                except Exception as error:
                    log.error("a bot or clock failed: %s", type(error).__name__, exc_info=self.settings.debug)
                    await asyncio.sleep(1)
        finally:
            if room.driver is asyncio.current_task():
                room.driver = None
            room.drop_thoughts({})

    def upcoming(self, room: Room) -> tuple[float, int, str] | None:
        """The next thing to happen by itself: when, which seat, by bot or clock, or as people have not spoken."""
        table = room.table
        found: list[tuple[float, int, str]] = []
        # time that ran out while server or database was away: its owner could do nothing about it
        back = max(room.since, self.node.away_until)
        earliest = back + self.settings.restart_grace * 1000 if back else 0
        if (until := table.vote_until) is not None:
            found.append((max(until, earliest), -1, "vote"))
        if (passes := self._host_gone(room)) is not None:
            found.append(passes)
        if (until := table.reveal_until) is not None:
            found += [(max(until, earliest), seat, "deal") for seat, person in enumerate(table.seats) if person.awaited]
        if (until := table.ask_until) is not None:
            found.append((max(until, earliest), -1, "ask"))
        for seat, person in enumerate(table.seats):
            began = table.clocks.began[seat]
            if began is None:
                continue
            if person.by_bot:
                if room.deserted:
                    continue  # they go on when somebody is back
                due = began + self._delay(room, seat, began)
                ready = seat in room.thoughts and room.thoughts[seat][1].done()
                found.append((due if ready else math.inf, seat, "bot"))
                continue
            if (up := table.clocks.due(seat)) is not None:
                found.append((max(up, earliest), seat, "clock"))
            if (up := self._given_up(room, seat, began)) is not None:
                found.append((max(up, earliest), seat, "gone"))
        return min(found, default=None)

    def _given_up(self, room: Room, seat: int, began: int) -> int | None:
        """When others have waited long enough for somebody who is gone; None: nobody waits, or for ever."""
        gone, patience = room.gone_at(seat), room.table.patience
        if not patience or gone is None or not room.table.people().intersection(room.seats_present):
            return None
        return max(gone, max(began, room.last_here(seat)) + patience)

    def _delay(self, room: Room, seat: int, began: int) -> float:
        """How long a bot seems to think, in milliseconds: drawn before it looks at its cards."""
        if (seat, began) not in room.delays:
            room.delays = {key: value for key, value in room.delays.items() if key[0] != seat}
            low, high = self.settings.bot_delay
            room.delays[seat, began] = 1000 * self.chance.uniform(low, high)
        return room.delays[seat, began]

    async def _time_up(self, room: Room, seat: int) -> None:
        await self.writing.change(room, Away(who=seat, by_keeper=True))

    async def _go_on_with_bot(self, room: Room, seat: int) -> None:
        await self.writing.change(room, Away(who=seat, gone=True, by_keeper=True))

    def _host_gone(self, room: Room) -> tuple[float, int, str] | None:
        """When somebody else who is there gets the host's rights at a table that has not started, and who."""
        table = room.table
        if table.status != "waiting" or table.host not in table.people() or (at := room.gone_at(table.host)) is None:
            return None
        here = table.next_host(room.absent)
        return (at, here, "host") if here in room.seats_present else None

    async def _pass_host(self, room: Room, seat: int) -> None:
        await self.writing.change(room, Host(who=seat, by_keeper=True))

    async def _stop_voting(self, room: Room, _: int) -> None:
        await self.writing.change(room, Lapse(by_keeper=True))

    async def _stop_asking(self, room: Room, _: int) -> None:
        await self.writing.change(room, Begin(by_keeper=True))

    async def _go_on_without(self, room: Room, seat: int) -> None:
        await self.writing.change(room, Silent(who=seat, by_keeper=True))

    def _think(self, room: Room) -> None:
        """Bots think from when they are to act, and not on when the table has gone on."""
        seats = () if room.deserted else enumerate(room.table.clocks.began)
        acting = {seat: began for seat, began in seats if began is not None and room.table.seats[seat].by_bot}
        room.drop_thoughts(acting)
        for seat, began in acting.items():
            if seat not in room.thoughts:
                thought = asyncio.ensure_future(self._consider(room, seat))
                thought.add_done_callback(lambda done: done.cancelled() or done.exception())  # it may be dropped
                thought.add_done_callback(lambda _: room.changed.set())
                room.thoughts[seat] = began, thought

    async def _consider(self, room: Room, seat: int) -> tuple[int, Json]:
        """What a bot will do. It gets the seat's view, and nothing else.

        Steps that nobody else sees are taken at once, all in one turn: their number must not show in its time.
        """
        table = room.table
        assert table.match
        name = table.seats[seat].level or "regular"
        own, bot = self.own.get(name), LEVELS.get(name, LEVELS["regular"])  # one's own may be gone since
        if not self.compiling.is_done(table.game):
            bot = bot.quick  # a search would find nothing in its time
        several = table.match.game.simultaneous
        parts = 1 + several if own or bot.searches(table.game) else 0
        rng = random.Random(self.chance.getrandbits(64))
        async with self.thinking.turn(table.maker or table.id, lonely=not room.seats_present, parts=parts) as turn:
            while True:
                state, decision = table.match.state, table.outboxes[seat].decision
                pick = partial(_pick, own, bot) if own else bot.pick
                choose = partial(pick, state.game, state.view_raw(seat), seat, rng)
                action = state.decode(seat, await turn.think(choose))
                if not several or _shows(table, seat, action):
                    return decision, action
                await self._act(room, seat, decision, action)

    async def _decide(self, room: Room, seat: int) -> None:
        _, thought = room.thoughts.pop(seat)
        await self._act(room, seat, *thought.result())

    async def _act(self, room: Room, seat: int, decision: int, action: Json) -> None:
        entry = Act(who=seat, action=action, by="bot", decision=decision, by_keeper=True)
        await self.writing.change(room, entry)
        metrics.ACTIONS.inc()


def _pick(
    own: Own, instead: Level, game: Game, view: Any, seat: int, rng: Generator, budget: float, clock: Clock
) -> int:
    """What a bot of the server's own does; if it does nothing, what another does in its place."""
    try:
        return own.pick(game, view, seat, rng, budget, clock)
    except Failed as error:
        log.warning("%s", error)
        return instead.pick(game, view, seat, rng, budget, clock)


def _shows(table: Table, seat: int, action: Json) -> bool:
    """Would anybody else notice this action? Tried on a copy, with other chance than play will have."""
    assert table.match
    state = table.match.state.clone()
    events = state.apply(seat, action)
    return any(
        state.events_for(other, events) or outbox.is_new(state, state.to_act)
        for other, outbox in table.outboxes.items()
        if other != seat
    )
