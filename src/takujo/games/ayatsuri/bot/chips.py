"""What chips are worth: the chance to win with them, and what it becomes if somebody is killed.

A what-if moves the chips of the view, asks `standing`, and moves them back: nothing has to be copied. What is called
from many places is a door, because a rule would be copied into each of them.
"""

from takujo.core.jit import door, rule
from takujo.core.record import NONE, table
from takujo.core.sets import has, has_several, only

from ..cards import KILLS_TO_END, ROLE
from ..common import gain_kill, gain_life, holder, lose_life
from ..rules import winners
from ..state import SIDE, Play

CERTAIN = 1_000_000  # chances are counted in millionths

# How strong a seat is with so much life (row, 0 to 5) and so many kills (column, 0 to 3, the last being enough): its
# chance to win is its share of the strengths of all. Fitted (multinomial logit) to the chips at the beginning of 71,000
# rounds between regular players, four to six of them. Few rounds begin with the first row or the last column: they are
# set by hand, to what hardly wins and what nearly has won.
STRENGTH = table(
    [
        [10, 20, 40, 50],
        [20, 70, 325, 2000],
        [50, 150, 545, 3000],
        [100, 205, 640, 3500],
        [140, 265, 675, 3500],
        [190, 330, 700, 3500],
    ]
)

# By the number called last: the chance, in thousandths, that who would win if the round ended now will win. Counted in
# the same games; 8 is asked only for what the last murder leaves.
FINAL = table([850, 850, 850, 900, 800, 800, 850, 950, 1000])


@rule
def strength(life: int, kills: int) -> int:
    return STRENGTH[min(life, 5), min(max(kills + 3 - KILLS_TO_END, 0), 3)]


@rule
def strength_of_all(s: Play, but: int) -> int:
    """Of all seats, one left out (NONE: none); below 0 if the game would be judged if the round ended now (3.2-3)."""
    total, judged = 0, s.undecided and s.opt_judged_until_decided
    for seat in range(s.players):
        if seat != but:
            total += strength(s.life[seat], s.kills[seat])
            judged |= s.life[seat] == 0 or s.kills[seat] >= KILLS_TO_END
    return -total if judged else total


@door
def standing(s: Play, seat: int) -> int:
    """The chance to win with the chips as they lie."""
    total = strength_of_all(s, NONE)
    share = CERTAIN * strength(s.life[seat], s.kills[seat]) // abs(total)
    if total > 0:
        return share
    won = winners(s)
    if has_several(won):  # undecided: the game goes on
        return share
    final = FINAL[max(s.call, 0)]
    return (CERTAIN * has(won, seat) * final + share * (1000 - final)) // 1000


# What-ifs


@rule
def gainer(s: Play, by: int, target: int) -> int:
    """Who gets a chip if one attempts to kill another: the detective from whom he guards (3.3-3), himself excepted."""
    if s.guarded != target:
        return by
    detective = holder(s, ROLE.DETECTIVE)
    return NONE if detective == target else detective


@rule
def ungain_kill(s: Play, seat: int) -> None:
    """Take back the kill chip gained last, as if it had never been there (R-34)."""
    if seat == NONE:
        return
    if s.kills[seat] == KILLS_TO_END and s.third_at[seat] == s.clock:
        s.third_at[seat] = NONE
    s.kills[seat] -= 1
    s.clock -= 1


@rule
def strike(s: Play, by: int, target: int, role: int) -> int:
    """3.2-2 b, 3.3-3, 3.3-5: an attempt on a seat of this role. Who loses a life by it, as a set, to take it back.

    Here rewards are paid with life and taken as a kill.
    """
    lost, gains, guarded = 0, gainer(s, by, target), s.guarded == target
    for other in range(s.players):
        if role == ROLE.DICTATOR and not guarded and other != target and s.life[other] >= 2:
            s.life[other] -= 1
            lost |= only(other)
    if (role != ROLE.DICTATOR or guarded) and s.life[target] > 0 and not (guarded and gains == NONE):
        lose_life(s, target, gains)
        lost = only(target)
    gain_kill(s, gains)
    return lost


@rule
def unstrike(s: Play, by: int, target: int, lost: int) -> None:
    for other in range(s.players):
        if has(lost, other):
            gain_life(s, other)
    ungain_kill(s, gainer(s, by, target))


@door
def after_kill(s: Play, seat: int, by: int, target: int, role: int) -> int:
    """The standing of a seat if one attempts to kill another, who has this role."""
    lost = strike(s, by, target, role)
    value = standing(s, seat)
    unstrike(s, by, target, lost)
    return value


@door
def after_change(s: Play, seat: int, whose: int, life: int, kills: int) -> int:
    """The standing of a seat if somebody has so much more (less than 0: less) life and kills."""
    old_life, old_kills, old_third, old_clock = s.life[whose], s.kills[whose], s.third_at[whose], s.clock
    s.life[whose] = max(0, old_life + life)
    s.kills[whose] = max(0, old_kills + kills)
    s.clock += 1
    if s.kills[whose] < KILLS_TO_END:
        s.third_at[whose] = NONE
    elif old_kills < KILLS_TO_END:
        s.third_at[whose] = s.clock
    value = standing(s, seat)
    s.life[whose], s.kills[whose], s.third_at[whose], s.clock = old_life, old_kills, old_third, old_clock
    return value


@door
def after_reward(s: Play, seat: int, payer: int, side: int, detective: int) -> int:
    """3.3-3: the standing of a seat if one pays the detective with this side, who takes the chip as a kill."""
    gain_kill(s, detective)
    value = after_change(s, seat, payer, -int(side == SIDE.LIFE), -int(side != SIDE.LIFE))
    ungain_kill(s, detective)
    return value


@rule
def cheaper(s: Play, payer: int, detective: int) -> int:
    """3.3-3: the side that a guarded seat had better pay with; of one kind only, that one."""
    if s.kills[payer] == 0:
        return SIDE.LIFE
    if s.life[payer] == 0:
        return SIDE.KILL
    by_life = after_reward(s, payer, payer, SIDE.LIFE, detective)
    return SIDE.LIFE if by_life >= after_reward(s, payer, payer, SIDE.KILL, detective) else SIDE.KILL
