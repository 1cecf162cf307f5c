"""The cards of Arkham Ritual: 28 of the box and one promo, of 24 types; equal copies share a number (1.1)."""

from typing import NamedTuple

from takujo.core.kinds import Terms
from takujo.core.record import NONE, table

SEATS = 7  # the most there can be
HEADS = 5  # dummies fill up the table to so many [14]
DUMMIES = 2
DECK = 22  # cards in play [3][9]
MOST_OUT = DECK - HEADS - 1  # of which the Orb can take so many out of the game (R42)
SANITY = 7  # what everybody begins with, and the most anybody has [3][Q5]
SPACES = 12  # the most a doom board may have


class Card(NamedTuple):
    slug: str
    ja: str  # as printed
    kind: str
    colour: str
    copies: int


CARDS = (
    Card("dagger-sane", "短剣", "artifact", "sane", 2),  # R1: the artifacts' names are ours
    Card("chalice-sane", "杯", "artifact", "sane", 2),
    Card("mask-sane", "仮面", "artifact", "sane", 2),
    Card("tome-sane", "魔導書", "artifact", "sane", 2),
    Card("idol-sane", "偶像", "artifact", "sane", 2),
    Card("dagger-mad", "短剣", "artifact", "mad", 1),
    Card("chalice-mad", "杯", "artifact", "mad", 1),
    Card("mask-mad", "仮面", "artifact", "mad", 1),
    Card("tome-mad", "魔導書", "artifact", "mad", 1),
    Card("idol-mad", "偶像", "artifact", "mad", 1),
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
MAD = table([int(card.colour == "mad") for card in CARDS])  # 狂気(赤), else 正気(青)
# 儀式道具, whatever its colour
ARTIFACT = table([i % ARTIFACTS if CARDS[i].kind == "artifact" else NONE for i in range(TYPES)])
