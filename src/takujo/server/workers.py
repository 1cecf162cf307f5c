"""Several nodes on one machine: processes that are started, started again when they die, and stopped together."""

import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType

from .siblings import Siblings, mesh

__all__ = ["Workers"]

log = logging.getLogger("takujo.server")

Work = Callable[[Siblings, int], None]

AGAIN = 1.0  # seconds at least from one start of a worker to the next


class Workers:
    """The process that starts the others. It has no thread, loop or connection of its own: it may always fork."""

    def __init__(self, count: int, work: Work):
        self.work, self.stopping = work, False
        self.links = mesh(count)
        self.ours, self.theirs = os.pipe()  # a worker reads from it; its end means that we are no more
        self.running: dict[int, tuple[int, float]] = {}  # process -> its number, since when

    def run(self) -> int:
        """Until we are told to stop."""
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, self._stop)
        for number in range(len(self.links)):
            self._start(number)
        while self.running:
            process, status = os.wait()
            number, since = self.running.pop(process)
            if self.stopping:
                continue
            log.warning("worker %d ended (%s): it is started again", number, _how(status))
            time.sleep(max(0.0, since + AGAIN - time.monotonic()))
            if not self.stopping:
                self._start(number)
        return 0

    def _start(self, number: int) -> None:
        sys.stdout.flush()
        process = os.fork()
        if process:
            self.running[process] = number, time.monotonic()
            return
        status = 1
        try:
            for sign in (signal.SIGINT, signal.SIGTERM):
                signal.signal(sign, signal.SIG_DFL if sign == signal.SIGTERM else signal.default_int_handler)
            os.close(self.theirs)
            for other, links in enumerate(self.links):
                for link in links.values() if other != number else ():
                    link.close()
            self.work(Siblings(number, self.links[number]), self.ours)
            status = 0
        except (ValueError, KeyboardInterrupt) as error:
            log.error("worker %d: %s", number, error)
        finally:
            sys.stdout.flush()
            os._exit(status)

    def _stop(self, _: int, __: FrameType | None) -> None:
        self.stopping = True
        for process in self.running:
            os.kill(process, signal.SIGTERM)


def _how(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return f"signal {-code}" if code < 0 else f"status {code}"
