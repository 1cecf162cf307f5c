title = New game
blurb = Keep your card or swap it; the highest wins.
score = Card

phase-swap = Keep your card, or swap it.
phase-over = The game is over.

action-keep = Keep it
action-swap = Swap it with the deck

event-dealt = { $seat } is dealt { $card }.
event-kept = { $seat } keeps the card.
event-swapped = { $seat } swaps and has { $card }.
event-shown = The cards are shown: { $cards }.
event-game-over = { COUNT($winners) ->
    [one] { $winners } wins.
   *[other] { $winners } win.
}

refusal-refused = { $action } is none of seat { $seat } now.
