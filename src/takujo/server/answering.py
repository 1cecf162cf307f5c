"""Questions of pages that have no engine: answered from the view that they send, and from nothing else."""

import asyncio
from typing import Any

from takujo.core.game import Game

from . import wire
from .limits import Rate
from .refused import Refused
from .settings import Settings

__all__ = ["Answering"]

TENTHS = 10  # of a second


class Answering:
    """One after the other, in a thread: the time that answers take is charged to the address."""

    def __init__(self, settings: Settings):
        self._rate = Rate(*settings.ask_rate)
        self._turn = asyncio.Lock()

    async def answers(self, game: Game, asked: wire.Questions, address: str) -> list[Any]:
        if self._rate.wait(address, 0):
            raise Refused("too-many", "Too many questions from this address: wait a moment.", status=429)
        async with self._turn:
            clock = asyncio.get_running_loop().time
            begun = clock()
            try:
                return await asyncio.to_thread(_answers, game, asked)
            finally:
                self._rate.spend(address, (clock() - begun) * TENTHS)


def _answers(game: Game, asked: wire.Questions) -> list[Any]:
    try:
        return [game.ask(asked.view, question.ask, question.about, asked.seat) for question in asked.questions]
    except (ValueError, RecursionError) as error:
        raise Refused("no-answer", f"There is no answer: {error}", status=422) from None
