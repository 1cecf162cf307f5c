### IN THE RUIN: everything that is said in English.
### What stands in braces is filled in; docs/add-a-language.md says how to write these files.

title = IN THE RUIN
blurb = Map a ruin that nobody else can see, find its gems, and be out before it collapses.
score = Points

## Options of a table

option-card_set = The printed components: a name, or the path of a file that an owner of the game has filled in.
option-solo_target = Points that win a solo game. Rulebook: 300.
option-single_wall_anywhere = The single wall of action C may stand on any empty square. Otherwise it must touch something drawn.
option-full_sheet_penalty = Who cannot draw because the sheet is full checks a penalty, as for action C. Otherwise there is none.
option-extra_after_main = The +1 square is drawn only after action A, B or C. Otherwise before or after it.
option-escape_needs_arrival = A piece may leave only in a round in which it comes to the entrance from another square. Otherwise it may also have stayed there.
option-goals_renewed_at_once = When the last goal card is drawn, the goal discard becomes the new deck at once. Otherwise only when the next card is due.

## What the player to act must do

phase-goals = Keep two of the four goal cards.
phase-setup = Draw the cards dealt: passages first, over the entrance; then walls.
phase-step1 = Draw the piece of the first card as passages or walls, then move up to its number of steps.
phase-over = The game is over.

## Actions

action-keep = Keep { $goals }
action-take = Take card { $card } as { $mark }
action-draw = Draw { $mark } on { $cells }
action-single-wall = Draw one wall on { $cell }, with a penalty
action-no-draw = Draw nothing: the sheet is full
action-extra = +1 square: { $mark } on { $cell }, for { $goal }
action-move = { KEY($warp) ->
    [none] Move to { $to }
   *[other] Move to { $to } by a warp ({ $warp })
}
action-escape = Leave the ruin
action-remain = Stay in the ruin

## Events

event-kept = { $seat } keeps { $goals }, and gives back { $returned }.
event-ready = { $seat } is ready.
event-goals-returned = { $count ->
    [one] One goal card goes back into the deck.
   *[other] { $count } goal cards go back into the deck.
}
event-taken = { $seat } takes { $card } as { $mark }.
event-drawn = { $seat } draws { $card } as { $mark }.
event-declared = { COUNT($letters) ->
    [0] { $seat } declares no letter.
    [one] { $seat } declares the letter { $letters }.
   *[other] { $seat } declares the letters { $letters }.
}
event-opened = { KEY($why) ->
    [setup] { $letter } is a destination.
   *[gems] A new destination appears: { $letter }.
}
event-not-opened = { $letter } does not appear again.
event-placed = All pieces stand on the entrance.
event-round = { $size ->
    [one] Stage { $stage }, round { $round }: card { $card }, { $size } square.
   *[other] Stage { $stage }, round { $round }: card { $card }, { $size } squares.
}
event-single-wall = { $seat } draws one wall; penalties { $penalties }.
event-no-draw = { $seat } has no square left to draw on.
event-penalty = { $seat } checks a penalty for it; penalties { $penalties }.
event-extra = { $seat } pays { $goal }: one more { $mark }.
event-moved = { $steps ->
    [0] { $seat } stays.
    [one] { $seat } moves { $steps } step.
   *[other] { $seat } moves { $steps } steps.
}
event-leaving = { $seat } leaves the ruin.
event-remained = { $seat } stays in the ruin.
event-special-used = { KEY($kind) ->
    [none] { $seat } has paid { $goal } for a special action.
   *[other] { $seat } has paid { $goal } for a special action ({ $kind }).
}
event-discarded = { KEY($why) ->
    [reference] The card referred to is discarded: { $cards }.
    [gems] { COUNT($cards) ->
        [0] No card is left to discard for the gems found.
        [one] For the gems found, a card is discarded: { $cards }.
       *[other] For the gems found, cards are discarded: { $cards }.
    }
   *[collapse] { COUNT($cards) ->
        [0] The ruin collapses: no card is left to discard.
        [one] The ruin collapses, a card is discarded: { $cards }.
       *[other] The ruin collapses, cards are discarded: { $cards }.
    }
}
event-escaped = { $seat } has escaped in round { $round }.
event-gem = { $gems ->
    [one] { $seat } finds the gem of { $letter }: { $gems } gem.
   *[other] { $seat } finds the gem of { $letter }: { $gems } gems.
}
event-goal-drawn = { KEY($goal) ->
    [none] { $seat } draws a goal card.
   *[other] { $seat } draws goal card { $goal }.
}
event-goal-limit = { $seat } holds { $goal_limit ->
    [5] five
   *[other] { $goal_limit }
} goal cards and draws none.
event-goals-reshuffled = The goal discard becomes a new deck: { $cards }.
event-converted = { KEY($to) ->
    [gate] On the sheet of { $seat }, { $letter } becomes a gate.
    [wall] On the sheet of { $seat }, { $letter } becomes a wall.
    [kept-wall] On the sheet of { $seat }, { $letter } was a wall already.
   *[none] The letter { $letter } changes on the sheet of { $seat }.
}
event-refilled = The row is filled up: { $row }.
event-square-bonus = { $seat }: square bonus { $area } in stage { $stage }.
event-stage = { $deck ->
    [one] Stage { $stage } begins; the row is { $row }, { $deck } card in the deck.
   *[other] Stage { $stage } begins; the row is { $row }, { $deck } cards in the deck.
}
event-scored = { $total ->
    [one] { $seat }: { $total } point (squares { $square }, gems { $gem_vp }, honour { $honour }, routes { $route_vp }).
   *[other] { $seat }: { $total } points (squares { $square }, gems { $gem_vp }, honour { $honour }, routes { $route_vp }).
}
event-game-over = { COUNT($winners) ->
    [0] Nobody wins; points { $scores }.
    [one] { $winners } wins; points { $scores }.
   *[other] { $winners } win; points { $scores }.
}

