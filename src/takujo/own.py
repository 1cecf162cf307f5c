"""Bots of one's own, wherever a level can be named. Each runs in a process apart, with limits on its time and memory.

A function in Python (`my.py`, `my.py:choose`, `module:choose`) is run by `python -m takujo.own`; any other program
(`process:COMMAND`) speaks the same lines of JSON: docs/write-a-bot.md.
"""

import contextlib
import importlib
import importlib.util
import json
import os
import queue
import random
import select
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Mapping
from math import inf
from pathlib import Path
from typing import IO, Any, NoReturn, Protocol

from takujo.bots import LEVELS, Bot, Generator, uniform
from takujo.core.components import component_content
from takujo.core.game import Game, State, View
from takujo.core.jit import JIT
from takujo.games import load

__all__ = ["NAMES", "Failed", "Own", "Player", "check_budget", "find"]

Json = dict[str, Any]
Clock = Callable[[], float]

UNIFORM = "uniform"
NAMES = (UNIFORM, *LEVELS)
PROCESS = "process:"
CHOOSE = "choose"  # the function of a file, if none is named
START = 60.0  # seconds until a bot is ready, and until its first answer: it may have to load a game
SECONDS = "TAKUJO_BOT_SECONDS", 5.0  # that a decision may take beyond its budget
MEMORY = "TAKUJO_BOT_MEMORY", 4096.0  # MiB of addresses that a process may have
KEPT = ("TAKUJO_JIT", "TAKUJO_NATIVE")  # of our own variables a bot gets these: others hold what is a server's alone
LONGEST = 1 << 16  # characters of an answer
LIMITED = """
import os, resource, sys
most = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_AS, (most, most))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
os.execvp(sys.argv[2], sys.argv[2:])
"""


class Failed(ValueError):
    """A bot of somebody's own has not decided: it was too slow, it has ended, or its answer is none."""


class Player(Protocol):
    """What decides at a table: a level, or a bot of one's own."""

    def pick(
        self, game: Game, view: Any, seat: int, rng: Generator, budget: float, clock: Clock | None = None
    ) -> int: ...


def find(name: str) -> Player:
    """A level, or a bot of one's own; it has been started once. ValueError says why there is none."""
    if name in LEVELS:
        return LEVELS[name]
    return Function(uniform) if name == UNIFORM else Own(name)


def check_budget(budget: float) -> None:
    """ValueError if nobody can think for so many milliseconds."""
    if not 0 < budget < inf:
        raise ValueError(f"budget is {budget:g}; it takes milliseconds, more than 0")


class Function:
    """A function of views where numbers are wanted."""

    def __init__(self, bot: Bot):
        self._bot = bot

    def pick(self, game: Game, view: Any, seat: int, rng: Generator, budget: float, clock: Clock | None = None) -> int:
        state = State(game, view)
        legal = state.legal(seat)
        action = self._bot(View(game.json(view), seat, game), legal, rng, budget, clock or time.perf_counter)
        return state.legal_numbers(seat)[legal.index(action)]


class Own:
    """A bot in processes of its own: as many as decide at the same time."""

    def __init__(self, name: str):
        self.name, self._command = name, _command(name)
        self._idle = deque([Process(name, self._command)])

    def pick(self, game: Game, view: Any, seat: int, rng: Generator, budget: float, clock: Clock | None = None) -> int:
        """Its decision. Failed if there is none; then its process has ended, and the next decision starts another."""
        state = State(game, view)
        legal = state.legal(seat)
        try:
            process = self._idle.pop()
        except IndexError:
            process = Process(self.name, self._command)
        action = process.ask(game, game.json(view), seat, legal, int(rng.random() * (1 << 53)), budget)
        self._idle.append(process)
        return state.legal_numbers(seat)[legal.index(action)]


def _command(name: str) -> list[str]:
    """What starts a bot."""
    if name.startswith(PROCESS):
        command = shlex.split(name.removeprefix(PROCESS))
        if not command:
            raise ValueError(f"bot {name!r}: it takes a command, as in process:./my-bot")
        if not shutil.which(command[0]):
            lacks = "is no program: may it be executed?" if Path(command[0]).exists() else "is not there"
            raise ValueError(f"bot {name!r}: {command[0]} {lacks}")
        return command
    file, _, _ = name.rpartition(":") if name.rpartition(":")[0].endswith(".py") else (name, "", "")
    if file.endswith(".py") and not Path(file).is_file():
        raise ValueError(f"bot {name!r}: there is no file {file}")
    if not file.endswith(".py") and ":" not in name:
        raise ValueError(
            f"bot {name!r}: there is {', '.join(NAMES)}, or your own as FILE.py, module:function or process:COMMAND"
        )
    return [sys.executable, "-m", "takujo.own", name]


def _limit(limit: tuple[str, float]) -> float:
    name, default = limit
    text = os.environ.get(name, "")
    try:
        value = float(text or default)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise ValueError(f"{name} is {text!r}; it takes a number above 0")
    return value


