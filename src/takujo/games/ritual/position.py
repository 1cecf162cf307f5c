"""Positions of RITUAL given from outside: what they leave out is completed, what cannot be is refused (4.3)."""

from typing import Any

from takujo.core.chance import below
from takujo.core.codec import Codec, expect
from takujo.core.record import NONE, UNKNOWN

from .cards import (  # isort: skip
    BACK_OF, CARDS, COLOURS, HAND, IDS, MADNESS_LIMIT, MARKERS, MARKERS_OF, POINTS, RITUALS, ROUNDS, TARGET,
)  # fmt: skip
from .state import PAID, PHASE, Play

Json = dict[str, Any]


def complete(s: Play, given: Json, codec: Codec) -> None:
    """Fill a blank record from a position, whole or in part."""
    given = dict(given)
    codec.read({"phase": given.get("phase", "chant"), "ritual": given.get("ritual", 1)}, s)
    given.setdefault("used_markers", [[] for _ in range(s.ritual)])
    given.setdefault("start", 0)
    given.setdefault("ritual_start", given["start"])
    taken = _read_sets(s, given)
    altar_given = given.pop("altar", None)
    codec.read({key: value for key, value in given.items() if key != "round"} | {"altar": altar_given}, s)
    _no_nulls(s, given)
    work_out_rows(s)
    s.round_no = _round(s, given)
    check_public(s)
    _complete_cards(s, taken)
    _complete_markers(s, given)
    note_backs(s)


def _read_sets(s: Play, given: Json) -> list[bool]:
    """Hands may be null or missing; sets may be missing. Returns which sets have been taken."""
    hands = given.get("hands")
    if hands is None:
        hands = [[] for _ in range(s.players)]
    expect(isinstance(hands, list), "hands", hands, "a list")
    given["hands"] = [hand if hand is not None else [] for hand in hands]
    held = sum(bool(hand) for hand in given["hands"])
    if s.phase != PHASE.TAKE_SETS:
        expect(not given.get("sets"), "sets", given.get("sets"), "[] outside take-sets")
        given["sets"] = []
    elif given.get("sets") is None:
        given["sets"] = [None] * held + [[]] * (s.players - held)
    sets = given["sets"]
    if s.phase == PHASE.TAKE_SETS:
        expect(
            isinstance(sets, list) and len(sets) == s.players,
            "sets",
            sets,
            f"a set or null for each of {s.players} players",
        )
        taken = sum(x is None for x in sets)
        expect(taken == held, "sets", sets, f"as many null sets as hands are held ({held})")
        expect(s.players - taken >= 2, "sets", sets, "at least two sets left")
    return [x is None for x in sets]


def _no_nulls(s: Play, given: Json) -> None:
    for key, cards in (("hands", s.hand), ("sets", s.sets), ("unused", s.unused), ("markers", s.markers),
                       ("played", s.played_card), ("played", s.played_side)):  # fmt: skip
        rows = cards.rows if hasattr(cards, "rows") else [cards]
        expect(
            all(UNKNOWN not in row for row in rows),
            key,
            given.get(key),
            "known values, no nulls (a view is no position)",
        )
    for entry in given.get("history", ()):
        expect(len(entry) == 11, "history", entry, "entries with all their keys")


def work_out_rows(s: Play) -> None:
    """Totals, minus points and who is out, from the rows (CALC, MAD-2)."""
    for seat in range(s.players):
        for i in range(ROUNDS):
            card, side, paid = s.row_card[seat, i], s.row_side[seat, i], s.row_paid[seat, i]
            if card == NONE:
                break
            expect(side != NONE and paid != NONE, f"rows[{seat}][{i}]", None, "card, side and result")
            expect(
                not s.out[seat],
                f"rows[{seat}][{i}]",
                IDS[card],
                "no entry after the one that put the player out",
            )
            worth = int(POINTS[card, side])
            s.total[seat] += worth if paid == PAID.SCORED else -worth if paid == PAID.MADNESS else 0
            s.minus[seat] += worth if paid == PAID.MADNESS else 0
            s.out[seat] = int(s.minus[seat] >= MADNESS_LIMIT)


