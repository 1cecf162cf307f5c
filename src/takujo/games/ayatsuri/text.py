"""Ayatsuri in words, Japanese and English: options, decisions, events, refusals, and the terminal's table."""

from typing import Any

from takujo.core.game import Refusal
from takujo.core.sets import members
from takujo.core.text import Names, Text, read_guide

from .cards import CARDS, NAMEABLE, ROLE, ROLES
from .position import decider, hand
from .state import ACTION, FAULT, PHASE, STEP, State
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


def refusal(s: State, seat: int, action: Json) -> Refusal:
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


def _lifeless(s: State, seat: Any) -> bool:
    """R-22: nothing but its life of 0 keeps this seat from being treated."""
    return type(seat) is int and 0 <= seat < s.players and s.life[seat] == 0 and not s.killed[seat]


def _pick_refusal(s: State, role: Any) -> Refusal:
    if s.opt_promo and s.drafted == 0 and type(role) is int and role == ROLE.BOMBER:
        return Refusal("not-for-the-marker", "Promo 1", {})
    return Refusal("not-in-hand", "3.2-1 step 3", {"hand": ", ".join(map(str, hand(s)))})


REFUSALS = {
    "over": {
        "en": "The game is over.",
        "ja": "ゲームは終了しています。",
    },
    "not-your-decision": {
        "en": "Seat {seat} has nothing to decide now: it is the decision of seat {turn}.",
        "ja": "いま決めるのは席{seat}ではなく、席{turn}です。",
    },
    "another-decision": {
        "en": "{action} is not what has to be decided now; it takes one of: {kinds}.",
        "ja": "{action} はいま決めることではありません。選べるのは {kinds} です。",
    },
    "not-in-hand": {
        "en": "{action} names a card that is not in the hand {hand}.",
        "ja": "{action} のカードは手元の {hand} にありません。",
    },
    "not-for-the-marker": {
        "en": "The holder of the Dictator marker may not pick role 0.",
        "ja": "独裁者マーカーの持ち主は自爆娘を取れません。",
    },
    "no-such-carrier": {
        "en": "{action}: the bomb goes to another seat that is neither revealed nor killed.",
        "ja": "{action}: 爆弾の行き先は、未公開で生きている他の席です。",
    },
    "bomb-must-go": {
        "en": "A bomb that was handed over may not be kept: it must be passed on.",
        "ja": "いったん渡された爆弾は手元に残せません。次へ回してください。",
    },
    "not-accusable": {
        "en": "{action}: the cop accuses another seat that is neither revealed nor killed.",
        "ja": "{action}: 暴力警官の告発先は、未公開で生きている他の席です。",
    },
    "not-nameable": {
        "en": "{action}: the assassin names one of the roles 3 to 7.",
        "ja": "{action}: 暗殺者が宣言するのは3から7の役割です。",
    },
    "lies-face-up": {
        "en": "{action} names a role that lies face up, so nobody has it.",
        "ja": "{action} の役割は表向きに置かれていて、持ち主がいません。",
    },
    "no-such-seat": {
        "en": "{action} does not name a seat of this table.",
        "ja": "{action} の席はこの卓にありません。",
    },
    "not-treatable": {
        "en": "{action}: the doctor treats a seat that has not been killed this round.",
        "ja": "{action}: 闇医者の患者は、このラウンドでまだ殺害されていない席です。",
    },
    "no-life-to-toss": {
        "en": "{action}: at this table the doctor treats a seat that has a life chip to toss.",
        "ja": "{action}: この卓では、闇医者はトスするライフチップのない席を治療できません。",
    },
    "no-such-chip": {
        "en": "{action}: the seat pays with a life or a kill chip that it has.",
        "ja": "{action}: 報酬は手持ちのライフかキルで払います。",
    },
    "no-such-side": {
        "en": "{action}: the chip is taken as life or as kill.",
        "ja": "{action}: チップはライフかキルのどちらかで受け取ります。",
    },
    "not-a-new-victim": {
        "en": "{action}: each victim is a seat of this table not chosen before.",
        "ja": "{action}: 犠牲者はまだ選んでいない席から選びます。",
    },
    "draft-told": {
        "en": "Not sent: while roles are chosen, no message may tell, true or not, what you saw or chose. Guessing about others is fine.",
        "ja": "送信しませんでした。役割を選んでいる間は、本当でもうそでも、自分が見たカードや選んだカードのことは書けません。ほかの人についての推理は自由です。",
    },
}

