"""RITUAL: who gets what at the end of a ritual, and what is cleared, kept and hidden afterwards."""

import random

import pytest

import takujo

GAME = takujo.load("ritual")
ENDS = [GAME.new(2).decode(0, number)["card"] for number in range(5, 65, 2)]
POINTS = {card: (int(card[1]), int(card[3])) for card in ENDS}
RED = [card for card in ENDS if card[0] == "r"]


class Out(int):
    """The frozen total of a player who is out."""


def rows_for(total, entries, cards, rng):
    """A row of so many entries with this total; a player who is out ends it with enough madness."""
    while True:
        rng.shuffle(cards)
        row = [{"card": card, "side": rng.randrange(2), "result": "none"} for card in cards[:entries]]
        for entry in row:
            entry["result"] = rng.choice(["scored", "none", "madness"])
        minus, out_at = 0, None
        for i, entry in enumerate(row):
            if entry["result"] == "madness":
                minus += POINTS[entry["card"]][entry["side"]]
                if minus >= 5 and out_at is None:
                    out_at = i
        sums = {"scored": 1, "none": 0, "madness": -1}
        got = sum(sums[e["result"]] * POINTS[e["card"]][e["side"]] for e in row)
        if got == total and (out_at == entries - 1 if isinstance(total, Out) else out_at is None):
            del cards[:entries]
            return row


def ending(finals, rounds=5, ritual=1, **options):
    """A state one chant round before these totals: everybody who is in then chants red, on the altar."""
    rng = random.Random(str(finals))
    cards = list(ENDS)
    hands, rows, chants = [], [], []
    wanted = [final if isinstance(final, Out) else None for final in finals]
    for final, out in zip(finals, wanted, strict=True):
        if out is None:
            card = next(c for c in RED if c in cards and POINTS[c][0] <= max(1, final + 3))
            cards.remove(card)
            hands.append([card])
            chants.append(card)
        else:
            hands.append([])
            chants.append(None)
    for final, card in zip(finals, chants, strict=True):
        entries = rounds - 1
        total = final if isinstance(final, Out) else final - POINTS[card][0]
        rows.append(rows_for(total, entries, cards, rng))
    start = next(seat for seat, final in enumerate(finals) if not isinstance(final, Out))
    s = GAME.from_position({
        "players": len(finals), "altar": "red", "start": start, "rows": rows, "hands": hands, "ritual": ritual,
        "options": options,
    })  # fmt: skip
    events = []
    while s.position()["ritual"] == ritual and s.to_act:
        seat = s.to_act[0]
        events = s.apply(seat, {"type": "chant", "card": chants[seat], "side": 0})
    return s, events


@pytest.mark.parametrize(
    ("finals", "awards", "why"),
    [
        ([7, 5, 3, 1], [2, 1, 0, 0], "END-E1, END-E2"),
        ([7, 5, 5, 1], [2, 1, 1, 0], "A26: tied seconds get one each"),
        ([7, 7, 5], [2, 2, 0], "A26, A42: a shared first place leaves no second"),
        ([6, 6, 6], [2, 2, 2], "END-E1: all share the first place"),
        ([4, -1], [2, 1], "A24: a negative total takes its place"),
        ([Out(1), 4, 2], [0, 2, 1], "MAD-4, A25: who is out is not compared"),
        ([10, 8, 8, 3], [3, 1, 1, 0], "END-M2, END-M3: two behind the one at ten"),
        ([10, 13, 5], [3, 1, 0], "A27: above ten is second"),
        ([10, 10, 12], [2, 2, 0], "A44: two at ten, and nothing for anybody else"),
        ([10, Out(1), 4], [3, 0, 1], "MAD-4: the out player between them gets nothing"),
    ],
)
def test_awards(finals, awards, why):
    """The worked cases of section 3.5; the history holds them, and all totals begin at zero again (NR-5)."""
    s, _ = ending(finals)
    position = s.position()
    entry = position["history"][-1]
    assert entry["totals"] == finals, why
    assert entry["awards"] == position["contribution"] == awards, why
    assert position["totals"] == [0] * len(finals)
    assert position["eliminated"] == [False] * len(finals)  # everybody is back


@pytest.mark.parametrize(
    ("finals", "awards", "why"),
    [
        ([Out(3), 2, 1], [0, 1, 0], "A25: the first place is taken by who is out, and paid to nobody"),
        ([3, Out(3), 1], [2, 0, 0], "A25, A26: a first place shared with who is out leaves no second"),
        ([7, Out(3), 2], [2, 0, 0], "A25: the second place too"),
        ([10, Out(3), 2], [3, 0, 0], "A25: behind the one at ten"),
        ([7, 5, Out(1)], [2, 1, 0], "A25: who is out and last takes no place that is paid"),
    ],
)
def test_awards_when_who_is_out_is_ranked(finals, awards, why):
    """A25, the other reading: `out_ranks`."""
    s, _ = ending(finals, out_ranks=True)
    assert s.position()["history"][-1]["totals"] == finals, why
    assert s.position()["contribution"] == awards, why


