"""Who has which role, as far as a view tells: a table of chances, counted into the view itself.

The scripted luck of a view is always empty, so its places are free to count in; `forget` empties them again.
"""

import math

from takujo.bots.care import NOVICE, REGULAR
from takujo.core.jit import door, rule
from takujo.core.names import Blocks
from takujo.core.record import NONE, table
from takujo.core.sets import has, only, without

from ..cards import CARDS, EVERY_CARD, LOWEST, ROLE, SEATS
from ..state import LUCK_SIZE, State
from ..worlds import down_at_first, layable, open_cards, pickable
from .chips import CERTAIN
from .picks import appeal

# Places of the notes in `luck`: the chance of each role for each seat, how each seat likes each role (7 bits a role),
# and the chance of each seat to be revealed next.
NOTES = Blocks(roles=SEATS * CARDS, likes=SEATS, next=SEATS)
LIKING = 127  # the most that a seat likes a role

KEENNESS = 15.0  # how much likelier others take what promises more: e-fold for 1/15 of a win, as they may be novices

SIZE = table([bin(cards).count("1") for cards in range(EVERY_CARD + 1)])


@rule
def chance(s: State, seat: int, role: int) -> int:
    """The chance that a seat has a role, in millionths, after `believe`."""
    return s.luck[NOTES.ROLES + seat * CARDS + role]


@rule
def next_chance(s: State, seat: int) -> int:
    """The chance that a seat is the next to be revealed, in millionths, after `believe`."""
    return s.luck[NOTES.NEXT + seat]


@rule
def forget(s: State) -> None:
    for i in range(LUCK_SIZE):
        s.luck[i] = NONE


@rule
def known(s: State, seat: int) -> bool:
    return s.role[seat] >= 0


@rule
def shown(s: State) -> int:
    """The set of the roles that are known to this view to be somebody's."""
    cards = 0
    for seat in range(s.players):
        if known(s, seat):
            cards |= only(s.role[seat])
    return cards


@rule
def to_come(s: State) -> int:
    """The set of the roles that have not been called: whoever is unrevealed has one of them (3.2-2 a)."""
    return EVERY_CARD if s.call < 0 else EVERY_CARD >> s.call + 1 << s.call + 1


@rule
def possible(s: State, seat: int, me: int, remembers: bool) -> int:
    """The set of the roles that an unrevealed seat can have: gone before my hand came, or passed on by me (2.6)."""
    cards = open_cards(s) & ~shown(s) & to_come(s)
    if not remembers:
        return cards
    if (seat - s.first) % s.players < (me - s.first) % s.players:
        return cards & ~s.seen[me]
    last = (seat + 1) % s.players == s.first
    return cards if last and s.players == SEATS else cards & s.seen[me]  # 3.2-1 six: a card unseen was added


@rule
def count_alike(s: State, me: int, remembers: bool) -> None:
    """The quick belief: every role that a seat can have is as likely as any other, so also the one called next."""
    for seat in range(s.players):
        roles = only(s.role[seat]) if known(s, seat) else possible(s, seat, me, remembers)
        each = CERTAIN // max(SIZE[roles], 1)
        s.luck[NOTES.NEXT + seat] = 0 if s.revealed[seat] else each
        for role in range(CARDS):
            s.luck[NOTES.ROLES + seat * CARDS + role] = each * has(roles, role)


@rule
def liked(s: State, seat: int, cards: int) -> int:
    """How much a seat likes these cards, together."""
    likes, total = s.luck[NOTES.LIKES + seat], 0
    for role in range(CARDS):
        if has(cards, role):
            total += likes >> 7 * role & LIKING
    return total


@rule
def note_world(s: State, world: int, down: int) -> int:
    """Count a world by its likelihood: that everybody took, of the cards he saw, what he took (2.6). That number."""
    cards, likelihood, soonest, who = open_cards(s), 1.0, CARDS, NONE
    for place in range(down):
        cards = without(cards, world >> 3 * place & 7)
    for turn in range(s.drafted):
        seat = (s.first + turn) % s.players
        role = world >> 3 * (down + turn) & 7
        if turn == SEATS - 1:
            cards |= only(world & 7)  # 3.2-1 six: it was added
        choice = cards if turn else without(cards, ROLE.BOMBER)  # Promo 1
        likelihood *= liked(s, seat, only(role)) / liked(s, seat, choice)
        cards = without(cards, role)
        if role < soonest and not s.revealed[seat] and not s.killed[seat]:
            soonest, who = role, seat
    weight = int(likelihood * (1 << 40))
    for turn in range(s.drafted):
        seat = (s.first + turn) % s.players
        s.luck[NOTES.ROLES + seat * CARDS + (world >> 3 * (down + turn) & 7)] += weight
    if who != NONE:
        s.luck[NOTES.NEXT + who] += weight
    return weight


@rule
def share_of(part: int, total: int) -> int:
    """In millionths; by floats, as the product would not fit an integer."""
    return int(part / total * CERTAIN) if total else 0


@rule
def count_worlds(s: State, me: int) -> None:
    """The exact belief: all worlds that the view leaves possible (7.3), each by its likelihood."""
    for i in range(SEATS * CARDS):
        s.luck[NOTES.ROLES + i] = 0
    for seat in range(s.players):
        s.luck[NOTES.NEXT + seat] = 0
    down, places = down_at_first(s), down_at_first(s) + s.drafted
    fits = 0  # by place, 8 bits each, as in `todo`: the cards not tried yet
    for i in range(places):
        fits |= (layable(s, i, me) if i < down else pickable(s, i - down, me)) << 8 * i
    free, world, place, total = open_cards(s), 0, 0, 0
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
        if place == places - 1:
            total += note_world(s, world, down)
            continue
        place += 1
        free = without(free, card)
        there = free | only(world & 7) if place - down == SEATS - 1 else free  # 3.2-1 six
        todo = todo & ~(EVERY_CARD << 8 * place) | (fits >> 8 * place & there) << 8 * place
    for i in range(SEATS * CARDS):
        s.luck[NOTES.ROLES + i] = share_of(s.luck[NOTES.ROLES + i], total)
    for seat in range(s.players):
        s.luck[NOTES.NEXT + seat] = share_of(s.luck[NOTES.NEXT + seat], total)


@rule
def guess_likes(s: State) -> None:
    """How each seat likes each role with the chips it has, as far as it minds them."""
    for seat in range(s.players):
        best = 0
        for role in range(CARDS):
            best = max(best, appeal(s, seat, role))
        s.luck[NOTES.LIKES + seat] = 0
        for role in range(CARDS):
            liking = LIKING * math.exp((appeal(s, seat, role) - best) * KEENNESS / CERTAIN)
            s.luck[NOTES.LIKES + seat] |= max(1, int(liking)) << 7 * role


@door
def believe(s: State, me: int, care: int) -> None:
    """Note the chances of all roles, with as much care as is asked for. A novice forgets which cards went by."""
    if care == REGULAR:
        guess_likes(s)
        count_worlds(s, me)
    else:
        count_alike(s, me, care != NOVICE)
