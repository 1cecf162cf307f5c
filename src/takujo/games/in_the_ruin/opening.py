"""Set-up (4, 10): deal, choose goals, draw the first pieces, declare the first destinations. Compiled, as rules.py."""

from takujo.core.chance import shuffle
from takujo.core.events import ALL, put, put2, put3, put_list, tell
from takujo.core.jit import Events, rule
from takujo.core.record import NONE, table
from takujo.core.sets import has, only, without

from .cards import BLOCKY, CARDS, GOALS, PIECE
from .pieces import SIZE
from .piles import count, drop, insert, remove
from .sheet import ENTRANCE, draw_piece
from .state import ACTION, BLANK, EVENT, MARK, OPENED_WHY, PHASE, ROW, RULE, SUB, Play

PAIR_FIRST, PAIR_SECOND = table([0, 0, 0, 1, 1, 2]), table([1, 2, 3, 2, 3, 3])


@rule
def refill_row(s: Play) -> int:
    """[4], [5-2], J17, J38: fill the row up from the deck, at the end next to it; how many cards were added."""
    n = count(s.row)
    added = min(ROW - n, count(s.deck))
    for i in range(added):
        s.row[n + i] = s.deck[i]
    drop(s.deck, added)
    return added


@rule
def setup(s: Play, ev: Events) -> None:
    """[4]: deal, lay out the row, deal goals. The deal makes no event."""
    passages = 2 if s.players == 1 else 1  # [10]
    deal(s, passages)
    refill_row(s)
    for goal in range(GOALS):
        s.goal_deck[goal] = goal
    shuffle(s.chance, s.goal_deck, GOALS)
    for seat in range(s.players):
        for i in range(4):
            insert(s.goals[seat], s.goal_deck[i])
        drop(s.goal_deck, 4)
        s.penalties[seat] = 0
        s.square[seat, 0] = s.square[seat, 1] = BLANK
        for r in range(SIZE):
            s.sheet[seat, r] = 0
        begin_part(s, seat, SUB.KEEP)


@rule
def begin_part(s: Play, seat: int, sub: int) -> None:
    """Put a seat at the start of its part of the phase, or at its end."""
    s.sub[seat] = sub
    s.main[seat] = s.special[seat] = s.spent[seat] = s.taken_card[seat] = s.taken_mark[seat] = NONE
    s.leaving[seat] = 0
    if sub == SUB.DONE:
        s.to_act = without(s.to_act, seat)
    else:
        s.to_act |= only(seat)


@rule
def deal(s: Play, passages: int) -> None:
    """[4], [10]; J5: once more while a seat has too few cards that can be passages."""
    enough = False
    while not enough:
        for card in range(CARDS):
            s.deck[card] = card
        shuffle(s.chance, s.deck, CARDS)
        enough = True
        for seat in range(s.players):
            slim = 0
            for i in range(2 * passages):
                s.dealt[seat, i] = NONE
            for i in range(2 * passages):
                slim += 1 - BLOCKY[PIECE[s.deck[i]]]
                insert(s.dealt[seat], s.deck[i])
            drop(s.deck, 2 * passages)
            if slim < passages:
                enough = False


@rule
def list_pairs(s: Play, seat: int, out: Events) -> int:
    """[4]: any two of the four goal cards."""
    n = 0
    for pair in range(6):
        if s.goals[seat, PAIR_SECOND[pair]] != NONE:
            out[n] = ACTION.KEEP + pair
            n += 1
    return n


@rule
def keep(s: Play, ev: Events, seat: int, pair: int) -> None:
    """[4]: two goal cards stay, the others go back."""
    first, second = s.goals[seat, PAIR_FIRST[pair]], s.goals[seat, PAIR_SECOND[pair]]
    for i in range(4):
        goal = s.goals[seat, i]
        if goal != NONE and goal != first and goal != second:
            insert(s.returned[seat], goal)
        s.goals[seat, i] = NONE
    s.goals[seat, 0], s.goals[seat, 1] = first, second
    tell(ev, EVENT.KEPT, RULE.S4, only(seat), ALL)
    put(ev, seat)
    put_list(ev, s.goals[seat])
    put_list(ev, s.returned[seat])
    finish(s, ev, seat, RULE.S4)