## What may come of a decision: how likely, or how much on average, is told beside it

outcome-gems = gems found in the next rounds
outcome-penalties = penalties in the next rounds
outcome-rectangle = squares of the largest rectangle
outcome-routes = routes made
outcome-joined = destinations joined to the piece
outcome-escaped = out of the ruin

## Why something is refused

refusal-gem-told = Not sent: in step 1 no message may tell, true or not, that you take a gem. Step 2 tells it.
refusal-escape-told = Not sent: in step 1 no message may tell, true or not, that you escape. Step 2 tells it.
refusal-special-told = Not sent: no message may tell, true or not, which special action you chose.
refusal-out = Seat { $seat } has escaped and takes no further part.
refusal-nothing-to-decide = Seat { $seat } has nothing to decide now.
refusal-malformed = { $action } is not an action of this game.
refusal-not-now = { $action } does not belong here: seat { $seat } is at "{ $sub }", which takes { $takes }.
refusal-not-at-the-exit = A piece may leave or stay only in the second stage, when its movement has ended on the entrance.
refusal-keep-two = { $action }: exactly two of the seat's own goal cards { $goals } must be kept.
refusal-block-as-passage = Card { $card } shows a 2x2 block, which can never be a passage.
refusal-cannot-take = { $action } is not possible: cards left are { $dealt }; a passage comes first, and as many passages as walls.
refusal-not-empty = { $action } covers a square outside the grid or one that is already filled.
refusal-not-the-piece = { $action } is not the piece of card { $card }, however it is turned or mirrored.
refusal-other-mark = The card was taken to be drawn as { $mark }.
refusal-not-over-the-entrance = The first piece must cover the entrance.
refusal-touches-nothing = { $action } shares no edge with anything drawn before.
refusal-makes-a-block = { $action } would make a 2x2 block of passages.
refusal-squares-left = Something must be drawn as long as an empty square is left.
refusal-one-special = Only one special action a round.
refusal-goal-not-in-hand = Goal card { $goal } is not in the hand ({ $goals }).
refusal-too-far = { $action }: that square cannot be reached along passages with the steps of the card.
refusal-no-warp = { $action }: that square cannot be reached with exactly one jump between two gates in the steps of the card.

## Values that have a word of their own

word-passage = passage
word-wall = wall
word-gate = gate
word-kept-wall = already a wall
word-extra = +1 square
word-warp = warp

