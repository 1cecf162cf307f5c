"""Everything about one play of IN THE RUIN, field by field, and who sees it; its events, and what they hide."""

from takujo.core.events import EventType, Many
from takujo.core.kinds import BOOL, INT, Names, Range
from takujo.core.options import Option
from takujo.core.record import NONE, Field, Record, Seen

from .cards import CARDS, GOAL_IDS, GOALS, LETTERS, SEATS
from .kinds import Box, SetOf, SheetRow, ShortList, SquareKind, Warp
from .pieces import SIZE

HAND = 5  # goal cards a seat may hold [5-2]
ROW = 3  # 並び
ROUNDS = 2 * CARDS  # the most there can be
BLANK = -1  # a box of the sheet with nothing in it yet
NULL = len(LETTERS)  # no letter, in a list of the log

CHOOSING, SETUP, STEP_1, OVER = range(4)
KEEP, TAKE, PLACE, DRAW, MOVE, EXIT, DONE = range(7)  # a seat's place in its part of the phase
PASSAGE, WALL = range(2)  # ○ ■
SINGLE_WALL, NO_DRAW = 2, 3  # further main actions
EXTRA, WARP = range(2)  # +1マス記入 ワープ移動
GATE, NEW_WALL, KEPT_WALL = range(3)  # what a taken letter becomes

PHASE = Names(("goals", "setup", "step1", "over"))
SUB = Names(("keep", "take", "place", "draw", "move", "exit", "done"))
MARK = Names(("passage", "wall"))
MAIN = Names(("passage", "wall", "single-wall", "none"))
SPECIAL = Names(("extra", "warp"))
LETTER = Names(LETTERS)
GOAL = Names(GOAL_IDS)
SQUARE = SquareKind()
SHEET_ROW = SheetRow()
CLAIMS = ShortList((*LETTERS, None))
LETTER_SET, GOAL_SET, SEAT_SET = SetOf(LETTERS), SetOf(GOAL_IDS), SetOf(range(SEATS))
COUNT = Range(0, 999)
ROUND = Range(1, 999)

OPTIONS = (
    Option("card_set", "str", "standard", "J2"),
    Option("solo_target", "int", 300, "J30", low=0, high=999),
    Option("single_wall_anywhere", "bool", False, "J8", reading=True),
    Option("full_sheet_penalty", "bool", False, "J10", reading=True),
    Option("extra_after_main", "bool", False, "J11", reading=True),
    Option("escape_needs_arrival", "bool", False, "J15", reading=True),
    Option("goals_renewed_at_once", "bool", False, "J19", reading=True),
)

ALL, OWNER, NOBODY, BY_RULE = Seen.EVERYONE, Seen.OWNER, Seen.NOBODY, Seen.BY_RULE
PER_SEAT = (SEATS,)


