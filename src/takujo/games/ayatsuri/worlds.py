"""The worlds that a view of Ayatsuri leaves possible (7.3): one after the other, and as exact chances.

A world is the cards put face down, in order, and the roles picked: everything hidden follows from it. Any cards
may have been put or picked, each once, but for what W1 to W7 rule out, place by place.
"""

from typing import Any

from takujo.core.codec import expect
from takujo.core.jit import Ints, rule
from takujo.core.record import NONE
from takujo.core.sets import has, members, only, without

from .cards import EVERY_CARD, FACE_DOWN, FIRST_HAND, LOWEST, MOST_DOWN, ROLE, SEATS
from .state import PHASE, Play

# The worlds of a view as they are gone through: a row of integers (`scratch(WORLDS)`) with four numbers for each place.
# Places are numbered: first those face down, then the picks in draft order.
PLACES = MOST_DOWN + SEATS
CARD, FITS, FREE, LEFT, WORLDS = range(0, 5 * PLACES, PLACES)
# The card of the present world; what W1 to W7 allow; what lies at no place before; what of both was not tried yet.

TO_THE_END = -1  # no world to stop at


@rule
def knower(v: Play) -> int:
    """The seat whose view this is, by the cards it has seen; NONE: nobody has more than a spectator."""
    for seat in range(v.players):
        if v.seen[seat] >= 0:
            return seat
    return NONE


@rule
def down_at_first(v: Play) -> int:
    """X: cards that were put face down."""
    return FACE_DOWN[v.players] + v.opt_promo


@rule
def open_cards(v: Play) -> int:
    """W1: the set of the cards that are in the deck and do not lie face up."""
    cards = EVERY_CARD if v.opt_promo else without(EVERY_CARD, ROLE.BOMBER)
    return without(cards, v.face_up[0]) if v.face_up[0] != NONE else cards


@rule
def known_roles(v: Play, but: int) -> int:
    """The set of the roles this view shows, one seat left out."""
    cards = 0
    for seat in range(v.players):
        if v.role[seat] >= 0 and seat != but:
            cards |= only(v.role[seat])
    return cards


@rule
def uncalled(v: Play) -> int:
    """W5: the set of the roles that have not been called: whoever is unrevealed has one of them (3.2-2 a)."""
    return EVERY_CARD if v.call < 0 else EVERY_CARD >> v.call + 1 << v.call + 1


@rule
def layable(v: Play, place: int, me: int) -> int:
    """W1, W3, W7: what can have been put face down at this place, seen from seat `me`."""
    if place == 0 and v.added >= 0:
        return only(v.added)  # W7
    last = (v.first + SEATS - 1) % v.players
    sixth = last if place == 0 and v.players == SEATS else NONE  # 3.2-1 six: he may have taken it
    cards = EVERY_CARD & ~known_roles(v, sixth)
    return cards & ~v.seen[me] if me != NONE else cards  # W3


@rule
def pickable(v: Play, turn: int, me: int) -> int:
    """W2 to W6: what the drafter of this turn can have picked, seen from seat `me`."""
    seat = (v.first + turn) % v.players
    cards = (EVERY_CARD if turn else without(EVERY_CARD, ROLE.BOMBER)) & ~known_roles(v, seat)  # Promo 1
    if me != NONE and turn < (me - v.first) % v.players:
        cards &= ~v.seen[me]  # W3: it was gone when the hand came
    if v.role[seat] >= 0:
        return cards & only(v.role[seat])  # W3, W4
    if v.phase == PHASE.DRAFT or v.phase == PHASE.CONDEMN or v.call < 0:
        return cards
    if v.killed[seat]:
        return cards & only(ROLE.TERRORIST)  # W6
    return cards & uncalled(v)  # W5


@rule
def allowed(v: Play, place: int, me: int) -> int:
    """W1 to W7: what can be at a place, whatever is elsewhere."""
    down = down_at_first(v)
    return layable(v, place, me) if place < down else pickable(v, place - down, me)


@rule
def begin_worlds(v: Play, me: int, worlds: Ints) -> None:
    """Before the first world, seen from seat `me`."""
    for place in range(down_at_first(v) + v.drafted):
        worlds[FITS + place], worlds[LEFT + place] = allowed(v, place, me), 0
    worlds[FREE] = open_cards(v)
    worlds[LEFT] = worlds[FITS] & worlds[FREE]


