### What the laboratory says of this title.

square-1 = square, stage 1
square-2 = square, stage 2
gems = gems
routes = routes
escape = escape
penalties = penalties
all = all seats
winners = winners
others = others
rank-1 = first out
rank-2 = second
rank-3 = third
rank-4 = fourth
rank-0 = not escaped
n-routes = { $n ->
    [one] 1 route
   *[other] { $n } routes
}
points = Where points come from
points-say = Most points come from { $top }: { $top_value } on average.
points-unit = points a seat, on average
out = Getting out
out-say = The most frequent: { $top }, { $top_value } of seats.
out-unit = seats, by the rank of their escape
worth = What getting out is worth
worth-say = { $top }: such seats win most often, { $top_value }; { $low }: { $low_value }.
worth-unit = games won, by the rank of the escape
worth-even = The rank of the escape makes no difference that shows.
goals = Goal cards
goals-say = { $top } is made most often: { $top_value } of the times it is in hand at the end; { $low } least: { $low_value }.
goals-unit = routes made, of the goal cards in hand at the end
goals-even = No goal card is easier than another, as far as these games can tell.
made = Routes made
made-say = Seats with { $top } win most often: { $top_value }; with { $low } { $low_value }.
made-unit = games won, by the number of routes made
letters = Gems by letter
letters-say = At { $top } most gems are found: { $top_value } a game; at { $low } least: { $low_value }.
letters-unit = gems found at this letter, a game
told-opened = a letter becomes a destination
told-converted = a letter becomes a gate or a wall
told-special-used = a special action is paid for
told-discarded = exploration cards are discarded
told-goal-drawn = a goal card is drawn
choice-move = move to a square next to one's own
choice-warp = move by a warp
