title = ライアーズダイス
blurb = 自分のダイスだけを見て、全員のダイスの目を宣言する。嘘だと思ったら暴け。
score = 残りのダイス

option-dice = 1人のダイスの数。
option-wild_ones = 1の目はどの目としても数える。

phase-bid = もっと大きく宣言するか、前の宣言を嘘だと言う。
phase-over = ゲーム終了。

action-liar = 嘘だ！
action-bid = { $face }が{ $count }個

event-rolled = { $seat }が振った：{ $dice }。
event-bid = { $seat }の宣言：{ $face }が{ $count }個。
event-liar = { $seat }が{ $target }を嘘つきと呼んだ。
event-shown = { $seat }のダイス：{ $dice }。
event-counted = 宣言は{ $face }が{ $count }個、実際は{ $found }個。
event-lost = { $seat }はダイスを1個失い、残り{ $left }個。
event-game-over = { $winners }の勝ち。

refusal-refused = 席{ $seat }は今 { $action } を行えません。

in-view-turn = 手番
in-view-bidder = 最後に宣言
in-view-count = 個数
in-view-face = 目
in-view-dice = ダイス
