"""Arkham Ritual against a second reading of its rules, and what the scenarios do not show."""

import itertools
import json
import random
from collections import Counter

import numpy as np
import pytest

import takujo
from takujo.core.chance import seed_words
from takujo.core.jit import JIT
from takujo.core.loops import Plays, play_games
from takujo.games.arkham_ritual.cards import CARDS, GROUPS, IDS
from tests.helpers import Chance, compare, play_both, scenarios, without_rng
from tests.oracles.arkham_ritual import Oracle

GAME = takujo.load("arkham-ritual")
PLAYERS = tuple(GAME.players)
MAD = {card.slug for card in CARDS if card.colour == "mad"}
OLD_ONES = GROUPS["great_old_one"]
TRAPEZOHEDRON = {"event": "shining-trapezohedron"}
HANDS = ["dagger-sane", "chalice-sane", "mask-sane", "tome-sane", "idol-sane"]


def scenario_position(name):
    return next(scenario["position"] for scenario in scenarios("arkham-ritual") if scenario["id"] == name)


def some_options(rng, players):
    """Options by chance, each often enough."""
    return {key: rng.choice(names) for key, names in GROUPS.items()} | {
        "doom_board": rng.random() < 0.4,
        "true_winner": rng.random() < 0.3,
        "first_parent": rng.choice([None, rng.randrange(players)]),
        "doom_values": rng.choice([[1, 2, 3, 4, 5, 6, 7], [rng.randint(1, 7) for _ in range(rng.randint(1, 12))]]),
        "yog_owner_compared": rng.random() < 0.5,
        "nyarlathotep_owner_compared": rng.random() < 0.5,
        "dummies_raise_loss": rng.random() < 0.5,
        "orb_removes_for_game": rng.random() < 0.5,
    }


def weakened(rng, s):
    """The same game with little sanity left, so that it may end in the middle of a round."""
    return GAME.from_position(s.position() | {"sanity": [rng.randint(1, 2) for _ in range(s.players)]})


def play(rng, s):
    """Play to the end, telling each step. In some games cards are seldom accepted, so that rounds end in every way."""
    eager = rng.choice([0.15, 1.0, 4.0])
    while s.to_act:
        (seat,) = s.to_act
        legal = s.legal(seat)
        action = rng.choices(legal, [eager if action["type"] == "accept" else 1.0 for action in legal])[0]
        yield seat, action, s.apply(seat, action)


def some_states(seed, games, **options):
    """States of all kinds: every seat count, all options, every phase."""
    rng = random.Random(seed)
    for number in range(games):
        players = PLAYERS[number % len(PLAYERS)]
        s = GAME.new(players, rng.getrandbits(60), some_options(rng, players) | options)
        s = weakened(rng, s) if rng.random() < 0.3 else s
        yield s
        for _ in play(rng, s):
            yield s


# A second reading


def compare_games(players, games, seed):
    """Whole games side by side, with equal chance."""
    rng = random.Random(f"{players} {seed}")
    for _ in range(games):
        number, options = rng.getrandbits(60), some_options(rng, players)
        s = GAME.new(players, number, options)
        oracle = Oracle.new(players, options, Chance(sum(word << 32 * i for i, word in enumerate(seed_words(number)))))
        if rng.random() < 0.3:
            s = weakened(rng, s)
            oracle = Oracle.from_position(s.position(), Chance(s.position()["rng"]))
        play_both(s, oracle, rng)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_second_reading_agrees(players):
    """Positions, views, legal actions, events and what is hidden of them are equal after every action (R3, R27, R39)."""
    compare_games(players, 8 if JIT else 3, seed=1)


@pytest.mark.parametrize("scenario", scenarios("arkham-ritual"), ids=lambda scenario: scenario["id"])
def test_a_second_reading_completes_positions_alike(scenario):
    """2.11: what a position leaves out is the same for engine and oracle, and so is every first action."""
    if "position" not in scenario:
        return
    position = scenario["position"]
    s = GAME.from_position(position)
    compare(s, Oracle.from_position(position, Chance(s.position()["rng"])))
    for seat in s.to_act:
        for action in s.legal(seat):
            after, oracle = s.clone(), Oracle.from_position(position, Chance(s.position()["rng"]))
            assert after.apply(seat, action) == oracle.apply(seat, action)
            compare(after, oracle)


# What always holds (5.4)


def deck_of(options):
    """[3][9]: the 22 cards of these options."""
    chosen = {options[group] for group in GROUPS}
    swapped = {slug for group in GROUPS.values() for slug in group}
    return Counter({c.slug: c.copies for c in CARDS if c.slug not in swapped or c.slug in chosen})


def check_position(position):
    cards = [*position["hands"], *position["dummies"], *position["deck"], *position["discard"], *position["removed"]]
    cards += [position["offered"]] * (position["offered"] is not None)
    assert Counter(cards) == deck_of(position["options"])
    assert len(cards) == 22
    over = position["phase"] == "over"
    assert over == (min(position["sanity"]) == 0)
    assert max(position["sanity"]) <= 7
    assert (position["offered"] is None) == (position["phase"] in ("orb", "over"))
    out = len(position["removed"])
    assert out == len(position["removed_by"])
    assert out <= (position["round"] if position["options"]["orb_removes_for_game"] else 1)
    assert len(cards) - out > max(5, position["players"])  # R42
    assert len(position["to_act"]) == (not over)
    assert position["turn"] <= 22 - max(5, position["players"])
    assert len(position["set_aside"]) == 4 * (position["options"]["great_old_one"] == "mystery")
    assert not set(OLD_ONES) & {position["hands"][seat] for seat in position["gate_clear"]}


def check_facts(s, events, before):
    """5.4 holds after an action."""
    after = s.position()
    check_position(after)
    if not any(event["type"] == "round_end" for event in events):
        change = [new - old for new, old in zip(after["sanity"], before["sanity"], strict=True)]
        looked = any(event["type"] == "look" and event["colour"] for event in events)
        assert sum(map(abs, change)) <= looked
    return after


def test_cards_and_sanity_are_never_lost():
    """5.4: 22 cards in their places; sanity 1 to 7 until somebody is at 0; what is offered, removed and cleared fits."""
    for s in some_states("invariants", 40):
        check_position(s.position())


def test_sanity_changes_in_a_round_only_by_the_trapezohedron():
    """5.4: within a round nobody's sanity changes but by one, by the Shining Trapezohedron; sanity events tell it all."""
    rng = random.Random("sanity")
    for number in range(40):
        s = GAME.new(PLAYERS[number % 5], number, some_options(rng, PLAYERS[number % 5]))
        sanity = s.position()["sanity"]
        for _, _, events in play(rng, s):
            ends = any(event["type"] == "round_end" for event in events)
            for event in events:
                if event["type"] == "sanity":
                    sanity[event["seat"]] += event["delta"]
                    assert event["delta"] != 0
                    assert sanity[event["seat"]] == event["now"]
                    if not ends:
                        assert (event["why"], abs(event["delta"])) == ("shining-trapezohedron", 1)
            assert sanity == s.position()["sanity"]


