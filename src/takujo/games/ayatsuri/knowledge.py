"""What a seat of Ayatsuri can know beyond what it sees: samples and chances, from its view alone."""

from typing import Any

from takujo.core.chance import below
from takujo.core.codec import expect
from takujo.core.jit import rule
from takujo.core.record import NONE, UNKNOWN
from takujo.core.scratch import scratch
from takujo.core.sets import members

from .cards import FACE_UP, MOST_DOWN
from .observation import OBS, observe
from .position import (
    check_bomb,
    check_seats,
    decider,
    deck,
    down_size,
    hand,
    leftover,
    moved,
    proxies,
    seen,
    seen_size,
    stock,
)
from .state import FAULT, PHASE, Play
from .worlds import TO_THE_END, WORLDS, chances, settle, weigh_worlds

__all__ = ["OBS", "belief", "check_view", "guess", "observe", "read_view", "unveil"]

Json = dict[str, Any]


@rule
def unveil(s: Play, v: Play, seat: int) -> None:
    """4.2: roles to their seats and, once revealed, to all; the added card to the last drafter."""
    for other in range(s.players):
        if other == seat or s.revealed[other]:
            v.role[other] = s.role[other]
    if (seat + 1) % s.players == s.first and seat >= 0:
        v.added = s.added


@rule
def guess(v: Play) -> None:
    """Fill a view with a world, drawn by the exact chances."""
    worlds = scratch(WORLDS)
    total = weigh_worlds(v, worlds, TO_THE_END)
    if total == 0:
        v.fault = FAULT.VIEW
        return
    weigh_worlds(v, worlds, below(v.chance, total))
    settle(v, worlds)


def belief(v: Play) -> Json:
    """The chance of every role for every seat, of every card face down, in the hand or left over, and added."""
    places = chances(v)
    down = len(places) - v.drafted
    roles: list[dict[str, float] | None] = [None] * v.players
    for turn in range(v.drafted):
        roles[(v.first + turn) % v.players] = places[down + turn]
    lying = places[moved(v) : down]
    rest: dict[str, float] = {}
    for card in deck(v):
        share = 1 - sum(place.get(str(card), 0) for place in [*lying, *places[down:]])
        if card not in v.face_up and share > 1e-9:
            rest[str(card)] = share
    return {
        "roles": roles,
        "face_down": lying,
        "hand": rest if v.phase == PHASE.DRAFT else {},
        "leftover": {} if v.phase == PHASE.DRAFT else rest,
        "added": places[0] if moved(v) else None,
    }


# Views given from outside


def read_view(v: Play, view: Json) -> None:
    """What the field table does not read: which nulls mean nothing there, and the cards seen."""
    check_seats(v)
    for turn in range(v.drafted, v.players):
        v.role[(v.first + turn) % v.players] = NONE
    if not moved(v):
        v.added = NONE
    if v.phase != PHASE.OVER:
        v.to_act = max(decider(v), 0)
    rows = view["seen"]
    expect(isinstance(rows, list) and len(rows) == v.players, "seen", rows, f"{v.players} lists")
    for seat, row in enumerate(rows):
        fine = isinstance(row, list) and all(card is None or (type(card) is int and card in deck(v)) for card in row)
        expect(fine, f"seen[{seat}]", row, "a list of cards or nulls")
        v.seen[seat] = UNKNOWN if None in row else sum(1 << card for card in set(row)) if row else NONE
    for function in (seen, hand, leftover, stock, proxies):
        key, due = function.__name__, function(v)
        expect(view[key] == due, key, view[key], f"{due}, as the rest of the view says")
    hidden = UNKNOWN in v.face_down  # else it is a position, which check_view refuses
    expect(view["luck"] is None or not hidden, "luck", view["luck"], "null: nobody sees it")


def _check_seen(v: Play) -> None:
    """2.6: who has received cards, how many, and that one seat at most shows them."""
    least, most = (0, v.players - 1) if v.phase == PHASE.DRAFT else (v.players, v.players)
    expect(least <= v.drafted <= most, "drafted", v.drafted, f"{least} to {most}")
    shown = [seat for seat in range(v.players) if v.seen[seat] >= 0]
    expect(len(shown) <= 1, "seen", f"by seats {shown}", "the cards of one seat at most")
    for turn in range(v.players):
        seat = (v.first + turn) % v.players
        received = turn < v.drafted or (v.phase == PHASE.DRAFT and turn == v.drafted)
        expect((v.seen[seat] != NONE) == received, f"seen[{seat}]", v.seen[seat], "cards for who has had the hand")
        if seat in shown:
            cards = members(v.seen[seat])
            expect(len(cards) == seen_size(v, turn), f"seen[{seat}]", cards, f"{seen_size(v, turn)} cards")
            expect(turn >= v.drafted or v.role[seat] in cards, f"roles[{seat}]", v.role[seat], f"one of {cards}")


def check_view(v: Play) -> None:
    """ValueError for a view that no state has."""
    decided = v.phase <= PHASE.OVER and v.phase != NONE
    expect(decided, "phase", PHASE.write(v.phase), "one in which somebody decides, or over")
    _check_seen(v)
    check_bomb(v)
    up, down = int(FACE_UP[v.players]), down_size(v)
    expect(sum(card != NONE for card in v.face_up) == up, "face_up", v.face_up, f"{up} cards")
    hidden = [UNKNOWN] * down + [NONE] * (MOST_DOWN - down)
    expect(v.face_down == hidden, "face_down", v.face_down, f"{down} nulls: nobody sees them")
    known = [card for card in [*v.face_up, *v.role] if card >= 0]
    fine = len(set(known)) == len(known) and all(card in deck(v) for card in known)
    expect(fine, "roles and face_up", known, f"different cards of {deck(v)}")
    for seat in range(v.players):
        shown = not v.revealed[seat] or v.role[seat] != UNKNOWN
        expect(shown, f"roles[{seat}]", None, "a role: it is revealed")
