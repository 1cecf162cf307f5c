"""What must be true when everything has come right again."""

import asyncio
import contextlib
import hashlib
import itertools
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import apsw
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from takujo.match import canonical, verify
from takujo.server.entries import read
from takujo.server.keys import Keys
from takujo.server.store import Line, Link, Row
from takujo.server.table import Table
from takujo.server.told import digest as digest_of

from .clients import SILENCE, Party, Seat, Twins, ask
from .driver import FILE
from .network import Gone

if TYPE_CHECKING:
    from .world import World

__all__ = ["compare", "final", "prove"]

Json = dict[str, Any]
COMPARED = ("seq", "decision", "view", "to_act", "result", "legal", "undo")
WITHIN = 300.0  # seconds until all clients have what a fresh view gives


async def compare(world: "World") -> None:
    """Every client has what a fresh look gives, at every node; what it was told is the whole story."""
    world.holding = True
    clients = [
        client
        for party in world.parties
        if not party.over and not isinstance(party, Twins) and party.where.startswith("playing")
        for client in (*party.seats, *party.spectators)
        if not client.silent
    ]
    try:
        await asyncio.gather(*(_compare(world, client) for client in clients))
    finally:
        world.holding = False


async def _compare(world: "World", client: Seat) -> None:
    end = world.loop.time() + WITHIN
    while (difference := await _difference(world, client)) is not None:
        if client.silent or client.party.over:
            return
        if world.loop.time() > end:
            client.party.fault(f"seat {client.seat} does not have what a fresh view gives: {difference[:400]}")
            return
        await asyncio.sleep(1)
    world.counts["compared"] += 1


async def _difference(world: "World", client: Seat) -> str | None:
    """Bots go on meanwhile: what differs now may be the same in a moment."""
    if client.waiting:
        return f"{client.waiting} is not answered"
    for node in world.nodes:
        path = f"/api/tables/{client.party.table}"
        fresh = (await ask(world, "GET", path, client.token, node=node, address=client.address)).json()
        if client.info != fresh.get("table"):
            return f"table {client.info} is {fresh.get('table')}"
        keys = COMPARED if fresh["table"]["status"] == "playing" and not client.waiting else COMPARED[:5]
        for key in keys:
            if client.state.get(key) != fresh[key]:
                return f"{key} {client.state.get(key)} is {fresh[key]}"
    if client.heard_all:
        told = await _story(world, client)
        if told and told["seq"] == client.state["seq"] and told["events"] != client.events:
            return f"events {client.events} are {told['events']}"
    return None


async def _story(world: "World", client: Seat) -> Json | None:
    node = world.rng.choice(world.nodes)
    wire = await world.network.connect(node, f"/api/tables/{client.party.table}/play", client.address)
    try:
        with contextlib.suppress(Gone):
            wire.say({"type": "hello", "token": client.token})
            return await wire.hear(SILENCE)
        return None
    finally:
        wire.hang_up()


async def prove(world: "World") -> None:
    """Records verify and are signed, and the chain holds every deal and every end."""
    links: list[Json] = []
    while True:
        chain = (await ask(world, "GET", f"/api/chain?after={len(links)}")).json()
        links += chain["links"]
        if not chain["links"] or links[-1]["number"] == chain["head"]["number"]:
            break
    previous: Link | None = None
    for link in links:
        expected = Link.after(previous, link["at"], link["kind"], link["table"], link["digest"])
        if vars_of(expected) != link:
            world.fault(f"the chain is broken at {link}")
        previous = expected
    if links:
        head = chain["head"]
        _signed(world, chain["key"], chain["signature"], f"takujo head {head['number']} {head['link']}".encode())
    bound = {(link["table"], link["kind"]): link for link in links}
    if len(bound) != len(links):
        world.fault("a table has two links of one kind")
    for party in world.parties:
        if party.over and party.seats:
            await _prove_record(world, party, bound)
            if world.rng.random() < 0.1:
                replay = await party.ask("GET", f"/api/tables/{party.table}/replay", party.seats[0].token)
                if not replay.get("verified"):
                    party.fault("its replay is not verified")