def test_every_way_a_round_ends_occurs():
    """[6-3] (R12): random play meets all five causes, all effects of Great Old Ones and every phase."""
    causes, effects, phases = Counter(), Counter(), Counter()
    for s in some_states("ways", 90):
        phases[s.position()["phase"]] += 1
        last = s.position()["last_round"]
        if last:
            causes[last["cause"]] += 1
            effects[last["great_old_one"] and last["great_old_one"]["effect"]] += 1
    assert len(causes) == 5
    assert set(effects) == {None, *OLD_ONES[:4]}
    assert len(phases) == 4


def test_positions_round_trip_in_every_phase():
    """from_position(position()) is the same state, bytes and all; the view of a state is no position."""
    for s in some_states("positions", 12):
        position = json.loads(json.dumps(s.position()))
        assert GAME.from_position(position) == s
        if s.to_act:
            with pytest.raises(ValueError, match="a view is no position|a card in this phase"):
                GAME.from_position(dict(s.view(None)))


def test_every_action_that_is_not_legal_is_refused():
    """2.4: each of the 18 numbers, for each seat, is legal or refused with a citation, and then nothing changes."""
    citations = Counter()
    for number, s in enumerate(some_states("refusals", 10)):
        if number % 4 and s.position()["phase"] in ("offer", "respond") and not JIT:
            continue
        before = bytes(s)
        for seat in range(s.players):
            legal = s.legal(seat)
            for choice in range(GAME.num_actions):
                action = s.decode(seat, choice)
                assert s.encode(seat, action) == choice
                if action not in legal:
                    with pytest.raises(takujo.IllegalAction) as refusal:
                        s.apply(seat, action)
                    citations[refusal.value.rule] += 1
        assert bytes(s) == before
    assert set(citations) == {"6", "6-1", "6-2", "6-2-2", "8", "10-2", "14"}
    assert GAME.num_actions == 18


# Refusals (2.4)

OFFER, RESPOND, LAST, ORB = (
    {"players": 5, "parent": 0},
    {"players": 5, "parent": 0, "phase": "respond", "path": [2]},
    {"players": 5, "parent": 0, "phase": "respond", "path": [2, 1, 3, 4]},
    {"players": 5, "parent": 0, "phase": "orb", "path": [2]},
)
THREE, FOUR = {"players": 3, "parent": 0}, {"players": 4, "parent": 0, "phase": "respond", "path": [1]}


@pytest.mark.parametrize(
    ("position", "seat", "action", "rule"),
    [
        (OFFER, 1, {"type": "offer", "to": 2}, "6"),
        (OFFER, "0", {"type": "offer", "to": 2}, "6"),
        (OFFER, False, {"type": "offer", "to": 2}, "6"),
        (OFFER, 0, {"type": "offer", "to": 0}, "6-1"),
        (OFFER, 0, {"type": "offer", "to": 5}, "6-1"),
        (OFFER, 0, {"type": "offer", "to": -1}, "6-1"),
        (OFFER, 0, {"type": "offer", "to": True}, "6-1"),
        (OFFER, 0, {"type": "offer", "to": "1"}, "6-1"),
        (OFFER, 0, {"type": "offer"}, "6-1"),
        (OFFER, 0, {"type": "offer", "to": 1, "why": 2}, "6-1"),
        (OFFER, 0, {"type": "pass", "to": 1}, "6-1"),
        (OFFER, 0, {"type": "decline"}, "6-1"),
        (OFFER, 0, {"type": "keep"}, "6-1"),
        (OFFER, 0, "offer", "6-1"),
        (THREE, 0, {"type": "offer", "to": 3}, "14"),
        (THREE, 0, {"type": "offer", "to": 6}, "14"),
        (THREE, 0, {"type": "pass", "to": 3}, "6-1"),
        (RESPOND, 2, {"type": "pass", "to": 0}, "6-2-2"),
        (RESPOND, 2, {"type": "pass", "to": 2}, "6-2-2"),
        (RESPOND, 2, {"type": "pass", "to": 6}, "6-2-2"),
        (RESPOND, 2, {"type": "pass", "to": -1}, "6-2"),
        (RESPOND, 2, {"type": "pass"}, "6-2"),
        (RESPOND, 2, {"type": "decline"}, "6-2-2"),
        (RESPOND, 2, {"type": "decline", "to": 1}, "6-2"),
        (RESPOND, 2, {"type": "accept", "to": 1}, "6-2"),
        (RESPOND, 2, {"type": "offer", "to": 1}, "6-2"),
        (RESPOND, 2, {"type": "return"}, "6-2"),
        (RESPOND, 2, {}, "6-2"),
        (RESPOND, 0, {"type": "accept"}, "6"),
        (FOUR, 1, {"type": "pass", "to": 4}, "14"),
        (LAST, 4, {"type": "pass", "to": 2}, "6-2-2"),
        (ORB, 2, {"type": "accept"}, "10-2"),
        (ORB, 2, {"type": "return", "to": 1}, "10-2"),
        (ORB, 2, {"type": "pass", "to": 1}, "10-2"),
        (ORB, 1, {"type": "return"}, "6"),
        ({"phase": "over", "sanity": [0, 7, 7, 7, 7]}, 0, {"type": "offer", "to": 1}, "8"),
        ({"phase": "over", "sanity": [0, 7, 7, 7, 7]}, 9, None, "8"),
    ],
)
def test_refusals_cite_their_rule(position, seat, action, rule):
    """2.4: which section each attempt offends against, keeping the card [Q1] among them; said in both languages."""
    s = GAME.from_position(position)
    before = bytes(s)
    with pytest.raises(takujo.IllegalAction) as refusal:
        s.apply(seat, action)
    assert refusal.value.rule == rule
    for language in ("en", "ja"):
        assert GAME.text.refusal(refusal.value.code, refusal.value.details, language)
    assert bytes(s) == before


# Positions (2.11)

