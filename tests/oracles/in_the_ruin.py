"""IN THE RUIN in plain Python: a second reading of the rules, to test and time the engine against.

The numbers in brackets are the headings of the rulebook, J1 ... J42 the rulings, "section" and P1 ... P10
the parts of docs/rules/in-the-ruin.md. Squares are (row, column), both 1..11; seats count from 0. Nothing
here is shared with the engine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, NamedTuple, Protocol

Square = tuple[int, int]
Cells = tuple[Square, ...]  # a piece: offsets from the upper left corner of its bounding box
Rectangle = tuple[int, int, int, int]  # top, left, bottom, right
Choice = tuple[Any, ...]  # an action without the JSON: its type, then its particulars

CHECK = False  # True: apply() asserts that the action is among the legal ones

SIZE = 11  # V1
LINES = range(1, SIZE + 1)
ENTRANCE: Square = (6, 6)  # V1
ALL_SQUARES = frozenset((row, col) for row in LINES for col in LINES)
SINGLE: Cells = ((0, 0),)

PASSAGE, WALL = "passage", "wall"
MARKS = (PASSAGE, WALL)

ROW_LENGTH = 3  # [4]
MOST_GOALS = 5  # [5-2]
ESCAPE_VALUES = {1: 30, 2: 10}  # [7-2] later ranks: 0
LEFT_BEHIND = -20  # [7-2]


class Chance(Protocol):
    """The only source of randomness."""

    def below(self, k: int) -> int:
        """A number in 0..k-1."""


def shuffle(cards: list[str], chance: Chance) -> None:
    """Fisher and Yates, from the last place down; the top of a deck is index 0."""
    for i in range(len(cards) - 1, 0, -1):
        j = chance.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]


# Geometry ------------------------------------------------------------------------------------------------


def square_from(pair: Iterable[int]) -> Square:
    """A square from JSON's [row, column]."""
    row, col = pair
    return row, col


def cell(square: Square) -> int:
    """Section 8.1: the number of a square in reading order, from 0."""
    row, col = square
    return SIZE * (row - 1) + (col - 1)


