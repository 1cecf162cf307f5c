### Ayatsuri: everything that is said in English.
### What stands in braces is filled in; docs/add-a-language.md says how to write these files.

title = Ayatsuri
blurb = Draft a villain in secret, then kill, guard and betray without knowing who is who.
score = Life and kills

## Options of a table

option-promo = Play with role 0, the bomber, of the second edition.
option-start = Who has the Dictator marker in round 1; otherwise it is drawn by lot.
option-max_rounds = The game ends after so many rounds, ties shared. 0: no last round, as in the rulebook, and at a table unless its host sets one. Programs (game.new, lab, adapters) stop after 50 unless told otherwise.
option-patient_without_life = What happens if the doctor names a player at life 0, who has no life chip to toss.
option-guarded_doctor_voids_bomb = The bomb is void even if the guard undoes the doctor's killing of its carrier. Otherwise it stays, and goes off when the carrier is revealed.
option-third_kill_from_first_time = Who loses { $kills_to_end ->
    [3] a third kill
   *[other] kill { $kills_to_end }
} and regains it counts as having got it the first time. Otherwise only the last time counts.
option-judged_until_decided = Once a round has ended undecided, the winner is looked for after every round. Otherwise only after those that end with somebody at life 0 or with { $kills_to_end ->
    [one] a kill
    [3] three kills
   *[other] { $kills_to_end } kills
}.

## Questions at the table that settle an option

ask-start = Who has done something wicked lately, and owns up to it first? That player begins.

## What the player to act must do

phase-draft = Pick a role; the other cards go to the left.
phase-condemn = Condemn the bomber before the calls, or spare her.
phase-hand = Hand the bomb to somebody unrevealed.
phase-accuse = Accuse somebody of being role 2, 4 or 7.
phase-name = Name a role; whoever has it is killed.
phase-guard = Guard somebody against everything, for pay.
phase-treat = Treat somebody: white heals, black kills.
phase-pay = You were saved: pay with a life or a kill.
phase-take = Take the reward as a life or as a kill.
phase-murder = Nobody was killed: choose a victim.
phase-over = The game is over.

## Actions

action-pick = Take { $role }
action-condemn = Condemn the bomber
action-spare = Condemn nobody
action-keep = Keep the bomb
action-hand = Hand the bomb to { $target }
action-accuse = Accuse { $target }
action-name = Name { $role }
action-guard = Guard { $target }
action-treat = Treat { $target }
action-murder = Murder { $target }
action-pay = Pay with a { $side } chip
action-take = Take it as a { $side } chip

## Events

event-round_start = Round { $round } begins; { $marker } has the marker.
event-reshuffle = The Dictator lies face up: shuffled again.
event-deal = The cards are dealt; face up: { $face_up }.
event-pick = { $seat } takes { $role }.
event-pass_hand = { $seat } passes the cards to { $to }.
event-add_face_down = A face-down card is added for { $seat }.
event-leftover = { $seat } lays the rest face down.
event-condemn = { $seat } condemns the bomber.
event-spare = { $seat } condemns nobody.
event-penalty =
    There is no bomber: { $seat } loses { $life ->
        [one] { $life } life
       *[other] { $life } lives
    } and { $kill ->
        [one] { $kill } kill
       *[other] { $kill } kills
    }.
event-marker = { $seat } gets the Dictator marker.
event-bomb_hand = { $seat } hands the bomb to { $to }.
event-bomb_keep = { $seat } keeps the bomb.
event-bomb_stuck = { $seat } has nobody to hand the bomb to.
event-bomb_blast = The bomb goes off at { $target }.
event-bomb_void = The bomb of { $target } is void: { $by_means }.
event-call = { $role } is called.
event-reveal = { $seat } is { $role }.
event-accuse = { $seat } accuses { $target }.
event-name = { $seat } names { $role }.
event-guard = { $seat } guards { $target }.
event-treat = { $seat } treats { $target }.
event-toss = { $seat } tosses a chip: { $side }.
event-no_toss = { $seat } has no life chip to toss: nothing happens.
event-heal = { $seat } gains a life.
event-draw = { $seat } draws { $role } of { $pool }: { $target }.
event-rampage = { $count ->
    [one] Nobody was killed: { $seat } must kill one.
   *[other] Nobody was killed: { $seat } must kill { $count }.
}
event-murder = { $seat } chooses { $target }.
event-superseded = { $by_means } goes before { $means }.
event-attempt = { $by } would kill { $target }: { $means }.
event-guarded = { $seat } saves { $target }.
event-no_reward = { KEY($reason) ->
    [self] Guarding oneself brings no reward.
   *[no_chips] There is no chip to pay with.
}
event-pay = { $seat } pays { $to } a { $side } chip.
event-take = { $seat } takes it as a { $side } chip.
event-kill = { $target } is killed by { $by }: { $means }.
event-double = A double dies for { $seat }; { $by } gains a kill.
event-purge = { $seat } purges the others; life lost: { $losses }.
event-round_end = Round { $round } ends. Life: { $life }. Kills: { $kills }.
event-undecided = Still undecided: { $tied }.
event-game_over = { KEY($reason) ->
    [third_kill] { COUNT($winners) ->
        [one] { $winners } wins: first to { $kills_to_end ->
            [one] a kill
            [3] a third kill
           *[other] { $kills_to_end } kills
        }.
       *[other] { $winners } win: first to { $kills_to_end ->
            [one] a kill
            [3] a third kill
           *[other] { $kills_to_end } kills
        }.
    }
    [total] { COUNT($winners) ->
        [one] { $winners } wins with the most chips.
       *[other] { $winners } win with the most chips.
    }
    [zeroed] { COUNT($winners) ->
        [one] { $winners } wins the tie by having taken a last life.
       *[other] { $winners } win the tie by having taken a last life.
    }
   *[cap] { COUNT($winners) ->
        [one] The last round is over: { $winners } wins.
       *[other] The last round is over: { $winners } share the win.
    }
}

