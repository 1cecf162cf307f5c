"""Samples of what a seat cannot see (section 8.3), from its view alone. Compiled; `s` begins as that view.

Cards and goals follow the exact chances of knowledge.belief. Sheets of others are any legal ones that agree with
the public log: they are drawn anew from the public cards, with ways from the entrance to the letters claimed.
"""

from takujo.core.chance import below, shuffle
from takujo.core.jit import rule
from takujo.core.record import NONE, UNKNOWN, table
from takujo.core.sets import has, only, without

from .cards import (
    BLOCKY,
    CARDS,
    CELL_COLUMN,
    CELL_FROM,
    CELL_ROW,
    GOALS,
    HEIGHT,
    LETTER_AT,
    NUMBER,
    PIECE,
    SQUARE,
    TURNS,
    WIDTH,
)
from .kinds import FULL
from .opening import begin_part
from .pieces import SIZE, SQUARES
from .piles import count, insert, remove
from .sheet import ENTRANCE, GATES, largest_rectangle, mark_square
from .state import BLANK, MAIN, MARK, NULL, PHASE, SPECIAL, SUB, Play

TRIES = 60
STEP_ROW, STEP_COLUMN = table([-1, 1, 0, 0]), table([0, 0, -1, 1])


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
def is_block(s: Play, seat: int, top: int, bottom: int) -> bool:
    """Is there a 2x2 block of passages between these rows?"""
    for r in range(max(top, 0), min(bottom, SIZE - 1)):
        pair = s.sheet[seat, r] & s.sheet[seat, r + 1] & FULL
        if pair & pair >> 1:
            return True
    return False


