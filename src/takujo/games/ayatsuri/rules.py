"""The rules of Ayatsuri in the order of the rulebook. Codes are those of docs/rules/ayatsuri.md.

Inside compiled code; `s` is a State, `ev` the event buffer. Everything here trusts its caller.

A round runs on by itself from one decision to the next: `act` carries out a decision and then, piece by piece,
what `phase` and `step` say is due, until somebody has a choice. An attempt to kill is such a piece too: it is
noted by `aim` and carried out by `attempt`, which may leave a reward to be paid before the round goes on.
"""

from takujo.core.chance import below
from takujo.core.events import ALL, NOBODY, only, put, put2, put_list, put_set, tell
from takujo.core.jit import Events, flow, rule
from takujo.core.record import NONE

from .cards import (  # isort: skip
    ASSASSIN, BOMBER, CARDS, COP, CRIMINALS, DETECTIVE, DICTATOR, DOCTOR, FACE_DOWN, FACE_UP, KILLS_TO_END,
    LIFE_AT_START, NAMEABLE, SEATS, TERRORIST,
)  # fmt: skip
from .roles import (  # isort: skip
    aim, attempt, condemn, draw_victim, hand_bomb, murder, pass_bomb, pay, rampage, take, treat, void_bomb,
)  # fmt: skip
from .state import (  # isort: skip
    ABILITY, ACCUSE, ACCUSED, ACTIVE, ADD_FACE_DOWN, ATTEMPTING, BOMB_BLAST, BOMB_KEEP, BY_ASSASSIN, BY_BOMB,
    BY_COP, CALL, CALLING, CAP, CONDEMN, DEAL, DEAL_LUCK, DEALING, DECIDES, DRAFT, DRAFT_0, DRAFT_1, DRAFT_2,
    DRAFT_3, DRAFT_4, DRAFT_5, DRAFT_SIX, END, ENDING, FAQ_1, GAME_OVER, GUARD, GUARDS, HAND, LAST_CALL, LEFTOVER,
    MARKER, MURDER, NAME, NAMED, NO_BOMB, NOT_ALLOWED, OVER, PASS_HAND, PAY, PICK, PLAY_A, PROMO_2, PROMO_2B, R_40,
    RESHUFFLE, REVEAL, ROLE_1, ROLE_2, ROLE_3, ROLE_5, ROUND_END, ROUND_START, SHOWN, SPARED, SPENT, STRIKE, SUPERSEDED,
    TAKE, THIRD_KILL, TOTAL, TREAT, UNDECIDED, USE, ZEROED, State,
)  # fmt: skip
from .table import holder, say1, say2, say3, scripted, unrevealed

# Actions (7.1): the first number of each kind, by seat, by role or by side.
PICKS, CONDEMNS, SPARES, KEEPS, HANDS, ACCUSES, NAMES, GUARDINGS, TREATMENTS, MURDERINGS, PAYMENTS, TAKINGS = (
    0, 8, 9, 10, 11, 17, 23, 28, 34, 40, 46, 48,
)  # fmt: skip
ACTIONS = 50


# Decisions (3.7)


@rule
def decider(s: State) -> int:
    """The seat that decides in this phase."""
    if s.phase == DRAFT:
        return (s.first + s.drafted) % s.players  # 3.2-1 step 4: to the left
    if s.phase == CONDEMN:
        return s.first
    if s.phase == PAY:
        return s.guarded
    if s.phase == HAND:
        return s.carrier if s.step == REVEAL else holder(s, BOMBER)
    return holder(s, DECIDES[s.phase])


@rule
def acting(s: State) -> int:
    """The set of seats that must decide: one, or none when the game is over."""
    return 1 << s.turn if s.phase != OVER else 0


@rule
def open_seats(s: State) -> int:
    """Whom the doctor may treat (not killed), the killer murder (R-17: not again), the detective guard (R-09: all)."""
    seats = (1 << s.players) - 1
    for seat in range(s.players):
        lifeless = s.life[seat] == 0 and s.opt_patient_without_life == NOT_ALLOWED
        if s.phase == TREAT and (s.killed[seat] or lifeless):
            seats &= ~(1 << seat)
        if s.phase == MURDER and s.victims[seat] != NONE:
            seats &= ~(1 << s.victims[seat])
    return seats


