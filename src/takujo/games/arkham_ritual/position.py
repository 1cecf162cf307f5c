"""Positions of Arkham Ritual given from outside: what they leave out is completed, what cannot be is refused (2.11)."""

from typing import Any

from takujo.core.codec import Codec, expect
from takujo.core.record import NONE

from .cards import CARD, DECK, HEADS, IDS, MAD, OLD_ONES, SANITY, TYPES
from .rules import copies
from .state import PHASE, PLACE, Play

Json = dict[str, Any]

FILLER = "..."  # in a deck or a discard pile: all cards that stand nowhere else
NULLABLE = {
    "offered", "look", "doom_space", "last_round", "rng", "result", "options", "doom_value", "to_act", "on_table",
}  # fmt: skip
LAST_ROUND = {
    "round", "cause", "last_parent", "hands", "dummies", "great_old_one", "failed", "failed_dummies", "loss", "extra",
    "delta",
}  # fmt: skip
OLD_ONE = {"card", "effect", "owner", "owner_dummy"}


def complete(s: Play, given: Json, codec: Codec) -> None:
    """Fill a blank record from a position, whole or in part."""
    codec.read({"phase": given.get("phase", "offer")}, s)
    for key in given.keys() - NULLABLE:
        expect(not has_null(given[key]), key, given[key], "no nulls (a view is no position)")
    defaults = {
        "round": 1, "turn": 1, "parent": 0, "sanity": [SANITY] * s.players, "path": [], "gate_clear": [],
        "doom_space": 0 if s.opt_doom_board else None,
        "set_aside": [IDS[card] for card in OLD_ONES] if s.opt_great_old_one == CARD.MYSTERY else [],
    }  # fmt: skip
    given = defaults | given
    plainly = ("round", "turn", "parent", "sanity", "path", "doom_space", "set_aside", "last_round")
    codec.read({key: given[key] for key in plainly if key in given}, s)
    s.gate_clear = seat_set(s, "gate_clear", given["gate_clear"])
    _check_last_round(s, given.get("last_round"))
    _lay_out_cards(s, given, codec)
    work_out(s)
    _complete_look(s, given, codec)
    check_public(s)
    for seat in range(s.players):
        clear = s.gate_clear >> seat & 1
        expect(not clear or s.hand[seat] != s.opt_great_old_one, "gate_clear", seat, "seats without a Great Old One")
    if s.opt_great_old_one == CARD.MYSTERY:
        expect(sorted(s.set_aside) == list(OLD_ONES), "set_aside", given["set_aside"], "the four Great Old Ones")


def has_null(value: Any) -> bool:
    return value is None or (isinstance(value, list) and None in value)


def work_out(s: Play) -> None:
    """Who decides, and whose hand is on the table."""
    path = listed(s.path)
    expect(
        s.phase in (PHASE.OFFER, PHASE.OVER) or bool(path),
        "path",
        path,
        f"a seat or more in phase {PHASE.names[s.phase]}",
    )
    s.to_act[0] = {PHASE.OFFER: s.parent, PHASE.OVER: NONE}.get(s.phase, path[-1] if path else NONE)
    s.on_table = 0
    if s.phase != PHASE.OVER:
        s.on_table = sum(1 << seat for seat in range(s.players) if seat != s.parent and seat not in path)


def listed(values: list[int]) -> list[int]:
    return values[: values.index(NONE)] if NONE in values else values


def seat_set(s: Play, key: str, seats: Any) -> int:
    """A list of seats as a set."""
    fine = isinstance(seats, list) and all(type(seat) is int and 0 <= seat < s.players for seat in seats)
    expect(fine, key, seats, f"a list of seats, 0 to {s.players - 1}")
    return sum(1 << seat for seat in set(seats))


def _check_last_round(s: Play, given: Any) -> None:
    """The summary of the round before is whole or null."""
    if given is None:
        return
    expect(given.keys() == LAST_ROUND, "last_round", given, f"null or the keys {', '.join(sorted(LAST_ROUND))}")
    old_one = given["great_old_one"]
    whole = old_one is None or (old_one.keys() == OLD_ONE and None not in (old_one["card"], old_one["effect"]))
    expect(whole, "last_round.great_old_one", old_one, f"null or the keys {', '.join(sorted(OLD_ONE))}")
    for key in LAST_ROUND - {"great_old_one", "loss"}:
        expect(not has_null(given[key]), f"last_round.{key}", given[key], "no nulls")
    _check_last_seats(s)


def _check_last_seats(s: Play) -> None:
    for key, seats, n in (
        ("last_parent", [s.l_parent], s.players), ("failed", listed(s.l_failed), s.players),
        ("failed_dummies", listed(s.l_failed_dummy), dummies(s)), ("great_old_one.owner", [s.l_owner], s.players),
        ("great_old_one.owner_dummy", [s.l_owner_dummy], dummies(s)),
    ):  # fmt: skip
        expect(all(seat < n for seat in seats), f"last_round.{key}", seats, f"less than {n}")
    there = listed(s.l_dummy)
    expect(len(there) == dummies(s), "last_round.dummies", there, f"{dummies(s)} cards")


