"""Attacks below and around the API: floods of frames and connections, slow senders, broken bytes, other hosts' names."""

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from takujo.server import transport
from takujo.server.limits import clean, faults, network_of, quoted
from takujo.server.settings import Settings
from takujo.server.transport import Connections
from tests.server.cluster import Node
from tests.server.nursery import Nursery
from tests.server.parts import SOON, Server, bearer

pytestmark = pytest.mark.once

HELD = {"address_rate": "400,100", "token_rate": "60,20", "table_rate": "300,0.2", "sockets": "200"}  # the defaults
HELD |= {"miss_rate": "20,0.2", "connections": "400"}


@pytest.fixture(scope="module")
def held(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With the limits that servers have."""
    with Node(nursery, tmp_path_factory.mktemp("held"), **HELD) as server:
        yield server


class Raw:
    """Bytes over TCP, and what comes back."""

    def __init__(self, server: Server, sent: bytes = b"", *, source: str = "127.0.0.1"):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=SOON, source_address=(source, 0))
        self.seen = b""
        self.send(sent)

    def send(self, data: bytes) -> None:
        with contextlib.suppress(ConnectionError):
            self.socket.sendall(data)

    def all(self) -> bytes:
        """All that comes until the end of the connection."""
        found = bytearray()
        with contextlib.suppress(ConnectionError):
            while data := self.socket.recv(65536):
                found += data
        return bytes(found)

    def is_open(self) -> bool:
        self.socket.setblocking(False)
        try:
            data = self.socket.recv(65536)
            self.seen += data
            return bool(data)
        except BlockingIOError:
            return True
        except ConnectionError:
            return False
        finally:
            self.socket.settimeout(SOON)

    def close(self) -> None:
        self.socket.close()


def ask(server: Server, request: bytes) -> tuple[int, Any]:
    """The status and the JSON of the answer to one request, byte for byte as it is given."""
    raw = Raw(server, request)
    head, _, body = raw.all().partition(b"\r\n\r\n")
    raw.close()
    return int(head.split()[1]), json.loads(body)


def get(path: bytes, headers: bytes = b"Host: localhost\r\n") -> bytes:
    return b"GET " + path + b" HTTP/1.1\r\n" + headers + b"Connection: close\r\n\r\n"


# -- frames


FRAMES = {
    "pings": lambda socket: socket.send('{"type":"ping"}'),
    "no JSON": lambda socket: socket.send("{"),
    "nothing": lambda socket: socket.send(""),
    "bytes": lambda socket: socket.send(b"\xff"),
    "hellos": lambda socket: socket.send('{"type":"hello"}'),
    "ping frames": lambda socket: socket.ping(),
    "pong frames": lambda socket: socket.pong(),
    "fragments": lambda socket: socket.send(iter(["{", "", "", "}"])),
    "one message without end": lambda socket: socket.send(iter([""] * 1000)),
}


@pytest.mark.parametrize("kind", FRAMES)
def test_every_frame_counts_and_who_floods_is_cut_off(held, kind):
    table, tokens = held.full("ritual", 2)
    with held.raw_socket(table, close_timeout=0, max_queue=None) as flood:
        flood.send(json.dumps({"type": "hello", "token": tokens[0]}))
        with contextlib.suppress(ConnectionClosed):
            for _ in range(2000):
                FRAMES[kind](flood)
        codes = _codes(flood)
        assert (flood.close_code, flood.close_reason) == (1008, "too many")
    if kind in ("pings", "no JSON", "nothing", "bytes", "hellos"):
        assert "too-many" in codes  # first it is told
    honest = held.socket(table, tokens[1])
    honest.until("presence")
    honest.send(type="ping")
    honest.until("pong")


def _codes(flood: ClientConnection) -> list[str | None]:
    """Of all messages until the end."""
    codes = []
    with contextlib.suppress(ConnectionClosed):
        while True:
            codes.append(json.loads(flood.recv(timeout=SOON)).get("code"))
    return codes


def test_a_refusal_for_too_many_messages_names_the_message(nursery, tmp_path):
    with Node(nursery, tmp_path, **(HELD | {"token_rate": "2,0.01"})) as server:
        table, tokens = server.full("ritual", 2)
        player = server.socket(table, tokens[0])
        assert [player.ask(type="name", name=name).get("code") for name in "abc"] == [None, None, "too-many"]
        player.send(type="ping")
        assert player.until("refused")["code"] == "too-many"


def test_honest_play_is_not_held_up(held):
    """Bursts of 60 messages, four players at one address."""
    table, tokens = held.full("ritual", 4)
    sockets = [held.socket(table, token) for token in tokens]
    for player in sockets:
        for _ in range(55):
            player.send(type="ping")
    for player in sockets:
        for _ in range(55):
            player.until("pong")


def test_large_messages_cost_more(held):
    table, tokens = held.full("ritual", 2)
    with held.raw_socket(table, close_timeout=0) as flood:
        flood.send(json.dumps({"type": "hello", "token": tokens[0]}))
        with contextlib.suppress(ConnectionClosed):
            for _ in range(20):
                flood.send("[" * 60_000)
        assert "too-many" in _codes(flood)
        assert flood.close_code == 1008


def test_a_spectator_does_not_use_up_what_others_may_send(held):
    table, tokens = held.full("ritual", 2)
    with held.raw_socket(table, close_timeout=0) as flood:
        flood.send('{"type":"hello"}')
        for _ in range(80):
            flood.send("{")
    player = held.socket(table, tokens[0])
    assert player.ask(type="name", name="a")["type"] == "ack"


def test_the_sockets_of_an_address_share_a_rate(nursery, tmp_path):
    """What is too much is read later; nobody is cut off for what others send."""
    with Node(nursery, tmp_path, address_rate="40,0.1") as server:  # 200 frames at once, then one in two seconds
        table, tokens = server.full("ritual", 3)
        sockets = [server.socket(table, token) for token in tokens]
        for player in sockets:
            player.until("presence")
            for _ in range(100):
                player.send(type="ping")
        pongs = 0
        for player in sockets:
            with contextlib.suppress(TimeoutError):
                while True:
                    pongs += json.loads(player.connection.recv(timeout=1))["type"] == "pong"
        assert 100 < pongs < 260


# -- connections


def test_half_open_connections_make_room_for_new_ones(nursery, tmp_path):
    """Also for somebody at the same address; and the log says it once, without the address."""
    with Node(nursery, tmp_path, **(HELD | {"connections": "40", "sockets": "10"})) as server:
        table, tokens = server.full("ritual", 2)
        player = server.socket(table, tokens[0])
        half = [Raw(server, b"GET /api/games HTTP/1.1\r\nHost: loc") for _ in range(150)]
        assert httpx.get(f"{server.http.base_url}/healthz", trust_env=False).status_code == 200
        assert not half[0].is_open()
        assert sum(raw.is_open() for raw in half) <= 40
        assert half[-1].is_open()
        player.send(type="ping")
        player.until("pong")
        for raw in half:
            raw.close()
        output = server.stop()
        assert output.count("open connections") == 1
        assert "one address (loopback) has 40 open connections" in output
        assert "127.0.0.1" not in output.partition("Ready.")[2]


class Short(Server):
    """A server that may have few open files."""

    command = ("prlimit", "--nofile=160", *Server.command)


def test_the_address_with_the_most_connections_gives_way_when_files_run_short(tmp_path):
    with Short(tmp_path, **HELD) as server:
        player = Raw(server)
        flood = [Raw(server, b"GET /", source="127.0.0.2") for _ in range(400)]
        player.send(get(b"/healthz"))
        assert player.all().startswith(b"HTTP/1.1 200")
        end = time.monotonic() + SOON
        while sum(raw.is_open() for raw in flood) > 120:
            assert time.monotonic() < end, "too many are open"
            time.sleep(0.1)
        for raw in (player, *flood):
            raw.close()
        assert "there are 120 open connections" in server.stop()


def test_named_proxies_may_have_more_connections(monkeypatch):
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "10.0.0.1,fd00::/8")
    connections = Connections(1, 100)
    for peer, room in (("10.0.0.1", True), ("fd00::2", True), ("10.0.0.2", False)):
        connections.enter(object(), network_of(peer))
        assert connections.make_room(network_of(peer), peer) is room


def test_who_sends_too_slowly_is_cut_off(held):
    """A head, a body, and a second head behind a first request: none of them has forever."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n"
    second = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /hea"
    slow = {
        name: Raw(held, start) for name, start in {"head": b"GET /", "body": head, "second": second, "": b""}.items()
    }
    end = time.monotonic() + transport.BODY_WITHIN + 5
    while slow:
        assert time.monotonic() < end, f"still open: {list(slow)}"
        time.sleep(0.5)
        for name, raw in list(slow.items()):
            raw.send(b"x" if name else b"")
            if not raw.is_open():
                assert (b"HTTP/1.1 408" in raw.seen) is bool(name)
                assert (b"HTTP/1.1 200" in raw.seen) is (name == "second")
                raw.close()
                del slow[name]


def test_requests_in_advance_are_not_taken_without_end(held):
    raw = Raw(held, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2000)
    assert raw.all().count(b"HTTP/1.1 200") < 100
    raw.close()


# -- streams


def test_a_stream_is_a_socket_of_its_address(nursery, tmp_path):
    with Node(nursery, tmp_path, **(HELD | {"sockets": "2"})) as server, contextlib.ExitStack() as opened:
        table, tokens = server.full("ritual", 2)
        path = f"/api/tables/{table}/stream"
        for _ in range(2):
            stream = opened.enter_context(server.http.stream("GET", path, headers=bearer(tokens[0])))
            assert stream.status_code == 200
        with server.http.stream("GET", path, headers=bearer(tokens[0])) as answer:
            assert answer.status_code == 429
            assert json.loads(answer.read())["code"] == "too-many"
        with pytest.raises(InvalidStatus, match="403"), server.raw_socket(table):
            pass
        assert server.look(table, tokens[0])["table"]["id"] == table
        opened.close()
        end = time.monotonic() + SOON
        while True:
            with server.http.stream("GET", path, headers=bearer(tokens[0])) as again:
                if again.status_code == 200:
                    break
            assert time.monotonic() < end


def test_who_takes_nothing_of_a_stream_is_cut_off(nursery, tmp_path):
    operator = "for-the-operator-alone"
    with Node(nursery, tmp_path, chat_rate="100000,100000", metrics_token=operator) as server:
        table, tokens = server.full("ritual", 2)
        with socket.socket() as silent:
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            silent.connect(("127.0.0.1", server.port))
            silent.sendall(get(f"/api/tables/{table}/stream".encode()))
            players = [server.socket(table, token) for token in tokens]
            for player in players:
                player.until("presence")
            for number in range(700):  # nobody may say so much alone
                answer = players[number % 2].ask(type="chat", text=f"{number} " + "卓" * 290)
                assert answer["type"] == "ack"
            end = time.monotonic() + 40
            while "takujo_sockets 2.0" not in server.http.get("/metrics", headers=bearer(operator)).text:
                assert time.monotonic() < end, "it is still there"
                time.sleep(0.5)


# -- bytes


BAD_PATHS = {
    "NUL": b"/a%00b", "NUL of a table": b"/api/tables/a%00b", "NUL of an asset": b"/assets/a%00.js",
    "no UTF-8": b"/%ff%fe", "a surrogate": b"/%ed%a0%80", "raw bytes": b"/\xff\xfe", "a line": b"/a%0d%0ab",
    "70 kB": b"/" + b"a" * 70_000, "3 kB": b"/" + b"a" * 3000, "a long name": b"/api/games/" + b"a" * 1000 + b"/text",
    "up": b"/../../etc/passwd", "up, encoded": b"/%2e%2e/%2e%2e/etc/passwd", "up, one part": b"/..%2f..%2fetc%2fpasswd",
    "many parts": b"/a" * 900, "a query with NUL": b"/api/tables/x/replay?seat=%00", "a bad query": b"/?a=%ff",
    "a long query": b"/?" + b"a" * 70_000, "a number": b"/api/tables/x/stream?after=" + b"9" * 1500,
}  # fmt: skip


@pytest.mark.parametrize("kind", BAD_PATHS)
def test_no_path_makes_the_server_fail(server, kind):
    status, answer = ask(server, get(BAD_PATHS[kind]))
    assert 400 <= status < 500
    assert {"code", "reason"} <= answer.keys()
    assert len(answer["reason"]) < 300


@pytest.mark.parametrize("kind", BAD_PATHS)
def test_no_path_of_a_socket_makes_the_server_fail(server, kind):
    upgrade = b"Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    raw = Raw(
        server,
        b"GET " + BAD_PATHS[kind] + b" HTTP/1.1\r\n" + upgrade + b"Sec-WebSocket-Key: " + b"A" * 22 + b"==\r\n\r\n",
    )
    assert raw.all()[:10] == b"HTTP/1.1 4"
    raw.close()


