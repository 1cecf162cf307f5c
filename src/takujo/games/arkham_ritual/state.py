"""Everything about one play of Arkham Ritual: its fields, who sees them, its actions, its events and what they hide."""

from takujo.core.actions import ActionType, ActionTypes
from takujo.core.events import EventType, EventTypes, Many, Maybe
from takujo.core.kinds import BOOL, INT, Range, Seat, Terms
from takujo.core.options import Option
from takujo.core.record import NONE, Field, Record, Seen

from .cards import CARD, DECK, DUMMIES, GROUPS, IDS, MOST_OUT, SANITY, SEATS, SPACES

PHASE = Terms("offer", "respond", "orb", "over")
PLACE = Terms("top", "offered", "hand", "removed")  # where the card looked at is
COLOUR = Terms("sane", "mad")  # 正気 狂気
CAUSE = Terms(
    "great-old-one", "elder-sign", "all-declined", "deck-empty", "shining-trapezohedron"
)  # R12: the first holds
WHY = Terms(*IDS, "judgement")  # why sanity changes: a card, or the judgement
START_WHY = Terms("first", "fewest", "fewest-tie")
NEXT_WHY = Terms("hand-on-table", "left-neighbour")
END_WHY = Terms("round-end", "shining-trapezohedron")

OPTIONS = (
    Option("event", "choice", "magical-orb", "10-2", choices=GROUPS["event"], between=True),
    Option("character1", "choice", "investigator", "10-3", choices=GROUPS["character1"], between=True),
    Option("character2", "choice", "cultist", "10-3", choices=GROUPS["character2"], between=True),
    Option("great_old_one", "choice", "cthulhu", "10-4", choices=GROUPS["great_old_one"], between=True),
    Option("doom_board", "bool", False, "13"),
    Option("true_winner", "bool", False, "8"),
    Option("first_parent", "seat", None, "5-1", nullable=True),
    Option("doom_values", "ints", [1, 2, 3, 4, 5, 6, 7], "13", low=1, high=max(SANITY, 7), longest=SPACES),  # R2
    Option("yog_owner_compared", "bool", True, "10-4", reading=True),
    Option("nyarlathotep_owner_compared", "bool", False, "10-4", reading=True),
    Option("dummies_raise_loss", "bool", True, "14", reading=True),
    Option("orb_removes_for_game", "bool", False, "10-2", reading=True),
)

SEAT = Seat(SEATS)
DUMMY = Range(0, DUMMIES - 1)
COUNT = Range(1, 1 << 16)
LEFT = Range(0, SANITY)
CHANGE = Range(-SANITY, SANITY)

ACTION = ActionTypes(
    __name__,
    ActionType("offer", to=SEAT),
    ActionType("accept"),
    ActionType("pass", to=SEAT),
    ActionType("decline"),
    ActionType("return"),
    ActionType("remove"),
)

OPEN, OTHERS, HIDDEN, BY_RULE = Seen.EVERYONE, Seen.OTHERS, Seen.NOBODY, Seen.BY_RULE
PER_SEAT, PER_DUMMY = (SEATS,), (DUMMIES,)