@pytest.mark.parametrize(("may", "start", "by"), [(False, 1, "total"), (True, 0, "total-of-all")])
def test_who_is_out_may_begin_the_next_ritual(may, start, by):
    """A25, NR-1: with `out_may_start` the highest total of all begins, else the highest of those still in."""
    s, events = ending([Out(3), 2, 1], out_may_start=may)
    following = next(event for event in events if event["type"] == "next-start")
    assert (following["seat"], following["by"], s.position()["start"]) == (start, by, start)


def test_last_round_points_are_as_they_are():
    """A32: the last round's points count with their sign; A30: the start marker does not pass after the last round."""
    s, events = ending([7, 7, 5])
    following = next(event for event in events if event["type"] == "next-start")
    entry = s.position()["history"][-1]
    assert not [event for event in events if event["type"] == "start-passes"]
    assert entry["next_start"] == following["seat"] == s.position()["start"]
    assert all(points > 0 for points in entry["last_round"])


def test_new_cards_for_a_new_ritual():
    """NR-3, SET-2: all thirty cards are mixed and laid out anew; NEXT-2, NR-4: used markers stay face up."""
    s, events = ending([7, 5, 3, 1])
    laid = next(event for event in events if event["type"] == "sets-laid")
    assert sorted(card for group in laid["sets"] for card in group) + sorted(laid["unused"])
    assert len({card for group in laid["sets"] for card in group} | set(laid["unused"])) == 30
    assert s.position()["used_markers"] == [["red"], []]
    assert s.position()["hands"] == [[], [], [], []]
    begins = next(event for event in events if event["type"] == "ritual-begins")
    assert (begins["ritual"], begins["rule"]) == (2, "NR-3")


def test_hands_are_never_shown():
    """A39: the sixth card and the hand of a player who is out stay hidden, also when the game is over."""
    s, _ = ending([7, 5, Out(1), 1], ritual=3)
    assert s.position()["phase"] == "over"
    for seat in (0, 1, 2, 3, None):
        for other, hand in enumerate(s.view(seat)["hands"]):
            assert len(hand) == (2 if other == 2 else 1)
            assert (hand == s.position()["hands"][other]) == (other == seat)


def test_blank_cards_stay_public():
    """A36: a card that scored nothing was seen by all and stays so; RND-3, RND-4: revealed and paid at once."""
    s = GAME.from_position({"players": 2, "altar": "red", "hands": [["r4g2"], ["g3y2"]]})
    s.apply(0, {"type": "chant", "card": "r4g2", "side": 0})
    events = s.apply(1, {"type": "chant", "card": "g3y2", "side": 1})
    assert [event["type"] for event in events[:5]] == ["chant", "reveal", "outcome", "points", "points"]
    assert [chant["points"] for chant in events[1]["chants"]] == [4, 2]
    for seat in (0, 1, None):
        assert s.view(seat)["rows"][0] == [{"card": "r4g2", "side": 0, "result": "none"}]


def test_everybody_out_in_the_fifth_round():
    """A20, MAD-3: nobody could be ranked, so the ritual is done again even after its last round."""
    mad = [
        {"card": c, "side": 0, "result": r}
        for c, r in zip(("r4g3", "r1g2", "r1g3", "r1y2"), ("madness", "none", "none", "none"), strict=True)
    ]
    other = [
        {"card": c, "side": 1, "result": r}
        for c, r in zip(("g3y4", "g1y2", "g1y3", "r2y1"), ("madness", "none", "none", "none"), strict=True)
    ]
    s = GAME.from_position({"players": 2, "altar": "red", "rows": [mad, other], "hands": [["g2y3"], ["g2y4"]]})
    s.apply(0, {"type": "chant", "card": "g2y3", "side": 0})
    events = s.apply(1, {"type": "chant", "card": "g2y4", "side": 1})
    assert [event["type"] for event in events][-3:] == ["ritual-restarts", "ritual-begins", "sets-laid"]
    assert (s.position()["ritual"], s.position()["restarts"], s.position()["contribution"]) == (1, 1, [0, 0])


def test_nobody_may_pass():
    """A45, RND-2: every card in hand, both ends, and nothing else."""
    s = GAME.from_position({"players": 2, "altar": "red"})
    assert len(s.legal(0)) == 12
    assert {action["type"] for action in s.legal(0)} == {"chant"}
    with pytest.raises(takujo.IllegalAction, match="A card must be laid"):
        s.apply(0, {"type": "pass"})
