title = Trial
blurb = Three seats lay cards face down.
score = Points

option-leak = What is broken.

action-lay = Lay { $card }

event-laid = { $seat } lays { $card }.
event-shown = The cards are { $cards }.
event-wink = { $seat } winks.
event-boasted = It is { $card }.

refusal-refused = Not now.