class Play(Record):
    title = "Arkham Ritual"
    fields = (
        Field("opt_event", (), OPEN, "the event card in play", "options.event", CARD),
        Field("opt_character1", (), OPEN, "the first character", "options.character1", CARD),
        Field("opt_character2", (), OPEN, "the second character", "options.character2", CARD),
        Field("opt_great_old_one", (), OPEN, "the Great Old One", "options.great_old_one", CARD),
        Field("opt_doom_board", (), OPEN, "is it used?", "options.doom_board", BOOL),
        Field("opt_true_winner", (), OPEN, "only most sanity wins", "options.true_winner", BOOL),
        Field("opt_first_parent", (), OPEN, "parent of round 1; NONE: by chance", "options.first_parent?", SEAT, NONE),
        Field("opt_doom_values", (SPACES,), OPEN, "the doom board", "options.doom_values[]", INT, NONE),
        Field("opt_yog_owner_compared", (), OPEN, "R22", "options.yog_owner_compared", BOOL),
        Field("opt_nyarlathotep_owner_compared", (), OPEN, "R23", "options.nyarlathotep_owner_compared", BOOL),
        Field("opt_dummies_raise_loss", (), OPEN, "R8", "options.dummies_raise_loss", BOOL),
        Field("opt_orb_removes_for_game", (), OPEN, "R16", "options.orb_removes_for_game", BOOL),
        Field("round_no", (), OPEN, "from 1", "round", COUNT),
        Field("turn", (), OPEN, "from 1 in each round", "turn", COUNT),
        Field("phase", (), OPEN, "what is to be decided", "phase", PHASE),
        Field("parent", (), OPEN, "who drew the card", "parent", SEAT),
        Field("to_act", (1,), OPEN, "who decides", "to_act[]", SEAT, NONE, derived=True),
        Field("sanity", PER_SEAT, OPEN, "points of sanity", "sanity[players]", LEFT),
        Field("hand", PER_SEAT, OTHERS, "each seat's card; see unveil too", "hands[players]", CARD, NONE),
        Field("dummy", PER_DUMMY, OPEN, "the dummies' cards", "dummies[]", CARD, NONE),
        Field("deck", (DECK,), BY_RULE, "the top first", "deck[]?", CARD, NONE),
        Field("offered", (), BY_RULE, "the card drawn this turn", "offered?", CARD, NONE),
        Field("path", (SEATS - 1,), OPEN, "seats that were offered it", "path[]", SEAT, NONE),
        Field("on_table", (), OPEN, "the set of hands on the table"),
        Field("discard", (DECK,), OPEN, "face up, oldest first", "discard[]", CARD, NONE),
        Field("removed", (MOST_OUT,), BY_RULE, "taken out by the Orb, oldest first", "removed[]?", CARD, NONE),
        Field("removed_by", (MOST_OUT,), OPEN, "who took each out, and knows it", "removed_by[]", SEAT, NONE),
        Field("gate_clear", (), OPEN, "the set of seats known to hold no Great Old One"),
        Field("doom_space", (), OPEN, "where the doom marker is", "doom_space?", INT, NONE),
        Field("set_aside", (4,), HIDDEN, "for the Mystery Card, the next first", "set_aside[]", CARD, NONE),
        # The one look of this round. It follows the card.
        Field("look_seat", (), OPEN, "who looked", "look?.seat", SEAT, NONE),
        Field("look_event", (), OPEN, "by which card", "look?.event", CARD, NONE),
        Field("look_card", (), BY_RULE, "at what", "look?.card?", CARD, NONE),
        Field("look_colour", (), OPEN, "its colour, if all know it", "look?.colour?", COLOUR, NONE),
        Field("look_at", (), OPEN, "where it is now", "look?.at", PLACE, NONE),
        Field("look_holder", (), OPEN, "in whose hand", "look?.holder?", SEAT, NONE),
        # The round that ended last, turned up for all (R39).
        Field("l_round", (), OPEN, "its number", "last_round?.round", COUNT, NONE),
        Field("l_cause", (), OPEN, "why it ended", "last_round?.cause", CAUSE, NONE),
        Field("l_parent", (), OPEN, "its last parent", "last_round?.last_parent", SEAT, NONE),
        Field("l_hand", PER_SEAT, OPEN, "the hands", "last_round?.hands[players]", CARD, NONE),
        Field("l_dummy", PER_DUMMY, OPEN, "the dummies' cards", "last_round?.dummies[]", CARD, NONE),
        Field("l_card", (), OPEN, "Great Old One met", "last_round?.great_old_one?.card", CARD, NONE),
        Field("l_effect", (), OPEN, "and what it did", "last_round?.great_old_one?.effect", CARD, NONE),
        Field("l_owner", (), OPEN, "its holder", "last_round?.great_old_one?.owner?", SEAT, NONE),
        Field("l_owner_dummy", (), OPEN, "or dummy", "last_round?.great_old_one?.owner_dummy?", DUMMY, NONE),
        Field("l_failed", PER_SEAT, OPEN, "seats that failed", "last_round?.failed[]", SEAT, NONE),
        Field("l_failed_dummy", PER_DUMMY, OPEN, "dummies that did", "last_round?.failed_dummies[]", DUMMY, NONE),
        Field("l_loss", (), OPEN, "prescribed number", "last_round?.loss?", INT, NONE),
        Field("l_extra", (), OPEN, "Hastur's mad cards", "last_round?.extra", INT, NONE),
        Field("l_delta", PER_SEAT, OPEN, "sanity gained or lost", "last_round?.delta[players]", CHANGE, NONE),
    )  # fmt: skip


# Sections of the rulebook as events cite them (docs/rules/arkham-ritual.md).
RULE = Terms(
    "5", "5-1", "6-1", "6-2-1", "6-2-2", "6-3", "7-1", "7-2", "7-3", "8", "10-2", "10-3", "10-4", "13", "14", "promo",
)  # fmt: skip

EVENT = EventTypes(
    EventType("round_start", round=INT, parent=INT, why=START_WHY),
    EventType("deal", hidden="card", reveals="card", seat=Maybe(INT), dummy=Maybe(INT), card=CARD),
    EventType("turn_start", turn=INT, parent=INT),
    EventType("draw", hidden="card", reveals="card", seat=INT, card=CARD, deck_left=INT),
    EventType("offer", seat=INT, to=INT),
    EventType("pass", seat=INT, to=INT),
    EventType("discard", reveals="card", seat=INT, card=CARD),
    EventType("take", hidden="card", reveals="card", seat=INT, card=CARD),
    EventType("decline", reveals="card", seat=INT, card=CARD),
    EventType("elder_sign", seat=INT),
    EventType(
        "gate", reveals="great_old_one owner owner_dummy", seat=INT, card=CARD, great_old_one=Maybe(CARD),
        owner=Maybe(INT), owner_dummy=Maybe(INT),
    ),
    EventType("look", hidden="card", reveals="card colour", seat=INT, event=CARD, card=CARD, colour=Maybe(COLOUR)),
    EventType("return", seat=INT),
    EventType("remove", hidden="card", reveals="card", seat=INT, card=CARD, out_of=Terms("round", "game")),
    EventType("fizzle", seat=INT, card=CARD),
    EventType("next_parent", seat=INT, why=NEXT_WHY),
    EventType("round_end", reveals="hands dummies", round=INT, cause=CAUSE, hands=Many(CARD), dummies=Many(CARD)),
    EventType("judgement", survived=Many(INT), failed=Many(INT), failed_dummies=Many(INT), loss=INT),
    EventType("mystery", reveals="revealed", revealed=CARD),
    EventType(
        "great_old_one", card=CARD, effect=CARD, owner=Maybe(INT), owner_dummy=Maybe(INT), failed=Many(INT),
        failed_dummies=Many(INT), loss=Maybe(INT), extra=INT,
    ),
    EventType("sanity", seat=INT, delta=INT, now=INT, why=WHY),
    EventType("doom", space=INT, value=INT),
    EventType(
        "game_over", cause=END_WHY, winners=Many(INT), scores=Many(INT)
    ),
)  # fmt: skip
