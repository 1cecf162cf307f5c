"""What to decide: every decision is weighed by the chance to win that it leaves."""

from takujo.bots.care import NOVICE, REGULAR
from takujo.bots.tuning import Tuning
from takujo.core.jit import Events, Floats, Ints, rule
from takujo.core.record import NONE
from takujo.core.scratch import scratch
from takujo.core.sets import all_of, has, only

from ..cards import CARDS, CRIMINALS, ROLE, SEATS, VICTIMS
from ..common import holder, unrevealed
from ..rules import winners
from ..state import ACTION, PHASE, SIDE, Play
from .belief import FELT, NOTES, NOTES_SIZE, SIZE, believe, chance, next_chance
from .chips import CERTAIN, after_change, after_kill, after_reward, cheaper, standing, strike, unstrike
from .picks import OUTCOMES, appeal, note_outcomes

# Twice as many decisions as most games have: it nearly always sees the end. A policy so sure of itself is doubted, or
# nothing else would ever be tried (docs/bots.md).
SEARCH = Tuning(horizon=60, doubt=200)

SHARPNESS = 250.0  # how clear a choice is: e-fold for 1/250 of a win
BLURRED = 20.0  # the same for a novice
BY_TASTE = 8.0  # and for the roles he takes: which of them are strong one learns last


# The draft (3.2-1)


@rule
def passing_on(s: Play, seat: int, role: int, chances: Ints) -> int:
    """What it costs to leave the next drafter the best of the other cards (3.2-1 step 4)."""
    best, neighbour = 0, (seat + 1) % s.players
    for other in range(CARDS):
        if other != role and has(s.seen[seat], other):
            best = max(best, appeal(s, neighbour, other, chances))
    return shared_cost(s, seat, neighbour, best - standing(s, neighbour))


@rule
def shared_cost(s: Play, seat: int, other: int, gain: int) -> int:
    """What another one wins, the rest lose, each by his share."""
    return gain * standing(s, seat) // max(CERTAIN - standing(s, other), 1)


@rule
def weigh_picks(s: Play, seat: int, numbers: Events, n: int, care: int, sharpness: float, out: Floats) -> None:
    mine, theirs = scratch(OUTCOMES), scratch(OUTCOMES)
    note_outcomes(s, seat, mine)
    passes = care == REGULAR and s.drafted < s.players - 1
    if passes:
        note_outcomes(s, (seat + 1) % s.players, theirs)
    for i in range(n):
        role = numbers[i] - ACTION.PICK
        value = appeal(s, seat, role, mine)
        if passes:
            value -= passing_on(s, seat, role, theirs)
        out[i] = value * sharpness / CERTAIN


# What is aimed at unknown roles


@rule
def threat(s: Play, seat: int, other: int) -> int:
    """What it costs a seat if another one gets a kill chip."""
    return standing(s, seat) - after_change(s, seat, other, 0, 1)


@rule
def hit(s: Play, notes: Ints, seat: int, by: int, target: int, role: int) -> int:
    """What it brings a seat that one kills another at his reveal: the chip, and that he loses his turn (3.2-2 c).

    It is worked out once for all roles that make no difference. Besides the seat itself one other may kill, at most.
    """
    kind = 1 if role == ROLE.DICTATOR else 2 if role == ROLE.KILLER else 0
    at = NOTES.HITS + ((by != seat) * SEATS + target) * FELT + kind
    if notes[at] == 0:
        gain = after_kill(s, seat, by, target, role) - standing(s, seat)
        if kind == 0 and target != seat:
            gain += threat(s, seat, target) // 2  # about every other turn brings a chip
        notes[at] = 2 * gain + 1
    return notes[at] // 2


@rule
def accusing(s: Play, notes: Ints, seat: int, target: int) -> int:
    """3.3-1: a kill if it is 2, 4 or 7."""
    value = 0
    for role in range(CARDS):
        if has(CRIMINALS, role) and chance(notes, target, role):
            value += chance(notes, target, role) * hit(s, notes, seat, seat, target, role) // CERTAIN
    return value


