"""Samples of what a seat cannot see (section 8.3), from its view alone. Compiled; `s` begins as that view.

Cards and goals follow the exact chances of knowledge.belief. Sheets of others are legal ones that agree with the
public log, as people draw them who know the game (sketch.py).
"""

from takujo.core.chance import below, shuffle
from takujo.core.jit import rule
from takujo.core.record import NONE, UNKNOWN
from takujo.core.sets import has, only

from .cards import (
    BLOCKY,
    CARDS,
    GOALS,
    LETTER_AT,
    NUMBER,
    PIECE,
    SQUARE,
)
from .opening import begin_part
from .pieces import SIZE
from .piles import count, insert, remove
from .sheet import ENTRANCE, mark_square
from .sketch import STEP_COLUMN, STEP_ROW, free_spot, guess_sheet
from .state import BLANK, MARK, PHASE, SPECIAL, SUB, Play


@rule
def guess(s: Play) -> None:
    """Fill a view."""
    if s.phase == PHASE.OVER:
        return  # J40: nothing is hidden
    deal_unseen_cards(s)
    deal_unseen_goals(s)
    guess_returned(s)
    for seat in range(s.players):
        if s.sub[seat] != NONE:
            continue  # the owner of the view
        for r in range(SIZE):
            s.sheet[seat, r] = 0
        s.penalties[seat], s.square[seat, 0], s.square[seat, 1] = 0, BLANK, BLANK
        finished = not has(s.to_act, seat)
        begin_part(
            s,
            seat,
            SUB.DONE
            if finished
            else SUB.KEEP
            if s.phase == PHASE.GOALS
            else SUB.TAKE
            if s.phase == PHASE.SETUP
            else SUB.DRAW,
        )
        if s.phase == PHASE.GOALS and finished:
            give_back(s, seat)
        elif s.phase == PHASE.STEP1 or (s.phase == PHASE.SETUP and finished):
            finished &= s.phase == PHASE.STEP1 and s.escaped[seat] == NONE  # in this round, not before
            guess_setup(s, seat)
            guess_sheet(s, seat, finished)
            if s.phase == PHASE.STEP1:
                guess_piece(s, seat, finished)


# Cards and goals


@rule
def deal_unseen_cards(s: Play) -> None:
    """Shuffle the cards not seen; the others get those dealt to them, the deck the rest (J5: dealt anew if need be)."""
    seen = n = 0
    for i in range(count(s.row)):
        seen |= only(s.row[i])
    for i in range(count(s.discard)):
        seen |= only(s.discard[i])
    for seat in range(s.players):
        for i in range(4):
            if s.dealt[seat, i] >= 0:
                seen |= only(s.dealt[seat, i])
            if s.phase == PHASE.SETUP and s.setup_card[seat, i] >= 0:
                seen |= only(s.setup_card[seat, i])
    for card in range(CARDS):
        if not has(seen, card):
            s.deck[n] = card
            n += 1
    tries = 0
    shuffle(s.chance, s.deck, n)
    while tries < 1000 and not is_fair(s, n):
        shuffle(s.chance, s.deck, n)
        tries += 1
    for seat in range(s.players):
        for i in range(4):
            if s.dealt[seat, i] == UNKNOWN:
                n -= 1
                s.dealt[seat, i] = NONE
                insert(s.dealt[seat], s.deck[n])
                s.deck[n] = NONE


@rule
def is_fair(s: Play, n: int) -> bool:
    """J5: has everybody, dealt from the end of the deck, enough cards that can be passages?"""
    for seat in range(s.players):
        missing = dealt = 0
        for i in range(4):
            if s.dealt[seat, i] == UNKNOWN:
                n -= 1
                missing += BLOCKY[PIECE[s.deck[n]]]
                dealt += 1
        if 2 * missing > dealt:
            return False
    return True


@rule
def draws(s: Play, seat: int) -> int:
    """How many goal cards the seat has drawn since set-up: more than two, or spent, as everybody could count."""
    n = count(s.goals[seat]) - 2
    if s.spent[seat] != NONE:
        n += 1
    for i in range(count(s.log_round)):
        n += s.log_special[i] >> 5 * (s.players - 1 - seat) & 1
    return max(n, 0)


@rule
def barred_goals(s: Play) -> int:
    """The goals this seat gave back: another holds at most as many as it drew, until they come from a renewed deck."""
    drawn = barred = 0
    for seat in range(s.players):
        drawn += draws(s, seat)
        for i in range(2):
            if s.returned[seat, i] >= 0:
                barred |= only(s.returned[seat, i])
    return 0 if s.phase == PHASE.GOALS or drawn > GOALS - 2 * s.players else barred


@rule
def deal_unseen_goals(s: Play) -> None:
    seen = n = 0
    for i in range(count(s.goal_discard)):
        seen |= only(s.goal_discard[i])
    for seat in range(s.players):
        if s.spent[seat] >= 0:
            seen |= only(s.spent[seat])
        for i in range(5):
            if s.goals[seat, i] >= 0:
                seen |= only(s.goals[seat, i])
        for i in range(2):
            if s.phase == PHASE.GOALS and s.returned[seat, i] >= 0:
                seen |= only(s.returned[seat, i])
    for goal in range(GOALS):
        if not has(seen, goal):
            s.goal_deck[n] = goal
            n += 1
    barred, tries = barred_goals(s), 0
    shuffle(s.chance, s.goal_deck, n)
    while barred and tries < 1000 and not is_possible(s, n, barred):
        shuffle(s.chance, s.goal_deck, n)
        tries += 1
    for seat in range(s.players):
        for i in range(5):
            if s.goals[seat, i] == UNKNOWN:
                n -= 1
                s.goals[seat, i] = NONE
                insert(s.goals[seat], s.goal_deck[n])
                s.goal_deck[n] = NONE