MYSTERY, DOOM, FOR_GAME = {"great_old_one": "mystery"}, {"doom_board": True}, {"orb_removes_for_game": True}
OUT = [  # all but HANDS, a Gate and the Elder Sign
    *HANDS, "dagger-mad", "chalice-mad", "mask-mad", "tome-mad", "idol-mad", "gate-b", "magical-orb", "investigator",
    "cultist", "cthulhu",
]  # fmt: skip
LAST_ROUND = {
    "round": 1, "cause": "great-old-one", "last_parent": 4, "hands": ["cthulhu", *HANDS[:4]], "dummies": [],
    "great_old_one": {"card": "cthulhu", "effect": "cthulhu", "owner": 0, "owner_dummy": None},
    "failed": [], "failed_dummies": [], "loss": 4, "extra": 0, "delta": [0, -4, -4, -4, -4],
}  # fmt: skip


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"hands": HANDS[:4]}, "5 values"),
        ({"hands": [*HANDS[:4], None]}, "a view is no position"),
        ({"hands": None}, "hands is None"),
        ({"hands": [*HANDS[:4], "azathoth"]}, r"hands\[4\] is 'azathoth'"),
        ({"hands": ["dagger-mad"] * 2 + HANDS[2:]}, "2 times dagger-mad"),
        ({"hands": ["mad-professor", *HANDS[1:]]}, "1 times mad-professor'; it takes 0"),
        ({"players": 4, "dummies": []}, "1 cards with 4 players"),
        ({"players": 5, "dummies": ["gate-a"]}, "0 cards with 5 players"),
        ({"phase": "bid"}, "phase is 'bid'"),
        ({"phase": None}, "phase is None"),
        ({"phase": "respond"}, "path is"),
        ({"phase": "orb"}, "path is"),
        ({"path": [1]}, "path is"),
        ({"phase": "over", "sanity": [0, 1, 1, 1, 1], "path": [1]}, "path is"),
        ({"phase": "respond", "path": [0]}, "without the parent"),
        ({"phase": "respond", "path": [1, 1]}, "different seats"),
        ({"phase": "respond", "path": [5]}, "path"),
        ({"phase": "respond", "path": [1, None]}, "no nulls"),
        ({"phase": "respond", "path": 1}, "a list"),
        ({"parent": 5}, "parent is 5"),
        ({"parent": -1}, "parent is -1"),
        ({"parent": None}, "parent is None"),
        ({"round": 0}, "round is 0"),
        ({"turn": 0}, "turn is 0"),
        ({"sanity": [0, 7, 7, 7, 7]}, "exactly when the game is over"),
        ({"phase": "over"}, "exactly when the game is over"),
        ({"sanity": [8, 7, 7, 7, 7]}, "0 to 7"),
        ({"sanity": [7, 7]}, "5 values"),
        ({"deck": ["..."], "discard": ["..."]}, "2 times"),
        ({"deck": ["...", "..."]}, "2 times"),
        ({"deck": 7}, "deck is 7"),
        ({"discard": 7}, "discard is 7"),
        ({"deck": ["gate-a"]}, "all 22 cards"),
        ({"discard": ["..."]}, "to be drawn"),
        ({"hands": HANDS, "deck": [], "discard": ["..."]}, "the 1 to be drawn"),
        ({"offered": None}, "a card in this phase"),
        ({"phase": "orb", "path": [1], "offered": "gate-a"}, "null in phase orb"),
        ({"phase": "over", "sanity": [0, 1, 1, 1, 1], "offered": "gate-a"}, "null in phase over"),
        ({"phase": "orb", "path": [1], "hands": HANDS, "deck": [], "discard": ["..."]}, "look|deck"),
        ({"phase": "orb", "path": [1], "options": TRAPEZOHEDRON}, "another without the Magical Orb"),
        ({"phase": "orb", "path": [1], "look": None}, "in phase orb"),
        ({"phase": "orb", "path": [1], "look": {"seat": 2, "at": "top"}}, "in phase orb"),
        ({"phase": "orb", "path": [1], "look": {"seat": 1, "at": "hand", "holder": 1}}, "in phase orb"),
        ({"removed": ["gate-a", "gate-b"]}, "at most 1"),
        ({"removed": ["gate-a"], "removed_by": [5]}, "a seat, 0 to 4, for each of 1 cards removed"),
        ({"removed": ["gate-a"], "removed_by": [0, 1]}, "for each of 1 cards removed"),
        ({"removed": ["gate-a"], "removed_by": [None]}, "no nulls"),
        ({"removed_by": [0]}, "for each of 0 cards removed"),
        ({"removed": ["gate-a"], "options": FOR_GAME}, "for each of 1 cards removed"),
        ({"removed": ["gate-a"], "removed_by": [1], "look": {"seat": 0, "at": "removed"}}, "the looker at the end"),
        (
            {"options": FOR_GAME, "hands": HANDS, "deck": ["elder-sign"], "offered": "gate-a", "removed": OUT},
            "removed_by",
        ),
        (
            {
                "options": FOR_GAME,
                "phase": "orb",
                "path": [1],
                "hands": HANDS,
                "deck": ["elder-sign"],
                "removed": [*OUT, "gate-a"],
                "removed_by": [0] * 16,
            },
            "at most 15",
        ),
        (
            {
                "options": FOR_GAME,
                "phase": "over",
                "sanity": [0] * 5,
                "hands": HANDS,
                "deck": [],
                "removed": [*OUT, "gate-a", "elder-sign"],
                "removed_by": [0] * 17,
            },
            "at most 16",
        ),
        ({"look": {"seat": 0, "at": "removed"}}, "a place with a card"),
        ({"look": {"seat": 0, "at": "hand"}}, "a place with a card"),
        ({"look": {"seat": 0, "at": "hand", "holder": 5}}, "a place with a card"),
        ({"look": {"seat": 0, "at": "top", "holder": 1}}, "else null"),
        ({"look": {"seat": 5, "at": "top"}}, "look.seat is 5"),
        ({"look": {"seat": None, "at": "top"}}, "look.seat is None"),
        ({"look": {"seat": 0, "at": None}}, "a place with a card"),
        ({"look": {"seat": 0}}, "an object with seat and at"),
        ({"look": []}, "an object with seat and at"),
        ({"look": {"seat": 0, "at": "top", "who": 1}}, "not who"),
        ({"look": {"seat": 0, "at": "top", "card": "cthulhu"}}, "look.card is 'cthulhu'"),
        ({"look": {"seat": 0, "at": "top", "card": None}}, "look.card is None"),
        ({"look": {"seat": 0, "at": "top", "event": "shining-trapezohedron"}}, "look.event"),
        ({"look": {"seat": 0, "at": "top", "colour": "sane"}}, "look.colour"),
        ({"look": {"seat": 0, "at": "top", "colour": None}, "options": TRAPEZOHEDRON}, "look.colour"),
        ({"gate_clear": [1], "hands": ["gate-a", "cthulhu", *HANDS[2:]]}, "seats without a Great Old One"),
        ({"gate_clear": [5]}, "gate_clear is"),
        ({"gate_clear": 1}, "gate_clear is"),
        ({"doom_space": 1}, "null without the doom board"),
        ({"doom_space": 7, "options": DOOM}, "0 to 6"),
        ({"doom_space": -1, "options": DOOM}, "0 to 6"),
        ({"doom_space": None, "options": DOOM}, "0 to 6"),
        ({"set_aside": list(OLD_ONES[:4])}, "0 cards"),
        ({"set_aside": [], "options": MYSTERY}, "set_aside"),
        ({"set_aside": ["cthulhu"] * 4, "options": MYSTERY}, "the four Great Old Ones"),
        ({"luck": []}, "only the keys"),
        ({"last_round": {"round": 1}}, "last_round is"),
        ({"last_round": LAST_ROUND | {"great_old_one": {"card": "cthulhu"}}}, "last_round.great_old_one"),
        ({"last_round": LAST_ROUND | {"last_parent": 5}}, "last_parent"),
        ({"last_round": LAST_ROUND | {"round": None}}, "last_round.round is None"),
        ({"last_round": LAST_ROUND | {"hands": HANDS[:4]}}, "5 values"),
        ({"last_round": LAST_ROUND | {"dummies": ["gate-a"]}}, "last_round.dummies"),
        ({"last_round": LAST_ROUND | {"failed": [5]}}, "last_round.failed"),
        ({"last_round": LAST_ROUND | {"failed_dummies": [0]}}, "last_round.failed_dummies"),
        ({"last_round": LAST_ROUND | {"cause": "boredom"}}, "last_round.cause"),
        ({"last_round": LAST_ROUND | {"winner": 1}}, "not winner"),
        ({"players": 8}, "players is 8"),
    ],
)
def test_impossible_positions(position, words):
    """2.11: what cannot be is refused, and the error says which key and what it takes."""
    with pytest.raises(ValueError, match=words):
        GAME.from_position(position)


