"""A bot in twenty lines, for RITUAL: chant the altar's colour if you can, as high as it gets you to ten.

    cd examples && takujo arena ritual --bots uniform,altar_bot:choose --games 400
"""

COLOURS = {"r": "red", "g": "green", "y": "yellow"}


def choose(view, legal, rng, budget, clock):
    """One of the legal actions. `view` is what this seat may know; `budget` is in milliseconds, `clock()` in seconds."""

    def worth(action):
        if action["type"] != "chant":
            return 0  # sets are taken by their backs: any will do
        colour, points = action["card"][2 * action["side"] :][:2]
        total = view["totals"][seat] + int(points)
        return (COLOURS[colour] == view["altar"]) * 10 + (int(points) if total <= 10 else -1)

    (seat,) = view["to_act"]
    best = max(map(worth, legal))
    return rng.choice([action for action in legal if worth(action) == best])
