"""A view of Ayatsuri as numbers (7.2)."""

from takujo.core.jit import Floats, flow, rule
from takujo.core.record import NONE

from .cards import CARDS, KILLS_TO_END, SEATS, VICTIMS
from .state import OVER, RAMPAGE, State
from .worlds import ROLES, knower, walk

BLOCKS = {
    "players": 4, "promo": 1, "round": 1, "phase": OVER + 1, "step": 3, "call": 10, "face_up": CARDS, "named": CARDS,
    "any_killed": 1, "paid": 2, "victims_left": 1, "unanswered": CARDS, "bomb": 3,
    "role": CARDS, "seen": CARDS, "passed": CARDS, "hand": CARDS, "leftover": CARDS, "added": CARDS,
}  # fmt: skip
(
    AT_PLAYERS, AT_PROMO, AT_ROUND, AT_PHASE, AT_STEP, AT_CALL, AT_FACE_UP, AT_NAMED, AT_ANY_KILLED, AT_PAID,
    AT_VICTIMS_LEFT, AT_UNANSWERED, AT_BOMB, AT_ROLE, AT_SEEN, AT_PASSED, AT_HAND, AT_LEFTOVER, AT_ADDED,
) = [sum(list(BLOCKS.values())[:i]) for i in range(len(BLOCKS))]  # fmt: skip
AT_SLOTS = sum(BLOCKS.values())
OF_SLOT = {
    "exists": 1, "life": 1, "kills": 1, "zero": 1, "three": 1, "third": 1, "marker": 1, "first": 1, "turn": SEATS,
    "revealed": 1, "killed": 1, "known": CARDS, "possible": CARDS, "accused": 1, "guarded": 1, "carries": 1,
    "victim": 1, "zeroed_by": SEATS,
}  # fmt: skip
(
    EXISTS, LIFE, KILLS, ZERO, THREE, THIRD, MARKER, FIRST, TURN, REVEALED, KILLED, KNOWN, POSSIBLE, ACCUSED, GUARDED,
    CARRIES, VICTIM, ZEROED_BY,
) = [sum(list(OF_SLOT.values())[:i]) for i in range(len(OF_SLOT))]  # fmt: skip
SLOT_SIZE = sum(OF_SLOT.values())
OBSERVATION_SIZE = AT_SLOTS + SEATS * SLOT_SIZE


@rule
def mark(out: Floats, at: int, cards: int) -> None:
    """Eight numbers: 1 for each card of a set."""
    for card in range(CARDS):
        out[at + card] = cards >> card & 1


@flow
def observe(v: State, seat: int, out: Floats) -> None:
    """A view as numbers, seats counted from its owner; a spectator (-1) sits at seat 0 with nothing of its own."""
    me = max(seat, 0)
    observe_table(v, out)
    if seat >= 0:
        observe_own(v, seat, out)
    roles = walk(v, knower(v), ROLES)
    for j in range(v.players):
        other = (me + j) % v.players
        turn = (other - v.first) % v.players
        observe_seat(v, me, other, AT_SLOTS + j * SLOT_SIZE, out)
        if turn < v.drafted:
            mark(out, AT_SLOTS + j * SLOT_SIZE + POSSIBLE, roles >> 8 * turn)


@rule
def observe_table(v: State, out: Floats) -> None:
    """What is public about the whole table."""
    out[AT_PLAYERS + v.players - 3] = 1
    out[AT_PROMO] = v.opt_promo
    out[AT_ROUND] = min(v.round_no, 16) / 16
    out[AT_PHASE + v.phase] = 1
    if v.step != NONE:
        out[AT_STEP + v.step] = 1
    out[AT_CALL + max(v.call, -1) + 1] = 1
    if v.face_up[0] != NONE:
        out[AT_FACE_UP + v.face_up[0]] = 1
    if v.named != NONE:
        out[AT_NAMED + v.named] = 1
    out[AT_ANY_KILLED] = v.any_killed
    if v.paid != NONE:
        out[AT_PAID + v.paid] = 1
    chosen, shown = 0, 0
    for seat in range(v.players):
        chosen += v.victims[seat] != NONE
        if v.revealed[seat] and v.role[seat] >= 0:
            shown |= 1 << v.role[seat]
    if v.step == RAMPAGE:
        out[AT_VICTIMS_LEFT] = max(VICTIMS[v.players] - chosen, 0) / 3
    for role in range(1 - v.opt_promo, min(v.call + 1, CARDS)):
        out[AT_UNANSWERED + role] = 1 - (shown >> role & 1)
    out[AT_BOMB + v.bomb] = 1


@rule
def observe_own(v: State, me: int, out: Floats) -> None:
    """What only this seat knows: its role, what it saw and passed on, and as the last drafter what is left."""
    if v.seen[me] < 0:
        return
    turn = (me - v.first) % v.players
    mark(out, AT_SEEN, v.seen[me])
    if turn == v.drafted:
        mark(out, AT_HAND, v.seen[me])
        if v.added >= 0:
            out[AT_ADDED + v.added] = 1
        return
    out[AT_ROLE + v.role[me]] = 1
    rest = v.seen[me] & ~(1 << v.role[me])
    if turn < v.players - 1:
        mark(out, AT_PASSED, rest)
        return
    mark(out, AT_LEFTOVER, rest)
    if v.added >= 0:
        out[AT_ADDED + v.added] = 1


@rule
def observe_seat(v: State, me: int, seat: int, at: int, out: Floats) -> None:
    """What is known about a seat, from place `at` on; who can be what is added by the caller."""
    out[at + EXISTS] = 1
    out[at + LIFE] = v.life[seat] / 6
    out[at + KILLS] = v.kills[seat] / 3
    out[at + ZERO] = v.life[seat] == 0
    out[at + THREE] = v.kills[seat] >= KILLS_TO_END
    rank = 1
    for other in range(v.players):
        if v.third_at[other] != NONE and v.third_at[other] < v.third_at[seat]:
            rank += 1
    out[at + THIRD] = 1 / rank if v.third_at[seat] != NONE else 0
    out[at + MARKER] = v.marker == seat
    out[at + FIRST] = v.first == seat
    out[at + TURN + (seat - v.first) % v.players] = 1
    out[at + REVEALED] = v.revealed[seat]
    out[at + KILLED] = v.killed[seat]
    if v.role[seat] >= 0:
        out[at + KNOWN + v.role[seat]] = 1
    out[at + ACCUSED] = v.accused == seat
    out[at + GUARDED] = v.guarded == seat
    out[at + CARRIES] = v.carrier == seat
    for i in range(v.players):
        if v.victims[i] == seat:
            out[at + VICTIM] = 1
    if v.zeroed_by[seat] != NONE:
        out[at + ZEROED_BY + (v.zeroed_by[seat] - me) % v.players] = 1
