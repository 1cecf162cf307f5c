"""The rules of RITUAL in the order of the rulebook. Codes are those of docs/rules/ritual.md.

Inside compiled code; `s` is the Play, `ev` the event buffer. Everything here trusts its caller.
"""

from takujo.core.chance import below, shuffle
from takujo.core.events import ALL, NOBODY, pause, put, put2, put3, put4, put_list, put_set, tell
from takujo.core.jit import Events, Ints, rule
from takujo.core.record import NONE
from takujo.core.sets import has, has_several, only

from .cards import (  # isort: skip
    AWARD, AWARDS, BACK, CARDS, COLOUR, HAND, MADNESS_LIMIT, MARKERS, MARKERS_OF, POINTS, RANK, RITUALS, ROUNDS, TARGET,
)  # fmt: skip
from .state import ACTION, ENDING, EVENT, NEXT_BY, OUTCOME, PAID, PHASE, REASON, RULE, WON_BY, Play


@rule
def seat_after(s: Play, seat: int, steps: int) -> int:
    """The seat so many places to the left, fewer than there are players. (A division would cost more.)"""
    seat += steps
    return seat if seat < s.players else seat - s.players


# Decisions


@rule
def acting(s: Play) -> int:
    """The set of seats that must decide: one, or none when the game is over."""
    return only(s.to_act[0]) if s.phase != PHASE.OVER else 0


@rule
def legal(s: Play, seat: int, out: Events) -> int:
    """SET-4: any set still there. RND-2: any card in hand, either end towards the altar; no passing (A45)."""
    n = 0
    if s.phase == PHASE.TAKE_SETS:
        for i in range(s.laid):
            if s.sets[i, 0] != NONE:
                out[n] = ACTION.TAKE_SET + i
                n += 1
        return n
    for i in range(HAND):
        card = s.hand[seat, i]
        if card == NONE:
            break
        out[n] = ACTION.chant(card, 0)
        out[n + 1] = ACTION.chant(card, 1)
        n += 2
    return n


# Set-up (SET)


@rule
def sort_cards(cards: Ints, backs: Ints, n: int) -> None:
    """Sort by back, then index (section 1.4), and note the backs, which everybody sees (A08)."""
    for end in range(n - 1, 0, -1):
        for i in range(end):
            a, b = cards[i], cards[i + 1]
            cards[i] = a if RANK[a] < RANK[b] else b
            cards[i + 1] = b if RANK[a] < RANK[b] else a
    for i in range(n):
        backs[i] = BACK[cards[i]]


@rule
def lay_sets(s: Play, ev: Events) -> None:
    """SET-2, NR-3: shuffle all cards and lay out a set for each player, backs up; the rest is left out."""
    for card in range(CARDS):
        s.unused[card] = card
    shuffle(s.chance, s.unused, CARDS)
    s.laid = s.players
    dealt = s.players * HAND
    for i in range(s.players):
        for j in range(HAND):
            s.sets[i, j] = s.unused[i * HAND + j]
        sort_cards(s.sets[i], s.set_back[i], HAND)
    for i in range(CARDS):
        s.unused[i] = s.unused[dealt + i] if dealt + i < CARDS else NONE
        s.unused_back[i] = NONE
    sort_cards(s.unused, s.unused_back, CARDS - dealt)
    tell(ev, EVENT.SETS_LAID, RULE.SET_2, ALL, NOBODY)
    put(ev, s.players)
    for i in range(s.players):
        put_list(ev, s.sets[i])
    put(ev, s.players)
    for i in range(s.players):
        put_list(ev, s.set_back[i])
    put_list(ev, s.unused)


@rule
def begin_ritual(s: Play, ev: Events, start: int, citation: int) -> None:
    """Everybody is in, with nothing chanted; new sets are laid (SET-2, NR-3, NR-5)."""
    s.phase, s.round_no, s.altar = PHASE.TAKE_SETS, 0, NONE
    s.start = s.ritual_start = start
    for seat in range(s.players):
        s.out[seat] = s.total[seat] = s.minus[seat] = 0
        for i in range(ROUNDS):
            s.row_card[seat, i] = s.row_side[seat, i] = s.row_paid[seat, i] = NONE
        for i in range(HAND):
            s.hand[seat, i] = s.hand_back[seat, i] = NONE
    tell(ev, EVENT.RITUAL_BEGINS, citation, ALL, ALL)
    put3(ev, s.ritual, s.restarts, start)
    lay_sets(s, ev)
    s.to_act[0] = seat_after(s, start, s.players - 1)  # SET-4: who would chant last chooses first