# By the number in the field `fault`.
FAULTS = {
    FAULT.LUCK: "luck has an entry of the wrong kind at its head: it takes what chance decides next (deal, toss or draw)",
    FAULT.DRAW: "luck draws a role that is not in the terrorist's pool",
    FAULT.VIEW: "view is one that no deal agrees with; it takes a view of some state",
}

OPTION_TEXT = {
    "promo": {
        "en": "Play with role 0, the bomber, of the second edition.",
        "ja": "第2版の役割0「自爆娘」を入れる。",
    },
    "start": {
        "en": "Who has the Dictator marker in round 1; otherwise it is drawn by lot.",
        "ja": "最初に独裁者マーカーを持つ席。指定がなければ抽選。",
    },
    "max_rounds": {
        "en": "The game ends after so many rounds, ties shared. 0: no last round, as in the rulebook, and at a table unless its host sets one. Programs (game.new, lab, adapters) stop after 50 unless told otherwise.",
        "ja": "このラウンド数で打ち切り（同点は引き分け）。0ならルールブックどおり無制限で、卓では指定しないかぎり0。プログラム（game.new、ラボ、アダプター）では指定しないかぎり50。",
    },
    "patient_without_life": {
        "en": "What happens if the doctor names a player at life 0, who has no life chip to toss.",
        "ja": "闇医者が、トスするライフチップのないライフ0のプレイヤーを指名したらどうなるか。",
    },
    "guarded_doctor_voids_bomb": {
        "en": "The bomb is void even if the guard undoes the doctor's killing of its carrier. Otherwise it stays, and goes off when the carrier is revealed.",
        "ja": "爆弾の持ち主を殺す闇医者の黒いトスが護衛で防がれても、爆弾は無効になる。しない場合は爆弾が残り、持ち主が正体を現したときに爆発する。",
    },
    "third_kill_from_first_time": {
        "en": "Who loses a third kill and regains it counts as having got it the first time. Otherwise only the last time counts.",
        "ja": "3つ目のキルを失って取り戻した人は、初めて得た時点で数える。しない場合は最後に得た時点で数える。",
    },
    "judged_until_decided": {
        "en": "Once a round has ended undecided, the winner is looked for after every round. Otherwise only after those that end with somebody at life 0 or with three kills.",
        "ja": "一度勝敗が決まらなかったら、その後は毎ラウンド終了時に勝者を判定する。しない場合は、ライフ0かキル3以上の人がいるラウンド終了時だけ判定する。",
    },
}

PHASES = {
    "draft": {"en": "Pick a role; the other cards go to the left.", "ja": "役割を1枚取り、残りは左へ。"},
    "condemn": {"en": "Condemn the bomber before the calls, or spare her.", "ja": "読み上げの前に自爆娘の殺害を宣言するか、しないか。"},
    "hand": {"en": "Hand the bomb to somebody unrevealed.", "ja": "未公開の誰かに爆弾を渡す。"},
    "accuse": {"en": "Accuse somebody of being role 2, 4 or 7.", "ja": "役割2・4・7だと思う席を告発する。"},
    "name": {"en": "Name a role; whoever shows it is killed.", "ja": "役割を宣言する。それを公開した席を殺害する。"},
    "guard": {"en": "Guard somebody against everything, for pay.", "ja": "誰かを護衛する。救えば報酬が出る。"},
    "treat": {"en": "Treat somebody: white heals, black kills.", "ja": "誰かを治療する。白ならライフ+1、黒なら殺害。"},
    "pay": {"en": "You were saved: pay with a life or a kill.", "ja": "命拾いした。ライフかキルで報酬を払う。"},
    "take": {"en": "Take the reward as a life or as a kill.", "ja": "報酬をライフかキルとして受け取る。"},
    "murder": {"en": "Nobody was killed: choose a victim.", "ja": "誰も殺害されなかった。殺害する相手を選ぶ。"},
    "over": {"en": "The game is over.", "ja": "ゲーム終了。"},
}  # fmt: skip