@rule
def choices(s: State) -> int:
    """The set of the numbers of the legal actions."""
    seat = s.turn
    if s.phase == DRAFT:
        return s.seen[seat] & ~int(s.drafted == 0)  # Promo 1: the marker holder may not take 0
    if s.phase == CONDEMN:
        return 1 << CONDEMNS | 1 << SPARES  # always
    if s.phase == HAND:  # a bomb once handed over cannot be kept
        return unrevealed(s, seat) << HANDS | int(s.step != REVEAL) << KEEPS
    if s.phase == ACCUSE:
        return unrevealed(s, seat) << ACCUSES
    if s.phase == NAME:
        shown = 1 << s.face_up[0] if s.face_up[0] != NONE else 0
        return (NAMEABLE & ~shown) >> DETECTIVE << NAMES
    if s.phase == GUARD:
        return open_seats(s) << GUARDINGS
    if s.phase == TREAT:
        return open_seats(s) << TREATMENTS
    if s.phase == MURDER:
        return open_seats(s) << MURDERINGS
    if s.phase == PAY:
        return int(s.life[seat] > 0) << PAYMENTS | int(s.kills[seat] > 0) << PAYMENTS + 1
    return 3 << TAKINGS if s.phase == TAKE else 0


@rule
def legal(s: State, seat: int, out: Events) -> int:
    """The legal actions by rising number."""
    n, options, action = 0, choices(s), 0
    while action < ACTIONS:
        if options >> action & 1:
            out[n] = action
            n += 1
        action += 1
    return n


# Preparation and deal (3.1; 3.2-1 steps 1, 2)


@flow
def setup(s: State, ev: Events) -> None:
    """3.1: three life chips each, the marker to a start player, and the first deal."""
    for seat in range(s.players):
        s.life[seat] = LIFE_AT_START
    s.marker = s.opt_start
    if s.opt_start == NONE:
        s.marker = below(s.chance, s.players)
    s.round_no = 1
    deal(s, ev)


@rule
def shuffled(s: State) -> int:
    """All cards in chance order, as octal digits, the first card lowest."""
    deck = scripted(s, DEAL_LUCK)
    if deck != NONE:
        return deck
    lowest, deck = 1 - s.opt_promo, 0
    n = CARDS - lowest
    for i in range(n):
        deck |= lowest + i << 3 * i
    for i in range(n - 1, 0, -1):
        j = below(s.chance, i + 1)
        swap = (deck >> 3 * i ^ deck >> 3 * j) & 7
        deck ^= swap << 3 * i
        deck ^= swap << 3 * j
    return deck


@rule
def clear_round(s: State) -> None:
    """Only chips and marker outlast a round; who has the marker now is first in all of the next."""
    s.phase, s.step, s.call, s.first, s.drafted = DRAFT, NONE, NONE, s.marker, 0
    s.any_killed, s.accused, s.guarded, s.named = 0, NONE, NONE, NONE
    s.bomb, s.carrier, s.paid, s.added = NO_BOMB, NONE, NONE, NONE
    s.face_up[0] = s.face_down[0] = s.face_down[1] = NONE
    for seat in range(s.players):
        s.role[seat] = s.seen[seat] = s.victims[seat] = NONE
        s.revealed[seat] = s.killed[seat] = 0


@rule
def deal(s: State, ev: Events) -> None:
    """3.2-1 steps 1 and 2: X cards face down, Y (0 or 1) face up, the rest to the first drafter."""
    clear_round(s)
    say2(ev, ROUND_START, DRAFT_0, s.round_no, s.marker)
    down, up = FACE_DOWN[s.players] + s.opt_promo, FACE_UP[s.players]  # Promo 1
    deck = shuffled(s)
    while up and (deck >> 3 * down) & 7 == DICTATOR:  # only he
        say2(ev, RESHUFFLE, DRAFT_2, 1, DICTATOR)
        deck = shuffled(s)
    for i in range(down):
        s.face_down[i] = deck >> 3 * i & 7
    if up:
        s.face_up[0] = deck >> 3 * down & 7
    hand = 0
    for i in range(down + up, CARDS - 1 + s.opt_promo):
        hand |= 1 << (deck >> 3 * i & 7)
    s.seen[s.first], s.turn = hand, s.first
    tell(ev, DEAL, DRAFT_1, ALL, NOBODY)
    put_list(ev, s.face_down)
    put_list(ev, s.face_up)


# The draft (3.2-1 steps 3 to 5)


@rule
def pick(s: State, ev: Events, seat: int, role: int) -> None:
    """3.2-1 steps 3 and 4: take a role secretly and pass the other cards to the left."""
    s.role[seat] = role
    rest = s.seen[seat] & ~(1 << role)
    tell(ev, PICK, DRAFT_4 if s.drafted else DRAFT_3, ALL, only(seat))
    put2(ev, seat, role)
    s.drafted += 1
    if s.drafted == s.players:
        end_draft(s, ev, seat, rest)
        return
    to = (seat + 1) % s.players
    tell(ev, PASS_HAND, DRAFT_4, ALL, only(seat) | only(to))
    put2(ev, seat, to)
    put_set(ev, rest)
    if s.drafted == SEATS - 1:  # 3.2-1 six: a sixth player would get a single card; R-04: one is added
        s.added = s.face_down[0]
        s.face_down[0], s.face_down[1] = s.face_down[1], NONE
        rest |= 1 << s.added
        tell(ev, ADD_FACE_DOWN, DRAFT_SIX, ALL, only(to))
        put2(ev, to, s.added)
    s.seen[to] = rest


