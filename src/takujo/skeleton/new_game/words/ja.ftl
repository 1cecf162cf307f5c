title = New game
blurb = 手札を残すか、山札と交換するか。最も大きいカードが勝ち。
score = カード

phase-swap = 手札を残すか、交換する。
phase-over = ゲーム終了。

action-keep = 残す
action-swap = 山札と交換する

event-dealt = { $seat }に{ $card }が配られた。
event-kept = { $seat }はカードを残した。
event-swapped = { $seat }は交換して{ $card }を得た。
event-shown = カードを公開：{ $cards }。
event-game-over = { $winners }の勝ち。

refusal-refused = 席{ $seat }は今 { $action } を行えません。
