"""Everything about one play of Arkham Ritual, field by field, and who sees it; its events, and what they hide."""

from takujo.core.events import EventType, Many
from takujo.core.kinds import BOOL, INT, Names, Range
from takujo.core.options import Option
from takujo.core.record import NONE, Field, Record, Seen

from .cards import DECK, DUMMIES, GROUPS, IDS, MOST_OUT, SANITY, SEATS, SPACES

OFFER, RESPOND, ORB, OVER = range(4)
AT_TOP, AT_OFFERED, AT_HAND, AT_REMOVED = range(4)  # where the card looked at is
BY_OLD_ONE, BY_ELDER_SIGN, BY_DECLINE, BY_DECK, BY_TRAPEZOHEDRON = range(5)  # R12: the first that holds ends a round
SANE, INSANE = range(2)  # 正気 狂気
JUDGEMENT = len(IDS)  # why sanity changes: a card, or the judgement

CARD = Names(IDS)
PHASE = Names(("offer", "respond", "orb", "over"))
PLACE = Names(("top", "offered", "hand", "removed"))
COLOUR = Names(("sane", "mad"))
CAUSE = Names(("great-old-one", "elder-sign", "all-declined", "deck-empty", "shining-trapezohedron"))
WHY = Names((*IDS, "judgement"))

OPTIONS = (
    Option("event", "choice", "magical-orb", "10-2", choices=GROUPS["event"], between=True),
    Option("character1", "choice", "investigator", "10-3", choices=GROUPS["character1"], between=True),
    Option("character2", "choice", "cultist", "10-3", choices=GROUPS["character2"], between=True),
    Option("great_old_one", "choice", "cthulhu", "10-4", choices=GROUPS["great_old_one"], between=True),
    Option("doom_board", "bool", False, "13"),
    Option("true_winner", "bool", False, "8"),
    Option("first_parent", "seat", None, "5-1", nullable=True),
    Option("doom_values", "ints", [1, 2, 3, 4, 5, 6, 7], "13", low=1, high=SANITY, longest=SPACES),  # R2
    Option("yog_owner_compared", "bool", True, "10-4", reading=True),
    Option("nyarlathotep_owner_compared", "bool", False, "10-4", reading=True),
    Option("dummies_raise_loss", "bool", True, "14", reading=True),
    Option("orb_removes_for_game", "bool", False, "10-2", reading=True),
)

SEAT = Range(0, SEATS - 1)
DUMMY = Range(0, DUMMIES - 1)
COUNT = Range(1, 1 << 16)
LEFT = Range(0, SANITY)
CHANGE = Range(-SANITY, SANITY)

ALL, OTHERS, NOBODY, BY_RULE = Seen.EVERYONE, Seen.OTHERS, Seen.NOBODY, Seen.BY_RULE
PER_SEAT, PER_DUMMY = (SEATS,), (DUMMIES,)


