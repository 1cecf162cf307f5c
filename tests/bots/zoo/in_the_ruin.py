"""Simple bots for IN THE RUIN."""

from takujo.core.jit import Bytes, Events, Floats, door, rule
from takujo.core.kinds import Terms
from takujo.core.sets import has
from takujo.games.in_the_ruin.board import grown_hi, grown_lo, placed_hi, placed_lo, sheet_hi, sheet_lo, size
from takujo.games.in_the_ruin.bot.policy import anchor, drawn, mark_of, paid
from takujo.games.in_the_ruin.cards import CARDS, SQUARE
from takujo.games.in_the_ruin.pieces import SIZE
from takujo.games.in_the_ruin.state import ACTION, MARK, Play

BOT = Terms(
    "uniform",
    "mason",  # walls, close to what is drawn; moves to gems
    "digger",  # passages, close to what is drawn; moves to gems
    "packer",  # fills the sheet from its top, as passages and walls; moves to gems
    "treasurer",  # passages on letters that are open; moves to gems
    "fugitive",  # the same, and leaves as soon as he may
    "explorer",  # the same, and never leaves
    "spender",  # packs close, and pays goal cards for special actions whenever he may
)
DTYPE = Play.dtype
SURE = 100.0  # a preference that decides by itself


@rule
def away(s: Play, square: int) -> int:
    """Steps to the nearest open letter, as the crow walks."""
    nearest = 2 * SIZE
    for letter in range(CARDS):
        if has(s.open_letters, letter):
            other = SQUARE[letter]
            nearest = min(nearest, abs(square // SIZE - other // SIZE) + abs(square % SIZE - other % SIZE))
    return nearest


@rule
def touching(s: Play, seat: int, number: int) -> int:
    """How many marked squares a drawing is next to."""
    f_lo, f_hi = sheet_lo(s, seat, 0) | sheet_lo(s, seat, SIZE), sheet_hi(s, seat, 0) | sheet_hi(s, seat, SIZE)
    squares, place = drawn(s, seat, number), anchor(number)
    lo, hi = placed_lo(squares, place), placed_hi(squares, place)
    return size(grown_lo(lo, hi) & f_lo, grown_hi(lo, hi) & f_hi)


@rule
def liking(s: Play, seat: int, number: int, bot: int) -> int:
    if number == ACTION.ESCAPE or number == ACTION.REMAIN:
        leaves = 1 if number == ACTION.ESCAPE else -1
        return -leaves if bot == BOT.EXPLORER else leaves if bot == BOT.FUGITIVE else 0
    if ACTION.MOVE <= number < ACTION.WARP_END:
        special = 50 if bot == BOT.SPENDER else -50
        return (special if paid(number) >= 0 else 0) - away(s, anchor(number))
    if number >= ACTION.EXTRA_END or number < ACTION.DRAW:
        return 0
    if paid(number) >= 0:
        return 50 if bot == BOT.SPENDER else -50
    passage = 20 if mark_of(number) == MARK.PASSAGE else 0
    if bot == BOT.MASON:
        return touching(s, seat, number) - passage
    if bot == BOT.DIGGER:
        return touching(s, seat, number) + passage
    if bot == BOT.PACKER or bot == BOT.SPENDER:
        return 2 * touching(s, seat, number) - anchor(number) // SIZE
    return passage - 2 * away(s, anchor(number)) + touching(s, seat, number)


@door
def weigh(view: Bytes, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """How much a bot of this number likes each action."""
    s = view.view(DTYPE)[0]
    for i in range(n):
        out[i] = 0.0 if care == BOT.UNIFORM else SURE * liking(s, seat, numbers[i], care)
