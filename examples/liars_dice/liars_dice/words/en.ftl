title = Liar's dice
blurb = Bid on the dice of all, seeing only yours; who is called a liar shows.
score = Dice left

option-dice = Dice of each player.
option-wild_ones = Ones count as any face.

phase-bid = Bid more, or call the last bid a lie.
phase-over = The game is over.

action-liar = Liar!
action-bid = { $count } × { $face }

event-rolled = { $seat } rolls: { $dice }.
event-bid = { $seat } bids { $count } × { $face }.
event-liar = { $seat } calls { $target } a liar.
event-shown = { $seat } shows { $dice }.
event-counted = { $found ->
    [one] Bid { $count } × { $face }; there is one.
   *[other] Bid { $count } × { $face }; there are { $found }.
}
event-lost = { $seat } loses a die; { $left } left.
event-game-over = { $winners } wins.

refusal-refused = { $action } cannot be done now by seat { $seat }.

in-view-turn = Turn
in-view-bidder = Last bid by
in-view-count = Number
in-view-face = Face
in-view-dice = Dice