class State(Record):
    title = "Arkham Ritual"
    fields = (
        Field("event", (), ALL, "the event card in play", "options.event", CARD),
        Field("character1", (), ALL, "the first character", "options.character1", CARD),
        Field("character2", (), ALL, "the second character", "options.character2", CARD),
        Field("great_old_one", (), ALL, "the Great Old One", "options.great_old_one", CARD),
        Field("doom_board", (), ALL, "is it used?", "options.doom_board", BOOL),
        Field("true_winner", (), ALL, "only most sanity wins", "options.true_winner", BOOL),
        Field("first_parent", (), ALL, "parent of round 1; NONE: by chance", "options.first_parent", SEAT, NONE),
        Field("doom_values", (SPACES,), ALL, "the doom board", "options.doom_values[]", INT, NONE),
        Field("yog_owner_compared", (), ALL, "R22", "options.yog_owner_compared", BOOL),
        Field("nyarlathotep_owner_compared", (), ALL, "R23", "options.nyarlathotep_owner_compared", BOOL),
        Field("dummies_raise_loss", (), ALL, "R8", "options.dummies_raise_loss", BOOL),
        Field("orb_removes_for_game", (), ALL, "R16", "options.orb_removes_for_game", BOOL),
        Field("round_no", (), ALL, "from 1", "round", COUNT),
        Field("turn", (), ALL, "from 1 in each round", "turn", COUNT),
        Field("phase", (), ALL, "what is to be decided", "phase", PHASE),
        Field("parent", (), ALL, "who drew the card", "parent", SEAT),
        Field("to_act", (1,), ALL, "who decides", "to_act[]", SEAT, NONE, derived=True),
        Field("sanity", PER_SEAT, ALL, "points of sanity", "sanity[players]", LEFT),
        Field("hand", PER_SEAT, OTHERS, "each seat's card; see unveil too", "hands[players]", CARD, NONE),
        Field("dummy", PER_DUMMY, ALL, "the dummies' cards", "dummies[]", CARD, NONE),
        Field("deck", (DECK,), BY_RULE, "the top first", "deck[]", CARD, NONE),
        Field("offered", (), BY_RULE, "the card drawn this turn", "offered", CARD, NONE),
        Field("path", (SEATS - 1,), ALL, "seats that were offered it", "path[]", SEAT, NONE),
        Field("on_table", (), ALL, "the set of hands on the table"),
        Field("discard", (DECK,), ALL, "face up, oldest first", "discard[]", CARD, NONE),
        Field("removed", (MOST_OUT,), BY_RULE, "taken out by the Orb, oldest first", "removed[]", CARD, NONE),
        Field("removed_by", (MOST_OUT,), ALL, "who took each out, and knows it", "removed_by[]", SEAT, NONE),
        Field("gate_clear", (), ALL, "the set of seats known to hold no Great Old One"),
        Field("doom_space", (), ALL, "where the doom marker is", "doom_space", INT, NONE),
        Field("set_aside", (4,), NOBODY, "for the Mystery Card, the next first", "set_aside[]", CARD, NONE),
        # The one look of this round. It follows the card.
        Field("look_seat", (), ALL, "who looked", "look?.seat", SEAT, NONE),
        Field("look_event", (), ALL, "by which card", "look?.event", CARD, NONE),
        Field("look_card", (), BY_RULE, "at what", "look?.card", CARD, NONE),
        Field("look_colour", (), ALL, "its colour, if all know it", "look?.colour", COLOUR, NONE),
        Field("look_at", (), ALL, "where it is now", "look?.at", PLACE, NONE),
        Field("look_holder", (), ALL, "in whose hand", "look?.holder", SEAT, NONE),
        # The round that ended last, turned up for all (R39).
        Field("l_round", (), ALL, "its number", "last_round?.round", COUNT, NONE),
        Field("l_cause", (), ALL, "why it ended", "last_round?.cause", CAUSE, NONE),
        Field("l_parent", (), ALL, "its last parent", "last_round?.last_parent", SEAT, NONE),
        Field("l_hand", PER_SEAT, ALL, "the hands", "last_round?.hands[players]", CARD, NONE),
        Field("l_dummy", PER_DUMMY, ALL, "the dummies' cards", "last_round?.dummies[]", CARD, NONE),
        Field("l_card", (), ALL, "Great Old One met", "last_round?.great_old_one?.card", CARD, NONE),
        Field("l_effect", (), ALL, "and what it did", "last_round?.great_old_one?.effect", CARD, NONE),
        Field("l_owner", (), ALL, "its holder", "last_round?.great_old_one?.owner", SEAT, NONE),
        Field("l_owner_dummy", (), ALL, "or dummy", "last_round?.great_old_one?.owner_dummy", DUMMY, NONE),
        Field("l_failed", PER_SEAT, ALL, "seats that failed", "last_round?.failed[]", SEAT, NONE),
        Field("l_failed_dummy", PER_DUMMY, ALL, "dummies that did", "last_round?.failed_dummies[]", DUMMY, NONE),
        Field("l_loss", (), ALL, "prescribed number", "last_round?.loss", INT, NONE),
        Field("l_extra", (), ALL, "Hastur's mad cards", "last_round?.extra", INT, NONE),
        Field("l_delta", PER_SEAT, ALL, "sanity gained or lost", "last_round?.delta[players]", CHANGE, NONE),
    )  # fmt: skip