class State(Record):
    title = "IN THE RUIN"
    fields = (
        Field("opt_solo_target", (), ALL, "points that win a solo play", "options.solo_target", COUNT),
        Field("opt_single_wall_anywhere", (), ALL, "may C be apart?", "options.single_wall_anywhere", BOOL, 0),
        Field("opt_full_sheet_penalty", (), ALL, "does no-draw cost a penalty?", "options.full_sheet_penalty", BOOL, 0),
        Field("opt_extra_after_main", (), ALL, "is +1 only after main actions?", "options.extra_after_main", BOOL, 0),
        Field("opt_escape_needs_arrival", (), ALL, "who stays may not leave?", "options.escape_needs_arrival", BOOL, 0),
        Field("opt_goals_renewed_at_once", (), ALL, "no empty goal deck?", "options.goals_renewed_at_once", BOOL, 0),
        Field("stage", (), ALL, "1 or 2", "stage", Range(1, 2), 1),
        Field("round_no", (), ALL, "through both stages; 0 before round 1", "round", COUNT),
        Field("phase", (), ALL, "choosing goals, set-up, step 1 or over", "phase", PHASE),
        Field("waiting", (), ALL, "who has not finished: a bit set", "to_act", SEAT_SET, derived=True),
        Field("row", (ROW,), ALL, "cards face up, farthest from the deck first", "row[]", LETTER, NONE),
        Field("deck", (CARDS,), NOBODY, "exploration cards, top first", "deck[]", LETTER, NONE),
        Field("discard", (CARDS,), ALL, "exploration cards in order of discarding", "discard[]", LETTER, NONE),
        Field("goal_deck", (GOALS,), NOBODY, "goal cards, top first", "goal_deck[]", GOAL, NONE),
        Field("goal_discard", (GOALS,), ALL, "goal cards in order of discarding", "goal_discard[]", GOAL, NONE),
        Field("open_letters", (), ALL, "destinations: a bit set", "letters.open", LETTER_SET),
        Field("taken_letters", (), ALL, "letters whose gem was found: a bit set", "letters.taken", LETTER_SET),
        # What lies in front of each seat. By rule: others see it as it was at the last public moment (J33).
        Field("sheet", (SEATS, SIZE), OWNER, "passages, walls, gates", "seats[players].sheet[]", SHEET_ROW, NONE),
        Field("piece", PER_SEAT, BY_RULE, "where it stands", "seats[players].piece", SQUARE, NONE),
        Field("goals", (SEATS, HAND), BY_RULE, "goal cards in hand, by index", "seats[players].goals[]", GOAL, NONE),
        Field("dealt", (SEATS, 4), BY_RULE, "set-up cards not yet drawn", "seats[players].dealt[]", LETTER, NONE),
        Field("setup_card", (SEATS, 4), BY_RULE, "set-up cards drawn", "seats[players].setup[].card", LETTER, NONE),
        Field("setup_mark", (SEATS, 4), BY_RULE, "and as what", "seats[players].setup[].mark", MARK, NONE),
        Field("returned", (SEATS, 2), BY_RULE, "goal cards given back", "seats[players].returned[]", GOAL, NONE),
        Field("gems", PER_SEAT, ALL, "gems found", "seats[players].gems", COUNT),
        Field("penalties", PER_SEAT, OWNER, "checks on the penalty track", "seats[players].penalties", COUNT, NONE),
        Field("square", (SEATS, 2), OWNER, "boxes for the square bonus", "seats[players].square[]", Box(), NONE),
        Field("escaped", PER_SEAT, ALL, "round of the escape", "seats[players].escaped", ROUND, NONE),
        Field("claim_round", PER_SEAT, ALL, "round of the last gem", "seats[players].claim?.round", COUNT, NONE),
        Field("claim_letter", PER_SEAT, ALL, "and its letter", "seats[players].claim?.letter", LETTER, NONE),
        Field("sub", PER_SEAT, BY_RULE, "place in the sequence", "seats[players].turn?.sub", SUB, NONE),
        Field("main", PER_SEAT, BY_RULE, "main action done", "seats[players].turn?.main", MAIN, NONE),
        Field("special", PER_SEAT, BY_RULE, "special action done", "seats[players].turn?.special", SPECIAL, NONE),
        Field("spent", PER_SEAT, BY_RULE, "goal card paid for it", "seats[players].turn?.spent", GOAL, NONE),
        Field("taken_card", PER_SEAT, BY_RULE, "set-up card to draw", "seats[players].turn?.taken?.card", LETTER, NONE),
        Field("taken_mark", PER_SEAT, BY_RULE, "and as what", "seats[players].turn?.taken?.mark", MARK, NONE),
        Field("leaving", PER_SEAT, BY_RULE, "chose to escape", "seats[players].turn?.leaving", BOOL, NONE),
        # The log: one entry a finished round.
        Field("log_round", (ROUNDS,), ALL, "its number", "log[].round", COUNT, NONE),
        Field("log_stage", (ROUNDS,), ALL, "its stage", "log[].stage", Range(1, 2), NONE),
        Field("log_card", (ROUNDS,), ALL, "the card referred to", "log[].card", LETTER, NONE),
        Field("log_claims", (ROUNDS,), ALL, "letter each seat found", "log[].claims", CLAIMS, NONE),
        Field("log_opened", (ROUNDS,), ALL, "letters opened", "log[].opened", ShortList(LETTERS), NONE),
        Field("log_special", (ROUNDS,), ALL, "who paid a goal card", "log[].special", ShortList((False, True)), NONE),
        Field("log_escaped", (ROUNDS,), ALL, "who escaped", "log[].escaped", ShortList(range(SEATS)), NONE),
        # Points, once the game is over.
        Field("scored", (), ALL, "seats whose points are counted: none or all"),
        Field("vp_square", (SEATS, 2), ALL, "square bonus", "scores?[scored].square[]", INT, 0, True),
        Field("vp_gem", PER_SEAT, ALL, "gem bonus", "scores?[scored].gem_vp", INT, 0, True),
        Field("vp_penalty", PER_SEAT, ALL, "penalties", "scores?[scored].penalty_vp", INT, 0, True),
        Field("rank", PER_SEAT, ALL, "rank of the escape", "scores?[scored].rank", INT, NONE, True),
        Field("vp_escape", PER_SEAT, ALL, "value of the escape", "scores?[scored].escape_vp", INT, 0, True),
        Field("vp_honour", PER_SEAT, ALL, "honour bonus", "scores?[scored].honour", INT, 0, True),
        Field("routes", PER_SEAT, ALL, "routes made: a bit set", "scores?[scored].routes", GOAL_SET, 0, True),
        Field("vp_route", PER_SEAT, ALL, "route bonus", "scores?[scored].route_vp", INT, 0, True),
        Field("passages", PER_SEAT, ALL, "passages drawn", "scores?[scored].passages", INT, 0, True),
        Field("vp_total", PER_SEAT, ALL, "all together", "scores?[scored].total", INT, 0, True),
        Field("chalk", (2 * SIZE,), ALL, "two boards to flood during an action; all zero between actions"),
    )  # fmt: skip


