"""A view of Ayatsuri as numbers (7.2)."""

from takujo.core.jit import Floats, rule
from takujo.core.names import Blocks
from takujo.core.record import NONE
from takujo.core.scratch import scratch
from takujo.core.sets import has, only, without

from .cards import CARDS, KILLS_TO_END, SEATS, VICTIMS
from .state import BOMB, LAST_CALL, PHASE, SIDE, STEP, Play
from .worlds import WORLDS, gather_roles

SLOT = Blocks(
    exists=1, life=1, kills=1, zero=1, three=1, third=1, marker=1, first=1, turn=SEATS, revealed=1, killed=1,
    known=CARDS, possible=CARDS, accused=1, guarded=1, carries=1, victim=1, zeroed_by=SEATS,
)  # fmt: skip
OBS = Blocks(
    players=SEATS - 2, promo=1, round=1, phase=PHASE.OVER + 1, step=len(STEP.names), call=LAST_CALL + 2, face_up=CARDS,
    named=CARDS, any_killed=1, paid=len(SIDE.names), victims_left=1, unanswered=CARDS, bomb=len(BOMB.names), role=CARDS,
    seen=CARDS, passed=CARDS, hand=CARDS, leftover=CARDS, added=CARDS, slots=SEATS * SLOT.size,
)  # fmt: skip


@rule
def mark(out: Floats, at: int, cards: int) -> None:
    """A number for each card: 1 if it is in a set."""
    for card in range(CARDS):
        out[at + card] = has(cards, card)


@rule
def observe(v: Play, seat: int, out: Floats) -> None:
    """A view as numbers, seats counted from its owner; a spectator (-1) sits at seat 0 with nothing of its own."""
    me = max(seat, 0)
    observe_table(v, out)
    if seat >= 0:
        observe_own(v, seat, out)
    worlds, roles = scratch(WORLDS), scratch(SEATS)
    gather_roles(v, worlds, roles)
    for j in range(v.players):
        other = (me + j) % v.players
        turn = (other - v.first) % v.players
        observe_seat(v, me, other, OBS.SLOTS + j * SLOT.size, out)
        if turn < v.drafted:
            mark(out, OBS.SLOTS + j * SLOT.size + SLOT.POSSIBLE, roles[turn])


@rule
def observe_table(v: Play, out: Floats) -> None:
    """What is public about the whole table."""
    out[OBS.PLAYERS + v.players - 3] = 1
    out[OBS.PROMO] = v.opt_promo
    out[OBS.ROUND] = min(v.round_no, 16) / 16
    out[OBS.PHASE + v.phase] = 1
    if v.step != NONE:
        out[OBS.STEP + v.step] = 1
    out[OBS.CALL + max(v.call, -1) + 1] = 1
    if v.face_up[0] != NONE:
        out[OBS.FACE_UP + v.face_up[0]] = 1
    if v.named != NONE:
        out[OBS.NAMED + v.named] = 1
    out[OBS.ANY_KILLED] = v.any_killed
    if v.paid != NONE:
        out[OBS.PAID + v.paid] = 1
    chosen, shown = 0, 0
    for seat in range(v.players):
        chosen += v.victims[seat] != NONE
        if v.revealed[seat] and v.role[seat] >= 0:
            shown |= only(v.role[seat])
    if v.step == STEP.RAMPAGE:
        out[OBS.VICTIMS_LEFT] = max(VICTIMS[v.players] - chosen, 0) / 3
    for role in range(1 - v.opt_promo, min(v.call + 1, CARDS)):
        out[OBS.UNANSWERED + role] = not has(shown, role)
    out[OBS.BOMB + v.bomb] = 1


@rule
def observe_own(v: Play, me: int, out: Floats) -> None:
    """What only this seat knows: its role, what it saw and passed on, and as the last drafter what is left."""
    if v.seen[me] < 0:
        return
    turn = (me - v.first) % v.players
    mark(out, OBS.SEEN, v.seen[me])
    if turn == v.drafted:
        mark(out, OBS.HAND, v.seen[me])
        if v.added >= 0:
            out[OBS.ADDED + v.added] = 1
        return
    out[OBS.ROLE + v.role[me]] = 1
    rest = without(v.seen[me], v.role[me])
    if turn < v.players - 1:
        mark(out, OBS.PASSED, rest)
        return
    mark(out, OBS.LEFTOVER, rest)
    if v.added >= 0:
        out[OBS.ADDED + v.added] = 1


@rule
def observe_seat(v: Play, me: int, seat: int, at: int, out: Floats) -> None:
    """What is known about a seat, from place `at` on; who can be what is added by the caller."""
    out[at + SLOT.EXISTS] = 1
    out[at + SLOT.LIFE] = v.life[seat] / 6
    out[at + SLOT.KILLS] = v.kills[seat] / 3
    out[at + SLOT.ZERO] = v.life[seat] == 0
    out[at + SLOT.THREE] = v.kills[seat] >= KILLS_TO_END
    rank = 1
    for other in range(v.players):
        if v.third_at[other] != NONE and v.third_at[other] < v.third_at[seat]:
            rank += 1
    out[at + SLOT.THIRD] = 1 / rank if v.third_at[seat] != NONE else 0
    out[at + SLOT.MARKER] = v.marker == seat
    out[at + SLOT.FIRST] = v.first == seat
    out[at + SLOT.TURN + (seat - v.first) % v.players] = 1
    out[at + SLOT.REVEALED] = v.revealed[seat]
    out[at + SLOT.KILLED] = v.killed[seat]
    if v.role[seat] >= 0:
        out[at + SLOT.KNOWN + v.role[seat]] = 1
    out[at + SLOT.ACCUSED] = v.accused == seat
    out[at + SLOT.GUARDED] = v.guarded == seat
    out[at + SLOT.CARRIES] = v.carrier == seat
    for i in range(v.players):
        if v.victims[i] == seat:
            out[at + SLOT.VICTIM] = 1
    if v.zeroed_by[seat] != NONE:
        out[at + SLOT.ZEROED_BY + (v.zeroed_by[seat] - me) % v.players] = 1
