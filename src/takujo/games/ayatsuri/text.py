"""Ayatsuri in words: why an action is refused, what roles are called, and the terminal's table."""

from typing import Any

from takujo.core.game import Refusal
from takujo.core.sets import members
from takujo.core.text import Names, Speech, Table, Text

from .cards import CARDS, NAMEABLE, ROLE, SAID
from .position import decider, hand
from .state import ACTION, FAULT, PHASE, STEP, Play
from .talk import TALK

Json = dict[str, Any]

# What may be done in a phase: the actions, and the rule for any other action.
DUE = {
    PHASE.DRAFT: (("pick",), "3.2-1 step 3"),
    PHASE.CONDEMN: (("condemn", "spare"), "Promo 2"),
    PHASE.HAND: (("hand", "keep"), "Promo 2b"),
    PHASE.ACCUSE: (("accuse",), "3.3-1"),
    PHASE.NAME: (("name",), "3.3-2"),
    PHASE.GUARD: (("guard",), "3.3-3"),
    PHASE.TREAT: (("treat",), "3.3-6"),
    PHASE.PAY: (("pay",), "3.3-3"),
    PHASE.TAKE: (("take",), "3.3-3"),
    PHASE.MURDER: (("murder",), "3.3-4"),
}
# Why a target or a side is refused.
REASONS = {
    PHASE.HAND: ("no-such-carrier", "Promo 2b"),
    PHASE.ACCUSE: ("not-accusable", "3.2-2 b, R-06"),
    PHASE.GUARD: ("no-such-seat", "3.3-3"),
    PHASE.TREAT: ("not-treatable", "3.3-6"),
    PHASE.PAY: ("no-such-chip", "3.3-3"),
    PHASE.TAKE: ("no-such-side", "3.3-3"),
    PHASE.MURDER: ("not-a-new-victim", "3.3-4, R-17"),
}


def refusal(s: Play, seat: int, action: Json) -> Refusal:
    """Why an action that is not legal is refused: the first reason of section 3.7 that applies."""
    if s.phase == PHASE.OVER:
        return Refusal("over", "3.2-3", {})
    if type(seat) is not int or seat != decider(s):
        return Refusal("not-your-decision", "3.2-2 a", {"turn": decider(s)})
    due, rule = DUE[s.phase]
    if s.phase == PHASE.HAND and s.step == STEP.REVEAL and action == {"type": "keep"}:
        return Refusal("bomb-must-go", rule, {})
    kind = action.get("type")
    if kind not in due or action.keys() != ACTION.keys[kind]:
        return Refusal("another-decision", rule, {"kinds": ", ".join(due)})
    if s.phase == PHASE.DRAFT:
        return _pick_refusal(s, action["role"])
    if s.phase == PHASE.NAME:
        role = action["role"]
        if type(role) is int and 0 <= role < CARDS and role in members(NAMEABLE):
            return Refusal("lies-face-up", "3.3-2, R-08", {})
        return Refusal("not-nameable", rule, {})
    if s.phase == PHASE.TREAT and _lifeless(s, action["target"]):
        return Refusal("no-life-to-toss", "3.3-6, R-22", {})
    return Refusal(*REASONS[s.phase], {})


def _lifeless(s: Play, seat: Any) -> bool:
    """R-22: nothing but its life of 0 keeps this seat from being treated."""
    return type(seat) is int and 0 <= seat < s.players and s.life[seat] == 0 and not s.killed[seat]


def _pick_refusal(s: Play, role: Any) -> Refusal:
    if s.opt_promo and s.drafted == 0 and type(role) is int and role == ROLE.BOMBER:
        return Refusal("not-for-the-marker", "Promo 1", {})
    return Refusal("not-in-hand", "3.2-1 step 3", {"hand": ", ".join(map(str, hand(s)))})


# By the number in the field `fault`.
FAULTS = {
    FAULT.LUCK: "luck has an entry of the wrong kind at its head: it takes what chance decides next (deal, toss or draw)",
    FAULT.DRAW: "luck draws a role that is not in the terrorist's pool",
    FAULT.VIEW: "view is one that no deal agrees with; it takes a view of some state",
}


def named(speech: Speech) -> Table:
    """Roles with their numbers."""
    return {f"role:{i}": speech.say("numbered", number=i, role=speech.word(role)) for i, role in enumerate(ROLE.names)}


def _role(role: int | None, speech: Speech) -> str:
    return "?" if role is None else f"{role} {speech.word(ROLE.names[role])}"


def _roles(roles: list[int | None]) -> str:
    return " ".join("?" if role is None else str(role) for role in roles) or "–"


def board(view: Json, speech: Speech, name: Names) -> str:
    """The table for a terminal: the round, cards set aside, what was spoken, each seat's chips and role."""
    say = speech.say
    piles = ("face_up", "face_down", "hand", "leftover")
    shown = "  ".join(f"{say(f'terminal-{pile}')} {_roles(view[pile])}" for pile in piles)
    lines = [f"{say('terminal-round')} {view['round']}  {shown}"]
    if view["named"] is not None:
        lines.append(f"  {say('terminal-named')} {_role(view['named'], speech)}")
    return "\n".join([*lines, *(_seat(view, seat, speech, name) for seat in range(view["players"]))])


def _seat(view: Json, seat: int, speech: Speech, name: Names) -> str:
    say = speech.say
    marker = "①" if seat == view["marker"] else " "
    role = _role(view["roles"][seat], speech)
    role = f"[bold]{role}[/]" if view["revealed"][seat] else f"({role})"
    states = {
        f"✗ {say('terminal-killed')}": view["killed"][seat],
        say("terminal-accused"): seat == view["accused"],
        say("terminal-guarded"): seat == view["guarded"],
        say("terminal-bomb"): seat == view["bomb"]["carrier"],
        say("terminal-victim"): seat in view["victims"],
    }
    notes = "  ".join(word for word, holds in states.items() if holds)
    return f"{marker} [bold]{name(seat)}[/]  ○{view['life'][seat]} ●{view['kills'][seat]}  {role}  {notes}".rstrip()


TEXT = Text(
    __file__,
    credits="PURPURIN (http://yoshiwo.purpurin.net/)",
    minutes=30,
    draw=board,
    named=named,
    seats=frozenset({"seat", "to", "target", "by", "marker", "previous"}),
    seat_lists=frozenset({"winners", "tied", "zero_life", "three_kills"}),
    by_seat=frozenset({"life", "kills", "losses"}),
    asks=("start",),
    talk=TALK,
    numbers=SAID,
)