@rule
def setup(s: Play, ev: Events) -> None:
    """SET-1, SET-3: markers mixed face down, a start player (A07)."""
    start = s.opt_start
    if start == NONE:
        start = below(s.chance, s.players)
    n = 0
    for colour in range(len(MARKERS_OF)):
        for _ in range(MARKERS_OF[colour]):
            s.markers[n] = colour
            n += 1
    shuffle(s.chance, s.markers, MARKERS)
    s.ritual = 1
    begin_ritual(s, ev, start, RULE.SET_3)


@rule
def hand_over(s: Play, ev: Events, seat: int, i: int, forced: int) -> None:
    """SET-4: the seat takes set i and looks at its fronts."""
    tell(ev, EVENT.SET_TAKEN, RULE.SET_4, ALL, only(seat))
    put2(ev, seat, i)
    put_list(ev, s.sets[i])
    put_list(ev, s.set_back[i])
    put(ev, forced)
    for j in range(HAND):
        s.hand[seat, j], s.hand_back[seat, j] = s.sets[i, j], s.set_back[i, j]
        s.sets[i, j] = s.set_back[i, j] = NONE


@rule
def last_set(s: Play) -> int:
    """The one set that remains for the start player (A09)."""
    i = 0
    while s.sets[i, 0] == NONE:
        i += 1
    return i


# A round (RND)


@rule
def draw_marker(s: Play) -> int:
    """Take the next face-down marker. They never run out: three rituals of five rounds (A38)."""
    colour = s.markers[0]
    for i in range(MARKERS - 1):
        s.markers[i] = s.markers[i + 1]
        if s.markers[i] == NONE:
            break
    s.markers[MARKERS - 1] = NONE
    return colour


@rule
def begin_round(s: Play, ev: Events) -> None:
    """RND-1: the start player lays a marker on the altar; which one is chance (A37)."""
    s.phase = PHASE.CHANT
    s.round_no += 1
    s.altar = draw_marker(s)
    s.to_act[0] = s.start
    tell(ev, EVENT.ALTAR, RULE.RND_1, ALL, ALL)
    put4(ev, s.ritual, s.round_no, s.start, s.altar)


@rule
def next_in(s: Play, seat: int) -> int:
    """The nearest player to the left who is in."""
    seat = seat_after(s, seat, 1)
    while s.out[seat]:
        seat = seat_after(s, seat, 1)
    return seat


@rule
def chant(s: Play, ev: Events, seat: int, card: int, side: int) -> None:
    """RND-2: lay a card face down, one end towards the altar. Its back shows (A08)."""
    gap = 0  # from the card on, all move up by one
    for i in range(HAND - 1):
        gap |= s.hand[seat, i] == card
        s.hand[seat, i], s.hand_back[seat, i] = s.hand[seat, i + gap], s.hand_back[seat, i + gap]
    s.hand[seat, HAND - 1] = s.hand_back[seat, HAND - 1] = NONE
    s.played_card[seat], s.played_side[seat], s.played_back[seat] = card, side, BACK[card]
    tell(ev, EVENT.CHANT, RULE.RND_2, ALL, only(seat))
    put4(ev, seat, card, side, BACK[card])
    s.to_act[0] = next_in(s, seat)


@rule
def reveal(s: Play, ev: Events) -> None:
    """RND-3: all cards are turned up together, keeping their direction; they lie in their rows then, to be paid."""
    if len(ev) == 1:
        return
    tell(ev, EVENT.REVEAL, RULE.RND_3, ALL, ALL)
    put(ev, casters(s))
    for i in range(s.players):
        seat = seat_after(s, s.start, i)
        if not s.out[seat]:
            card, side = s.played_card[seat], s.played_side[seat]
            put3(ev, seat, card, side)
            put2(ev, COLOUR[card, side], POINTS[card, side])
            s.row_card[seat, s.round_no - 1], s.row_side[seat, s.round_no - 1] = card, side
    pause(s, ev)


