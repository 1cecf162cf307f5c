"""The roles of Ayatsuri: what they do, and how an attempt to kill ends. Inside compiled code, as rules.py."""

from takujo.core.chance import below
from takujo.core.events import ALL, pause, put, put2, put4, put_set, tell
from takujo.core.jit import Events, rule
from takujo.core.record import NONE
from takujo.core.sets import has, only

from .cards import LOWEST, ROLE, SEATS, VICTIMS
from .luck import LUCK, told
from .state import (
    BOMB,
    CHIP,
    CITED,
    COIN,
    EVENT,
    FAULT,
    MEANS,
    NO_REWARD_FOR,
    PATIENT,
    PHASE,
    RULE,
    SIDE,
    STEP,
    Play,
)

from .common import (  # isort: skip
    gain_kill, gain_life, holder, lose_kill, lose_life, say1, say2, say3, unrevealed,
)  # fmt: skip

# Attempts (3.2-2 b, c)


@rule
def aim(s: Play, by: int, target: int, means: int) -> None:
    """Somebody would be killed: that comes next."""
    s.phase, s.aim_by, s.aim_at, s.aim_means = PHASE.ATTEMPT, by, target, means


@rule
def attempt(s: Play, ev: Events) -> None:
    """3.2-2 b: an attempt ends as guarded, as a double or as a kill."""
    by, target, means = s.aim_by, s.aim_at, s.aim_means
    s.phase, s.aim_by, s.aim_at, s.aim_means = PHASE.CALL, NONE, NONE, NONE
    resolve(s, ev, by, target, means)
    pause(s, ev)


@rule
def resolve(s: Play, ev: Events, by: int, target: int, means: int) -> None:
    say3(ev, EVENT.ATTEMPT, CITED[means], by, target, means)
    if s.guarded == target:  # also one's own; R-15: nobody is killed
        claim_reward(s, ev, target)
        if (
            s.opt_guarded_doctor_voids_bomb and means == MEANS.DOCTOR and s.bomb == BOMB.ACTIVE and s.carrier == target
        ):
            void_bomb(s, ev, means)
        return
    s.any_killed = 1
    if s.role[target] == ROLE.DICTATOR:
        gain_kill(s, by)
        say3(ev, EVENT.DOUBLE, RULE.S3_3_5_1, target, by, means)
        purge(s, ev, target)
        return
    s.killed[target] = 1
    chip = CHIP.STOCK  # FAQ 3, R-24
    if s.life[target] > 0:
        chip = CHIP.OWN if by == target else CHIP.VICTIM
        lose_life(s, target, by)
    gain_kill(s, by)
    tell(ev, EVENT.KILL, RULE.FAQ_3 if chip == CHIP.STOCK else RULE.S3_2_2_B, ALL, ALL)
    put4(ev, by, target, means, chip)
    if s.bomb == BOMB.ACTIVE and s.carrier == target:
        void_bomb(s, ev, means)


@rule
def purge(s: Play, ev: Events, dictator: int) -> None:
    """3.3-5 (2), FAQ 6: all others lose a life, never the last one. It is no killing, so no guard helps (R-49)."""
    say2(ev, EVENT.PURGE, RULE.S3_3_5_2, dictator, s.players)
    for seat in range(s.players):
        loss = int(seat != dictator and s.life[seat] >= 2)
        s.life[seat] -= loss
        put(ev, loss)


# The detective's reward (3.3-3)


@rule
def claim_reward(s: Play, ev: Events, target: int) -> None:
    """3.3-3: the killing is undone, and the guarded seat owes the detective a chip, each time (FAQ 8)."""
    detective = holder(s, ROLE.DETECTIVE)
    say2(ev, EVENT.GUARDED, RULE.S3_3_3, detective, target)
    if detective == NONE:
        return
    if target == detective:
        say1(ev, EVENT.NO_REWARD, RULE.S3_3_3, NO_REWARD_FOR.SELF)
    elif s.life[target] + s.kills[target] == 0:
        say1(ev, EVENT.NO_REWARD, RULE.R_14, NO_REWARD_FOR.NO_CHIPS)
    else:
        s.phase = PHASE.PAY


@rule
def pay(s: Play, ev: Events, seat: int, side: int) -> None:
    """3.3-3, R-47: first the guarded seat pays, with its last life too if need be (R-13)."""
    detective = holder(s, ROLE.DETECTIVE)
    if side == SIDE.LIFE:
        lose_life(s, seat, detective)
    else:
        lose_kill(s, seat)
    say3(ev, EVENT.PAY, RULE.S3_3_3, seat, detective, side)
    if detective != NONE:
        s.phase, s.paid = PHASE.TAKE, side


@rule
def take(s: Play, ev: Events, seat: int, side: int) -> None:
    """3.3-3, FAQ 5: then the detective takes the chip on the side he likes."""
    s.paid = NONE
    if side == SIDE.LIFE:
        gain_life(s, seat)
    else:
        gain_kill(s, seat)
    say2(ev, EVENT.TAKE, RULE.S3_3_3, seat, side)


# Doctor, terrorist, serial killer (3.3-6, 3.3-7, 3.3-4)