@rule
def end_draft(s: State, ev: Events, last: int, rest: int) -> None:
    """3.2-1 step 5: the cards not chosen lie face down; then condemnation (promo) or the calls."""
    tell(ev, LEFTOVER, DRAFT_5, ALL, only(last))
    put(ev, last)
    put_set(ev, rest)
    s.phase = CONDEMN if s.opt_promo else CALLING
    s.step = NONE if s.opt_promo else ABILITY


# The calls (3.2-2 a)


@rule
def call_next(s: State, ev: Events) -> None:
    """3.3-0: numbers are called in rising order; the seat called, unless killed, must show its role."""
    if s.call == NONE:
        s.call = BOMBER if s.opt_promo else COP
    else:
        s.call += 1
    if s.call >= LAST_CALL:
        s.step = STRIKE
        return
    seat = holder(s, s.call)
    if seat != NONE and (s.revealed[seat] or s.killed[seat]):
        seat = NONE
    say2(ev, CALL, PLAY_A, s.call, seat)
    if seat != NONE:
        reveal(s, ev, seat, s.call)


@rule
def reveal(s: State, ev: Events, seat: int, role: int) -> None:
    """3.2-2 a, b: the role is shown, and what was aimed at it comes: one attempt at most."""
    s.revealed[seat] = 1
    s.step = REVEAL
    say2(ev, SHOWN, PLAY_A, seat, role)
    if role == DICTATOR:  # 3.3-5; R-20: before anything else
        say2(ev, MARKER, ROLE_5, seat, s.marker)
        s.marker = seat
    named = s.named == role
    accused = s.accused == seat and CRIMINALS >> role & 1
    bombed = s.bomb == ACTIVE and s.carrier == seat
    if named and accused:  # FAQ 1; R-12: even if the assassin's attempt is guarded
        say3(ev, SUPERSEDED, FAQ_1, BY_COP, BY_ASSASSIN, seat)
    if named or accused:
        means = BY_ASSASSIN if named else BY_COP
        if bombed:
            void_bomb(s, ev, means)
        aim(s, holder(s, ASSASSIN if named else COP), seat, means)
    elif bombed:
        bomber = holder(s, BOMBER)  # even if she was killed
        say2(ev, BOMB_BLAST, PROMO_2B, bomber, seat)
        s.bomb, s.carrier = SPENT, NONE
        aim(s, bomber, seat, BY_BOMB)


@rule
def use_ability(s: State, ev: Events) -> None:
    """3.3: the revealed seat uses its ability, which is compulsory (R-05), unless it was killed (3.2-2 c)."""
    s.step = ABILITY
    seat = holder(s, s.call)
    if seat == NONE or s.killed[seat]:
        return
    if s.call == BOMBER:
        s.phase = HAND
    elif s.call == COP:
        s.phase = ACCUSE
    elif s.call == ASSASSIN:
        s.phase = NAME
    elif s.call == DETECTIVE:
        s.phase = GUARD
    elif s.call == DOCTOR:
        s.phase = TREAT
    elif s.call == TERRORIST:
        draw_victim(s, ev, seat)


# End of the round and of the game (3.2-3)


@rule
def first_to_three(s: State) -> int:
    """The seat with life that was the first to get the third kill chip it has; NONE if there is none."""
    best = NONE
    for seat in range(s.players):
        if s.life[seat] > 0 and s.kills[seat] >= KILLS_TO_END:
            if best == NONE or s.third_at[seat] < s.third_at[best]:
                best = seat
    return best


@rule
def richest(s: State, least_life: int) -> int:
    """The set of seats with the most chips, of those with so much life at least (R-35)."""
    seats, most = 0, -1
    for seat in range(s.players):
        if s.life[seat] >= least_life:
            if score(s, seat) > most:
                seats, most = 0, score(s, seat)
            if score(s, seat) == most:
                seats |= 1 << seat
    return seats


@rule
def zeroers(s: State) -> int:
    """The set of seats that brought another one to the life of 0 at which it is (R-36)."""
    seats = 0
    for seat in range(s.players):
        if s.life[seat] == 0 and s.zeroed_by[seat] != NONE and s.zeroed_by[seat] != seat:
            seats |= 1 << s.zeroed_by[seat]
    return seats


@rule
def winners(s: State) -> int:
    """3.2-3: third kill, most chips, took a last life. If that names nobody: all who are tied, for the cap (R-40)."""
    best = first_to_three(s)
    if best != NONE:
        return 1 << best
    tied = richest(s, 1)
    if tied == 0:
        return richest(s, 0)
    sole = tied & zeroers(s)
    return sole if sole and sole & (sole - 1) == 0 else tied