CHUNKED = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
BAD_REQUESTS = {
    "a header with NUL": get(b"/", b"Host: localhost\r\nX: a\0b\r\n"),
    "a header of 70 kB": get(b"/", b"Host: localhost\r\nX: " + b"a" * 70_000 + b"\r\n"),
    "5000 headers": get(b"/", b"Host: localhost\r\n" + b"X: a\r\n" * 5000),
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "a method": b"FLY / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "CONNECT": b"CONNECT example.org:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "no path": b"GET http://localhost HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "two lengths": b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "a bad chunk": CHUNKED + b"x\r\n",
    "tiny chunks": CHUNKED + b"1\r\n{\r\n" * 9000,
    "a trailer without end": CHUNKED + b"0\r\nX: " + b"a" * 70_000,
    "a bad token": get(b"/api/tables/AAAAAA", b"Host: localhost\r\nAuthorization: Bearer \xff\xfe\r\n"),
}


@pytest.mark.parametrize("kind", BAD_REQUESTS)
def test_no_head_makes_the_server_fail(server, kind):
    status, answer = ask(server, BAD_REQUESTS[kind])
    assert 400 <= status < 500
    assert {"code", "reason"} <= answer.keys()


BAD_TEXTS = {
    "a lone surrogate": rb'"\ud800"', "the other half": rb'"\udc00"', "the wrong order": rb'"\udc00\ud800"',
    "NUL": rb'"\u0000"', "raw NUL": b'"\0"', "a raw surrogate": b'"\xed\xa0\x80"', "no UTF-8": b'"\xff"',
}  # fmt: skip