@rule
def next_world(v: Play, worlds: Ints) -> int:
    """Go on to the next world: the first place that is another; NONE: there is none. The last places change first."""
    down = down_at_first(v)
    last = down + v.drafted - 1
    place = changed = last
    while place >= 0:
        left = worlds[LEFT + place]
        if left == 0:
            place -= 1
            changed = min(changed, place)
            continue
        card = LOWEST[left]
        worlds[LEFT + place], worlds[CARD + place] = without(left, card), card
        if place == last:
            return changed
        place += 1
        free = without(worlds[FREE + place - 1], card)
        there = free | only(worlds[CARD]) if place - down == SEATS - 1 else free  # 3.2-1 six: it was added
        worlds[FREE + place], worlds[LEFT + place] = free, worlds[FITS + place] & there
    return NONE


@rule
def weight(v: Play, bomber_laid: bool) -> int:
    """How likely a world is, against the others: 1/4 or 1/5 (1/5 or 1/6) are 5 and 4 (6 and 5).

    All picks are equally likely, so only the first pick's chance matters: with the promo it had one card less to
    choose from where 0 was among them (7.3).
    """
    return FIRST_HAND[v.players] - int(bomber_laid) if v.opt_promo and v.drafted else 1


@rule
def weigh_worlds(v: Play, worlds: Ints, stop: int) -> int:
    """The weight of all worlds (TO_THE_END), or of those up to and with the one at `stop`, the present one then."""
    total = 0
    begin_worlds(v, knower(v), worlds)
    while next_world(v, worlds) != NONE:
        total += weight(v, worlds[CARD] == ROLE.BOMBER or worlds[CARD + 1] == ROLE.BOMBER)
        if total > stop >= 0:
            break
    return total


@rule
def gather_roles(v: Play, worlds: Ints, roles: Ints) -> None:
    """By turn: the set of the roles that the drafter can have."""
    down = down_at_first(v)
    begin_worlds(v, knower(v), worlds)
    while next_world(v, worlds) != NONE:
        for turn in range(v.drafted):
            roles[turn] |= only(worlds[CARD + down + turn])


@rule
def settle(v: Play, worlds: Ints) -> None:
    """Write the present world into a view: cards face down, roles, and what everybody has seen (2.6)."""
    down = down_at_first(v)
    cards, first = open_cards(v), worlds[CARD]
    for i in range(down):
        v.face_down[i] = worlds[CARD + i]
        cards = without(cards, v.face_down[i])
    if v.players == SEATS and v.drafted >= SEATS - 1:
        v.added, v.face_down[0], v.face_down[1] = first, v.face_down[1], NONE
    for turn in range(v.drafted + int(v.phase == PHASE.DRAFT)):
        seat = (v.first + turn) % v.players
        if turn == SEATS - 1:
            cards |= only(first)
        v.seen[seat] = cards
        if turn < v.drafted:
            v.role[seat] = worlds[CARD + down + turn]
            cards = without(cards, v.role[seat])


def chances(view: Play) -> list[dict[str, float]]:
    """For each place, those face down first, the chance of every card: forward and back through the places."""
    v: Any = view
    me, down = knower(v), down_at_first(v)
    fits = [allowed(v, place, me) for place in range(down + v.drafted)]
    start = open_cards(v)

    def steps(place: int, free: int, first: int) -> list[tuple[int, int, tuple[int, int]]]:
        """Each card that fits, its weight, and what is free then."""
        added = only(first) if place - down == SEATS - 1 else 0
        out = []
        for card in members(fits[place] & (free | added)):
            then = without(free, card)
            factor = weight(v, has(start & ~then, ROLE.BOMBER)) if place == down - 1 else 1
            out.append((card, factor, (then, first if place else card)))
        return out

    ahead: list[dict[tuple[int, int], int]] = [{(start, 0): 1}]  # ways to get there
    for place in range(len(fits)):
        layer: dict[tuple[int, int], int] = {}
        for state, ways in ahead[place].items():
            for _, factor, then in steps(place, *state):
                layer[then] = layer.get(then, 0) + ways * factor
        ahead.append(layer)
    total = sum(ahead[-1].values())
    expect(total > 0, "view", "one that no deal agrees with", "a view of some state")
    behind = dict.fromkeys(ahead[-1], 1)  # ways to go on from there
    places: list[dict[str, float]] = []
    for place in range(len(fits) - 1, -1, -1):
        found: dict[int, int] = {}
        before = dict.fromkeys(ahead[place], 0)
        for state, ways in ahead[place].items():
            for card, factor, then in steps(place, *state):
                before[state] += factor * behind[then]
                found[card] = found.get(card, 0) + ways * factor * behind[then]
        behind = before
        places.insert(0, {str(card): n / total for card, n in sorted(found.items()) if n})
    return places
