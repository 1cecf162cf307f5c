"""One server for all tests that do not stop it, and a nursery for those that do."""

from collections.abc import Iterator

import pytest

from tests.server.cluster import Database, Nats, Node
from tests.server.nursery import Nursery
from tests.server.parts import Server


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.fixture(scope="session")
def server(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Node(nursery, tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    database = Database()
    yield database
    database.close()


@pytest.fixture(scope="module")
def nats() -> Iterator[Nats]:
    nats = Nats()
    yield nats
    nats.kill()


@pytest.fixture(autouse=True)
def _no_open_sockets(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "server" in request.fixturenames:
        request.getfixturevalue("server").close_sockets()
