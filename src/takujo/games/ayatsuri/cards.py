"""The components of Ayatsuri, as the rulebook prints them: eight roles, chips, and the tables by player count."""

from takujo.core.kinds import Terms
from takujo.core.record import table

SEATS = 6  # the most there can be

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
LIFE_AT_START = 3  # 3.1-1
CHIPS = 25
KILLS_TO_END = 3  # 3.2-3

# By player count (1.4): cards set aside, cards the first drafter receives, victims of the serial killer.
FACE_DOWN = table([0, 0, 0, 1, 1, 1, 1])  # X of 3.2-1 step 1 as printed; one more with the promo
FACE_UP = table([0, 0, 0, 1, 1, 0, 0])  # Y of 3.2-1 step 1
FIRST_HAND = table([CARDS - 1 - down - up for down, up in zip(FACE_DOWN, FACE_UP, strict=True)])  # as with the promo
MOST_DOWN = max(FACE_DOWN) + 1
VICTIMS = table([0, 0, 0, 1, 2, 2, 3])  # 3.3-4

LOWEST = table([(n & -n).bit_length() - 1 if n else 0 for n in range(1 << CARDS)])  # lowest card of a set
