"""How long it takes from nothing to the first move.

`python -m benchmarks.start --cold` clones this project into a new folder, with no cache of anything, and runs `make
play` there, as a newcomer would; then once more, now that all is there. Needs nothing but Python, git and make.
`--wheel FILE` installs a wheel into an empty environment, with no cache either, and runs `takujo serve` from it.
"""

import argparse
import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

__all__ = ["cold_start", "warm_start"]

ROOT = Path(__file__).parent.parent
FIRST_MOVE = """
import takujo
s = takujo.load("{slug}").new(players={players}, seed=1)
seat = s.to_act[0]
s.apply(seat, s.legal(seat)[0])
"""
LONGEST = 1800.0  # seconds until we give up
OPEN = build_opener(ProxyHandler({})).open


def _seconds(slug: str, players: int, env: dict[str, str]) -> float:
    start = time.perf_counter()
    command = [sys.executable, "-c", FIRST_MOVE.format(slug=slug, players=players)]
    subprocess.run(command, env={**os.environ, **env}, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def warm_start(slug: str, players: int, times: int = 3) -> float:
    """Python, import, load, new game, first move: the median of a few."""
    return median(_seconds(slug, players, {}) for _ in range(times))


def cold_start(slug: str, players: int) -> float:
    """The same the first time, when the rules are compiled."""
    with tempfile.TemporaryDirectory() as empty:
        return _seconds(slug, players, {"XDG_CACHE_HOME": empty})


class Start:
    """A command in a folder that serves in the end, and when it got how far. `signs`: files that tell of steps."""

    def __init__(self, folder: Path, environment: dict[str, str], command: list[str], **signs: str):
        self.folder, self.begun = folder, time.perf_counter()
        self.signs = {step.replace("_", " "): folder / file for step, file in signs.items()}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        database = folder.parent / "tables.db"
        arguments = f"--host 127.0.0.1 --port {self.port} --database sqlite:///{database}"
        command = [part.replace("ARGUMENTS", arguments) for part in command]
        self.said = folder.parent / "said"
        with self.said.open("w", encoding="utf-8") as said:
            self.make = subprocess.Popen(
                command,
                cwd=folder,
                env=environment,
                start_new_session=True,
                stdout=said,
                stderr=subprocess.STDOUT,
            )

    def steps(self) -> Iterator[tuple[str, float, float | None]]:
        """What is done, after how many seconds, and seconds of CPU."""
        steps = {step: file.is_file for step, file in self.signs.items()} | {"listening": self._listens}
        while steps:
            if self.make.poll() is not None:
                raise SystemExit(f"{self.said.read_text('utf-8')}it ended with {self.make.returncode}")
            for step in [step for step, is_done in steps.items() if is_done()]:
                del steps[step]
                yield (step, *self._spent())
            time.sleep(0.05)
        games = self._wait(lambda: self._ask("/api/games"))
        for game in games:
            self._move(game["game"], min(game["players"]))
            yield (f"first move, {game['game']}", *self._spent())

    def stop(self) -> None:
        """The server, and what is still built beside it."""
        self.make.terminate()  # it tells the server, and waits
        self.make.wait(60)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.make.pid, signal.SIGKILL)

    def _spent(self) -> tuple[float, float | None]:
        return time.perf_counter() - self.begun, _cpu_seconds(self.make.pid)

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def _ask(self, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        with OPEN(Request(f"http://127.0.0.1:{self.port}{path}", data, headers), timeout=60) as answer:
            return json.load(answer)

    def _wait(self, look: Any) -> Any:
        """What `look` finds, as soon as it finds something."""
        end = time.perf_counter() + LONGEST
        while time.perf_counter() < end:
            try:
                if found := look():
                    return found
            except OSError:  # not ready: a refusal is one, too
                pass
            time.sleep(0.05)
        raise SystemExit("the server did not become ready")

    def _move(self, slug: str, players: int) -> None:
        """Open a table, sit down in all seats, and do the first thing that somebody is asked for."""
        made = self._wait(lambda: self._ask("/api/tables", {"game": slug, "players": players}))
        path = f"/api/tables/{made['table']}"
        tokens = [made["token"], *(self._ask(f"{path}/join", {})["token"] for _ in range(players - 1))]

        def asked() -> tuple[str, Any] | None:
            for token in tokens:
                found = self._ask(path, token=token)
                if found["legal"]:
                    return token, found["legal"][0]
            return None

        token, action = self._wait(asked)
        self._ask(f"{path}/actions", {"key": secrets.token_hex(8), "action": action}, token)


def _cpu_seconds(session: int) -> float | None:
    """Used by all processes of it, also by those that have ended; None where there is no /proc."""
    if not Path("/proc/self/stat").exists():
        return None
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            parts = file.read_text("utf-8").rpartition(")")[2].split()
        except OSError:  # it has ended just now
            continue
        if int(parts[3]) == session:
            ticks += sum(map(int, parts[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def _clone(commit: str, *, system_node: bool) -> Iterator[tuple[Path, dict[str, str]]]:
    """A new folder, with the project if a commit is named, and the environment of who has never installed anything."""
    with tempfile.TemporaryDirectory(prefix="takujo-start-") as name:
        home, folder = Path(name) / "home", Path(name) / "takujo"
        home.mkdir()
        if commit:
            subprocess.run(["git", "clone", "-q", "--no-checkout", ROOT, folder], check=True)
            subprocess.run(["git", "checkout", "-q", "--detach", commit], cwd=folder, check=True)
        else:
            folder.mkdir()
        ours = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "VIRTUAL_ENV", "UV_", "XDG_", "TAKUJO_", "MAKE", "MFLAGS")
        environment = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
        environment |= {"HOME": str(home), "BROWSER": "true", "npm_config_cache": str(home / "npm")}
        environment |= {"PIP_CACHE_DIR": str(home / "pip"), "PYTHON": getattr(sys, "_base_executable", sys.executable)}
        if not system_node:
            old = home / "bin/node"  # too old for Vite
            old.parent.mkdir()
            old.write_text("#!/bin/sh\necho v0.0\n", "utf-8")
            old.chmod(0o755)
            environment["PATH"] = f"{old.parent}{os.pathsep}{environment['PATH']}"
        yield folder, environment


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.start", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--cold", action="store_true", help="from a clone, with empty caches")
    what.add_argument("--wheel", type=Path, help="from this wheel, with empty caches")
    parser.add_argument("--commit", default="HEAD", help="measure this one (default: HEAD)")
    parser.add_argument("--without-node", action="store_true", help="as on a machine that has no Node")
    options = parser.parse_args()
    commit, name = "", str(options.wheel)
    if options.cold:
        commit = subprocess.check_output(["git", "rev-parse", "--short", options.commit], cwd=ROOT, text=True).strip()
        name = commit
    print(f"{name}, {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}", flush=True)
    print(f"{'':34}{'seconds':>9}{'CPU':>9}")
    with _clone(commit, system_node=not options.without_node) as (folder, environment):
        if options.cold:
            signs = {"installed": ".venv/.play", "page_built": "src/takujo/server/static/index.html"}
            first = again = ["make", "play", "ARGS=ARGUMENTS"]
        else:
            signs = {"installed": "done"}
            again = ["sh", "-c", "exec v/bin/takujo serve ARGUMENTS"]
            install = f"$PYTHON -m venv v && v/bin/pip install -q {options.wheel.resolve()} && touch done"
            first = ["sh", "-c", f"{install} && {again[-1]}"]
        for title, command in (("for the first time", first), ("once more", again)):
            print(title)
            start = Start(folder, environment, command, **(signs if command == first else {}))
            try:
                for step, seconds, cpu in start.steps():
                    print(f"  {step:32}{seconds:9.1f}" + (f"{cpu:9.1f}" if cpu is not None else ""), flush=True)
            finally:
                start.stop()


if __name__ == "__main__":
    main()
