"""What a record proves: every forgery is named, and what is not proven is said."""

import copy
import hashlib
import json
import random
from dataclasses import asdict

import pytest

from takujo.match import BadRecord, Match, bound, canonical, read_record
from takujo.proof import deal_of, judge, read_chain, read_mine
from takujo.server.keys import Keys
from takujo.server.store import Link
from takujo.testing.game import random_action

KEYS, OTHERS = Keys(b"1" * 32), Keys(b"2" * 32)
ENTROPY = ["a1" * 32, "", "c3" * 32]
COMMITMENTS = [bound(0, ENTROPY[0]), None, bound(2, ENTROPY[2])]


def digest(value):
    return hashlib.sha256(canonical(value)).hexdigest()


def played(seed=b"0123456789abcdef", entropy=ENTROPY, **more):
    """Three seats to the end."""
    match = Match("ritual", 3, {"start": 0}, seed, entropy=[bytes.fromhex(part) for part in entropy], **more)
    rng = random.Random(1)
    while match.state.to_act:
        match.play(*random_action(match.state, rng))
    return match


MATCH = played()


class Server:
    """As much of a server as signs and chains records."""

    def __init__(self, keys=KEYS):
        self.keys, self.links = keys, [Link.after(None, 5, "deal", "0" * 64, "1" * 64)]

    def link(self, kind, table, found):
        self.links.append(Link.after(self.links[-1], 7, kind, hashlib.sha256(table.encode()).hexdigest(), found))
        return {key: asdict(self.links[-1])[key] for key in ("number", "at", "link")}

    def sign(self, record):
        record["server"].pop("signature", None)
        record["server"]["signature"] = self.keys.sign(canonical(record))
        return record

    def told(self, match=MATCH, commitments=COMMITMENTS, table="abc"):
        """A record, and what seat 0 kept of the deal."""
        record = {**json.loads(json.dumps(match.record())), "commitments": commitments, "table": table}
        deal = deal_of(record)
        link = self.link("deal", table, digest(deal))
        receipt = {"deal": deal, **link, "key": self.keys.public}
        receipt["signature"] = self.keys.sign(canonical(receipt))
        server = {"key": self.keys.public, "deal": link, "end": self.link("end", table, digest(record))}
        seen = {"commitment": record["commitment"], "commitments": commitments}
        mine = {"table": table, "seat": 0, "entropy": ENTROPY[0], "revealed": True, "seen": seen, "receipt": receipt}
        return copy.deepcopy((self.sign({**record, "server": server}), mine))

    def chain(self):
        head = self.links[-1]
        signature = self.keys.sign(f"takujo head {head.number} {head.link}".encode())
        links = [asdict(link) for link in self.links]
        return {"key": self.keys.public, "links": links, "head": links[-1], "signature": signature}


def told():
    """Record, what I kept and the chain, all of one server."""
    server = Server()
    return (*server.told(), server.chain())


def named(verdict):
    return {point.name: point.proven for point in verdict.points}


def text(verdict):
    return "; ".join(point.text for point in verdict.points)


def test_the_deal_is_proven_to_who_kept_what_was_bound():
    record, mine, chain = told()
    verdict = judge(record, mine=mine, chain=chain)
    assert verdict.deal_proven
    assert verdict.key == KEYS.public
    assert all(point.proven for point in verdict.points), verdict.points
    assert "entropy of seats 0 and 2 fits" in text(verdict)
    assert verdict.match.record() == MATCH.record()


def test_to_others_it_is_not_proven_and_they_are_told():
    record, _, chain = told()
    assert not judge(record, chain=chain).deal_proven
    old = MATCH.record()  # of a version without commitments, or of the terminal
    verdict = judge(old)
    assert named(verdict) == {"replay": True, "start": True, "entropy": False, "signature": False}
    assert verdict.key is None
    assert "no seat's entropy is bound: the deal is NOT proven" in text(verdict)
    assert "no server has signed it" in text(verdict)
    assert "the chain knows nothing of this record" in text(judge(old, chain=chain))


def test_a_match_from_a_position_says_that_the_deal_is_not_proven():
    start = Match("ritual", 3, {"start": 0}, MATCH.seed).state.position()
    record, mine = Server().told(played(position=start))
    verdict = judge(record, mine=mine)
    assert "play starts from a given position: the deal is NOT proven" in text(verdict)
    assert not verdict.deal_proven


def test_who_committed_and_did_not_reveal_is_named():
    part = [ENTROPY[0], "", ""]
    record, mine = Server().told(played(entropy=part))
    verdict = judge(record, mine=mine)
    assert "seat 2 had committed and did not reveal" in text(verdict)
    late = mine | {"seat": 2, "entropy": ENTROPY[2], "revealed": False}
    assert "you did not reveal in time" in text(judge(record, mine=late))
    assert not judge(record, mine=late).deal_proven
    with pytest.raises(BadRecord, match="the entropy of your seat 2 is"):  # it had been acknowledged
        judge(record, mine=late | {"revealed": True})
    record, _ = Server().told(played(entropy=[]))
    assert "seats 0 and 2 had committed" in text(judge(record))


