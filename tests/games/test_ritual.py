"""RITUAL against a second reading of its rules, and what the scenarios do not show."""

import json
import pickle
import random
import tomllib
from collections import Counter
from importlib import resources

import pytest

import takujo
from takujo.core.chance import seed_words
from takujo.core.components import components
from takujo.core.jit import JIT
from takujo.core.loops import Plays, play_games
from takujo.match import BadRecord, Match, verify
from tests.helpers import Chance, play_both, play_out, scenarios, without_rng
from tests.oracles.ritual import Oracle

GAME = takujo.load("ritual")
OPTIONS = (
    {},
    {"start": 1},
    {"restart_cap": 0},
    {"restart_cap": 1, "start": 0},
    {"out_may_start": True, "out_ranks": True},
)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("options", OPTIONS, ids=json.dumps)
def test_a_second_reading_agrees(players, options):
    """Positions, views, legal actions, events and what is hidden of them are equal after every action."""
    rng = random.Random(f"{players} {options}")
    for number in range(4 if JIT else 1):
        s = GAME.new(players, number, options)
        seeded = Chance(sum(word << 32 * i for i, word in enumerate(seed_words(number))))
        oracle = Oracle.new(players, s.position()["options"], seeded)
        play_both(s, oracle, rng)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_thousands_of_games_end_alike(players):
    """Whole games by number, engine and oracle with the same chance, end in the same position."""
    rng = random.Random(players)
    for number in range(300 if JIT else 30):
        s = GAME.new(players, b"game %d" % number)
        oracle = Oracle.from_position(s.position(), Chance(s.position()["rng"]))
        while s.to_act:
            seat = s.to_act[0]
            choice = rng.choice(s.legal_numbers(seat))
            oracle.apply(seat, s.decode(seat, choice))
            s.step(seat, choice)
        assert without_rng(s.position()) == oracle.position()


def test_pieces_are_never_lost():
    """4.6: thirty cards and fifteen markers at every moment; contribution at most nine; awards in their bounds."""
    rng = random.Random(4)
    for players in GAME.players:
        for number in range(6):
            s = GAME.new(players, number)
            while s.to_act:
                _check_pieces(s.position())
                seat = s.to_act[0]
                s.apply(seat, rng.choice(s.legal(seat)))
            position = s.position()
            _check_pieces(position)
            assert max(position["contribution"]) <= 9
            for ritual in position["history"]:
                low, high = (2, 2 * players) if ritual["result"] == "excellent" else (3, max(players + 2, 2 * players))
                assert low <= sum(ritual["awards"]) <= high


def check_facts(s, events, before):
    """4.6 holds after an action."""
    after = s.position()
    _check_pieces(after)
    for event in events:
        assert event["type"] != "contribution" or 1 <= event["amount"] <= 3
    assert max(after["contribution"]) <= 9
    return after


def _check_pieces(position):
    groups = [*position["hands"], *(x for x in position["sets"] if x), position["unused"]]
    cards = [card for group in groups for card in group]
    cards += [laid["card"] for laid in position["played"] if laid]
    cards += [entry["card"] for row in position["rows"] for entry in row]
    assert len(cards) == len(set(cards)) == 30
    markers = Counter(colour for ritual in position["used_markers"] for colour in ritual)
    markers.update(position["markers"])
    markers.update([position["altar"]] if position["altar"] else [])
    assert markers == {"red": 5, "green": 5, "yellow": 5}
    for seat in range(position["players"]):
        assert position["eliminated"][seat] or position["phase"] == "over" or position["totals"][seat] != 10


def test_void_after_the_cap():
    """MAD-3, A21: with restart_cap 0 a ritual in which everybody goes mad is void; the next start is the same (NR-1)."""
    position = scenario_position("T23") | {"options": {"restart_cap": 0}}
    s = GAME.from_position(position)
    s.apply(0, {"type": "chant", "card": "r2g3", "side": 0})
    events = s.apply(1, {"type": "chant", "card": "g3y2", "side": 0})
    ends = next(event for event in events if event["type"] == "ritual-ends")
    assert (ends["result"], ends["reason"], ends["rule"]) == ("void", "restart-cap", "MAD-3")
    assert not [event for event in events if event["type"] == "contribution"]
    following = next(event for event in events if event["type"] == "next-start")
    assert following == {"type": "next-start", "seat": 1, "by": "void", "rule": "MAD-3"}
    after = s.position()
    assert after["history"][-1]["awards"] == [0, 0]
    assert after["used_markers"][1] == ["red", "yellow"]
    assert (after["ritual"], after["start"]) == (3, 1)


