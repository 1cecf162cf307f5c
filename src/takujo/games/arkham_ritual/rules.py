"""The rules of Arkham Ritual in the order of the rulebook. Codes are those of docs/rules/arkham-ritual.md.

Inside compiled code; `s` is the Play, `ev` the event buffer. Everything here trusts its caller. A holder is a seat
or, counted on from the last seat, a dummy; sets of seats and of holders are bits of an integer.
"""

from takujo.core.chance import below, shuffle
from takujo.core.events import ALL, pause, put, put2, put3, put4, put_set, tell
from takujo.core.jit import Events, rule
from takujo.core.record import NONE
from takujo.core.sets import all_of, has, has_several, only, without

from .cards import CARD, COPIES, DECK, MAD, MOST_OUT, SANITY, SEATS, SPACES, TURN, TYPES
from .judgement import change_sanity, heads, judge, old_one_holder, settle, turn_up, wreak_havoc
from .state import ACTION, CAUSE, END_WHY, EVENT, NEXT_WHY, PHASE, PLACE, RULE, START_WHY, Play

# Decisions (2.4)


@rule
def acting(s: Play) -> int:
    """The set of seats that must decide: one, or none when the game is over."""
    return only(s.to_act[0]) if s.phase != PHASE.OVER else 0


@rule
def legal(s: Play, seat: int, out: Events) -> int:
    """Offer to any child [6-1]; accept, else pass to a hand on the table [6-2], or decline [6-2-2]; the Orb [10-2]."""
    n, first = 0, ACTION.OFFER
    if s.phase == PHASE.ORB:
        out[0], out[1] = ACTION.RETURN, ACTION.REMOVE
        return 2
    if s.phase == PHASE.RESPOND:
        out[0] = ACTION.ACCEPT
        n, first = 1, ACTION.PASS
        if s.on_table == 0:
            out[1] = ACTION.DECLINE
            return 2
    for to in range(s.players):
        if has(s.on_table, to):
            out[n] = first + to
            n += 1
    return n


# The table: seats, dummies and cards


@rule
def copies(s: Play, card: int) -> int:
    """How many of a card are in play: one of each swap group, and all that belong to none [3][9]."""
    if card <= CARD.GATE_B or card in (s.opt_event, s.opt_character1, s.opt_character2, s.opt_great_old_one):
        return COPIES[card]
    return 0


@rule
def taken_out(s: Play, card: int) -> int:
    """How many of a card the Orb has taken out."""
    n = 0
    for i in range(MOST_OUT):
        n += s.removed[i] == card
    return n


@rule
def draw_top(s: Play) -> int:
    """Take the top card off the deck."""
    card = s.deck[0]
    for i in range(DECK - 1):
        s.deck[i] = s.deck[i + 1]
        if s.deck[i] == NONE:
            break
    return card


@rule
def lay_open(s: Play, card: int) -> None:
    """Discard a card face up."""
    i = 0
    while s.discard[i] != NONE:
        i += 1
    s.discard[i] = card


@rule
def forget_look(s: Play) -> None:
    s.look_seat = s.look_event = s.look_card = s.look_colour = s.look_at = s.look_holder = NONE


@rule
def looker(s: Play, at: int) -> int:
    """The set of the seat that knows the card at this place by its look (R18)."""
    return only(s.look_seat) if s.look_seat != NONE and s.look_at == at else 0


@rule
def all_but(s: Play, seat: int) -> int:
    """The set of all other seats: no spectators."""
    return without(all_of(s.players), seat)


# Setting up the game [3] and a round [5]


@rule
def setup(s: Play, ev: Events) -> None:
    """[3]: the same points of sanity for all; the first parent is given or drawn (R3)."""
    for seat in range(s.players):
        s.sanity[seat] = SANITY
    if s.opt_doom_board:
        s.doom_space = 0  # [13]
    parent = s.opt_first_parent
    if parent == NONE:
        parent = below(s.chance, s.players)
    start_round(s, ev, parent, START_WHY.FIRST)
    start_turn(s, ev, parent)


