"""Arkham Ritual in words, Japanese and English: options, decisions, events, refusals, and the terminal's table."""

from typing import Any

from takujo.core.game import Refusal
from takujo.core.text import Names, Text, read_guide

from .cards import CARDS, GROUPS, HEADS, SEATS
from .state import PHASE, State
from .talk import TALK

Json = dict[str, Any]

SECTION = {PHASE.OFFER: "6-1", PHASE.RESPOND: "6-2", PHASE.ORB: "10-2"}
EXPECTED = {PHASE.OFFER: "offer-it", PHASE.RESPOND: "answer-it", PHASE.ORB: "choose"}


def refusal(s: State, seat: int, action: Json) -> Refusal:
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


def _names(s: State) -> str:
    return ", ".join(str(seat) for seat in range(SEATS) if s.on_table >> seat & 1) or "-"


REFUSALS = {
    "over": {
        "en": "The game is over: somebody has lost all sanity.",
        "ja": "サン値をすべて失ったプレイヤーがいるため、ゲームは終了しています。",
    },
    "not-your-turn": {
        "en": "Seat {seat} is not to act: it is for seat {turn} to decide.",
        "ja": "席{seat}の番ではありません。席{turn}が決める番です。",
    },
    "offer-it": {
        "en": 'The parent must offer the card; {action} is not {{"type": "offer", "to": seat}}.',
        "ja": '親番がカードを差し出すところです。{action} は {{"type": "offer", "to": 席}} の形ではありません。',
    },
    "answer-it": {
        "en": "The card must be answered by accept, pass (with to) or decline; {action} is none of them.",
        "ja": "差し出されたカードには accept、pass(to つき)、decline のどれかで答えます。{action} はどれでもありません。",
    },
    "choose": {
        "en": "The Magical Orb's card is returned or removed; {action} is neither.",
        "ja": "魔法のオーブで見たカードは return か remove です。{action} はどちらでもありません。",
    },
    "hand-on-table": {
        "en": "The card can be declined only when no hand is left on the table; there is {left}.",
        "ja": "テーブルに手が残っている間は断れません。手を置いている席: {left}。",
    },
    "dummy": {
        "en": "{action} names a dummy player: only seats 0 to {last} are offered cards.",
        "ja": "{action} はダミープレイヤーです。カードを渡せるのは席0から{last}だけです。",
    },
    "no-such-seat": {
        "en": "{action} names a seat that does not exist; there are 0 to {last}.",
        "ja": "{action} の席はありません。席は0から{last}までです。",
    },
    "oneself": {
        "en": "Seat {seat} cannot give the card to itself; hands on the table: {left}.",
        "ja": "席{seat}は自分にカードを渡せません。手を置いている席: {left}。",
    },
    "hand-off-table": {
        "en": "Seat {to} has no hand on the table; hands on the table: {left}.",
        "ja": "席{to}はテーブルに手を置いていません。手を置いている席: {left}。",
    },
    "card-told": {
        "en": "Not sent: no message may tell, true or not, the name or colour of a card somebody holds, or the name of a face-down card. Say it in other words.",
        "ja": "送信しませんでした。本当でもうそでも、誰かが持っているカードの名前や色、裏向きのカードの名前は書けません。別の言い方をしてください。",
    },
}

