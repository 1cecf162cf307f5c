"""Ayatsuri against a second reading of its rules, and what the scenarios do not show."""

import itertools
import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import takujo
from takujo.core.chance import seed_words
from takujo.core.jit import JIT
from takujo.core.loops import Plays, play_games
from tests.helpers import ROOT, Chance, compare, play_both, play_out, scenarios
from tests.oracles.ayatsuri import Oracle

GAME = takujo.load("ayatsuri")
READINGS = {"guarded_doctor_voids_bomb": True, "third_kill_from_first_time": True, "judged_until_decided": True}
OPTIONS = (
    {},
    {"promo": True},
    {"start": 1, "max_rounds": 1},
    {"promo": True, "start": 2, "max_rounds": 3},
    {"promo": True, "max_rounds": 0, "patient_without_life": "nothing-happens", **READINGS},
    {"patient_without_life": "not-allowed", **READINGS},
)
TABLES = [(players, promo) for players in (3, 4, 5, 6) for promo in (False, True)]


# A second reading


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("options", OPTIONS, ids=json.dumps)
def test_a_second_reading_agrees(players, options):
    """Positions, views, legal actions, events and what is hidden of them are equal after every action."""
    rng = random.Random(f"{players} {options}")
    for seed in range(8):
        words = sum(word << 32 * i for i, word in enumerate(seed_words(seed)))
        s, oracle = GAME.new(players, seed, options), Oracle.new(players, options, Chance(words))
        assert list(s.opening) == oracle.log
        play_both(s, oracle, rng)


@pytest.mark.parametrize("scenario", [x for x in scenarios("ayatsuri") if "position" in x], ids=lambda x: x["id"])
def test_a_second_reading_completes_positions_alike(scenario):
    """4.1: what a position leaves out takes the same default, and the play goes on alike with the same luck."""
    position = scenario["position"]
    s = GAME.from_position(position)
    words = sum(word << 32 * i for i, word in enumerate(seed_words(0)))
    oracle = Oracle.from_position(position, Chance(words))
    compare(s, oracle)
    s = GAME.from_position(position | {"luck": []})
    oracle = Oracle.from_position(position | {"luck": []}, Chance(words))
    play_both(s, oracle, random.Random(scenario["id"]))


# Facts that follow from the rules (section 3.5)


def used_chips(position):
    return sum(position["life"]) + sum(position["kills"]) + (position["phase"] == "take")


def check_facts(s, events, before):
    """F1 to F9 hold after an action."""
    p = s.position()
    n, roles = p["players"], p["roles"]
    holds = dict(zip(roles, range(n), strict=True))
    assert all(len(s.legal(seat)) != 1 for seat in range(n)), "R-01"
    assert not any(p["killed"][seat] for seat in range(n) if roles[seat] == 5)
    unrevealed = [seat for seat in range(n) if roles[seat] is not None and not p["revealed"][seat]]
    if p["phase"] == "treat":  # F2
        assert [roles[seat] for seat in unrevealed] in ([], [7])
    for seat in range(n):
        if p["killed"][seat] and not p["revealed"][seat]:  # F3
            assert roles[seat] == 7
            assert p["phase"] == "over"
    clocks = [clock for clock in p["third_at"] if clock is not None]
    assert len(set(clocks)) == len(clocks), "F4"
    stays = p["options"]["third_kill_from_first_time"]
    assert all(p["kills"][seat] < 3 or p["third_at"][seat] is not None for seat in range(n)), "R-34"
    assert stays or all(p["kills"][seat] >= 3 or p["third_at"][seat] is None for seat in range(n)), "R-34"
    assert all(p["life"][seat] == 0 or p["zeroed_by"][seat] is None for seat in range(n)), "R-36"
    if p["bomb"]["state"] == "active":  # F6
        assert p["bomb"]["carrier"] in unrevealed
        assert holds[0] is not None
    if p["phase"] == "murder" and not p["victims"]:  # F7
        assert not any(p["killed"])
        assert all(p["revealed"])
    assert bool(s.to_act) == (p["phase"] != "over"), "F8"
    assert p["stock"] == max(0, 25 - used_chips(p))
    assert p["proxies"] == max(0, used_chips(p) - 25)
    changes = Counter(e["type"] for e in events)
    gained = changes["heal"] + changes["double"] + sum(e["type"] == "kill" and e["chip"] == "stock" for e in events)
    lost = sum(sum(e["losses"]) for e in events if e["type"] == "purge")
    lost += sum(e["life"] + e["kill"] for e in events if e["type"] == "penalty")
    assert used_chips(p) == used_chips(before) + gained - lost, "F9"
    return p


@pytest.mark.parametrize(("players", "promo"), TABLES)
def test_facts_hold_throughout(players, promo):
    """F1 to F9; a bomb that was handed over ends in one blast or one void (F5); R-44: condemned means revealed."""
    rng = random.Random(players)
    for seed in range(6):
        s, handed, ended = GAME.new(players, seed, {"promo": promo}), 0, 0
        while s.to_act:
            before = s.position()
            (seat,) = s.to_act
            events = s.apply(seat, rng.choice(s.legal(seat)))
            check_facts(s, events, before)
            for event in events:
                if event["type"] == "round_start":
                    assert handed == ended, "F5"
                handed += event["type"] == "bomb_hand" and event["seat"] == before["roles"].index(0)
                ended += event["type"] in ("bomb_blast", "bomb_void")
                if event["type"] == "attempt" and before["roles"][event["target"]] == 5:
                    assert any(e["type"] == "reveal" and e["role"] == 5 for e in events) or 5 in (
                        role for role, shown in zip(before["roles"], before["revealed"], strict=True) if shown
                    ), "F1"


@pytest.mark.parametrize(("players", "promo"), TABLES)
def test_random_games_end(players, promo):
    """R-40: random play ends long before the safety cap would matter."""
    moves = play_games(GAME, players, 60, seed=players, options={"promo": promo})
    assert 60 * 5 < moves < 60 * 120


