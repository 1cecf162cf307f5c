"""IN THE RUIN against a second reading of its rules, and what the scenarios do not show."""

import json
import random
import tomllib
from collections import Counter
from functools import partial
from importlib import resources
from itertools import product

import pytest

import takujo
from takujo.core.chance import seed_words
from takujo.core.jit import JIT
from takujo.core.loops import play_games
from tests.helpers import Chance, compare, play_both, play_out, scenarios, without_rng
from tests.oracles.in_the_ruin import Oracle, largest_rectangle, warp_reach

GAME = takujo.load("in-the-ruin")
SET = tomllib.loads((resources.files("takujo.games.in_the_ruin") / "standard.toml").read_text(encoding="utf-8"))
LETTERS = {tuple(square): letter for letter, square in SET["sheet"]["letters"].items()}
LINES = range(1, 12)
READINGS = (
    "single_wall_anywhere",
    "full_sheet_penalty",
    "extra_after_main",
    "escape_needs_arrival",
    "goals_renewed_at_once",
)
TO_ACT = next(at for name, at, *_ in GAME.state._places if name == "to_act")


def seek(actions, oracle, rng):
    """An action of somebody who looks for gems: random play alone finds few."""
    open_squares = [list(oracle.cards.square_of[letter]) for letter in oracle.open]
    moves = [a for a in actions if a["type"] == "move"]
    hits = [a for a in moves if a["to"] in open_squares]
    passages = [a for a in actions if a["type"] == "draw" and a["mark"] == "passage"]
    return rng.choice(hits or (rng.random() < 0.8 and (moves or passages)) or actions)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_second_reading_agrees(players):
    """Positions, views, legal actions in order, numbers, events and what is hidden of them, after every action."""
    for number in (0, 1) if JIT else (players % 2,):
        rng = random.Random(f"{players} {number}")
        options = {"solo_target": 50 * number} | dict.fromkeys(READINGS, bool(number))
        s = GAME.new(players, number, options)
        words = sum(word << 32 * i for i, word in enumerate(seed_words(number)))
        oracle = Oracle.new(players, options, Chance(words), SET)
        play_both(s, oracle, rng, (lambda legal, o=oracle, r=rng: seek(legal, o, r)) if number else None)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_whole_games_end_alike(players):
    """Games by number, engine and oracle with the same chance, end in the same position."""
    rng = random.Random(players)
    for number in range(6 if JIT else 2):
        s = GAME.new(players, b"game %d" % number)
        oracle = Oracle.from_position(s.position(), Chance(s.position()["rng"]), SET)
        while s.to_act:
            seat = s.to_act[0]
            choice = s.encode(seat, seek(s.legal(seat), oracle, rng))
            oracle.apply(seat, s.decode(seat, choice))
            s.step(seat, choice)
        assert without_rng(s.position()) == oracle.position()


@pytest.mark.parametrize("readings", [False, True])
def test_a_second_reading_agrees_when_goal_cards_run_short(readings):
    """J19: a goal deck of one card is made anew as soon as it is drawn, or when the next card is due."""
    ways = {"sheet": {"o": [[6, 4], [6, 5], [6, 6], [6, 7], [6, 8], [5, 4], [5, 7], [4, 7], [7, 8]]}}
    given = {"row": ["K", "A", "B"], "goal_deck": ["VW"], "letters": {"open": ["I", "J", "O"]}, "seats": [ways, ways]}
    s = GAME.from_position(given | {"options": dict.fromkeys(READINGS, readings)})
    oracle, rng = Oracle.from_position(s.position(), Chance(s.position()["rng"]), SET), random.Random(5)
    play_both(s, oracle, rng, lambda legal: seek(legal, oracle, rng))
    assert sum(seat["gems"] for seat in s.position()["seats"]) > 2


@pytest.mark.parametrize("scenario", [x for x in scenarios("in-the-ruin") if "position" in x], ids=lambda x: x["id"])
def test_partial_positions_are_completed_alike(scenario):
    """5.1: what a position leaves out takes the same default in both readings, and the same can be done."""
    s = GAME.from_position(scenario["position"])
    oracle = Oracle.from_position(scenario["position"], Chance(s.position()["rng"]), SET)
    compare(s, oracle)
    for seat in s.to_act:
        assert s.legal(seat) == oracle.legal(seat)


# What always holds (P1 to P10)


def passages_of(sheet):
    return {(r, c) for r in LINES for c in LINES if sheet[r - 1][c - 1] in "o@"}