@rule
def is_possible(s: Play, n: int, barred: int) -> bool:
    """Does nobody, dealt from the end of the deck, hold more barred goals than it drew?"""
    for seat in range(s.players):
        held = 0
        for i in range(5):
            if s.goals[seat, i] == UNKNOWN:
                n -= 1
                held += has(barred, s.goal_deck[n])
        if held > 0 and held > draws(s, seat):
            return False
    return True


@rule
def guess_returned(s: Play) -> None:
    """What others gave back went into the goal deck: two cards of it, or any two if it has been drawn."""
    used = 0
    for seat in range(s.players):
        for i in range(2):
            if s.returned[seat, i] >= 0:
                used |= only(s.returned[seat, i])
    for seat in range(s.players):
        for i in range(2):
            if s.returned[seat, i] != UNKNOWN:
                continue
            found = 0
            while found < count(s.goal_deck) and has(used, s.goal_deck[found]):
                found += 1
            goal = s.goal_deck[found] if found < count(s.goal_deck) else 0
            while has(used, goal):
                goal = (goal + 1) % GOALS
            used |= only(goal)
            s.returned[seat, i] = NONE
            insert(s.returned[seat], goal)


@rule
def give_back(s: Play, seat: int) -> None:
    """[4]: of four goals two are kept, any two."""
    for _ in range(count(s.goals[seat]) - 2):
        goal = s.goals[seat, below(s.chance, count(s.goals[seat]))]
        remove(s.goals[seat], goal)
        insert(s.returned[seat], goal)


# Sheets


@rule
def guess_setup(s: Play, seat: int) -> None:
    """[4], [10]: the set-up cards in some order, the first of them a passage, as many passages as walls."""
    if s.phase == PHASE.SETUP:
        for i in range(count(s.dealt[seat])):
            s.setup_card[seat, i], s.dealt[seat, i] = s.dealt[seat, i], NONE
    n = count(s.setup_card[seat])
    passages = n // 2
    shuffle(s.chance, s.setup_card[seat], n)
    for i in range(1, n):
        if BLOCKY[PIECE[s.setup_card[seat, 0]]]:
            s.setup_card[seat, 0], s.setup_card[seat, i] = s.setup_card[seat, i], s.setup_card[seat, 0]
    for i in range(n):
        s.setup_mark[seat, i] = MARK.PASSAGE if passages > 0 and not BLOCKY[PIECE[s.setup_card[seat, i]]] else MARK.WALL
        passages -= s.setup_mark[seat, i] == MARK.PASSAGE


# Pieces and the current round


@rule
def stroll(s: Play, seat: int, square: int, steps: int, shun: int) -> int:
    """A random walk along passages; where it last was on none of the letters to shun."""
    at = rests = square
    for _ in range(steps):
        side = below(s.chance, 4)
        r, c = at // SIZE + STEP_ROW[side], at % SIZE + STEP_COLUMN[side]
        if 0 <= r < SIZE and 0 <= c < SIZE and has(s.sheet[seat, r], c):
            at = SIZE * r + c
            if LETTER_AT[at] < 0 or not has(shun, LETTER_AT[at]):
                rests = at
    return rests


@rule
def guess_piece(s: Play, seat: int, finished: bool) -> None:
    """Who claimed last round stands there; else on no open letter. A seat that has finished has moved since."""
    s.piece[seat] = NONE
    if s.escaped[seat] != NONE:
        return
    start, letter = ENTRANCE, s.claim_letter[seat]
    if letter != NONE and s.sheet[seat, SQUARE[letter] // SIZE] >> SQUARE[letter] % SIZE & 1:
        start = SQUARE[letter]
    fixed = s.round_no <= 1 or (letter != NONE and s.claim_round[seat] == s.round_no - 1)
    s.piece[seat] = stroll(s, seat, start, 0 if fixed else 12, s.open_letters)
    if not finished:
        return
    n, spot = count(s.goals[seat]), NONE
    if n > 0 and below(s.chance, 4) == 0:
        spot = free_spot(s, seat)
    if spot != NONE:  # an extra square
        s.special[seat], s.spent[seat] = SPECIAL.EXTRA, s.goals[seat, below(s.chance, n)]
        remove(s.goals[seat], s.spent[seat])
        mark_square(s, seat, spot, MARK.WALL)
    may_leave = s.stage == 2 and (s.piece[seat] != ENTRANCE or not s.opt_escape_needs_arrival)  # J15
    s.piece[seat] = stroll(s, seat, s.piece[seat], NUMBER[s.row[0]], 0)
    if may_leave and s.piece[seat] == ENTRANCE and below(s.chance, 2) == 1:
        s.leaving[seat], s.piece[seat] = 1, NONE