def test_many_plays_at_once():
    """A batch steps every play by one action; one that ends begins anew."""
    plays = Plays(GAME, 4, 6, seed=1)
    ended = 0
    for _ in range(60):
        assert (plays.counts >= 2).all()
        plays.step(plays.actions[:, 0].copy())
        ended += plays.ended.sum()
    assert ended > 0


# Decisions


def test_the_dense_space_is_a_bijection():
    """7.1: fifty numbers, each one action, for every table."""
    s = GAME.new(3)
    actions = [s.decode(0, number) for number in range(GAME.num_actions)]
    assert GAME.num_actions == 50
    assert [s.encode(0, action) for action in actions] == list(range(50))


@pytest.mark.parametrize(("players", "promo"), TABLES)
def test_every_other_action_is_refused(players, promo):
    """What is not in `legal` is refused, with a citation, and nothing changes."""
    rng = random.Random(players)
    s = GAME.new(players, 5, {"promo": promo})
    while s.to_act:
        before = bytes(s)
        for seat in range(players):
            legal = set(s.legal_numbers(seat))
            for number in sorted(set(range(50)) - legal)[:: 1 if JIT or seat in s.to_act else 7]:
                with pytest.raises(takujo.IllegalAction) as refused:
                    s.apply(seat, s.decode(seat, number))
                assert refused.value.rule
                assert (refused.value.rule == "3.2-2 a") == (seat not in s.to_act)
        assert bytes(s) == before
        (seat,) = s.to_act
        s.apply(seat, rng.choice(s.legal(seat)))
    with pytest.raises(takujo.IllegalAction, match=r"over.*3\.2-3"):
        s.apply(0, {"type": "spare"})


PROMO = {"options": {"promo": True}}
PASSING = PROMO | {
    "roles": [0, 1, 2, 3, 6], "marker": 1, "phase": "hand", "step": "reveal", "call": 1,
    "bomb": {"state": "active", "carrier": 4},
}  # fmt: skip
TREATING = {"roles": [1, 2, 6, 4], "phase": "treat", "life": [0, 0, 3, 3], "killed": [False, True, False, False]}
REFUSED = [
    ({"players": 4, "options": {"promo": True}, "phase": "draft"}, 0, {"type": "pick", "role": 0}, ["Promo 1"]),
    ({"players": 4, "phase": "draft"}, 0, {"type": "pick", "role": 0}, ["3.2-1 step 3"]),
    ({"players": 4, "phase": "draft"}, 0, {"type": "pick", "role": 1}, ["3.2-1 step 3"]),
    ({"players": 4, "phase": "draft"}, 0, {"type": "pick", "role": "7"}, ["3.2-1 step 3"]),
    ({"players": 4, "phase": "draft"}, 1, {"type": "pick", "role": 7}, ["3.2-2 a"]),
    ({"players": 4, "phase": "draft"}, 0, {"type": "spare"}, ["3.2-1 step 3"]),
    (PROMO | {"roles": [1, 0, 2, 3], "phase": "condemn"}, 0, {"type": "keep"}, ["Promo 2"]),
    (PROMO | {"roles": [1, 0, 2, 3], "phase": "condemn"}, 1, {"type": "spare"}, ["3.2-2 a"]),
    ({"roles": [1, 2, 3, 4], "phase": "accuse"}, 0, {"type": "accuse", "target": 0}, ["3.2-2 b", "R-06"]),
    ({"roles": [1, 2, 3, 4], "phase": "accuse"}, 0, {"type": "accuse", "target": 4}, ["3.2-2 b", "R-06"]),
    (PROMO | {"roles": [1, 0, 3, 4], "phase": "accuse", "marker": 2}, 0, {"type": "accuse", "target": 1}, ["R-06"]),
    ({"roles": [1, 2, 3, 4], "phase": "accuse"}, 0, {"type": "name", "role": 3}, ["3.3-1"]),
    ({"roles": [1, 2, 3, 4], "phase": "name"}, 1, {"type": "name", "role": 2}, ["3.3-2"]),
    ({"roles": [1, 2, 3, 4], "phase": "name"}, 1, {"type": "name", "role": 9}, ["3.3-2"]),
    ({"roles": [1, 2, 3, 4], "phase": "name", "face_up": [6]}, 1, {"type": "name", "role": 6}, ["3.3-2", "R-08"]),
    ({"roles": [1, 2, 3, 4], "phase": "guard"}, 2, {"type": "guard", "target": 5}, ["3.3-3"]),
    ({"roles": [1, 2, 6, 4], "phase": "treat", "killed": [False, True, False, False]}, 2, {"type": "treat", "target": 1}, ["3.3-6"]),
    (TREATING | {"options": {"patient_without_life": "not-allowed"}}, 2, {"type": "treat", "target": 0}, ["3.3-6", "R-22"]),
    (TREATING | {"options": {"patient_without_life": "not-allowed"}}, 2, {"type": "treat", "target": 1}, ["3.3-6"]),
    (TREATING, 2, {"type": "treat", "target": False}, ["3.3-6"]),
    (TREATING, 2, {"type": "treat", "target": 4}, ["3.3-6"]),
    ({"roles": [1, 2, 6, 4], "phase": "murder", "victims": [1]}, 3, {"type": "murder", "target": 1}, ["3.3-4", "R-17"]),
    ({"roles": [4, 3, 2, 1], "phase": "take", "guarded": 0, "step": "rampage", "call": 8}, 1, {"type": "take", "side": "x"}, ["3.3-3"]),
    ({"roles": [4, 3, 2, 1], "phase": "take", "guarded": 0, "step": "rampage", "call": 8}, 0, {"type": "take", "side": "life"}, ["3.2-2 a"]),
    ({"roles": [4, 3, 2, 1], "phase": "pay", "guarded": 0, "kills": [1, 0, 0, 0], "step": "rampage", "call": 8}, 0, {"type": "pay", "side": "both"}, ["3.3-3"]),
    (PASSING, 4, {"type": "keep"}, ["Promo 2b"]),
    (PASSING, 4, {"type": "hand", "target": 4}, ["Promo 2b"]),
    (PASSING, 4, {"type": "hand", "target": 1}, ["Promo 2b"]),
    (PASSING, 4, {"type": "hand"}, ["Promo 2b"]),
]  # fmt: skip