def check_cards(p):
    """P1: every card is in one place."""
    cards = [*p["row"], *p["deck"], *p["discard"]]
    goals = [*p["goal_deck"], *p["goal_discard"]]
    for seat in p["seats"]:
        cards += seat["dealt"]
        cards += [x["card"] for x in seat["setup"]] if p["phase"] == "setup" else []
        goals += seat["goals"] + ([seat["turn"]["spent"]] if seat["turn"]["spent"] else [])
        goals += seat["returned"] if p["phase"] == "goals" else []
    assert sorted(cards) == sorted(LETTERS.values())
    assert sorted(goals) == sorted(goal["id"] for goal in SET["goal"])


def check_sheets(p):
    """P2, P3: no block of passages, pieces on passages, gates on taken letters, gate or wall on every one inside."""
    for seat in p["seats"]:
        sheet, passages = seat["sheet"], passages_of(seat["sheet"])
        for r, c in product(range(1, 11), repeat=2):
            assert not {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} <= passages
        if p["phase"] in ("goals", "setup"):
            continue
        assert (6, 6) in passages
        assert seat["piece"] is None or tuple(seat["piece"]) in passages
        gates = {(r, c) for r, c in passages if sheet[r - 1][c - 1] == "@"}
        assert all(LETTERS.get(gate) in p["letters"]["taken"] for gate in gates)
        assert seat["gems"] <= len(gates)
        for (r, c), letter in LETTERS.items():
            if letter in p["letters"]["taken"] and seat["escaped"] is None:
                assert sheet[r - 1][c - 1] in "@#"


def check_growth(before, after):
    """P2: filled squares stay filled, walls never change, passages become gates at most."""
    for old, new in zip(before["seats"], after["seats"], strict=True):
        for a, b in zip("".join(old["sheet"]), "".join(new["sheet"]), strict=True):
            assert b in {".": ".o@#", "o": "o@", "@": "@", "#": "#"}[a]
        assert 0 <= new["gems"] - old["gems"] <= 1  # P8


def check_facts(s, events, before):
    """P1 to P3 and P8 hold after an action."""
    after = s.position()
    check_cards(after)
    check_sheets(after)
    check_growth(before, after)
    return after


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_always_holds(players):
    """P1 to P4, P8: cards, sheets, growth, legal actions; a letter opens once; stages have as many rounds as cards. [9-5]"""
    rng = random.Random(players)
    oracle = Oracle.new(1, {}, Chance(1), SET)
    for number in range(2 if JIT else 1):
        s = GAME.new(players, number)
        before, opened, rounds = s.position(), Counter(), Counter()
        while s.to_act:
            seat = rng.choice(s.to_act)
            numbers = s.legal_numbers(seat)
            assert numbers
            assert numbers == sorted(set(numbers))
            assert numbers[0] >= 0
            assert numbers[-1] < GAME.num_actions == 4010
            oracle.open = set(before["letters"]["open"])
            events = s.apply(seat, seek(s.legal(seat), oracle, rng))
            before = check_facts(s, events, before)
            opened.update(e["letter"] for e in events if e["type"] == "opened")
            rounds.update(e["stage"] for e in events if e["type"] == "round")
        assert set(opened.values()) <= {1}
        assert rounds[1] <= {1: 20, 2: 20, 3: 18, 4: 16}[players]
        assert rounds[2] <= 24
        assert len(before["log"]) == sum(rounds.values())


def play_checked(s, rng):
    """A random game in which P1 to P10 hold, some of them looked at after every action, some now and then."""
    actions, opened, rounds = 0, Counter(), Counter()
    while s.to_act:
        seat = rng.choice(s.to_act)
        numbers = s.legal_numbers(seat)
        assert numbers, "P4"
        assert numbers == sorted(set(numbers) & set(range(4010))), "P4"
        look = rng.random() < 0.007
        twin, before = s.clone(), s.position() if look else None
        if look:
            assert s.game.from_position(before) == s, "P7"
            if len(s.to_act) > 1:
                check_order(s, rng)
            check_warps(s, before, seat)
        number = rng.choice(numbers)
        events = s.apply_number(seat, number)
        if len(twin.to_act) > 1:  # nothing is committed: nobody else may notice
            other = twin.clone()
            other.step(seat, rng.choice(numbers))
            watcher = rng.choice([*sorted({*range(s.players)} - {seat}), None])
            assert seen_by(s, watcher) == seen_by(twin, watcher) == seen_by(other, watcher), "P5"
        if look:
            check_facts(s, events, before)
            again = s.game.from_position(before)
            assert again.apply_number(seat, number) == events, "P7"
            assert again == s, "P7"
        opened.update(e["letter"] for e in events if e["type"] == "opened")
        rounds.update(e["stage"] for e in events if e["type"] == "round")
        actions += 1
    assert set(opened.values()) <= {1}, "P8"
    assert rounds[1] <= 24, "P8"
    assert rounds[2] <= 24, "P8"
    check_end(s.position())
    return actions


