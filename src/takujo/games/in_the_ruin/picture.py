"""One sheet of IN THE RUIN, drawn: for the terminal as text, and as SVG. From a view or a position."""

from collections.abc import Callable
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from .cards import DATA, ENTRANCE, LETTERS
from .pieces import SIZE

Json = dict[str, Any]
Word = Callable[[str], str]  # what a label is called
LINES = range(1, SIZE + 1)
LETTER_OF = {tuple(square): letter for letter, square in DATA["sheet"]["letters"].items()}


class Spot(NamedTuple):
    """What is to be seen on one square."""

    mark: str  # . o # @, ? where the view does not show it
    letter: str  # "" if it has none
    state: str  # of the letter: open, taken or closed
    has_piece: bool
    is_goal: bool  # the letter is on a goal card in hand
    is_entrance: bool


def spots(view: Json, seat: int) -> list[list[Spot]]:
    """The squares of a seat's sheet, row by row."""
    own = view["seats"][seat]
    wanted = {letter for goal in own["goals"] if goal for letter in goal}
    state = dict.fromkeys(LETTERS, "closed") | {x: key for key in ("open", "taken") for x in view["letters"][key]}

    def spot(row: int, column: int) -> Spot:
        line, letter = own["sheet"][row - 1], LETTER_OF.get((row, column), "")
        return Spot(
            "?" if line is None else line[column - 1],
            letter,
            state.get(letter, ""),
            own["piece"] == [row, column],
            letter in wanted,
            (row, column) == ENTRANCE,
        )

    return [[spot(row, column) for column in LINES] for row in LINES]


def caption(view: Json, seat: int, word: Word) -> list[str]:
    """What stands beside the sheet: goals, set-up cards, gems, penalties, square bonus, escape."""
    own = view["seats"][seat]

    def shown(values: list[Any]) -> str:
        return " ".join("?" if value is None else str(value) for value in values) or "-"

    told = {"goals": own["goals"], "gems": [own["gems"]], "penalties": [own["penalties"]]}
    told |= {"dealt": own["dealt"]} if own["dealt"] else {}
    told |= {"squares": own["square"]} if own["square"][0] is not None else {}
    told |= {"escaped": [own["escaped"]]} if own["escaped"] else {}
    return [f"{word(key)} {shown(values)}" for key, values in told.items()]


# The terminal: three characters a square. Open letters are capitals.


def _cell(spot: Spot) -> str:
    inside = spot.letter if spot.state == "open" else spot.letter.lower()
    if spot.has_piece:
        return f"({'@'})" if spot.mark == "o" else "<@>"
    if spot.mark == "#":
        return f"#{inside or '#'}#"
    if spot.mark == "o":
        return f"({inside or ('+' if spot.is_entrance else ' ')})"
    if spot.mark == "@":
        return f"<{inside}>"
    return f" {inside or ('?' if spot.mark == '?' else '.')} "


def sheet(view: Json, seat: int, word: Word = str) -> str:
    """A sheet as text: ( ) passage, < > gate, ### wall, @ piece, + entrance; open letters are capitals."""
    lines = ["    " + "".join(f"{column:^3}" for column in LINES)]
    for row, line in zip(LINES, spots(view, seat), strict=True):
        lines.append(f"{row:>3} " + "".join(map(_cell, line)))
    lines.append("    " + ", ".join(caption(view, seat, word)))
    return "\n".join(line.rstrip() for line in lines)


# SVG: every mark has a shape of its own, so that nothing depends on colour.

STEP, MARGIN = 40, 30
INK, PAPER, STONE, GOLD, LINE = "#2b2b2b", "#fbf7ee", "#4a4a55", "#b8860b", "#b9b2a3"


def _square(spot: Spot, x: int, y: int) -> list[str]:
    """The shapes on one square; x, y: its middle."""
    half, out = STEP // 2, []
    if spot.mark == "#":
        out.append(f'<rect x="{x - half}" y="{y - half}" width="{STEP}" height="{STEP}" fill="{STONE}"/>')
    if spot.mark in "o@":
        out.append(f'<circle cx="{x}" cy="{y}" r="16" fill="white" stroke="{INK}" stroke-width="2"/>')
    if spot.mark == "@":
        out.append(f'<circle cx="{x}" cy="{y}" r="12" fill="none" stroke="{INK}" stroke-width="2"/>')
    if spot.state == "open":
        corners = f"{x},{y - 19} {x + 19},{y} {x},{y + 19} {x - 19},{y}"
        out.append(f'<polygon points="{corners}" fill="none" stroke="{GOLD}" stroke-width="2"/>')
    if spot.is_entrance and spot.mark in ".?":
        out.append(f'<path d="M{x - 8} {y}h16M{x} {y - 8}v16" stroke="{INK}" stroke-width="2"/>')
    if spot.letter:
        ink = "white" if spot.mark == "#" else INK
        weight = ' font-weight="bold"' if spot.state == "open" else ""
        out.append(f'<text x="{x}" y="{y + 5}" fill="{ink}"{weight}>{spot.letter}</text>')
        if spot.state == "taken":
            out.append(f'<path d="M{x - 7} {y}h14" stroke="{ink}" stroke-width="1.5"/>')
        if spot.is_goal:
            out.append(f'<path d="M{x - 6} {y + 9}h12" stroke="{ink}" stroke-width="2"/>')
    if spot.has_piece:
        out.append(f'<path d="M{x} {y - 12}l9 22h-18z" fill="{GOLD}" stroke="{INK}" stroke-width="1.5"/>')
        out.append(f'<circle cx="{x}" cy="{y - 10}" r="5" fill="{GOLD}" stroke="{INK}" stroke-width="1.5"/>')
    return out


