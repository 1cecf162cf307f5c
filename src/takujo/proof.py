"""What a record proves and what it does not: entropy and commitments, the server's signature, its chain, what I kept.

A record that contradicts itself, or what is held against it, is a BadRecord. All else is said point by point.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from takujo.match import BadRecord, Match, bound, canonical, is_digest, read_json, verify

__all__ = ["Point", "Verdict", "deal_of", "judge", "read_chain", "read_mine"]

Json = dict[str, Any]

LINK = {"number": int, "at": int, "link": str}
CHAIN_LINK = {**LINK, "kind": str, "table": str, "digest": str}


@dataclass(frozen=True)
class Point:
    """One thing that was looked at."""

    name: str
    proven: bool
    text: str


@dataclass(frozen=True)
class Verdict:
    """A record that nothing contradicts."""

    match: Match
    points: tuple[Point, ...]
    deal_proven: bool  # to whoever kept `mine`
    key: str | None  # of the server that signed it


def judge(
    record: Json, components: str | Path | None = None, mine: Json | None = None, chain: Json | None = None
) -> Verdict:
    """Replay a record, and hold it against its commitments and signature, what a seat kept, and the server's chain."""
    match = verify(record, components)
    points = [Point("replay", True, f"all {len(match.actions)} actions, the shuffles and the result are as recorded")]
    points += _start(record)
    points += _entropy(record)
    points += _signature(record)
    if mine is not None:
        points += _mine(record, mine)
    if chain is not None:
        points += _chain(record, chain, mine)
    named = {point.name: point.proven for point in points}
    proven = named["start"] and named["entropy"] and named.get("mine", False)
    return Verdict(match, tuple(points), proven, record["server"]["key"] if named["signature"] else None)


def deal_of(record: Json) -> Json:
    """What was bound when the cards were dealt: the server's chain has its digest."""
    keys = ("table", "game", "version", "components", "players", "options", "commitment", "commitments", "entropy")
    start = {"position": _digest(record["position"])} if "position" in record else {}
    return {**{key: record.get(key) for key in keys}, **start}


def _start(record: Json) -> Iterator[Point]:
    if "position" in record:
        yield Point("start", False, "play starts from a given position: the deal is NOT proven")
    else:
        yield Point("start", True, "play starts from the set-up")


def _entropy(record: Json) -> Iterator[Point]:
    commitments = record.get("commitments") or [None] * record["players"]
    entropy = record["entropy"] or [""] * record["players"]
    binding = any(commitments)
    kept, silent = [], []
    for seat, (commitment, part) in enumerate(zip(commitments, entropy, strict=True)):
        if commitment is None:
            _expect(not (binding and part), f"seat {seat} added entropy that it had not committed to, as others had")
        elif part:
            _expect(bound(seat, part) == commitment, f"the entropy of seat {seat} is not what it had committed to")
            kept.append(seat)
        else:
            silent.append(seat)
    if kept:
        yield Point("entropy", True, f"entropy of {_seats(kept)} fits what was committed to before the deal")
    else:
        yield Point("entropy", False, "no seat's entropy is bound: the deal is NOT proven")
    if silent:
        yield Point(
            "silent",
            False,
            f"{_seats(silent)} had committed and did not reveal: whoever sat there could, together with the server, "
            f"choose among {2 ** len(silent)} deals",
        )


def _signature(record: Json) -> Iterator[Point]:
    server = record.get("server")
    if server is None:
        yield Point("signature", False, "no server has signed it: anybody may have written it")
        return
    fine = is_digest(server.get("key")) and all(_is_like(server.get(kind), LINK) for kind in ("deal", "end"))
    _expect(fine and isinstance(server.get("signature"), str), "server is not an object with key, deal, end, signature")
    unsigned = {key: value for key, value in server.items() if key != "signature"}
    text = canonical({**record, "server": unsigned})
    _expect(_is_signed(server["key"], server["signature"], text), "the signature is not that of the server's key")
    yield Point("signature", True, f"signed with the key {server['key']}, which the server's /api/chain must show")


# -- what a seat kept


def read_mine(file: str | Path) -> Json:
    """What a browser kept of its seat ("save my proof")."""
    mine = read_json(file)
    fine = (
        isinstance(mine, dict)
        and isinstance(mine.get("table"), str)
        and type(mine.get("seat")) is int
        and is_digest(mine.get("entropy"))
        and type(mine.get("revealed")) is bool
        and (mine.get("seen") is None or _is_like(mine["seen"], {"commitment": str, "commitments": list}))
        and (mine.get("receipt") is None or _is_like(mine["receipt"], {**LINK, "deal": dict, "key": str}))
    )
    _expect(fine, f"{file} is not a proof: an object with table, seat, entropy, revealed, seen and receipt")
    return mine  # type: ignore[no-any-return]  # checked above


