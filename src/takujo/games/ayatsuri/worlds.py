"""The worlds that a view of Ayatsuri leaves possible (7.3), compiled and as exact chances.

A world is the cards put face down, in order, and the roles picked: everything hidden follows from it. Any cards
may have been put or picked, each once, but for what W1 to W7 rule out, place by place.
"""

from takujo.core.codec import expect
from takujo.core.jit import rule
from takujo.core.record import NONE, Record
from takujo.core.sets import members, only, without

from .cards import EVERY_CARD, FACE_DOWN, FIRST_HAND, LOWEST, ROLE, SEATS
from .position import deck, down_size, moved
from .state import PHASE, State

# Places are numbered: first those face down, then the picks in draft order.

COUNT, ROLES = -1, -2  # what `walk` is asked for


@rule
def knower(v: State) -> int:
    """The seat whose view this is, by the cards it has seen; NONE: nobody has more than a spectator."""
    for seat in range(v.players):
        if v.seen[seat] >= 0:
            return seat
    return NONE


@rule
def down_at_first(v: State) -> int:
    """X: cards that were put face down."""
    return FACE_DOWN[v.players] + v.opt_promo


@rule
def open_cards(v: State) -> int:
    """W1: the set of the cards that are in the deck and do not lie face up."""
    cards = EVERY_CARD - 1 + v.opt_promo
    return without(cards, v.face_up[0]) if v.face_up[0] != NONE else cards


@rule
def known_roles(v: State, but: int) -> int:
    """The set of the roles this view shows, one seat left out."""
    cards = 0
    for seat in range(v.players):
        if v.role[seat] >= 0 and seat != but:
            cards |= only(v.role[seat])
    return cards


@rule
def layable(v: State, place: int, me: int) -> int:
    """W1, W3, W7: what can have been put face down at this place, seen from seat `me`."""
    if place == 0 and v.added >= 0:
        return only(v.added)  # W7
    last = (v.first + SEATS - 1) % v.players
    sixth = last if place == 0 and v.players == SEATS else NONE  # 3.2-1 six: he may have taken it
    cards = EVERY_CARD & ~known_roles(v, sixth)
    return cards & ~v.seen[me] if me != NONE else cards  # W3


@rule
def pickable(v: State, turn: int, me: int) -> int:
    """W2 to W6: what the drafter of this turn can have picked, seen from seat `me`."""
    seat = (v.first + turn) % v.players
    cards = (EVERY_CARD - int(turn == 0)) & ~known_roles(v, seat)  # Promo 1
    if me != NONE and turn < (me - v.first) % v.players:
        cards &= ~v.seen[me]  # W3: it was gone when the hand came
    if v.role[seat] >= 0:
        return cards & only(v.role[seat])  # W3, W4
    if v.phase == PHASE.DRAFT or v.phase == PHASE.CONDEMN or v.call < 0:
        return cards
    if v.killed[seat]:
        return cards & only(ROLE.TERRORIST)  # W6
    return cards >> v.call + 1 << v.call + 1  # W5


@rule
def walk(v: State, me: int, stop: int) -> int:
    """Go through all worlds. COUNT: their weight; ROLES: who can be what, 8 bits a turn; else: the world at `stop`.

    A world is given as octal digits by place. All picks are equally likely, so of the weights only the first
    pick's matters: with the promo it had one card less to choose from where 0 was among them (7.3).
    """
    down, places = down_at_first(v), down_at_first(v) + v.drafted
    fits = 0  # by place, 8 bits each, as in `todo`: the cards not tried yet
    for i in range(places):
        fits |= (layable(v, i, me) if i < down else pickable(v, i - down, me)) << 8 * i
    free, world, place, total, roles = open_cards(v), 0, 0, 0, 0
    todo = fits & free
    while place >= 0:
        left = todo >> 8 * place & EVERY_CARD
        if left == 0:
            place -= 1
            if place >= 0:
                free |= only(world >> 3 * place & 7)
            continue
        card = LOWEST[left]
        todo ^= 1 << 8 * place + card
        world = world & ~(7 << 3 * place) | card << 3 * place
        if place < places - 1:
            place += 1
            free = without(free, card)
            there = free | only(world & 7) if place - down == SEATS - 1 else free  # 3.2-1 six: it was added
            todo = todo & ~(EVERY_CARD << 8 * place) | (fits >> 8 * place & there) << 8 * place
            continue
        total += weight(v, world)
        if total > stop >= 0:
            return world
        if stop == ROLES:
            for i in range(down, places):
                roles |= 1 << 8 * (i - down) + (world >> 3 * i & 7)
    return roles if stop == ROLES else total


