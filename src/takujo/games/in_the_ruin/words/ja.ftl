### IN THE RUIN：日本語の言葉すべて。
### 波かっこの中には値が入ります。書き方は docs/add-a-language.md にあります。

title = IN THE RUIN
blurb = 自分だけの遺跡の地図を描き、宝石を集め、崩れる前に脱出せよ。
score = 得点

## 卓のオプション

option-card_set = 使うカードセット。名前、または実物のとおりに書いたファイルのパス。
option-solo_target = 一人用で勝ちとするVP。ルールブックでは300VP。
option-single_wall_anywhere = 行動Cの■は空きマスならどこにでも記入できる。しない場合は記入済みのマスに隣り合わなければならない。
option-full_sheet_penalty = シートが埋まって記入できないときも、行動Cと同じくペナルティを1つチェックする。しない場合はペナルティなし。
option-extra_after_main = +1マス記入は行動A～Cの後にだけできる。しない場合は前でも後でもよい。
option-escape_needs_arrival = 脱出できるのは、そのラウンドに別のマスから出入口へ移動してきたときだけ。しない場合は出入口にとどまっていても脱出できる。
option-goals_renewed_at_once = 目標カードの山札が切れたら、すぐに捨て札を新しい山札にする。しない場合は次に引くときに作る。

## 手番の人がすること

phase-goals = 目標カード4枚から2枚を残す。
phase-setup = 配られたカードを記入する。最初は出入口を含む○、次に■。
phase-step1 = 先頭のカードのピースを○か■で記入し、その数字まで移動する。
phase-over = ゲーム終了。

## 行動

action-keep = { $goals } を残す
action-take = カード{ $card }を{ $mark }にする
action-draw = { $cells } に{ $mark }を記入
action-single-wall = { $cell } に■を1マス記入（ペナルティ1）
action-no-draw = 何も記入しない（空きマスなし）
action-extra = +1マス記入：{ $cell } に{ $mark }（{ $goal }を捨てる）
action-move = { KEY($warp) ->
    [none] { $to } へ移動
   *[other] { $to } へワープで移動（{ $warp }）
}
action-escape = 脱出する
action-remain = 残る

## できごと

event-kept = { $seat }は { $goals } を残し、{ $returned } を戻した。
event-ready = { $seat }は完了。
event-goals-returned = 目標カード{ $count }枚を山札に戻した。
event-taken = { $seat }は{ $card }を{ $mark }にする。
event-drawn = { $seat }は{ $card }を{ $mark }で記入。
event-declared = { COUNT($letters) ->
    [0] { $seat }の座標：なし。
   *[other] { $seat }の座標：{ $letters }。
}
event-opened = { KEY($why) ->
    [setup] { $letter }が目的地になった。
   *[gems] 新しい目的地：{ $letter }。
}
event-not-opened = { $letter }はもう出現しない。
event-placed = 全員のコマを出入口に置いた。
event-round = ステージ{ $stage } ラウンド{ $round }：カード{ $card }（{ $size }マス）。
event-single-wall = { $seat }は■を1マス。ペナルティ{ $penalties }。
event-no-draw = { $seat }は記入できるマスがない。
event-penalty = { $seat }はそのためペナルティ。ペナルティ{ $penalties }。
event-extra = { $seat }は{ $goal }を捨て、{ $mark }を1マス追加。
event-moved = { $steps ->
    [0] { $seat }は動かない。
   *[other] { $seat }は{ $steps }マス移動。
}
event-leaving = { $seat }は脱出する。
event-remained = { $seat }は残る。
event-special-used = { KEY($kind) ->
    [none] { $seat }は{ $goal }を捨てて特別アクション。
   *[other] { $seat }は{ $goal }を捨てて特別アクション（{ $kind }）。
}
event-discarded = { KEY($why) ->
    [reference] 参照したカードを捨て札に：{ $cards }。
    [gems] { COUNT($cards) ->
        [0] 宝石のぶん捨て札にするカードはもうない。
       *[other] 宝石のぶん捨て札に：{ $cards }。
    }
   *[collapse] { COUNT($cards) ->
        [0] 遺跡の崩壊：捨て札にするカードはもうない。
       *[other] 遺跡の崩壊：{ $cards } を捨て札に。
    }
}
event-escaped = { $seat }がラウンド{ $round }に脱出。
event-gem = { $seat }が{ $letter }の宝石を獲得（{ $gems }個）。
event-goal-drawn = { KEY($goal) ->
    [none] { $seat }は目標カードを1枚引いた。
   *[other] { $seat }は目標カード { $goal } を引いた。
}
event-goal-limit = { $seat }は目標カードが{ $goal_limit }枚なので引かない。
event-goals-reshuffled = 目標カードの捨て札を新しい山札に：{ $cards }。
event-converted = { KEY($to) ->
    [gate] { $seat }のシートの{ $letter }がゲートになった。
    [wall] { $seat }のシートの{ $letter }が壁になった。
    [kept-wall] { $seat }のシートの{ $letter }はもう壁だった。
   *[none] { $seat }のシートの{ $letter }が変わった。
}
event-refilled = 列を補充：{ $row }。
event-square-bonus = { $seat }：ステージ{ $stage }のスクエアボーナス{ $area }。
event-stage = ステージ{ $stage }開始。列 { $row }、山札{ $deck }枚。
event-scored = { $seat }：{ $total }VP（スクエアボーナス { $square }、宝石ボーナス { $gem_vp }、栄誉ボーナス { $honour }、ルートボーナス { $route_vp }）。
event-game-over = { COUNT($winners) ->
    [0] 勝者なし。VP { $scores }。
   *[other] 勝者：{ $winners }。VP { $scores }。
}

