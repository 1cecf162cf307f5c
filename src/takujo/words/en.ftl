### takujo: what the page and the terminal say in English, and what belongs to no game.
### What stands in braces is filled in; docs/add-a-language.md says how to write these files.

title = takujo – hidden-information board games
home = Home
skip = Skip to the content
about = About and credits
api = For programs: the API
language = Language
theme-light = Light theme
theme-dark = Dark theme
loading = Loading…
retry = Try again
close = Close
on = on
off = off
yes = yes
no = no
you = you
comma = ,{ " " }
me = Player { $n }
player = Player { $n }
seat = Seat { $n }
host = host
bot = bot
bot-names = Agnes Bruno Clara Dario Edith Felix Greta
bot-novice = Bot: novice
bot-regular = Bot: regular
bot-expert = Bot: expert
bot-own = Bot: { $name }
range = { $from }–{ $to }
bot-soon = searches soon
bot-soon-why = The game is still being compiled on this machine: until then this expert plays as a regular.
players = { $from }–{ $to } players
players-best = (best with { $n })
minutes = { $n } min
age = age { $n }+

home-title = Games of what you cannot see
home-lead = Play in the browser with friends or against bots. No account, nothing to install.
home-code = You have a code?
home-join = Join
home-play = Play now
home-opening = Opening…
home-new = New table
home-anybody = Play with anybody
home-searching = Looking…
board-title = Open to anybody
board-join = Sit down
board-watch = Watch
board-free = { $n ->
    [one] { $n } seat free
   *[other] { $n } seats free
}
board-nobody = somebody
board-own = own cards
anybody-looking = Anybody can find this table.
anybody-fill = If nobody comes, bots take the open seats in { $n } s.
anybody-wait = Keep waiting
anybody-now = Start with bots now
home-starting = { $done ->
    [one] The games are being prepared, once for this machine: { $done } of { $all } is ready.
   *[other] The games are being prepared, once for this machine: { $done } of { $all } are ready.
}
home-broken = Cannot be played on this server now: { $games }
here = On this device
here-lead = Everybody plays on this one device and passes it on. Between two people a curtain hides what is not for the other’s eyes.
here-person = Person
here-name = Name of player { $n }
here-begin = Begin
pass = Hand over to { $name }
curtain-wait = The bots are deciding…
curtain-turn = { $name } is next
curtain-how = Give the device to { $name }. What comes next is for their eyes only.
curtain-take = I am { $name }

site-alone = This page has no server: you play on this device. Tables with friends at their own devices need one.
bring = Look at a record
bring-how = Drop a record file here, from this page or from any takujo server: it is checked and played again in this browser, through anybody’s eyes.
bring-choose = Choose a file

mine = My tables
mine-here = in this browser
mine-forget = Take table { $code } off this list
mine-sure = Leave this table?
mine-sureWay = This browser then no longer knows your seat.
mine-open = Open the table
mine-more = { $n } more
status-waiting = waiting for players
status-playing = being played
status-mine = your turn
status-over = Game over
status-ended = Ended by a vote
status-gone = The server has it no more

about-title = About takujo
about-what = Takujo (卓上, “on the table”) plays four Japanese board games in which nobody sees everything. The rules are applied exactly; what you may not know never reaches your browser.
about-fair = Every shuffle is bound before the first action by a commitment and shown at the end, so that anybody can check that nothing was changed.
about-credits = The games
about-respect = The games are the work of their designers, artists and publishers. Rules are told in our own words and all pictures are our own. If you like a game, buy it: the real table is better still.
about-software = The software
about-licence = takujo is free software under the MIT licence.

