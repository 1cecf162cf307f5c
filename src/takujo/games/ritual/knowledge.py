"""What a seat of RITUAL can know beyond what it sees: samples, chances and observations, from its view alone."""

from typing import Any

from takujo.core.chance import below, shuffle
from takujo.core.codec import expect
from takujo.core.components import unit
from takujo.core.jit import Floats, Ints, rule
from takujo.core.names import Blocks
from takujo.core.record import NONE, UNKNOWN, table
from takujo.core.sets import has, only, size_of

from .cards import (  # isort: skip
    AWARD, BACK_OF, BACKS, CARDS, COLOUR, COLOURS, HAND, IDS, MADNESS_LIMIT, MARKERS, MARKERS_OF, RITUALS, ROUNDS, SAID,
    SEATS, TARGET,
)  # fmt: skip
from .position import check_public, work_out_rows
from .rules import sort_cards
from .state import PAID, PHASE, Play

Json = dict[str, Any]

CARDS_WITH = table([sum(1 << card for card in range(CARDS) if BACK_OF[card] == back) for back in range(len(BACKS))])


@rule
def unveil(s: Play, v: Play, seat: int) -> None:
    """Nothing in this game is seen by rule: the field table says it all."""


# Samples (section 7.3)


@rule
def known_in(cards: Ints) -> int:
    """The set of the cards seen here."""
    known = 0
    for i in range(len(cards)):
        if cards[i] >= 0:
            known |= only(cards[i])
    return known


@rule
def fill(chance: Ints, cards: Ints, backs: Ints, known: int) -> int:
    """Give each hidden card one of the fronts not yet known that fit its back, all equally likely."""
    for i in range(len(cards)):
        if cards[i] != UNKNOWN:
            continue
        left = CARDS_WITH[backs[i]] & ~known
        skip = below(chance, size_of(left))
        card = 0
        while not has(left, card) or skip > 0:
            skip -= has(left, card)
            card += 1
        cards[i] = card
        known |= only(card)
    return known


@rule
def guess(s: Play) -> None:
    """Fill a view. Exact before anybody has chanted in the ritual; later it infers nothing from how others chose."""
    known = known_in(s.played_card)
    for seat in range(s.players):
        known |= known_in(s.hand[seat]) | known_in(s.row_card[seat])
    known = fill(s.chance, s.played_card, s.played_back, known)
    for seat in range(s.players):
        known = fill(s.chance, s.hand[seat], s.hand_back[seat], known)
        n = 0
        while n < HAND and s.hand[seat, n] != NONE:
            n += 1
        sort_cards(s.hand[seat], s.hand_back[seat], n)
        if s.played_side[seat] == UNKNOWN:
            s.played_side[seat] = below(s.chance, 2)
    for i in range(s.laid):
        if s.sets[i, 0] != NONE:
            known = fill(s.chance, s.sets[i], s.set_back[i], known)
            sort_cards(s.sets[i], s.set_back[i], HAND)
    known = fill(s.chance, s.unused, s.unused_back, known)
    n = 0
    while n < CARDS and s.unused[n] != NONE:
        n += 1
    sort_cards(s.unused, s.unused_back, n)
    guess_markers(s)


@rule
def guess_markers(s: Play) -> None:
    """The face-down markers are those not seen, in any order."""
    n = 0
    for colour in range(len(MARKERS_OF)):
        for _ in range(markers_left(s, colour)):
            s.markers[n] = colour
            n += 1
    shuffle(s.chance, s.markers, n)


@rule
def markers_left(s: Play, colour: int) -> int:
    """Face-down markers of a colour, as everybody can count them."""
    n = MARKERS_OF[colour]
    if s.altar == colour:
        n -= 1
    for ritual in range(RITUALS):
        for i in range(MARKERS):
            if s.used[ritual, i] == colour:
                n -= 1
    return n


# Chances


def unseen(v: Play) -> dict[int, list[int]]:
    """For each back, the cards that this view does not place."""
    seen = {card for group in [*v.hand.rows, v.played_card, *v.row_card.rows] for card in group if card >= 0}
    return {
        back: [card for card in range(CARDS) if BACK_OF[card] == back and card not in seen]
        for back in range(len(BACKS))
    }