def dummies(s: Play) -> int:
    return max(0, HEADS - s.players)


# Cards


def _lay_out_cards(s: Play, given: Json, codec: Codec) -> None:
    """All 22 cards: named, or by the filler; what hands, dummies and the offer lack comes off the deck's top."""
    piles = {"discard": given.get("discard", [])}
    expect(isinstance(piles["discard"], list), "discard", piles["discard"], "a list")
    piles["deck"] = given.get("deck", [] if FILLER in piles["discard"] else [FILLER])
    expect(isinstance(piles["deck"], list), "deck", piles["deck"], "a list")
    fillers = [*piles["deck"], *piles["discard"]].count(FILLER)
    expect(fillers <= 1, "deck and discard", f"{fillers} times {FILLER!r}", "it once at most")
    _check_offered(s, given)
    named = {key: [card for card in pile if card != FILLER] for key, pile in piles.items()}
    others = ("hands", "dummies", "removed", "removed_by", "offered")
    codec.read(named | {key: given[key] for key in others if given.get(key) is not None}, s)
    rest = unplaced(s)
    missing = ", ".join(IDS[card] for card in rest)
    expect(not rest or fillers == 1, "position", f"without {missing}", f"all {DECK} cards")
    for key, pile in (("deck", s.deck), ("discard", s.discard)):
        if FILLER in piles[key]:
            at = piles[key].index(FILLER)
            pile[:] = [*pile[:at], *rest, *pile[at : DECK - len(rest)]]
    _deal(s, given)


def _check_offered(s: Play, given: Json) -> None:
    """In `offer` and `respond` a card lies between the players, else none."""
    if s.phase in (PHASE.OFFER, PHASE.RESPOND):
        expect("offered" not in given or given["offered"] is not None, "offered", None, "a card in this phase")
    else:
        expect(given.get("offered") is None, "offered", given.get("offered"), f"null in phase {PHASE.names[s.phase]}")


def unplaced(s: Play) -> list[int]:
    """The cards of the 22 that stand nowhere, ascending; ValueError if one stands too often."""
    placed = [*s.hand, *s.dummy, *s.deck, *s.discard, *s.removed, s.offered]
    rest = []
    for card in range(TYPES):
        n, most = placed.count(card), int(copies(s, card))
        expect(n <= most, "position", f"{n} times {IDS[card]}", f"{most} with these options")
        rest += [card] * (most - n)
    return rest


def _deal(s: Play, given: Json) -> None:
    """The deck's top cards go to the hands, the dummies and the offer, where these are left out."""
    deck = listed(s.deck)
    hands = s.players if "hands" not in given else 0
    lying = dummies(s) if "dummies" not in given else 0
    offer = int(s.phase in (PHASE.OFFER, PHASE.RESPOND) and "offered" not in given)
    expect(len(deck) >= hands + lying + offer, "deck", f"{len(deck)} cards", f"the {hands + lying + offer} to be drawn")
    for seat in range(hands):
        s.hand[seat] = deck.pop(0)
    for i in range(lying):
        s.dummy[i] = deck.pop(0)
    if offer:
        s.offered = deck.pop(0)
    s.deck[:] = deck + [NONE] * (DECK - len(deck))


# The look


def card_at(s: Play) -> int:
    """The card at the place of the look; NONE if there is none."""
    if s.look_at == PLACE.HAND:
        return s.hand[s.look_holder] if 0 <= s.look_holder < s.players else NONE
    last_out = [NONE, *listed(s.removed)][-1]
    return {PLACE.TOP: s.deck[0], PLACE.OFFERED: s.offered, PLACE.REMOVED: last_out}.get(s.look_at, NONE)


def _complete_look(s: Play, given: Json, codec: Codec) -> None:
    """Event, card and colour follow from the place; in `orb` the whole look does."""
    look = given.get("look")
    if s.phase == PHASE.ORB:
        due = {"seat": s.to_act[0], "at": "top"}
        look = given.get("look", due)
        fine = isinstance(look, dict) and {"seat": look.get("seat"), "at": look.get("at")} == due
        expect(fine, "look", look, f"{due} in phase orb")
    if look is None:
        return
    whole = isinstance(look, dict) and {"seat", "at"} <= look.keys()
    expect(whole, "look", look, "an object with seat and at, or null")
    codec.read({"look": look}, s)
    expect(s.look_seat != NONE, "look.seat", None, "a seat")
    told = {"event": s.look_event, "card": s.look_card, "colour": s.look_colour}
    s.look_event, s.look_card = s.opt_event, card_at(s)
    if s.look_at == PLACE.REMOVED and "removed_by" not in given:
        s.removed_by[0] = s.look_seat
    expect(s.look_card != NONE, "look", look, "a place with a card")
    s.look_colour = int(MAD[s.look_card]) if s.opt_event == CARD.SHINING_TRAPEZOHEDRON else NONE
    right = {"event": s.look_event, "card": s.look_card, "colour": s.look_colour}
    for key, value in told.items():
        fits = key not in look or value == right[key]
        expect(fits, f"look.{key}", look.get(key), "what was looked at there, and by what")


