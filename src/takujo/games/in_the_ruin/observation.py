"""A view of IN THE RUIN as numbers (section 8.2): 20 planes of 11x11, then 332 scalars. Compiled."""

from takujo.core.jit import Floats, Ints, flow, rule
from takujo.core.record import NONE

from .actions import SQUARES
from .cards import CARDS, CELL_COLUMN, CELL_FROM, CELL_ROW, GOAL_FROM, GOAL_TO, GOALS, NUMBER, PIECE, SQUARE
from .pieces import SIZE
from .piles import count
from .sheet import ENTRANCE, GATES
from .state import DONE, HAND, OVER, ROW, SETUP, STEP_1, State

PLANES = 20
SCALARS = {
    "phase": 4, "sub": 7, "stage": 1, "round": 1, "row": ROW * CARDS, "discard": CARDS, "deck": 1, "goal_deck": 1,
    "goal_discard": GOALS, "goals": GOALS, "special": 1, "penalties": 1, "square": 1, "seats": 4 * 30, "dealt": CARDS,
    "taken": CARDS, "mark": 2,
}  # fmt: skip
(
    AT_PHASE, AT_SUB, AT_STAGE, AT_ROUND, AT_ROW, AT_DISCARD, AT_DECK, AT_GOAL_DECK, AT_GOAL_DISCARD, AT_GOALS,
    AT_SPECIAL, AT_PENALTIES, AT_SQUARE, AT_SEATS, AT_DEALT, AT_TAKEN, AT_MARK,
) = [PLANES * SQUARES + sum(list(SCALARS.values())[:i]) for i in range(len(SCALARS))]  # fmt: skip
OBSERVATION_SIZE = PLANES * SQUARES + sum(SCALARS.values())


@flow
def observe(v: State, seat: int, out: Floats) -> None:
    """What the seat's view shows, seats counted from it. A spectator has no observation."""
    observe_sheet(v, seat, out)
    observe_letters(v, out)
    if v.piece[seat] >= 0 and v.phase == STEP_1:
        observe_reach(v, seat, out)
    for slot in range(count(v.goals[seat])):
        goal = v.goals[seat, slot]
        out[(12 + slot) * SQUARES + SQUARE[GOAL_FROM[goal]]] = 1
        out[(12 + slot) * SQUARES + SQUARE[GOAL_TO[goal]]] = 1
        out[AT_GOALS + goal] = 1
    for i in range(ROW):
        card = v.row[i]
        if i == 0 and v.phase == SETUP:
            card = v.taken_card[seat]
        if card >= 0:
            observe_piece(card, 17 + i, out)
    observe_scalars(v, seat, out)
    for j in range(v.players):
        observe_seat(v, (seat + j) % v.players, AT_SEATS + 30 * j, out)


@rule
def observe_sheet(v: State, seat: int, out: Floats) -> None:
    """Planes 0 to 5 and 11: the own sheet, piece and entrance; empty squares that touch something."""
    for square in range(SQUARES):
        r, c = square // SIZE, square % SIZE
        row = v.sheet[seat, r]
        filled = row | row >> SIZE
        near = filled << 1 | filled >> 1 & (1 << SIZE) - 1
        if r > 0:
            near |= v.sheet[seat, r - 1] | v.sheet[seat, r - 1] >> SIZE
        if r < SIZE - 1:
            near |= v.sheet[seat, r + 1] | v.sheet[seat, r + 1] >> SIZE
        out[square] = 1 - (filled >> c & 1)
        out[SQUARES + square] = row >> c & 1
        out[2 * SQUARES + square] = row >> SIZE + c & 1
        out[3 * SQUARES + square] = row >> GATES + c & 1
        out[11 * SQUARES + square] = near >> c & 1 & ~(filled >> c)
    if v.piece[seat] >= 0:
        out[4 * SQUARES + v.piece[seat]] = 1
    out[5 * SQUARES + ENTRANCE] = 1