def seen_by(s, watcher):
    """A raw view but for who is still at work."""
    view = s.game.state.integers(s.view_raw(watcher)).tolist()
    view[TO_ACT] = 0
    return view


def check_order(s, rng):
    """P6: two seats decide, in either order."""
    plan = [(seat, rng.choice(s.legal_numbers(seat))) for seat in rng.sample(s.to_act, 2)]
    one, two = s.clone(), s.clone()
    for seat, number in plan:
        one.step(seat, number)
    for seat, number in reversed(plan):
        two.step(seat, number)
    assert one == two, "P6"


def check_warps(s, p, seat):
    """P9: where a warp leads is what a search over (square, warp used) reaches."""
    moves = [a for a in s.legal(seat) if a["type"] == "move"]
    if any(a["warp"] for a in moves):
        sheet = p["seats"][seat]["sheet"]
        gates = {(r, c) for r, c in passages_of(sheet) if sheet[r - 1][c - 1] == "@"}
        reached = warp_reach(passages_of(sheet), gates, tuple(p["seats"][seat]["piece"]), 5)
        assert {tuple(a["to"]) for a in moves if a["warp"]} <= set(reached), "P9"


def check_end(p):
    """P9, P10: the squares and routes of a finished game by brute force, its scores by the second reading."""
    oracle = Oracle.from_position(p, Chance(p["rng"]), SET)
    for seat, score in zip(p["seats"], p["scores"], strict=True):
        filled = {(r, c) for r in LINES for c in LINES if seat["sheet"][r - 1][c - 1] != "."}
        passages = passages_of(seat["sheet"])
        assert score["square"][1] == seat["square"][1] == largest_rectangle(filled)[0], "P9"
        ends = {goal: [q for q, letter in LETTERS.items() if letter in goal] for goal in seat["goals"]}
        assert score["routes"] == [goal for goal in seat["goals"] if joined(passages, *ends[goal])], "P9"
    assert p["scores"] == [oracle.score(seat) for seat in oracle.seats], "P10"
    assert p["result"]["winners"] or p["players"] == 1, "P10"


def test_a_random_game_holds():
    """The study's check of a whole game, on one for each number of players."""
    for players in GAME.players:
        assert play_checked(GAME.new(players, 5), random.Random(players)) > 50


def test_the_same_decisions_in_any_order():
    """P6: seats may be driven in any order; positions, the generator included, are equal at every commit. [5, 5-1]"""
    rng = random.Random(8)
    one, two = GAME.new(3, 9), GAME.new(3, 9)
    for _ in range(14):
        plans = {}
        for seat in one.to_act:
            alone, plan = one.clone(), []
            while seat in alone.to_act and (not plan or alone.position()["to_act"] == list(one.to_act)):
                action = rng.choice(alone.legal(seat))
                plan.append(action)
                alone.apply(seat, action)
                if len(alone.to_act) != len(one.to_act):
                    break
            plans[seat] = plan
        for s, order in ((one, sorted(plans)), (two, sorted(plans, reverse=True))):
            for seat in order:
                for action in plans[seat]:
                    s.apply(seat, action)
        assert one.position() == two.position()


def test_private_choices_stay_private():
    """P5, J33: whatever a seat does on its own, the others' views and events differ in to_act alone, until the commit."""
    rng = random.Random(5)
    checked = 0
    for number in range(3):
        s = play_out(GAME.new(3, number), random.Random(number), 40 + 37 * number)
        if not s.to_act or len(s.to_act) < 2:
            s.apply(s.to_act[0], s.legal(s.to_act[0])[0])
        seat = s.to_act[0]
        worlds = []
        for _ in range(4):
            world, told = s.clone(), {other: [] for other in (1, 2, None)}
            while seat in world.to_act and len(world.to_act) > 1:
                events = world.apply(seat, rng.choice(world.legal(seat)))
                for other in told:
                    told[other] += world.events_for(other, events)
            worlds.append(({other: json.dumps(world.view(other)) for other in told}, told))
        for views, told in worlds[1:]:
            for other in told:
                if other != seat:
                    assert views[other] == worlds[0][0][other]
                    assert told[other] == worlds[0][1][other]
                    checked += 1
    assert checked


def random_sheet(rng):
    """Filled squares at random, and passages among them without a block."""
    filled = {(r, c) for r in LINES for c in LINES if rng.random() < 0.6} | {(6, 6)}
    passages = {(6, 6)}
    for r, c in sorted(filled, key=lambda _: rng.random()):
        blocks = [
            {(r + i, c + j), (r + i + 1, c + j), (r + i, c + j + 1), (r + i + 1, c + j + 1)}
            for i in (-1, 0)
            for j in (-1, 0)
        ]
        if not any(block <= passages | {(r, c)} for block in blocks):
            passages.add((r, c))
    marks = dict.fromkeys(filled, "#") | dict.fromkeys(passages, "o")
    taken = [letter for q, letter in LETTERS.items() if q in filled]
    marks |= {q: "@" for q in passages if q in LETTERS}
    return ["".join(marks.get((r, c), ".") for c in LINES) for r in LINES], taken


