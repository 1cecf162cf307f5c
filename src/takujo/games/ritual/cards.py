"""The components of RITUAL, from ritual.toml or the file an owner gives instead. A bad file is refused."""

from typing import Any

from takujo.core.codec import expect
from takujo.core.components import check_belongs, check_numbers, components, is_text, named, numbers, span
from takujo.core.kinds import Terms
from takujo.core.record import table

# What a data file may not choose. The small game is no game of the publisher's: its tree is small enough to be solved.
SIZES = {"full": {"seats": 5, "cards": 30}, "small": {"seats": 2, "cards": 6}}
RULES = {"rituals": (1, 5), "rounds": (1, 6), "hand": (1, 6), "target": (1, 99), "madness_limit": (1, 99)}
SPELLS = ["red", "green", "yellow"]  # 赤 緑 黄
TEXT = "a text of 1 to 40 characters"
AWARDS = Terms("mastered_alone", "mastered_shared", "mastered_runner_up", "excellent_first", "excellent_second")


def _is_int(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def check(data: dict[str, Any]) -> None:
    """Section 1.4: what another data file may say. ValueError names the entry and what it takes."""
    check_belongs(data, "slug", "ritual")
    for key in ("title", "title_ja"):
        expect(is_text(data.get(key)), key, data.get(key), TEXT)
    provenance = data.get("provenance")
    expect(provenance in ("reconstruction", "verified"), "provenance", provenance, "reconstruction or verified")
    name = data.get("size", "full")
    expect(name in tuple(SIZES), "size", name, " or ".join(SIZES))
    size = SIZES[name]
    check_numbers(data, "rules", RULES)
    rules = numbers(__package__, "rules") | data.get("rules", {})
    most = size["cards"] // size["seats"]
    expect(rules["hand"] <= most, "rules.hand", rules["hand"], f"at most {most}")
    expect(rules["rounds"] <= rules["hand"], "rules.rounds", rules["rounds"], f"at most {rules['hand']}, as the hand")
    oriented = _table(data, "backs").get("oriented")
    expect(oriented is False, "backs.oriented", oriented, "false (true is reserved)")
    _check_awards(_table(data, "awards"), size["seats"])
    colours = _table(data, "colours").get("order", [])
    expect(colours == SPELLS, "colours.order", colours, str(SPELLS))
    words = data["colours"].get("ja")
    fine = isinstance(words, list) and len(words) == 3 and all(map(is_text, words))
    expect(fine, "colours.ja", words, "three names")
    markers = _table(data, "spell_markers")
    due = rules["rituals"] * rules["rounds"]
    fine = all(_is_int(markers.get(colour), 0, due) for colour in colours)
    expect(fine and sum(markers[c] for c in colours) == due, "spell_markers", markers, f"{due} markers in all")
    _check_cards(data.get("cards"), size["cards"], colours)


def check_table(data: dict[str, Any]) -> None:
    """The same for a table in a browser."""
    check(data)
    expect(data.get("size", "full") == "full", "size", data.get("size"), "full")


def _table(data: dict[str, Any], key: str, at: str = "") -> dict[str, Any]:
    value = data.get(key)
    if not isinstance(value, dict):
        raise ValueError(f"{at}{key} is {value!r}; it takes a table")
    return value


def _check_awards(awards: dict[str, Any], seats: int) -> None:
    for players in range(2, seats + 1):
        row = _table(awards, str(players), "awards.")
        for key in row:
            expect(key in AWARDS.names, f"awards.{players}", key, " or ".join(AWARDS.names))
        for key in AWARDS.names:
            expect(_is_int(row.get(key), 0, 99), f"awards.{players}.{key}", row.get(key), "an integer 0 to 99")


def _check_cards(cards: Any, due: int, colours: list[str]) -> None:
    if not isinstance(cards, list) or len(cards) != due:
        found = len(cards) if isinstance(cards, list) else cards
        raise ValueError(f"cards is {found!r}; it takes exactly {due} cards")
    seen = set()
    for number, card in enumerate(cards):
        at = f"cards[{number}]"
        expect(isinstance(card, dict), at, card, "a table")
        name = card.get("id")
        expect(is_text(name) and name not in seen, f"{at}.id", name, f"{TEXT} that no other card has")
        seen.add(name)
        ends = card.get("ends")
        fine = isinstance(ends, list) and len(ends) == 2 and all(isinstance(end, dict) for end in ends)
        expect(fine, f"{at}.ends", ends, "two ends, each { colour = ..., points = ... }")
        for end in ends:
            expect(end.get("colour") in colours, f"{at}.ends", end, f"a colour, one of {', '.join(colours)}")
            expect(_is_int(end.get("points"), 1, 9), f"{at}.ends", end, "points 1 to 9")
        back = card.get("back")
        fine = isinstance(back, list) and len(back) in (1, 2) and all(_is_int(n, 0, 99) for n in back)
        expect(fine, f"{at}.back", back, "a list of one or two integers 0 to 99")


def _load() -> dict[str, Any]:
    data = components(__package__)
    try:
        check(data)
    except ValueError as error:
        raise ValueError(f"{named(__package__)}{error}") from None
    return data


DATA = _load()
SEATS = SIZES[DATA.get("size", "full")]["seats"]  # the most there can be
COLOURS = tuple(SPELLS)
_rules = numbers(__package__, "rules")
RITUALS, ROUNDS, HAND = _rules["rituals"], _rules["rounds"], _rules["hand"]
TARGET, MADNESS_LIMIT = _rules["target"], _rules["madness_limit"]
MARKERS = RITUALS * ROUNDS
CARDS = len(DATA["cards"])

IDS = tuple(card["id"] for card in DATA["cards"])
BACKS = sorted({tuple(card["back"]) for card in DATA["cards"]})  # what can be seen from behind, ascending
BACK_OF = [BACKS.index(tuple(card["back"])) for card in DATA["cards"]]

COLOUR = table([[COLOURS.index(end["colour"]) for end in card["ends"]] for card in DATA["cards"]])
POINTS = table([[end["points"] for end in card["ends"]] for card in DATA["cards"]])
BACK = table(BACK_OF)
RANK = table([sorted(range(CARDS), key=lambda c: (BACK_OF[c], c)).index(card) for card in range(CARDS)])
MARKERS_OF = table([DATA["spell_markers"][colour] for colour in COLOURS])
AWARD = table([[DATA["awards"].get(str(n), {}).get(key, 0) for key in AWARDS.names] for n in range(SEATS + 1)])

# What sentences say of the rules.
SAID = {
    **_rules,
    "cards": CARDS,
    "markers": MARKERS,
    "most": (_most := max(end["points"] for card in DATA["cards"] for end in card["ends"])),
    "soonest": -(-TARGET // _most),  # the first round that can come to the target
    "awards_differ": len({tuple(row) for row in AWARD.rows[2:]}) - 1,  # by the number of players
    **{colour: DATA["spell_markers"][colour] for colour in COLOURS},
    **{f"left_{n}": max(CARDS - n * HAND, 0) for n in range(2, 6)},
    **{kind: span(row[i] for row in AWARD.rows[2:]) for i, kind in enumerate(AWARDS.names)},
}
