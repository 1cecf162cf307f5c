### What the laboratory says of this title.

end-third_kill = { $kills_to_end ->
    [one] the first kill
   *[other] the first to { $kills_to_end } kills
}
end-total = the most chips
end-zeroed = a last life taken breaks the tie
end-cap = the last round of the table
role = The role in the last round
role-say = The { $top } of the last round wins most often: { $top_value }; the { $low } least: { $low_value }.
role-unit = games won, by the role in the last round
role-even = No role in the last round makes a difference that shows.
gain = Chips by role
gain-say = The { $top } gains most: { $top_value } chips a round; the { $low } least: { $low_value }.
gain-unit = chips gained in a round, life and kills together, less those lost
kills = Kills by role
kills-say = The { $top } kills most: { $top_value } seats a round; the { $low } least: { $low_value }.
kills-unit = seats killed in a round by the one with this role
survival = Survival by role
survival-say = The { $top } survives most often: { $top_value } of rounds; the { $low } least: { $low_value }.
survival-unit = rounds in which the one with this role is not killed
taken = Roles taken
taken-say = The { $top } is in play most often: { $top_value } of rounds; the { $low } least: { $low_value }.
taken-unit = share of rounds in which somebody has taken this role
attempts = Attempts that succeed
attempts-say = { $top } is the surest way to kill: { $top_value } of attempts; { $low } the least sure: { $low_value }.
attempts-unit = attempts to kill that are not prevented
ends = Why games end
ends-say = The most frequent: { $top }, { $top_value } of games.
ends-unit = share of games
told-no_reward = a guard brings no reward
told-game_over = the game ends