def belief(v: Play) -> Json:
    """The chance of every card to be in each hand, set or among those left out; of chants; of the next marker.

    Of the unseen cards with a back, each is in a group with the share of hidden places with that back there.
    """
    rest = unseen(v)

    def group(cards: list[int], backs: list[int]) -> dict[str, float]:
        chances = {IDS[card]: 1.0 for card in cards if card >= 0}
        hidden = [back for card, back in zip(cards, backs, strict=True) if card == UNKNOWN]
        for back in sorted(set(hidden)):
            chances |= {IDS[card]: hidden.count(back) / len(rest[back]) for card in rest[back]}
        return chances

    down = dict(zip(COLOURS, left(v), strict=True))
    total = sum(down.values())
    return {
        "hands": [group(v.hand[seat], v.hand_back[seat]) for seat in range(v.players)],
        "played": [_chant_belief(v, seat, rest) for seat in range(v.players)],
        "sets": [group(v.sets[i], v.set_back[i]) or None for i in range(v.laid)],
        "unused": group(v.unused, v.unused_back),
        "next_marker": {name: n / total if total else 0.0 for name, n in down.items()},
    }


def left(v: Play) -> list[int]:
    """Face-down markers of each colour."""
    seen = [c for row in v.used.rows for c in row] + [v.altar]
    return [int(n) - seen.count(colour) for colour, n in enumerate(MARKERS_OF)]


def _chant_belief(v: Play, seat: int, rest: dict[int, list[int]]) -> Json | None:
    """A card lying face down: its front, its side, and so the colour chanted."""
    card, side = v.played_card[seat], v.played_side[seat]
    if card == NONE:
        return None
    cards = [card] if card >= 0 else rest[v.played_back[seat]]
    sides = [side] if side >= 0 else [0, 1]
    share = 1 / (len(cards) * len(sides))
    colours = dict.fromkeys(COLOURS, 0.0)
    for c in cards:
        for end in sides:
            colours[COLOURS[COLOUR[c, end]]] += share
    return {
        "card": {IDS[c]: 1 / len(cards) for c in cards},
        "side": {str(end): 1 / len(sides) for end in sides},
        "colour": colours,
    }


def check_view(v: Play) -> None:
    """ValueError for a view that no state has."""
    told = {
        "totals": list(v.total),
        "minus": list(v.minus),
        "eliminated": list(v.out),
        "to_act": list(v.to_act),
    }
    v.total, v.minus, v.out = [0] * SEATS, [0] * SEATS, [0] * SEATS
    work_out_rows(v)
    check_public(v)
    found = {"totals": v.total, "minus": v.minus, "eliminated": v.out, "to_act": v.to_act}
    for key, value in told.items():
        expect(value == found[key], key, value, f"what the rows say: {found[key]}")
    groups = [*zip(v.hand.rows, v.hand_back.rows, strict=True), *zip(v.sets.rows, v.set_back.rows, strict=True),
              (v.unused, v.unused_back), (v.played_card, v.played_back)]  # fmt: skip
    places = [place for cards, backs in groups for place in zip(cards, backs, strict=True)]
    for card, back in places:
        fits = (card == NONE) == (back == NONE) and (card < 0 or BACK_OF[card] == back)
        expect(fits, "view", IDS[card] if card >= 0 else None, "a back for every card, and the right one")
    for back, cards in unseen(v).items():
        hidden = places.count((UNKNOWN, back))
        expect(
            hidden == len(cards),
            "view",
            f"{hidden} hidden cards with back {list(BACKS[back])}",
            str(len(cards)),
        )
    for colour, n in enumerate(left(v)):
        expect(n >= 0, "used_markers", COLOURS[colour], f"at most {MARKERS_OF[colour]} of that colour")
    down = sum(left(v))
    expect(sum(m != NONE for m in v.markers) == down, "markers", v.markers, f"the {down} markers not seen")


# Observations (section 7.2)