new-title = New table
new-players = Players
new-name = Your name (optional)
new-open = Open: a friend
new-public = Who may come
public-friends = Friends with the link
public-all = Anybody
public-friends-note = Nobody else finds the table.
public-all-note = It is on the home page of this site, with your name. You can change this at the table.
new-more = More settings
new-pace = Pace
pace-relaxed = Relaxed
pace-live = Live
pace-days = Days
pace-relaxed-note = No clock.
pace-live-note = Each player has a clock. When it runs out, a bot decides until they are back.
pace-days-note = Each decision may take days. Come back any time.
pace-bank = Minutes each
pace-increment = plus seconds a decision
pace-perDecision = Days for each decision
patience = If somebody loses the connection in their turn, a bot takes over
patience-after = after { $n } min
patience-never = never by itself
new-spectators = Spectators
spectators-public = See what is public
spectators-none = None
spectators-seat = See through one seat
spectators-seats = See through the seat they choose
spectators-after = Only after the end
spectators-whose = Through whose eyes
spectators-delay = Seconds later
spectators-warning = Those who sit here cannot watch in the same browser. A player who watches on a second device cannot be recognised: the delay is what helps against it.
new-evening = Games and who begins
new-talkAndAids = Talk and memory
new-asBook = as the rulebook says
new-changed = { $n } changed
new-series = Games
series-single = One game
series-several = A series with a running score
series-note = The same people play on, and the score goes with them. A game that is ended by a vote does not count.
series-games = How many
series-open = open end
series-score = What counts
series-wins = Wins
series-points = Points
series-both = Wins, then points
series-swap = Cards are swapped between games by
series-number = game { $n }
series-numberOf = game { $n } of { $of }
series-tally = Score of the series
series-total = { $n } pt
series-leads = leads:
series-won = The series is won by { $names }
swap-host = the host
swap-vote = a vote of all
new-start = Who begins
start-lots = Drawn by lot
start-host = The host says
start-vote = All vote
start-note = Before the deal the table asks: “{ $ask }”
start-fixed = It is set below, under Rules.
new-talk = Table talk
talk-ask = Ask
talk-refuse = Hold back
talk-off = Free
talk-ask-note = The rulebook forbids telling certain things. Who writes one of them, as a message or as a name, is asked whether to send it.
talk-refuse-note = What the rulebook forbids telling is not sent, neither as a message nor as a name.
talk-off-note = Everything is sent. You keep to the rulebook yourselves.
terms = { $what }: { $how }
talk-held = This may tell what may not be told. Send it anyway?
talk-anyway = Send anyway
new-aids = Memory aids
aids-on = On
aids-off = Off (memory counts)
aids-on-note = The page keeps in mind for you: sums, odds, draft notes, what was said, the whole log.
aids-off-note = You see what lies open on the real table, and in the log what happened since your last decision. The rest is yours to remember.
new-options = Rules
new-defaults = As set, these are the rulebook’s. Changes are coloured.
new-readings = Readings of the rulebook
new-readings-note = Where the rulebook can be read in two ways, you choose how to play. As set, it is the way we think is meant.
option-none = none
option-lot = drawn by lot
cards-title = Your own cards
cards-on = in use
cards-off = the usual ones
cards-note = What is printed on the cards is our reconstruction. If you own the game, or want to try something new, play with a file of your own, with other cards or other numbers of the rules: a file or pasted text in TOML. Everybody at the table sees that it is so, and can have the file.
cards-sets = Sets of this server:
cards-file = Choose a file
cards-standard = Start from the standard set
cards-download = Download the standard set
cards-text = Cards as TOML
cards-empty = Empty: the standard set
cards-check = Check
cards-clear = Back to the standard set
cards-line = Line { $n }
cards-takes = { $at } is { $got }; it takes { $takes }
cards-good = “{ $name }” can be played.
cards-advice = It would be more balanced like this:
cards-own = This table is played with cards of its own: “{ $name }”.
cards-look = Download them ({ $digest })
new-create = Open the table

join-there = At the table: { $names }
join-name = Your name
join-later = can be given later
join-sit = Sit down
join-watch = Only watch

invite-title = Invite friends
invite-how = Send the link, show the code, or let a phone read the picture.
invite-local = This page was opened on this machine only. For other devices, open it by the address that the terminal shows, then share the link.
invite-code = Join code { $code }
invite-link = Link to this table
invite-share = Send the link
invite-copy = Copy link
invite-copied = Copied
invite-large = Show the picture large or small
invite-qr = QR code of the link to this table
waiting-title = Play starts when all sit: { $n } still missing
waiting-free = open seat
waiting-reserved = is expected
waiting-expected = kept for them
waiting-name = Your name
waiting-rename = Save
face = Your sign
face-moon = Moon
face-sun = Sun
face-star = Star
face-leaf = Leaf
face-mountain = Mountain
face-fish = Fish
face-drop = Drop
face-bell = Bell
waiting-fill = Fill open seats with bots
waiting-who = Who sits in seat { $n }
waiting-remove = Remove { $name }
waiting-sure = Remove { $name } from the table?
waiting-new = You are the host now: you arrange the seats and say when bots join.
waiting-gather = Who joins: { $n } still missing
waiting-close = close this seat
waiting-add = Add a seat
waiting-up = Seat { $n }: change places with seat { $to }
waiting-changed = Changed since you agreed
waiting-change = { $what }: { $old } → { $now }
ready = ready
ready-not = not ready yet
ready-me = I’m ready
ready-back = Not ready after all
ready-begin = Start without waiting
ready-title = Play starts when all are ready: waiting for { $names }
name-taken = Somebody here is called { $wanted } already: at this table you are { $name }.
aim-picture = For example: { $title }
ask-lots = Let lots decide
ask-named = named by { $names }
ask-awaited = Still to say: { $names }.
ask-tie = Whoever is named most begins; between equals, lots decide.
ask-until = Goes on by itself in
ask-begin = Go on with this
ask-deal = Deal
swap-title = Cards of this game
swap-byHost = The host may swap cards before the deal.
swap-byVote = The host may propose to swap cards; it needs everybody.
swap-propose = Propose this
swap-proposal = Proposed:
swap-needs = Agreed: { $names }.

