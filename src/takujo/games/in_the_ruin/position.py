"""Positions of IN THE RUIN given from outside: completed, or refused if they cannot be (sections 5.1, 5.2)."""

from collections import Counter
from itertools import pairwise
from typing import Any

from takujo.core.chance import WORDS, seed_words
from takujo.core.codec import Codec, expect
from takujo.core.record import NONE, UNKNOWN

from .cards import CARDS, GOAL_IDS, HAND, LETTERS, SQUARE_OF
from .kinds import FULL
from .pieces import SIZE
from .scoring import join_routes, rank_escape, sum_up
from .sheet import ENTRANCE, GATES, largest_rectangle
from .state import BLANK, PHASE, SHEET_ROW, SQUARE, SUB, Play

Json = dict[str, Any]

SEAT_KEYS = (
    "sheet",
    "piece",
    "goals",
    "dealt",
    "setup",
    "returned",
    "gems",
    "penalties",
    "square",
    "escaped",
    "claim",
    "turn",
)
LOG_KEYS = {"round", "stage", "card", "claims", "opened", "special", "escaped"}
SUBS = {
    PHASE.GOALS: (SUB.KEEP, SUB.DONE),
    PHASE.SETUP: (SUB.TAKE, SUB.PLACE, SUB.DONE),
    PHASE.STEP1: (SUB.DRAW, SUB.MOVE, SUB.EXIT, SUB.DONE),
    PHASE.OVER: (SUB.DONE,),
}
HIDDEN = ("piece", "sub", "main", "special", "spent", "taken_card", "taken_mark", "leaving")  # null: nothing there
EMPTY_SHEET = ["." * SIZE] * SIZE
AT_ENTRANCE = {"o": [[6, 6]]}


def default_players(given: Json) -> Any:
    """As many as there are seats, else 1."""
    seats = given.get("seats")
    return given.get("players", len(seats) if isinstance(seats, list) else 1)


def complete(s: Play, given: Json, codec: Codec) -> None:
    """Fill a blank record from a position, whole or in part."""
    given = dict(given)
    if given.get("rng") is None:
        s.chance[:WORDS] = seed_words(given.get("seed", 0))
    else:
        expect("seed" not in given, "seed", given.get("seed"), "no value beside a given rng")
    codec.read({"phase": given.get("phase", "step1"), "stage": given.get("stage", 1)}, s)
    expect(s.phase > NONE, "phase", None, PHASE.takes)
    before = s.phase in (PHASE.GOALS, PHASE.SETUP)
    letters = given.get("letters", {})
    expect(isinstance(letters, dict), "letters", letters, "an object")
    seats = given.get("seats", [{}] * s.players)
    expect(isinstance(seats, list), "seats", seats, "a list")
    given |= {
        "round": given.get("round", 0 if before else 1),
        "letters": {"open": [], "taken": []} | letters,
        "seats": [_completed_seat(seat, s, f"seats[{i}]") for i, seat in enumerate(seats)],
    }
    log = given.get("log", [])
    whole = isinstance(log, list) and all(isinstance(entry, dict) and entry.keys() == LOG_KEYS for entry in log)
    expect(whole, "log", log, "a list of entries with all their keys")
    codec.read(given, s)
    _settle_nulls(s)
    _complete_stocks(s, given)
    s.to_act = sum(1 << seat for seat in range(s.players) if s.sub[seat] != SUB.DONE)
    check_public(s)
    for seat in range(s.players):
        check_seat(s, seat)
    _count_points(s)


def _completed_seat(seat: Any, s: Play, at: str) -> Json:
    """A seat with all its keys; a sheet given as lists of squares becomes 11 texts."""
    expect(isinstance(seat, dict), at, seat, "an object")
    unknown = sorted(map(str, seat.keys() - set(SEAT_KEYS)))
    expect(not unknown, at, ", ".join(unknown), f"only the keys {', '.join(SEAT_KEYS)}")
    before, out = s.phase in (PHASE.GOALS, PHASE.SETUP), seat.get("escaped") is not None
    turn = seat.get("turn", {})
    expect(isinstance(turn, dict), f"{at}.turn", turn, "an object")
    sub = SUB.DONE if out or s.phase == PHASE.OVER else SUBS[s.phase][0]
    turn = {"sub": SUB.names[sub], "main": None, "special": None, "spent": None, "taken": None, "leaving": False} | turn
    sheet = seat.get("sheet", EMPTY_SHEET if before else AT_ENTRANCE)
    nowhere = before or out or turn["leaving"] is True
    return {
        "piece": None if nowhere else SQUARE.write(ENTRANCE),
        "goals": [], "dealt": [], "setup": [], "returned": [], "gems": 0, "penalties": 0,
        "square": [None, None] if s.stage == 1 else [0, None],
        "escaped": None, "claim": None,
    } | seat | {"turn": turn, "sheet": _drawn(sheet, at) if isinstance(sheet, dict) else sheet}  # fmt: skip