@rule
def treat(s: Play, ev: Events, seat: int, target: int) -> None:
    """3.3-6: the patient tosses a life chip (R-22: of the stock at life 0, or none); white heals, black kills."""
    say2(ev, EVENT.TREAT, RULE.S3_3_6, seat, target)
    pause(s, ev)
    own = s.life[target] > 0
    if not own and s.opt_patient_without_life == PATIENT.NOTHING_HAPPENS:
        say1(ev, EVENT.NO_TOSS, RULE.R_22, target)
        pause(s, ev)
        return
    side = told(s, LUCK.TOSS)
    if side == NONE:
        side = below(s.chance, 2)
    say3(ev, EVENT.TOSS, RULE.S3_3_6 if own else RULE.R_22, target, side, CHIP.OWN if own else CHIP.STOCK)
    pause(s, ev)
    if side == COIN.BLACK:
        aim(s, seat, target, MEANS.DOCTOR)
        return
    gain_life(s, target)
    say1(ev, EVENT.HEAL, RULE.S3_3_6, target)
    pause(s, ev)


@rule
def draw_victim(s: Play, ev: Events, seat: int) -> None:
    """3.3-7: one card of those of surviving players is drawn, the cop's excepted (R-23, FAQ 11)."""
    pool = n = 0
    for other in range(s.players):
        if not s.killed[other] and s.role[other] != ROLE.COP:
            pool |= only(s.role[other])
            n += 1
    role = told(s, LUCK.DRAW)
    if role != NONE and not has(pool, role):
        s.fault, role = FAULT.DRAW, NONE
    if role == NONE:
        rest = pool
        for _ in range(below(s.chance, n)):
            rest &= rest - 1
        role = LOWEST[rest]
    target = holder(s, role)
    say1(ev, EVENT.DRAW, RULE.S3_3_7, seat)
    put_set(ev, pool)
    put2(ev, role, target)
    pause(s, ev)
    aim(s, seat, target, MEANS.TERRORIST)


@rule
def murder(s: Play, ev: Events, seat: int, target: int) -> None:
    """3.3-4: the next victim, himself perhaps."""
    i = 0
    while s.victims[i] != NONE:
        i += 1
    s.victims[i] = target
    say2(ev, EVENT.MURDER, RULE.S3_3_4, seat, target)
    aim(s, seat, target, MEANS.KILLER)


@rule
def rampage(s: Play, ev: Events) -> None:
    """3.3-4: if nobody was killed this round, victims one by one, each resolved (R-17, R-18); then the round ends."""
    n, killer, begins = 0, holder(s, ROLE.KILLER), s.step == STEP.STRIKE
    while n < SEATS and s.victims[n] != NONE:
        n += 1
    s.step = STEP.RAMPAGE
    if killer == NONE or (begins and s.any_killed) or n >= VICTIMS[s.players]:
        s.phase = PHASE.END  # only then is the end looked for
        return
    if begins:
        say2(ev, EVENT.RAMPAGE, RULE.S3_3_4, killer, VICTIMS[s.players])
    s.phase = PHASE.MURDER


# The bomber (Promo 2, Promo 2b, Promo 3)


@rule
def condemn(s: Play, ev: Events, seat: int) -> None:
    """Promo 2: the bomber shows herself and is killed; or the marker holder pays for there being none."""
    say1(ev, EVENT.CONDEMN, RULE.PROMO_2, seat)
    bomber = holder(s, ROLE.BOMBER)
    if bomber != NONE:
        s.revealed[bomber] = 1
        say2(ev, EVENT.REVEAL, RULE.PROMO_2, bomber, ROLE.BOMBER)
        aim(s, seat, bomber, MEANS.CONDEMN)
        return
    life, kill = int(s.life[seat] > 0), int(s.kills[seat] > 0)  # what he has
    if life:
        lose_life(s, seat, seat)
    if kill:
        lose_kill(s, seat)
    say3(ev, EVENT.PENALTY, RULE.PROMO_2, seat, life, kill)


@rule
def hand_bomb(s: Play, ev: Events, seat: int, to: int) -> None:
    """Promo 2b: the card moves openly; at another seat's reveal, that seat's ability comes after it (R-33)."""
    s.bomb, s.carrier = BOMB.ACTIVE, to
    if s.step == STEP.REVEAL:
        s.step = STEP.USE
    say2(ev, EVENT.BOMB_HAND, RULE.PROMO_2B, seat, to)


@rule
def pass_bomb(s: Play, ev: Events) -> None:
    """Promo 2b: somebody else was revealed, so the carrier must pass the bomb on, if there is anybody."""
    s.step = STEP.USE
    if s.bomb != BOMB.ACTIVE:
        return
    if unrevealed(s, s.carrier):
        s.step, s.phase = STEP.REVEAL, PHASE.HAND
        return
    say1(ev, EVENT.BOMB_STUCK, RULE.PROMO_2B, s.carrier)


@rule
def void_bomb(s: Play, ev: Events, means: int) -> None:
    """Promo 3, R-43: another killing of the carrier goes before."""
    say2(ev, EVENT.BOMB_VOID, RULE.PROMO_3, s.carrier, means)
    s.bomb, s.carrier = BOMB.SPENT, NONE


# Whose turn it is (3.3)


@rule
def use_ability(s: Play, ev: Events) -> None:
    """3.3: the revealed seat uses its ability, which is compulsory (R-05), unless it was killed (3.2-2 c)."""
    s.step = STEP.ABILITY
    seat = holder(s, s.call)
    if seat == NONE or s.killed[seat]:
        return
    if s.call == ROLE.BOMBER:
        s.phase = PHASE.HAND
    elif s.call == ROLE.COP:
        s.phase = PHASE.ACCUSE
    elif s.call == ROLE.ASSASSIN:
        s.phase = PHASE.NAME
    elif s.call == ROLE.DETECTIVE:
        s.phase = PHASE.GUARD
    elif s.call == ROLE.DOCTOR:
        s.phase = PHASE.TREAT
    elif s.call == ROLE.TERRORIST:
        draw_victim(s, ev, seat)