def test_void_last_ritual_leaves_the_tie():
    """A34: after a void third ritual its totals do not break a tie."""
    position = scenario_position("T23") | {"options": {"restart_cap": 0}, "ritual": 3, "contribution": [2, 2]}
    position["used_markers"] = [*position["used_markers"][:1], [], ["red"]]
    s = GAME.from_position(position)
    s.apply(0, {"type": "chant", "card": "r2g3", "side": 0})
    events = s.apply(1, {"type": "chant", "card": "g3y2", "side": 0})
    assert events[-1] == {"type": "game-over", "winners": [0, 1], "scores": [2, 2], "by": "shared", "rule": "FIN-3"}


def scenario_position(name):
    return next(dict(x["position"]) for x in scenarios("ritual") if x["id"] == name)


ROW = [{"card": "r1g2", "side": 0, "result": "scored"}]
MAD = [{"card": "r3g4", "side": 0, "result": "madness"}, {"card": "r2g4", "side": 0, "result": "madness"}]
TEN = [{"card": card, "side": 1, "result": "scored"} for card in ("r2g4", "r3g4", "r3g2")]


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({}, "players is None"),
        ({"players": 3, "ritual": 4}, "ritual is 4; it takes an integer 1 to 3"),
        ({"players": 3, "ritual": None}, "ritual is None; it takes an integer 1 to 3"),
        ({"players": 3, "phase": None}, "phase is None"),
        ({"players": 3, "start": 3}, "start is 3; it takes a seat"),
        ({"players": 3, "ritual_start": 4}, "ritual_start is 4"),
        ({"players": 3, "restarts": -1}, "restarts is -1"),
        ({"players": 3, "round": 2}, "round is 2; it takes 1"),
        ({"players": 3, "hands": 7}, "hands is 7; it takes a list"),
        ({"players": 3, "hands": [[], []]}, "3 values"),
        ({"players": 3, "hands": [["r1g2", "r1g2"], [], []]}, "each card in one place"),
        ({"players": 3, "hands": [["r9g9"], [], []]}, r"hands\[0\]\[0\] is 'r9g9'; it takes one of r1g2"),
        ({"players": 3, "hands": [[None], [], []]}, "no nulls"),
        ({"players": 3, "rows": [ROW, ROW[:0], ROW[:0]]}, "0 entries.; it takes 1"),
        ({"players": 3, "rows": [[{"card": "r1g2"}], [], []]}, "card, side and result"),
        ({"players": 3, "rows": [[{"card": "r1g2", "side": 2, "result": "scored"}], [], []]}, "side is 2"),
        ({"players": 3, "rows": [[{"side": 0, "colour": "red"}], [], []]}, "the keys card, side, result, not colour"),
        ({"players": 3, "rows": [7, [], []]}, r"rows\[0\] is 7; it takes a list"),
        ({"players": 3, "rows": [[7], [], []]}, r"rows\[0\]\[0\] is 7; it takes an object"),
        ({"players": 2, "rows": [[*MAD, *ROW], [], []][:2]}, "no entry after the one that put the player out"),
        ({"players": 2, "rows": [MAD, [{**e, "card": c} for e, c in zip(ROW * 2, ("g1y2", "g1y3"), strict=True)]]},
         "at least two in a round"),
        ({"players": 3, "start": 0, "rows": [MAD, [{"card": "g1y2", "side": 0, "result": "scored"},
          {"card": "g1y3", "side": 0, "result": "scored"}], [{"card": "g2y3", "side": 0, "result": "none"},
          {"card": "g2y1", "side": 0, "result": "none"}]]}, "start is 0; it takes a player who is in"),
        ({"players": 2, "rows": [TEN, [{"card": c, "side": 0, "result": "none"} for c in ("g1y2", "g1y3", "g2y3")]]},
         "a total of 10"),
        ({"players": 3, "played": [None, {"card": "r1g2", "side": 0}, None]}, "the first of the turn order"),
        ({"players": 2, "played": [{"card": "r1g2", "side": 0}, {"card": "r1g3", "side": 0}]}, "still to be laid"),
        ({"players": 2, "played": [{"card": "r1g2"}, None]}, "card and side"),
        ({"players": 2, "phase": "take-sets", "altar": "red"}, "null outside rounds"),
        ({"players": 2, "phase": "take-sets", "played": [{"card": "r1g2", "side": 0}, None]}, "nulls outside rounds"),
        ({"players": 2, "sets": [[], []]}, r"\[\] outside take-sets"),
        ({"players": 3, "phase": "take-sets", "sets": [[], []]}, "for each of 3 players"),
        ({"players": 3, "phase": "take-sets", "sets": [None, [], []]}, "as many null sets as hands"),
        ({"players": 2, "phase": "take-sets", "start": 0, "sets": [None, []], "hands": [[], ["r1g2"]]}, "two sets left"),
        ({"players": 3, "phase": "take-sets", "start": 0, "hands": [["r1g2"], [], []]}, "held by the first of the order"),
        ({"players": 3, "phase": "take-sets", "sets": [["r1g2"] * 7, [], []]}, "at most 6 values"),
        ({"players": 2, "hands": [["r1g2"], []], "rows": [TEN[:1] * 0, []], "unused": ["r1g3"] * 1}, "17 more"),
        ({"players": 2, "unused": [f"r{a}g{b}" for a, b in ((1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2))] * 6},
         "at most 30 values"),
        ({"players": 5, "unused": ["r1g2"]}, "cards are missing in hands or sets"),
        ({"players": 2, "used_markers": [[], []]}, "1 values"),
        ({"players": 2, "used_markers": [["red"] * 5], "altar": "red"}, "exactly"),
        ({"players": 2, "markers": ["red"] * 5 + ["green"] * 5 + ["yellow"] * 4}, "exactly"),
        ({"players": 2, "ritual": 1, "used_markers": [["red"]], "altar": None}, "that may still be needed"),
        ({"players": 2, "phase": "over"}, "3 when the game is over"),
        ({"players": 2, "phase": "over", "ritual": 3}, "rows is 'empty'"),
        ({"players": 2, "contribution": [1, None]}, r"contribution\[1\] is None"),
        ({"players": 2, "contribution": [1, -1]}, "an integer 0 to"),
        ({"players": 2, "history": [{"ritual": 1}]}, "entries with all their keys"),
        ({"players": 2, "history": 7}, "history is 7; it takes a list"),
        ({"players": 2, "luck": []}, "only the keys"),
        ({"players": 2, "options": {"start": 2}}, "option start is 2; it takes a seat, 0 to 1, or null"),
        ({"players": 2, "options": {"restart_cap": -1}}, "option restart_cap is -1; it takes an integer >= 0, or null"),
    ],
)  # fmt: skip
def test_impossible_positions(position, words):
    """4.3: what cannot be is refused, and the error says which key and what it takes."""
    with pytest.raises(ValueError, match=words):
        GAME.from_position(position)


