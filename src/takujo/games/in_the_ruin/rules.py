"""The rules of IN THE RUIN in the order of the rulebook. Codes are those of docs/rules/in-the-ruin.md.

Inside compiled code; `s` is a State, `ev` the event buffer. Everything here trusts its caller. Set-up is
in opening.py, what happens on one sheet in sheet.py, the points in scoring.py.
"""

from takujo.core.chance import shuffle
from takujo.core.events import ALL, only, put, put2, put3, put4, put_list, put_set, tell
from takujo.core.jit import Events, Ints, flow, rule
from takujo.core.record import NONE

from .actions import (  # isort: skip
    DRAW_0, ESCAPE_0, EXTRA_0, MOVE_0, NO_DRAW_0, NUM_ACTIONS, REMAIN_0, SINGLE_0, SQUARES, TAKE_0, WARP_0,
)  # fmt: skip
from .cards import CARDS, LETTER_AT, NUMBER, SQUARE

from .opening import (  # isort: skip
    begin_part, declare, finish, keep, list_pairs, list_takes, place, refill_row, return_goals, setup, take,
)  # fmt: skip
from .pieces import CHALK, EMPTY, FREE, SIZE
from .piles import count, drop, insert, remove
from .scoring import join_routes, rank_escape, score, sum_up, tell_scores, winners

from .sheet import (  # isort: skip
    ENTRANCE, FOOT, GATES, JUMP, chalk_up, draw_piece, is_full, largest_rectangle, list_drawings, list_singles,
    mark_square, touch_entrance_only, walk,
)  # fmt: skip
from .state import (  # isort: skip
    AS_REFERENCE, BY_COLLAPSE, BY_GEMS, CHOOSING, CONVERTED, DISCARDED, DONE, DRAW, ESCAPED, EXIT, EXTRA,
    EXTRA_DRAWN, FOR_GEMS, GAME_OVER, GATE, GEM, GOAL_DRAWN, GOAL_LIMIT, GOALS_RESHUFFLED, HAND, KEEP, KEPT_WALL,
    LEAVING, MOVE, MOVED, NEW_WALL, NO_DRAW, NOT_OPENED, NOTHING_DRAWN, NULL, OPENED, OVER, PASSAGE, PENALTY, PLACE,
    R_5_1_1, R_5_1_2, R_5_2, R_5_3, R_6, R_7, R_7_4, R_8, R_8_1, R_8_2, R_9_4, R_A, R_B, R_C, R_E, R_J10, REFILLED,
    REMAINED, ROUND_BEGINS, ROUNDS, SETUP, SINGLE_WALL, SINGLE_WALL_DRAWN, SPECIAL_USED, SQUARE_BONUS, STAGE_BEGINS,
    TAKE, WALL, WARP, State,
)  # fmt: skip

__all__ = ["act", "acting", "legal", "score", "setup", "winners"]

SCRATCH = NUM_ACTIONS - CHALK  # the end of a list of actions, where no list reaches, serves as chalk


@rule
def acting(s: State) -> int:
    """[5]: all seats decide at the same time; those that have finished wait."""
    return s.waiting


@rule
def legal(s: State, seat: int, out: Events) -> int:
    """Section 4: what the seat may do now, in ascending id."""
    sub = s.sub[seat]
    if sub == KEEP:
        return list_pairs(s, seat, out)
    if sub == TAKE:
        return list_takes(s, seat, out)
    if sub == EXIT:
        out[0], out[1] = ESCAPE_0, REMAIN_0
        return 2
    chalk = out[SCRATCH:]
    if sub == PLACE:
        chalk_up(s, seat, chalk)
        if s.setup_card[seat, 0] == NONE:
            touch_entrance_only(chalk)
        return list_drawings(chalk, s.taken_card[seat], s.taken_mark[seat], out, 0)
    n = 0
    if sub == DRAW:
        if is_full(s, seat):
            out[0] = NO_DRAW_0  # J10
            return 1
        chalk_up(s, seat, chalk)
        n = list_drawings(chalk, s.row[0], PASSAGE, out, n)
        n = list_drawings(chalk, s.row[0], WALL, out, n)
        n = list_singles(chalk, EMPTY, s.opt_single_wall_anywhere, SINGLE_0, out, n)  # J9: also when A and B are not
        return n if s.opt_extra_after_main else list_extras(s, seat, chalk, out, n)
    chalk_up(s, seat, chalk)  # moving
    n = list_extras(s, seat, chalk, out, n)  # J11
    return list_moves(s, seat, chalk, out, n)


