"""Everything about one play of IN THE RUIN: its fields, who sees them, its actions, its events and what they hide."""

from takujo.core.actions import ActionType, ActionTypes
from takujo.core.events import EventType, EventTypes, Many, Maybe
from takujo.core.kinds import BOOL, INT, Names, Range, Terms
from takujo.core.options import Option
from takujo.core.record import NONE, Field, Record, Seen

from .cards import CARDS, GOAL_IDS, GOALS, HAND, LETTERS, SEATS
from .kinds import Box, SetOf, SheetRow, ShortList, SquareKind, Warp
from .pieces import SIZE, SQUARES

ROW = 3  # 並び
ROUNDS = 2 * CARDS  # the most there can be
BLANK = -1  # a box of the sheet with nothing in it yet
NULL = len(LETTERS)  # no letter, in a list of the log

PHASE = Terms("goals", "setup", "step1", "over")
SUB = Terms("keep", "take", "place", "draw", "move", "exit", "done")  # a seat's place in its part of the phase
MARK = Terms("passage", "wall")  # ○ ■
MAIN = Terms("passage", "wall", "single-wall", "none")  # begins as MARK does: a piece drawn as one of them
SPECIAL = Terms("extra", "warp")  # +1マス記入 ワープ移動
BECAME = Terms("gate", "wall", "kept-wall")  # what a taken letter becomes
OPENED_WHY = Terms("setup", "gems")
DISCARDED_WHY = Terms("reference", "gems", "collapse")
LETTER = Terms(*LETTERS)
GOAL = Names(GOAL_IDS)
SQUARE = SquareKind()
SHEET_ROW = SheetRow()
WARP = Warp(GOAL_IDS)
CLAIMS, SPECIALS = ShortList(LETTER, None), ShortList(Names((False, True)))
SEAT = Names(range(SEATS))
LETTER_SET, GOAL_SET, SEAT_SET = SetOf(LETTER), SetOf(GOAL), SetOf(SEAT)
COUNT = Range(0, 999)
ROUND = Range(1, 999)

OPTIONS = (
    Option("card_set", "file", "standard", "J2"),
    Option("solo_target", "int", 300, "J30", low=0, high=999),
    Option("single_wall_anywhere", "bool", False, "J8", reading=True),
    Option("full_sheet_penalty", "bool", False, "J10", reading=True),
    Option("extra_after_main", "bool", False, "J11", reading=True),
    Option("escape_needs_arrival", "bool", False, "J15", reading=True),
    Option("goals_renewed_at_once", "bool", False, "J19", reading=True),
)

# Numbers only: what an action is in JSON depends on the seat's card and hand (actions.py).
SLOT, CELL = Range(0, HAND - 1), Range(0, SQUARES - 1)
ACTION = ActionTypes(
    __name__,
    ActionType("keep", pair=Range(0, 5)),
    ActionType("take", slot=Range(0, 3), mark=MARK),
    ActionType("draw", mark=MARK, turn=Range(0, 7), anchor=CELL),
    ActionType("single-wall", cell=CELL),
    ActionType("no-draw"),
    ActionType("extra", slot=SLOT, mark=MARK, cell=CELL),
    ActionType("move", to=CELL),
    ActionType("warp", slot=SLOT, to=CELL),
    ActionType("escape"),
    ActionType("remain"),
)

OPEN, OWNER, HIDDEN, BY_RULE = Seen.EVERYONE, Seen.OWNER, Seen.NOBODY, Seen.BY_RULE
PER_SEAT = (SEATS,)