@pytest.mark.parametrize("kind", BAD_TEXTS)
def test_no_text_that_cannot_be_kept_is_taken(server, kind):
    bad = BAD_TEXTS[kind]
    table, tokens = server.full("ritual", 2)
    header = bearer(tokens[0]) | {"Content-Type": "application/json"}
    bodies = {
        "/api/tables": [b'{"game":%s}', b'{"game":"ritual","name":%s}', b'{"game":"ritual","options":{%s:1}}'],
        f"/api/tables/{table}/actions": [b'{"key":%s,"action":{}}', b'{"key":"k","action":{"type":%s}}'],
        f"/api/tables/{table}/join": [b'{"entropy":%s}', b'{"name":%s}'],
    }
    for path, some in bodies.items():
        for body in some:
            answer = server.http.post(path, content=body % bad, headers=header)
            assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
    player = server.socket(table, tokens[0])
    for message in (b'{"type":"chat","key":"k","text":%s}', b'{"type":"act","key":%s,"action":{}}'):
        player.connection.send(message % bad)
        assert player.until("refused")["code"] == "malformed"
    player.close()
    server.sockets.remove(player)
    with server.raw_socket(table) as hello:
        hello.send(b'{"type":"hello","token":%s}' % bad)
        assert json.loads(hello.recv(timeout=SOON))["code"] == "no-hello"
    assert [entry.kind for entry in server.entries(table)] == ["create", "join", "join"]