@rule
def start_round(s: Play, ev: Events, parent: int, why: int) -> None:
    """[5]: all cards are gathered, shuffled and dealt; also one the Orb took out, if not for the game (R16)."""
    s.round_no += 1
    s.turn = s.gate_clear = 0
    if not s.opt_orb_removes_for_game:
        for i in range(MOST_OUT):
            s.removed[i] = s.removed_by[i] = NONE
    forget_look(s)
    n = 0
    for i in range(DECK):
        s.deck[i] = s.discard[i] = NONE
    for card in range(TYPES):
        for _ in range(copies(s, card) - taken_out(s, card)):  # R42: always enough to deal, and one to draw
            s.deck[n] = card
            n += 1
    shuffle(s.chance, s.deck, n)
    if s.opt_great_old_one == CARD.MYSTERY:  # R27: mixed now, in an order nobody knows
        for i in range(4):
            s.set_aside[i] = CARD.CTHULHU + i
        shuffle(s.chance, s.set_aside, 4)
    tell(ev, EVENT.ROUND_START, RULE.S5_1, ALL, ALL)
    put3(ev, s.round_no, parent, why)
    deal(s, ev)


@rule
def deal(s: Play, ev: Events) -> None:
    """[5]: a card to each seat, facing all the others; then one to each dummy, face up [14]."""
    for seat in range(s.players):
        s.hand[seat] = s.deck[seat]
        tell(ev, EVENT.DEAL, RULE.S5, ALL, all_but(s, seat))
        put3(ev, seat, NONE, s.hand[seat])
    for i in range(heads(s) - s.players):
        s.dummy[i] = s.deck[s.players + i]
        tell(ev, EVENT.DEAL, RULE.S14, ALL, ALL)
        put3(ev, NONE, i, s.dummy[i])
    for i in range(DECK):
        s.deck[i] = s.deck[heads(s) + i] if heads(s) + i < DECK else NONE


@rule
def fewest_sanity(s: Play) -> int:
    """The set of seats with the fewest sanity."""
    seats, fewest = 0, SANITY + 1
    for seat in range(s.players):
        if s.sanity[seat] < fewest:
            seats, fewest = 0, s.sanity[seat]
        if s.sanity[seat] == fewest:
            seats |= only(seat)
    return seats


@rule
def nearest(s: Play, seats: int) -> int:
    """The first of these seats clockwise from the parent's left, himself last (R5); his left neighbour if none is."""
    for i in range(1, s.players + 1):
        seat = (s.parent + i) % s.players
        if has(seats, seat):
            return seat
    return (s.parent + 1) % s.players


# A turn [6]


@rule
def start_turn(s: Play, ev: Events, parent: int) -> None:
    """[6-1]: all children put a hand on the table; the parent draws a card that he alone looks at."""
    s.turn += 1
    s.phase, s.parent, s.to_act[0] = PHASE.OFFER, parent, parent
    s.on_table = all_but(s, parent)
    for i in range(SEATS - 1):
        s.path[i] = NONE
    s.offered = draw_top(s)
    if s.look_at == PLACE.TOP:
        s.look_at = PLACE.OFFERED
    tell(ev, EVENT.TURN_START, RULE.S6_1, ALL, ALL)
    put2(ev, s.turn, parent)
    tell(ev, EVENT.DRAW, RULE.S6_1, ALL, only(parent) | looker(s, PLACE.OFFERED))
    left = 0
    while s.deck[left] != NONE:
        left += 1
    put3(ev, parent, s.offered, left)


@rule
def hand_over(s: Play, ev: Events, seat: int, to: int) -> None:
    """[6-1][6-2-2]: the next child takes the hand off the table and must decide."""
    if s.phase == PHASE.OFFER:
        tell(ev, EVENT.OFFER, RULE.S6_1, ALL, ALL)
    else:
        tell(ev, EVENT.PASS, RULE.S6_2_2, ALL, ALL)
    put2(ev, seat, to)
    i = 0
    while s.path[i] != NONE:
        i += 1
    s.path[i] = s.to_act[0] = to
    s.on_table = without(s.on_table, to)
    s.phase = PHASE.RESPOND


