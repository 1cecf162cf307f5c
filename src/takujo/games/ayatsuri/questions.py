"""What a board asks about あやつり殺人事件: the roles, and what a round has brought."""

from typing import Any, TypedDict

from .cards import CRIMINALS, ROLE
from .state import Play

Json = dict[str, Any]


class Role(TypedDict):
    slug: str
    criminal: bool  # whom the cop is after (3.3-1)
    promo: bool
    rule: str  # where the rules speak of it


class Facts(TypedDict):
    roles: list[Role]  # by number


def facts() -> Facts:
    """Every role, by its number."""
    return Facts(
        roles=[
            Role(
                slug=slug,
                criminal=bool(CRIMINALS >> number & 1),
                promo=number == ROLE.BOMBER,
                rule="Promo 2b" if number == ROLE.BOMBER else f"3.3-{number}",
            )
            for number, slug in enumerate(ROLE.names)
        ]
    )


class Gains(TypedDict):
    life: list[int]  # by seat
    kills: list[int]


def gains(v: Play, seat: int | None, about: Json) -> Gains:
    """The chips that each seat has won or lost by these `events`."""
    life, kills = [0] * v.players, [0] * v.players
    for event in about.get("events", []):
        match event["type"]:
            case "penalty":
                life[event["seat"]] -= event["life"]
                kills[event["seat"]] -= event["kill"]
            case "heal":
                life[event["seat"]] += 1
            case "kill":
                life[event["target"]] -= event["chip"] != "stock"
                kills[event["by"]] += 1
            case "double":
                kills[event["by"]] += 1
            case "purge":
                life = [chips - lost for chips, lost in zip(life, event["losses"], strict=True)]
            case "pay" | "take" as kind:
                chips = life if event["side"] == "life" else kills
                chips[event["seat"]] += 1 if kind == "take" else -1
    return Gains(life=life, kills=kills)
