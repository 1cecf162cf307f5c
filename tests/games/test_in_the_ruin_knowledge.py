"""IN THE RUIN: what a seat can know. Samples, chances and observations come from its view alone."""

import json
import random
from collections import Counter
from typing import Any

import pytest

import takujo
from takujo.core.game import State
from takujo.core.jit import JIT
from takujo.core.kinds import Names
from takujo.games.in_the_ruin.kinds import Box, ShortList
from takujo.games.in_the_ruin.pieces import BACKSLASH, SLASH, bans
from tests.games.test_in_the_ruin import LETTERS, SET, check_cards, check_sheets
from tests.helpers import play_out

GAME = takujo.load("in-the-ruin")
SQUARES = {letter: square for square, letter in LETTERS.items()}


def spread(most=3):
    """States of all phases and player counts."""
    for players in range(1, 5):
        for moves in (0, 1, 3, 5, 40, 90, 140)[: 7 if JIT else most]:
            s = play_out(GAME.new(players, moves), random.Random(moves), moves)
            if s.to_act:
                yield s


def test_samples_are_possible_and_look_the_same():
    """Section 8.3: view(determinize(view)) is the view, for every seat and the spectator; samples differ and are legal."""
    varied = 0
    for s in spread(6):
        for seat in (*range(s.players), None):
            view = json.loads(json.dumps(s.view(seat)))
            worlds = [GAME.determinize(view, seed) for seed in range(3)]
            for world in worlds:
                assert world.view(seat) == s.view(seat)
                position = world.position()
                check_cards(position)
                check_sheets(position)
                check_public_facts(position)
                assert GAME.from_position(position) == world
            varied += len({json.dumps(world.position()["seats"]) for world in worlds}) > 1
    assert varied > 20


def check_public_facts(p):
    """A seat has a gate on every letter it claimed; its piece stands where it claimed last, on no open letter otherwise."""
    for number, seat in enumerate(p["seats"]):
        for entry in p["log"]:
            if entry["claims"][number]:
                r, c = SQUARES[entry["claims"][number]]
                assert seat["sheet"][r - 1][c - 1] == "@"
        waits = p["phase"] == "step1" and number in p["to_act"] and seat["turn"]["sub"] == "draw"
        if waits and seat["claim"] and seat["claim"]["round"] == p["round"] - 1:
            assert seat["piece"] == list(SQUARES[seat["claim"]["letter"]])
        elif waits:
            assert LETTERS.get(tuple(seat["piece"])) not in p["letters"]["open"]


def test_the_game_goes_on_from_a_sample():
    """A sample is a state like any other: it plays on to its end."""
    for s in spread(6):
        world = GAME.determinize(s.view(0), 5)
        assert play_out(world, random.Random(2)).result is not None


def test_frozen_sheets_of_samples():
    """J16: on the sheet of a seat out nothing is taken after its escape."""
    entry = {"round": 20, "stage": 2, "card": "K", "opened": [], "special": [False] * 2}
    log = [
        entry | {"claims": ["J", None], "escaped": []},
        entry | {"round": 21, "claims": [None, "I"], "escaped": [0]},
    ]
    ways = {
        "sheet": {"o": [[6, 6]], "@": [[4, 7]], "#": [[5, 4]]},
        "gems": 1,
        "piece": [4, 7],
        "claim": {"round": 21, "letter": "I"},
    }
    out = {"sheet": {"o": [[6, 6]], "@": [[5, 4]]}, "gems": 1, "escaped": 21}
    given = {"stage": 2, "round": 22, "row": ["A"], "letters": {"taken": ["I", "J"]}, "seats": [out, ways], "log": log}
    view = GAME.from_position(given).view(1)
    for seed in range(20):
        sheet = GAME.determinize(view, seed).position()["seats"][0]["sheet"]
        assert sheet[4][3] == "@"
        assert sheet[3][6] != "@"


def fits(counts, chances, n):
    """Chi-square, far out in the tail."""
    assert all(chances[key] > 0 for key in counts)
    square = sum((counts[key] - n * p) ** 2 / (n * p) for key, p in chances.items() if p)
    assert square < 8 + 4 * len(chances), (counts, chances)