@rule
def naming(s: Play, notes: Ints, seat: int, role: int) -> int:
    """3.3-2: a kill, whoever has this role; FAQ 1: instead of the cop, if he accuses the same."""
    value, cop = 0, holder(s, ROLE.COP)
    for target in range(s.players):
        if target != seat and chance(notes, target, role):
            gain = hit(s, notes, seat, seat, target, role)
            if s.accused == target and has(CRIMINALS, role) and cop >= 0:
                gain -= hit(s, notes, seat, cop, target, role)
            value += chance(notes, target, role) * gain // CERTAIN
    return value


@rule
def in_play(s: Play, notes: Ints, role: int) -> int:
    """The chance that anybody has this role."""
    total = 0
    for seat in range(s.players):
        total += chance(notes, seat, role)
    return min(total, CERTAIN)


@rule
def undone(s: Play, seat: int, target: int) -> int:
    """3.3-3: the standing of the detective when he has undone a killing, and got his reward."""
    if target == seat or s.life[target] + s.kills[target] == 0:
        return standing(s, seat)
    return after_reward(s, seat, target, cheaper(s, target, seat), seat)


@rule
def guarding(s: Play, notes: Ints, seat: int, target: int) -> int:
    """3.3-3: all that may befall this seat: its cost to the detective, and the reward."""
    if s.killed[target]:
        return 0
    value, then = 0, undone(s, seat, target)
    for role in range(CARDS):
        likely = chance(notes, target, role)
        if likely and not s.revealed[target]:
            if s.named == role:
                value += likely * (then - after_kill(s, seat, holder(s, ROLE.ASSASSIN), target, role)) // CERTAIN
            elif s.accused == target and has(CRIMINALS, role):
                value += likely * (then - after_kill(s, seat, holder(s, ROLE.COP), target, role)) // CERTAIN
    if not chance(notes, target, ROLE.COP):  # 3.3-7: the terrorist may draw any other seat
        drawn = in_play(s, notes, ROLE.TERRORIST) // s.players
        value += drawn * (then - after_kill(s, seat, NONE, target, NONE)) // CERTAIN
    return value


# The bomb (promo)


@rule
def condemning(s: Play, notes: Ints, seat: int) -> int:
    """Promo 2: a kill if there is a bomber; else it costs a life chip and a kill chip."""
    value, chances = 0, 0
    for target in range(s.players):
        if target != seat and chance(notes, target, ROLE.BOMBER):
            chances += chance(notes, target, ROLE.BOMBER)
            value += chance(notes, target, ROLE.BOMBER) * hit(s, notes, seat, seat, target, ROLE.BOMBER) // CERTAIN
    fine = after_change(s, seat, seat, -1, -1) - standing(s, seat)
    return value + max(CERTAIN - chances, 0) * fine // CERTAIN


@rule
def handing(s: Play, notes: Ints, seat: int, target: int) -> int:
    """Promo 2b: it goes off at the one who is revealed while he carries it; else it goes on, perhaps back to me."""
    bomber, blast, waiting = holder(s, ROLE.BOMBER), 0, SIZE[unrevealed(s, NONE)]
    for role in range(CARDS):
        if chance(notes, target, role):
            blast += chance(notes, target, role) * hit(s, notes, seat, bomber, target, role) // CERTAIN
    back = 0
    if not s.revealed[seat]:
        back = (after_kill(s, seat, bomber, seat, s.role[seat]) - standing(s, seat)) // waiting
    soon = next_chance(notes, target)
    return (soon * blast + (CERTAIN - soon) * back) // CERTAIN


# What is done to seats, most of them known by now


@rule
def expected_draw(s: Play, seat: int) -> int:
    """3.3-7: the standing after the terrorist's turn, if one is still to come: who is unrevealed at call 6."""
    terrorist = NONE
    for other in range(s.players):
        if not s.revealed[other] and not s.killed[other]:
            terrorist = other
    if terrorist == NONE:
        return standing(s, seat)
    if s.guarded != terrorist and (s.named == ROLE.TERRORIST or s.accused == terrorist):  # he is killed at his reveal
        by = holder(s, ROLE.ASSASSIN if s.named == ROLE.TERRORIST else ROLE.COP)
        return after_kill(s, seat, by, terrorist, ROLE.TERRORIST)
    value = n = 0
    for other in range(s.players):
        if not s.killed[other] and s.role[other] != ROLE.COP:
            n += 1
            value += after_kill(s, seat, terrorist, other, s.role[other])
    return value // max(n, 1)