def test_what_was_not_kept_is_not_proven():
    record, mine, _ = told()
    assert "NOT proven to you" in text(judge(record, mine=mine | {"seen": None}))
    assert "you kept no receipt" in text(judge(record, mine=mine | {"receipt": None}))
    del record["server"]
    assert judge(record, mine=mine).deal_proven


def test_to_drop_the_signature_does_not_evade_the_chain():
    server = Server()
    record, _ = server.told()
    forged = other(record)
    del record["server"], forged["server"]
    assert named(judge(record, chain=server.chain()))["told"]
    with pytest.raises(BadRecord, match="another deal of this table: this is a second version"):
        judge(forged, chain=server.chain())


def test_a_deleted_table_is_still_proven():
    server = Server()
    record, mine = server.told()
    server.link("gone", "abc", "0" * 64)
    verdict = judge(record, mine=mine, chain=server.chain())
    assert verdict.deal_proven
    assert "has deleted the table" in text(verdict)


START = Match("ritual", 3, {"start": 0}, MATCH.seed, entropy=MATCH.entropy).state.position()


@pytest.mark.parametrize(
    ("forged", "words"),
    [
        (lambda r: r["entropy"].__setitem__(2, "dd" * 32), "action 1 of seat . differs"),
        (lambda r: r["commitments"].__setitem__(2, "dd" * 32), "the entropy of seat 2 is not what it had committed to"),
        (lambda r: r["commitments"].__setitem__(2, None), "seat 2 added entropy that it had not committed to"),
        (lambda r: r.update(seed="00" * 16), "the seed is not the one of the commitment"),
        (lambda r: r["actions"].pop(), "the result is None"),
        (lambda r: r["server"].update(signature="00" * 64), "the signature is not that of the server's key"),
        (lambda r: r["server"].update(signature="xyz"), "the signature is not that of the server's key"),
        (lambda r: r["server"].update(signature=7), "server is not an object with key, deal, end, signature"),
        (lambda r: r["server"].update(key=OTHERS.public), "the signature is not that of the server's key"),
        (lambda r: r["server"].update(key="no"), "server is not an object"),
        (lambda r: r["server"].update(deal=[]), "server is not an object"),
        (lambda r: r["server"].update(end={"number": True, "at": 1, "link": ""}), "server is not an object"),
        (lambda r: r.update(table="def"), "the signature is not that of the server's key"),
    ],
)
def test_a_changed_record_is_named(forged, words):
    record, _, _ = told()
    forged(record)
    with pytest.raises(BadRecord, match=words):
        judge(record)


def other(record):
    """Another version of the same table, all consistent in itself."""
    return Server().told(played(b"another seed, chosen", entropy=record["entropy"]))[0]


def regrown(seat, part):
    """The entropy of another seat replaced until the deal pleases, with a fitting commitment."""
    entropy, commitments = list(ENTROPY), list(COMMITMENTS)
    entropy[seat], commitments[seat] = part, bound(seat, part)
    return lambda record: Server().told(played(entropy=entropy), commitments)[0]


@pytest.mark.parametrize(
    ("forged", "words"),
    [
        (other, "the server's commitment is"),
        (regrown(2, "dd" * 32), "the commitment of seat 2 is"),
        (regrown(1, "dd" * 32), "the commitment of seat 1 is"),
        (regrown(0, "dd" * 32), "the commitment of your seat 0 is"),
        (lambda r: Server().told(table="def")[0], 'table is "def" in the record, and was "abc"'),
        (lambda r: Server().told(played(position=START))[0], "position of the deal is"),
        (lambda r: Server(OTHERS).told()[0], "the server's key is"),
        (lambda r: Server().sign(r | {"server": r["server"] | {"deal": r["server"]["end"]}}), "the link of the deal"),
    ],
)
def test_a_forgery_that_is_signed_is_named_by_what_i_kept(forged, words):
    """By the server itself, with all that belongs to it."""
    record, mine, _ = told()
    forgery = forged(record)
    judge(forgery)
    with pytest.raises(BadRecord, match=words):
        judge(forgery, mine=mine)


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        ({"seat": 1}, "the commitment of your seat 1 is null"),
        ({"seat": 7}, "seat is 7 in what you kept; the record has 3"),
        ({"seat": -1}, "seat is -1"),
        ({"entropy": "dd" * 32}, "the commitment of your seat 0 is"),
        ({"seen": {"commitment": MATCH.commitment, "commitments": COMMITMENTS[:2]}}, "the commitment of seat 2 is"),
        ({"seen": {"commitment": MATCH.commitment, "commitments": [*COMMITMENTS, "x"]}}, "the commitment of seat 3 is"),
    ],
)
def test_what_i_kept_of_another_seat_or_deal_is_named(kept, words):
    record, mine, _ = told()
    with pytest.raises(BadRecord, match=words):
        judge(record, mine=mine | kept)


