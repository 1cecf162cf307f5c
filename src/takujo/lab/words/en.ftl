### The laboratory's reports: everything that is said in English about any title.
### KEY is the title of a section, KEY-say its finding, KEY-unit what is measured, KEY-even what is said if nothing shows.
### $top and $low are the largest and the smallest, with $top_value and $low_value.

page-title = Laboratory: { $title }
page-note = { $games } games at each table; bots: { $bots }; seed { $seed }. A dot is what was found, the line through it where the true number lies with 95 % certainty; the dashed line is where all would be equal.
page-table = { $players ->
    [one] One player
   *[other] { $players } players
}
page-table-of = { $players ->
    [one] One player, { $name }
   *[other] { $players } players, { $name }
}
page-changes = { $players ->
    [one] One player: what changes
   *[other] { $players } players: what changes
}
page-variant = { $letter }: { $what }
page-nothing = It did not happen in any game.
page-average = average
page-more = { $n ->
    [one] One more difference is in the report.
   *[other] { $n } more differences are in the report.
}
value = { $value } ({ $low } to { $high })
value-once = { $value } (one game tells no interval)
label = { $first }, { $second }
helps = What helps, and what is hardly ever done
helps-say = In short; the pictures follow below.
components = components “{ $name }”
components-usual = components as printed
bots-are = all seats { $name }
option-is = { $name }: { $value }
word-true = yes
word-false = no
word-none = not set
word-uniform = random
word-novice = novice
word-regular = regular
word-expert = expert

place-first = the first in turn
place-nth = number { $n } in turn
place-alone = the player

who = Who wins
who-say = { $top } wins most often: { $top_value } of games; { $low } least: { $low_value }.
who-unit = share of games won, by the place in turn
who-even = No place at the table wins more often than another, as far as these games can tell.
alone = How often it is won
alone-say = { $top_value } of games are won.
alone-unit = share of games won
many = How many win
many-say = Most games end with { $top }: { $top_value }.
many-unit = share of games
many-0 = no winner
many-1 = one winner
many-2 = several winners
length = How long a game is: decisions
length-say = A game takes { $top_value } decisions on average.
length-unit = decisions of all players in a game
rounds = How long a game is: rounds
rounds-say = A game takes { $top_value } rounds on average.
rounds-unit = rounds of a game
a-game = a game
close = How close it is
close-say = The best is { $top_value } points ahead of the next on average.
close-unit = points between the best and the next
close-mean = points ahead
decided = When it is decided
decided-say = Most often the winner takes the lead for good { $top }: { $top_value } of games.
decided-unit = share of games, by when the winner takes the lead for good: nobody else is alone in front after that
decided-1 = in the first quarter
decided-2 = in the second quarter
decided-3 = in the third quarter
decided-4 = in the last quarter
decided-5 = only in the final count
comebacks = Comebacks
comebacks-say = Who is alone in front halfway does not win in { $top_value } of games.
comebacks-unit = share of games with one leader halfway that somebody else wins
comebacks-1 = the leader halfway does not win
changes = Lead changes
changes-say = The lead goes to somebody else { $top_value } times a game on average.
changes-unit = lead changes in a game
kingmaking = Kingmaking
kingmaking-say = The last decision of the game is made by somebody who does not win in { $top_value } of games.
kingmaking-unit = share of games whose last decision is made by somebody who does not win
kingmaking-1 = decided by a loser
skill = How much skill counts
skill-say = One { $weak } among { $strong } players wins { $first_value } of games; if skill did not count it would be { $second_value }.
skill-unit = share of games that one seat wins, against all others { $strong }
skill-weak = one { $weak } among { $strong } players
skill-even-share = if skill did not count
luck = How much the deal decides
luck-say = The same deal played twice is won by the same seat in { $first_value } of pairs; two different deals in { $second_value }.
luck-unit = share of pairs of games that the same seat wins; the nearer the two numbers, the less the deal decides
luck-same = the same deal played twice
luck-other = two different deals
clear = With luck taken off
clear-say = Less the luck of cards and draws, and of what regulars and novices happened to do, { $top } wins { $top_value } of games, { $low } { $low_value }: as exact as { $times } times as many games{ $saved }.
clear-unit = share of games won, luck taken off; on average it is the same as without
clear-seat = seat { $n }
clear-saved = , { $n } games saved
clear-not-saved = , none saved
bots = Which bot wins
bots-say = { $top } wins most often, { $top_value } of its games; { $low } least, { $low_value }.
bots-unit = share of games won by a seat of this bot
bots-even = No bot wins more often than another, as far as these games can tell.
scores = Scores
scores-say = Highest on average: { $top }, { $top_value }; lowest: { $low }, { $low_value }.
scores-unit = points in the end, on average
scores-winners = winners
scores-others = the others
choices = Which choices are taken
choices-say = Of what is allowed, “{ $top }” is chosen most often: { $top_value } of the times; “{ $low }” least: { $low_value }.
choices-unit = times chosen, of the decisions in which it was one of several things allowed
happens = What happens, and what never does
happens-say = The rarest: “{ $low }”, in { $low_value } of games.
happens-unit = share of games in which it happens at all
often = How often things happen
often-say = The most frequent: “{ $top }”, { $top_value } times a game.
often-unit = times a game

differences = What differs beyond chance
differences-some = { $n ->
    [one] One of { $all } numbers differs by more than chance explains, corrected for their number (Holm).
   *[other] { $n } of { $all } numbers differ by more than chance explains, corrected for their number (Holm). The largest first.
}
differences-none = None of { $all } numbers differs by more than chance explains, corrected for their number (Holm).
differences-unit = change against A, in percent of it
difference = { $section }, { $label }: { $now } in { $b }, { $was } in { $a }; the difference is { $low } to { $high }.