def test_rectangles_routes_and_warps():
    """P9, J39, J31, J14: against brute force on random sheets, also where several rectangles are equally large."""
    rng = random.Random(3)
    for _ in range(12):
        sheet, taken = random_sheet(rng)
        passages = passages_of(sheet)
        filled = {(r, c) for r in LINES for c in LINES if sheet[r - 1][c - 1] != "."}
        gates = {q for q in passages if q in LETTERS}
        goals = ["AE", "BC", "FM", "JR"]
        seat = {
            "sheet": sheet,
            "goals": goals,
            "turn": {"sub": "move", "main": "wall"},
            "piece": list(rng.choice(sorted(passages))),
        }
        given = {"stage": 2, "row": ["B"], "deck": [], "letters": {"taken": taken}, "seats": [seat]}
        s = GAME.from_position(given)
        reached = {tuple(a["to"]) for a in s.legal(0) if a["type"] == "move" and a["warp"]}
        assert reached == set(warp_reach(passages, gates, tuple(seat["piece"]), 5))
        over = GAME.from_position({**given, "phase": "over", "row": [], "seats": [seat | {"turn": {}}]}).position()
        assert over["seats"][0]["square"][1] == brute_rectangle(filled) == largest_rectangle(filled)[0]
        for goal in goals:
            ends = [q for q, letter in LETTERS.items() if letter in goal]
            assert (goal in over["scores"][0]["routes"]) == joined(passages, *ends)


def brute_rectangle(filled):
    found = 0
    for top, left in filled:
        for bottom, right in filled:
            area = (bottom - top + 1) * (right - left + 1)
            if bottom >= top and right >= left and area > found:
                if all((r, c) in filled for r in range(top, bottom + 1) for c in range(left, right + 1)):
                    found = area
    return found