seats = Players, and whose turn it is
connected = connected
away = not connected
thinking = is to decide
auto-away = bot decides
auto-left = left: bot decides
clock = time left { $time }
clock-days = { $d } d { $h } h
board = Board
panels = Log, chat, notes and rules
log = Log
log-empty = Nothing has happened yet.
log-recent = Memory counts here: only what happened since your last decision is shown.
log-earlier = Show earlier ({ $n })
rule-open = Rule { $rule }: open
chat = Chat
chat-empty = Say hello.
chat-write = Write a message
chat-send = Send
chat-aside = Say something to the other spectators
chat-aside-note = Those who play read it after the end.
chat-aside-name = Your name
chat-spectator = Spectator
chat-watching = { $n ->
    [one] { $n } person is watching
   *[other] { $n } people are watching
}
chat-closed = The host has closed talk.
chat-quick = Quick lines and stamps
chat-mute = Do not show what { $name } says
chat-muted = Not shown: { $name }
chat-hear = Show again
stamp-laugh = Laughing
stamp-wow = Amazed
stamp-think = Thinking
stamp-cry = Crying
stamp-clap = Clapping
stamp-heart = Heart
stamp-tea = A cup of tea
stamp-skull = Skull
chat-unread = { $n ->
    [one] { $n } new message
   *[other] { $n } new messages
}
notes = Notes
notes-whose = Only you see this. It stays with your seat, also in another browser.
notes-write = What you want to remember
notes-saved = Saved
notes-changed = Saving…
notes-failed = Not saved: it will be tried again.
rules = Rules
rules-search = Search the rules
rules-now = now
rules-none = Nothing found.
rules-unknown = Rule { $rule } has no text of its own; here are all the rules.
rules-cited = Cited as { $rule }
rules-of = { $game }: rules
rules-whole = The rules with pictures and examples
rules-contents = Contents
rules-print = Print
rules-example = Example
rules-designer = From the designers

dock = What to do now
yourTurn = Your turn
confirm = Confirm
undo = Choose again
take-back = Take back
take-back-title = Take your last decision back: nobody has learned anything from it (Backspace)
event-taken-back = { $seat } takes the last decision back.
sending = Sending…
sending-later = Will be sent when the connection is back.
waitingFor = Waiting for { $names }.
waitingAll = One moment…
watching = All seats are taken: you are watching.
watching-free = You are watching.
watching-what = What do I see?
watching-public = You see what lies open on the table, and what everybody there is told: no more, and not later.
watching-why-late = The host has allowed it. You see it later, so that nobody at the table can learn from you what they must not know.
watching-hidden = All else that is hidden stays hidden from you until the end: it does not even reach your browser.
watching-end = When the game is over, the replay shows it all, through everybody’s eyes.
watching-talk = You can talk with others who watch. Those who play see how many you are, and read it only after the end.
watching-late = { $n ->
    [0] You see what { $name } sees, at the same time.
    [one] You see what { $name } sees, { $n } second later.
   *[other] You see what { $name } sees, { $n } seconds later.
}
watched = { $n ->
    [0] Spectators see what { $name } sees, at the same time.
    [one] Spectators see what { $name } sees, { $n } second later.
   *[other] Spectators see what { $name } sees, { $n } seconds later.
}
watched-any = { $n ->
    [0] Spectators may see what any one seat sees, at the same time.
    [one] Spectators may see what any one seat sees, { $n } second later.
   *[other] Spectators may see what any one seat sees, { $n } seconds later.
}
watched-note = The host has chosen this. What you hold may then be seen by them; nobody who sits here sees it.
until = Nobody has done anything here for long: this table is removed on { $when }, unless somebody does.
until-short = removed on { $when }
reconnecting = Connection lost. Coming back by itself…
reconnecting-room = Your seat stays yours. If the game begins without you, a bot plays until you are back.
reconnecting-waits = Your seat stays yours, and the others wait for you.
reconnecting-bot = Your seat stays yours. In your turn a bot takes over after about { $n } min, until you are back.
reconnecting-clock = Your seat stays yours. Your clock runs on; when it is out, a bot decides until you are back.
paused = Paused.
paused-note = Clocks stand still. Anybody may go on.
resume = Go on
auto-note-away = You were away, or your time was up: a bot decides for you.
auto-note-left = You left: a bot decides for you.
auto-note-silent = Your browser did not show its part of the shuffle in time: a bot took your seat before the deal.
dealing = Shuffling: waiting for the browser of { $names }.
doubt = Careful: the deal cannot be trusted.
auto-back = I’m back
vote-pause = { $names }: pause? It needs everybody who is there.
vote-end = { $names }: end the game now? It needs everybody who is there.
vote-kick = { $names }: send { $name } away? Most of the others decide, at least two.
vote-return = Somebody has lost their browser and says: I am { $name }. Is that so? All others who are there must agree, at least two.
vote-returnAlone = Somebody has lost their browser and says: I am { $name }. Is that so? If you agree, they get the seat when the time is up, unless { $name } is here before.
vote-leftAlone = Time left
vote-against = Against it: { $names }.
vote-agree = Agree
vote-withdraw = Withdraw
vote-yes = Yes
vote-no = No
vote-left = Lapses in
person = { $name }: what others can do
relieve = Let a bot play
relieve-for = Let a bot play for { $name }
relieve-gone = { $name } has had no connection for a while.
relieve-slow = The table has been waiting for { $name } for some time.
relieve-not = { $name } is there. A bot can take over when they have had no connection for a minute, or let the table wait for long.
relieve-not-days = At this pace nobody has to be here all the time: a bot takes over when the days are up.
relieve-auto = A bot decides for { $name } until they are back.
relieve-back = They can take the seat back at any time.
relieve-itself = By itself it happens { $n } min after the connection is lost, in their turn.
kick = Propose to send away
kick-note = If most of the others agree, at least two, a bot has the seat for good. { $name } can still watch, where the table lets people watch.
kick-watch = Watch
story-again = What just happened
story-skip = Skip
calendar = Deadlines in my calendar
calendar-how = Your calendar shows when your decision is due here, and reminds you twelve hours before. It looks for news about every hour; once you have decided, the entry goes.
calendar-secret = Whoever has this address reads when your decisions are due, and nothing else about the game.
calendar-subscribe = Subscribe
calendar-file = Save once as a file
calendar-link = Address of the calendar
calendar-local = This page was opened on this machine only: a calendar in the cloud or on a phone does not reach it.
calendar-name = { $title } – takujo
calendar-due = { $title }: your decision is due
calendar-text = When the time is up, a bot decides until you are back.
device = Play on another device
device-how = Open this link on the other device, or let it read the picture: you then sit there too. Here your seat stays as it is.
device-link = Link to your seat
device-secret = Only for you: whoever has the link has your seat. It works once, within an hour; a new one makes it void.
lost = One of these seats is mine
lost-how = If the browser that had your seat is lost, ask for the seat here. All others who are there must agree. If only one other person plays, it takes a while longer, in case the old browser is still in use. Tell them that it is you.
lost-mine = { $name } is me
lost-asked = You ask for the seat of { $name }. Waiting for the others to agree…
lost-refused = The others have not agreed.
lost-here = That is not me
review-title = How it went
review-back = One step back
review-next = One step on
review-close = Continue