ACTIONS = {
    "pick": {"en": "Take {role}", "ja": "{role}を取る"},
    "condemn": {"en": "Condemn the bomber", "ja": "自爆娘の殺害を宣言する"},
    "spare": {"en": "Condemn nobody", "ja": "宣言しない"},
    "keep": {"en": "Keep the bomb", "ja": "爆弾を渡さない"},
    "hand": {"en": "Hand the bomb to {target}", "ja": "爆弾を{target}に渡す"},
    "accuse": {"en": "Accuse {target}", "ja": "{target}を告発する"},
    "name": {"en": "Name {role}", "ja": "{role}を宣言する"},
    "guard": {"en": "Guard {target}", "ja": "{target}を護衛する"},
    "treat": {"en": "Treat {target}", "ja": "{target}を治療する"},
    "murder": {"en": "Murder {target}", "ja": "{target}を殺害する"},
    "pay": {"en": "Pay with a {side} chip", "ja": "{side}で払う"},
    "take": {"en": "Take it as a {side} chip", "ja": "{side}で受け取る"},
}

EVENTS = {
    "round_start": {"en": "Round {round} begins; {marker} has the marker.", "ja": "ラウンド{round}開始。マーカーは{marker}。"},
    "reshuffle": {"en": "The Dictator lies face up: shuffled again.", "ja": "独裁者が表向きになったので混ぜ直す。"},
    "deal": {"en": "The cards are dealt; face up: {face_up}.", "ja": "カードを配った。表向き：{face_up}。"},
    "pick": {"en": "{seat} takes {role}.", "ja": "{seat}が{role}を取った。"},
    "pass_hand": {"en": "{seat} passes the cards to {to}.", "ja": "{seat}が残りを{to}に回した。"},
    "add_face_down": {"en": "A face-down card is added for {seat}.", "ja": "伏せ札1枚が{seat}に加わった。"},
    "leftover": {"en": "{seat} lays the rest face down.", "ja": "{seat}が残りを伏せた。"},
    "condemn": {"en": "{seat} condemns the bomber.", "ja": "{seat}が自爆娘の殺害を宣言。"},
    "spare": {"en": "{seat} condemns nobody.", "ja": "{seat}は自爆娘の殺害を宣言しない。"},
    "penalty": {"en": "There is no bomber: {seat} loses {life} life, {kill} kill.", "ja": "自爆娘はいない。{seat}はライフ{life}・キル{kill}を失う。"},
    "marker": {"en": "{seat} gets the Dictator marker.", "ja": "{seat}が独裁者マーカーを得た。"},
    "bomb_hand": {"en": "{seat} hands the bomb to {to}.", "ja": "{seat}が爆弾を{to}に渡した。"},
    "bomb_keep": {"en": "{seat} keeps the bomb.", "ja": "{seat}は爆弾を渡さない。"},
    "bomb_stuck": {"en": "{seat} has nobody to hand the bomb to.", "ja": "{seat}には爆弾を渡す相手がいない。"},
    "bomb_blast": {"en": "The bomb goes off at {target}.", "ja": "{target}のところで爆発。"},
    "bomb_void": {"en": "The bomb of {target} is void: {by_means}.", "ja": "{target}の爆弾は無効（{by_means}）。"},
    "call": {"en": "{role} is called.", "ja": "{role}が呼ばれた。"},
    "reveal": {"en": "{seat} is {role}.", "ja": "{seat}は{role}。"},
    "accuse": {"en": "{seat} accuses {target}.", "ja": "{seat}が{target}を告発。"},
    "name": {"en": "{seat} names {role}.", "ja": "{seat}が{role}を宣言。"},
    "guard": {"en": "{seat} guards {target}.", "ja": "{seat}が{target}を護衛。"},
    "treat": {"en": "{seat} treats {target}.", "ja": "{seat}が{target}を治療。"},
    "toss": {"en": "{seat} tosses a chip: {side}.", "ja": "{seat}のトス：{side}。"},
    "no_toss": {"en": "{seat} has no life chip to toss: nothing happens.", "ja": "{seat}にはトスするライフチップがなく、何も起こらない。"},
    "heal": {"en": "{seat} gains a life.", "ja": "{seat}はライフ1を得た。"},
    "draw": {"en": "{seat} draws {role} of {pool}: {target}.", "ja": "{seat}が{pool}から{role}を引いた：{target}。"},
    "rampage": {"en": "Nobody was killed: {seat} must kill {count}.", "ja": "誰も殺害されなかった。{seat}が{count}人を殺害する。"},
    "murder": {"en": "{seat} chooses {target}.", "ja": "{seat}が{target}を選んだ。"},
    "superseded": {"en": "{by_means} goes before {means}.", "ja": "{by_means}が{means}に優先する。"},
    "attempt": {"en": "{by} would kill {target}: {means}.", "ja": "{by}が{target}を襲う（{means}）。"},
    "guarded": {"en": "{seat} saves {target}.", "ja": "{seat}が{target}を守った。"},
    "no_reward:self": {"en": "Guarding oneself brings no reward.", "ja": "自分の護衛に報酬はない。"},
    "no_reward:no_chips": {"en": "There is no chip to pay with.", "ja": "払うチップがない。"},
    "pay": {"en": "{seat} pays {to} a {side} chip.", "ja": "{seat}が{to}に{side}を払った。"},
    "take": {"en": "{seat} takes it as a {side} chip.", "ja": "{seat}は{side}で受け取った。"},
    "kill": {"en": "{target} is killed by {by}: {means}.", "ja": "{by}が{target}を殺害（{means}）。"},
    "double": {"en": "A double dies for {seat}; {by} gains a kill.", "ja": "{seat}の影武者が身代わりになり、{by}はキル1を得た。"},
    "purge": {"en": "{seat} purges the others; life lost: {losses}.", "ja": "{seat}の粛清。失うライフ：{losses}。"},
    "round_end": {"en": "Round {round} ends. Life: {life}. Kills: {kills}.", "ja": "ラウンド{round}終了。ライフ：{life}。キル：{kills}。"},
    "undecided": {"en": "Still undecided: {tied}.", "ja": "まだ決まらない：{tied}。"},
    "game_over:third_kill": {"en": "{winners} wins: first to a third kill.", "ja": "3つ目のキルを最初に得た{winners}の勝ち。"},
    "game_over:total": {"en": "{winners} wins with the most chips.", "ja": "チップ最多の{winners}の勝ち。"},
    "game_over:zeroed": {"en": "{winners} wins the tie by having taken a last life.", "ja": "同数のうち、ほかの人のライフを0にした{winners}の勝ち。"},
    "game_over:cap": {"en": "The last round is over: {winners}.", "ja": "規定ラウンド終了：{winners}。"},
}  # fmt: skip

