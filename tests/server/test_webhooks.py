"""Webhooks: what they tell, and that nobody's address can hold up the server or what it tells others."""

import asyncio
import contextlib
import ipaddress
import itertools
import json
import random
import re
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Self

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from takujo.server.settings import Settings
from takujo.server.webhook import AT_ADDRESS, OF_TABLE, PAUSE, Webhooks, is_open
from tests.server.cluster import Node
from tests.server.parts import SOON, Server

pytestmark = pytest.mark.once

MB = 1 << 20
HEARD = b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"


class Host:
    """Somebody's server. Of a connection it reads the message, and sends the pieces that `answer` gives for it."""

    def __init__(self, answer: Callable[["Host", str], Any] = lambda *_: [HEARD], address: str = "127.0.0.1"):
        self.answer = answer
        self.heard: SimpleQueue[Any] = SimpleQueue()
        self.ended: SimpleQueue[int] = SimpleQueue()  # bytes sent on a connection that is over
        self.open = self.most = 0  # connections at once
        self.released = threading.Event()
        self.listener = socket.create_server((address, 0), backlog=500)
        self.port = self.listener.getsockname()[1]
        self.url = f"http://{address}:{self.port}/"
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self.listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection = self.listener.accept()[0]
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with self._lock:
            self.open += 1
            self.most = max(self.most, self.open)
        sent = 0
        with contextlib.suppress(OSError), connection, connection.makefile("rb") as lines:
            path = lines.readline().split()[1].decode()
            size = 0
            while (line := lines.readline().lower()).strip():
                if line.startswith(b"content-length:"):
                    size = int(line.split(b":")[1])
            self.heard.put(json.loads(lines.read(size)))
            for piece in self.answer(self, path):
                connection.sendall(piece)
                sent += len(piece)
        with self._lock:
            self.open -= 1
        self.ended.put(sent)


def drip(host: Host, _: str = "") -> Any:
    """Never a whole line, but never silent: until it is released."""
    yield b"HTTP/1.1 2"
    while not host.released.wait(0.2):
        yield b"0"
    yield b"4 No Content\r\n\r\n"


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def most_memory(node: Server) -> int:
    """The most that the process has had, in bytes."""
    status = Path(f"/proc/{node.process.pid}/status").read_text(encoding="utf-8")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found
    return int(found[1]) * 1024


def play(node: Server, table: str, tokens: list[str], actions: int) -> None:
    rng = random.Random(1)
    for _ in range(actions):
        token = tokens[node.look(table)["to_act"][0]]
        assert node.act(table, token, rng.choice(node.look(table, token)["legal"])).status_code == 200


@pytest.fixture
def node(nursery, tmp_path):
    """Its own for each test: nothing waits from the test before."""
    with Node(nursery, tmp_path, private_webhooks="true") as node:
        yield node


# -- what is told


def test_a_webhook_hears_whose_turn_it_is(node):
    with Host() as host:
        table, tokens = node.full("ritual", 2, webhook=host.url, name="あや")
        message = host.heard.get(timeout=SOON)
        assert message["table"] == table
        seat = message["seat"]
        assert [seat] == node.look(table)["to_act"]
        assert message["name"] == ["あや", ""][seat]
        assert message.keys() == {"type", "table", "code", "game", "seat", "name"}
        node.act(table, tokens[seat], node.look(table, tokens[seat])["legal"][0])
        assert host.heard.get(timeout=SOON)["seat"] == node.look(table)["to_act"][0]


def test_a_webhook_is_not_led_elsewhere(node):
    with Host() as other:
        lead = f"HTTP/1.1 307 Temporary Redirect\r\nLocation: {other.url}\r\nContent-Length: 0\r\n\r\n".encode()
        with Host(lambda *_: [lead]) as host:
            table, tokens = node.full("ritual", 2, webhook=host.url)
            for turn in range(2):
                seat = host.heard.get(timeout=SOON)["seat"]
                host.ended.get(timeout=SOON)
                if not turn:
                    node.act(table, tokens[seat], node.look(table, tokens[seat])["legal"][0])
        assert other.heard.empty()


def test_a_webhook_is_not_told_to_who_only_claims_to_be_its_host(node, tmp_path):
    """Its certificate is its own work."""
    file, key = tmp_path / "own.pem", Ed25519PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now, day = datetime.now(UTC), timedelta(days=1)
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, now - day, now + day)
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    pem = made.sign(key, None).public_bytes(Encoding.PEM)
    file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + pem)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(file)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(SOON)
        node.full("ritual", 2, webhook=f"https://localhost:{listener.getsockname()[1]}/")
        connection = listener.accept()[0]
        with connection, pytest.raises((ssl.SSLError, ConnectionError)):
            tls.wrap_socket(connection, server_side=True)