## What may come of a decision: how likely, or how much on average, is told beside it

outcome-kills = kill chips won this round
outcome-life = life chips won or lost this round
outcome-killed = being killed this round
outcome-others-killed = others killed this round
outcome-ends = the game ends with this round
place-roles = the role

## Why something is refused

refusal-over = The game is over.
refusal-not-your-decision = Seat { $seat } has nothing to decide now: it is the decision of seat { $turn }.
refusal-another-decision = { $action } is not what has to be decided now; it takes one of: { $kinds }.
refusal-not-in-hand = { $action } names a card that is not in the hand { $hand }.
refusal-not-for-the-marker = The holder of the Dictator marker may not pick role 0.
refusal-no-such-carrier = { $action }: the bomb goes to another seat that is neither revealed nor killed.
refusal-bomb-must-go = A bomb that was handed over may not be kept: it must be passed on.
refusal-not-accusable = { $action }: the cop accuses another seat that is neither revealed nor killed.
refusal-not-nameable = { $action }: the assassin names one of the roles 3 to 7.
refusal-lies-face-up = { $action } names a role that lies face up, so nobody has it.
refusal-no-such-seat = { $action } does not name a seat of this table.
refusal-not-treatable = { $action }: the doctor treats a seat that has not been killed this round.
refusal-no-life-to-toss = { $action }: at this table the doctor treats a seat that has a life chip to toss.
refusal-no-such-chip = { $action }: the seat pays with a life or a kill chip that it has.
refusal-no-such-side = { $action }: the chip is taken as life or as kill.
refusal-not-a-new-victim = { $action }: each victim is a seat of this table not chosen before.
refusal-draft-told = Not sent: while roles are chosen, no message may tell, true or not, what you saw or chose. Guessing about others is fine.

## Values that have a word of their own

word-life = life
word-kill = kill
word-white = white
word-black = black
word-bomb = bomb
word-condemn = condemnation
word-tosses-stock-chip = a chip of the stock is tossed
word-nothing-happens = nothing happens
word-not-allowed = not allowed
in-role-none = a role
in-face_up-none = none
word-bomber = Suicide-Bomber Girl
word-cop = Violent Cop
word-assassin = Assassin
word-detective = Corrupt Detective
word-killer = Serial Killer
word-dictator = Dictator
word-doctor = Back-Alley Doctor
word-terrorist = Terrorist
numbered = { $number } { $role }

## The table in the terminal

terminal-round = Round
terminal-face_up = face up
terminal-face_down = face down
terminal-hand = hand
terminal-leftover = left over
terminal-named = named
terminal-killed = killed
terminal-accused = accused
terminal-guarded = guarded
terminal-bomb = bomb
terminal-victim = victim

## The board of the page