@pytest.mark.parametrize(("position", "seat", "action", "codes"), REFUSED)
def test_refusals_cite_their_rule(position, seat, action, codes):
    """Section 3.7 says which rule each refusal cites: Promo 1, 3.2-1 step 3, R-06, R-08, R-17 and the others."""
    s = GAME.from_position(position)
    before = s.clone()
    with pytest.raises(takujo.IllegalAction) as refused:
        s.apply(seat, action)
    assert refused.value.rule.split(", ")[-len(codes) :] == codes
    assert s == before


# Rules that the scenarios do not single out


def types(events):
    return [event["type"] for event in events]


def test_preparation():
    """3.1-1, 3.1-2: three life chips each; the marker goes to the seat given, or to any, all alike."""
    p = GAME.new(5, 1, {"start": 3}).position()
    assert (p["life"], p["kills"], p["stock"]) == ([3] * 5, [0] * 5, 10)
    assert p["marker"] == p["first"] == 3
    starts = Counter(GAME.new(4, seed).position()["marker"] for seed in range(400))
    assert all(60 < starts[seat] < 140 for seat in range(4))


def test_the_draft_goes_left_and_in_secret():
    """3.2-1, 3.2-1 step 4, 3.2-1 step 5: cards pass to the left; only who gives and who gets sees them."""
    s = GAME.new(4, 1, {"start": 2})
    told = []
    while s.position()["phase"] == "draft":
        (seat,) = s.to_act
        told += s.apply(seat, s.legal(seat)[0])
    passes = [event for event in told if event["type"] == "pass_hand"]
    assert [(event["seat"], event["to"]) for event in passes] == [(2, 3), (3, 0), (0, 1)]
    assert {event["rule"] for event in passes} == {"3.2-1 step 4"}
    for event in passes:
        for seat in (None, *range(4)):
            assert (None in s.events_for(seat, [event])[0]["roles"]) == (seat not in (event["seat"], event["to"]))
    (rest,) = (event for event in told if event["type"] == "leftover")
    assert (rest["seat"], rest["rule"]) == (1, "3.2-1 step 5")
    assert s.events_for(2, [rest])[0]["roles"] == [None]


def test_numbers_are_called_in_rising_order():
    """3.3-0, R-46: each number once, from 1; the round after the marker has moved is called just so."""
    rng = random.Random(1)
    s, calls = GAME.new(5, 4, {"max_rounds": 0}), []
    while len(calls) < 21 and s.to_act:
        (seat,) = s.to_act
        calls += [event["role"] for event in s.apply(seat, rng.choice(s.legal(seat))) if event["type"] == "call"]
    assert calls[:21] == [*range(1, 8)] * 3


def test_the_purge_spares_nobody_but_the_dictator():
    """3.3-5 (1), 3.3-5 (2), FAQ 6, R-49: a double dies; killed and guarded seats lose a life too, never the last one."""
    s = GAME.from_position({
        "roles": [2, 3, 4, 5, 6], "phase": "treat", "guarded": 1, "killed": [False, False, True, False, False],
        "life": [1, 3, 2, 2, 3], "luck": [{"toss": "black"}],
    })  # fmt: skip
    events = s.apply(4, {"type": "treat", "target": 3})
    assert types(events)[2:5] == ["attempt", "double", "purge"]
    assert (events[3]["rule"], events[4]["rule"]) == ("3.3-5 (1)", "3.3-5 (2)")
    assert events[4]["losses"] == [0, 1, 1, 0, 1]
    assert s.position()["life"] == [1, 2, 1, 2, 2]
    assert s.position()["kills"] == [0, 0, 0, 0, 1]


def test_life_has_no_limit():
    """R-02: a white toss brings a fourth life, and a fifth."""
    for life in (3, 4):
        s = GAME.from_position(
            {"roles": [6, 2, 3, 5], "phase": "treat", "life": [life, 3, 3, 3], "luck": [{"toss": "white"}]}
        )
        s.apply(0, {"type": "treat", "target": 0})
        assert s.position()["life"][0] == life + 1


def test_abilities_are_compulsory():
    """R-05: only the bomber may decline, by keeping her card."""
    for role, phase in (1, "accuse"), (2, "name"), (3, "guard"), (6, "treat"):
        roles = [role, *(r for r in (1, 2, 4, 5, 7) if r != role)][:4]
        kinds = {action["type"] for action in GAME.from_position({"roles": roles, "phase": phase}).legal(0)}
        assert kinds == {phase}
    s = GAME.from_position(PROMO | {"roles": [1, 0, 2, 3], "phase": "hand"})
    assert {action["type"] for action in s.legal(1)} == {"hand", "keep"}


def test_the_cop_is_not_safe_from_everything():
    """R-07, QR 7, R-23: doctor and serial killer can hit the cop; the terrorist's pool has everybody else alive."""
    s = GAME.from_position({"roles": [1, 6, 2, 3], "phase": "treat", "luck": [{"toss": "black"}]})
    assert "kill" in types(s.apply(1, {"type": "treat", "target": 0}))
    s = GAME.from_position({"roles": [1, 4, 2, 3], "phase": "murder"})
    s.apply(1, {"type": "murder", "target": 0})
    assert s.position()["killed"][0]
    s = GAME.from_position(PROMO | {"roles": [1, 0, 6, 7], "phase": "treat", "luck": [{"toss": "white"}, {"draw": 0}]})
    (draw,) = (event for event in s.apply(2, {"type": "treat", "target": 2}) if event["type"] == "draw")
    assert (draw["pool"], draw["role"], draw["target"]) == ([0, 6, 7], 0, 1)