@rule
def casters(s: Play) -> int:
    """How many players are in."""
    n = 0
    for seat in range(s.players):
        n += 1 - s.out[seat]
    return n


# The four results (RES)


@rule
def is_on(s: Play, seat: int) -> bool:
    """Is this seat's chant of the altar's colour?"""
    return COLOUR[s.played_card[seat], s.played_side[seat]] == s.altar


@rule
def chant_result(s: Play) -> int:
    """RES: which of the four results the chants give. Only players who are in count (A14)."""
    on = off = colours = 0  # colours: the set of those chanted off the altar
    for seat in range(s.players):
        if s.out[seat]:
            continue
        if is_on(s, seat):
            on += 1
        else:
            off += 1
            colours |= only(COLOUR[s.played_card[seat], s.played_side[seat]])
    if off == 0:
        return OUTCOME.SMOOTH
    if on == 0 and not has_several(colours):
        return OUTCOME.ACCORD  # A13: before the vortex, which would always swallow it
    if off > on:
        return OUTCOME.VORTEX
    return OUTCOME.WICKED  # A12: the printed "more" is a slip for "fewer"; A15: two colours make no difference


@rule
def tell_side(s: Play, ev: Events, on: int) -> None:
    """The seats on (1) or off (0) the altar, in turn order."""
    n = 0
    for seat in range(s.players):
        if not s.out[seat] and is_on(s, seat) == on:
            n += 1
    put(ev, n)
    for i in range(s.players):
        seat = seat_after(s, s.start, i)
        if not s.out[seat] and is_on(s, seat) == on:
            put(ev, seat)


@rule
def tell_outcome(s: Play, ev: Events, result: int) -> None:
    if len(ev) == 1:
        return
    citation = RULE.RES_S
    if result == OUTCOME.WICKED:
        citation = RULE.RES_W
    elif result == OUTCOME.VORTEX:
        citation = RULE.RES_V
    elif result == OUTCOME.ACCORD:
        citation = RULE.RES_U
    tell(ev, EVENT.OUTCOME, citation, ALL, ALL)
    put2(ev, result, s.altar)
    tell_side(s, ev, 1)
    tell_side(s, ev, 0)
    colours = 0
    for seat in range(s.players):
        if not s.out[seat] and not is_on(s, seat):
            colours |= only(COLOUR[s.played_card[seat], s.played_side[seat]])
    put_set(ev, colours)
    pause(s, ev)


# Rows, points and madness (LAY, CALC, MAD)


@rule
def pay(s: Play, ev: Events, result: int) -> None:
    """LAY-1 to LAY-3: each card stays in its player's row, scored, blank or with a madness marker."""
    for i in range(s.players):
        seat = seat_after(s, s.start, i)
        if s.out[seat]:
            continue
        paid, citation = PAID.SCORED, RULE.LAY_1
        if is_on(s, seat):
            if result == OUTCOME.WICKED:
                paid, citation = PAID.NONE, RULE.LAY_2
        elif result == OUTCOME.VORTEX:
            paid, citation = PAID.MADNESS, RULE.LAY_3
        s.row_card[seat, s.round_no - 1] = s.played_card[seat]
        s.row_side[seat, s.round_no - 1] = s.played_side[seat]
        s.row_paid[seat, s.round_no - 1] = paid
        delta = points(s, seat, s.round_no)
        s.total[seat] += delta  # CALC: net of madness (A17)
        if paid == PAID.MADNESS:
            s.minus[seat] -= delta  # MAD-1: scored points never make up for them
        tell(ev, EVENT.POINTS, citation, ALL, ALL)
        put2(ev, seat, paid)
        put3(ev, delta, s.total[seat], s.minus[seat])
        pause(s, ev)
    for seat in range(s.players):
        s.played_card[seat] = s.played_side[seat] = s.played_back[seat] = NONE


