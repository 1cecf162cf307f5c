"""The rules of IN THE RUIN in the order of the rulebook. Codes are those of docs/rules/in-the-ruin.md.

Inside compiled code; `s` is the Play, `ev` the event buffer. Everything here trusts its caller. Set-up is
in opening.py, what happens on one sheet in sheet.py, the points in scoring.py.
"""

from takujo.core.chance import shuffle
from takujo.core.events import ALL, pause, put, put2, put3, put4, put_list, put_set, tell
from takujo.core.jit import Events, Ints, rule
from takujo.core.record import NONE
from takujo.core.scratch import scratch
from takujo.core.sets import has, only, without

from .cards import CARDS, HAND, LETTER_AT, NUMBER, SQUARE
from .pieces import CHALK, EMPTY, FREE, SIZE, SQUARES
from .piles import count, drop, insert, remove
from .scoring import join_routes, rank_escape, score, sum_up, tell_scores, winners

from .opening import (  # isort: skip
    begin_part, declare, finish, keep, list_pairs, list_takes, place, refill_row, return_goals, setup, take,
)  # fmt: skip
from .sheet import (  # isort: skip
    ENTRANCE, FOOT, GATES, JUMP, REACH, chalk_up, draw_piece, is_full, largest_rectangle, list_drawings, list_singles,
    mark_square, touch_entrance_only, walk,
)  # fmt: skip
from .state import (  # isort: skip
    ACTION, BECAME, DISCARDED_WHY, EVENT, MAIN, MARK, NULL, OPENED_WHY, PHASE, ROUNDS, RULE, SPECIAL, SUB, Play,
)  # fmt: skip

__all__ = ["act", "acting", "legal", "score", "setup", "winners"]


@rule
def acting(s: Play) -> int:
    """[5]: all seats decide at the same time; those that have finished wait."""
    return s.to_act


@rule
def legal(s: Play, seat: int, out: Events) -> int:
    """Section 4: what the seat may do now, in ascending id."""
    sub = s.sub[seat]
    if sub == SUB.KEEP:
        return list_pairs(s, seat, out)
    if sub == SUB.TAKE:
        return list_takes(s, seat, out)
    if sub == SUB.EXIT:
        out[0], out[1] = ACTION.ESCAPE, ACTION.REMAIN
        return 2
    chalk = scratch(CHALK)
    if sub == SUB.PLACE:
        chalk_up(s, seat, chalk)
        if s.setup_card[seat, 0] == NONE:
            touch_entrance_only(chalk)
        return list_drawings(chalk, s.taken_card[seat], s.taken_mark[seat], out, 0)
    n = 0
    if sub == SUB.DRAW:
        if is_full(s, seat):
            out[0] = ACTION.NO_DRAW  # J10
            return 1
        chalk_up(s, seat, chalk)
        n = list_drawings(chalk, s.row[0], MARK.PASSAGE, out, n)
        n = list_drawings(chalk, s.row[0], MARK.WALL, out, n)
        n = list_singles(
            chalk, EMPTY, s.opt_single_wall_anywhere, ACTION.SINGLE_WALL, out, n
        )  # J9: also when A and B are not
        return n if s.opt_extra_after_main else list_extras(s, seat, chalk, out, n)
    chalk_up(s, seat, chalk)  # moving
    n = list_extras(s, seat, chalk, out, n)  # J11
    return list_moves(s, seat, chalk, out, n)


# A round: step 1-1, drawing (5, 5-1-1)


@rule
def begin_round(s: Play, ev: Events) -> None:
    """[5]: all seats inside begin step 1."""
    s.round_no += 1
    for seat in range(s.players):
        begin_part(s, seat, SUB.DRAW if s.escaped[seat] == NONE else SUB.DONE)
    tell(ev, EVENT.ROUND, RULE.S5_1_1, ALL, ALL)
    put4(ev, s.stage, s.round_no, s.row[0], NUMBER[s.row[0]])


@rule
def draw_single_wall(s: Play, ev: Events, seat: int, square: int) -> None:
    """[5-1-1-C]: one wall square and one penalty."""
    mark_square(s, seat, square, MARK.WALL)
    s.penalties[seat] += 1
    tell(ev, EVENT.SINGLE_WALL, RULE.S5_1_1_C, only(seat), ALL)
    put3(ev, seat, square, s.penalties[seat])


