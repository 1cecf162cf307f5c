"""Everything about one play, and who sees it; what can be done, and what is told."""

from takujo.core.actions import ActionType, ActionTypes
from takujo.core.events import EventType, EventTypes, Many
from takujo.core.kinds import Range, Seat, Terms
from takujo.core.record import NONE, Field, Record, Seen

SEATS, CARDS = 6, 13
SEAT, CARD = Seat(SEATS), Range(1, CARDS)

PHASE = Terms("swap", "over")
RULE = Terms("deal", "turn", "end")  # what events cite: places of the rulebook
ACTION = ActionTypes(__name__, ActionType("keep"), ActionType("swap"))
EVENT = EventTypes(
    EventType("dealt", hidden="card", seat=SEAT, card=CARD),
    EventType("kept", seat=SEAT),
    EventType("swapped", hidden="card", seat=SEAT, card=CARD),
    EventType("shown", reveals="cards", cards=Many(CARD)),
    EventType("game-over", reveals="winners", winners=Many(SEAT)),
)


class Play(Record):
    title = "New game"
    fields = (
        Field("phase", (), Seen.EVERYONE, "swapping or over", "phase", PHASE),
        Field("turn", (), Seen.EVERYONE, "who decides", "turn", SEAT),
        Field("hand", (SEATS,), Seen.OWNER, "the card of each player", "hands[players]", CARD, NONE),
        Field("deck", (CARDS,), Seen.NOBODY, "face down, the next one first", "deck[]", CARD, NONE),
        Field("discard", (SEATS,), Seen.NOBODY, "swapped away, face down", "discard[]", CARD, NONE),
    )
