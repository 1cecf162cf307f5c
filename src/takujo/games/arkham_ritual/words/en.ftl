### Arkham Ritual: everything that is said in English.
### What stands in braces is filled in; docs/add-a-language.md says how to write these files.

title = Arkham Ritual
blurb = Everybody sees your card but you: end the round with a sane one that nobody else holds.
score = Sanity

## Options of a table

option-event = Which event card is in the deck.
option-character1 = Which first character is in the deck.
option-character2 = Which second character is in the deck.
option-great_old_one = Which Great Old One is in the deck.
option-doom_board = Losses follow the doom board instead of the number of failures.
option-true_winner = Only those with the most sanity win.
option-first_parent = Parent of the first turn; otherwise drawn by lot.
option-doom_values = The numbers on the doom board (our reconstruction).
option-yog_owner_compared = Yog-Sothoth's owner counts when the fewest sanity is looked for.
option-nyarlathotep_owner_compared = Nyarlathotep's owner counts when the most sanity is looked for: leading alone, it makes nobody fail. Otherwise the highest of the others fail.
option-dummies_raise_loss = Dummies that fail count in the number that failing costs. Otherwise only players who fail do.
option-orb_removes_for_game = A card that the Magical Orb takes out stays out of the game: later rounds have fewer cards. Otherwise it is back in the next round.

## Questions at the table that settle an option

ask-first_parent = Who knows the rules best? That player is the first parent.

## What the player to act must do

phase-offer = You alone see the card. Offer it to another player.
phase-respond = Take the card unseen and discard yours, or hand it on.
phase-orb = You have looked at the top card: put it back, or take it out, face down.
phase-over = The game is over.

## Actions

action-offer = Offer the card to { $to }
action-accept = Take it
action-pass = Hand it on to { $to }
action-decline = Decline: nobody takes it and the round ends
action-return = Put it back on top
action-remove = Take it out

## Events

event-round_start = Round { $round } begins; { $parent } is the parent.
event-deal = { KEY($dummy) ->
    [none] { $seat } is dealt { $card }.
   *[other] A dummy's card is { $card }.
}
event-turn_start = Turn { $turn }: { $parent } is the parent.
event-draw = { $deck_left ->
    [0] { $seat } draws { $card }, the last one.
    [one] { $seat } draws { $card }; one card is left.
   *[other] { $seat } draws { $card }; { $deck_left } cards are left.
}
event-offer = { $seat } offers the card to { $to }.
event-pass = { $seat } hands the card on to { $to }.
event-discard = { $seat } discards { $card }.
event-take = { $seat } takes { $card } without looking.
event-decline = { $seat } declines too: nobody takes { $card }.
event-elder_sign = The Elder Sign that { $seat } discards ends the round.
event-gate = { KEY($great_old_one) ->
    [none] The { $card } opens: no Great Old One is held.
   *[other] { KEY($owner) ->
        [none] The { $card } opens: { $great_old_one }, held by a dummy, wakes!
       *[other] The { $card } opens: { $great_old_one }, held by { $owner }, wakes!
    }
}
event-look = { KEY($event) ->
    [magical-orb] { $seat } looks at the top of the deck: { $card }.
   *[other] { $seat } looks at the top of the deck: { $card }, { $colour }.
}
event-return = { $seat } puts the card back.
event-remove = { $seat } takes { $card } out of { $out_of }.
event-fizzle = { $card }: there is no card to look at.
event-next_parent = { $seat } is the next parent.
event-round_end = { KEY($cause) ->
    [great-old-one] Round { $round } ends by a Great Old One: { $hands }.
    [elder-sign] Round { $round } ends by the Elder Sign: { $hands }.
    [all-declined] Round { $round } ends, nobody wanted the card: { $hands }.
    [deck-empty] Round { $round } ends with the deck: { $hands }.
   *[shining-trapezohedron] The Trapezohedron ends it all: { $hands }.
}
event-judgement = { COUNT($failed) ->
    [0] Judgement: no player failed.
   *[other] Judgement: { $failed } failed; failing costs { $loss }.
}
event-mystery = The Mystery Card is { $revealed }.
event-great_old_one = { KEY($effect) ->
    [cthulhu] Cthulhu: all but its owner lose { $loss }.
    [yog-sothoth] Yog-Sothoth looks for the one with the fewest sanity.
   *[other] { COUNT($failed) ->
        [0] { $effect } acts: no player failed.
       *[other] { $effect } acts: { $failed } failed; failing costs { $loss }{ $extra ->
            [0] { "" }
           *[other] , and { $extra } more for mad cards
        }.
    }
}
event-sanity = { $seat }: sanity { $delta }, now { $now } ({ $why }).
event-doom = The doom marker moves on: failing now costs { $value }.
event-game_over = { COUNT($winners) ->
    [0] The game is over. Nobody wins; sanity { $scores }.
    [one] The game is over. { $winners } wins; sanity { $scores }.
   *[other] The game is over. { $winners } win; sanity { $scores }.
}