scene-gem = A gem!
scene-ten = Mastered!
scene-vortex = Vortex of madness
scene-mad = Gone mad
scene-wakes = A Great Old One wakes
scene-bomb = The bomb goes off
scene-kill = The deciding kill
scene-escape = Out of the ruin!
scene-narrow = Out at the last moment!
scene-warp = From gate to gate
scene-collapse = The ruin begins to collapse
scene-trapped = The ruin has fallen in

result-title = The game is over
result-show = Result
result-winners = Won by { $names }
result-you = You win!
result-youShare = You win, with others!
result-nobody = Nobody wins.
result-missed = The aim was not reached.
result-winner = winner:
result-player = Player
result-rematch = Once more
result-follow = To the next game
again-there = In the next game: { $names }.
again-missing = Still missing: { $names }.
result-why = Why? Step by step
result-picture = Share a picture
result-link = Copy replay link
result-turn = { $by ->
    [0] { $name } takes the lead for good
   *[other] { $name } takes the lead for good ({ $n })
}
result-best = The best moment: { $name } { $n }
result-cruel = The cruellest moment: { $name } { $n }
lead = How the lead went: { $unit }
lead-end = The lines end at: { $summary }
result-fair = Was the shuffle fair?
result-fairHow = This commitment was shown before the first action. The record holds the seed and everybody’s part in it; “takujo verify record.json” checks that they fit.
record = Download record

replay = Replay
replay-of = Replay: { $game }
replay-panels = Log, check and rules
replay-eyes = Through whose eyes
replay-all = All open
replay-spectator = Spectator
replay-seat = As { $name } saw it
replay-acts = decides next
replay-now = What happened in this step
replay-step = Step { $n } of { $all }
replay-by = { $name } decides
replay-setup = Set-up
replay-unseen = { $name } decides. From here nothing of it is seen.
replay-first = To the start
replay-previous = One step back
replay-next = One step on
replay-last = To the end
replay-roundBack = One round back
replay-roundNext = One round on
replay-play = Play
replay-pause = Pause
replay-speed = Speed
replay-keys = ← → step · Page ↑ ↓ round · Home End · Space plays
replay-share = Copy link to this step
replay-shared = Copied
replay-private = This table lets nobody watch: the link opens only for those who sat at it.
replay-table = Back to the table
check = Check
check-lead = Every shuffle follows from a seed. Before the first action only its commitment was shown; now the seed is open, and everything can be checked.
check-noted = The commitment is the one this browser noted during the game.
check-changed = The commitment is not the one this browser noted during the game!
check-fits = Your browser worked it out: the seed is the one that was committed to.
check-differs = The seed is not the one that was committed to!
check-parts = Every part of the shuffle that a seat added is the one it had committed to before the deal.
check-partsWrong = A part of the shuffle is not the one its seat had committed to before the deal!
check-unbound = No part of the shuffle was bound before the deal: that the server did not choose the deal is not proven.
check-silent = Another seat had committed to a part and did not show it: together with the server it could choose between two deals.
check-mine = Your own part is in the shuffle as this browser sent it.
check-mineWrong = Your own part is not in the shuffle as this browser sent it!
check-late = Your browser did not show its part in time: the shuffle has none of yours, and is not proven to you.
check-bound = The commitments of the server and of all seats are those this browser saw before it showed its part.
check-boundWrong = The commitments are not those this browser saw before it showed its part!
check-position = The game did not start from the set-up but from a given position: the deal is not proven.
check-signed = The server has signed it.
check-signedWrong = The signature is not that of the server’s key!
check-unsigned = No server has signed it.
check-receipt = It is the deal of the receipt that this browser got when the cards were dealt.
check-receiptWrong = Key or place in the chain are not those of the receipt that this browser got when the cards were dealt!
check-stranger = This browser added no part of its own to the shuffle: those who sat here with theirs can check more.
check-save = Save my proof
check-howMine = Check it yourself: save both files and run “takujo verify { $file } --mine { $mine }”.
check-again = { $n ->
    [one] The server played it again from the seed: { $n } action and the result came out the same.
   *[other] The server played it again from the seed: { $n } actions and the result came out the same.
}
check-notAgain = The server played it again from the seed, and it came out differently!
check-verified = Verified
check-failed = Something does not fit
check-commitment = Commitment
check-seed = Seed
check-how = Check it yourself: download the record and run “takujo verify { $file }”.

