"""A match is players + options + seed + actions; its record can be checked by anybody."""

import copy
import json
import random

import pytest

import takujo
from takujo.core.chance import seed_words
from takujo.match import BadRecord, Match, commitment, read_record, verify
from takujo.testing.game import random_action


def played(seed=b"0123456789abcdef", **more):
    match = Match("ritual", 3, {"start": 0}, seed, **more)
    rng = random.Random(1)
    while match.state.to_act:
        match.play(*random_action(match.state, rng))
    return match


MATCH = played()


def test_a_record_replays_to_the_same_bytes():
    """Seed and actions are the whole match."""
    again = Match("ritual", 3, {"start": 0}, MATCH.seed, MATCH.actions)
    assert bytes(again.state) == bytes(MATCH.state)
    assert again.record() == MATCH.record()
    assert bytes(verify(json.loads(json.dumps(MATCH.record()))).state) == bytes(MATCH.state)


def test_events_are_ones_own_unless_they_are_shared():
    """What a caller does to events that it was given changes those of nobody else; shared ones tell the same."""
    first, then, shared = (Match("ritual", 3, {"start": 0}, MATCH.seed) for _ in range(3))
    told = []
    for seat, action in MATCH.actions:
        own = first.play(seat, action)
        told.append([dict(event) for event in own])
        for event in own:
            event["type"] = "spoilt"
    for (seat, action), events in zip(MATCH.actions, told, strict=True):
        assert shared.play(seat, action, shared=True) == then.play(seat, action) == events
    assert first.checks == then.checks == shared.checks == MATCH.checks


def test_a_match_may_start_from_a_position():
    """Its record holds the position, and verifies."""
    halfway = Match("ritual", 3, {"start": 0}, MATCH.seed, MATCH.actions[:7]).state.position()
    match = played(position=halfway)
    record = json.loads(json.dumps(match.record()))
    assert record["position"] == halfway
    assert bytes(verify(record).state) == bytes(match.state)
    with pytest.raises(BadRecord, match="players or options are not those"):
        verify(record | {"players": 4})
    record["position"]["round"] = 77
    with pytest.raises(BadRecord, match="round"):
        verify(record)


def test_chance_is_fresh_before_every_action():
    """What came before never tells what comes: each action's words come from the seed and its number alone."""
    match = Match("ritual", 2, {}, 5)
    match.play(*random_action(match.state, random.Random(1)))
    assert match.state.position()["rng"] == sum(word << 32 * i for i, word in enumerate(seed_words(5, 1)))


def test_a_refused_action_leaves_the_match_as_it_was():
    """Nothing is recorded, nothing is drawn."""
    match = Match("ritual", 2)
    before = json.dumps(match.record())
    with pytest.raises(takujo.IllegalAction):
        match.play(0, {"type": "chant"})
    assert json.dumps(match.record()) == before


@pytest.mark.parametrize("place", ["options", "position"])
def test_no_file_is_read_that_a_record_names(place, tmp_path):
    """A record of somebody else cannot make this machine open one of its files."""
    file = tmp_path / "private.toml"
    file.write_text("private")
    record = Match("in-the-ruin", 1, seed=7).record()
    if place == "options":
        record["options"] = {**record["options"], "card_set": str(file)}
    else:
        record["position"] = Match("in-the-ruin", 1, seed=7).state.position() | {"card_set": str(file)}
    with pytest.raises(BadRecord, match="card_set names a file of this machine: it is not read"):
        verify(record)


def test_seats_may_add_entropy():
    """With entropy the shuffle depends on every part; the commitment binds the server's part alone."""
    one, two = (Match("ritual", 2, seed=7, entropy=parts) for parts in ([b"a", b"b"], [b"a", b"c"]))
    assert one.state != two.state != Match("ritual", 2, seed=7).state
    assert one.commitment == two.commitment == commitment(b"\x07")
    assert (
        Match("ritual", 2, seed=7, entropy=[b"ab", b""]).state != Match("ritual", 2, seed=7, entropy=[b"a", b"b"]).state
    )
    verify(played(entropy=[b"a", b"b"]).record())


def tampered(change):
    record = copy.deepcopy(MATCH.record())
    change(record)
    return record


def swap_sides(record, number):
    entry = record["actions"][number]["action"]
    entry["side"] = 1 - entry["side"]