## 決定の先にありうること（確率や平均は横に示す）

outcome-gems = これから数ラウンドで見つける宝石
outcome-penalties = これから数ラウンドのペナルティ
outcome-rectangle = スクエアボーナスになるマス
outcome-routes = できたルート
outcome-joined = コマとつながった目的地
outcome-escaped = 遺跡から脱出している

## できない理由

refusal-gem-told = 送信しませんでした。本当でもうそでも、宝石を獲得することはステップ1の間は書けません。発表はステップ2です。
refusal-escape-told = 送信しませんでした。本当でもうそでも、脱出することはステップ1の間は書けません。発表はステップ2です。
refusal-special-told = 送信しませんでした。本当でもうそでも、どちらの特別アクションを選んだかは書けません。
refusal-out = 席{ $seat }はすでに脱出しており、もう何もできません。
refusal-nothing-to-decide = 席{ $seat }が今決めることはありません。
refusal-malformed = { $action } はこのゲームの行動の形ではありません。
refusal-not-now = { $action } は今はできません。席{ $seat }は「{ $sub }」の段階で、できるのは { $takes } です。
refusal-not-at-the-exit = 脱出するかどうかは、後半ステージで移動を出入口で終えたときにだけ決められます。
refusal-keep-two = { $action }: 自分の目標カード { $goals } からちょうど2枚を残します。
refusal-block-as-passage = カード{ $card }のピースは2×2を含むので、○として記入できません。
refusal-cannot-take = { $action } はできません。残りのカードは { $dealt }。最初は○で、○と■は同じ数です。
refusal-not-empty = { $action } は枠の外か、すでに記入されたマスを含みます。
refusal-not-the-piece = { $action } は、回転や反転をしてもカード{ $card }のピースになりません。
refusal-other-mark = { KEY($mark) ->
    [wall] このカードは■として記入すると決めています。
   *[other] このカードは○として記入すると決めています。
}
refusal-not-over-the-entrance = 最初の○は出入口のマスを含まなければなりません。
refusal-touches-nothing = { $action } は、記入済みのどのマスとも隣り合っていません。
refusal-makes-a-block = { $action } は○だけの2×2を作ります。
refusal-squares-left = 空きマスがあるあいだは、必ず記入しなければなりません。
refusal-one-special = 特別アクションは1ラウンドに1回だけです。
refusal-goal-not-in-hand = 目標カード{ $goal }は手札（{ $goals }）にありません。
refusal-too-far = { $action }: カードの数字のマス数では、○をたどってそのマスに行けません。
refusal-no-warp = { $action }: カードの数字のマス数では、ゲートからゲートへの1回のワープでそのマスに行けません。

## 値の呼び名

word-passage = ○
word-wall = ■
word-gate = ゲート
word-kept-wall = ■のまま
word-extra = +1マス記入
word-warp = ワープ移動

## ターミナルの卓

