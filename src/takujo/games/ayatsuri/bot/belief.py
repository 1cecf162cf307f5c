"""Who has which role, as far as a view tells: a table of chances, in notes of its own."""

from takujo.bots.care import NOVICE, REGULAR
from takujo.core.jit import Doubles, Ints, door, rule
from takujo.core.maths import exp
from takujo.core.names import Blocks
from takujo.core.record import NONE, table
from takujo.core.scratch import doubles, scratch
from takujo.core.sets import has, only, without

from ..cards import CARDS, EVERY_CARD, ROLE, SEATS
from ..state import Play
from ..worlds import CARD, WORLDS, begin_worlds, down_at_first, known_roles, next_world, open_cards, uncalled
from .chips import CERTAIN
from .picks import OUTCOMES, appeal, note_outcomes

FELT = 3  # roles that make a difference to who is killed, or kills: two, and all others

# The notes: by seat, the chance of each role, how it likes each role, and the chance to be revealed next; what killing
# each brings (policy.py).
NOTES = Blocks(roles=SEATS * CARDS, likes=SEATS * CARDS, next=SEATS, hits=2 * SEATS * FELT)
NOTES_SIZE = NOTES.size
LIKING = 127  # the most that a seat likes a role

KEENNESS = 15.0  # how much likelier others take what promises more: e-fold for 1/15 of a win, as they may be novices

SIZE = table([bin(cards).count("1") for cards in range(EVERY_CARD + 1)])


@rule
def chance(notes: Ints, seat: int, role: int) -> int:
    """The chance that a seat has a role, in millionths, after `believe`."""
    return notes[NOTES.ROLES + seat * CARDS + role]


@rule
def next_chance(notes: Ints, seat: int) -> int:
    """The chance that a seat is the next to be revealed, in millionths, after `believe`."""
    return notes[NOTES.NEXT + seat]


@rule
def known(s: Play, seat: int) -> bool:
    return s.role[seat] >= 0


@rule
def possible(s: Play, seat: int, me: int, remembers: bool) -> int:
    """The set of the roles that an unrevealed seat can have: gone before my hand came, or passed on by me (2.6)."""
    cards = open_cards(s) & ~known_roles(s, NONE) & uncalled(s)
    if not remembers:
        return cards
    if (seat - s.first) % s.players < (me - s.first) % s.players:
        return cards & ~s.seen[me]
    last = (seat + 1) % s.players == s.first
    return cards if last and s.players == SEATS else cards & s.seen[me]  # 3.2-1 six: a card unseen was added


@rule
def count_alike(s: Play, me: int, remembers: bool, notes: Ints) -> None:
    """The quick belief: every role that a seat can have is as likely as any other, so also the one called next."""
    for seat in range(s.players):
        roles = only(s.role[seat]) if known(s, seat) else possible(s, seat, me, remembers)
        each = CERTAIN // max(SIZE[roles], 1)
        notes[NOTES.NEXT + seat] = 0 if s.revealed[seat] else each
        for role in range(CARDS):
            notes[NOTES.ROLES + seat * CARDS + role] = each * has(roles, role)


@rule
def liked(notes: Ints, seat: int, cards: int) -> int:
    """How much a seat likes these cards, together."""
    total = 0
    for role in range(CARDS):
        total += has(cards, role) * notes[NOTES.LIKES + seat * CARDS + role]
    return total


# The draft of a world, turn by turn: the cards that the drafter saw; which role is called first of those before, and
# whose it is; and the weight of all worlds before this drafter had this role. Worlds share their first turns.
SAW, SOONEST, WHO, BEFORE, DRAFT = range(0, 5 * (SEATS + 1), SEATS + 1)
TURNS = SEATS + 1


@rule
def note_role(s: Play, turn: int, role: int, total: int, draft: Ints, notes: Ints) -> None:
    """A drafter will have another role: those worlds in which he had this one count for it."""
    seat = (s.first + turn) % s.players
    notes[NOTES.ROLES + seat * CARDS + role] += total - draft[BEFORE + turn]


