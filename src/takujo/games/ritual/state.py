"""Everything about one play of RITUAL, field by field, and who sees it; its actions and events, and what they hide."""

from takujo.core.actions import ActionType, ActionTypes
from takujo.core.events import Each, EventType, EventTypes, Many
from takujo.core.kinds import BOOL, INT, Names, Range, Seat, Terms
from takujo.core.options import Option
from takujo.core.record import NONE, Field, Record, Seen

from .cards import BACKS, CARDS, COLOURS, HAND, IDS, MARKERS, RITUALS, ROUNDS, SEATS

CARD = Names(IDS)
COLOUR = Terms(*COLOURS)
BACK = Names([list(back) for back in BACKS])
SEAT, SET = Seat(SEATS), Range(0, SEATS - 1)
SIDE = Range(0, 1)
COUNT = Range(0, 1 << 16)

PHASE = Terms("take-sets", "chant", "over")
PAID = Terms("scored", "none", "madness")  # what became of a chant
OUTCOME = Terms("smooth", "wicked", "vortex", "accord")  # 順調 邪悪な行い 狂気の渦 無意識なる一致
ENDING = Terms("mastered", "excellent", "void")  # 熟達した詠唱 優秀な術者
REASON = Terms("exact-ten", "five-rounds", "last-caster", "restart-cap")
NEXT_BY = Terms("total", "last-round", "clockwise", "void", "total-of-all")
WON_BY = Terms("contribution", "last-ritual", "shared")

OPTIONS = (
    Option("start", "seat", None, "SET-3", nullable=True),
    Option("restart_cap", "int", None, "MAD-3", nullable=True),
    Option("out_may_start", "bool", False, "NR-1", reading=True),
    Option("out_ranks", "bool", False, "MAD-4", reading=True),
)

ACTION = ActionTypes(
    __name__,
    ActionType("take-set", set=SET),
    ActionType("chant", private="card side", card=CARD, side=SIDE),
)

OPEN, OWNER, HIDDEN = Seen.EVERYONE, Seen.OWNER, Seen.NOBODY
PER_SEAT = (SEATS,)


class Play(Record):
    title = "RITUAL"
    fields = (
        Field("opt_start", (), OPEN, "first start player; NONE: by chance", "options.start?", INT, NONE),
        Field("opt_restart_cap", (), OPEN, "restarts a ritual may have; NONE: any", "options.restart_cap?", INT, NONE),
        Field("opt_out_may_start", (), OPEN, "may who is out begin the next ritual?", "options.out_may_start", BOOL, 0),
        Field("opt_out_ranks", (), OPEN, "does who is out take a place, unpaid?", "options.out_ranks", BOOL, 0),
        Field("phase", (), OPEN, "taking sets, chanting or over", "phase", PHASE),
        Field("ritual", (), OPEN, "1 to 3", "ritual", Range(1, RITUALS)),
        Field("restarts", (), OPEN, "restarts of this ritual so far", "restarts", COUNT),
        Field("round_no", (), OPEN, "1 to 5; 0 while sets are taken", "round", Range(0, ROUNDS)),
        Field("start", (), OPEN, "start player of the round", "start", SEAT),
        Field("ritual_start", (), OPEN, "start player of round 1 of this ritual", "ritual_start", SEAT),
        Field("altar", (), OPEN, "colour on the altar", "altar?", COLOUR, NONE),
        Field("used", (RITUALS, MARKERS), OPEN, "markers drawn, by ritual", "used_markers[ritual][]", COLOUR, NONE),
        Field("markers", (MARKERS,), HIDDEN, "face-down markers, the next one first", "markers[]", COLOUR, NONE),
        Field("laid", (), OPEN, "sets laid out; 0 outside take-sets"),
        Field("sets", (SEATS, HAND), HIDDEN, "cards of each set", "sets[laid]?[]", CARD, NONE),
        Field("hand", (SEATS, HAND), OWNER, "cards in hand, by back and index", "hands[players][]", CARD, NONE),
        Field("unused", (CARDS,), HIDDEN, "cards left out of this ritual", "unused[]", CARD, NONE),
        Field("played_card", PER_SEAT, OWNER, "card lying face down", "played[players]?.card", CARD, NONE),
        Field("played_side", PER_SEAT, OWNER, "end towards the altar", "played[players]?.side", SIDE, NONE),
        Field("row_card", (SEATS, ROUNDS), OPEN, "chants of this ritual: the card", "rows[players][].card", CARD, NONE),
        Field("row_side", (SEATS, ROUNDS), OPEN, "the end chanted", "rows[players][].side", SIDE, NONE),
        Field("row_paid", (SEATS, ROUNDS), OPEN, "what became of it", "rows[players][].result?", PAID, NONE),
        Field("contribution", PER_SEAT, OPEN, "contribution points", "contribution[players]", COUNT),
        # Finished rituals.
        Field("h_ritual", (RITUALS,), OPEN, "its number", "history[].ritual", INT, NONE),
        Field("h_result", (RITUALS,), OPEN, "how it ended", "history[].result", ENDING, NONE),
        Field("h_reason", (RITUALS,), OPEN, "and why", "history[].reason", REASON, NONE),
        Field("h_rounds", (RITUALS,), OPEN, "last round played", "history[].rounds", INT, NONE),
        Field("h_restarts", (RITUALS,), OPEN, "times restarted", "history[].restarts", INT, NONE),
        Field("h_total", (RITUALS, SEATS), OPEN, "totals", "history[].totals[players]", INT, NONE),
        Field("h_minus", (RITUALS, SEATS), OPEN, "minus points", "history[].minus[players]", INT, NONE),
        Field("h_out", (RITUALS, SEATS), OPEN, "who was out", "history[].eliminated[players]", BOOL, NONE),
        Field("h_last", (RITUALS, SEATS), OPEN, "points of last round", "history[].last_round[players]?", INT, NONE),
        Field("h_award", (RITUALS, SEATS), OPEN, "contribution won", "history[].awards[players]", INT, NONE),
        Field("h_next", (RITUALS,), OPEN, "start player of the next ritual", "history[].next_start?", INT, NONE),
        # Public facts that follow from the rest; kept, because hidden cards show their backs (A08).
        Field("to_act", (1,), OPEN, "who decides", "to_act[]", SEAT, NONE, derived=True),
        Field("out", PER_SEAT, OPEN, "put out of this ritual", "eliminated[players]", BOOL, 0, derived=True),
        Field("total", PER_SEAT, OPEN, "scored less madness points", "totals[players]", INT, 0, derived=True),
        Field("minus", PER_SEAT, OPEN, "madness points", "minus[players]", INT, 0, derived=True),
        Field("set_back", (SEATS, HAND), OPEN, "backs of each set", "set_backs[laid]?[]", BACK, NONE, derived=True),
        Field("hand_back", (SEATS, HAND), OPEN, "backs in hand", "hand_backs[players][]", BACK, NONE, derived=True),
        Field("unused_back", (CARDS,), OPEN, "backs left out", "unused_backs[]", BACK, NONE, derived=True),
        Field("played_back", PER_SEAT, OPEN, "its back", "played_backs[players]?", BACK, NONE, True),
    )  # fmt: skip


