### アーカムリチュアル：日本語の言葉すべて。
### 波かっこの中には値が入ります。書き方は docs/add-a-language.md にあります。

title = アーカムリチュアル
blurb = 自分のカードだけが見えない。誰とも重ならない正気のカードで儀式を生き延びろ。
score = サン値

## 卓のオプション

option-event = 山札に入れるイベントカード。
option-character1 = 山札に入れる1枚目のキャラクターカード。
option-character2 = 山札に入れる2枚目のキャラクターカード。
option-great_old_one = 山札に入れる旧支配者カード。
option-doom_board = 失うサン値を、失敗した人数でなく破滅ボードで決める。
option-true_winner = サン値が最も多い人だけが勝つ。
option-first_parent = 最初の親番。指定がなければ抽選。
option-doom_values = 破滅ボードの数字。
option-yog_owner_compared = ヨグ・ソトースで最少のサン値を比べるとき、持ち主も含める。
option-nyarlathotep_owner_compared = ニャルラトホテップで最多のサン値を比べるとき、持ち主も含める。持ち主だけが最多なら誰も失敗しない。含めない場合は、持ち主以外で最多の人が失敗する。
option-dummies_raise_loss = 失敗したダミーも、失うサン値（規定数）の人数に数える。しない場合は、失敗したプレイヤーだけを数える。
option-orb_removes_for_game = 魔法のオーブで取り除いたカードはゲームから除外され、以後のラウンドはその分少ない枚数で行う。しない場合は、次のラウンドで山札に戻る。

## オプションを決める卓での質問

ask-first_parent = ルールにいちばん詳しいのは誰ですか？ その人が最初の親番です。

## 手番の人がすること

phase-offer = このカードを見られるのは親番だけ。誰かに差し出す。
phase-respond = カードを見ずに受け取って手札を捨てるか、ほかの人に渡す。
phase-orb = 山札の一番上を見た。戻すか、裏向きのまま取り除くか。
phase-over = ゲーム終了。

## 行動

action-offer = { $to }に差し出す
action-accept = 受け取る
action-pass = { $to }に渡す
action-decline = 断る（誰も受け取らず、ラウンド終了）
action-return = 山札の上に戻す
action-remove = 取り除く

## できごと

event-round_start = ラウンド{ $round }開始。親番は{ $parent }。
event-deal = { KEY($dummy) ->
    [none] { $seat }に{ $card }が配られた。
   *[other] ダミーのカードは{ $card }。
}
event-turn_start = ターン{ $turn }。親番は{ $parent }。
event-draw = { $deck_left ->
    [0] { $seat }が最後の1枚、{ $card }を引いた。
   *[other] { $seat }が{ $card }を引いた。山札は残り{ $deck_left }枚。
}
event-offer = { $seat }が{ $to }にカードを差し出した。
event-pass = { $seat }は{ $to }にカードを渡した。
event-discard = { $seat }が{ $card }を捨てた。
event-take = { $seat }が{ $card }を見ずに受け取った。
event-decline = { $seat }も断り、{ $card }は誰も受け取らなかった。
event-elder_sign = { $seat }が捨てたエルダーサインでラウンド終了。
event-gate = { KEY($great_old_one) ->
    [none] { $card }が開いたが、旧支配者はいない。
   *[other] { KEY($owner) ->
        [none] { $card }が開き、ダミーの{ $great_old_one }が目覚めた！
       *[other] { $card }が開き、{ $owner }の{ $great_old_one }が目覚めた！
    }
}
event-look = { KEY($event) ->
    [magical-orb] { $seat }が山札の一番上を見た：{ $card }。
   *[other] { $seat }が山札の一番上を見た：{ $card }（{ $colour }）。
}
event-return = { $seat }はカードを戻した。
event-remove = { $seat }は{ $card }を{ $out_of }から取り除いた。
event-fizzle = { $card }：見るカードがない。
event-next_parent = 次の親番は{ $seat }。
event-round_end = { KEY($cause) ->
    [great-old-one] 旧支配者によりラウンド{ $round }終了：{ $hands }。
    [elder-sign] エルダーサインによりラウンド{ $round }終了：{ $hands }。
    [all-declined] 全員が断りラウンド{ $round }終了：{ $hands }。
    [deck-empty] 山札が尽きラウンド{ $round }終了：{ $hands }。
   *[shining-trapezohedron] トラペゾヘドロンがすべてを終わらせた：{ $hands }。
}
event-judgement = { COUNT($failed) ->
    [0] 判定：失敗したプレイヤーはいない。
   *[other] 判定：失敗は{ $failed }。失うサン値は{ $loss }。
}
event-mystery = ミステリーカードの正体は{ $revealed }。
event-great_old_one = { KEY($effect) ->
    [cthulhu] クトゥルフ：持ち主以外は{ $loss }失う。
    [yog-sothoth] ヨグ・ソトース：サン値が最も少ない者を探す。
   *[other] { COUNT($failed) ->
        [0] { $effect }の効果。失敗したプレイヤーはいない。
       *[other] { $effect }の効果。失敗は{ $failed }。失うサン値は{ $loss }{ $extra ->
            [0] { "" }
           *[other] 、狂気のカードで+{ $extra }
        }。
    }
}
event-sanity = { $seat }：サン値{ $delta }、残り{ $now }（{ $why }）。
event-doom = 破滅マーカーが進んだ。失敗すると{ $value }失う。
event-game_over = { COUNT($winners) ->
    [0] ゲーム終了。勝者なし。サン値：{ $scores }。
   *[other] ゲーム終了。勝者：{ $winners }。サン値：{ $scores }。
}