def joined(passages, one, other):
    group = {one} & passages
    for _ in range(121):
        group |= {(r, c) for r, c in passages if {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & group}
    return other in group


def test_equal_rectangles_are_named_by_the_first():
    """J39: of equally large ones the smallest top row, then left column, then bottom row."""
    sheet = {"o": [[6, 6]], "#": [[1, 4], [2, 4], [3, 4], [4, 4], [1, 1], [1, 2], [2, 1], [2, 2]]}
    s = GAME.from_position({"stage": 2, "round": 30, "row": ["K"], "deck": [], "seats": [{"sheet": sheet}]})
    s.apply(0, {"type": "single-wall", "cell": [5, 6]})
    s.apply(0, {"type": "move", "to": [6, 6]})
    events = s.apply(0, {"type": "remain"})
    bonus = next(e for e in events if e["type"] == "square-bonus")
    assert (bonus["area"], bonus["rect"]) == (4, [1, 1, 2, 2])


# Single rules


def step1(**more):
    """A round of two players, seat 0 with three passages."""
    seats = [{"sheet": {"o": [[6, 6], [6, 7], [6, 8]]}, "goals": ["AE"]}, {"sheet": {"o": [[6, 6], [5, 6]]}}]
    return {"players": 2, "row": ["K", "A", "B"], "seats": seats} | more


def finish(s, seat, to):
    """Draw a single wall somewhere and move."""
    s.apply(seat, next(a for a in s.legal(seat) if a["type"] == "single-wall"))
    events = s.apply(seat, {"type": "move", "to": to})
    if seat in s.to_act and s.position()["seats"][seat]["turn"]["sub"] == "exit":
        events = s.apply(seat, {"type": "remain"})
    return events


def test_what_a_piece_is_drawn_as():
    """[5-1-1-A], [5-1-1-B]: passages or walls; the event cites which."""
    s = GAME.from_position(step1())
    events = s.apply(0, {"type": "draw", "mark": "passage", "cells": [[7, 8], [8, 8]]})
    assert events == [
        {"type": "drawn", "seat": 0, "card": "K", "mark": "passage", "cells": [[7, 8], [8, 8]], "rule": "5-1-1-A"}
    ]
    events = s.apply(1, {"type": "draw", "mark": "wall", "cells": [[4, 6], [3, 6]]})
    assert events == [
        {"type": "drawn", "seat": 1, "card": "K", "mark": "wall", "cells": [[3, 6], [4, 6]], "rule": "5-1-1-B"}
    ]


def test_a_decision_is_final():
    """J35: a drawing cannot be taken back or done again."""
    s = GAME.from_position(step1())
    s.apply(0, {"type": "draw", "mark": "wall", "cells": [[7, 7], [7, 8]]})
    with pytest.raises(takujo.IllegalAction) as refused:
        s.apply(0, {"type": "draw", "mark": "wall", "cells": [[7, 5], [7, 6]]})
    assert refused.value.rule == "5-1-2"


def test_the_row_fills_from_the_deck():
    """J38, J17: the first card drawn lies farthest from the deck; the row is refilled once, at the end of step 2."""
    s = GAME.new(2, 4)
    p = s.position()
    assert len(p["row"]) == 3
    s = GAME.from_position(step1(deck=["C", "D", "E"]))
    finish(s, 1, [6, 6])
    events = finish(s, 0, [6, 6])
    kinds = [e["type"] for e in events]
    assert kinds.count("refilled") == 1
    assert kinds.index("refilled") > kinds.index("discarded")
    assert s.position()["row"] == ["A", "B", "C"]


def test_between_the_stages():
    """J26: all 24 exploration cards are shuffled anew; sheets, pieces, goals, gems and letters stay."""
    s = GAME.from_position(step1(row=["K"], deck=[], letters={"open": ["I"]}, goal_deck=["VW"]))
    finish(s, 1, [5, 6])
    before = s.position()
    events = finish(s, 0, [6, 7])
    p = s.position()
    assert [e["rule"] for e in events if e["type"] == "square-bonus"] == ["6", "6"]
    assert (p["stage"], p["discard"], len(p["row"]), len(p["deck"])) == (2, [], 3, 21)
    assert p["goal_deck"] == before["goal_deck"]
    assert p["letters"] == before["letters"]
    assert [seat["piece"] for seat in p["seats"]] == [[6, 7], [5, 6]]
    assert p["seats"][1]["sheet"] == before["seats"][1]["sheet"]
    assert s.view(1)["seats"][0]["square"] == [None, None]
    assert s.view(0)["seats"][0]["square"][0] == p["seats"][0]["square"][0]


def test_two_claimants_and_one_goal_card():
    """J41: seat order decides; the second draws after the discard was shuffled into a new deck (J19)."""
    ways = {"sheet": {"o": [[6, 6], [6, 7], [5, 7], [4, 7]]}, "piece": [5, 7], "turn": {"sub": "move", "main": "wall"}}
    s = GAME.from_position(
        {"row": ["K", "A", "B"], "letters": {"open": ["I"]}, "goal_deck": ["VW"], "seats": [ways, ways]}
    )
    s.apply(1, {"type": "move", "to": [4, 7]})
    events = s.apply(0, {"type": "move", "to": [4, 7]})
    drawn = [e for e in events if e["type"] in ("goal-drawn", "goals-reshuffled")]
    assert [e["type"] for e in drawn] == ["goal-drawn", "goals-reshuffled", "goal-drawn"]
    assert (drawn[0]["seat"], drawn[0]["goal"], drawn[2]["seat"]) == (0, "VW", 1)
    assert len(drawn[1]["cards"]) == 23


def test_taken_letters_leave_nothing_to_draw_over():
    """J42: on the sheet of a seat inside a taken letter is gate or wall, so nobody can draw there."""
    sheet = {"o": [[6, 6], [5, 6], [4, 6]], "#": [[4, 7]]}
    s = GAME.from_position({"row": ["K", "A", "B"], "letters": {"taken": ["I"]}, "seats": [{"sheet": sheet}]})
    assert not [a for a in s.legal(0) if [4, 7] in a.get("cells", [a.get("cell")])]


def test_seats_out():
    """J37, J40: a seat out keeps its goals, counts for the collapse, may do nothing; once over all is shown."""
    seats = [{"sheet": {"o": [[6, 6], [6, 7]]}, "goals": ["AE"], "escaped": 20}, {"sheet": {"o": [[6, 6], [5, 6]]}}]
    s = GAME.from_position({"stage": 2, "round": 21, "row": ["K"], "deck": [], "seats": seats})
    with pytest.raises(takujo.IllegalAction) as refused:
        s.apply(0, {"type": "no-draw"})
    assert refused.value.rule == "5-1-2-E"
    assert s.view(1)["seats"][0]["goals"] == [None]
    events = finish(s, 1, [5, 6])
    assert {"type": "discarded", "cards": [], "asked": 1, "why": "collapse", "rule": "5-3"} in events
    assert without_rng(s.view(None)) == without_rng(s.position())
    assert s.view(None)["seats"][0]["goals"] == ["AE"]


def test_totals_below_zero():
    """J34, [7-2]: nothing limits penalties from below."""
    seat = {"penalties": 12, "turn": {"sub": "done"}}
    p = GAME.from_position({"phase": "over", "stage": 2, "seats": [seat]}).position()
    assert p["result"] == {"winners": [], "scores": [1 - 120 - 20]}


def test_routes_at_the_end():
    """J31, [7-3]: joined by passages only; a warp joins nothing; the entrance need not be met; spent cards do not count."""
    gates = {"o": [[6, 6], *([1, c] for c in range(4, 6))], "@": [[1, 3], [1, 6], [4, 7]]}
    seat = {"sheet": gates, "goals": ["AI", "AE"], "gems": 0}
    p = GAME.from_position(
        {"phase": "over", "stage": 2, "letters": {"taken": ["A", "B", "I"]}, "seats": [seat], "row": []}
    ).position()
    assert p["scores"][0]["routes"] == []
    gates["o"] += [[1, 7], [1, 8], [2, 8]]
    p = GAME.from_position(
        {"phase": "over", "stage": 2, "letters": {"taken": ["A", "B", "I"]}, "seats": [seat], "row": []}
    ).position()
    assert p["scores"][0]["routes"] == ["AE"]
    assert p["scores"][0]["route_vp"] == 15


def test_an_extra_square_fills_the_last_one():
    """J10, J11: when the +1 square has filled the sheet, nothing is left to draw and nothing is due."""
    rows = ["###########"] * 11
    rows[0] = ".##########"
    rows[5] = "#####o#####"
    s = GAME.from_position({"row": ["K", "A", "B"], "seats": [{"sheet": rows, "goals": ["AE"]}]})
    s.apply(0, {"type": "extra", "goal": "AE", "mark": "passage", "cell": [1, 1]})
    assert s.legal(0) == [{"type": "no-draw"}]


# Refusals, numbers


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ({"type": "keep", "goals": ["AE", "AI"]}, "5-1-1"),
        ({"type": "take", "card": "K", "mark": "wall"}, "5-1-1"),
        ({"type": "escape"}, "5-1-2-E"),
        ({"type": "remain"}, "5-1-2-E"),
        ({"type": "move", "to": [6, 7]}, "5-1-1"),
        ({"type": "draw", "mark": "wall", "cells": [[7, 6], [7, 6]]}, "5-1-1"),
        ({"type": "draw", "mark": "wall", "cells": []}, "5-1-1"),
        ({"type": "draw", "mark": "wall", "cells": [[7, 6], [7, 12]]}, "3"),
        ({"type": "single-wall", "cell": [0, 3]}, "3"),
        ({"type": "extra", "goal": "ZZ", "mark": "wall", "cell": [0, 3]}, "8"),
        ({"type": "extra", "goal": "AE", "mark": "wall", "cell": [0, 3]}, "3"),
        ({"type": "extra", "goal": "AE", "mark": "wall", "cell": [1, 3]}, "8-1"),
        ({"type": "no-draw"}, "5-1-1"),
        ({"type": "no-draw", "why": 1}, ""),
        ({"type": "draw", "mark": "wall", "cells": [[7, 6], [7, True]]}, ""),
        ({"type": "draw", "mark": "hole", "cells": [[7, 6], [7, 7]]}, ""),
        ({"type": "draw", "mark": "wall"}, ""),
        ({"type": "single-wall", "cell": 7}, ""),
        ({"type": "dance"}, ""),
    ],
)
def test_refusals_cite_their_rule(action, rule):
    """Section 4: the first reason that applies; malformed actions have no code."""
    s = GAME.from_position(step1())
    before = bytes(s)
    with pytest.raises(takujo.IllegalAction) as refused:
        s.apply(0, action)
    assert refused.value.rule == rule
    assert bytes(s) == before


