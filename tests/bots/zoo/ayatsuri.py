"""Simple bots for Ayatsuri."""

from takujo.core.jit import Bytes, Events, Floats, door, rule
from takujo.core.kinds import Terms
from takujo.core.record import NONE, table
from takujo.games.ayatsuri.cards import ROLE
from takujo.games.ayatsuri.state import ACTION, SIDE, Play

BOT = Terms(
    "uniform",
    "first",  # takes the role that acts first, strikes whoever has most
    "last",  # takes the role that acts last, strikes whoever has most
    "hunter",  # any role; strikes whoever has most
    "bully",  # any role; strikes whoever has least life
    "neighbour",  # any role; strikes to the left
    "safe",  # dictator, doctor or detective, helps himself where he can
    "murderer",  # terrorist, assassin or serial killer, strikes whoever has most
    "policeman",  # cop or detective, strikes whoever has most
    "feared",  # killer, assassin, terrorist or bomber; strikes whoever has least life
    "finisher",  # the copycat's roles; strikes whoever has least life
    "crown",  # dictator before all; strikes whoever has least
    "nurse",  # doctor before all, and treats himself
    "warden",  # detective before all, and guards whoever has most
    "copycat",  # the roles in the order that the laboratory finds best, else anything
)
DTYPE = Play.dtype
SURE = 100.0  # a preference that decides by itself
BOMBER, COP, ASSASSIN, DETECTIVE, KILLER, DICTATOR, DOCTOR, TERRORIST = (ROLE.names.index(name) for name in ROLE.names)


def _taste(*roles: int) -> list[int]:
    return [10 - roles.index(role) if role in roles else 0 for role in range(len(ROLE.names))]


TASTE = table(
    [
        _taste(),
        _taste(BOMBER, COP, ASSASSIN, DETECTIVE, KILLER, DICTATOR, DOCTOR, TERRORIST),
        _taste(TERRORIST, DOCTOR, DICTATOR, KILLER, DETECTIVE, ASSASSIN, COP, BOMBER),
        _taste(),
        _taste(),
        _taste(),
        _taste(DICTATOR, DOCTOR, DETECTIVE),
        _taste(TERRORIST, ASSASSIN, KILLER),
        _taste(COP, DETECTIVE),
        _taste(KILLER, ASSASSIN, TERRORIST, BOMBER),
        _taste(COP, ASSASSIN, TERRORIST, DOCTOR, DETECTIVE, DICTATOR, KILLER, BOMBER),
        _taste(DICTATOR, COP, ASSASSIN),
        _taste(DOCTOR, COP, ASSASSIN),
        _taste(DETECTIVE, COP, ASSASSIN),
        _taste(COP, ASSASSIN, TERRORIST, DOCTOR, DETECTIVE, DICTATOR, KILLER, BOMBER),
    ]
)


@rule
def struck(action: int) -> int:
    """Whom an action is aimed at; NONE: nobody."""
    if ACTION.HAND <= action < ACTION.HAND_END:
        return action - ACTION.HAND
    if ACTION.ACCUSE <= action < ACTION.ACCUSE_END:
        return action - ACTION.ACCUSE
    return action - ACTION.MURDER if ACTION.MURDER <= action < ACTION.MURDER_END else NONE


@rule
def helped(action: int) -> int:
    """Whom an action may help; NONE: nobody."""
    if ACTION.GUARD <= action < ACTION.GUARD_END:
        return action - ACTION.GUARD
    return action - ACTION.TREAT if ACTION.TREAT <= action < ACTION.TREAT_END else NONE


@rule
def liking(s: Play, seat: int, action: int, bot: int) -> int:
    at, by = struck(action), helped(action)
    if ACTION.PICK <= action < ACTION.PICK_END:
        return TASTE[bot, action - ACTION.PICK]
    if by != NONE:
        if bot == BOT.WARDEN:
            return s.life[by] + 2 * s.kills[by]
        return 1 if by == seat and bot in (BOT.SAFE, BOT.NURSE) else 0
    if at != NONE:
        if bot in (BOT.BULLY, BOT.FEARED, BOT.FINISHER, BOT.CROWN):
            return -s.life[at]
        if bot == BOT.NEIGHBOUR:
            return -((at - seat) % s.players)
        return 0 if bot == BOT.SAFE else s.life[at] + 2 * s.kills[at]
    if action >= ACTION.PAY:  # chips: keep and take kills, as they count for most
        return 1 if (action == ACTION.TAKE + SIDE.KILL) or (action == ACTION.PAY + SIDE.LIFE) else 0
    return 0


@door
def weigh(view: Bytes, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """How much a bot of this number likes each action."""
    s = view.view(DTYPE)[0]
    for i in range(n):
        out[i] = 0.0 if care == BOT.UNIFORM else SURE * liking(s, seat, numbers[i], care)