@rule
def draw_nothing(s: Play, ev: Events, seat: int) -> None:
    """J10: the sheet is full; is it a penalty, as action C would be?"""
    tell(ev, EVENT.NO_DRAW, RULE.J10, only(seat), ALL)
    put(ev, seat)
    if s.opt_full_sheet_penalty:
        s.penalties[seat] += 1
        tell(ev, EVENT.PENALTY, RULE.J10, only(seat), ALL)
        put2(ev, seat, s.penalties[seat])


@rule
def list_extras(s: Play, seat: int, chalk: Ints, out: Events, n: int) -> int:
    """[8-1]: one more square, passage or wall, for any goal card; one special action a round [8]."""
    if s.special[seat] == NONE:
        for slot in range(count(s.goals[seat])):
            n = list_singles(chalk, FREE, 0, ACTION.extra(slot, MARK.PASSAGE, 0), out, n)
            n = list_singles(chalk, EMPTY, 0, ACTION.extra(slot, MARK.WALL, 0), out, n)
    return n


@rule
def draw_extra(s: Play, ev: Events, seat: int, action: int) -> None:
    """[8-1]: before (if it may be) or after the main action (J11); no penalty."""
    square, mark, goal = ACTION.extra_cell(action), ACTION.extra_mark(action), s.goals[seat, ACTION.extra_slot(action)]
    spend(s, seat, goal, SPECIAL.EXTRA)
    mark_square(s, seat, square, mark)
    tell(ev, EVENT.EXTRA, RULE.S8_1, only(seat), ALL)
    put4(ev, seat, goal, mark, square)


@rule
def spend(s: Play, seat: int, goal: int, special: int) -> None:
    """[8], J12: the goal card leaves the hand; the others see it at the commit."""
    remove(s.goals[seat], goal)
    s.spent[seat], s.special[seat] = goal, special


# Step 1-2, moving (5-1-2, 8-2)


