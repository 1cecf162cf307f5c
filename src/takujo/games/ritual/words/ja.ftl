### リチュアル：日本語の言葉すべて。
### 波かっこの中には値が入ります。書き方は docs/add-a-language.md にあります。

title = リチュアル
blurb = 祭壇の呪文を唱えるか、少数派に賭けるか。ちょうど{ $target }点で儀式を制せ。
score = 貢献点

## 卓のオプション

option-start = 最初の儀式のスタートプレイヤー。指定がなければ抽選。
option-restart_cap = 全員が脱落した儀式を何回までやり直すか。超えたら無効。ルールブックでは無制限。
option-out_may_start = 脱落したプレイヤーも、合計が最高なら次の儀式のスタートプレイヤーになる。しない場合は残った人だけで比べる。
option-out_ranks = 脱落したプレイヤーの合計も順位に数える（貢献点はもらえない）。しない場合は次の人が繰り上がる。

## オプションを決める卓での質問

ask-start = スタートプレイヤーは誰にしますか？ ルールブックではダイスなどで決めますが、話し合いで選んでもかまいません。

## 手番の人がすること

phase-take-sets = 手札の組をひとつ選ぶ。見えるのは裏面だけ。
phase-chant = カードを1枚、裏向きで出す。祭壇に向けた側の呪文を詠唱する。
phase-over = ゲーム終了。

## 行動

action-take-set = 組{ $set }を取る
action-chant = 「{ $card }」の{ $side }の呪文を詠唱

## できごと

event-ritual-begins = 儀式{ $ritual }開始。スタートは{ $start }。
event-sets-laid = { $hand }枚1組の手札が並べられた。
event-set-taken = { $seat }が組{ $set }を取った。
event-altar = ラウンド{ $round }：祭壇は{ $colour }。
event-chant = { $seat }が裏面 { $back } のカードを伏せた。
event-reveal = 全員のカードを表にした。
event-outcome = { KEY($result) ->
    [smooth] 順調：全員が{ $altar }を詠唱。
    [wicked] 邪悪な行い：{ $off }が祭壇と違う呪文を詠唱し、{ $on }は無得点。
    [vortex] 狂気の渦：{ $altar }から外れた{ $off }は狂気マーク。
   *[accord] 無意識なる一致：全員が{ $altar }でなく{ $off_colours }を詠唱。
}
event-points = { KEY($result) ->
    [scored] { $seat }は{ $delta }点、合計{ $total }。
    [none] { $seat }は無得点、合計{ $total }。
   *[madness] { $seat }は狂気マーク（{ $delta }）、合計{ $total }、マイナス点{ $minus }。
}
event-eliminated = { $seat }は発狂し、この儀式から脱落。
event-start-passes = スタートマーカーは{ $from }から{ $to }へ。
event-ritual-restarts = 全員脱落。儀式をやり直す。
event-ritual-ends = { KEY($reason) ->
    [exact-ten] { $target }点ぴったり：熟達した詠唱で儀式終了。
    [five-rounds] { $rounds }ラウンド終了。儀式終了。
    [last-caster] 残る術者は1人。儀式終了。
   *[restart-cap] 再び全員脱落。儀式は無効。
}
event-contribution = { $seat }は貢献{ $amount }点を得た。
event-next-start = { KEY($by) ->
    [total] 脱落していない中で合計最高の{ $seat }が次のスタート。
    [total-of-all] 全員の中で合計最高の{ $seat }が次のスタート。
    [last-round] 最後のラウンドの点で{ $seat }が次のスタート。
    [clockwise] 時計回りで{ $seat }が次のスタート。
   *[void] 再び{ $seat }がスタート。
}
event-game-over = { KEY($by) ->
    [contribution] { $winners }の勝ち。貢献：{ $scores }。
    [last-ritual] 最後の儀式の点で{ $winners }の勝ち。貢献：{ $scores }。
   *[shared] 引き分け：{ $winners }。貢献：{ $scores }。
}

## 決定の先にありうること（確率や平均は横に示す）

outcome-scores = この詠唱で得点する
outcome-madness = この詠唱でマイナス点を受ける
outcome-out = この儀式で発狂する
outcome-ten = ちょうど{ $target }点で賞を得る
outcome-award = この儀式で得る貢献点
place-hands = 手札の1枚
place-card = 詠唱したカード
place-side = 詠唱した側

## できない理由

refusal-over = 最後の儀式が終わり、ゲームは終了しています。
refusal-out = 席{ $seat }はマイナス{ $madness_limit }点以上で、この儀式から脱落しています。
refusal-not-your-turn = 席{ $seat }の番ではありません。席{ $turn }の番です。
refusal-take-a-set = 手札の組を選ぶところです。{ $action } は { "{" }"type": "take-set", "set": i{ "}" } の形ではありません。
refusal-no-such-set = { $action } の組はありません。残っている組: { $left }。
refusal-lay-a-card = 詠唱カードを出すところです。{ $action } は { "{" }"type": "chant", "card": id, "side": 0/1{ "}" } ではありません。
refusal-not-in-hand = { $action } のカードは手札 { $hand } にありません。
refusal-no-such-side = { $action } の向きは0か1でなければなりません。

