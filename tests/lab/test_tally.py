"""Every column is counted again from events and positions, in plain Python, and must agree."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from takujo.bots.care import REGULAR, UNIFORM
from takujo.bots.loops import ONE
from takujo.bots.minds import mind
from takujo.core.chance import below, seed_chance
from takujo.core.events import buffer, read_events
from takujo.core.game import State
from takujo.core.jit import JIT
from takujo.core.loops import blank_record, luck_of
from takujo.games import load
from takujo.lab.counting.loops import OTHER, counter

GAMES = 30 if JIT else 2


def replay(game, players, cares, options, seed):
    """One game, by the checked door: all events, and the position at the end."""
    raw, ev = blank_record(game, players, options), buffer()
    game.door.setup(raw, ev, seed)
    events = read_events(ev, game.events, game.citations)
    s, luck, decisions, chosen = State(game, raw), luck_of(0), 0, Counter()
    seed_chance(luck, seed | OTHER)
    while s.to_act:
        seat, decisions = s.to_act[0], decisions + 1
        legal, choice = s.legal_numbers(seat), 0
        if cares[seat] == UNIFORM:
            choice = below(luck, len(legal))
        elif len(legal) > 1:
            weights = np.empty(len(legal), dtype=np.float32)
            mind(game).door.weigh(s.view_raw(seat), seat, np.array(legal), len(legal), cares[seat], weights)
            chances = np.exp(weights - weights.max(), dtype=np.float64).cumsum()
            choice = int(np.searchsorted(chances, below(luck, ONE) / ONE * chances[-1], side="right"))
        called = list(map(name, s.legal(seat)))
        if len(set(called)) > 1:
            chosen.update(f"offered.{each}" for each in set(called))
            chosen[f"taken.{called[choice]}"] += 1
        events += s.apply_number(seat, legal[choice])
    return events, s.position(), decisions, seat, chosen


def name(action):
    """What an action is called in a column: its type, and what of it is a role, a card, a side or a mark."""
    kind = "warp" if action.get("warp") is not None else action["type"]
    keys = ("card", "side") if kind == "chant" else ("role", "set", "side", "mark")
    named = (str(action[key]) for key in keys if key in action)
    return "-".join((kind, *named))


def leads(standings):
    """How often another seat than the one before is alone in front, since when the last is, and who was halfway."""
    alone = [(i, row.index(max(row))) for i, row in enumerate(standings, 1) if row.count(max(row)) == 1]
    changes = [b for a, b in pairwise(alone) if a[1] != b[1]]
    half = [seat + 1 for i, seat in alone if i <= (len(standings) + 1) // 2]
    return {
        "lead_changes": len(changes),
        "looks": len(standings),
        "led_from": ([*alone[:1], *changes] or [(0, 0)])[-1][0],
        "halfway": ([0, *half])[-1],
        "leader": ([0, *(seat + 1 for _, seat in alone)])[-1],
    }


def common(game, events, position, decisions, decider):
    winners, scores = position["result"]["winners"], position["result"]["scores"]
    told = Counter(event["type"] for event in events)
    return {
        **{f"won.{seat}": int(seat in winners) for seat in range(position["players"])},
        **{f"score.{seat}": score for seat, score in enumerate(scores)},
        **{f"told.{kind.name}": told[kind.name] for kind in game.events},
        "decisions": decisions,
        "decider": decider,
    }


def ritual(events, position):
    players, out = position["players"], Counter()
    ids = [action["card"] for action in load("ritual")._actions if action.get("side") == 0]
    out["first"] = next(event["start"] for event in events if event["type"] == "ritual-begins")
    for event in events:
        match event["type"]:
            case "ritual-begins":
                ritual = event["ritual"]
            case "altar":
                round_no = event["round"]
                out["rounds"] += 1
            case "outcome":
                out[f"chants.{round_no}.{event['result']}"] += 1
            case "set-taken":
                out[f"hand.{ritual}.{event['seat']}"] = sum(1 << ids.index(card) for card in event["cards"])
            case "points" if event["result"] == "madness":
                out[f"madness.{event['seat']}"] -= event["delta"]
            case "eliminated":
                out[f"out.{event['seat']}"] += 1
            case "contribution":
                out[f"place.{ritual}.{event['seat']}"] = event["place"]
            case "ritual-restarts":
                out["restarts"] += 1
    reasons = ["exact-ten", "five-rounds", "last-caster", "restart-cap"]
    standing, standings = [0] * players, []
    for entry in position["history"]:
        out[f"reason.{entry['ritual']}"] = reasons.index(entry["reason"])
        standing = [a + b for a, b in zip(standing, entry["awards"], strict=True)]
        standings.append(standing)
        for seat, total in enumerate(entry["totals"]):
            out[f"tens.{seat}"] += total == 10 and not entry["eliminated"][seat]
    out.update(leads(standings))
    return out


def arkham_ritual(events, position):
    from takujo.games.arkham_ritual.cards import IDS

    out, sanity, standings = Counter(), [7] * position["players"], []
    out["first"] = next(event["parent"] for event in events if event["type"] == "round_start")
    for event in [*events, {"type": "round_start"}]:
        match event["type"]:
            case "round_start" if out["rounds"]:
                standings.append(list(sanity))
                out["rounds"] += 1
            case "round_start":
                out["rounds"] += 1
            case "turn_start":
                out["turns"] += 1
            case "round_end":
                hands = event["hands"]
                out[f"ended.{event['cause']}"] += 1
                out.update(f"held.{card}" for card in hands)
            case "judgement":
                out.update(f"fails.{seat}" for seat in event["failed"])
                out.update(f"failed.{hands[seat]}" for seat in event["failed"])
            case "great_old_one":
                out[f"woken.{event['effect']}"] += 1
            case "sanity":
                seat, delta, why = event["seat"], event["delta"], event["why"]
                sanity[seat] = event["now"]
                out[f"gained_by.{why}"] += max(0, delta)
                out[f"lost_by.{why}"] += max(0, -delta)
                if why != "shining-trapezohedron":
                    out[f"lost.{hands[seat]}"] += max(0, -delta)
    out["rounds"] -= 1
    out.update(leads(standings))
    out.update({f"last.{seat}": IDS.index(card) for seat, card in enumerate(position["last_round"]["hands"])})
    return out


def ayatsuri(events, position):
    from takujo.games.ayatsuri.cards import ROLE

    players, out, standings = position["players"], Counter(), []
    role, chips, name = {}, [3] * position["players"], ROLE.names
    out["first"] = next(event["marker"] for event in events if event["type"] == "round_start")
    for event in events:
        match event["type"]:
            case "round_start":
                out["rounds"] += 1
            case "pick":
                role[event["seat"]] = event["role"]
                out[f"held.{name[event['role']]}"] += 1
            case "attempt":
                out[f"attempts.{event['means']}"] += 1
            case "kill" | "double":
                out[f"successes.{event['means']}"] += 1
                out[f"kills.{name[role[event['by']]]}"] += 1
                if event["type"] == "kill":
                    out[f"slain.{name[role[event['target']]]}"] += 1
            case "round_end":
                now = [life + kills for life, kills in zip(event["life"], event["kills"], strict=True)]
                for seat in range(players):
                    out[f"gain.{name[role[seat]]}"] += now[seat] - chips[seat]
                chips = now
                standings.append(now)
            case "game_over":
                out["reason"] = ["third_kill", "total", "zeroed", "cap"].index(event["reason"])
    out.update({f"role.{seat}": role[seat] for seat in range(players)})
    out.update(leads(standings))
    return out


def in_the_ruin(events, position):
    from takujo.games.in_the_ruin.cards import GOAL_IDS

    out, gems, standings = Counter(), [0] * position["players"], []
    out["rounds"] = position["round"]
    for event in events:
        if event["type"] == "gem":
            out[f"found.{event['letter']}"] += 1
            gems[event["seat"]] += 1
            standings.append(list(gems))
        elif event["type"] == "escaped":
            out[f"escaped.{event['seat']}"] = event["round"]
        elif event["type"] == "scored":
            seat = event["seat"]
            out[f"square.1.{seat}"], out[f"square.2.{seat}"] = event["square"]
            for name, key in {
                "gem": "gem_vp",
                "penalty": "penalty_vp",
                "escape": "escape_vp",
                "route": "route_vp",
            }.items():
                out[f"{name}.{seat}"] = event[key]
            out[f"passages.{seat}"], out[f"rank.{seat}"] = event["passages"], event["rank"] or 0
            out[f"routes.{seat}"] = sum(1 << GOAL_IDS.index(goal) for goal in event["routes"])
    for seat, held in enumerate(position["seats"]):
        out[f"goals.{seat}"] = sum(1 << GOAL_IDS.index(goal) for goal in held["goals"])
    out.update(leads(standings))
    return out


PLAIN = {"arkham-ritual": arkham_ritual, "ayatsuri": ayatsuri, "in-the-ruin": in_the_ruin, "ritual": ritual}
TABLES = [
    ("arkham-ritual", 3, {"event": "shining-trapezohedron", "character1": "wary-student", "great_old_one": "hastur"}),
    ("arkham-ritual", 6, {"great_old_one": "mystery", "character2": "mad-professor", "doom_board": True}),
    ("ayatsuri", 4, {}),
    ("ayatsuri", 6, {"promo": True}),
    ("in-the-ruin", 1, {}),
    ("in-the-ruin", 4, {}),
    ("ritual", 4, {}),
    ("ritual", 2, {"restart_cap": 1}),
]


@pytest.mark.parametrize(("slug", "players", "options"), TABLES, ids=str)
def test_every_column_is_what_a_plain_count_gives(slug, players, options):
    game = load(slug)
    care = REGULAR if JIT else UNIFORM
    for cares in ([UNIFORM] * players, [care] * players):
        columns = counter(game).play(mind(game), players, cares, options, 7 << 32, GAMES)
        for number in range(GAMES):
            events, position, decisions, decider, chosen = replay(game, players, cares, options, (7 << 32) + number)
            expected = common(game, events, position, decisions, decider) | chosen
            expected |= dict(PLAIN[slug](events, position))
            found = {name: int(values[number]) for name, values in columns.items()}
            assert found == {name: expected.pop(name, 0) for name in found}
            assert not any(expected.values()), f"nobody counts {[name for name in expected if expected[name]]}"