@rule
def note_turns(s: Play, changed: int, worlds: Ints, draft: Ints, likely: Doubles, notes: Ints) -> None:
    """From the first place that is another in this world on: that everybody took, of the cards he saw, his (2.6)."""
    down = down_at_first(s)
    if changed < down:
        cards = open_cards(s)
        for place in range(down):
            cards = without(cards, worlds[CARD + place])
        draft[SAW], draft[SOONEST], draft[WHO], likely[0] = cards, CARDS, NONE, 1.0
    for turn in range(max(changed - down, 0), s.drafted):
        seat = (s.first + turn) % s.players
        role, cards, soonest, who = (
            worlds[CARD + down + turn],
            draft[SAW + turn],
            draft[SOONEST + turn],
            draft[WHO + turn],
        )
        if turn == SEATS - 1:
            cards |= only(worlds[CARD])  # 3.2-1 six: it was added
        choice = cards if turn else without(cards, ROLE.BOMBER)  # Promo 1
        likely[turn + 1] = likely[turn] * (notes[NOTES.LIKES + seat * CARDS + role] / liked(notes, seat, choice))
        if role < soonest and not s.revealed[seat] and not s.killed[seat]:
            soonest, who = role, seat
        draft[SAW + turn + 1], draft[SOONEST + turn + 1], draft[WHO + turn + 1] = without(cards, role), soonest, who


@rule
def share_of(part: int, total: int) -> int:
    """In millionths; by floats, as the product would not fit an integer."""
    return int(part / total * CERTAIN) if total else 0


@rule
def count_worlds(s: Play, me: int, notes: Ints) -> None:
    """The exact belief: all worlds that the view leaves possible (7.3), each by its likelihood."""
    worlds, draft, likely, roles, total = scratch(WORLDS), scratch(DRAFT), doubles(TURNS), scratch(SEATS), 0
    down = down_at_first(s)
    begin_worlds(s, me, worlds)
    changed = next_world(s, worlds)
    while changed != NONE:
        for turn in range(max(changed - down, 0), s.drafted):
            note_role(s, turn, roles[turn], total, draft, notes)
            roles[turn], draft[BEFORE + turn] = worlds[CARD + down + turn], total
        note_turns(s, changed, worlds, draft, likely, notes)
        weight, who = int(likely[s.drafted] * (1 << 40)), draft[WHO + s.drafted]
        total += weight
        if who != NONE:
            notes[NOTES.NEXT + who] += weight
        changed = next_world(s, worlds)
    for turn in range(s.drafted):
        note_role(s, turn, roles[turn], total, draft, notes)
    for i in range(SEATS * CARDS):
        notes[NOTES.ROLES + i] = share_of(notes[NOTES.ROLES + i], total)
    for seat in range(s.players):
        notes[NOTES.NEXT + seat] = share_of(notes[NOTES.NEXT + seat], total)


@rule
def guess_likes(s: Play, notes: Ints) -> None:
    """How each seat likes each role with the chips it has, as far as it minds them."""
    chances, appeals = scratch(OUTCOMES), scratch(CARDS)
    for seat in range(s.players):
        note_outcomes(s, seat, chances)
        best = 0
        for role in range(CARDS):
            appeals[role] = appeal(s, seat, role, chances)
            best = max(best, appeals[role])
        for role in range(CARDS):
            liking = LIKING * exp((appeals[role] - best) * KEENNESS / CERTAIN)
            notes[NOTES.LIKES + seat * CARDS + role] = max(1, int(liking))


@door
def believe(s: Play, me: int, care: int, notes: Ints) -> None:
    """Note the chances of all roles, with as much care as is asked for. A novice forgets which cards went by."""
    if care == REGULAR:
        guess_likes(s, notes)
        count_worlds(s, me, notes)
    else:
        count_alike(s, me, care != NOVICE, notes)