menu = Menu
menu-sound = Sound
menu-volume = Volume
menu-motion = Movement
menu-confirm = Confirm every choice
menu-pace = Telling what happens
tell-slow = slow
tell-normal = normal
tell-fast = fast
tell-off = at once
menu-notify = Tell me when it is my turn
menu-notifyRefused = This browser does not allow it: allow notifications for this site in its settings, then try again.
menu-notifyAlways = You will be told here, also when the page is closed.
menu-notifyOpen = You will be told while the page is open. This browser cannot be reached when it is closed.
menu-notifyCannot = Browsers show notifications only at a secure address (https). Whoever runs this server finds in its guide, under TLS, how to get one.
notify-ask = Shall this browser tell you when it is your turn, also when the page is closed?
notify-yes = Tell me
notify-no = Not now
preview-table = { $title }: a seat at the table
preview-text = You are invited. { $blurb }
push-turn = It is your turn.
menu-public = Public: anybody can find this table
menu-talk = Talk at this table
menu-guide = Show the hints again
menu-pause = Propose a pause
menu-end = Propose to end the game
menu-leave = Leave the table
menu-leaveSure = A bot will decide for you. You can come back any time.
menu-leaveHere = The table is kept in this browser alone: it will be deleted.
menu-leaveWaiting = Your seat will be open for others.
menu-leaveYes = Leave

account = Account
account-sign-in = Sign in
account-sign-out = Sign out
account-make = Make an account
account-what = With an account you find your tables, name, sign and settings on every device.
account-how = A passkey of this device opens it: a finger, your face or the device’s code. There is no password, and nobody asks for a mail address.
account-guest = You need none to play: without an account your seats stay in this browser, as before.
account-along = { $n ->
    [one] The seat in this browser comes along.
   *[other] The { $n } seats in this browser come along.
}
account-take = { $n ->
    [one] Take the other seat in this browser along
   *[other] Take the other { $n } seats in this browser along
}
account-dismissed = Nothing was done: the passkey was not given, or the device has none for this site.
account-insecure = Browsers offer passkeys only at a secure address (https), or on the very machine that serves the page. Whoever runs this server finds in its guide, under TLS, how to get one.
account-address = Browsers offer no passkeys for an address of numbers. On this machine, open
account-unsupported = This browser has no passkeys. A newer one, or another, does.
account-shared = Name, sign and settings are the same on all your devices.
account-passkey = Passkey
account-passkeys = Passkeys
account-add = Add a passkey
account-remove = Remove
account-created = made { $when }
account-used = last used { $when }
account-spare = If all your passkeys are lost, nobody can open the account: a second one on another device is a good spare.
account-sessions = Signed in
account-browser = a browser
account-here = this browser
account-seen = last here { $when }
account-everywhere = Sign out everywhere
account-out-why = Who signs out leaves none of the account’s seats behind in that browser.
account-data = Your data
account-stored = Stored are the public parts of your passkeys, where you are signed in, name, sign and settings (sealed), which seats are yours, your history and ratings.
account-export = Export all (JSON)
account-delete = Delete the account
account-delete-sure = All of it is removed at once and for good. The seats in this browser stay yours, as a guest’s; records of finished matches stay without a link to you.
account-delete-yes = Delete for good
account-delete-no = Keep it

rating = Ratings
rating-table = Rated
rating-note = Counts for the ratings of those with an account who want it, if somebody’s part of the shuffle proves the deal. Winners stand before the others; whose seat a bot has at the end has lost; who ends it alone has lost; ended by several together it does not count.
rating-want = My rated matches count
rating-points = { $points }
rating-provisional = { $points }?
rating-after = { $points } ({ $change })
rating-matches = { $n ->
    [one] { $n } match
   *[other] { $n } matches
}
history = History
history-who = History is kept for those with an account.
history-title = Title
history-outcome = Result
history-all = all
history-whom = With whom
history-from = From
history-to = To
history-none = No match like that.
history-empty = No match yet. What you play to the end while signed in stands here, with its replay.
history-newer = Newer
history-older = Older
history-won = won
history-lost = not won
history-away = left to a bot
history-ended = ended by a vote
history-players = { $n ->
    [one] alone
   *[other] { $n } players
}
history-with = with { $names }
profile-public = Anybody may see my profile: ratings, and how my matches ended, without the others’ names
profile-mine = My profile, as others see it

hint-title = Hint
hint-next = Next
hint-done = Let’s go
hint-skip = Skip
hint-dock = Here it says what you have to do. Choose on the board, change your mind freely, then confirm.
hint-seats = Who glows is deciding. The order is that of the table, beginning with you.
hint-log = All that happened. Click a question mark and the rule behind it opens.
hint-rules = The whole rules, short and searchable. What matters now is marked.