# Headings of the rulebook as events and refusals cite them (docs/rules/ritual.md).
RULE = Terms(
    "SET-2", "SET-3", "SET-4", "RND-1", "RND-2", "RND-3", "RES-S", "RES-W", "RES-V", "RES-U", "LAY-1", "LAY-2", "LAY-3",
    "MAD-2", "MAD-3", "NEXT-1", "END-M1", "END-M2", "END-M3", "END-E0", "END-E1", "END-E2", "NR-1", "NR-2", "NR-3",
    "FIN-1", "FIN-2", "FIN-3",
)  # fmt: skip

EVENT = EventTypes(
    EventType("set-taken", hidden="cards", seat=INT, set=INT, cards=Many(CARD), backs=Many(BACK), forced=BOOL),
    EventType("altar", reveals="colour", ritual=INT, round=INT, seat=INT, colour=COLOUR),
    EventType("chant", hidden="card side", reveals="back", seat=INT, card=CARD, side=INT, back=BACK),
    EventType("reveal", reveals="chants", chants=Many(Each(seat=INT, card=CARD, side=INT, colour=COLOUR, points=INT))),
    EventType("outcome", result=OUTCOME, altar=COLOUR, on=Many(INT), off=Many(INT), off_colours=Many(COLOUR)),
    EventType("points", seat=INT, result=PAID, delta=INT, total=INT, minus=INT),
    EventType("eliminated", seat=INT, minus=INT),
    EventType("ritual-restarts", ritual=INT, restarts=INT, returned=Many(COLOUR)),
    EventType("ritual-ends", ritual=INT, result=ENDING, reason=REASON, totals=Many(INT), eliminated=Many(BOOL)),
    EventType("contribution", seat=INT, amount=INT, place=INT),
    EventType("next-start", seat=INT, by=NEXT_BY),
    EventType("game-over", winners=Many(INT), scores=Many(INT), by=WON_BY),
    EventType("ritual-begins", ritual=INT, restarts=INT, start=INT),
    EventType(
        "sets-laid",
        hidden="sets unused",
        reveals="backs",
        sets=Many(Many(CARD)),
        set_backs=Many(Many(BACK)),
        unused=Many(CARD),
    ),
    EventType("start-passes", from_=INT, to=INT, skipped=Many(INT)),
)
