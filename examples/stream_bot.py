"""A bot that plays over the network: it sits down at a table, reads its stream and posts what it decides.

    python examples/stream_bot.py http://127.0.0.1:8710 CODE

CODE is the join code of a table with an open seat. docs/write-a-bot.md explains the protocol.
"""

import json
import random
import sys
from typing import Any

import httpx

Json = dict[str, Any]


def choose(view: Json, legal: list[Json]) -> Json:
    """Put your ideas here: `view` is what this seat may know, `legal` what it may do."""
    return random.choice(legal)


def play(address: str, code: str) -> None:
    with httpx.Client(base_url=address, timeout=30) as http:
        seated = http.post(f"/api/tables/{code}/join", json={"name": "stream bot"}).raise_for_status().json()
        headers = {"Authorization": f"Bearer {seated['token']}"}
        seq, decided = 0, -1
        while True:  # a stream may break at any time: begin again after the last seq
            try:
                path = f"/api/tables/{code}/stream"
                with http.stream("GET", path, params={"after": seq}, headers=headers, timeout=60) as lines:
                    for line in lines.iter_lines():
                        message: Json = json.loads(line) if line else {"type": "alive"}
                        if message["type"] != "state":
                            continue
                        seq, decision = message["seq"], message["decision"]
                        if message["result"]:
                            print(f"seat {seated['seat']}: {message['result']}")
                            return
                        if message["legal"] and decision > decided:
                            decided = decision
                            action = choose(message["view"], message["legal"])
                            body = {"key": f"decision {decision}", "decision": decision, "action": action}
                            http.post(f"/api/tables/{code}/actions", json=body, headers=headers).raise_for_status()
            except httpx.TransportError:
                decided -= 1  # the same key again is safe: nothing is done twice


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    play(sys.argv[1], sys.argv[2])