@rule
def treating(s: Play, seat: int, target: int) -> int:
    """3.3-6: white, a life more; black, a kill, which on oneself turns one's own chip."""
    s.life[target] += 1
    white = expected_draw(s, seat)
    s.life[target] -= 1
    lost = strike(s, seat, target, s.role[target])
    s.killed[target] = int(s.role[target] != ROLE.DICTATOR and target != s.guarded)
    black = expected_draw(s, seat)
    s.killed[target] = 0
    unstrike(s, seat, target, lost)
    return (white + black) // 2


@rule
def murdering(s: Play, seat: int, target: int) -> int:
    """3.3-4: this victim now, and then the others that suit best; the round is over after them."""
    left, taken = VICTIMS[s.players], 0
    for i in range(s.players):
        if s.victims[i] != NONE:
            left -= 1
            taken |= only(s.victims[i])
    best = 0
    for victims in range(1 << s.players):
        if has(victims, target) and not victims & taken and SIZE[victims] == left:
            best = max(best, after_murders(s, seat, target, victims))
    return best


@rule
def after_murders(s: Play, seat: int, target: int, victims: int) -> int:
    """The standing after these murders, `target` being the first."""
    losses = 0
    for i in range(s.players):
        other = (target + i) % s.players
        if has(victims, other):
            losses |= strike(s, seat, other, s.role[other]) << SEATS * i
    value = standing(s, seat)
    for i in range(s.players - 1, -1, -1):
        other = (target + i) % s.players
        if has(victims, other):
            unstrike(s, seat, other, losses >> SEATS * i & all_of(SEATS))
    return value


@rule
def prospect(s: Play, notes: Ints, seat: int, action: int) -> int:
    """What an action brings, against others of the same kind, in millionths of a win."""
    if action == ACTION.CONDEMN:
        return condemning(s, notes, seat)
    if action in (ACTION.SPARE, ACTION.KEEP):
        return 0
    if s.phase == PHASE.HAND:
        return handing(s, notes, seat, action - ACTION.HAND)
    if s.phase == PHASE.ACCUSE:
        return accusing(s, notes, seat, action - ACTION.ACCUSE)
    if s.phase == PHASE.NAME:
        return naming(s, notes, seat, action - ACTION.NAME)
    if s.phase == PHASE.GUARD:
        return guarding(s, notes, seat, action - ACTION.GUARD)
    if s.phase == PHASE.TREAT:
        return treating(s, seat, action - ACTION.TREAT)
    if s.phase == PHASE.MURDER:
        return murdering(s, seat, action - ACTION.MURDER)
    if s.phase == PHASE.PAY:
        return after_reward(s, seat, seat, action - ACTION.PAY, holder(s, ROLE.DETECTIVE))
    is_life = action - ACTION.TAKE == SIDE.LIFE
    return after_change(s, seat, seat, int(is_life), int(not is_life))


@rule
def is_aimed(phase: int) -> bool:
    """Is a decision aimed at roles that nobody has seen? Others are not asked who has which."""
    return phase != PHASE.TREAT and phase != PHASE.MURDER and phase != PHASE.PAY and phase != PHASE.TAKE


@rule
def weigh(s: Play, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    if s.phase == PHASE.DRAFT:
        weigh_picks(s, seat, numbers, n, care, BY_TASTE if care == NOVICE else SHARPNESS, out)
        return
    notes, sharpness = scratch(NOTES_SIZE), BLURRED if care == NOVICE else SHARPNESS
    if is_aimed(s.phase):
        believe(s, seat, care, notes)
    for i in range(n):
        out[i] = prospect(s, notes, seat, numbers[i]) * sharpness / CERTAIN


@rule
def worth(s: Play, seat: int) -> int:
    """The share of the win; before the end what the chips promise."""
    if s.phase != PHASE.OVER:
        return standing(s, seat) * 1000 // CERTAIN
    won = winners(s)
    return 1000 // SIZE[won] if has(won, seat) else 0
