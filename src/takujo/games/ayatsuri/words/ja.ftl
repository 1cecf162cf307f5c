### あやつり殺人事件：日本語の言葉すべて。
### 波かっこの中には値が入ります。書き方は docs/add-a-language.md にあります。

title = あやつり殺人事件
blurb = 悪人の役割をひそかに選び、正体の見えない相手を襲い、守り、出し抜け。
score = ライフ＋キル

## 卓のオプション

option-promo = 第2版の役割0「自爆娘」を入れる。
option-start = 最初に独裁者マーカーを持つ席。指定がなければ抽選。
option-max_rounds = このラウンド数で打ち切り（同点は引き分け）。0ならルールブックどおり無制限で、卓では指定しないかぎり0。プログラム（game.new、ラボ、アダプター）では指定しないかぎり50。
option-patient_without_life = 闇医者が、トスするライフチップのないライフ0のプレイヤーを指名したらどうなるか。
option-guarded_doctor_voids_bomb = 爆弾の持ち主を殺す闇医者の黒いトスが護衛で防がれても、爆弾は無効になる。しない場合は爆弾が残り、持ち主が正体を現したときに爆発する。
option-third_kill_from_first_time = { $kills_to_end }つ目のキルを失って取り戻した人は、初めて得た時点で数える。しない場合は最後に得た時点で数える。
option-judged_until_decided = 一度勝敗が決まらなかったら、その後は毎ラウンド終了時に勝者を判定する。しない場合は、ライフ0かキル{ $kills_to_end }以上の人がいるラウンド終了時だけ判定する。

## オプションを決める卓での質問

ask-start = 最近の悪事を真っ先に白状したのは誰ですか？ その人がスタートプレイヤーです。

## 手番の人がすること

phase-draft = 役割を1枚取り、残りは左へ。
phase-condemn = 読み上げの前に自爆娘の殺害を宣言するか、しないか。
phase-hand = 未公開の誰かに爆弾を渡す。
phase-accuse = 役割2・4・7だと思う席を告発する。
phase-name = 役割を宣言する。その役割の人を殺害する。
phase-guard = 誰かを護衛する。救えば報酬が出る。
phase-treat = 誰かを治療する。白ならライフ+1、黒なら殺害。
phase-pay = 命拾いした。ライフかキルで報酬を払う。
phase-take = 報酬をライフかキルとして受け取る。
phase-murder = 誰も殺害されなかった。殺害する相手を選ぶ。
phase-over = ゲーム終了。

## 行動

action-pick = { $role }を取る
action-condemn = 自爆娘の殺害を宣言する
action-spare = 宣言しない
action-keep = 爆弾を渡さない
action-hand = 爆弾を{ $target }に渡す
action-accuse = { $target }を告発する
action-name = { $role }を宣言する
action-guard = { $target }を護衛する
action-treat = { $target }を治療する
action-murder = { $target }を殺害する
action-pay = { $side }で払う
action-take = { $side }で受け取る

## できごと

event-round_start = ラウンド{ $round }開始。マーカーは{ $marker }。
event-reshuffle = 独裁者が表向きになったので混ぜ直す。
event-deal = カードを配った。表向き：{ $face_up }。
event-pick = { $seat }が{ $role }を取った。
event-pass_hand = { $seat }が残りを{ $to }に回した。
event-add_face_down = 伏せ札1枚が{ $seat }に加わった。
event-leftover = { $seat }が残りを伏せた。
event-condemn = { $seat }が自爆娘の殺害を宣言。
event-spare = { $seat }は自爆娘の殺害を宣言しない。
event-penalty = 自爆娘はいない。{ $seat }はライフ{ $life }・キル{ $kill }を失う。
event-marker = { $seat }が独裁者マーカーを得た。
event-bomb_hand = { $seat }が爆弾を{ $to }に渡した。
event-bomb_keep = { $seat }は爆弾を渡さない。
event-bomb_stuck = { $seat }には爆弾を渡す相手がいない。
event-bomb_blast = { $target }のところで爆発。
event-bomb_void = { $target }の爆弾は無効（{ $by_means }）。
event-call = { $role }が呼ばれた。
event-reveal = { $seat }は{ $role }。
event-accuse = { $seat }が{ $target }を告発。
event-name = { $seat }が{ $role }を宣言。
event-guard = { $seat }が{ $target }を護衛。
event-treat = { $seat }が{ $target }を治療。
event-toss = { $seat }のトス：{ $side }。
event-no_toss = { $seat }にはトスするライフチップがなく、何も起こらない。
event-heal = { $seat }はライフ1を得た。
event-draw = { $seat }が{ $pool }から{ $role }を引いた：{ $target }。
event-rampage = 誰も殺害されなかった。{ $seat }が{ $count }人を殺害する。
event-murder = { $seat }が{ $target }を選んだ。
event-superseded = { $by_means }が{ $means }に優先する。
event-attempt = { $by }が{ $target }を襲う（{ $means }）。
event-guarded = { $seat }が{ $target }を守った。
event-no_reward = { KEY($reason) ->
    [self] 自分の護衛に報酬はない。
   *[no_chips] 払うチップがない。
}
event-pay = { $seat }が{ $to }に{ $side }を払った。
event-take = { $seat }は{ $side }で受け取った。
event-kill = { $by }が{ $target }を殺害（{ $means }）。
event-double = { $seat }の影武者が身代わりになり、{ $by }はキル1を得た。
event-purge = { $seat }の粛清。失うライフ：{ $losses }。
event-round_end = ラウンド{ $round }終了。ライフ：{ $life }。キル：{ $kills }。
event-undecided = まだ決まらない：{ $tied }。
event-game_over = { KEY($reason) ->
    [third_kill] { $kills_to_end }つ目のキルを最初に得た{ $winners }の勝ち。
    [total] チップ最多の{ $winners }の勝ち。
    [zeroed] 同数のうち、ほかの人のライフを0にした{ $winners }の勝ち。
   *[cap] 規定ラウンド終了：{ $winners }。
}