@rule
def observe_letters(v: State, out: Floats) -> None:
    """Planes 6 to 9: open, taken and closed letters, and those that can still open in this stage."""
    gone = 0 if v.row[0] == NONE else 1 << v.row[0]
    for i in range(count(v.discard)):
        gone |= 1 << v.discard[i]
    for letter in range(CARDS):
        if v.open_letters >> letter & 1:
            out[6 * SQUARES + SQUARE[letter]] = 1
        elif v.taken_letters >> letter & 1:
            out[7 * SQUARES + SQUARE[letter]] = 1
        else:
            out[8 * SQUARES + SQUARE[letter]] = 1
            out[9 * SQUARES + SQUARE[letter]] = 1 - (gone >> letter & 1)


@rule
def observe_reach(v: State, seat: int, out: Floats) -> None:
    """Plane 10: squares in reach on foot. While it is filled it holds one more than the steps needed."""
    at, number = 10 * SQUARES, NUMBER[v.row[0]]
    out[at + v.piece[seat]] = 1
    for step in range(1, number + 1):
        for square in range(SQUARES):
            r, c = square // SIZE, square % SIZE
            if out[at + square] > 0 or not v.sheet[seat, r] >> c & 1:
                continue
            if (
                (r > 0 and out[at + square - SIZE] == step)
                or (r < SIZE - 1 and out[at + square + SIZE] == step)
                or (c > 0 and out[at + square - 1] == step)
                or (c < SIZE - 1 and out[at + square + 1] == step)
            ):
                out[at + square] = step + 1
    for square in range(SQUARES):
        if out[at + square] > 0:
            out[at + square] = 1


@rule
def observe_piece(card: int, plane: int, out: Floats) -> None:
    """Planes 17 to 19: a piece in its base orientation."""
    shape = 8 * PIECE[card]
    for i in range(CELL_FROM[shape], CELL_FROM[shape + 1]):
        out[plane * SQUARES + SIZE * CELL_ROW[i] + CELL_COLUMN[i]] = 1


@rule
def set_bits(cards: Ints, out: Floats, at: int) -> None:
    for i in range(count(cards)):
        if cards[i] >= 0:
            out[at + cards[i]] = 1


@rule
def observe_scalars(v: State, seat: int, out: Floats) -> None:
    out[AT_PHASE + v.phase] = 1
    out[AT_SUB + (DONE if v.phase == OVER else v.sub[seat])] = 1
    out[AT_STAGE] = v.stage - 1
    out[AT_ROUND] = v.round_no / 48
    for i in range(count(v.row)):
        out[AT_ROW + CARDS * i + v.row[i]] = 1
    set_bits(v.discard, out, AT_DISCARD)
    out[AT_DECK] = count(v.deck) / 24
    out[AT_GOAL_DECK] = count(v.goal_deck) / 24
    set_bits(v.goal_discard, out, AT_GOAL_DISCARD)
    out[AT_SPECIAL] = v.special[seat] != NONE
    out[AT_PENALTIES] = v.penalties[seat] / 10
    out[AT_SQUARE] = max(v.square[seat, 0], 0) / 121
    set_bits(v.dealt[seat], out, AT_DEALT)
    if v.taken_card[seat] >= 0:
        out[AT_TAKEN + v.taken_card[seat]] = 1
        out[AT_MARK + v.taken_mark[seat]] = 1


@rule
def observe_seat(v: State, seat: int, at: int, out: Floats) -> None:
    """What is public about a seat."""
    out[at] = 1
    out[at + 1] = v.escaped[seat] != NONE
    out[at + 2] = v.escaped[seat] / 48 if v.escaped[seat] != NONE else 0
    out[at + 3] = v.gems[seat] / 24
    out[at + 4] = count(v.goals[seat]) / HAND
    out[at + 5] = v.phase == STEP_1 and v.escaped[seat] == NONE and not v.waiting >> seat & 1
    if v.claim_letter[seat] != NONE:
        out[at + 6 + v.claim_letter[seat]] = 1