def row_length(s: Play, seat: int) -> int:
    return sum(card != NONE for card in s.row_card[seat])


def _round(s: Play, given: Json) -> int:
    """The round number: given, or as the rows say."""
    lengths = [row_length(s, seat) for seat in range(s.players)]
    of_casters = [n for seat, n in enumerate(lengths) if not s.out[seat]]
    due = {PHASE.TAKE_SETS: 0, PHASE.CHANT: 1 + max(of_casters, default=0), PHASE.OVER: max(lengths)}[s.phase]
    value = given.get("round", due)
    expect(type(value) is int and value == due, "round", value, f"{due}, as the rows say")
    return due


def check_public(s: Play) -> None:
    """Refuse what cannot be, by public facts alone: it serves positions and views."""
    n, phase = s.players, PHASE.names[s.phase]
    expect(s.start < n, "start", s.start, f"a seat, 0 to {n - 1}")
    expect(s.ritual_start < n, "ritual_start", s.ritual_start, f"a seat, 0 to {n - 1}")
    casters = [seat for seat in range(n) if not s.out[seat]]
    done = s.round_no - 1 if s.phase == PHASE.CHANT else s.round_no
    for seat in range(n):
        length = row_length(s, seat)
        fine = length == done if seat in casters else length <= done
        expect(
            fine,
            f"rows[{seat}]",
            f"{length} entries",
            f"{done} in phase {phase} (fewer for a player who is out)",
        )
    entries = sum(ritual != NONE for ritual in s.h_ritual)
    expect(entries <= s.ritual - (s.phase != PHASE.OVER), "history", f"{entries} entries", "finished rituals only")
    laid = [seat for seat in range(n) if s.played_card[seat] != NONE]
    if s.phase == PHASE.OVER:
        expect(s.ritual == RITUALS, "ritual", s.ritual, f"{RITUALS} when the game is over")
        expect(s.round_no >= 1, "rows", "empty", "the rounds of the last ritual when the game is over")
    if s.phase != PHASE.CHANT:
        expect(s.altar == NONE, "altar", COLOURS[s.altar] if s.altar >= 0 else None, "null outside rounds")
        expect(not laid, "played", laid, "nulls outside rounds")
    else:
        _check_chant(s, casters, laid)
    s.to_act[0] = NONE
    if s.phase == PHASE.TAKE_SETS:
        _check_takers(s)
    elif s.phase == PHASE.CHANT:
        s.to_act[0] = [*turn_order(s, casters), NONE][len(laid)]


def turn_order(s: Play, casters: list[int]) -> list[int]:
    """Players who are in, clockwise from the start player."""
    return sorted(casters, key=lambda seat: (seat - s.start) % s.players)


def _check_chant(s: Play, casters: list[int], laid: list[int]) -> None:
    expect(s.round_no <= ROUNDS, "rows", f"{ROUNDS} rounds", "fewer while chanting")
    expect(len(casters) >= 2, "rows", f"{len(casters)} players in", "at least two in a round")
    expect(s.start in casters, "start", s.start, "a player who is in")
    for seat in casters:
        expect(
            s.total[seat] != TARGET,
            f"rows[{seat}]",
            f"a total of {TARGET}",
            "another total: the ritual would be over",
        )
    order = turn_order(s, casters)
    expect(set(laid) == set(order[: len(laid)]), "played", laid, f"the first of the turn order {order}")
    expect(len(laid) < len(order), "played", laid, "a card still to be laid")
    for seat in laid:
        expect(s.played_side[seat] != NONE, f"played[{seat}]", None, "card and side")


def _check_takers(s: Play) -> None:
    """SET-4: sets are taken from the last player back to the start player."""
    order = [(s.start - 1 - i) % s.players for i in range(s.players)]
    held = [seat for seat in range(s.players) if s.hand[seat, 0] != NONE]
    expect(len(held) <= s.players - 2, "hands", held, "at least two seats without a set")
    expect(set(held) == set(order[: len(held)]), "hands", held, f"held by the first of the order {order}")
    s.to_act[0] = order[len(held)]