@rule
def finish(s: Play, ev: Events, seat: int, citation: int) -> None:
    """A seat has finished its part; that much is public."""
    s.sub[seat] = SUB.DONE
    s.to_act = without(s.to_act, seat)
    tell(ev, EVENT.READY, citation, ALL, ALL)
    put(ev, seat)


@rule
def return_goals(s: Play, ev: Events) -> None:
    """[4]: all have chosen; what they returned is shuffled into the goal deck."""
    before = n = count(s.goal_deck)
    for seat in range(s.players):
        for i in range(count(s.returned[seat])):
            s.goal_deck[n] = s.returned[seat, i]
            n += 1
        begin_part(s, seat, SUB.TAKE)
    shuffle(s.chance, s.goal_deck, n)
    s.phase = PHASE.SETUP
    tell(ev, EVENT.GOALS_RETURNED, RULE.S4, ALL, ALL)
    put(ev, n - before)


@rule
def list_takes(s: Play, seat: int, out: Events) -> int:
    """[4], [10], [3-1]: which set-up card may be drawn next, and as what."""
    passages = walls = 2 if s.players == 1 else 1  # still to be drawn
    drawn = count(s.setup_card[seat])
    for i in range(drawn):
        passages -= s.setup_mark[seat, i] == MARK.PASSAGE
        walls -= s.setup_mark[seat, i] == MARK.WALL
    slim = n = 0
    for i in range(count(s.dealt[seat])):
        slim += 1 - BLOCKY[PIECE[s.dealt[seat, i]]]
    for i in range(count(s.dealt[seat])):
        blocky = BLOCKY[PIECE[s.dealt[seat, i]]]
        if passages > 0 and not blocky and slim >= passages:
            out[n] = ACTION.take(i, MARK.PASSAGE)
            n += 1
        if walls > 0 and drawn > 0 and slim - 1 + blocky >= passages:  # enough left for the missing passages
            out[n] = ACTION.take(i, MARK.WALL)
            n += 1
    return n


@rule
def take(s: Play, ev: Events, seat: int, action: int) -> None:
    """[4], [10]: decide on the next set-up card; it stays with the cards dealt until it is drawn."""
    s.taken_card[seat], s.taken_mark[seat] = s.dealt[seat, ACTION.take_slot(action)], ACTION.take_mark(action)
    s.sub[seat] = SUB.PLACE
    tell(ev, EVENT.TAKEN, RULE.S10 if s.players == 1 else RULE.S4, only(seat), ALL)
    put3(ev, seat, s.taken_card[seat], s.taken_mark[seat])


@rule
def place(s: Play, ev: Events, seat: int, action: int) -> None:
    """[4], [10]: draw the set-up card taken."""
    card, i = s.taken_card[seat], count(s.setup_card[seat])
    s.setup_card[seat, i] = card
    s.setup_mark[seat, i] = draw_piece(s, ev, seat, card, action, RULE.S10 if s.players == 1 else RULE.S4)
    remove(s.dealt[seat], card)
    begin_part(s, seat, SUB.TAKE)
    if s.dealt[seat, 0] == NONE:
        finish(s, ev, seat, RULE.S4)


@rule
def declare(s: Play, ev: Events) -> None:
    """[4]: the letters of all set-up cards open; what was passage and what wall stays secret."""
    n = count(s.discard)
    for seat in range(s.players):
        before = n
        for letter in range(CARDS):
            for i in range(count(s.setup_card[seat])):
                if s.setup_card[seat, i] == letter:
                    s.discard[n] = letter
                    s.open_letters |= only(letter)
                    n += 1
        tell(ev, EVENT.DECLARED, RULE.S4, ALL, ALL)
        put2(ev, seat, n - before)
        for i in range(before, n):
            put(ev, s.discard[i])
        s.piece[seat] = ENTRANCE
    for letter in range(CARDS):
        if has(s.open_letters, letter):
            tell(ev, EVENT.OPENED, RULE.S4, ALL, ALL)
            put2(ev, letter, OPENED_WHY.SETUP)
    tell(ev, EVENT.PLACED, RULE.S4, ALL, ALL)
    put(ev, ENTRANCE)
    s.phase = PHASE.STEP1
