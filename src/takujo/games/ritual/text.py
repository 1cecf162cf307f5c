"""RITUAL in words, Japanese and English: options, decisions, events, refusals, and the terminal's table."""

from typing import Any

from takujo.core.game import Refusal
from takujo.core.record import NONE
from takujo.core.text import LANGUAGES, Names, Text, read_guide

from .cards import COLOURS, DATA, IDS, RITUALS, ROUNDS, SEATS
from .state import ACTION, PHASE, State

Json = dict[str, Any]


def refusal(s: State, seat: int, action: Json) -> Refusal:
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


REFUSALS = {
    "over": {
        "en": "The game is over: the third ritual has ended.",
        "ja": "3回目の儀式が終わり、ゲームは終了しています。",
    },
    "out": {
        "en": "Seat {seat} is out of this ritual: five minus points or more.",
        "ja": "席{seat}はマイナス5点以上で、この儀式から脱落しています。",
    },
    "not-your-turn": {
        "en": "Seat {seat} is not to act: it is the turn of seat {turn}.",
        "ja": "席{seat}の番ではありません。席{turn}の番です。",
    },
    "take-a-set": {
        "en": 'Sets are being taken; {action} is not {{"type": "take-set", "set": i}}.',
        "ja": '手札の組を選ぶところです。{action} は {{"type": "take-set", "set": i}} の形ではありません。',
    },
    "no-such-set": {
        "en": "{action} names a set that is gone or does not exist; left are {left}.",
        "ja": "{action} の組はありません。残っている組: {left}。",
    },
    "lay-a-card": {
        "en": 'A card must be laid; {action} is not {{"type": "chant", "card": id, "side": 0 or 1}}.',
        "ja": '詠唱カードを出すところです。{action} は {{"type": "chant", "card": id, "side": 0/1}} ではありません。',
    },
    "not-in-hand": {
        "en": "{action} names a card that is not in the hand {hand}.",
        "ja": "{action} のカードは手札 {hand} にありません。",
    },
    "no-such-side": {
        "en": "{action} names a side other than 0 and 1.",
        "ja": "{action} の向きは0か1でなければなりません。",
    },
}

OPTION_TEXT = {
    "start": {
        "en": "Who begins the first ritual; otherwise it is drawn by lot.",
        "ja": "最初の儀式のスタートプレイヤー。指定がなければ抽選。",
    },
    "restart_cap": {
        "en": "How often a ritual may be done again when everybody went mad; after that it is void. Rulebook: no limit.",
        "ja": "全員が脱落した儀式を何回までやり直すか。超えたら無効。ルールブックでは無制限。",
    },
    "out_may_start": {
        "en": "A player who went mad may begin the next ritual if theirs is the highest total. Otherwise only those still in are compared.",
        "ja": "脱落したプレイヤーも、合計が最高なら次の儀式のスタートプレイヤーになる。しない場合は残った人だけで比べる。",
    },
    "out_ranks": {
        "en": "The total of a player who went mad takes its place when awards are given, though nothing is paid for it. Otherwise the next one moves up.",
        "ja": "脱落したプレイヤーの合計も順位に数える（貢献点はもらえない）。しない場合は次の人が繰り上がる。",
    },
}

PHASES = {
    "take-sets": {
        "en": "Take a set of six cards; only the backs show.",
        "ja": "手札の組をひとつ選ぶ。見えるのは裏面だけ。",
    },
    "chant": {
        "en": "Lay a card face down. The end towards the altar is what you chant.",
        "ja": "カードを1枚、裏向きで出す。祭壇に向けた側の呪文を詠唱する。",
    },
    "over": {"en": "The game is over.", "ja": "ゲーム終了。"},
}

ACTIONS = {
    "take-set": {"en": "Take set {set}", "ja": "組{set}を取る"},
    "chant": {"en": "Chant the {side} end of {card}", "ja": "「{card}」の{side}の呪文を詠唱"},
}