plain-actions = What you can do
plain-filter = Narrow down: type some words
plain-none = Nothing fits.
plain-more = { $n } more
plain-table = Table

problem-no-engine = This page has no rules of its own for this game here: play it at a table of the server.
problem-not-your-turn = Somebody else holds the device now.
problem-no-server = This page has no server: that needs one.
problem-old-rules = This game began with older rules, which this browser no longer has; by those of now it cannot go on.
problem-no-record = This file is no record of a match.
problem-other-version = This record was played with another version of the rules. That version’s takujo verify can replay it.
problem-own-cards = This record has cards or a position of its own: takujo replay shows it, this page does not.
problem-bad-record = { $action ->
    [0] This record does not hold: it was changed, or damaged.
   *[other] This record does not hold: action { $action } is not what was played. It was changed, or damaged.
}
problem-offline = The server cannot be reached. Is the network there?
problem-server = Something went wrong on the server. Please try again.
problem-starting = The games are still being prepared. One moment.
problem-closing = The server is being restarted. Try again in a moment.
problem-no-such-table = There is no table with this address or code. Look at it again, letter by letter.
problem-no-such-page = There is no such page.
problem-not-here = This table lives in the browser that made it. Another one cannot open it, nor the same one after its data was deleted. To play together, ask for the link to a new table; to see the match, for its record: a file that any browser opens.
problem-no-such-game = There is no such game here.
problem-no-such-seat = There is no such seat at this table.
problem-bad-table = These settings do not fit together.
problem-bad-token = This seat is no longer yours.
problem-no-token = For this you must sit at the table.
problem-no-seat = Only those who sit at the table can do this.
problem-no-spectators = All seats are taken, and this table lets nobody watch.
problem-hushed = The host has closed talk at this table.
problem-not-host = Only the host can do this.
problem-full = All seats are taken.
problem-taken = Somebody sits there already.
problem-late = That decision is no longer open: the table has moved on.
problem-paused = The table is paused.
problem-no-undo = Somebody has learned something from that decision, or seen more since: it stands.
problem-no-time = Your time would be up: while a decision is taken back, the clock has run on.
problem-ended = The table was ended by a vote.
problem-over = The game is over.
problem-started = Play has started already.
problem-not-started = Play starts when all seats are taken.
problem-not-playing = The game is not being played.
problem-is-there = They are there, or were a moment ago. A bot can take over after a while.
problem-by-bot = A bot decides there already.
problem-no-person = That is a bot’s seat.
problem-yourself = This is your own seat. You can leave it in the menu.
problem-no-vote = The vote is over.
problem-face-taken = Somebody else at this table has this sign.
problem-no-pass = This link to a seat was used, or is too old. Make a new one on the device that has the seat.
problem-too-few = Nobody else sits here who could say that it is you.
problem-is-asked = Somebody asks for this seat already.
problem-bad-order = The seats cannot be arranged so.
problem-bad-options = The rules cannot be set so.
problem-reserved = This seat is kept for somebody who is expected.
problem-no-calendar = There is no calendar of this seat.
problem-no-eyes = Spectators of this table do not choose through whose eyes they look.
problem-watched = Spectators see through this seat: it stays.
problem-in-series = Within a series the seats and rules stay as agreed.
problem-sent-away = You were sent away from this table. Somebody else, or a bot, may take the seat.
problem-no-session = You are not signed in.
problem-no-passkeys = Browsers offer no passkeys at this address.
problem-no-such-passkey = No account here has this passkey. Make an account, or use another passkey.
problem-no-challenge = That took too long. Try once more.
problem-not-proven = This passkey was not accepted. Try once more, or use another one.
problem-no-such-profile = There is no such profile, or it is private.
problem-last-passkey = It is the last passkey: without it nobody could sign in. Add another first.
problem-not-paused = The table is not paused.
problem-not-asked = Nobody asks you this now.
problem-no-swap = Cards are swapped only between two games of a series.
problem-bad-swap = This cannot be changed between games.
problem-no-proposal = Nothing is proposed any more.
problem-series-long = This series has had enough games. Make a new table.
problem-not-over = A rematch is for after the end.
problem-not-finished = The replay is for after the end: the game is still going on.
problem-not-away = You decide for yourself already.
problem-left = You have left already.
problem-gone = You no longer sit at this table.
problem-made = The next game is there already.
problem-too-many-cards = Too many new card sets at the moment. Try again later, or with one you have used.
problem-no-components = This game is always played with the same cards.
problem-too-many = Too much at once: wait a moment.
problem-too-many-tables = Too many tables made from your network have not ended. Play one to its end, or end it by a vote, first.
problem-said-enough = So much has been written here that the table takes no more. You can still play.
problem-too-long = This table has had too many actions. End it by a vote.
problem-seated = You sit at this table in this browser: who sits does not look through the watched seat.
problem-removed = This table was removed: nobody had done anything there for long.
problem-too-large = That is too long.
problem-malformed = That cannot be done so.

## What a file of cards takes, as the engine says it: the page finds a complaint by its English text