@pytest.mark.parametrize(
    ("change", "words", "action"),
    [
        (lambda r: swap_sides(r, 10), "action 11 of seat . differs", 11),
        (lambda r: r["actions"].pop(4), "action 5 of seat . is illegal", 5),
        (lambda r: r["actions"].pop(), "the result is None", None),
        (lambda r: r["actions"][3].update(check="0"), "action 4 of seat . differs", 4),
        (lambda r: r["result"]["winners"].append(9), "the result is", None),
        (lambda r: r.update(seed="00"), "not the one of the commitment", None),
        (lambda r: r.update(commitment="x"), "not the one of the commitment", None),
        (lambda r: r.update(entropy=["00"]), "action 1 of seat . differs", 1),
        (lambda r: r.update(players=9), "players is 9", None),
        (lambda r: r.update(options={"x": 1}), "unknown option 'x'", None),
        (lambda r: r.update(version=99), "played with version 99 of ritual", None),
        (lambda r: r["options"].clear(), "players or options are not those that were played with", None),
    ],
)
def test_tampering_is_named(change, words, action):
    """verify names the first action that differs, or what else does not hold."""
    with pytest.raises(BadRecord, match=words) as error:
        verify(tampered(change))
    assert error.value.action == action


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "a record is an object"),
        ("{}", "missing format, game"),
        (tampered(lambda r: r.update(format=2)), "format is 2; this version reads 1"),
        (tampered(lambda r: r.update(game="chess")), "game is 'chess'; there is arkham-ritual"),
        (tampered(lambda r: r.update(seed="xyz")), "seed is not a hexadecimal text"),
        (tampered(lambda r: r.update(entropy=[7])), "entropy is not a list of hexadecimal texts"),
        (tampered(lambda r: r.update(actions=7)), "actions is not a list"),
        (tampered(lambda r: r["actions"].insert(2, {})), "action 3 is not an object with seat, action and check"),
        (tampered(lambda r: r["actions"][1].update(seat=10**400)), "action 2 is not an object with seat, action and"),
        (
            tampered(lambda r: r["actions"][1].update(action=[])),
            "action 2 is not an object with seat, action and check",
        ),
        (tampered(lambda r: r.update(seed="AB")), "seed is not a hexadecimal text"),
        (tampered(lambda r: r.update(players=True)), "players is not a number of seats"),
        (tampered(lambda r: r.update(players=10**400)), "players is not a number of seats"),
        (tampered(lambda r: r.update(options=[])), "options is not an object"),
        (tampered(lambda r: r.update(position=None)), "position is not an object"),
        (tampered(lambda r: r.update(commitment=7)), "commitment is not a text"),
        (tampered(lambda r: r.update(table=7)), "table is not a text"),
        (tampered(lambda r: r.update(server=[])), "server is not an object"),
        (tampered(lambda r: r.update(series="x")), "series is not an object"),
        (tampered(lambda r: r.update(series={"id": "x"})), "series is not an object with id and number"),
        (tampered(lambda r: r.update(series={"id": 1, "number": 1})), "series is not an object with id and number"),
        (tampered(lambda r: r.update(series={"id": "x", "number": "1"})), "series is not an object with id and number"),
        (tampered(lambda r: r.update(commitments="x")), "commitments is not a list"),
        (tampered(lambda r: r.update(commitments=["00"] * 3)), "commitments are null or 64 hexadecimal digits"),
        (tampered(lambda r: r.update(commitments=[None] * 4)), "commitments has 4 entries for 3 players"),
        (tampered(lambda r: r.update(entropy=["00"] * 4)), "entropy has 4 entries for 3 players"),
        (tampered(lambda r: r.update(result="\ud800")), "not JSON"),
        (tampered(lambda r: r.update(result=json.loads("[" * 40 + "]" * 40))), "nested in more than 20 levels"),
        ("9" * 5000, "not JSON"),
    ],
)
def test_corrupt_files_are_named(tmp_path, content, words):
    """A damaged record file is refused with what is wrong in it."""
    file = tmp_path / "match.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    with pytest.raises(BadRecord, match=words):
        read_record(file)


def test_unreadable_files_are_named(tmp_path):
    """No such file, and bytes that are no text."""
    with pytest.raises(BadRecord, match="No such file"):
        read_record(tmp_path / "none.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="not JSON"):
        read_record(tmp_path / "bytes.json")
