"""What a seat of Arkham Ritual can know beyond what it sees: samples, chances and observations, from its view alone."""

from collections.abc import Iterator
from math import gcd
from typing import Any

from takujo.core.chance import below, shuffle
from takujo.core.codec import expect
from takujo.core.jit import Floats, rule
from takujo.core.names import Blocks
from takujo.core.record import NONE, UNKNOWN
from takujo.core.sets import has

from .cards import CARD, DECK, DUMMIES, IDS, MAD, MOST_OUT, OLD_ONES, SANITY, SEATS, TYPES
from .position import card_at, check_public, listed, unplaced
from .rules import copies
from .state import COLOUR, PHASE, PLACE, Play

Json = dict[str, Any]

# Places where a card may lie hidden, by number.
LIES = Blocks(hands=SEATS, offered=1, deck=DECK, removed=MOST_OUT)


@rule
def unveil(s: Play, v: Play, seat: int) -> None:
    """2.12: what is seen by rule. The looker knows his card wherever it goes (R18); over, all hands are open (R31)."""
    looks = seat >= 0 and s.look_seat == seat
    if s.phase == PHASE.OVER:
        for i in range(s.players):
            v.hand[i] = s.hand[i]
    elif looks and s.look_at == PLACE.HAND and s.look_holder == seat:
        v.hand[seat] = s.hand[seat]
    if s.offered != NONE and (seat == s.parent or (looks and s.look_at == PLACE.OFFERED)):
        v.offered = s.offered
    if looks and s.look_at == PLACE.TOP:
        v.deck[0] = s.deck[0]
    for i in range(MOST_OUT):
        if seat >= 0 and s.removed_by[i] == seat:
            v.removed[i] = s.removed[i]  # R43: also in later rounds
    if s.look_seat != NONE and v.look_card == UNKNOWN:
        sees_hand = s.look_at == PLACE.HAND and v.hand[max(s.look_holder, 0)] != UNKNOWN
        if looks or sees_hand or (s.look_at == PLACE.OFFERED and seat == s.parent):
            v.look_card = s.look_card


# Samples (5.5)


@rule
def lying(v: Play, place: int) -> int:
    """The card at a place."""
    if place < LIES.OFFERED:
        return v.hand[place]
    if place == LIES.OFFERED:
        return v.offered
    return v.deck[place - LIES.DECK] if place < LIES.REMOVED else v.removed[place - LIES.REMOVED]


@rule
def lay(v: Play, place: int, card: int) -> None:
    if place < LIES.OFFERED:
        v.hand[place] = card
    elif place == LIES.OFFERED:
        v.offered = card
    elif place < LIES.REMOVED:
        v.deck[place - LIES.DECK] = card
    else:
        v.removed[place - LIES.REMOVED] = card


@rule
def looked_at(v: Play) -> int:
    """The place of the card looked at; NONE if there was no look."""
    if v.look_at == PLACE.HAND:
        return v.look_holder
    if v.look_at == PLACE.OFFERED:
        return LIES.OFFERED
    if v.look_at == PLACE.TOP:
        return LIES.DECK
    if v.look_at == NONE:
        return NONE
    place = LIES.size - 1  # the last one taken out
    while lying(v, place) == NONE:
        place -= 1
    return place


@rule
def pool(v: Play) -> int:
    """The cards this view does not locate: two bits for the number of each type."""
    cards = 0
    for card in range(TYPES):
        cards += copies(v, card) << 2 * card
    for place in range(LIES.size):
        if lying(v, place) >= 0:
            cards -= 1 << 2 * lying(v, place)
    for i in range(DUMMIES):
        if v.dummy[i] != NONE:
            cards -= 1 << 2 * v.dummy[i]
    for i in range(DECK):
        if v.discard[i] != NONE:
            cards -= 1 << 2 * v.discard[i]
    return cards


@rule
def hides(v: Play, place: int, card: int) -> bool:
    """May this card lie at a hidden place? No Great Old One in a hand that a Gate has cleared."""
    if lying(v, place) != UNKNOWN:
        return False
    return card != v.opt_great_old_one or place >= LIES.OFFERED or not has(v.gate_clear, place)