@rule
def weight(v: State, world: int) -> int:
    """How likely a world is, against the others: 1/4 or 1/5 (1/5 or 1/6) are 5 and 4 (6 and 5)."""
    if not v.opt_promo or v.drafted == 0:
        return 1
    laid = world & 7 == ROLE.BOMBER or world >> 3 & 7 == ROLE.BOMBER
    return FIRST_HAND[v.players] - int(laid)


@rule
def settle(v: State, world: int) -> None:
    """Write a world into a view: cards face down, roles, and what everybody has seen (2.6)."""
    down = down_at_first(v)
    cards = open_cards(v)
    for i in range(down):
        v.face_down[i] = world >> 3 * i & 7
        cards = without(cards, v.face_down[i])
    first = v.face_down[0]
    if v.players == SEATS and v.drafted >= SEATS - 1:
        v.added, v.face_down[0], v.face_down[1] = first, v.face_down[1], NONE
    for turn in range(v.drafted + int(v.phase == PHASE.DRAFT)):
        seat = (v.first + turn) % v.players
        if turn == SEATS - 1:
            cards |= only(first)
        v.seen[seat] = cards
        if turn < v.drafted:
            v.role[seat] = world >> 3 * (down + turn) & 7
            cards = without(cards, v.role[seat])


def chances(v: Record) -> list[dict[str, float]]:
    """For each place, those face down first, the chance of every card: forward and back through the places."""
    allowed, down, first_hand = _allowed(v), down_size(v) + moved(v), int(FIRST_HAND[v.players])
    start = sum(1 << card for card in deck(v) if card not in v.face_up)

    def steps(place: int, free: int, first: int) -> list[tuple[int, int, tuple[int, int]]]:
        """Each card that fits, its weight, and what is free then."""
        added = 1 << first if place - down == SEATS - 1 else 0
        out = []
        for card in members(allowed[place] & (free | added)):
            then = free & ~(1 << card)
            laid = place == down - 1 and v.opt_promo and v.drafted
            out.append((card, first_hand - (start & ~then & 1) if laid else 1, (then, first if place else card)))
        return out

    ahead: list[dict[tuple[int, int], int]] = [{(start, 0): 1}]  # ways to get there
    for place in range(len(allowed)):
        layer: dict[tuple[int, int], int] = {}
        for state, ways in ahead[place].items():
            for _, factor, then in steps(place, *state):
                layer[then] = layer.get(then, 0) + ways * factor
        ahead.append(layer)
    total = sum(ahead[-1].values())
    expect(total > 0, "view", "one that no deal agrees with", "a view of some state")
    behind = dict.fromkeys(ahead[-1], 1)  # ways to go on from there
    places: list[dict[str, float]] = []
    for place in range(len(allowed) - 1, -1, -1):
        found: dict[int, int] = {}
        before = dict.fromkeys(ahead[place], 0)
        for state, ways in ahead[place].items():
            for card, factor, then in steps(place, *state):
                before[state] += factor * behind[then]
                found[card] = found.get(card, 0) + ways * factor * behind[then]
        behind = before
        places.insert(0, {str(card): n / total for card, n in sorted(found.items()) if n})
    return places


def _allowed(v: Record) -> list[int]:
    """W1 to W7, for each place: the set of the cards that can be there, whatever is elsewhere."""
    me = next((seat for seat in range(v.players) if v.seen[seat] >= 0), NONE)
    gone = EVERY_CARD & ~v.seen[me] if me != NONE else EVERY_CARD
    sets = [gone] * (down_size(v) + moved(v))
    if v.added >= 0:
        sets[0] = 1 << v.added
    for turn in range(v.drafted):
        seat = (v.first + turn) % v.players
        cards = gone if me != NONE and turn < (me - v.first) % v.players else EVERY_CARD
        if turn == 0:
            cards &= ~1
        if v.role[seat] >= 0:
            cards &= 1 << v.role[seat]
        elif v.phase not in (PHASE.DRAFT, PHASE.CONDEMN):
            cards &= 1 << ROLE.TERRORIST if v.killed[seat] else -(2 << v.call) if v.call >= 0 else EVERY_CARD
        sets.append(cards)
    return sets