@rule
def accept(s: Play, ev: Events, child: int) -> int:
    """[6-2-1]: the old card goes face up, the new one is taken unseen. The old card."""
    old, s.hand[child], s.offered = s.hand[child], s.offered, NONE
    lay_open(s, old)
    s.gate_clear = without(s.gate_clear, child)
    if s.look_at == PLACE.HAND and s.look_holder == child:
        forget_look(s)  # the card looked at lies open now
    elif s.look_at == PLACE.OFFERED:
        s.look_at, s.look_holder = PLACE.HAND, child
    tell(ev, EVENT.DISCARD, RULE.S6_2_1, ALL, ALL)
    put2(ev, child, old)
    knows = all_but(s, child)
    if s.look_holder == child:
        knows |= looker(s, PLACE.HAND)
    tell(ev, EVENT.TAKE, RULE.S6_2_1, ALL, knows)
    put2(ev, child, s.hand[child])
    return old


@rule
def decline(s: Play, ev: Events, child: int) -> None:
    """[6-2-2]: nobody takes the card; it goes face up (R30), without effect whatever it is (R34)."""
    tell(ev, EVENT.DECLINE, RULE.S6_2_2, ALL, ALL)
    put2(ev, child, s.offered)
    lay_open(s, s.offered)
    s.offered = NONE
    if s.look_at == PLACE.OFFERED:
        forget_look(s)


@rule
def next_parent(s: Play, ev: Events) -> int:
    """[6-3]: the nearest hand still on the table, else the left neighbour; dummies have no place here (R7)."""
    parent = nearest(s, s.on_table)
    tell(ev, EVENT.NEXT_PARENT, RULE.S6_3, ALL, ALL)
    put2(ev, parent, NEXT_WHY.HAND_ON_TABLE if s.on_table else NEXT_WHY.LEFT_NEIGHBOUR)
    return parent


# Event cards [10-2]


@rule
def open_gate(s: Play, ev: Events, child: int, gate: int) -> bool:
    """A Gate wakes a Great Old One in play, one just taken too [Q4]; else all know that there is none."""
    owner = old_one_holder(s)
    tell(ev, EVENT.GATE, RULE.S10_2, ALL, ALL)
    put3(ev, child, gate, NONE if owner == NONE else s.opt_great_old_one)
    put2(ev, owner if owner < s.players else NONE, owner - s.players if owner >= s.players else NONE)
    if owner == NONE:
        s.gate_clear = all_of(s.players)
    return owner != NONE


@rule
def foresee(s: Play, ev: Events, child: int, event: int) -> None:
    """The Orb asks for a choice; the Trapezohedron gives for a sane card and takes for a mad one."""
    if s.deck[0] == NONE:  # R15
        tell(ev, EVENT.FIZZLE, RULE.S10_2, ALL, ALL)
        put2(ev, child, event)
        return
    card = s.deck[0]  # R14: it stays there
    s.look_seat, s.look_event, s.look_card, s.look_at, s.look_holder = child, event, card, PLACE.TOP, NONE
    s.look_colour = MAD[card] if event == CARD.SHINING_TRAPEZOHEDRON else NONE
    tell(ev, EVENT.LOOK, RULE.S10_2, ALL, only(child))
    put4(ev, child, event, card, s.look_colour)
    if event == CARD.MAGICAL_ORB:
        s.phase = PHASE.ORB
        return
    change_sanity(s, ev, child, -TURN if s.look_colour else TURN, CARD.SHINING_TRAPEZOHEDRON, RULE.S10_2)
    if s.sanity[child] == 0:  # R13: nothing else happens
        turn_up(s, ev, CAUSE.SHINING_TRAPEZOHEDRON, RULE.S10_2)
        end_game(s, ev, END_WHY.SHINING_TRAPEZOHEDRON)


@rule
def take_out(s: Play, ev: Events, child: int) -> None:
    """The Orb's card leaves the round, or the game, face down (R16, R17)."""
    i = 0
    while s.removed[i] != NONE:
        i += 1
    s.removed[i], s.removed_by[i] = draw_top(s), child
    s.look_at = PLACE.REMOVED
    tell(ev, EVENT.REMOVE, RULE.S10_2, ALL, only(child))
    put3(ev, child, s.removed[i], s.opt_orb_removes_for_game)