takes-range = an integer { $low } to { $high }
takes-hand = at most { $n }, as the hand
takes-most = at most { $n }
takes-title = '{ $game }': it is for '{ $other }'
takes-no-title = '{ $game }': it names no game
takes-text-own = a text of 1 to 40 characters that no other card has
takes-text = a text of 1 to 40 characters
takes-integers = a list of one or two integers 0 to 99
takes-ends = two ends, each { $end }
takes-colour = a colour, one of { $colours }
takes-points = points { $low } to { $high }
takes-exactly = exactly { $n } cards
takes-cards = { $n } cards
takes-markers = { $n } markers in all
takes-table = a table
takes-names = three names
takes-bool = true or false
takes-letters = the letters A to X
takes-letters-once = each letter A to X on one card
takes-square = [row, column], 1 to { $n }
takes-not-entrance = a square other than the entrance
takes-own-square = a square of its own, not that of { $letter }
takes-pairs = 1 to 8 pairs [row, column]
takes-offsets = different offsets, smallest row and column 0, sorted: { $offsets }
takes-size = { $n }, the number of squares
takes-joined = squares that hang together by their edges
takes-same-piece = the same for every piece { $piece }
takes-same-shape = { $piece }: it is the same shape, turned or mirrored
takes-at-least = at least { $n }
takes-two-letters = two different letters in alphabetical order
takes-its-letters = its two letters
takes-own-pair = a pair no other card has

## Lessons

learn = Learn
learn-of = { $game }: learn
learn-me = { $name } (you)
learn-where = Scene { $n } of { $all }: { $title }
learn-scenes = Scenes
learn-begin = Begin (about ten minutes)
learn-continue = Go on with scene { $n }
learn-again = Once more
learn-leave = Leave the lesson
learn-hint = Hint
learn-right = Right
learn-wrong = Not quite
learn-retry = Try again
learn-next = Next scene
learn-finish = Finish
learn-restart = This scene from the start
learn-finished = You have seen all scenes
learn-finished-lead = You know enough for a first game of { $game }.
learn-coached = First match with a coach
problem-no-lesson = This game has no lesson yet.

## What if: a match played on in another way

what-if = What if
what-if-lead = Go on from here in your own way, in this browser, against bots. What you cannot see is dealt anew, each thing as likely as it was to you.
what-if-open = Go on from here in another way, in this browser, against bots. All cards lie as they really lay.
what-if-eyes = Choose a seat or all cards above: a spectator has nothing to decide.
what-if-own-cards = Branches are played with the usual cards; this table has its own.
what-if-over = The game is over at this step. Go back to one where somebody decides.
what-if-seat = You play
what-if-others = The other seats
what-if-name = Name of the branch
what-if-set = Settle hidden cards yourself
what-if-set-lead = Only what is possible can be chosen; all else is dealt by chance.
what-if-chance = by chance
what-if-nothing = There is nothing here to settle by hand.
what-if-unset = Not { $what } after all
what-if-begin = Play on from here
what-if-branches = Branches
what-if-nameless = Branch of { $when }
what-if-step = step { $n }
what-if-remove = Delete { $name }
what-if-all = All branches
what-if-none = This browser has no branches yet.
what-if-how = A branch leaves a match in the middle and goes on in another way, in this browser alone. In a replay, or beside the coach, “What if” makes one.
what-if-back = One decision back
what-if-share = Copy link
what-if-shared = Copied
what-if-origin = To the match
problem-no-branch = This link carries no branch of a match.
problem-branch-other-version = This branch was made with another version of the rules.
problem-bad-branch = What this link says was never possible by the rules. It was changed, or cut off on its way.
problem-no-way = The hidden cards cannot lie like this: it would contradict what this seat sees.
problem-no-back = This is where the branch begins.
problem-link-too-long = This branch is too long for a link.
problem-link-broken = This link is damaged: part of it is missing or was changed on its way.
problem-branch-own-cards = A match with cards of its own, or from a position, has no branches with all cards open.

## What a decision is worth: coach, review, challenges

