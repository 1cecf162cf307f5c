"""Webhooks: what they tell, and where they may go."""

import asyncio
import ipaddress
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import SimpleQueue
from typing import Any

import pytest

from takujo.server.settings import Settings
from takujo.server.webhook import Webhooks, is_open
from tests.server.cluster import Node
from tests.server.parts import SOON

pytestmark = pytest.mark.once


def test_a_webhook_hears_whose_turn_it_is(nursery, tmp_path):
    heard: SimpleQueue[Any] = SimpleQueue()

    class Listener(BaseHTTPRequestHandler):
        def do_POST(self):
            heard.put(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Listener) as listener:
        threading.Thread(target=listener.serve_forever, daemon=True).start()
        hook = f"http://127.0.0.1:{listener.server_port}/"
        with Node(nursery, tmp_path, private_webhooks="true") as server:
            table, tokens = server.full("ritual", 2, webhook=hook)
            message = heard.get(timeout=SOON)
            assert message["table"] == table
            seat = message["seat"]
            assert [seat] == server.look(table)["to_act"]
            assert message.keys() == {"type", "table", "code", "game", "seat", "name"}
            server.act(table, tokens[seat], server.look(table, tokens[seat])["legal"][0])
            assert heard.get(timeout=SOON)["seat"] == server.look(table)["to_act"][0]
        listener.shutdown()


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

    async def address(private: bool) -> str:
        webhooks = Webhooks(Settings(private_webhooks=private))
        try:
            return await webhooks._address("http://localhost:9/")
        finally:
            await webhooks.close()

    assert asyncio.run(address(private=True)) in ("127.0.0.1", "::1")
    with pytest.raises(OSError, match="open network"):
        asyncio.run(address(private=False))