@rule
def is_filled(s: Play, seat: int, square: int) -> bool:
    row = s.sheet[seat, square // SIZE]
    return (row | row >> SIZE) >> square % SIZE & 1 == 1


@rule
def carve(s: Play, seat: int, square: int) -> int:
    """Make an empty square a passage, unless that makes a 2x2 block; how many squares were drawn."""
    if is_filled(s, seat, square):
        return 0
    r, c = square // SIZE, square % SIZE
    s.sheet[seat, r] |= only(c)
    if is_block(s, seat, r - 1, r + 1):
        s.sheet[seat, r] = without(s.sheet[seat, r], c)
        return 0
    return 1


@rule
def free_spot(s: Play, seat: int) -> int:
    """A random empty square that touches something; NONE if none was found."""
    for _ in range(4 * TRIES):
        square, side = below(s.chance, SQUARES), below(s.chance, 4)
        r, c = square // SIZE + STEP_ROW[side], square % SIZE + STEP_COLUMN[side]
        if 0 <= r < SIZE and 0 <= c < SIZE and is_filled(s, seat, SIZE * r + c) and not is_filled(s, seat, square):
            return square
    return NONE


@rule
def draw_over(s: Play, seat: int, card: int, mark: int, spot: int) -> bool:
    """Draw the card's piece over an empty square, turned at random; False if it did not fit."""
    shape = 8 * PIECE[card] + below(s.chance, TURNS[PIECE[card]])
    first, last = CELL_FROM[shape], CELL_FROM[shape + 1]
    pivot = first + below(s.chance, last - first)
    top, left = spot // SIZE - CELL_ROW[pivot], spot % SIZE - CELL_COLUMN[pivot]
    if top < 0 or left < 0 or top + HEIGHT[shape] > SIZE or left + WIDTH[shape] > SIZE:
        return False
    for i in range(first, last):
        if is_filled(s, seat, SIZE * (top + CELL_ROW[i]) + left + CELL_COLUMN[i]):
            return False
    for i in range(first, last):
        mark_square(s, seat, SIZE * (top + CELL_ROW[i]) + left + CELL_COLUMN[i], mark)
    if mark == MARK.WALL or not is_block(s, seat, top - 1, top + HEIGHT[shape]):
        return True
    for i in range(first, last):
        s.sheet[seat, top + CELL_ROW[i]] &= ~(1 << left + CELL_COLUMN[i])
    return False


@rule
def draw_card(s: Play, seat: int, card: int, mark: int, spot: int) -> int:
    """Draw a card's piece over this spot, or (NONE) where it touches; else as walls, else one wall; what was done."""
    for tries in range(2 * TRIES):
        if tries == TRIES or BLOCKY[PIECE[card]]:
            mark = MARK.WALL
        square = spot if spot != NONE else free_spot(s, seat)
        if square == NONE or (mark == MARK.WALL and spot != NONE):
            s.penalties[seat] += s.opt_full_sheet_penalty  # J10
            return MAIN.NONE
        if draw_over(s, seat, card, mark, square):
            return mark
        if tries == 2 * TRIES - 1:
            mark_square(s, seat, square, MARK.WALL)
            s.penalties[seat] += 1
    return MAIN.SINGLE_WALL


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


@rule
def claimed(s: Play, seat: int) -> int:
    """The letters this seat is known to have claimed; if it has more gems than that, further taken letters."""
    letters = n = 0
    if s.claim_letter[seat] != NONE:
        letters |= only(s.claim_letter[seat])
    for i in range(count(s.log_round)):
        letter = s.log_claims[i] >> 5 * (s.players - 1 - seat) & 31
        if letter != NULL:
            letters |= only(letter)
    for letter in range(CARDS):
        n += has(letters, letter)
    start = below(s.chance, CARDS)
    for i in range(CARDS):
        letter = (start + i) % CARDS
        if n < s.gems[seat] and has(s.taken_letters, letter) and not has(letters, letter):
            letters |= only(letter)
            n += 1
    return letters


@rule
def carve_ways(s: Play, seat: int) -> int:
    """Passages from each letter claimed to the entrance, along rows and columns; how many squares."""
    letters, n = claimed(s, seat), 0
    for letter in range(CARDS):
        if has(letters, letter):
            n += carve(s, seat, SQUARE[letter])
    for letter in range(CARDS):
        r, c, by_row = SQUARE[letter] // SIZE, SQUARE[letter] % SIZE, below(s.chance, 2)
        while has(letters, letter) and SIZE * r + c != ENTRANCE:
            if r == ENTRANCE // SIZE or (by_row and c != ENTRANCE % SIZE):
                c += 1 if c < ENTRANCE % SIZE else -1
            else:
                r += 1 if r < ENTRANCE // SIZE else -1
            n += carve(s, seat, SIZE * r + c)
    return n


@rule
def guess_sheet(s: Play, seat: int, finished: bool) -> None:
    """A sheet drawn with the public cards: a gate on every letter claimed, about as many squares as were due."""
    door, n, rounds = 1 << ENTRANCE % SIZE, count(s.setup_card[seat]), count(s.log_round)
    s.sheet[seat, ENTRANCE // SIZE] = door
    owed = carve_ways(s, seat)
    for i in range(n + rounds + finished):
        card, mark, spot = s.row[0], below(s.chance, 2), NONE
        if i < n:
            card, mark = s.setup_card[seat, i], s.setup_mark[seat, i]
            if i == 0:
                spot = ENTRANCE
                s.sheet[seat, ENTRANCE // SIZE] &= ~door
        elif i == n + rounds:
            convert(s, seat)
        else:
            card = s.log_card[i - n]
            if s.escaped[seat] != NONE and s.log_round[i - n] > s.escaped[seat]:
                break
            if s.log_stage[i - n] == 2 and s.square[seat, 0] == BLANK:
                s.square[seat, 0] = largest_rectangle(s, seat) >> 16
            owed = max(owed - NUMBER[card], -1)
            if owed >= 0:
                continue  # these squares are part of the ways
        main = draw_card(s, seat, card, mark, spot)
        if i < n:
            s.sheet[seat, ENTRANCE // SIZE] |= door
            s.penalties[seat] = 0
        elif i == n + rounds:
            s.main[seat] = main
    if s.stage == 2 and s.square[seat, 0] == BLANK:
        s.square[seat, 0] = largest_rectangle(s, seat) >> 16
    if not finished:
        convert(s, seat)


@rule
def convert(s: Play, seat: int) -> None:
    """[5-2]: gate or wall on every taken letter, but for those taken when the seat was out (J16)."""
    letters = s.taken_letters
    for i in range(count(s.log_round)):
        if s.escaped[seat] != NONE and s.log_round[i] >= s.escaped[seat]:
            for other in range(s.players):
                letters &= ~(1 << (s.log_claims[i] >> 5 * other & 31))
    for letter in range(CARDS):
        r, c = SQUARE[letter] // SIZE, SQUARE[letter] % SIZE
        if has(letters, letter):
            if has(s.sheet[seat, r], c):
                s.sheet[seat, r] |= only(GATES + c)
            else:
                s.sheet[seat, r] |= only(SIZE + c)


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
