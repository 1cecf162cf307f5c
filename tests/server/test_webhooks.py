"""Webhooks: what they tell, and where they may go."""

import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import SimpleQueue
from typing import Any

import pytest

from takujo.server.settings import Settings
from takujo.server.webhook import Webhooks
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
