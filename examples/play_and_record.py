"""Play a whole match of RITUAL with random moves, look at it from one seat, and check its record."""

import random

import takujo
from takujo.bots import uniform
from takujo.match import verify

rng = random.Random(1)
match = takujo.Match("ritual", players=4, seed=b"sixteen or more random bytes")
while match.state.to_act:
    seat = match.state.to_act[0]
    match.play(seat, uniform(match.state.view(seat), match.state.legal(seat), rng))

print(len(match.actions), "actions, result", match.state.result)
print("seat 0 sees the others' hands as", match.state.view(0)["hands"][1])
print("the record holds:", verify(match.record()).state == match.state)
