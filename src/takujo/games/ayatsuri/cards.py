"""The components of Ayatsuri: eight roles, chips, and the tables by player count; numbers from ayatsuri.toml."""

from typing import Any

from takujo.core.components import check_belongs, check_numbers, components, is_text, named, numbers
from takujo.core.kinds import Terms
from takujo.core.record import table

SEATS = 6  # the most there can be
RULES = {"life_at_start": (1, 9), "kills_to_end": (1, 9), "chips": (1, 99)}
STRUCK = {str(players): (1, 3) for players in range(3, SEATS + 1)}


def check(data: dict[str, Any]) -> None:
    """What another data file may say. ValueError names the entry and what it takes."""
    check_belongs(data, "game", "ayatsuri")
    if not is_text(data.get("name")):
        raise ValueError(f"name is {data.get('name')!r}; it takes a text of 1 to 40 characters")
    check_numbers(data, "rules", RULES)
    check_numbers(data, "victims", STRUCK)


try:
    check(components(__package__))
except ValueError as error:
    raise ValueError(f"{named(__package__)}{error}") from None
_rules, _victims = numbers(__package__, "rules"), numbers(__package__, "victims")

# Roles, by number: the order in which they act (3.3-0).
ROLE = Terms(
    "bomber",  # 自爆娘, promo card of the second edition
    "cop",  # 暴力警官
    "assassin",  # 暗殺者
    "detective",  # 悪徳探偵
    "killer",  # 殺人鬼
    "dictator",  # 独裁者
    "doctor",  # 闇医者
    "terrorist",  # テロリスト
)
CARDS = len(ROLE.names)
EVERY_CARD = (1 << CARDS) - 1
CRIMINALS = 1 << ROLE.ASSASSIN | 1 << ROLE.KILLER | 1 << ROLE.TERRORIST  # 殺人犯, whom the cop may kill (3.3-1)
NAMEABLE = EVERY_CARD >> ROLE.DETECTIVE << ROLE.DETECTIVE  # by the assassin (3.3-2)

# Chips: white side life, black side kill.
LIFE_AT_START = _rules["life_at_start"]  # 3.1-1
CHIPS = _rules["chips"]
KILLS_TO_END = _rules["kills_to_end"]  # 3.2-3

# By player count (1.4): cards set aside, cards the first drafter receives, victims of the serial killer.
FACE_DOWN = table([0, 0, 0, 1, 1, 1, 1])  # X of 3.2-1 step 1 as printed; one more with the promo
FACE_UP = table([0, 0, 0, 1, 1, 0, 0])  # Y of 3.2-1 step 1
FIRST_HAND = table([CARDS - 1 - down - up for down, up in zip(FACE_DOWN, FACE_UP, strict=True)])  # as with the promo
MOST_DOWN = max(FACE_DOWN) + 1
VICTIMS = table([0, 0, 0, *_victims.values()])  # 3.3-4
SAID = _rules | {f"victims_{players}": n for players, n in _victims.items()}  # in sentences

LOWEST = table([(n & -n).bit_length() - 1 if n else 0 for n in range(1 << CARDS)])  # lowest card of a set