terminal-stage = ステージ
terminal-round = ラウンド
terminal-row = 列
terminal-deck = 山札
terminal-open = 目的地
terminal-taken = 獲得済み
terminal-escaped = 脱出
terminal-gems = 宝石
terminal-goals = 目標カード
terminal-penalties = ペナルティ
terminal-dealt = 配られたカード
terminal-squares = スクエアボーナス

## ページの盤面

board-purpose = 目的地の座標で宝石を見つけ、目標の座標を通路でつなぎ、崩壊の前に脱出する。
board-hit-gate = { $letter }がゲートに
board-hit-wall = { $letter }が壁に
board-scene-gem = { $seat }が{ $letter }の宝石を獲得。
board-scene-escape = { $seat }が遺跡を出た。
board-scene-narrow = { $seat }が遺跡を出た。
board-scene-warp = { $seat }がゲートからゲートへ。
board-scene-collapse = まだ中にいるのは{ $who }。
board-scene-trapped = { $who }は出られなかった（−{ $trapped_points }VP）。
board-chosen-draw = { $mark }を{ $n }マス記入する{ COUNT($lost) ->
    [0] { "" }
   *[other] （{ $lost }は使えなくなる）
}
board-chosen-single = ■を1マスだけ記入する（終了時−{ $penalty_points }）
board-chosen-extra = { $goal }を捨て、{ $mark }を1マス追加する
board-chosen-move = 印のマスへ移動する
board-chosen-warp = { $goal }を捨て、印のマスへワープする
board-decided-solo = { $points }VP。目標は{ $target }VP。
board-decided-passages = 同点：○の多い{ $names }の勝ち（{ $n }マス）。
board-decided-points = { $gems ->
    [0] 最多の{ $n }VP。
   *[other] 宝石{ $gems }個、最多の{ $n }VP。
}
board-where = { $fall ->
    [0] { $round ->
        [0] 準備・カード{ $left }枚
       *[other] ステージ{ $stage }/2・ラウンド{ $round }・残り{ $left }枚
    }
   *[other] 崩壊：毎回−{ $fall }枚・残り{ $left }枚
}
board-prompt-move = コマを動かす。動かさなくてもよい。
board-prompt-exit = 出入口に立っている。脱出するか、とどまるか？
board-sheet = 自分のシート
board-sheetOf = { $name }のシート
board-hiddenSheet = 全員が知っている遺跡の姿。シートは最後まで秘密。
board-keys = 矢印キーで移動、Rで回転、Fで反転、Wで通路と壁の切替、NとPで置ける場所を順に、Enterで決定。
board-square = { $r }行{ $c }列
board-empty = 空き
board-passage = 通路
board-wall = 壁
board-gate = ゲート
board-entrance = 出入口
board-me = 自分のコマ
board-destination = 目的地{ $letter }
board-taken = { $letter }、獲得済み
board-letter = 座標{ $letter }
board-ofGoal = 目標カードの座標
board-steps = { $n }マス
board-stage-1 = 前半ステージ
board-stage-2 = 後半ステージ
board-round = ラウンド{ $n }
board-setup = 準備
board-over = ゲーム終了
board-row = 探索カード：先頭の1枚を今使う
board-card = カード{ $letter }、{ $n }マス
board-now = 今
board-next = 次
board-deck = 山札：{ $n }枚
board-deckShort = 山札
board-left = 残り{ $n }枚
board-sum = { $n }VP
board-gone = 全カード
board-goneHelp = 取り消し線は、このステージで出たカード。
board-collapse = 崩壊：毎ラウンド{ $n }枚
board-dealt = 自分の探索カード（座標は目的地に）
board-step-draw = 記入
board-step-move = 移動
board-step-exit = 脱出？
board-done = 完了
board-mode-piece = ピース
board-mode-single = 壁1マス
board-mode-extra = +1マス
board-mode-walk = 移動
board-mode-warp = ワープ
board-single = −{ $penalty_points }
board-pays = 目標カード
board-modes = 何をするか
board-mark = 記入するもの
board-turn = 回転
board-flip = 反転
board-pay = 捨てる目標カード
board-payWith = { $goal }を捨てる
board-stay = 動かない
board-say-keep = 2枚残す。終了時に2つの座標が通路でつながれば{ $route_points }VP。
board-say-keepMore = あと1枚。
board-say-take = カードと、通路か壁かを選ぶ。最初は出入口を含む通路。
board-say-piece = 記入済みのマスに隣り合うようにピースを置く。
board-say-first = 中央の出入口を含むようにピースを置く。
board-say-single = ピースのかわりに壁を1マス。終了時に−{ $penalty_points }VP。
board-say-forced = ピースがどこにも置けない。かわりに壁を1マス、終了時に−{ $penalty_points }VP。
board-say-extra = 目標カード1枚で、もう1マス記入。
board-say-walk = { $n }マスまで移動。丸で囲まれた座標で止まれば宝石。
board-say-warp = 目標カード1枚で、1マス分の移動としてゲートからゲートへ移れる。
board-say-none = シートが埋まっているので、記入しない。
board-say-noneCosts = シートが埋まっているので、記入しない。終了時に−{ $penalty_points }VP。
board-say-exit = 脱出：1位{ $first_out }、2位{ $second_out }、以後{ $later_out }VP。最後まで中なら−{ $trapped_points }VP。
board-say-wait = 完了。ほかの人を待っています。
board-say-out = 脱出済み。シートはこのまま得点になる。
board-say-chosen = 選択中。確定するか、別の場所を選ぶ。
board-say-watch = 全員が同時に、互いに見えないように記入する。
board-fits = 置ける
board-why-off = シートの外
board-why-drawn = 記入済みのマス
board-why-entrance = 出入口を含むこと
board-why-apart = 隣り合うマスがない
board-why-block = 通路の2×2ができる
board-why-here = ここには置けない
board-why-far = 届かない
board-goals = 自分の目標
board-goalOf = { $name }の目標
board-joined = つながった、{ $route_points }VP
board-soon = この記入でつながる
board-half = まだつながっていない
board-lost = もうつなげられない
board-noGoals = 目標カードなし。
board-score = 今のVP
board-part-0 = スクエア前半
board-part-1 = スクエア後半
board-part-gems = 宝石
board-part-honour = 栄誉
board-part-routes = ルート
board-part-total = 合計
board-help-0 = 前半ステージ終了時の、埋まった最大の四角形
board-help-1 = ゲーム終了時の、埋まった最大の四角形
board-help-gems = 宝石1個{ $gem_points }VP
board-help-honour = 脱出のVP（最後まで中にいると−{ $trapped_points }VP）、ペナルティ1つにつき−{ $penalty_points }VP
board-help-routes = つながった目標1枚{ $route_points }VP
board-help-total = 全部の合計
board-penalties = ペナルティ{ $n }
board-escape = 脱出{ $n }
board-aim = 目標{ $n }VP
board-best = 自己ベスト
board-reached = 達成
board-missed = 未達成
board-others = ほかの人
board-players = プレイヤー
board-ready = 完了
board-drawing = 考え中
board-out = ラウンド{ $n }に脱出
board-gems = 宝石{ $n }個
board-cards = 目標カード{ $n }枚
board-found = 最後の宝石{ $letter }
board-news = ラウンド{ $n }
board-news-gem = { $names }：{ $letter }の宝石
board-news-open = 新しい目的地 { $letters }
board-news-out = { $names }が脱出
board-news-paid = { $names }：特別アクション
board-news-none = 宝石なし
board-winner = 勝ち
board-scores = VP
board-part = 内訳
board-hint-goals = 2枚残します。終了時にカードの2つの座標が通路でつながっていれば{ $route_points }VP。
board-hint-sheet = あなただけのマップです。中央の出入口から記入していきます。破線の丸は手元のカードの座標で、このあと目的地になります。
board-hint-card = 全員がこのカードを使います。ピースを通路か壁として記入し、数字のマス数まで移動します。
board-hint-place = ピースをシートの上で動かし、回転させたり反転させたり。緑なら置けます。丸で囲まれた座標で止まれば宝石です。
board-hint-score = 今のVPです。シートの破線は、埋まった一番大きい四角形。

## 卓でひと押しで言えるひとこと

say-lost = 完全に迷った。
say-found = いい調子！
say-narrow = だんだん狭くなってきた。
say-deep = この遺跡、どこまで続くんだろう。
say-sigh = はあ……。
say-thanks = ありがとう！
say-time = ゆっくりどうぞ。
say-game = いいゲームでした！
