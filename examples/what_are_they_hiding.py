"""What can a seat know about a card that lies face down? Exact chances, and worlds drawn from them."""

import random
from collections import Counter

import takujo

game = takujo.load("ritual")
s = game.new(players=3, seed=5, options={"start": 0})
rng = random.Random(2)
while not any(s.view(1)["played"]):
    seat = s.to_act[0]
    s.apply(seat, rng.choice(s.legal(seat)))

view = s.view(1)  # all that seat 1 may know
print("the altar shows", view["altar"], "and seat 0 has laid a card with back", view["played_backs"][0])
print("exact chances:", {c: round(p, 3) for c, p in game.belief(view)["played"][0]["colour"].items()})

worlds: Counter[str] = Counter()
for seed in range(1000):
    laid = game.determinize(view, seed).position()["played"][0]
    worlds[laid["card"]] += 1
print("a thousand worlds that seat 1 cannot tell apart:", dict(worlds.most_common()))