def test_history_of_the_future_is_refused():
    """A position in the first ritual has no finished one behind it."""
    entry = scenario_history()
    with pytest.raises(ValueError, match="finished rituals only"):
        GAME.from_position({"players": 3, "history": [entry]})
    assert GAME.from_position({"players": 3, "ritual": 2, "history": [entry]}).position()["history"] == [entry]


def scenario_history():
    s = play_out(GAME.new(3, 1), random.Random(1))
    return s.position()["history"][0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda v: v["totals"].__setitem__(0, 3), "totals is"),
        (lambda v: v["to_act"].__setitem__(0, 1 - v["to_act"][0]), "to_act is"),
        (lambda v: v["hand_backs"][0].__setitem__(0, [3, 4]), "hidden cards with back|a back for every card"),
        (lambda v: v["hand_backs"][0].pop(), "a back for every card"),
        (lambda v: v["hands"][1].__setitem__(0, v["hands"][1][1]), "view is"),
        (lambda v: v["markers"].pop(), "markers is"),
        (lambda v: v["used_markers"].__setitem__(0, ["red"] * 5) or v.__setitem__("altar", "red"), "used_markers is"),
    ],
)
def test_impossible_views(change, words):
    """determinize refuses a view that no state has."""
    s = play_out(GAME.new(2, 1, {"start": 0}), random.Random(2), 1)
    view = json.loads(json.dumps(s.view(1)))
    GAME.determinize(view)
    change(view)
    with pytest.raises(ValueError, match=words):
        GAME.determinize(view)