@pytest.mark.parametrize(
    "body", ["NaN", "Infinity", "1e999", "9" * 5000, "[" * 30_000, "{" * 30_000, '"\\ud83c\\udfb2"']
)
def test_no_number_or_nesting_makes_the_server_fail(server, body):
    table, tokens = server.full("ritual", 2)
    header = bearer(tokens[0]) | {"Content-Type": "application/json"}
    for path, text in {
        "/api/tables": '{"game":"ritual","options":{"start":VALUE}}',
        f"/api/tables/{table}/actions": '{"key":"k","action":{"type":"take-set","set":VALUE}}',
        f"/api/tables/{table}/join": '{"seat":VALUE}',
    }.items():
        answer = server.http.post(path, content=text.replace("VALUE", body), headers=header)
        assert 400 <= answer.status_code < 500, answer.text
        assert {"code", "reason"} <= answer.json().keys()
    player = server.socket(table, tokens[0])
    player.connection.send(f'{{"type":"act","key":"k","action":{{"type":"take-set","set":{body}}}}}')
    player.until("refused")


def test_an_answer_repeats_little_of_what_was_refused(server):
    long = "卓" * 5000
    table, tokens = server.full("ritual", 2)
    answers = [
        server.http.post("/api/tables", json={"game": long}),
        server.http.post("/api/tables", json={"game": "ritual", long: 1}),
        server.http.post("/api/tables", json={"game": "ritual", **{f"key{n}": 1 for n in range(3000)}}),
        server.http.post("/api/tables", json={"game": "ritual", "options": {long: 1}}),
        server.http.post(f"/api/tables/{table}/join", json={"seat": long}),
        server.act(table, tokens[0], {"type": long}),
        server.http.get("/api/games/" + "卓" * 100 + "/text"),
    ]
    for answer in answers:
        assert 400 <= answer.status_code < 500
        assert len(answer.content) < 2000, answer.text[:200]
    player = server.socket(table, tokens[0])
    for message in ({"type": long}, {"type": "ping", long: 1}, {"type": "act", "key": "k", "action": {"type": long}}):
        player.send(**message)
        player.until("refused")
        assert len(player.frames[-1]) < 1600


