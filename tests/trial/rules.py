"""Everybody lays a card, then all are shown; twice."""

from takujo.core.chance import shuffle
from takujo.core.events import ALL, only, pause, put, put2, put_list, tell
from takujo.core.jit import Events, rule
from takujo.core.record import NONE

from .state import (  # isort: skip
    BOAST, BOASTED, CARDS, EVENT, EXTRA, FIELD, GLIMPSE, HALT, HAND, LAID, NEXT, ORDER, SEATS, SHOWN, WINK, Play,
)  # fmt: skip


@rule
def setup(s: Play, ev: Events) -> None:
    for card in range(CARDS):
        s.rest[card] = card
    shuffle(s.chance, s.rest, CARDS)
    for i in range(SEATS * HAND):
        s.hand[i // HAND, i % HAND] = s.rest[CARDS - 1 - i]
        s.rest[CARDS - 1 - i] = NONE


@rule
def acting(s: Play) -> int:
    return 0 if s.phase else only(s.turn)


@rule
def legal(s: Play, seat: int, out: Events) -> int:
    n = 0
    for i in range(HAND):
        if s.hand[seat, i] != NONE:
            out[n] = s.hand[seat, i]
            n += 1
    return n


@rule
def act(s: Play, ev: Events, seat: int, action: int) -> None:
    if s.hand[seat, 0] == action:
        s.hand[seat, 0] = s.hand[seat, 1]
    s.hand[seat, 1] = NONE
    s.laid[seat] = action
    following = (seat + 1) % SEATS
    if s.opt_leak == ORDER and action % 2 and s.laid[(seat + 2) % SEATS] == NONE:
        following = (seat + 2) % SEATS
    while s.laid[following] != NONE and following != seat:
        following = (following + 1) % SEATS
    knows = only(seat)
    if s.opt_leak == EVENT:
        knows = ALL
    if s.opt_leak == NEXT:
        knows = only(seat) | only(following)
    tell(ev, LAID, 0, ALL, knows)
    put2(ev, seat, action)
    if s.opt_leak == FIELD:
        s.high = int(action > 4)
    if s.opt_leak == GLIMPSE:
        s.high = int(action > 4)
        pause(s, ev)
        s.high = 0
    if s.opt_leak == HALT and action > 4:
        pause(s, ev)
    if s.opt_leak == EXTRA and action == 7:
        tell(ev, WINK, 0, ALL, ALL)
        put(ev, seat)
    s.turn = following
    if following == seat:
        show(s, ev)


@rule
def show(s: Play, ev: Events) -> None:
    tell(ev, SHOWN, 0, ALL, ALL)
    put_list(ev, s.laid)
    pause(s, ev)
    if s.opt_leak == BOAST:
        tell(ev, BOASTED, 0, ALL, ALL)
        put(ev, s.laid[0])
    n = 0
    while s.row[n] != NONE:
        n += 1
    for seat in range(SEATS):
        s.row[n + seat] = s.laid[seat]
        s.laid[seat] = NONE
    s.turn = 0
    s.phase = int(s.hand[0, 0] == NONE)


@rule
def winners(s: Play) -> int:
    return 1


@rule
def score(s: Play, seat: int) -> int:
    return 0