@rule
def points(s: Play, seat: int, round_no: int) -> int:
    """What a seat's chant of that round brought: +points, 0 or -points; NONE if it did not take part."""
    card = s.row_card[seat, round_no - 1]
    if card == NONE:
        return NONE
    worth = POINTS[card, s.row_side[seat, round_no - 1]]
    if s.row_paid[seat, round_no - 1] == PAID.SCORED:
        return worth
    return -worth if s.row_paid[seat, round_no - 1] == PAID.MADNESS else 0


@rule
def put_out(s: Play, ev: Events) -> None:
    """MAD-2: five minus points put a player out of the ritual, all at the same moment."""
    for i in range(s.players):
        seat = seat_after(s, s.start, i)
        if not s.out[seat] and s.minus[seat] >= MADNESS_LIMIT:
            s.out[seat] = 1
            tell(ev, EVENT.ELIMINATED, RULE.MAD_2, ALL, ALL)
            put2(ev, seat, s.minus[seat])
            pause(s, ev)


# The next round (NEXT)


@rule
def retire_marker(s: Play) -> None:
    """NEXT-2: the altar's marker joins the used ones, face up."""
    n = 0
    while s.used[s.ritual - 1, n] != NONE:
        n += 1
    s.used[s.ritual - 1, n] = s.altar
    s.altar = NONE


@rule
def ending(s: Play) -> int:
    """Why the ritual ends after this round, in one fixed order (A16); NONE if it goes on."""
    n = casters(s)
    if n == 0:
        return REASON.RESTART_CAP  # MAD-3, also in round 5 (A20)
    for seat in range(s.players):
        if not s.out[seat] and s.total[seat] == TARGET:  # A17: net, from below or above; A18: only who is in
            return REASON.EXACT_TEN  # A22: before the last caster
    if n == 1:
        return REASON.LAST_CASTER
    return REASON.FIVE_ROUNDS if s.round_no == ROUNDS else NONE


@rule
def pass_start(s: Play, ev: Events) -> None:
    """NEXT-1: the start marker goes left, past players who are out (A29)."""
    before = s.start
    s.start = next_in(s, before)
    if len(ev) == 1:
        return
    tell(ev, EVENT.START_PASSES, RULE.NEXT_1, ALL, ALL)
    put2(ev, before, s.start)
    put(ev, (s.start - before - 1 + s.players) % s.players)
    seat = seat_after(s, before, 1)
    while seat != s.start:
        put(ev, seat)
        seat = seat_after(s, seat, 1)


@rule
def may_restart(s: Play) -> bool:
    """A21: any number of times, unless the option sets a limit."""
    return s.opt_restart_cap == NONE or s.restarts < s.opt_restart_cap


@rule
def call_off(s: Play, ev: Events) -> None:
    """MAD-3: everybody is out; the markers of this attempt are mixed back in (A19)."""
    s.restarts += 1
    tell(ev, EVENT.RITUAL_RESTARTS, RULE.MAD_3, ALL, ALL)
    put2(ev, s.ritual, s.restarts)
    put_list(ev, s.used[s.ritual - 1])
    pause(s, ev)
    n = 0
    while s.markers[n] != NONE:
        n += 1
    i = 0
    while i < MARKERS and s.used[s.ritual - 1, i] != NONE:
        s.markers[n] = s.used[s.ritual - 1, i]
        s.used[s.ritual - 1, i] = NONE
        n += 1
        i += 1
    shuffle(s.chance, s.markers, n)


# Ritual results (END)


@rule
def best_total(s: Play, with_out: int, skip_masters: int, below_total: int) -> int:
    """The highest total below a limit of who is in, or of all `with_out` (A25); those who mastered left out or not."""
    best = NONE
    for seat in range(s.players):
        total = s.total[seat]
        if best < total < below_total and (with_out or not s.out[seat]):
            if not (skip_masters and total == TARGET and not s.out[seat]):
                best = total
    return best


@rule
def tied(s: Play, with_out: int, total: int) -> int:
    """How many players who are in, or of all, have this total."""
    n = 0
    for seat in range(s.players):
        if s.total[seat] == total and (with_out or not s.out[seat]):
            n += 1
    return n


