"""What a board asks about あやつり殺人事件: the roles, who acts on whom, and what a round has brought."""

from typing import Any, Literal, TypedDict

from takujo.core.record import NONE

from .cards import CRIMINALS, ROLE
from .state import BOMB, LAST_CALL, Play

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


class Thread(TypedDict):
    kind: Literal["accuse", "name", "guard", "bomb", "murder", "treat"]
    by: int  # the seat that acts ...
    seat: int | None  # ... on this one,
    role: int | None  # or on whoever has this role
    old: bool  # it can do nothing any more


def threads(v: Play, seat: int | None, about: Json) -> list[Thread]:
    """Who acts on whom in this round: as the table remembers it, a patient by these `events`."""
    found = [
        aimed(v, "accuse", ROLE.COP, v.accused, is_over(v, v.accused)),
        aimed(v, "guard", ROLE.DETECTIVE, v.guarded),
        aimed(v, "bomb", ROLE.BOMBER, v.carrier, v.bomb == BOMB.SPENT),
    ]
    if v.named != NONE:
        assassin = shown(v, ROLE.ASSASSIN)
        found.append([Thread(kind="name", by=by, seat=None, role=v.named, old=v.call >= v.named) for by in assassin])
    found += [aimed(v, "murder", ROLE.KILLER, victim) for victim in v.victims]
    if v.call == ROLE.DOCTOR:
        treated = [event["target"] for event in about.get("events", []) if event["type"] == "treat"]
        found += [aimed(v, "treat", ROLE.DOCTOR, patient) for patient in treated[-1:]]
    return [thread for some in found for thread in some]


Aim = Literal["accuse", "guard", "bomb", "murder", "treat"]


def aimed(v: Play, kind: Aim, role: int, target: int, old: bool = False) -> list[Thread]:
    """From who has shown a role to somebody else."""
    if target == NONE:
        return []
    return [Thread(kind=kind, by=by, seat=target, role=None, old=old) for by in shown(v, role) if by != target]


def shown(v: Play, role: int) -> list[int]:
    """The seat that has shown a role, if one has."""
    return [seat for seat in range(v.players) if v.revealed[seat] and v.role[seat] == role]


def is_over(v: Play, accused: int) -> bool:
    """The cop strikes when the accused shows a criminal (3.3-1): later nothing comes of it."""
    return accused != NONE and bool(v.revealed[accused] or v.killed[accused] or v.call >= LAST_CALL)