# The end of the game [8]


@rule
def winners(s: Play) -> int:
    """All with sanity left, nobody if none has (R29); by the additional rule those with most of it."""
    seats, enough = 0, 1
    for seat in range(s.players):
        if s.opt_true_winner and s.sanity[seat] > enough:
            seats, enough = 0, s.sanity[seat]
        if s.sanity[seat] >= enough:
            seats |= only(seat)
    return seats


@rule
def score(s: Play, seat: int) -> int:
    return s.sanity[seat]


@rule
def end_game(s: Play, ev: Events, cause: int) -> None:
    s.phase, s.to_act[0], s.on_table = PHASE.OVER, NONE, 0
    for i in range(SEATS - 1):
        s.path[i] = NONE
    tell(ev, EVENT.GAME_OVER, RULE.S8, ALL, ALL)
    put(ev, cause)
    put_set(ev, winners(s))
    put(ev, s.players)
    for seat in range(s.players):
        put(ev, s.sanity[seat])
    pause(s, ev)


@rule
def move_doom(s: Play, ev: Events) -> None:
    """[13]: one space on before every next round, staying on the last (R28)."""
    if s.doom_space + 1 < SPACES and s.opt_doom_values[s.doom_space + 1] != NONE:
        s.doom_space += 1
    tell(ev, EVENT.DOOM, RULE.S13, ALL, ALL)
    put2(ev, s.doom_space, s.opt_doom_values[s.doom_space])
    pause(s, ev)


# The course of the game


@rule
def answer(s: Play, ev: Events, seat: int, action: int) -> int:
    """[6-2][10-2]: accept, decline, or what becomes of the Orb's card. What ends the round; NONE: nothing so far."""
    if action == ACTION.DECLINE:
        decline(s, ev, seat)
        return CAUSE.ALL_DECLINED
    if action == ACTION.ACCEPT:
        old = accept(s, ev, seat)
        if old == CARD.ELDER_SIGN:
            tell(ev, EVENT.ELDER_SIGN, RULE.S10_2, ALL, ALL)
            put(ev, seat)
            return CAUSE.ELDER_SIGN  # [Q2]: judged by the card just taken
        if old in (CARD.GATE_A, CARD.GATE_B) and open_gate(s, ev, seat, old):
            return CAUSE.GREAT_OLD_ONE
        if old in (CARD.MAGICAL_ORB, CARD.SHINING_TRAPEZOHEDRON):
            foresee(s, ev, seat, old)
        return NONE
    s.phase = PHASE.RESPOND
    if action == ACTION.REMOVE:
        take_out(s, ev, seat)
    else:
        tell(ev, EVENT.RETURN, RULE.S10_2, ALL, ALL)
        put(ev, seat)
    return NONE


@rule
def act(s: Play, ev: Events, seat: int, action: int) -> None:
    """Do a legal action and all that follows from it, up to the next decision (2.3)."""
    to = action - (ACTION.OFFER if s.phase == PHASE.OFFER else ACTION.PASS)
    if 0 <= to < SEATS:
        hand_over(s, ev, seat, to)
        return
    cause = answer(s, ev, seat, action)
    if s.phase != PHASE.RESPOND:
        return  # the Orb waits for a choice, or the Trapezohedron has ended the game
    if cause == NONE and s.deck[0] != NONE:
        start_turn(s, ev, next_parent(s, ev))
        return
    turn_up(s, ev, CAUSE.DECK_EMPTY if cause == NONE else cause, RULE.S6_3)
    if cause == CAUSE.GREAT_OLD_ONE:
        wreak_havoc(s, ev)
    else:
        judge(s, ev)
    settle(s, ev)
    lowest = fewest_sanity(s)
    parent = nearest(s, lowest)
    if s.sanity[parent] == 0:
        end_game(s, ev, END_WHY.ROUND_END)
        return
    if s.opt_doom_board:
        move_doom(s, ev)
    start_round(s, ev, parent, START_WHY.FEWEST_TIE if has_several(lowest) else START_WHY.FEWEST)
    start_turn(s, ev, parent)