def test_a_receipt_that_was_changed_is_named():
    record, mine, _ = told()
    mine["receipt"]["at"] += 1
    with pytest.raises(BadRecord, match="the receipt that you kept is not signed"):
        judge(record, mine=mine)


def test_a_second_version_shows_in_the_chain():
    server = Server()
    record, mine = server.told()
    second = other(record)
    with pytest.raises(BadRecord, match="another deal of this table: this is a second version"):
        judge(second, chain=server.chain())
    server.told(played(b"another seed, chosen"))
    with pytest.raises(BadRecord, match="2 links for the deal of this table: there are two versions"):
        judge(record, mine=mine, chain=server.chain())


def test_what_was_withdrawn_shows_in_the_chain():
    record, mine, _ = told()
    fresh = Server()
    with pytest.raises(BadRecord, match="the chain has no deal of this table"):
        judge(record, chain=fresh.chain())
    with pytest.raises(BadRecord, match="the link of your receipt is null"):
        judge(record, mine=mine, chain=fresh.chain())
    fresh.link("deal", "abc", digest(deal_of(record)))
    with pytest.raises(BadRecord, match="the chain has no end of this table"):
        judge(record, chain=fresh.chain())


def test_a_record_that_ended_otherwise_shows_in_the_chain():
    """The last actions cut off, as after a vote to end; and signed."""
    server = Server()
    record, _ = server.told()
    record["actions"].pop()
    record["result"] = None
    with pytest.raises(BadRecord, match="another end of this table: this is a second version"):
        judge(server.sign(record), chain=server.chain())


def moved(record):
    record["server"]["end"]["at"] += 1
    return Server().sign(record)


def test_the_record_names_its_links(tmp_path):
    record, _, chain = told()
    with pytest.raises(BadRecord, match="the link of the end is"):
        judge(moved(record), chain=chain)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda c: c["links"].pop(0), "number 1 is missing"),
        (lambda c: c["links"].pop(1), "number 2 is missing"),
        (lambda c: c["links"].pop(), "does not end with its head"),
        (lambda c: c.update(links=[]), "does not end with its head"),
        (lambda c: c["links"][0].update(at=6), "link 1 of the chain is wrong"),
        (lambda c: c["links"][1].update(digest="0" * 64), "link 2 of the chain is wrong"),
        (lambda c: c.update(signature="00" * 64), "the head of the chain is not signed"),
        (lambda c: c.update(signature=None), "the head of the chain is not signed"),
        (lambda c: c.update(Server(OTHERS).chain()), "the key of the chain is"),
    ],
)
def test_a_chain_that_does_not_hold_is_named(change, words):
    record, _, chain = told()
    change(chain)
    with pytest.raises(BadRecord, match=words):
        judge(record, chain=chain)


# -- files


def written(folder, content, name="file.json"):
    (folder / name).write_text(content if isinstance(content, str) else json.dumps(content))
    return folder / name


def test_files_are_read_as_they_were_written(tmp_path):
    """The chain may come in several answers."""
    record, mine, chain = told()
    first = chain | {"links": chain["links"][:1]}
    rest = chain | {"links": chain["links"][1:]}
    pages = [written(tmp_path, first, "1.json"), written(tmp_path, rest, "2.json")]
    assert read_chain(pages) == chain
    assert read_mine(written(tmp_path, mine)) == mine
    assert read_record(written(tmp_path, record)) == record
    with pytest.raises(BadRecord, match="different keys"):
        read_chain([pages[0], written(tmp_path, Server(OTHERS).chain())])


@pytest.mark.parametrize(
    "content", ["[]", "7", "{}", '{"key": 1, "links": [], "head": null}', '{"key": "", "links": [{}], "head": null}']
)
def test_what_is_no_proof_or_chain_is_said(tmp_path, content):
    file = written(tmp_path, content)
    with pytest.raises(BadRecord, match="is not a proof: an object with table, seat"):
        read_mine(file)
    with pytest.raises(BadRecord, match="is not a chain: an object with key, links"):
        read_chain([file])


@pytest.mark.parametrize(
    "change",
    [
        {"seat": True},
        {"seat": "0"},
        {"entropy": "00"},
        {"revealed": None},
        {"table": 7},
        {"seen": []},
        {"seen": {"commitment": 7, "commitments": []}},
        {"receipt": {"number": 1}},
        {"receipt": 7},
    ],
)
def test_a_proof_of_wrong_types_is_refused(tmp_path, change):
    with pytest.raises(BadRecord, match="is not a proof"):
        read_mine(written(tmp_path, told()[1] | change))
