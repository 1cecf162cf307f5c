"""The rules of Ayatsuri in the order of the rulebook. Codes are those of docs/rules/ayatsuri.md.

Inside compiled code; `s` is the Play, `ev` the event buffer. Everything here trusts its caller.

A round runs on by itself from one decision to the next: `act` carries out a decision and then, piece by piece,
what `phase` and `step` say is due, until somebody has a choice. An attempt to kill is such a piece too: it is
noted by `aim` and carried out by `attempt`, which may leave a reward to be paid before the round goes on.
"""

from takujo.core.chance import below, shuffle
from takujo.core.events import ALL, NOBODY, pause, put, put2, put_list, put_set, tell
from takujo.core.jit import Events, Ints, rule
from takujo.core.record import NONE
from takujo.core.scratch import scratch
from takujo.core.sets import all_of, first_of, has, has_several, only, without

from .cards import CARDS, CRIMINALS, FACE_DOWN, FACE_UP, KILLS_TO_END, LIFE_AT_START, NAMEABLE, ROLE, SEATS
from .common import holder, say1, say2, say3, unrevealed
from .luck import LUCK, card_of, told
from .state import ACTION, BOMB, DECIDES, EVENT, LAST_CALL, MEANS, PATIENT, PHASE, REASON, RULE, SIDE, STEP, Play

from .roles import (  # isort: skip
    aim, attempt, condemn, hand_bomb, murder, pass_bomb, pay, rampage, take, treat, use_ability, void_bomb,
)  # fmt: skip

# Decisions (3.7)


@rule
def decider(s: Play) -> int:
    """The seat that decides in this phase."""
    if s.phase == PHASE.DRAFT:
        return (s.first + s.drafted) % s.players  # 3.2-1 step 4: to the left
    if s.phase == PHASE.CONDEMN:
        return s.first
    if s.phase == PHASE.PAY:
        return s.guarded
    if s.phase == PHASE.HAND:
        return s.carrier if s.step == STEP.REVEAL else holder(s, ROLE.BOMBER)
    return holder(s, DECIDES[s.phase])


@rule
def acting(s: Play) -> int:
    """The set of seats that must decide: one, or none when the game is over."""
    return only(s.to_act) if s.phase != PHASE.OVER else 0


@rule
def open_seats(s: Play) -> int:
    """Whom the doctor may treat (not killed), the killer murder (R-17: not again), the detective guard (R-09: all)."""
    seats = all_of(s.players)
    for seat in range(s.players):
        lifeless = s.life[seat] == 0 and s.opt_patient_without_life == PATIENT.NOT_ALLOWED
        if s.phase == PHASE.TREAT and (s.killed[seat] or lifeless):
            seats = without(seats, seat)
        if s.phase == PHASE.MURDER and s.victims[seat] != NONE:
            seats = without(seats, s.victims[seat])
    return seats


@rule
def choices(s: Play) -> int:
    """The set of the numbers of the legal actions."""
    seat = s.to_act
    if s.phase == PHASE.DRAFT:
        cards = s.seen[seat] if s.drafted else without(s.seen[seat], ROLE.BOMBER)  # Promo 1: not the marker holder
        return cards << ACTION.PICK
    if s.phase == PHASE.CONDEMN:
        return only(ACTION.CONDEMN) | only(ACTION.SPARE)  # always
    if s.phase == PHASE.HAND:  # a bomb once handed over cannot be kept
        return unrevealed(s, seat) << ACTION.HAND | int(s.step != STEP.REVEAL) << ACTION.KEEP
    if s.phase == PHASE.ACCUSE:
        return unrevealed(s, seat) << ACTION.ACCUSE
    if s.phase == PHASE.NAME:
        shown = only(s.face_up[0]) if s.face_up[0] != NONE else 0
        return (NAMEABLE & ~shown) << ACTION.NAME
    if s.phase == PHASE.GUARD:
        return open_seats(s) << ACTION.GUARD
    if s.phase == PHASE.TREAT:
        return open_seats(s) << ACTION.TREAT
    if s.phase == PHASE.MURDER:
        return open_seats(s) << ACTION.MURDER
    if s.phase == PHASE.PAY:
        return (int(s.life[seat] > 0) << SIDE.LIFE | int(s.kills[seat] > 0) << SIDE.KILL) << ACTION.PAY
    return (only(SIDE.LIFE) | only(SIDE.KILL)) << ACTION.TAKE if s.phase == PHASE.TAKE else 0


@rule
def legal(s: Play, seat: int, out: Events) -> int:
    """The legal actions by rising number."""
    n, options = 0, choices(s) & all_of(ACTION.size)
    while options:
        out[n] = first_of(options)
        options = without(options, out[n])
        n += 1
    return n