def neighbours(square: Square) -> list[Square]:
    """J1: the squares of the grid that share an edge with this one."""
    row, col = square
    around = [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
    return [s for s in around if s in ALL_SQUARES]


NEIGHBOURS = {square: neighbours(square) for square in ALL_SQUARES}


def blocks_with(square: Square) -> list[frozenset[Square]]:
    """The 2x2 blocks of the grid that contain the square."""
    row, col = square
    blocks = (
        frozenset({(top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)})
        for top in (row - 1, row)
        for left in (col - 1, col)
    )
    return [block for block in blocks if block <= ALL_SQUARES]


def normalised(cells: Iterable[Square]) -> Cells:
    """The cells shifted to smallest row and column 0, sorted."""
    cells = list(cells)
    top = min(row for row, _ in cells)
    left = min(col for _, col in cells)
    return tuple(sorted((row - top, col - left) for row, col in cells))


@cache
def orientations(cells: Cells) -> tuple[Cells, ...]:
    """Section 8.1: the different ways to turn and mirror a piece, in the order of their numbers."""
    found: list[Cells] = []
    for mirrored in (False, True):
        turned = [(row, -col) for row, col in cells] if mirrored else list(cells)
        for _ in range(4):
            if (shape := normalised(turned)) not in found:
                found.append(shape)
            turned = [(col, -row) for row, col in turned]
    return tuple(found)


@cache
def is_blocky(cells: Cells) -> bool:
    """Whether the piece contains a 2x2 block, so that it can never be a passage [3-1]."""
    return any({(row, col + 1), (row + 1, col), (row + 1, col + 1)} <= set(cells) for row, col in cells)


class Placement(NamedTuple):
    """A piece somewhere on the grid, and what has to be known to judge it."""

    orientation: int
    anchor: Square  # upper left corner of the bounding box
    squares: tuple[Square, ...]  # sorted
    cells: frozenset[Square]  # the same squares
    block_rests: tuple[frozenset[Square], ...]  # of each 2x2 block it takes part in: the other squares


@cache
def positions(cells: Cells) -> tuple[Placement, ...]:
    """Every way the piece fits into the empty grid, by orientation, then anchor in reading order."""
    found = []
    for number, shape in enumerate(orientations(cells)):
        height = 1 + max(row for row, _ in shape)
        width = 1 + max(col for _, col in shape)
        for top in range(1, SIZE - height + 2):
            for left in range(1, SIZE - width + 2):
                squares = tuple((top + row, left + col) for row, col in shape)
                own = frozenset(squares)
                blocks = {block for square in squares for block in blocks_with(square)}
                rests = tuple(block - own for block in blocks)
                found.append(Placement(number, (top, left), squares, own, rests))
    return tuple(found)


@cache
def position_of(cells: Cells) -> dict[frozenset[Square], Placement]:
    """The positions of a piece by the squares they cover."""
    return {placement.cells: placement for placement in positions(cells)}


def placements(sheet: Sheet, cells: Cells) -> tuple[list[Placement], list[Placement]]:
    """Section 3.2: every legal drawing of the piece, as passages and as walls.

    All squares empty, at least one touching a filled square; passages make no 2x2 block (J7).
    """
    filled, passages = sheet.filled, sheet.passages
    touching = {n for square in filled for n in NEIGHBOURS[square]} - filled
    as_wall = [
        placement
        for placement in positions(cells)
        if placement.cells.isdisjoint(filled) and not placement.cells.isdisjoint(touching)
    ]
    as_passage = [placement for placement in as_wall if not any(map(passages.issuperset, placement.block_rests))]
    return as_passage, as_wall


def first_placements(cells: Cells) -> list[Placement]:
    """[4], J4: the first piece covers the entrance, has nothing to touch, and is a passage."""
    if is_blocky(cells):
        return []
    return [placement for placement in positions(cells) if ENTRANCE in placement.cells]


def reach(passages: Set[Square], start: Square, steps: int | None = None) -> dict[Square, int]:
    """[5-1-2]: the squares in walking distance (None: however far), with the fewest steps needed."""
    distance = {start: 0}
    queue = deque([start])
    while queue:
        square = queue.popleft()
        further = distance[square] + 1
        if steps is not None and further > steps:
            break
        for n in NEIGHBOURS[square]:
            if n in passages and n not in distance:
                distance[n] = further
                queue.append(n)
    return distance


def warp_reach(passages: Set[Square], gates: Set[Square], start: Square, steps: int) -> dict[Square, int]:
    """[8-2], J14: the squares in reach with exactly one jump between gates, with the fewest steps needed."""
    distance = {(start, False): 0}
    queue = deque([(start, False)])
    while queue:
        square, warped = here = queue.popleft()
        further = distance[here] + 1
        if further > steps:
            break
        ahead = [(n, warped) for n in NEIGHBOURS[square] if n in passages]
        if square in gates and not warped:
            ahead += [(gate, True) for gate in gates if gate != square]
        for there in ahead:
            if there not in distance:
                distance[there] = further
                queue.append(there)
    return {square: fewest for (square, warped), fewest in distance.items() if warped}


def connected(passages: Set[Square], one: Square, other: Square) -> bool:
    """[7-3], J31: whether both squares are passages and passages join them."""
    return one in passages and other in passages and other in reach(passages, one)


def runs(columns: Set[int]) -> Iterator[tuple[int, int]]:
    """The longest stretches of successive columns, as (first, last)."""
    for left in columns:
        if left - 1 not in columns:
            right = left
            while right + 1 in columns:
                right += 1
            yield left, right


def largest_rectangle(filled: Set[Square]) -> tuple[int, Rectangle | None]:
    """[6]: area and place of the largest rectangle of filled squares; of equal ones the first (J39)."""
    columns: dict[int, set[int]] = {row: set() for row in LINES}
    for row, col in filled:
        columns[row].add(col)
    area, best = 0, None
    for top in LINES:
        common = columns[top]
        for bottom in range(top, SIZE + 1):
            common = common & columns[bottom]
            if not common:
                break
            for left, right in runs(common):
                size = (bottom - top + 1) * (right - left + 1)
                rectangle = (top, left, bottom, right)
                if best is None or size > area or (size == area and rectangle < best):
                    area, best = size, rectangle
    return area, best


# Components ----------------------------------------------------------------------------------------------


class Card(NamedTuple):
    """An exploration card; its number is both squares of the piece and steps."""

    letter: str
    size: int
    cells: Cells


class CardSet:
    """Section 1: what is printed on sheet and cards."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.name: str = data["name"]
        self.square_of: dict[str, Square] = {
            letter: square_from(pair) for letter, pair in data["sheet"]["letters"].items()
        }
        self.letter_at = {square: letter for letter, square in self.square_of.items()}
        self.cards = {
            card["letter"]: Card(card["letter"], card["size"], tuple(map(square_from, card["cells"])))
            for card in sorted(data["exploration"], key=lambda card: card["letter"])
        }
        self.goals: dict[str, tuple[str, str]] = {goal["id"]: tuple(goal["letters"]) for goal in data["goal"]}
        self.goal_index = {goal: index for index, goal in enumerate(self.goals)}

    def sorted_goals(self, goals: Iterable[str]) -> list[str]:
        """The goals by index."""
        return sorted(goals, key=self.goal_index.__getitem__)


@dataclass
class Sheet:
    """One seat's grid. Gates are passages too [5-2]."""

    passages: set[Square] = field(default_factory=set)
    gates: set[Square] = field(default_factory=set)
    walls: set[Square] = field(default_factory=set)

    @classmethod
    def read(cls, drawn: list[str] | dict[str, list[list[int]]]) -> Sheet:
        """Section 5.1: from 11 strings, or from lists of squares by character."""
        sheet = cls()
        if isinstance(drawn, dict):
            at = {mark: set(map(square_from, squares)) for mark, squares in drawn.items()}
        else:
            at = {mark: set() for mark in ".o@#"}
            for row, line in zip(LINES, drawn, strict=True):
                for col, mark in zip(LINES, line, strict=True):
                    at[mark].add((row, col))
        sheet.gates = at.get("@", set())
        sheet.passages = at.get("o", set()) | sheet.gates
        sheet.walls = at.get("#", set())
        return sheet

    def rows(self) -> list[str]:
        """Section 5.1: 11 strings of 11."""
        return ["".join(self.character((row, col)) for col in LINES) for row in LINES]

    def character(self, square: Square) -> str:
        if square in self.gates:
            return "@"
        if square in self.passages:
            return "o"
        return "#" if square in self.walls else "."

    @property
    def filled(self) -> set[Square]:
        return self.passages | self.walls

    @property
    def is_full(self) -> bool:
        return len(self.passages) + len(self.walls) == SIZE * SIZE

    def draw(self, mark: str, squares: Iterable[Square]) -> None:
        (self.passages if mark == PASSAGE else self.walls).update(squares)

    def convert(self, square: Square) -> str:
        """[5-2]: the letter on this square was taken; what becomes of it."""
        if square in self.passages:
            self.gates.add(square)
            return "gate"
        if square in self.walls:
            return "kept-wall"
        self.walls.add(square)
        return "wall"


@dataclass
class Turn:
    """Section 5.1: a seat's place in the current part of the game."""

    sub: str
    main: str | None = None
    special: str | None = None
    spent: str | None = None  # the goal paid for the special action
    taken: tuple[str, str] | None = None  # set-up: card and mark
    leaving: bool = False


@dataclass
class Seat:
    """What lies in front of one seat."""

    turn: Turn
    sheet: Sheet = field(default_factory=Sheet)
    piece: Square | None = None
    goals: list[str] = field(default_factory=list)
    dealt: list[str] = field(default_factory=list)
    setup: list[tuple[str, str]] = field(default_factory=list)  # (card, mark), in the order drawn
    returned: list[str] = field(default_factory=list)
    gems: int = 0
    penalties: int = 0
    square: list[int | None] = field(default_factory=lambda: [None, None])
    escaped: int | None = None
    claim: tuple[int, str] | None = None  # (round, letter)

    @property
    def is_out(self) -> bool:
        return self.escaped is not None


PRIVATE = {"kept", "taken", "drawn", "single-wall", "no-draw", "penalty", "extra", "moved", "leaving", "remained"}
PARTLY_PRIVATE = {"special-used": "kind", "goal-drawn": "goal", "converted": "to"}


def plain(value: Any) -> Any:
    """A copy in JSON's shapes: tuples become lists."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def nulls(length: int) -> list[None]:
    """A hidden list keeps its length."""
    return [None] * length


# The game ------------------------------------------------------------------------------------------------


class Oracle:
    """One play of IN THE RUIN, everything hidden included."""

    def __init__(self, seats: list[Seat], options: dict[str, Any], chance: Chance, cards: CardSet) -> None:
        self.cards = cards
        self.chance = chance
        self.options: dict[str, Any] = {
            "solo_target": 300,
            "single_wall_anywhere": False,  # J8
            "full_sheet_penalty": False,  # J10
            "extra_after_main": False,  # J11
            "escape_needs_arrival": False,  # J15
            "goals_renewed_at_once": False,  # J19
            **options,
        }
        self.stage = 1
        self.round = 0
        self.phase = "goals"
        self.row: list[str] = []
        self.deck: list[str] = []
        self.discard: list[str] = []
        self.goal_deck: list[str] = []
        self.goal_discard: list[str] = []
        self.open: set[str] = set()
        self.taken: set[str] = set()
        self.seats = seats
        self.log: list[dict[str, Any]] = []
        self.scores: list[dict[str, Any]] | None = None
        self.events: list[dict[str, Any]] | None = None  # None: nobody is listening

    def tell(self, kind: str, rule: str, /, **facts: Any) -> None:
        """Section 7: note an event, if anybody listens."""
        if self.events is not None:
            self.events.append({"type": kind, **plain(facts), "rule": rule})

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def to_act(self) -> tuple[int, ...]:
        """Section 4: every seat with an unfinished part of the current phase."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.turn.sub != "done")

    @property
    def result(self) -> dict[str, Any] | None:
        """[7-4], [10]: the highest total wins, then the most passages, then all of them; solo J30."""
        if self.scores is None:
            return None
        totals = [score["total"] for score in self.scores]
        if self.players == 1:
            winners = [0] if totals[0] >= self.options["solo_target"] else []
        else:
            ranking = [(score["total"], score["passages"]) for score in self.scores]
            winners = [seat for seat, standing in enumerate(ranking) if standing == max(ranking)]
        return {"winners": winners, "scores": totals}

    # Section 2: set-up [4]

    @classmethod
    def new(cls, players: int, options: dict[str, Any], chance: Chance, card_set: dict[str, Any]) -> Oracle:
        """[4], [10]: shuffle and deal, up to the choice of goals."""
        game = cls([Seat(Turn("keep")) for _ in range(players)], options, chance, CardSet(card_set))
        game.deal_exploration_cards()
        game.refill_row()
        game.goal_deck = list(game.cards.goals)
        shuffle(game.goal_deck, chance)
        for seat in game.seats:
            seat.goals = game.cards.sorted_goals(game.goal_deck[:4])
            del game.goal_deck[:4]
        return game

    @property
    def passages_each(self) -> int:
        """[4], [10]: how many of a seat's set-up pieces are passages; as many are walls."""
        return 2 if self.players == 1 else 1

    def deal_exploration_cards(self) -> None:
        """[4], [10]; J5: all over again while a seat has too few cards that can be passages."""
        number = 2 * self.passages_each
        while True:
            self.deck = list(self.cards.cards)
            shuffle(self.deck, self.chance)
            for seat in self.seats:
                seat.dealt = sorted(self.deck[:number])
                del self.deck[:number]
            if all(self.count_possible_passages(seat.dealt) >= self.passages_each for seat in self.seats):
                return

    def count_possible_passages(self, cards: Iterable[str]) -> int:
        return sum(not is_blocky(self.cards.cards[card].cells) for card in cards)

    def refill_row(self) -> list[str]:
        """[4], [5-2], J17, J38: fill the row up at the end next to the deck; the cards added."""
        missing = ROW_LENGTH - len(self.row)
        added = self.deck[:missing]
        del self.deck[:missing]
        self.row += added
        return added

    def keep(self, number: int, kept: tuple[str, ...]) -> None:
        """[4]: two goals stay, two go back."""
        seat = self.seats[number]
        seat.returned = [goal for goal in seat.goals if goal not in kept]
        seat.goals = self.cards.sorted_goals(kept)
        seat.turn.sub = "done"
        self.tell("kept", "4", seat=number, goals=seat.goals, returned=seat.returned)
        self.tell("ready", "4", seat=number)
        if not self.to_act:
            self.return_goals()

    def return_goals(self) -> None:
        """[4]: all have chosen; what they returned is shuffled into the goal deck."""
        returned = [goal for seat in self.seats for goal in seat.returned]
        self.goal_deck += returned
        shuffle(self.goal_deck, self.chance)
        self.tell("goals-returned", "4", count=len(returned))
        self.phase = "setup"
        for seat in self.seats:
            seat.turn = Turn("take")

    def take_choices(self, seat: Seat) -> list[Choice]:
        """[4], [10], [3-1]: which card may be drawn next, and as what."""
        marks = [mark for _, mark in seat.setup]
        missing = {mark: self.passages_each - marks.count(mark) for mark in MARKS}
        choices = []
        for card in seat.dealt:
            others = [other for other in seat.dealt if other != card]
            for mark in MARKS:
                if not missing[mark] or (mark == WALL and not seat.setup):
                    continue
                if mark == PASSAGE and is_blocky(self.cards.cards[card].cells):
                    continue
                if self.count_possible_passages(others) >= missing[PASSAGE] - (mark == PASSAGE):
                    choices.append(("take", card, mark))
        return choices

    def take(self, number: int, card: str, mark: str) -> None:
        """[4], [10]: decide on the next set-up card; it stays in `dealt` until it is drawn."""
        turn = self.seats[number].turn
        turn.taken = (card, mark)
        turn.sub = "place"
        self.tell("taken", "10" if self.players == 1 else "4", seat=number, card=card, mark=mark)

    def place_choices(self, seat: Seat) -> list[Choice]:
        """[4], [3-1], [3-2], J4: where the set-up card taken may be drawn."""
        assert seat.turn.taken
        card, mark = seat.turn.taken
        cells = self.cards.cards[card].cells
        if not seat.setup:
            return [("draw", PASSAGE, placement) for placement in first_placements(cells)]
        as_passage, as_wall = placements(seat.sheet, cells)
        return [("draw", mark, placement) for placement in (as_passage if mark == PASSAGE else as_wall)]

    def place(self, number: int, squares: tuple[Square, ...]) -> None:
        """[4], [10]: draw the set-up card taken."""
        seat = self.seats[number]
        assert seat.turn.taken
        card, mark = seat.turn.taken
        seat.sheet.draw(mark, squares)
        seat.dealt.remove(card)
        seat.setup.append((card, mark))
        rule = "10" if self.players == 1 else "4"
        self.tell("drawn", rule, seat=number, card=card, mark=mark, cells=squares)
        if seat.dealt:
            seat.turn = Turn("take")
            return
        seat.turn = Turn("done")
        self.tell("ready", "4", seat=number)
        if not self.to_act:
            self.declare_destinations()

    def declare_destinations(self) -> None:
        """[4]: the letters of all set-up cards open; the pieces go to the entrance."""
        for number, seat in enumerate(self.seats):
            letters = sorted(card for card, _ in seat.setup)
            self.tell("declared", "4", seat=number, letters=letters)
            self.open.update(letters)
            self.discard += letters
        for letter in sorted(self.open):
            self.tell("opened", "4", letter=letter, why="setup")
        for seat in self.seats:
            seat.piece = ENTRANCE
        self.tell("placed", "4", at=ENTRANCE)
        self.phase = "step1"
        self.begin_round()

    # Section 3: play [5]

    @property
    def reference(self) -> Card:
        """[5-1-1]: the card everybody refers to."""
        return self.cards.cards[self.row[0]]

    def begin_round(self) -> None:
        """[5]: all seats inside begin step 1."""
        self.round += 1
        for seat in self.seats:
            seat.turn = Turn("done" if seat.is_out else "draw")
        card = self.reference
        self.tell("round", "5-1-1", stage=self.stage, round=self.round, card=card.letter, size=card.size)

    # Step 1-1: drawing [5-1-1]

    def draw_choices(self, seat: Seat) -> list[Choice]:
        """[5-1-1]: the main actions A, B and C, and before them the extra square (J11)."""
        if seat.sheet.is_full:
            return [("no-draw",)]  # J10
        as_passage, as_wall = placements(seat.sheet, self.reference.cells)
        single_passages, single_walls = placements(seat.sheet, SINGLE)
        choices: list[Choice] = [("draw", PASSAGE, placement) for placement in as_passage]
        choices += [("draw", WALL, placement) for placement in as_wall]
        places = [single.anchor for single in single_walls]
        if self.options["single_wall_anywhere"]:
            places = sorted(ALL_SQUARES - seat.sheet.filled)
        choices += [("single-wall", square) for square in places]
        if self.options["extra_after_main"]:
            return choices
        return choices + self.extra_choices(seat, single_passages, single_walls)

    def extra_choices(
        self, seat: Seat, single_passages: list[Placement], single_walls: list[Placement]
    ) -> list[Choice]:
        """[8-1]: one more square, passage or wall, for any goal in hand."""
        if seat.turn.special:
            return []
        by_mark = ((PASSAGE, single_passages), (WALL, single_walls))
        return [
            ("extra", goal, mark, single.anchor)
            for goal in seat.goals
            for mark, singles in by_mark
            for single in singles
        ]

    def draw(self, number: int, mark: str, squares: tuple[Square, ...]) -> None:
        """[5-1-1-A], [5-1-1-B]: draw the piece of the card as passages or as walls."""
        seat = self.seats[number]
        seat.sheet.draw(mark, squares)
        seat.turn.main = mark
        seat.turn.sub = "move"
        rule = "5-1-1-A" if mark == PASSAGE else "5-1-1-B"
        self.tell("drawn", rule, seat=number, card=self.row[0], mark=mark, cells=squares)

    def draw_single_wall(self, number: int, square: Square) -> None:
        """[5-1-1-C]: one wall square and one penalty."""
        seat = self.seats[number]
        seat.sheet.draw(WALL, [square])
        seat.penalties += 1
        seat.turn.main = "single-wall"
        seat.turn.sub = "move"
        self.tell("single-wall", "5-1-1-C", seat=number, cell=square, penalties=seat.penalties)

    def draw_nothing(self, number: int) -> None:
        """J10: the sheet is full."""
        seat = self.seats[number]
        seat.turn.main = "none"
        seat.turn.sub = "move"
        self.tell("no-draw", "J10", seat=number)
        if self.options["full_sheet_penalty"]:
            seat.penalties += 1
            self.tell("penalty", "J10", seat=number, penalties=seat.penalties)

    def draw_extra(self, number: int, goal: str, mark: str, square: Square) -> None:
        """[8-1]: the extra square; no penalty, and the main action is still to come or done already."""
        seat = self.seats[number]
        self.spend(seat, goal, "extra")
        seat.sheet.draw(mark, [square])
        self.tell("extra", "8-1", seat=number, goal=goal, mark=mark, cell=square)

    def spend(self, seat: Seat, goal: str, special: str) -> None:
        """[8]: pay a goal card for the one special action of the round; others learn of it at the commit."""
        seat.goals.remove(goal)
        seat.turn.spent = goal
        seat.turn.special = special

    # Step 1-2: moving [5-1-2]

    def move_choices(self, seat: Seat) -> list[Choice]:
        """[5-1-2], [8-2]: where the piece may go, on foot or by warp; J11: the extra square until then."""
        assert seat.piece
        sheet, steps = seat.sheet, self.reference.size
        choices: list[Choice] = []
        if seat.goals and not seat.turn.special:
            choices += self.extra_choices(seat, *placements(sheet, SINGLE))
        choices += [("move", square, None) for square in sorted(reach(sheet.passages, seat.piece, steps))]
        if seat.goals and not seat.turn.special:
            warped = sorted(warp_reach(sheet.passages, sheet.gates, seat.piece, steps))
            choices += [("move", square, goal) for goal in seat.goals for square in warped]
        return choices

    def move(self, number: int, to: Square, goal: str | None) -> None:
        """[5-1-2], [8-2]: move the piece; a goal pays for a warp on the way."""
        seat = self.seats[number]
        assert seat.piece
        start, seat.piece = seat.piece, to
        if goal:
            self.spend(seat, goal, "warp")
        if self.events is not None:
            self.tell_move(seat, number, start, to, goal)
        came = start != ENTRANCE or not self.options["escape_needs_arrival"]  # J15
        if self.stage == 2 and to == ENTRANCE and came:
            seat.turn.sub = "exit"
        else:
            self.finish_step_1(number)

    def tell_move(self, seat: Seat, number: int, start: Square, to: Square, goal: str | None) -> None:
        """Section 7: the event tells the fewest steps the move needs."""
        sheet, steps = seat.sheet, self.reference.size
        if goal:
            fewest = warp_reach(sheet.passages, sheet.gates, start, steps)[to]
        else:
            fewest = reach(sheet.passages, start, steps)[to]
        facts = {"seat": number, "from": start, "to": to, "steps": fewest}
        if goal:
            self.tell("moved", "8-2", **facts, warp={"goal": goal})
        else:
            self.tell("moved", "5-1-2", **facts, warp=None)

    def leave(self, number: int) -> None:
        """[5-1-2-E], J15: the piece leaves the sheet; nobody is told until step 2."""
        seat = self.seats[number]
        seat.piece = None
        seat.turn.leaving = True
        self.tell("leaving", "5-1-2-E", seat=number)
        self.finish_step_1(number)

    def remain(self, number: int) -> None:
        """[5-1-2-E]: escaping is optional."""
        self.tell("remained", "5-1-2-E", seat=number)
        self.finish_step_1(number)

    def finish_step_1(self, number: int) -> None:
        """[5-1-2]: the last seat to finish sets steps 2 and 3 off."""
        self.seats[number].turn.sub = "done"
        self.tell("ready", "5-1-2", seat=number)
        if not self.to_act:
            self.finish_round()

    # Section 3.5: commit, step 2, step 3

    def finish_round(self) -> None:
        """Section 3.5, from the commit to the end of the round."""
        record: dict[str, Any] = {
            "round": self.round,
            "stage": self.stage,
            "card": self.row[0],
            "claims": [None] * self.players,
            "opened": [],
            "special": [seat.turn.special is not None for seat in self.seats],
            "escaped": [number for number, seat in enumerate(self.seats) if seat.turn.leaving],
        }
        self.log.append(record)
        self.commit()
        self.declare_escapes()
        while claims := self.claims():
            self.award_gems(claims, record)
        self.refill("5-2")
        self.collapse()
        self.end_round()

    def commit(self) -> None:
        """[8], [5-1-2]: spent goals and the reference card go to the discards (J12, J18)."""
        for number, seat in enumerate(self.seats):
            turn = seat.turn
            if turn.spent:
                self.goal_discard.append(turn.spent)
                self.tell("special-used", "8", seat=number, goal=turn.spent, kind=turn.special)
        self.discard_cards(1, "reference", "5-1-2")

    def discard_cards(self, asked: int, why: str, rule: str) -> list[str]:
        """[5-2], [5-3], J24: first the row from its far end, then the deck, as long as there are cards."""
        gone = self.row[:asked]
        del self.row[:asked]
        from_deck = asked - len(gone)
        gone += self.deck[:from_deck]
        del self.deck[:from_deck]
        self.discard += gone
        self.tell("discarded", rule, cards=gone, asked=asked, why=why)
        return gone

    def declare_escapes(self) -> None:
        """[5-2], J16: from here on nothing is written on the sheet of a seat that left."""
        for number, seat in enumerate(self.seats):
            if seat.turn.leaving:
                seat.escaped = self.round
                self.tell("escaped", "5-2", seat=number, round=self.round)

    def claims(self) -> dict[int, str]:
        """[5-2]: the seats inside whose piece stands on an open letter, and that letter."""
        found = {}
        for number, seat in enumerate(self.seats):
            if not seat.is_out and seat.piece:
                letter = self.cards.letter_at.get(seat.piece)
                if letter in self.open:
                    found[number] = letter
        return found

    def award_gems(self, claims: dict[int, str], record: dict[str, Any]) -> None:
        """[5-2]: one pass of the gem procedure (J19, J23)."""
        for number, letter in claims.items():
            seat = self.seats[number]
            seat.gems += 1
            seat.claim = (self.round, letter)
            record["claims"][number] = letter
            self.tell("gem", "5-2", seat=number, letter=letter, gems=seat.gems)
        for number in claims:
            self.draw_goal(number)
        found = sorted(set(claims.values()))
        for letter in found:
            self.take_letter(letter)
        for letter in self.discard_cards(len(found), "gems", "5-2"):
            self.open_letter(letter, record)

    def draw_goal(self, number: int) -> None:
        """[5-2], [9-4]: a goal card for the gem, at most five in hand; J19, J20: when the deck is renewed."""
        seat = self.seats[number]
        if len(seat.goals) >= MOST_GOALS:
            self.tell("goal-limit", "5-2", seat=number)
            return
        self.renew_goals()
        if self.goal_deck:
            goal = self.goal_deck.pop(0)
            seat.goals = self.cards.sorted_goals([*seat.goals, goal])
            self.tell("goal-drawn", "5-2", seat=number, goal=goal)
        if self.options["goals_renewed_at_once"]:
            self.renew_goals()

    def renew_goals(self) -> None:
        """[9-4]: an empty goal deck is made anew of the discard."""
        if not self.goal_deck and self.goal_discard:
            self.tell("goals-reshuffled", "9-4", cards=self.cards.sorted_goals(self.goal_discard))
            self.goal_deck, self.goal_discard = self.goal_discard, []
            shuffle(self.goal_deck, self.chance)

    def take_letter(self, letter: str) -> None:
        """[5-2]: gate or wall on every sheet of a seat inside (J16, J21)."""
        self.open.remove(letter)
        self.taken.add(letter)
        for number, seat in enumerate(self.seats):
            if not seat.is_out:
                became = seat.sheet.convert(self.cards.square_of[letter])
                self.tell("converted", "5-2", seat=number, letter=letter, to=became)

    def open_letter(self, letter: str, record: dict[str, Any]) -> None:
        """[5-2], J25: a letter opens at most once in a game."""
        if letter in self.open or letter in self.taken:
            self.tell("not-opened", "5-2", letter=letter)
        else:
            self.open.add(letter)
            record["opened"].append(letter)
            self.tell("opened", "5-2", letter=letter, why="gems")

    def refill(self, rule: str) -> None:
        """[5-2], [5-3], J17: fill the row up to three cards."""
        if added := self.refill_row():
            self.tell("refilled", rule, added=added, row=self.row)

    def collapse(self) -> None:
        """[5-3], J28: in stage 2 one card for every seat out; their letters do not open."""
        out = sum(seat.is_out for seat in self.seats)
        if self.stage == 2 and out:
            self.discard_cards(out, "collapse", "5-3")
            self.refill("5-3")

    def end_round(self) -> None:
        """[6], [7]: the end of a stage, or the next round."""
        everybody_out = all(seat.is_out for seat in self.seats)
        if self.stage == 2 and (everybody_out or not self.row):
            self.end_game()
            return
        if not self.row:
            self.end_first_stage()
        self.begin_round()

    # Sections 3.6 and 3.7: ends of the stages [6], [7]

    def count_squares(self, rule: str) -> None:
        """[6], J27: the square bonus of the stage."""
        for number, seat in enumerate(self.seats):
            area, rectangle = largest_rectangle(seat.sheet.filled)
            seat.square[self.stage - 1] = area
            self.tell("square-bonus", rule, seat=number, stage=self.stage, area=area, rect=rectangle)

    def end_first_stage(self) -> None:
        """[6], J26: square bonus, and the exploration cards anew; everything else stays."""
        self.count_squares("6")
        self.stage = 2
        self.deck, self.discard = self.discard, []
        shuffle(self.deck, self.chance)
        self.refill_row()
        self.tell("stage", "6", stage=2, row=self.row, deck=len(self.deck))

    def end_game(self) -> None:
        """[7]: the second square bonus and the scores."""
        self.count_squares("7")
        self.phase = "over"
        for seat in self.seats:
            seat.turn = Turn("done")
        self.scores = [self.score(seat) for seat in self.seats]
        for number, score in enumerate(self.scores):
            self.tell("scored", "7", seat=number, **score)
        if result := self.result:
            self.tell("game-over", "7-4", **result)

    def score(self, seat: Seat) -> dict[str, Any]:
        """[7], section 6.4: the breakdown of one seat's points."""
        rank, escape_vp = self.escape_standing(seat)
        routes = [goal for goal in seat.goals if self.is_route_made(seat.sheet, goal)]
        squares = [area or 0 for area in seat.square]
        gem_vp = 10 * seat.gems
        penalty_vp = -10 * seat.penalties
        honour = penalty_vp + escape_vp
        route_vp = 15 * len(routes)
        return {
            "square": squares,
            "gem_vp": gem_vp,
            "penalty_vp": penalty_vp,
            "rank": rank,
            "escape_vp": escape_vp,
            "honour": honour,
            "routes": routes,
            "route_vp": route_vp,
            "passages": len(seat.sheet.passages),
            "total": sum(squares) + gem_vp + honour + route_vp,
        }

    def escape_standing(self, seat: Seat) -> tuple[int | None, int]:
        """[7-2], J29: rank and value of the escape; not alone in its round: the value of the next rank."""
        if seat.escaped is None:
            return None, LEFT_BEHIND
        rounds = [other.escaped for other in self.seats if other.escaped is not None]
        rank = 1 + sum(other < seat.escaped for other in rounds)
        is_alone = rounds.count(seat.escaped) == 1
        return rank, ESCAPE_VALUES.get(rank if is_alone else rank + 1, 0)

    def is_route_made(self, sheet: Sheet, goal: str) -> bool:
        """[7-3]: both letters lie on passages that hang together."""
        one, other = (self.cards.square_of[letter] for letter in self.cards.goals[goal])
        return connected(sheet.passages, one, other)

    # Section 4: decisions

    def choices(self, number: int) -> list[Choice]:
        """What the seat may do now, in ascending dense id (section 8.1)."""
        seat = self.seats[number]
        match seat.turn.sub:
            case "keep":
                return [("keep", pair) for pair in combinations(seat.goals, 2)]
            case "take":
                return self.take_choices(seat)
            case "place":
                return self.place_choices(seat)
            case "draw":
                return self.draw_choices(seat)
            case "move":
                return self.move_choices(seat)
            case "exit":
                return [("escape",), ("remain",)]
        return []

    def perform(self, number: int, choice: Choice) -> None:
        """Carry a legal choice out, with all that follows from it."""
        match choice:
            case ("keep", goals):
                self.keep(number, goals)
            case ("take", card, mark):
                self.take(number, card, mark)
            case ("draw", _, placement) if self.phase == "setup":
                self.place(number, placement.squares)
            case ("draw", mark, placement):
                self.draw(number, mark, placement.squares)
            case ("single-wall", square):
                self.draw_single_wall(number, square)
            case ("no-draw",):
                self.draw_nothing(number)
            case ("extra", goal, mark, square):
                self.draw_extra(number, goal, mark, square)
            case ("move", to, goal):
                self.move(number, to, goal)
            case ("escape",):
                self.leave(number)
            case ("remain",):
                self.remain(number)
            case _:
                raise ValueError(f"no such choice: {choice}")

    def piece_to_draw(self, number: int) -> Cells:
        """Section 8.1: in set-up the piece of the card taken, in a round that of row[0]."""
        taken = self.seats[number].turn.taken
        return self.cards.cards[taken[0]].cells if taken else self.reference.cells

    def choice_of(self, number: int, action: dict[str, Any]) -> Choice:
        """The choice a JSON action stands for; squares and goals in any order, warp may be missing."""
        match action:
            case {"type": "keep", "goals": goals}:
                return ("keep", tuple(self.cards.sorted_goals(goals)))
            case {"type": "take", "card": card, "mark": mark}:
                return ("take", card, mark)
            case {"type": "draw", "mark": mark, "cells": cells}:
                squares = frozenset(map(square_from, cells))
                return ("draw", mark, position_of(self.piece_to_draw(number))[squares])
            case {"type": "single-wall", "cell": cell}:
                return ("single-wall", square_from(cell))
            case {"type": "extra", "goal": goal, "mark": mark, "cell": cell}:
                return ("extra", goal, mark, square_from(cell))
            case {"type": "move", "to": to}:
                warp = action.get("warp")
                return ("move", square_from(to), warp["goal"] if warp else None)
        return (action["type"],)

    @staticmethod
    def action_of(choice: Choice) -> dict[str, Any]:
        """Section 4: a choice as JSON."""
        match choice:
            case ("keep", goals):
                return {"type": "keep", "goals": list(goals)}
            case ("take", card, mark):
                return {"type": "take", "card": card, "mark": mark}
            case ("draw", mark, placement):
                return {"type": "draw", "mark": mark, "cells": plain(placement.squares)}
            case ("single-wall", square):
                return {"type": "single-wall", "cell": list(square)}
            case ("extra", goal, mark, square):
                return {"type": "extra", "goal": goal, "mark": mark, "cell": list(square)}
            case ("move", to, goal):
                return {"type": "move", "to": list(to), "warp": {"goal": goal} if goal else None}
        return {"type": choice[0]}

    def legal(self, seat: int) -> list[dict[str, Any]]:
        """Section 4: the legal actions of the seat, in ascending dense id."""
        return [self.action_of(choice) for choice in self.choices(seat)]

    def apply(self, seat: int, action: dict[str, Any]) -> list[dict[str, Any]]:
        """Section 7: carry a legal action out; its events with full information."""
        choice = self.choice_of(seat, action)
        if CHECK:
            assert choice in self.choices(seat), f"seat {seat} may not {action}"
        events: list[dict[str, Any]] = []
        self.events = events
        self.perform(seat, choice)
        self.events = None
        return events

    def play_randomly(self, rng: Random) -> int:
        """Play to the end, every choice equally likely; the number of decisions made."""
        decisions = 0
        while waiting := self.to_act:
            seat = waiting[0]
            choices = self.choices(seat)
            self.perform(seat, choices[int(rng.random() * len(choices))])
            decisions += 1
        return decisions

    def number(self, seat: int, action: dict[str, Any]) -> int:
        """Section 8.1: the dense id of an action."""
        me = self.seats[seat]
        match self.choice_of(seat, action):
            case ("keep", goals):
                return list(combinations(me.goals, 2)).index(goals)
            case ("take", card, mark):
                return 6 + 2 * me.dealt.index(card) + MARKS.index(mark)
            case ("draw", mark, Placement(orientation=orientation, anchor=anchor)):
                return 14 + 968 * MARKS.index(mark) + 121 * orientation + cell(anchor)
            case ("single-wall", square):
                return 1950 + cell(square)
            case ("no-draw",):
                return 2071
            case ("extra", goal, mark, square):
                return 2072 + 121 * (2 * me.goals.index(goal) + MARKS.index(mark)) + cell(square)
            case ("move", to, None):
                return 3282 + cell(to)
            case ("move", to, goal):
                return 3403 + 121 * me.goals.index(goal) + cell(to)
            case ("escape",):
                return 4008
            case ("remain",):
                return 4009
        raise ValueError(f"no such action: {action}")

    # Section 5: position and views

    def position(self) -> dict[str, Any]:
        """Section 5.1: everything but the generator, as JSON."""
        return {
            "game": "in-the-ruin",
            "card_set": self.cards.name,
            "players": self.players,
            "options": dict(self.options),
            "stage": self.stage,
            "round": self.round,
            "phase": self.phase,
            "to_act": list(self.to_act),
            "row": list(self.row),
            "deck": list(self.deck),
            "discard": list(self.discard),
            "goal_deck": list(self.goal_deck),
            "goal_discard": list(self.goal_discard),
            "letters": {"open": sorted(self.open), "taken": sorted(self.taken)},
            "seats": [self.own_seat(seat) for seat in self.seats],
            "log": plain(self.log),
            "scores": plain(self.scores),
            "result": self.result,
        }

    def view(self, seat: int | None) -> dict[str, Any]:
        """Section 5.1: what the seat (None: a spectator) may know; once over, everything (J40)."""
        view = self.position()
        if self.phase != "over":
            view["deck"] = nulls(len(self.deck))
            view["goal_deck"] = nulls(len(self.goal_deck))
            view["seats"] = [
                self.own_seat(other) if number == seat else self.foreign_seat(other)
                for number, other in enumerate(self.seats)
            ]
        return view

    @staticmethod
    def own_seat(seat: Seat) -> dict[str, Any]:
        """Section 5.1: a seat as its owner sees it."""
        turn = seat.turn
        return {
            "sheet": seat.sheet.rows(),
            "piece": plain(seat.piece),
            "goals": list(seat.goals),
            "dealt": list(seat.dealt),
            "setup": [{"card": card, "mark": mark} for card, mark in seat.setup],
            "returned": list(seat.returned),
            "gems": seat.gems,
            "penalties": seat.penalties,
            "square": list(seat.square),
            "escaped": seat.escaped,
            "claim": {"round": seat.claim[0], "letter": seat.claim[1]} if seat.claim else None,
            "turn": {
                "sub": turn.sub,
                "main": turn.main,
                "special": turn.special,
                "spent": turn.spent,
                "taken": {"card": turn.taken[0], "mark": turn.taken[1]} if turn.taken else None,
                "leaving": turn.leaving,
            },
        }

    def foreign_seat(self, seat: Seat) -> dict[str, Any]:
        """Section 5.1, J33: a seat as the others see it, the same however far it is with its part."""
        goals_held = len(seat.goals) + (seat.turn.spent is not None)
        dealt, returned = 0, len(seat.returned)
        setup = [{"card": card, "mark": None} for card, _ in sorted(seat.setup)]
        if self.phase == "goals":
            goals_held, returned = goals_held + returned, 0
        if self.phase in ("goals", "setup"):
            dealt, setup = len(seat.dealt) + len(seat.setup), []
        return {
            "sheet": nulls(SIZE),
            "piece": None,
            "goals": nulls(goals_held),
            "dealt": nulls(dealt),
            "setup": setup,
            "returned": nulls(returned),
            "gems": seat.gems,
            "penalties": None,
            "square": nulls(2),
            "escaped": seat.escaped,
            "claim": {"round": seat.claim[0], "letter": seat.claim[1]} if seat.claim else None,
            "turn": None,
        }

    def redact(self, seat: int | None, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Section 7: the events as the seat (None: a spectator) is told them."""
        told = []
        for event in events:
            kind = event["type"]
            is_private = kind in PRIVATE or (kind == "square-bonus" and event["stage"] == 1)
            if event.get("seat") == seat or not (is_private or kind in PARTLY_PRIVATE):
                told.append(plain(event))
            elif not is_private:
                told.append({**plain(event), PARTLY_PRIVATE[kind]: None})
        return told

    @classmethod
    def from_position(cls, position: dict[str, Any], chance: Chance, card_set: dict[str, Any]) -> Oracle:
        """Section 5.1: a play from its position; what is left out takes its default."""
        phase, stage = position.get("phase", "step1"), position.get("stage", 1)
        given = position.get("seats", [{}] * position.get("players", 1))
        cards = CardSet(card_set)
        seats = [read_seat(seat, phase, stage, cards) for seat in given]
        game = cls(seats, position.get("options", {}), chance, cards)
        game.phase, game.stage = phase, stage
        game.round = position.get("round", 1 if phase in ("step1", "over") else 0)
        letters = position.get("letters", {})
        game.open, game.taken = set(letters.get("open", [])), set(letters.get("taken", []))
        game.log = plain(position.get("log", []))
        game.read_stocks(position)
        if phase == "over":
            for seat in seats:
                if seat.square[1] is None:
                    seat.square[1], _ = largest_rectangle(seat.sheet.filled)
            game.scores = [game.score(seat) for seat in seats]
        return game

    def read_stocks(self, position: dict[str, Any]) -> None:
        """Section 5.1: row, decks and discards."""
        self.row = list(position.get("row", []))
        named = [*self.row, *(card for seat in self.seats for card in seat.dealt)]
        if self.phase == "setup":
            named += [card for seat in self.seats for card, _ in seat.setup]
        self.deck, self.discard = deck_and_discard(
            list(self.cards.cards), named, position.get("deck"), position.get("discard")
        )
        named = [goal for seat in self.seats for goal in seat.goals]
        named += [seat.turn.spent for seat in self.seats if seat.turn.spent]
        if self.phase == "goals":
            named += [goal for seat in self.seats for goal in seat.returned]
        self.goal_deck, self.goal_discard = deck_and_discard(
            list(self.cards.goals), named, position.get("goal_deck"), position.get("goal_discard")
        )


def deck_and_discard(
    everything: list[str], named: list[str], deck: list[str] | None, discard: list[str] | None
) -> tuple[list[str], list[str]]:
    """Section 5.1: a deck left out holds the cards not named; beside a given deck the discard does."""
    rest = [card for card in everything if card not in named]
    if deck is None:
        discard = discard or []
        return [card for card in rest if card not in discard], list(discard)
    if discard is None:
        discard = [card for card in rest if card not in deck]
    return list(deck), list(discard)


def read_seat(given: dict[str, Any], phase: str, stage: int, cards: CardSet) -> Seat:
    """Section 5.1: a seat from its JSON and the defaults."""
    before_round_1 = phase in ("goals", "setup")
    is_out = given.get("escaped") is not None
    turn = read_turn(given.get("turn", {}), "over" if is_out else phase)
    has_piece = not (before_round_1 or is_out or turn.leaving)
    piece = given.get("piece", ENTRANCE if has_piece else None)
    claim = given.get("claim")
    return Seat(
        turn=turn,
        sheet=Sheet.read(given.get("sheet", {} if before_round_1 else {"o": [ENTRANCE]})),
        piece=square_from(piece) if piece else None,
        goals=cards.sorted_goals(given.get("goals", [])),
        dealt=sorted(given.get("dealt", [])),
        setup=[(drawn["card"], drawn["mark"]) for drawn in given.get("setup", [])],
        returned=cards.sorted_goals(given.get("returned", [])),
        gems=given.get("gems", 0),
        penalties=given.get("penalties", 0),
        square=list(given.get("square", [None, None] if stage == 1 else [0, None])),
        escaped=given.get("escaped"),
        claim=(claim["round"], claim["letter"]) if claim else None,
    )


def read_turn(given: dict[str, Any], phase: str) -> Turn:
    """Section 5.1: a turn from its JSON and the defaults."""
    first = {"goals": "keep", "setup": "take", "step1": "draw", "over": "done"}[phase]
    taken = given.get("taken")
    return Turn(
        sub=given.get("sub", first),
        main=given.get("main"),
        special=given.get("special"),
        spent=given.get("spent"),
        taken=(taken["card"], taken["mark"]) if taken else None,
        leaving=given.get("leaving", False),
    )