def _complete_cards(s: Play, taken: list[bool]) -> None:
    """Fill hands in seat order, then sets, with cards placed nowhere else; the rest is left out."""
    groups = [*s.hand.rows, *s.sets.rows, s.unused, s.played_card, *s.row_card.rows]
    placed = [card for group in groups for card in group if card != NONE]
    for card in placed:
        expect(placed.count(card) == 1, "position", IDS[card], "each card in one place only")
    free = [card for card in range(CARDS) if card not in placed]
    gaps: list[tuple[list[int], int]] = []
    for seat in range(s.players):
        due = HAND - row_length(s, seat) - (s.played_card[seat] != NONE)
        if s.phase == PHASE.TAKE_SETS:
            due = HAND if s.hand[seat, 0] != NONE else 0
        gaps.append((s.hand[seat], due))
    gaps += [(s.sets[i], 0 if gone else HAND) for i, gone in enumerate(taken)]
    for group, due in gaps:
        expect(_length(group) <= due, "hands and sets", f"{_length(group)} cards", f"at most the {due} due")
    if any(_length(group) < due for group, due in gaps):
        _mix(s, free)
    for group, due in gaps:
        for i in range(_length(group), due):
            expect(
                bool(free),
                "unused",
                f"{_length(s.unused)} cards",
                "fewer: cards are missing in hands or sets",
            )
            group[i] = free.pop(0)
    expect(not free or not _length(s.unused), "unused", f"{_length(s.unused)} cards", f"{len(free)} more")
    for i, card in enumerate(free):
        s.unused[i] = card
    for group in [*s.hand.rows, *s.sets.rows, s.unused]:
        group.sort(key=lambda card: (card == NONE, BACK_OF[card] if card != NONE else 0, card))


def _length(group: list[int]) -> int:
    return sum(card != NONE for card in group)


def _mix(s: Play, cards: list[int]) -> None:
    for i in range(len(cards) - 1, 0, -1):
        j = below(s.chance, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def _complete_markers(s: Play, given: Json) -> None:
    """The face-down markers: those missing, shuffled; and one for an altar still empty in a round."""
    seen = [colour for row in s.used.rows for colour in row if colour != NONE] + [s.altar] * (s.altar != NONE)
    if "markers" not in given:
        rest = [c for c in range(len(COLOURS)) for _ in range(max(0, int(MARKERS_OF[c]) - seen.count(c)))]
        _mix(s, rest)
        s.markers[: len(rest)] = rest
    down = [colour for colour in s.markers if colour != NONE]
    counts = {name: (seen + down).count(c) for c, name in enumerate(COLOURS)}
    right = {name: int(MARKERS_OF[c]) for c, name in enumerate(COLOURS)}
    expect(counts == right, "markers", counts, f"with the used ones and the altar exactly {right}")
    need = ROUNDS * (RITUALS - s.ritual)
    if s.phase != PHASE.OVER:
        need += ROUNDS - s.round_no if s.phase == PHASE.CHANT else ROUNDS
    need += s.phase == PHASE.CHANT and s.altar == NONE
    expect(
        len(down) >= need,
        "markers",
        f"{len(down)} face down",
        f"at least the {need} that may still be needed",
    )
    if s.phase == PHASE.CHANT and s.altar == NONE:
        s.altar = down[0]
        s.markers = [*down[1:], *[NONE] * (MARKERS + 1 - len(down))]


def note_backs(s: Play) -> None:
    """What everybody sees of hidden cards (A08)."""
    for cards, backs in ((s.hand.rows, s.hand_back.rows), (s.sets.rows, s.set_back.rows),
                         ([s.unused], [s.unused_back]), ([s.played_card], [s.played_back])):  # fmt: skip
        for row, shown in zip(cards, backs, strict=True):
            shown[:] = [NONE if card == NONE else BACK_OF[card] for card in row]