WORDS = {
    "life": {"en": "life", "ja": "ライフ"},
    "kill": {"en": "kill", "ja": "キル"},
    "white": {"en": "white", "ja": "白"},
    "black": {"en": "black", "ja": "黒"},
    "bomb": {"en": "bomb", "ja": "爆弾"},
    "condemn": {"en": "condemnation", "ja": "殺害の宣言"},
    "tosses-stock-chip": {"en": "a chip of the stock is tossed", "ja": "ストックのチップをトスする"},
    "nothing-happens": {"en": "nothing happens", "ja": "何も起こらない"},
    "not-allowed": {"en": "not allowed", "ja": "指名できない"},
    "role:None": {"en": "a role", "ja": "役割"},
    "face_up:[]": {"en": "none", "ja": "なし"},
} | {slug: {"en": english, "ja": japanese} for slug, japanese, english in ROLES}
WORDS |= {f"role:{i}": {"en": f"{i} {en}", "ja": f"{i}番の{ja}"} for i, (_, ja, en) in enumerate(ROLES)}


def _role(role: int | None, ja: bool) -> str:
    return "?" if role is None else f"{role} {ROLES[role][1 if ja else 2]}"


def _roles(roles: list[int | None]) -> str:
    return " ".join("?" if role is None else str(role) for role in roles) or "–"


