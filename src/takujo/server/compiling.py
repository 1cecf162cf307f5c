"""Games become quick while they are played: each is compiled in a process apart, then its doors are swapped.

One at a time: the titles, those first that somebody plays, then variants with somebody's own components. Of these the
next is of whoever has had the fewest, and each address has a quota.
"""

import asyncio
import contextlib
import logging
import subprocess
from collections import Counter
from collections.abc import Callable

from takujo.bots.minds import is_compiled, prepare
from takujo.core.components import component_content
from takujo.core.game import Game
from takujo.core.jit import JIT

from .apart import command, environment
from .limits import Rate
from .settings import Settings

__all__ = ["Compiling"]

log = logging.getLogger("takujo.server")

LONGEST = 1800  # seconds
LONGEST_LINE = 300  # characters
WAITING = 100  # variants; more are played uncompiled


class Compiling:
    """The queue, and the process that compiles its first."""

    def __init__(self, settings: Settings, swapped: Callable[[Game], None]):
        self._swapped = swapped
        self._rate = Rate(*settings.compile_rate)
        self._waiting: dict[Game, str] = {}  # game -> who pays; of a title nobody
        self._now: Game | None = None  # the one that is being compiled
        self._had: Counter[str] = Counter()
        self._failed: set[str] = set()  # packages: they stay as they are
        self.faults: dict[str, str] = {}  # of titles: why they could not be compiled
        self._swapping: set[Game] = set()
        self._more = asyncio.Event()

    def is_done(self, game: Game) -> bool:
        """Are the doors of the game and of its bots compiled?"""
        return bool(game.door.compiled) and game not in self._swapping

    def want(self, game: Game, payer: str = "") -> None:
        """Somebody plays this."""
        if game.door.compiled or game is self._now or game.package in self._failed:
            return
        if not game.may_be_compiled:
            if JIT and game.digest is None:
                self._failed.add(game.package)
                log.warning("%s is played uncompiled: pip install 'takujo[jit]' compiles it", game.slug)
            return
        if game.digest is None:
            self._waiting = {game: "", **{other: by for other, by in self._waiting.items() if other is not game}}
        elif game not in self._waiting:
            if len(self._waiting) >= WAITING or self._rate.wait(payer):
                return
            self._waiting[game] = payer
        self._more.set()

    def forget(self, game: Game) -> None:
        """Nobody plays it any more."""
        self._waiting.pop(game, None)

    async def run(self) -> None:
        while True:
            self._more.clear()
            while self._waiting:
                game = min(self._waiting, key=lambda game: (game.digest is not None, self._had[self._waiting[game]]))
                self._had[self._waiting.pop(game)] += 1
                self._now = game
                await self.compile(game)
                self._now = None
            await self._more.wait()

    async def compile(self, game: Game) -> None:
        """Compile it, if that has not been done on this machine, and go on with compiled doors."""
        told = ""
        try:
            if not await asyncio.to_thread(is_compiled, game):
                told = await self._apart(game)
            if await asyncio.to_thread(is_compiled, game):
                self._swapping.add(game)
                try:
                    await asyncio.to_thread(prepare, game)
                finally:
                    self._swapping.discard(game)
                self._swapped(game)
                return
        except Exception as error:
            told = type(error).__name__
        self._failed.add(game.package)
        fault = f"{game.package.rpartition('.')[2]} could not be compiled: it is played uncompiled"
        if game.digest is None:  # what a stranger's cards do is not told
            fault = self.faults[game.slug] = f"{fault} ({told})"
        log.error("%s", fault)

    async def _apart(self, game: Game) -> str:
        """Compile it in a process apart: the last that this said."""
        content = (component_content(game.package) if game.digest else None) or b""
        child = await asyncio.create_subprocess_exec(
            *command(game.slug),
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            start_new_session=True,  # Ctrl+C is for the server, which ends it
        )
        try:
            async with asyncio.timeout(LONGEST):
                _, said = await child.communicate(content)
                lines = said.decode(errors="replace").split("\n")
                return next((line.strip()[:LONGEST_LINE] for line in reversed(lines) if line.strip()), "")
        finally:
            if child.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    child.kill()
                await child.wait()
