"""Everybody rolls; bids rise until somebody calls the last one a lie; who was wrong loses a die."""

from takujo.core.chance import below
from takujo.core.events import ALL, pause, put, put2, put3, put_list, put_set, tell
from takujo.core.jit import Events, rule
from takujo.core.record import NONE
from takujo.core.sets import only

from .state import ACTION, DICE, EVENT, FACES, PHASE, RULE, Play


@rule
def left(s: Play, seat: int) -> int:
    """Dice that a seat still has."""
    n = 0
    for i in range(DICE):
        n += s.dice[seat, i] != NONE
    return n


@rule
def roll(s: Play, ev: Events) -> None:
    """Everybody rolls all dice that are left, under a cup."""
    for seat in range(s.players):
        for i in range(left(s, seat)):
            s.dice[seat, i] = 1 + below(s.chance, FACES)
        tell(ev, EVENT.ROLLED, RULE.ROLL, ALL, only(seat))
        put(ev, seat)
        put_list(ev, s.dice[seat])
    s.bidder = s.count = s.face = NONE


@rule
def setup(s: Play, ev: Events) -> None:
    for seat in range(s.players):
        for i in range(s.opt_dice):
            s.dice[seat, i] = 1
    s.turn = below(s.chance, s.players)
    roll(s, ev)


@rule
def acting(s: Play) -> int:
    return 0 if s.phase == PHASE.OVER else only(s.turn)


@rule
def legal(s: Play, seat: int, out: Events) -> int:
    """Call the last bid a lie, or bid more: more dice, or as many of a higher face."""
    first, dice, n = ACTION.bid(1, 1), 0, 0
    if s.count != NONE:
        out[0] = ACTION.LIAR
        first, n = ACTION.bid(s.count, s.face) + 1, 1
    for other in range(s.players):
        dice += left(s, other)
    for action in range(first, ACTION.bid(dice, FACES) + 1):
        out[n] = action
        n += 1
    return n


@rule
def found(s: Play) -> int:
    """Dice on the table that show the face of the bid."""
    n = 0
    for seat in range(s.players):
        for i in range(DICE):
            n += s.dice[seat, i] == s.face or (s.opt_wild != 0 and s.dice[seat, i] == 1)
    return n


@rule
def following(s: Play, seat: int) -> int:
    """The next seat, from this one on, that has dice."""
    while left(s, seat) == 0:
        seat = (seat + 1) % s.players
    return seat


@rule
def act(s: Play, ev: Events, seat: int, action: int) -> None:
    if action == ACTION.LIAR:
        call(s, ev, seat)
        return
    s.bidder, s.count, s.face = seat, ACTION.bid_count(action), ACTION.bid_face(action)
    tell(ev, EVENT.BID, RULE.BID, ALL, ALL)
    put3(ev, seat, s.count, s.face)
    s.turn = following(s, (seat + 1) % s.players)


@rule
def call(s: Play, ev: Events, seat: int) -> None:
    """All cups are lifted. Who bid too much loses a die; else who did not believe it."""
    tell(ev, EVENT.LIAR, RULE.LIAR, ALL, ALL)
    put2(ev, seat, s.bidder)
    for other in range(s.players):
        tell(ev, EVENT.SHOWN, RULE.LIAR, ALL, ALL)
        put(ev, other)
        put_list(ev, s.dice[other])
    there = found(s)
    tell(ev, EVENT.COUNTED, RULE.LIAR, ALL, ALL)
    put3(ev, s.count, s.face, there)
    pause(s, ev)
    loser = s.bidder if there < s.count else seat
    s.dice[loser, left(s, loser) - 1] = NONE
    tell(ev, EVENT.LOST, RULE.LIAR, ALL, ALL)
    put2(ev, loser, left(s, loser))
    s.turn = following(s, loser)
    if following(s, (s.turn + 1) % s.players) != s.turn:
        roll(s, ev)
        return
    s.phase = PHASE.OVER
    tell(ev, EVENT.GAME_OVER, RULE.END, ALL, ALL)
    put_set(ev, winners(s))


@rule
def winners(s: Play) -> int:
    """The last one with dice."""
    return only(s.turn)


@rule
def score(s: Play, seat: int) -> int:
    return left(s, seat)