@rule
def list_moves(s: Play, seat: int, chalk: Ints, out: Events, n: int) -> int:
    """[5-1-2], [8-2]: up to as many steps as the card's number, also after action C (J13)."""
    walk(s, seat, chalk, NUMBER[s.row[0]])
    for square in range(SQUARES):
        if has(chalk[FOOT + square // SIZE], square % SIZE):
            out[n] = ACTION.MOVE + square
            n += 1
    if s.special[seat] == NONE:
        for slot in range(count(s.goals[seat])):
            for square in range(SQUARES):
                if has(chalk[JUMP + square // SIZE], square % SIZE):
                    out[n] = ACTION.warp(slot, square)
                    n += 1
    return n


@rule
def move(s: Play, ev: Events, seat: int, action: int) -> None:
    """[5-1-2], [8-2]: move the piece; only where it ends matters. A warp is paid with a goal card."""
    to, goal, board = action - ACTION.MOVE, NONE, FOOT
    if action >= ACTION.MOVE_END:
        to, goal, board = ACTION.warp_to(action), s.goals[seat, ACTION.warp_slot(action)], JUMP
    if len(ev) > 1:
        chalk, steps = scratch(REACH), 0  # the fewest the move needs
        walk(s, seat, chalk, steps)
        while not has(chalk[board + to // SIZE], to % SIZE):
            steps += 1
            walk(s, seat, chalk, steps)
        tell(ev, EVENT.MOVED, RULE.S5_1_2 if goal == NONE else RULE.S8_2, only(seat), ALL)
        put3(ev, seat, s.piece[seat], to)
        put2(ev, steps, goal)
    if goal != NONE:
        spend(s, seat, goal, SPECIAL.WARP)
    stayed = s.piece[seat] == to
    s.piece[seat] = to
    s.sub[seat] = SUB.EXIT
    if s.stage == 1 or to != ENTRANCE or (stayed and s.opt_escape_needs_arrival):  # J15: must it have come there?
        finish(s, ev, seat, RULE.S5_1_2)


@rule
def leave_or_remain(s: Play, ev: Events, seat: int, action: int) -> None:
    """[5-1-2-E]: escaping is optional, and nobody is told until step 2."""
    tell(ev, EVENT.LEAVING if action == ACTION.ESCAPE else EVENT.REMAINED, RULE.S5_1_2_E, only(seat), ALL)
    put(ev, seat)
    if action == ACTION.ESCAPE:
        s.leaving[seat], s.piece[seat] = 1, NONE
    finish(s, ev, seat, RULE.S5_1_2)


# The commit, and step 2: gems and gates (5-2)


@rule
def commit(s: Play, ev: Events) -> None:
    """[8], J12: the goal cards spent go face up to the discard; what for stays secret."""
    n = count(s.goal_discard)
    for seat in range(s.players):
        if s.spent[seat] != NONE:
            s.goal_discard[n] = s.spent[seat]
            n += 1
            tell(ev, EVENT.SPECIAL_USED, RULE.S8, ALL, only(seat))
            put3(ev, seat, s.spent[seat], s.special[seat])


@rule
def discard_cards(s: Play, ev: Events, asked: int, why: int, citation: int) -> int:
    """[5-2], [5-3], J24: first the row from its far end, then the deck, then stop; how many there were."""
    from_row = min(asked, count(s.row))
    from_deck = min(asked - from_row, count(s.deck))
    n = count(s.discard)
    for i in range(from_row):
        s.discard[n + i] = s.row[i]
    for i in range(from_deck):
        s.discard[n + from_row + i] = s.deck[i]
    drop(s.row, from_row)
    drop(s.deck, from_deck)
    tell(ev, EVENT.DISCARDED, citation, ALL, ALL)
    put(ev, from_row + from_deck)
    for i in range(n, n + from_row + from_deck):
        put(ev, s.discard[i])
    put2(ev, asked, why)
    return from_row + from_deck


@rule
def declare_escapes(s: Play, ev: Events) -> None:
    """[5-2], J16: first of all; nothing is ever written on these sheets again."""
    for seat in range(s.players):
        if s.leaving[seat]:
            s.escaped[seat] = s.round_no
            tell(ev, EVENT.ESCAPED, RULE.S5_2, ALL, ALL)
            put2(ev, seat, s.round_no)


@rule
def claimants(s: Play) -> int:
    """[5-2]: the seats inside whose piece stands on an open letter; claiming is compulsory (J19)."""
    seats = 0
    for seat in range(s.players):
        if s.escaped[seat] == NONE and s.piece[seat] != NONE:
            letter = LETTER_AT[s.piece[seat]]
            if letter >= 0 and has(s.open_letters, letter):
                seats |= only(seat)
    return seats


@rule
def award_gems(s: Play, ev: Events, seats: int) -> int:
    """[5-2]: one gem each; the set of letters found."""
    letters = 0
    for seat in range(s.players):
        if has(seats, seat):
            letter = LETTER_AT[s.piece[seat]]
            letters |= only(letter)
            s.gems[seat] += 1
            s.claim_round[seat], s.claim_letter[seat] = s.round_no, letter
            tell(ev, EVENT.GEM, RULE.S5_2, ALL, ALL)
            put3(ev, seat, letter, s.gems[seat])
    return letters


@rule
def draw_goals(s: Play, ev: Events, seats: int) -> None:
    """[5-2], J19, J41: a goal card for each gem, in seat order, unless the seat holds as many as it may."""
    for seat in range(s.players):
        if not has(seats, seat):
            continue
        if s.goals[seat, HAND - 1] != NONE:
            tell(ev, EVENT.GOAL_LIMIT, RULE.S5_2, ALL, ALL)
            put(ev, seat)
            continue
        if s.goal_deck[0] == NONE:
            renew_goals(s, ev)
        goal = s.goal_deck[0]
        if goal != NONE:  # J20
            drop(s.goal_deck, 1)
            insert(s.goals[seat], goal)
            tell(ev, EVENT.GOAL_DRAWN, RULE.S5_2, ALL, only(seat))
            put2(ev, seat, goal)
        if s.goal_deck[0] == NONE and s.opt_goals_renewed_at_once:  # J19: or when the next card is due
            renew_goals(s, ev)


@rule
def renew_goals(s: Play, ev: Events) -> None:
    """[9-4]: the goal deck is empty: the discard is shuffled into a new one."""
    n = count(s.goal_discard)
    if n == 0:
        return  # pragma: no cover  (J20: cannot happen with 24 goals and hands of six at most)
    goals = 0
    for i in range(n):
        goals |= only(s.goal_discard[i])
        s.goal_deck[i], s.goal_discard[i] = s.goal_discard[i], NONE
    shuffle(s.chance, s.goal_deck, n)
    tell(ev, EVENT.GOALS_RESHUFFLED, RULE.S9_4, ALL, ALL)
    put_set(ev, goals)


@rule
def take_letters(s: Play, ev: Events, letters: int) -> int:
    """[5-2]: on every sheet of a seat inside, passage becomes gate, empty becomes wall (J21); how many letters."""
    n = 0
    for letter in range(CARDS):
        if not has(letters, letter):
            continue
        n += 1
        s.open_letters = without(s.open_letters, letter)
        s.taken_letters |= only(letter)
        r, c = SQUARE[letter] // SIZE, SQUARE[letter] % SIZE
        for seat in range(s.players):
            if s.escaped[seat] != NONE:
                continue
            became = BECAME.WALL
            if has(s.sheet[seat, r], c):
                became = BECAME.GATE
                s.sheet[seat, r] |= only(GATES + c)
            elif has(s.sheet[seat, r], SIZE + c):
                became = BECAME.KEPT_WALL
            else:
                s.sheet[seat, r] |= only(SIZE + c)
            tell(ev, EVENT.CONVERTED, RULE.S5_2, ALL, only(seat))
            put3(ev, seat, letter, became)
    return n


@rule
def open_letters(s: Play, ev: Events, n: int, opened: int) -> int:
    """[5-2], J25: the last n cards discarded open their letters, each at most once a game; the list so far."""
    last = count(s.discard)
    for i in range(last - n, last):
        letter = s.discard[i]
        if has(s.open_letters | s.taken_letters, letter):
            tell(ev, EVENT.NOT_OPENED, RULE.S5_2, ALL, ALL)
            put(ev, letter)
        else:
            s.open_letters |= only(letter)
            opened = opened << 5 | letter
            tell(ev, EVENT.OPENED, RULE.S5_2, ALL, ALL)
            put2(ev, letter, OPENED_WHY.GEMS)
    return opened


@rule
def note_round(s: Play, card: int, claimed: int, opened: int) -> None:
    """Section 5.3: the public record of a finished round."""
    n = count(s.log_round)
    if n == ROUNDS:  # only from a position that begins with a log too long for its cards
        n -= 1
        for i in range(n):
            s.log_round[i], s.log_stage[i], s.log_card[i] = s.log_round[i + 1], s.log_stage[i + 1], s.log_card[i + 1]
            s.log_claims[i], s.log_opened[i] = s.log_claims[i + 1], s.log_opened[i + 1]
            s.log_special[i], s.log_escaped[i] = s.log_special[i + 1], s.log_escaped[i + 1]
    s.log_round[n], s.log_stage[n], s.log_card[n], s.log_opened[n] = s.round_no, s.stage, card, opened
    claims = special = escaped = 1
    for seat in range(s.players):
        claims = claims << 5 | (s.claim_letter[seat] if has(claimed, seat) else NULL)
        special = special << 5 | (s.special[seat] != NONE)
        if s.leaving[seat]:
            escaped = escaped << 5 | seat
    s.log_claims[n], s.log_special[n], s.log_escaped[n] = claims, special, escaped


@rule
def refill(s: Play, ev: Events, citation: int) -> None:
    """[5-2], J17: the row is filled up after the last gem, and again after the collapse [5-3]."""
    added = refill_row(s)
    if added > 0:
        n = count(s.row)
        tell(ev, EVENT.REFILLED, citation, ALL, ALL)
        put(ev, added)
        for i in range(n - added, n):
            put(ev, s.row[i])
        put_list(ev, s.row)


@rule
def gems_and_gates(s: Play, ev: Events) -> None:
    """[5-2]: step 2, as often as pieces stand on open letters (J23)."""
    card, claimed, opened = s.row[0], 0, 1
    discard_cards(s, ev, 1, DISCARDED_WHY.REFERENCE, RULE.S5_1_2)  # J18: its letter does not open
    declare_escapes(s, ev)
    seats = claimants(s)
    while seats:
        claimed |= seats
        letters = award_gems(s, ev, seats)
        draw_goals(s, ev, seats)
        found = take_letters(s, ev, letters)
        gone = discard_cards(s, ev, found, DISCARDED_WHY.GEMS, RULE.S5_2)
        opened = open_letters(s, ev, gone, opened)
        seats = claimants(s)
    note_round(s, card, claimed, opened)
    refill(s, ev, RULE.S5_2)


# Step 3: the collapse (5-3)


@rule
def seats_out(s: Play) -> int:
    n = 0
    for seat in range(s.players):
        n += s.escaped[seat] != NONE
    return n


@rule
def collapse(s: Play, ev: Events) -> None:
    """[5-3], J28, J37: in stage 2 a card for every seat out; their letters do not open (J18)."""
    out = seats_out(s)
    if s.stage == 2 and out > 0:
        discard_cards(s, ev, out, DISCARDED_WHY.COLLAPSE, RULE.S5_3)
        refill(s, ev, RULE.S5_3)


# The end of stage 1 (6)


@rule
def count_squares(s: Play) -> None:
    """[6], [7]: the square bonus of the stage."""
    for seat in range(s.players):
        s.square[seat, s.stage - 1] = largest_rectangle(s, seat) >> 16


@rule
def tell_squares(s: Play, ev: Events) -> None:
    """The first stays secret until the end; the second is told when all sheets are open."""
    if len(ev) == 1:
        return
    for seat in range(s.players):
        found = largest_rectangle(s, seat)
        if s.stage == 1:
            tell(ev, EVENT.SQUARE_BONUS, RULE.S6, only(seat), ALL)
        else:
            tell(ev, EVENT.SQUARE_BONUS, RULE.S7, ALL, ALL)
        put4(ev, seat, s.stage, found >> 16, 4)
        put4(ev, found >> 12 & 15, found >> 8 & 15, found >> 4 & 15, found & 15)
        pause(s, ev)


@rule
def begin_second_stage(s: Play, ev: Events) -> None:
    """[6], J26: the exploration cards anew; everything else stays."""
    s.stage = 2
    n = count(s.discard)
    for i in range(n):
        s.deck[i], s.discard[i] = s.discard[i], NONE
    shuffle(s.chance, s.deck, n)
    refill_row(s)
    tell(ev, EVENT.STAGE, RULE.S6, ALL, ALL)
    put(ev, 2)
    put_list(ev, s.row)
    put(ev, count(s.deck))
    pause(s, ev)


# The end of the game (7, 10)


@rule
def end_game(s: Play) -> None:
    """[7]: all sheets are open; all points."""
    s.phase, s.scored = PHASE.OVER, s.players
    for seat in range(s.players):
        begin_part(s, seat, SUB.DONE)
        rank_escape(s, seat)
        join_routes(s, seat)
        sum_up(s, seat)


@rule
def tell_end(s: Play, ev: Events) -> None:
    """[7-4]: the points of all, and the winner."""
    tell_scores(s, ev)
    tell(ev, EVENT.GAME_OVER, RULE.S7_4, ALL, ALL)
    put_set(ev, winners(s))
    put(ev, s.players)
    for seat in range(s.players):
        put(ev, s.vp_total[seat])
    pause(s, ev)


# The course of the game


@rule
def act(s: Play, ev: Events, seat: int, action: int) -> None:
    """Do a legal action; the last seat to finish sets off all that follows, up to the next decision."""
    decide(s, ev, seat, action)
    if s.to_act:
        return
    if s.phase == PHASE.GOALS:
        return_goals(s, ev)
        return
    if s.phase == PHASE.SETUP:
        declare(s, ev)
    else:
        commit(s, ev)
        gems_and_gates(s, ev)
        collapse(s, ev)
        if s.row[0] == NONE or (s.stage == 2 and seats_out(s) == s.players):  # [6]: an empty deck alone ends nothing
            count_squares(s)
            if s.stage == 2:
                end_game(s)
            tell_squares(s, ev)
            if s.stage == 2:
                tell_end(s, ev)
                return
            begin_second_stage(s, ev)
    begin_round(s, ev)


@rule
def decide(s: Play, ev: Events, seat: int, action: int) -> None:
    """What the seat itself does."""
    sub = s.sub[seat]
    if sub == SUB.KEEP:
        keep(s, ev, seat, action - ACTION.KEEP)
    elif sub == SUB.TAKE:
        take(s, ev, seat, action)
    elif sub == SUB.PLACE:
        place(s, ev, seat, action)
    elif sub == SUB.EXIT:
        leave_or_remain(s, ev, seat, action)
    elif action < ACTION.DRAW_END:
        citation = RULE.S5_1_1_A if ACTION.draw_mark(action) == MARK.PASSAGE else RULE.S5_1_1_B
        s.main[seat], s.sub[seat] = draw_piece(s, ev, seat, s.row[0], action, citation), SUB.MOVE
    elif action < ACTION.SINGLE_WALL_END:
        draw_single_wall(s, ev, seat, action - ACTION.SINGLE_WALL)
        s.main[seat], s.sub[seat] = MAIN.SINGLE_WALL, SUB.MOVE
    elif action == ACTION.NO_DRAW:
        draw_nothing(s, ev, seat)
        s.main[seat], s.sub[seat] = MAIN.NONE, SUB.MOVE
    elif action < ACTION.EXTRA_END:
        draw_extra(s, ev, seat, action)
    else:
        move(s, ev, seat, action)