def test_a_position_may_say_little():
    """2.11: five players; hands, then the offered card come off the deck's top; the rest follows."""
    s = GAME.from_position({"deck": ["cthulhu", "gate-a", "..."], "last_round": LAST_ROUND})
    position = s.position()
    assert position["hands"] == ["cthulhu", "gate-a", "dagger-sane", "dagger-sane", "chalice-sane"]
    assert position["offered"] == "chalice-sane"
    assert position["last_round"] == LAST_ROUND
    assert (position["players"], position["look"], position["doom_value"]) == (5, None, None)
    orb = GAME.from_position({"players": 3, "phase": "orb", "path": [2]}).position()
    assert len(orb["dummies"]) == 2
    assert orb["look"] == {
        "seat": 2, "event": "magical-orb", "card": orb["deck"][0], "colour": None, "at": "top", "holder": None,
    }  # fmt: skip
    out = GAME.from_position({"removed": ["gate-a"]})  # and nobody is said to have taken it out
    assert [out.view(seat)["removed"] for seat in range(5)] == [[None]] * 5
    told = {"to_act": [3], "on_table": None, "doom_value": 9, "result": 7, "look": None}  # worked out, so ignored
    assert GAME.from_position(told) == GAME.from_position({})


# Rulings that are easiest to see by themselves


def accept_with(hands, **position):
    """Seat 0 offers to seat 1, who accepts."""
    s = GAME.from_position({"players": len(hands), "parent": 0, "hands": hands} | position)
    s.apply(0, {"type": "offer", "to": 1})
    return s, s.apply(1, {"type": "accept"})


def test_the_doom_board_is_data():
    """[13] (R2): the engine reads the values of the option, and cites the board for the losses."""
    options = {"doom_board": True, "doom_values": [5, 2]}
    hands = ["dagger-mad", "elder-sign", "mask-sane", "tome-sane", "idol-sane"]
    s, events = accept_with(hands, offered="gate-a", options=options)
    assert {"type": "sanity", "seat": 0, "delta": -5, "now": 2, "why": "judgement", "rule": "13"} in events
    assert {"type": "doom", "space": 1, "value": 2, "rule": "13"} in events
    assert s.position()["doom_value"] == 2


def test_last_parent_is_that_of_the_turn():
    """[5-1] (R6, R21): the round's last parent is the parent of the turn in which it ended; turns, not rounds, pass on."""
    s, events = accept_with(["gate-a", "elder-sign", *HANDS[2:]], offered="gate-b")
    assert s.position()["last_round"]["last_parent"] == 0
    assert [e["why"] for e in events if e["type"] == "round_start"] == ["fewest-tie"]
    assert s.position()["parent"] == 1
    s, events = accept_with(["gate-a", *HANDS[1:]], offered="gate-b")
    assert [e["why"] for e in events if e["type"] == "next_parent"] == ["hand-on-table"]
    assert s.position()["round"] == 1


def test_nyarlathotep_leaves_the_owner_out_first():
    """[10-4] (R23): the highest sanity is looked for among the others, also when the owner leads."""
    hands = ["nyarlathotep", "gate-a", *HANDS[2:]]
    options = {"great_old_one": "nyarlathotep"}
    s, _ = accept_with(hands, offered="gate-b", options=options, sanity=[6, 4, 4, 3, 2])
    assert s.position()["last_round"]["failed"] == [1, 2]
    assert s.position()["sanity"] == [7, 2, 2, 3, 2]


@pytest.mark.parametrize(
    ("sanity", "failed", "after"),
    [
        ([6, 4, 4, 3, 2], [], [6, 4, 4, 3, 2]),
        ([6, 6, 6, 3, 2], [1, 2], [7, 4, 4, 3, 2]),
        ([5, 6, 6, 3, 2], [1, 2], [7, 4, 4, 3, 2]),
    ],
)
def test_nyarlathotep_compares_the_owner_too(sanity, failed, after):
    """[10-4] (R23), the other reading: `nyarlathotep_owner_compared`; a leader alone makes nobody fail."""
    options = {"great_old_one": "nyarlathotep", "nyarlathotep_owner_compared": True}
    s, events = accept_with(["nyarlathotep", "gate-a", *HANDS[2:]], offered="gate-b", options=options, sanity=sanity)
    last = s.position()["last_round"]
    assert (last["failed"], last["loss"], s.position()["sanity"]) == (failed, len(failed), after)
    told = next(event for event in events if event["type"] == "great_old_one")
    names = " and ".join(map(str, failed)) or "no player"
    costs = f"; failing costs {len(failed)}" if failed else ""
    assert GAME.text.event(told, "en", str) == f"Nyarlathotep acts: {names} failed{costs}."


