"""What the rules of Ayatsuri share: who holds a role, who is unrevealed, chips, public events."""

from takujo.core.events import ALL, put, put2, put3, tell
from takujo.core.jit import Events, rule
from takujo.core.record import NONE
from takujo.core.sets import only

from .cards import KILLS_TO_END
from .state import Play


@rule
def holder(s: Play, role: int) -> int:
    """The seat that has this role; NONE if it is not in play, or a view does not show it."""
    for seat in range(s.players):
        if s.role[seat] == role:
            return seat
    return NONE


@rule
def unrevealed(s: Play, but: int) -> int:
    """The set of the other seats that are neither revealed nor killed."""
    seats = 0
    for seat in range(s.players):
        if seat != but and not s.revealed[seat] and not s.killed[seat]:
            seats |= only(seat)
    return seats


# Chips (3.2-2 b)


@rule
def gain_kill(s: Play, seat: int) -> None:
    """A black chip; the moment of the third counts (R-34). A seat that is not there gains nothing."""
    if seat == NONE:
        return
    s.clock += 1
    s.kills[seat] += 1
    if s.kills[seat] == KILLS_TO_END and not (s.opt_third_kill_from_first_time and s.third_at[seat] != NONE):
        s.third_at[seat] = s.clock


@rule
def lose_kill(s: Play, seat: int) -> None:
    s.kills[seat] -= 1
    if s.kills[seat] < KILLS_TO_END and not s.opt_third_kill_from_first_time:
        s.third_at[seat] = NONE


@rule
def gain_life(s: Play, seat: int) -> None:
    """A white chip, without limit (R-02); it brings a seat back (R-38)."""
    s.life[seat] += 1
    s.zeroed_by[seat] = NONE


@rule
def lose_life(s: Play, seat: int, by: int) -> None:
    """A white chip goes; whoever took the last one is remembered (R-36)."""
    s.life[seat] -= 1
    if s.life[seat] == 0:
        s.zeroed_by[seat] = by


# Events


@rule
def say1(ev: Events, kind: int, citation: int, a: int) -> None:
    """An event that everybody sees."""
    if len(ev) > 1:
        tell(ev, kind, citation, ALL, ALL)
        put(ev, a)


@rule
def say2(ev: Events, kind: int, citation: int, a: int, b: int) -> None:
    if len(ev) > 1:
        tell(ev, kind, citation, ALL, ALL)
        put2(ev, a, b)


@rule
def say3(ev: Events, kind: int, citation: int, a: int, b: int, c: int) -> None:
    if len(ev) > 1:
        tell(ev, kind, citation, ALL, ALL)
        put3(ev, a, b, c)