OPTION_TEXT = {
    "event": {"en": "Which event card is in the deck.", "ja": "山札に入れるイベントカード。"},
    "character1": {"en": "Which first character is in the deck.", "ja": "山札に入れる1枚目のキャラクターカード。"},
    "character2": {"en": "Which second character is in the deck.", "ja": "山札に入れる2枚目のキャラクターカード。"},
    "great_old_one": {"en": "Which Great Old One is in the deck.", "ja": "山札に入れる旧支配者カード。"},
    "doom_board": {
        "en": "Losses follow the doom board instead of the number of failures.",
        "ja": "失うサン値を、失敗した人数でなく破滅ボードで決める。",
    },
    "true_winner": {"en": "Only those with the most sanity win.", "ja": "サン値が最も多い人だけが勝つ。"},
    "first_parent": {
        "en": "Parent of the first turn; otherwise drawn by lot.",
        "ja": "最初の親番。指定がなければ抽選。",
    },
    "doom_values": {
        "en": "The numbers on the doom board (our reconstruction).",
        "ja": "破滅ボードの数字（印刷を見られないため推定）。",
    },
    "yog_owner_compared": {
        "en": "Yog-Sothoth's owner counts when the fewest sanity is looked for.",
        "ja": "ヨグ・ソトースで最少のサン値を比べるとき、持ち主も含める。",
    },
    "nyarlathotep_owner_compared": {
        "en": "Nyarlathotep's owner counts when the most sanity is looked for: leading alone, it makes nobody fail. Otherwise the highest of the others fail.",
        "ja": "ニャルラトホテップで最多のサン値を比べるとき、持ち主も含める。持ち主だけが最多なら誰も失敗しない。含めない場合は、持ち主以外で最多の人が失敗する。",
    },
    "dummies_raise_loss": {
        "en": "Dummies that fail count in the number that failing costs. Otherwise only players who fail do.",
        "ja": "失敗したダミーも、失うサン値（規定数）の人数に数える。しない場合は、失敗したプレイヤーだけを数える。",
    },
    "orb_removes_for_game": {
        "en": "A card that the Magical Orb takes out stays out of the game: later rounds have fewer cards. Otherwise it is back in the next round.",
        "ja": "魔法のオーブで取り除いたカードはゲームから除外され、以後のラウンドはその分少ない枚数で行う。しない場合は、次のラウンドで山札に戻る。",
    },
}

PHASES = {
    "offer": {
        "en": "You alone see the card. Offer it to another player.",
        "ja": "このカードを見られるのは親番だけ。誰かに差し出す。",
    },
    "respond": {
        "en": "Take the card unseen and discard yours, or hand it on.",
        "ja": "カードを見ずに受け取って手札を捨てるか、ほかの人に渡す。",
    },
    "orb": {
        "en": "You have looked at the top card: put it back, or take it out, face down.",
        "ja": "山札の一番上を見た。戻すか、裏向きのまま取り除くか。",
    },
    "over": {"en": "The game is over.", "ja": "ゲーム終了。"},
}

ACTIONS = {
    "offer": {"en": "Offer the card to {to}", "ja": "{to}に差し出す"},
    "accept": {"en": "Take it", "ja": "受け取る"},
    "pass": {"en": "Hand it on to {to}", "ja": "{to}に渡す"},
    "decline": {"en": "Decline: nobody takes it and the round ends", "ja": "断る（誰も受け取らず、ラウンド終了）"},
    "return": {"en": "Put it back on top", "ja": "山札の上に戻す"},
    "remove": {"en": "Take it out", "ja": "取り除く"},
}