# -- what is refused


@pytest.mark.parametrize(
    "url",
    [
        "", "/turn", "http://", "http:///turn", "ftp://example.org/", "http://user@example.org/", "http://:x@example.org/",
        "http://example.org:65536/", "http://example.org:0/", "http://example.org:x/", "http://[::1/", "http://1.2.3.999/",
        "http://a\0b.example/", "http://example.org/\0", "http://a b.example/", "http://example.org/\u3000", " http://example.org/",
        "http://example.org/\r\nX: y", "http://example.org/\x7f", "http://a%00b.example/", "http://a..example/",
        "http://" + "a" * 64 + ".example/", "http://" + "a." * 130 + "example/", "http://" + "あ" * 64 + ".example/", "x" * 500,
    ],
)  # fmt: skip
def test_an_address_nothing_can_be_sent_to_is_refused_and_little_of_it_said_again(server, url):
    answer = server.http.post("/api/tables", json={"game": "ritual", "players": 2, "webhook": url})
    assert answer.status_code == 422
    reason = answer.json()["reason"]
    assert reason.isascii()
    assert reason.isprintable()
    if "\0" in url:  # no request may have it anywhere
        assert answer.json()["code"] == "malformed"
        return
    assert answer.json()["code"] == "bad-webhook"
    found = re.fullmatch(r"webhook is (.*); it takes an http or https address.*", reason)
    assert found
    assert len(found[1]) <= 40


def test_half_a_character_in_an_address_is_refused(server):
    body = b'{"game": "ritual", "players": 2, "webhook": "http://example.org/\\ud800"}'
    answer = server.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    "url", ["HTTP://EXAMPLE.ORG.:8080/", "https://例え.jp/手番?x=い", "http://[2606:4700::1111]:1/", "http://my_host"]
)
def test_an_unusual_address_is_taken(server, url):
    server.create("ritual", players=2, webhook=url)


# -- the server's own network


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "2606:4700:4700::1111",
        "2001:200::1",
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
        "2a00:1450:4001:81b::200e",
    ],
)
def test_an_address_of_the_open_network(address):
    assert is_open(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "0.1.2.3",
        "224.0.0.1", "239.1.1.1", "255.255.255.255", "240.0.0.1", "192.0.0.9", "192.88.99.1", "198.18.0.1", "203.0.113.1",
        "::", "::1", "fe80::1", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "ff0e::1", "100::1", "2001:db8::1", "3fff::1", "5f00::1",
        "fe80::1%1", "2606:4700:4700::1111%1",  # of one interface
        "::ffff:10.0.0.1", "::ffff:127.0.0.1", "::ffff:224.0.0.1",  # mapped
        "::127.0.0.1", "::8.8.8.8",  # compatible
        "::ffff:0:127.0.0.1",  # translated
        "64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b:1::7f00:1", "64:ff9b:1::808:808",  # NAT64
        "2002:7f00:1::", "2002:a00:1::1", "2002:808:808::1",  # 6to4
        "2001::1", "2001:0:808:808::f5ff:fffe",  # Teredo
        "fe80::5efe:10.0.0.1", "2606:4700::5efe:10.0.0.1", "2606:4700::200:5efe:127.0.0.1",  # ISATAP
    ],
)  # fmt: skip
def test_an_address_that_is_not_or_may_lead_elsewhere(address):
    assert not is_open(ipaddress.ip_address(address))


def test_webhooks_do_not_reach_into_the_servers_own_network():
    """Unless the settings say so: the address behind the name decides."""

    async def address(host: str, private: bool) -> str:
        webhooks = Webhooks(Settings(private_webhooks=private))
        try:
            return str(await webhooks.address(host))
        finally:
            await webhooks.close()

    for host in ("localhost", "127.0.0.1", "127.1", "2130706433", "0x7f.1", "::1", "::ffff:127.0.0.1"):
        assert ipaddress.ip_address(asyncio.run(address(host, private=True)))
        with pytest.raises(OSError, match="open network"):
            asyncio.run(address(host, private=False))


# -- strangers' answers


def packed(*_: object) -> Any:
    """300 MB in 300 KB."""
    pack = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    block = pack.compress(bytes(MB)) + pack.flush(zlib.Z_FULL_FLUSH)  # stands by itself, so it can be repeated
    body = b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + block * 300
    yield b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body)
    yield body


