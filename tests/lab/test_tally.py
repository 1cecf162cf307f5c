"""Every column is counted again from events and positions, in plain Python, and must agree."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from takujo.bots.care import REGULAR
from takujo.bots.loops import ONE
from takujo.bots.minds import mind
from takujo.core.chance import below, seed_chance
from takujo.core.events import buffer, read_events
from takujo.core.game import State
from takujo.core.jit import JIT, plain
from takujo.core.loops import blank_record, luck_of
from takujo.games import load
from takujo.lab.counting.loops import OTHER, UNIFORM, counter

GAMES = 30 if JIT else 2


def replay(game, players, cares, options, seed):
    """One game, by the checked door: all events, and the position at the end."""
    raw, ev = blank_record(game, players, options), buffer()
    game.door.setup(raw, ev, seed)
    events = read_events(ev, game.events, game.citations)
    s, luck, decisions = State(game, raw), luck_of(0), 0
    plain(seed_chance)(luck, seed | OTHER)
    while s.to_act:
        seat, decisions = s.to_act[0], decisions + 1
        legal, choice = s.legal_numbers(seat), 0
        if cares[seat] == UNIFORM:
            choice = plain(below)(luck, len(legal))
        elif len(legal) > 1:
            weights = np.empty(len(legal), dtype=np.float32)
            mind(game).door.weigh(s.view_raw(seat), seat, np.array(legal), len(legal), cares[seat], weights)
            chances = np.exp(weights - weights.max(), dtype=np.float64).cumsum()
            choice = int(np.searchsorted(chances, plain(below)(luck, ONE) / ONE * chances[-1], side="right"))
        events += s.apply_number(seat, legal[choice])
    return events, s.position(), decisions


def lead_changes(standings):
    """How often another seat than the one before is alone in front, over these standings."""
    alone = [row.index(max(row)) for row in standings if row.count(max(row)) == 1]
    return sum(a != b for a, b in pairwise(alone))


def common(game, events, position, decisions):
    winners, scores = position["result"]["winners"], position["result"]["scores"]
    told = Counter(event["type"] for event in events)
    return {
        **{f"won.{seat}": int(seat in winners) for seat in range(position["players"])},
        **{f"score.{seat}": score for seat, score in enumerate(scores)},
        **{f"told.{kind.name}": told[kind.name] for kind in game.events},
        "decisions": decisions,
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
    out["lead_changes"] = lead_changes(standings)
    return out


PLAIN = {"ritual": ritual}
TABLES = [("ritual", 4, {}), ("ritual", 2, {"restart_cap": 1}), ("ritual", 5, {})]


@pytest.mark.parametrize(("slug", "players", "options"), TABLES, ids=str)
def test_every_column_is_what_a_plain_count_gives(slug, players, options):
    game = load(slug)
    care = REGULAR if JIT else UNIFORM
    for cares in ([UNIFORM] * players, [care] * players):
        columns = counter(game).play(mind(game), players, cares, options, 7 << 32, GAMES)
        for number in range(GAMES):
            events, position, decisions = replay(game, players, cares, options, (7 << 32) + number)
            expected = common(game, events, position, decisions) | dict(PLAIN[slug](events, position))
            found = {name: int(values[number]) for name, values in columns.items()}
            assert found == {name: expected.pop(name, 0) for name in found}
            assert not any(expected.values()), f"nobody counts {[name for name in expected if expected[name]]}"
