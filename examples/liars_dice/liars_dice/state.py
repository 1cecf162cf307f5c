"""Everything about one play of liar's dice, and who sees it; what can be done, and what is told."""

from takujo.core.actions import ActionType, ActionTypes
from takujo.core.events import EventType, EventTypes, Many
from takujo.core.kinds import BOOL, Range, Seat, Terms
from takujo.core.options import Option
from takujo.core.record import NONE, Field, Record, Seen

SEATS, DICE, FACES = 6, 5, 6
MOST = SEATS * DICE
SEAT, COUNT, FACE, LEFT = Seat(SEATS), Range(1, MOST), Range(1, FACES), Range(0, DICE)

PHASE = Terms("bid", "over")
RULE = Terms("roll", "bid", "liar", "end")
OPTIONS = (
    Option("dice", "int", DICE, "roll", low=1, high=DICE),
    Option("wild_ones", "bool", False, "liar"),
)
ACTION = ActionTypes(__name__, ActionType("liar"), ActionType("bid", count=COUNT, face=FACE))
EVENT = EventTypes(
    EventType("rolled", hidden="dice", seat=SEAT, dice=Many(FACE)),
    EventType("bid", seat=SEAT, count=COUNT, face=FACE),
    EventType("liar", seat=SEAT, target=SEAT),
    EventType("shown", reveals="dice", seat=SEAT, dice=Many(FACE)),
    EventType("counted", reveals="found", count=COUNT, face=FACE, found=Range(0, MOST)),
    EventType("lost", reveals="type seat", seat=SEAT, left=LEFT),
    EventType("game-over", winners=Many(SEAT)),
)


class Play(Record):
    title = "Liar's dice"
    fields = (
        Field("opt_dice", (), Seen.EVERYONE, "dice of each player", "options.dice", LEFT),
        Field("opt_wild", (), Seen.EVERYONE, "do ones count as any face?", "options.wild_ones", BOOL),
        Field("phase", (), Seen.EVERYONE, "bidding or over", "phase", PHASE),
        Field("turn", (), Seen.EVERYONE, "who bids or calls", "turn", SEAT),
        Field("bidder", (), Seen.EVERYONE, "whose bid it is", "bidder?", SEAT, NONE),
        Field("count", (), Seen.EVERYONE, "so many dice ...", "count?", COUNT, NONE),
        Field("face", (), Seen.EVERYONE, "... of this face", "face?", FACE, NONE),
        Field("dice", (SEATS, DICE), Seen.OWNER, "under the cup", "dice[players][]", FACE, NONE),
    )