@pytest.mark.parametrize(("counted", "loss"), [(True, 3), (False, 2)])
def test_failing_dummies_may_raise_the_loss(counted, loss):
    """[7-3][14] (R8): failing dummies count in the prescribed number; without `dummies_raise_loss` they only fail."""
    position = {"hands": ["dagger-sane", "elder-sign", "tome-mad"], "dummies": ["mask-mad", "idol-sane"]}
    options = {"dummies_raise_loss": counted}
    s, _ = accept_with(**position, offered="mask-sane", options=options)
    last = s.position()["last_round"]
    assert (last["failed"], last["failed_dummies"], last["loss"]) == ([1, 2], [0], loss)
    assert s.position()["sanity"] == [7, 7 - loss, 7 - loss]
    s, _ = accept_with(**position, offered="mask-sane", options=options | DOOM, doom_space=3)
    assert s.position()["last_round"]["loss"] == 4  # the board's number is not a count


@pytest.mark.parametrize(("counted", "loss"), [(True, 3), (False, 2)])
def test_failing_dummies_may_raise_the_loss_by_hastur(counted, loss):
    """[10-4] (R8, R25): Hastur's A counts dummies by the option, his B and Cthulhu's players always do."""
    options = {"great_old_one": "hastur", "dummies_raise_loss": counted}
    hands, dummies = ["hastur", "gate-a", "idol-sane", "investigator"], ["dagger-mad"]
    s, _ = accept_with(hands, dummies=dummies, offered="tome-sane", options=options)
    last = s.position()["last_round"]
    assert (last["failed"], last["failed_dummies"], last["loss"], last["extra"]) == ([1, 2], [0], loss, 2)
    assert s.position()["sanity"] == [7, 5 - loss, 5 - loss, 7]
    hands[0] = "cthulhu"
    s, _ = accept_with(hands, dummies=dummies, offered="tome-sane", options={"dummies_raise_loss": counted})
    assert s.position()["last_round"]["loss"] == 4


def taken_out_at_the_end(**options):
    """Seat 1 takes the deck's last card out, and so begins round 2."""
    hands = ["dagger-sane", "chalice-sane", "mask-sane", "tome-sane", "idol-sane"]
    position = ORB | {"path": [1], "hands": hands, "deck": ["cthulhu"], "discard": ["..."], "options": options}
    s = GAME.from_position(position)
    return s, s.apply(1, {"type": "remove"})


def test_what_the_orb_takes_out_is_back_in_the_next_round():
    """[10-2][5] (R16): it is out for the round only."""
    s, events = taken_out_at_the_end()
    position = s.position()
    assert (position["round"], position["removed"], position["removed_by"]) == (2, [], [])
    assert len(position["deck"]) == 16
    assert GAME.text.event(events[0], "en", str) == "1 takes Cthulhu out of this round."
    assert GAME.text.event(events[0], "ja", str) == "1はクトゥルフをこのラウンドから取り除いた。"


def test_what_the_orb_takes_out_may_be_out_of_the_game():
    """[10-2][5] (R16, R43): with `orb_removes_for_game` later rounds lack it, and who took it out goes on knowing it."""
    s, events = taken_out_at_the_end(orb_removes_for_game=True)
    assert GAME.text.event(events[0], "en", str) == "1 takes Cthulhu out of the game."
    assert GAME.text.event(s.events_for(2, events[:1])[0], "ja", str) == "1は見えないカードをゲームから取り除いた。"
    rng = random.Random("out")
    for number in (2, 3):
        position = s.position()
        assert (position["round"], position["look"], position["removed_by"][0]) == (number, None, 1)
        assert "cthulhu" not in [*position["hands"], *position["deck"], position["offered"]]
        assert len(position["deck"]) == 15
        for seat in (*range(5), None):
            assert s.view(seat)["removed"] == ["cthulhu" if seat == 1 else None]
            assert GAME.determinize(s.view(seat)).view(seat) == s.view(seat)
        assert GAME.belief(s.view(1))["removed"] == [{"cthulhu": 1.0}]
        assert GAME.belief(s.view(None))["removed"][0]["cthulhu"] == pytest.approx(1 / 22)
        assert "out of the game: [red]● Cthulhu[/]" in GAME.text.board(s.view(1), "en", str)
        assert "ゲームから除外: ?" in GAME.text.board(s.view(0), "ja", str)
        while s.position()["round"] == number:
            (seat,) = s.to_act
            s.apply(seat, rng.choice([action for action in s.legal(seat) if action["type"] != "remove"]))
            s = GAME.from_position(s.position() | {"sanity": [7] * 5})


@pytest.mark.parametrize("players", PLAYERS)
def test_the_smallest_deck_still_makes_rounds(players):
    """[10-2][5] (R42): one card more than there are holders is the least that is left; then the Orb does nothing."""
    heads = max(5, players)
    held = [*HANDS, "investigator", "elder-sign"][:heads]
    out = list(deck_of(GAME.new(players, 0, FOR_GAME).position()["options"]).elements())
    for card in [*held, "magical-orb", "gate-a"]:
        out.remove(card)
    position = {
        "players": players, "options": FOR_GAME, "phase": "orb", "path": [1], "hands": held[:players],
        "dummies": held[players:], "deck": ["gate-a"], "discard": ["magical-orb"], "removed": out,
        "removed_by": [0] * len(out),
    }  # fmt: skip
    s = GAME.from_position(position)
    s.apply(1, {"type": "remove"})
    assert len(s.position()["removed"]) == 21 - heads
    fizzled = 0
    for number in range(2, 22):
        position = s.position()
        assert (position["round"], position["turn"], position["deck"]) == (number, 1, [])
        holder = next((seat for seat in range(players) if position["hands"][seat] == "magical-orb"), None)
        to = holder if holder not in (None, position["parent"]) else (position["parent"] + 1) % players
        s.apply(position["parent"], {"type": "offer", "to": to})
        events = s.apply(to, {"type": "accept"})
        fizzled += any(event["type"] == "fizzle" for event in events)
        s = GAME.from_position(s.position() | {"sanity": [7] * players})
    assert fizzled


def test_a_declined_card_goes_face_up():
    """[6-2-2] (R30, R34, R41): all children declined; everybody sees the card, and it does nothing."""
    position = {"players": 3, "phase": "respond", "parent": 0, "path": [1, 2], "offered": "elder-sign"}
    s = GAME.from_position(position)
    events = s.apply(2, {"type": "decline"})
    for seat in (0, 1, 2, None):
        assert s.events_for(seat, events)[0] == {"type": "decline", "seat": 2, "card": "elder-sign", "rule": "6-2-2"}
    assert events[1]["cause"] == "all-declined"
    assert not any(event["type"] == "elder_sign" for event in events)


def test_two_gates_do_not_clash():
    """[10-2] (R32): gate-a and gate-b are different cards and no artifacts."""
    hands = ["gate-a", "elder-sign", "mask-sane", "tome-sane", "idol-sane"]
    s, _ = accept_with(hands, offered="gate-b")
    assert s.position()["last_round"]["failed"] == []