## 値の呼び名

word-red = 赤
word-green = 緑
word-yellow = 黄
in-side-0 = 1つ目
in-side-1 = 2つ目

## ターミナルの卓

terminal-ritual = 儀式
terminal-round = ラウンド
terminal-altar = 祭壇
terminal-left = 残り
terminal-set = 組
terminal-out = 脱落
terminal-total = 合計
terminal-minus = マイナス
terminal-contribution = 貢献

## ページの盤面

board-purpose = 儀式でちょうど{ $target }点を目指す。{ $rituals }回の儀式で貢献が最も多い人の勝ち。
board-hit-out = 発狂した
board-hit-points = { $n }点
board-scene-ten = { $who }が{ $target }点ぴったり。
board-scene-vortex = { $off }は{ $altar }から外れ、狂気マークを受ける。
board-scene-mad = { $seat }はこの儀式から脱落。
board-decided-contribution = 最多の貢献{ $n }点。
board-decided-last = 同じ貢献{ $n }点。最後の儀式の点が上回った。
board-decided-shared = 貢献{ $n }点も、最後の儀式の点も同じ。
board-where = 儀式{ $ritual }/{ $rituals }・ラウンド{ $round }/{ $rounds }
board-altar = 祭壇
board-altarShows = 祭壇は{ $colour }
board-altarEmpty = 祭壇は空
board-markersLeft = 伏せてある呪文マーカー
board-ritual = 儀式 { $n }/{ $rituals }
board-round = ラウンド { $n }/{ $rounds }
board-again = やり直し
board-rounds = この儀式の祭壇
board-yetToCome = 未定
board-hand = あなたの手札
board-handHelp = カードを選び、もう一度選ぶと向きが変わる。上側を詠唱する。
board-wait = ほかの人が詠唱中。
board-laid = あなたのカードは伏せてある。
board-outNow = 次の儀式まで脱落中。
board-chanting = { $end }を詠唱
board-chosen = { $end }を詠唱
board-withAltar = 祭壇と同じ
board-against = 祭壇と違う
board-ifScored = 得点なら合計{ $total }
board-ifVortex = 渦なら−{ $points }
board-ifVortexOut = 渦なら−{ $points }で脱落
board-exactly = ちょうど{ $target }！
board-end = { $colour }{ $points }
board-card = { $up }、反対側は{ $down }
board-back = { $numbers }
board-faceDown = 伏せたカード、{ $back }
board-backs = 手札の裏面：{ $backs }
board-start = スタートプレイヤー
board-turn = 手番
board-out = 脱落
board-winner = 勝者
board-total = 合計{ $n }、目標はちょうど{ $target }
board-minus = マイナス点{ $n }、{ $madness_limit }で脱落
board-contribution = 貢献
board-sum = 計
board-player = プレイヤー
board-row = 詠唱の列
board-scored = 得点
board-none = 無得点
board-madness = 狂気
board-noChant = まだ詠唱なし
board-sets = { $hand }枚1組の手札
board-set = 組{ $n }
board-setGone = 取られた
board-takeHelp = カードには両端に呪文がある。裏面は2つの数字だけで、色は見えない。
board-takeOrder = 最後に詠唱する人から順に取り、残りはスタートプレイヤーへ。
board-results = 詠唱の結果
board-smooth = 順調
board-smoothWhen = 全員が祭壇の呪文
board-smoothThen = 全員得点
board-wicked = 邪悪な行い
board-wickedWhen = 外れた人が半数以下
board-wickedThen = 外れた人だけ得点
board-vortex = 狂気の渦
board-vortexWhen = 外れた人が半数を超える
board-vortexThen = 外れた人はマイナス、他は得点
board-accord = 無意識なる一致
board-accordWhen = 全員が外れて同じ色
board-accordThen = 全員得点
board-goal = ちょうど{ $target }点で儀式終了、貢献{ $mastered_alone }。マイナス{ $madness_limit }点で脱落。
board-reveal = 公開
board-ends = 儀式{ $n } 終了
board-hint-sets = { $hand }枚1組の手札をひとつ選びます。裏面でわかるのは2つの数字だけで、色は見えません。
board-hint-altar = 祭壇にある呪文です。下の数字は、まだ伏せてある各色のマーカーの数です。
board-hint-hand = カードを選び、もう一度選ぶと向きが変わります。祭壇に向いた上側の呪文を詠唱します。
board-hint-results = 祭壇に合わせるか、外すか。外した人が少なければその人だけ得点、多すぎればマイナスです。
board-hint-ten = ちょうど{ $target }点なら熟達した詠唱で、儀式はそこで終わりです。マイナス点が{ $madness_limit }点になると、その儀式から脱落です。

## 卓でひと押しで言えるひとこと

say-together = みんなで声を合わせよう。
say-stray = この中に外す人がいるね。
say-mad = 狂気が呼んでいる……。
say-bluff = そんな度胸はないでしょ。
say-sigh = はあ……。
say-thanks = ありがとう！
say-time = ゆっくりどうぞ。
say-game = いいゲームでした！