class Play(Record):
    title = "IN THE RUIN"
    fields = (
        Field("opt_solo_target", (), OPEN, "points that win a solo play", "options.solo_target", COUNT),
        Field("opt_single_wall_anywhere", (), OPEN, "may C be apart?", "options.single_wall_anywhere", BOOL, 0),
        Field("opt_full_sheet_penalty", (), OPEN, "does no-draw cost?", "options.full_sheet_penalty", BOOL, 0),
        Field("opt_extra_after_main", (), OPEN, "is +1 only after main actions?", "options.extra_after_main", BOOL, 0),
        Field("opt_escape_needs_arrival", (), OPEN, "who stays may not go?", "options.escape_needs_arrival", BOOL, 0),
        Field("opt_goals_renewed_at_once", (), OPEN, "no empty goal deck?", "options.goals_renewed_at_once", BOOL, 0),
        Field("stage", (), OPEN, "1 or 2", "stage", Range(1, 2), 1),
        Field("round_no", (), OPEN, "through both stages; 0 before round 1", "round", COUNT),
        Field("phase", (), OPEN, "choosing goals, set-up, step 1 or over", "phase", PHASE),
        Field("to_act", (), OPEN, "who decides: a bit set", "to_act", SEAT_SET, derived=True),
        Field("row", (ROW,), OPEN, "cards face up, farthest from the deck first", "row[]", LETTER, NONE),
        Field("deck", (CARDS,), HIDDEN, "exploration cards, top first", "deck[]", LETTER, NONE),
        Field("discard", (CARDS,), OPEN, "exploration cards in order of discarding", "discard[]", LETTER, NONE),
        Field("goal_deck", (GOALS,), HIDDEN, "goal cards, top first", "goal_deck[]", GOAL, NONE),
        Field("goal_discard", (GOALS,), OPEN, "goal cards in order of discarding", "goal_discard[]", GOAL, NONE),
        Field("open_letters", (), OPEN, "destinations: a bit set", "letters.open", LETTER_SET),
        Field("taken_letters", (), OPEN, "letters whose gem was found: a bit set", "letters.taken", LETTER_SET),
        # What lies in front of each seat. By rule: others see it as it was at the last public moment (J33).
        Field("sheet", (SEATS, SIZE), OWNER, "passages, walls, gates", "seats[players].sheet[]", SHEET_ROW, NONE),
        Field("piece", PER_SEAT, BY_RULE, "where it stands", "seats[players].piece?", SQUARE, NONE),
        Field("goals", (SEATS, HAND), BY_RULE, "goal cards in hand, by index", "seats[players].goals[]?", GOAL, NONE),
        Field("dealt", (SEATS, 4), BY_RULE, "set-up cards not yet drawn", "seats[players].dealt[]?", LETTER, NONE),
        Field("setup_card", (SEATS, 4), BY_RULE, "set-up cards drawn", "seats[players].setup[].card", LETTER, NONE),
        Field("setup_mark", (SEATS, 4), BY_RULE, "and as what", "seats[players].setup[].mark?", MARK, NONE),
        Field("returned", (SEATS, 2), BY_RULE, "goal cards given back", "seats[players].returned[]?", GOAL, NONE),
        Field("gems", PER_SEAT, OPEN, "gems found", "seats[players].gems", COUNT),
        Field("penalties", PER_SEAT, OWNER, "checks on the penalty track", "seats[players].penalties", COUNT, NONE),
        Field("square", (SEATS, 2), OWNER, "boxes for the square bonus", "seats[players].square[]", Box(), NONE),
        Field("escaped", PER_SEAT, OPEN, "round of the escape", "seats[players].escaped?", ROUND, NONE),
        Field("claim_round", PER_SEAT, OPEN, "round of the last gem", "seats[players].claim?.round", COUNT, NONE),
        Field("claim_letter", PER_SEAT, OPEN, "and its letter", "seats[players].claim?.letter", LETTER, NONE),
        Field("sub", PER_SEAT, BY_RULE, "place in the sequence", "seats[players].turn?.sub", SUB, NONE),
        Field("main", PER_SEAT, BY_RULE, "main action done", "seats[players].turn?.main?", MAIN, NONE),
        Field("special", PER_SEAT, BY_RULE, "special action done", "seats[players].turn?.special?", SPECIAL, NONE),
        Field("spent", PER_SEAT, BY_RULE, "goal card paid for it", "seats[players].turn?.spent?", GOAL, NONE),
        Field("taken_card", PER_SEAT, BY_RULE, "set-up card to draw", "seats[players].turn?.taken?.card", LETTER, NONE),
        Field("taken_mark", PER_SEAT, BY_RULE, "and as what", "seats[players].turn?.taken?.mark", MARK, NONE),
        Field("leaving", PER_SEAT, BY_RULE, "chose to escape", "seats[players].turn?.leaving", BOOL, NONE),
        # The log: one entry a finished round.
        Field("log_round", (ROUNDS,), OPEN, "its number", "log[].round", COUNT, NONE),
        Field("log_stage", (ROUNDS,), OPEN, "its stage", "log[].stage", Range(1, 2), NONE),
        Field("log_card", (ROUNDS,), OPEN, "the card referred to", "log[].card", LETTER, NONE),
        Field("log_claims", (ROUNDS,), OPEN, "letter each seat found", "log[].claims", CLAIMS, NONE),
        Field("log_opened", (ROUNDS,), OPEN, "letters opened", "log[].opened", ShortList(LETTER), NONE),
        Field("log_special", (ROUNDS,), OPEN, "who paid a goal card", "log[].special", SPECIALS, NONE),
        Field("log_escaped", (ROUNDS,), OPEN, "who escaped", "log[].escaped", ShortList(SEAT), NONE),
        # Points, once the game is over.
        Field("scored", (), OPEN, "seats whose points are counted: none or all"),
        Field("vp_square", (SEATS, 2), OPEN, "square bonus", "scores?[scored].square[]", INT, 0, True),
        Field("vp_gem", PER_SEAT, OPEN, "gem bonus", "scores?[scored].gem_vp", INT, 0, True),
        Field("vp_penalty", PER_SEAT, OPEN, "penalties", "scores?[scored].penalty_vp", INT, 0, True),
        Field("rank", PER_SEAT, OPEN, "rank of the escape", "scores?[scored].rank?", INT, NONE, True),
        Field("vp_escape", PER_SEAT, OPEN, "value of the escape", "scores?[scored].escape_vp", INT, 0, True),
        Field("vp_honour", PER_SEAT, OPEN, "honour bonus", "scores?[scored].honour", INT, 0, True),
        Field("routes", PER_SEAT, OPEN, "routes made: a bit set", "scores?[scored].routes", GOAL_SET, 0, True),
        Field("vp_route", PER_SEAT, OPEN, "route bonus", "scores?[scored].route_vp", INT, 0, True),
        Field("passages", PER_SEAT, OPEN, "passages drawn", "scores?[scored].passages", INT, 0, True),
        Field("vp_total", PER_SEAT, OPEN, "all together", "scores?[scored].total", INT, 0, True),
    )  # fmt: skip


