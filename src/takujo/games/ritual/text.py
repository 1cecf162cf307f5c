"""RITUAL in words: why an action is refused, what cards are called, and the terminal's table."""

from typing import Any

from takujo.core.game import Refusal
from takujo.core.record import NONE
from takujo.core.text import Names, Speech, Table, Text

from .cards import COLOURS, DATA, IDS, RITUALS, ROUNDS, SAID, SEATS
from .state import ACTION, PHASE, Play

Json = dict[str, Any]


def refusal(s: Play, seat: int, action: Json) -> Refusal:
    """Why an action that is not legal is refused: the first line of section 5.1 that applies."""
    if s.phase == PHASE.OVER:
        return Refusal("over", "FIN-1", {})
    taking = s.phase == PHASE.TAKE_SETS
    rule = "SET-4" if taking else "RND-2"
    if not taking and type(seat) is int and 0 <= seat < s.players and s.out[seat]:
        return Refusal("out", "MAD-2", {})
    if type(seat) is not int or seat != s.to_act[0]:
        return Refusal("not-your-turn", rule, {"turn": s.to_act[0]})
    due = "take-set" if taking else "chant"
    if action.get("type") != due or action.keys() != ACTION.keys[due]:
        return Refusal("take-a-set" if taking else "lay-a-card", rule, {})
    if taking:
        left = [i for i in range(s.laid) if s.sets[i, 0] != NONE]
        return Refusal("no-such-set", rule, {"left": ", ".join(map(str, left))})
    hand = [IDS[card] for card in s.hand[seat] if card != NONE]
    if action["card"] not in hand:
        return Refusal("not-in-hand", rule, {"hand": ", ".join(hand)})
    return Refusal("no-such-side", rule, {})


MARKS = dict(zip(COLOURS, ("▲", "♣", "★"), strict=True))  # colour is never alone: flame, leaf, star
STYLES = dict(zip(COLOURS, ("red", "green", "yellow"), strict=True))
ENDS = {card["id"]: card["ends"] for card in DATA["cards"]}


def named(speech: Speech) -> Table:
    """The colours, as the file of cards calls them if it does so in this language, the cards, and the sets."""
    words = dict(zip(COLOURS, DATA["colours"].get(speech.language, map(speech.word, COLOURS)), strict=True))
    cards = {card: " | ".join(f"{words[end['colour']]} {end['points']}" for end in ends) for card, ends in ENDS.items()}
    return words | cards | {f"set:{i}": str(i + 1) for i in range(SEATS)}  # people count from one


def _end(card: str, side: int) -> str:
    end = ENDS[card][side]
    return f"[{STYLES[end['colour']]}]{MARKS[end['colour']]}{end['points']}[/]"


def _card(card: str | None, back: list[int]) -> str:
    return "/".join(map(str, back)) if card is None else f"{card} {_end(card, 0)}{_end(card, 1)}"


def board(view: Json, speech: Speech, name: Names) -> str:
    """The table for a terminal: altar, each seat's row and hand, the sets."""
    say, colour = speech.say, view["altar"]
    altar = f"[{STYLES[colour]}]{MARKS[colour]} {speech.word(colour)}[/]" if colour else "–"
    left = " ".join(f"[{STYLES[c]}]{MARKS[c]}{n}[/]" for c, n in view["markers_left"].items())
    lines = [
        f"{say('terminal-ritual')} {view['ritual']}/{RITUALS}  {say('terminal-round')} {view['round']}/{ROUNDS}  "
        f"{say('terminal-altar')} {altar}  ({say('terminal-left')} {left})"
    ]
    for i, cards in enumerate(view["sets"]):
        if cards:
            backs = "  ".join("/".join(map(str, back)) for back in view["set_backs"][i])
            lines.append(f"  {say('terminal-set')} {i + 1}:  {backs}")
    for seat in range(view["players"]):
        lines.append(_seat(view, seat, speech, name))
    return "\n".join(lines)


def _seat(view: Json, seat: int, speech: Speech, name: Names) -> str:
    say, signs = speech.say, {"scored": "+", "none": "·", "madness": "−", None: "?"}  # None: just turned up
    row = " ".join(f"{signs[e['result']]}{_end(e['card'], e['side'])}" for e in view["rows"][seat])
    hand = "  ".join(_card(c, b) for c, b in zip(view["hands"][seat], view["hand_backs"][seat], strict=True))
    here = "►" if seat in view["to_act"] else " "
    start = "①" if seat == view["start"] else " "
    out = f" {say('terminal-out')}" if view["eliminated"][seat] else ""
    laid = view["played_backs"][seat]
    down = f"  [{'/'.join(map(str, laid))}]".replace("[", "\\[") if laid else ""
    sums = {"total": view["totals"], "minus": view["minus"], "contribution": view["contribution"]}
    told = " ".join(f"{say(f'terminal-{label}')} {values[seat]}" for label, values in sums.items())
    return f"{here}{start} [bold]{name(seat)}[/]{out}  {told}  {row}{down}\n      {hand}"


TEXT = Text(
    __file__,
    credits="企画・制作 鈴木陽太、原案 笛篠成全、ゲームデザイン 鈴木陽太・押切隼 (TACTICAL GAMES)",
    minutes=30,
    draw=board,
    named=named,
    seats=frozenset({"seat", "from", "to", "start"}),
    asks=("start",),
    numbers=SAID,
)