def board(view: Json, language: str, name: Names) -> str:
    """The table for a terminal: the round, cards set aside, what was spoken, each seat's chips and role."""
    ja = language == "ja"
    labels = (
        ("ラウンド", "表", "伏せ", "手元", "残り") if ja else ("Round", "face up", "face down", "hand", "left over")
    )
    piles = [view["face_up"], view["face_down"], view["hand"], view["leftover"]]
    shown = "  ".join(f"{label} {_roles(pile)}" for label, pile in zip(labels[1:], piles, strict=True))
    lines = [f"{labels[0]} {view['round']}  {shown}"]
    if view["named"] is not None:
        lines.append(f"  {'宣言' if ja else 'named'} {_role(view['named'], ja)}")
    return "\n".join([*lines, *(_seat(view, seat, ja, name) for seat in range(view["players"]))])


def _seat(view: Json, seat: int, ja: bool, name: Names) -> str:
    marker = "①" if seat == view["marker"] else " "
    role = _role(view["roles"][seat], ja)
    role = f"[bold]{role}[/]" if view["revealed"][seat] else f"({role})"
    states = {
        "✗ 死亡" if ja else "✗ killed": view["killed"][seat],
        "告発" if ja else "accused": seat == view["accused"],
        "護衛" if ja else "guarded": seat == view["guarded"],
        "爆弾" if ja else "bomb": seat == view["bomb"]["carrier"],
        "犠牲" if ja else "victim": seat in view["victims"],
    }
    notes = "  ".join(word for word, holds in states.items() if holds)
    return f"{marker} [bold]{name(seat)}[/]  ○{view['life'][seat]} ●{view['kills'][seat]}  {role}  {notes}".rstrip()


TEXT = Text(
    title={"en": "Ayatsuri", "ja": "あやつり殺人事件"},
    blurb={
        "en": "Draft a villain in secret, then kill, guard and betray without knowing who is who.",
        "ja": "悪人の役割をひそかに選び、正体の見えない相手を襲い、守り、出し抜け。",
    },
    credits="PURPURIN (http://yoshiwo.purpurin.net/)",
    minutes=30,
    options=OPTION_TEXT,
    phases=PHASES,
    actions=ACTIONS,
    events=EVENTS,
    refusals=REFUSALS,
    draw=board,
    words=WORDS,
    variants={"no_reward": "reason", "game_over": "reason"},
    seats=frozenset({"seat", "to", "target", "by", "marker", "previous"}),
    seat_lists=frozenset({"winners", "tied", "zero_life", "three_kills"}),
    by_seat=frozenset({"life", "kills", "losses"}),
    guide=read_guide(__file__),
    asks={
        "start": {
            "en": "Who has done something wicked lately, and owns up to it first? That player begins.",
            "ja": "最近の悪事を真っ先に白状したのは誰ですか？ その人がスタートプレイヤーです。",
        }
    },
    talk=TALK,
)