def test_samples_follow_the_chances():
    """7.3: each hidden card is any unseen card with its back, equally often; sides and markers too."""
    s = play_out(GAME.new(3, 11, {"start": 0}), random.Random(5), 4)
    view = s.view(1)
    chances = GAME.belief(view)
    n, groups, laid, sides, marker = (
        3000 if JIT else 600,
        [Counter(), Counter(), Counter()],
        Counter(),
        Counter(),
        Counter(),
    )
    for seed in range(n):
        world = GAME.determinize(view, seed).position()
        for count, group in zip(groups, (world["hands"][0], world["hands"][2], world["unused"]), strict=True):
            count.update(group)
        laid[world["played"][0]["card"]] += 1
        sides[world["played"][0]["side"]] += 1
        marker[world["markers"][0]] += 1
    for count, expected in zip(groups, (chances["hands"][0], chances["hands"][2], chances["unused"]), strict=True):
        assert_fits(count, expected, n)
        assert sum(expected.values()) == pytest.approx(count.total() / n)
    assert_fits(laid, chances["played"][0]["card"], n)
    assert_fits(sides, {int(k): p for k, p in chances["played"][0]["side"].items()}, n)
    assert_fits(marker, chances["next_marker"], n)
    assert chances["hands"][1] == dict.fromkeys(view["hands"][1], 1.0)
    assert chances["played"][2] is None


def assert_fits(counts, chances, n):
    """Chi-square, far out in the tail: it fails by chance once in a million runs."""
    assert set(counts) <= set(chances)
    square = sum((counts[k] - n * p) ** 2 / (n * p) for k, p in chances.items() if p)
    assert square < 5 + 6 * len(chances), (counts, chances)


def test_belief_of_a_laid_card():
    """A laid card's colour follows from the unseen cards with its back; the seat itself knows."""
    s = GAME.from_position(scenario_position("T29"))
    s.apply(0, {"type": "chant", "card": "r1g3", "side": 1})
    own, other = GAME.belief(s.view(0))["played"][0], GAME.belief(s.view(1))["played"][0]
    assert own == {"card": {"r1g3": 1.0}, "side": {"1": 1.0}, "colour": {"red": 0.0, "green": 1.0, "yellow": 0.0}}
    assert set(other["card"]) == {"r1g3", "g1y3", "g3y1", "r1y3", "r3y1"}  # r3g1 is in the own hand
    assert abs(sum(other["colour"].values()) - 1) < 1e-9


def test_belief_before_the_sets_are_taken():
    """A10: nobody knows a front; each back stands for six cards."""
    chances = GAME.belief(GAME.new(4, 2).view(1))
    for group, backs in zip(chances["sets"], GAME.new(4, 2).view(1)["set_backs"], strict=True):
        assert len(group) == 6 * len({tuple(back) for back in backs})
        assert sum(group.values()) == pytest.approx(6)
    assert chances["next_marker"] == {"red": 1 / 3, "green": 1 / 3, "yellow": 1 / 3}


def test_markers_run_out_only_at_the_very_end():
    """A38: after fifteen rounds no marker is left, and the chances of the next say so."""
    rng = random.Random(0)
    for seed in range(200):
        s = play_out(GAME.new(2, seed, {"restart_cap": 0}), rng)
        if not s.position()["markers"]:
            assert set(GAME.belief(s.view(0))["next_marker"].values()) == {0.0}
            return
    pytest.fail("no game of fifteen rounds in two hundred")


def test_observation():
    """7.2: 1118 numbers, seats counted from the observer; a spectator is seat 0 without anything private."""
    s = GAME.from_position(scenario_position("T29"))
    s.apply(0, {"type": "chant", "card": "r1g3", "side": 1})
    own, spectator = GAME.observation(s.view(0)), GAME.observation(s.view(None))
    assert own.shape == (1118,)
    assert own[0:3].tolist() == [0, 1, 0]  # chanting
    assert own[3:7].tolist() == [0, 1, 0, 0]  # three players
    assert own[7:10].tolist() == [1, 0, 0]
    assert own[10:16].tolist() == [0, 1, 0, 0, 0, 0]
    assert own[16:21].tolist() == [1, 0, 0, 0, 0]
    assert own[21:26].tolist() == [0, 1, 0, 0, 0]
    assert own[26:29].tolist() == [1, 0, 0]
    assert own[29:32].tolist() == pytest.approx([4 / 5, 1, 1])
    assert own[32:62].sum() == 5
    assert own[152 + 2 * 6 + 1] == 1
    assert own[152:212].sum() == 1
    assert own[62:67].tolist() == pytest.approx([2 / 6, 0, 1 / 6, 1 / 6, 1 / 6])
    assert own[127:132].tolist() == [0, 1, 0, 0, 0]
    assert own[1107:1112].tolist() == [1, 1, 1, 0, 0]
    assert own[1113:1118].tolist() == [1, 0, 0, 0, 0]
    assert spectator[32:62].sum() == spectator[152:212].sum() == 0
    same = own.copy()
    same[32:62] = same[152:212] = 0
    assert same.tolist() == spectator.tolist()
    other = GAME.observation(s.view(2))
    assert other[16:21].tolist() == [0, 1, 0, 0, 0]
    assert GAME.observation(json.loads(json.dumps(s.view(2)))).tolist() == other.tolist()