@pytest.mark.parametrize(("players", "moves"), [(2, 0), (3, 2), (4, 4), (2, 7), (4, 12), (3, 60), (4, 120)])
def test_samples_follow_the_chances(players, moves):
    """Section 8.3: cards and goals lie in each place as often as belief says."""
    s = play_out(GAME.new(players, 3), random.Random(moves), moves)
    view = s.view(1)
    chances, n = GAME.belief(view), 1500 if JIT else 150
    goals, cards = Counter(), Counter()
    for seed in range(n):
        p: Any = State.record(GAME.determinize(view, seed))
        for goal in p.goal_deck:
            goals["deck", goal] += goal >= 0
        for seat in range(players):
            for goal in [*p.goals[seat], p.spent[seat], *(p.returned[seat] if p.phase == 0 else [])]:
                goals[seat, goal] += goal >= 0 and seat != 1
        cards[p.deck[0]] += 1
    index = {goal: i for i, goal in enumerate(goal_ids())}
    for name, places in chances["goals"].items():
        assert abs(sum(places["seats"]) + places["deck"] - 1) < 1e-9
        wanted = {seat: p for seat, p in enumerate(places["seats"]) if seat != 1} | {"deck": places["deck"]}
        fits({place: goals[place, index[name]] for place in wanted if goals[place, index[name]]}, wanted, n)
    deck = sum(places["deck"] for places in chances["cards"].values())
    if deck:
        top = {"ABCDEFGHIJKLMNOPQRSTUVWX".index(x): places["deck"] / deck for x, places in chances["cards"].items()}
        fits({card: k for card, k in cards.items() if card >= 0}, top, n)


def goal_ids():
    p = GAME.new(1).position()
    return sorted([*p["goal_deck"], *p["seats"][0]["goals"]])


def test_goals_given_back_are_not_in_hands_that_never_drew():
    """Section 8.3: before anybody draws, the two goals a seat returned are in the deck for certain."""
    s = play_out(GAME.new(3, 8), random.Random(2), 3)
    view = s.view(0)
    chances = GAME.belief(view)["goals"]
    for goal in view["seats"][0]["returned"]:
        assert chances[goal] == {"seats": [0.0, 0.0, 0.0], "deck": 1.0}
    assert not set(view["seats"][0]["goals"]) & set(chances)


@pytest.mark.parametrize("at_once", [False, True])
def test_goals_given_back_when_the_deck_is_renewed(at_once):
    """J19, [9-4]: a deck renewed at once tells nothing new before a card is drawn from it; who never drew has none of them."""
    ids = goal_ids()
    entry = {"stage": 1, "card": "K", "opened": [], "special": [True, False], "escaped": [], "claims": [None, None]}
    renewed, empty = {"goal_deck": ids[7:], "goal_discard": []}, {"goal_deck": [], "goal_discard": ids[7:]}
    given = {
        "round": 18, "row": ["A"], "options": {"goals_renewed_at_once": at_once},
        "log": [entry | {"round": i} for i in range(1, 18)],  # with the three more in hand 20 draws: the first deck
        "seats": [{"goals": ids[:5], "returned": ids[7:9]}, {"goals": ids[5:7], "returned": ids[9:11]}],
    } | (renewed if at_once else empty)  # fmt: skip
    view = GAME.from_position(given).view(0)
    chances = GAME.belief(view)["goals"]
    assert all(chances[goal]["seats"] == [0.0, 0.0] for goal in ids[7:9] if at_once)
    assert len(chances) == (19 if at_once else 2)
    for seed in range(20):
        world = GAME.determinize(view, seed)
        assert world.view(0) == view
        assert not set(world.position()["seats"][1]["goals"]) & set(ids[7:9])


@pytest.mark.parametrize("needed", [False, True])
def test_samples_leave_as_the_rule_has_it(needed):
    """J15: who began the round on the entrance may be about to leave, unless it must arrive there."""
    seats = [{"sheet": {"o": [[6, 6], [6, 7]]}, "turn": {"sub": "done", "main": "wall"}}, {}]
    options = {"escape_needs_arrival": needed}
    view = GAME.from_position({"stage": 2, "row": ["K", "A", "B"], "seats": seats, "options": options}).view(1)
    leaving = [GAME.determinize(view, seed).position()["seats"][0]["turn"]["leaving"] for seed in range(60)]
    assert any(leaving) == (not needed)


def test_which_letters_can_still_open():
    """J18, J25: the card referred to and those discarded open nothing in this stage; the others come in known order or by chance."""
    given = {
        "row": ["K", "A", "B"],
        "deck": ["C", "D"],
        "letters": {"open": ["I"], "taken": ["J"]},
        "seats": [{"sheet": {"o": [[6, 6]], "#": [[5, 4]]}}],
    }
    letters = GAME.belief(GAME.from_position(given).view(0))["letters"]
    assert "I" not in letters
    assert "J" not in letters
    assert letters["A"] == {"stage": 1, "by": [1.0, 1.0, 1.0, 1.0]}
    assert letters["B"]["by"] == [0.0, 1.0, 1.0, 1.0]
    assert letters["C"]["by"] == letters["D"]["by"] == [0.0, 0.0, 0.5, 1.0]
    assert letters["K"] == {"stage": 2, "by": [0.0] * 4}
    second = GAME.belief(GAME.from_position(given | {"stage": 2, "round": 22}).view(0))["letters"]
    assert set(second) == {"A", "B", "C", "D"}