# Preparation and deal (3.1; 3.2-1 steps 1, 2)


@rule
def setup(s: Play, ev: Events) -> None:
    """3.1: three life chips each, the marker to a start player, and the first deal."""
    for seat in range(s.players):
        s.life[seat] = LIFE_AT_START
    s.marker = s.opt_start
    if s.opt_start == NONE:
        s.marker = below(s.chance, s.players)
    s.round_no = 1
    deal(s, ev)


@rule
def shuffle_deck(s: Play, deck: Ints) -> None:
    """All cards in chance order."""
    lowest, deal = 1 - s.opt_promo, told(s, LUCK.DEAL)
    for i in range(CARDS - lowest):
        deck[i] = lowest + i if deal == NONE else card_of(deal, i)
    if deal == NONE:
        shuffle(s.chance, deck, CARDS - lowest)


@rule
def clear_round(s: Play) -> None:
    """Only chips and marker outlast a round; who has the marker now is first in all of the next."""
    s.phase, s.step, s.call, s.first, s.drafted = PHASE.DRAFT, NONE, NONE, s.marker, 0
    s.any_killed, s.accused, s.guarded, s.named = 0, NONE, NONE, NONE
    s.bomb, s.carrier, s.paid, s.added = BOMB.NONE, NONE, NONE, NONE
    s.face_up[0] = s.face_down[0] = s.face_down[1] = NONE
    for seat in range(s.players):
        s.role[seat] = s.seen[seat] = s.victims[seat] = NONE
        s.revealed[seat] = s.killed[seat] = 0


@rule
def deal(s: Play, ev: Events) -> None:
    """3.2-1 steps 1 and 2: X cards face down, Y (0 or 1) face up, the rest to the first drafter."""
    clear_round(s)
    say2(ev, EVENT.ROUND_START, RULE.S3_2_1, s.round_no, s.marker)
    down, up = FACE_DOWN[s.players] + s.opt_promo, FACE_UP[s.players]  # Promo 1
    deck = scratch(CARDS)
    shuffle_deck(s, deck)
    while up and deck[down] == ROLE.DICTATOR:  # only he
        say2(ev, EVENT.RESHUFFLE, RULE.S3_2_1_STEP_2, 1, ROLE.DICTATOR)
        shuffle_deck(s, deck)
    for i in range(down):
        s.face_down[i] = deck[i]
    if up:
        s.face_up[0] = deck[down]
    hand = 0
    for i in range(down + up, CARDS - 1 + s.opt_promo):
        hand |= only(deck[i])
    s.seen[s.first], s.to_act = hand, s.first
    tell(ev, EVENT.DEAL, RULE.S3_2_1_STEP_1, ALL, NOBODY)
    put_list(ev, s.face_down)
    put_list(ev, s.face_up)


# The draft (3.2-1 steps 3 to 5)


@rule
def pick(s: Play, ev: Events, seat: int, role: int) -> None:
    """3.2-1 steps 3 and 4: take a role secretly and pass the other cards to the left."""
    s.role[seat] = role
    rest = without(s.seen[seat], role)
    tell(ev, EVENT.PICK, RULE.S3_2_1_STEP_4 if s.drafted else RULE.S3_2_1_STEP_3, ALL, only(seat))
    put2(ev, seat, role)
    s.drafted += 1
    if s.drafted == s.players:
        end_draft(s, ev, seat, rest)
        return
    to = (seat + 1) % s.players
    tell(ev, EVENT.PASS_HAND, RULE.S3_2_1_STEP_4, ALL, only(seat) | only(to))
    put2(ev, seat, to)
    put_set(ev, rest)
    if s.drafted == SEATS - 1:  # 3.2-1 six: a sixth player would get a single card; R-04: one is added
        s.added = s.face_down[0]
        s.face_down[0], s.face_down[1] = s.face_down[1], NONE
        rest |= only(s.added)
        tell(ev, EVENT.ADD_FACE_DOWN, RULE.S3_2_1_SIX, ALL, only(to))
        put2(ev, to, s.added)
    s.seen[to] = rest


@rule
def end_draft(s: Play, ev: Events, last: int, rest: int) -> None:
    """3.2-1 step 5: the cards not chosen lie face down; then condemnation (promo) or the calls."""
    tell(ev, EVENT.LEFTOVER, RULE.S3_2_1_STEP_5, ALL, only(last))
    put(ev, last)
    put_set(ev, rest)
    s.phase = PHASE.CONDEMN if s.opt_promo else PHASE.CALL
    s.step = NONE if s.opt_promo else STEP.ABILITY