def test_observation_of_rows():
    """Rows, totals and who is out stand at their places; plain JSON of a seat without cards needs the seat."""
    s = GAME.from_position(scenario_position("T30"))
    o = GAME.observation(s.view(2))
    assert o[212 + 2] == o[212 + 30] == o[212 + 32 + 2] == 1  # own first entry: g1y2, side 0, madness
    assert o[1097:1102].tolist() == [0, 0, 1, 0, 0]
    fresh = GAME.new(3, 1, {"start": 0})
    view = json.loads(json.dumps(fresh.view(2)))
    assert GAME.observation(view, 2).tolist() == GAME.observation(fresh.view(2)).tolist()
    assert GAME.observation(view).tolist() == GAME.observation(fresh.view(None)).tolist()


def test_an_owner_may_replace_the_cards(tmp_path):
    """1.4: another data file is another game of the same rules, compiled for itself; ours stays as it is."""
    text = resources.files("takujo.games.ritual").joinpath("ritual.toml").read_text(encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace('provenance = "reconstruction"', 'provenance = "verified"')
                    .replace('id = "r1g2"', 'id = "first"').replace("back = [1, 2]", "back = [9]"), encoding="utf-8")  # fmt: skip
    mine = takujo.load("ritual", file)
    assert mine is takujo.load("ritual", str(file))
    assert mine is not GAME
    s = mine.new(3, 5)
    assert s.decode(0, 5) == {"type": "chant", "card": "first", "side": 0}
    assert [9] in [back for group in s.position()["set_backs"] for back in group] + s.position()["unused_backs"]
    hands = play_out(s, random.Random(1), 2).position()["hands"][0]
    backs = play_out(mine.new(3, 5), random.Random(1), 2).position()["hand_backs"][0]
    assert backs == sorted(backs), hands
    play_out(s, random.Random(2))
    assert s.result
    content = pickle.dumps(s)
    assert pickle.loads(content) == s
    record = Match(mine, 3, seed=1).record()
    assert record["components"] == mine.digest
    assert verify(record, file).state == mine.new(3, 1)
    with pytest.raises(BadRecord, match=f"played with components {mine.digest}, not the packaged ones"):
        verify(record)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="the components the state was made with"):
        pickle.loads(content)
    assert GAME.new(3, 5).decode(0, 5)["card"] == "r1g2"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("slug = ", "slug = 7 # "), "slug is 7"),
        (("title_ja = ", "titel_ja = "), "title_ja is None; it takes a text"),
        (('ja = ["赤", "緑", "黄"]', 'ja = ["赤", "緑"]'), "colours.ja"),
        (("reconstruction\"", "guess\""), "provenance is 'guess'; it takes reconstruction or verified"),
        (("rounds = 5 ", "rounds = 6 "), "spell_markers is"),
        (("hand = 6 ", "hand = 4 "), "rules.rounds is 5; it takes at most 4, as the hand"),
        (("hand = 6 ", "hand = 7 "), "rules.hand is 7; it takes an integer 1 to 6"),
        (("target = 10", "targett = 12"), "rules.targett is unknown; it takes rituals, rounds, hand, target, madness_limit"),
        (("[rules]", "[[rules]]"), "rules is"),
        (("mastered_alone = 3", "mastered_alone = 3\nlast = 1"), "awards.2 is 'last'; it takes mastered_alone or"),
        (("target = 10", "target = 0"), "rules.target is 0"),
        (("oriented = false", "oriented = true"), "backs.oriented is True"),
        (("mastered_alone = 3", "mastered_alone = -3"), "awards.2.mastered_alone is -3"),
        (("[awards.4]", "[award.4]"), "awards.4 is None; it takes a table"),
        (('order = ["red", "green", "yellow"]', 'order = ["red", "green"]'), "colours.order"),
        (("red = 5", "red = 6"), "spell_markers is"),
        (('id = "r2g1"', 'id = "r1g2"'), r"cards\[1\].id is 'r1g2'; it takes a text of 1 to 40 characters that no other card has"),
        (('ends = [{ colour = "red", points = 1 }, ', "ends = ["), r"cards\[0\].ends"),
        (('colour = "red", points = 1', 'colour = "blue", points = 1'), "a colour, one of red, green, yellow"),
        (('colour = "red", points = 1', 'colour = "red", points = 10'), "points 1 to 9"),
        (("back = [1, 2]", "back = [1, 2, 3]"), r"cards\[0\].back is \[1, 2, 3\]"),
        (("[[cards]]\nid = \"r4y3\"", "[[card]]\nid = \"r4y3\""), "cards is 29; it takes exactly 30 cards"),
        (('slug = "ritual"', 'slug = "ritual"\nsize = "huge"'), "size is 'huge'; it takes full or small"),
        (('slug = "ritual"', 'slug = "ritual"\nsize = "small"'), "rules.hand is 6; it takes at most 3"),
        (("[rules]", "[rules"), "not a readable TOML file"),
        (("[colours]", "[[colours]]"), "colours is"),
        (("[[cards]]\nid = \"r1g2\"\nends", "[[cards]]\nid = \"r1g2\"\nend"), r"cards\[0\].ends is None"),
    ],
)  # fmt: skip
def test_bad_component_files(tmp_path, change, words):
    """A bad file is refused with its name and what is wrong in it."""
    text = resources.files("takujo.games.ritual").joinpath("ritual.toml").read_text(encoding="utf-8")
    assert change[0] in text
    file = tmp_path / "bad.toml"
    file.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(ValueError, match=f"component file .*bad.toml: .*{words}"):
        takujo.load("ritual", file)


