"""The end of the game (7): points and winners. Rules without callees, so that `from_position` can run them too."""

from takujo.core.events import ALL, pause, put, put2, put3, put4, tell
from takujo.core.jit import Events, rule
from takujo.core.record import NONE
from takujo.core.scratch import scratch

from .cards import ESCAPE, GEM, GOAL_FROM, GOAL_TO, GOALS, HAND, PENALTY, ROUTE, SQUARE, TRAPPED
from .kinds import FULL
from .pieces import SIZE, SQUARES
from .state import EVENT, RULE, Play

ROWS = SIZE + 2  # of a board: the first and the last one are blank


@rule
def rank_escape(s: Play, seat: int) -> None:
    """[7-2], J29: points by rank; together with others the value of the next rank; points off if not escaped."""
    s.rank[seat], s.vp_escape[seat] = NONE, -TRAPPED
    if s.escaped[seat] == NONE:
        return
    rank, together = 1, 0
    for other in range(s.players):
        if s.escaped[other] != NONE and s.escaped[other] < s.escaped[seat]:
            rank += 1
        elif other != seat and s.escaped[other] == s.escaped[seat]:
            together = 1
    s.rank[seat] = rank
    s.vp_escape[seat] = ESCAPE[rank + together - 1]


@rule
def join_routes(s: Play, seat: int) -> None:
    """[7-3], J31: which goal cards in hand have both letters on passages that hang together."""
    s.routes[seat] = 0
    for i in range(HAND):
        goal = s.goals[seat, i]
        if goal == NONE:
            break
        start, end = SQUARE[GOAL_FROM[goal]], SQUARE[GOAL_TO[goal]]
        chalk = scratch(ROWS)  # what is reached
        chalk[1 + start // SIZE] = 1 << start % SIZE & s.sheet[seat, start // SIZE]
        grown = True
        while grown:
            grown = False
            for r in range(SIZE):
                here = chalk[1 + r]
                near = here | here << 1 | here >> 1 | chalk[r + 2] | chalk[r]
                chalk[1 + r] = near & s.sheet[seat, r] & FULL
                grown |= chalk[1 + r] != here
        if chalk[1 + end // SIZE] >> end % SIZE & 1:
            s.routes[seat] |= 1 << goal


@rule
def sum_up(s: Play, seat: int) -> None:
    """[7], [7-1] to [7-4]: square, gem, honour and route bonus; totals may be below zero (J34)."""
    s.passages[seat] = routes = 0
    for square in range(SQUARES):
        s.passages[seat] += s.sheet[seat, square // SIZE] >> square % SIZE & 1  # J32
    for goal in range(GOALS):
        routes += s.routes[seat] >> goal & 1
    s.vp_square[seat, 0], s.vp_square[seat, 1] = max(s.square[seat, 0], 0), max(s.square[seat, 1], 0)
    s.vp_gem[seat] = GEM * s.gems[seat]
    s.vp_penalty[seat] = -PENALTY * s.penalties[seat]
    s.vp_honour[seat] = s.vp_penalty[seat] + s.vp_escape[seat]
    s.vp_route[seat] = ROUTE * routes
    s.vp_total[seat] = (
        s.vp_square[seat, 0] + s.vp_square[seat, 1] + s.vp_gem[seat] + s.vp_honour[seat] + s.vp_route[seat]
    )


@rule
def tell_scores(s: Play, ev: Events) -> None:
    for seat in range(s.players):
        tell(ev, EVENT.SCORED, RULE.S7, ALL, ALL)
        put4(ev, seat, 2, s.vp_square[seat, 0], s.vp_square[seat, 1])
        put4(ev, s.vp_gem[seat], s.vp_penalty[seat], s.rank[seat], s.vp_escape[seat])
        routes = 0
        for goal in range(GOALS):
            routes += s.routes[seat] >> goal & 1
        put2(ev, s.vp_honour[seat], routes)
        for goal in range(GOALS):
            if s.routes[seat] >> goal & 1:
                put(ev, goal)
        put3(ev, s.vp_route[seat], s.passages[seat], s.vp_total[seat])
        pause(s, ev)


@rule
def winners(s: Play) -> int:
    """[7-4]: the highest total, then the most passages, then all of them; solo: the target (J30)."""
    if s.players == 1:
        return 1 if s.vp_total[0] >= s.opt_solo_target else 0
    seats = best = 0
    for seat in range(s.players):
        standing = 1000 * s.vp_total[seat] + s.passages[seat]
        if seats == 0 or standing > best:
            seats, best = 0, standing
        if standing == best:
            seats |= 1 << seat
    return seats


@rule
def score(s: Play, seat: int) -> int:
    return s.vp_total[seat]