def test_seven_is_the_most():
    """[Q5] (R33): the Investigator's holder at 7 gains nothing, at 6 one."""
    for before, gained in ((7, 0), (6, 1)):
        hands = ["investigator", "elder-sign", *HANDS[2:]]
        s, _ = accept_with(hands, offered="gate-b", sanity=[before, 7, 7, 7, 7])
        assert s.position()["last_round"]["delta"][0] == gained
        assert s.position()["sanity"][0] == 7


def test_the_next_round_shows_the_last_hands():
    """[7] (R39): hands of the round before stay public, its discards do not."""
    s, _ = accept_with(["gate-a", "elder-sign", *HANDS[2:]], offered="gate-b")
    for seat in (0, 1, None):
        assert s.view(seat)["last_round"]["hands"] == ["gate-a", "gate-b", *HANDS[2:]]
        assert s.view(seat)["discard"] == []


# Who knows what (2.12, 5.5)


def hidden_places(view):
    """The places of a view where a card lies unseen."""
    groups = [("hands", view["hands"]), ("deck", view["deck"]), ("removed", view["removed"])]
    places = [(key, i) for key, cards in groups for i, card in enumerate(cards) if card is None]
    return places + [("offered", None)] * (view["offered"] is None and view["phase"] in ("offer", "respond"))


def card_in(position, place):
    key, i = place
    return position[key] if i is None else position[key][i]


def looked_place(view):
    look, last_out = view["look"], ("removed", len(view["removed"]) - 1)
    return {"top": ("deck", 0), "offered": ("offered", None), "removed": last_out}.get(
        look["at"], ("hands", look["holder"])
    )


def is_possible(view, world):
    """May the hidden cards lie so? `world`: place -> card."""
    for seat in view["gate_clear"]:
        if world.get(("hands", seat)) in OLD_ONES:
            return False
    look = view["look"]
    if look and look["colour"] and looked_place(view) in world:
        return (world[looked_place(view)] in MAD) == (look["colour"] == "mad")
    return True


def scrambled(s, view, rng):
    """Another position that the owner of the view may not be able to tell from this one."""
    position = s.position()
    places = hidden_places(view)
    cards = [card_in(position, place) for place in places]
    while True:
        rng.shuffle(cards)
        world = dict(zip(places, cards, strict=True))
        if is_possible(view, world):
            break
    for (key, i), card in world.items():
        if i is None:
            position[key] = card
        else:
            position[key][i] = card
    if position["look"]:
        position["look"]["card"] = card_in(position, looked_place(position))
    rng.shuffle(position["set_aside"])
    return GAME.from_position(position)


@pytest.mark.parametrize("event", GROUPS["event"])
def test_scrambling_what_is_hidden_changes_no_view(event):
    """5.4: permuting what a seat cannot see, as far as its knowledge goes, does not change one byte of its view (R18)."""
    rng = random.Random(event)
    for number, s in enumerate(some_states(event, 10 if JIT else 3, event=event)):
        for seat in (*range(s.players), None):
            if number % 3 == 0 or s.position()["look"] or s.position()["gate_clear"] or s.position()["removed"]:
                view = s.view(seat)
                assert scrambled(s, view, rng).view(seat) == view


def test_views_and_samples_agree():
    """view(determinize(view)) is the view, for all seats and the spectator; samples vary; over, too."""
    rng = random.Random("samples")
    for number, s in enumerate(some_states("samples", 10 if JIT else 3)):
        if s.to_act and number % 5:
            continue
        for seat in (*range(s.players), None):
            view = s.view(seat)
            worlds = [GAME.determinize(view, rng.getrandbits(40)) for _ in range(3)]
            assert all(world.view(seat) == view for world in worlds)
            assert all(world == GAME.from_position(world.position()) for world in worlds)
            if len(hidden_places(view)) > 5:
                assert len({json.dumps(without_rng(world.position())) for world in worlds}) > 1


# Few hidden cards, so that all ways they can lie can be counted: the deck has three cards, the looker is seat 1.
FEW = {
    "players": 4, "parent": 0, "phase": "respond", "path": [2], "dummies": ["gate-a"], "discard": ["..."],
    "hands": ["chalice-sane", "mask-sane", "tome-sane", "dagger-mad"], "deck": ["cthulhu", "idol-mad", "idol-sane"],
    "offered": "idol-sane", "options": TRAPEZOHEDRON,
}  # fmt: skip
OUT_OF_GAME = {"options": {"orb_removes_for_game": True}, "deck": ["idol-sane"]}
SMALL = {
    "no look": FEW,
    "cleared": FEW | {"gate_clear": [0, 2, 3]},
    "mad on top": FEW | {"look": {"seat": 1, "at": "top"}},
    "mad on top, cleared": FEW | {"look": {"seat": 1, "at": "top"}, "gate_clear": [0, 1, 2]},
    "sane on top": FEW | {"look": {"seat": 1, "at": "top"}, "deck": ["idol-sane", "cthulhu", "idol-mad"]},
    "sane offered": FEW | {"look": {"seat": 1, "at": "offered"}, "gate_clear": [1, 3]},
    "mad in hand": FEW | {"look": {"seat": 1, "at": "hand", "holder": 3}},
    "mad in a cleared hand": FEW | {"look": {"seat": 1, "at": "hand", "holder": 3}, "gate_clear": [3, 0]},
    "taken out": FEW
    | {"look": {"seat": 1, "at": "removed"}, "deck": ["cthulhu", "idol-sane"], "removed": ["idol-mad"]},
    "the Orb": FEW | {"look": {"seat": 1, "at": "top"}, "options": {}, "gate_clear": [0]},
    "out of the game": FEW
    | OUT_OF_GAME
    | {"removed": ["cthulhu", "idol-mad"], "removed_by": [1, 3], "gate_clear": [0, 2]},
    "out of the game in this round": FEW
    | OUT_OF_GAME
    | {"removed": ["idol-mad", "cthulhu"], "removed_by": [3, 1], "look": {"seat": 1, "at": "removed"}},
    "no card left": FEW | {"look": {"seat": 1, "at": "hand", "holder": 3}, "deck": []},
}


def all_worlds(s, view):
    """Every way in which the cards not seen can lie, as often as copies of a card make it."""
    places = hidden_places(view)
    cards = [card_in(s.position(), place) for place in places]
    for order in itertools.permutations(cards):
        world = dict(zip(places, order, strict=True))
        if is_possible(view, world):
            yield world


def of_belief(belief, place):
    key, i = place
    return belief[key] if i is None else belief[key][i]