B = len(BACKS)
MOST = ROUNDS * SAID["most"]  # points of a ritual, and minus points
CARDS_UNIT, TOTAL_UNIT, MINUS_UNIT = unit(HAND, CARDS), unit(TARGET, MOST), unit(MADNESS_LIMIT, MOST)
CONTRIBUTION_UNIT = unit(9, RITUALS * max(max(row) for row in AWARD.rows))
ENTRY = Blocks(card=CARDS, side=2, paid=len(PAID.names))  # of a row
OBS = Blocks(
    phase=len(PHASE.names), players=SEATS - 1, ritual=RITUALS, round=ROUNDS + 1, start=SEATS, to_act=SEATS,
    altar=len(COLOURS), markers=len(COLOURS), hand=CARDS, hand_backs=SEATS * B, set_there=SEATS, set_backs=SEATS * B,
    unused_backs=B, laid=SEATS, laid_backs=SEATS * B, own_chant=2 * CARDS, rows=SEATS * ROUNDS * ENTRY.size,
    totals=SEATS, minus=SEATS, out=SEATS, contribution=SEATS, exists=SEATS, restarts=1, ritual_start=SEATS,
)  # fmt: skip


@rule
def count_backs(backs: Ints, out: Floats, at: int) -> None:
    for i in range(len(backs)):
        if backs[i] != NONE:
            out[at + backs[i]] += 1 / CARDS_UNIT


@rule
def observe(v: Play, seat: int, out: Floats) -> None:
    """A view as numbers, seats counted from its owner; a spectator (-1) sits at seat 0 with nothing of its own."""
    me, n = max(seat, 0), v.players
    out[OBS.PHASE + v.phase] = 1
    out[OBS.PLAYERS + n - 2] = 1
    out[OBS.RITUAL + v.ritual - 1] = 1
    out[OBS.ROUND + v.round_no] = 1
    out[OBS.START + (v.start - me) % n] = 1
    out[OBS.RITUAL_START + (v.ritual_start - me) % n] = 1
    if v.to_act[0] != NONE:
        out[OBS.TO_ACT + (v.to_act[0] - me) % n] = 1
    if v.altar != NONE:
        out[OBS.ALTAR + v.altar] = 1
    for colour in range(len(MARKERS_OF)):
        out[OBS.MARKERS + colour] = markers_left(v, colour) / max(MARKERS_OF[colour], 1)
    for i in range(HAND):
        if v.hand[me, i] >= 0:
            out[OBS.HAND + v.hand[me, i]] = 1
    for i in range(v.laid):
        if v.set_back[i, 0] != NONE:
            out[OBS.SET_THERE + i] = 1
            count_backs(v.set_back[i], out, OBS.SET_BACKS + B * i)
    count_backs(v.unused_back, out, OBS.UNUSED_BACKS)
    if v.played_card[me] >= 0:
        out[OBS.OWN_CHANT + 2 * v.played_card[me] + v.played_side[me]] = 1
    out[OBS.RESTARTS] = min(v.restarts, 5) / 5
    for j in range(n):
        observe_seat(v, (me + j) % n, j, out)


@rule
def observe_seat(v: Play, seat: int, j: int, out: Floats) -> None:
    """What is public about the seat at place j from the observer."""
    count_backs(v.hand_back[seat], out, OBS.HAND_BACKS + B * j)
    if v.played_back[seat] != NONE:
        out[OBS.LAID + j] = 1
        out[OBS.LAID_BACKS + B * j + v.played_back[seat]] = 1
    for i in range(ROUNDS):
        if v.row_card[seat, i] != NONE:
            at = OBS.ROWS + (ROUNDS * j + i) * ENTRY.size
            out[at + ENTRY.CARD + v.row_card[seat, i]] = 1
            out[at + ENTRY.SIDE + v.row_side[seat, i]] = 1
            out[at + ENTRY.PAID + v.row_paid[seat, i]] = 1
    out[OBS.TOTALS + j] = v.total[seat] / TOTAL_UNIT
    out[OBS.MINUS + j] = v.minus[seat] / MINUS_UNIT
    out[OBS.OUT + j] = v.out[seat]
    out[OBS.CONTRIBUTION + j] = v.contribution[seat] / CONTRIBUTION_UNIT
    out[OBS.EXISTS + j] = 1