@rule
def weight(v: Play, cards: int, place: int, card: int) -> int:
    """In how many ways, up to a common factor, the rest can lie if this card lies at the place looked at."""
    n = cards >> 2 * card & 3
    if n == 0 or MAD[card] != v.look_colour or not hides(v, place, card):
        return 0
    if not cards >> 2 * v.opt_great_old_one & 3:
        return n
    hidden = free = 0  # places but this one; those where the Great Old One may lie
    for other in range(LIES.size):
        if other != place and lying(v, other) == UNKNOWN:
            hidden += 1
            free += hides(v, other, v.opt_great_old_one)
    return max(hidden, 1) if card == v.opt_great_old_one else n * free


@rule
def draw(v: Play, cards: int, looked: int) -> int:
    """One of these cards, each copy equally likely; for the place looked at (else NONE) by weight."""
    total, drawn = 0, NONE
    for card in range(TYPES):
        n = cards >> 2 * card & 3
        if looked != NONE:
            n = weight(v, cards, looked, card)
        total += n
        if n > 0 and below(v.chance, total) < n:  # so each stays with its share of the whole
            drawn = card
    return drawn


@rule
def hide_old_one(v: Play) -> None:
    """The Great Old One lies at any hidden place where it may."""
    free, chosen = 0, NONE
    for place in range(LIES.size):
        if hides(v, place, v.opt_great_old_one):
            free += 1
            if below(v.chance, free) == 0:
                chosen = place
    lay(v, chosen, v.opt_great_old_one)


@rule
def guess(v: Play) -> None:
    """Fill a view, all ways the hidden cards can lie being equally likely. Exact, but for what choices reveal."""
    looked = looked_at(v)
    first = looked if v.look_card == UNKNOWN and v.look_colour != NONE else NONE
    cards = pool(v)
    for step in range(LIES.size + 1):  # the place looked at, then all others
        place = first if step == 0 else step - 1
        if step == 1 and cards >> 2 * v.opt_great_old_one & 3:
            hide_old_one(v)
            cards -= 1 << 2 * v.opt_great_old_one
        if place != NONE and lying(v, place) == UNKNOWN:
            card = draw(v, cards, first if step == 0 else NONE)
            lay(v, place, card)
            cards -= 1 << 2 * card
    if v.look_card == UNKNOWN:
        v.look_card = lying(v, looked)
    if v.set_aside[0] != NONE:
        for i in range(len(v.set_aside)):
            v.set_aside[i] = CARD.CTHULHU + i
        shuffle(v.chance, v.set_aside, len(v.set_aside))


# Chances (5.5)