def test_nothing_is_unknown_when_over():
    """J40: no chances are left, and a sample is the position itself."""
    s = play_out(GAME.new(2, 1), random.Random(1))
    assert GAME.belief(s.view(None)) == {"cards": {}, "goals": {}, "letters": {}}
    p, q = s.position(), GAME.determinize(s.view(None), 3).position()
    assert {**p, "rng": None} == {**q, "rng": None}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda v: v["deck"].pop(), "cards is"),
        (lambda v: v["goal_deck"].append(None), "goals is"),
        (lambda v: v["seats"][0]["goals"].append(None), "goals is"),
        (lambda v: v["seats"][0].update(penalties=1), "nulls for what others cannot see"),
        (lambda v: v["seats"][0]["sheet"].__setitem__(0, "..........."), "nulls for what others cannot see"),
        (lambda v: v["seats"][1].update(penalties=None), "all of it in its own view"),
        (lambda v: v["seats"][0].update(turn=v["seats"][1]["turn"]), "at most one seat"),
        (lambda v: v.update(to_act=[]), "a seat to act"),
        (lambda v: v.update(to_act=[0]), "to_act is"),
        (lambda v: v["letters"].update(open=["A"], taken=["A"]), "both open and taken"),
        (lambda v: v.update(card_set="other"), "card_set is"),
    ],
)
def test_impossible_views(change, words):
    """determinize refuses a view that no state has."""
    s = play_out(GAME.new(2, 1), random.Random(2), 12)
    view = json.loads(json.dumps(s.view(1)))
    assert view["phase"] == "step1"
    view["to_act"] = [0, 1] if view["seats"][1]["turn"]["sub"] != "done" else [0]
    GAME.determinize(view)
    change(view)
    with pytest.raises(ValueError, match=words):
        GAME.determinize(view)


# Observations (section 8.2)


def test_observation():
    """8.2: 20 planes of 11x11 and 332 scalars, from the seat's view only."""
    given = {
        "players": 2, "round": 12, "row": ["K", "A", "B"], "deck": ["C", "D"], "letters": {"open": ["I"], "taken": ["J", "O"]},
        "seats": [
            {"sheet": {"o": [[6, 6], [6, 7], [6, 8]], "#": [[5, 4]], "@": [[7, 8]]}, "goals": ["AE", "KT"], "penalties": 2, "piece": [6, 7],
             "square": [None, None], "claim": {"round": 3, "letter": "O"}, "gems": 1},
            {"sheet": {"o": [[6, 6]], "#": [[5, 4], [7, 8]]}, "goals": ["BC"], "turn": {"sub": "done", "main": "wall"}},
        ],
    }  # fmt: skip
    s = GAME.from_position(given)
    out = GAME.observation(s.view(0))
    assert out.shape == (2752,)
    planes, scalars = out[:2420].reshape(20, 11, 11), out[2420:]

    def squares(plane):
        return [[int(r) + 1, int(c) + 1] for r, c in zip(*planes[plane].nonzero(), strict=True)]

    assert planes[0].sum() == 116
    assert squares(1) == [[6, 6], [6, 7], [6, 8], [7, 8]]
    assert squares(2) == [[5, 4]]
    assert squares(3) == [[7, 8]]
    assert (squares(4), squares(5)) == ([[6, 7]], [[6, 6]])
    assert (squares(6), squares(7)) == ([[4, 7]], [[5, 4], [7, 8]])
    assert planes[8].sum() == 21
    assert sorted(squares(9)) == sorted(map(list, (SQUARES[x] for x in "ABCD")))
    assert squares(10) == [[6, 6], [6, 7], [6, 8], [7, 8]]
    assert squares(11) == [
        [4, 4],
        [5, 3],
        [5, 5],
        [5, 6],
        [5, 7],
        [5, 8],
        [6, 4],
        [6, 5],
        [6, 9],
        [7, 6],
        [7, 7],
        [7, 9],
        [8, 8],
    ]
    assert squares(12) == sorted([list(SQUARES["A"]), list(SQUARES["E"])])
    assert squares(13) == sorted([list(SQUARES["K"]), list(SQUARES["T"])])
    assert planes[14:17].sum() == 0
    assert squares(17) == [[1, 1], [1, 2]]
    assert squares(18) == [[1, 1], [1, 2], [1, 3], [1, 4]]
    assert scalars[:4].tolist() == [0, 0, 1, 0]
    assert scalars[4:11].tolist() == [0, 0, 0, 1, 0, 0, 0]
    assert scalars[11:13].tolist() == pytest.approx([0, 12 / 48])
    row = scalars[13:85].reshape(3, 24)
    assert [int(x.argmax()) for x in row] == [10, 0, 1]
    assert scalars[85:109].sum() == 19
    assert scalars[109:111].tolist() == pytest.approx([2 / 24, 21 / 24])
    assert scalars[111:135].sum() == 0
    assert scalars[135:159].nonzero()[0].tolist() == [0, 16]
    assert scalars[159:162].tolist() == pytest.approx([0, 0.2, 0])
    seats = scalars[162:282].reshape(4, 30)
    assert seats[0, :6].tolist() == pytest.approx([1, 0, 0, 1 / 24, 2 / 5, 0])
    assert seats[0, 6:].nonzero()[0].tolist() == [14]
    assert seats[1, :6].tolist() == pytest.approx([1, 0, 0, 0, 1 / 5, 1])
    assert seats[2:].sum() == 0
    assert scalars[282:].sum() == 0