def test_the_toss_is_fair():
    """R-21: white half of the time."""
    position = {"roles": [6, 2, 3, 5], "phase": "treat"}
    white = 0
    for seed in range(400):
        s = GAME.from_position(position | {"rng": random.Random(seed).getrandbits(120)})
        white += "heal" in types(s.apply(0, {"type": "treat", "target": 1}))
    assert 150 < white < 250


def test_killing_oneself_at_life_zero():
    """R-24: a kill chip of the stock; killed, and life stays 0."""
    s = GAME.from_position({"roles": [6, 2, 3, 5], "phase": "treat", "life": [0, 3, 3, 3], "luck": [{"toss": "black"}]})
    kill = s.apply(0, {"type": "treat", "target": 0})[3]
    assert (kill["type"], kill["by"], kill["target"], kill["chip"], kill["rule"]) == ("kill", 0, 0, "stock", "FAQ 3")
    p = s.position()
    assert (p["life"][0], p["kills"][0]) == (0, 1)


def test_what_is_spoken_is_public():
    """R-27: accusation, named role and guard are in every view."""
    s = GAME.from_position({"roles": [1, 2, 3, 6], "phase": "accuse"})
    s.apply(0, {"type": "accuse", "target": 2})
    s.apply(1, {"type": "name", "role": 7})
    s.apply(2, {"type": "guard", "target": 1})
    for seat in (None, *range(4)):
        view = s.view(seat)
        assert (view["accused"], view["named"], view["guarded"]) == (2, 7, 1)


def test_the_serial_killer_strikes_before_the_end_is_looked_for():
    """R-28: his victims decide who is at 0 and who has three kills."""
    s = GAME.from_position(
        {"roles": [4, 1, 2, 3], "phase": "murder", "kills": [1, 3, 0, 0], "third_at": [None, 5, None, None]}
    )
    s.apply(0, {"type": "murder", "target": 1})
    assert s.to_act == (0,)
    events = s.apply(0, {"type": "murder", "target": 2})
    assert types(events)[-2:] == ["round_end", "game_over"]
    assert events[-2]["three_kills"] == [0, 1]
    assert s.position()["result"]["winners"] == [1]


def test_coming_back_from_zero():
    """R-38: as the detective by a reward taken as life, as a patient by a white toss; then nobody has zeroed one."""
    s = GAME.from_position({
        "roles": [3, 4, 1, 2], "phase": "take", "guarded": 1, "paid": "kill", "step": "ability", "call": 6,
        "life": [0, 3, 3, 3], "zeroed_by": [1, None, None, None],
    })  # fmt: skip
    s.apply(0, {"type": "take", "side": "life"})
    assert s.position()["life"][0] == 1
    assert s.position()["zeroed_by"][0] is None


def test_whose_death_stops_the_bomb():
    """R-43, QR 0: the carrier's; the bomber's own does not."""
    bomb = PROMO | {
        "roles": [0, 6, 7, 3], "marker": 1, "phase": "treat", "bomb": {"state": "active", "carrier": 2},
        "luck": [{"toss": "black"}],
    }  # fmt: skip
    s = GAME.from_position(bomb)
    events = s.apply(1, {"type": "treat", "target": 2})
    assert "bomb_void" in types(events)
    assert "bomb_blast" not in types(events)
    s = GAME.from_position(bomb)
    events = s.apply(1, {"type": "treat", "target": 0})
    assert "bomb_void" not in types(events)
    assert [event["seat"] for event in events if event["type"] == "bomb_blast"] == [0]


# Positions (4.1)