def _drawn(marks: Json, at: str) -> list[str]:
    """A sheet of lists of squares, as texts."""
    expect(marks.keys() <= {"o", "@", "#"}, f"{at}.sheet", sorted(map(str, marks)), "the keys o, @ and #")
    rows = [["."] * SIZE for _ in range(SIZE)]
    for mark, squares in marks.items():
        expect(isinstance(squares, list), f"{at}.sheet.{mark}", squares, "a list of squares")
        for square in squares:
            try:
                number = SQUARE.read(square)
            except ValueError:
                expect(False, f"{at}.sheet.{mark}", square, SQUARE.takes)
            row, column = divmod(number, SIZE)
            expect(rows[row][column] in (".", mark), f"{at}.sheet", square, "each square in one list only")
            rows[row][column] = mark
    return ["".join(row) for row in rows]


def _settle_nulls(s: Play) -> None:
    """A null was read as UNKNOWN: it means that nothing is there, or it has no place in a position."""
    settle_own(s, range(s.players))
    for name, _, _, shape in s._places:
        values = getattr(s, name)
        rows = [[values]] if not shape else [values] if len(shape) == 1 else values.rows
        hidden = any(UNKNOWN in row for row in rows)
        expect(not hidden, name, None, "known values, no nulls (a view is no position)")
    for name in ("stage", "round_no", "open_letters", "taken_letters"):
        expect(getattr(s, name) != NONE, name, None, "a value")
    for seat in range(s.players):
        pairs = {"claim": (s.claim_round, s.claim_letter), "turn.taken": (s.taken_card, s.taken_mark)}
        for key, (one, other) in pairs.items():
            expect((one[seat] == NONE) == (other[seat] == NONE), f"seats[{seat}].{key}", None, "both of its keys")
        whole = all((c == NONE) == (m == NONE) for c, m in zip(s.setup_card[seat], s.setup_mark[seat], strict=True))
        expect(whole, f"seats[{seat}].setup", None, "entries with card and mark")
        fine = NONE not in (s.gems[seat], s.penalties[seat], s.sub[seat], s.leaving[seat])
        expect(fine, f"seats[{seat}]", None, "values for gems, penalties, turn.sub and turn.leaving")
        expect(NONE not in s.sheet[seat], f"seats[{seat}].sheet", None, f"{SIZE} rows")
        expect(NONE not in s.square[seat], f"seats[{seat}].square", None, "two boxes")
        for cards in (s.goals[seat], s.dealt[seat], s.returned[seat]):
            cards.sort(key=lambda card: (card == NONE, card))


def settle_own(s: Play, seats: Any) -> None:
    """For seats of which everything is seen: null means that nothing is there, or not yet."""
    for seat in seats:
        for name in HIDDEN:
            values = getattr(s, name)
            values[seat] = NONE if values[seat] == UNKNOWN else values[seat]
        for i in range(2):
            s.square[seat, i] = BLANK if s.square[seat, i] == UNKNOWN else s.square[seat, i]


def _complete_stocks(s: Play, given: Json) -> None:
    """Decks and discards left out hold the cards not named elsewhere; each card must be in one place."""
    seats = range(s.players)
    cards = [*s.row, *(card for seat in seats for card in s.dealt[seat])]
    if s.phase == PHASE.SETUP:
        cards += [card for seat in seats for card in s.setup_card[seat]]
    goals = [goal for seat in seats for goal in [*s.goals[seat], s.spent[seat]]]
    if s.phase == PHASE.GOALS:
        goals += [goal for seat in seats for goal in s.returned[seat]]
    for deck, discard, named, names in (
        ("deck", "discard", cards, LETTERS),
        ("goal_deck", "goal_discard", goals, GOAL_IDS),
    ):
        named = [card for card in [*named, *getattr(s, deck), *getattr(s, discard)] if card != NONE]
        missing = [card for card in range(len(names)) if card not in named]
        if deck not in given or discard not in given:
            pile = discard if deck in given else deck
            setattr(s, pile, [*missing, *[NONE] * (CARDS - len(missing))])
            missing = []
        twice = [names[card] for card, n in Counter(named).items() if n > 1]
        expect(not twice, "position", ", ".join(twice), "each card in one place only")
        expect(not missing, "position", ", ".join(names[card] for card in missing), "a place for each card")


