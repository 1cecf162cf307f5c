"""Several nodes behind one port of one machine: anybody lands anywhere, and one that dies is started again."""

import os
import random
import signal
import time
from pathlib import Path

import pytest

from takujo.server.settings import Settings
from takujo.server.siblings import Siblings, mesh
from tests.server.cluster import LEASE, Database
from tests.server.parts import SOON, Server

pytestmark = pytest.mark.once


class Several(Server):
    """A server of three processes."""

    def children(self) -> list[int]:
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return [int(child) for child in found.split()]

    def sockets_of(self, child: int) -> int:
        """Connections that a worker has, by the system's own account."""
        files = Path(f"/proc/{child}/fd").iterdir()
        ours = {os.readlink(file).removeprefix("socket:[").removesuffix("]") for file in files if file.is_symlink()}
        lines = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
        port = f":{self.port:04X}"
        return sum(
            line.split()[1].endswith(port) and line.split()[3] == "01" and line.split()[9] in ours for line in lines
        )


@pytest.fixture(scope="module", params=["postgresql", "sqlite"])
def several(database: Database, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest):
    url = database.fresh() if request.param == "postgresql" else None
    folder = tmp_path_factory.mktemp("several")
    with Several(folder, database=url, lease=str(LEASE), workers="3", host="127.0.0.1") as server:
        yield server


def play(server: Server, table: str, tokens: list[str], actions: int, rng: random.Random) -> None:
    """Each of these is acknowledged, heard by all, and can be read anywhere."""
    sockets = [server.socket(table, token, changes=rng.random() < 0.5) for token in tokens]
    for socket in sockets:
        socket.until("state")
    for _ in range(actions):
        seat = server.look(table)["to_act"][0]
        legal = server.look(table, tokens[seat])["legal"]
        assert sockets[seat].ask(type="act", action=rng.choice(legal))["type"] == "ack"
        for seat, socket in enumerate(sockets):
            seq = server.look(table, tokens[seat])["seq"]
            while socket.state["seq"] < seq:
                socket.receive()


def test_a_table_is_played_wherever_its_people_land_and_its_sockets_are_one_nodes(several: Several) -> None:
    rng, end, in_a_row = random.Random(1), time.monotonic() + SOON, 0
    while in_a_row < 3:  # until all have started, and know of each other
        assert time.monotonic() < end, "the sockets of a table are at several nodes"
        table, tokens = several.full("ritual", 4)
        before = {child: several.sockets_of(child) for child in several.children()}
        play(several, table, tokens, 6, rng)
        more = sorted(several.sockets_of(child) - count for child, count in before.items())
        in_a_row = in_a_row + 1 if more == [0, 0, 4] else 0


def test_bots_play_on_wherever_the_table_was_made(several: Several) -> None:
    for _ in range(4):
        made = several.create("ritual", [{"kind": "open"}, {"kind": "bot", "level": "novice"}])
        socket = several.socket(made["table"], made["token"])
        end = time.monotonic() + SOON
        while several.look(made["table"], made["token"])["seq"] < 8:
            assert time.monotonic() < end, "nobody plays"
            look = several.look(made["table"], made["token"])
            if look["legal"]:
                several.act(made["table"], made["token"], look["legal"][0])
        socket.close()


def test_a_worker_that_dies_is_started_again_and_nothing_is_lost(several: Several) -> None:
    table, tokens = several.full("ritual", 2)
    play(several, table, tokens, 4, random.Random(2))
    before, seq = several.children(), several.look(table, tokens[0])["seq"]
    os.kill(before[0], signal.SIGKILL)
    end = time.monotonic() + SOON
    while len(several.children()) < 3 or before[0] in several.children():
        assert time.monotonic() < end, "it is not started again"
        time.sleep(0.05)
    several.http.close()
    several.http = type(several.http)(base_url=f"http://127.0.0.1:{several.port}", timeout=SOON, trust_env=False)
    for _ in range(20):
        several.wait_until_ready()
    assert several.look(table, tokens[0])["seq"] == seq
    play(several, table, tokens, 4, random.Random(3))


def test_all_end_with_the_one_who_started_them(database: Database, tmp_path: Path) -> None:
    with Several(tmp_path, database=database.fresh(), workers="2") as server:
        children = server.children()
        assert len(children) == 2
        assert "Traceback" not in server.stop()
        assert server.process.returncode == 0
    with Several(tmp_path, database=database.fresh(), workers="2") as server:
        children += server.children()
        server.kill()
        end = time.monotonic() + SOON
        while any(Path(f"/proc/{child}").exists() for child in children):
            assert time.monotonic() < end, "a worker is left"
            time.sleep(0.05)


def test_the_number_of_workers_has_an_end() -> None:
    with pytest.raises(ValueError, match="workers is 0; it takes 1 to 64"):
        Settings.read({"workers": 0}, {})


def test_every_node_knows_whose_a_table_is() -> None:
    meshed = mesh(3)
    nodes = [Siblings(number, links) for number, links in enumerate(meshed)]
    owners = {node.owner("table") for node in nodes}
    assert len(owners) == 1
    assert {nodes[0].owner(str(number)) for number in range(50)} == {0, 1, 2}
    assert nodes[0].keeper("table", "me") == "me"  # nobody else has said its name
    for link in (link for links in meshed for link in links.values()):
        link.close()
