"""Webhooks: an address that a table tells when it is somebody's turn.

Whose address it is nobody knows. So a try has one deadline and reads one line, few go to one host at once, and tables
whose webhook failed wait apart from the others.
"""

import asyncio
import contextlib
import ipaddress
import json
import logging
import re
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import httpx

from .refused import Refused
from .settings import Settings

if TYPE_CHECKING:
    from .table import Table

__all__ = ["Webhooks", "is_open"]

log = logging.getLogger("takujo.server")

TRIES = 3
PAUSE = 5.0  # seconds before the second try, twice as many before the third
DEADLINE = 10.0  # seconds for a try: its wait for a place, the name, the connection, TLS, the answer's first line
LINE = 1024  # bytes of that line
AT_HOST, AT_ADDRESS = 4, 16  # tries at once: to a host and port, and to an address, which may have many names
FIRST, AGAIN = 200, 50  # tries at once in all: first ones, and those of tables whose webhook failed
WAITING = 1000  # messages at most that wait for a first try, and as many for another; more are dropped
OF_TABLE, OF_HOST = 10, 200  # of these, messages of one table, and to one host and port
FAILED = 60.0  # seconds for which a table is one whose webhook failed
LOOKUPS, AT_DOMAIN = 16, 4  # names looked up at once, and names of one domain: its name server may be slow
ADDRESSES = 16  # of a name that are looked at
SHOWN = 40  # characters of an address that is refused

NAME = re.compile(r"(?!.{254})[\w-]{1,63}(\.[\w-]{1,63})*", re.ASCII)
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})\b")

JSON = [b"Content-Type: application/json"]
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
UNICAST = ipaddress.IPv6Network("2000::/3")
CLOSED = [
    ipaddress.ip_network(network)
    for network in (
        "192.0.0.0/24",  # IETF's own, some of them tunnels
        "192.88.99.0/24",  # relays of 6to4
        "2001::/23",  # IETF's own; Teredo, which holds an IPv4 address
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, which holds an IPv4 address
        "3fff::/20",  # documentation
    )
]
ISATAP = (0x0000_5EFE, 0x0200_5EFE)  # before an IPv4 address, in the last 64 bits


