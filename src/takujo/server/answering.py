"""Questions of pages that have no engine: answered from the view that they send, and from nothing else."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from takujo.bots.trials import are_ready
from takujo.core.game import Game
from takujo.insight import Analysis

from . import wire
from .limits import Rate
from .refused import Refused
from .settings import Settings
from .thinking import Thinking

__all__ = ["Answering"]

TENTHS = 10  # of a second
SLICE = 5  # guesses between two looks at the time
LONGEST = 10.0  # seconds that a decision is thought about

T = TypeVar("T")


class Answering:
    """One after the other, in a thread: the time that answers take is charged to the address."""

    def __init__(self, settings: Settings, thinking: Thinking):
        self._rate = Rate(*settings.ask_rate)
        self._turn, self._judging = asyncio.Lock(), asyncio.Lock()
        self._thinking = thinking

    async def answers(self, game: Game, asked: wire.Questions, address: str) -> list[Any]:
        return await self.work(address, _answers, game, asked)

    async def work(self, address: str, function: Callable[..., T], *given: Any) -> T:
        """What a function makes of what an address has sent."""
        self._check(address)
        async with self._turn:
            clock = asyncio.get_running_loop().time
            begun = clock()
            try:
                return await asyncio.to_thread(function, *given)
            finally:
                self._rate.spend(address, (clock() - begun) * TENTHS)

    async def judged(self, game: Game, asked: wire.Decision, address: str) -> wire.Json:
        """What each choice of a decision is worth: as many guesses as were asked for, or as there is time for."""
        self._check(address)
        if not await asyncio.to_thread(are_ready, game):
            raise Refused("no-engine", f"{game.slug} is not compiled for this on this server.", status=503)
        async with self._judging:
            clock = asyncio.get_running_loop().time
            begun = clock()
            try:
                thought = await self._thinking.apart(_thought, game, asked)
                while thought.rounds < asked.rounds and clock() < begun + LONGEST:
                    await self._thinking.apart(thought.run, min(SLICE, asked.rounds - thought.rounds))
                return await self._thinking.apart(thought.result)
            finally:
                self._rate.spend(address, (clock() - begun) * TENTHS)

    def _check(self, address: str) -> None:
        if self._rate.wait(address, 0):
            raise Refused("too-many", "Too many questions from this address: wait a moment.", status=429)


def _answers(game: Game, asked: wire.Questions) -> list[Any]:
    try:
        return [game.ask(asked.view, question.ask, question.about, asked.seat) for question in asked.questions]
    except (ValueError, RecursionError) as error:
        raise Refused("no-answer", f"There is no answer: {error}", status=422) from None


def _thought(game: Game, asked: wire.Decision) -> Analysis:
    try:
        return Analysis(game, asked.view, seat=asked.seat, actions=asked.actions)
    except (ValueError, RecursionError) as error:
        raise Refused("no-answer", f"There is no answer: {error}", status=422) from None