@rule
def score(s: State, seat: int) -> int:
    return s.life[seat] + s.kills[seat]


@rule
def end_round(s: State, ev: Events) -> None:
    """3.2-3: the two conditions are looked at here and nowhere else.

    R-39: an old zero or third kill is enough, and without one there is no judging, or there is once one was undecided.
    """
    zero = three = 0
    for seat in range(s.players):
        zero |= int(s.life[seat] == 0) << seat
        three |= int(s.kills[seat] >= KILLS_TO_END) << seat
    tell_round(s, ev, zero, three)
    won, tied = winners(s), richest(s, 1)
    if zero | three or (s.undecided and s.opt_judged_until_decided):
        if tied and won & (won - 1) == 0:
            reason = ZEROED if tied & (tied - 1) else TOTAL
            end_game(s, ev, won, THIRD_KILL if first_to_three(s) != NONE else reason, END)
            return
        tell(ev, UNDECIDED, END, ALL, ALL)
        put_set(ev, tied)  # nobody if all are at life 0
        s.undecided = 1
    if 0 < s.opt_max_rounds <= s.round_no:
        end_game(s, ev, won, CAP, R_40)
        return
    s.round_no += 1
    s.phase = DEALING


@rule
def tell_round(s: State, ev: Events, zero: int, three: int) -> None:
    say2(ev, ROUND_END, END, s.round_no, s.players)
    for seat in range(s.players):
        put(ev, s.life[seat])
    put(ev, s.players)
    for seat in range(s.players):
        put(ev, s.kills[seat])
    put_set(ev, zero)
    put_set(ev, three)


@rule
def end_game(s: State, ev: Events, won: int, reason: int, citation: int) -> None:
    s.phase, s.step = OVER, NONE
    tell(ev, GAME_OVER, citation, ALL, ALL)
    put_set(ev, won)
    put(ev, reason)


# The course of the game


@rule
def speak(s: State, ev: Events, seat: int, action: int) -> None:
    """What is only said now, to everybody (R-27), and works later: spare, keep, accuse, name, guard."""
    if action == SPARES:
        say1(ev, SPARED, PROMO_2, seat)
    elif action == KEEPS:
        s.bomb = SPENT
        say1(ev, BOMB_KEEP, PROMO_2B, seat)
    elif action < NAMES:
        s.accused = action - ACCUSES
        say2(ev, ACCUSED, ROLE_1, seat, s.accused)
    elif action < GUARDINGS:
        s.named = action - NAMES + DETECTIVE
        say2(ev, NAMED, ROLE_2, seat, s.named)
    else:
        s.guarded = action - GUARDINGS  # from now on
        say2(ev, GUARDS, ROLE_3, seat, s.guarded)


@rule
def decide(s: State, ev: Events, action: int) -> None:
    """One decision of 3.7; then the round goes on."""
    seat = s.turn
    if s.phase == DRAFT:
        pick(s, ev, seat, action - PICKS)
        return
    if s.phase == CONDEMN:
        s.step, s.call = ABILITY, NONE
    s.phase = CALLING
    if action == CONDEMNS:
        condemn(s, ev, seat)
    elif HANDS <= action < ACCUSES:
        hand_bomb(s, ev, seat, action - HANDS)
    elif action < TREATMENTS:
        speak(s, ev, seat, action)
    elif action < MURDERINGS:
        treat(s, ev, seat, action - TREATMENTS)
    elif action < PAYMENTS:
        murder(s, ev, seat, action - MURDERINGS)
    elif action < TAKINGS:
        pay(s, ev, seat, action - PAYMENTS)
    else:
        take(s, ev, seat, action - TAKINGS)


@flow
def act(s: State, ev: Events, seat: int, action: int) -> None:
    """Do a legal action (NONE: only go on, from a position) and all that follows, up to the next choice."""
    while True:
        if action != NONE:
            decide(s, ev, action)
        while s.phase > OVER:  # nobody decides
            if s.phase == DEALING:
                deal(s, ev)
            elif s.phase == ATTEMPTING:
                attempt(s, ev)
            elif s.phase == ENDING:
                end_round(s, ev)
            elif s.step == REVEAL:
                pass_bomb(s, ev)
            elif s.step == USE:
                use_ability(s, ev)
            elif s.step == ABILITY:
                call_next(s, ev)
            else:
                rampage(s, ev)
        s.turn = NONE
        if s.phase == OVER:
            return
        s.turn = decider(s)
        options = choices(s)
        if options & (options - 1):
            return
        action = NONE
        if options == 0:
            s.phase = CALLING  # nobody can be chosen: no patient, or a position that no play reaches
        else:
            action = lowest(options)


@rule
def lowest(options: int) -> int:
    action = 0
    while not options >> action & 1:
        action += 1
    return action