@rule
def award(s: Play, ev: Events, total: int, kind: int, place: int, citation: int) -> None:
    """Contribution to each player who is in with this total; zero and less are ranked like any (A24)."""
    amount = AWARD[s.players, kind]
    for seat in range(s.players):
        if not s.out[seat] and s.total[seat] == total:
            s.contribution[seat] += amount
            s.h_award[entries(s) - 1, seat] = amount
            tell(ev, EVENT.CONTRIBUTION, citation, ALL, ALL)
            put3(ev, seat, amount, place)
            pause(s, ev)


@rule
def end_ritual(s: Play, ev: Events, reason: int) -> None:
    """END: one of two results, or void (A21)."""
    result, citation = ENDING.EXCELLENT, RULE.END_E0
    if reason == REASON.EXACT_TEN:
        result, citation = ENDING.MASTERED, RULE.END_M1
    elif reason == REASON.RESTART_CAP:
        result, citation = ENDING.VOID, RULE.MAD_3
    note_ritual(s, result, reason)
    tell(ev, EVENT.RITUAL_ENDS, citation, ALL, ALL)
    put3(ev, s.ritual, result, reason)
    put(ev, s.players)
    for seat in range(s.players):
        put(ev, s.total[seat])
    put(ev, s.players)
    for seat in range(s.players):
        put(ev, s.out[seat])
    pause(s, ev)
    ranked = s.opt_out_ranks  # A25: does who is out take a place, although nothing is paid for it (MAD-4)?
    if result == ENDING.MASTERED and tied(s, 0, TARGET) > 1:
        award(s, ev, TARGET, AWARDS.MASTERED_SHARED, 1, RULE.END_M2)  # A44: and nothing to anybody else
    elif result == ENDING.MASTERED:
        award(s, ev, TARGET, AWARDS.MASTERED_ALONE, 1, RULE.END_M2)
        best = best_total(s, ranked, 1, -NONE)  # A27: it may be above ten
        award(s, ev, best, AWARDS.MASTERED_RUNNER_UP, 2, RULE.END_M3)
    elif result == ENDING.EXCELLENT:
        first = best_total(s, ranked, 0, -NONE)
        award(s, ev, first, AWARDS.EXCELLENT_FIRST, 1, RULE.END_E1)
        if tied(s, ranked, first) == 1:  # A26, A42: a shared first place leaves no second
            award(s, ev, best_total(s, ranked, 0, first), AWARDS.EXCELLENT_SECOND, 2, RULE.END_E2)


@rule
def entries(s: Play) -> int:
    """How many rituals the history holds; a position may begin without the earlier ones."""
    n = 0
    while n < RITUALS and s.h_ritual[n] != NONE:
        n += 1
    return n


@rule
def note_ritual(s: Play, result: int, reason: int) -> None:
    """Write the finished ritual into the history."""
    h = entries(s)
    s.h_ritual[h], s.h_result[h], s.h_reason[h] = s.ritual, result, reason
    s.h_rounds[h], s.h_restarts[h] = s.round_no, s.restarts
    for seat in range(s.players):
        s.h_total[h, seat], s.h_minus[h, seat], s.h_out[h, seat] = s.total[seat], s.minus[seat], s.out[seat]
        s.h_last[h, seat] = points(s, seat, s.round_no)
        s.h_award[h, seat] = 0


# The next ritual (NR)


