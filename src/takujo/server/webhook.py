"""Webhooks: an address that a table tells when it is somebody's turn."""

import asyncio
import ipaddress
import logging
import socket
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx

from .settings import Settings
from .table import Refused

if TYPE_CHECKING:
    from .table import Table

__all__ = ["Webhooks", "is_open"]

log = logging.getLogger("takujo.server")

TRIES = 3
WAITING = 1000  # messages at most; more are dropped

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


class Webhooks:
    """Sends what is public: which seat of which table is to act."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self._client = httpx.AsyncClient(timeout=10, follow_redirects=False, trust_env=False)
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._client.aclose()

    def check(self, url: str) -> None:
        """Refused, if nothing could be sent there."""
        try:
            parts = urlsplit(url)
            fine = parts.scheme in ("http", "https") and parts.hostname and not parts.username
            _ = parts.port
        except ValueError:
            fine = False
        if not fine:
            raise Refused("bad-webhook", f"webhook is {url!r}; it takes an http or https address.", status=422)

    def turn(self, table: "Table", seats: set[int]) -> None:
        """Tell whose turn it has become: people only, and nothing that is not public."""
        for number in sorted(seats):
            seat = table.seats[number]
            if seat.by_bot or len(self._tasks) >= WAITING or not table.webhook:
                continue
            message = {
                "type": "turn",
                "table": table.id,
                "code": table.code,
                "game": table.game.slug,
                "seat": number,
                "name": seat.name,
            }
            task = asyncio.ensure_future(self._send(table.webhook, message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send(self, url: str, message: dict[str, Any]) -> None:
        for attempt in range(TRIES):
            await asyncio.sleep(attempt * 5)
            try:
                address = await self._address(url)
                parts = urlsplit(url)
                # The address that was looked at is the one that is used: a name could be made to point elsewhere.
                target = httpx.URL(url).copy_with(host=address)
                headers = {"Host": parts.netloc}
                extensions = {"sni_hostname": parts.hostname}
                answer = await self._client.post(target, json=message, headers=headers, extensions=extensions)
                if answer.status_code < 500:
                    return
            except (httpx.HTTPError, OSError, ValueError) as error:
                log.info("a webhook failed: %s", type(error).__name__)

    async def _address(self, url: str) -> str:
        """The address of the host; OSError if it is on our own network."""
        parts = urlsplit(url)
        loop = asyncio.get_running_loop()
        port = parts.port or (443 if parts.scheme == "https" else 80)
        found = await loop.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
        for *_, where in found:
            address = ipaddress.ip_address(where[0])
            if self.settings.private_webhooks or is_open(address):
                return str(address)
        raise OSError("not an address of the open network")
