"""Start a server: find a port, keep others off the database, say where it is."""

import asyncio
import contextlib
import io
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO
from urllib.request import urlopen

import segno
import uvicorn
from rich.console import Console

from . import metrics
from .app import READY, Server, make_app
from .keys import secret_of
from .settings import Settings
from .siblings import Siblings
from .store import Unavailable
from .transport import Config, Http
from .workers import Workers

if sys.platform == "win32":
    from asyncio import run
else:
    from uvloop import run

__all__ = ["serve"]

log = logging.getLogger("takujo.server")

SEND_BUFFER = 128 * 1024  # bytes that the system keeps for a client: it could be megabytes for each that takes nothing
SEND_WITHIN = 20_000  # milliseconds: who takes nothing of what is sent for so long is cut off
LOCKED_AT = 1 << 30  # Windows lets nobody read what is locked: far behind what is in the file
PORTS = 50  # tried one after the other when no port was asked for


def serve(given: Mapping[str, object], console: Console, *, browser: bool = False) -> int:
    """Serve until interrupted."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", datefmt="%Y-%m-%dT%H:%M:%S%z")
    settings = Settings.read(given)
    asked = given.get("port") is not None
    listener = _listen(settings, 1 if asked or settings.port == 0 else PORTS)
    settings = replace(settings, port=listener.getsockname()[1])
    with _alone(settings) as settings:
        if settings.workers > 1:
            secret_of(settings)  # two that make it at once would have two
            _announce(settings, console)
            _keep_private(settings)
            return Workers(settings.workers, partial(_work, settings, listener, console, browser)).run()
        server = _opened(settings)
        _announce(settings, console)
        _keep_private(settings)
        threading.Thread(target=_watch, args=(server, settings, console, browser), daemon=True).start()
        _serve(server, settings, listener)
    return 0


def _work(
    settings: Settings, listener: socket.socket, console: Console, browser: bool, siblings: Siblings, orphaned: int
) -> None:
    """One of several nodes behind the same port, until it is told to stop or whoever started it is no more."""
    port = settings.metrics_port and settings.metrics_port + siblings.number
    settings = replace(settings, metrics_port=port)
    server = _opened(settings, siblings)
    if siblings.number == 0:
        threading.Thread(target=_watch, args=(server, settings, console, browser), daemon=True).start()
    _serve(server, settings, listener, siblings, orphaned)


def _opened(settings: Settings, siblings: Siblings | None = None) -> Server:
    server = Server(settings, siblings=siblings)
    try:
        server.open()
    except Unavailable as error:
        where = server.store.engine.url.render_as_string()  # without the password
        raise ValueError(f"database {where}: {' '.join(str(error).split())}") from None
    if settings.metrics_port:
        _serve_metrics(settings.metrics_port)
    return server


def _serve(
    server: Server,
    settings: Settings,
    listener: socket.socket,
    siblings: Siblings | None = None,
    orphaned: int | None = None,
) -> None:
    uvicorn = _Uvicorn(Config(make_app(settings, server), settings, siblings), server)
    with contextlib.suppress(KeyboardInterrupt):
        run(uvicorn.run_with(listener, siblings, orphaned))


class _Uvicorn(uvicorn.Server):
    """Says goodbye to open sockets and streams before it waits for them to end."""

    def __init__(self, config: uvicorn.Config, server: Server):
        super().__init__(config)
        self._takujo = server

    async def run_with(self, listener: socket.socket, siblings: Siblings | None, orphaned: int | None) -> None:
        """`orphaned`: becomes readable when whoever started this process is gone."""
        loop = asyncio.get_running_loop()
        if siblings:
            siblings.adopt = self._adopt
        if orphaned is not None:
            loop.add_reader(orphaned, self._end, orphaned)
        await self.serve(sockets=[listener])

    def _end(self, orphaned: int) -> None:
        asyncio.get_running_loop().remove_reader(orphaned)
        self.should_exit = True

    def _adopt(self, connection: socket.socket, head: bytes) -> None:
        """A connection that another node has accepted, and what has been read of it."""

        async def connect() -> None:
            loop = asyncio.get_running_loop()
            state, shared = self.lifespan.state, self.server_state
            with contextlib.suppress(OSError):  # it has gone meanwhile
                _, protocol = await loop.connect_accepted_socket(
                    lambda: Http(config=self.config, server_state=shared, app_state=state), connection
                )
                protocol.data_received(head)

        task = asyncio.ensure_future(connect())
        self.server_state.tasks.add(task)
        task.add_done_callback(self.server_state.tasks.discard)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._takujo.hall.say_goodbye()
        await super().shutdown(sockets)


def _listen(settings: Settings, tries: int) -> socket.socket:
    for port in range(settings.port, min(settings.port + tries, 65536)):
        try:
            family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
            listener = socket.socket(family, socket.SOCK_STREAM)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux; its connections inherit it
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SEND_WITHIN)
            listener.bind((settings.host, port))
            listener.listen(1024)
            return listener
        except OSError as error:
            listener.close()
            reason = error.strerror or str(error)
    raise ValueError(f"port {settings.port} on {settings.host}: {reason}")


@contextlib.contextmanager
def _alone(settings: Settings) -> Iterator[Settings]:
    """One server alone, with its workers, has a SQLite file: another would not hear of what it writes.

    By whatever name it came.
    """
    if not settings.on_sqlite:
        yield settings
        return
    file = Path(settings.database.removeprefix("sqlite:///"))
    with contextlib.ExitStack() as stack:
        try:
            file = file.resolve()
            file.parent.mkdir(0o700, parents=True, exist_ok=True)
            note = stack.enter_context(
                open(file.with_name(file.name + ".lock"), "a+", encoding="utf-8", opener=_private)
            )
            locked = [note]
            if sys.platform == "linux":  # hard links, too; elsewhere SQLite's own locks would get in the way
                locked.append(stack.enter_context(open(file, "a+", encoding="utf-8", opener=_private)))
        except OSError as error:
            raise ValueError(f"database {settings.database}: {error.strerror}") from None
        try:
            for held in locked:
                _lock(held)
        except OSError:
            note.seek(0)
            where = note.read().strip() or "somewhere"
            raise ValueError(f"another takujo server has {file} open: it is at {where}") from None
        note.truncate(0)
        note.write(_addresses(settings)[0] + "\n")
        note.flush()
        yield replace(settings, database=f"sqlite:///{file}")


def _lock(held: TextIO) -> None:
    """OSError if another process has it."""
    if sys.platform == "win32":
        import msvcrt

        held.seek(LOCKED_AT)
        msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _private(file: str, flags: int) -> int:
    return os.open(file, flags, 0o600)


def _keep_private(settings: Settings) -> None:
    """A SQLite file and what lies beside it is for this user alone, also if an older version made it."""
    if not settings.on_sqlite:
        if not settings.secret:
            log.warning("the server's secret lies in the database that it seals: name a file by TAKUJO_SECRET")
        return
    for end in ("", "-wal", "-shm", ".lock", ".key"):
        file = Path(settings.database.removeprefix("sqlite:///") + end)
        if file.exists() and file.stat().st_mode & 0o077:
            try:
                file.chmod(0o600)
                log.warning("others could read %s: now only its owner can", file)
            except OSError as error:
                log.warning("others can read %s: %s", file, error.strerror)


def _serve_metrics(port: int) -> None:
    try:
        metrics.serve(port)
    except OSError as error:
        raise ValueError(f"metrics port {port} on 127.0.0.1: {error.strerror}") from None


def _addresses(settings: Settings) -> list[str]:
    """Where a browser finds this server: on this machine, and on the local network if it listens there."""
    if settings.host not in ("0.0.0.0", "::"):
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        return [f"http://{host}:{settings.port}/"]
    local = [f"http://127.0.0.1:{settings.port}/"]
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: it only chooses the way out
        address = probe.getsockname()[0]
        if not address.startswith("127."):
            local.append(f"http://{address}:{settings.port}/")
    return local


def _announce(settings: Settings, console: Console) -> None:
    addresses = _addresses(settings)
    console.print(f"[bold]takujo 卓上[/]  {addresses[0]}")
    if len(addresses) > 1:
        code = io.StringIO()
        segno.make(addresses[1], error="l").terminal(out=code, compact=True)
        console.print(f"On the same network: {addresses[1]}")
        if console.is_terminal:
            print(code.getvalue())
    console.print("[dim]Ctrl+C stops it; tables are kept and go on with the next start.[/]")


def _watch(server: Server, settings: Settings, console: Console, browser: bool) -> None:
    """Show how far the games are compiled, then open the page."""
    address = _addresses(settings)[0]
    shown = 0
    with console.status("Preparing the games (the first time: about a minute) ...") as status:
        while not server.ready:
            done = sum(state == READY for state in server.games.values())
            if done != shown:
                shown = done
                status.update(f"Preparing the games: {done} of {len(server.games)} ready ...")
            time.sleep(0.1)
    console.print("Ready.")
    if browser:
        with contextlib.suppress(OSError):
            urlopen(address, timeout=5).close()
            webbrowser.open(address)