def flood(start: bytes, piece: bytes) -> Callable[[Host, str], Any]:
    """As good as without end."""
    return lambda *_: itertools.chain([start], itertools.repeat(piece, 200 * MB // len(piece)))


ANSWERS = {
    "gzip": packed,
    "body": flood(b"HTTP/1.1 200 OK\r\n\r\n", bytes(65536)),
    "headers": flood(b"HTTP/1.1 200 OK\r\n", b"a: b\r\n" * 10000),
    "interim answers": flood(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n" * 2000),
    "line": flood(b"HTTP/1.1 200 ", b"O" * 65536),
    "bytes that drip": drip,
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_an_answer_without_end_is_cut_off_and_nothing_of_it_kept(node, kind):
    with Host(ANSWERS[kind], "127.0.0.2") as stranger, Host() as host:
        before = most_memory(node)
        node.full("ritual", 2, webhook=stranger.url)
        stranger.heard.get(timeout=SOON)
        node.full("ritual", 2, webhook=host.url)  # others are served meanwhile
        host.heard.get(timeout=SOON)
        assert stranger.ended.get(timeout=SOON) < 20 * MB
        assert node.http.get("/healthz").status_code == 200
        assert most_memory(node) - before < 50 * MB


def test_a_hundred_answers_that_drip_keep_no_other_waiting(node):
    """On one address, under several names."""
    names = ["127.0.0.2", "127.0.2", "127.2", "2130706434", "0x7f.2", "0177.2", "0x7f000002"]
    with Host(drip, "127.0.0.2") as stranger, Host(address="127.0.0.3") as host:
        for n in range(110):
            node.full("ritual", 2, webhook=f"http://{names[n % len(names)]}:{stranger.port}/")
            if n == 20:
                wait_until(lambda: stranger.open >= AT_ADDRESS)
        table, _ = node.full("ritual", 2, webhook=host.url)
        assert host.heard.get(timeout=SOON)["table"] == table
        assert stranger.open > 0
        assert (
            stranger.most < AT_ADDRESS * 3
        )  # first tries, those of tables whose webhook failed, and some about to close


def test_what_failed_is_tried_again_apart_from_first_tries(node):
    """Even at the same host: a hundred that hang the second time keep no first message waiting."""
    tried: set[str] = set()

    def answer(host: Host, path: str) -> Any:
        if path == "/fine":
            return [HEARD]
        if path in tried:
            return drip(host)
        tried.add(path)
        return [b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"]

    with Host(answer) as host:
        tables = {node.full("ritual", 2, webhook=f"{host.url}{n}")[0] for n in range(110)}
        while tables:
            tables.discard(host.heard.get(timeout=SOON)["table"])
        time.sleep(PAUSE + 1)  # all of them are due again
        table, _ = node.full("ritual", 2, webhook=f"{host.url}fine")
        while host.heard.get(timeout=SOON)["table"] != table:
            pass
        assert host.open > 0


def test_of_one_table_few_messages_wait(node):
    with Host(drip) as host:
        table, tokens = node.full("ritual", 2, webhook=host.url)
        play(node, table, tokens, 20)  # the shortest games have not many more
        host.released.set()
        wait_until(lambda: host.open == 0)
        play(node, table, tokens, 1)
        wait_until(lambda: host.open == 0 and host.ended.qsize() == host.heard.qsize())
        assert 1 <= host.heard.qsize() <= OF_TABLE + 1


def test_a_slow_name_server_keeps_no_other_name_waiting(monkeypatch):
    """Nor the threads in which other work is done."""
    slow, real = threading.Event(), socket.getaddrinfo

    def look_up(host: str, *more: Any, **named: Any) -> Any:
        if host.endswith(".example"):
            slow.wait(SOON)
            raise OSError("no such name")
        return real(host, *more, **named)

    async def attack() -> None:
        webhooks = Webhooks(Settings(private_webhooks=True))
        lookups = [asyncio.ensure_future(webhooks.address(f"{n}.slow.example")) for n in range(100)]
        await asyncio.sleep(0)
        assert str(await webhooks.address("localhost")) in ("127.0.0.1", "::1")
        await asyncio.to_thread(lambda: None)
        for lookup in lookups[:50]:
            lookup.cancel()  # their deadline; their threads go on
        await asyncio.gather(*lookups[:50], return_exceptions=True)
        assert str(await webhooks.address("localhost")) in ("127.0.0.1", "::1")
        assert not any(lookup.done() for lookup in lookups[50:])
        slow.set()
        assert all(isinstance(found, OSError) for found in await asyncio.gather(*lookups[50:], return_exceptions=True))
        await webhooks.close()

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    asyncio.run(asyncio.wait_for(attack(), SOON))
