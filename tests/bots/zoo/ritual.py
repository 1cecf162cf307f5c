"""Simple bots for RITUAL."""

from takujo.core.jit import Bytes, Events, Floats, door, rule
from takujo.core.kinds import Terms
from takujo.core.record import NONE
from takujo.games.ritual.cards import COLOUR, POINTS, ROUNDS, TARGET
from takujo.games.ritual.state import ACTION, PAID, PHASE, Play

BOT = Terms(
    "uniform",
    "altar",  # its colour, as high as it gets him to ten (examples/altar_bot.py)
    "mostly-altar",  # three times in four; else low off it
    "altar-low",  # its colour, in small steps
    "coin",  # on or off the altar as a coin falls, high on it, low off it
    "lowest",  # whatever the colour
    "highest",
    "contrary",  # never the altar's colour, low
    "steer",  # what makes ten; else the altar's colour, high
    "shy",  # strays low until it costs him, then keeps to the altar
    "late",  # the altar's colour until the last round, then any other
    "grabber",  # strays high until he leads or was punished, then keeps to the altar
    "mirror",  # on or off the altar as most of the others were in the last round
    "counter",  # the other way round
    "burnt",  # the altar's colour, as high as it is; off it after a round in which anybody lost points
    "runaway",  # never the altar's colour, high
    "sneak",  # what makes ten; else strays low
    "closer",  # strays low until he can make ten at the altar
    "opener",  # the altar's colour in the first round, as high as it gets him to ten; then strays low
    "slow-opener",  # the same in the first two rounds
    "bookend",  # the altar's colour in the first and the last round; strays low between
    "repeater",  # does again what paid, on or off the altar, and changes what did not
)
DTYPE = Play.dtype
SURE = 100.0  # a preference that decides by itself
MOSTLY = 1.0986  # three to one


@rule
def is_on(s: Play, action: int) -> bool:
    return COLOUR[ACTION.chant_card(action), ACTION.chant_side(action)] == s.altar


@rule
def points_of(action: int) -> int:
    return POINTS[ACTION.chant_card(action), ACTION.chant_side(action)]


@rule
def fitting(s: Play, seat: int, action: int) -> int:
    """High, but not past ten."""
    return points_of(action) if s.total[seat] + points_of(action) <= TARGET else -1


@rule
def was_right(s: Play, seat: int) -> bool:
    """Is the altar the place to be, for who does again what paid in the last round?"""
    if s.round_no == 1:
        return True
    card, side, last = s.row_card[seat, s.round_no - 2], s.row_side[seat, s.round_no - 2], s.round_no - 2
    was_on = card != NONE and COLOUR[card, side] == s.used[s.ritual - 1, last]
    return was_on == (s.row_paid[seat, last] == PAID.SCORED)


@rule
def most_were_on(s: Play, seat: int) -> bool:
    """Were most of the others on the altar in the last round?"""
    on = off = 0
    last = s.round_no - 2
    for other in range(s.players):
        if other != seat and last >= 0 and s.row_card[other, last] != NONE:
            is_there = COLOUR[s.row_card[other, last], s.row_side[other, last]] == s.used[s.ritual - 1, last]
            on += 1 if is_there else 0
            off += 0 if is_there else 1
    return on >= off


@rule
def was_bad(s: Play) -> bool:
    """Did anybody lose points in the last round?"""
    bad = False
    for other in range(s.players):
        bad |= s.round_no > 1 and s.row_paid[other, s.round_no - 2] == PAID.MADNESS
    return bad


@rule
def leads(s: Play, seat: int) -> bool:
    most = NONE
    for other in range(s.players):
        if other != seat:
            most = max(most, s.total[other])
    return s.total[seat] > most


@rule
def liking(s: Play, seat: int, action: int, bot: int) -> int:
    on, points, high = is_on(s, action), points_of(action), fitting(s, seat, action)
    if bot == BOT.ALTAR:
        return 10 * on + high
    if bot == BOT.MOSTLY_ALTAR or bot == BOT.COIN:
        return high if on else -points
    if bot == BOT.ALTAR_LOW:
        return 10 * on - points
    if bot == BOT.LOWEST:
        return -points
    if bot == BOT.HIGHEST:
        return points
    if bot == BOT.CONTRARY:
        return -10 * on - points
    if bot == BOT.STEER:
        return 10 * on + points + (20 if s.total[seat] + points == TARGET else 0)
    if bot == BOT.SHY:
        return 10 * on + high if s.minus[seat] > 0 else -10 * on - points
    if bot == BOT.LATE:
        return high + (10 if on == (s.round_no < ROUNDS) else 0)
    if bot == BOT.GRABBER:
        return high + (10 if on == (leads(s, seat) or s.minus[seat] > 0) else 0)
    if bot == BOT.MIRROR:
        return high + (10 if on == most_were_on(s, seat) else 0)
    if bot == BOT.COUNTER:
        return high + (10 if on != most_were_on(s, seat) else 0)
    if bot == BOT.BURNT:
        return points + (10 if on != was_bad(s) else 0)
    if bot == BOT.RUNAWAY:
        return -10 * on + points
    if bot == BOT.SNEAK:
        return 40 if s.total[seat] + points == TARGET else -10 * on - points
    if bot == BOT.CLOSER:
        return 40 if on and s.total[seat] + points == TARGET else -10 * on - points
    if bot in (BOT.OPENER, BOT.SLOW_OPENER, BOT.BOOKEND):
        early = s.round_no == 1 or (bot == BOT.SLOW_OPENER and s.round_no == 2)
        follows = early or (bot == BOT.BOOKEND and s.round_no == ROUNDS)
        return (high if on else -points) + (20 if on == follows else 0)
    if bot == BOT.REPEATER:
        return high + (10 if on == was_right(s, seat) else 0)
    return 0


@door
def weigh(view: Bytes, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """How much a bot of this number likes each action."""
    s = view.view(DTYPE)[0]
    best_on = best_off = -TARGET
    for i in range(n):
        out[i] = 0.0
        if s.phase == PHASE.CHANT and is_on(s, numbers[i]):
            best_on = max(best_on, liking(s, seat, numbers[i], care))
        elif s.phase == PHASE.CHANT:
            best_off = max(best_off, liking(s, seat, numbers[i], care))
    for i in range(n):
        if s.phase == PHASE.CHANT:
            out[i] = SURE * liking(s, seat, numbers[i], care)
            if care == BOT.MOSTLY_ALTAR or care == BOT.COIN:  # the best on and off the altar, then a toss
                out[i] -= SURE * (best_on if is_on(s, numbers[i]) else best_off)
                out[i] += MOSTLY if care == BOT.MOSTLY_ALTAR and is_on(s, numbers[i]) else 0.0