def test_refusals_of_moving():
    """[5-1-2], [8-2], [8]: too far, no jump, no such goal, one special action only; squares outside are too far too."""
    s = GAME.from_position(step1())
    s.apply(0, {"type": "draw", "mark": "wall", "cells": [[7, 7], [7, 8]]})
    for action, rule in [
        ({"type": "move", "to": [0, 6]}, "5-1-2"),
        ({"type": "move", "to": [6, 9], "warp": None}, "5-1-2"),
        ({"type": "move", "to": [6, 7], "warp": {"goal": "AE"}}, "8-2"),
        ({"type": "move", "to": [6, 7], "warp": {"goal": "BC"}}, "8"),
        ({"type": "move", "to": [6, 7], "warp": "AE"}, ""),
        ({"type": "extra", "goal": "BC", "mark": "wall", "cell": [7, 6]}, "8"),
        ({"type": "single-wall", "cell": [7, 6]}, "5-1-2"),
    ]:
        with pytest.raises(takujo.IllegalAction) as refused:
            s.apply(0, action)
        assert refused.value.rule == rule
    s.apply(0, {"type": "extra", "goal": "AE", "mark": "wall", "cell": [7, 6]})
    with pytest.raises(takujo.IllegalAction, match=r"\[8\]"):
        s.apply(0, {"type": "move", "to": [6, 7], "warp": {"goal": "AE"}})