## The table in the terminal

terminal-stage = stage
terminal-round = round
terminal-row = row
terminal-deck = deck
terminal-open = open
terminal-taken = taken
terminal-escaped = escaped
terminal-gems = gems
terminal-goals = goal cards
terminal-penalties = penalties
terminal-dealt = dealt
terminal-squares = squares

## The board of the page

board-purpose = Find gems at open letters, join your goals’ letters, be out before the collapse.
board-hit-gate = { $letter } becomes a gate
board-hit-wall = { $letter } becomes a wall
board-scene-gem = { $seat } finds the gem of { $letter }.
board-scene-escape = { $seat } leaves the ruin.
board-scene-narrow = { $seat } leaves the ruin.
board-scene-warp = { $seat } steps through a gate and out of another.
board-scene-collapse = { COUNT($who) ->
    [one] { $who } is still inside.
   *[other] { $who } are still inside.
}
board-scene-trapped = { $who } did not get out: −{ $trapped_points } points.
board-chosen-draw = { $n ->
    [one] Draw { $n } square as { $mark }
   *[other] Draw { $n } squares as { $mark }
}{ COUNT($lost) ->
    [0] { "" }
    [one] : { $lost } is lost
   *[other] : { $lost } are lost
}
board-chosen-single = Draw one wall: −{ $penalty_points } at the end
board-chosen-extra = One more square as { $mark }, for { $goal }
board-chosen-move = Move to the marked square
board-chosen-warp = Warp to the marked square, for { $goal }
board-decided-solo = { $points ->
    [one] { $points } point
   *[other] { $points } points
}; the aim was { $target }.
board-decided-passages = The same points: { $names } drew more passages ({ $n }).
board-decided-points = { $gems ->
    [0] The most points: { $n }.
    [one] The most points: { $n }, with { $gems } gem.
   *[other] The most points: { $n }, with { $gems } gems.
}
board-where = { $fall ->
    [0] { $round ->
        [0] Set-up; { $left } cards
       *[other] Stage { $stage }/2, round { $round }; { $left } left
    }
   *[other] Collapse: −{ $fall } a round; { $left } left
}
board-prompt-move = Move your piece, or let it stay.
board-prompt-exit = You stand at the entrance: leave the ruin, or stay?
board-sheet = My sheet
board-sheetOf = Sheet of { $name }
board-hiddenSheet = The ruin as all know it. Sheets stay hidden until the end.
board-keys = Arrow keys move, R turns, F flips, W changes passage and wall, N and P go through what is possible, Enter chooses.
board-square = Row { $r }, column { $c }
board-empty = empty
board-passage = Passage
board-wall = Wall
board-gate = gate
board-entrance = entrance
board-me = my piece
board-destination = destination { $letter }
board-taken = { $letter }, taken
board-letter = letter { $letter }
board-ofGoal = on a goal card of mine
board-steps = { $n ->
    [one] { $n } step
   *[other] { $n } steps
}
board-stage-1 = Stage 1
board-stage-2 = Stage 2
board-round = Round { $n }
board-setup = Set-up
board-over = Game over
board-row = Exploration cards: the first one is used now
board-card = { $n ->
    [one] Card { $letter }, { $n } square
   *[other] Card { $letter }, { $n } squares
}
board-now = now
board-next = then
board-deck = { $n ->
    [one] Deck: { $n } card
   *[other] Deck: { $n } cards
}
board-deckShort = deck
board-left = { $n ->
    [one] { $n } card left
   *[other] { $n } cards left
}
board-sum = { $n ->
    [one] { $n } point
   *[other] { $n } points
}
board-gone = All cards
board-goneHelp = Struck out: gone in this stage.
board-collapse = Collapse: { $n } a round
board-dealt = My cards: soon destinations
board-step-draw = Draw
board-step-move = Move
board-step-exit = Leave?
board-done = done
board-mode-piece = The piece
board-mode-single = One wall
board-mode-extra = +1 square
board-mode-walk = Walk
board-mode-warp = Warp
board-single = −{ $penalty_points }
board-pays = a goal card
board-modes = What to do
board-mark = Draw it as
board-turn = Turn
board-flip = Flip
board-pay = Discard a goal card for it
board-payWith = Pay with { $goal }
board-stay = Stay here
board-say-keep = Keep two: passages that join both letters at the end are worth { $route_points }.
board-say-keepMore = One more.
board-say-take = Choose a card and what it becomes. A passage over the entrance comes first.
board-say-piece = Place the piece: it must touch something drawn.
board-say-first = Place the piece so that it covers the entrance in the middle.
board-say-single = One wall instead of the piece. It costs { $penalty_points } points at the end.
board-say-forced = The piece fits nowhere: one wall instead, { $penalty_points } points off at the end.
board-say-extra = One more square. It costs a goal card.
board-say-walk = { $n ->
    [one] Walk up to { $n } step. Stop on a ringed letter to find its gem.
   *[other] Walk up to { $n } steps. Stop on a ringed letter to find its gem.
}
board-say-warp = One step jumps from gate to gate. It costs a goal card.
board-say-none = Your sheet is full: there is nothing to draw.
board-say-noneCosts = Your sheet is full: there is nothing to draw. It costs { $penalty_points } points at the end.
board-say-exit = Out first: { $first_out }, second: { $second_out }, later: { $later_out }; inside at the end: −{ $trapped_points }.
board-say-wait = Done. Waiting for the others.
board-say-out = You are out. Your sheet counts as it is.
board-say-chosen = Chosen: confirm, or choose another place.
board-say-watch = All draw at the same time, hidden from each other.
board-fits = fits
board-why-off = off the sheet
board-why-drawn = already drawn on
board-why-entrance = must cover the entrance
board-why-apart = touches nothing drawn
board-why-block = a 2×2 block of passages
board-why-here = not here
board-why-far = out of reach
board-goals = My goals
board-goalOf = Goals of { $name }
board-joined = joined, { $route_points } points
board-soon = joined by this drawing
board-half = not joined yet
board-lost = cannot be joined any more
board-noGoals = No goal card left.
board-score = Points so far
board-part-0 = Square 1
board-part-1 = Square 2
board-part-gems = Gems
board-part-honour = Honour
board-part-routes = Routes
board-part-total = Total
board-help-0 = The largest filled rectangle at the end of stage 1
board-help-1 = The largest filled rectangle at the end of the game
board-help-gems = { $gem_points } for each gem
board-help-honour = Escape (−{ $trapped_points } if still inside at the end), and −{ $penalty_points } for each penalty
board-help-routes = { $route_points } for each goal that is joined
board-help-total = All together
board-penalties = penalties { $n }
board-escape = escape { $n }
board-aim = Aim: { $n }
board-best = My best
board-reached = reached
board-missed = not reached
board-others = The others
board-players = The players
board-ready = ready
board-drawing = thinking
board-out = out since round { $n }
board-gems = { $n ->
    [one] { $n } gem
   *[other] { $n } gems
}
board-cards = { $n ->
    [one] { $n } goal card
   *[other] { $n } goal cards
}
board-found = last found { $letter }
board-news = Round { $n }
board-news-gem = { $names }: gem of { $letter }
board-news-open = new: { $letters }
board-news-out = { $names } left the ruin
board-news-paid = { $names }: special action
board-news-none = no gem found
board-winner = wins
board-scores = Points
board-part = Part
board-hint-goals = Keep two of these. Join both letters of a card by passages until the end: { $route_points } points.
board-hint-sheet = This map is yours alone. You draw the ruin from the entrance in the middle. Letters with a dashed ring are on your cards: they become destinations.
board-hint-card = Everybody uses this card: draw its piece as passage or wall, then walk up to its number of steps.
board-hint-place = Move the piece over the sheet; turn and flip it. Green fits. Ringed letters hide gems: end a walk on one.
board-hint-score = Your points so far. The dashed frame on the sheet is your largest filled rectangle.

## Quick lines that people say at the table in one tap

say-lost = I am completely lost.
say-found = This is going well!
say-narrow = It is getting narrow in here.
say-deep = How deep does this ruin go?
say-sigh = Oh dear …
say-thanks = Thank you!
say-time = Take your time.
say-game = Good game!