async def _prove_record(world: "World", party: Party, bound: dict[tuple[str, str], Json]) -> None:
    record = await party.ask("GET", f"/api/tables/{party.table}/record", party.seats[0].token)
    try:
        verify(record)
        server = record["server"]
        signature = server.pop("signature")
        _signed(world, server["key"], signature, canonical(record))
        hidden = hashlib.sha256(party.table.encode()).hexdigest()
        del record["server"]
        digests = {"end": digest_of(record)}
        for kind in ("deal", "end"):
            link = bound.get((hidden, kind))
            if link is None or link["link"] != server[kind]["link"]:
                party.fault(f"its {kind} is not in the chain")
            elif kind in digests and link["digest"] != digests[kind]:
                party.fault(f"the chain holds another {kind}")
        if party.receipt and party.receipt["link"] != server["deal"]["link"]:
            party.fault(f"it was dealt by {party.receipt}")
        world.counts["verified"] += 1
    except Exception as error:
        party.fault(f"its record does not hold: {error!r}")


def vars_of(link: Link) -> Json:
    return {name: getattr(link, name) for name in ("number", "at", "kind", "table", "digest", "link")}


def _signed(world: "World", key: str, signature: str, text: bytes) -> None:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), text)
    except InvalidSignature:
        world.fault("a signature does not fit")


def final(world: "World") -> None:
    """The power is lost for the last time: the disk has all that was acknowledged, once."""
    world.database.crash(power_lost=True)
    handle = apsw.Connection(FILE, vfs=world.database.disk.name)
    handle.execute("PRAGMA locking_mode = EXCLUSIVE")
    whole = list(handle.execute("PRAGMA integrity_check"))
    if whole != [("ok",)] or list(handle.execute("PRAGMA foreign_key_check")):
        world.fault(f"the database is not whole: {whole[:3]}")
    keys = Keys(bytes.fromhex("5e" * 32))
    for party in world.parties:
        if isinstance(party, Twins) or not party.table:
            continue
        query = "SELECT number, at, kind, seat, key, body FROM entry WHERE table_id = ? ORDER BY number"
        rows = handle.execute(query, (party.table,))
        entries = [Line(n, at, kind, seat, key, json.loads(body)) for n, at, kind, seat, key, body in rows]
        _check_log(world, party, entries)
        found = handle.execute("SELECT id, code, seed, maker FROM game_table WHERE id = ?", (party.table,)).get
        if found is None:
            party.fault("it is lost")
            continue
        row = Row(*found)
        table = Table(row, keys.unseal(row.seed, row.id))
        try:
            for entry in entries:
                table.apply(read(entry))
        except Exception as error:
            party.fault(f"its log cannot be read again: {error!r}")
    count = handle.execute("SELECT count(*) FROM game_table").get
    world.trace("tables", count)


def _check_log(world: "World", party: Party, entries: list[Line]) -> None:
    by_key = {(entry.seat, entry.key): entry for entry in entries if entry.key is not None}
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
        party.fault("its log has gaps")
    if any(later.at < earlier.at for earlier, later in itertools.pairwise(entries)):
        party.fault("its log goes back in time")
    for seat in party.seats:
        for key, message in seat.acknowledged.items():
            entry = by_key.get((seat.seat, key))
            body = {name: value for name, value in message.items() if name not in ("type", "key", "decision")}
            if entry is None:
                party.fault(f"seat {seat.seat}: {message} was acknowledged and is lost")
                world.counts["lost"] += 1
            elif entry.kind != message["type"] or read(entry).wanted != body:
                party.fault(f"seat {seat.seat}: {message} stands in the log as {entry}")
    joins = Counter(entry.seat for entry in entries if entry.kind == "join")
    if joins != Counter(seat.seat for seat in party.seats) + party.visits:
        party.fault(f"seats were taken by {dict(joins)}, not by {[seat.seat for seat in party.seats]}")
    decided = Counter(key for seat in party.seats for key in seat.acknowledged)
    if any(count > 1 for count in decided.values()):
        party.fault("a key was used twice")
