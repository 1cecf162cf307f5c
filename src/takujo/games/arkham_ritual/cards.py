"""The cards of Arkham Ritual: 28 of the box and one promo, of 24 types; equal copies share a number (1.1).

The numbers of the rules come from arkham_ritual.toml or the file that is given instead.
"""

from typing import Any, Literal, NamedTuple

from takujo.core.components import check_belongs, check_numbers, components, is_text, named, numbers
from takujo.core.kinds import Terms
from takujo.core.record import NONE, table

SEATS = 7  # the most there can be
HEADS = 5  # dummies fill up the table to so many [14]
DUMMIES = 2
SPACES = 12  # the most a doom board may have
RULES = {
    "sanity": (2, 20),
    "sane_copies": (1, 3),
    "mad_copies": (0, 3),
    "investigator_gain": (0, 9),
    "student_loss": (0, 9),
    "trapezohedron": (1, 9),
}


def check(data: dict[str, Any]) -> None:
    """What another data file may say. ValueError names the entry and what it takes."""
    check_belongs(data, "game", "arkham-ritual")
    if not is_text(data.get("name")):
        raise ValueError(f"name is {data.get('name')!r}; it takes a text of 1 to 40 characters")
    check_numbers(data, "rules", RULES)


try:
    check(components(__package__))
except ValueError as error:
    raise ValueError(f"{named(__package__)}{error}") from None
_rules = numbers(__package__, "rules")
SANITY = _rules["sanity"]  # what everybody begins with, and the most anybody has [3][Q5]
GAIN, LOSS = _rules["investigator_gain"], _rules["student_loss"]  # [10-3]
TURN = _rules["trapezohedron"]  # [10-2]
SANE, INSANE = _rules["sane_copies"], _rules["mad_copies"]  # of each artifact


class Card(NamedTuple):
    slug: str
    ja: str  # as printed
    kind: Literal["artifact", "event", "character", "great-old-one"]
    colour: Literal["sane", "mad"]
    copies: int


CARDS = (
    Card("dagger-sane", "短剣", "artifact", "sane", SANE),  # R1: the artifacts' names are ours
    Card("chalice-sane", "杯", "artifact", "sane", SANE),
    Card("mask-sane", "仮面", "artifact", "sane", SANE),
    Card("tome-sane", "魔導書", "artifact", "sane", SANE),
    Card("idol-sane", "偶像", "artifact", "sane", SANE),
    Card("dagger-mad", "短剣", "artifact", "mad", INSANE),
    Card("chalice-mad", "杯", "artifact", "mad", INSANE),
    Card("mask-mad", "仮面", "artifact", "mad", INSANE),
    Card("tome-mad", "魔導書", "artifact", "mad", INSANE),
    Card("idol-mad", "偶像", "artifact", "mad", INSANE),
    Card("elder-sign", "エルダーサイン", "event", "sane", 1),
    Card("gate-a", "ゲート", "event", "sane", 1),  # R32: two Gates, two kinds, one effect
    Card("gate-b", "ゲート", "event", "sane", 1),
    # From here on each card is in play only if its group's option names it [9][10].
    Card("magical-orb", "魔法のオーブ", "event", "sane", 1),
    Card("shining-trapezohedron", "輝くトラペゾヘドロン", "event", "sane", 1),
    Card("investigator", "捜査官", "character", "sane", 1),
    Card("wary-student", "臆病な学生", "character", "sane", 1),
    Card("cultist", "狂信者", "character", "sane", 1),
    Card("mad-professor", "狂った教授", "character", "sane", 1),
    Card("cthulhu", "クトゥルフ", "great-old-one", "mad", 1),
    Card("nyarlathotep", "ニャルラトホテップ", "great-old-one", "mad", 1),
    Card("yog-sothoth", "ヨグ・ソトース", "great-old-one", "mad", 1),
    Card("hastur", "ハスター", "great-old-one", "mad", 1),
    Card("mystery", "ミステリーカード", "great-old-one", "mad", 1),  # the promo
)

TYPES = len(CARDS)
IDS = tuple(card.slug for card in CARDS)
ARTIFACTS = 5  # kinds of them
CARD = Terms(*IDS)
OLD_ONES = range(CARD.CTHULHU, CARD.MYSTERY)  # the four that the Mystery Card chooses from

GROUPS = {
    "event": IDS[CARD.MAGICAL_ORB : CARD.SHINING_TRAPEZOHEDRON + 1],
    "character1": IDS[CARD.INVESTIGATOR : CARD.WARY_STUDENT + 1],
    "character2": IDS[CARD.CULTIST : CARD.MAD_PROFESSOR + 1],
    "great_old_one": IDS[CARD.CTHULHU :],
}

COPIES = table([card.copies for card in CARDS])
DECK = sum(card.copies for card in CARDS[: CARD.GATE_B + 1]) + len(GROUPS)  # cards in play [3][9]
MOST_OUT = DECK - HEADS - 1  # of which the Orb can take so many out of the game (R42)
SAID = _rules | {"deck": DECK, "box": DECK + 6, "artifacts": ARTIFACTS * (SANE + INSANE)}  # in sentences
MAD = table([int(card.colour == "mad") for card in CARDS])  # 狂気(赤), else 正気(青)
# 儀式道具, whatever its colour
ARTIFACT = table([i % ARTIFACTS if CARDS[i].kind == "artifact" else NONE for i in range(TYPES)])