def test_observation_in_set_up():
    """8.2: the card taken, its mark and its piece; dealt cards are the owner's."""
    given = {"phase": "setup", "row": ["A", "B", "C"], "seats": [
        {"dealt": ["K", "W"], "turn": {"sub": "place", "taken": {"card": "K", "mark": "passage"}}}, {"dealt": ["J", "L"]},
    ]}  # fmt: skip
    s = GAME.from_position(given)
    own, other = GAME.observation(s.view(0)), GAME.observation(s.view(1))
    assert own[17 * 121 : 18 * 121].nonzero()[0].tolist() == [0, 1]
    assert own[-50:].nonzero()[0].tolist() == [10, 22, 24 + 10, 48]
    assert other[17 * 121 : 18 * 121].sum() == 0
    assert other[-50:].nonzero()[0].tolist() == [9, 11]


def test_observations_are_of_seats():
    """8.2: a spectator has no observation; the error names the seat."""
    s = GAME.new(2, 1)
    with pytest.raises(ValueError, match="seat is None; it takes a seat: a spectator observes nothing"):
        GAME.observation(s.view(None))
    with pytest.raises(ValueError, match="seat is 2"):
        GAME.observation(s.view(0), 2)
    over = play_out(GAME.new(2, 1), random.Random(1))
    plain = json.loads(json.dumps(over.view(0)))
    with pytest.raises(ValueError, match="seat is None"):
        GAME.observation(plain)
    assert GAME.observation(plain, 1).tolist() == GAME.observation(over.view(1)).tolist()


def far_position(**more):
    """A position that no play reaches: every letter taken and walled in, whatever else is asked for."""
    walls = [list(square) for square in LETTERS]
    seats = more.pop("seats")
    for seat in seats:
        seat.setdefault("sheet", {"o": [[6, 6]], "#": walls})
    letters = {"taken": sorted(LETTERS.values()), "open": []}
    return GAME.from_position({"players": len(seats), "row": ["K"], "letters": letters, "seats": seats, **more})


def test_gems_that_no_claim_explains():
    """8.3: a seat with more gems than claims has gates on other taken letters; what does not fit is left out."""
    s = far_position(seats=[{"gems": 14}, {}])
    for seed in range(6):
        sheet = GAME.determinize(s.view(1), seed).position()["seats"][0]["sheet"]
        assert sum(row.count("@") for row in sheet) >= 10


def test_goals_that_cannot_be_where_they_should():
    """8.3: where hands and deck leave no room for a returned goal, any goal serves and every chance stays a number."""
    ids = [goal["id"] for goal in SET["goal"]]
    seats = [{"goals": ids[5 * k : 5 * k + 5], "returned": ids[20:22]} for k in range(4)]
    s = far_position(seats=seats, goal_deck=ids[20:], goal_discard=[])
    for seat in range(4):
        assert GAME.determinize(s.view(seat), seat).view(seat) == s.view(seat)
    tight = far_position(seats=[{"returned": ids[:2]}, {"goals": ids[:2]}], goal_deck=[], goal_discard=ids[2:])
    assert all(0 <= chance <= 1 for chance in flat(GAME.belief(tight.view(0))))


def flat(tree):
    """All floats of a belief."""
    if isinstance(tree, dict | list):
        for value in tree.values() if isinstance(tree, dict) else tree:
            yield from flat(value)
    elif isinstance(tree, float):
        yield tree


def test_what_a_row_of_names_and_a_box_take():
    """Anything else is refused."""
    for bad in (7, ["x"], ["a"] * 5):
        with pytest.raises(ValueError):  # noqa: PT011  (the codec adds the words)
            ShortList(Names(("a", "b"))).read(bad)
    for area in (-1, 122, "x", True):
        with pytest.raises(ValueError):  # noqa: PT011  (the codec adds the words)
            Box().read(area)


def test_pieces_with_diagonal_neighbours():
    """3-1: a piece that bends around a square makes a block with the two squares between its ends."""
    ring = {(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}
    for corner in ((2, 2), (2, 0)):
        assert {SLASH + 1, BACKSLASH + 1} & {where for where, _ in bans(tuple(sorted(ring - {corner})))}