def test_numbers_are_those_of_the_second_reading():
    """8.1: the dense ids, computed by the page's formulas."""
    rng = random.Random(8)
    s = GAME.new(2, 8)
    oracle = Oracle.from_position(s.position(), Chance(s.position()["rng"]), SET)
    for _ in range(60):
        seat = rng.choice(s.to_act)
        legal = s.legal(seat)
        assert [oracle.number(seat, action) for action in legal] == s.legal_numbers(seat)
        action = seek(legal, oracle, rng)
        s.apply(seat, action)
        oracle.apply(seat, action)


def test_every_number_means_one_action():
    """Section 8.1: numbers that mean something decode to different actions and encode back; the others are refused."""
    rng = random.Random(1)
    for players, moves in ((1, 0), (2, 2), (2, 4), (3, 30), (4, 60), (1, 61)):
        s = play_out(GAME.new(players, 5), rng, moves)
        seat, seen = s.to_act[0], set()
        legal = set(s.legal_numbers(seat))
        for number in range(moves % 3, GAME.num_actions, 3):
            try:
                action = s.decode(seat, number)
            except ValueError:
                assert number not in legal
                continue
            assert s.encode(seat, action) == number
            text = json.dumps(action, sort_keys=True)
            assert text not in seen
            seen.add(text)
            if number not in legal and number % 7 == 0:
                before = bytes(s)
                with pytest.raises(takujo.IllegalAction):
                    s.apply(seat, action)
                assert bytes(s) == before


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_end(players):
    """Whole games inside compiled code, every one with an end; at most 44 rounds (3.1)."""
    games = 500 if JIT else 1
    moves = play_games(GAME, players, games, seed=players)
    assert games * players * 10 < moves < games * players * 200


# Positions


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"phase": None}, "phase is None"),
        ({"stage": 3}, "stage is 3"),
        ({"letters": 7}, "letters is 7; it takes an object"),
        ({"letters": {"open": ["Z"]}}, "letters.open is .'Z'.; it takes a list"),
        ({"letters": {"open": ["A", "A"]}}, "letters.open"),
        ({"row": ["A", "B", "C", "D"]}, "row is .*at most 3"),
        ({"seats": 7}, "seats is 7; it takes a list"),
        ({"seats": [7]}, r"seats\[0\] is 7; it takes an object"),
        ({"seats": [{}], "players": 2}, "2 values"),
        ({"seats": [{"hat": 1}]}, r"seats\[0\] is 'hat'; it takes only the keys"),
        ({"seats": [{"turn": None}]}, "turn is None"),
        ({"seats": [{"turn": {"hat": 1}}]}, "not hat"),
        ({"seats": [{"turn": {"sub": "keep"}}]}, "turn.sub is 'keep'; it takes one of this phase"),
        ({"seats": [{"turn": {"sub": "exit"}}]}, "exit only in stage 2"),
        ({"seats": [{"turn": {"sub": "done", "leaving": True}}, {}]}, "leaving is True"),
        ({"seats": [{"turn": {"sub": "done"}}]}, "a seat to act"),
        ({"seats": [{"turn": {"taken": {"card": "A", "mark": "wall"}}}]}, "the card being placed"),
        ({"seats": [{"turn": {"taken": {"card": "A"}}}]}, "both of its keys"),
        ({"phase": "setup", "seats": [{"turn": {"sub": "place"}}]}, "the card being placed"),
        ({"phase": "setup", "seats": [{"turn": {"sub": "place", "taken": {"card": "A", "mark": "passage"}}}]}, "still in dealt"),
        ({"phase": "setup", "seats": [{"piece": [6, 6]}]}, "piece is"),
        ({"phase": "goals", "seats": [{"goals": ["AE", "AI", "BC", "BN", "CO"]}]}, "at most 4"),
        ({"phase": "goals", "seats": [{"turn": {"spent": "AE"}}]}, "nulls outside step 1"),
        ({"seats": [{"sheet": ["o"]}]}, "sheet"),
        ({"seats": [{"sheet": ["..........."] * 12}]}, "at most 11"),
        ({"seats": [{"sheet": ["..........."] * 5}]}, "11 rows"),
        ({"seats": [{"sheet": {"x": []}}]}, "the keys o, @ and #"),
        ({"seats": [{"sheet": {"o": [[6, 12]]}}]}, "both 1 to 11"),
        ({"seats": [{"sheet": {"o": [[6, 6]], "#": [[6, 6]]}}]}, "one list only"),
        ({"seats": [{"sheet": {"o": 7}}]}, "a list of squares"),
        ({"seats": [{"piece": None}]}, "piece is"),
        ({"seats": [{"goals": [None]}]}, "no nulls"),
        ({"seats": [{"claim": {"round": 1}}]}, "both of its keys"),
        ({"seats": [{"setup": [{"card": "A"}]}]}, "card and mark"),
        ({"seats": [{"square": [1]}]}, "two boxes"),
        ({"seats": [{"penalties": None}]}, "no nulls|penalties"),
        ({"deck": [], "discard": []}, "a place for each card"),
        ({"goal_deck": ["AE"], "goal_discard": ["AE"]}, "each card in one place|a place for each card"),
        ({"log": [{"round": 1}]}, "entries with all their keys"),
        ({"log": 7}, "log is 7"),
        ({"seed": 1, "rng": 5}, "seed is 1"),
        ({"seed": -1}, "seed is -1"),
        ({"card_set": "nowhere"}, "card_set is 'nowhere'"),
        ({"card_set": 7}, "card_set is 7"),
        ({"options": {"solo_target": 1000}}, "solo_target is 1000; it takes an integer 0 to 999"),
        ({"stage": 2, "round": 5, "seats": [{"escaped": 5}, {}]}, "escaped is 5"),
        ({"stage": 2, "round": 5, "seats": [{"escaped": 4, "turn": {"sub": "draw"}}, {}]}, "nothing to do for a seat out"),
        ({"stage": 2, "round": 5, "seats": [{"escaped": 4, "piece": [6, 6]}, {}]}, "piece is"),
    ],
)  # fmt: skip
def test_impossible_positions(position, words):
    """5.2: what cannot be is refused, and the error says which key and what it takes."""
    with pytest.raises(ValueError, match=words):
        GAME.from_position({"row": ["A", "B", "C"]} | position)


