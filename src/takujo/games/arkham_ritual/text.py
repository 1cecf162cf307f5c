"""Arkham Ritual in words: why an action is refused, and the terminal's table."""

from typing import Any

from takujo.core.game import Refusal
from takujo.core.text import Names, Speech, Text

from .cards import CARDS, HEADS, SAID, SEATS
from .state import PHASE, Play
from .talk import TALK

Json = dict[str, Any]

SECTION = {PHASE.OFFER: "6-1", PHASE.RESPOND: "6-2", PHASE.ORB: "10-2"}
EXPECTED = {PHASE.OFFER: "offer-it", PHASE.RESPOND: "answer-it", PHASE.ORB: "choose"}


def refusal(s: Play, seat: int, action: Json) -> Refusal:
    """Why an action that is not legal is refused (2.4)."""
    if s.phase == PHASE.OVER:
        return Refusal("over", "8", {})
    if type(seat) is not int or seat != s.to_act[0]:
        return Refusal("not-your-turn", "6", {"turn": s.to_act[0]})
    kind, to = action.get("type"), action.get("to")
    if s.phase == PHASE.RESPOND and kind == "decline" and action.keys() == {"type"}:
        return Refusal("hand-on-table", "6-2-2", {"left": _names(s)})
    hands_on = kind == {PHASE.OFFER: "offer", PHASE.RESPOND: "pass"}.get(s.phase) and kind is not None
    if not hands_on or action.keys() != {"type", "to"} or type(to) is not int or to < 0:
        return Refusal(EXPECTED[s.phase], SECTION[s.phase], {})
    rule = "6-1" if s.phase == PHASE.OFFER else "6-2-2"
    if to >= s.players and s.players < HEADS:
        return Refusal("dummy", "14", {"last": s.players - 1})
    if to >= s.players:
        return Refusal("no-such-seat", rule, {"last": s.players - 1})
    if to == seat:
        return Refusal("oneself", rule, {"left": _names(s)})
    return Refusal("hand-off-table", rule, {"to": to, "left": _names(s)})


def _names(s: Play) -> str:
    return ", ".join(str(seat) for seat in range(SEATS) if s.on_table >> seat & 1) or "-"


MARKS = {"sane": ("blue", "○"), "mad": ("red", "●")}  # colour is never alone
COLOUR_OF = {card.slug: card.colour for card in CARDS}


def _card(slug: str | None, speech: Speech) -> str:
    if slug is None:
        return "?"
    style, mark = MARKS[COLOUR_OF[slug]]
    return f"[{style}]{mark} {speech.word(slug)}[/]"


def board(view: Json, speech: Speech, name: Names) -> str:
    """The table for a terminal: the deck, each seat's card, the card offered, the discards."""
    say = speech.say
    doom = f"  {say('terminal-doom')} {view['doom_value']}" if view["doom_value"] is not None else ""
    lines = [
        f"{say('terminal-round')} {view['round']}  {say('terminal-turn')} {view['turn']}  "
        f"{say('terminal-deck')} {len(view['deck'])}{doom}"
    ]
    lines += [_seat(view, seat, speech, name) for seat in range(view["players"])]
    lines += [f"    {say('terminal-dummy')}  {_card(slug, speech)}" for slug in view["dummies"]]
    if view["phase"] in ("offer", "respond"):
        lines.append(f"  {say('terminal-offered')}: {_card(view['offered'], speech)}")
    if look := view["look"]:
        known = _card(look["card"], speech) if look["card"] or not look["colour"] else speech.word(look["colour"])
        looked, place = say("terminal-looked", seat=name(look["seat"])), say(f"terminal-at-{look['at']}")
        lines.append(f"  {looked}: {known} ({place})")
    if view["options"]["orb_removes_for_game"] and view["removed"]:
        lines.append(f"  {say('terminal-out_of_game')}: {'  '.join(_card(slug, speech) for slug in view['removed'])}")
    lines.append(f"  {say('terminal-discards')}: {'  '.join(_card(slug, speech) for slug in view['discard'])}")
    return "\n".join(lines)


def _seat(view: Json, seat: int, speech: Speech, name: Names) -> str:
    here = "►" if seat in view["to_act"] else " "
    parent = "◆" if seat == view["parent"] else "✋" if seat in view["on_table"] else " "
    clear = f"  {speech.say('terminal-clear')}" if seat in view["gate_clear"] else ""
    sanity = f"{speech.say('terminal-sanity')} {view['sanity'][seat]}"
    return f"{here}{parent} [bold]{name(seat)}[/]  {sanity}  {_card(view['hands'][seat], speech)}{clear}"


TEXT = Text(
    __file__,
    credits="ゲームデザイン 笠輪弘樹、開発協力 イリクンデ・ジョン=スミスの柩、イラスト エミリー・リン、発行人 小林大",
    minutes=30,
    draw=board,
    seats=frozenset({"seat", "to", "parent", "owner"}),
    seat_lists=frozenset({"winners", "survived", "failed"}),
    by_seat=frozenset({"hands", "scores"}),
    asks=("first_parent",),
    talk=TALK,
    numbers=SAID,
)
