"""A process that has everything loaded and makes servers by forking: `takujo serve`, up in a moment.

A server that starts by itself needs seconds to load compiled rules; hundreds that are killed would need hours.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any


class Nursery:
    """Runs this module as a process of its own."""

    def __init__(self) -> None:
        environment = os.environ | {"TAKUJO_JIT": "1"}
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.nursery"], env=environment, text=True, **pipes
        )
        self._answer()

    def _answer(self) -> Any:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def spawn(self, arguments: list[str], environment: dict[str, str], output: Path) -> "Child":
        """`takujo ARGUMENTS` with these variables; what it prints goes to a file."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps([arguments, environment, str(output)]) + "\n")
        self.process.stdin.flush()
        return Child(self._answer(), output)

    def close(self) -> None:
        self.process.communicate()


class Child:
    """Somebody else's child process: as much of Popen as servers need."""

    def __init__(self, pid: int, output: Path):
        self.pid, self.output = pid, output

    def poll(self) -> int | None:
        return None if Path(f"/proc/{self.pid}").exists() else 0

    def send_signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def main() -> None:
    """Load, then fork for each line. Children die with this process."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    import takujo.server.run  # noqa: F401 - to have it loaded
    from takujo.cli import main as takujo_main
    from takujo.games import SLUGS, load

    for slug in SLUGS:
        load(slug)
    print(json.dumps("ready"), flush=True)
    children = []
    for line in sys.stdin:
        arguments, environment, output = json.loads(line)
        pid = os.fork()
        if not pid:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
            os.dup2(file, 1)
            os.dup2(file, 2)
            os.environ.update(environment)
            code = 1
            try:
                code = takujo_main(arguments)
            finally:
                sys.stdout.flush()
                os._exit(code)
        children.append(pid)
        print(json.dumps(pid), flush=True)
    for pid in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
