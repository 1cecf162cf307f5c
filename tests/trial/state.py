"""Everything about one play of the trial game."""

from takujo.core.events import EventType, Many
from takujo.core.kinds import INT, Names
from takujo.core.options import Option
from takujo.core.record import NONE, Field, Record, Seen

SEATS, CARDS, HAND = 3, 9, 2
LEAKS = ("none", "event", "next", "field", "order", "extra", "guess", "boast", "glimpse", "halt")
NO_LEAK, EVENT, NEXT, FIELD, ORDER, EXTRA, GUESS, BOAST, GLIMPSE, HALT = range(len(LEAKS))

OPTIONS = (Option("leak", "choice", "none", "1", choices=LEAKS),)
CITATIONS = ("1",)
LAID, SHOWN, WINK, BOASTED = range(4)
EVENTS = (
    EventType("laid", hidden="card", seat=INT, card=INT),
    EventType("shown", reveals="cards", cards=Many(INT)),
    EventType("wink", seat=INT),
    EventType("boasted", hidden="card", card=INT),
)


class Play(Record):
    title = "Trial"
    fields = (
        Field("opt_leak", (), Seen.EVERYONE, "what is broken", "options.leak", Names(LEAKS)),
        Field("phase", (), Seen.EVERYONE, "playing or over", "phase", Names(("lay", "over"))),
        Field("turn", (), Seen.EVERYONE, "whose turn", "turn"),
        Field("high", (), Seen.EVERYONE, "a note", "high"),
        Field("hand", (SEATS, HAND), Seen.OWNER, "cards", "hands[players][]", INT, NONE),
        Field("laid", (SEATS,), Seen.OWNER, "face down", "laid[players]?.card", INT, NONE),
        Field("row", (SEATS * HAND,), Seen.EVERYONE, "shown before", "row[]", INT, NONE),
        Field("rest", (CARDS,), Seen.NOBODY, "not dealt", "rest[]", INT, NONE),
    )
