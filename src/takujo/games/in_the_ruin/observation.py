"""A view of IN THE RUIN as numbers (section 8.2): 20 planes of 11x11, then 332 scalars. Compiled."""

from takujo.core.jit import Floats, Ints, rule
from takujo.core.names import Blocks
from takujo.core.record import NONE
from takujo.core.sets import has, only

from .cards import (
    CARDS,
    CELL_COLUMN,
    CELL_FROM,
    CELL_ROW,
    GOAL_FROM,
    GOAL_TO,
    GOALS,
    HAND,
    NUMBER,
    PIECE,
    SEATS,
    SQUARE,
)
from .pieces import SIZE, SQUARES
from .piles import count
from .sheet import ENTRANCE, GATES
from .state import MARK, PHASE, ROW, SUB, Play

PLANE = Blocks(
    empty=1, passage=1, wall=1, gate=1, piece=1, entrance=1, open=1, taken=1, closed=1, may_open=1, reach=1, touch=1,
    goals=HAND, row=ROW,
)  # fmt: skip
SLOT = Blocks(present=1, out=1, escape=1, gems=1, goals=1, finished=1, claim=CARDS)
OBS = Blocks(
    planes=PLANE.size * SQUARES, phase=len(PHASE.names), sub=len(SUB.names), stage=1, round=1, row=ROW * CARDS,
    discard=CARDS, deck=1, goal_deck=1, goal_discard=GOALS, goals=GOALS, special=1, penalties=1, square=1,
    seats=SEATS * SLOT.size, dealt=CARDS, taken=CARDS, mark=len(MARK.names),
)  # fmt: skip


@rule
def observe(v: Play, seat: int, out: Floats) -> None:
    """What the seat's view shows, seats counted from it. A spectator has no observation."""
    observe_sheet(v, seat, out)
    observe_letters(v, out)
    if v.piece[seat] >= 0 and v.phase == PHASE.STEP1:
        observe_reach(v, seat, out)
    for slot in range(count(v.goals[seat])):
        goal = v.goals[seat, slot]
        out[(PLANE.GOALS + slot) * SQUARES + SQUARE[GOAL_FROM[goal]]] = 1
        out[(PLANE.GOALS + slot) * SQUARES + SQUARE[GOAL_TO[goal]]] = 1
        out[OBS.GOALS + goal] = 1
    for i in range(ROW):
        card = v.row[i]
        if i == 0 and v.phase == PHASE.SETUP:
            card = v.taken_card[seat]
        if card >= 0:
            observe_piece(card, PLANE.ROW + i, out)
    observe_scalars(v, seat, out)
    for j in range(v.players):
        observe_seat(v, (seat + j) % v.players, OBS.SEATS + SLOT.size * j, out)


@rule
def observe_sheet(v: Play, seat: int, out: Floats) -> None:
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
        out[PLANE.EMPTY * SQUARES + square] = not has(filled, c)
        out[PLANE.PASSAGE * SQUARES + square] = has(row, c)
        out[PLANE.WALL * SQUARES + square] = has(row, SIZE + c)
        out[PLANE.GATE * SQUARES + square] = has(row, GATES + c)
        out[PLANE.TOUCH * SQUARES + square] = has(near & ~filled, c)
    if v.piece[seat] >= 0:
        out[PLANE.PIECE * SQUARES + v.piece[seat]] = 1
    out[PLANE.ENTRANCE * SQUARES + ENTRANCE] = 1


@rule
def observe_letters(v: Play, out: Floats) -> None:
    """Planes 6 to 9: open, taken and closed letters, and those that can still open in this stage."""
    gone = 0 if v.row[0] == NONE else only(v.row[0])
    for i in range(count(v.discard)):
        gone |= only(v.discard[i])
    for letter in range(CARDS):
        if has(v.open_letters, letter):
            out[PLANE.OPEN * SQUARES + SQUARE[letter]] = 1
        elif has(v.taken_letters, letter):
            out[PLANE.TAKEN * SQUARES + SQUARE[letter]] = 1
        else:
            out[PLANE.CLOSED * SQUARES + SQUARE[letter]] = 1
            out[PLANE.MAY_OPEN * SQUARES + SQUARE[letter]] = not has(gone, letter)


@rule
def observe_reach(v: Play, seat: int, out: Floats) -> None:
    """Plane 10: squares in reach on foot. While it is filled it holds one more than the steps needed."""
    at, number = PLANE.REACH * SQUARES, NUMBER[v.row[0]]
    out[at + v.piece[seat]] = 1
    for step in range(1, number + 1):
        for square in range(SQUARES):
            r, c = square // SIZE, square % SIZE
            if out[at + square] > 0 or not has(v.sheet[seat, r], c):
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
def observe_scalars(v: Play, seat: int, out: Floats) -> None:
    out[OBS.PHASE + v.phase] = 1
    out[OBS.SUB + (SUB.DONE if v.phase == PHASE.OVER else v.sub[seat])] = 1
    out[OBS.STAGE] = v.stage - 1
    out[OBS.ROUND] = v.round_no / 48
    for i in range(count(v.row)):
        out[OBS.ROW + CARDS * i + v.row[i]] = 1
    set_bits(v.discard, out, OBS.DISCARD)
    out[OBS.DECK] = count(v.deck) / 24
    out[OBS.GOAL_DECK] = count(v.goal_deck) / 24
    set_bits(v.goal_discard, out, OBS.GOAL_DISCARD)
    out[OBS.SPECIAL] = v.special[seat] != NONE
    out[OBS.PENALTIES] = v.penalties[seat] / 10
    out[OBS.SQUARE] = max(v.square[seat, 0], 0) / 121
    set_bits(v.dealt[seat], out, OBS.DEALT)
    if v.taken_card[seat] >= 0:
        out[OBS.TAKEN + v.taken_card[seat]] = 1
        out[OBS.MARK + v.taken_mark[seat]] = 1


@rule
def observe_seat(v: Play, seat: int, at: int, out: Floats) -> None:
    """What is public about a seat."""
    out[at + SLOT.PRESENT] = 1
    out[at + SLOT.OUT] = v.escaped[seat] != NONE
    out[at + SLOT.ESCAPE] = v.escaped[seat] / 48 if v.escaped[seat] != NONE else 0
    out[at + SLOT.GEMS] = v.gems[seat] / 24
    out[at + SLOT.GOALS] = count(v.goals[seat]) / HAND
    out[at + SLOT.FINISHED] = v.phase == PHASE.STEP1 and v.escaped[seat] == NONE and not has(v.to_act, seat)
    if v.claim_letter[seat] != NONE:
        out[at + SLOT.CLAIM + v.claim_letter[seat]] = 1