DEALT_OPEN = {"en": "A dummy's card is {card}.", "ja": "ダミーのカードは{card}。"}
GATE = {"en": "The {card} opens: {great_old_one} is among you!", "ja": "{card}が開いた。{great_old_one}がいる！"}
PAST = {
    "en": "{effect} acts: failed {failed}, number {loss}, extra {extra}.",
    "ja": "{effect}の効果。失敗：{failed}、規定数{loss}、追加{extra}。",
}
EVENTS = {
    "round_start": {"en": "Round {round} begins; {parent} is the parent.", "ja": "ラウンド{round}開始。親番は{parent}。"},
    "deal:None": {"en": "{seat} is dealt {card}.", "ja": "{seat}に{card}が配られた。"},
    "deal:0": DEALT_OPEN,
    "deal:1": DEALT_OPEN,
    "turn_start": {"en": "Turn {turn}: {parent} is the parent.", "ja": "ターン{turn}。親番は{parent}。"},
    "draw": {"en": "{seat} draws {card}; {deck_left} are left.", "ja": "{seat}が{card}を引いた。山札は残り{deck_left}枚。"},
    "offer": {"en": "{seat} offers the card to {to}.", "ja": "{seat}が{to}にカードを差し出した。"},
    "pass": {"en": "{seat} hands the card on to {to}.", "ja": "{seat}は{to}にカードを渡した。"},
    "discard": {"en": "{seat} discards {card}.", "ja": "{seat}が{card}を捨てた。"},
    "take": {"en": "{seat} takes {card} without looking.", "ja": "{seat}が{card}を見ずに受け取った。"},
    "decline": {"en": "{seat} declines too: nobody takes {card}.", "ja": "{seat}も断り、{card}は誰も受け取らなかった。"},
    "elder_sign": {"en": "The Elder Sign ends the round.", "ja": "エルダーサインによりラウンド終了。"},
    **{f"gate:{card}": GATE for card in GROUPS["great_old_one"]},
    "gate:None": {"en": "The {card} opens: no Great Old One is held.", "ja": "{card}が開いたが、旧支配者はいない。"},
    "look:magical-orb": {"en": "{seat} looks at the top of the deck: {card}.", "ja": "{seat}が山札の一番上を見た：{card}。"},
    "look:shining-trapezohedron": {
        "en": "{seat} looks at the top of the deck: {card}, {colour}.",
        "ja": "{seat}が山札の一番上を見た：{card}（{colour}）。",
    },
    "return": {"en": "{seat} puts it back.", "ja": "{seat}はそれを戻した。"},
    "remove": {"en": "{seat} takes {card} out of {out_of}.", "ja": "{seat}は{card}を{out_of}から取り除いた。"},
    "fizzle": {"en": "{card}: there is no card to look at.", "ja": "{card}：見るカードがない。"},
    "next_parent": {"en": "{seat} is the next parent.", "ja": "次の親番は{seat}。"},
    "round_end:great-old-one": {"en": "Round {round} ends by a Great Old One: {hands}.", "ja": "旧支配者によりラウンド{round}終了：{hands}。"},
    "round_end:elder-sign": {"en": "Round {round} ends by the Elder Sign: {hands}.", "ja": "エルダーサインによりラウンド{round}終了：{hands}。"},
    "round_end:all-declined": {"en": "Round {round} ends, nobody wanted the card: {hands}.", "ja": "全員が断りラウンド{round}終了：{hands}。"},
    "round_end:deck-empty": {"en": "Round {round} ends with the deck: {hands}.", "ja": "山札が尽きラウンド{round}終了：{hands}。"},
    "round_end:shining-trapezohedron": {"en": "The Trapezohedron ends it all: {hands}.", "ja": "トラペゾヘドロンがすべてを終わらせた：{hands}。"},
    "judgement": {"en": "Judgement: {failed} failed; the number is {loss}.", "ja": "判定：失敗は{failed}。規定数は{loss}。"},
    "mystery": {"en": "The Mystery Card is {revealed}.", "ja": "ミステリーカードの正体は{revealed}。"},
    "great_old_one:cthulhu": {"en": "Cthulhu: all but its owner lose {loss}.", "ja": "クトゥルフ：持ち主以外は{loss}失う。"},
    "great_old_one:nyarlathotep": PAST,
    "great_old_one:yog-sothoth": {"en": "Yog-Sothoth looks for the one with the fewest sanity.", "ja": "ヨグ・ソトース：サン値が最も少ない者を探す。"},
    "great_old_one:hastur": PAST,
    "sanity": {"en": "{seat}: sanity {delta}, now {now} ({why}).", "ja": "{seat}：サン値{delta}、残り{now}（{why}）。"},
    "doom": {"en": "The doom marker moves on: {value}.", "ja": "破滅マーカーが進んだ：{value}。"},
    "game_over": {"en": "The game is over. Winners: {winners}; sanity {scores}.", "ja": "ゲーム終了。勝者：{winners}。サン値：{scores}。"},
}  # fmt: skip

MARKS = {"sane": ("blue", "○"), "mad": ("red", "●")}  # colour is never alone
SIDES = {"sane": {"en": "sane", "ja": "正気"}, "mad": {"en": "mad", "ja": "狂気"}}
PLACES = {
    "top": {"en": "top of the deck", "ja": "山札の上"},
    "offered": {"en": "offered", "ja": "差し出し中"},
    "hand": {"en": "in hand", "ja": "手札"},
    "removed": {"en": "taken out", "ja": "除外"},
}
WORDS = SIDES | {
    "judgement": {"en": "judgement", "ja": "判定"},
    "card:None": {"en": "a hidden card", "ja": "見えないカード"},
    "colour:None": {"en": "its colour hidden", "ja": "色は見えない"},
    "out_of:round": {"en": "this round", "ja": "このラウンド"},
    "out_of:game": {"en": "the game", "ja": "ゲーム"},
}
for card in CARDS:
    side = {lang: f" ({SIDES[card.colour][lang]})" if card.kind == "artifact" else "" for lang in ("en", "ja")}
    letter = f" {card.slug[-1].upper()}" if card.slug.startswith("gate") else ""
    WORDS[card.slug] = {"en": f"{card.en}{letter}{side['en']}", "ja": f"{card.ja}{letter}{side['ja']}"}