IMPOSSIBLE = {
    "players": ({"phase": "draft"}, "players is None"),
    "chips": ({"players": 4, "kills": [0, 0, -1, 0]}, r"kills\[2\] is -1"),
    "no_chips": ({"players": 4, "life": None}, "life is None"),
    "twice": ({"roles": [1, 1, 2, 3], "phase": "accuse"}, "each card in one place"),
    "twice_in_piles": ({"roles": [1, 2, 3, 4], "phase": "accuse", "face_up": [6], "face_down": [6]}, "one place"),
    "unknown": ({"roles": [1, 2, 3, 8], "phase": "accuse"}, "cards 1 to 7"),
    "zero": ({"roles": [0, 1, 2, 3], "phase": "accuse"}, "cards 1 to 7"),
    "few_roles": ({"roles": [1, 2, 3], "players": 4, "phase": "accuse"}, "roles is"),
    "null_role": ({"roles": [1, 2, 3, None], "phase": "accuse"}, "4 to 4 roles"),
    "all_picked": ({"roles": [1, 2, 3, 4], "phase": "draft"}, "0 to 3 roles"),
    "drafted": ({"roles": [1, None, None, None], "phase": "draft", "drafted": 2}, "drafted is 2"),
    "order": ({"roles": [None, 1, None, None], "phase": "draft"}, "picked from seat 0 on"),
    "size": ({"roles": [1, 2, 3, 4], "phase": "accuse", "face_down": [5, 6]}, "face_down is"),
    "face_up": ({"roles": [1, 2, 3, 4], "phase": "accuse", "face_up": [5]}, "other than 5"),
    "only_five": ({"roles": [1, 2, 3, 4], "phase": "accuse", "face_down": [6], "leftover": [7]}, "face_up is"),
    "hand": ({"roles": [1, 2, 3, 4], "phase": "accuse", "hand": [5]}, "hand is"),
    "leftover": ({"players": 4, "phase": "draft", "leftover": [5]}, "leftover is"),
    "marker_zero": (PROMO | {"roles": [0, 1, 2, 3], "phase": "condemn"}, "another role than 0"),
    "dictator": ({"roles": [1, 5, 3, 4], "phase": "murder", "killed": [False, True, False, False]}, "never killed"),
    "added": ({"roles": [1, 2, 3, 4, 5, 6], "phase": "accuse", "added": 1}, "added is 1"),
    "no_carrier": (PROMO | {"roles": [1, 0, 2, 3], "phase": "name", "bomb": {"state": "active"}}, "bomb.carrier"),
    "shown": (PROMO | {"roles": [1, 0, 2, 3], "phase": "name", "bomb": {"state": "active", "carrier": 0}}, "carrier"),
    "no_bomber": ({"roles": [1, 4, 2, 3], "phase": "name", "bomb": {"state": "active", "carrier": 3}}, "role 0"),
    "nobody_hands": (PROMO | {"roles": [1, 4, 2, 3], "phase": "hand"}, "a seat to decide"),
    "nobody": ({"roles": [2, 3, 4, 5], "phase": "accuse"}, "a seat to decide"),
    "no_guarded": ({"roles": [1, 2, 3, 4], "phase": "pay", "step": "reveal", "call": 4}, "a seat to decide"),
    "no_step": ({"roles": [1, 2, 3, 4], "phase": "pay", "guarded": 0, "call": 4}, "step is None"),
    "no_call": ({"roles": [1, 2, 3, 4], "phase": "take", "step": "reveal"}, "call is None"),
    "no_next_call": ({"roles": [1, 2, 3, 4], "phase": "call"}, "call is None"),
    "null_call": ({"roles": [1, 2, 3, 4], "phase": "call", "call": None}, "call is None"),
    "no_call_at_pass": ({**PASSING, "call": 0} | {"step": "reveal"}, None),
    "pass": ({key: value for key, value in PASSING.items() if key != "call"}, "call is None"),
    "seat": ({"roles": [1, 2, 3, 4], "phase": "guard", "accused": 4}, "accused is 4"),
    "victims": ({"roles": [1, 2, 3, 4], "phase": "murder", "victims": [0, 0]}, "different seats"),
    "luck": ({"players": 4, "luck": {}}, "luck is"),
    "luck_long": ({"players": 4, "luck": [{"toss": "white"}] * 65}, "at most 64"),
    "luck_entry": ({"players": 4, "luck": ["white"]}, r"luck\[0\]"),
    "luck_deal": ({"players": 4, "luck": [{"deal": [1, 2, 3]}]}, r"luck\[0\].deal"),
    "luck_toss": ({"players": 4, "luck": [{"toss": "red"}]}, r"luck\[0\].toss"),
    "luck_draw": ({"players": 4, "luck": [{"draw": 0}]}, r"luck\[0\]"),
    "luck_kind": ({"players": 4, "luck": [{"toss": "white"}]}, "wrong kind"),
}  # fmt: skip