def _inner(address: Address) -> Address:
    """The IPv4 address that an IPv6 address leads to; else the address itself."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return address.ipv4_mapped
        if address in NAT64:
            return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address


def is_open(address: Address) -> bool:
    """Is it an address of the open network? What may lead elsewhere through an IPv4 address within it is not."""
    if getattr(address, "scope_id", None):
        return False
    address = _inner(address)
    if isinstance(address, ipaddress.IPv6Address):
        if address not in UNICAST or int(address) >> 32 & 0xFFFF_FFFF in ISATAP:
            return False
    return address.is_global and not address.is_multicast and not any(address in network for network in CLOSED)


def _neighbours(address: Address) -> str:
    """Addresses that one owner has for nothing count as one: a /48 of IPv6."""
    address = _inner(address)
    return str(address if address.version == 4 else int(address) >> 80)


def _read(url: str) -> httpx.URL:
    """An address as it will be called; ValueError if nothing could be sent there."""
    if not url.isprintable() or " " in url:
        raise ValueError("spaces or control characters")
    try:
        found = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise ValueError(str(error)) from None
    if found.scheme not in ("http", "https") or found.userinfo:
        raise ValueError("another scheme, or a user")
    if found.port is not None and not 0 < found.port < 65536:
        raise ValueError("no such port")
    host = _host(found)
    if not NAME.fullmatch(host):
        ipaddress.ip_address(host)  # ValueError if it is none either
    return found


def _host(url: httpx.URL) -> str:
    return url.raw_host.decode().removesuffix(".")


def _port(url: httpx.URL) -> int:
    return url.port or (443 if url.scheme == "https" else 80)


def _ignore(status: int) -> None:
    pass


@dataclass(eq=False)
class Message:
    """What one table has to say."""

    table: str
    url: httpx.URL
    host: str  # with its port
    body: bytes
    headers: list[bytes]
    heard: Callable[[int], None]
    again: bool  # it waits with those whose webhook failed


class Places:
    """So many at once for each key; a key nobody has a place of is forgotten."""

    def __init__(self, at_once: int):
        self._at_once = at_once
        self._of: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, key: str) -> asyncio.Semaphore:
        return self._of.setdefault(key, asyncio.Semaphore(self._at_once))


class Lane:
    """Tries side by side. Who waits for a host or an address keeps no place that others could have."""

    def __init__(self, at_once: int):
        self.hosts, self.addresses, self.all = Places(AT_HOST), Places(AT_ADDRESS), asyncio.Semaphore(at_once)


class Webhooks:
    """Sends what is public: which seat of which table is to act."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self._tls = httpx.create_ssl_context(trust_env=False)
        self._first, self._again = Lane(FIRST), Lane(AGAIN)
        self._domains = Places(AT_DOMAIN)
        self._resolvers = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="name")
        self._messages: dict[asyncio.Task[None], Message] = {}
        self._failed: dict[str, float] = {}  # table -> until when, by time.monotonic

    async def close(self) -> None:
        for task in self._messages:
            task.cancel()
        await asyncio.gather(*self._messages, return_exceptions=True)
        self._resolvers.shutdown(wait=False, cancel_futures=True)

    def check(self, url: str, name: str = "webhook") -> httpx.URL:
        """An address as it will be called. Refused, if nothing could be sent there."""
        try:
            return _read(url)
        except ValueError:
            quoted = ascii(url)
            shown = quoted if len(quoted) <= SHOWN else quoted[: SHOWN - 3] + "..."
            reason = f"{name} is {shown}; it takes an http or https address such as https://example.org/turn."
            raise Refused(f"bad-{name}", reason, status=422) from None

    def turn(self, table: "Table", seats: set[int]) -> None:
        """Tell whose turn it has become: people only, and nothing that is not public."""
        try:
            url = _read(table.webhook or "")
        except ValueError:  # taken by an older version
            return
        for number in sorted(seats):
            seat = table.seats[number]
            if seat.by_bot:
                continue
            body = {
                "type": "turn",
                "table": table.id,
                "code": table.code,
                "game": table.game.slug,
                "seat": number,
                "name": seat.name,
            }
            self.send(table.id, url, json.dumps(body).encode(), JSON)

    def send(
        self, sender: str, url: httpx.URL, body: bytes, headers: list[bytes], heard: Callable[[int], None] = _ignore
    ) -> None:
        """Post it, soon, if there is room for more; `heard` is told the status of the answer."""
        again = self._failed.get(sender, 0) > time.monotonic()
        message = Message(sender, url, f"{_host(url)}:{_port(url)}", body, headers, heard, again)
        if self._has_room(message):
            task = asyncio.ensure_future(self._deliver(message))
            self._messages[task] = message
            task.add_done_callback(self._messages.pop)

    def _has_room(self, message: Message) -> bool:
        others = self._messages.values()
        return (
            sum(other.again == message.again for other in others) < WAITING
            and sum(other.table == message.table for other in others) < OF_TABLE
            and sum(other.host == message.host for other in others) < OF_HOST
        )

    async def _deliver(self, message: Message) -> None:
        for attempt in range(TRIES):
            await asyncio.sleep(attempt * PAUSE)
            if await self._try(message):
                self._failed.pop(message.table, None)
                return
            self._remember_failure(message.table)
            if not message.again:
                if sum(other.again for other in self._messages.values()) >= WAITING:
                    return
                message.again = True

    def _remember_failure(self, table: str) -> None:
        now = time.monotonic()
        self._failed.pop(table, None)
        self._failed[table] = now + FAILED
        while self._failed[first := next(iter(self._failed))] <= now:
            del self._failed[first]

    async def _try(self, message: Message) -> bool:
        """Was it heard?"""
        lane = self._again if message.again else self._first
        try:
            async with asyncio.timeout(DEADLINE), lane.hosts.of(message.host):
                address = await self.address(_host(message.url))
                async with lane.addresses.of(_neighbours(address)), lane.all:
                    status = await self._post(message, str(address))
            message.heard(status)
            return status < 500
        except (OSError, ValueError, EOFError, asyncio.LimitOverrunError) as error:
            log.info("a webhook failed: %s", type(error).__name__)
            return False

    async def address(self, host: str) -> Address:
        """Where a host is; OSError if that is not on the open network."""
        for address in await self._look_up(host):
            if self.settings.private_webhooks or is_open(address):
                return address
        raise OSError("not an address of the open network")

    async def _look_up(self, host: str) -> list[Address]:
        """In threads of its own. The system cannot be stopped: a lookup has its place until it ends, wanted or not."""
        with contextlib.suppress(ValueError):
            return [ipaddress.ip_address(host)]
        loop = asyncio.get_running_loop()
        place = self._domains.of(".".join(host.split(".")[-2:]))

        def leave(_: object) -> None:
            with contextlib.suppress(RuntimeError):  # the loop may have ended
                loop.call_soon_threadsafe(place.release)

        await place.acquire()
        found = self._resolvers.submit(socket.getaddrinfo, host, None, type=socket.SOCK_STREAM)
        found.add_done_callback(leave)
        return [ipaddress.ip_address(where[0]) for *_, where in (await asyncio.wrap_future(found))[:ADDRESSES]]

    async def _post(self, message: Message, address: str) -> int:
        """The status of the answer: its first line, and nothing after it is read, unpacked or kept."""
        url, tls = message.url, message.url.scheme == "https"
        # The address that was looked at is the one that is used: a name could be made to point elsewhere.
        reader, writer = await asyncio.open_connection(
            address,
            _port(url),
            limit=LINE,
            ssl=self._tls if tls else None,
            server_hostname=_host(url) if tls else None,
        )
        try:
            lines = [
                b"POST %b HTTP/1.1" % url.raw_path,
                b"Host: %b" % url.netloc,
                b"User-Agent: takujo",
                b"Accept: */*",
                *message.headers,
                b"Content-Length: %d" % len(message.body),
                b"Connection: close",
            ]
            writer.write(b"\r\n".join(lines) + b"\r\n\r\n" + message.body)
            status = STATUS.match(await reader.readuntil(b"\n"))
        finally:
            writer.transport.abort()
        if not status:
            raise ValueError("not an answer of HTTP/1")
        return int(status[1])
