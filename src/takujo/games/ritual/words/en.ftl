### RITUAL: everything that is said in English.
### What stands in braces is filled in; docs/add-a-language.md says how to write these files.

title = RITUAL
blurb = Chant what lies on the altar, or dare to be the few who do not; exactly { $target } points master the ritual.
score = Contribution

## Options of a table

option-start = Who begins the first ritual; otherwise it is drawn by lot.
option-restart_cap = How often a ritual may be done again when everybody went mad; after that it is void. Rulebook: no limit.
option-out_may_start = A player who went mad may begin the next ritual if theirs is the highest total. Otherwise only those still in are compared.
option-out_ranks = The total of a player who went mad takes its place when awards are given, though nothing is paid for it. Otherwise the next one moves up.

## Questions at the table that settle an option

ask-start = Who begins? The rulebook rolls dice; you may agree on somebody instead.

## What the player to act must do

phase-take-sets = Take a set of cards; only the backs show.
phase-chant = Lay a card face down. The end towards the altar is what you chant.
phase-over = The game is over.

## Actions

action-take-set = Take set { $set }
action-chant = Chant the { $side } end of { $card }

## Events

event-ritual-begins = Ritual { $ritual } begins; { $start } is start player.
event-sets-laid = Sets of { $hand ->
    [6] six
   *[other] { $hand }
} cards are laid out.
event-set-taken = { $seat } takes set { $set }.
event-altar = Round { $round }: the altar shows { $colour }.
event-chant = { $seat } lays a card face down, its back { $back }.
event-reveal = All cards are turned up.
event-outcome = { KEY($result) ->
    [smooth] Smooth: everybody chanted { $altar }.
    [wicked] { COUNT($on) ->
        [one] A wicked act: { $off } chanted off the altar and { $on } gets nothing.
       *[other] A wicked act: { $off } chanted off the altar and { $on } get nothing.
    }
    [vortex] { COUNT($off) ->
        [one] A vortex of madness: { $off } strayed from { $altar } and pays for it.
       *[other] A vortex of madness: { $off } strayed from { $altar } and pay for it.
    }
   *[accord] Unconscious accord: all chanted { $off_colours } instead of { $altar }.
}
event-points = { KEY($result) ->
    [scored] { $seat } scores { $delta }: total { $total }.
    [none] { $seat } scores nothing: total { $total }.
   *[madness] { $seat } gets a madness marker ({ $delta }): total { $total }, minus points { $minus }.
}
event-eliminated = { $seat } goes mad and is out of this ritual.
event-start-passes = The start marker passes from { $from } to { $to }.
event-ritual-restarts = Everybody is out: the ritual is done again.
event-ritual-ends = { KEY($reason) ->
    [exact-ten] Exactly { $target ->
        [10] ten
       *[other] { $target }
    }: a mastered chant ends the ritual.
    [five-rounds] { $rounds ->
        [one] The round is over; the ritual ends.
        [5] Five rounds are over; the ritual ends.
       *[other] { $rounds } rounds are over; the ritual ends.
    }
    [last-caster] One caster is left; the ritual ends.
   *[restart-cap] Everybody is out once more: the ritual is void.
}
event-contribution = { $seat } gets { $amount } contribution.
event-next-start = { KEY($by) ->
    [total] { $seat } has the highest total of those still in and begins.
    [total-of-all] { $seat } has the highest total of all and begins.
    [last-round] { $seat } had the better last round and begins.
    [clockwise] { $seat } is next clockwise and begins.
   *[void] { $seat } begins again.
}
event-game-over = { KEY($by) ->
    [contribution] { COUNT($winners) ->
        [one] { $winners } wins with the most contribution: { $scores }.
       *[other] { $winners } win with the most contribution: { $scores }.
    }
    [last-ritual] { COUNT($winners) ->
        [one] { $winners } wins by the last ritual; contribution { $scores }.
       *[other] { $winners } win by the last ritual; contribution { $scores }.
    }
   *[shared] { $winners } share the win; contribution { $scores }.
}

## What may come of a decision: how likely, or how much on average, is told beside it

outcome-scores = this chant scores
outcome-madness = this chant costs points
outcome-out = going mad in this ritual
outcome-ten = an award for exactly { $target }
outcome-award = contribution from this ritual
place-hands = a card in the hand
place-card = the chant
place-side = the side chanted

## Why something is refused

refusal-over = The game is over: the last ritual has ended.
refusal-out = Seat { $seat } is out of this ritual: { $madness_limit } minus points or more.
refusal-not-your-turn = Seat { $seat } is not to act: it is the turn of seat { $turn }.
refusal-take-a-set = Sets are being taken; { $action } is not { "{" }"type": "take-set", "set": i{ "}" }.
refusal-no-such-set = { $action } names a set that is gone or does not exist; left are { $left }.
refusal-lay-a-card = A card must be laid; { $action } is not { "{" }"type": "chant", "card": id, "side": 0 or 1{ "}" }.
refusal-not-in-hand = { $action } names a card that is not in the hand { $hand }.
refusal-no-such-side = { $action } names a side other than 0 and 1.