def _mine(record: Json, mine: Json) -> Iterator[Point]:
    seat, seen, receipt = mine["seat"], mine.get("seen"), mine.get("receipt")
    _same("table", record.get("table"), mine["table"])
    _expect(0 <= seat < record["players"], f"seat is {seat} in what you kept; the record has {record['players']}")
    commitments = record.get("commitments") or [None] * record["players"]
    _same(f"the commitment of your seat {seat}", commitments[seat], bound(seat, mine["entropy"]))
    if seen:
        _same("the server's commitment", record["commitment"], seen["commitment"])
        for number, pair in enumerate(zip_longest(commitments, seen["commitments"])):
            _same(f"the commitment of seat {number}", *pair)
    if receipt:
        _same_receipt(record, receipt)
    part = (record["entropy"] or [""] * record["players"])[seat]
    if not part and not mine["revealed"]:
        yield Point("mine", False, f"you did not reveal in time, so seat {seat} has no part in it: NOT proven to you")
        return
    _same(f"the entropy of your seat {seat}", part, mine["entropy"])
    if not seen:
        yield Point(
            "mine", False, "your entropy is in it, but you did not note what was bound before: NOT proven to you"
        )
        return
    yield Point("mine", True, f"your entropy (seat {seat}) and all commitments are as you kept them")
    if not receipt:
        yield Point("receipt", False, "you kept no receipt of the deal: the server may deny that it was so")


def _same_receipt(record: Json, receipt: Json) -> None:
    unsigned = {key: value for key, value in receipt.items() if key != "signature"}
    signed = is_digest(receipt["key"]) and _is_signed(receipt["key"], receipt.get("signature"), canonical(unsigned))
    _expect(signed, "the receipt that you kept is not signed by the key in it")
    deal, kept = deal_of(record), receipt["deal"]
    for key in sorted(deal.keys() | kept.keys()):
        _same(f"{key} of the deal", deal.get(key), kept.get(key))
    if "server" in record:
        _same("the server's key", record["server"]["key"], receipt["key"])
        _same("the link of the deal", record["server"]["deal"], {key: receipt[key] for key in LINK})


# -- the chain


def read_chain(files: Sequence[str | Path]) -> Json:
    """The answers of /api/chain, in order, as one."""
    links: list[Json] = []
    keys = set()
    for file in files:
        page = read_json(file)
        fine = isinstance(page, dict) and isinstance(page.get("links"), list) and is_digest(page.get("key"))
        fine = fine and all(_is_like(link, CHAIN_LINK) for link in page["links"]) and "head" in page
        _expect(fine, f"{file} is not a chain: an object with key, links, head and signature, as /api/chain answers")
        links += page["links"]
        keys.add(page["key"])
    _expect(len(keys) == 1, "the parts of the chain are of different keys")
    return {**page, "links": links}


def _chain(record: Json, chain: Json, mine: Json | None) -> Iterator[Point]:
    links = chain["links"]
    previous = ""
    for number, link in enumerate(links, 1):
        _expect(link["number"] == number, f"the chain is not whole: number {number} is missing; it comes in parts")
        text = f"takujo link {previous} {number} {link['at']} {link['kind']} {link['table']} {link['digest']}"
        _expect(hashlib.sha256(text.encode()).hexdigest() == link["link"], f"link {number} of the chain is wrong")
        previous = link["link"]
    head = f"takujo head {len(links)} {previous}".encode()
    _expect(bool(links) and chain["head"] == links[-1], "the chain does not end with its head; it comes in parts")
    _expect(_is_signed(chain["key"], chain.get("signature"), head), "the head of the chain is not signed by its key")
    yield Point("chain", True, f"all {len(links)} links of the chain hold, and its head is signed")
    hidden = hashlib.sha256(str(record.get("table")).encode()).hexdigest()
    server = record.get("server")
    if server is None and hidden not in {link["table"] for link in links}:
        yield Point("told", False, "the chain knows nothing of this record, and nobody has signed it")
        return
    if server:
        _same("the key of the chain", chain["key"], server["key"])
    receipt = mine and mine.get("receipt")
    if receipt:
        there = links[receipt["number"] - 1] if 1 <= receipt["number"] <= len(links) else {}
        _same("the link of your receipt", there.get("link"), receipt["link"])
    plain = {key: value for key, value in record.items() if key != "server"}
    for kind, digest in (("deal", _digest(deal_of(record))), ("end", _digest(plain))):
        found = [link for link in links if (link["table"], link["kind"]) == (hidden, kind)]
        _expect(bool(found), f"the chain has no {kind} of this table: the record was made up, or the {kind} withdrawn")
        _expect(
            len(found) == 1, f"the chain has {len(found)} links for the {kind} of this table: there are two versions"
        )
        _expect(
            found[0]["digest"] == digest, f"the chain tells of another {kind} of this table: this is a second version"
        )
        if server:
            _same(f"the link of the {kind}", server[kind], {key: found[0][key] for key in LINK})
    yield Point("told", True, "the chain has one deal and one end of this table, those of this record")
    if any((link["table"], link["kind"]) == (hidden, "gone") for link in links):
        yield Point("gone", True, "the server has deleted the table since then")


# -- how


def _expect(condition: bool, message: str) -> None:
    if not condition:
        raise BadRecord(message)


def _same(what: str, told: Any, kept: Any) -> None:
    _expect(canonical(told) == canonical(kept), f"{what} is {_short(told)} in the record, and was {_short(kept)}")


def _short(value: Any) -> str:
    text = canonical(value).decode()
    return text if len(text) <= 80 else f"{text[:60]}..."


def _is_like(value: Any, shape: dict[str, type]) -> bool:
    return isinstance(value, dict) and all(type(value.get(key)) is kind for key, kind in shape.items())


def _is_signed(key: str, signature: Any, text: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), text)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


def _digest(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def _seats(seats: Sequence[int]) -> str:
    words = [str(seat) for seat in seats]
    return f"seat {words[0]}" if len(words) == 1 else f"seats {', '.join(words[:-1])} and {words[-1]}"