## 決定の先にありうること（確率や平均は横に示す）

outcome-kills = このラウンドで得るキル
outcome-life = このラウンドのライフの増減
outcome-killed = このラウンドで殺される
outcome-others-killed = このラウンドで殺されるほかの人
outcome-ends = このラウンドでゲームが終わる
place-roles = 役割

## できない理由

refusal-over = ゲームは終了しています。
refusal-not-your-decision = いま決めるのは席{ $seat }ではなく、席{ $turn }です。
refusal-another-decision = { $action } はいま決めることではありません。選べるのは { $kinds } です。
refusal-not-in-hand = { $action } のカードは手元の { $hand } にありません。
refusal-not-for-the-marker = 独裁者マーカーの持ち主は自爆娘を取れません。
refusal-no-such-carrier = { $action }: 爆弾の行き先は、未公開で生きている他の席です。
refusal-bomb-must-go = いったん渡された爆弾は手元に残せません。次へ回してください。
refusal-not-accusable = { $action }: 暴力警官の告発先は、未公開で生きている他の席です。
refusal-not-nameable = { $action }: 暗殺者が宣言するのは3から7の役割です。
refusal-lies-face-up = { $action } の役割は表向きに置かれていて、持ち主がいません。
refusal-no-such-seat = { $action } の席はこの卓にありません。
refusal-not-treatable = { $action }: 闇医者の患者は、このラウンドでまだ殺害されていない席です。
refusal-no-life-to-toss = { $action }: この卓では、闇医者はトスするライフチップのない席を治療できません。
refusal-no-such-chip = { $action }: 報酬は手持ちのライフかキルで払います。
refusal-no-such-side = { $action }: チップはライフかキルのどちらかで受け取ります。
refusal-not-a-new-victim = { $action }: 犠牲者はまだ選んでいない席から選びます。
refusal-draft-told = 送信しませんでした。役割を選んでいる間は、本当でもうそでも、自分が見たカードや選んだカードのことは書けません。ほかの人についての推理は自由です。

## 値の呼び名

word-life = ライフ
word-kill = キル
word-white = 白
word-black = 黒
word-bomb = 爆弾
word-condemn = 殺害の宣言
word-tosses-stock-chip = ストックのチップをトスする
word-nothing-happens = 何も起こらない
word-not-allowed = 指名できない
in-role-none = 役割
in-face_up-none = なし
word-bomber = 自爆娘
word-cop = 暴力警官
word-assassin = 暗殺者
word-detective = 悪徳探偵
word-killer = 殺人鬼
word-dictator = 独裁者
word-doctor = 闇医者
word-terrorist = テロリスト
numbered = { $number }番の{ $role }

## ターミナルの卓

terminal-round = ラウンド
terminal-face_up = 表
terminal-face_down = 伏せ
terminal-hand = 手元
terminal-leftover = 残り
terminal-named = 宣言
terminal-killed = 死亡
terminal-accused = 告発
terminal-guarded = 護衛
terminal-bomb = 爆弾
terminal-victim = 犠牲

## ページの盤面

