"""The roles of Ayatsuri: what they do, and how an attempt to kill ends. Inside compiled code, as rules.py."""

from takujo.core.chance import below
from takujo.core.events import ALL, put, put2, put4, put_set, tell
from takujo.core.jit import Events, rule
from takujo.core.record import NONE

from .cards import BOMBER, COP, DETECTIVE, DICTATOR, KILLER, LOWEST, SEATS, VICTIMS

from .state import (  # isort: skip
    ACTIVE, ATTEMPT, ATTEMPTING, BLACK, BOMB_HAND, BOMB_STUCK, BOMB_VOID, BY_CONDEMNING, BY_DOCTOR, BY_KILLER,
    BY_TERRORIST, CALLING, CITED, CONDEMNED, DOUBLE, DRAW, DRAW_FAULT, DRAW_LUCK, ENDING, FAQ_3, GUARDED, HAND,
    HEAL, KILLED, LIFE, MURDER, MURDERS, NO_CHIPS, NO_REWARD, NO_TOSS, NOTHING_HAPPENS, OF_VICTIM, OWN, PAID, PAY,
    PENALTY, PLAY_B, PROMO_2, PROMO_2B, PROMO_3, PURGE, R_14, R_22, RAMPAGE, RAMPAGES, REVEAL, ROLE_3, ROLE_4, ROLE_5_1,
    ROLE_5_2, ROLE_6, ROLE_7, SELF, SHOWN, SPENT, STOCK, STRIKE, TAKE, TAKEN, TOSS, TOSS_LUCK, TREATS, USE, State,
)  # fmt: skip
from .table import (  # isort: skip
    gain_kill, gain_life, holder, lose_kill, lose_life, say1, say2, say3, scripted, unrevealed,
)  # fmt: skip

# Attempts (3.2-2 b, c)


@rule
def aim(s: State, by: int, target: int, means: int) -> None:
    """Somebody would be killed: that comes next."""
    s.phase, s.aim_by, s.aim_at, s.aim_means = ATTEMPTING, by, target, means


@rule
def attempt(s: State, ev: Events) -> None:
    """3.2-2 b: an attempt ends as guarded, as a double or as a kill."""
    by, target, means = s.aim_by, s.aim_at, s.aim_means
    s.phase, s.aim_by, s.aim_at, s.aim_means = CALLING, NONE, NONE, NONE
    say3(ev, ATTEMPT, CITED[means], by, target, means)
    if s.guarded == target:  # also one's own; R-15: nobody is killed
        claim_reward(s, ev, target)
        if s.opt_guarded_doctor_voids_bomb and means == BY_DOCTOR and s.bomb == ACTIVE and s.carrier == target:
            void_bomb(s, ev, means)
        return
    s.any_killed = 1
    if s.role[target] == DICTATOR:
        gain_kill(s, by)
        say3(ev, DOUBLE, ROLE_5_1, target, by, means)
        purge(s, ev, target)
        return
    s.killed[target] = 1
    chip = STOCK  # FAQ 3, R-24
    if s.life[target] > 0:
        chip = OWN if by == target else OF_VICTIM
        lose_life(s, target, by)
    gain_kill(s, by)
    tell(ev, KILLED, FAQ_3 if chip == STOCK else PLAY_B, ALL, ALL)
    put4(ev, by, target, means, chip)
    if s.bomb == ACTIVE and s.carrier == target:
        void_bomb(s, ev, means)


@rule
def purge(s: State, ev: Events, dictator: int) -> None:
    """3.3-5 (2), FAQ 6: all others lose a life, never the last one. It is no killing, so no guard helps (R-49)."""
    say2(ev, PURGE, ROLE_5_2, dictator, s.players)
    for seat in range(s.players):
        loss = int(seat != dictator and s.life[seat] >= 2)
        s.life[seat] -= loss
        put(ev, loss)


# The detective's reward (3.3-3)


@rule
def claim_reward(s: State, ev: Events, target: int) -> None:
    """3.3-3: the killing is undone, and the guarded seat owes the detective a chip, each time (FAQ 8)."""
    detective = holder(s, DETECTIVE)
    say2(ev, GUARDED, ROLE_3, detective, target)
    if detective == NONE:
        return
    if target == detective:
        say1(ev, NO_REWARD, ROLE_3, SELF)
    elif s.life[target] + s.kills[target] == 0:
        say1(ev, NO_REWARD, R_14, NO_CHIPS)
    else:
        s.phase = PAY


@rule
def pay(s: State, ev: Events, seat: int, side: int) -> None:
    """3.3-3, R-47: first the guarded seat pays, with its last life too if need be (R-13)."""
    detective = holder(s, DETECTIVE)
    if side == LIFE:
        lose_life(s, seat, detective)
    else:
        lose_kill(s, seat)
    say3(ev, PAID, ROLE_3, seat, detective, side)
    if detective != NONE:
        s.phase, s.paid = TAKE, side