class Hidden:
    """The hidden places of a view, the cards that lie there, and the ways they can lie."""

    def __init__(self, v: Play):
        self.cards = unplaced(v)
        hands = {seat: v.hand[seat] for seat in range(v.players)}
        deck = {LIES.DECK + i: card for i, card in enumerate(v.deck)}
        out = {LIES.REMOVED + i: card for i, card in enumerate(v.removed)}
        self.at = hands | {LIES.OFFERED: v.offered} | deck | out
        self.places = [place for place, card in self.at.items() if card == UNKNOWN]
        self.old_one = v.opt_great_old_one
        self.free = [p for p in self.places if p >= LIES.OFFERED or not v.gate_clear >> p & 1]  # for the Great Old One
        self.looked = NONE
        if v.look_card == UNKNOWN and v.look_colour != NONE:
            last = LIES.REMOVED + len(listed(v.removed)) - 1
            self.looked = {PLACE.TOP: LIES.DECK, PLACE.OFFERED: LIES.OFFERED, PLACE.REMOVED: last}.get(
                v.look_at, v.look_holder
            )
        self.colour = v.look_colour

    def ways(self) -> Iterator[tuple[int, int]]:
        """Each card that may be the one looked at, and in how many ways (up to a factor) the rest can lie then."""
        away = self.old_one not in self.cards
        if self.looked == NONE:
            yield NONE, int(away or bool(self.free))
            return
        free, hidden = len([p for p in self.free if p != self.looked]), len(self.places) - 1
        for card in sorted(set(self.cards)):
            if MAD[card] != self.colour:
                continue
            if card == self.old_one:
                yield card, max(hidden, 1) if self.looked in self.free else 0
            else:
                yield card, self.cards.count(card) * (1 if away else free)

    def odds(self, place: int) -> dict[int, int]:
        """In how many ways, up to a factor, each card can be the one at a hidden place."""
        cases = [(n, *self._given(card, place)) for card, n in self.ways() if n]
        common = 1
        for _, _, whole in cases:
            common = common * whole // gcd(common, whole)
        out: dict[int, int] = {}
        for n, found, whole in cases:
            for card, ways in found.items():
                out[card] = out.get(card, 0) + n * ways * (common // whole)
        shared = 0
        for ways in out.values():
            shared = gcd(shared, ways)
        return {card: ways // shared for card, ways in sorted(out.items()) if ways}

    def chances(self, place: int) -> dict[int, float]:
        """The chance of every card at a hidden place."""
        odds = self.odds(place)
        total = sum(odds.values())
        return {card: ways / total for card, ways in odds.items()}

    def _given(self, looked: int, place: int) -> tuple[dict[int, int], int]:
        """The ways of each card if the one looked at is this one, and how many there are in all."""
        if place == self.looked:
            return {looked: 1}, 1
        rest = list(self.cards)
        if looked != NONE:
            rest.remove(looked)
        out: dict[int, int] = {}
        n = max(len(rest) - (self.old_one in rest), 1)
        places = others = 1  # where the Great Old One can lie, and at how many of them it leaves this place to others
        if self.old_one in rest:
            rest.remove(self.old_one)
            free = [p for p in self.free if p != self.looked]
            places = len(free)
            others = places - (place in free)
            out[self.old_one] = n if place in free else 0
        for card in rest:
            out[card] = out.get(card, 0) + others
        return out, places * n


def belief(v: Play) -> Json:
    """The chance of every card at every place that is hidden from somebody."""
    hidden = Hidden(v)

    def chances(place: int) -> dict[str, float] | None:
        card = hidden.at[place]
        if card == NONE:
            return None
        known = {card: 1.0} if card >= 0 else hidden.chances(place)
        return {IDS[c]: chance for c, chance in known.items()}

    return {
        "hands": [chances(seat) for seat in range(v.players)],
        "offered": chances(LIES.OFFERED),
        "deck": [chances(LIES.DECK + i) for i, card in enumerate(v.deck) if card != NONE],
        "removed": [chances(LIES.REMOVED + i) for i, card in enumerate(v.removed) if card != NONE],
        "set_aside": [{IDS[c]: 1 / len(OLD_ONES) for c in OLD_ONES} for card in v.set_aside if card != NONE],
    }


def check_view(v: Play) -> None:
    """ValueError for a view that no state has."""
    check_public(v)
    hidden = Hidden(v)
    found = f"{len(hidden.places)} hidden cards"
    expect(len(hidden.places) == len(hidden.cards), "view", found, f"{len(hidden.cards)}, the cards not seen")
    if v.look_seat != NONE:
        at = PLACE.names[v.look_at]
        expect(card_at(v) == v.look_card, "look.card", v.look_card, f"what is seen {at}")
        known = v.look_card == UNKNOWN or v.look_colour == MAD[v.look_card]
        fits = v.look_colour != NONE and known if v.opt_event == CARD.SHINING_TRAPEZOHEDRON else v.look_colour == NONE
        expect(fits, "look.colour", v.look_colour, "the card's colour with the Shining Trapezohedron, else null")
    for seat in range(v.players):
        clear = v.gate_clear >> seat & 1
        expect(not clear or v.hand[seat] != v.opt_great_old_one, "gate_clear", seat, "seats without a Great Old One")
    expect(any(n for _, n in hidden.ways()), "view", "no way", "a way for the cards not seen to lie")


# Observations (5.2)

SLOT = Blocks(
    present=1, sanity=1, parent=1, on_table=1, path=1, deciding=1, looker=1, gate_clear=1, card=TYPES + 1,
)  # fmt: skip
OBS = Blocks(
    players=SEATS - 2, phase=len(PHASE.names), composition=TYPES, flags=3, doom=2, deck=1, discard=TYPES, removed=1,
    slots=SEATS * SLOT.size, dummies=DUMMIES * TYPES, offered=TYPES + 1, look_at=1 + len(PLACE.names), look_card=TYPES,
    look_colour=len(COLOUR.names), look_holder=SEATS, pool=TYPES,
)  # fmt: skip


@rule
def observe(v: Play, seat: int, out: Floats) -> None:
    """A view as numbers, seats counted from its owner; a spectator (-1) counts from seat 0."""
    me, n, cards = max(seat, 0), v.players, pool(v)
    out[OBS.PLAYERS + n - 3] = 1
    out[OBS.PHASE + v.phase] = 1
    for card in range(TYPES):
        out[OBS.COMPOSITION + card] = copies(v, card) / 2
        out[OBS.POOL + card] = (cards >> 2 * card & 3) / 2
    out[OBS.FLAGS], out[OBS.FLAGS + 1], out[OBS.FLAGS + 2] = (
        v.opt_doom_board,
        v.opt_true_winner,
        v.opt_yog_owner_compared,
    )
    if v.doom_space != NONE:
        after = min(v.doom_space + 1, len(v.opt_doom_values) - 1)
        if v.opt_doom_values[after] == NONE:
            after = v.doom_space
        out[OBS.DOOM], out[OBS.DOOM + 1] = v.opt_doom_values[v.doom_space] / SANITY, v.opt_doom_values[after] / SANITY
    for i in range(DECK):
        if v.deck[i] != NONE:
            out[OBS.DECK] += 1 / DECK
        if v.discard[i] != NONE:
            out[OBS.DISCARD + v.discard[i]] += 0.5
    for i in range(MOST_OUT):
        out[OBS.REMOVED] += v.removed[i] != NONE
    for i in range(DUMMIES):
        if v.dummy[i] != NONE:
            out[OBS.DUMMIES + TYPES * i + v.dummy[i]] = 1
    show(out, OBS.OFFERED, v.offered)
    observe_look(v, me, out)
    for j in range(n):
        observe_seat(v, (me + j) % n, OBS.SLOTS + SLOT.size * j, out)


@rule
def show(out: Floats, at: int, card: int) -> None:
    """A card of 24 types, or hidden, or none."""
    if card != NONE:
        out[at + (card if card >= 0 else TYPES)] = 1


@rule
def observe_look(v: Play, me: int, out: Floats) -> None:
    if v.look_seat == NONE:
        out[OBS.LOOK_AT] = 1
        return
    out[OBS.LOOK_AT + 1 + v.look_at] = 1
    if v.look_card >= 0:
        out[OBS.LOOK_CARD + v.look_card] = 1
    if v.look_colour != NONE:
        out[OBS.LOOK_COLOUR + v.look_colour] = 1
    if v.look_holder != NONE:
        out[OBS.LOOK_HOLDER + (v.look_holder - me) % v.players] = 1


@rule
def observe_seat(v: Play, seat: int, at: int, out: Floats) -> None:
    """One seat's slot."""
    out[at + SLOT.PRESENT] = 1
    out[at + SLOT.SANITY] = v.sanity[seat] / SANITY
    out[at + SLOT.PARENT] = seat == v.parent
    out[at + SLOT.ON_TABLE] = has(v.on_table, seat)
    for i in range(len(v.path)):
        if v.path[i] == seat:
            out[at + SLOT.PATH] = 1
    out[at + SLOT.DECIDING] = seat == v.to_act[0]
    out[at + SLOT.LOOKER] = seat == v.look_seat
    out[at + SLOT.GATE_CLEAR] = has(v.gate_clear, seat)
    show(out, at + SLOT.CARD, v.hand[seat])