# A round: step 1-1, drawing (5, 5-1-1)


@rule
def begin_round(s: State, ev: Events) -> None:
    """[5]: all seats inside begin step 1."""
    s.round_no += 1
    for seat in range(s.players):
        begin_part(s, seat, DRAW if s.escaped[seat] == NONE else DONE)
    tell(ev, ROUND_BEGINS, R_5_1_1, ALL, ALL)
    put4(ev, s.stage, s.round_no, s.row[0], NUMBER[s.row[0]])


@rule
def draw_single_wall(s: State, ev: Events, seat: int, square: int) -> None:
    """[5-1-1-C]: one wall square and one penalty."""
    mark_square(s, seat, square, WALL)
    s.penalties[seat] += 1
    tell(ev, SINGLE_WALL_DRAWN, R_C, only(seat), ALL)
    put3(ev, seat, square, s.penalties[seat])


@rule
def draw_nothing(s: State, ev: Events, seat: int) -> None:
    """J10: the sheet is full; is it a penalty, as action C would be?"""
    tell(ev, NOTHING_DRAWN, R_J10, only(seat), ALL)
    put(ev, seat)
    if s.opt_full_sheet_penalty:
        s.penalties[seat] += 1
        tell(ev, PENALTY, R_J10, only(seat), ALL)
        put2(ev, seat, s.penalties[seat])


@rule
def list_extras(s: State, seat: int, chalk: Ints, out: Events, n: int) -> int:
    """[8-1]: one more square, passage or wall, for any goal card; one special action a round [8]."""
    if s.special[seat] == NONE:
        for slot in range(count(s.goals[seat])):
            n = list_singles(chalk, FREE, 0, EXTRA_0 + SQUARES * 2 * slot, out, n)
            n = list_singles(chalk, EMPTY, 0, EXTRA_0 + SQUARES * (2 * slot + 1), out, n)
    return n


@rule
def draw_extra(s: State, ev: Events, seat: int, number: int) -> None:
    """[8-1]: before (if it may be) or after the main action (J11); no penalty."""
    square, mark, goal = number % SQUARES, number // SQUARES % 2, s.goals[seat, number // (2 * SQUARES)]
    spend(s, seat, goal, EXTRA)
    mark_square(s, seat, square, mark)
    tell(ev, EXTRA_DRAWN, R_8_1, only(seat), ALL)
    put4(ev, seat, goal, mark, square)


@rule
def spend(s: State, seat: int, goal: int, special: int) -> None:
    """[8], J12: the goal card leaves the hand; the others see it at the commit."""
    remove(s.goals[seat], goal)
    s.spent[seat], s.special[seat] = goal, special


# Step 1-2, moving (5-1-2, 8-2)