# The calls (3.2-2 a)


@rule
def call_next(s: Play, ev: Events) -> None:
    """3.3-0: numbers are called in rising order; the seat called, unless killed, must show its role."""
    if s.call == NONE:
        s.call = ROLE.BOMBER if s.opt_promo else ROLE.COP
    else:
        s.call += 1
    if s.call >= LAST_CALL:
        s.step = STEP.STRIKE
        return
    seat = holder(s, s.call)
    if seat != NONE and (s.revealed[seat] or s.killed[seat]):
        seat = NONE
    say2(ev, EVENT.CALL, RULE.S3_2_2_A, s.call, seat)
    if seat != NONE:
        reveal(s, ev, seat, s.call)
    else:
        pause(s, ev)


@rule
def reveal(s: Play, ev: Events, seat: int, role: int) -> None:
    """3.2-2 a, b: the role is shown, and what was aimed at it comes: one attempt at most."""
    s.revealed[seat] = 1
    s.step = STEP.REVEAL
    say2(ev, EVENT.REVEAL, RULE.S3_2_2_A, seat, role)
    if role == ROLE.DICTATOR:  # 3.3-5; R-20: before anything else
        say2(ev, EVENT.MARKER, RULE.S3_3_5, seat, s.marker)
        s.marker = seat
    pause(s, ev)
    named = s.named == role
    accused = s.accused == seat and has(CRIMINALS, role)
    bombed = s.bomb == BOMB.ACTIVE and s.carrier == seat
    if named and accused:  # FAQ 1; R-12: even if the assassin's attempt is guarded
        say3(ev, EVENT.SUPERSEDED, RULE.FAQ_1, MEANS.COP, MEANS.ASSASSIN, seat)
    if named or accused:
        means = MEANS.ASSASSIN if named else MEANS.COP
        if bombed:
            void_bomb(s, ev, means)
        aim(s, holder(s, ROLE.ASSASSIN if named else ROLE.COP), seat, means)
    elif bombed:
        bomber = holder(s, ROLE.BOMBER)  # even if she was killed
        say2(ev, EVENT.BOMB_BLAST, RULE.PROMO_2B, bomber, seat)
        s.bomb, s.carrier = BOMB.SPENT, NONE
        aim(s, bomber, seat, MEANS.BOMB)


# End of the round and of the game (3.2-3)


@rule
def first_to_three(s: Play) -> int:
    """The seat with life that was the first to get the third kill chip it has; NONE if there is none."""
    best = NONE
    for seat in range(s.players):
        if s.life[seat] > 0 and s.kills[seat] >= KILLS_TO_END:
            if best == NONE or s.third_at[seat] < s.third_at[best]:
                best = seat
    return best


@rule
def richest(s: Play, least_life: int) -> int:
    """The set of seats with the most chips, of those with so much life at least (R-35)."""
    seats, most = 0, -1
    for seat in range(s.players):
        if s.life[seat] >= least_life:
            if score(s, seat) > most:
                seats, most = 0, score(s, seat)
            if score(s, seat) == most:
                seats |= only(seat)
    return seats


@rule
def zeroers(s: Play) -> int:
    """The set of seats that brought another one to the life of 0 at which it is (R-36)."""
    seats = 0
    for seat in range(s.players):
        if s.life[seat] == 0 and s.zeroed_by[seat] != NONE and s.zeroed_by[seat] != seat:
            seats |= only(s.zeroed_by[seat])
    return seats


@rule
def winners(s: Play) -> int:
    """3.2-3: third kill, most chips, took a last life. If that names nobody: all who are tied, for the cap (R-40)."""
    best = first_to_three(s)
    if best != NONE:
        return only(best)
    tied = richest(s, 1)
    if tied == 0:
        return richest(s, 0)
    sole = tied & zeroers(s)
    return sole if sole and not has_several(sole) else tied


@rule
def score(s: Play, seat: int) -> int:
    return s.life[seat] + s.kills[seat]


@rule
def end_round(s: Play, ev: Events) -> None:
    """3.2-3: the two conditions are looked at here and nowhere else.

    R-39: an old zero or third kill is enough, and without one there is no judging, or there is once one was undecided.
    """
    s.phase = PHASE.DEAL
    zero = three = 0
    for seat in range(s.players):
        zero |= int(s.life[seat] == 0) << seat
        three |= int(s.kills[seat] >= KILLS_TO_END) << seat
    tell_round(s, ev, zero, three)
    won, tied = winners(s), richest(s, 1)
    if zero | three or (s.undecided and s.opt_judged_until_decided):
        if tied and not has_several(won):
            reason = REASON.ZEROED if has_several(tied) else REASON.TOTAL
            end_game(s, ev, won, REASON.THIRD_KILL if first_to_three(s) != NONE else reason, RULE.S3_2_3)
            return
        tell(ev, EVENT.UNDECIDED, RULE.S3_2_3, ALL, ALL)
        put_set(ev, tied)  # nobody if all are at life 0
        pause(s, ev)
        s.undecided = 1
    if 0 < s.opt_max_rounds <= s.round_no:
        end_game(s, ev, won, REASON.CAP, RULE.R_40)
        return
    s.round_no += 1