def test_texts_of_refusals():
    assert clean(rb'"\ud83c\udfb2 \\ud800 \\u0000"') == r'"\ud83c\udfb2 \\ud800 \\u0000"'
    assert quoted("ritual") == "'ritual'"
    assert quoted("卓\n" * 100) == "'" + r"\u5353\n\u5353\n\u5353\n\u5353\n\u5353"[:37] + "...'"
    found = [{"loc": ("body", "x" * 100), "msg": "wrong"}] * 9
    assert faults(found, skip=1) == "; ".join(["x" * 37 + "...: wrong"] * 5)


# -- origins and hosts


def test_pages_of_the_named_origins_may_use_the_api(nursery, tmp_path):
    page = "https://games.example"
    with Node(nursery, tmp_path, origins=f"{page},https://other.example") as server:
        asked = {
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type",
        }
        for path in ("/api/tables", "/api/tables/AAAAAA/actions"):
            answer = server.http.options(path, headers={"Origin": page} | asked)
            assert answer.status_code == 204
            assert answer.headers["access-control-allow-origin"] == page
            assert "POST" in answer.headers["access-control-allow-methods"]
            assert "authorization" in answer.headers["access-control-allow-headers"]
            assert "access-control-allow-credentials" not in answer.headers
        made = server.http.post("/api/tables", json={"game": "ritual", "players": 2}, headers={"Origin": page})
        assert made.status_code == 201
        missing = server.http.get("/api/tables/AAAAAA", headers={"Origin": page})
        for answer in (made, missing):
            assert answer.headers["access-control-allow-origin"] == page
            assert "origin" in answer.headers["vary"].lower()
        for origin in ("https://evil.example", "null", "https://games.example.evil.example"):
            refused = server.http.options("/api/tables", headers={"Origin": origin} | asked)
            seen = server.http.get("/api/games", headers={"Origin": origin})
            for answer in (refused, seen):
                assert "access-control-allow-origin" not in answer.headers
        with server.raw_socket(made.json()["table"], origin=page) as socket:
            socket.send('{"type":"hello"}')
            assert json.loads(socket.recv(timeout=SOON))["type"] == "state"


GOOD_HOSTS = ["127.0.0.1", "192.168.1.7:8710", "[::1]:8710", "localhost", "LOCALHOST.", "den:80", "den.local"]
GOOD_HOSTS += [socket.gethostname(), "play.example.org", "games.example"]
BAD_HOSTS = ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "evil.example:8710", "", "a b", "[::1"]
BAD_HOSTS += ["play.example.org.evil.example", "x@localhost", "localhost, evil.example"]