board-purpose = 先に{ $kills_to_end }キルした人、または誰かのライフが尽きたときにチップが最も多い人の勝ち。
board-hit-accused = 告発された
board-hit-named = 役割を宣言された
board-hit-bomb = 爆弾を渡された
board-hit-saved = 助かった
board-hit-healed = ライフ+1
board-hit-life = ライフ−1
board-hit-killed = { $life ->
    [0] 殺害された
   *[other] 殺害された：ライフ−1
}
board-scene-bomb = { $target }が持っていたのは{ $seat }の爆弾。
board-scene-kill = { KEY($kind) ->
    [kill] { $by }が{ $target }を殺害、
   *[other] { $who }に
}{ $kills_to_end }つ目のキル！
board-where = ラウンド{ $round }・最低ライフ{ $least }、最多キル{ $most }/{ $kills_to_end }
board-track = 読み上げ：番号順の役割
board-table = サロン
board-you = あなた
board-nobody = なし
board-open = 表向き
board-called-open = 表向きで、持ち主はいない
board-called-answered = { $seat }が公開した
board-called-killed = { $seat }が公開し、殺害された
board-called-silent = 呼ばれたが、誰も答えなかった
board-called-ahead = まだ呼ばれていない
board-hidden = 役割は伏せたまま
board-chips = ライフ{ $life }、キル{ $kills }
board-marker = 独裁者マーカー：最初に選ぶ
board-turn = 考え中
board-tag-accuse = 告発
board-tag-guard = 護衛
board-tag-bomb = 爆弾
board-tag-killed = 死亡
board-tag-chosen = 標的
board-tag-name = 宣言
board-tag-winner = 勝利
board-tag-zero = ライフ0
board-picking = { $n }枚から選択中
board-waiting = カード待ち
board-aside = このラウンドで除いたカード
board-down = 伏せ札
board-up = 表向き
board-left = 残り
board-faceDown = 伏せ札{ $n }枚
board-faceUp = 表向き：{ $role }
board-leftOver = 選ばれなかった伏せ札{ $n }枚
board-hand = 回ってきたカード
board-handHelp = カードを選ぶと説明が出る。1枚取り、残りは{ $seat }へ。
board-handLast = カードを選ぶと説明が出る。1枚取り、残りは伏せる。
board-notMarker = マーカーの持ち主は、自爆娘を取れない。
board-added = 伏せてあったカード
board-secret = 見えるのは自分だけ
board-shown = 公開済み
board-notes = 自分のメモ
board-passed = { $seat }に回した
board-rest = 伏せた残り
board-unseen = 見ていない：伏せ札か、前の人が取った
board-unseenFirst = 見ていない：伏せ札
board-wait = { $seat }の番：
board-pickFirst = 役割はドラフトで決まる。カードは王冠の席から時計回り。
board-criminal = 殺人犯
board-criminalWhat = 2・4・7は殺人犯。暴力警官が狙う
board-white = 患者のライフ+1
board-black = 患者を殺害
board-tossOf = { $seat }のトス
board-drawOf = { $seat }がくじを引く
board-odds = { $n }分の1
board-drawn = 当たり
board-round = ラウンド{ $n }
board-roundEnds = ラウンド{ $n } 終了
board-over = ゲーム終了
board-purged = 粛清：{ $seats }がライフを1失った
board-purgedNone = 粛清：失うライフのある人はいない
board-quiet = 誰も殺害されなかった。
board-gone = これより前は表示されません。
board-tapSeat = テーブルの席を選ぶ。
board-tapRole = 上の役割から選ぶ。
board-short-0 = 自爆娘
board-short-1 = 暴力警官
board-short-2 = 暗殺者
board-short-3 = 悪徳探偵
board-short-4 = 殺人鬼
board-short-5 = 独裁者
board-short-6 = 闇医者
board-short-7 = テロリスト
board-role-0 = 自分のカードを爆弾として渡せる。ほかの誰かが公開されるたびに次へ回り、持ったまま公開された人を殺害する。
board-role-1 = まだ伏せている1人を告発。公開された役割が2・4・7なら殺害する。暗殺者とテロリストには殺害されない。
board-role-2 = 3～7の役割を1つ宣言。それを公開した人を殺害する。
board-role-3 = ラウンドの終わりまで1人を護衛。助かった人からチップを1枚もらう（ライフかキルかは自由）。
board-role-4 = ラウンドの終わりに誰も殺害されていなければ、{ $players ->
    [3] { $victims_3 }
    [4] { $victims_4 }
    [5] { $victims_5 }
   *[6] { $victims_6 }
}人を殺害する。自分を選んでもよい。
board-role-5 = マーカーを得て、次のラウンドは最初に選ぶ。殺害されそうになると影武者が身代わりになり、襲った人はキルを得て、粛清でほかの全員がライフを1失う（最後の1つは残る）。
board-role-6 = まだ殺害されていない1人を治療し、チップをトス。白ならライフ+1、黒なら闇医者が殺害する。
board-role-7 = 殺害されていない全員の役割（自分は含み、暴力警官は除く）からくじで1枚。その持ち主を殺害する。
board-hint-track = 役割の一覧です。ドラフトのあと、左から順に呼ばれた人が正体を現して行動します。
board-hint-hand = 1枚を自分の役割として取り、残りは左隣へ回ります。カードを選ぶと説明が出ます。
board-hint-notes = 見たカードと回したカードのメモです。誰が何かを読む手がかりになります。
board-hint-chips = 白がライフ、黒がキル。奪ったライフは自分のキルになります。
board-hint-end = 誰かがキル{ $kills_to_end }つ、またはライフ0のラウンドで終了。先に{ $kills_to_end }キルの人、いなければチップ最多の人の勝ち。

## 卓でひと押しで言えるひとこと

say-innocent = 私じゃないよ！
say-know = 何をたくらんでいるか、お見通しだよ。
say-spare = 見逃してくれたら恩に着る。
say-careful = 今夜は気をつけたほうがいいよ。
say-sigh = はあ……。
say-thanks = ありがとう！
say-time = ゆっくりどうぞ。
say-game = いいゲームでした！