@rule
def tell_round(s: Play, ev: Events, zero: int, three: int) -> None:
    say2(ev, EVENT.ROUND_END, RULE.S3_2_3, s.round_no, s.players)
    for seat in range(s.players):
        put(ev, s.life[seat])
    put(ev, s.players)
    for seat in range(s.players):
        put(ev, s.kills[seat])
    put_set(ev, zero)
    put_set(ev, three)
    pause(s, ev)


@rule
def end_game(s: Play, ev: Events, won: int, reason: int, citation: int) -> None:
    s.phase, s.step = PHASE.OVER, NONE
    tell(ev, EVENT.GAME_OVER, citation, ALL, ALL)
    put_set(ev, won)
    put(ev, reason)
    pause(s, ev)


# The course of the game


@rule
def speak(s: Play, ev: Events, seat: int, phase: int, action: int) -> None:
    """What is only said now, to everybody (R-27), and works later: spare, keep, accuse, name, guard."""
    if phase == PHASE.CONDEMN:
        say1(ev, EVENT.SPARE, RULE.PROMO_2, seat)
    elif phase == PHASE.HAND:
        s.bomb = BOMB.SPENT
        say1(ev, EVENT.BOMB_KEEP, RULE.PROMO_2B, seat)
    elif phase == PHASE.ACCUSE:
        s.accused = action - ACTION.ACCUSE
        say2(ev, EVENT.ACCUSE, RULE.S3_3_1, seat, s.accused)
    elif phase == PHASE.NAME:
        s.named = action - ACTION.NAME
        say2(ev, EVENT.NAME, RULE.S3_3_2, seat, s.named)
    else:
        s.guarded = action - ACTION.GUARD  # from now on
        say2(ev, EVENT.GUARD, RULE.S3_3_3, seat, s.guarded)


@rule
def decide(s: Play, ev: Events, action: int) -> None:
    """One decision of 3.7; then the round goes on."""
    seat, phase = s.to_act, s.phase
    if phase == PHASE.DRAFT:
        pick(s, ev, seat, action - ACTION.PICK)
        return
    if phase == PHASE.CONDEMN:
        s.step, s.call = STEP.ABILITY, NONE
    s.phase = PHASE.CALL
    if action == ACTION.CONDEMN:
        condemn(s, ev, seat)
    elif phase == PHASE.HAND and action != ACTION.KEEP:
        hand_bomb(s, ev, seat, action - ACTION.HAND)
    elif phase == PHASE.TREAT:
        treat(s, ev, seat, action - ACTION.TREAT)
    elif phase == PHASE.MURDER:
        murder(s, ev, seat, action - ACTION.MURDER)
    elif phase == PHASE.PAY:
        pay(s, ev, seat, action - ACTION.PAY)
    elif phase == PHASE.TAKE:
        take(s, ev, seat, action - ACTION.TAKE)
    else:
        speak(s, ev, seat, phase, action)


@rule
def act(s: Play, ev: Events, seat: int, action: int) -> None:
    """Do a legal action (NONE: only go on, from a position) and all that follows, up to the next choice."""
    while True:
        if action != NONE:
            decide(s, ev, action)
        while s.phase > PHASE.OVER:  # nobody decides
            if s.phase == PHASE.DEAL:
                deal(s, ev)
            elif s.phase == PHASE.ATTEMPT:
                attempt(s, ev)
            elif s.phase == PHASE.END:
                end_round(s, ev)
            elif s.step == STEP.REVEAL:
                pass_bomb(s, ev)
            elif s.step == STEP.USE:
                use_ability(s, ev)
            elif s.step == STEP.ABILITY:
                call_next(s, ev)
            else:
                rampage(s, ev)
        s.to_act = NONE
        if s.phase == PHASE.OVER:
            return
        s.to_act = decider(s)
        options = choices(s)
        if has_several(options):
            return
        action = NONE
        if options == 0:
            s.phase = PHASE.CALL  # nobody can be chosen: no patient, or a position that no play reaches
        else:
            action = first_of(options)