def _document(width: int, height: int, title: str, body: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="sans-serif" font-size="14" text-anchor="middle">'
    )
    ground = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", ground, *body, "</svg>", ""])


def svg(view: Json, seat: int) -> str:
    """A sheet as SVG: circles are passages, double circles gates, dark squares walls; diamonds mark open letters."""
    end = MARGIN + SIZE * STEP
    body = []
    for at in range(MARGIN, end + 1, STEP):
        body.append(f'<path d="M{at} {MARGIN}V{end}M{MARGIN} {at}H{end}" stroke="{LINE}"/>')
    for i in LINES:
        at = MARGIN + i * STEP - STEP // 2
        body.append(f'<text x="{at}" y="20" fill="{INK}">{i}</text><text x="15" y="{at + 5}" fill="{INK}">{i}</text>')
    for row, line in enumerate(spots(view, seat)):
        for column, spot in enumerate(line):
            body += _square(spot, MARGIN + column * STEP + STEP // 2, MARGIN + row * STEP + STEP // 2)
    words = escape(", ".join(caption(view, seat, str)))
    body.append(f'<text x="{MARGIN}" y="{end + 25}" text-anchor="start" fill="{INK}">{words}</text>')
    title = f"IN THE RUIN, sheet of seat {seat}, round {view['round']}"
    return _document(end + 10, end + 40, title, body)


def pieces_svg() -> str:
    """All pieces of the card set, with the letters of their cards."""
    cards: dict[str, list[str]] = {}
    cells = {}
    for card in sorted(DATA["exploration"], key=lambda card: (card["size"], card["piece"], card["letter"])):
        cards.setdefault(card["piece"], []).append(card["letter"])
        cells[card["piece"]] = card["cells"]
    body, across = [], 5
    for i, (piece, letters) in enumerate(cards.items()):
        x, y = 20 + i % across * 110, 30 + i // across * 110
        words = escape(f"{piece}: {', '.join(letters)}")
        body.append(f'<text x="{x}" y="{y - 8}" text-anchor="start" fill="{INK}">{words}</text>')
        for r, c in cells[piece]:
            body.append(
                f'<rect x="{x + 18 * c}" y="{y + 18 * r}" width="18" height="18" fill="{LINE}" stroke="{INK}"/>'
            )
    return _document(
        20 + across * 110, 30 + (len(cards) + across - 1) // across * 110, "The pieces and their cards", body
    )


BLANK_SEAT: Json = {
    "sheet": ["." * SIZE] * SIZE, "piece": None, "goals": [], "dealt": [], "gems": 0, "penalties": 0,
    "square": [None, None], "escaped": None,
}  # fmt: skip
EXAMPLE: Json = {  # the last round of scenario T35, after the last gem
    "round": 33,
    "letters": {"open": ["X"], "taken": ["F", "I", "J", "K", "O", "Q"]},
    "seats": [
        BLANK_SEAT
        | {
            "sheet": [
                "...........", "...........", "....@o.....", ".....o#....", "...#.o##@#.", ".....oooooo", ".....##@#o.",
                ".....####@.", "...........", "...........", "...........",
            ],
            "piece": [8, 10], "goals": ["FM", "FQ", "GQ", "KW"], "gems": 4,
        },
    ],
}  # fmt: skip


def pictures() -> dict[str, str]:
    """The pictures of docs/rules/in-the-ruin.md by file name; scripts/pictures writes them."""
    blank = {"round": 0, "letters": {"open": [], "taken": []}, "seats": [BLANK_SEAT]}
    return {
        "in-the-ruin-sheet.svg": svg(blank, 0),
        "in-the-ruin-pieces.svg": pieces_svg(),
        "in-the-ruin-example.svg": svg(EXAMPLE, 0),
    }