## What may come of a decision: how likely, or how much on average, is told beside it

outcome-survive = surviving this round
outcome-others-fail = others who fail this round
outcome-old-one = a Great Old One awakes
outcome-lost = sanity lost this round
place-hands = the card in hand
place-offered = the card that is offered
place-deck = card of the deck, from the top:
place-removed = card taken out:

## Why something is refused

refusal-over = The game is over: somebody has lost all sanity.
refusal-not-your-turn = Seat { $seat } is not to act: it is for seat { $turn } to decide.
refusal-offer-it = The parent must offer the card; { $action } is not { "{" }"type": "offer", "to": seat{ "}" }.
refusal-answer-it = The card must be answered by accept, pass (with to) or decline; { $action } is none of them.
refusal-choose = The Magical Orb's card is returned or removed; { $action } is neither.
refusal-hand-on-table = The card can be declined only when no hand is left on the table; there is { $left }.
refusal-dummy = { $action } names a dummy player: only seats 0 to { $last } are offered cards.
refusal-no-such-seat = { $action } names a seat that does not exist; there are 0 to { $last }.
refusal-oneself = Seat { $seat } cannot give the card to itself; hands on the table: { $left }.
refusal-hand-off-table = Seat { $to } has no hand on the table; hands on the table: { $left }.
refusal-card-told = Not sent: no message may tell, true or not, the name or colour of a card somebody holds, or the name of a face-down card. Say it in other words.

## Values that have a word of their own

word-sane = sane
word-mad = mad
word-judgement = judgement
in-card-none = a hidden card
in-colour-none = its colour hidden
in-out_of-round = this round
in-out_of-game = the game
word-dagger-sane = Dagger (sane)
word-chalice-sane = Chalice (sane)
word-mask-sane = Mask (sane)
word-tome-sane = Tome (sane)
word-idol-sane = Idol (sane)
word-dagger-mad = Dagger (mad)
word-chalice-mad = Chalice (mad)
word-mask-mad = Mask (mad)
word-tome-mad = Tome (mad)
word-idol-mad = Idol (mad)
word-elder-sign = Elder Sign
word-gate-a = Gate A
word-gate-b = Gate B
word-magical-orb = Magical Orb
word-shining-trapezohedron = Shining Trapezohedron
word-investigator = Investigator
word-wary-student = Wary Student
word-cultist = Cultist
word-mad-professor = Mad Professor
word-cthulhu = Cthulhu
word-nyarlathotep = Nyarlathotep
word-yog-sothoth = Yog-Sothoth
word-hastur = Hastur
word-mystery = Mystery Card

## The table in the terminal

terminal-round = Round
terminal-turn = turn
terminal-deck = deck
terminal-doom = doom
terminal-dummy = dummy
terminal-offered = offered
terminal-looked = { $seat } looked at
terminal-at-top = top of the deck
terminal-at-offered = offered
terminal-at-hand = in hand
terminal-at-removed = taken out
terminal-out_of_game = out of the game
terminal-discards = discards
terminal-clear = no Great Old One
terminal-sanity = sanity

## The board of the page