@rule
def next_start(s: Play, ev: Events, reason: int) -> int:
    """NR-1, NR-2: highest total of who is in (A25, A33), then of the last round (A32), then clockwise (A31)."""
    if reason == REASON.RESTART_CAP:
        tell(ev, EVENT.NEXT_START, RULE.MAD_3, ALL, ALL)
        put2(ev, s.ritual_start, NEXT_BY.VOID)
        return s.ritual_start
    with_out = s.opt_out_may_start
    total, last, n = best_total(s, with_out, 0, -NONE), NONE, 0
    for seat in range(s.players):
        compared = s.total[seat] == total and (with_out or not s.out[seat])
        if compared and points(s, seat, s.round_no) >= last:
            n = n + 1 if points(s, seat, s.round_no) == last else 1
            last = points(s, seat, s.round_no)
    start = seat_after(s, s.start, 1)
    while s.total[start] != total or points(s, start, s.round_no) != last or (s.out[start] and not with_out):
        start = seat_after(s, start, 1)
    by, citation = NEXT_BY.TOTAL_OF_ALL if with_out else NEXT_BY.TOTAL, RULE.NR_1
    if tied(s, with_out, total) > 1:
        by, citation = NEXT_BY.LAST_ROUND if n == 1 else NEXT_BY.CLOCKWISE, RULE.NR_2
    tell(ev, EVENT.NEXT_START, citation, ALL, ALL)
    put2(ev, start, by)
    return start


# The end of the game (FIN)


@rule
def most_contribution(s: Play) -> int:
    """The set of seats with the most contribution."""
    seats = most = 0
    for seat in range(s.players):
        if s.contribution[seat] > most or seat == 0:
            seats, most = 0, s.contribution[seat]
        if s.contribution[seat] == most:
            seats |= only(seat)
    return seats


@rule
def winners(s: Play) -> int:
    """FIN-1 to FIN-3: most contribution; then the total of the third ritual, also of who was out (A34)."""
    seats = most_contribution(s)
    last = entries(s) - 1
    if last >= 0 and s.h_ritual[last] == RITUALS and s.h_result[last] == ENDING.VOID:
        return seats
    best, among = NONE, 0
    for seat in range(s.players):
        if has(seats, seat):
            if s.total[seat] > best:
                best, among = s.total[seat], 0
            if s.total[seat] == best:
                among |= only(seat)
    return among


@rule
def score(s: Play, seat: int) -> int:
    return s.contribution[seat]


@rule
def end_game(s: Play, ev: Events) -> None:
    """FIN: the third ritual is over."""
    s.phase = PHASE.OVER
    s.to_act[0] = NONE
    won, most = winners(s), most_contribution(s)
    by, citation = WON_BY.CONTRIBUTION, RULE.FIN_1
    if has_several(won):
        by, citation = WON_BY.SHARED, RULE.FIN_3  # A35
    elif has_several(most):
        by, citation = WON_BY.LAST_RITUAL, RULE.FIN_2
    tell(ev, EVENT.GAME_OVER, citation, ALL, ALL)
    put_set(ev, won)
    put(ev, s.players)
    for seat in range(s.players):
        put(ev, s.contribution[seat])
    put(ev, by)
    pause(s, ev)


# The course of the game


@rule
def act(s: Play, ev: Events, seat: int, action: int) -> None:
    """Do a legal action and all that follows from it, up to the next decision."""
    if s.phase == PHASE.TAKE_SETS:
        hand_over(s, ev, seat, action - ACTION.TAKE_SET, 0)
        s.to_act[0] = seat_after(s, seat, s.players - 1)
        if s.to_act[0] == s.start:
            hand_over(s, ev, s.start, last_set(s), 1)
            s.laid = 0
            begin_round(s, ev)
        return
    chant(s, ev, seat, ACTION.chant_card(action), ACTION.chant_side(action))
    if s.to_act[0] != s.start:
        return
    reveal(s, ev)  # RND-3: everybody who is in has laid a card
    result = chant_result(s)
    tell_outcome(s, ev, result)
    pay(s, ev, result)
    put_out(s, ev)
    retire_marker(s)
    reason = ending(s)
    if reason == NONE:
        pass_start(s, ev)
        begin_round(s, ev)
        return
    start, citation = s.ritual_start, RULE.MAD_3  # A19: a ritual done again has the same start player
    if reason == REASON.RESTART_CAP and may_restart(s):
        call_off(s, ev)
    else:
        end_ritual(s, ev, reason)
        if s.ritual == RITUALS:
            end_game(s, ev)
            return
        start, citation = next_start(s, ev, reason), RULE.NR_3
        s.h_next[entries(s) - 1] = start
        s.ritual += 1
        s.restarts = 0
    begin_ritual(s, ev, start, citation)