coach = Coach
coach-always = Speak before each of my decisions
coach-table = With a coach
coach-on = Allowed
coach-off = Only alone against bots
coach-on-note = Everybody here may ask while playing: the exact chances of what is hidden, and what each choice leads to. Each page works it out from what its own seat sees. Such a match is never rated.
coach-off-note = While people play each other nobody is told chances or what choices lead to.
coach-ask = What matters now?
coach-thinking = Let me think …
coach-show = Show it on the board
coach-stop = Stop
coach-wait = It is not your turn. I will be here when you have to decide.
coach-over = The game is over. The review tells what each decision was worth.
coach-best = I would choose: { $action }.
coach-even = { $n } choices are equally good, as far as I can tell. One of them: { $action }.
coach-how = What a choice is worth if regular players play on: chance to win, from { $rounds } guesses of what you cannot see, with the interval for 95 of 100 cases.
coach-how-alone = What a choice is worth if a regular player plays on: points at the end, from { $rounds } guesses of what you cannot see, with the interval for 95 of 100 cases.
coach-hidden = What is hidden, as exact chances
coach-no-engine = I work inside the page, and this page does not have the rules yet. Where make play runs, they come within some minutes.
coach-trouble = I cannot say anything about this decision.
review = Review
review-of = Decisions of { $name }
review-everybody = everybody
review-lead = Every decision is looked at from what its player could know then: what each choice was worth, and what the one made cost. Worked out in this browser; it takes a while.
review-begin = Look at the decisions
review-lost = What cost most
review-step = Step { $n }
review-cost = Cost: between { $low } and { $high } of a win.
review-cost-alone = Cost: between { $low } and { $high }.
review-likely = What was hidden then, as exact chances
review-own-cards = This table has its own cards; decisions can only be looked at where the usual ones are played.
review-trouble = The decisions of this match cannot be looked at.
turns = Where the match turned
turns-how = Chances to win before and after, with all cards open.
turns-how-alone = What was to be expected before and after, with all cards open, as a part of the points that a very good game brings.
luck = Luck and decisions
luck-sum-alone = Before the first card { $name } could expect { $start } of the points that a very good game brings; the result was { $result }.
luck-trouble = How much of this match was luck cannot be told.
luck-sum = Before the deal { $name } could expect { $start } of a win; the result was { $result }.
luck-cards = Luck of cards and draws
luck-own = Own decisions
luck-others = Decisions of others
luck-range = { $low } to { $high }
luck-how = Worked out with all cards open, by plays of regulars: decisions are measured by what regulars would have come to, so a lucky guess counts among them. The parts sum to the result; the thin line is where each lies with 95 % certainty.
luck-working = Luck and decisions: { $done } of { $all }
review-fine = { $n ->
    [one] One decision
   *[other] { $n } decisions
}: no difference that could be told from chance
challenge = Challenges
challenge-of = { $game }: challenges
challenge-where = Challenge { $n } of { $all }
challenge-lead = Decisions from games between bots in which the usual choice is clearly not the best. Find a better one.
challenge-rising = The further on, the smaller the difference and the harder to see.
challenge-daily = Challenge of the day
challenge-streak = { $n ->
    [one] Streak: 1 day
   *[other] Streak: { $n } days
}
daily = Map of the day
daily-lead = One map a day, the same for everybody, played alone and without a coach. How you did is compared with all others, without names.
daily-play = Play the map of the day
daily-go-on = To the map of the day
daily-of = Map of { $when }
daily-rank = { $n ->
    [one] { $n } point
   *[other] { $n } points
}: place { $rank } of { $of }.
daily-alone = { $n ->
    [one] { $n } point
   *[other] { $n } points
}. No server could be asked, so there is no place.
daily-uncounted = Many results came from your address today: this one is not counted.
daily-mine = Today: { $n ->
    [one] { $n } point
   *[other] { $n } points
}
daily-table = All places
problem-no-map = This title has no map of the day.
problem-other-day = That map is of another day.
challenge-task = It is your decision, and you know what you see. **What is best?** A regular bot would choose something else.
challenge-hint = What differs: { $what }.
challenge-good = That is the best, or as good.
challenge-reason = The usual choice ({ $usual }) is worth { $n } less – { $why }.
challenge-bad = There is something clearly better. What would come of your choice, and of others?
challenge-strange = Hardly anybody would choose this, so it was not even looked at. There is something better.
challenge-show = Show what each choice is worth
challenge-worth = What each choice is worth
challenge-how = Chance to win if regular players play on, with the interval for 95 of 100 cases.
challenge-how-alone = Points at the end if a regular player plays on, with the interval for 95 of 100 cases.
challenge-next = Next challenge
worth-mine = yours
worth-best = the best
worth-same = no difference that could be told from chance
worth-behind = { $n } less
worth-why = { $what }: { $mine }, with the best choice { $best }
worth-expert = an expert’s choice
worth-usual = the usual choice
worth-points = { $n ->
    [one] { $n } point
   *[other] { $n } points
}

## The terminal, and the worked examples of the rules

terminal-you = you
terminal-seat = seat { $n }
terminal-example = Example: { $title }
terminal-lab-written = Written: { $page }, report.json and the games as Parquet files
terminal-record = Record written to { $file }; takujo verify { $file }
example-names = Aki Beni Chika Dai Emma Fumi Gen
terminal-review-sum = { $seat }: { $n } decisions, { $costly } of them costly, { $cost } of a win in all
terminal-review-luck = { $seat }: { $start } was to be expected, { $result } came. Luck of cards and draws { $cards }; own decisions { $own }; decisions of others { $others }.
terminal-review-known = Own decisions by what could be known then: { $known }; the rest of them is how hidden cards happened to lie.
terminal-review-cost = { $n }. { $seat }: { $action }. It cost { $cost } of a win [{ $low } to { $high }]. Better: { $best }
terminal-review-untrusted = Chances to win were not found true in this title (docs/calibration.md): take them as an order of choices.
terminal-review-why = { $outcome }: { $mine }, with the better one { $best }
terminal-review-expert = An expert’s choice: { $action }
terminal-review-none = No decision cost anything that could be told from chance.
terminal-review-turns = Where the match turned, with all cards open:
terminal-review-turn = { $n }. { $seat }: { $action }: { $changes }
terminal-review-change = { $seat } { $before } → { $after }
terminal-puzzle = Puzzle { $n } of { $total }
terminal-puzzle-right = Right: it wins { $win } of such games. The usual move: { $usual }, { $less }.
terminal-puzzle-wrong = There is better: yours wins { $mine } of such games, { $best } wins { $win }.
terminal-puzzle-unseen = So unusual that it was not looked at. { $best } wins { $win } of such games.
terminal-puzzle-score = Solved: { $right } of { $n }