@rule
def take(s: State, ev: Events, seat: int, side: int) -> None:
    """3.3-3, FAQ 5: then the detective takes the chip on the side he likes."""
    s.paid = NONE
    if side == LIFE:
        gain_life(s, seat)
    else:
        gain_kill(s, seat)
    say2(ev, TAKEN, ROLE_3, seat, side)


# Doctor, terrorist, serial killer (3.3-6, 3.3-7, 3.3-4)


@rule
def treat(s: State, ev: Events, seat: int, target: int) -> None:
    """3.3-6: the patient tosses a life chip (R-22: of the stock at life 0, or none); white heals, black kills."""
    say2(ev, TREATS, ROLE_6, seat, target)
    own = s.life[target] > 0
    if not own and s.opt_patient_without_life == NOTHING_HAPPENS:
        say1(ev, NO_TOSS, R_22, target)
        return
    side = scripted(s, TOSS_LUCK)
    if side == NONE:
        side = below(s.chance, 2)
    say3(ev, TOSS, ROLE_6 if own else R_22, target, side, OWN if own else STOCK)
    if side == BLACK:
        aim(s, seat, target, BY_DOCTOR)
        return
    gain_life(s, target)
    say1(ev, HEAL, ROLE_6, target)


@rule
def draw_victim(s: State, ev: Events, seat: int) -> None:
    """3.3-7: one card of those of surviving players is drawn, the cop's excepted (R-23, FAQ 11)."""
    pool = n = 0
    for other in range(s.players):
        if not s.killed[other] and s.role[other] != COP:
            pool |= 1 << s.role[other]
            n += 1
    role = scripted(s, DRAW_LUCK)
    if role != NONE and not pool >> role & 1:
        s.fault, role = DRAW_FAULT, NONE
    if role == NONE:
        rest = pool
        for _ in range(below(s.chance, n)):
            rest &= rest - 1
        role = LOWEST[rest]
    target = holder(s, role)
    say1(ev, DRAW, ROLE_7, seat)
    put_set(ev, pool)
    put2(ev, role, target)
    aim(s, seat, target, BY_TERRORIST)


@rule
def murder(s: State, ev: Events, seat: int, target: int) -> None:
    """3.3-4: the next victim, himself perhaps."""
    i = 0
    while s.victims[i] != NONE:
        i += 1
    s.victims[i] = target
    say2(ev, MURDERS, ROLE_4, seat, target)
    aim(s, seat, target, BY_KILLER)


@rule
def rampage(s: State, ev: Events) -> None:
    """3.3-4: if nobody was killed this round, victims one by one, each resolved (R-17, R-18); then the round ends."""
    n, killer, begins = 0, holder(s, KILLER), s.step == STRIKE
    while n < SEATS and s.victims[n] != NONE:
        n += 1
    s.step = RAMPAGE
    if killer == NONE or (begins and s.any_killed) or n >= VICTIMS[s.players]:
        s.phase = ENDING  # only then is the end looked for
        return
    if begins:
        say2(ev, RAMPAGES, ROLE_4, killer, VICTIMS[s.players])
    s.phase = MURDER


# The bomber (Promo 2, Promo 2b, Promo 3)


@rule
def condemn(s: State, ev: Events, seat: int) -> None:
    """Promo 2: the bomber shows herself and is killed; or the marker holder pays for there being none."""
    say1(ev, CONDEMNED, PROMO_2, seat)
    bomber = holder(s, BOMBER)
    if bomber != NONE:
        s.revealed[bomber] = 1
        say2(ev, SHOWN, PROMO_2, bomber, BOMBER)
        aim(s, seat, bomber, BY_CONDEMNING)
        return
    life, kill = int(s.life[seat] > 0), int(s.kills[seat] > 0)  # what he has
    if life:
        lose_life(s, seat, seat)
    if kill:
        lose_kill(s, seat)
    say3(ev, PENALTY, PROMO_2, seat, life, kill)


@rule
def hand_bomb(s: State, ev: Events, seat: int, to: int) -> None:
    """Promo 2b: the card moves openly; at another seat's reveal, that seat's ability comes after it (R-33)."""
    s.bomb, s.carrier = ACTIVE, to
    if s.step == REVEAL:
        s.step = USE
    say2(ev, BOMB_HAND, PROMO_2B, seat, to)


@rule
def pass_bomb(s: State, ev: Events) -> None:
    """Promo 2b: somebody else was revealed, so the carrier must pass the bomb on, if there is anybody."""
    s.step = USE
    if s.bomb != ACTIVE:
        return
    if unrevealed(s, s.carrier):
        s.step, s.phase = REVEAL, HAND
        return
    say1(ev, BOMB_STUCK, PROMO_2B, s.carrier)


@rule
def void_bomb(s: State, ev: Events, means: int) -> None:
    """Promo 3, R-43: another killing of the carrier goes before."""
    say2(ev, BOMB_VOID, PROMO_3, s.carrier, means)
    s.bomb, s.carrier = SPENT, NONE