## 決定の先にありうること（確率や平均は横に示す）

outcome-survive = このラウンドを生き残る
outcome-others-fail = このラウンドで失敗するほかの人
outcome-old-one = 旧支配者が現れる
outcome-lost = このラウンドで失うサン値
place-hands = 手札
place-offered = 渡されるカード
place-deck = 山札の上から
place-removed = 取り除いたカード

## できない理由

refusal-over = サン値をすべて失ったプレイヤーがいるため、ゲームは終了しています。
refusal-not-your-turn = 席{ $seat }の番ではありません。席{ $turn }が決める番です。
refusal-offer-it = 親番がカードを差し出すところです。{ $action } は { "{" }"type": "offer", "to": 席{ "}" } の形ではありません。
refusal-answer-it = 差し出されたカードには accept、pass(to つき)、decline のどれかで答えます。{ $action } はどれでもありません。
refusal-choose = 魔法のオーブで見たカードは return か remove です。{ $action } はどちらでもありません。
refusal-hand-on-table = テーブルに手が残っている間は断れません。手を置いている席: { $left }。
refusal-dummy = { $action } はダミープレイヤーです。カードを渡せるのは席0から{ $last }だけです。
refusal-no-such-seat = { $action } の席はありません。席は0から{ $last }までです。
refusal-oneself = 席{ $seat }は自分にカードを渡せません。手を置いている席: { $left }。
refusal-hand-off-table = 席{ $to }はテーブルに手を置いていません。手を置いている席: { $left }。
refusal-card-told = 送信しませんでした。本当でもうそでも、誰かが持っているカードの名前や色、裏向きのカードの名前は書けません。別の言い方をしてください。

## 値の呼び名

word-sane = 正気
word-mad = 狂気
word-judgement = 判定
in-card-none = 見えないカード
in-colour-none = 色は見えない
in-out_of-round = このラウンド
in-out_of-game = ゲーム
word-dagger-sane = 短剣 (正気)
word-chalice-sane = 杯 (正気)
word-mask-sane = 仮面 (正気)
word-tome-sane = 魔導書 (正気)
word-idol-sane = 偶像 (正気)
word-dagger-mad = 短剣 (狂気)
word-chalice-mad = 杯 (狂気)
word-mask-mad = 仮面 (狂気)
word-tome-mad = 魔導書 (狂気)
word-idol-mad = 偶像 (狂気)
word-elder-sign = エルダーサイン
word-gate-a = ゲート A
word-gate-b = ゲート B
word-magical-orb = 魔法のオーブ
word-shining-trapezohedron = 輝くトラペゾヘドロン
word-investigator = 捜査官
word-wary-student = 臆病な学生
word-cultist = 狂信者
word-mad-professor = 狂った教授
word-cthulhu = クトゥルフ
word-nyarlathotep = ニャルラトホテップ
word-yog-sothoth = ヨグ・ソトース
word-hastur = ハスター
word-mystery = ミステリーカード

## ターミナルの卓

terminal-round = ラウンド
terminal-turn = ターン
terminal-deck = 山札
terminal-doom = 破滅
terminal-dummy = ダミー
terminal-offered = 差し出すカード
terminal-looked = { $seat } が見たカード
terminal-at-top = 山札の上
terminal-at-offered = 差し出し中
terminal-at-hand = 手札
terminal-at-removed = 除外
terminal-out_of_game = ゲームから除外
terminal-discards = 捨て札
terminal-clear = 旧支配者ではない
terminal-sanity = サン値

## ページの盤面