def _check_look(s: Play) -> None:
    """The look of a position or a view fits what everybody sees."""
    if s.look_seat == NONE:
        expect(s.phase != PHASE.ORB, "look", None, "an object in phase orb")
        return
    expect(s.look_seat < s.players, "look.seat", s.look_seat, f"a seat, 0 to {s.players - 1}")
    at = PLACE.names[s.look_at] if s.look_at != NONE else None
    fits = at is not None and (s.look_holder != NONE) == (s.look_at == PLACE.HAND)
    expect(fits, "look.holder", s.look_holder, "a seat if at is hand, else null")
    expect(card_at(s) != NONE, "look.at", at, "a place with a card")
    expect(s.look_event == s.opt_event, "look.event", s.look_event, IDS[s.opt_event])
    if s.look_at == PLACE.REMOVED:
        takers = listed(s.removed_by)
        expect(takers[-1:] == [s.look_seat], "removed_by", takers, "the looker at the end")
    if s.phase == PHASE.ORB:
        expect(
            (s.look_seat, s.look_at) == (s.to_act[0], PLACE.TOP), "look", at, "the decider's, at the top, in phase orb"
        )


# What is public


def check_public(s: Play) -> None:
    """Refuse what cannot be, by public facts alone: it serves positions and views."""
    n, path, phase = s.players, listed(s.path), PHASE.names[s.phase]
    expect(s.parent < n, "parent", s.parent, f"a seat, 0 to {n - 1}")
    fine = all(seat < n and seat != s.parent and path.count(seat) == 1 for seat in path)
    expect(fine, "path", path, "different seats without the parent")
    expect(
        bool(path) == (s.phase in (PHASE.RESPOND, PHASE.ORB)),
        "path",
        path,
        f"{'' if path else 'not '}[] in phase {phase}",
    )
    lost = 0 in s.sanity[:n]
    expect(lost == (s.phase == PHASE.OVER), "sanity", s.sanity[:n], "0 for a seat exactly when the game is over")
    there = listed(s.dummy)
    expect(len(there) == dummies(s), "dummies", [IDS[card] for card in there], f"{dummies(s)} cards with {n} players")
    if s.phase == PHASE.ORB:
        expect(s.opt_event == CARD.MAGICAL_ORB, "phase", phase, "another without the Magical Orb")
        expect(s.deck[0] != NONE, "deck", [], "a card in phase orb")
    _check_removed(s)
    spaces = len(listed(s.opt_doom_values)) if s.opt_doom_board else 0
    fits = 0 <= s.doom_space < spaces if s.opt_doom_board else s.doom_space == NONE
    expect(fits, "doom_space", s.doom_space, f"0 to {spaces - 1}" if spaces else "null without the doom board")
    aside = 4 if s.opt_great_old_one == CARD.MYSTERY else 0
    expect(len(listed(s.set_aside)) == aside, "set_aside", len(listed(s.set_aside)), f"{aside} cards")
    _check_look(s)


def _check_removed(s: Play) -> None:
    """Who took out what; so many cards are left that another round can be dealt and begun (R42)."""
    out, takers = len(listed(s.removed)), listed(s.removed_by)
    most = 1
    if s.opt_orb_removes_for_game:
        most = DECK - s.players - dummies(s) - 1 - (s.phase == PHASE.ORB)
    expect(out <= most, "removed", f"{out} cards", f"at most {most}")
    named = len(takers) == out or not (takers or s.opt_orb_removes_for_game)
    fits = named and all(seat < s.players for seat in takers)
    expect(fits, "removed_by", takers, f"a seat, 0 to {s.players - 1}, for each of {out} cards removed")


def read_view(s: Play, view: Json) -> None:
    """What the field table does not read of a view; what is worked out must be right."""
    for key in ("round", "turn", "phase", "parent", "sanity", "dummies", "path", "discard", "removed_by"):
        expect(not has_null(view[key]), key, view[key], "no nulls: everybody sees it")
    told = (s.to_act[0], seat_set(s, "on_table", view["on_table"]))
    s.gate_clear = seat_set(s, "gate_clear", view["gate_clear"])
    if s.phase in (PHASE.ORB, PHASE.OVER):
        s.offered = NONE
    work_out(s)
    expect(told == (s.to_act[0], s.on_table), "to_act and on_table", told, "what path and parent say")
    space = s.doom_space
    value = s.opt_doom_values[space] if s.opt_doom_board and 0 <= space < len(s.opt_doom_values) else None
    expect(view["doom_value"] == value, "doom_value", view["doom_value"], str(value))
