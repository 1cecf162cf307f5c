"""IN THE RUIN in words, Japanese and English: refusals, options, decisions, events, and the terminal's table."""

from typing import Any

from takujo.core.game import Refusal
from takujo.core.record import NONE
from takujo.core.text import Names, Text, read_guide

from .actions import VALUES, card_to_draw, cell, dealt, hand, is_on_grid, parsed
from .cards import IS_BLOCKY, LETTERS, PIECE_OF, SHAPES
from .picture import svg, terminal
from .pieces import SIZE, normalised
from .sheet import ENTRANCE
from .state import PHASE, SUB, State
from .talk import TALK

Json = dict[str, Any]

# Which actions a sub-step takes, and what a refusal of another one cites.
TYPES = {
    SUB.KEEP: ({"keep"}, "4"),
    SUB.TAKE: ({"take"}, "4"),
    SUB.PLACE: ({"draw"}, "4"),
    SUB.DRAW: ({"draw", "single-wall", "no-draw", "extra"}, "5-1-1"),
    SUB.MOVE: ({"extra", "move"}, "5-1-2"),
    SUB.EXIT: ({"escape", "remain"}, "5-1-2-E"),
}


def refusal(s: State, seat: int, action: Json) -> Refusal:
    """Why an action that is not legal is refused: the first line of the table of section 5 that applies."""
    if type(seat) is int and 0 <= seat < s.players and s.escaped[seat] != NONE:
        return Refusal("out", "5-1-2-E", {})
    if type(seat) is not int or not 0 <= seat < s.players or not s.to_act >> seat & 1:
        return Refusal("nothing-to-decide", "5", {})
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in VALUES:
        return Refusal("malformed", "", {})
    types, rule = TYPES[s.sub[seat]]
    if s.sub[seat] == SUB.DRAW and s.opt_extra_after_main:  # J11
        types = types - {"extra"}
    if kind not in types:
        return _wrong_part(s, seat, kind, types, rule)
    given = parsed(action)
    if given is None:
        return Refusal("malformed", "", {})
    if kind == "keep":
        return Refusal("keep-two", "4", {"goals": ", ".join(hand(s, seat))})
    if kind == "take":
        if (
            given["mark"] == "passage"
            and given["card"] in LETTERS
            and IS_BLOCKY[PIECE_OF[LETTERS.index(given["card"])]]
        ):
            return Refusal("block-as-passage", "3-1", {"card": given["card"]})
        rule = "10" if s.players == 1 else "4"
        return Refusal("cannot-take", rule, {"dealt": ", ".join(dealt(s, seat))})
    if kind == "no-draw":
        return Refusal("squares-left", "5-1-1", {})
    if kind == "draw":
        return _drawing(s, seat, given)
    goal = given["goal"] if kind == "extra" else (given.get("warp") or {}).get("goal")
    if goal is not None and s.special[seat] != NONE:
        return Refusal("one-special", "8", {})
    if goal is not None and goal not in hand(s, seat):
        return Refusal("goal-not-in-hand", "8", {"goal": goal, "goals": ", ".join(hand(s, seat))})
    if kind == "move":
        return Refusal("too-far", "5-1-2", {}) if goal is None else Refusal("no-warp", "8-2", {})
    return _single(s, seat, kind, given)


def _wrong_part(s: State, seat: int, kind: str, types: set[str], rule: str) -> Refusal:
    if kind in ("escape", "remain"):
        return Refusal("not-at-the-exit", "5-1-2-E", {})
    if kind == "extra":
        rule = "8" if s.phase in (PHASE.GOALS, PHASE.SETUP) else "8-1"
    return Refusal("not-now", rule, {"sub": SUB.names[s.sub[seat]], "takes": ", ".join(sorted(types))})