board-purpose = 誰とも重ならない正気のカードでラウンドを終える。誰かのサン値が0になれば、ほかの全員の勝ち。
board-hit-sanity = サン値{ $n }
board-scene-wakes = { KEY($owner) ->
    [none] ダミーの手に、{ $great_old_one }。
   *[other] { $owner }の手に、{ $great_old_one }。
}
board-scene-mad = { $who }のサン値が尽きた。
board-decided = { $others ->
    [0] 全員のサン値が尽き、勝者はいない。
   *[other] { $names }のサン値が尽き、ほかの人の勝ち。
}
board-where = ラウンド{ $round }・最低サン値{ $least }（0で終了）
board-table = テーブル
board-helper = ヘルパー
board-helperWhat = 伏せられたカードが何か、数えて示す
board-mine = 自分のカード
board-offered = 差し出されたカード
board-offeredShort = 差し出し
board-exact = 見えているカードから数えた値。ほかの人の選び方から読めることは含まない。
board-deck = 山札：{ $n }枚
board-removed = このラウンドから除外：{ $card }
board-removedForGame = ゲームから除外：{ $card }
board-removedShort = 除外
board-aside = 脇に置いた旧支配者：{ $n }枚（シャッフル済み）
board-asideShort = 脇
board-sheet = プレイシート：山札の全カード。捨て札は決まった場所に置く
board-beside = ほかのカード
board-gone = 捨て札
board-notGone = まだ出ていない
board-last = 最後の捨て札
board-doom = 破滅ボード
board-doomNow = 失敗した人は{ $n }失う
board-back = 伏せたカード
board-unknown = 非公開
board-dummy = ダミー{ $n }
board-sanity = サン値{ $n }
board-parent = 親番
board-onTable = 手を置いている
board-offTable = カードが回ってきた
board-turn = 考え中
board-clear = 旧支配者ではない
board-looked = { $seat }がこのカードを見た
board-isSane = 正気
board-isMad = 狂気
board-offerTo = 差し出す相手
board-offerTap = 差し出す相手をタップ。
board-passTo = または、ほかの誰かに渡す
board-passTap = または、渡す相手をタップ。
board-seeOnly = 見えるのは自分だけ
board-unseen = このカードは見えない
board-forYou = 回ってきた札
board-toOffer = 差し出す札
board-topCard = 山札の上
board-round = ラウンド{ $round }・ターン{ $turn }
board-survived = 生存
board-failed = 失敗
board-winner = 勝利
board-fallen = サン値0
board-loses = 失敗した人は{ $n }失う
board-owner = 持ち主
board-revealed = 正体は{ $card }
board-cause-great-old-one = ゲートが旧支配者を呼び覚ました
board-cause-elder-sign = エルダーサインでラウンド終了
board-cause-all-declined = 誰も受け取らなかった
board-cause-deck-empty = 山札が尽きた
board-cause-shining-trapezohedron = トラペゾヘドロンがすべてを終わらせた
board-why-mad = 狂気
board-why-sane = 狂信者
board-why-twin = 共鳴
board-why-plain = 教授
board-why-student = 学生
board-kind-artifact = 儀式道具
board-kind-event = イベント
board-kind-character = キャラクター
board-kind-great-old-one = 旧支配者
board-card-sane = 正気の儀式道具。色を問わず同じものを誰も持っていなければ生存。
board-card-mad = 狂気の儀式道具。持ち主は失敗。同じものを持つ人も全員失敗。
board-card-elder-sign = 別のカードを受け取って捨てると、ただちにラウンド終了、判定。
board-card-gate = 別のカードを受け取って捨てたとき、誰かが旧支配者を持っていれば目覚めてラウンド終了。
board-card-magical-orb = 別のカードを受け取って捨てたら、山札の一番上を見て、戻すか取り除く。
board-card-shining-trapezohedron = 別のカードを受け取って捨てたら、山札の一番上を見る。正気ならサン値+{ $trapezohedron }、狂気なら-{ $trapezohedron }。
board-card-investigator = 生存した持ち主はサン値を{ $investigator_gain }得る。
board-card-wary-student = 持ち主は必ず失敗するが、失うサン値は{ $student_loss }だけ。
board-card-cultist = 判定が逆になり、狂気が生存、正気が失敗。持ち主は必ず失敗。
board-card-mad-professor = 儀式道具以外を持つ人は全員失敗。持ち主も失敗。
board-card-cthulhu = ゲートで目覚めると、持ち主以外の全員が、自分を除く人数分のサン値を失う。
board-card-nyarlathotep = ゲートで目覚めると、サン値が最も多い人が失敗し、失われた分を持ち主が得る。
board-card-yog-sothoth = ゲートで目覚めると、サン値最少が1人ならその人と持ち主以外は0になる。複数なら持ち主は1になり、ほかは1失う。
board-card-hastur = ゲートで目覚めると、儀式道具を持つ人は全員失敗し、狂気のカードの枚数分も多く失う。
board-card-mystery = ゲートで目覚めると、脇に置いた旧支配者から1枚めくり、その効果になる。
board-hint-mine = これがあなたのカード。全員に見えていて、自分だけ見えません。
board-hint-others = ほかの人のカードは見えます。同じ儀式道具を誰も持たない正気のカードなら生存です。
board-hint-offer = 親番だけがこのカードを見て、誰かに差し出します。席をタップ。
board-hint-respond = 見ずに受け取って自分のカードを捨てるか、手を置いている人に渡します。
board-hint-sheet = { $deck }枚すべての置き場所です。埋まっているものは、このラウンドの捨て札。
board-hint-sanity = あなたのサン値、{ $sanity }つの灯。誰かの最後の灯が消えたらゲーム終了、残った人の勝ち。

## 卓でひと押しで言えるひとこと

say-trust = 今回だけは信じて。
say-take = 受け取って、きっと感謝するよ。
say-courage = 勇気を出して。儀式はもうすぐ終わる。
say-doubt = どうしてそんなふうに笑うの？
say-sigh = はあ……。
say-thanks = ありがとう！
say-time = ゆっくりどうぞ。
say-game = いいゲームでした！