@pytest.mark.parametrize("seat", [0, 2, 3, None])
@pytest.mark.parametrize("name", SMALL)
def test_beliefs_are_exact(name, seat):
    """5.5: the chance of each card at each place is its share of all the ways the cards not seen can lie."""
    s = GAME.from_position(SMALL[name])
    view = s.view(seat)
    places = hidden_places(view)
    counts = {place: Counter() for place in places}
    total = 0
    for world in all_worlds(s, view):
        total += 1
        for place, card in world.items():
            counts[place][card] += 1
    belief = GAME.belief(view)
    for place in places:
        exact = {card: n / total for card, n in counts[place].items()}
        assert of_belief(belief, place) == pytest.approx(exact), place
    for key in ("hands", "deck"):
        for i, card in enumerate(view[key]):
            assert (key, i) in places or belief[key][i] == {card: 1.0}


@pytest.mark.parametrize("name", SMALL)
def test_samples_are_positions(name):
    """5.5: what is sampled can be written and read, the card looked at where it is, and gives the view again (R43)."""
    s = GAME.from_position(SMALL[name])
    for seat in (*range(s.players), None):
        for seed in range(5):
            world = GAME.determinize(s.view(seat), seed)
            assert world == GAME.from_position(world.position())
            assert world.view(seat) == s.view(seat)


def assert_fits(counts, chances):
    """Chi-square, far out in the tail."""
    n = counts.total()
    assert set(counts) <= set(chances)
    square = sum((counts[k] - n * p) ** 2 / (n * p) for k, p in chances.items())
    freedom = len(chances) - 1
    assert square < freedom + 5 * (2 * freedom) ** 0.5 + 6, (counts, chances)


@pytest.mark.parametrize("seat", [3, None])
@pytest.mark.parametrize(
    "name", ["cleared", "mad on top, cleared", "sane offered", "mad in hand", "the Orb", "out of the game"]
)
def test_samples_follow_the_exact_chances(name, seat):
    """5.5: two places together, that of the look among them, are sampled as often as there are ways for them."""
    n = 1200 if JIT else 400
    s = GAME.from_position(SMALL[name])
    view = s.view(seat)
    places = hidden_places(view)
    looked = looked_place(view) if view["look"] else places[0]
    chosen = [looked, places[-2]]
    counts = Counter(tuple(world[place] for place in chosen) for world in all_worlds(s, view))
    ways = {cards: count / counts.total() for cards, count in counts.items()}
    common = {cards for cards, p in ways.items() if p * n >= 4}
    found = Counter()
    for seed in range(n):
        position = GAME.determinize(view, seed).position()
        cards = tuple(card_in(position, place) for place in chosen)
        assert cards in ways
        found[cards if cards in common else "rare"] += 1
    chances = {cards: ways[cards] for cards in common}
    rare = 1 - sum(chances.values())
    assert_fits(found, chances | ({"rare": rare} if rare > 1e-9 else {}))


def test_samples_follow_the_beliefs_in_games():
    """5.5: in positions of real games, each place's samples fit its belief; set-aside cards are in any order (R27)."""
    n = 250
    rng = random.Random("chances")
    states = [s.clone() for s in some_states("chances", 25, great_old_one="mystery", **TRAPEZOHEDRON)]
    states = [s for s in states if s.position()["look"] or s.position()["gate_clear"]]
    for s in rng.sample(states, 8 if JIT else 3):
        seat = rng.choice([*range(s.players), None])
        view = s.view(seat)
        belief, places = GAME.belief(view), hidden_places(view)
        places = rng.sample(places, min(3, len(places)))
        found, first = {place: Counter() for place in places}, Counter()
        for seed in range(n):
            position = GAME.determinize(view, seed).position()
            first[position["set_aside"][0]] += 1
            for place in places:
                found[place][card_in(position, place)] += 1
        for place in places:
            assert sum(of_belief(belief, place).values()) == pytest.approx(1)
            assert_fits(found[place], of_belief(belief, place))
        assert_fits(first, belief["set_aside"][0])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda v: v.update(to_act=[4]), "to_act and on_table"),
        (lambda v: v.update(on_table=[]), "to_act and on_table"),
        (lambda v: v.update(on_table=7), "on_table is 7"),
        (lambda v: v.update(gate_clear=[9]), "gate_clear is"),
        (lambda v: v.update(doom_value=3), "doom_value is 3"),
        (lambda v: v.update(phase=None), "phase is None"),
        (lambda v: v["discard"].append(None), "discard is"),
        (lambda v: v["deck"].pop(), "hidden cards"),
        (lambda v: v["hands"].__setitem__(0, "cthulhu"), "view is|gate_clear"),
        (lambda v: v["hands"].__setitem__(0, v["dummies"][0]), "times"),
        (lambda v: v["look"].update(card="cthulhu"), "look.card"),
        (lambda v: v["look"].update(colour=None), "look.colour"),
        (lambda v: v["look"].update(event="magical-orb"), "look.event"),
        (lambda v: v.update(look=None, phase="orb", offered=None), "phase is|look is"),
        (lambda v: v["discard"].extend(["cthulhu"]) or v["deck"].pop() or v["look"].update(colour="mad")
         or v["discard"].extend(["idol-mad"]) or v["deck"].pop(), "no way"),
    ],
)  # fmt: skip
def test_impossible_views(change, words):
    """determinize refuses a view that no state has."""
    s = GAME.from_position(SMALL["mad on top, cleared"])
    view = json.loads(json.dumps(s.view(0)))
    GAME.determinize(view)
    change(view)
    with pytest.raises(ValueError, match=words):
        GAME.determinize(view)


def test_a_look_without_its_decision_is_no_view():
    """In phase orb the decider's look at the top is part of every view."""
    view = json.loads(json.dumps(GAME.from_position(ORB).view(0)))
    GAME.determinize(view)
    with pytest.raises(ValueError, match="look is None; it takes an object in phase orb"):
        GAME.determinize(view | {"look": None})
    with pytest.raises(ValueError, match="the decider's, at the top"):
        GAME.determinize(view | {"look": view["look"] | {"seat": 0}})


def test_what_the_looker_and_the_others_are_told():
    """2.12 (R18): the looker is told the card when it is drawn and when he takes it himself; the others see colours only."""
    s = GAME.from_position(ORB | {"deck": ["...", "cthulhu"], "hands": HANDS})
    top = s.position()["deck"][0]
    drawn = s.apply(2, {"type": "return"})[-1]
    assert [s.events_for(seat, [drawn])[0]["card"] for seat in (0, 1, 2, 3, None)] == [None, top, top, None, None]
    s.apply(1, {"type": "offer", "to": 2})
    taken = s.apply(2, {"type": "accept"})[1]
    assert [s.events_for(seat, [taken])[0]["card"] for seat in (0, 1, 2, 3, None)] == [top, top, top, top, None]
    assert s.view(2)["hands"][2] == top
    assert s.view(None)["look"]["card"] is None