@rule
def list_moves(s: State, seat: int, chalk: Ints, out: Events, n: int) -> int:
    """[5-1-2], [8-2]: up to as many steps as the card's number, also after action C (J13)."""
    walk(s, seat, chalk, NUMBER[s.row[0]])
    for square in range(SQUARES):
        if chalk[FOOT + square // SIZE] >> square % SIZE & 1:
            out[n] = MOVE_0 + square
            n += 1
    if s.special[seat] == NONE:
        for slot in range(count(s.goals[seat])):
            for square in range(SQUARES):
                if chalk[JUMP + square // SIZE] >> square % SIZE & 1:
                    out[n] = WARP_0 + SQUARES * slot + square
                    n += 1
    return n


@rule
def move(s: State, ev: Events, seat: int, number: int) -> None:
    """[5-1-2], [8-2]: move the piece; only where it ends matters. A warp is paid with a goal card."""
    to, goal, board = number % SQUARES, NONE, FOOT
    if number >= SQUARES:
        goal, board = s.goals[seat, number // SQUARES - 1], JUMP
    if len(ev) > 1:
        steps = 0  # the fewest the move needs
        walk(s, seat, s.chalk, steps)
        while not s.chalk[board + to // SIZE] >> to % SIZE & 1:
            steps += 1
            walk(s, seat, s.chalk, steps)
        tell(ev, MOVED, R_5_1_2 if goal == NONE else R_8_2, only(seat), ALL)
        put3(ev, seat, s.piece[seat], to)
        put2(ev, steps, goal)
        for i in range(len(s.chalk)):
            s.chalk[i] = 0
    if goal != NONE:
        spend(s, seat, goal, WARP)
    stayed = s.piece[seat] == to
    s.piece[seat] = to
    s.sub[seat] = EXIT
    if s.stage == 1 or to != ENTRANCE or (stayed and s.opt_escape_needs_arrival):  # J15: must it have come there?
        finish(s, ev, seat, R_5_1_2)


@rule
def leave_or_remain(s: State, ev: Events, seat: int, action: int) -> None:
    """[5-1-2-E]: escaping is optional, and nobody is told until step 2."""
    tell(ev, LEAVING if action == ESCAPE_0 else REMAINED, R_E, only(seat), ALL)
    put(ev, seat)
    if action == ESCAPE_0:
        s.leaving[seat], s.piece[seat] = 1, NONE
    finish(s, ev, seat, R_5_1_2)


# The commit, and step 2: gems and gates (5-2)


@rule
def commit(s: State, ev: Events) -> None:
    """[8], J12: the goal cards spent go face up to the discard; what for stays secret."""
    n = count(s.goal_discard)
    for seat in range(s.players):
        if s.spent[seat] != NONE:
            s.goal_discard[n] = s.spent[seat]
            n += 1
            tell(ev, SPECIAL_USED, R_8, ALL, only(seat))
            put3(ev, seat, s.spent[seat], s.special[seat])


@rule
def discard_cards(s: State, ev: Events, asked: int, why: int, citation: int) -> int:
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
    tell(ev, DISCARDED, citation, ALL, ALL)
    put(ev, from_row + from_deck)
    for i in range(n, n + from_row + from_deck):
        put(ev, s.discard[i])
    put2(ev, asked, why)
    return from_row + from_deck


@rule
def declare_escapes(s: State, ev: Events) -> None:
    """[5-2], J16: first of all; nothing is ever written on these sheets again."""
    for seat in range(s.players):
        if s.leaving[seat]:
            s.escaped[seat] = s.round_no
            tell(ev, ESCAPED, R_5_2, ALL, ALL)
            put2(ev, seat, s.round_no)


@rule
def claimants(s: State) -> int:
    """[5-2]: the seats inside whose piece stands on an open letter; claiming is compulsory (J19)."""
    seats = 0
    for seat in range(s.players):
        if s.escaped[seat] == NONE and s.piece[seat] != NONE:
            letter = LETTER_AT[s.piece[seat]]
            if letter >= 0 and s.open_letters >> letter & 1:
                seats |= 1 << seat
    return seats


@rule
def award_gems(s: State, ev: Events, seats: int) -> int:
    """[5-2]: one gem each; the set of letters found."""
    letters = 0
    for seat in range(s.players):
        if seats >> seat & 1:
            letter = LETTER_AT[s.piece[seat]]
            letters |= 1 << letter
            s.gems[seat] += 1
            s.claim_round[seat], s.claim_letter[seat] = s.round_no, letter
            tell(ev, GEM, R_5_2, ALL, ALL)
            put3(ev, seat, letter, s.gems[seat])
    return letters


@rule
def draw_goals(s: State, ev: Events, seats: int) -> None:
    """[5-2], J19, J41: a goal card for each gem, in seat order, unless the seat holds five."""
    for seat in range(s.players):
        if not seats >> seat & 1:
            continue
        if s.goals[seat, HAND - 1] != NONE:
            tell(ev, GOAL_LIMIT, R_5_2, ALL, ALL)
            put(ev, seat)
            continue
        if s.goal_deck[0] == NONE:
            renew_goals(s, ev)
        goal = s.goal_deck[0]
        if goal != NONE:  # J20
            drop(s.goal_deck, 1)
            insert(s.goals[seat], goal)
            tell(ev, GOAL_DRAWN, R_5_2, ALL, only(seat))
            put2(ev, seat, goal)
        if s.goal_deck[0] == NONE and s.opt_goals_renewed_at_once:  # J19: or when the next card is due
            renew_goals(s, ev)


@rule
def renew_goals(s: State, ev: Events) -> None:
    """[9-4]: the goal deck is empty: the discard is shuffled into a new one."""
    n = count(s.goal_discard)
    if n == 0:
        return  # pragma: no cover  (J20: cannot happen with 24 goals and hands of five)
    goals = 0
    for i in range(n):
        goals |= 1 << s.goal_discard[i]
        s.goal_deck[i], s.goal_discard[i] = s.goal_discard[i], NONE
    shuffle(s.chance, s.goal_deck, n)
    tell(ev, GOALS_RESHUFFLED, R_9_4, ALL, ALL)
    put_set(ev, goals)


@rule
def take_letters(s: State, ev: Events, letters: int) -> int:
    """[5-2]: on every sheet of a seat inside, passage becomes gate, empty becomes wall (J21); how many letters."""
    n = 0
    for letter in range(CARDS):
        if not letters >> letter & 1:
            continue
        n += 1
        s.open_letters &= ~(1 << letter)
        s.taken_letters |= 1 << letter
        r, c = SQUARE[letter] // SIZE, SQUARE[letter] % SIZE
        for seat in range(s.players):
            if s.escaped[seat] != NONE:
                continue
            became = NEW_WALL
            if s.sheet[seat, r] >> c & 1:
                became = GATE
                s.sheet[seat, r] |= 1 << GATES + c
            elif s.sheet[seat, r] >> SIZE + c & 1:
                became = KEPT_WALL
            else:
                s.sheet[seat, r] |= 1 << SIZE + c
            tell(ev, CONVERTED, R_5_2, ALL, only(seat))
            put3(ev, seat, letter, became)
    return n


@rule
def open_letters(s: State, ev: Events, n: int, opened: int) -> int:
    """[5-2], J25: the last n cards discarded open their letters, each at most once a game; the list so far."""
    last = count(s.discard)
    for i in range(last - n, last):
        letter = s.discard[i]
        if (s.open_letters | s.taken_letters) >> letter & 1:
            tell(ev, NOT_OPENED, R_5_2, ALL, ALL)
            put(ev, letter)
        else:
            s.open_letters |= 1 << letter
            opened = opened << 5 | letter
            tell(ev, OPENED, R_5_2, ALL, ALL)
            put2(ev, letter, BY_GEMS)
    return opened


@rule
def note_round(s: State, card: int, claimed: int, opened: int) -> None:
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
        claims = claims << 5 | (s.claim_letter[seat] if claimed >> seat & 1 else NULL)
        special = special << 5 | (s.special[seat] != NONE)
        if s.leaving[seat]:
            escaped = escaped << 5 | seat
    s.log_claims[n], s.log_special[n], s.log_escaped[n] = claims, special, escaped


@rule
def refill(s: State, ev: Events, citation: int) -> None:
    """[5-2], J17: the row is filled up after the last gem, and again after the collapse [5-3]."""
    added = refill_row(s)
    if added > 0:
        n = count(s.row)
        tell(ev, REFILLED, citation, ALL, ALL)
        put(ev, added)
        for i in range(n - added, n):
            put(ev, s.row[i])
        put_list(ev, s.row)


@rule
def gems_and_gates(s: State, ev: Events) -> None:
    """[5-2]: step 2, as often as pieces stand on open letters (J23)."""
    card, claimed, opened = s.row[0], 0, 1
    discard_cards(s, ev, 1, AS_REFERENCE, R_5_1_2)  # J18: its letter does not open
    declare_escapes(s, ev)
    seats = claimants(s)
    while seats:
        claimed |= seats
        letters = award_gems(s, ev, seats)
        draw_goals(s, ev, seats)
        found = take_letters(s, ev, letters)
        gone = discard_cards(s, ev, found, FOR_GEMS, R_5_2)
        opened = open_letters(s, ev, gone, opened)
        seats = claimants(s)
    note_round(s, card, claimed, opened)
    refill(s, ev, R_5_2)


# Step 3: the collapse (5-3)


@rule
def seats_out(s: State) -> int:
    n = 0
    for seat in range(s.players):
        n += s.escaped[seat] != NONE
    return n


@rule
def collapse(s: State, ev: Events) -> None:
    """[5-3], J28, J37: in stage 2 a card for every seat out; their letters do not open (J18)."""
    out = seats_out(s)
    if s.stage == 2 and out > 0:
        discard_cards(s, ev, out, BY_COLLAPSE, R_5_3)
        refill(s, ev, R_5_3)


# The end of stage 1 (6)


@rule
def count_squares(s: State, ev: Events, citation: int) -> None:
    """[6], [7]: the square bonus of the stage. The first stays secret until the end."""
    for seat in range(s.players):
        found = largest_rectangle(s, seat)
        s.square[seat, s.stage - 1] = found >> 16
        tell(ev, SQUARE_BONUS, citation, only(seat) if s.stage == 1 else ALL, ALL)
        put4(ev, seat, s.stage, found >> 16, 4)
        put4(ev, found >> 12 & 15, found >> 8 & 15, found >> 4 & 15, found & 15)


@rule
def begin_second_stage(s: State, ev: Events) -> None:
    """[6], J26: the exploration cards anew; everything else stays."""
    s.stage = 2
    n = count(s.discard)
    for i in range(n):
        s.deck[i], s.discard[i] = s.discard[i], NONE
    shuffle(s.chance, s.deck, n)
    refill_row(s)
    tell(ev, STAGE_BEGINS, R_6, ALL, ALL)
    put(ev, 2)
    put_list(ev, s.row)
    put(ev, count(s.deck))


# The end of the game (7, 10)


@rule
def end_game(s: State, ev: Events) -> None:
    """[7]: the second square bonus, all points, the winner."""
    count_squares(s, ev, R_7)
    s.phase, s.scored = OVER, s.players
    for seat in range(s.players):
        begin_part(s, seat, DONE)
        rank_escape(s, seat)
        join_routes(s, seat)
        sum_up(s, seat)
    tell_scores(s, ev)
    tell(ev, GAME_OVER, R_7_4, ALL, ALL)
    put_set(ev, winners(s))
    put(ev, s.players)
    for seat in range(s.players):
        put(ev, s.vp_total[seat])


# The course of the game


@flow
def act(s: State, ev: Events, seat: int, action: int) -> None:
    """Do a legal action; the last seat to finish sets off all that follows, up to the next decision."""
    decide(s, ev, seat, action)
    if s.waiting:
        return
    if s.phase == CHOOSING:
        return_goals(s, ev)
        return
    if s.phase == SETUP:
        declare(s, ev)
    else:
        commit(s, ev)
        gems_and_gates(s, ev)
        collapse(s, ev)
        if s.stage == 2 and (s.row[0] == NONE or seats_out(s) == s.players):
            end_game(s, ev)
            return
        if s.row[0] == NONE:  # [6]: an empty deck alone ends nothing
            count_squares(s, ev, R_6)
            begin_second_stage(s, ev)
    begin_round(s, ev)


@rule
def decide(s: State, ev: Events, seat: int, action: int) -> None:
    """What the seat itself does."""
    if action < TAKE_0:
        keep(s, ev, seat, action)
    elif action < DRAW_0:
        take(s, ev, seat, action - TAKE_0)
    elif action < SINGLE_0 and s.phase == SETUP:
        place(s, ev, seat, action)
    elif action < SINGLE_0:
        citation = R_A if action < DRAW_0 + 8 * SQUARES else R_B
        s.main[seat], s.sub[seat] = draw_piece(s, ev, seat, s.row[0], action, citation), MOVE
    elif action < NO_DRAW_0:
        draw_single_wall(s, ev, seat, action - SINGLE_0)
        s.main[seat], s.sub[seat] = SINGLE_WALL, MOVE
    elif action == NO_DRAW_0:
        draw_nothing(s, ev, seat)
        s.main[seat], s.sub[seat] = NO_DRAW, MOVE
    elif action < MOVE_0:
        draw_extra(s, ev, seat, action - EXTRA_0)
    elif action < ESCAPE_0:
        move(s, ev, seat, action - MOVE_0)
    else:
        leave_or_remain(s, ev, seat, action)