EVENTS = {
    "ritual-begins": {"en": "Ritual {ritual} begins; {start} is start player.", "ja": "儀式{ritual}開始。スタートは{start}。"},
    "sets-laid": {"en": "Sets of six cards are laid out.", "ja": "6枚1組の手札が並べられた。"},
    "set-taken": {"en": "{seat} takes set {set}.", "ja": "{seat}が組{set}を取った。"},
    "altar": {"en": "Round {round}: the altar shows {colour}.", "ja": "ラウンド{round}：祭壇は{colour}。"},
    "chant": {"en": "{seat} lays a card face down, its back {back}.", "ja": "{seat}が裏面 {back} のカードを伏せた。"},
    "reveal": {"en": "All cards are turned up.", "ja": "全員のカードを表にした。"},
    "outcome:smooth": {"en": "Smooth: everybody chanted {altar}.", "ja": "順調：全員が{altar}を詠唱。"},
    "outcome:wicked": {
        "en": "A wicked act: {off} chanted off the altar and {on} gets nothing.",
        "ja": "邪悪な行い：{off}が祭壇と違う呪文を詠唱し、{on}は無得点。",
    },
    "outcome:vortex": {
        "en": "A vortex of madness: {off} strayed from {altar} and pays for it.",
        "ja": "狂気の渦：{altar}から外れた{off}は狂気マーク。",
    },
    "outcome:accord": {
        "en": "Unconscious accord: all chanted {off_colours} instead of {altar}.",
        "ja": "無意識なる一致：全員が{altar}でなく{off_colours}を詠唱。",
    },
    "points:scored": {"en": "{seat} scores {delta}: total {total}.", "ja": "{seat}は{delta}点、合計{total}。"},
    "points:none": {"en": "{seat} scores nothing: total {total}.", "ja": "{seat}は無得点、合計{total}。"},
    "points:madness": {
        "en": "{seat} gets a madness marker ({delta}): total {total}, minus points {minus}.",
        "ja": "{seat}は狂気マーク（{delta}）、合計{total}、マイナス点{minus}。",
    },
    "eliminated": {"en": "{seat} goes mad and is out of this ritual.", "ja": "{seat}は発狂し、この儀式から脱落。"},
    "start-passes": {"en": "The start marker passes from {from} to {to}.", "ja": "スタートマーカーは{from}から{to}へ。"},
    "ritual-restarts": {"en": "Everybody is out: the ritual is done again.", "ja": "全員脱落。儀式をやり直す。"},
    "ritual-ends:exact-ten": {"en": "Exactly ten: a mastered chant ends the ritual.", "ja": "10点ぴったり：熟達した詠唱で儀式終了。"},
    "ritual-ends:five-rounds": {"en": "Five rounds are over; the ritual ends.", "ja": "5ラウンド終了。儀式終了。"},
    "ritual-ends:last-caster": {"en": "One caster is left; the ritual ends.", "ja": "残る術者は1人。儀式終了。"},
    "ritual-ends:restart-cap": {"en": "Everybody is out once more: the ritual is void.", "ja": "再び全員脱落。儀式は無効。"},
    "contribution": {"en": "{seat} gets {amount} contribution.", "ja": "{seat}は貢献{amount}点を得た。"},
    "next-start:total": {"en": "{seat} has the highest total of those still in and begins.", "ja": "脱落していない中で合計最高の{seat}が次のスタート。"},
    "next-start:total-of-all": {"en": "{seat} has the highest total of all and begins.", "ja": "全員の中で合計最高の{seat}が次のスタート。"},
    "next-start:last-round": {"en": "{seat} had the better last round and begins.", "ja": "最後のラウンドの点で{seat}が次のスタート。"},
    "next-start:clockwise": {"en": "{seat} is next clockwise and begins.", "ja": "時計回りで{seat}が次のスタート。"},
    "next-start:void": {"en": "{seat} begins again.", "ja": "再び{seat}がスタート。"},
    "game-over:contribution": {"en": "{winners} wins with the most contribution: {scores}.", "ja": "{winners}の勝ち。貢献：{scores}。"},
    "game-over:last-ritual": {
        "en": "{winners} wins by the last ritual; contribution {scores}.",
        "ja": "最後の儀式の点で{winners}の勝ち。貢献：{scores}。",
    },
    "game-over:shared": {"en": "{winners} share the win; contribution {scores}.", "ja": "引き分け：{winners}。貢献：{scores}。"},
}  # fmt: skip