@pytest.mark.parametrize(("position", "words"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_positions_are_refused(position, words):
    """4.1: the error names the key and what it takes; what is not in its list is accepted."""
    if words is None:
        assert GAME.from_position(position).to_act
        return
    with pytest.raises(ValueError, match=words):
        GAME.from_position(position)


def test_scripted_chance_of_the_wrong_kind_is_an_error():
    """4.1: a head of another kind, or a draw that is not in the pool, raises and changes nothing."""
    treat = {"roles": [1, 2, 6, 7], "phase": "treat"}
    for luck, words in ([{"draw": 2}], "wrong kind"), ([{"toss": "white"}, {"draw": 1}], "terrorist's pool"):
        s = GAME.from_position(treat | {"luck": luck})
        before = s.clone()
        with pytest.raises(ValueError, match=words) as error:
            s.apply(2, {"type": "treat", "target": 2})
        assert not isinstance(error.value, takujo.IllegalAction)
        assert s == before
        assert s.position()["luck"] == luck


def test_luck_is_a_queue_that_nobody_sees():
    """4.1, 4.2: entries are used up in order, survive a position, and views do not even tell how many there are."""
    deal = {"deal": [1, 5, 2, 3, 4, 6, 7]}
    good = {"deal": [1, 2, 5, 3, 4, 6, 7]}
    luck = [deal, good, {"toss": "black"}, {"draw": 7}]
    s = GAME.from_position({"players": 4, "luck": luck})
    assert s.position()["luck"] == luck[2:], "R-03: a rejected deal uses up one entry"
    assert s.position()["face_down"] == [1]
    assert s.position()["face_up"] == [2]
    assert GAME.from_position(s.position()) == s
    assert {json.dumps(s.view(seat)["luck"]) for seat in (None, 0, 1)} == {"null"}
    assert GAME.determinize(s.view(0)).position()["luck"] == []


@pytest.mark.parametrize("call", range(9))
def test_a_position_may_stand_before_a_call(call):
    """4.1: phase `call` runs on at once to the next decision; numbers before it have been shown."""
    s = GAME.from_position({"roles": [1, 2, 3, 6], "phase": "call", "call": call, "life": [5, 5, 5, 5]})
    acts = {0: "accuse", 1: "accuse", 2: "name", 3: "guard", 4: "treat", 5: "treat", 6: "treat", 7: "draft", 8: "draft"}
    assert s.position()["phase"] == acts[call]
    assert s.position()["round"] == 1 + (call > 6)


ODD = [
    {"roles": [1, 2, 4, 5], "phase": "name", "guarded": 2, "accused": 2},  # no detective is there to gain a reward
    {"roles": [1, 3, 4, 5], "phase": "guard", "named": 4},  # no assassin
    {"roles": [2, 3, 4, 5], "phase": "name", "accused": 2},  # no cop
    {"roles": [1, 2, 4, 5], "phase": "pay", "guarded": 2, "kills": [0, 0, 1, 0], "step": "ability", "call": 4},
    {"roles": [1, 2, 3, 4], "phase": "accuse", "revealed": [True] * 4},  # nobody to accuse
    {"roles": [1, 2, 3, 4], "phase": "pay", "guarded": 0, "life": [0, 3, 3, 3], "step": "reveal", "call": 4},
    {"roles": [1, 2, 3, 6], "phase": "treat", "killed": [True] * 4},
    {"roles": [1, 2, 3, 6], "phase": "take", "step": "rampage", "call": 8},  # nobody is there to go on a rampage
    {"roles": [1, 2, 3, 4], "phase": "take", "guarded": 0, "step": "reveal", "call": None},
    PROMO | {"roles": [1, 0, 2, 3], "phase": "condemn", "guarded": 1, "kills": [0, 1, 0, 0]},
    {"roles": [1, 2, 3, 4], "phase": "accuse", "revealed": [False] * 4},  # the cop has not been shown
    {"roles": [1, 2, 3, 4], "phase": "guard", "third_at": [None] * 4, "kills": [3, 3, 0, 0]},
]


@pytest.mark.parametrize("position", ODD, ids=range(len(ODD)))
def test_positions_that_no_play_reaches_are_played_on(position):
    """4.1: they are accepted; a seat that is not there gains nothing, and where nobody can be chosen the round goes on."""
    for seed in range(5):
        s = GAME.from_position(position | {"rng": seed + 1})
        rng = random.Random(seed)
        while s.to_act:
            assert GAME.from_position(s.position()) == s
            assert all(s.view(seat)["result"] is None for seat in (None, *range(4)))
            (seat,) = s.to_act
            assert len(s.legal(seat)) >= 2
            s.apply(seat, rng.choice(s.legal(seat)))
        assert s.position()["result"]["winners"]


def test_without_a_detective_no_reward_is_claimed():
    """A guard in a position without role 3 holds, and nobody is paid."""
    s = GAME.from_position({"roles": [2, 4, 5, 6], "phase": "name", "guarded": 1})
    events = s.apply(0, {"type": "name", "role": 4})
    guarded = next(event for event in events if event["type"] == "guarded")
    assert guarded["seat"] is None
    assert not {"pay", "no_reward", "kill"} & {event["type"] for event in events[: events.index(guarded) + 2]}
    assert s.position()["life"][1] == 3


def test_results_of_positions_are_judged():
    """3.2-3, R-35 to R-37, R-40: an over position names the judge's winner, or all who are tied."""
    over = {"roles": [1, 2, 3, 4], "phase": "over"}
    judged: list[tuple[dict[str, Any], list[int]]] = [
        ({"life": [1, 2, 3, 0], "kills": [3, 3, 0, 5]}, [0]),
        ({"life": [1, 2, 3, 0], "kills": [3, 3, 0, 5], "third_at": [9, 4, None, 1]}, [1]),
        ({"life": [2, 3, 3, 0], "zeroed_by": [None, None, None, 2]}, [2]),
        ({"life": [2, 3, 3, 0], "zeroed_by": [None, None, None, 3]}, [1, 2]),
        ({"life": [3, 3, 0, 0], "zeroed_by": [None, None, 0, 1]}, [0, 1]),
        ({"life": [0, 0, 0, 0], "kills": [1, 2, 2, 0]}, [1, 2]),
    ]
    for chips, winners in judged:
        s = GAME.from_position(over | chips)
        result = s.position()["result"]
        assert result["winners"] == winners
        assert result["scores"] == [a + b for a, b in zip(chips["life"], chips.get("kills", [0] * 4), strict=True)]
        assert s.to_act == ()
        assert GAME.from_position(s.position()) == s


# Knowledge (7.3)


def worlds_of(view):
    """All worlds that agree with a view and their weights: W1 to W7 as the page says them, nothing clever."""
    promo, up = view["options"]["promo"], view["face_up"]
    deck = set(range(0 if promo else 1, 8))
    me = next((seat for seat, row in enumerate(view["seen"]) if row and None not in row), None)
    for laid in itertools.permutations(sorted(deck - set(up)), 1 + promo):  # W1
        for weight, roles, received in drafts(view, laid, deck - set(up) - set(laid), {}, {}):
            if _agrees(view, me, laid, roles, received):
                yield weight, laid, roles


def drafts(view, laid, hand, roles, received):
    """W2: every way in which the draft can have gone on with this hand, everybody picking at random."""
    n, turn = view["players"], len(roles)
    seat = (view["first"] + turn) % n
    if turn < n:
        hand = hand | {laid[0]} if turn == 5 else hand
        received = received | {seat: sorted(hand)}
    if turn == view["drafted"]:
        yield Fraction(1), roles, received
        return
    may = hand - ({0} if turn == 0 else set())
    for role in may:
        for weight, *rest in drafts(view, laid, hand - {role}, roles | {seat: role}, received):
            yield weight / len(may), *rest


def _agrees(view, me, laid, roles, received):
    if me is not None and received.get(me) != view["seen"][me]:  # W3
        return False
    if view["added"] is not None and laid[0] != view["added"]:  # W7
        return False
    for seat, role in roles.items():
        if view["roles"][seat] is not None:  # W3, W4
            if role != view["roles"][seat]:
                return False
        elif view["phase"] not in ("draft", "condemn"):
            if role != 7 if view["killed"][seat] else role <= view["call"]:  # W6, W5
                return False
    return True


def exact_belief(view):
    """The chances of roles and of cards face down, by counting worlds."""
    total, roles, down = Fraction(0), Counter(), Counter()
    moved = view["players"] == 6 and view["drafted"] >= 5
    for weight, laid, held in worlds_of(view):
        total += weight
        for seat, role in held.items():
            roles[seat, role] += weight
        for place, card in enumerate(laid[moved:]):
            down[place, card] += weight
    return {key: float(n / total) for key, n in roles.items()}, {key: float(n / total) for key, n in down.items()}


def positions_of(players, promo, seeds, keep):
    """A spread of positions of random games."""
    rng = random.Random(f"{players} {promo}")
    for seed in seeds:
        s = GAME.new(players, seed, {"promo": promo})
        while s.to_act and s.position()["round"] == 1:
            if rng.random() < keep:
                yield s.clone()
            (seat,) = s.to_act
            s.apply(seat, rng.choice(s.legal(seat)))


@pytest.mark.parametrize(("players", "promo"), TABLES)
def test_beliefs_are_exact(players, promo):
    """7.3: the chances are those of counting all worlds W1 to W7 by weight, for every seat and the spectator."""
    for s in positions_of(players, promo, range(1), 0.2):
        for seat in (*range(players), None):
            view = s.view(seat)
            if players > 4 and (promo or seat is None) and view["drafted"] > 3:
                continue  # too many to write out one by one in plain Python
            belief, (roles, down) = GAME.belief(view), exact_belief(view)
            for other in range(players):
                chances = {(other, int(r)): p for r, p in (belief["roles"][other] or {}).items()}
                assert chances == pytest.approx({key: p for key, p in roles.items() if key[0] == other})
            for place, chances in enumerate(belief["face_down"]):
                assert {int(c): p for c, p in chances.items()} == pytest.approx(
                    {card: p for (at, card), p in down.items() if at == place}
                )
            size = len(view["hand"]) + len(view["leftover"])
            assert sum(belief["hand"].values()) + sum(belief["leftover"].values()) == pytest.approx(size)


@pytest.mark.parametrize(("players", "promo"), TABLES)
def test_possible_roles_are_those_with_a_chance(players, promo):
    """7.2, 7.3: the mask of an observation is the union over all consistent worlds; the true roles are among them (P4)."""
    for s in positions_of(players, promo, range(3), 0.3):
        roles = s.position()["roles"]
        for me in range(players):
            view = s.view(me)
            seen, belief = GAME.observation(view), GAME.belief(view)
            assert seen.shape == (361,)
            for j in range(players):
                seat = (me + j) % players
                mask = [role for role in range(8) if seen[109 + 42 * j + 24 + role]]
                assert mask == sorted(int(role) for role in belief["roles"][seat] or {})
                assert roles[seat] is None or roles[seat] in mask


def test_samples_follow_the_belief():
    """7.3: determinize draws worlds by their exact chances (chi-square), the bomber's first pick included."""
    draws = 600 if JIT else 150
    for players, promo in (4, True), (6, True), (5, False):
        for s in itertools.islice(positions_of(players, promo, range(9), 0.12), 2 if JIT else 1):
            for seat in (s.to_act[0], None):
                view = s.view(seat)
                belief = GAME.belief(view)
                positions = [GAME.determinize(view, n).position() for n in range(draws)]
                for other in range(players):
                    expected = belief["roles"][other]
                    if expected is None or len(expected) < 2:
                        continue
                    found = Counter(p["roles"][other] for p in positions)
                    assert {str(role) for role in found} <= expected.keys()
                    chi = sum((found[int(r)] - draws * p) ** 2 / (draws * p) for r, p in expected.items())
                    assert chi < 40, (view, other)


def test_the_pages_example_has_twelve_worlds():
    """7.3: 2 x 6 worlds; after the cop's call 6 of them; after call 3 without an answer 2."""
    first = {"roles": [1, 2, 4, 7], "face_up": [6], "face_down": [5], "leftover": [3]}
    s = GAME.from_position(first | {"phase": "accuse"})
    assert s.view(1)["seen"][1] == [2, 3, 4, 7]
    hidden = dict(s.view(1)) | {
        "roles": [None, 2, None, None],
        "revealed": [False] * 4,
        "phase": "condemn",
        "call": None,
    }
    assert len(list(worlds_of(hidden))) == 12
    assert len(list(worlds_of(s.view(1)))) == 6
    later = s.view(1) | {
        "call": 3,
        "revealed": [True, True, False, False],
        "roles": [1, 2, None, None],
        "phase": "treat",
    }
    assert len(list(worlds_of(later))) == 2
    assert GAME.belief(later)["leftover"] == pytest.approx({"3": 1})


BAD_VIEWS = [
    ({"phase": "call"}, "phase is"),
    ({"first": 4}, "first is 4"),
    ({"seen": 3}, "seen is 3"),
    ({"seen": [[9], [], [], []]}, r"seen\[0\]"),
    ({"drafted": 2}, "drafted is 2"),
    ({"seen": [[2, 3, 4, 5, 6], [1, 2, 3, 4], [None] * 3, [None] * 2]}, "one seat at most"),
    ({"seen": [[], [None] * 4, [None] * 3, [None] * 2]}, "who has had the hand"),
    ({"seen": [[1, 2], [None] * 4, [None] * 3, [None] * 2]}, "5 cards"),
    ({"roles": [5, None, None, None], "revealed": [False] * 4}, "one of"),
    ({"seen": [[None] * 5, [None] * 4, [None] * 3, [None]]}, "seen is"),
    ({"hand": [1]}, "hand is"),
    ({"leftover": [4]}, "leftover is"),
    ({"stock": 3}, "stock is"),
    ({"luck": []}, "luck is"),
    ({"bomb": {"state": "active", "carrier": None}}, "bomb.carrier"),
    ({"face_up": []}, "face_up is"),
    ({"face_down": [7]}, "face_down is"),
    ({"roles": [1, None, None, 1]}, "different cards"),
    ({"revealed": [True, True, False, False]}, "it is revealed"),
    ({"revealed": [True, False, False, False], "killed": [False, True, True, True]}, "no deal agrees"),
]


@pytest.mark.parametrize(("change", "words"), BAD_VIEWS)
def test_views_that_no_state_has_are_refused(change, words):
    """ValueError names what is wrong with a view."""
    view = GAME.from_position({"roles": [1, 2, 3, 4], "phase": "accuse"}).view(0) | change
    with pytest.raises(ValueError, match=words):
        GAME.determinize(view)
    with pytest.raises(ValueError, match=words):
        GAME.belief(view)


def test_observations_place_the_observer_first():
    """7.2: what each number means, for one position of six players."""
    s = GAME.from_position({
        "roles": [1, 2, 3, 4, 5, 6], "phase": "murder", "marker": 4, "first": 1, "life": [6, 0, 3, 3, 3, 3], "guarded": 3,
        "kills": [0, 3, 4, 0, 0, 0], "third_at": [None, 7, 5, None, None, None], "accused": 2, "named": 7, "victims": [5],
        "zeroed_by": [None, 2, None, None, None, None], "round": 20,
    })  # fmt: skip
    seen = GAME.observation(s.view(2))
    assert seen[:4].tolist() == [0, 0, 0, 1]
    assert seen[4:6].tolist() == [0, 1], "no promo; rounds are clipped at 16"
    assert seen[6:17].argmax() == 9
    assert seen[17:20].tolist() == [0, 0, 1]
    assert seen[20:30].argmax() == 9
    assert seen[38:46].argmax() == 7
    assert seen[49] == pytest.approx(2 / 3), "two victims are still to be chosen"
    assert seen[50:58].tolist() == [0, 0, 0, 0, 0, 0, 0, 1], "7 was called and nobody answered"
    assert seen[61:69].argmax() == 3
    me, left = seen[109:151], seen[109 + 42 * 5 : 361]
    assert me[:8].tolist() == pytest.approx([1, 0.5, 4 / 3, 0, 1, 1, 0, 0])
    assert me[8:14].argmax() == 1
    assert left[:8].tolist() == pytest.approx([1, 0, 1, 1, 1, 0.5, 0, 1])
    assert left[36:42].argmax() == 0, "zeroed by the observer"
    last = GAME.observation(s.view(0))
    assert last[77:85].tolist() == [0] * 8
    assert last[93:101].argmax() == last[101:109].argmax() == 7
    six = GAME.from_position({"roles": [1, 2, 3, 4, 5, None], "phase": "draft"})
    assert GAME.observation(six.view(5))[101:109].argmax() == 6
    assert GAME.observation(six.view(None))[61:109].sum() == 0


# Words


def test_threads_go_from_those_who_have_shown_what_they_are():
    """3.3: who accuses, names, guards, murders or treats whom; an aim that can do nothing any more is old."""

    def told(s, seat, **about):
        rows = GAME.ask(s.view(seat), "threads", about, seat)
        return {(t["kind"], t["by"], t["seat"], t["role"], "old" if t["old"] else "") for t in rows}

    s = GAME.from_position({"roles": [1, 2, 3, 4], "phase": "accuse"})
    s.apply(0, {"type": "accuse", "target": 3})
    s.apply(1, {"type": "name", "role": 5})
    s.apply(2, {"type": "guard", "target": 3})
    aims = {("accuse", 0, 3, None, "old"), ("guard", 2, 3, None, "")}  # the killer has shown itself, and was guarded
    assert told(s, None) >= aims | {("name", 1, None, 5, "")}
    s = GAME.from_position({"roles": [6, 1, 2, 3], "phase": "treat", "named": 4, "guarded": 3, "accused": 0})
    treated = [{"type": "treat", "seat": 0, "target": 2}]
    known = {("accuse", 1, 0, None, "old"), ("name", 2, None, 4, "old")}  # who guards themselves needs no thread
    assert told(s, 1) == known
    assert told(s, 1, events=treated) == known | {("treat", 0, 2, None, "")}
    s = GAME.from_position(PROMO | {"roles": [1, 0, 2, 3], "phase": "hand"})
    assert told(s, 0) == set()
    s.apply(1, {"type": "hand", "target": 2})
    assert told(s, 0) == {("bomb", 1, s.view(0)["bomb"]["carrier"], None, "")}
    s = GAME.from_position({"roles": [4, 1, 2, 3], "phase": "murder", "victims": [2]})
    assert ("murder", 0, 2, None, "") in told(s, 0)


def test_every_event_and_action_has_words():
    """Both languages have a sentence for everything that happens, and for the table."""
    text = GAME.text
    rng = random.Random(2)
    for players, promo in TABLES:
        s = GAME.new(players, 1, {"promo": promo})
        while s.to_act:
            (seat,) = s.to_act
            action = rng.choice(s.legal(seat))
            for event in s.apply(seat, action):
                for language in ("en", "ja"):
                    assert text.event(event, language, str)
                    assert text.action(action, language, str)
            for other in (0, None):
                assert len(text.board(s.view(other), "ja", str).splitlines()) >= players
                assert text.board(s.view(other), "en", str)
    assert play_out(GAME.new(3), rng).result


NINE = """
import random, takujo
game, chance, seen = takujo.load("ayatsuri"), random.Random(1), 0
for promo in (False, True):
    for players in game.players:
        s = game.new(players, players, {"promo": promo})
        while s.to_act:
            seat = s.to_act[0]
            view = s.view(seat)
            guessed, roles = game.determinize(view, 1), game.belief(view)["roles"]
            assert guessed.view(seat) == view
            assert all(str(role) in likely for role, likely in zip(s.position()["roles"], roles) if likely)
            assert len(game.observation(view)) == game.observation_size
            seen += 8 in s.position()["roles"]
            s.apply(seat, chance.choice(s.legal(seat)))
print(seen)
"""


@pytest.mark.once
def test_a_ninth_role_card_is_one_line(tmp_path):
    """Deals, worlds, beliefs and observations take the number of roles from their declaration."""
    away = shutil.ignore_patterns("server", "__pycache__")
    shutil.copytree(ROOT / "src/takujo", tmp_path / "takujo", ignore=away)
    cards = tmp_path / "takujo/games/ayatsuri/cards.py"
    last = '    "terrorist",  # テロリスト\n'
    cards.write_text(cards.read_text("utf-8").replace(last, f'{last}    "usher",\n'), "utf-8")
    environment = os.environ | {"TAKUJO_JIT": "0", "PYTHONPATH": str(tmp_path)}
    found = subprocess.run([sys.executable, "-c", NINE], env=environment, capture_output=True, text=True, timeout=300)
    assert found.returncode == 0, found.stderr
    assert int(found.stdout) > 20, "the ninth was somebody's role"