# Headings and rulings that events cite (docs/rules/in-the-ruin.md).
CITATIONS = (
    "4", "10", "5-1-1", "5-1-1-A", "5-1-1-B", "5-1-1-C", "J10", "8-1", "5-1-2", "8-2", "5-1-2-E", "8", "5-2", "9-4",
    "5-3", "6", "7", "7-4",
)  # fmt: skip
(
    R_4, R_10, R_5_1_1, R_A, R_B, R_C, R_J10, R_8_1, R_5_1_2, R_8_2, R_E, R_8, R_5_2, R_9_4, R_5_3, R_6, R_7, R_7_4,
) = range(len(CITATIONS))  # fmt: skip

OPENED_WHY = Names(("setup", "gems"))
BY_SETUP, BY_GEMS = range(2)
DISCARDED_WHY = Names(("reference", "gems", "collapse"))
AS_REFERENCE, FOR_GEMS, BY_COLLAPSE = range(3)
BECAME = Names(("gate", "wall", "kept-wall"))

(
    KEPT, READY, GOALS_RETURNED, TAKEN, DRAWN, DECLARED, OPENED, NOT_OPENED, PLACED, ROUND_BEGINS, SINGLE_WALL_DRAWN,
    NOTHING_DRAWN, EXTRA_DRAWN, MOVED, LEAVING, REMAINED, SPECIAL_USED, DISCARDED, ESCAPED, GEM, GOAL_DRAWN, GOAL_LIMIT,
    GOALS_RESHUFFLED, CONVERTED, REFILLED, SQUARE_BONUS, STAGE_BEGINS, SCORED, GAME_OVER, PENALTY,
) = range(30)  # fmt: skip
EVENTS = (
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
    EventType("moved", seat=INT, from_=SQUARE, to=SQUARE, steps=INT, warp=Warp(GOAL_IDS)),
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
    EventType("square-bonus", seat=INT, stage=INT, area=INT, rect=Many(INT)),
    EventType("stage", stage=INT, row=Many(LETTER), deck=INT),
    EventType(
        "scored", seat=INT, square=Many(INT), gem_vp=INT, penalty_vp=INT, rank=INT, escape_vp=INT, honour=INT,
        routes=Many(GOAL), route_vp=INT, passages=INT, total=INT,
    ),
    EventType("game-over", winners=Many(INT), scores=Many(INT)),
    EventType("penalty", seat=INT, penalties=INT),
)  # fmt: skip