## Values that have a word of their own

word-red = red
word-green = green
word-yellow = yellow
in-side-0 = first
in-side-1 = second

## The table in the terminal

terminal-ritual = Ritual
terminal-round = round
terminal-altar = altar
terminal-left = left
terminal-set = set
terminal-out = OUT
terminal-total = total
terminal-minus = minus
terminal-contribution = contribution

## The board of the page

board-purpose = Come to exactly { $target } in a ritual; the most contribution after { $rituals } rituals wins.
board-hit-out = You go mad
board-hit-points = { $delta ->
    [one] { $n } point
   *[other] { $n } points
}
board-scene-ten = { COUNT($who) ->
    [one] { $who } comes to exactly { $target }.
   *[other] { $who } come to exactly { $target }.
}
board-scene-vortex = { COUNT($off) ->
    [one] { $off } strayed from { $altar } and pays for it.
   *[other] { $off } strayed from { $altar } and pay for it.
}
board-scene-mad = { $seat } is out of this ritual.
board-decided-contribution = The most contribution: { $n }.
board-decided-last = The same contribution ({ $n }): the last ritual decided.
board-decided-shared = The same contribution ({ $n }), and as many points in the last ritual.
board-where = Ritual { $ritual } of { $rituals }, round { $round } of { $rounds }
board-altar = Altar
board-altarShows = The altar shows { $colour }
board-altarEmpty = The altar is empty
board-markersLeft = Markers still face down
board-ritual = Ritual { $n }/{ $rituals }
board-round = Round { $n }/{ $rounds }
board-again = once more
board-rounds = Altars of this ritual
board-yetToCome = yet to come
board-hand = Your cards
board-handHelp = Choose a card, choose it again to turn it. The top end is chanted.
board-wait = The others are chanting.
board-laid = Your card lies face down.
board-outNow = You are out until the next ritual.
board-chanting = You chant { $end }
board-chosen = Chant { $end }
board-withAltar = with the altar
board-against = against the altar
board-ifScored = if it scores: { $total }
board-ifVortex = in a vortex −{ $points }
board-ifVortexOut = in a vortex −{ $points }: out
board-exactly = exactly { $target }!
board-end = { $colour } { $points }
board-card = { $up }, other end { $down }
board-back = { $numbers }
board-faceDown = face down, { $back }
board-backs = In hand, from behind: { $backs }
board-start = Start player
board-turn = To act
board-out = Out
board-winner = Winner
board-total = Total { $n }, the goal is exactly { $target }
board-minus = Minus points { $n }, out at { $madness_limit }
board-contribution = Contribution
board-sum = Sum
board-player = Player
board-row = Chants
board-scored = scored
board-none = nothing
board-madness = madness
board-noChant = no chant yet
board-sets = Sets of { $hand } cards
board-set = Set { $n }
board-setGone = taken
board-takeHelp = Each card has two ends. Its back tells both numbers, but no colours.
board-takeOrder = Who chants last takes first; the last set goes to the start player.
board-results = What the chants do
board-smooth = Smooth
board-smoothWhen = Everybody chants the altar’s spell
board-smoothThen = all score
board-wicked = A wicked act
board-wickedWhen = Half or fewer stray from it
board-wickedThen = only they score
board-vortex = Vortex of madness
board-vortexWhen = More than half stray
board-vortexThen = what they chanted counts against them, the others score
board-accord = Unconscious accord
board-accordWhen = All stray, all to one colour
board-accordThen = all score
board-goal = Exactly { $target } ends the ritual: { $mastered_alone } contribution. { $madness_limit } minus points: out.
board-reveal = The reveal
board-ends = Ritual { $n } is over
board-hint-sets = Take one of these sets of cards. A back tells the two numbers of its card, but no colours.
board-hint-altar = The spell on the altar. Below it: how many markers of each spell are still to come.
board-hint-hand = Choose a card; choose it again to turn it. The top end, towards the altar, is what you chant.
board-hint-results = Chant with the altar, or dare to stray: a few who stray take all the points, too many lose theirs.
board-hint-ten = Come to exactly { $target } to master the ritual. { $madness_limit } minus points, and you are out of it.

## Quick lines that people say at the table in one tap

say-together = Let us all chant together.
say-stray = Somebody here is going to stray.
say-mad = I can hear the madness calling …
say-bluff = You would not dare.
say-sigh = Oh dear …
say-thanks = Thank you!
say-time = Take your time.
say-game = Good game!
