"""One server for all tests that do not stop it."""

from collections.abc import Iterator

import pytest

from tests.server.parts import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(autouse=True)
def _no_open_sockets(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "server" in request.fixturenames:
        request.getfixturevalue("server").close_sockets()