def test_a_table_in_the_browser_takes_other_numbers_but_no_small_game():
    """Its board and its guide tell the numbers; nobody plays the solvers' game with people."""
    data = components("takujo.games.ritual")
    assert GAME.check_components
    data["rules"].update(target=12, madness_limit=6)
    data["awards"]["4"].update(mastered_alone=9)
    GAME.check_components(data)
    assert GAME.small
    with pytest.raises(ValueError, match="size is 'small'; it takes full"):
        GAME.check_components(components("takujo.games.ritual") | tomllib.loads(GAME.small[0].read_text("utf-8")))


def test_missing_component_file(tmp_path):
    """No such file is said so."""
    with pytest.raises(ValueError, match="component file .*none.toml: No such file"):
        takujo.load("ritual", tmp_path / "none.toml")


def test_play_in_compiled_loops():
    """play_games and Plays are the same rules: whole games end, and a batch goes on with new ones."""
    assert play_games(GAME, 3, 5, seed=1) == play_games(GAME, 3, 5, seed=1) > 5 * 3 * 5
    plays = Plays(GAME, 4, 3, seed=2)
    ended = 0
    for _ in range(200):
        assert (plays.counts > 0).all()
        assert set(plays.seats.tolist()) <= set(range(4))
        plays.step(plays.actions[:, 0].copy())
        ended += int(plays.ended.sum())
    assert ended


def test_scripted_chance():
    """Draws follow the script; past its end the size of the draw is noted, and the generator is left alone."""
    s = GAME.from_position(scenario_position("T23"))
    s.apply(0, {"type": "chant", "card": "r2g3", "side": 0})
    numbers: list[int] = []
    for k in (10, 9, 8):
        world = s.clone()
        world.script(numbers)
        world.apply(1, {"type": "chant", "card": "g3y2", "side": 0})
        assert world.chance_needed == k  # the ten face-down markers are being mixed
        numbers.append(k - 1)
    world = s.clone()
    world.script([k - 1 for k in range(10, 1, -1)] + [k - 1 for k in range(30, 1, -1)])
    world.apply(1, {"type": "chant", "card": "g3y2", "side": 0})
    assert world.chance_needed == 0
    assert world.position()["sets"][0] == ["r1g2", "r2g1", "g1y2", "g2y1", "r1y2", "r2y1"]
    world.script(None)
    assert world.position()["rng"] == s.position()["rng"]
    with pytest.raises(ValueError, match="a script of 65 numbers; it takes at most 64"):
        s.script([0] * 65)