# Sections of the rulebook as events cite them (docs/rules/arkham-ritual.md).
CITATIONS = (
    "5", "5-1", "6-1", "6-2-1", "6-2-2", "6-3", "7-1", "7-2", "7-3", "8", "10-2", "10-3", "10-4", "13", "14", "promo",
)  # fmt: skip
(
    S5, S5_1, S6_1, S6_2_1, S6_2_2, S6_3, S7_1, S7_2, S7_3, S8, S10_2, S10_3, S10_4, S13, S14, PROMO,
) = range(len(CITATIONS))  # fmt: skip

FIRST, FEWEST, FEWEST_TIE = range(3)
HAND_ON_TABLE, LEFT_NEIGHBOUR = range(2)
ROUND_END, END_BY_TRAPEZOHEDRON = range(2)

(
    ROUND_STARTS, DEALT, TURN_STARTS, DRAWN, OFFERED, PASSED, DISCARDED, TAKEN, DECLINED, SIGN_ACTS, GATE_ACTS, LOOKED,
    RETURNED, REMOVED, FIZZLED, NEXT_PARENT, ROUND_ENDS, JUDGED, MYSTERY_TURNED, OLD_ONE_ACTS, SANITY_CHANGED,
    DOOM_MOVED, GAME_OVER,
) = range(23)  # fmt: skip
EVENTS = (
    EventType("round_start", round=INT, parent=INT, why=Names(("first", "fewest", "fewest-tie"))),
    EventType("deal", hidden="card", reveals="card", seat=INT, dummy=INT, card=CARD),
    EventType("turn_start", turn=INT, parent=INT),
    EventType("draw", hidden="card", reveals="card", seat=INT, card=CARD, deck_left=INT),
    EventType("offer", seat=INT, to=INT),
    EventType("pass", seat=INT, to=INT),
    EventType("discard", reveals="card", seat=INT, card=CARD),
    EventType("take", hidden="card", reveals="card", seat=INT, card=CARD),
    EventType("decline", reveals="card", seat=INT, card=CARD),
    EventType("elder_sign", seat=INT),
    EventType("gate", seat=INT, card=CARD, great_old_one=CARD, owner=INT, owner_dummy=INT),
    EventType("look", hidden="card", reveals="card colour", seat=INT, event=CARD, card=CARD, colour=COLOUR),
    EventType("return", seat=INT),
    EventType("remove", hidden="card", reveals="card", seat=INT, card=CARD, out_of=Names(("round", "game"))),
    EventType("fizzle", seat=INT, card=CARD),
    EventType("next_parent", seat=INT, why=Names(("hand-on-table", "left-neighbour"))),
    EventType("round_end", reveals="hands dummies", round=INT, cause=CAUSE, hands=Many(CARD), dummies=Many(CARD)),
    EventType("judgement", survived=Many(INT), failed=Many(INT), failed_dummies=Many(INT), loss=INT),
    EventType("mystery", reveals="revealed", revealed=CARD),
    EventType(
        "great_old_one", card=CARD, effect=CARD, owner=INT, owner_dummy=INT, failed=Many(INT), failed_dummies=Many(INT),
        loss=INT, extra=INT,
    ),
    EventType("sanity", seat=INT, delta=INT, now=INT, why=WHY),
    EventType("doom", space=INT, value=INT),
    EventType(
        "game_over", cause=Names(("round-end", "shining-trapezohedron")), winners=Many(INT), scores=Many(INT)
    ),
)  # fmt: skip
