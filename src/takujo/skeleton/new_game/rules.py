"""A card each; in turn everybody keeps it or swaps it with the deck; the highest card wins."""

from takujo.core.chance import shuffle
from takujo.core.events import ALL, put, put2, put_list, put_set, tell
from takujo.core.jit import Events, rule
from takujo.core.record import NONE
from takujo.core.sets import only

from .state import ACTION, CARDS, EVENT, PHASE, RULE, Play


@rule
def draw(s: Play) -> int:
    """The next card of the deck."""
    card = s.deck[0]
    for i in range(CARDS - 1):
        s.deck[i] = s.deck[i + 1]
    s.deck[CARDS - 1] = NONE
    return card


@rule
def setup(s: Play, ev: Events) -> None:
    for i in range(CARDS):
        s.deck[i] = i + 1
    shuffle(s.chance, s.deck, CARDS)
    for seat in range(s.players):
        s.hand[seat] = draw(s)
        tell(ev, EVENT.DEALT, RULE.DEAL, ALL, only(seat))  # all hear of it, only the seat knows the card
        put2(ev, seat, s.hand[seat])


@rule
def acting(s: Play) -> int:
    return 0 if s.phase == PHASE.OVER else only(s.turn)


@rule
def legal(s: Play, seat: int, out: Events) -> int:
    out[0] = ACTION.KEEP
    out[1] = ACTION.SWAP
    return 2


@rule
def act(s: Play, ev: Events, seat: int, action: int) -> None:
    if action == ACTION.SWAP:
        n = 0
        while s.discard[n] != NONE:
            n += 1
        s.discard[n] = s.hand[seat]
        s.hand[seat] = draw(s)
        tell(ev, EVENT.SWAPPED, RULE.TURN, ALL, only(seat))
        put2(ev, seat, s.hand[seat])
    else:
        tell(ev, EVENT.KEPT, RULE.TURN, ALL, ALL)
        put(ev, seat)
    s.turn += 1
    if s.turn == s.players:
        s.turn, s.phase = 0, PHASE.OVER
        tell(ev, EVENT.SHOWN, RULE.END, ALL, ALL)
        put_list(ev, s.hand)
        tell(ev, EVENT.GAME_OVER, RULE.END, ALL, ALL)
        put_set(ev, winners(s))


@rule
def winners(s: Play) -> int:
    best = 0
    for seat in range(1, s.players):
        if s.hand[seat] > s.hand[best]:
            best = seat
    return only(best)


@rule
def score(s: Play, seat: int) -> int:
    return s.hand[seat]