class Process:
    """A bot that runs. One question at a time; `decision` counts them."""

    def __init__(self, name: str, command: list[str]):
        self._name, self._decision = name, 0
        self._seconds, memory = _limit(SECONDS), int(_limit(MEMORY) * (1 << 20))
        if sys.platform != "win32":
            command = [sys.executable, "-S", "-c", LIMITED, str(memory), *command]
        environment = {key: value for key, value in os.environ.items() if key in KEPT or not key.startswith("TAKUJO_")}
        self._child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True, encoding="utf-8",
            start_new_session=True,
        )  # fmt: skip
        assert self._child.stdout
        self._lines: queue.Queue[str] = queue.Queue(1)
        threading.Thread(target=_listen, args=(self._child.stdout, self._lines), daemon=True).start()
        self._end = weakref.finalize(self, _end, self._child)
        if self._answer(START).get("ready") is not True:
            self._fail('its first line is not {"ready": true}')

    def ask(self, game: Game, view: Json, seat: int, legal: list[Json], seed: int, budget: float) -> Json:
        """One of the legal actions."""
        self._decision += 1
        question = {
            "decision": self._decision, "game": game.slug, "seat": seat, "view": view, "legal": legal, "seed": seed,
            "budget": budget,
        }  # fmt: skip
        if game.digest:
            question["components"] = (component_content(game.package) or b"").decode()
        within = START if self._decision == 1 else self._seconds + budget / 1000
        begun = time.monotonic()
        self._say((json.dumps(question, ensure_ascii=False) + "\n").encode(), within)
        answer = self._answer(within, time.monotonic() - begun)
        if answer.get("decision") != self._decision:
            self._fail(f"its answer is to decision {answer.get('decision')!r}, not to {self._decision}")
        action = answer.get("action")
        if action not in legal:
            self._fail(f"its action is {json.dumps(action, ensure_ascii=False)[:200]}; it takes one of `legal`")
        return legal[legal.index(action)]

    def _say(self, line: bytes, within: float) -> None:
        """Write a line, of which a pipe may hold only a part until the bot reads: it has so many seconds for that."""
        assert self._child.stdin
        pipe, end = self._child.stdin.fileno(), time.monotonic() + within
        try:
            while line:
                most = len(line)
                if sys.platform != "win32":
                    most, ready = select.PIPE_BUF, select.poll()
                    ready.register(pipe, select.POLLOUT)
                    if not ready.poll(max(0.0, 1000 * (end - time.monotonic()))):
                        self._fail(f"it has not read its question for {within:g} seconds")
                line = line[os.write(pipe, line[:most]) :]
        except OSError:
            self._fail("it has ended")

    def _answer(self, within: float, spent: float = 0.0) -> Json:
        """What it says within so many seconds, of which some are over."""
        try:
            line = self._lines.get(timeout=max(0.0, within - spent))
        except queue.Empty:
            self._fail(f"it has said nothing for {within:g} seconds")
        if not line:
            self._fail("it has ended")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            self._fail(f"it said {line[:200]!r}; it takes a line with a JSON object")
        if "error" in answer:
            self._fail(str(answer["error"])[:500])
        return answer

    def _fail(self, why: str) -> NoReturn:
        self._end()
        raise Failed(f"bot {self._name!r}: {why}")


def _listen(lines: IO[str], out: "queue.Queue[str]") -> None:
    """Hand on what a bot says, line by line; an empty one when it has ended."""
    with contextlib.suppress(OSError, ValueError):
        while line := lines.readline(LONGEST):
            out.put(line)
    out.put("")


def _end(child: "subprocess.Popen[str]") -> None:
    """End a bot and all that it has started."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            child.kill()
        else:
            os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    for pipe in (child.stdin, child.stdout):
        with contextlib.suppress(OSError):
            assert pipe
            pipe.close()


# In the process of a bot that is a function


def _loaded(name: str) -> Bot:
    """The function of a file or module."""
    place, _, function = name.rpartition(":")
    if name.endswith(".py"):
        place, function = name, CHOOSE
    if place.endswith(".py"):
        sys.path.insert(0, str(Path(place).resolve().parent))
        spec = importlib.util.spec_from_file_location(Path(place).stem, place)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    else:
        module = importlib.import_module(place)
    bot: Bot = getattr(module, function)
    if not callable(bot):
        raise TypeError(f"{name} is no function")
    return bot


def _decided(bot: Bot, question: Mapping[str, Any]) -> Json:
    components: str | None = question.get("components")
    game = load(question["game"], components and components.encode(), compiled=False)
    if JIT and game.is_ready and not game.door.compiled:
        game.compile()
    view = View(question["view"], question["seat"], game)
    action = bot(view, question["legal"], random.Random(question["seed"]), question["budget"], time.perf_counter)
    return {"decision": question["decision"], "action": action}


def _serve(name: str) -> None:
    """Answer until nobody asks any more. What the function prints goes where its errors go."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(answer: Json) -> None:
        out.write(json.dumps(answer, ensure_ascii=False) + "\n")
        out.flush()

    try:
        bot = _loaded(name)
        say({"ready": True})
        for line in sys.stdin:
            say(_decided(bot, json.loads(line)))
    except Exception as error:  # whatever its author did: who asked is told
        limited = isinstance(error, MemoryError) and not str(error) and sys.platform != "win32"
        say({"error": f"{type(error).__name__}: {f'more memory than {MEMORY[0]} allows' if limited else error}"})
        raise


if __name__ == "__main__":
    _serve(sys.argv[1])