# Observations (5.2)


def blocks(observation):
    """An observation taken apart by the page's table."""
    sizes = (
        ("players", 5), ("phase", 4), ("composition", 24), ("flags", 3), ("doom", 2), ("deck", 1), ("discard", 24),
        ("removed", 1), ("slots", 231), ("dummies", 48), ("offered", 25), ("look_at", 5), ("look_card", 24),
        ("look_colour", 2), ("look_holder", 7), ("pool", 24),
    )  # fmt: skip
    out, at = {}, 0
    for name, size in sizes:
        out[name] = observation[at : at + size]
        at += size
    assert at == len(observation) == 430
    return out


def test_observation():
    """5.2: 430 numbers from the view alone, seats counted from the observer."""
    position = SMALL["mad in a cleared hand"] | {"sanity": [7, 6, 5, 4]}
    position["options"] = TRAPEZOHEDRON | {"doom_board": True, "doom_values": [3, 6], "true_winner": True}
    s = GAME.from_position(position)
    o = blocks(GAME.observation(s.view(3)))
    assert o["players"].tolist() == [0, 1, 0, 0, 0]
    assert o["phase"].tolist() == [0, 1, 0, 0]
    assert o["composition"].sum() == 11
    assert o["flags"].tolist() == [1, 1, 1]
    assert o["doom"].tolist() == pytest.approx([3 / 7, 6 / 7])
    assert o["deck"].tolist() == pytest.approx([3 / 22])
    assert o["discard"].sum() == 13 / 2
    slots = o["slots"].reshape(7, 33)
    assert slots[:, 0].tolist() == [1, 1, 1, 1, 0, 0, 0]
    assert slots[:4, 1].tolist() == pytest.approx([4 / 7, 1, 6 / 7, 5 / 7])
    assert slots[:4, 2].tolist() == [0, 1, 0, 0]  # the parent
    assert slots[:4, 3].tolist() == [1, 0, 1, 0]  # hands on the table
    assert slots[:4, 4].tolist() == [0, 0, 0, 1]  # in the path
    assert slots[:4, 5].tolist() == [0, 0, 0, 1]  # deciding
    assert slots[:4, 6].tolist() == [0, 0, 1, 0]  # the looker
    assert slots[:4, 7].tolist() == [1, 1, 0, 0]  # gate_clear
    assert slots[0, 32] == 1
    assert slots[1, 8 + IDS.index("chalice-sane")] == 1
    assert slots[:4, 8:].sum() == 4
    assert np.flatnonzero(o["dummies"]).tolist() == [IDS.index("gate-a")]
    assert np.flatnonzero(o["offered"]).tolist() == [24]
    assert o["look_at"].tolist() == [0, 0, 0, 1, 0]
    assert o["look_card"].sum() == 0
    assert o["look_colour"].tolist() == [0, 1]
    assert o["look_holder"].tolist() == [1, 0, 0, 0, 0, 0, 0]
    unseen = ["cthulhu", "idol-mad", "idol-sane", "idol-sane", "dagger-mad"]
    assert {IDS[i]: float(n) for i, n in enumerate(o["pool"]) if n} == {c: n / 2 for c, n in Counter(unseen).items()}


def test_observation_of_the_parent_the_looker_and_the_spectator():
    """5.2: what is known is shown: the parent's offered card, the looker's card; a spectator sits at seat 0."""
    s = GAME.from_position(SMALL["taken out"] | {"options": TRAPEZOHEDRON | {"doom_board": True, "doom_values": [4]}})
    parent, looker = blocks(GAME.observation(s.view(0))), blocks(GAME.observation(s.view(1)))
    assert np.flatnonzero(parent["offered"]).tolist() == [IDS.index("idol-sane")]
    assert parent["look_card"].sum() == 0
    assert np.flatnonzero(looker["look_card"]).tolist() == [IDS.index("idol-mad")]
    assert looker["look_at"].tolist() == [0, 0, 0, 0, 1]
    assert looker["removed"].tolist() == [1]
    assert looker["doom"].tolist() == pytest.approx([4 / 7, 4 / 7])  # R28: the marker stays on the last space
    spectator = GAME.observation(s.view(None))
    assert blocks(spectator)["slots"].reshape(7, 33)[:4, 32].tolist() == [1, 1, 1, 1]
    assert GAME.observation(json.loads(json.dumps(s.view(3)))).tolist() == GAME.observation(s.view(3)).tolist()
    out = blocks(GAME.observation(GAME.from_position(SMALL["out of the game"]).view(1)))
    assert (out["removed"].tolist(), out["flags"].tolist()) == ([2], [0, 0, 1])
    assert out["look_at"].tolist() == [1, 0, 0, 0, 0]
    assert out["pool"][IDS.index("cthulhu")] == 0  # R43: seat 1 took it out, and it alone can tell
    none = blocks(GAME.observation(GAME.new(7, 1).view(2)))
    assert none["look_at"].tolist() == [1, 0, 0, 0, 0]
    assert none["doom"].tolist() == [0, 0]


# Words and speed


def test_everything_has_words_in_both_languages():
    """Every event, action, phase and table of random games can be said in Japanese and English."""
    rng = random.Random("words")
    said = set()
    for number in range(30):
        players = PLAYERS[number % 5]
        s = GAME.new(players, number, some_options(rng, players))
        told = list(s.opening)
        for seat, action, events in play(rng, s):
            told += s.events_for(None, events) + s.events_for(seat, events) + events
            for language in ("en", "ja"):
                assert GAME.text.action(action, language, str)
                assert GAME.text.board(s.view(seat), language, str)
                assert GAME.text.phase(s.position()["phase"], language)
        for event in told:
            said.add(event["type"])
            assert GAME.text.event(event, "en", str) != GAME.text.event(event, "ja", str)
    assert said == {event.name for event in GAME.events} - {"fizzle"} | (said & {"fizzle"})
    fizzle = {"type": "fizzle", "seat": 1, "card": "magical-orb"}
    assert GAME.text.event(fizzle, "en", str) == "Magical Orb: there is no card to look at."


@pytest.mark.parametrize("players", PLAYERS)
def test_play_in_compiled_loops(players):
    """play_games and Plays are the same rules: whole games end, and a batch goes on with new ones."""
    assert play_games(GAME, players, 5, seed=1) == play_games(GAME, players, 5, seed=1) > 5 * 5
    plays = Plays(GAME, players, 3, seed=2)
    ended = 0
    for step in range(300):
        assert (plays.counts > 1).all()
        assert set(plays.seats.tolist()) <= set(range(players))
        plays.step(plays.actions[np.arange(3), step % plays.counts].copy())
        ended += int(plays.ended.sum())
    assert ended