def check_public(s: Play) -> None:
    """Refuse what cannot be, by public facts alone: it serves positions and views."""
    both = s.open_letters & s.taken_letters
    expect(not both, "letters", [x for i, x in enumerate(LETTERS) if both >> i & 1], "no letter both open and taken")
    over = s.phase == PHASE.OVER
    for seat in range(s.players):
        escaped = s.escaped[seat]
        if escaped != NONE:
            fine = s.stage == 2 and escaped < s.round_no + over and s.phase in (PHASE.STEP1, PHASE.OVER)
            expect(fine, f"seats[{seat}].escaped", escaped, "a round of stage 2 before the current one")
            expect(not s.to_act >> seat & 1, f"seats[{seat}].turn", "unfinished", "nothing to do for a seat out")
    expect((s.to_act == 0) == over, "turn", s.to_act, "a seat to act, unless the game is over")
    expect(s.to_act < 1 << s.players, "to_act", s.to_act, "seats of the game")
    expect(s.phase != PHASE.STEP1 or s.row[0] != NONE, "row", [], "a card to refer to in step 1")
    for i in range(sum(number != NONE for number in s.log_round)):
        for key, packed in (("claims", s.log_claims[i]), ("special", s.log_special[i])):
            expect(packed >> 5 * s.players == 1, f"log[{i}].{key}", None, f"a value for each of {s.players} seats")
        expect(s.log_escaped[i] >> 5 * s.players <= 1, f"log[{i}].escaped", None, "seats of the game")


def check_seat(s: Play, seat: int) -> None:
    """Refuse what cannot be in front of a seat, seen whole."""
    at, rows = f"seats[{seat}]", s.sheet[seat]
    for above, below in pairwise(rows):
        pair = above & below & FULL
        expect(not pair & pair >> 1, f"{at}.sheet", "a 2x2 block of passages", "none (3-1, J7)")
    expect(s.sub[seat] in SUBS[s.phase], f"{at}.turn.sub", SUB.names[s.sub[seat]], "one of this phase")
    goals = sum(goal != NONE for goal in s.goals[seat])
    most = 4 if s.phase == PHASE.GOALS else HAND - (s.spent[seat] != NONE)
    expect(goals <= most, f"{at}.goals", f"{goals} cards", f"at most {most}")
    _check_turn(s, seat, at)
    has_piece = s.phase in (PHASE.STEP1, PHASE.OVER) and s.escaped[seat] == NONE and not s.leaving[seat]
    piece = s.piece[seat]
    expect((piece != NONE) == has_piece, f"{at}.piece", piece, "a square, or null before round 1, when out or leaving")
    if s.phase in (PHASE.GOALS, PHASE.SETUP):
        return
    expect(_is_passage(rows, ENTRANCE), f"{at}.sheet", "no passage", "a passage on the entrance")
    expect(not has_piece or _is_passage(rows, piece), f"{at}.piece", SQUARE.write(max(piece, 0)), "a passage")
    taken = [0] * SIZE
    for letter, square in enumerate(SQUARE_OF):
        taken[square // SIZE] |= (s.taken_letters >> letter & 1) << square % SIZE
    for i, row in enumerate(rows):
        gates, walls = row >> GATES, row >> SIZE & FULL
        expect(not gates & ~taken[i], f"{at}.sheet[{i}]", SHEET_ROW.write(row), "gates on taken letters only")
        fine = s.escaped[seat] != NONE or not taken[i] & ~gates & ~walls
        expect(fine, f"{at}.sheet[{i}]", SHEET_ROW.write(row), "gate or wall on every taken letter of a seat inside")


def _check_turn(s: Play, seat: int, at: str) -> None:
    taken, sub = s.taken_card[seat], s.sub[seat]
    expect((taken != NONE) == (sub == SUB.PLACE), f"{at}.turn.taken", taken, "the card being placed, in place only")
    expect(taken == NONE or taken in s.dealt[seat], f"{at}.turn.taken", taken, "a card still in dealt")
    if s.leaving[seat]:
        expect(
            sub == SUB.DONE and s.phase == PHASE.STEP1 and s.stage == 2,
            f"{at}.turn.leaving",
            True,
            "false unless done in stage 2",
        )
        expect(s.escaped[seat] == NONE, f"{at}.turn.leaving", True, "false for a seat out")
    at_exit = s.stage == 2 and s.piece[seat] == ENTRANCE
    expect(sub != SUB.EXIT or at_exit, f"{at}.turn.sub", "exit", "exit only in stage 2 and on the entrance")
    if s.phase != PHASE.STEP1 or s.escaped[seat] != NONE:
        idle = s.main[seat] == s.special[seat] == s.spent[seat] == NONE
        expect(idle, f"{at}.turn", "main, special or spent", "nulls outside step 1")


def _is_passage(rows: list[int], square: int) -> bool:
    return bool(rows[square // SIZE] >> square % SIZE & 1)


def _count_points(s: Play) -> None:
    """Once over: a second square bonus not given is counted, then all points."""
    if s.phase != PHASE.OVER:
        return
    assert isinstance(s, Play)
    s.scored = s.players
    for seat in range(s.players):
        if s.square[seat, 1] == BLANK:
            s.square[seat, 1] = int(largest_rectangle(s, seat) >> 16)
    for seat in range(s.players):
        for count in (rank_escape, join_routes, sum_up):
            count(s, seat)