def test_only_hosts_that_are_ours_are_answered(nursery, tmp_path):
    """Another site's name may point here: its page would be of our origin."""
    with Node(nursery, tmp_path, hosts="play.example.org", origins="https://games.example") as server:
        table, _ = server.full("ritual", 2)
        for host in GOOD_HOSTS:
            assert server.http.get("/api/games", headers={"Host": host}).status_code == 200, host
        for host in BAD_HOSTS:
            status, answer = ask(server, get(b"/api/games", f"Host: {host}\r\n".encode()))
            assert (status, answer["code"]) == (421, "bad-host"), host
            assert "TAKUJO_HOSTS" in answer["reason"]
        for headers in (b"", b"Host: localhost\r\nHost: evil.example\r\n"):
            assert ask(server, get(b"/api/games", headers))[0] in (400, 421)
        for probe in ("/healthz", "/readyz"):
            assert server.http.get(probe, headers={"Host": "evil.example"}).status_code == 200
        address = f"ws://evil.example:{server.port}/api/tables/{table}/play"
        with (
            pytest.raises(InvalidStatus, match="421"),
            connect(address, address=("127.0.0.1", server.port), proxy=None),
        ):
            pass
    with Node(nursery, tmp_path, hosts="*") as server:
        assert server.http.get("/api/games", headers={"Host": "evil.example"}).status_code == 200


def test_hosts_are_names():
    with pytest.raises(ValueError, match="hosts has 'https://a.example'"):
        Settings.read({}, {"TAKUJO_HOSTS": "https://a.example"})
    with pytest.raises(ValueError, match="miss_rate has 0"):
        Settings.read({}, {"TAKUJO_MISS_RATE": "20,0"})


def test_limits_take_a_64_of_ipv6_for_one():
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:2") != network_of("2001:db8:0:1::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") != network_of("192.0.2.2")
    assert network_of("fe80::1%eth0") == network_of("fe80::2")


def test_a_rate_is_shared_by_a_64(nursery, tmp_path):
    """uvicorn takes the address from a proxy on this machine."""
    with Node(nursery, tmp_path, table_rate="1,0.001") as server:
        statuses = [
            server.http.post("/api/tables", json={"game": "ritual"}, headers={"X-Forwarded-For": address}).status_code
            for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "::ffff:192.0.2.1", "192.0.2.1")
        ]
        assert statuses == [201, 429, 201, 201, 429]


# -- guesses


def test_codes_cannot_be_guessed(nursery, tmp_path):
    with Node(nursery, tmp_path, **(HELD | {"miss_rate": "20,0.001"})) as server:
        made = server.create("ritual", players=3)
        guesses = [server.http.get(f"/api/tables/AAAA{n:02}").status_code for n in range(40)]
        assert guesses == [404] * 20 + [429] * 20
        assert server.http.post(f"/api/tables/{made['code']}/join", json={}).status_code == 429
        assert server.http.get("/api/tables/" + "x" * 16).status_code == 429
        with server.raw_socket(made["code"]) as guess:
            guess.send('{"type":"hello"}')
            assert json.loads(guess.recv(timeout=SOON))["code"] == "too-many"
        assert server.look(made["table"], made["token"])["seat"] == 0
        server.socket(made["table"], made["token"]).until("presence")
        other = {"X-Forwarded-For": "192.0.2.1"}
        assert server.http.post(f"/api/tables/{made['code']}/join", json={}, headers=other).status_code == 200


def test_guesses_over_the_socket_count_too(nursery, tmp_path):
    with Node(nursery, tmp_path, **(HELD | {"miss_rate": "3,0.001"})) as server:
        codes = []
        for _ in range(5):
            with server.raw_socket("AAAAAA") as guess:
                guess.send('{"type":"hello"}')
                codes.append(json.loads(guess.recv(timeout=SOON))["code"])
        assert codes == ["no-such-table"] * 3 + ["too-many"] * 2


# -- headers


def test_what_is_somebodys_is_not_kept_by_caches(server):
    table, tokens = server.full("ritual", 2)
    private = [f"/api/tables/{table}", f"/api/tables/{table}/record", "/api/tables/AAAAAA", "/api/nowhere"]
    for path in private:
        assert server.http.get(path, headers=bearer(tokens[0])).headers["cache-control"] == "no-store"
    assert server.http.post("/api/tables", json={"game": "ritual"}).headers["cache-control"] == "no-store"
    for path in ("/api/games", "/api/games/ritual/text", "/api/openapi.json"):
        assert "cache-control" not in server.http.get(path).headers


def test_behind_tls_browsers_are_told_to_stay_there(server):
    secure = server.http.get("/", headers={"X-Forwarded-Proto": "https"})
    assert secure.headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"
    plain = server.http.get("/")
    assert "strict-transport-security" not in plain.headers
    policy = plain.headers["content-security-policy"].split("; ")
    assert {"connect-src 'self'", "object-src 'none'", "base-uri 'none'"} <= set(policy)