MARKS = dict(zip(COLOURS, ("▲", "♣", "★"), strict=True))  # colour is never alone: flame, leaf, star
STYLES = dict(zip(COLOURS, ("red", "green", "yellow"), strict=True))
WORDS = {colour: {"en": colour, "ja": word} for colour, word in zip(COLOURS, DATA["colours"]["ja"], strict=True)}
ENDS = {card["id"]: card["ends"] for card in DATA["cards"]}
WORDS |= {
    card: {
        language: " | ".join(f"{WORDS[end['colour']][language]} {end['points']}" for end in ends)
        for language in LANGUAGES
    }
    for card, ends in ENDS.items()
}
WORDS |= {"side:0": {"en": "first", "ja": "1つ目"}, "side:1": {"en": "second", "ja": "2つ目"}}
WORDS |= {f"set:{i}": dict.fromkeys(LANGUAGES, str(i + 1)) for i in range(SEATS)}  # people count from one


def _end(card: str, side: int) -> str:
    end = ENDS[card][side]
    return f"[{STYLES[end['colour']]}]{MARKS[end['colour']]}{end['points']}[/]"


def _card(card: str | None, back: list[int]) -> str:
    return "/".join(map(str, back)) if card is None else f"{card} {_end(card, 0)}{_end(card, 1)}"


def board(view: Json, language: str, name: Names) -> str:
    """The table for a terminal: altar, each seat's row and hand, the sets."""
    ja = language == "ja"
    colour = view["altar"]
    altar = f"[{STYLES[colour]}]{MARKS[colour]} {WORDS[colour][language]}[/]" if colour else "–"
    left = " ".join(f"[{STYLES[c]}]{MARKS[c]}{n}[/]" for c, n in view["markers_left"].items())
    lines = [
        f"{'儀式' if ja else 'Ritual'} {view['ritual']}/{RITUALS}  {'ラウンド' if ja else 'round'} {view['round']}/{ROUNDS}  "
        f"{'祭壇' if ja else 'altar'} {altar}  ({'残り' if ja else 'left'} {left})"
    ]
    for i, cards in enumerate(view["sets"]):
        if cards:
            backs = "  ".join("/".join(map(str, back)) for back in view["set_backs"][i])
            lines.append(f"  {'組' if ja else 'set'} {i + 1}:  {backs}")
    for seat in range(view["players"]):
        lines.append(_seat(view, seat, ja, name))
    return "\n".join(lines)


def _seat(view: Json, seat: int, ja: bool, name: Names) -> str:
    signs = {"scored": "+", "none": "·", "madness": "−", None: "?"}  # None: just turned up
    row = " ".join(f"{signs[e['result']]}{_end(e['card'], e['side'])}" for e in view["rows"][seat])
    hand = "  ".join(_card(c, b) for c, b in zip(view["hands"][seat], view["hand_backs"][seat], strict=True))
    here = "►" if seat in view["to_act"] else " "
    start = "①" if seat == view["start"] else " "
    out = (" 脱落" if ja else " OUT") if view["eliminated"][seat] else ""
    laid = view["played_backs"][seat]
    down = f"  [{'/'.join(map(str, laid))}]".replace("[", "\\[") if laid else ""
    total, minus, won = view["totals"][seat], view["minus"][seat], view["contribution"][seat]
    labels = ("合計", "マイナス", "貢献") if ja else ("total", "minus", "contribution")
    sums = f"{labels[0]} {total} {labels[1]} {minus} {labels[2]} {won}"
    return f"{here}{start} [bold]{name(seat)}[/]{out}  {sums}  {row}{down}\n      {hand}"


TEXT = Text(
    title={"en": DATA["title"], "ja": DATA["title_ja"]},
    blurb={
        "en": "Chant what lies on the altar, or dare to be the few who do not; exactly ten points master the ritual.",
        "ja": "祭壇の呪文を唱えるか、少数派に賭けるか。ちょうど10点で儀式を極めろ。",
    },
    credits="企画・制作 鈴木陽太、原案 笛篠成全、ゲームデザイン 鈴木陽太・押切隼 (TACTICAL GAMES)",
    minutes=30,
    options=OPTION_TEXT,
    phases=PHASES,
    actions=ACTIONS,
    events=EVENTS,
    refusals=REFUSALS,
    draw=board,
    words=WORDS,
    variants={
        "outcome": "result", "points": "result", "ritual-ends": "reason", "next-start": "by", "game-over": "by",
    },
    seats=frozenset({"seat", "from", "to", "start"}),
    guide=read_guide(__file__),
    asks={
        "start": {
            "en": "Who begins? The rulebook rolls dice; you may agree on somebody instead.",
            "ja": "スタートプレイヤーは誰にしますか？ ルールブックではダイスなどで決めますが、話し合いで選んでもかまいません。",
        }
    },
)  # fmt: skip