COLOUR_OF = {card.slug: card.colour for card in CARDS}


def _card(slug: str | None, language: str) -> str:
    if slug is None:
        return "?"
    style, mark = MARKS[COLOUR_OF[slug]]
    return f"[{style}]{mark} {WORDS[slug][language]}[/]"


def board(view: Json, language: str, name: Names) -> str:
    """The table for a terminal: the deck, each seat's card, the card offered, the discards."""
    ja = language == "ja"
    doom = f"  {'破滅' if ja else 'doom'} {view['doom_value']}" if view["doom_value"] is not None else ""
    lines = [
        f"{'ラウンド' if ja else 'Round'} {view['round']}  {'ターン' if ja else 'turn'} {view['turn']}  "
        f"{'山札' if ja else 'deck'} {len(view['deck'])}{doom}"
    ]
    lines += [_seat(view, seat, language, name) for seat in range(view["players"])]
    lines += [f"    {'ダミー' if ja else 'dummy'}  {_card(slug, language)}" for slug in view["dummies"]]
    if view["phase"] in ("offer", "respond"):
        lines.append(f"  {'差し出すカード' if ja else 'offered'}: {_card(view['offered'], language)}")
    if view["look"]:
        look = view["look"]
        known = _card(look["card"], language) if look["card"] or not look["colour"] else SIDES[look["colour"]][language]
        place = PLACES[look["at"]][language]
        lines.append(f"  {name(look['seat'])} {'が見たカード' if ja else 'looked at'}: {known} ({place})")
    if view["options"]["orb_removes_for_game"] and view["removed"]:
        out = "  ".join(_card(slug, language) for slug in view["removed"])
        lines.append(f"  {'ゲームから除外' if ja else 'out of the game'}: {out}")
    lines.append(f"  {'捨て札' if ja else 'discards'}: {'  '.join(_card(slug, language) for slug in view['discard'])}")
    return "\n".join(lines)


def _seat(view: Json, seat: int, language: str, name: Names) -> str:
    here = "►" if seat in view["to_act"] else " "
    parent = "◆" if seat == view["parent"] else "✋" if seat in view["on_table"] else " "
    clear = ("  旧支配者ではない" if language == "ja" else "  no Great Old One") if seat in view["gate_clear"] else ""
    sanity = f"{'サン値' if language == 'ja' else 'sanity'} {view['sanity'][seat]}"
    return f"{here}{parent} [bold]{name(seat)}[/]  {sanity}  {_card(view['hands'][seat], language)}{clear}"


TEXT = Text(
    title={"en": "Arkham Ritual", "ja": "アーカムリチュアル"},
    blurb={
        "en": "Everybody sees your card but you: end the round with a sane one that nobody else holds.",
        "ja": "自分のカードだけが見えない。誰とも重ならない正気のカードで儀式を生き延びろ。",
    },
    credits="ゲームデザイン 笠輪弘樹、開発協力 イリクンデ・ジョン=スミスの柩、イラスト エミリー・リン、発行人 小林大",
    minutes=30,
    options=OPTION_TEXT,
    phases=PHASES,
    actions=ACTIONS,
    events=EVENTS,
    refusals=REFUSALS,
    draw=board,
    words=WORDS,
    variants={
        "deal": "dummy", "gate": "great_old_one", "look": "event", "round_end": "cause", "great_old_one": "effect",
    },
    seats=frozenset({"seat", "to", "parent", "owner"}),
    seat_lists=frozenset({"winners", "survived", "failed"}),
    by_seat=frozenset({"hands", "scores"}),
    guide=read_guide(__file__),
    asks={
        "first_parent": {
            "en": "Who knows the rules best? That player is the first parent.",
            "ja": "ルールにいちばん詳しいのは誰ですか？ その人が最初の親番です。",
        }
    },
    talk=TALK,
)  # fmt: skip