# Headings and rulings that events cite (docs/rules/in-the-ruin.md).
RULE = Terms(
    "4", "10", "5-1-1", "5-1-1-A", "5-1-1-B", "5-1-1-C", "J10", "8-1", "5-1-2", "8-2", "5-1-2-E", "8", "5-2", "9-4",
    "5-3", "6", "7", "7-4",
)  # fmt: skip

EVENT = EventTypes(
    EventType("kept", seat=INT, goals=Many(GOAL), returned=Many(GOAL)),
    EventType("ready", reveals="type", seat=INT),
    EventType("goals-returned", count=INT),
    EventType("taken", seat=INT, card=LETTER, mark=MARK),
    EventType("drawn", seat=INT, card=LETTER, mark=MARK, cells=Many(SQUARE)),
    EventType("declared", reveals="letters", seat=INT, letters=Many(LETTER)),
    EventType("opened", letter=LETTER, why=OPENED_WHY),
    EventType("not-opened", letter=LETTER),
    EventType("placed", at=SQUARE),
    EventType("round", stage=INT, round=INT, card=LETTER, size=INT),
    EventType("single-wall", seat=INT, cell=SQUARE, penalties=INT),
    EventType("no-draw", seat=INT),
    EventType("extra", seat=INT, goal=GOAL, mark=MARK, cell=SQUARE),
    EventType("moved", seat=INT, from_=SQUARE, to=SQUARE, steps=INT, warp=Maybe(WARP)),
    EventType("leaving", seat=INT),
    EventType("remained", seat=INT),
    EventType("special-used", hidden="kind", reveals="type", seat=INT, goal=GOAL, kind=SPECIAL),
    EventType("discarded", cards=Many(LETTER), asked=INT, why=DISCARDED_WHY),
    EventType("escaped", reveals="type", seat=INT, round=INT),
    EventType("gem", reveals="type", seat=INT, letter=LETTER, gems=INT),
    EventType("goal-drawn", hidden="goal", seat=INT, goal=GOAL),
    EventType("goal-limit", seat=INT),
    EventType("goals-reshuffled", cards=Many(GOAL)),
    EventType("converted", hidden="to", seat=INT, letter=LETTER, to=BECAME),
    EventType("refilled", reveals="added row", added=Many(LETTER), row=Many(LETTER)),
    EventType("square-bonus", reveals="area rect", seat=INT, stage=INT, area=INT, rect=Many(INT)),
    EventType("stage", stage=INT, row=Many(LETTER), deck=INT),
    EventType(
        "scored", seat=INT, square=Many(INT), gem_vp=INT, penalty_vp=INT, rank=Maybe(INT), escape_vp=INT, honour=INT,
        routes=Many(GOAL), route_vp=INT, passages=INT, total=INT,
    ),
    EventType("game-over", winners=Many(INT), scores=Many(INT)),
    EventType("penalty", seat=INT, penalties=INT),
)  # fmt: skip
