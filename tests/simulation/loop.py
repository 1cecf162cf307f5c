"""An event loop on which one seed decides everything: time jumps to the next timer, a thread's work is one more step.

What runs for a node runs in its context. A node dies between any two steps: then nothing of it runs any more, no
`finally`, no cancellation, as after kill -9.
"""

import asyncio
import contextlib
import contextvars
import heapq
import itertools
import random
import time
from collections.abc import Callable, Coroutine
from typing import Any

__all__ = ["FOREVER", "Process", "SimLoop", "process_now"]

FOREVER = 1 << 60
QUICK = 0.002  # seconds, about, that a thread's work takes
SLOW = 0.01  # of the work takes a hundred times as long


class Process:
    """What dies as one."""

    def __init__(self, owner: Any):
        self.owner = owner
        self.dead = False
        self.fuse = self.statements = FOREVER  # steps, and statements to the database, until it dies
        self.frozen: list[asyncio.Handle] | None = None  # what waits while it is stopped
        self.context = contextvars.Context()
        self.context.run(PROCESS.set, self)


PROCESS: contextvars.ContextVar[Process | None] = contextvars.ContextVar("process", default=None)


def process_now() -> Process | None:
    """The one whose step this is; None: the world's own."""
    return PROCESS.get()


class _Task(asyncio.Task[Any]):
    """Sets of tasks are the same in every run: their order goes by a count, not by addresses."""

    count = itertools.count(1)

    def __init__(self, coroutine: Coroutine[Any, Any, Any], **more: Any):
        self.number = next(_Task.count)
        self.process = (more.get("context") or contextvars.copy_context()).get(PROCESS)
        super().__init__(coroutine, **more)

    def __hash__(self) -> int:
        return self.number


class _Future(asyncio.Future[Any]):
    """Knows whose it is."""

    def __init__(self, *, loop: asyncio.AbstractEventLoop):
        self.process = PROCESS.get()
        super().__init__(loop=loop)


class SimLoop(asyncio.BaseEventLoop):
    """Time is its own, and only goes on when nothing is left to do."""

    def __init__(self, rng: random.Random, die: Callable[[Process], None]):
        super().__init__()
        self.rng, self.die = rng, die
        self.now = 0.0
        self.steps = 0
        self.slowness = 1.0  # of disks and threads
        self._generators: dict[int, Process | None] = {}  # whose an asynchronous generator is
        self.set_task_factory(lambda loop, coroutine, **more: _Task(coroutine, loop=loop, **more))

    def create_future(self) -> asyncio.Future[Any]:
        return _Future(loop=self)

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        ready: Any = self._ready  # type: ignore[attr-defined]  # asyncio's own
        timers: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]  # asyncio's own
        while timers and timers[0].cancelled():
            heapq.heappop(timers)
        if not ready:
            if not timers:
                raise RuntimeError("nothing will ever happen again")
            self.now = max(self.now, timers[0].when())
        while timers and timers[0].when() <= self.now:
            ready.append(heapq.heappop(timers))
        for _ in range(len(ready)):
            handle = ready.popleft()
            if handle.cancelled():
                continue
            process = handle._context.get(PROCESS)
            if process is not None:
                if process.dead:
                    continue
                if process.frozen is not None:
                    process.frozen.append(handle)
                    continue
                process.fuse -= 1
                if process.fuse <= 0:
                    self.die(process)
                    continue
            self.steps += 1
            handle._run()

    def thaw(self, process: Process) -> None:
        """It goes on, with all that has come meanwhile."""
        self._ready.extend(process.frozen or ())  # type: ignore[attr-defined]  # asyncio's own
        process.frozen = None

    def bury(self, process: Process) -> None:
        """Free what a dead process held. What its tasks do at last reaches nobody: they do it in its context."""
        for task in asyncio.all_tasks(self):
            if isinstance(task, _Task) and task.process is process:
                task._log_destroy_pending = False  # type: ignore[attr-defined]  # asyncio's own
                with contextlib.suppress(Exception):  # its server is gone, it would wait, or it is what runs now
                    process.context.copy().run(task.get_coro().close)

    def _asyncgen_firstiter_hook(self, generator: Any) -> None:
        self._generators[id(generator)] = process_now()

    def _asyncgen_finalizer_hook(self, generator: Any) -> None:
        """Nobody goes on with it: it is closed in the context of its process, if that lives."""
        process = self._generators.pop(id(generator), None)
        if process is None or not process.dead:
            context = process.context.copy() if process else None
            self.call_soon(self.create_task, generator.aclose(), context=context)

    def run_in_executor(  # type: ignore[override]  # the work is a step of its own, some time later
        self, executor: Any, function: Callable[..., Any], *arguments: Any
    ) -> asyncio.Future[Any]:
        future = self.create_future()
        watch = itertools.count()
        clocked = [(lambda: next(watch) / 50) if given is time.perf_counter else given for given in arguments]
        self.call_later(self._while(), self._work, future, function, clocked)
        return future

    def _while(self) -> float:
        slow = 100 if self.rng.random() < SLOW else 1
        return self.rng.random() * QUICK * slow * self.slowness

    def _work(self, future: asyncio.Future[Any], function: Callable[..., Any], arguments: list[Any]) -> None:
        process = process_now()
        try:
            answer, error = function(*arguments), None
        except Exception as caught:
            answer, error = None, caught
        if process is not None and process.dead:  # it died in the middle
            return
        self.call_later(self._while(), self._done, future, answer, error)

    def _done(self, future: asyncio.Future[Any], answer: Any, error: Exception | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(answer)
        else:
            future.set_exception(error)

    def call_soon_threadsafe(self, *arguments: Any, **more: Any) -> asyncio.Handle:  # type: ignore[override]  # as given
        return self.call_soon(*arguments, **more)