board-purpose = Be first to { $kills_to_end } kills, or have the most chips when somebody has no life left.
board-hit-accused = You are accused
board-hit-named = Your role was named
board-hit-bomb = You have the bomb
board-hit-saved = Saved
board-hit-healed = +1 life
board-hit-life = −1 life
board-hit-killed = { $life ->
    [0] You are killed
   *[other] You are killed: −1 life
}
board-scene-bomb = { $target } was carrying the bomb of { $seat }.
board-scene-kill = { KEY($kind) ->
    [kill] { $by } kills { $target }
   *[other] { $who } takes a kill
}: { $kills_to_end ->
    [one] the first!
    [3] the third!
   *[other] number { $kills_to_end }!
}
board-where = Round { $round }; lowest life { $least }, most kills { $most } of { $kills_to_end }
board-track = The call: every role by its number
board-table = The salon
board-you = you
board-nobody = nobody
board-open = face up
board-called-open = lies face up, nobody has it
board-called-answered = answered by { $seat }
board-called-killed = answered by { $seat }, who was killed
board-called-silent = called, nobody answered
board-called-ahead = not yet called
board-hidden = role hidden
board-chips = life { $life }, kills { $kills }
board-marker = Dictator marker: drafts first
board-turn = must decide
board-tag-accuse = accused
board-tag-guard = guarded
board-tag-bomb = bomb
board-tag-killed = killed
board-tag-chosen = struck
board-tag-name = aimed at
board-tag-winner = wins
board-tag-zero = no life
board-picking = picking from { $n }
board-waiting = waits for the cards
board-aside = Set aside this round
board-down = face down
board-up = face up
board-left = left over
board-faceDown = { $n } face down
board-faceUp = face up: { $role }
board-leftOver = left over: { $n } face down
board-hand = My hand
board-handHelp = Choose a card to read it. Take one; the rest go to { $seat }.
board-handLast = Choose a card to read it. Take one; the other stays face down.
board-notMarker = Not for you: the marker holder may not take her.
board-added = This card was the face-down one
board-secret = only you see it
board-shown = revealed
board-notes = My notes
board-passed = I passed on to { $seat }
board-rest = I left face down
board-unseen = I never saw: face down, or taken before me
board-unseenFirst = I never saw: set aside face down
board-wait = { $seat } decides:
board-pickFirst = Your role comes with the draft: the cards go round from the crown, clockwise.
board-criminal = criminal
board-criminalWhat = 2, 4 and 7 are the criminals the Cop is after
board-white = a life for the patient
board-black = the patient is killed
board-tossOf = { $seat } tosses a chip
board-drawOf = { $seat } draws by lot
board-odds = 1 in { $n }
board-drawn = drawn
board-round = Round { $n }
board-roundEnds = End of round { $n }
board-over = The game is over
board-purged = Purge: a life lost by { $seats }
board-purgedNone = Purge: nobody has a life to spare
board-quiet = Nobody was killed.
board-gone = What happened before this is not shown.
board-tapSeat = Choose a player at the table.
board-tapRole = Choose a role on the track.
board-short-0 = Bomber
board-short-1 = Cop
board-short-2 = Assassin
board-short-3 = Detective
board-short-4 = Killer
board-short-5 = Dictator
board-short-6 = Doctor
board-short-7 = Terrorist
board-role-0 = May hand her card on as a bomb. Whenever another player is revealed, it moves on; it kills the one who is revealed while carrying it, and the kill is hers.
board-role-1 = Accuses a hidden player, and kills that one if the card shows 2, 4 or 7. Assassin and Terrorist cannot hit the Cop.
board-role-2 = Names a role from 3 to 7, and kills whoever shows that card.
board-role-3 = Guards one player until the round ends. Whoever is saved pays a chip, taken as life or as kill.
board-role-4 = If nobody was killed by the end of the round, must kill { $players ->
    [3] { $victims_3 }
    [4] { $victims_4 }
    [5] { $victims_5 }
   *[6] { $victims_6 }
} of the players. May be one of them.
board-role-5 = Takes the marker and drafts first next round. Cannot be killed: a double dies, the attacker gets a kill, and all others lose a life, but never their last.
board-role-6 = Treats a player not killed: a chip is tossed. White: one life more. Black: killed, and the kill is the Doctor's.
board-role-7 = One role is drawn by lot from all not killed, the Terrorist's too but never the Cop's. Its player is killed.
board-hint-track = The roles by number. After the draft they are called from left to right; whoever is called steps forward and acts.
board-hint-hand = Take one card as your secret role; the rest go to your left. Choose a card to read what it does.
board-hint-notes = What you saw and passed on is kept here: the best clue to who is who.
board-hint-chips = White chips are your life, black ones your kills. A life you take becomes a kill of yours.
board-hint-end = The game ends after a round with somebody at { $kills_to_end ->
    [one] 1 kill
   *[other] { $kills_to_end } kills
}, or without life. Who has them first wins, else the most chips.

## Quick lines that people say at the table in one tap

say-innocent = It was not me!
say-know = I know what you are up to.
say-spare = Spare me and I will remember it.
say-careful = I would be careful tonight.
say-sigh = Oh dear …
say-thanks = Thank you!
say-time = Take your time.
say-game = Good game!