def test_logs_of_positions():
    """5.3: an entry has a value for each seat; the last 48 rounds are kept, more than any play has."""
    entry = {"round": 1, "stage": 1, "card": "K", "claims": [None], "opened": [], "special": [False], "escaped": []}
    with pytest.raises(ValueError, match="log is .*at most 48"):
        GAME.from_position({"row": ["A"], "log": [entry] * 49})
    s = GAME.from_position({"row": ["A"], "log": [entry | {"round": i} for i in range(1, 49)], "round": 49})
    finish(s, 0, [6, 6])
    assert [x["round"] for x in s.position()["log"]] == list(range(2, 50))
    with pytest.raises(ValueError, match=r"log\[0\].claims"):
        GAME.from_position({"row": ["A"], "log": [entry | {"claims": []}]})
    with pytest.raises(ValueError, match=r"log\[0\].escaped"):
        GAME.from_position({"row": ["A"], "log": [entry | {"escaped": [0, 0]}]})
    assert GAME.from_position({"row": ["A"], "log": [entry]}).position()["log"] == [entry]


def test_seeds_of_positions():
    """5.1: `seed` instead of `rng`; without both the generator is seeded with 0."""
    one, other, none = (
        GAME.from_position({"row": ["A"]} | more).position()["rng"] for more in ({"seed": 0}, {"seed": 1}, {})
    )
    assert one == none != other


def test_finished_positions_are_scored():
    """5.1, [7]: a second square bonus not given is counted; the breakdown follows (5.4)."""
    seats = [{"sheet": {"o": [[6, 6], [6, 7]]}, "square": [3, None], "gems": 1, "escaped": 22}, {"square": [5, 7]}]
    p = GAME.from_position({"phase": "over", "stage": 2, "round": 24, "seats": seats}).position()
    assert p["scores"][0] == {
        "square": [3, 2], "gem_vp": 10, "penalty_vp": 0, "rank": 1, "escape_vp": 30, "honour": 30, "routes": [],
        "route_vp": 0, "passages": 2, "total": 45,
    }  # fmt: skip
    assert p["scores"][1]["total"] == 12 - 20
    assert p["result"] == {"winners": [0], "scores": [45, -8]}


def test_a_move_is_said_with_and_without_a_warp():
    say = partial(GAME.text.action, language="en", name=str)
    assert say({"type": "move", "to": [6, 6], "warp": None}) == "Move to 6, 6"
    assert say({"type": "move", "to": [6, 6], "warp": {"goal": "AE"}}) == "Move to 6, 6 by a warp (AE)"


def test_a_special_action_is_said_as_far_as_it_is_known():
    say = partial(GAME.text.event, language="en", name="Seat {}".format)
    used = {"type": "special-used", "seat": 1, "goal": "AE", "kind": "warp"}
    assert say(used) == "Seat 1 has paid AE for a special action (warp)."
    assert say(used | {"kind": None}) == "Seat 1 has paid AE for a special action."