def _filled(s: State, seat: int) -> set[int]:
    rows = s.sheet[seat]
    return {q for q in range(SIZE * SIZE) if (rows[q // SIZE] | rows[q // SIZE] >> SIZE) >> q % SIZE & 1}


def _touches(cells: list[list[int]], filled: set[int]) -> bool:
    near = [[r + dr, c + dc] for r, c in cells for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return any(is_on_grid(q) and cell(q) in filled for q in near)


def _drawing(s: State, seat: int, given: Json) -> Refusal:
    """3.2, in its order; what is left is a 2x2 block."""
    cells, filled, setup = given["cells"], _filled(s, seat), s.phase == PHASE.SETUP
    if not all(is_on_grid(q) and cell(q) not in filled for q in cells):
        return Refusal("not-empty", "3", {})
    if not cells or normalised(tuple((r, c) for r, c in cells)) not in SHAPES[PIECE_OF[card_to_draw(s, seat)]]:
        return Refusal("not-the-piece", "4" if setup else "5-1-1", {"card": LETTERS[card_to_draw(s, seat)]})
    if setup and given["mark"] != ("passage", "wall")[s.taken_mark[seat]]:
        return Refusal("other-mark", "4", {"mark": ("passage", "wall")[s.taken_mark[seat]]})
    first = setup and s.setup_card[seat, 0] == NONE
    if first and ENTRANCE not in map(cell, cells):
        return Refusal("not-over-the-entrance", "4", {})
    if not first and not _touches(cells, filled):
        return Refusal("touches-nothing", "3-1" if given["mark"] == "passage" else "3-2", {})
    return Refusal("makes-a-block", "3-1", {})


def _single(s: State, seat: int, kind: str, given: Json) -> Refusal:
    filled = _filled(s, seat)
    if not is_on_grid(given["cell"]) or cell(given["cell"]) in filled:
        return Refusal("not-empty", "3", {})
    if not _touches([given["cell"]], filled):
        return Refusal("touches-nothing", "8-1" if kind == "extra" else "3-2", {})
    return Refusal("makes-a-block", "3-1", {})


REFUSALS = {
    "gem-told": {
        "en": "Not sent: in step 1 no message may tell, true or not, that you take a gem. Step 2 tells it.",
        "ja": "送信しませんでした。本当でもうそでも、宝石を獲得することはステップ1の間は書けません。発表はステップ2です。",
    },
    "escape-told": {
        "en": "Not sent: in step 1 no message may tell, true or not, that you escape. Step 2 tells it.",
        "ja": "送信しませんでした。本当でもうそでも、脱出することはステップ1の間は書けません。発表はステップ2です。",
    },
    "special-told": {
        "en": "Not sent: no message may tell, true or not, which special action you chose.",
        "ja": "送信しませんでした。本当でもうそでも、どちらの特別アクションを選んだかは書けません。",
    },
    "out": {
        "en": "Seat {seat} has escaped and takes no further part.",
        "ja": "席{seat}はすでに脱出しており、もう何もできません。",
    },
    "nothing-to-decide": {
        "en": "Seat {seat} has nothing to decide now.",
        "ja": "席{seat}が今決めることはありません。",
    },
    "malformed": {
        "en": "{action} is not an action of this game.",
        "ja": "{action} はこのゲームの行動の形ではありません。",
    },
    "not-now": {
        "en": '{action} does not belong here: seat {seat} is at "{sub}", which takes {takes}.',
        "ja": "{action} は今はできません。席{seat}は「{sub}」の段階で、できるのは {takes} です。",
    },
    "not-at-the-exit": {
        "en": "A piece may leave or stay only in the second stage, when its movement has ended on the entrance.",
        "ja": "脱出するかどうかは、後半ステージで移動を出入口で終えたときにだけ決められます。",
    },
    "keep-two": {
        "en": "{action}: exactly two of the seat's own goal cards {goals} must be kept.",
        "ja": "{action}: 自分の目標カード {goals} からちょうど2枚を残します。",
    },
    "block-as-passage": {
        "en": "Card {card} shows a 2x2 block, which can never be a passage.",
        "ja": "カード{card}のピースは2×2を含むので、○として記入できません。",
    },
    "cannot-take": {
        "en": "{action} is not possible: cards left are {dealt}; a passage comes first, and as many passages as walls.",
        "ja": "{action} はできません。残りのカードは {dealt}。最初は○で、○と■は同じ数です。",
    },
    "not-empty": {
        "en": "{action} covers a square outside the grid or one that is already filled.",
        "ja": "{action} は枠の外か、すでに記入されたマスを含みます。",
    },
    "not-the-piece": {
        "en": "{action} is not the piece of card {card}, however it is turned or mirrored.",
        "ja": "{action} は、回転や反転をしてもカード{card}のピースになりません。",
    },
    "other-mark": {
        "en": "The card was taken to be drawn as {mark}.",
        "ja": "このカードは {mark} として記入すると決めています。",
    },
    "not-over-the-entrance": {
        "en": "The first piece must cover the entrance.",
        "ja": "最初の○は出入口のマスを含まなければなりません。",
    },
    "touches-nothing": {
        "en": "{action} shares no edge with anything drawn before.",
        "ja": "{action} は、記入済みのどのマスとも隣り合っていません。",
    },
    "makes-a-block": {
        "en": "{action} would make a 2x2 block of passages.",
        "ja": "{action} は○だけの2×2を作ります。",
    },
    "squares-left": {
        "en": "Something must be drawn as long as an empty square is left.",
        "ja": "空きマスがあるあいだは、必ず記入しなければなりません。",
    },
    "one-special": {
        "en": "Only one special action a round.",
        "ja": "特別アクションは1ラウンドに1回だけです。",
    },
    "goal-not-in-hand": {
        "en": "Goal card {goal} is not in the hand ({goals}).",
        "ja": "目標カード{goal}は手札（{goals}）にありません。",
    },
    "too-far": {
        "en": "{action}: that square cannot be reached along passages with the steps of the card.",
        "ja": "{action}: カードの数字のマス数では、○をたどってそのマスに行けません。",
    },
    "no-warp": {
        "en": "{action}: that square cannot be reached with exactly one jump between two gates in the steps of the card.",
        "ja": "{action}: カードの数字のマス数では、ゲートからゲートへの1回のワープでそのマスに行けません。",
    },
}

OPTION_TEXT = {
    "card_set": {
        "en": "The printed components: a name, or the path of a file that an owner of the game has filled in.",
        "ja": "使うカードセット。名前、または実物のとおりに書いたファイルのパス。",
    },
    "solo_target": {
        "en": "Points that win a solo game. Rulebook: 300.",
        "ja": "一人用で勝ちとするVP。ルールブックでは300VP。",
    },
    "single_wall_anywhere": {
        "en": "The single wall of action C may stand on any empty square. Otherwise it must touch something drawn.",
        "ja": "行動Cの■は空きマスならどこにでも記入できる。しない場合は記入済みのマスに隣り合わなければならない。",
    },
    "full_sheet_penalty": {
        "en": "Who cannot draw because the sheet is full checks a penalty, as for action C. Otherwise there is none.",
        "ja": "シートが埋まって記入できないときも、行動Cと同じくペナルティを1つチェックする。しない場合はペナルティなし。",
    },
    "extra_after_main": {
        "en": "The +1 square is drawn only after action A, B or C. Otherwise before or after it.",
        "ja": "+1マス記入は行動A～Cの後にだけできる。しない場合は前でも後でもよい。",
    },
    "escape_needs_arrival": {
        "en": "A piece may leave only in a round in which it comes to the entrance from another square. Otherwise it may also have stayed there.",
        "ja": "脱出できるのは、そのラウンドに別のマスから出入口へ移動してきたときだけ。しない場合は出入口にとどまっていても脱出できる。",
    },
    "goals_renewed_at_once": {
        "en": "When the last goal card is drawn, the goal discard becomes the new deck at once. Otherwise only when the next card is due.",
        "ja": "目標カードの山札が切れたら、すぐに捨て札を新しい山札にする。しない場合は次に引くときに作る。",
    },
}

PHASES = {
    "goals": {
        "en": "Keep two of the four goal cards.",
        "ja": "目標カード4枚から2枚を残す。",
    },
    "setup": {
        "en": "Draw the cards dealt: passages first, over the entrance; then walls.",
        "ja": "配られたカードを記入する。最初は出入口を含む○、次に■。",
    },
    "step1": {
        "en": "Draw the piece of the first card as passages or walls, then move up to its number of steps.",
        "ja": "先頭のカードのピースを○か■で記入し、その数字まで移動する。",
    },
    "over": {"en": "The game is over.", "ja": "ゲーム終了。"},
}

ACTIONS = {
    "keep": {"en": "Keep {goals}", "ja": "{goals} を残す"},
    "take": {"en": "Take card {card} as {mark}", "ja": "カード{card}を{mark}にする"},
    "draw": {"en": "Draw {mark} on {cells}", "ja": "{cells} に{mark}を記入"},
    "single-wall": {"en": "Draw one wall on {cell}, with a penalty", "ja": "{cell} に■を1マス記入（ペナルティ1）"},
    "no-draw": {"en": "Draw nothing: the sheet is full", "ja": "何も記入しない（空きマスなし）"},
    "extra": {"en": "+1 square: {mark} on {cell}, for {goal}", "ja": "+1マス記入：{cell} に{mark}（{goal}を捨てる）"},
    "move:None": {"en": "Move to {to}", "ja": "{to} へ移動"},
    "move": {"en": "Move to {to} by a warp ({warp})", "ja": "{to} へワープで移動（{warp}）"},
    "escape": {"en": "Leave the ruin", "ja": "脱出する"},
    "remain": {"en": "Stay in the ruin", "ja": "残る"},
}

EVENTS = {
    "kept": {"en": "{seat} keeps {goals} and gives back {returned}.", "ja": "{seat}は {goals} を残し、{returned} を戻した。"},
    "ready": {"en": "{seat} is ready.", "ja": "{seat}は完了。"},
    "goals-returned": {"en": "{count} goal cards go back into the deck.", "ja": "目標カード{count}枚を山札に戻した。"},
    "taken": {"en": "{seat} takes {card} as {mark}.", "ja": "{seat}は{card}を{mark}にする。"},
    "drawn": {"en": "{seat} draws {card} as {mark} on {cells}.", "ja": "{seat}は{card}を{mark}で {cells} に記入。"},
    "declared": {"en": "{seat} declares the letters {letters}.", "ja": "{seat}の座標：{letters}。"},
    "opened:setup": {"en": "{letter} is a destination.", "ja": "{letter}が目的地になった。"},
    "opened:gems": {"en": "A new destination appears: {letter}.", "ja": "新しい目的地：{letter}。"},
    "not-opened": {"en": "{letter} does not appear again.", "ja": "{letter}はもう出現しない。"},
    "placed": {"en": "All pieces stand on the entrance {at}.", "ja": "全員のコマを出入口 {at} に置いた。"},
    "round": {"en": "Stage {stage}, round {round}: card {card}, {size} squares.", "ja": "ステージ{stage} ラウンド{round}：カード{card}（{size}マス）。"},
    "single-wall": {"en": "{seat} draws one wall on {cell}; penalties {penalties}.", "ja": "{seat}は {cell} に■を1マス。ペナルティ{penalties}。"},
    "no-draw": {"en": "{seat} has no square left to draw on.", "ja": "{seat}は記入できるマスがない。"},
    "penalty": {"en": "{seat} checks a penalty for it; penalties {penalties}.", "ja": "{seat}はそのためペナルティ。ペナルティ{penalties}。"},
    "extra": {"en": "{seat} pays {goal}: one more {mark} on {cell}.", "ja": "{seat}は{goal}を捨て、{cell} に{mark}を追加。"},
    "moved": {"en": "{seat} moves from {from} to {to}, {steps} steps.", "ja": "{seat}は {from} から {to} へ{steps}マス移動。"},
    "leaving": {"en": "{seat} leaves the ruin.", "ja": "{seat}は脱出する。"},
    "remained": {"en": "{seat} stays in the ruin.", "ja": "{seat}は残る。"},
    "special-used:None": {"en": "{seat} has paid {goal} for a special action.", "ja": "{seat}は{goal}を捨てて特別アクション。"},
    "special-used": {"en": "{seat} has paid {goal} for a special action ({kind}).", "ja": "{seat}は{goal}を捨てて特別アクション（{kind}）。"},
    "discarded:reference": {"en": "The card referred to is discarded: {cards}.", "ja": "参照したカードを捨て札に：{cards}。"},
    "discarded:gems": {"en": "For the gems found, cards are discarded: {cards}.", "ja": "宝石のぶん捨て札に：{cards}。"},
    "discarded:collapse": {"en": "The ruin collapses: {cards} discarded.", "ja": "遺跡の崩壊：{cards} を捨て札に。"},
    "escaped": {"en": "{seat} has escaped in round {round}.", "ja": "{seat}がラウンド{round}に脱出。"},
    "gem": {"en": "{seat} finds the gem of {letter}: {gems} gems.", "ja": "{seat}が{letter}の宝石を獲得（{gems}個）。"},
    "goal-drawn": {"en": "{seat} draws goal card {goal}.", "ja": "{seat}は目標カード {goal} を引いた。"},
    "goal-limit": {"en": "{seat} holds five goal cards and draws none.", "ja": "{seat}は目標カードが5枚なので引かない。"},
    "goals-reshuffled": {"en": "The goal discard becomes a new deck: {cards}.", "ja": "目標カードの捨て札を新しい山札に：{cards}。"},
    "converted": {"en": "{letter} on the sheet of {seat}: {to}.", "ja": "{seat}のシートの{letter}：{to}。"},
    "refilled": {"en": "The row is filled up: {row}.", "ja": "列を補充：{row}。"},
    "square-bonus": {"en": "{seat}: square bonus {area} in stage {stage}.", "ja": "{seat}：ステージ{stage}のスクエアボーナス{area}。"},
    "stage": {"en": "Stage {stage} begins; the row is {row}, {deck} cards in the deck.", "ja": "ステージ{stage}開始。列 {row}、山札{deck}枚。"},
    "scored": {
        "en": "{seat}: {total} points (squares {square}, gems {gem_vp}, honour {honour}, routes {route_vp}).",
        "ja": "{seat}：{total}VP（スクエア {square}、宝石 {gem_vp}、栄誉 {honour}、ルート {route_vp}）。",
    },
    "game-over": {"en": "Winners: {winners}; points {scores}.", "ja": "勝者：{winners}。VP {scores}。"},
}  # fmt: skip

WORDS = {
    "passage": {"en": "passage", "ja": "○"},
    "wall": {"en": "wall", "ja": "■"},
    "gate": {"en": "gate", "ja": "ゲート"},
    "kept-wall": {"en": "already a wall", "ja": "■のまま"},
    "extra": {"en": "+1 square", "ja": "+1マス記入"},
    "warp": {"en": "warp", "ja": "ワープ移動"},
}


def board(view: Json, language: str, name: Names) -> str:
    """The table for a terminal: cards and letters, each seat, and the sheet that the view shows."""
    ja = language == "ja"
    words = (
        ("ステージ", "ラウンド", "列", "山札", "目的地", "獲得済み")
        if ja
        else ("stage", "round", "row", "deck", "open", "taken")
    )
    letters = view["letters"]
    lines = [
        f"{words[0]} {view['stage']}  {words[1]} {view['round']}  {words[2]} {' '.join(view['row']) or '–'}  "
        f"{words[3]} {len(view['deck'])}",
        f"{words[4]} {' '.join(letters['open']) or '–'}  {words[5]} {' '.join(letters['taken']) or '–'}",
    ]
    for seat, own in enumerate(view["seats"]):
        here = "►" if seat in view["to_act"] else " "
        out = f"  {'脱出' if ja else 'escaped'} {own['escaped']}" if own["escaped"] else ""
        sums = f"{'宝石' if ja else 'gems'} {own['gems']}  {'目標カード' if ja else 'goal cards'} {len(own['goals'])}"
        lines.append(f"{here} [bold]{name(seat)}[/]  {sums}{out}")
    shown = [seat for seat, own in enumerate(view["seats"]) if own["sheet"][0] is not None]
    return "\n".join([*lines, *(terminal(view, seat) for seat in shown)])


TEXT = Text(
    title={"en": "IN THE RUIN", "ja": "IN THE RUIN"},
    blurb={
        "en": "Map a ruin that nobody else can see, find its gems, and be out before it collapses.",
        "ja": "自分だけの遺跡の地図を描き、宝石を集め、崩れる前に脱出せよ。",
    },
    credits="ゲームデザイン 沢川 游祐、アートワーク たかみまこと (fudacoma.jp)",
    minutes=45,
    options=OPTION_TEXT,
    phases=PHASES,
    actions=ACTIONS,
    events=EVENTS,
    refusals=REFUSALS,
    draw=board,
    picture=svg,
    words=WORDS,
    variants={"opened": "why", "discarded": "why", "move": "warp", "special-used": "kind"},
    seats=frozenset({"seat"}),
    seat_lists=frozenset({"winners"}),
    guide=read_guide(__file__),
    talk=TALK,
)