board-purpose = End each round with a sane card nobody else holds. If one loses all sanity, all others win.
board-hit-sanity = Sanity { $n }
board-scene-wakes = { KEY($owner) ->
    [none] { $great_old_one }, held by a dummy.
   *[other] { $great_old_one }, in the hands of { $owner }.
}
board-scene-mad = { COUNT($who) ->
    [one] { $who } has no sanity left.
   *[other] { $who } have no sanity left.
}
board-decided = { $others ->
    [0] Everybody lost all sanity: nobody wins.
   *[other] { $names } lost all sanity: the others win.
}
board-where = Round { $round }; lowest sanity { $least }, 0 ends it
board-table = The table
board-helper = Helper
board-helperWhat = What a hidden card can be, by counting
board-mine = My card
board-offered = The offered card
board-offeredShort = Offered card
board-exact = Counted from all I see; what the others' choices tell is not in it.
board-deck = { $n ->
    [one] Deck: { $n } card
   *[other] Deck: { $n } cards
}
board-removed = Taken out of this round: { $card }
board-removedForGame = Taken out of the game: { $card }
board-removedShort = out
board-aside = { $n ->
    [one] Set aside: { $n } Great Old One, shuffled
   *[other] Set aside: { $n } Great Old Ones, shuffled
}
board-asideShort = aside
board-sheet = Play sheet: the whole deck, discards in their places
board-beside = Other cards
board-gone = discarded
board-notGone = not discarded
board-last = the last discard
board-doom = Doom board
board-doomNow = whoever fails loses { $n }
board-back = a card face down
board-unknown = hidden
board-dummy = Dummy { $n }
board-sanity = sanity { $n }
board-parent = parent
board-onTable = hand on the table
board-offTable = has had the card
board-turn = must decide
board-clear = no Great Old One
board-looked = { $seat } has looked at this card
board-isSane = it is sane
board-isMad = it is mad
board-offerTo = Offer it to
board-offerTap = Tap the player to whom you offer it.
board-passTo = Or hand it on to
board-passTap = Or tap the player to whom you hand it on.
board-seeOnly = Only you see this card
board-unseen = You do not see this card
board-forYou = For you?
board-toOffer = To offer
board-topCard = Top card
board-round = Round { $round }, turn { $turn }
board-survived = survives
board-failed = fails
board-winner = wins
board-fallen = lost
board-loses = Each who fails loses { $n }
board-owner = its owner
board-revealed = It is { $card }
board-cause-great-old-one = A Gate wakes a Great Old One
board-cause-elder-sign = The Elder Sign ends the round
board-cause-all-declined = Nobody wanted the card
board-cause-deck-empty = The deck is empty
board-cause-shining-trapezohedron = The Trapezohedron ends it all
board-why-mad = mad
board-why-sane = Cultist
board-why-twin = resonance
board-why-plain = Professor
board-why-student = Student
board-kind-artifact = artifact
board-kind-event = event
board-kind-character = character
board-kind-great-old-one = Great Old One
board-card-sane = Sane artifact. Its holder survives if nobody else holds this artifact, sane or mad.
board-card-mad = Mad artifact. Its holder fails, and so does everybody else with this artifact.
board-card-elder-sign = Discarded by taking another card: the round ends at once and is judged.
board-card-gate = Discarded by taking another card: if anybody holds a Great Old One, it wakes and ends the round.
board-card-magical-orb = Discarded by taking another card: look at the deck's top card; put it back or take it out.
board-card-shining-trapezohedron = Discarded by taking another card: look at the deck's top card. Sane: sanity +{ $trapezohedron }. Mad: sanity -{ $trapezohedron }.
board-card-investigator = Its holder gains { $investigator_gain } sanity on surviving.
board-card-wary-student = Its holder always fails, but loses only { $student_loss } sanity.
board-card-cultist = At the end mad cards survive and sane ones fail; its holder always fails.
board-card-mad-professor = At the end everybody without an artifact fails, its holder too.
board-card-cthulhu = Woken by a Gate: everybody but its owner loses as many as there are others at the table.
board-card-nyarlathotep = Woken by a Gate: those with the most sanity fail; its owner gains what they lose.
board-card-yog-sothoth = Woken by a Gate: if one alone has the fewest sanity, all but that one and the owner drop to 0. If several have: the owner drops to 1, the others lose 1.
board-card-hastur = Woken by a Gate: every holder of an artifact fails and loses more for each mad card held.
board-card-mystery = Woken by a Gate: one of the four Great Old Ones set aside is turned up and acts.
board-hint-mine = This is your card. Everybody sees it, only you do not.
board-hint-others = You see what the others hold. A sane card survives if nobody else holds the same artifact.
board-hint-offer = The parent alone looks at this card and offers it to somebody: tap a seat.
board-hint-respond = Offered unseen: take it and discard your own card, or hand it on to somebody whose hand is on the table.
board-hint-sheet = All { $deck } cards have a place here. What is filled in has been discarded this round.
board-hint-sanity = Your sanity: { $sanity } flames. When somebody's last flame goes out, the game ends and all others win.

## Quick lines that people say at the table in one tap

say-trust = Trust me this once.
say-take = Take it, you will thank me.
say-courage = Courage: the ritual is nearly done.
say-doubt = Why do you smile like that?
say-sigh = Oh dear …
say-thanks = Thank you!
say-time = Take your time.
say-game = Good game!
